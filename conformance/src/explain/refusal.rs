//! Refusals for people: which symbol, where, and what was expected.
//!
//! In: `bad-digit` at 17 of `www.xn--bcher-kva.example`. Out: `` `.` at byte 17 is not a Punycode
//! digit: expected a-z, A-Z or 0-9 ``, and a mark under the place.

use acegate_codec::{About, Error, ErrorKind, Failure, Text, Value, Verb};

use super::catalogue::Operator;
use crate::escape::printable;
use crate::plural::count;

/// The longest input that is shown with a mark under the place.
const SHOWN: usize = 70;

/// The refusal in one sentence.
pub fn sentence(failure: &Failure, operator: &Operator<'_>, input: &Value) -> String {
    match failure {
        Failure::Unsupported(what) => unsupported(what, operator),
        Failure::Refused(error) => {
            format!("{}: {}", error.code(), refused(*error, operator, input))
        }
    }
}

fn unsupported(what: &str, operator: &Operator<'_>) -> String {
    if what.starts_with("this operation takes") {
        let id = operator.codec.id();
        let operation = operator.operation;
        return format!(
            "unsupported: {what}: {id} {} takes {}",
            operation.name, operation.takes
        );
    }
    format!("unsupported: {what}")
}

fn refused(error: Error, operator: &Operator<'_>, input: &Value) -> String {
    let text = match input {
        Value::Text(text) => text,
        Value::List(values) if operator.operation.verb == Verb::Rewrite => {
            return wrong_record(error, values);
        }
        Value::List(steps) => return wrong_step(error, steps),
        Value::Octets(_) => {
            return format!("{} at byte {}", error.kind.description(), error.position);
        }
    };
    let place = place(error.position, text);
    let Some(&code_point) = text.code_points.get(error.position) else {
        return at_end(error, operator, &place);
    };
    if operator.codec.about().family.is_of_checked_names() {
        // The position is in the label, because its characters have been mapped.
        return format!(
            "{} (the label that begins at {place})",
            error.kind.description()
        );
    }
    let symbol = quoted(code_point);
    match expected(error.kind, operator) {
        Some((wrong, expected)) => format!("{symbol} at {place} {wrong}: expected {expected}"),
        None => format!("{} ({symbol} at {place})", error.kind.description()),
    }
}

fn at_end(error: Error, operator: &Operator<'_>, place: &str) -> String {
    let expected = match error.kind {
        ErrorKind::Truncated => "more digits",
        ErrorKind::Marker if operator.word("style") == "dialled" => {
            "a marker among the digits: 1 or 0 in the profile shifted, 8 or 9 in octal"
        }
        ErrorKind::Marker => "a space and a marker: 1 or 0 (shifted), 8 or 9 (octal)",
        ErrorKind::KeyEmpty => "the digits of the key",
        ErrorKind::HashEmpty => "the digits of the hash",
        ErrorKind::AddressEmpty => "an address",
        ErrorKind::ExtensionLength => {
            "nines up to 16 digits in all; --scope local takes shorter numbers"
        }
        ErrorKind::LdhOnly if operator.operation.verb == Verb::Encode => {
            "something else than letters, digits and hyphens; --layer bare encodes those, too"
        }
        _ => "",
    };
    let colon = if expected.is_empty() {
        ""
    } else {
        ": expected "
    };
    format!(
        "{} (at the end, {place}){colon}{expected}",
        error.kind.description()
    )
}

/// The reason of this kind as a predicate of a symbol, and what was expected in its place.
fn expected(kind: ErrorKind, operator: &Operator<'_>) -> Option<(String, String)> {
    let codec = operator.codec.about();
    let (wrong, expected) = match (kind, operator.operation.verb) {
        (ErrorKind::BadDigit, Verb::ToDomain) => (
            "is no part of a telephone number",
            "0-9, with spaces or - . ( ) between them",
        ),
        (ErrorKind::BadDigit | ErrorKind::BadLength, Verb::ToNumber) => (
            "is not a label of one digit",
            "one digit a label before the tree",
        ),
        (ErrorKind::BadPrefix, Verb::ToDomain) => (
            "does not begin a number of E.164",
            "a plus sign before the digits",
        ),
        (ErrorKind::BadDigit, _) => ("is not a TITLE digit", codec.digits),
        (ErrorKind::NotBasic, _) => (
            "is not ASCII",
            "a code of ASCII characters; `CODEC encode` takes any text",
        ),
        (ErrorKind::BadPrefix, Verb::Decode) => (
            "does not begin the prefix of TITLE",
            "PREFIX before the code",
        ),
        (ErrorKind::BadPrefix, _) => (
            "begins the prefix of TITLE",
            "a label that is not encoded yet",
        ),
        (ErrorKind::NotLdh, _) => ("cannot be in a host label", "a letter, a digit or a hyphen"),
        (ErrorKind::Dot, _) => ("separates labels", "one label without a dot"),
        (ErrorKind::Hyphen, _) => (
            "is at the start or end of a label",
            "a letter or a digit there",
        ),
        (ErrorKind::Surrogate, Verb::Decode) => {
            ("begins the code of a surrogate", "the code of a character")
        }
        (ErrorKind::OutOfRange, Verb::Decode) => {
            ("begins a code point above U+10FFFF", "one up to U+10FFFF")
        }
        (ErrorKind::HashDigit, _) => ("is not a hash digit", "0-9"),
        (ErrorKind::Marker, _) => (
            "is not a marker",
            "a space and 1 or 0 (shifted), 8 or 9 (octal)",
        ),
        (ErrorKind::KeyDigit, _) => (
            "is not a key digit",
            "1-8 after a marker 1 or 0 (shifted), 0-7 after 8 or 9 (octal)",
        ),
        (ErrorKind::SymbolNotInTable, _) => (
            "is not in table 1",
            "a-z, 0-9 or one of . @ % - / : _ ? &; `acegate apply uri2dec escape` writes any text \
             with those",
        ),
        (ErrorKind::Escape, _) => ("does not begin an escape", "%hh or %uhhhh"),
        _ => return None,
    };
    Some((filled(wrong, &codec), filled(expected, &codec)))
}

