//! The failures that depend on earlier requests, and the requests that they depend on.
//!
//! One process answers many checks, so a wrong answer may come from an earlier request: a buffer that
//! was not cleared, a table that a long input changed. A [`SecondInstance`] of the implementation
//! reruns what failed. It lives through several of these requests, because a start costs far more than a
//! request, and it is started anew where that matters.
//!
//! # Example
//!
//! A library keeps the bias of the last long text. It decodes `tda` correctly at first, and wrongly after that text.
//! The check that failed is sent to the second instance, which never saw the text, and passes: it
//! depends on earlier requests. Then the second instance is started again, is sent the check
//! before it and the check itself, and so on with longer histories, until the check fails again.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use acegate_vectors::Check;

use super::confirm::Confirmation;
use crate::clock::Moment;
use crate::implementation::{Implementation, Starter};
use crate::interrupt;
use crate::judge::{Failing, Verdict, judge};
use crate::observation::{Answer, Fault, Observation, Outcome};
use crate::protocol::Request;
use crate::suite::sent_request;

/// How many failures of a kind are all rerun.
const FIRST: u32 = 100;

/// Of later failures of a kind, only one in so many is rerun, so that a run with a thousand failures
/// does not take twice as long.
const EACH: u32 = 8;

/// How many failures of a kind are each rerun in a fresh instance. One that has seen a failure may have
/// been spoilt by it, and then says of all later ones that they are independent failures.
const FRESH: u32 = 4;

/// How often the second instance is started, whatever it costs, and how long starts may take beyond that,
/// while no answer has depended on earlier requests. A start takes a microsecond in process, 20 ms in Python
/// and half a second in Java, so that most failures of a quick program are rerun in a fresh instance.
const SAMPLE: Starts = Starts {
    count: 16,
    time: Duration::from_millis(500),
};

/// The same limits after an answer has depended on earlier requests. Every failure then needs a fresh instance.
const WITH_STATE: Starts = Starts {
    count: 100,
    time: Duration::from_secs(60),
};

/// How many faults the second instance may have. Then nothing more is rerun.
const FAULTS: u32 = 3;

/// How many histories are searched as a whole for the requests that matter.
const SEARCHES: u32 = 3;

/// The longest time for one search. It changes no verdict.
const SEARCH_TIME: Duration = Duration::from_secs(10);

/// How many requests are replayed between two looks at the time.
const BATCH: usize = 64;

/// The most requests that are named as those that matter.
const LONGEST_TRAIL: usize = 8;

/// How often the second instance may be started.
#[derive(Clone, Copy)]
struct Starts {
    count: u32,
    time: Duration,
}

/// A second instance of the implementation, which reruns what the first one failed.
pub(super) struct SecondInstance<'s> {
    start: &'s Starter<'s>,
    strict_errors: bool,
    /// The instance; `None` if it is to be started.
    instance: Option<Box<dyn Implementation>>,
    /// Whether it has run a check since its start.
    is_used: bool,
    starts: u32,
    /// How long these starts took.
    starting: Duration,
    faults: u32,
    /// The number of failures so far, by codec, operation and way of failing.
    kinds: BTreeMap<String, u32>,
    /// Whether an answer has depended on earlier requests.
    has_state: bool,
    searches: u32,
    /// The requests that earlier failures depended on, by the index of the check.
    trails: BTreeSet<Vec<usize>>,
}

/// A check that is answered wrongly, with the checks of the run.
#[derive(Clone, Copy)]
pub(super) struct Failed<'a> {
    pub(super) check: &'a Check,
    pub(super) checks: &'a [Check],
    /// The indices of the checks that its process had run before.
    pub(super) history: &'a [usize],
}

impl<'s> SecondInstance<'s> {
    pub(super) const fn new(start: &'s Starter<'s>, strict_errors: bool) -> Self {
        Self {
            start,
            strict_errors,
            instance: None,
            is_used: false,
            starts: 0,
            starting: Duration::ZERO,
            faults: 0,
            kinds: BTreeMap::new(),
            has_state: false,
            searches: 0,
            trails: BTreeSet::new(),
        }
    }

