//! The reports of all shards of a run as the report of the run.

use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::Arc;

use acegate_vectors::{Case, Check, Expectation, Outcome, Suite};

use super::audit::{Contradiction, contradicting_result, contradictions};
use super::record::found_end;
use super::results::{Diagnose, Results};
use super::shards::{MergeError, ShardCheck, discoveries_of, is_shard_of, order_of, start_of};
use super::stored::{StoredRun, Unfit};
use super::{CaseEvent, Event, Expected, Growth, RunEnd, RunStart, Totals};
use crate::judge::{ExitStatus, Verdict};
use crate::observation::AnyValue;
use crate::suite::{Shard, vector_parameter, vector_value};

/// The reports of all shards of a run.
#[derive(Debug)]
pub struct Merge {
    start: RunStart,
    shards: Vec<StoredRun>,
    /// The checks of each shard, in the order of its report; `None` for one that was skipped.
    checks: Vec<Vec<Option<Check>>>,
    /// The checks in the order of the run.
    order: Vec<ShardCheck>,
}

impl Merge {
    /// Reads the reports of shards, in any order.
    ///
    /// # Errors
    ///
    /// A [`MergeError`], unless each file is a whole report of a shard, all of them are of one run: the same
    /// suite, implementation and options, or the same seed of a hunt, each shard is there once, and each
    /// verdict follows from the observation in the file.
    pub fn read(paths: &[PathBuf]) -> Result<Self, MergeError> {
        let mut shards: Vec<StoredRun> = Vec::new();
        let mut checks = Vec::new();
        let suite = EmbeddedChecks::new();
        for path in paths {
            let mut reader = ShardReader {
                first: shards.first(),
                suite: &suite,
                is_of_run: None,
                checks: Vec::new(),
            };
            let shard = StoredRun::read(path, |start, case| reader.place_of(start, case));
            checks.push(reader.checks);
            shards.push(shard.map_err(|error| MergeError::stored(path, error))?);
        }
        let mut start = start_of(paths, &shards)?;
        let order = if start.seed.is_none() {
            order_of(paths, &shards)?
        } else {
            discoveries_of(&shards)
        };
        start.checks = order.len();
        if start.seed.is_some() {
            // Only the totals count the requests of a hunt that were answered rightly.
            for end in shards.iter().filter_map(|shard| shard.end.as_ref()) {
                start.checks += end.totals.count(Verdict::Pass);
            }
        }
        Ok(Self {
            start,
            shards,
            checks,
            order,
        })
    }

    /// How many checks the run has.
    #[must_use]
    pub const fn checks(&self) -> usize {
        self.start.checks
    }

    /// Hands the events of the run to `sink`, as one run would have. Returns the last one.
    pub fn hand_on(self, diagnose: Option<Diagnose>, sink: &mut dyn FnMut(&Event)) -> RunEnd {
        if self.start.seed.is_some() {
            return self.hand_on_hunt(sink);
        }
        let mut results = Results::default();
        results.take_idna(&self.start.codecs);
        sink(&Event::RunStart(Box::new(self.start)));
        for (place, &ShardCheck { shard, check }) in self.order.iter().enumerate() {
            let mut case = self.shards[shard].event(check);
            case.place = None;
            let answer = self.shards[shard].cases[check].answer.clone();
            match &self.checks[shard][check] {
                Some(check) => results.add(place, check, &case, answer),
                None => results.add_skipped(&case),
            }
            sink(&Event::Case(Box::new(case)));
        }
        let end = results.end(diagnose, end_of(&self.shards));
        sink(&Event::RunEnd(Box::new(end.clone())));
        end
    }

    /// Each shard of a hunt has diagnosed what it found.
    fn hand_on_hunt(self, sink: &mut dyn FnMut(&Event)) -> RunEnd {
        let right = self.start.checks.saturating_sub(self.order.len());
        sink(&Event::RunStart(Box::new(self.start)));
        let mut totals = Totals::default();
        for ShardCheck { shard, check } in self.order {
            let case = self.shards[shard].event(check);
            totals.add(&case);
            sink(&Event::Case(Box::new(case)));
        }
        let mut likes = Vec::new();
        let mut is_given_up = false;
        let mut remarks = Vec::new();
        for shard in &self.shards {
            let number = shard.start.shard.map_or(0, Shard::number);
            if let Some(end) = &shard.end {
                likes.extend(end.behaves_like.clone());
                is_given_up |= end.exit == ExitStatus::NotAlive;
                for remark in &end.remarks {
                    remarks.push(format!("shard {number}: {remark}"));
                }
            }
        }
        let end = RunEnd {
            totals,
            ..end_of(&self.shards)
        };
        let mut end = found_end(end, right, is_given_up, likes);
        end.remarks = remarks;
        sink(&Event::RunEnd(Box::new(end.clone())));
        end
    }
}

/// Reads the report of one shard: the places of its checks, and the checks themselves.
struct ShardReader<'a> {
    /// The first of the shards; `None` while it is read itself.
    first: Option<&'a StoredRun>,
    suite: &'a EmbeddedChecks,
    /// Whether the shard is of the same run as the first; `None` before its first check.
    is_of_run: Option<bool>,
    checks: Vec<Option<Check>>,
}

