//! The three standard streams of a program.
//!
//! In: the octets that acegate sends. Out: lines of standard output, and the last octets of standard
//! error. [`Streams::serve`] moves every octet that can be moved without waiting. So a program that
//! writes before it reads does not block acegate, and acegate does not block the program.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read, Write};
use std::time::Duration;

use super::buffer::LineBuffer;
use super::os::{Input, Output, wait};

/// The number of bytes of standard error that are kept.
const STDERR_KEPT: usize = 4096;

/// The number of buffers that are read from one stream before the next one.
const TURN: usize = 16;

/// The streams of a running program. A stream that is closed is `None`.
#[derive(Debug)]
pub(super) struct Streams {
    stdin: Option<Input>,
    stdout: Option<Output>,
    stderr: Option<Output>,
    /// The octets that are not written yet.
    unsent: VecDeque<u8>,
    /// Whether standard input is closed once nothing is unsent.
    closing: bool,
    /// The output that is not taken yet.
    pub(super) received: LineBuffer,
    /// The output limit in bytes. Beyond it, a turn reads no more.
    limit: usize,
    stderr_tail: VecDeque<u8>,
    /// How many octets of standard error came since this was last set to zero.
    pub(super) stderr_count: usize,
}

impl Streams {
    /// The streams of a program: input, output and standard error.
    pub(super) fn new((stdin, stdout, stderr): (Input, Output, Output), limit: usize) -> Self {
        Self {
            stdin: Some(stdin),
            stdout: Some(stdout),
            stderr: Some(stderr),
            unsent: VecDeque::new(),
            closing: false,
            received: LineBuffer::default(),
            limit,
            stderr_tail: VecDeque::new(),
            stderr_count: 0,
        }
    }

    /// Queues octets for standard input.
    pub(super) fn send(&mut self, octets: &[u8]) {
        self.unsent.extend(octets);
    }

    /// Closes standard input as soon as everything queued is written.
    pub(super) fn close_input(&mut self) {
        self.closing = true;
        if self.unsent.is_empty() {
            self.stdin = None;
        }
    }

    /// Whether the program has closed its standard output, or has ended.
    pub(super) const fn is_output_closed(&self) -> bool {
        self.stdout.is_none()
    }

    /// Reads what an ended program left in the pipe, up to the output limit, and closes the stream.
    pub(super) fn drain_output(&mut self) {
        while self.received.len() <= self.limit && self.read_stdout() {}
        self.stdout = None;
    }

    /// The last octets of standard error, as text.
    pub(super) fn stderr(&mut self) -> String {
        String::from_utf8_lossy(self.stderr_tail.make_contiguous())
            .trim()
            .to_owned()
    }

    /// Waits up to `limit` until a stream is ready, then moves what can be moved. Returns whether
    /// anything came from the program.
    pub(super) fn serve(&mut self, limit: Duration) -> io::Result<bool> {
        let outputs = [self.stdout.as_ref(), self.stderr.as_ref()];
        let input = if self.unsent.is_empty() {
            None
        } else {
            self.stdin.as_ref()
        };
        if !wait(outputs, input, limit)? {
            return Ok(false);
        }
        self.write_stdin();
        let from_stderr = self.read_stderr();
        Ok(self.read_stdout() || from_stderr)
    }

    fn write_stdin(&mut self) {
        while let Some(stdin) = &mut self.stdin {
            let (front, _) = self.unsent.as_slices();
            if front.is_empty() {
                if self.closing {
                    self.stdin = None;
                }
                break;
            }
            match stdin.write(front) {
                Ok(written) => drop(self.unsent.drain(..written)),
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => {
                    // The program has closed its input. A later wait reports its end or its silence.
                    self.stdin = None;
                    self.unsent.clear();
                }
            }
        }
    }

    fn read_stdout(&mut self) -> bool {
        let Self {
            stdout,
            received,
            limit,
            ..
        } = self;
        read::<{ 1 << 16 }>(stdout, |octets| {
            received.extend(octets);
            received.len() < *limit
        })
    }

    fn read_stderr(&mut self) -> bool {
        let Self {
            stderr,
            stderr_tail,
            stderr_count,
            ..
        } = self;
        read::<{ 1 << 12 }>(stderr, |octets| {
            *stderr_count = stderr_count.saturating_add(octets.len());
            stderr_tail.extend(octets);
            stderr_tail.drain(..stderr_tail.len().saturating_sub(STDERR_KEPT));
            true
        })
    }
}

/// Reads what has come, in pieces of at most `SIZE`, until `take` wants no more in this turn. Closes a
/// stream that has ended. Returns whether anything came, or the end.
fn read<const SIZE: usize>(
    stream: &mut Option<impl Read>,
    mut take: impl FnMut(&[u8]) -> bool,
) -> bool {
    let mut buffer = [0; SIZE];
    let mut moved = false;
    for _ in 0..TURN {
        match stream.as_mut().map(|stream| stream.read(&mut buffer)) {
            Some(Ok(0)) => {
                *stream = None;
                return true;
            }
            Some(Ok(length)) => {
                moved = true;
                if !take(&buffer[..length]) || length < SIZE {
                    break;
                }
            }
            Some(Err(error)) if error.kind() == ErrorKind::Interrupted => {}
            Some(Err(_)) | None => break,
        }
    }
    moved
}
