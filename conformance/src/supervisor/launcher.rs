//! The start of a program: through a guard if one is named, otherwise directly.
//!
//! In: a [`Program`] and its [`Limits`]. Out: the child to talk to, and the token that begins a
//! guard's message if it could not start the program. The launcher also keeps a list of acegate's
//! own children, so that it can recognise a stray: a process whose guard was killed.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::{self, ErrorKind};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitOptions, getpid, waitpid};

use super::limits::{Limits, Program};
use super::order::Order;
use super::os;

/// The program that becomes the guard.
static GUARD: OnceLock<PathBuf> = OnceLock::new();

/// The children of this process that are programs or guards.
static STARTED: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

/// The children that this process had before it became the reaper of strays; not set if it is not.
static OTHERS: OnceLock<BTreeSet<i32>> = OnceLock::new();

/// Names the guard of every program that is started from now on: `acegate`, or a program whose
/// `main` passes its words after [`WORD`](super::child::WORD) to [`child::main`](super::child::main).
///
/// Without a guard, programs are started directly, in a process group of their own. Their processes
/// are measured and ended all the same. But a process that leaves the tree is lost, and no one ends
/// the programs if this process is killed. Only the first call counts.
pub fn use_guard(program: impl Into<PathBuf>) {
    let _ = GUARD.set(program.into());
}

/// Makes this program its own guard, and the reaper of the processes that a killed guard leaves.
///
/// Only for a program that starts all its children through this module: other children are ended,
/// except those that it has already, as after a shell's `exec`.
pub(crate) fn guard_by_self() {
    use_guard(os::OWN_PROGRAM);
    if os::become_reaper() {
        let others = os::children(getpid()).into_iter().map(Pid::as_raw_pid);
        let _ = OTHERS.set(others.collect());
    }
}

/// Starts the program under the limits. Returns it, and the word before the guard's message that it could
/// not start the program; `None` without a guard.
pub(super) fn launch(program: &Program, limits: &Limits) -> io::Result<(Child, Option<String>)> {
    let Some(name) = program.argv.first() else {
        return Err(io::Error::new(ErrorKind::InvalidInput, "no program named"));
    };
    let token = guard().map(|_| token());
    let memory = limits.memory.saturating_mul(2);
    let mut command = match guard().zip(token.clone()) {
        Some((guard, token)) => {
            let (parent, argv) = (getpid().as_raw_pid(), program.argv.clone());
            let mut command = Command::new(guard);
            command.arg0("acegate").args(Order { parent, token, memory, argv }.words());
            command
        }
        None => {
            let mut command = Command::new(name);
            // With a guard it is the guard that takes a session, which a group's leader cannot.
            command.args(&program.argv[1..]).process_group(0);
            command
        }
    };
    if program.clear_env {
        command.env_clear();
        command.envs(std::env::var_os("PATH").map(|path| (OsString::from("PATH"), path)));
    }
    command.envs(&program.env).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    if let Some(folder) = &program.folder {
        command.current_dir(folder);
    }
    let child = spawn(&mut command)?;
    if token.is_none() {
        os::limit_memory(Pid::from_child(&child), memory);
    }
    Ok((child, token))
}

/// The program that becomes the guard; `None` if none was named.
pub(super) fn guard() -> Option<&'static PathBuf> {
    GUARD.get()
}

/// Starts a child and lists it as acegate's own, until [`forget`] is called for it.
pub(super) fn spawn(command: &mut Command) -> io::Result<Child> {
    // The lock is held meanwhile: a child that is not listed yet would be ended as a stray.
    let mut started = started();
    let child = command.spawn()?;
    started.insert(Pid::from_child(&child).as_raw_pid());
    Ok(child)
}

/// Takes a child whose end was read off the list, and ends every stray: a process that became a
/// child of acegate because its guard was killed.
pub(super) fn forget(pid: Pid) {
    let mut started = started();
    started.remove(&pid.as_raw_pid());
    let Some(others) = OTHERS.get() else {
        return;
    };
    for stray in os::children(getpid()) {
        let number = stray.as_raw_pid();
        if started.contains(&number) || others.contains(&number) {
            continue;
        }
        os::end_descendants(stray, Duration::from_secs(5));
        if let Some(stat) = os::Stat::of(stray) {
            os::signal(stray, &stat, Signal::KILL);
        }
        // A process that was killed a moment ago may not have ended: the next call reads its end.
        let _ = waitpid(Some(stray), WaitOptions::NOHANG);
    }
}

fn started() -> MutexGuard<'static, BTreeSet<i32>> {
    STARTED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A word that no program writes by chance.
fn token() -> String {
    use std::hash::{BuildHasher, RandomState};
    format!("acegate-{:016x}", RandomState::new().hash_one(std::process::id()))
}
