//! The right answers to any request, as far as the documents decide them, and how binding they are.
//!
//! The model knows one answer. Where a document leaves a choice, the suite says so with `any`, and this
//! module by rule: very long inputs may be refused, integers may be wider, ToUnicode may return a bad
//! name unchanged. What remains of the suite's *should* and *may* is learnt from its cases: a refusal is
//! as binding as the weakest case of its codec, operation and kind of error. So nothing counts against an
//! implementation that no case of the suite would count.

use std::collections::BTreeMap;
use std::panic::catch_unwind;
use std::sync::{Arc, LazyLock};

use acegate_codec::{Failure, Parameter, Value};
use acegate_vectors::{Expectation, Integer, Level, Outcome as Right, Value as VectorValue};

#[cfg(feature = "uts46")]
use super::allowed::other_reading;
use super::allowed::{Choices, choices_of_numbers, left_unchanged, level_of_length};
use super::exact::exact_outcome;
use super::known::{CASES, elements, without_defaults};
use super::property::Breach;
use super::request::{length, model_outcome};
use crate::judge::{Question, judge_question};
use crate::observation::Outcome;
use crate::protocol::Request;
use crate::suite::vector_value;

/// The longest input, in code points, that every implementation must take.
const SHORT: usize = 40;

/// The same for UTS #46, which has flags for the lengths of the DNS.
const SHORT_OF_UTS46: usize = 1000;

/// The largest delta of a Bootstring that every implementation must be able to count: 24 bits.
const COUNTED: u64 = 1 << 24;

/// The names of the two properties that every answer is judged by.
pub(super) const EQUALS_MODEL_ID: &str = "equals-model";
pub(super) const TOTAL_ID: &str = "total";

/// The breach of one of them that an answer is; `None` also if the model has none.
pub(crate) fn judge_answer(request: &Request, outcome: &Outcome) -> Option<Breach> {
    let fast = request.fast();
    if agrees(&fast, outcome, false) || matches!(outcome, Outcome::Skipped(..)) {
        return None;
    }
    let property = if matches!(outcome, Outcome::Fault(_)) {
        TOTAL_ID
    } else {
        EQUALS_MODEL_ID
    };
    let right = right_answers(request)?;
    let breach = breach_of(request, outcome, right.expect, right.level, property);
    if breach.is_some() {
        return breach;
    }
    // Below must, the answer of the model was the only right one, and this is it.
    if right.level < Level::Must || is_open(request) {
        return None;
    }
    // At must, a document may allow several answers. The answer of the model is the best of them.
    let model = Expectation::one(right.model);
    breach_of(request, outcome, model, Level::Should, property)
}

/// The breach that an answer is where these are right; `None` if it is one of them.
fn breach_of(
    request: &Request,
    outcome: &Outcome,
    expect: Expectation,
    level: Level,
    property: &'static str,
) -> Option<Breach> {
    let question = Question {
        codec: &request.codec,
        op: &request.op,
        is_annotated: request.params.contains_key("annotation"),
        length: length(&request.input) as u64,
        expect: &expect,
        level,
    };
    let judgement = judge_question(&question, outcome, false);
    if !judgement.verdict.is_failure() {
        return None;
    }
    Some(Breach {
        property,
        history: Vec::new(),
        request: request.clone(),
        expect,
        level: judgement.level,
        outcome: outcome.clone(),
    })
}

/// The right answers to a request.
pub(super) struct RightAnswers {
    /// That of the model.
    pub(super) model: Right,
    /// All that count as right.
    pub(super) expect: Expectation,
    /// How binding they are.
    pub(super) level: Level,
}

/// The answers that are right; `None` if the model does not support the request.
pub(super) fn right_answers(request: &Request) -> Option<RightAnswers> {
    let model = model_outcome(&catch_unwind(|| request.plain()).ok()?)?;
    let Choices {
        mut outcomes,
        level,
    } = choices(request, model.clone());
    if level < Level::Must && !is_open(request) {
        outcomes = vec![model.clone()];
    }
    Some(RightAnswers {
        model,
        expect: Expectation::any(outcomes)?,
        level,
    })
}

/// Whether an answer that is not the model's can be as right as that one.
fn is_open(request: &Request) -> bool {
    matches!(&*request.codec, "enum" | "uts46")
}

