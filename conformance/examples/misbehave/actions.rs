//! The parts that faults are made of.

use std::io::{self, Write};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use clap::ValueEnum;
use rustix::process::{Signal, getpid, kill_process};

use super::mode::Mode;

pub(crate) fn say(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()
}

/// The line with one more field, which readers ignore, so that it has `length` bytes.
pub(crate) fn padded(mut line: Vec<u8>, length: usize) -> Vec<u8> {
    let frame = br#","pad":""}"#.len() - 1;
    let padding = "p".repeat(length.saturating_sub(line.len() + frame));
    line.truncate(line.len() - 2);
    line.extend(format!(",\"pad\":\"{padding}\"}}\n").bytes());
    line
}

pub(crate) fn exit(status: u8) -> ! {
    std::process::exit(status.into())
}

pub(crate) fn hang() -> ! {
    loop {
        sleep(Duration::from_secs(3600));
    }
}

pub(crate) fn end_by(signal: Signal) -> ! {
    // The first SIGSEGV only removes Rust's own handler for it.
    loop {
        let _ = kill_process(getpid(), signal);
        sleep(Duration::from_millis(1));
    }
}

pub(crate) fn flood(bytes: &[u8]) -> ! {
    let block = bytes.repeat(1024);
    while say(&block).is_ok() {}
    hang()
}

/// Takes memory slowly enough to be watched, and touches it so that it is resident.
pub(crate) fn allocate() -> ! {
    let mut taken = Vec::new();
    loop {
        taken.push(vec![1_u8; 1 << 20]);
        sleep(Duration::from_millis(3));
    }
}

/// Starts this program as a child with the same standard output, and sends it hello.
pub(crate) fn leave_child(mode: Mode) -> io::Result<()> {
    let name = mode.to_possible_value().map(|value| value.get_name().to_owned());
    let mut child = Command::new(std::env::current_exe()?)
        .arg(name.unwrap_or_default())
        .stdin(Stdio::piped())
        .spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(b"{\"type\":\"hello\"}\n")?;
        // The child's input stays open: the child would end at its end.
        std::mem::forget(stdin);
    }
    Ok(())
}