    /// Retries a check that was answered wrongly. Returns what was observed then, if that is to be
    /// kept instead of the first answer; `None` if the check is not rerun, or cannot be.
    ///
    /// A check that fails without the earlier requests fails by itself, even if it is another
    /// one: the answer that it gives alone is kept then, because repeating the check shows it again. The
    /// first failures of a kind are rerun in a fresh instance, and later ones ever more rarely, unless a
    /// start is cheap. As soon as one answer depended on earlier requests, all are, while starts are left.
    /// A failure for which no start is left is then unsettled.
    pub(super) fn examine(
        &mut self,
        failed: Failed<'_>,
        failing: Option<Failing>,
        first: &Outcome,
    ) -> Option<(Confirmation, Option<Observation>)> {
        let kind = format!("{} {} {failing:?}", failed.check.codec(), failed.check.op);
        let number = self.kinds.entry(kind).or_default();
        *number += 1;
        let number = *number;
        let is_asked = number <= FIRST || number.is_multiple_of(EACH) || self.has_state;
        if !is_asked || failed.history.is_empty() {
            return None;
        }
        if self.faults >= FAULTS {
            return self.has_state.then_some((Confirmation::Unsettled, None));
        }
        let is_in_sample = number <= FRESH || number.is_power_of_two();
        if is_in_sample || self.has_state || self.starting < SAMPLE.time {
            self.renew();
        }
        let mut is_alone = !self.is_used;
        let mut again = self.ask(failed.check)?;
        self.has_state |= differs(&again, first);
        if differs(&again, first) && !is_alone && self.renew() {
            is_alone = true;
            again = self.ask(failed.check)?;
        }
        if self.is_right(failed.check, &again) {
            return Some((Confirmation::OrderDependent, None));
        }
        if self.has_state && !is_alone {
            return Some((Confirmation::Unsettled, None));
        }
        let is_fault = matches!(again.outcome, Outcome::Fault(_));
        self.faults += u32::from(is_fault);
        let is_kept = is_alone && !is_fault && differs(&again, first);
        Some((Confirmation::Same, is_kept.then_some(again)))
    }

    /// The names of the checks after which a check fails that passes alone, in their order; empty if
    /// they are not found within the limits.
    pub(super) fn trail(&mut self, failed: Failed<'_>) -> Vec<String> {
        let deadline = Moment::now() + SEARCH_TIME;
        let Some(trail) = self.find_trail(failed, deadline) else {
            return Vec::new();
        };
        let names = trail
            .iter()
            .map(|&index| failed.checks[index].name.to_string())
            .collect();
        self.trails.insert(trail);
        names
    }

    fn find_trail(&mut self, failed: Failed<'_>, deadline: Moment) -> Option<Vec<usize>> {
        let history = failed.history;
        let last = history.len().checked_sub(1)?;
        let mut candidates = vec![vec![history[last]]];
        candidates.extend(self.known_trails(history));
        for trail in candidates {
            if self.fails_after(failed, &trail, deadline)? {
                return Some(trail);
            }
        }
        if self.searches >= SEARCHES {
            return None;
        }
        self.searches += 1;
        if !self.fails_after(failed, history, deadline)? {
            return None;
        }
        // The latest request from which on the history is enough.
        let mut enough = 0;
        let mut too_late = last;
        while too_late - enough > 1 {
            let middle = enough + (too_late - enough) / 2;
            if self.fails_after(failed, &history[middle..], deadline)? {
                enough = middle;
            } else {
                too_late = middle;
            }
        }
        let only = vec![history[enough]];
        if self.fails_after(failed, &only, deadline)? {
            return Some(only);
        }
        let rest = &history[enough..];
        if rest.len() > LONGEST_TRAIL {
            return None;
        }
        Some(rest.to_vec())
    }

    /// The last two of the trails that were found, as far as this history has all of their checks.
    fn known_trails(&self, history: &[usize]) -> Vec<Vec<usize>> {
        let mut known = Vec::new();
        for trail in self.trails.iter().rev() {
            if known.len() < 2 && trail.iter().all(|index| history.contains(index)) {
                known.push(trail.clone());
            }
        }
        known
    }

