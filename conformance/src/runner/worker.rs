//! A worker: sends checks to one instance of the implementation until none is left.

use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use acegate_vectors::Check;

use super::budget::Budget;
use super::confirm::{Before, Confirmation, confirm, confirm_previous, needs_previous};
use super::growth::Suspects;
use super::observer::{CheckResult, FaultCost};
use super::options::RunOptions;
use super::order::{CheckIndex, Order};
use super::state::{Failed, SecondInstance};
use crate::clock::Moment;
use crate::implementation::{Implementation, Starter};
use crate::interrupt;
use crate::judge::{Verdict, judge, may_be_slow};
use crate::observation::{Fault, Observation, Outcome, ProtocolFault};
use crate::protocol::Request;
use crate::suite::{screen, sent_request};

/// The checks that are left, shared by all workers.
pub(super) struct Queue<'a> {
    pub(super) checks: &'a [Check],
    pub(super) order: Order<'a>,
    pub(super) options: &'a RunOptions,
    pub(super) budget: Budget,
    pub(super) suspects: Suspects,
    /// Facts that belong to no check, each of them once.
    pub(super) remarks: Mutex<Vec<String>>,
    /// Whether the results so far are enough.
    pub(super) stopped: AtomicBool,
}

impl<'a> Queue<'a> {
    /// Sends checks to the implementation until none is left.
    ///
    /// A result waits for the reply to the next check, because a stray line may follow its own reply.
    /// The results of checks that are not sent wait for it. `start` starts the second instance, which
    /// reruns what failed.
    pub(super) fn work(
        &self,
        mut implementation: Box<dyn Implementation>,
        start: &Starter<'_>,
        send: &mut dyn FnMut(Box<CheckResult<'a>>),
    ) {
        let implementation = implementation.as_mut();
        let mut second = SecondInstance::new(start, self.options.strict_errors);
        let mut history = Vec::new();
        let mut previous: Option<CheckResult<'a>> = None;
        let mut unsent: Vec<CheckResult<'a>> = Vec::new();
        let mut seen = own_time();
        while let Some((CheckIndex(index), check)) = self.order.next() {
            if implementation.waited().is_some() {
                let now = own_time();
                self.budget
                    .count_own(now.saturating_sub(mem::replace(&mut seen, now)));
            }
            let request = match self.request(check, implementation) {
                Ok(request) => request,
                Err(outcome) => {
                    let observation = Observation::new(outcome, Duration::ZERO);
                    unsent.push(self.result(index, check, observation));
                    if previous.is_none() {
                        self.send_all(unsent.drain(..), send);
                    }
                    continue;
                }
            };
            let asked = self.ask(implementation, check, &request, previous.as_mut());
            let mut result = CheckResult {
                confirmation: asked.confirmation,
                cost: asked.cost,
                ..self.result(index, check, asked.observation)
            };
            if !implementation.is_new_each_time() {
                self.examine(&mut result, &mut second, &mut history);
            }
            self.send_all(previous.replace(result), send);
            self.send_all(unsent.drain(..), send);
        }
        for fault in implementation.finish() {
            match (&fault, &mut previous) {
                (Fault::Protocol(ProtocolFault::IgnoresEnd { .. }), _) | (_, None) => {
                    self.remark(fault.to_string());
                }
                (_, Some(previous)) => {
                    let request = sent_request(previous.check, implementation.describe());
                    let alone = implementation.answer_alone(&request);
                    let first = Observation::new(Outcome::Fault(fault), Duration::ZERO);
                    previous.blame(confirm_previous(&alone.outcome), &first, Some(alone));
                }
            }
        }
        if let Some(remark) = implementation.not_held() {
            self.remark(remark.to_owned());
        }
        if let Some(remark) = implementation.left_memory() {
            self.remark(remark);
        }
        self.send_all(previous, send);
        self.send_all(unsent, send);
    }

    fn send_all(
        &self,
        results: impl IntoIterator<Item = CheckResult<'a>>,
        send: &mut dyn FnMut(Box<CheckResult<'a>>),
    ) {
        for result in results {
            send(self.judged(result));
        }
    }

    pub(super) fn remark(&self, remark: String) {
        let mut remarks = self.remarks.lock().unwrap_or_else(PoisonError::into_inner);
        if !remarks.contains(&remark) {
            remarks.push(remark);
        }
    }

    /// Why no further check is sent; `None` while checks are sent.
    pub(super) fn why_over(&self) -> Option<String> {
        if interrupt::requested() {
            return Some("interrupted".into());
        }
        if self.stopped.load(Ordering::Relaxed) {
            return Some("the run ended at a result that is not as expected (--fail-fast)".into());
        }
        self.budget.exhausted()
    }

    /// The request for a check, or the outcome of a check that is not sent.
    fn request(
        &self,
        check: &Check,
        implementation: &dyn Implementation,
    ) -> Result<Request, Outcome> {
        let request = screen(check, implementation.describe())
            .map_err(|(reason, why)| Outcome::Skipped(reason, why))?;
        let reason = match self.why_over() {
            None if may_be_slow(check) => self.budget.too_slow(),
            reason => reason,
        };
        match reason {
            Some(reason) => Err(Outcome::Fault(Fault::NotRun(reason))),
            None => Ok(request),
        }
    }

    /// Sends a request. If the outcome is a fault, finds out which check it belongs to, and how much
    /// it costs.
    fn ask(
        &self,
        implementation: &mut dyn Implementation,
        check: &'a Check,
        request: &Request,
        previous: Option<&mut CheckResult<'_>>,
    ) -> Asked {
        let begun = Moment::now();
        let waited_before = implementation.waited();
        let first = implementation.answer(request);
        self.suspects.add(request, first.elapsed);
        let has_timed_out = matches!(first.outcome, Outcome::Fault(Fault::Timeout { .. }));
        self.order.count(check, has_timed_out);
        let Outcome::Fault(fault) = &first.outcome else {
            return Asked {
                observation: first,
                confirmation: Confirmation::Unrepeated,
                cost: None,
            };
        };
        let fault = fault.clone();
        let (observation, confirmation) =
            self.settle(implementation, request, previous, first, &fault);
        let lost = match (waited_before, implementation.waited()) {
            (Some(before), Some(after)) => after.saturating_sub(before),
            _ => begun.elapsed(),
        };
        let level = judge(check, &Outcome::Fault(fault.clone()), false).level;
        let cost = self
            .budget
            .count(&fault, lost, level < self.options.enforce);
        Asked {
            observation,
            confirmation,
            cost,
        }
    }

    /// Repeats a request whose first outcome was a fault. Returns the observation of its check, and
    /// changes the result of the check before if the fault belongs to it.
    fn settle(
        &self,
        implementation: &mut dyn Implementation,
        request: &Request,
        previous: Option<&mut CheckResult<'_>>,
        first: Observation,
        fault: &Fault,
    ) -> (Observation, Confirmation) {
        let alone = if self.budget.allows_repetition(fault) {
            Some(implementation.answer_alone(request))
        } else {
            None
        };
        let outcome_alone = alone.as_ref().map(|alone| &alone.outcome);
        let mut previous_alone = None;
        if let Some(previous) = &previous
            && needs_previous(fault, outcome_alone)
        {
            let request = sent_request(previous.check, implementation.describe());
            previous_alone = Some(implementation.answer_alone(&request));
        }
        let before = match (&previous, &previous_alone) {
            (None, _) => Before::NoCheck,
            (Some(_), None) => Before::NotAsked,
            (Some(_), Some(alone)) => Before::Alone(&alone.outcome),
        };
        let confirmation = confirm(fault, outcome_alone, before);
        match confirmation {
            Confirmation::Unrepeated
            | Confirmation::Same
            | Confirmation::OrderDependent
            | Confirmation::Unsettled => (first, confirmation),
            Confirmation::Slow if self.options.strict_time => (first, confirmation),
            Confirmation::Slow => (alone.unwrap_or(first), confirmation),
            Confirmation::Unsent => (alone.unwrap_or(first), Confirmation::Unrepeated),
            Confirmation::OfPrevious | Confirmation::OfPreviousInOrder => {
                if let Some(previous) = previous {
                    previous.blame(confirmation, &first, previous_alone);
                }
                let outcome = alone.unwrap_or_else(|| implementation.answer(request));
                (outcome, Confirmation::Unrepeated)
            }
        }
    }

    /// Finds out whether a failure depends on earlier requests, and on which. `history` are the checks
    /// that the process has run, by index.
    fn examine(
        &self,
        result: &mut CheckResult<'_>,
        second: &mut SecondInstance<'_>,
        history: &mut Vec<usize>,
    ) {
        let failed = Failed {
            check: result.check,
            checks: self.checks,
            history,
        };
        let outcome = &result.observation.outcome;
        // A search that has to wait for a time limit again and again takes too long.
        let is_slow = matches!(outcome, Outcome::Fault(Fault::Timeout { .. }));
        if self.why_over().is_none() {
            if result.judgement.verdict == Verdict::Fail {
                let again = second.examine(failed, result.judgement.failing, outcome);
                let (confirmation, alone) = again.unwrap_or((Confirmation::Unrepeated, None));
                result.confirmation = confirmation;
                if let Some(alone) = alone {
                    result.observation = alone;
                }
            }
            if result.confirmation == Confirmation::OrderDependent && !is_slow {
                result.after = second.trail(failed);
            }
        }
        if result.cost.is_some() {
            history.clear();
        }
        history.push(result.index);
    }

    /// The result of a check, as far as this observation tells. A later one may change it.
    fn result(&self, index: usize, check: &'a Check, observation: Observation) -> CheckResult<'a> {
        let judgement = judge(check, &observation.outcome, self.options.strict_errors);
        let unexpected = judgement.verdict.is_failure() && judgement.level >= self.options.enforce;
        CheckResult {
            check,
            index,
            observation,
            judgement,
            confirmation: Confirmation::Unrepeated,
            unexpected,
            cost: None,
            after: Vec::new(),
        }
    }

    /// The result with the judgement of what is observed now.
    fn judged(&self, result: CheckResult<'a>) -> Box<CheckResult<'a>> {
        let CheckResult {
            index,
            check,
            observation,
            confirmation,
            cost,
            after,
            ..
        } = result;
        let judged = self.result(index, check, observation);
        Box::new(CheckResult {
            confirmation,
            cost,
            after,
            ..judged
        })
    }
}

/// The result of sending a check.
struct Asked {
    observation: Observation,
    confirmation: Confirmation,
    cost: Option<FaultCost>,
}

/// The processor time of this thread so far; zero where no program can be waited for.
fn own_time() -> Duration {
    #[cfg(feature = "process")]
    return crate::supervisor::thread_time();
    #[cfg(not(feature = "process"))]
    Duration::ZERO
}

impl CheckResult<'_> {
    /// Takes over a fault that came after the reply. If the check fails alone, the fault seen alone is
    /// kept, because repeating the check shows it again.
    fn blame(
        &mut self,
        confirmation: Confirmation,
        first: &Observation,
        alone: Option<Observation>,
    ) {
        (self.observation, self.confirmation) = match (confirmation, alone) {
            (_, None) => (first.clone(), Confirmation::Unrepeated),
            (Confirmation::OfPreviousInOrder, Some(alone)) => {
                let outcome = first.outcome.clone();
                (
                    Observation { outcome, ..alone },
                    Confirmation::OrderDependent,
                )
            }
            (_, Some(alone)) if matches!(alone.outcome, Outcome::Fault(Fault::NotRun(_))) => {
                (first.clone(), Confirmation::Unrepeated)
            }
            (_, Some(alone)) => (alone, Confirmation::Same),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::super::options::FaultBudget;
    use super::super::scripted::{results, results_with};
    use super::*;
    use crate::implementation::{InProcess, Registry};
    use crate::observation::Exhausted;
    use acegate_codec::Value;
    use acegate_vectors::Suite;

    /// It takes too long for an input that is longer than a name.
    fn is_slow(request: &Request) -> Option<Outcome> {
        let (limit, exhausted) = (Duration::from_secs(2), Exhausted::Cpu);
        match &request.input {
            Value::Text(text) if text.code_points.len() > 255 => {
                Some(Outcome::Fault(Fault::Timeout {
                    limit,
                    partial: 0,
                    exhausted,
                }))
            }
            _ => None,
        }
    }

    fn punycode_checks() -> Vec<Check> {
        let mut checks = Suite::embedded()
            .expect("the embedded suite is valid")
            .checks();
        checks.retain(|check| check.codec() == "punycode");
        checks
    }

    #[test]
    fn long_inputs_are_asked_last_and_their_time_limits_end_no_run() {
        let checks = punycode_checks();
        let (results, summary) = results(&checks, || is_slow);
        let verdicts: Vec<_> = results.iter().map(|it| it.judgement.verdict).collect();
        let first = verdicts
            .iter()
            .position(|verdict| *verdict == Verdict::Timeout);
        let (quick, slow) = verdicts.split_at(first.expect("there are long inputs"));
        assert!(
            quick.len() > 1000 && slow.len() > 100,
            "{} {}",
            quick.len(),
            slow.len()
        );
        assert!(
            quick
                .iter()
                .all(|verdict| matches!(verdict, Verdict::Pass | Verdict::Skip))
        );
        assert!(
            slow.iter()
                .all(|verdict| matches!(verdict, Verdict::Timeout | Verdict::Skip))
        );
        assert_eq!(summary.over, None);
    }

    #[test]
    fn a_run_that_is_too_slow_for_long_inputs_is_not_finished() {
        let checks = punycode_checks();
        // A timeout of a long input takes more than a nanosecond, so the first is enough.
        let faults = FaultBudget {
            count: None,
            time: Some(Duration::from_nanos(1)),
        };
        let options = RunOptions {
            faults,
            ..RunOptions::default()
        };
        let reference = InProcess::registry(Registry::Reference);
        let (results, summary) = results_with(&options, reference.describe(), &checks, || is_slow);
        let mut timeouts = 0;
        let mut not_run = 0;
        for result in &results {
            match result.judgement.verdict {
                Verdict::Timeout => timeouts += 1,
                Verdict::NotRun => not_run += 1,
                verdict => assert!(
                    !may_be_slow(result.check) || verdict == Verdict::Skip,
                    "{}: {verdict:?}",
                    result.check.name
                ),
            }
        }
        assert!(timeouts == 1 && not_run > 100, "{timeouts} {not_run}");
        assert!(
            summary
                .over
                .is_some_and(|over| over.contains("long inputs took"))
        );
    }

    #[test]
    fn a_stray_line_is_of_its_check_even_if_no_fresh_process_can_be_had() {
        let mut checks = Suite::embedded()
            .expect("the embedded suite is valid")
            .checks();
        checks.truncate(3);
        // It writes a stray line after its first reply, and then cannot be started again.
        let gone = || {
            let mut answered = 0;
            move |_: &Request| {
                answered += 1;
                match answered {
                    1 => None,
                    2 => Some(Fault::Protocol(ProtocolFault::Unasked { line: "x".into() })),
                    _ => Some(Fault::NotRun("it cannot be kept alive".into())),
                }
                .map(Outcome::Fault)
            }
        };
        let (results, _) = results(&checks, gone);
        let verdicts: Vec<_> = results.iter().map(|it| it.judgement.verdict).collect();
        assert_eq!(
            verdicts,
            [Verdict::ProtocolError, Verdict::NotRun, Verdict::NotRun]
        );
    }
}
