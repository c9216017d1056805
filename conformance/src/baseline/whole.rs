//! All failures of a known deviation as one line of a baseline.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use acegate_codec::Codec;
use acegate_deviations::{DeviantCodec, Deviation, find};
use acegate_vectors::{Check, Level};

use super::Known;
use crate::event::{CaseEvent, Event, Evidence, Recording, fnv, record};
use crate::implementation::{Implementation, InProcess};
use crate::protocol::Idna;
use crate::runner::RunOptions;

/// The failures of a deviation that were accepted, without their names: how many checks, down to which
/// level, in which operations, and a digest of the inputs and answers.
///
/// A check is judged before its finding is known, in a shard or behind a filter as in a whole run. So
/// the line must say of each check whether it is known: the deviation answers the checks of the suite in
/// place of the implementation. If count and digest no longer match its failures, the checks
/// cannot be told from new ones, and the line covers none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Whole {
    pub(super) count: usize,
    level: Level,
    ops: BTreeSet<String>,
    digest: String,
}

impl fmt::Display for Whole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            count,
            level,
            ops,
            digest,
        } = self;
        let list = ops.iter().map(String::as_str).collect::<Vec<_>>().join(",");
        write!(f, "{count} {level} {list} {digest}")
    }
}

/// The text is not a [`Whole`].
#[derive(Debug)]
pub(super) struct NotWhole;

impl FromStr for Whole {
    type Err = NotWhole;

    fn from_str(text: &str) -> Result<Self, NotWhole> {
        let words: Vec<_> = text.split(' ').collect();
        let [count, level, ops, digest] = words[..] else {
            return Err(NotWhole);
        };
        let mut levels = Level::ALL.into_iter();
        Ok(Self {
            count: count.parse().map_err(|_| NotWhole)?,
            level: levels
                .find(|known| known.as_str() == level)
                .ok_or(NotWhole)?,
            ops: ops.split(',').map(str::to_owned).collect(),
            digest: digest.to_owned(),
        })
    }
}

/// How a deviation fails the checks of a suite.
pub(super) struct Prediction(Vec<CaseEvent>);

impl Prediction {
    /// Puts the checks to the deviation of a finding. If it is of another cause, there are none.
    pub(super) fn new(finding: &str, suite: &[Check]) -> Self {
        let mut failures = Vec::new();
        let Some(deviation) = finding.strip_prefix("deviation/").and_then(find) else {
            return Self(failures);
        };
        let mut checks = suite.to_vec();
        checks.retain(|check| check.codec() == deviation.codec());
        let recording = Recording {
            evidence: Evidence::OfFailures,
            ..Recording::default()
        };
        // The start cannot fail, because it starts no process.
        let _ = record(
            &checks,
            &|| Ok(in_process(deviation)),
            &RunOptions::default(),
            &recording,
            &mut |event: &Event| {
                if let Event::Case(case) = event
                    && case.failing.is_some()
                {
                    failures.push((**case).clone());
                }
            },
        );
        Self(failures)
    }

    /// The failures of these operations, down to this level.
    fn of(&self, level: Level, ops: &BTreeSet<String>) -> Accepted {
        let mut checks = Vec::new();
        let mut lines = Vec::new();
        for case in &self.0 {
            if case.level >= level && ops.contains(&case.op) {
                let known = Known::new(case, 0);
                lines.push(format!("{} {}\n", known.fingerprint, known.digest));
                checks.push(known);
            }
        }
        // If the suite renames a check, the digest stays the same.
        lines.sort();
        let whole = Whole {
            count: checks.len(),
            level,
            ops: ops.clone(),
            digest: format!("{:016x}", fnv(lines.concat().as_bytes())),
        };
        Accepted { whole, checks }
    }

    /// The most of them that are all among the failures of a run: its operations, from `must` down.
    pub(super) fn within(
        &self,
        ops: &BTreeSet<String>,
        is_failure: impl Fn(&Known) -> bool,
    ) -> Option<Accepted> {
        let mut most: Option<Accepted> = None;
        for level in Level::ALL.into_iter().rev() {
            let accepted = self.of(level, ops);
            if !accepted.checks.iter().all(&is_failure) {
                continue;
            }
            // Of two levels with as many checks, the second is chosen.
            let is_fewer = most
                .as_ref()
                .is_some_and(|most| accepted.whole.count < most.whole.count);
            if !is_fewer {
                most = Some(accepted);
            }
        }
        most
    }
}

/// Failures of a deviation, and the line that covers them.
pub(super) struct Accepted {
    pub(super) whole: Whole,
    pub(super) checks: Vec<Known>,
}

/// A deviation in the place of an implementation.
fn in_process(deviation: &'static Deviation) -> Box<dyn Implementation> {
    let mut codecs: Vec<Box<dyn Codec + Send>> = Vec::new();
    if let Some(codec) = DeviantCodec::new(deviation) {
        codecs.push(Box::new(codec));
    }
    Box::new(InProcess::new(deviation.id, "", codecs).with_idna(Idna::Std3))
}

impl Whole {
    /// The checks, if they still belong to the deviation.
    pub(super) fn checks(&self, finding: &str, suite: &[Check], line: usize) -> Option<Vec<Known>> {
        let mut now = Prediction::new(finding, suite).of(self.level, &self.ops);
        if now.whole != *self {
            return None;
        }
        for known in &mut now.checks {
            known.line = line;
        }
        Some(now.checks)
    }
}
