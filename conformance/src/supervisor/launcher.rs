//! The start of a program: through a guard if one is named, otherwise directly.
//!
//! In: a [`Program`] and its [`Limits`]. Out: its tree of processes.

use std::ffi::{OsStr, OsString};
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use super::limits::{Limits, Program};
use super::order::{self, Order};
use super::os;

/// The program that becomes the guard.
static GUARD: OnceLock<PathBuf> = OnceLock::new();

/// Names the guard of every program that is started from now on: `acegate`, or a program whose
/// `main` passes its words after [`WORD`](super::child::WORD) to [`child::main`](super::child::main).
///
/// Without a guard, programs are started directly, in their own process group. Their processes
/// are measured and ended all the same. But a process that leaves the tree is lost, and no one ends
/// the programs if this process is killed. Only the first call counts.
pub fn use_guard(program: impl Into<PathBuf>) {
    let _ = GUARD.set(program.into());
}

/// Makes this program its own guard, and the reaper of the processes that a killed guard leaves.
///
/// Only for a program that starts all its children through this module: other children are ended,
/// except those that it has already, as after a shell's `exec`. Signals that the caller may have
/// set otherwise get the action that this module needs.
pub(crate) fn guard_by_self() {
    os::prepare_self();
    use_guard(os::own_program());
    os::adopt_strays();
}

pub(super) fn launch(program: &Program, limits: &Limits) -> io::Result<os::Tree> {
    let Some((name, arguments)) = program.argv.split_first() else {
        return Err(io::Error::new(ErrorKind::InvalidInput, "no program named"));
    };
    let token = token();
    let memory = limits.memory.saturating_mul(2);
    let guarded = own_command(Order::words(
        std::process::id(),
        &token,
        memory,
        &program.argv,
    ));
    let is_guarded = guarded.is_some();
    let mut command = guarded.unwrap_or_else(|| {
        let mut command = Command::new(name);
        command.args(arguments);
        command
    });
    if program.clear_env {
        command.env_clear();
        command.envs(std::env::var_os("PATH").map(|path| (OsString::from("PATH"), path)));
    }
    command
        .envs(&program.env)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    if let Some(folder) = &program.folder {
        command.current_dir(folder);
    }
    os::Tree::start(&mut command, token, is_guarded, memory)
}

/// The command that makes the guard's program what these words after its name say; `None` if no
/// guard was named.
pub(super) fn own_command(words: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Option<Command> {
    let mut command = Command::new(GUARD.get()?);
    os::prepare(&mut command);
    command.arg(order::WORD).args(words);
    Some(command)
}

/// A word that no program writes by chance.
fn token() -> String {
    use std::hash::{BuildHasher, RandomState};
    format!(
        "acegate-{:016x}",
        RandomState::new().hash_one(std::process::id())
    )
}
