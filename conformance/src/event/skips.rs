//! Skipped checks in a report file. A program that has one codec of nine skips most of the suite, so those that
//! have all but their names in common are one line.

use acegate_vectors::Level;
use serde::{Deserialize, Serialize};

use super::{CaseEvent, Observed};
use crate::judge::Verdict;

/// How many checks are in one line at most. A line is written when it is full, or when another event
/// comes.
pub(super) const MOST_CHECKS: usize = 1000;

/// How many octets the texts that several checks have in common take at most. Those of the suite take
/// half of it. A reader makes a copy for each check, so longer ones would let a small file fill the
/// memory.
const MOST_OCTETS: usize = 1 << 10;

/// Skipped checks: `{"type":"skips","all":{…},"checks":[…]}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename = "skips")]
pub(super) struct SkippedChecks {
    /// The fields that all of the checks have in common, as in `case`.
    pub(super) all: SkippedFields,
    /// The checks, at least one.
    pub(super) checks: Vec<SkippedCheck>,
}

/// The fields that several skipped checks have in common, as in `case`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct SkippedFields {
    /// The codec.
    codec: String,
    /// The document.
    document: String,
    /// The clause of the document.
    clause: String,
    /// The rows of the requirement ledger that the cases test.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    requirements: Vec<String>,
    /// `must`, `should` or `may`: the level of the checks.
    #[cfg_attr(test, schemars(with = "String"))]
    level: Level,
    /// The vector file.
    file: String,
    /// The reason.
    observed: Observed,
}

/// A skipped check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct SkippedCheck {
    /// The name of the check. Before its colon, if it has one, is the id of the case.
    name: String,
    /// The operation, unless it is what follows the colon in the name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    op: Option<String>,
    /// The digest of the check.
    digest: String,
    /// The line of the vector file where the case begins.
    line: usize,
    /// How long the refusal to answer took, in microseconds; 0 if the check was not sent.
    #[serde(default, skip_serializing_if = "is_zero")]
    elapsed_us: u64,
    /// The place of the check in the whole run, from 0, if this is a shard.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    place: Option<usize>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands out references"
)]
const fn is_zero(time: &u64) -> bool {
    *time == 0
}

/// A group of this check alone; `None` if it was not skipped, or if its event has more fields than a
/// group holds, such as the verdict of a baseline.
pub(super) fn skipped(case: &CaseEvent) -> Option<SkippedChecks> {
    if case.verdict != Verdict::Skip {
        return None;
    }
    let op = match case.name.split_once(':') {
        Some((_, op)) if op == case.op => None,
        _ => Some(case.op.clone()),
    };
    let group = SkippedChecks {
        all: SkippedFields {
            codec: case.codec.clone(),
            document: case.document.clone(),
            clause: case.clause.clone(),
            requirements: case.requirements.clone(),
            level: case.level,
            file: case.file.clone(),
            observed: case.observed.clone()?,
        },
        checks: vec![SkippedCheck {
            name: case.name.clone(),
            op,
            digest: case.digest.clone(),
            line: case.line,
            elapsed_us: case.elapsed_us,
            place: case.place,
        }],
    };
    // Otherwise the group would lose a part of the event.
    if group.excess().is_some() || group.event(&group.checks[0]) != *case {
        return None;
    }
    Some(group)
}

impl SkippedChecks {
    /// A sentence on the first thing that exceeds what a line may hold; `None` if nothing does.
    pub(super) fn excess(&self) -> Option<String> {
        let SkippedFields {
            codec,
            document,
            clause,
            requirements,
            level: _,
            file,
            observed,
        } = &self.all;
        let texts = [codec, document, clause, file]
            .into_iter()
            .chain(requirements);
        // A text without octets takes room, too.
        let octets: usize = texts.map(|text| text.len() + size_of::<String>()).sum();
        let of_observed = match observed {
            Observed::Skipped { code, reason } => code.len() + reason.len(),
            Observed::Value(_) | Observed::Refused(_) | Observed::Fault { .. } => {
                return Some("expected \"skip\" in \"all.observed\"".to_owned());
            }
        };
        if octets + of_observed > MOST_OCTETS {
            return Some(format!(
                "expected at most {MOST_OCTETS} octets of text in \"all\""
            ));
        }
        if self.checks.len() > MOST_CHECKS {
            return Some(format!("expected at most {MOST_CHECKS} checks in a line"));
        }
        None
    }