impl ShardReader<'_> {
    /// The place of a check in the run; `None` if the report is of another run, whose rest is not read.
    fn place_of(&mut self, start: &RunStart, case: &CaseEvent) -> Result<Option<usize>, Unfit> {
        let is_of_run = *self
            .is_of_run
            .get_or_insert_with(|| is_shard_of(self.first, start));
        if !is_of_run {
            return Ok(None);
        }
        // The discoveries of a hunt have no places.
        let is_hunt = start.seed.is_some();
        let place = match case.place {
            Some(place) => place,
            None if is_hunt => 0,
            None => {
                let what = format!("the place of {} is missing", case.name);
                return Err(Unfit::of_line(what));
            }
        };
        self.checks.push(audited_check(start, case, self.suite)?);
        Ok(Some(place))
    }
}

/// The end of the run, as far as the results of the checks do not say it.
fn end_of(shards: &[StoredRun]) -> RunEnd {
    let mut whole = RunEnd::default();
    let mut growth: BTreeMap<(String, String), Growth> = BTreeMap::new();
    for end in shards.iter().filter_map(|shard| shard.end.as_ref()) {
        for found in &end.growth {
            let key = (found.codec.clone(), found.op.clone());
            // One run measures an operation on the longest input that is slow.
            if growth
                .get(&key)
                .is_none_or(|known| longest_input(known) < longest_input(found))
            {
                growth.insert(key, found.clone());
            }
        }
        add_new(&mut whole.remarks, &end.remarks);
        add_new(&mut whole.stale, &end.stale_at_merge);
        whole.interrupted |= end.interrupted;
        whole.stopped |= end.stopped;
        whole.elapsed_us = whole.elapsed_us.saturating_add(end.elapsed_us);
    }
    whole.growth = growth.into_values().collect();
    whole
}

fn longest_input(growth: &Growth) -> Option<usize> {
    growth.points.iter().map(|(length, _)| *length).max()
}

fn add_new<T: Clone + PartialEq>(all: &mut Vec<T>, some: &[T]) {
    for one in some {
        if !all.contains(one) {
            all.push(one.clone());
        }
    }
}

/// The suite in this program, whose checks are made when they are needed.
struct EmbeddedChecks {
    digest: String,
    checks: OnceCell<HashMap<String, Check>>,
}

impl EmbeddedChecks {
    fn new() -> Self {
        Self {
            digest: Suite::embedded_digest().to_string(),
            checks: OnceCell::new(),
        }
    }

    fn get(&self, name: &str) -> Option<&Check> {
        let checks = self.checks.get_or_init(|| {
            let mut by_name = HashMap::new();
            if let Ok(suite) = Suite::embedded() {
                for check in suite.checks() {
                    by_name.insert(check.name.clone(), check);
                }
            }
            by_name
        });
        checks.get(name)
    }
}

/// The check of an event whose verdict is that on its observation; `None` if it was skipped, because its question
/// is not in the report then.
///
/// The suite in this program says which input and outcome each check has. A report of other vectors, or of
/// a hunt, has it in the events alone.
fn audited_check(
    start: &RunStart,
    case: &CaseEvent,
    suite: &EmbeddedChecks,
) -> Result<Option<Check>, Unfit> {
    if start.seed.is_none() && start.suite == suite.digest {
        let name = &case.name;
        let check = suite.get(name).ok_or_else(|| Contradiction {
            field: "name",
            what: format!("the suite has no check {name:?}"),
        })?;
        return match contradictions(check, case, start).into_iter().next() {
            Some(first) => Err(first.into()),
            None => Ok(Some(check.clone())),
        };
    }
    if case.verdict == Verdict::Skip && case.input.is_none() {
        return Ok(None);
    }
    let check = check_of(case)?;
    contradicting_result(&check, case, start)?;
    Ok(Some(check))
}

/// The check of an event, which has all that a diagnosis needs.
fn check_of(event: &CaseEvent) -> Result<Check, Unfit> {
    let name = &event.name;
    let Some(AnyValue::Ordinary(input)) = &event.input else {
        return Err(Unfit::of_line(format!("the input of {name} is missing")));
    };
    let input = Arc::new(vector_value(input));
    let Some(expect) = expectation(&event.expected) else {
        let what = format!("the expected result of {name} is missing");
        return Err(Unfit::of_line(what));
    };
    let mut case = Case::new(&event.codec, &event.op, Arc::clone(&input), expect.clone());
    for (name, value) in &event.params {
        case.params.insert(name.clone(), vector_parameter(value));
    }
    case.id.clone_from(&event.case);
    case.document.clone_from(&event.document);
    case.clause.clone_from(&event.clause);
    case.requirements.clone_from(&event.requirements);
    case.level = event.level;
    case.note.clone_from(&event.note);
    case.file.clone_from(&event.file);
    case.line = event.line;
    Ok(Check {
        name: name.clone(),
        op: event.op.clone(),
        input,
        expect,
        case: Arc::new(case),
    })
}

/// Any of these results; `None` if there is none, or if one is no result.
fn expectation(expected: &[Expected]) -> Option<Expectation> {
    let mut outcomes = Vec::new();
    for result in expected {
        outcomes.push(outcome(result)?);
    }
    Expectation::any(outcomes)
}

fn outcome(expected: &Expected) -> Option<Outcome> {
    Some(match expected {
        Expected::Value(AnyValue::Ordinary(value)) => Outcome::Ok(Arc::new(vector_value(value))),
        Expected::Value(AnyValue::Large(value)) => Outcome::Integers(value.integers()?.to_vec()),
        Expected::Refusal { kinds, at } => Outcome::Error {
            kinds: kinds.clone(),
            at: *at,
        },
    })
}
