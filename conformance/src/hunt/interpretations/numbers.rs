//! The numbers and records of ENUM that the documents decide.
//!
//! RFC 6116 fixes the domain of a number and the URI of a record, and leaves open much around them: how
//! records that break a rule are passed over, and which of several with one order a client takes. So an answer
//! is binding only for a number that is written plainly and for records of the plainest form. Of several
//! such records, the ones that do not match are skipped, and the lowest order comes first (RFC 3403,
//! section 4.1; requirements enum-37 and enum-41). So if only one of them gives a URI, this is the answer.

use acegate_codec::{ErrorKind, Failure, Value};
use acegate_vectors::{Outcome as Right, Value as VectorValue};

use super::Asked;
use super::names::right_text;
use crate::protocol::Request;

/// Whether the input is one plainly written number, which has a domain.
pub(super) fn is_plain_to_domain(asked: &Asked<'_>) -> bool {
    match texts_of(asked.request).as_slice() {
        [number] => !asked.is_rejected() && is_plain_number(number, "-"),
        _ => false,
    }
}

/// Whether the input is one plainly written number and records of the plainest form, and they decide the answer.
pub(super) fn is_decided_by_plain_records(asked: &Asked<'_>) -> bool {
    let texts = texts_of(asked.request);
    let Some((number, records)) = texts.split_first() else {
        return false;
    };
    if !is_plain_number(number, "") {
        return false;
    }
    match records {
        [record] => is_plain_record(record, asked.model),
        _ => {
            is_one_uri(asked.model)
                && records.iter().all(|record| {
                    is_plain_record(record, asked.model)
                        && !has_leading_zero(record)
                        && is_unbroken(asked, number, record)
                })
        }
    }
}

fn is_one_uri(model: &Right) -> bool {
    match model {
        Right::Ok(value) => matches!(&**value, VectorValue::List(uris) if uris.len() == 1),
        Right::Integers(_) | Right::Error { .. } => false,
    }
}

/// Whether the order or the preference begins with a zero that does not count.
fn has_leading_zero(record: &str) -> bool {
    let numbers = record.split(BLANKS).filter(|part| !part.is_empty()).take(2);
    let mut zeros = numbers.filter(|number| number.len() > 1 && number.starts_with('0'));
    zeros.next().is_some()
}

/// Whether the record gives a URI by itself, or does not match.
fn is_unbroken(asked: &Asked<'_>, number: &str, record: &str) -> bool {
    let alone = Value::List(vec![number.into(), record.into()]);
    match asked.request.derive(&asked.request.op, alone).fast() {
        Ok(_) => true,
        Err(Failure::Refused(error)) => error.kind == ErrorKind::NoMatch,
        Err(_) => false,
    }
}

/// The domain that is right, with the dot of the root.
pub(super) fn domain_of_the_root(asked: &Asked<'_>) -> Vec<Right> {
    let Right::Ok(value) = asked.model else {
        return Vec::new();
    };
    match value.to_scalar_string() {
        Some(domain) => vec![right_text(&(domain + "."))],
        None => Vec::new(),
    }
}

/// The texts of the input; none if one of them has a surrogate.
fn texts_of(request: &Request) -> Vec<String> {
    let values = match &request.input {
        Value::List(values) => values.as_slice(),
        value => std::slice::from_ref(value),
    };
    let mut texts = Vec::new();
    for value in values {
        let Some(text) = scalar_string(value) else {
            return Vec::new();
        };
        texts.push(text);
    }
    texts
}

/// The text as a string; `None` if it has a surrogate or is no text.
fn scalar_string(value: &Value) -> Option<String> {
    value.as_text().ok()?.to_scalar_string()
}

/// Whether it is a plus sign and 1 to 14 digits, with these between them. 15 is a reading of E.164.
fn is_plain_number(text: &str, separators: &str) -> bool {
    let Some(rest) = text.strip_prefix('+') else {
        return false;
    };
    let mut digits = 0;
    for c in rest.chars() {
        if c.is_ascii_digit() {
            digits += 1;
        } else if !separators.contains(c) {
            return false;
        }
    }
    (1..=14).contains(&digits)
}

/// Whether the record has every field in its plainest form, but for the one for which the model refuses
/// it: a number above 65535 (RFC 3403, section 4.1), or no flag (RFC 6116, section 3.4.2).
fn is_plain_record(record: &str, model: &Right) -> bool {
    let parts: Vec<&str> = record.split('"').collect();
    let [numbers, flags, between, services, after, rule, end] = parts.as_slice() else {
        return false;
    };
    let numbers: Vec<&str> = numbers
        .split(BLANKS)
        .filter(|part| !part.is_empty())
        .collect();
    let [order, preference] = numbers.as_slice() else {
        return false;
    };
    let is_separated = parts[0].ends_with(BLANKS) && !parts[0].starts_with(BLANKS);
    let is_ended = end.starts_with(BLANKS) && end.trim_start_matches(BLANKS) == ".";
    if !is_separated || !is_blank(between) || !is_blank(after) || !is_ended {
        return false;
    }
    let service = services.strip_prefix("E2U+").unwrap_or_default();
    let right_flags = match model {
        Right::Error { kinds, .. } if kinds[0] == "not-terminal" => "",
        Right::Error { kinds, .. } if kinds[0] != "value-too-large" => return false,
        _ => "u",
    };
    is_short_number(order)
        && is_short_number(preference)
        && service.split(':').all(is_short_word)
        && *flags == right_flags
        && is_simple_rule(rule)
}

