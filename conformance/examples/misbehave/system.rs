//! The parts of faults that each system has in its own way.

pub(crate) use this::{Signal, close_output, cpu_time, leave_session, signal_self, start};

#[cfg(unix)]
mod this {
    use std::fs::File;
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::Command;
    use std::time::Duration;

    pub(crate) use rustix::process::Signal;
    use rustix::process::{getpid, kill_process, setsid};
    use rustix::time::{ClockId, clock_gettime};

    use super::super::tree::Leaves;

    /// Sends this process a signal.
    pub(crate) fn signal_self(signal: Signal) {
        let _ = kill_process(getpid(), signal);
    }

    pub(crate) fn close_output() -> io::Result<()> {
        Ok(rustix::stdio::dup2_stdout(File::open("/dev/null")?)?)
    }

    /// Starts a child, which may leave the group of this process.
    pub(crate) fn start(command: &mut Command, leaves: Leaves) -> io::Result<()> {
        if leaves == Leaves::Group {
            command.process_group(0);
        }
        command.spawn().map(drop)
    }

    pub(crate) fn leave_session() -> io::Result<()> {
        setsid()?;
        Ok(())
    }

    /// The CPU time of this process.
    pub(crate) fn cpu_time() -> Duration {
        let time = clock_gettime(ClockId::ProcessCPUTime);
        Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
    }
}

#[cfg(windows)]
mod this {
    use std::io;
    use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
    use std::os::windows::process::CommandExt;
    use std::process::Command;
    use std::sync::OnceLock;
    use std::time::{Duration, Instant};

    use windows_sys::Win32::System::Threading::{
        CREATE_BREAKAWAY_FROM_JOB, CREATE_NEW_PROCESS_GROUP, DETACHED_PROCESS,
    };

    use super::super::tree::Leaves;

    /// The signals that have an equal here.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Signal(&'static str);

    impl Signal {
        pub(crate) const SEGV: Self = Self("an access violation");
        pub(crate) const STOP: Self = Self("no progress");
        pub(crate) const KILL: Self = Self("the end");
    }

    /// `STATUS_ACCESS_VIOLATION`, by which a process ends that reads where it has no memory.
    const ACCESS_VIOLATION: u32 = 0xC000_0005;

    /// Ends or stops this process as the signal would.
    pub(crate) fn signal_self(signal: Signal) {
        match signal.0 {
            "an access violation" => std::process::exit(ACCESS_VIOLATION.cast_signed()),
            "no progress" => super::super::hang(),
            _ => std::process::exit(1),
        }
    }

    #[expect(unsafe_code, reason = "the standard library closes no standard stream")]
    pub(crate) fn close_output() -> io::Result<()> {
        // SAFETY: nothing is written to standard output from here on.
        drop(unsafe { OwnedHandle::from_raw_handle(io::stdout().as_raw_handle()) });
        Ok(())
    }

    /// Starts a child, which may leave the group and the console of this process, and its job, too, if
    /// that is allowed.
    pub(crate) fn start(command: &mut Command, leaves: Leaves) -> io::Result<()> {
        if leaves == Leaves::Nothing {
            return command.spawn().map(drop);
        }
        let flags = CREATE_NEW_PROCESS_GROUP | DETACHED_PROCESS;
        let outside = command
            .creation_flags(flags | CREATE_BREAKAWAY_FROM_JOB)
            .spawn();
        outside
            .or_else(|_| command.creation_flags(flags).spawn())
            .map(drop)
    }

    /// Leaves nothing: a child was started outside everything that it could leave.
    pub(crate) const fn leave_session() -> io::Result<()> {
        Ok(())
    }

    /// The time since the first call: this process does nothing else meanwhile.
    pub(crate) fn cpu_time() -> Duration {
        static BEGUN: OnceLock<Instant> = OnceLock::new();
        BEGUN.get_or_init(Instant::now).elapsed()
    }
}
