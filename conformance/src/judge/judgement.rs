//! The comparison of an outcome with an expectation.

use acegate_codec::Value;
use acegate_vectors::{Check, Expectation, Level, Outcome as Expected, Value as VectorValue};

use super::length_limit::length;
use super::verdict::{Failing, Verdict};
use crate::observation::{Exhausted, Fault, LargeValue, Outcome, Refusal, Stream};
use crate::suite::is_value;

/// The verdict on a check, with its details.
///
/// A refusal is judged three times, each with its own weight: that the input is refused at all is
/// the check's own level, the kind a *should*, the position a *may*.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// The level at which a failure counts: that of the check, or a weaker one.
    ///
    /// The limits on time, memory and output are those of the run: no clause of a document sets them. An input
    /// that is longer than any name may be slow to answer, so that reaching one of them on such an
    /// input is at most a *should*. A process that does nothing until the limit is not slow.
    pub level: Level,
    /// In which way the answer is wrong, if the verdict is [`Verdict::Fail`].
    pub failing: Option<Failing>,
    /// Whether the kind of the refusal is one of the expected kinds; `None` if the implementation names
    /// none.
    pub kind_agrees: Option<bool>,
    /// Whether the position is the expected one; `None` unless both are known.
    pub position_agrees: Option<bool>,
}

/// A question as the judge sees it: who asks it, a suite or a hunt, makes no difference.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question<'a> {
    pub(crate) codec: &'a str,
    pub(crate) op: &'a str,
    /// Whether it names the parameter `annotation`, so that letter case has a meaning.
    pub(crate) is_annotated: bool,
    /// The length of the input, those of all elements for a list.
    pub(crate) length: u64,
    /// The outcomes that are right.
    pub(crate) expect: &'a Expectation,
    /// How binding they are.
    pub(crate) level: Level,
}

impl<'a> From<&'a Check> for Question<'a> {
    fn from(check: &'a Check) -> Self {
        Self {
            codec: check.codec(),
            op: &check.op,
            is_annotated: check.params().contains_key("annotation"),
            length: length(&check.input),
            expect: &check.expect,
            level: check.case.level,
        }
    }
}

impl Judgement {
    const fn plain(question: &Question<'_>, verdict: Verdict) -> Self {
        let level = question.level;
        Self { verdict, level, failing: None, kind_agrees: None, position_agrees: None }
    }

    fn fail(question: &Question<'_>, failing: Failing) -> Self {
        Self { failing: Some(failing), ..Self::plain(question, Verdict::Fail) }
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
        Outcome::Value(value) => judge_value(question, value),
        Outcome::Large(value) => judge_large(question, value),
        Outcome::Refused(refusal) => judge_refusal(question, refusal, strict_errors),
    }
}

fn judge_fault(question: &Question<'_>, fault: &Fault) -> Judgement {
    let mut judgement = Judgement::plain(
        question,
        match fault {
            Fault::Died(_) | Fault::Caught(_) => Verdict::Crash,
            Fault::Timeout { .. } => Verdict::Timeout,
            Fault::OutputLimit { .. } => Verdict::OutputLimit,
            Fault::MemoryLimit { .. } => Verdict::MemoryLimit,
            Fault::Protocol(_) => Verdict::ProtocolError,
            Fault::NotRun(_) => Verdict::NotRun,
        },
    );
    judgement.level = level_of_fault(fault, question.length, judgement.level);
    judgement
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
    if is_limit && length > LONGEST_NAME { level.min(Level::Should) } else { level }
}

fn judge_large(question: &Question<'_>, found: &LargeValue) -> Judgement {
    let right = |expected: &Expected| match expected {
        Expected::Integers(integers) => found.integers() == Some(integers),
        Expected::Ok(_) | Expected::Error { .. } => false,
    };
    match question.expect.outcomes().iter().any(right) {
        true => Judgement::plain(question, Verdict::Pass),
        false => another_value(question),
    }
}

/// The judgement of a value that is not an expected one.
fn another_value(question: &Question<'_>) -> Judgement {
    let is_value = |expected: &Expected| !matches!(expected, Expected::Error { .. });
    Judgement::fail(
        question,
        match question.expect.outcomes().iter().any(is_value) {
            true => Failing::WrongValue,
            false => Failing::AcceptedWrongly,
        },
    )
}

