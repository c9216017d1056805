//! The comparison of an outcome with an expectation.

use acegate_codec::Value;
use acegate_vectors::{Check, Level, Outcome as Expected, Value as VectorValue};

use super::length_limit::length;
use super::letter_case::is_same_but_for_case;
use super::question::Question;
use super::verdict::{Failing, Verdict};
use crate::observation::{Exhausted, Fault, Outcome, Refusal, Stream};
use crate::suite::codec_value;

/// The verdict on a check, with its details.
///
/// A refusal is judged three times, each with its own weight: that the input is refused at all is
/// the check's own level, the kind a *should*, the position a *may*.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// The level at which a failure counts: the level of the check, or a weaker one.
    ///
    /// No document limits the length of an input, or the time, memory and output that an answer takes, but
    /// every implementation and every run has such limits. Reaching one of them, or rejecting a valid input,
    /// is therefore at most a *should* if the input is longer than any name. A process that does nothing
    /// until the limit is not slow.
    pub level: Level,
    /// How the answer is wrong, if the verdict is [`Verdict::Fail`].
    pub failing: Option<Failing>,
    /// Whether the kind of the refusal is one of the expected kinds; `None` if the implementation names
    /// none.
    pub kind_agrees: Option<bool>,
    /// Whether the position is the expected one; `None` unless both are known.
    pub position_agrees: Option<bool>,
}

impl Judgement {
    const fn plain(question: &Question<'_>, verdict: Verdict) -> Self {
        let level = question.level;
        Self {
            verdict,
            level,
            failing: None,
            kind_agrees: None,
            position_agrees: None,
        }
    }

    fn fail(question: &Question<'_>, failing: Failing) -> Self {
        Self {
            failing: Some(failing),
            ..Self::plain(question, Verdict::Fail)
        }
    }
}

/// Judges the outcome of a check. With `strict_errors` a refusal of another kind fails it.
#[must_use]
pub fn judge(check: &Check, outcome: &Outcome, strict_errors: bool) -> Judgement {
    judge_question(&check.into(), outcome, strict_errors)
}

/// Judges the outcome of a question.
pub(crate) fn judge_question(
    question: &Question<'_>,
    outcome: &Outcome,
    strict_errors: bool,
) -> Judgement {
    match outcome {
        Outcome::Skipped(..) => Judgement::plain(question, Verdict::Skip),
        Outcome::Fault(fault) => judge_fault(question, fault),
        Outcome::Value(found) => {
            judge_value(question, |expected| is_right(question, expected, found))
        }
        Outcome::Large(found) => judge_value(
            question,
            |expected| matches!(expected, Expected::Integers(right) if found.integers() == Some(right)),
        ),
        Outcome::Refused(refusal) => judge_refusal(question, refusal, strict_errors),
    }
}

fn judge_fault(question: &Question<'_>, fault: &Fault) -> Judgement {
    let verdict = match fault {
        Fault::Died(_) | Fault::Caught(_) => Verdict::Crash,
        Fault::Timeout { .. } => Verdict::Timeout,
        Fault::OutputLimit { .. } => Verdict::OutputLimit,
        Fault::MemoryLimit { .. } => Verdict::MemoryLimit,
        Fault::Protocol(_) => Verdict::ProtocolError,
        Fault::NotRun(_) => Verdict::NotRun,
    };
    let plain = Judgement::plain(question, verdict);
    Judgement {
        level: level_of_fault(fault, question.length, plain.level),
        ..plain
    }
}

/// Whether the input of a check is longer than any name, so that an answer to it may be slow.
pub(crate) fn may_be_slow(check: &Check) -> bool {
    length(&check.input) > LONGEST_NAME
}

/// The level at which a fault counts if the request with an input of this length has this one.
fn level_of_fault(fault: &Fault, length: u64, level: Level) -> Level {
    let is_limit = match fault {
        Fault::Timeout { exhausted, .. } => *exhausted != Exhausted::Idle,
        Fault::OutputLimit { stream, .. } => *stream == Stream::Output,
        fault => matches!(fault, Fault::MemoryLimit { .. }),
    };
    if is_limit {
        level_of_limit(length, level)
    } else {
        level
    }
}

/// The level at which a limit that no document sets counts if the request with an input of this length has
/// this one.
fn level_of_limit(length: u64, level: Level) -> Level {
    if length > LONGEST_NAME {
        level.min(Level::Should)
    } else {
        level
    }
}

fn judge_value(question: &Question<'_>, is_right: impl Fn(&Expected) -> bool) -> Judgement {
    let outcomes = question.expect.outcomes();
    if outcomes.iter().any(is_right) {
        Judgement::plain(question, Verdict::Pass)
    } else if outcomes.iter().all(is_refusal) {
        Judgement::fail(question, Failing::AcceptedWrongly)
    } else {
        Judgement::fail(question, Failing::WrongValue)
    }
}

