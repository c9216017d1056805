//! Faults of processes: descendants that get away, take memory, or attack the supervisor.

use std::fs::{self, File};
use std::io::{self, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

use clap::ValueEnum;

use super::system::{Signal, cpu_time, leave_session, start};
use super::{allocate, flood, hang};

/// The behaviour of a process that this program leaves running.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Child {
    /// Waits, holding standard output.
    Waits,
    /// Waits, with all streams closed.
    WaitsClosed,
    /// Writes to standard output without end.
    Floods,
    /// Takes memory without end.
    Allocates,
    /// Takes some memory and waits.
    TakesSome,
    /// Starts another one like itself as soon as it runs, and ends.
    Respawns,
    /// Computes without end.
    Spins,
}

/// How a process leaves its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leaves {
    /// It stays where it is.
    Nothing,
    /// It has a separate process group.
    Group,
    /// It has a separate session.
    Session,
    /// It has a separate session, and its parent has exited.
    Parent,
}

/// Starts this program again as a child of that kind. The word `child` calls it up.
pub(crate) fn leave(child: Child, leaves: Leaves) -> io::Result<()> {
    let mut command = Command::new(std::env::current_exe()?);
    let session = match leaves {
        Leaves::Nothing | Leaves::Group => "stays",
        Leaves::Session => "session",
        Leaves::Parent => "daemon",
    };
    command
        .args(["child", &format!("{child:?}"), session])
        .stdin(Stdio::null());
    if child == Child::WaitsClosed {
        command.stdout(Stdio::null()).stderr(Stdio::null());
    }
    start(&mut command, leaves)
}

/// The part of a child that [`leave`] started; `None` if the words are not of one.
pub(crate) fn child(words: &[String]) -> Option<io::Result<()>> {
    let [first, kind, session] = words else {
        return None;
    };
    if first != "child" {
        return None;
    }
    let mut children = Child::value_variants().iter();
    let child = *children.find(|child| format!("{child:?}") == *kind)?;
    Some(live(child, session))
}

fn live(child: Child, session: &str) -> io::Result<()> {
    if session != "stays" {
        leave_session()?;
    }
    if session == "daemon" {
        return leave(child, Leaves::Nothing);
    }
    match child {
        Child::Waits | Child::WaitsClosed => hang(),
        Child::Floods => flood("aaaaaaaa"),
        Child::Allocates => allocate(),
        Child::TakesSome => {
            let taken = vec![1_u8; 30 << 20];
            std::hint::black_box(&taken);
            hang()
        }
        Child::Respawns => leave(Child::Respawns, Leaves::Session),
        Child::Spins => spin(Duration::MAX),
    }
}

/// Computes until the process has had so much CPU time.
pub(crate) fn spin(time: Duration) -> io::Result<()> {
    let end = cpu_time().saturating_add(time);
    let mut sum = 0_u64;
    while cpu_time() < end {
        sum = std::hint::black_box(sum.wrapping_mul(31).wrapping_add(1));
    }
    Ok(())
}

/// Whether a file keeps its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Name {
    Kept,
    Removed,
}

/// Grows a file in memory that is mapped nowhere.
pub(crate) fn fill_memory_file(name: Name) -> io::Result<()> {
    let mut file = memory_file(0, name)?;
    loop {
        file.write_all(&[1; 1 << 20])?;
        std::thread::sleep(Duration::from_millis(3));
    }
}

/// Makes files in memory that are small.
pub(crate) fn fill_small_files() -> io::Result<()> {
    let mut files = Vec::new();
    loop {
        let mut file = memory_file(files.len(), Name::Removed)?;
        file.write_all(&[1; 1 << 19])?;
        files.push(file);
        std::thread::sleep(Duration::from_millis(3));
    }
}

fn memory_file(number: usize, name: Name) -> io::Result<File> {
    let path = format!("/dev/shm/acegate-misbehave-{}-{number}", std::process::id());
    let file = File::create_new(&path)?;
    if name == Name::Removed {
        fs::remove_file(&path)?;
    }
    Ok(file)
}

/// Opens files as far as that is allowed, and says on standard error how many it could.
pub(crate) fn open_files(count: usize) {
    let files: Vec<File> = (0..count)
        .map_while(|_| File::open("/dev/null").ok())
        .collect();
    // The test reads it; nobody is there to read what cannot be written.
    let _ = writeln!(io::stderr(), "opened {} files", files.len());
}

/// Tries to reach a terminal, and says on standard error what came of it.
pub(crate) fn attack_terminal() {
    let reached = File::options()
        .read(true)
        .write(true)
        .open("/dev/tty")
        .and_then(|mut tty| {
            // Sets the title, clears the screen, and asks the terminal to type an answer.
            tty.write_all(b"\x1b]0;owned\x07\x1b[2J\x1b[6nTERMINAL-REACHED\n")
        });
    // The test reads it; nobody is there to read what cannot be written.
    let _ = writeln!(io::stderr(), "terminal: {reached:?}");
}

/// Sends a signal to the process that started this one. Windows tells no process which that is.
#[cfg(not(unix))]
pub(crate) const fn signal_parent(_: Signal) {}

/// Sends a signal to the process that started this one.
#[cfg(unix)]
pub(crate) fn signal_parent(signal: Signal) {
    use rustix::process::{Pid, getppid, kill_process};
    if let Some(parent) = getppid().filter(|parent| *parent != Pid::INIT) {
        let _ = kill_process(parent, signal);
    }
}

/// Remembers the process that has started the parent of this one.
#[cfg(unix)]
pub(crate) fn know_grandparent() {
    use rustix::process::getppid;
    let Some(parent) = getppid() else { return };
    let line =
        fs::read_to_string(format!("/proc/{}/stat", parent.as_raw_pid())).unwrap_or_default();
    // The fields after the name, which ends with the last parenthesis: the state, and the parent.
    let fields = line.rsplit_once(") ").map_or("", |(_, fields)| fields);
    if let Some(grandparent) = fields
        .split(' ')
        .nth(1)
        .and_then(|field| field.parse().ok())
    {
        let _ = GRANDPARENT.set(grandparent);
    }
}

#[cfg(unix)]
static GRANDPARENT: std::sync::OnceLock<i32> = std::sync::OnceLock::new();

/// Remembers nothing: Windows tells no process which that is.
#[cfg(not(unix))]
pub(crate) const fn know_grandparent() {}

/// Sends a signal to the process that had started the parent when this program started.
#[cfg(unix)]
pub(crate) fn signal_grandparent(signal: Signal) {
    use rustix::process::{Pid, kill_process};
    let grandparent = GRANDPARENT.get().and_then(|number| Pid::from_raw(*number));
    if let Some(grandparent) = grandparent.filter(|pid| *pid != Pid::INIT) {
        let _ = kill_process(grandparent, signal);
    }
}

/// Sends no signal: Windows tells no process which that is.
#[cfg(not(unix))]
pub(crate) const fn signal_grandparent(_: Signal) {}
