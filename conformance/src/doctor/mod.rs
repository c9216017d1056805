//! Adapter faults told apart from codec faults, before any vector is run.
//!
//! What an implementation answers does not matter here, only how: whether it keeps the protocol, or
//! the rules for one-shot commands, when it is asked what the suite asks.

mod hello;
mod one_shot;
mod program;

use std::fmt;

pub use one_shot::examine_one_shot;
pub use program::examine;

use crate::escape::printable_start;
use crate::observation::Observation;

/// What an examination found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Examination {
    /// What was looked at, in order.
    pub points: Vec<ExaminedPoint>,
}

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExaminedPoint {
    /// What was looked at.
    pub what: &'static str,
    /// What was found, and what to do about it.
    pub text: String,
    /// Whether it is as the protocol asks.
    pub healthy: bool,
    /// Whether it is allowed, but probably not what was meant.
    pub doubtful: bool,
}

impl Examination {
    /// Whether nothing is wrong. What is only doubtful is not wrong.
    #[must_use]
    pub fn is_healthy(&self) -> bool {
        self.points.iter().all(|point| point.healthy)
    }

    fn good(&mut self, what: &'static str, text: impl Into<String>) {
        self.points.push(ExaminedPoint { what, text: text.into(), healthy: true, doubtful: false });
    }

    fn doubt(&mut self, what: &'static str, text: impl Into<String>) {
        self.points.push(ExaminedPoint { what, text: text.into(), healthy: true, doubtful: true });
    }

    fn bad(&mut self, what: &'static str, text: impl Into<String>) {
        self.points.push(ExaminedPoint {
            what,
            text: text.into(),
            healthy: false,
            doubtful: false,
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

/// The last line on standard error, behind a semicolon.
fn last_words(observation: &Observation) -> String {
    let last = observation.stderr.lines().last();
    last.map_or_else(String::new, |line| {
        format!("; on standard error: {}", printable_start(line.trim(), QUOTED))
    })
}
