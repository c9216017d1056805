//! A persistent program that speaks the line protocol.
//!
//! In: a request. Out: its outcome, read from the program's reply. One request is open at a time, or, if
//! several are sent together, as many as the program says that it reads ahead. After a fault the
//! program is ended; the next request starts it again and exchanges hellos first.

use std::ops::Range;
use std::time::{Duration, Instant};

use crate::implementation::Implementation;
use crate::interrupt;
use crate::observation::{
    Death, Fault, Observation, Outcome, ProtocolFault, SkipReason, StartError,
};
use crate::protocol::{Description, Hello, Idna, Reply, Request, VERSION};
use crate::supervisor::{Limits, NOT_HELD, Process, Program, show_left_memory};

/// acegate gives the program up after this many faults in a row without a good reply.
const FAULTS_IN_A_ROW: u32 = 10;

/// A request that is sent alone has this many times the CPU time.
const CPU_ALONE: u32 = 3;

/// The most bytes of requests that are sent ahead of their replies. A request of more is sent alone.
const OPEN_MOST: usize = 16 << 10;

/// A later start may take this many times as long as the first one.
const RESTART_FACTOR: u32 = 8;

/// The shortest start limit of a restart.
const RESTART_LEAST: Duration = Duration::from_secs(1);

/// A program that speaks the line protocol, and is restarted whenever it fails.
///
/// After a fault the program is ended with every process that it started, and the next request goes
/// to a new one. So a late reply can never be taken for the reply to another request. A restarted
/// program must describe itself as it did the first time.
#[derive(Debug)]
pub struct Subprocess {
    program: Program,
    limits: Limits,
    description: Description,
    /// The treatment of host names that replaces its own declaration.
    idna: Option<Idna>,
    process: Option<Process>,
    next_id: u64,
    /// The number of the first request to the running process.
    first_id: u64,
    faults_in_a_row: u32,
    /// How much of their limits all waits have used.
    waited: Duration,
    /// The memory that outlives ended programs.
    left_memory: Vec<String>,
}

impl Subprocess {
    /// Starts the program and exchanges hellos.
    ///
    /// A restart may take eight times as long as this start, at least a second, and at most the start
    /// limit.
    ///
    /// # Errors
    ///
    /// [`StartError::Spawn`] if the program cannot be run, [`StartError::Hello`] if it does not
    /// describe itself within the start limit, [`StartError::Version`] if it speaks another version.
    pub fn start(program: Program, mut limits: Limits) -> Result<Self, StartError> {
        let (process, description) = greet(&program, limits)?;
        let longest = limits.start;
        limits.start = (process.spent() * RESTART_FACTOR)
            .max(RESTART_LEAST)
            .min(longest);
        Ok(Self {
            program,
            limits,
            description,
            idna: None,
            process: Some(process),
            next_id: 1,
            first_id: 1,
            faults_in_a_row: 0,
            waited: Duration::ZERO,
            left_memory: Vec::new(),
        })
    }

    /// The same with this declaration on host names instead of the declaration in its hello.
    #[must_use]
    pub fn with_idna(mut self, idna: Option<Idna>) -> Self {
        self.description = self.description.with_idna(idna);
        self.idna = idna;
        self
    }

    /// The last bytes that the running program wrote to standard error, as text.
    #[must_use]
    pub fn stderr(&mut self) -> String {
        self.process
            .as_mut()
            .map_or_else(String::new, Process::stderr)
    }

    /// The running process, started again if the last one was ended. Returns with it the numbers of
    /// the requests that it has answered.
    fn process(&mut self) -> Result<(&mut Process, Range<u64>), Fault> {
        if self.faults_in_a_row > FAULTS_IN_A_ROW {
            let what = format!("{FAULTS_IN_A_ROW} restarts in a row without a good reply");
            return Err(Fault::NotRun(what));
        }
        while self.process.is_none() {
            if interrupt::requested() {
                return Err(Fault::NotRun("interrupted".into()));
            }
            let greeted = greet(&self.program, self.limits);
            self.waited += match &greeted {
                Ok((process, _)) => process.spent(),
                Err(StartError::Hello {
                    fault: Fault::Timeout { limit, .. },
                    ..
                }) => *limit,
                Err(_) => Duration::ZERO,
            };
            match greeted {
                Ok((process, hello)) if hello.clone().with_idna(self.idna) == self.description => {
                    self.process = Some(process);
                    self.first_id = self.next_id;
                }
                Ok(_) => return Err(Fault::Protocol(ProtocolFault::AnotherHello)),
                Err(error) => {
                    self.faults_in_a_row += 1;
                    if self.faults_in_a_row > FAULTS_IN_A_ROW {
                        return Err(Fault::NotRun(format!("it cannot be restarted: {error}")));
                    }
                }
            }
        }
        let answered = self.first_id..self.next_id;
        let process = self
            .process
            .as_mut()
            .ok_or_else(|| Fault::NotRun("no process".into()))?;
        Ok((process, answered))
    }

