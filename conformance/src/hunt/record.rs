//! A hunt as the events of a run, and the report file of one that goes on.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use acegate_vectors::{Check, Expectation, Level};

use super::discovery::Discovery;
use super::engine::HuntEvent;
use super::known::nearest_case;
use super::members::without_contradicted_members;
use super::properties::PROPERTIES;
use super::reproduction::Repetition;
use super::request::model_outcome;
use super::trials::{AnswerKind, HuntSummary};
use super::vectors::{FoundVectors, bare_case, case_of, check_of};
use crate::event::{
    Answered, BaselineVerdict, CaseEvent, Event, Evidence, Recording, Results, RunEnd, RunStart,
    case_event, found_end, found_start,
};
use crate::files::{ReportFile, is_stdout};
use crate::findings::{Witnesses, like_of, unlisted_member};
use crate::judge::{Verdict, judge};
use crate::observation::{Answer, Observation};
use crate::protocol::{Description, Request};
use crate::report::wording::count;
use crate::runner::{CheckResult, Confirmation, RunOptions};

/// Hands the events of a hunt to `sink`: one case for each discovery. Returns the last event.
pub fn record_hunt(
    description: &Description,
    summary: &HuntSummary,
    vectors: &FoundVectors,
    options: &RunOptions,
    recording: &Recording,
    sink: &mut dyn FnMut(&Event),
) -> RunEnd {
    let mut found = Vec::new();
    for (discovery, case) in summary.discoveries.iter().zip(&vectors.of) {
        if let Some(case) = case {
            let check = check_of(case);
            found.push(Found { discovery, check });
        }
    }
    let right: Vec<(Check, Answer)> = summary.right.iter().filter_map(right_check).collect();
    let wrong: u64 = summary.discoveries.iter().map(|found| found.hits).sum();
    let passed = summary.requests.saturating_sub(wrong + summary.unlooked);
    let passed = usize::try_from(passed).unwrap_or(usize::MAX);
    sink(&found_start(
        description,
        passed + found.len(),
        options,
        recording,
    ));
    let mut results = Results::default();
    results.take_idna(&description.codecs);
    let answers = unexplained_answers(&found);
    let totals = explained_answers(&found);
    let suspects: Vec<&str> = totals.keys().copied().collect();
    let witnesses = Witnesses::new(&answers, &suspects);
    let mut likes = Vec::new();
    for (place, one) in found.iter().enumerate() {
        let Found { discovery, check } = one;
        let case = case_event_of(discovery, check, options, recording.evidence);
        results.add(place, check, &case, Answer::of(&discovery.breach.outcome));
        if discovery.is_telling() || !is_of_few(discovery, &found) {
            let mut ids = discovery.causes(&totals);
            ids.retain(|id| !witnesses.contradict(id));
            let hits = explained_by(&ids, discovery, &totals);
            likes.extend(like_of(&ids, vec![check.name.clone()], hits));
        }
        sink(&Event::Case(Box::new(case)));
    }
    for (place, (check, answer)) in (found.len()..).zip(&right) {
        results.add_right(place, check, answer.clone());
    }
    let elapsed_us = u64::try_from(summary.elapsed.as_micros()).unwrap_or(u64::MAX);
    let end = RunEnd {
        remarks: summary.remarks(),
        interrupted: summary.interrupted,
        elapsed_us,
        ..RunEnd::default()
    };
    let mut end = results.end(recording.diagnose, end);
    end.behaves_like = without_contradicted_members(end.behaves_like, &summary.wrong);
    let end = found_end(end, passed, summary.given_up.is_some(), likes);
    sink(&Event::RunEnd(Box::new(end.clone())));
    end
}

/// A discovery, and the check that repeats it.
struct Found<'a> {
    discovery: &'a Discovery,
    check: Check,
}

/// How many wrong answers these causes of a discovery explain: a member of a family was compared with all answers of
/// the hunt.
fn explained_by(ids: &[&str], discovery: &Discovery, totals: &BTreeMap<&str, u64>) -> usize {
    let mut hits = discovery.hits;
    if let Some(first) = ids.first()
        && unlisted_member(first).is_some()
    {
        hits = totals[first];
    }
    usize::try_from(hits).unwrap_or(usize::MAX)
}