/// Whether the answer is that of the model; quick, since nearly every answer is. With `is_strict` the kind
/// and the position of a refusal must be those of the model.
pub(super) fn agrees(model: &Result<Value, Failure>, outcome: &Outcome, is_strict: bool) -> bool {
    match (model, outcome) {
        (Ok(right), Outcome::Value(found)) => right == found,
        (Err(Failure::Refused(error)), Outcome::Refused(refusal)) => {
            !is_strict
                || refusal.kind.as_deref() == Some(error.code())
                    && refusal.at == Some(error.position as u64)
        }
        _ => false,
    }
}

/// An answer as an outcome that is right; `None` for a fault or no answer.
pub(super) fn right_outcome(outcome: &Outcome) -> Option<Right> {
    match outcome {
        Outcome::Value(value) => Some(Right::Ok(Arc::new(vector_value(value)))),
        Outcome::Large(value) => {
            let integers = value.integers()?;
            for integer in integers {
                if integer.as_decimal().len() > Integer::MOST_DIGITS {
                    return None;
                }
            }
            Some(Right::Integers(integers.to_vec()))
        }
        Outcome::Refused(_) => Some(Right::Error {
            kinds: vec!["refused".to_owned()],
            at: None,
        }),
        Outcome::Skipped(..) | Outcome::Fault(_) => None,
    }
}

fn choices(request: &Request, model: Right) -> Choices {
    if request.codec == "enum" {
        return choices_of_numbers(request, model);
    }
    let mut choices = choices_of_names(request, &model);
    #[cfg(feature = "uts46")]
    if let Some(other) = other_reading(request) {
        choices.outcomes.push(other);
        choices.level = choices.level.min(Level::Should);
    }
    // Section 3.1 of RFC 3490 takes wide dots for dots, here or in a layer above.
    if let Some(dotted) = with_plain_dots(request)
        && let Some(other) = model_outcome(&dotted.plain())
    {
        let of_dotted = choices_of_names(&dotted, &other);
        choices.outcomes.extend(of_dotted.outcomes);
    }
    choices
}

/// The same host name with full stops in the place of wide dots; `None` if it has none.
fn with_plain_dots(request: &Request) -> Option<Request> {
    if request.codec != "punycode" || !request.op.starts_with("to-") {
        return None;
    }
    let mut points = request.text()?.code_points.clone();
    let mut has_wide_dots = false;
    for point in &mut points {
        if WIDE_DOTS.contains(point) {
            *point = u32::from('.');
            has_wide_dots = true;
        }
    }
    if !has_wide_dots {
        return None;
    }
    Some(request.derive(&request.op, Value::from_code_points(points)))
}

/// The dots of section 3.1 besides the full stop.
pub(super) const WIDE_DOTS: [u32; 3] = [0x3002, 0xFF0E, 0xFF61];

/// The right answers to a request about host names: the one of the model, and others where the width of
/// integers, their range or a long input leaves a choice.
fn choices_of_names(request: &Request, model: &Right) -> Choices {
    let mut outcomes = vec![model.clone()];
    let level = match model {
        Right::Ok(value) => {
            let is_long = length(&request.input).max(elements(value).len()) > short(request);
            if is_long || !request.params.contains_key("width") && is_wide(request, value) {
                let kinds = vec!["too-long".to_owned(), "overflow".to_owned()];
                outcomes.push(Right::Error { kinds, at: None });
            }
            level_of_value(request)
        }
        Right::Error { kinds, .. } => {
            // The exact integers, if the refusal is for their width or range.
            let is_of_range = matches!(&*kinds[0], "overflow" | "out-of-range" | "surrogate")
                && !request.params.contains_key("width");
            if is_of_range && let Some(exact) = exact_outcome(request) {
                let joined = joined(&exact);
                outcomes.push(exact);
                if request.codec == "utf5" {
                    outcomes.extend(joined);
                }
            }
            outcomes.extend(left_unchanged(request, &kinds[0]));
            match outcomes.len() {
                1 => level_of_refusal(request, &kinds[0]),
                _ => level_of_value(request),
            }
        }
        Right::Integers(_) => Level::Must,
    };
    Choices { outcomes, level }
}

fn short(request: &Request) -> usize {
    if request.codec == "uts46" {
        SHORT_OF_UTS46
    } else {
        SHORT
    }
}

/// Whether a Punycode delta may take more bits than [`COUNTED`] allows.
fn is_wide(request: &Request, value: &VectorValue) -> bool {
    let text = match (request.text(), value, &*request.op) {
        (Some(text), _, "encode") => &text.code_points,
        (_, VectorValue::Text { code_points, .. }, "decode") => code_points,
        _ => return false,
    };
    let highest = text.iter().copied().max().unwrap_or(0);
    request.codec == "punycode" && u64::from(highest) * (text.len() as u64 + 1) > COUNTED
}