    /// Whether a check fails in a fresh instance after these; `None` if time or starts are used up.
    fn fails_after(
        &mut self,
        failed: Failed<'_>,
        before: &[usize],
        deadline: Moment,
    ) -> Option<bool> {
        if !self.renew() {
            return None;
        }
        for batch in before.chunks(BATCH) {
            if Moment::now() > deadline || interrupt::requested() {
                return None;
            }
            let instance = self.instance()?;
            let checks = batch.iter().map(|&index| &failed.checks[index]);
            let requests: Vec<_> = checks
                .map(|check| sent_request(check, instance.describe()))
                .collect();
            instance.answer_all(&requests.iter().collect::<Vec<&Request>>());
        }
        let observation = self.ask(failed.check)?;
        Some(!self.is_right(failed.check, &observation))
    }

    /// Sends the request to the instance; `None` if that is not possible.
    fn ask(&mut self, check: &Check) -> Option<Observation> {
        let instance = self.instance()?;
        let observation = instance.answer(&sent_request(check, instance.describe()));
        match &observation.outcome {
            Outcome::Fault(Fault::NotRun(_)) => return None,
            Outcome::Fault(_) => {
                self.instance = None;
                self.is_used = false;
            }
            _ => {}
        }
        Some(observation)
    }

    fn is_right(&self, check: &Check, observation: &Observation) -> bool {
        judge(check, &observation.outcome, self.strict_errors).verdict == Verdict::Pass
    }

    /// Starts a fresh instance with the next request, if starts are left. Returns whether the instance
    /// is fresh.
    fn renew(&mut self) -> bool {
        let most = if self.has_state { WITH_STATE } else { SAMPLE };
        if self.is_used && (self.starts < most.count || self.starting < most.time) {
            self.instance = None;
            self.is_used = false;
        }
        !self.is_used
    }

    fn instance(&mut self) -> Option<&mut dyn Implementation> {
        if self.instance.is_none() {
            let begun = Moment::now();
            self.instance = (self.start)().ok();
            self.starts += 1;
            self.starting += begun.elapsed();
        }
        self.is_used = true;
        self.instance
            .as_mut()
            .map(|instance| &mut **instance as &mut dyn Implementation)
    }
}

