//! The results of a run so far, and the end that follows from them; and the results as a baseline sees them.

use std::collections::BTreeMap;
use std::fmt;

use acegate_codec::punycode;
use acegate_vectors::Check;
use serde::{Deserialize, Serialize};

use super::{BehavesLike, CaseEvent, Observed, RunEnd, Totals};
use crate::judge::{ExitStatus, Failing, Verdict, length_limits};
use crate::observation::{Answer, coded};
use crate::protocol::{CodecSupport, Idna};
use crate::sorting::sort_by_key;
#[cfg(feature = "uts46")]
use crate::suite::{AnsweredName, request_for};

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
    /// Whether the implementation may refuse what it has decoded, because it follows a profile of IDNA or
    /// does not say that it follows none.
    pub has_profile: bool,
}

/// The results of a run so far. The end of the run follows from them, in whatever order they came.
#[derive(Default)]
pub(crate) struct Results<'a> {
    pub(super) totals: Totals,
    judged: Vec<Judged<'a>>,
    /// The word of the implementation on host names.
    idna: Option<Idna>,
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

impl Judged<'_> {
    const fn is_failure(&self) -> bool {
        self.verdict.is_failure()
    }
}

impl<'a> Results<'a> {
    /// Adds the result of a check. `place` is the place of the check in the run. A failure that depends on
    /// earlier requests says nothing of the check, and is not diagnosed.
    pub(crate) fn add(&mut self, place: usize, check: &'a Check, case: &CaseEvent, answer: Answer) {
        self.totals.add(case);
        let mut judged = Judged {
            place,
            check,
            verdict: case.verdict,
            failing: case.failing,
            answer,
            counts: case.unexpected && case.failing.is_some(),
        };
        if case.order_dependent || case.unsettled {
            judged.failing = None;
            judged.answer = Answer::Other;
            judged.counts = false;
        }
        self.judged.push(judged);
    }

    /// Takes what the implementation says of host names.
    pub(crate) fn take_idna(&mut self, codecs: &BTreeMap<String, CodecSupport>) {
        self.idna = codecs
            .get(punycode::ABOUT.id)
            .and_then(|support| support.idna);
    }

    /// Adds a check that was skipped, and whose question is not known.
    pub(super) fn add_skipped(&mut self, case: &CaseEvent) {
        self.totals.add(case);
    }

    /// Adds a right answer, only for the diagnosis.
    pub(crate) fn add_right(&mut self, place: usize, check: &'a Check, answer: Answer) {
        let verdict = Verdict::Pass;
        self.judged.push(Judged {
            place,
            check,
            verdict,
            failing: None,
            answer,
            counts: false,
        });
    }