    /// Sends requests ahead of the replies, as many as the window allows. The first fault ends the
    /// process, and is the observation of the first request without a reply: replies come in order. It
    /// stops before a value that has no form.
    fn send(&mut self, requests: &[&Request]) -> Vec<Observation> {
        let forms = &self.description.values;
        let first = self.next_id;
        let mut lines = Vec::new();
        for (request, id) in requests.iter().zip(first..) {
            match request.to_line(id, forms) {
                Some(line) => lines.push(line),
                None => break,
            }
        }
        let mut observations = Vec::with_capacity(lines.len());
        if lines.is_empty() {
            return observations;
        }
        let mut start = Instant::now();
        let mut spent = Duration::ZERO;
        let exchanged = self.exchange(&lines, &mut start, &mut spent, &mut observations);
        self.next_id = first + lines.len() as u64;
        self.waited += spent;
        if !observations.is_empty() {
            self.faults_in_a_row = 0;
        }
        if let Err(fault) = exchanged {
            observations.push(Observation {
                outcome: Outcome::Fault(fault),
                elapsed: start.elapsed(),
                stderr: self.end(),
            });
        }
        observations
    }

    /// Sends the lines to the running process. `start` is when the last wait began, and `spent`
    /// what all have used of their limits.
    fn exchange(
        &mut self,
        lines: &[Vec<u8>],
        start: &mut Instant,
        spent: &mut Duration,
        observations: &mut Vec<Observation>,
    ) -> Result<(), Fault> {
        let window = self.description.window;
        let limit = self.limits.time;
        let first = self.next_id;
        let (process, answered) = self.process()?;
        if let Some(line) = process.line_at_hand() {
            return Err(Fault::Protocol(unasked(&line, &answered)));
        }
        let mut sent = 0;
        // The octets of the requests without a reply.
        let mut open = 0;
        for (at, line) in lines.iter().enumerate() {
            while sent < lines.len()
                && sent - at < window
                && (open == 0 || open + lines[sent].len() <= OPEN_MOST)
            {
                process.send(&lines[sent]);
                open += lines[sent].len();
                sent += 1;
            }
            let id = first + at as u64;
            let outcome = receive(process, id, &(answered.start..id), limit);
            *spent += process.spent();
            observations.push(Observation::new(outcome?, start.elapsed()));
            *start = Instant::now();
            open -= line.len();
        }
        Ok(())
    }

    /// Ends the process. Returns the end of its standard error.
    fn end(&mut self) -> String {
        self.faults_in_a_row += 1;
        let Some(mut process) = self.process.take() else {
            return String::new();
        };
        process.kill();
        self.left_memory.extend(process.left_memory());
        process.stderr()
    }
}

impl Implementation for Subprocess {
    fn describe(&self) -> &Description {
        &self.description
    }

    fn not_held(&self) -> Option<&str> {
        NOT_HELD
    }

    fn left_memory(&self) -> Option<String> {
        show_left_memory(&self.left_memory)
    }

    fn answer(&mut self, request: &Request) -> Observation {
        self.send(&[request]).pop().unwrap_or_else(|| {
            let reason = "the value has no form that the implementation reads".to_owned();
            let outcome = Outcome::Skipped(SkipReason::Unrepresentable, reason);
            Observation::new(outcome, Duration::ZERO)
        })
    }

    fn answer_all(&mut self, requests: &[&Request]) -> Vec<Observation> {
        let mut observations = Vec::with_capacity(requests.len());
        while observations.len() < requests.len() {
            let rest = &requests[observations.len()..];
            if self.description.window > 1 {
                observations.extend(self.send(rest));
            }
            if has_ended(&observations) {
                break;
            }
            // A value without a form, or any if there is no window.
            if let Some(request) = requests.get(observations.len()) {
                observations.push(self.answer(request));
            }
            if has_ended(&observations) {
                break;
            }
        }
        observations
    }

    fn answer_alone(&mut self, request: &Request) -> Observation {
        self.process = None;
        // The fault that led here counts once, not twice.
        self.faults_in_a_row = self.faults_in_a_row.saturating_sub(1);
        if let Ok((process, _)) = self.process() {
            process.grant_cpu(CPU_ALONE);
        }
        let mut observation = self.answer(request);
        // A line after the reply belongs to this request, because the process had no other. That
        // the process does not end at the end of its input is not a fault of this request.
        let late = self
            .finish()
            .into_iter()
            .find(|fault| !matches!(fault, Fault::Protocol(ProtocolFault::IgnoresEnd { .. })));
        if let Some(fault) = late
            && !matches!(observation.outcome, Outcome::Fault(_))
        {
            self.faults_in_a_row += 1;
            observation.outcome = Outcome::Fault(fault);
        }
        observation
    }

