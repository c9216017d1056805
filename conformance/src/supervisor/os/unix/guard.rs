//! The guard: the process between acegate and a foreign program.
//!
//! In: an [`Order`]. Out: the program, running on the guard's three streams. When the program has
//! ended, the guard ends in the same way: with the same status, or by the same signal.
//!
//! acegate starts itself as `acegate __child …`; that process is the guard. It starts a new
//! session, so that the program has no terminal. It gives up the right to new privileges, sets the
//! limits, and becomes the parent of every descendant whose own parent ends. Then it starts the
//! program and waits. When the program ends, and when acegate ends, even if it is killed, the guard
//! kills every process below itself and ends. If the guard is killed, the kernel kills the program.
//! If the program stops acegate, the guard lets it go on.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, ExitCode};
use std::time::{Duration, Instant};

use rustix::process::{
    Pid, Resource, Rlimit, Signal, WaitOptions, WaitStatus, getpid, getppid, getrlimit,
    kill_process, setrlimit, setsid, wait,
};
use signal_hook::consts::{SIGCHLD, SIGCONT, SIGTERM};

use super::end::end_all;
use super::system;
use crate::supervisor::order::{NOT_STARTED, Order};

/// How long a guard tries to end the processes below itself.
const END: Duration = Duration::from_secs(10);

/// How long a guard waits for the end of a process that traces acegate, after killing it.
const TRACER_END: Duration = Duration::from_secs(1);

/// How many files a process of the program may have open. Each file, pipe and socket can hold memory that is
/// resident in no process; 1024 is the usual limit of a process on Linux, so no program misses more.
const OPEN_FILES: u64 = 1024;

/// Runs as the guard for this order. Returns the status to end with.
pub(crate) fn main(order: &Order) -> ExitCode {
    match guard(order) {
        Ok(Some(end)) => {
            let status = if let Some(signal) = end.terminating_signal() {
                // This returns only for signals that it does not know, such as real-time signals.
                let _ = signal_hook::low_level::emulate_default_handler(signal);
                128 + signal
            } else {
                end.exit_status().unwrap_or(1)
            };
            ExitCode::from(u8::try_from(status).unwrap_or(1))
        }
        Ok(None) => ExitCode::from(1),
        Err(error) => not_started(order, &error),
    }
}

/// Becomes the program of this order. It returns only if that fails, or if the guard has ended meanwhile.
pub(crate) fn become_program(order: &Order) -> ExitCode {
    system::end_with_parent();
    // The guard may have ended before.
    if is_orphan(order) {
        return ExitCode::from(1);
    }
    let Some((program, arguments)) = order.argv.split_first() else {
        return not_started(order, &io::ErrorKind::InvalidInput.into());
    };
    let error = Command::new(program).args(arguments).exec();
    not_started(order, &error)
}

/// Says why the program does not start. Returns the status that goes with it.
fn not_started(order: &Order, error: &io::Error) -> ExitCode {
    // If the message cannot be written, the status says enough.
    let _ = writeln!(io::stderr(), "{} {error}", order.token);
    ExitCode::from(NOT_STARTED as u8)
}

/// Starts the program and waits for its end. Returns `None` if acegate ends first.
fn guard(order: &Order) -> io::Result<Option<WaitStatus>> {
    // If one of these fails, a guard with the others is still better than none: acegate finds the
    // processes of the program without their help.
    let _ = setsid();
    system::prepare_guard();
    limit(Resource::Data, order.memory);
    limit(Resource::Core, 0);
    limit(Resource::Nofile, OPEN_FILES);
    let (mut woken, wake) = UnixStream::pair()?;
    woken.set_read_timeout(system::LOOK_FOR_PARENT)?;
    signal_hook::low_level::pipe::register(SIGCHLD, wake.try_clone()?)?;
    signal_hook::low_level::pipe::register(SIGCONT, wake.try_clone()?)?;
    signal_hook::low_level::pipe::register(SIGTERM, wake)?;
    // From here on the end of acegate sends a signal. It may have ended before.
    if is_orphan(order) {
        return Ok(None);
    }
    let (program, arguments) = order
        .argv
        .split_first()
        .ok_or(io::ErrorKind::InvalidInput)?;
    let child = system::program_command(order, program, arguments).spawn()?;
    leave_streams();
    let mut was_stopped = false;
    loop {
        let ending = reap(&child);
        if ending.is_some() || is_orphan(order) {
            end_all_below(&child, &order.token);
            return Ok(ending);
        }
        was_stopped = free_parent(was_stopped);
        // Every signal writes an octet, so one that comes before this line is not missed.
        let _ = woken.read(&mut [0; 64]);
    }
}

/// Lets acegate go on: ends a process of the program that traces it, and wakes it if it has been stopped at
/// two looks in a row. Returns whether it has been stopped.
fn free_parent(was_stopped: bool) -> bool {
    let Some(parent) = getppid() else {
        return false;
    };
    let is_freed = end_tracer(parent);
    let is_stopped = system::is_stopped_by_others(parent);
    // The end of its tracer leaves acegate stopped, or about to stop, which SIGCONT prevents.
    if is_freed || is_stopped && was_stopped {
        let _ = kill_process(parent, Signal::CONT);
    }
    is_stopped
}

/// Ends a process of the program that traces acegate. Returns whether there was one.
fn end_tracer(acegate: Pid) -> bool {
    let deadline = Instant::now() + TRACER_END;
    let mut was_traced = false;
    while let Some((tracer, stat)) = system::tracer_from_below(acegate) {
        system::signal(tracer, &stat, Signal::KILL);
        was_traced = true;
        if Instant::now() >= deadline {
            break;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    was_traced
}

/// Kills every process below the guard.
///
/// Processes that start others as fast as they end would leave a list of the ended that is longer at each look,
/// and then no look is fast enough: so their statuses are read before each. And a look may miss one that has
/// just been started, but the kernel says whether a child is left.
fn end_all_below(child: &Child, token: &str) {
    let deadline = Instant::now() + END;
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        end_all(
            || {
                reap(child);
                system::descendants(getpid(), token)
            },
            left,
        );
        if wait(WaitOptions::NOHANG).is_err() || left.is_zero() {
            return;
        }
    }
}

/// Whether acegate, which started the guard, has ended.
fn is_orphan(order: &Order) -> bool {
    getppid().map(|pid| pid.as_raw_pid().cast_unsigned()) != Some(order.parent)
}

/// Sets a limit that every descendant inherits and cannot raise. A limit that is lower already stays.
fn limit(resource: Resource, value: u64) {
    let value = getrlimit(resource)
        .maximum
        .map_or(value, |maximum| maximum.min(value));
    let _ = setrlimit(
        resource,
        Rlimit {
            current: Some(value),
            maximum: Some(value),
        },
    );
}

/// Reads the status of every child that has ended. Returns the status of the program; `None` if it still runs.
fn reap(child: &Child) -> Option<WaitStatus> {
    let mut ending = None;
    while let Ok(Some((pid, status))) = wait(WaitOptions::NOHANG) {
        if pid == Pid::from_child(child) {
            ending = Some(status);
        }
    }
    ending
}

/// Closes the guard's copies of the streams, so that acegate sees when the program closes its streams.
fn leave_streams() {
    if let Ok(null) = File::options().read(true).write(true).open("/dev/null") {
        let _ = rustix::stdio::dup2_stdin(&null);
        let _ = rustix::stdio::dup2_stdout(&null);
        let _ = rustix::stdio::dup2_stderr(&null);
    }
}
