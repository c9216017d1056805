//! The ends of pipes that never block.
//!
//! Pipes of Windows cannot be waited for together, so a thread serves each stream of a child, up to some
//! octets ahead. A thread ends with its stream, which ends with the tree.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read, Write};
use std::process::Child;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How many octets a thread reads or keeps ahead.
const AHEAD: usize = 1 << 16;

/// How long the last octets of a tree that was ended may take.
const LAST: Duration = Duration::from_secs(5);

/// The octets on their way in the three streams of a tree.
#[derive(Debug, Default)]
pub(super) struct Pipes {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    input: Queue,
    outputs: [Queue; 2],
    /// Whether every process of the tree has ended, so that each stream ends.
    has_ended: bool,
}

/// The octets that one end has put in and the other has not taken.
#[derive(Debug, Default)]
struct Queue {
    octets: VecDeque<u8>,
    /// Whether no more will be put in.
    is_over: bool,
    /// Whether no more will be taken out.
    is_left: bool,
}

/// The end of standard input that acegate writes.
#[derive(Debug)]
pub(crate) struct Input(Arc<Pipes>);

/// The end of an output that acegate reads.
#[derive(Debug)]
pub(crate) struct Output(Arc<Pipes>, usize);

/// Takes the streams of a child: its input, its output and its standard error.
pub(super) fn take(child: &mut Child, pipes: &Arc<Pipes>) -> io::Result<(Input, Output, Output)> {
    let mut stdin = child.stdin.take().ok_or_else(no_pipe)?;
    let mut stdout = child.stdout.take().ok_or_else(no_pipe)?;
    let mut stderr = child.stderr.take().ok_or_else(no_pipe)?;
    let start = |serve: Box<dyn FnOnce(&Pipes) + Send>| {
        let pipes = pipes.clone();
        thread::Builder::new()
            .spawn(move || serve(&pipes))
            .map(drop)
    };
    start(Box::new(move |pipes| pipes.write_from(&mut stdin)))?;
    start(Box::new(move |pipes| pipes.read_into(0, &mut stdout)))?;
    start(Box::new(move |pipes| pipes.read_into(1, &mut stderr)))?;
    Ok((
        Input(pipes.clone()),
        Output(pipes.clone(), 0),
        Output(pipes.clone(), 1),
    ))
}

/// Waits up to `limit` until one of the outputs has something or the input takes something. Returns
/// whether one does.
pub(crate) fn wait(
    outputs: [Option<&Output>; 2],
    input: Option<&Input>,
    limit: Duration,
) -> io::Result<bool> {
    let pipes = outputs
        .into_iter()
        .flatten()
        .map(|it| &it.0)
        .chain(input.map(|it| &it.0))
        .next();
    let Some(pipes) = pipes else {
        thread::sleep(limit);
        return Ok(false);
    };
    let is_idle = |state: &mut State| {
        // The last octets of a tree that has ended are waited for as they are read.
        let has_some = |it: &Output| {
            let queue = &state.outputs[it.1];
            state.has_ended || queue.is_over || !queue.octets.is_empty()
        };
        let takes = state.input.is_left || state.input.octets.len() < AHEAD;
        !(outputs.into_iter().flatten().any(has_some) || input.is_some() && takes)
    };
    let waited = pipes
        .changed
        .wait_timeout_while(pipes.lock(), limit, is_idle);
    Ok(!waited.unwrap_or_else(PoisonError::into_inner).1.timed_out())
}

impl Pipes {
    /// Says that every process of the tree has ended.
    pub(super) fn end(&self) {
        self.lock().has_ended = true;
        self.changed.notify_all();
    }

    /// Writes what comes to the input, until no more comes or the pipe is closed.
    fn write_from(&self, stream: &mut impl Write) {
        loop {
            let wait = |state: &mut State| state.input.octets.is_empty() && !state.input.is_over;
            let state = self.changed.wait_while(self.lock(), wait);
            let next: Vec<u8> = state
                .unwrap_or_else(PoisonError::into_inner)
                .input
                .octets
                .drain(..)
                .collect();
            self.changed.notify_all();
            if next.is_empty() || stream.write_all(&next).is_err() {
                break;
            }
        }
        self.lock().input.is_left = true;
        self.changed.notify_all();
    }

    /// Reads an output until it ends, or the receiver is gone.
    fn read_into(&self, index: usize, stream: &mut impl Read) {
        let mut buffer = vec![0; AHEAD];
        loop {
            let length = match stream.read(&mut buffer) {
                Ok(length) => length,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(_) => 0,
            };
            let mut state = self.lock();
            let queue = &mut state.outputs[index];
            queue.octets.extend(&buffer[..length]);
            queue.is_over = length == 0;
            self.changed.notify_all();
            let is_full = |state: &mut State| {
                let queue = &state.outputs[index];
                queue.octets.len() >= AHEAD && !queue.is_left
            };
            let state = self.changed.wait_while(state, is_full);
            let queue = &state.unwrap_or_else(PoisonError::into_inner).outputs[index];
            if queue.is_over || queue.is_left {
                break;
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Write for Input {
    fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
        let mut state = self.0.lock();
        if state.input.is_left {
            return Err(ErrorKind::BrokenPipe.into());
        }
        let length = octets
            .len()
            .min(AHEAD - state.input.octets.len().min(AHEAD));
        if length == 0 {
            return Err(ErrorKind::WouldBlock.into());
        }
        state.input.octets.extend(&octets[..length]);
        self.0.changed.notify_all();
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for Input {
    fn drop(&mut self) {
        self.0.lock().input.is_over = true;
        self.0.changed.notify_all();
    }
}

impl Read for Output {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut state = self.0.lock();
        if state.has_ended {
            let wait = |state: &mut State| {
                state.outputs[self.1].octets.is_empty() && !state.outputs[self.1].is_over
            };
            let waited = self.0.changed.wait_timeout_while(state, LAST, wait);
            (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        }
        let State {
            outputs, has_ended, ..
        } = &mut *state;
        let queue = &mut outputs[self.1];
        if queue.octets.is_empty() && !queue.is_over && !*has_ended {
            return Err(ErrorKind::WouldBlock.into());
        }
        let length = queue.octets.read(buffer)?;
        self.0.changed.notify_all();
        Ok(length)
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        self.0.lock().outputs[self.1].is_left = true;
        self.0.changed.notify_all();
    }
}

fn no_pipe() -> io::Error {
    io::Error::other("a stream is no pipe")
}