/// The same text with each pair of surrogates as one code point, as in UTF-16; `None` if there is no pair.
fn joined(right: &Right) -> Option<Right> {
    let Right::Ok(value) = right else { return None };
    let VectorValue::Text { code_points, .. } = &**value else {
        return None;
    };
    let mut joined: Vec<u32> = Vec::with_capacity(code_points.len());
    for &number in code_points {
        match (joined.last_mut(), number) {
            (Some(high @ 0xD800..=0xDBFF), 0xDC00..=0xDFFF) => {
                *high = 0x1_0000 + ((*high - 0xD800) << 10) + (number - 0xDC00);
            }
            _ => joined.push(number),
        }
    }
    if joined == *code_points {
        return None;
    }
    Some(Right::Ok(Arc::new(VectorValue::Text {
        code_points: joined,
        flags: None,
    })))
}

/// The weakest level of the suite's cases that expect a refusal, by codec, operation and kind of error.
static REFUSALS: LazyLock<BTreeMap<[&str; 3], Level>> = LazyLock::new(|| {
    let mut levels = BTreeMap::new();
    for case in CASES.iter() {
        if let (Some(op), Some(Right::Error { kinds, .. })) =
            (case.ops.first(), case.expect.single())
        {
            let level = levels
                .entry([&case.codec, op, &*kinds[0]])
                .or_insert(case.level);
            *level = case.level.min(*level);
        }
    }
    levels
});

/// A refusal is as binding as the weakest case of its kind.
fn level_of_refusal(request: &Request, kind: &str) -> Level {
    if kind == "too-long" && request.name() == "punycode to-ascii" {
        return level_of_length(request);
    }
    let own = REFUSALS
        .get(&[&*request.codec, &request.op, kind])
        .copied()
        .unwrap_or(Level::Should);
    own.min(level_of_value(request))
}

/// A value is as binding as the weakest of its parameters, and as its operation.
fn level_of_value(request: &Request) -> Level {
    let mut level = level_of_operation(request);
    for (name, value) in &without_defaults(request.clone()).params {
        level = level.min(level_of_parameter(request, name, value));
    }
    level
}

fn level_of_parameter(request: &Request, name: &str, value: &Parameter) -> Level {
    match name {
        // The arithmetic of RFC 3492 has no bound for them.
        "skew" | "damp" if matches!(value, Parameter::Integer(0x1_0000..)) => Level::Should,
        "annotation" | "layer" | "packing" | "strictness" => Level::May,
        "scope" | "style" | "mode" => Level::Should,
        "digits" if depends_on_case(request) => Level::Should,
        _ => Level::Must,
    }
}

fn level_of_operation(request: &Request) -> Level {
    match (&*request.codec, &*request.op) {
        _ if matches!(request.input, Value::Octets(_)) => Level::May,
        _ if request.text().is_some_and(|text| text.flags.is_some()) => Level::May,
        // On the lengths of names and labels, the profiles differ.
        (_, "to-ascii" | "to-unicode") if length(&request.input) > short(request) => Level::Should,
        // The documents describe them in words only, or leave open how names are cut into labels.
        ("uri2dec", "assign" | "choices" | "parses" | "book" | "read-record")
        | ("utf6", "to-ascii" | "to-unicode") => Level::Should,
        ("uri2dec", "write-record") if request.params.contains_key("form") => Level::Should,
        _ if has_open_characters(request) => Level::Should,
        _ => Level::Must,
    }
}

/// Whether the input has a character that its document lets an encoder write in more than one way: the
/// hyphen of UTF-6 (utf6-18), the capital letters of an address (uri2dec-5), and the characters from 80 to
/// FF in text to be escaped (uri2dec-86).
fn has_open_characters(request: &Request) -> bool {
    let is_open: fn(u32) -> bool = match (&*request.codec, &*request.op) {
        ("utf6", "encode") => |c| c == u32::from('-'),
        ("uri2dec", "hash" | "key" | "encode" | "invert" | "write-record") => |c| is_capital(&c),
        ("uri2dec", "escape") => |c| (0x80..=0xFF).contains(&c),
        _ => return false,
    };
    request
        .text()
        .is_some_and(|text| text.code_points.iter().any(|&c| is_open(c)))
}

