//! How a wrong answer differs from the right one, in a closed vocabulary.

use acegate_codec::{ErrorKind, Family, Text, Value, Verb, family};

use crate::event::{CaseEvent, Expected, Observed};
use crate::judge::{Failing, Verdict};
use crate::observation::AnyValue;

/// The names of the parts of a uri2dec number, in their order.
pub(crate) const NUMBER_PARTS: [&str; 4] = ["hash", "marker", "key", "nines"];

/// A difference: its code, which is a part of the key of a finding, and the sentence for it.
pub(super) struct Difference {
    pub(super) code: String,
    pub(super) sentence: String,
}

/// The difference that makes this case fail.
///
/// It contains no text of the implementation. An unknown error kind is left out, so that a key
/// cannot grow or send escapes to a terminal.
pub(super) fn difference(case: &CaseEvent) -> Difference {
    let kinds = expected_kinds(case);
    let observed = observed_kind(case);
    let (code, words) = match case.failing {
        None => (
            case.verdict.code().to_owned(),
            fault_sentence(case.verdict).to_owned(),
        ),
        Some(Failing::AcceptedWrongly) => {
            let expected = if kinds.is_empty() {
                String::new()
            } else {
                format!(", expected {}", kinds.join(" or "))
            };
            (
                format!("accepted-wrongly/{}", kinds.join("+")),
                format!("accepts invalid input{expected}"),
            )
        }
        Some(Failing::RefusedWrongly) => match observed {
            Some(kind) => (
                format!("refused-wrongly/{kind}"),
                format!("rejects valid input as {kind}"),
            ),
            None => (
                "refused-wrongly".to_owned(),
                "rejects valid input".to_owned(),
            ),
        },
        Some(Failing::WrongKind) => {
            let observed = observed.unwrap_or("an unknown kind");
            let expected = kinds.join(" or ");
            (
                format!("wrong-kind/{}", kinds.join("+")),
                format!("rejects input with another error kind: {observed} instead of {expected}"),
            )
        }
        Some(Failing::WrongValue) => {
            let Way { code, sentence } = value_difference(case);
            (format!("wrong-value/{code}"), sentence.to_owned())
        }
    };
    Difference {
        code,
        sentence: format!("`{} {}` {words}", case.codec, case.op),
    }
}