fn judge_value(question: &Question<'_>, found: &Value) -> Judgement {
    let right = |expected: &Expected| match (expected, found) {
        (Expected::Ok(value), _) if is_value(value, found) => true,
        (Expected::Ok(value), Value::Text(found)) => match &**value {
            VectorValue::Text { code_points, .. } => {
                is_same_but_for_case(question, code_points, &found.code_points)
            }
            _ => false,
        },
        _ => false,
    };
    match question.expect.outcomes().iter().any(right) {
        true => Judgement::plain(question, Verdict::Pass),
        false => another_value(question),
    }
}

/// Whether an encoder wrote the expected text in a letter case that its document leaves free.
///
/// The digits of Punycode may all be of either case (RFC 3492, section 5); with annotation their case
/// means something. UTF-6 ignores case (section 2), so that only a *should* asks for one.
fn is_same_but_for_case(question: &Question<'_>, expected: &[u32], found: &[u32]) -> bool {
    match (question.codec, question.op) {
        ("punycode", "encode") if !question.is_annotated => has_capital_digits(expected, found),
        ("utf6", "encode" | "to-ascii") if question.level == Level::Must => {
            is_same_name(expected, found)
        }
        _ => false,
    }
}

/// Whether `found` is `expected` with all digits in upper case. The literal part, which ends at the
/// last delimiter, has the case of the text.
fn has_capital_digits(expected: &[u32], found: &[u32]) -> bool {
    let digits = expected.iter().rposition(|&c| c == u32::from('-')).map_or(0, |at| at + 1);
    expected.len() == found.len()
        && expected[..digits] == found[..digits]
        && expected[digits..].iter().map(upper).eq(found[digits..].iter().copied())
}

/// Whether the names differ in the letter case of encoded labels alone.
fn is_same_name(expected: &[u32], found: &[u32]) -> bool {
    let dot = |&c: &u32| c == u32::from('.');
    let is_same = |(one, other): (&[u32], &[u32])| {
        let is_encoded = one.starts_with(&['w', 'q', '-', '-'].map(u32::from));
        one == other || is_encoded && one.iter().map(upper).eq(other.iter().map(upper))
    };
    expected.len() == found.len() && expected.split(dot).zip(found.split(dot)).all(is_same)
}

fn upper(&c: &u32) -> u32 {
    u8::try_from(c).map_or(c, |octet| octet.to_ascii_uppercase().into())
}

