//! How a program is started: through a guard where there is one.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::{self, ErrorKind};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use rustix::process::{
    Pid, Resource, Rlimit, WaitOptions, getpid, prlimit, set_child_subreaper, waitpid,
};

use super::limits::{Limits, Program};
use super::order::Order;
use super::os;

/// The program that becomes the guard.
static GUARD: OnceLock<PathBuf> = OnceLock::new();

/// The children of this process that are programs or guards.
static STARTED: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

/// Where this process takes in what a killed guard leaves behind: the children that it had before.
static OTHERS: OnceLock<BTreeSet<i32>> = OnceLock::new();

/// Names the program that stands guard over every program started from now on: `acegate`, or one
/// whose `main` hands its words after [`WORD`](super::child::WORD) to [`child::main`](super::child::main).
///
/// Without it programs are started directly, in a process group of their own: the tree is walked,
/// measured and ended all the same, but a process that leaves the tree is lost, and nobody ends the
/// programs where this process is killed. The first call counts.
pub fn use_guard(program: impl Into<PathBuf>) {
    let _ = GUARD.set(program.into());
}

/// Makes this program its own guard, and the reaper of what a killed guard leaves behind.
///
/// Only a program calls this that starts all its children here: it ends the others, but for those
/// that it has already, as a shell's `exec` leaves them.
pub(crate) fn guard_by_self() {
    // The link names the running program even where its file was replaced.
    use_guard("/proc/self/exe");
    if set_child_subreaper(Some(getpid())).is_ok() {
        let others = os::children(getpid()).into_iter().map(Pid::as_raw_pid);
        let _ = OTHERS.set(others.collect());
    }
}

/// A started program, its streams not yet taken.
pub(super) struct Started {
    pub(super) child: Child,
    /// The word before the guard's message that the program could not be started; `None` if there
    /// is no guard.
    pub(super) token: Option<String>,
}

/// Starts the program under the limits.
pub(super) fn launch(program: &Program, limits: &Limits) -> io::Result<Started> {
    let Some(name) = program.argv.first() else {
        return Err(io::Error::new(ErrorKind::InvalidInput, "no program named"));
    };
    let token = token();
    let memory = limits.memory.saturating_mul(2);
    let mut command = match guard() {
        Some(guard) => {
            let order = Order {
                parent: getpid().as_raw_pid(),
                token: token.clone(),
                memory,
                argv: program.argv.clone(),
            };
            let mut command = Command::new(guard);
            command.arg0("acegate").args(order.words());
            command
        }
        None => {
            let mut command = Command::new(name);
            // A guard takes a session of its own instead, which the leader of a group cannot.
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
    if guard().is_some() {
        return Ok(Started { child, token: Some(token) });
    }
    let hard = Some(memory);
    // A process that is gone already has no limits to set; its end is seen soon enough.
    let limit = Rlimit { current: hard, maximum: hard };
    let _ = prlimit(Some(Pid::from_child(&child)), Resource::Data, limit);
    Ok(Started { child, token: None })
}

/// The program that becomes the guard, if there is one.
pub(super) fn guard() -> Option<&'static PathBuf> {
    GUARD.get()
}

/// Starts a child that [`forget`] does not take for a stray until it is called for this child.
pub(super) fn spawn(command: &mut Command) -> io::Result<Child> {
    // The lock is held meanwhile: a child that is not listed yet would be taken for a stray.
    let mut started = started();
    let child = command.spawn()?;
    started.insert(Pid::from_child(&child).as_raw_pid());
    Ok(child)
}

/// Says that a started child was waited for, and ends what a killed guard left to this process.
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
            os::signal(stray, &stat, rustix::process::Signal::KILL);
        }
        // What was killed a moment ago may not have ended: then the next call reads its end.
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