const fn is_refusal(expected: &Expected) -> bool {
    match expected {
        Expected::Error { .. } => true,
        Expected::Ok(_) | Expected::Integers(_) => false,
    }
}

fn is_right(question: &Question<'_>, expected: &Expected, found: &Value) -> bool {
    let Expected::Ok(expected) = expected else {
        return false;
    };
    codec_value(expected) == *found
        || match (&**expected, found) {
            (VectorValue::Text { code_points, .. }, Value::Text(found)) => {
                is_same_but_for_case(question, code_points, &found.code_points)
            }
            _ => false,
        }
}

fn judge_refusal(question: &Question<'_>, refusal: &Refusal, strict_errors: bool) -> Judgement {
    let outcomes = question.expect.outcomes();
    if !outcomes.iter().any(is_refusal) {
        let failed = Judgement::fail(question, Failing::RefusedWrongly);
        return Judgement {
            level: level_of_limit(question.length, failed.level),
            ..failed
        };
    }
    let mut right_kinds = Vec::new();
    let mut right_positions = Vec::new();
    for outcome in outcomes {
        match outcome {
            Expected::Ok(_) | Expected::Integers(_) => {}
            Expected::Error { kinds, at } => {
                right_kinds.extend(kinds);
                right_positions.extend(at);
            }
        }
    }
    let mut judgement = Judgement::plain(question, Verdict::Pass);
    if let Some(kind) = &refusal.kind {
        judgement.kind_agrees = Some(right_kinds.contains(&kind));
    }
    if let Some(position) = &refusal.at
        && !right_positions.is_empty()
    {
        judgement.position_agrees = Some(right_positions.contains(&position));
    }
    if strict_errors && judgement.kind_agrees != Some(true) {
        judgement.verdict = Verdict::Fail;
        judgement.failing = Some(Failing::WrongKind);
    }
    judgement
}

