//! Skipped checks in a report file. A program that has one codec of nine skips most of the suite, so the skips of one
//! codec that were skipped for one reason share a line. Their clauses and requirements are written only where they
//! change:
//!
//! ```json
//! {"type":"skips","all":{"codec":"utf5","clause":"2","…":"…"},"checks":[
//!   {"name":"a","digest":"…","line":9},
//!   {"name":"b","digest":"…","line":12,"clause":"3"},
//!   {"name":"c","digest":"…","line":15}]}
//! ```
//!
//! Here `a` is of clause 2, and `b` and `c` are of clause 3.

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
    /// The fields of the first check, which the others share until one names others.
    pub(super) all: SkippedFields,
    /// The checks, at least one.
    pub(super) checks: Vec<SkippedCheck>,
}

/// The fields of the first check of a group, as in `case`. Those that follow have the same ones, unless they
/// name others.
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

/// A skipped check. A field that is missing has the value of the check before it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
    /// The document, if it is another one than before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    document: Option<String>,
    /// The clause, if it is another one than before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clause: Option<String>,
    /// The requirements, if they are others than before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    requirements: Option<Vec<String>>,
    /// The level, if it is another one than before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    level: Option<Level>,
    /// The vector file, if it is another one than before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    file: Option<String>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands out references"
)]
const fn is_zero(time: &u64) -> bool {
    *time == 0
}

/// A group of this check alone; `None` if it was not skipped, or if its event has more fields than a
/// group has, such as the verdict of a baseline.
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
            ..SkippedCheck::default()
        }],
    };
    // Otherwise the group would lose a part of the event.
    if group.excess().is_some() || group.cases() != [case.clone()] {
        return None;
    }
    Some(group)
}

/// Skipped checks that are written as one line, and the fields of the last of them.
#[derive(Debug)]
pub(super) struct SkipGroup {
    pub(super) line: SkippedChecks,
    last: SkippedFields,
}

impl SkipGroup {
    /// A group of the one check of this line.
    pub(super) fn new(line: SkippedChecks) -> Self {
        let last = line.all.clone();
        Self { line, last }
    }

    /// Adds the one check of a line; gives it back if it does not belong to the group: it is of another codec, or
    /// was skipped for another reason, or the line is full.
    pub(super) fn add(&mut self, one: SkippedChecks) -> Option<SkippedChecks> {
        let is_alike = one.all.codec == self.last.codec && one.all.observed == self.last.observed;
        if !is_alike || self.line.checks.len() >= MOST_CHECKS {
            return Some(one);
        }
        for mut check in one.checks {
            check.name_changes(&self.last, &one.all);
            self.line.checks.push(check);
        }
        self.last = one.all;
        None
    }
}

impl SkippedCheck {
    /// Names the fields that differ from the check before.
    fn name_changes(&mut self, before: &SkippedFields, now: &SkippedFields) {
        if now.document != before.document {
            self.document = Some(now.document.clone());
        }
        if now.clause != before.clause {
            self.clause = Some(now.clause.clone());
        }
        if now.requirements != before.requirements {
            self.requirements = Some(now.requirements.clone());
        }
        if now.level != before.level {
            self.level = Some(now.level);
        }
        if now.file != before.file {
            self.file = Some(now.file.clone());
        }
    }
}

impl SkippedFields {
    /// Takes the fields that this check names.
    fn take_changes(&mut self, check: &SkippedCheck) {
        if let Some(document) = &check.document {
            self.document.clone_from(document);
        }
        if let Some(clause) = &check.clause {
            self.clause.clone_from(clause);
        }
        if let Some(requirements) = &check.requirements {
            self.requirements.clone_from(requirements);
        }
        if let Some(level) = check.level {
            self.level = level;
        }
        if let Some(file) = &check.file {
            self.file.clone_from(file);
        }
    }

    /// The octets of its texts, with those that each text takes by itself: a text without octets also takes room.
    fn octets(&self) -> usize {
        let Self {
            codec,
            document,
            clause,
            requirements,
            level: _,
            file,
            observed,
        } = self;
        let texts = [codec, document, clause, file]
            .into_iter()
            .chain(requirements);
        let octets: usize = texts.map(|text| text.len() + size_of::<String>()).sum();
        match observed {
            Observed::Skipped { code, reason } => octets + code.len() + reason.len(),
            Observed::Value(_) | Observed::Refused(_) | Observed::Fault { .. } => octets,
        }
    }
}

impl SkippedChecks {
    /// A sentence on the first thing that exceeds the limits of a line; `None` if nothing does.
    pub(super) fn excess(&self) -> Option<String> {
        if !matches!(self.all.observed, Observed::Skipped { .. }) {
            return Some("expected \"skip\" in \"all.observed\"".to_owned());
        }
        let mut fields = self.all.clone();
        if fields.octets() > MOST_OCTETS {
            return Some(format!(
                "expected at most {MOST_OCTETS} octets of text in \"all\""
            ));
        }
        if self.checks.len() > MOST_CHECKS {
            return Some(format!("expected at most {MOST_CHECKS} checks in a line"));
        }
        for check in &self.checks {
            fields.take_changes(check);
            if fields.octets() > MOST_OCTETS {
                return Some(format!(
                    "expected at most {MOST_OCTETS} octets of text for a check in \"checks\""
                ));
            }
        }
        None
    }

    /// The events of the checks.
    pub(super) fn cases(&self) -> Vec<CaseEvent> {
        let mut fields = self.all.clone();
        let mut cases = Vec::new();
        for check in &self.checks {
            fields.take_changes(check);
            cases.push(check.event(&fields));
        }
        cases
    }
}

impl SkippedCheck {
    fn event(&self, fields: &SkippedFields) -> CaseEvent {
        let (case, named) = self.name.split_once(':').unwrap_or((&self.name, ""));
        CaseEvent {
            name: self.name.clone(),
            case: case.to_owned(),
            codec: fields.codec.clone(),
            op: self.op.clone().unwrap_or_else(|| named.to_owned()),
            document: fields.document.clone(),
            clause: fields.clause.clone(),
            requirements: fields.requirements.clone(),
            level: fields.level,
            digest: self.digest.clone(),
            file: fields.file.clone(),
            line: self.line,
            observed: Some(fields.observed.clone()),
            verdict: Verdict::Skip,
            elapsed_us: self.elapsed_us,
            place: self.place,
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
    fn skipped_checks_of_one_codec_and_reason_are_one_line_and_nothing_is_lost() {
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
            CaseEvent {
                clause: "3".into(),
                requirements: vec!["utf5-2".into(), "utf5-3".into()],
                file: "vectors/utf5/b.yaml".into(),
                ..case("b-of-clause-3", "encode", "no codec utf5")
            },
            CaseEvent {
                clause: "3".into(),
                level: Level::May,
                file: "vectors/utf5/b.yaml".into(),
                ..case("b-without-requirements", "encode", "no codec utf5")
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
