//! A process of its own that judges inputs, so that a hang or the death of a process is an answer
//! too.
//!
//! Lines go both ways: a packed input there, `ok` or a JSON object with the failure back.

use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::failure::{FailureKind, Signature};
use crate::replay::replay;
use crate::seeds::{pack, unpack};
use crate::targets::Target;

/// Whoever can say whether an input breaks a claim.
pub trait Judge {
    /// The verdict on one input.
    ///
    /// # Errors
    ///
    /// Where there is no verdict because the judge failed.
    fn judge(&mut self, octets: &[u8]) -> io::Result<Verdict>;
}

/// Whether the claim holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It holds.
    Holds,
    /// It is broken.
    Broken(Broken),
}

/// How a claim is broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The signature of the failure.
    pub signature: Signature,
    /// Its kind.
    pub kind: FailureKind,
    /// What was seen.
    pub detail: String,
}

/// A process that judges by one target; it is started again whenever it ends.
#[derive(Debug)]
pub struct Worker {
    target: &'static Target,
    patience: Duration,
    program: PathBuf,
    environment: Vec<(String, String)>,
    process: Option<Running>,
}

#[derive(Debug)]
struct Running {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

#[derive(Serialize, Deserialize)]
struct Line {
    signature: String,
    kind: String,
    detail: String,
}

impl Worker {
    /// A worker that takes an input for a hang after `patience`.
    ///
    /// # Errors
    ///
    /// Where this program cannot be started once more.
    pub fn start(target: &'static Target, patience: Duration) -> io::Result<Self> {
        Self::start_as(&std::env::current_exe()?, target, patience, &[])
    }

    /// The same with another build of this program and with variables for it.
    ///
    /// # Errors
    ///
    /// Where the program cannot be started.
    pub fn start_as(
        program: &Path,
        target: &'static Target,
        patience: Duration,
        environment: &[(&str, String)],
    ) -> io::Result<Self> {
        let environment =
            environment.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
        let mut worker = Self {
            target,
            patience,
            program: program.to_owned(),
            environment: environment.collect(),
            process: None,
        };
        worker.running()?;
        Ok(worker)
    }

    fn running(&mut self) -> io::Result<&mut Running> {
        if self.process.is_none() {
            let mut child = Command::new(&self.program)
                .args(["judge", self.target.name])
                .envs(self.environment.iter().map(|(name, value)| (name, value)))
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()?;
            let closed = || io::Error::from(io::ErrorKind::BrokenPipe);
            let input = child.stdin.take().ok_or_else(closed)?;
            let output = child.stdout.take().ok_or_else(closed)?;
            let (sender, lines) = channel();
            thread::spawn(move || {
                for line in BufReader::new(output).lines().map_while(Result::ok) {
                    if sender.send(line).is_err() {
                        break;
                    }
                }
            });
            self.process = Some(Running { child, input, lines });
        }
        self.process.as_mut().ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn ended(&mut self, kind: FailureKind, detail: String) -> Verdict {
        self.stop();
        let word = kind.as_str();
        let signature = Signature(format!("{} | - | {word} ~ - | {word} | -", self.target.name));
        Verdict::Broken(Broken { signature, kind, detail })
    }

    fn stop(&mut self) {
        if let Some(mut running) = self.process.take() {
            // It may be gone already.
            let _ = running.child.kill();
            let _ = running.child.wait();
        }
    }
}

impl Judge for Worker {
    fn judge(&mut self, octets: &[u8]) -> io::Result<Verdict> {
        let patience = self.patience;
        let running = self.running()?;
        let line = pack([&octets.to_vec()]);
        let sent = running.input.write_all(line.as_bytes()).and_then(|()| running.input.flush());
        let answer = running.lines.recv_timeout(patience);
        match answer {
            Ok(line) if line == "ok" => Ok(Verdict::Holds),
            Ok(line) => {
                let line: Line = serde_json::from_str(&line).map_err(io::Error::other)?;
                let kind = FailureKind::from_name(&line.kind).unwrap_or(FailureKind::Death);
                let signature = Signature(line.signature);
                Ok(Verdict::Broken(Broken { signature, kind, detail: line.detail }))
            }
            Err(RecvTimeoutError::Timeout) => {
                let detail = format!("no answer within {} s", patience.as_secs_f32());
                Ok(self.ended(FailureKind::Hang, detail))
            }
            Err(RecvTimeoutError::Disconnected) => {
                let status = running.child.wait()?;
                if sent.is_err() && status.success() {
                    return Err(io::Error::other("the judging process ended by itself"));
                }
                Ok(self.ended(FailureKind::Death, format!("the process ended: {status}")))
            }
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The other side: judges the inputs on standard input until it ends.
///
/// # Errors
///
/// Where reading or writing fails, or a line is no packed input.
pub fn serve(target: &'static Target) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let inputs = unpack(&format!("{}\n", line?)).map_err(|_| io::ErrorKind::InvalidData)?;
        let octets = inputs.first().cloned().unwrap_or_default();
        match replay(target, &octets) {
            Ok(()) => writeln!(out, "ok")?,
            Err(failure) => {
                let line = Line {
                    signature: failure.signature().0,
                    kind: failure.kind.as_str().to_owned(),
                    detail: failure.detail,
                };
                writeln!(out, "{}", serde_json::to_string(&line)?)?;
            }
        }
        out.flush()?;
    }
    Ok(())
}