/// The words for a fault of the process.
const fn fault_sentence(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Crash => "crashes",
        Verdict::Timeout => "does not reply in time",
        Verdict::OutputLimit => "writes more than the output limit",
        Verdict::MemoryLimit => "uses more than the memory limit",
        Verdict::ProtocolError => "breaks the line protocol",
        Verdict::NotRun | Verdict::Pass | Verdict::Fail | Verdict::Skip => "does not answer",
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

/// A way in which a wrong value differs from a right one.
#[derive(Clone, Copy)]
struct Way {
    code: &'static str,
    sentence: &'static str,
}

const fn way(code: &'static str, sentence: &'static str) -> Way {
    Way { code, sentence }
}

/// How a wrong value differs from the first right one.
fn value_difference(case: &CaseEvent) -> Way {
    if case.step.is_some() {
        return way("step", "answers one of several steps wrongly");
    }
    difference_of_texts(case).unwrap_or(way("other", "returns a different value"))
}

/// How a wrong text differs from the first right one; `None` if they are no texts, or differ in no way that
/// has a name.
fn difference_of_texts(case: &CaseEvent) -> Option<Way> {
    let mut expected = case.expected.iter();
    let right = expected.find_map(|expected| text_of(expected.value()?))?;
    let found = text_of(case.observed.as_ref()?.value()?)?;
    if let Some(part) = number_part(case, &right.code_points, &found.code_points) {
        return Some(part);
    }
    let has_other_flags = right.flags != found.flags;
    let right = right.code_points;
    let found = found.code_points;
    if right == found {
        let flags = way("flags", "returns the right text with wrong flags");
        return if has_other_flags { Some(flags) } else { None };
    }
    if found.is_empty() {
        return Some(way("empty", "returns an empty text instead of the value"));
    }
    let input = case.input.as_ref().and_then(text_of);
    if input.is_some_and(|input| input.code_points == found) {
        return Some(way("unchanged", "returns its input unchanged"));
    }
    if is_same_in_lowercase(&right, &found) {
        let sentence = "returns the right text in another letter case";
        return Some(way("letter-case", sentence));
    }
    if found.contains(&0xFFFD) && !right.contains(&0xFFFD) {
        return Some(way("replaced", "replaces a code point with U+FFFD"));
    }
    if right.starts_with(&found) {
        return Some(way("cut", "returns only the beginning of the right text"));
    }
    if found.starts_with(&right) {
        let sentence = "returns the right text with more after it";
        return Some(way("extended", sentence));
    }
    if is_subsequence(&found, &right) {
        return Some(way("dropped", "drops code points of the right text"));
    }
    None
}

/// A text, or the first one of a list.
fn text_of(value: &AnyValue) -> Option<Text> {
    let AnyValue::Ordinary(value) = value else {
        return None;
    };
    let value = match value {
        Value::List(values) => values.first()?,
        Value::Text(_) | Value::Octets(_) => value,
    };
    value.as_text().ok().cloned()
}

/// The first part in which a uri2dec number differs.
fn number_part(case: &CaseEvent, right: &[u32], found: &[u32]) -> Option<Way> {
    const SENTENCES: [&str; 4] = [
        "returns a wrong hash",
        "returns a wrong marker",
        "returns a wrong key",
        "returns a wrong number of nines",
    ];
    let verb = Verb::named(&case.op)?;
    let is_number = matches!(verb, Verb::Encode | Verb::Key | Verb::WriteRecord);
    if family(&case.codec) != Some(Family::Addresses) || !is_number {
        return None;
    }
    let digits = text_of(case.input.as_ref()?)?.code_points.len();
    let right = number_parts(verb, &string_of(right)?, digits);
    let found = number_parts(verb, &string_of(found)?, digits);
    let mut parts = right.iter().zip(&found);
    let part = parts.position(|(right, found)| right != found)?;
    Some(way(NUMBER_PARTS[part], SENTENCES[part]))
}

fn string_of(code_points: &[u32]) -> Option<String> {
    code_points.iter().map(|&c| char::from_u32(c)).collect()
}

fn is_same_in_lowercase(one: &[u32], two: &[u32]) -> bool {
    one.len() == two.len()
        && one
            .iter()
            .zip(two)
            .all(|(&a, &b)| lowercase(a) == lowercase(b))
}

/// A letter of ASCII in lower case, and any other code point as it is.
fn lowercase(c: u32) -> u32 {
    match u8::try_from(c) {
        Ok(c) => c.to_ascii_lowercase().into(),
        Err(_) => c,
    }
}

/// Whether deleting elements of `whole` gives `part`.
fn is_subsequence(part: &[u32], whole: &[u32]) -> bool {
    let mut rest = whole.iter();
    part.iter().all(|wanted| rest.any(|c| c == wanted))
}

/// Splits a spaced or dialled number of `digits` keys into hash, marker, key and nines.
///
/// `verb` decides which parts exist: a `hash` has no other part, and a `key` begins with the
/// marker. In `25423 1 5622999999` they are `25423`, `1`, `5622` and `999999`.
pub(crate) fn number_parts(verb: Verb, number: &str, digits: usize) -> [String; 4] {
    let cut = number.trim_end_matches('9');
    let nines = &number[cut.len()..];
    let (hash, rest) = match (verb, cut.contains(' ')) {
        (Verb::Hash, _) => {
            return [
                number.to_owned(),
                String::new(),
                String::new(),
                String::new(),
            ];
        }
        (Verb::Key, _) => ("", cut),
        (_, true) => cut.split_once(' ').unwrap_or((cut, "")),
        (_, false) => cut.split_at_checked(digits).unwrap_or((cut, "")),
    };
    let end = rest.chars().next().map_or(0, char::len_utf8);
    let (marker, key) = rest.split_at(end);
    [hash, marker, key.strip_prefix(' ').unwrap_or(key), nines].map(str::to_owned)
}
