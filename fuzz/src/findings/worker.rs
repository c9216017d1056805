//! A process of its own that judges inputs, so that a hang and a death are verdicts, too.
//!
//! Lines go both ways: a packed input there, `null` or the violation as JSON back.

use std::io::{self, BufRead, Write};
use std::path::Path;
use std::time::Duration;

use acegate::hunt::{Effort, Signature, Violation, ViolationKind, minimise};
use acegate::observation::{Fault, StartError};
use acegate::protocol::Request;
use acegate::supervisor::{Exchange, Limits, Process, Program};
use acegate_codec::Value;

use crate::replay::replay;
use crate::seeds::{pack, unpack};
use crate::targets::Target;

/// A process that judges by one target. It is started again after it has ended.
#[derive(Debug)]
pub struct Worker {
    target: &'static Target,
    program: Program,
    limits: Limits,
    process: Option<Process>,
}

impl Worker {
    /// A worker for which an input hangs that takes longer than `patience`.
    ///
    /// # Errors
    ///
    /// If the path of this program is unknown.
    pub fn new(target: &'static Target, patience: Duration) -> io::Result<Self> {
        Ok(Self::of(&std::env::current_exe()?, target, patience, &[]))
    }

    /// The same with another build of this program and with variables for it.
    #[must_use]
    pub fn of(
        program: &Path,
        target: &'static Target,
        patience: Duration,
        environment: &[(&str, String)],
    ) -> Self {
        let mut program =
            Program::new([program.as_os_str(), "judge".as_ref(), target.name.as_ref()]);
        let variables = environment.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
        program.env = variables.collect();
        let limits = Limits { time: patience, memory: MEMORY, ..Limits::default() };
        Self { target, program, limits, process: None }
    }

    /// The violation that an input shows; `None` if the property holds for it.
    ///
    /// # Errors
    ///
    /// If the process cannot be started, says something else than a verdict, or was interrupted.
    pub fn judge(&mut self, octets: &[u8]) -> io::Result<Option<Violation>> {
        if self.process.is_none() {
            let started = Process::start(&self.program, self.limits);
            self.process = Some(started.map_err(|error: StartError| io::Error::other(error))?);
        }
        let Some(process) = &mut self.process else { return Err(io::ErrorKind::NotFound.into()) };
        process.send(pack([&octets.to_vec()]).as_bytes());
        let (kind, detail) = match process.line_within(self.limits.time) {
            Exchange::Line(line) => return serde_json::from_slice(&line).map_err(io::Error::other),
            Exchange::Fault(Fault::NotRun(reason)) => return Err(io::Error::other(reason)),
            Exchange::Fault(fault @ Fault::Timeout { .. }) => {
                (ViolationKind::Hang, fault.to_string())
            }
            Exchange::Fault(fault) => (ViolationKind::Death, fault.to_string()),
            Exchange::End { death, .. } => {
                if let Some(reason) = process.not_started() {
                    return Err(io::Error::other(reason));
                }
                (ViolationKind::Death, death.to_string())
            }
        };
        self.process = None;
        let mut violation = Violation::new("-", kind, kind.as_str(), "-", detail);
        violation.property = self.target.name.to_owned();
        Ok(Some(violation))
    }

    /// The simplest input that was found with the same signature: by the requests that inputs are, or
    /// by their octets if the target is about no codec.
    ///
    /// # Errors
    ///
    /// The errors of [`judge`](Self::judge).
    pub fn minimise(
        &mut self,
        octets: &[u8],
        signature: &Signature,
        effort: Effort,
    ) -> io::Result<Vec<u8>> {
        let target = self.target;
        let mut ask = |octets: Option<Vec<u8>>| match octets {
            Some(octets) => Ok(self.judge(&octets)?.map(|violation| violation.signature())),
            None => io::Result::Ok(None),
        };
        let request = target.request(octets);
        if let Some(request) = request.filter(|known| target.octets(octets, known).is_some()) {
            let mut ask = |request: &Request| ask(target.octets(octets, request));
            let smallest = minimise(&mut ask, request, signature, effort)?;
            return Ok(target.octets(octets, &smallest).unwrap_or_else(|| octets.to_vec()));
        }
        let mut ask = |value: &Value| ask(octets_in(value));
        let smallest = minimise(&mut ask, Value::Octets(octets.to_vec()), signature, effort)?;
        Ok(octets_in(&smallest).unwrap_or_default())
    }
}

/// The memory of a worker, in bytes: as much as libFuzzer allows.
const MEMORY: u64 = 2 << 30;

fn octets_in(value: &Value) -> Option<Vec<u8>> {
    match value {
        Value::Octets(octets) => Some(octets.clone()),
        Value::Text(_) | Value::List(_) => None,
    }
}

/// The other side: judges the inputs on standard input until it ends.
///
/// # Errors
///
/// If reading or writing fails, or a line is not a packed input.
pub fn serve(target: &'static Target) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let inputs = unpack(&format!("{}\n", line?)).map_err(|_| io::ErrorKind::InvalidData)?;
        let octets = inputs.first().map(Vec::as_slice).unwrap_or_default();
        writeln!(out, "{}", serde_json::to_string(&replay(target, octets).err())?)?;
        out.flush()?;
    }
    Ok(())
}