    /// The events of the checks.
    pub(super) fn cases(&self) -> Vec<CaseEvent> {
        self.checks.iter().map(|check| self.event(check)).collect()
    }

    fn event(&self, check: &SkippedCheck) -> CaseEvent {
        let all = &self.all;
        let (case, named) = check.name.split_once(':').unwrap_or((&check.name, ""));
        CaseEvent {
            name: check.name.clone(),
            case: case.to_owned(),
            codec: all.codec.clone(),
            op: check.op.clone().unwrap_or_else(|| named.to_owned()),
            document: all.document.clone(),
            clause: all.clause.clone(),
            requirements: all.requirements.clone(),
            level: all.level,
            digest: check.digest.clone(),
            file: all.file.clone(),
            line: check.line,
            observed: Some(all.observed.clone()),
            verdict: Verdict::Skip,
            elapsed_us: check.elapsed_us,
            place: check.place,
            ..CaseEvent::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{BaselineVerdict, Event, EventReader, EventWriter, RunStart};

    fn case(name: &str, op: &str, reason: &str) -> CaseEvent {
        CaseEvent {
            name: name.into(),
            case: name.split(':').next().unwrap_or_default().into(),
            op: op.into(),
            codec: "utf5".into(),
            requirements: vec!["utf5-1".into()],
            digest: "00".into(),
            observed: Some(Observed::Skipped {
                code: "unsupported".into(),
                reason: reason.into(),
            }),
            verdict: Verdict::Skip,
            ..CaseEvent::default()
        }
    }

    #[test]
    fn skipped_checks_are_one_line_as_long_as_all_but_their_names_agrees_and_nothing_is_lost() {
        let stale = CaseEvent {
            baseline: Some(BaselineVerdict::Stale),
            unexpected: true,
            ..case("e", "encode", "no codec utf5")
        };
        let passed = CaseEvent {
            verdict: Verdict::Pass,
            ..case("f", "encode", "")
        };
        let cases = [
            case("a:encode", "encode", "no codec utf5"),
            CaseEvent {
                place: Some(7),
                ..case("a:decode", "decode", "no codec utf5")
            },
            CaseEvent {
                elapsed_us: 9,
                ..case("b", "encode", "no codec utf5")
            },
            case("c", "encode", "another reason"),
            case("d:x", "encode", "another reason"),
            stale,
            passed,
            case("g", "encode", "no codec utf5"),
        ];
        let start = RunStart {
            format: crate::event::FORMAT,
            ..RunStart::default()
        };
        let mut events = vec![Event::RunStart(Box::new(start))];
        events.extend(cases.map(|case| Event::Case(Box::new(case))));
        events.push(Event::RunEnd(Box::default()));
        let (mut writer, mut file) = (EventWriter::new(), Vec::new());
        for event in &events {
            writer.write(event, &mut file).expect("memory takes it");
        }
        let types: Vec<String> = String::from_utf8(file.clone())
            .expect("UTF-8")
            .lines()
            .map(|line| line.split('"').nth(3).unwrap_or_default().to_owned())
            .collect();
        let expected = [
            "run-start",
            "skips",
            "skips",
            "case",
            "case",
            "skips",
            "run-end",
        ];
        assert_eq!(types, expected);
        let read: Result<Vec<Event>, _> = EventReader::new(file.as_slice()).collect();
        assert_eq!(read.expect("a report"), events);
    }
}
