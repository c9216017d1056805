//! The guard: the process between acegate and a foreign program.
//!
//! acegate starts itself again as `acegate __child …`. That process is the guard. It takes a session
//! of its own, so that no terminal is reached, gives up the right to new privileges, sets the limits,
//! becomes the reaper of all that its program leaves behind, and starts the program on its own
//! three streams. Then it waits. When the program ends, the guard ends everything below itself and
//! ends in the same way as the program did. When acegate dies, however that happens, the guard ends
//! everything below itself, too.
//!
//! ```text
//! acegate ─── guard (session, reaper, limits) ─── program ─── whatever it starts
//!    └──────────────── the three streams ────────────┘
//! ```

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;
use std::process::{Child, Command, ExitCode};
use std::time::Duration;

use rustix::process::{
    Pid, Resource, Rlimit, Signal, WaitOptions, WaitStatus, getpid, getppid, set_child_subreaper,
    set_parent_process_death_signal, setrlimit, setsid, wait,
};
use rustix::thread::set_no_new_privs;
use signal_hook::consts::{SIGCHLD, SIGTERM};

use super::order::Order;
use super::os;

/// The exit status of a guard that could not start its program. A line on standard error says why,
/// after the token of the order.
pub(super) const NOT_STARTED: i32 = 127;

/// How long a guard goes on ending what it left behind.
const END: Duration = Duration::from_secs(10);

/// Is the guard of this order, and returns the status to end with.
pub(super) fn main(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    let Some(order) = Order::parse(words) else {
        return ExitCode::from(2);
    };
    match guard(&order) {
        Ok(Some(Ending::Exited(status))) => ExitCode::from(u8::try_from(status).unwrap_or(1)),
        Ok(Some(Ending::Signalled(signal))) => {
            // It returns for signals that it does not know, such as those of real time.
            let _ = signal_hook::low_level::emulate_default_handler(signal);
            ExitCode::from(u8::try_from(128 + signal).unwrap_or(1))
        }
        Ok(None) => ExitCode::from(1),
        Err(error) => {
            // Nobody reads a message that cannot be written; the status tells.
            let _ = writeln!(io::stderr(), "{} {error}", order.token);
            ExitCode::from(NOT_STARTED as u8)
        }
    }
}

/// How the program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    Exited(i32),
    Signalled(i32),
}

/// Starts the program and waits for its end; `None` if acegate is gone.
fn guard(order: &Order) -> io::Result<Option<Ending>> {
    // A guard that leads a session already, or a kernel that refuses one of these, is still better
    // than none: acegate's own walk of the tree does not need them.
    let _ = setsid();
    let _ = set_child_subreaper(Some(getpid()));
    let _ = set_no_new_privs(true);
    let _ = set_parent_process_death_signal(Some(Signal::TERM));
    limit(Resource::Data, order.memory);
    limit(Resource::Core, 0);
    let (mut woken, wake) = UnixStream::pair()?;
    signal_hook::low_level::pipe::register(SIGCHLD, wake.try_clone()?)?;
    signal_hook::low_level::pipe::register(SIGTERM, wake)?;
    // From here on a dead parent sends a signal; before, it may have died unnoticed.
    if is_orphan(order) {
        return Ok(None);
    }
    let (program, arguments) = order.argv.split_first().ok_or(io::ErrorKind::InvalidInput)?;
    let child = Command::new(program).args(arguments).spawn()?;
    leave_streams();
    loop {
        let ending = reap(&child);
        if ending.is_some() || is_orphan(order) {
            os::end_descendants(getpid(), END);
            return Ok(ending);
        }
        // Every signal writes an octet, so none is missed between the look and the wait.
        let _ = woken.read(&mut [0; 64]);
    }
}

/// Whether the process that started the guard is gone.
fn is_orphan(order: &Order) -> bool {
    getppid().map(Pid::as_raw_pid) != Some(order.parent)
}

/// Sets a limit that all descendants inherit and none can raise.
fn limit(resource: Resource, value: u64) {
    let _ = setrlimit(resource, Rlimit { current: Some(value), maximum: Some(value) });
}

/// Reads the end of every process that has ended, and returns that of the program.
fn reap(child: &Child) -> Option<Ending> {
    let mut ending = None;
    while let Ok(Some((pid, status))) = wait(WaitOptions::NOHANG) {
        if pid == Pid::from_child(child) {
            ending = Some(ending_of(status));
        }
    }
    ending
}

fn ending_of(status: WaitStatus) -> Ending {
    match status.terminating_signal() {
        Some(signal) => Ending::Signalled(signal),
        None => Ending::Exited(status.exit_status().unwrap_or(1)),
    }
}

/// Lets go of the program's streams, so that acegate sees when the program closes them.
fn leave_streams() {
    if let Ok(null) = File::options().read(true).write(true).open("/dev/null") {
        let _ = rustix::stdio::dup2_stdin(&null);
        let _ = rustix::stdio::dup2_stdout(&null);
        let _ = rustix::stdio::dup2_stderr(&null);
    }
}