/// Whether digits that are given are written or read in the other letter case. RFC 3492 allows it for
/// the digits of Punycode, and does not speak of other digits.
fn depends_on_case(request: &Request) -> bool {
    let Some(digits) = request.params.get("digits") else {
        return false;
    };
    if digits
        .to_string()
        .contains(|c: char| c.is_ascii_uppercase())
    {
        return true;
    }
    match request.text() {
        Some(code) if request.op == "decode" => code.code_points.iter().any(is_capital),
        _ => false,
    }
}

fn is_capital(number: &u32) -> bool {
    matches!(number, 0x41..=0x5A)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::judge;
    use crate::observation::{AnyValue, Refusal};
    use crate::suite::{codec_value, request_for};
    use acegate_vectors::{Check, Suite};

    fn outcome(right: &Right) -> Outcome {
        match right {
            Right::Ok(value) => Outcome::Value(codec_value(value)),
            Right::Integers(integers) => AnyValue::text(integers.clone(), None).into(),
            Right::Error { .. } => Outcome::Refused(Refusal::default()),
        }
    }

    /// No answer counts that the suite takes for right, and most answers that break a must of it do.
    #[test]
    fn answers_count_that_break_a_must_of_the_suite_and_no_others() {
        let checks = Suite::embedded()
            .expect("the embedded suite is valid")
            .checks();
        let mut by_request: BTreeMap<String, Vec<&Check>> = BTreeMap::new();
        // The models take quadratic time.
        for check in checks
            .iter()
            .filter(|check| elements(&check.input).len() < 300)
        {
            by_request
                .entry(format!("{:?}", request_for(check)))
                .or_default()
                .push(check);
        }
        let (mut accused, mut wrong, mut counted) = (Vec::new(), 0, 0);
        for checks in by_request.values() {
            let (request, name) = (request_for(checks[0]), &checks[0].name);
            let musts = || {
                checks
                    .iter()
                    .filter(|check| check.case.level == Level::Must)
            };
            // Wrong answers to very long texts are a should there, because a refusal is right; the
            // case of letters is one, because other cases ask for the letters. Integers
            // beyond the range of code points have a must of their own only in some cases.
            let is_elsewhere = ["/long-codes/", "/not-asked-for", "/written-small-"]
                .iter()
                .any(|part| name.contains(part))
                || name.starts_with("utf5/") && musts().next().is_none();
            // All answers that no must of the suite forbids, such as a refusal and the input unchanged.
            let right = checks
                .iter()
                .flat_map(|check| check.expect.outcomes())
                .map(outcome);
            let others = [request.input.clone(), "".into(), "no such answer".into()];
            let others = others.map(Outcome::Value).into_iter();
            for answer in right
                .chain(others)
                .chain([Outcome::Refused(Refusal::default())])
            {
                let broken =
                    musts().filter(|check| judge(check, &answer, false).verdict.is_failure());
                let broken = broken.count();
                let counts =
                    judge_answer(&request, &answer).is_some_and(|it| it.level == Level::Must);
                wrong += broken;
                counted += if counts { broken } else { 0 };
                // Some have a must in no case.
                let is_known = answer != Outcome::Value("no such answer".into());
                if counts && broken == 0 && is_known && !is_elsewhere {
                    let text = format!("{name}: {answer:?}");
                    accused.push(text.chars().take(120).collect::<String>());
                }
            }
        }
        assert!(accused.is_empty(), "{}: {accused:#?}", accused.len());
        assert!(counted * 4 > wrong * 3, "{counted} of {wrong}");
    }

    #[test]
    fn the_letter_case_of_digits_is_a_must_for_punycode_alone() {
        let level = |codec: &str, op: &str, input: &str, digits: Option<&str>| {
            let mut request = Request::new(codec, op, input.into());
            if let Some(digits) = digits {
                request = request
                    .with("base", "10")
                    .with("tmax", "1")
                    .with("digits", digits);
            }
            level_of_value(&request)
        };
        let (small, capital) = (Some("abcdefghij"), Some("ABCDEFGHIJ"));
        assert_eq!(level("punycode", "decode", "TDA", None), Level::Must);
        assert_eq!(level("bootstring", "decode", "b", small), Level::Must);
        assert_eq!(level("bootstring", "decode", "B", small), Level::Should);
        assert_eq!(level("bootstring", "encode", "\u{80}", small), Level::Must);
        assert_eq!(
            level("bootstring", "encode", "\u{80}", capital),
            Level::Should
        );
    }
}
