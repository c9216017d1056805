//! The results of a run so far, and the end that follows from them.

use acegate_vectors::Check;

use super::{BehavesLike, CaseEvent, RunEnd, Totals};
use crate::judge::{ExitStatus, Failing, Verdict, length_limits};
use crate::observation::Answer;

/// Compares the answers of a run with known deviations.
/// [`behaves_like`](crate::findings::behaves_like) is one.
pub type Diagnose = fn(&[Answered<'_>]) -> Vec<BehavesLike>;

/// A check and what came of it.
#[derive(Clone, Debug)]
pub struct Answered<'a> {
    /// The check.
    pub check: &'a Check,
    /// The answer.
    pub answer: Answer,
    /// Whether the check fails.
    pub is_failure: bool,
}

/// The results of a run so far. The end of the run follows from them, in whatever order they came.
#[derive(Default)]
pub(crate) struct Results<'a> {
    totals: Totals,
    judged: Vec<Judged<'a>>,
}

/// The result of a check, reduced to what diagnoses need.
struct Judged<'a> {
    place: usize,
    check: &'a Check,
    verdict: Verdict,
    failing: Option<Failing>,
    answer: Answer,
    /// Whether it is a failure that counts against the implementation.
    counts: bool,
}

impl<'a> Results<'a> {
    /// Adds the result of a check. `place` is that of the check in the run. A failure that depends on
    /// earlier requests says nothing of the check, and is not diagnosed.
    pub(crate) fn add(&mut self, place: usize, check: &'a Check, case: &CaseEvent, answer: Answer) {
        self.totals.add(case);
        let (verdict, failing, answer) = match case.order_dependent {
            true => (case.verdict, None, Answer::Other),
            false => (case.verdict, case.failing, answer),
        };
        let counts = case.unexpected && failing.is_some();
        self.judged.push(Judged { place, check, verdict, failing, answer, counts });
    }

    /// Adds a right answer, only for the diagnosis.
    pub(crate) fn add_right(&mut self, place: usize, check: &'a Check, answer: Answer) {
        let verdict = Verdict::Pass;
        self.judged.push(Judged { place, check, verdict, failing: None, answer, counts: false });
    }

    /// The checks that count against the implementation.
    pub(crate) fn failed(&self) -> impl Iterator<Item = &'a Check> {
        self.judged.iter().filter(|it| it.counts).map(|it| it.check)
    }

    #[cfg(feature = "uts46")]
    pub(super) fn skipped(&self) -> impl Iterator<Item = &'a Check> {
        self.judged.iter().filter(|it| it.verdict == Verdict::Skip).map(|it| it.check)
    }

    pub(super) const fn count(&self) -> usize {
        self.judged.len()
    }

    pub(crate) const fn has_unexpected(&self) -> bool {
        self.totals.unexpected > 0
    }

    /// The end of the run. `end` has what the results do not say.
    pub(crate) fn end(mut self, diagnose: Option<Diagnose>, end: RunEnd) -> RunEnd {
        self.judged.sort_by_key(|judged| judged.place);
        let judged = self.judged.iter().map(|it| (it.check, it.verdict, it.failing));
        let length_limits = length_limits(judged);
        // Failures that a baseline expects are diagnosed as well.
        let failed = self.judged.iter().any(|judged| judged.verdict.is_failure());
        let answered = |Judged { check, answer, verdict, .. }: Judged<'a>| Answered {
            check,
            answer,
            is_failure: verdict.is_failure(),
        };
        let answers: Vec<_> = self.judged.into_iter().map(answered).collect();
        let diagnose = diagnose.filter(|_| failed);
        RunEnd {
            behaves_like: diagnose.map_or_else(Vec::new, |diagnose| diagnose(&answers)),
            length_limits,
            exit: exit_status(&self.totals, &end),
            over: end.over.filter(|_| self.totals.count(Verdict::NotRun) > 0),
            totals: self.totals,
            ..end
        }
    }
}

fn exit_status(totals: &Totals, end: &RunEnd) -> ExitStatus {
    if end.interrupted {
        ExitStatus::Interrupted
    } else if totals.count(Verdict::NotRun) > 0 && !end.stopped {
        ExitStatus::NotAlive
    } else if totals.run() == 0 {
        ExitStatus::NothingRan
    } else if totals.unexpected > 0 || !end.stale.is_empty() {
        ExitStatus::Unexpected
    } else {
        ExitStatus::AsExpected
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exit_status_is_the_worst_of_the_counts() {
        let totals = |verdicts: &[Verdict], unexpected| Totals {
            verdicts: verdicts.iter().map(|verdict| (*verdict, 1)).collect(),
            unexpected,
            ..Totals::default()
        };
        let end = |interrupted, stopped| RunEnd { interrupted, stopped, ..RunEnd::default() };
        for (verdicts, unexpected, end, expected) in [
            (&[Verdict::Pass][..], 0, end(false, false), ExitStatus::AsExpected),
            (
                &[Verdict::Pass, Verdict::Skip, Verdict::Fail],
                0,
                end(false, false),
                ExitStatus::AsExpected,
            ),
            (&[Verdict::Pass, Verdict::Fail], 1, end(false, false), ExitStatus::Unexpected),
            (&[Verdict::Skip], 0, end(false, false), ExitStatus::NothingRan),
            (&[], 0, end(false, false), ExitStatus::NothingRan),
            (&[Verdict::Fail, Verdict::NotRun], 1, end(false, false), ExitStatus::NotAlive),
            (&[Verdict::Fail, Verdict::NotRun], 1, end(false, true), ExitStatus::Unexpected),
            (&[Verdict::Fail, Verdict::NotRun], 1, end(true, true), ExitStatus::Interrupted),
        ] {
            assert_eq!(exit_status(&totals(verdicts, unexpected), &end), expected, "{verdicts:?}");
        }
    }
}
