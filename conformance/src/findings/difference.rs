//! How a wrong answer differs from the right one, in a closed vocabulary.

use acegate_codec::{ErrorKind, Value};

use crate::event::{CaseEvent, Expected, Observed};
use crate::judge::Failing;
use crate::observation::AnyValue;

/// The names of the parts of a uri2dec number, in their order.
pub(crate) const NUMBER_PARTS: [&str; 4] = ["hash", "marker", "key", "nines"];

/// The difference that makes this case fail: its code, which is a part of the key of a finding, and the
/// sentence for it.
///
/// It holds no text of the implementation: an error kind that acegate does not know is left out, so that a
/// key cannot grow or steer a terminal.
pub(super) fn difference(case: &CaseEvent) -> (String, String) {
    let kinds = expected_kinds(case);
    let (code, what) = match case.failing {
        None => {
            let code = case.verdict.code();
            (code.to_owned(), fault_sentence(code).to_owned())
        }
        Some(Failing::AcceptedWrongly) => {
            let reason = if kinds.is_empty() { "" } else { " as " };
            let what = format!("accepts input to be refused{reason}{}", kinds.join(" or "));
            (format!("accepted-wrongly/{}", kinds.join("+")), what)
        }
        Some(Failing::RefusedWrongly) => {
            let kind = observed_kind(case);
            let after =
                |words: &str| kind.map_or_else(String::new, |kind| format!("{words}{kind}"));
            let what = format!("refuses input that has a value{}", after(", as "));
            (format!("refused-wrongly{}", after("/")), what)
        }
        Some(Failing::WrongKind) => {
            let observed = observed_kind(case).unwrap_or("a kind of its own");
            let expected = kinds.join(" or ");
            let what =
                format!("refuses input for another reason: {observed} instead of {expected}");
            (format!("wrong-kind/{}", kinds.join("+")), what)
        }
        Some(Failing::WrongValue) => {
            let (code, sentence) = value_difference(case);
            (format!("wrong-value/{code}"), sentence.to_owned())
        }
    };
    (code, format!("`{} {}` {what}", case.codec, case.op))
}

fn fault_sentence(code: &str) -> &'static str {
    match code {
        "crash" => "crashes",
        "timeout" => "does not reply in time",
        "output-limit" => "writes more than the output limit",
        "memory-limit" => "takes more than the memory limit",
        "protocol-error" => "breaks the line protocol",
        _ => "does not answer",
    }
}

fn expected_kinds(case: &CaseEvent) -> Vec<&str> {
    let kinds = case.expected.iter().filter_map(|expected| match expected {
        Expected::Refusal { kinds, .. } => Some(kinds.iter().map(String::as_str)),
        Expected::Value(_) => None,
    });
    kinds.flatten().collect()
}

/// The kind of the refusal that came, if it is one that acegate knows.
fn observed_kind(case: &CaseEvent) -> Option<&'static str> {
    match case.observed.as_ref()? {
        Observed::Refused(refusal) => {
            let kind = refusal.kind.as_deref()?;
            ErrorKind::ALL
                .iter()
                .map(|known| known.code())
                .find(|code| *code == kind)
        }
        _ => None,
    }
}