/// The characters between two fields (RFC 1035, section 5.1).
const BLANKS: [char; 2] = [' ', '\t'];

fn is_blank(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| BLANKS.contains(&c))
}

fn is_short_number(text: &str) -> bool {
    (1..=9).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit())
}

fn is_short_word(text: &str) -> bool {
    (1..=16).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_lowercase())
}

/// Whether it matches the whole number, with only literals, `.*` and `(.*)`, and gives a short URI.
fn is_simple_rule(rule: &str) -> bool {
    let parts: Vec<&str> = rule.split('!').collect();
    let ["", expression, result, "" | "i"] = parts.as_slice() else {
        return false;
    };
    let inner = expression
        .strip_prefix('^')
        .and_then(|inner| inner.strip_suffix('$'));
    let left = inner
        .unwrap_or("?")
        .replace("(.*)", "")
        .replace(".*", "")
        .replace("\\\\+", "");
    left.bytes().all(|b| b.is_ascii_digit()) && result.is_ascii() && result.len() < 200
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hunt::interpretations::right_answers;
    use acegate_vectors::Level;

    const RECORD: &str = "100 10 \"u\" \"E2U+sip\" \"!^\\\\+44(.*)$!sip:\\\\1@example.com!\" .";

    /// Stands for a text of one surrogate.
    const SURROGATE: &str = "surrogate";

    fn level(op: &str, texts: &[&str]) -> Level {
        let mut values = Vec::new();
        for text in texts {
            values.push(match *text {
                SURROGATE => Value::from_code_points([0xD800]),
                text => Value::from(text),
            });
        }
        let input = match values.as_slice() {
            [one] if op != "rewrite" => one.clone(),
            _ => Value::List(values),
        };
        let request = Request::new("enum", op, input);
        let right = right_answers(&request).expect("ENUM is supported");
        right.level
    }

    #[test]
    fn plain_numbers_and_records_are_binding_and_others_are_not() {
        for (op, texts, expected) in [
            ("to-domain", &["+44-116"][..], Level::Must),
            ("to-domain", &["+44 116"], Level::Should),
            ("to-domain", &["44"], Level::Should),
            ("to-domain", &["+123456789012345"], Level::Should),
            ("to-number", &["4.4.e164.arpa"], Level::Should),
            ("rewrite", &["+441164960348", RECORD], Level::Must),
            (
                "rewrite",
                &["+441164960348", &RECORD.replace("100", "65536")],
                Level::Must,
            ),
            (
                "rewrite",
                &["+441164960348", &RECORD.replace("\"u\"", "\"\"")],
                Level::Must,
            ),
            (
                "rewrite",
                &["+441164960348", &RECORD.replace("(.*)", "(4|41)(.*)")],
                Level::Should,
            ),
            (
                "rewrite",
                &["+441164960348", &RECORD.replace("E2U", "E2u")],
                Level::Should,
            ),
            (
                "rewrite",
                &["+441164960348", &RECORD.replace("\"u\"", "\"z\"")],
                Level::Should,
            ),
            (
                "rewrite",
                &["+441164960348", &RECORD.replace(' ', "\t ")],
                Level::Must,
            ),
            // Two URIs of one order: the client chooses.
            ("rewrite", &["+441164960348", RECORD, RECORD], Level::Should),
            (
                "rewrite",
                &["+441164960348", &RECORD.replace("44", "45"), RECORD],
                Level::Must,
            ),
            (
                "rewrite",
                &["+441164960348", RECORD, &RECORD.replace("100", "200")],
                Level::Must,
            ),
            // The first record has no such group, or an order that is no 16-bit number.
            (
                "rewrite",
                &["+441164960348", &RECORD.replace("\\\\1", "\\\\2"), RECORD],
                Level::Should,
            ),
            (
                "rewrite",
                &["+441164960348", &RECORD.replace("100", "65536"), RECORD],
                Level::Should,
            ),
            (
                "rewrite",
                &["+441164960348", &RECORD.replace("\"u\"", "\"z\""), RECORD],
                Level::Should,
            ),
            (
                "rewrite",
                &["+441164960348", SURROGATE, RECORD],
                Level::Should,
            ),
            ("rewrite", &["441164960348", RECORD], Level::Should),
        ] {
            assert_eq!(level(op, texts), expected, "{op} {texts:?}");
        }
    }
}