    /// The checks that count against the implementation.
    pub(crate) fn failed(&self) -> impl Iterator<Item = &'a Check> {
        let failed = self.judged.iter().filter(|judged| judged.counts);
        failed.map(|judged| judged.check)
    }

    #[cfg(feature = "uts46")]
    pub(super) fn skipped(&self) -> impl Iterator<Item = &'a Check> {
        let judged = self.judged.iter();
        let skipped = judged.filter(|judged| judged.verdict == Verdict::Skip);
        skipped.map(|judged| judged.check)
    }

    /// The answers to names of UTS #46, without those to checks that depend on earlier requests.
    #[cfg(feature = "uts46")]
    pub(super) fn answered_names(&self) -> Vec<AnsweredName<'_>> {
        let mut names = Vec::new();
        for judged in &self.judged {
            if judged.check.codec() == acegate_codec::uts46::ABOUT.id
                && judged.answer != Answer::Other
            {
                names.push(AnsweredName {
                    request: request_for(judged.check),
                    answer: &judged.answer,
                    is_failure: judged.counts,
                });
            }
        }
        names
    }

    /// The end of the run. `end` has what the results do not say.
    pub(crate) fn end(mut self, diagnose: Option<Diagnose>, end: RunEnd) -> RunEnd {
        sort_by_key(&mut self.judged, |judged| judged.place);
        let length_limits = length_limits(
            self.judged
                .iter()
                .map(|judged| (judged.check, judged.verdict, judged.failing)),
        );
        let has_profile = !matches!(self.idna, Some(Idna::None | Idna::Std3));
        let exit = exit_status(&self.totals, &end);
        let is_over = self.totals.count(Verdict::NotRun) > 0;
        let behaves_like = match diagnose {
            // Failures that a baseline expects are diagnosed as well.
            Some(diagnose) if self.judged.iter().any(Judged::is_failure) => {
                let mut answers = Vec::with_capacity(self.judged.len());
                for judged in self.judged {
                    let is_failure = judged.is_failure();
                    answers.push(Answered {
                        check: judged.check,
                        answer: judged.answer,
                        is_failure,
                        has_profile,
                    });
                }
                diagnose(&answers)
            }
            Some(_) | None => Vec::new(),
        };
        RunEnd {
            behaves_like,
            length_limits,
            exit,
            over: if is_over { end.over } else { None },
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

coded! {
    /// The verdict on a check that a baseline names. Its codes are stable.
    pub enum BaselineVerdict {
        /// The check fails as the baseline says. It does not count.
        ExpectedFailure = "expected-failure",
        /// The check passes.
        UnexpectedPass = "unexpected-pass",
        /// The check fails, and another answer or fault was observed.
        DifferentFailure = "different-failure",
        /// The check fails as the baseline says, whose entry has expired.
        Expired = "expired",
        /// The check fails, and the suite has changed the check since the baseline was written.
        SuiteChanged = "suite-changed",
        /// The check is not in the suite, or the implementation does not support it.
        Stale = "stale",
    }
}

impl BaselineVerdict {
    /// Whether it counts against the run.
    #[must_use]
    pub const fn counts(self) -> bool {
        !matches!(self, Self::ExpectedFailure)
    }
}

/// An entry of a baseline whose check is not in the suite.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct StaleEntry {
    /// The name of the check; or a finding that is accepted as a whole, and how many checks it had.
    pub check: String,
    /// The file of the baseline.
    pub file: String,
    /// The line of the check in that file.
    pub line: usize,
}

/// The failures that are known before a run.
pub trait KnownFailures: fmt::Debug {
    /// The verdict on a result; `None` if nothing is known of its check, or if it did not run.
    /// `digest` gives the digest of the check.
    fn verdict(&self, case: &CaseEvent, digest: &dyn Fn() -> String) -> Option<BaselineVerdict>;

    /// The entries whose checks are not in the suite, whatever was chosen of it.
    fn stale(&self) -> Vec<StaleEntry>;
}

impl CaseEvent {
    /// Takes the verdict of a baseline. `digest` gives the digest of the check.
    pub(super) fn apply_baseline(
        &mut self,
        known: &dyn KnownFailures,
        digest: &dyn Fn() -> String,
    ) {
        self.baseline = known.verdict(self, digest);
        self.unexpected = self
            .baseline
            .map_or(self.unexpected, BaselineVerdict::counts);
    }

    /// A short text that is the same for the same way of failing: the kind of the failure, and for a
    /// wrong value 64 bits of it in hexadecimal digits.
    ///
    /// A refusal has no position or message in it, and a fault has no text, since they may differ
    /// from run to run.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        let Some(failing) = self.failing else {
            return self.verdict.code().to_owned();
        };
        let kind = failing.code();
        let Some(value) = self.observed.as_ref().and_then(Observed::value) else {
            return kind.to_owned();
        };
        let text = serde_json::to_string(&Observed::Value(value.clone())).unwrap_or_default();
        format!("{kind}-{:016x}", fnv(text.as_bytes()))
    }
}

impl RunEnd {
    /// Whether the baseline, if there is one, still says what is true.
    #[must_use]
    pub fn baseline_holds(&self) -> bool {
        self.stale.is_empty() && self.totals.baseline.keys().all(|verdict| !verdict.counts())
    }
}

/// The 64-bit FNV-1a hash, which is the same in every version of every program.
pub(crate) fn fnv(octets: &[u8]) -> u64 {
    octets.iter().fold(0xcbf2_9ce4_8422_2325, |hash, octet| {
        (hash ^ u64::from(*octet)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Observed;
    use crate::observation::{AnyValue, Refusal};

    #[test]
    fn a_fingerprint_is_of_the_kind_and_the_value() {
        let case = |verdict, failing, observed| CaseEvent {
            verdict,
            failing,
            observed,
            ..CaseEvent::default()
        };
        let value = |text: &str| Some(Observed::Value(AnyValue::Ordinary(text.into())));
        // FNV-1a of `{"ok":{"t":"a"}}`, computed by another program.
        let wrong = case(Verdict::Fail, Some(Failing::WrongValue), value("a"));
        assert_eq!(wrong.fingerprint(), "wrong-value-4c73a33df2da88c4");
        let other = case(Verdict::Fail, Some(Failing::WrongValue), value("b"));
        assert_ne!(wrong.fingerprint(), other.fingerprint());
        for at in [None, Some(3)] {
            let refusal = Some(Observed::Refused(Refusal {
                at,
                ..Refusal::default()
            }));
            let refused = case(Verdict::Fail, Some(Failing::RefusedWrongly), refusal);
            assert_eq!(refused.fingerprint(), "refused-wrongly");
        }
        let fault = Observed::Fault {
            code: "crash".into(),
            text: "signal 11".into(),
        };
        assert_eq!(
            case(Verdict::Crash, None, Some(fault)).fingerprint(),
            "crash"
        );
    }
}