    fn waited(&self) -> Option<Duration> {
        Some(self.waited)
    }

    fn cpu_time(&self) -> Option<Duration> {
        self.process.as_ref().map(Process::cpu_time)
    }

    fn finish(&mut self) -> Vec<Fault> {
        let Some(mut process) = self.process.take() else {
            return Vec::new();
        };
        let answered = self.first_id..self.next_id;
        process.close_input();
        let limit = self.limits.end;
        let fault = match process.line_within(limit) {
            Ok(line) => Fault::Protocol(unasked(&line, &answered)),
            Err(Fault::Timeout { .. }) => Fault::Protocol(ProtocolFault::IgnoresEnd { limit }),
            Err(Fault::Died(Death::Exited(_) | Death::ClosedOutput)) => return Vec::new(),
            Err(fault) => fault,
        };
        vec![fault]
    }
}

/// Whether the last of these observations ended the process.
fn has_ended(observations: &[Observation]) -> bool {
    observations.last().is_some_and(|last| last.end().is_some())
}

/// Starts the program, and exchanges hellos with it.
fn greet(program: &Program, limits: Limits) -> Result<(Process, Description), StartError> {
    let mut process = Process::start(program, limits)?;
    process.send(&Hello::default().to_line());
    let fault = match process.line_within(limits.start) {
        Ok(line) => match Description::from_line(&line) {
            Ok(description) if description.kind != "hello" => {
                let expected = "expected \"type\":\"hello\"";
                Fault::Protocol(not_understood(&line, expected))
            }
            Ok(description) if description.protocol != VERSION => {
                return Err(StartError::Version {
                    found: description.protocol,
                    spoken: VERSION,
                });
            }
            Ok(description) => return Ok((process, description)),
            Err(error) => Fault::Protocol(not_understood(&line, &error.to_string())),
        },
        Err(fault) => {
            if matches!(fault, Fault::Died(_))
                && let Some(reason) = process.not_started()
            {
                return Err(StartError::Spawn {
                    program: program.name(),
                    reason,
                });
            }
            fault
        }
    };
    process.kill();
    Err(StartError::Hello {
        fault,
        stderr: process.stderr(),
    })
}

/// Reads the reply to the request `id` from the next line.
fn receive(
    process: &mut Process,
    id: u64,
    answered: &Range<u64>,
    limit: Duration,
) -> Result<Outcome, Fault> {
    let line = process.line_within(limit)?;
    let reply = Reply::from_line(&line)
        .map_err(|error| Fault::Protocol(not_understood(&line, &error.to_string())))?;
    if reply.id != id {
        return Err(Fault::Protocol(if answered.contains(&reply.id) {
            ProtocolFault::SecondReply { id: reply.id }
        } else {
            ProtocolFault::WrongId {
                open: id,
                found: reply.id,
            }
        }));
    }
    Ok(reply.outcome)
}

/// The fault of a line that is not the expected message.
fn not_understood(line: &[u8], expected: &str) -> ProtocolFault {
    // `IgnoredAny` also reads JSON that no Rust value can contain: the escape of a lone surrogate, a number
    // of any size. But it reads strings that are not UTF-8, which are not JSON.
    let text = std::str::from_utf8(line);
    if text.is_ok_and(|text| serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()) {
        ProtocolFault::NotAReply {
            expected: expected.to_owned(),
            line: shorten(line),
        }
    } else {
        ProtocolFault::NotJson {
            line: shorten(line),
        }
    }
}

/// The fault of a line that came while no request was open.
fn unasked(line: &[u8], answered: &Range<u64>) -> ProtocolFault {
    match Reply::from_line(line) {
        Ok(reply) if answered.contains(&reply.id) => ProtocolFault::SecondReply { id: reply.id },
        _ => ProtocolFault::Unasked {
            line: shorten(line),
        },
    }
}

/// The beginning of a line, as far as a report shows it.
fn shorten(line: &[u8]) -> String {
    const KEPT: usize = 200;
    let text = String::from_utf8_lossy(&line[..line.len().min(KEPT)]).into_owned();
    if line.len() > KEPT {
        format!("{text}… ({} bytes)", line.len())
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_surrogate_in_a_value_breaks_the_reply_but_is_json() {
        let line = br#"{"id":1,"ok":{"t":"\ud800"}}"#;
        let error = Reply::from_line(line).expect_err("not a reply");
        match not_understood(line, &error.to_string()) {
            ProtocolFault::NotAReply { expected, .. } => {
                assert!(expected.contains("lone surrogate"), "{expected}");
            }
            other => panic!("{other}"),
        }
        assert!(matches!(
            not_understood(b"loading", ""),
            ProtocolFault::NotJson { .. }
        ));
    }
}
