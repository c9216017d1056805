//! All failures of a known deviation as one line of a baseline.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use acegate_deviations::{DeviantCodec, find};
use acegate_vectors::{Check, Level};

use super::Known;
use crate::event::{CaseEvent, Event, Evidence, Recording, fnv, record};
use crate::implementation::{Implementation, InProcess};
use crate::observation::StartError;
use crate::protocol::Idna;
use crate::runner::RunOptions;

/// The failures of a deviation that were accepted, without their names: how many checks, down to which
/// level, of which operations, and a digest of what was asked and observed.
///
/// A check is judged before its finding is known, in a shard or behind a filter as in a whole run. So
/// the line must say of each check whether it is known: the deviation answers the checks of the suite in
/// place of the implementation. If count and digest are no longer those of its failures, the checks
/// cannot be told from new ones, and the line holds for none.
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
        let ops: Vec<_> = ops.iter().map(String::as_str).collect();
        write!(f, "{count} {level} {} {digest}", ops.join(","))
    }
}

impl FromStr for Whole {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let words: Vec<_> = text.split(' ').collect();
        let [count, level, ops, digest] = words[..] else {
            return Err(());
        };
        let level = Level::ALL
            .into_iter()
            .find(|it| it.as_str() == level)
            .ok_or(())?;
        let count = count.parse().map_err(|_| ())?;
        let (ops, digest) = (
            ops.split(',').map(str::to_owned).collect(),
            digest.to_owned(),
        );
        Ok(Self {
            count,
            level,
            ops,
            digest,
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
        let is_asked = |check: &&Check| check.codec() == deviation.codec();
        let checks: Vec<_> = suite.iter().filter(is_asked).cloned().collect();
        let start = || -> Result<Box<dyn Implementation>, StartError> {
            let codec = DeviantCodec::new(deviation).map(|codec| Box::new(codec) as _);
            let codecs = codec.into_iter().collect();
            Ok(Box::new(
                InProcess::new(deviation.id, "", codecs).with_idna(Idna::Std3),
            ))
        };
        let recording = Recording {
            evidence: Evidence::OfFailures,
            ..Recording::default()
        };
        let mut sink = |event: &Event| match event {
            Event::Case(case) if case.failing.is_some() => failures.push((**case).clone()),
            _ => {}
        };
        // It starts, as no process does.
        let _ = record(
            &checks,
            &start,
            &RunOptions::default(),
            &recording,
            &mut sink,
        );
        Self(failures)
    }

    /// The failures of these operations, down to this level.
    pub(super) fn of(&self, level: Level, ops: &BTreeSet<String>) -> (Whole, Vec<Known>) {
        let cases = self
            .0
            .iter()
            .filter(|case| case.level >= level && ops.contains(&case.op));
        let known: Vec<_> = cases.map(|case| Known::new(case, 0)).collect();
        let mut lines: Vec<_> = known
            .iter()
            .map(|it| format!("{} {}\n", it.fingerprint, it.digest))
            .collect();
        // A name that the suite changes changes no digest.
        lines.sort();
        let digest = format!("{:016x}", fnv(lines.concat().as_bytes()));
        (
            Whole {
                count: known.len(),
                level,
                ops: ops.clone(),
                digest,
            },
            known,
        )
    }

    /// The most of them that are all among the failures of a run: its operations, from `must` down.
    pub(super) fn within(
        &self,
        ops: &BTreeSet<String>,
        is_failure: impl Fn(&Known) -> bool,
    ) -> Option<(Whole, Vec<Known>)> {
        // Of equals, the last is chosen.
        let levels = Level::ALL
            .into_iter()
            .rev()
            .map(|level| self.of(level, ops));
        levels
            .filter(|(_, known)| known.iter().all(&is_failure))
            .max_by_key(|(it, _)| it.count)
    }
}

impl Whole {
    /// The checks, if they are still those of the deviation.
    pub(super) fn checks(&self, finding: &str, suite: &[Check], line: usize) -> Option<Vec<Known>> {
        let (now, known) = Prediction::new(finding, suite).of(self.level, &self.ops);
        (now == *self).then(|| known.into_iter().map(|it| Known { line, ..it }).collect())
    }
}