/// Whether a check was answered otherwise than the first time.
fn differs(again: &Observation, first: &Outcome) -> bool {
    Answer::of(&again.outcome) != Answer::of(first)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use acegate_codec::{Parameter, Value};
    use acegate_vectors::Suite;

    use super::super::CheckResult;
    use super::super::scripted::{described_results, results};
    use super::*;
    use crate::observation::SkipReason;
    use crate::suite::{request_for, screen};

    /// The checks that decode Punycode.
    fn decoding() -> Vec<Check> {
        let mut checks = Suite::embedded()
            .expect("the embedded suite is valid")
            .checks();
        checks.retain(|check| check.codec() == "punycode" && check.op == "decode");
        checks
    }

    /// Checks an implementation that decodes an input wrongly if `is_wrong` says so of the inputs before it
    /// and of the input. Returns the results, and how many starts and requests there were.
    fn wrong(
        checks: &[Check],
        is_wrong: fn(&[Value], &Value) -> bool,
    ) -> (Vec<CheckResult<'_>>, usize, usize) {
        let (starts, count) = (AtomicUsize::new(0), Arc::new(AtomicUsize::new(0)));
        let script = || {
            starts.fetch_add(1, Ordering::Relaxed);
            let (count, mut asked) = (count.clone(), Vec::new());
            move |request: &Request| {
                count.fetch_add(1, Ordering::Relaxed);
                let is_wrong = is_wrong(&asked, &request.input);
                asked.push(request.input.clone());
                is_wrong.then(|| Outcome::Value("wrong".into()))
            }
        };
        let (results, _) = results(checks, script);
        (results, starts.into_inner(), count.load(Ordering::Relaxed))
    }

    fn dependent<'a, 'b>(results: &'b [CheckResult<'a>]) -> Vec<&'b CheckResult<'a>> {
        let is_dependent =
            |result: &&CheckResult<'_>| result.confirmation == Confirmation::OrderDependent;
        results.iter().filter(is_dependent).collect()
    }

    #[test]
    fn a_thousand_failures_cost_a_third_more() {
        let decoding = decoding();
        let checks: Vec<Check> = decoding.iter().cycle().take(1000).cloned().collect();
        let (results, _, asked) = wrong(&checks, |_, _| true);
        let failed = results
            .iter()
            .filter(|it| it.judgement.verdict == Verdict::Fail)
            .count();
        assert!(failed > 900, "{failed}");
        assert_eq!(dependent(&results).len(), 0);
        assert!(asked < 1000 + 1000 / 3, "{asked}");
        // A single check is not run twice.
        let (results, starts, asked) = wrong(&checks[..1], |_, _| true);
        assert_eq!(results[0].confirmation, Confirmation::Unrepeated);
        assert_eq!((starts, asked), (1, 1));
    }

    #[cfg(feature = "uts46")]
    #[test]
    fn what_failed_is_asked_again_with_the_settings_that_it_was_asked_with() {
        let description = super::super::scripted::without_std3();
        let mut checks = Suite::embedded()
            .expect("the embedded suite is valid")
            .checks();
        checks.retain(|check| screen(check, &description).is_ok());
        let script = || {
            |request: &Request| {
                let is_declared = |(name, value): (&String, &Parameter)| {
                    name == "std3" && *value == Parameter::Boolean(false)
                };
                let skip = Outcome::Skipped(SkipReason::Unsupported, "no such setting".into());
                let is_right = !request.params.is_empty() && request.params.iter().all(is_declared);
                Some(if is_right {
                    Outcome::Value("wrong".into())
                } else {
                    skip
                })
            }
        };
        let (results, _) = described_results(&description, &checks, script);
        assert!(checks.len() > 300, "{}", checks.len());
        for CheckResult {
            check,
            judgement,
            confirmation,
            ..
        } in results
        {
            assert_eq!(judgement.verdict, Verdict::Fail, "{}", check.name);
            assert_ne!(confirmation, Confirmation::OrderDependent, "{}", check.name);
        }
    }

    #[test]
    fn a_failure_of_its_own_spoils_no_instance_that_later_failures_are_asked_of() {
        let is_tda = |check: &Check| request_for(check).input == Value::from("tda");
        let (tda, mut checks): (Vec<_>, Vec<_>) = decoding().into_iter().partition(is_tda);
        checks.truncate(60);
        checks.insert(5, tda[0].clone());
        // `tda` is always answered wrongly, and so is everything after it.
        let is_wrong = |asked: &[Value], input: &Value| {
            let tda = Value::from("tda");
            *input == tda || asked.contains(&tda)
        };
        let (all, ..) = wrong(&checks, is_wrong);
        let failed: Vec<_> = all
            .iter()
            .filter(|it| it.judgement.verdict == Verdict::Fail)
            .collect();
        assert!(failed.len() > 50, "{}", failed.len());
        assert_eq!(failed[0].confirmation, Confirmation::Same);
        for later in &failed[1..] {
            assert_eq!(
                later.confirmation,
                Confirmation::OrderDependent,
                "{}",
                later.check.name
            );
        }
    }

    #[test]
    fn state_shows_among_failures_that_are_their_own() {
        fn length(input: &Value) -> usize {
            input.as_text().map_or(0, |text| text.code_points.len())
        }
        let input = |check: &Check| request_for(check).input;
        let (tda, mut checks): (Vec<_>, Vec<_>) = decoding()
            .into_iter()
            .partition(|check| input(check) == Value::from("tda"));
        checks.truncate(80);
        let odd = checks
            .iter()
            .position(|check| length(&input(check)) % 2 == 1)
            .expect("an odd one");
        checks.insert(odd, tda[0].clone());
        // Inputs of an even length are answered wrongly whatever was sent before, and all after `tda`.
        let is_wrong = |asked: &[Value], input: &Value| {
            length(input).is_multiple_of(2) || asked.last() == Some(&Value::from("tda"))
        };
        let (all, ..) = wrong(&checks, is_wrong);
        let failed = all
            .iter()
            .filter(|it| it.judgement.verdict == Verdict::Fail)
            .count();
        assert!(failed > 10, "{failed}");
        let found = dependent(&all);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].check.name, checks[odd + 1].name);
        assert_eq!(found[0].after, [tda[0].name.clone()]);
    }
}