/// The most octets of a host name (RFC 1035, section 2.3.4).
const LONGEST_NAME: u64 = 255;

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use super::*;
    use crate::observation::{AnyValue, Death, ProtocolFault, SkipReason};
    use acegate_vectors::{Expectation, Integer, Suite};

    /// A question about a name, at must.
    fn question(expect: &Expectation) -> Question<'_> {
        let (codec, op, level) = ("punycode", "decode", Level::Must);
        Question {
            codec,
            op,
            is_annotated: false,
            length: 255,
            expect,
            level,
        }
    }

    fn ok(value: &str) -> Expected {
        Expected::Ok(VectorValue::from(value).into())
    }

    fn refusal(kinds: &[&str], at: Option<u64>) -> Expected {
        Expected::Error {
            kinds: kinds.iter().map(|kind| (*kind).to_owned()).collect(),
            at,
        }
    }

    fn any(outcomes: Vec<Expected>) -> Expectation {
        Expectation::any(outcomes).expect("at least one")
    }

    fn value(text: &str) -> Outcome {
        Outcome::Value(Value::from(text))
    }

    fn refused(kind: Option<&str>, at: Option<u64>) -> Outcome {
        Outcome::Refused(Refusal {
            kind: kind.map(str::to_owned),
            at,
            message: None,
        })
    }

    #[test]
    fn an_answer_is_compared_with_every_expected_one_and_integers_of_any_size_exactly() {
        let large = |integers: &[u128]| AnyValue::from_integers(integers).into();
        let values = any(vec![ok("a"), ok("b"), refusal(&["x"], None)]);
        let refusals = any(vec![refusal(&["truncated"], Some(2))]);
        let two = [97, 1 << 64];
        let integers = two
            .iter()
            .filter_map(|it| Integer::from_decimal(&it.to_string()))
            .collect();
        let both = any(vec![
            refusal(&["overflow"], None),
            Expected::Integers(integers),
        ]);
        for (expect, outcome, failing) in [
            (&values, value("b"), None),
            (&values, value("c"), Some(Failing::WrongValue)),
            (&values, refused(None, None), None),
            (&refusals, value(""), Some(Failing::AcceptedWrongly)),
            (&refusals, large(&[1 << 32]), Some(Failing::AcceptedWrongly)),
            (
                &any(vec![ok("a")]),
                refused(Some("truncated"), None),
                Some(Failing::RefusedWrongly),
            ),
            (&both, refused(None, None), None),
            (&both, large(&two), None),
            (
                &both,
                large(&[97, (1 << 64) + 1]),
                Some(Failing::WrongValue),
            ),
            (&both, large(&two[1..]), Some(Failing::WrongValue)),
            (
                &both,
                large(&[two[0], two[1], 97]),
                Some(Failing::WrongValue),
            ),
            // 2^64 and 97, cut to 32 bits or to nothing; a merged pair is as wrong.
            (&both, value("a\0"), Some(Failing::WrongValue)),
            (&both, value("a"), Some(Failing::WrongValue)),
            (&both, value("a\u{FFFD}"), Some(Failing::WrongValue)),
        ] {
            let judgement = judge_question(&question(expect), &outcome, false);
            let verdict = if failing.is_some() {
                Verdict::Fail
            } else {
                Verdict::Pass
            };
            assert_eq!(
                (judgement.verdict, judgement.failing),
                (verdict, failing),
                "{outcome:?}"
            );
        }
    }

    #[test]
    fn a_valid_input_that_is_longer_than_any_name_may_be_rejected_but_has_no_other_answer() {
        let expect = any(vec![ok("a")]);
        let rejected = refused(Some("overflow"), None);
        for (length, own, if_rejected, if_wrong) in [
            (255, Level::Must, Level::Must, Level::Must),
            (256, Level::Must, Level::Should, Level::Must),
            (256, Level::May, Level::May, Level::May),
        ] {
            let question = Question {
                length,
                level: own,
                ..question(&expect)
            };
            assert_eq!(
                judge_question(&question, &rejected, false).level,
                if_rejected
            );
            assert_eq!(
                judge_question(&question, &value("b"), false).level,
                if_wrong
            );
        }
    }

    #[test]
    fn the_question_of_a_check_has_its_parameters_and_the_length_of_its_input() {
        let suite = Suite::embedded().expect("the embedded suite is valid");
        let is_wanted = |it: &Check| {
            it.codec() == "punycode" && it.op == "encode" && it.params().contains_key("annotation")
        };
        let mut check = suite
            .checks()
            .into_iter()
            .find(is_wanted)
            .expect("the suite asks for it");
        Arc::make_mut(&mut check.case).level = Level::Must;
        check.expect = any(vec![ok("Bcher-kva")]);
        assert_eq!(
            judge(&check, &value("Bcher-KVA"), false).verdict,
            Verdict::Fail
        );
        for (length, level) in [(255, Level::Must), (256, Level::Should)] {
            check.input = VectorValue::from(&*"a".repeat(length)).into();
            let outcome = Outcome::Fault(Fault::MemoryLimit { limit: 1 });
            assert_eq!(judge(&check, &outcome, false).level, level);
        }
    }

    #[test]
    fn kind_and_position_are_judged_apart_from_the_refusal() {
        let expect = any(vec![refusal(&["truncated", "bad-digit"], Some(2))]);
        let judge =
            |kind, at, is_strict| judge_question(&question(&expect), &refused(kind, at), is_strict);
        let judgement = judge(Some("overflow"), Some(2), false);
        assert_eq!(judgement.verdict, Verdict::Pass);
        assert_eq!(
            (judgement.kind_agrees, judgement.position_agrees),
            (Some(false), Some(true))
        );
        let wrong = Some(Failing::WrongKind);
        assert_eq!(judge(Some("overflow"), Some(2), true).failing, wrong);
        assert_eq!(judge(None, None, true).failing, wrong);
        assert_eq!(judge(Some("bad-digit"), None, true).verdict, Verdict::Pass);
    }

    #[test]
    fn faults_have_verdicts_and_limits_of_the_run_are_no_must_for_an_input_longer_than_any_name() {
        let timeout = |exhausted| {
            let limit = Duration::from_secs(2);
            Fault::Timeout {
                limit,
                partial: 0,
                exhausted,
            }
        };
        let output = |stream| Fault::OutputLimit { limit: 1, stream };
        let expect = any(vec![ok("a")]);
        for (fault, verdict, level_if_long) in [
            (timeout(Exhausted::Cpu), Verdict::Timeout, Level::Should),
            (timeout(Exhausted::Wall), Verdict::Timeout, Level::Should),
            (timeout(Exhausted::Idle), Verdict::Timeout, Level::Must),
            (
                Fault::MemoryLimit { limit: 1 },
                Verdict::MemoryLimit,
                Level::Should,
            ),
            (output(Stream::Output), Verdict::OutputLimit, Level::Should),
            (output(Stream::Error), Verdict::OutputLimit, Level::Must),
            (Fault::Caught("x".into()), Verdict::Crash, Level::Must),
            (Fault::Died(Death::Exited(3)), Verdict::Crash, Level::Must),
            (
                Fault::Protocol(ProtocolFault::AnotherHello),
                Verdict::ProtocolError,
                Level::Must,
            ),
            (Fault::NotRun("x".into()), Verdict::NotRun, Level::Must),
        ] {
            assert_eq!(fault.code(), verdict.code());
            let outcome = Outcome::Fault(fault);
            for (length, own, level) in [
                (255, Level::Must, Level::Must),
                (256, Level::Must, level_if_long),
                (256, Level::May, Level::May),
            ] {
                let question = Question {
                    length,
                    level: own,
                    ..question(&expect)
                };
                let judgement = judge_question(&question, &outcome, false);
                assert_eq!(
                    (judgement.verdict, judgement.level),
                    (verdict, level),
                    "{outcome:?}"
                );
            }
        }
        let skipped = Outcome::Skipped(SkipReason::Limit, "x".into());
        assert_eq!(
            judge_question(&question(&expect), &skipped, false).verdict,
            Verdict::Skip
        );
    }
}