/// How a wrong value differs from the first right one.
fn value_difference(case: &CaseEvent) -> (&'static str, &'static str) {
    const OTHER: (&str, &str) = ("other", "gives another value");
    if case.step.is_some() {
        return ("step", "gives another answer to one of several steps");
    }
    let right = case
        .expected
        .iter()
        .find_map(|expected| text_of(expected.value()?));
    let found = case
        .observed
        .as_ref()
        .and_then(|observed| text_of(observed.value()?));
    let (Some((right, right_flags)), Some((found, found_flags))) = (right, found) else {
        return OTHER;
    };
    if let Some(part) = number_part(case, &right, &found) {
        return part;
    }
    let input = case
        .input
        .as_ref()
        .and_then(text_of)
        .map(|(input, _)| input);
    if right == found {
        return match right_flags == found_flags {
            true => OTHER,
            false => ("flags", "gives the right text with other flags"),
        };
    }
    let is_replaced = found.contains(&0xFFFD) && !right.contains(&0xFFFD);
    let ways = [
        (
            found.is_empty(),
            "empty",
            "gives the empty text where there is a value",
        ),
        (
            input.as_ref() == Some(&found),
            "unchanged",
            "gives its input back unchanged",
        ),
        (
            is_same_in_lowercase(&right, &found),
            "letter-case",
            "gives the right text in another letter case",
        ),
        (
            is_replaced,
            "replaced",
            "puts U+FFFD in place of a code point",
        ),
        (
            right.starts_with(&found),
            "cut",
            "gives the beginning of the right text only",
        ),
        (
            found.starts_with(&right),
            "extended",
            "gives the right text and something after it",
        ),
        (
            is_subsequence(&found, &right),
            "dropped",
            "drops code points of the right text",
        ),
    ];
    let way = ways.into_iter().find(|&(is_so, ..)| is_so);
    way.map_or(OTHER, |(_, code, sentence)| (code, sentence))
}

type TextOf = (Vec<u32>, Option<Vec<bool>>);

/// The code points and flags of a text, or of the first value of a list.
fn text_of(value: &AnyValue) -> Option<TextOf> {
    let AnyValue::Ordinary(value) = value else {
        return None;
    };
    let value = match value {
        Value::List(values) => values.first()?,
        value => value,
    };
    let text = value.as_text().ok()?;
    Some((text.code_points.clone(), text.flags.clone()))
}

/// The first part in which a uri2dec number differs.
fn number_part(
    case: &CaseEvent,
    right: &[u32],
    found: &[u32],
) -> Option<(&'static str, &'static str)> {
    const SENTENCES: [&str; 4] = [
        "gives another hash",
        "gives another marker",
        "gives another key",
        "gives another number of nines",
    ];
    if case.codec != "uri2dec" || !matches!(&*case.op, "encode" | "key" | "write-record") {
        return None;
    }
    let (address, _) = text_of(case.input.as_ref()?)?;
    let parts = |number: &[u32]| {
        let number: Option<String> = number.iter().map(|&c| char::from_u32(c)).collect();
        Some(number_parts(&case.op, &number?, address.len()))
    };
    let (right, found) = (parts(right)?, parts(found)?);
    let part = right
        .iter()
        .zip(&found)
        .position(|(right, found)| right != found)?;
    Some((NUMBER_PARTS[part], SENTENCES[part]))
}

fn is_same_in_lowercase(one: &[u32], two: &[u32]) -> bool {
    let lowercase = |c: &u32| u8::try_from(*c).map_or(*c, |c| u32::from(c.to_ascii_lowercase()));
    one.iter().map(lowercase).eq(two.iter().map(lowercase))
}

/// Whether deleting elements of `whole` gives `part`.
fn is_subsequence(part: &[u32], whole: &[u32]) -> bool {
    let mut rest = whole.iter();
    part.iter().all(|wanted| rest.any(|c| c == wanted))
}

/// Splits a spaced or dialled number of `digits` keys into hash, marker, key and nines.
///
/// `op` tells which of them are there: a `hash` is nothing else, a `key` begins with the marker. In
/// `25423 1 5622999999` they are `25423`, `1`, `5622` and `999999`.
pub(crate) fn number_parts(op: &str, number: &str, digits: usize) -> [String; 4] {
    let cut = number.trim_end_matches('9');
    let nines = &number[cut.len()..];
    let (hash, rest) = match (op, cut.contains(' ')) {
        ("hash", _) => {
            return [
                number.to_owned(),
                String::new(),
                String::new(),
                String::new(),
            ];
        }
        ("key", _) => ("", cut),
        (_, true) => cut.split_once(' ').unwrap_or((cut, "")),
        (_, false) => cut.split_at_checked(digits).unwrap_or((cut, "")),
    };
    let end = rest.chars().next().map_or(0, char::len_utf8);
    let (marker, key) = rest.split_at(end);
    [hash, marker, key.strip_prefix(' ').unwrap_or(key), nines].map(str::to_owned)
}
