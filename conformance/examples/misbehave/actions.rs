//! The parts that faults are made of.

use std::io::{self, Write};
use std::thread::sleep;
use std::time::Duration;

use super::system::{Signal, signal_self};

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
    line.extend_from_slice(format!(",\"pad\":\"{padding}\"}}\n").as_bytes());
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
        signal_self(signal);
        sleep(Duration::from_millis(1));
    }
}

pub(crate) fn flood(text: &str) -> ! {
    let block = text.repeat(1024);
    while say(block.as_bytes()).is_ok() {}
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
