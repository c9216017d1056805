//! The reports of all shards of a run as the report of the run.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use acegate_vectors::{Case, Check, Expectation, Outcome, Suite};

use super::audit::{Contradiction, contradicting_result, contradictions};
use super::record::found_end;
use super::results::{Diagnose, Results};
use super::stored::{StoredCase, StoredError, StoredRun, Unfit, difference};
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
    /// The checks in the order of the run: the index of the shard, and that of the check in it.
    order: Vec<(usize, usize)>,
}

impl Merge {
    /// Reads the reports of shards, in any order.
    ///
    /// # Errors
    ///
    /// A sentence, unless each file is a whole report of a shard, all of them are of one run: the same
    /// suite, implementation and options, or the same seed of a hunt, each shard is there once, and each
    /// verdict is that on the observation beside it.
    pub fn read(paths: &[PathBuf]) -> Result<Self, String> {
        let (mut shards, mut checks) = (Vec::new(), Vec::new());
        let suite = EmbeddedChecks::new();
        for path in paths {
            let mut own = Vec::new();
            let first: Option<&StoredRun> = shards.first();
            let mut is_of_run = None;
            let place_of = |start: &RunStart, case: &CaseEvent| {
                // The rest of the report of another run is not read.
                let is_of_run = *is_of_run.get_or_insert_with(|| is_shard_of(first, start));
                if !is_of_run {
                    return Ok(None);
                }
                let place = case.place.or(start.seed.map(|_| 0));
                let place =
                    place.ok_or_else(|| format!("the place of {} is missing", case.name))?;
                own.push(audited_check(start, case, &suite)?);
                Ok(Some(place))
            };
            let shard = StoredRun::read(path, place_of).map_err(|error| match error {
                StoredError::Open(error) => format!("{}: {error}", path.display()),
                StoredError::Read(error) => format!("{}, {error}", path.display()),
            })?;
            shards.push(shard);
            checks.push(own);
        }
        let start = start_of(paths, &shards)?;
        let (order, right) = match start.seed {
            None => (order_of(paths, &shards)?, 0),
            Some(_) => {
                let ends = shards.iter().filter_map(|shard| shard.end.as_ref());
                let right = ends.map(|end| end.totals.count(Verdict::Pass)).sum();
                (discoveries_of(&shards), right)
            }
        };
        Ok(Self {
            start: RunStart {
                checks: order.len() + right,
                ..start
            },
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
        for (place, &(shard, index)) in self.order.iter().enumerate() {
            let case = CaseEvent {
                place: None,
                ..self.shards[shard].event(index)
            };
            let answer = self.shards[shard].cases[index].answer.clone();
            match &self.checks[shard][index] {
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
        for (shard, index) in self.order {
            let case = self.shards[shard].event(index);
            totals.add(&case);
            sink(&Event::Case(Box::new(case)));
        }
        let ends = || self.shards.iter().filter_map(|shard| shard.end.as_ref());
        let likes = ends().flat_map(|end| end.behaves_like.clone()).collect();
        let is_given_up = ends().any(|end| end.exit == ExitStatus::NotAlive);
        let end = RunEnd {
            totals,
            ..end_of(&self.shards)
        };
        let mut end = found_end(end, right, is_given_up, likes);
        let own = |shard: &StoredRun| {
            let number = shard.start.shard.map_or(0, Shard::number);
            let remarks = shard.end.iter().flat_map(|end| &end.remarks);
            remarks
                .map(|remark| format!("shard {number}: {remark}"))
                .collect::<Vec<_>>()
        };
        end.remarks = self.shards.iter().flat_map(own).collect();
        sink(&Event::RunEnd(Box::new(end.clone())));
        end
    }
}

/// The start of the run that the shards have in common.
fn start_of(paths: &[PathBuf], shards: &[StoredRun]) -> Result<RunStart, String> {
    let (Some(first), Some(first_path)) = (shards.first(), paths.first()) else {
        return Err("expected the report of at least one shard".to_owned());
    };
    let mut seen: BTreeMap<usize, &Path> = BTreeMap::new();
    let mut count = None;
    for (path, shard) in paths.iter().zip(shards) {
        let place = path.display();
        let Some(own) = shard.start.shard else {
            return Err(format!(
                "{place} is not the report of a shard: it has no \"shard\""
            ));
        };
        let differs = run_difference(&first.start, &shard.start);
        let of = count.replace(own.count()).filter(|of| *of != own.count());
        let of = of.map(|of| {
            (
                "shard".to_owned(),
                [of, own.count()].map(|it| it.to_string()),
            )
        });
        if let Some((field, [one, other])) = differs.or(of) {
            let first = first_path.display();
            return Err(format!(
                "the shards are of different runs: {field:?} is {one} in {first} and {other} in \
                 {place}"
            ));
        }
        if let Some(other) = seen.insert(own.number(), path) {
            let (other, number) = (other.display(), own.number());
            return Err(format!("{other} and {place} are both shard {number}"));
        }
        let (done, all) = (shard.cases.len(), shard.start.checks);
        match (shard.start.seed, &shard.end) {
            (Some(_), None) => {
                return Err(format!("{place} was cut off: hunt with this shard again"));
            }
            (None, end) if end.is_none() || done != all => {
                return Err(format!(
                    "{place} was cut off: it has {done} of {all} checks; `acegate check … --resume` \
                     goes on with it"
                ));
            }
            _ => {}
        }
    }
    let missing = (1..=count.unwrap_or_default()).filter(|number| !seen.contains_key(number));
    let missing: Vec<_> = missing.map(|number| number.to_string()).collect();
    if !missing.is_empty() {
        let missing = missing.join(", ");
        return Err(format!(
            "the reports of these shards are missing: {missing}"
        ));
    }
    let date = shards
        .iter()
        .map(|shard| &shard.start.date)
        .min()
        .cloned()
        .unwrap_or_default();
    let mut arguments = first.start.arguments.clone();
    for pair in shards
        .iter()
        .flat_map(|shard| shard.start.arguments.windows(2))
    {
        if is_vectors(pair) && !arguments.windows(2).any(|known| known == pair) {
            arguments.extend_from_slice(pair);
        }
    }
    Ok(RunStart {
        shard: None,
        date,
        arguments,
        ..first.start.clone()
    })
}

/// Whether this is the start of a shard of the run that the first shard is of.
fn is_shard_of(first: Option<&StoredRun>, start: &RunStart) -> bool {
    let is_same = first.is_none_or(|first| run_difference(&first.start, start).is_none());
    is_same && start.shard.is_some()
}

/// The first field in which the runs of two shards differ, with its values.
fn run_difference(one: &RunStart, other: &RunStart) -> Option<(String, [String; 2])> {
    difference(
        &comparable(one),
        &comparable(other),
        &["shard", "checks", "date"],
    )
}

/// The start of a shard without the vector files that a hunt wrote: each shard has its own.
fn comparable(start: &RunStart) -> Cow<'_, RunStart> {
    if start.seed.is_none() {
        return Cow::Borrowed(start);
    }
    let mut start = start.clone();
    while let Some(place) = start.arguments.windows(2).position(is_vectors) {
        drop(start.arguments.drain(place..place + 2));
    }
    Cow::Owned(start)
}

fn is_vectors(pair: &[String]) -> bool {
    pair.first().is_some_and(|word| word == "--vectors")
}

/// The discoveries of all shards of a hunt, by the number of the shard. Several may have one in common.
fn discoveries_of(shards: &[StoredRun]) -> Vec<(usize, usize)> {
    let mut by_number: Vec<usize> = (0..shards.len()).collect();
    by_number.sort_by_key(|&shard| shards[shard].start.shard);
    let mut names = HashSet::new();
    let all = by_number.into_iter().flat_map(|shard| {
        let cases = shards[shard].cases.iter().enumerate();
        cases.map(move |(index, stored)| (shard, index, stored.case.name.as_str()))
    });
    all.filter(|(_, _, name)| names.insert(*name))
        .map(|(shard, index, _)| (shard, index))
        .collect()
}

/// The checks of all shards in the order of the run, each of which has one place.
fn order_of(paths: &[PathBuf], shards: &[StoredRun]) -> Result<Vec<(usize, usize)>, String> {
    let mut places: Vec<Option<(usize, usize)>> =
        vec![None; shards.iter().map(|shard| shard.cases.len()).sum()];
    let mut names = HashMap::new();
    for (number, shard) in shards.iter().enumerate() {
        for (index, stored) in shard.cases.iter().enumerate() {
            let StoredCase { place, case, .. } = stored;
            let is_new = names.insert(case.name.as_str(), ()).is_none();
            match places
                .get_mut(*place)
                .filter(|place| is_new && place.is_none())
            {
                Some(place) => *place = Some((number, index)),
                None => {
                    let (path, name) = (paths[number].display(), &case.name);
                    let what = "has no place of its own in the run";
                    return Err(format!("{path}: the check {name} {what}"));
                }
            }
        }
    }
    // As many checks as places, and no two in one: every place has its check.
    Ok(places.into_iter().flatten().collect())
}

/// The end of the run, as far as the results of the checks do not say it.
fn end_of(shards: &[StoredRun]) -> RunEnd {
    let mut whole = RunEnd::default();
    let mut growth: BTreeMap<(String, String), Growth> = BTreeMap::new();
    for end in shards.iter().filter_map(|shard| shard.end.as_ref()) {
        for found in &end.growth {
            let key = (found.codec.clone(), found.op.clone());
            // One run measures an operation on the longest input that is slow.
            let longest = |growth: &Growth| growth.points.iter().map(|(length, _)| *length).max();
            if growth
                .get(&key)
                .is_none_or(|known| longest(known) < longest(found))
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
            let checks = Suite::embedded()
                .map(|suite| suite.checks())
                .unwrap_or_default();
            checks
                .into_iter()
                .map(|check| (check.name.clone(), check))
                .collect()
        });
        checks.get(name)
    }
}

/// The check of an event whose verdict is that on its observation; `None` if it was skipped, because its question
/// is not in the report then.
///
/// The suite in this program says what was to be asked and expected. A report of other vectors, or of
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

/// The check of an event, which has all that a diagnosis asks of it.
fn check_of(event: &CaseEvent) -> Result<Check, String> {
    let name = &event.name;
    let Some(AnyValue::Ordinary(input)) = &event.input else {
        return Err(format!("the input of {name} is missing"));
    };
    let input = Arc::new(vector_value(input));
    let outcomes = event.expected.iter().map(outcome).collect::<Option<_>>();
    let expect = outcomes.and_then(Expectation::any);
    let expect = expect.ok_or_else(|| format!("the expected result of {name} is missing"))?;
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
