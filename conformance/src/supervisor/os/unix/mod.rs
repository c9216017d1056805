//! The guard, the streams and the end of a tree, as Linux and the other Unix systems share them.

pub(crate) mod end;
mod guard;
mod pipes;
mod tree;

use std::ffi::OsString;
use std::io::{self, Read};
use std::os::unix::ffi::OsStringExt;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, sleep};
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};
use signal_hook::consts::{SIGCHLD, SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP, SIGXFSZ};
use signal_hook::flag;
use signal_hook::low_level::{emulate_default_handler, pipe};

use super::system;

pub(crate) use guard::{become_program, main as guard};
pub(crate) use pipes::{Input, Output, wait};
pub(crate) use tree::{Tree, adopt_strays, forget, spawn};

/// Gives a process that acegate starts of itself the name of acegate.
pub(crate) fn prepare(command: &mut Command) {
    command.arg0("acegate");
}

/// The processor time of this thread so far.
pub(crate) fn thread_time() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default()
}

/// The path that these octets are, as [`as_encoded_bytes`](std::ffi::OsStr::as_encoded_bytes) gives them.
pub(crate) fn path(octets: Vec<u8>) -> PathBuf {
    OsString::from_vec(octets).into()
}

/// Leaves the terminal and the group of the process that started this one, and their signals with them.
pub(crate) fn leave_terminal() {
    let _ = rustix::process::setsid();
    for signal in [SIGHUP, SIGINT, SIGTERM] {
        // Without a handler, a signal to this process ends it, and acegate does its work.
        let _ = flag::register(signal, Arc::<AtomicBool>::default());
    }
}

/// Has the kernel keep the ends of children until they are read, and report a file that grows too large
/// as an error. The caller of acegate may ignore SIGCHLD, and then no end can be read. SIGXFSZ would end
/// acegate. With a handler, neither happens; children start with the usual action.
///
/// It also hides this process from others of the same user.
pub(crate) fn prepare_self() {
    for signal in [SIGCHLD, SIGXFSZ] {
        // A handler that cannot be set is missed only in these two cases.
        let _ = flag::register(signal, Arc::<AtomicBool>::default());
    }
    system::hide();
}

/// Has Ctrl-C, SIGTERM and SIGHUP set the flag. A second one ends the process at once. SIGCONT sets the
/// flag `continued`, unless it follows Ctrl-Z.
///
/// A signal that is ignored stays ignored: `nohup` starts a program that ignores SIGHUP.
pub(crate) fn end_on_signals(wish: &Arc<AtomicBool>, continued: &Arc<AtomicBool>) {
    let ignored = system::ignored_signals();
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        if ignored >> (signal - 1) & 1 == 1 {
            continue;
        }
        // If a handler cannot be set, the signal ends the program at once.
        let _ = flag::register_conditional_shutdown(signal, 128 + signal, wish.clone());
        let _ = flag::register(signal, wish.clone());
    }
    // If this fails, the remark is missing, or a guard takes Ctrl-Z for an attack.
    let _ = flag::register(SIGCONT, continued.clone());
    if ignored >> (SIGTSTP - 1) & 1 == 0 {
        let _ = pause_on_wish(continued.clone());
    }
}

/// Has Ctrl-Z stop this process, so that its guards know that its user wants it.
fn pause_on_wish(continued: Arc<AtomicBool>) -> io::Result<()> {
    let (mut woken, wake) = UnixStream::pair()?;
    Builder::new().spawn(move || {
        // Each signal writes an octet.
        while woken.read_exact(&mut [0]).is_ok() {
            system::while_paused(|| {
                let _ = emulate_default_handler(SIGTSTP);
            });
            forget_wish(&continued);
        }
    })?;
    pipe::register(SIGTSTP, wake)?;
    Ok(())
}

/// Forgets the SIGCONT that ended a pause. Its handler may run a moment after the pause.
fn forget_wish(continued: &AtomicBool) {
    let begun = Instant::now();
    while !continued.swap(false, Ordering::Relaxed) && begun.elapsed() < Duration::from_secs(1) {
        sleep(Duration::from_millis(1));
    }
}