/// The text with the words for a codec in their places.
fn filled(text: &str, codec: &About) -> String {
    text.replace("TITLE", codec.title)
        .replace("CODEC", codec.id)
        .replace("PREFIX", codec.prefix.unwrap_or_default())
}

/// The sentence on a number or a record of ENUM that gives no URI.
fn wrong_record(error: Error, values: &[Value]) -> String {
    let records = values.len().saturating_sub(1);
    let text = start_of(&text_at(error.position, values));
    let what = error.kind.description();
    match error.position {
        0 => format!(
            "{what}: \"{text}\" is no number of E.164: expected a plus sign and 1 to 15 digits"
        ),
        at if at <= records => {
            format!("{what}: no record gives a URI, record {at} of {records} is \"{text}\"")
        }
        _ => format!("{what} ({})", count(records, "record", "records")),
    }
}

/// The sentence on a step of a scenario that is not of the written form.
fn wrong_step(error: Error, steps: &[Value]) -> String {
    let step = text_at(error.position, steps);
    let verb = first_word(&step);
    let expected = match STEPS.iter().find(|form| first_word(form) == verb) {
        Some(form) => format!("expected {form}"),
        None => crate::nearest::expected_one_of(verb, STEPS.iter().map(|form| first_word(form))),
    };
    format!(
        "step {} of {}, \"{}\", is not of the expected form: {expected}",
        error.position + 1,
        steps.len(),
        start_of(&step)
    )
}

fn first_word(step: &str) -> &str {
    step.split(' ').next().unwrap_or_default()
}

fn text_at(position: usize, values: &[Value]) -> String {
    let text = values.get(position).and_then(|value| value.as_text().ok());
    text.and_then(Text::to_scalar_string).unwrap_or_default()
}

fn start_of(text: &str) -> String {
    printable(&text.chars().take(SHOWN).collect::<String>())
}

/// The forms of the steps of a book, as its grammar has them.
const STEPS: [&str; 20] = [
    "ask DIGITS",
    "learn HASH KEY",
    "number N",
    "use N",
    "source N",
    "candidates DIGITS",
    "forget ADDRESS",
    "records",
    "reopen [CAPACITY]",
    "connect BOOK [PLACE]",
    "disconnect BOOK",
    "include BOOK [PLACE]",
    "leave-out BOOK",
    "order",
    "add-list LIST",
    "remove-list LIST",
    "switch-to LIST",
    "lists",
    "add BOOK ADDRESS [USES LAST]",
    "remove BOOK ADDRESS",
];

/// The place in the unit that people count in: bytes in ASCII, else characters, counted from 0.
fn place(position: usize, text: &Text) -> String {
    if text.code_points.iter().all(|&c| c < 0x80) {
        return format!("byte {position}");
    }
    let mut octets = 0;
    for code_point in text.code_points.iter().take(position) {
        match char::from_u32(*code_point) {
            Some(c) => octets += c.len_utf8(),
            // A surrogate has no octets.
            None => return format!("code point {position}"),
        }
    }
    format!("character {position} (byte {octets})")
}

fn quoted(code_point: u32) -> String {
    let Some(c) = char::from_u32(code_point) else {
        return format!("U+{code_point:04X}");
    };
    let shown = printable(c.encode_utf8(&mut [0; 4]));
    if (' '..='~').contains(&c) {
        format!("`{shown}`")
    } else if shown.starts_with("<U+") {
        format!("U+{code_point:04X}")
    } else {
        format!("`{shown}` (U+{code_point:04X})")
    }
}

/// The input with a mark under the place; empty if it is long or its columns are not known.
pub fn pointer(error: Error, input: &Value) -> String {
    let string = input
        .as_text()
        .ok()
        .and_then(Text::to_scalar_string)
        .unwrap_or_default();
    let is_plain = string.len() <= SHOWN && string.chars().all(|c| (' '..='~').contains(&c));
    if string.is_empty() || !is_plain {
        return String::new();
    }
    format!("\n  {string}\n  {:>1$}", '^', error.position + 1)
}
