//! The comparison of a report with the suite: a report that contradicts it makes no statement.

use std::collections::HashMap;
use std::time::Duration;

use acegate_vectors::{Check, Level, Suite};
use serde_json::Value as Json;

use crate::escape::printable_start;
use crate::event::{CaseEvent, Event, Observed, ReadError, RunStart, Totals, case_event};
use crate::judge::{Verdict, judge};
use crate::observation::{
    Exhausted, Fault, Observation, Outcome, ProtocolFault, SkipReason, Stream,
};
use crate::runner::{CheckResult, Confirmation};

/// How many contradictions are named.
const NAMED: usize = 20;

/// How many octets of a field are shown.
const SHOWN: usize = 200;

/// Compares the events of a report with the suite. All that the suite says of a check, and the verdict
/// on its answer, is made again; the verdict on a fault or a skip comes only from the run.
pub(super) struct Audit<'a> {
    digest: String,
    checks: HashMap<&'a str, &'a Check>,
    start: RunStart,
    /// The levels of the checks that the report has.
    levels: HashMap<String, Level>,
    totals: Totals,
    wrong: Vec<ReadError>,
}

impl<'a> Audit<'a> {
    pub(super) fn new(suite: &Suite, checks: &'a [Check]) -> Self {
        Self {
            digest: suite.digest().to_string(),
            checks: checks.iter().map(|check| (&*check.name, check)).collect(),
            start: RunStart::default(),
            levels: HashMap::new(),
            totals: Totals::default(),
            wrong: Vec::new(),
        }
    }

    pub(super) fn compare(&mut self, line: usize, event: &Event) {
        match event {
            Event::RunStart(start) => self.start = (**start).clone(),
            Event::Case(case) => self.compare_case(line, case),
            Event::Finding(finding) => {
                let level = |name: &String| self.levels.get(name) == Some(&finding.level);
                if !finding.checks.iter().any(level) {
                    let level = finding.level.as_str();
                    self.add(line, "level", format!("none of its checks is of level {level:?}"));
                }
            }
            Event::RunEnd(end) if end.totals != self.totals => {
                self.add(line, "totals", "the counts are not those of the checks".to_owned());
            }
            Event::RunEnd(_) => {}
        }
    }

    fn compare_case(&mut self, line: usize, case: &CaseEvent) {
        self.totals.add(case);
        if self.levels.insert(case.name.clone(), case.level).is_some() {
            self.add(line, "name", format!("{} is in the report twice", case.name));
        }
        match self.checks.get(case.name.as_str()).copied() {
            // A check of another suite is not compared.
            _ if self.start.suite != self.digest => {}
            Some(check) => {
                for (field, what) in contradictions(check, case, &self.start) {
                    self.add(line, field, what);
                }
            }
            None => self.add(line, "name", format!("the suite has no check {:?}", case.name)),
        }
    }

    fn add(&mut self, line: usize, field: &str, what: String) {
        self.wrong.push(ReadError { line, field: Some(field.to_owned()), what });
    }

    /// The result, when every event was compared: why the report makes no statement.
    pub(super) fn finish(mut self) -> Result<(), String> {
        let RunStart { suite, acegate, checks, .. } = self.start.clone();
        if suite.is_empty() {
            return Err(
                "it does not name its suite: make it with acegate check --report FILE".into()
            );
        }
        if suite != self.digest {
            let own = self.digest;
            return Err(format!(
                "it is of suite {suite}, made by acegate {acegate}, and this acegate has suite \
                 {own}: use the acegate that made it, or run the check again"
            ));
        }
        let found = self.levels.len();
        if found > checks {
            self.add(1, "checks", format!("expected at least {found}, found {checks}"));
        }
        self.wrong.sort_by_key(|error| error.line);
        let mut told = self
            .wrong
            .iter()
            .take(NAMED)
            .fold("it contradicts the suite or itself:".to_owned(), |told, wrong| {
                format!("{told}\n  {wrong}")
            });
        match self.wrong.len() {
            0 => return Ok(()),
            1..=NAMED => {}
            all => told += &format!("\n  and {} more", all - NAMED),
        }
        Err(told)
    }
}

/// The fields of a check that follow from the suite and from its answer.
const FIELDS: &str = "digest verdict failing level unexpected step kind_agrees position_agrees case \
    codec op params document clause requirements note input expected";

/// The fields of an event that contradict its check, and what they must be.
fn contradictions(
    check: &Check,
    case: &CaseEvent,
    start: &RunStart,
) -> Vec<(&'static str, String)> {
    let Some(outcome) = outcome(case) else {
        let what = format!("it holds nothing that makes the verdict {}", case.verdict);
        return vec![("observed", what)];
    };
    let mut judgement = judge(check, &outcome, start.strict_errors);
    // A limit that was reached on a long input may count less, which only the run knows.
    if matches!(outcome, Outcome::Fault(_)) && case.level == check.case.level {
        judgement.level = check.case.level;
    }
    let unexpected = match start.enforce {
        // A baseline decides whether a failure that it knows counts.
        Some(least) if case.baseline.is_none() => {
            judgement.verdict.is_failure() && judgement.level >= least
        }
        _ => case.unexpected,
    };
    let made = case_event(
        CheckResult {
            check,
            index: 0,
            observation: Observation::new(outcome, Duration::ZERO),
            judgement,
            confirmation: Confirmation::Unrepeated,
            unexpected,
            cost: None,
            after: Vec::new(),
        },
        true,
    );
    let [made, found] = [&made, case].map(|event| serde_json::to_value(event).unwrap_or_default());
    let shown = |event: &Json, field| match event.get(field) {
        Some(value) => printable_start(&value.to_string(), SHOWN),
        None => "nothing".to_owned(),
    };
    let differing = FIELDS.split(' ').filter(|field| made.get(field) != found.get(field));
    let told = differing.map(|field| {
        let (made, found) = (shown(&made, field), shown(&found, field));
        (field, format!("{}: expected {made}, found {found}", check.name))
    });
    told.collect()
}

/// The outcome that an event holds, with the fault of its code; `None` if it makes no such verdict.
fn outcome(case: &CaseEvent) -> Option<Outcome> {
    Some(match case.observed.as_ref()? {
        Observed::Value(value) => value.clone().into(),
        Observed::Refused(refusal) => Outcome::Refused(refusal.clone()),
        Observed::Skipped { .. } => Outcome::Skipped(SkipReason::Unsupported, String::new()),
        Observed::Fault { .. } => Outcome::Fault(match case.verdict {
            Verdict::Crash => Fault::Caught(String::new()),
            Verdict::Timeout => {
                let (limit, exhausted) = (Duration::ZERO, Exhausted::Cpu);
                Fault::Timeout { limit, partial: 0, exhausted }
            }
            Verdict::OutputLimit => Fault::OutputLimit { limit: 0, stream: Stream::Output },
            Verdict::MemoryLimit => Fault::MemoryLimit { limit: 0 },
            Verdict::ProtocolError => Fault::Protocol(ProtocolFault::AnotherHello),
            Verdict::NotRun => Fault::NotRun(String::new()),
            Verdict::Pass | Verdict::Fail | Verdict::Skip => return None,
        }),
    })
}