/// How many wrong answers of a hunt each deviation explains.
fn explained_answers(found: &[Found<'_>]) -> BTreeMap<&'static str, u64> {
    let mut totals = BTreeMap::new();
    for one in found {
        for id in one.discovery.alike() {
            *totals.entry(*id).or_default() += one.discovery.hits;
        }
    }
    totals
}

/// The wrong answers of a hunt that no listed deviation gives. A deviation that would answer one of them in a third
/// way is not the cause of another discovery. Right answers of the same operation have ruled deviations out
/// before; another answer than the reference's may also be right.
fn unexplained_answers<'a>(found: &'a [Found<'_>]) -> Vec<Answered<'a>> {
    let mut answers = Vec::new();
    for Found { discovery, check } in found {
        if !discovery.has_listed_cause() {
            let answer = Answer::of(&discovery.breach.outcome);
            answers.push(Answered {
                check,
                answer,
                is_failure: true,
                has_profile: true,
            });
        }
    }
    answers
}

/// Whether more wrong answers of its operation and kind have no known cause than it has: then it is a part of
/// a fault that is not known.
fn is_of_few(discovery: &Discovery, found: &[Found<'_>]) -> bool {
    let answer = Answer::of(&discovery.breach.outcome);
    let name = discovery.breach.request.name();
    let mut others = 0;
    for Found {
        discovery: other, ..
    } in found
    {
        let is_same = Answer::of(&other.breach.outcome) == answer && !other.is_telling();
        if is_same && other.breach.request.name() == name && other.alike().is_empty() {
            others += other.hits;
        }
    }
    others > discovery.hits
}

/// The event of a discovery, which this check repeats.
fn case_event_of(
    found: &Discovery,
    check: &Check,
    options: &RunOptions,
    evidence: Evidence,
) -> CaseEvent {
    let breach = &found.breach;
    let judgement = judge(check, &breach.outcome, options.strict_errors);
    let confirmation = match (breach.history.is_empty(), found.repetition) {
        (_, Repetition { tries: 0, .. }) => Confirmation::Unrepeated,
        (true, Repetition { shown: 1.., .. }) => Confirmation::Same,
        _ => Confirmation::OrderDependent,
    };
    let is_complete = evidence == Evidence::OfAll || judgement.verdict != Verdict::Pass;
    let result = CheckResult {
        check,
        index: 0,
        observation: Observation::new(breach.outcome.clone(), Duration::ZERO),
        judgement,
        confirmation,
        unexpected: breach.level >= options.enforce && !found.is_known,
        cost: None,
        after: Vec::new(),
    };
    let baseline = found.is_known.then_some(BaselineVerdict::ExpectedFailure);
    CaseEvent {
        baseline,
        ..case_event(result, is_complete)
    }
}

/// A request that was answered rightly, and the answer.
fn right_check(request: &Request) -> Option<(Check, Answer)> {
    let fast = request.fast();
    let case = bare_case(
        request,
        Expectation::one(model_outcome(&fast)?),
        Level::Must,
    );
    let answer = fast.map_or(Answer::Refused, |value| Answer::of_value(&value));
    Some((check_of(&Arc::new(case)), answer))
}

/// A report file that has every discovery as soon as it is final, so that a hunt that is killed leaves
/// one that can be read. It has no end: the report of the whole hunt replaces it.
#[derive(Debug)]
pub struct HuntDraft {
    file: ReportFile,
    recording: Recording,
    options: RunOptions,
}

impl HuntDraft {
    /// A draft at this path; `None` for a pipe or a device, where nothing can be replaced. Nothing is
    /// written before the implementation has started.
    #[must_use]
    pub fn new(path: &Path, start: RunStart, options: RunOptions) -> Option<Self> {
        let is_file = !is_stdout(path) && fs::metadata(path).map_or(true, |there| there.is_file());
        if !is_file {
            return None;
        }
        let recording = Recording {
            start,
            ..Recording::default()
        };
        Some(Self {
            file: ReportFile::new(path),
            recording,
            options,
        })
    }

    /// Takes an event of the hunt, and writes it.
    ///
    /// A draft that cannot be written is left: the report of the whole hunt says so.
    pub fn take(&mut self, event: &HuntEvent<'_>) {
        match event {
            HuntEvent::Started(description) => {
                self.file
                    .take(&found_start(description, 0, &self.options, &self.recording));
            }
            HuntEvent::Found(found) => {
                let Some(found_case) = case_of(found) else {
                    return;
                };
                let check = check_of(&Arc::new(found_case.case));
                let case = case_event_of(found, &check, &self.options, Evidence::OfAll);
                self.file.take(&Event::Case(Box::new(case)));
            }
        }
    }
}

impl HuntSummary {
    /// The number of trials in sentences: in total, by generator and property, and by operation and right answer.
    #[must_use]
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks: Vec<String> = self.given_up.iter().chain(&self.remarks).cloned().collect();
        remarks.push(format!(
            "sent {} requests in {} trials; completed epochs: {}",
            self.requests, self.trials, self.epochs
        ));
        for (source, counted) in &self.sources {
            let is_property = PROPERTIES.iter().any(|property| property.id == *source);
            let kind = if is_property { "property" } else { "generator" };
            let requests = count(counted.requests as usize, "request", "requests");
            let trials = count(counted.trials as usize, "trial", "trials");
            remarks.push(format!("{kind} {source}: {requests} in {trials}"));
        }
        for (clause, requests) in self.clauses() {
            let requests = count(requests as usize, "request", "requests");
            remarks.push(format!("{clause}: {requests}"));
        }
        if self.unlooked > 0 {
            remarks.push(format!(
                "{} more wrong answers were counted, but not examined",
                self.unlooked
            ));
        }
        remarks
    }

    /// How many requests tested each clause, by codec: the requests whose nearest known case is of the clause.
    fn clauses(&self) -> BTreeMap<String, u64> {
        let mut clauses = BTreeMap::new();
        for (AnswerKind { codec, op, code }, count) in &self.answers {
            let request = Request::new(codec, op, "".into());
            let nearest = nearest_case(&request, code, Level::May);
            let clause = nearest.map(|case| format!(": {}, {}", case.document, case.clause));
            let clause = format!("{codec} {op}{}", clause.unwrap_or_default());
            *clauses.entry(clause).or_default() += count;
        }
        clauses
    }
}
