//! The ends of pipes that never block.
//!
//! In: a stream of a child. Out: the same as a reader or a writer whose error is
//! [`WouldBlock`](io::ErrorKind::WouldBlock) if nothing can be moved, and a [`wait`] until something can.

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::process::Child;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

/// The end of standard input that acegate writes.
pub(crate) type Input = File;

/// The end of an output that acegate reads.
pub(crate) type Output = File;

/// Takes the streams of a child: its input, its output and its standard error.
pub(super) fn take(child: &mut Child) -> io::Result<(Input, Output, Output)> {
    Ok((
        unblocked(child.stdin.take().ok_or_else(no_pipe)?.into())?,
        unblocked(child.stdout.take().ok_or_else(no_pipe)?.into())?,
        unblocked(child.stderr.take().ok_or_else(no_pipe)?.into())?,
    ))
}

fn no_pipe() -> io::Error {
    io::Error::other("a stream is no pipe")
}

/// Waits up to `limit` until one of the outputs has something or the input takes something. Returns
/// whether one does.
pub(crate) fn wait(
    outputs: [Option<&Output>; 2],
    input: Option<&Input>,
    limit: Duration,
) -> io::Result<bool> {
    let mut ready = Vec::new();
    for output in outputs.into_iter().flatten() {
        ready.push(PollFd::new(output, PollFlags::IN));
    }
    if let Some(input) = input {
        ready.push(PollFd::new(input, PollFlags::OUT));
    }
    let limit = Timespec {
        tv_sec: i64::try_from(limit.as_secs()).unwrap_or(i64::MAX),
        tv_nsec: limit.subsec_nanos().into(),
    };
    match poll(&mut ready, Some(&limit)) {
        Ok(count) => Ok(count > 0),
        Err(rustix::io::Errno::INTR) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

fn unblocked(stream: OwnedFd) -> io::Result<File> {
    fcntl_setfl(&stream, fcntl_getfl(&stream)? | OFlags::NONBLOCK)?;
    Ok(stream.into())
}