fn judge_refusal(question: &Question<'_>, refusal: &Refusal, strict_errors: bool) -> Judgement {
    let refusals: Vec<_> = question
        .expect
        .outcomes()
        .iter()
        .filter_map(|outcome| match outcome {
            Expected::Ok(_) | Expected::Integers(_) => None,
            Expected::Error { kinds, at } => Some((kinds, *at)),
        })
        .collect();
    if refusals.is_empty() {
        return Judgement::fail(question, Failing::RefusedWrongly);
    }
    let agrees = |kind: &String| refusals.iter().any(|(kinds, _)| kinds.contains(kind));
    let kind_agrees = refusal.kind.as_ref().map(agrees);
    let position_agrees = refusal.at.and_then(|found| {
        let mut positions = refusals.iter().filter_map(|(_, at)| *at).peekable();
        positions.peek()?;
        Some(positions.any(|at| at == found))
    });
    let mut judgement =
        Judgement { kind_agrees, position_agrees, ..Judgement::plain(question, Verdict::Pass) };
    if strict_errors && kind_agrees != Some(true) {
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
    use crate::observation::{AnyValue, SkipReason, Stream};
    use acegate_vectors::{Expectation, Integer, Suite};

    fn check(expect: Vec<Expected>) -> Check {
        let suite = Suite::embedded().expect("the embedded suite is valid");
        let mut check = suite.checks().swap_remove(0);
        check.expect = Expectation::any(expect).expect("at least one");
        check
    }

    fn text(text: &str) -> VectorValue {
        let code_points = text.chars().map(u32::from).collect();
        VectorValue::Text { code_points, flags: None }
    }

    fn refusal(kinds: &[&str], at: Option<u64>) -> Expected {
        Expected::Error { kinds: kinds.iter().map(|kind| (*kind).to_owned()).collect(), at }
    }

    fn refused(kind: Option<&str>, at: Option<u64>) -> Outcome {
        Outcome::Refused(Refusal { kind: kind.map(str::to_owned), at, message: None })
    }

    #[test]
    fn a_value_is_compared_with_every_allowed_one() {
        let check = check(vec![
            Expected::Ok(text("a").into()),
            Expected::Ok(text("b").into()),
            refusal(&["x"], None),
        ]);
        let verdict = |value: &str| judge(&check, &Outcome::Value(Value::from(value)), false);
        assert_eq!(verdict("b").verdict, Verdict::Pass);
        assert_eq!(verdict("c").failing, Some(Failing::WrongValue));
        assert_eq!(judge(&check, &refused(None, None), false).verdict, Verdict::Pass);
    }

    #[test]
    fn integers_of_any_size_are_compared_exactly() {
        let integer = |digits| Integer::from_decimal(digits).expect("an integer");
        let integers = vec![integer("97"), integer("18446744073709551616")];
        let check = check(vec![refusal(&["overflow"], None), Expected::Integers(integers.clone())]);
        let large = |integers| judge(&check, &AnyValue::text(integers, None).into(), false);
        assert_eq!(large(integers.clone()).verdict, Verdict::Pass);
        let wrong = [
            vec![integer("97"), integer("18446744073709551617")],
            vec![integer("18446744073709551616")],
            [integers, vec![integer("97")]].concat(),
        ];
        for integers in wrong {
            assert_eq!(large(integers).failing, Some(Failing::WrongValue));
        }
        // 2^64 and 97, cut to 32 bits or to nothing; a merged pair is as wrong.
        for value in [Value::from("a\0"), Value::from("a"), Value::from("a\u{FFFD}")] {
            assert_eq!(
                judge(&check, &Outcome::Value(value), false).failing,
                Some(Failing::WrongValue)
            );
        }
        assert_eq!(judge(&check, &refused(None, None), false).verdict, Verdict::Pass);
    }

    #[test]
    fn a_large_value_where_only_a_refusal_is_right_is_accepted_wrongly() {
        let check = check(vec![refusal(&["overflow"], None)]);
        let integers = vec![Integer::from_decimal("4294967296").expect("an integer")];
        let judgement = judge(&check, &AnyValue::text(integers, None).into(), false);
        assert_eq!(judgement.failing, Some(Failing::AcceptedWrongly));
    }

    #[test]
    fn digits_of_plain_punycode_may_all_be_upper_case() {
        let suite = Suite::embedded().expect("the embedded suite is valid");
        let verdict = |op: &str, annotation: bool, found: &str| {
            let mut check = suite
                .checks()
                .into_iter()
                .find(|check| {
                    check.codec() == "punycode"
                        && check.op == op
                        && check.params().contains_key("annotation") == annotation
                })
                .expect("the suite asks for it");
            check.expect = Expectation::any(vec![Expected::Ok(text("Bcher-kva").into())])
                .expect("at least one");
            judge(&check, &Outcome::Value(Value::from(found)), false).verdict
        };
        assert_eq!(verdict("encode", false, "Bcher-kva"), Verdict::Pass);
        assert_eq!(verdict("encode", false, "Bcher-KVA"), Verdict::Pass);
        assert_eq!(verdict("encode", false, "Bcher-KvA"), Verdict::Fail);
        assert_eq!(verdict("encode", false, "BCHER-KVA"), Verdict::Fail);
        assert_eq!(verdict("encode", false, "Bcher-KV"), Verdict::Fail);
        assert_eq!(verdict("encode", true, "Bcher-KVA"), Verdict::Fail);
        assert_eq!(verdict("decode", false, "Bcher-KVA"), Verdict::Fail);
    }

    #[test]
    fn a_must_of_utf6_asks_for_no_letter_case_of_encoded_labels() {
        let suite = Suite::embedded().expect("the embedded suite is valid");
        let verdict = |op: &str, level: Level, found: &str| {
            let of_op = |check: &Check| check.codec() == "utf6" && check.op == op;
            let mut check = suite.checks().into_iter().find(of_op).expect("the suite asks for it");
            Arc::make_mut(&mut check.case).level = level;
            check.expect = Expectation::any(vec![Expected::Ok(text("wq--ymk5k8.a").into())])
                .expect("at least one");
            judge(&check, &Outcome::Value(Value::from(found)), false).verdict
        };
        for op in ["encode", "to-ascii"] {
            assert_eq!(verdict(op, Level::Must, "wq--YMk5k8.a"), Verdict::Pass);
            assert_eq!(verdict(op, Level::Must, "WQ--YMK5K8.a"), Verdict::Pass);
            assert_eq!(verdict(op, Level::Must, "wq--ymk5k8.A"), Verdict::Fail);
            assert_eq!(verdict(op, Level::Must, "wq--ymk5k9.a"), Verdict::Fail);
            assert_eq!(verdict(op, Level::Must, "wq--ymk5k8"), Verdict::Fail);
            assert_eq!(verdict(op, Level::Should, "wq--YMk5k8.a"), Verdict::Fail);
        }
        assert_eq!(verdict("decode", Level::Must, "wq--YMk5k8.a"), Verdict::Fail);
    }

    #[test]
    fn an_accepted_input_that_must_be_refused_fails() {
        let check = check(vec![refusal(&["truncated"], Some(2))]);
        let judgement = judge(&check, &Outcome::Value(Value::from("")), false);
        assert_eq!(judgement.failing, Some(Failing::AcceptedWrongly));
    }

    #[test]
    fn a_refused_input_that_has_a_value_fails() {
        let check = check(vec![Expected::Ok(text("a").into())]);
        let judgement = judge(&check, &refused(Some("truncated"), None), false);
        assert_eq!(judgement.failing, Some(Failing::RefusedWrongly));
    }

    #[test]
    fn kind_and_position_are_judged_apart_from_the_refusal() {
        let check = check(vec![refusal(&["truncated", "bad-digit"], Some(2))]);
        let judgement = judge(&check, &refused(Some("overflow"), Some(2)), false);
        assert_eq!(judgement.verdict, Verdict::Pass);
        assert_eq!((judgement.kind_agrees, judgement.position_agrees), (Some(false), Some(true)));

        let strict = judge(&check, &refused(Some("overflow"), Some(2)), true);
        assert_eq!(strict.failing, Some(Failing::WrongKind));
        assert_eq!(judge(&check, &refused(None, None), true).failing, Some(Failing::WrongKind));
        assert_eq!(judge(&check, &refused(Some("bad-digit"), None), true).verdict, Verdict::Pass);
    }

    #[test]
    fn a_limit_of_the_run_is_no_must_for_an_input_longer_than_any_name() {
        let level = |length: usize, own: Level, fault: Fault| {
            let mut check = check(vec![Expected::Ok(text("a").into())]);
            check.input = text(&"a".repeat(length)).into();
            Arc::make_mut(&mut check.case).level = own;
            judge(&check, &Outcome::Fault(fault), false).level
        };
        let timeout = |exhausted| {
            let limit = Duration::from_secs(2);
            Fault::Timeout { limit, partial: 0, exhausted }
        };
        let memory = || Fault::MemoryLimit { limit: 1 };
        assert_eq!(level(255, Level::Must, timeout(Exhausted::Cpu)), Level::Must);
        assert_eq!(level(256, Level::Must, timeout(Exhausted::Cpu)), Level::Should);
        assert_eq!(level(256, Level::Must, timeout(Exhausted::Wall)), Level::Should);
        assert_eq!(level(256, Level::May, timeout(Exhausted::Cpu)), Level::May);
        assert_eq!(level(256, Level::Must, timeout(Exhausted::Idle)), Level::Must);
        assert_eq!(level(255, Level::Must, memory()), Level::Must);
        assert_eq!(level(256, Level::Must, memory()), Level::Should);
        let output = |stream| Fault::OutputLimit { limit: 1, stream };
        assert_eq!(level(255, Level::Must, output(Stream::Output)), Level::Must);
        assert_eq!(level(256, Level::Must, output(Stream::Output)), Level::Should);
        assert_eq!(level(256, Level::Must, output(Stream::Error)), Level::Must);
        assert_eq!(level(256, Level::Must, Fault::Caught("x".into())), Level::Must);
    }

    #[test]
    fn faults_and_skips_keep_their_own_verdict() {
        let check = check(vec![Expected::Ok(text("a").into())]);
        let fault = |fault| judge(&check, &Outcome::Fault(fault), false).verdict;
        assert_eq!(fault(Fault::Caught("x".into())), Verdict::Crash);
        assert_eq!(
            fault(Fault::OutputLimit { limit: 1, stream: Stream::Output }),
            Verdict::OutputLimit
        );
        assert_eq!(fault(Fault::MemoryLimit { limit: 1 }), Verdict::MemoryLimit);
        assert_eq!(fault(Fault::NotRun("x".into())), Verdict::NotRun);
        let skipped = Outcome::Skipped(SkipReason::Limit, "x".into());
        assert_eq!(judge(&check, &skipped, false).verdict, Verdict::Skip);
    }
}
