//! Adapter faults told apart from codec faults, before any vector is run.

use std::fmt;
use std::time::{Duration, Instant};

use acegate_codec::{Value, codec};

use crate::implementation::{
    Fault, Implementation, Outcome, ProtocolFault, SkipReason, StartError, Subprocess,
};
use crate::protocol::{Description, Request};
use crate::supervisor::{Limits, Program};

/// What an examination found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnosis {
    /// What was looked at, in order.
    pub findings: Vec<Finding>,
}

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What was looked at.
    pub what: &'static str,
    /// What was found.
    pub text: String,
    /// Whether it is as the protocol asks.
    pub healthy: bool,
}

impl Diagnosis {
    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_healthy(&self) -> bool {
        self.findings.iter().all(|finding| finding.healthy)
    }

    fn good(&mut self, what: &'static str, text: impl Into<String>) {
        self.findings.push(Finding { what, text: text.into(), healthy: true });
    }

    fn bad(&mut self, what: &'static str, text: impl Into<String>) {
        self.findings.push(Finding { what, text: text.into(), healthy: false });
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.what, self.text)
    }
}

/// Examines a program that speaks the line protocol.
///
/// It is started, asked one harmless request of each operation it has, one that it cannot have, and
/// sent home. What it answers to the requests does not matter, only how.
///
/// # Errors
///
/// [`StartError::Spawn`] where the program cannot be run at all. Anything that it does after that
/// is a finding.
pub fn examine(program: &Program, limits: Limits) -> Result<Diagnosis, StartError> {
    let mut diagnosis = Diagnosis { findings: Vec::new() };
    let begun = Instant::now();
    let mut subject = match Subprocess::start(program.clone(), limits) {
        Ok(subject) => subject,
        Err(error @ StartError::Spawn { .. }) => return Err(error),
        Err(StartError::Hello { fault, stderr }) => {
            diagnosis.bad("hello", hello_advice(&fault));
            if !stderr.is_empty() {
                diagnosis.bad("standard error", stderr);
            }
            return Ok(diagnosis);
        }
        Err(error) => {
            diagnosis.bad("hello", error.to_string());
            return Ok(diagnosis);
        }
    };
    let description = subject.describe().clone();
    diagnosis.good(
        "hello",
        format!(
            "{} {}, in {} ms",
            description.implementation.name,
            description.implementation.version,
            begun.elapsed().as_millis()
        ),
    );
    examine_description(&description, &mut diagnosis);
    examine_replies(&mut subject, &description, &mut diagnosis);
    examine_end(&mut subject, limits.end, &mut diagnosis);
    Ok(diagnosis)
}

/// What to do about a hello that did not come.
fn hello_advice(fault: &Fault) -> String {
    match fault {
        Fault::Died(death) => format!(
            "the process {death} without saying hello: it must read requests until its standard \
             input ends"
        ),
        Fault::Timeout { partial: 0, .. } => {
            format!("{fault} Flush after every line, and answer the first line with hello")
        }
        Fault::Protocol(ProtocolFault::NotAReply { expected, line }) => {
            format!("the first line is JSON, but no hello: {expected}: {line}")
        }
        other => other.to_string(),
    }
}

fn examine_description(description: &Description, diagnosis: &mut Diagnosis) {
    if description.codecs.is_empty() {
        diagnosis.bad("codecs", "none are listed, so nothing can be checked");
    }
    for (id, support) in &description.codecs {
        let Some(known) = codec(id) else {
            diagnosis.bad("codecs", format!("{id:?} is no codec of the suite"));
            continue;
        };
        let strange: Vec<_> = support
            .ops
            .iter()
            .filter(|op| !known.operations().iter().any(|known| known.name == **op))
            .cloned()
            .collect();
        if strange.is_empty() && !support.ops.is_empty() {
            diagnosis.good("codecs", format!("{id}: {}", support.ops.join(", ")));
        } else if support.ops.is_empty() {
            diagnosis.bad("codecs", format!("{id} lists no operations"));
        } else {
            diagnosis.bad("codecs", format!("{id} has no operation {}", strange.join(", ")));
        }
    }
}

fn examine_replies(subject: &mut Subprocess, description: &Description, diagnosis: &mut Diagnosis) {
    let known = description.codecs.iter().flat_map(|(codec, support)| {
        support.ops.iter().map(move |op| (codec.as_str(), op.as_str()))
    });
    let mut asked = 0;
    for (codec, op) in known {
        let request = Request {
            codec: codec.into(),
            op: op.into(),
            params: Default::default(),
            input: Value::from("a"),
        };
        asked += 1;
        if let Some(fault) = fault_of(subject, &request) {
            return diagnosis.bad("replies", format!("{codec} {op} \"a\": {fault}"));
        }
    }
    if asked > 0 {
        diagnosis.good("replies", format!("{asked} requests, one reply each, in time"));
    }
    let stranger = Request {
        codec: "no-such-codec".into(),
        op: "decode".into(),
        params: Default::default(),
        input: Value::from("a"),
    };
    let observation = subject.answer(&stranger);
    match observation.outcome {
        Outcome::Skipped(SkipReason::Unsupported, _) => {
            diagnosis.good("unknown codec", "answered with skip");
        }
        Outcome::Fault(fault) => diagnosis.bad("unknown codec", fault.to_string()),
        _ => diagnosis.bad(
            "unknown codec",
            "answered as if it had the codec: reply {\"id\":…,\"skip\":\"reason\"} instead",
        ),
    }
}

/// The fault that the request shows, the one that follows its reply included.
fn fault_of(subject: &mut Subprocess, request: &Request) -> Option<Fault> {
    match subject.answer_alone(request).outcome {
        Outcome::Fault(fault) => Some(fault),
        _ => None,
    }
}

fn examine_end(subject: &mut Subprocess, limit: Duration, diagnosis: &mut Diagnosis) {
    let begun = Instant::now();
    match subject.finish().first() {
        None => {
            let took = begun.elapsed().as_millis();
            diagnosis.good("end", format!("ended {took} ms after its input, limit {limit:?}"));
        }
        Some(fault) => diagnosis.bad("end", fault.to_string()),
    }
}
