//! The doctor: finds the faults of an adapter, not of its codec, before a case is run.
//!
//! In: a program or a one-shot command. Out: one point for each thing that was examined. The doctor
//! does not judge the answers. It tests whether the adapter follows the protocol, or the rules for
//! one-shot commands, for every kind of input in the suite.

mod hello;
mod idna;
#[cfg(feature = "uts46")]
mod idna2008;
mod one_shot;
mod program;
#[cfg(feature = "uts46")]
mod uts46;
#[cfg(feature = "uts46")]
mod versions;
mod window;

use std::fmt;

pub use one_shot::examine_one_shot;
pub use program::examine;

use acegate_codec::{Codec, Failure, Family, Parameters, Value, codec, family};

use crate::escape::printable_start;
use crate::observation::{Observation, Outcome, StartError};
use crate::protocol::{Description, Hello, Request};
use crate::suite::with_offered_values;
use crate::supervisor::{Limits, Process, Program};

/// The result of an examination.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Examination {
    /// The points, in the order in which they were examined.
    pub points: Vec<ExaminedPoint>,
}

/// One point of an examination.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExaminedPoint {
    /// The thing that was examined.
    pub what: &'static str,
    /// The result, and advice.
    pub text: String,
    /// Whether it keeps the protocol.
    pub healthy: bool,
    /// Whether it is allowed, but probably not intended.
    pub doubtful: bool,
}

impl Examination {
    /// Whether every point keeps the protocol. A doubtful point does.
    #[must_use]
    pub fn is_healthy(&self) -> bool {
        self.points.iter().all(|point| point.healthy)
    }

    fn good(&mut self, what: &'static str, text: impl Into<String>) {
        self.add(what, text.into(), true, false);
    }

    fn doubt(&mut self, what: &'static str, text: impl Into<String>) {
        self.add(what, text.into(), true, true);
    }

    fn bad(&mut self, what: &'static str, text: impl Into<String>) {
        self.add(what, text.into(), false, false);
    }

    fn add(&mut self, what: &'static str, text: String, healthy: bool, doubtful: bool) {
        self.points.push(ExaminedPoint {
            what,
            text,
            healthy,
            doubtful,
        });
    }
}

impl fmt::Display for ExaminedPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.what, self.text)
    }
}

/// How many octets of a name or a line are quoted.
const QUOTED: usize = 200;

/// The last line on standard error, after a semicolon.
fn last_words(observation: &Observation) -> String {
    let last = observation.stderr.lines().last();
    last.map_or_else(String::new, |line| {
        format!(
            "; on standard error: {}",
            printable_start(line.trim(), QUOTED)
        )
    })
}

/// A new process of the program, and the line that it says hello with.
fn greeted(program: &Program, limits: Limits) -> Result<(Process, Vec<u8>), NotGreeted> {
    let mut process = Process::start(program, limits).map_err(NotGreeted::NotStarted)?;
    process.send(&Hello::default().to_line());
    match process.line_within(limits.start) {
        Ok(line) => Ok((process, line)),
        Err(_) => Err(NotGreeted::NoHello),
    }
}

/// Why there is no process that has said hello.
enum NotGreeted {
    NotStarted(StartError),
    NoHello,
}

impl fmt::Display for NotGreeted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotStarted(error) => error.fmt(f),
            Self::NoHello => f.write_str(
                "none was sent, because a second process did not say \
            hello",
            ),
        }
    }
}

/// The answer in an outcome, a value or a refusal; `None` if it has neither.
fn answer_in(outcome: Outcome) -> Option<Option<Value>> {
    match outcome {
        Outcome::Value(value) => Some(Some(value)),
        Outcome::Refused(_) => Some(None),
        _ => None,
    }
}

/// The request with a short input, which is a number where the codec takes numbers, and with values of parameters that
/// the description offers.
fn plain_request(description: &Description, id: &str, op: &str) -> Request {
    offered(request(id, op, Value::from(short_input(id))), description)
}

/// A short input that the codec takes.
fn short_input(codec: &str) -> &'static str {
    match family(codec) {
        Some(Family::Telephone) => "+1",
        _ => "a",
    }
}

/// The request with values of parameters that the description offers.
fn offered(request: Request, description: &Description) -> Request {
    match description.codecs.get(&request.codec) {
        Some(support) => with_offered_values(request, support),
        None => request,
    }
}

/// The request with this input, in a list if the operation takes lists.
fn request(id: &str, op: &str, input: Value) -> Request {
    if let Some(codec) = codec(id)
        && takes_lists(codec, op)
    {
        return Request::new(id, op, Value::List(vec![input]));
    }
    Request::new(id, op, input)
}

/// Whether a codec has the operation, for lists only.
fn takes_lists(codec: &dyn Codec, op: &str) -> bool {
    if !codec
        .operations()
        .iter()
        .any(|operation| operation.name == op)
    {
        return false;
    }
    let answer = codec.apply(op, &Parameters::new(), &Value::from("a"));
    matches!(answer, Err(Failure::Unsupported(_)))
}
