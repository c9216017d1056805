//! Which answers of IDNA are right where a label is refused, and which of ENUM by a must of its documents.
//!
//! RFC 6116 fixes the domain of a number and the URI of a record, and leaves open much around them: how
//! records that break a rule are passed over, and which of several a client takes. So an answer is
//! binding here only for a number that is written plainly, and for one record of the plainest form.

use std::sync::Arc;

#[cfg(feature = "uts46")]
use acegate_codec::Operation;
use acegate_codec::punycode::PREFIX;
#[cfg(feature = "uts46")]
use acegate_codec::uts46::{Code, Settings, process};
use acegate_codec::{Failure, Text, Value, host};
use acegate_vectors::{Level, Outcome as Right, Value as VectorValue};

use crate::protocol::Request;

/// The outcomes that are right, that of the model first, and how binding they are.
pub(super) struct Choices {
    pub(super) outcomes: Vec<Right>,
    pub(super) level: Level,
}

/// The answers of a ToUnicode that never fails: labels that cannot be decoded are left as they are, or
/// the whole name is (RFC 3490, section 4.2); never another text. A plain label that
/// has the prefix already passes ToASCII unchanged (section 4.1, step 4).
pub(super) fn left_unchanged(request: &Request, kind: &str) -> Vec<Right> {
    if request.codec != "punycode" {
        return Vec::new();
    }
    let Some(name) = request.text().and_then(Text::to_scalar_string) else {
        return Vec::new();
    };
    let mut answers = Vec::new();
    if request.op == "to-unicode" {
        let labels = with_readable_labels_read(request, &name);
        if labels != name {
            answers.push(right_text(&labels));
        }
        answers.push(right_text(&name));
    } else if request.op == "to-ascii"
        && kind == "bad-prefix"
        && let Some(written) = with_encoded_labels_kept(request, &name)
    {
        answers.push(right_text(&written));
    }
    answers
}

/// The name after ToUnicode, with labels that cannot be decoded as they are.
fn with_readable_labels_read(request: &Request, name: &str) -> String {
    let mut labels = Vec::new();
    for label in name.split('.') {
        labels.push(answer_to(request, label).unwrap_or_else(|| label.to_owned()));
    }
    labels.join(".")
}

/// The name after a ToASCII that leaves labels of ASCII with the prefix as they are; `None` if it refuses
/// another label.
fn with_encoded_labels_kept(request: &Request, name: &str) -> Option<String> {
    let (labels, root) = match name.strip_suffix('.') {
        Some(labels) => (labels, "."),
        None => (name, ""),
    };
    let mut written = Vec::new();
    for label in labels.split('.') {
        if host::has_prefix(label, PREFIX) && label.is_ascii() {
            written.push(label.to_owned());
        } else {
            written.push(answer_to(request, label)?);
        }
    }
    Some(written.join(".") + root)
}

fn right_text(text: &str) -> Right {
    Right::Ok(Arc::new(VectorValue::from(text)))
}

/// The text that the operation of a request gives for another input; `None` for a refusal.
fn answer_to(request: &Request, input: &str) -> Option<String> {
    let answer = request
        .derive(&request.op, Value::from(input))
        .fast()
        .ok()?;
    answer.as_text().ok()?.to_scalar_string()
}

/// The other answer to a name on which UTS #46 can be read in two ways: a refusal of an empty label by
/// ToUnicode (section 4.3), a refusal of a label whose Punycode fails and which the flag keeps (section 4, step
/// 4), and a host of ASCII that a URL keeps whatever its labels decode to.
#[cfg(feature = "uts46")]
pub(super) fn other_reading(request: &Request) -> Option<Right> {
    if request.codec != "uts46" {
        return None;
    }
    let operation = request.operation()?;
    let name = request.text()?.to_scalar_string()?;
    let operations = std::slice::from_ref(operation);
    let arguments = Operation::select(operations, operation.name, &request.params).ok()?;
    let settings = Settings::from_arguments(&arguments);
    let processed = process(operation.name, &name, &settings);
    if processed.error.is_none() {
        if processed.codes.contains(Code::X4_2) {
            return Some(refusal(&["empty"]));
        }
        let strict = Settings {
            ignore_invalid_punycode: false,
            ..settings
        };
        if process(operation.name, &name, &strict).error.is_some() {
            return Some(refusal(&["hyphen", "bad-prefix"]));
        }
    }
    if !settings.url || operation.name != "to-ascii" || !name.is_ascii() {
        return None;
    }
    let host = name.to_ascii_lowercase();
    if !host.split('.').any(|label| host::has_prefix(label, PREFIX)) {
        return None;
    }
    Some(right_text(&host))
}

#[cfg(feature = "uts46")]
fn refusal(kinds: &[&str]) -> Right {
    Right::Error {
        kinds: kinds.iter().map(|&kind| kind.to_owned()).collect(),
        at: None,
    }
}

/// How binding the refusal of a too long name is: every profile measures its labels, and not all the name.
pub(super) fn level_of_length(request: &Request) -> Level {
    let name = request
        .text()
        .and_then(Text::to_scalar_string)
        .unwrap_or_default();
    for label in name.split('.') {
        if let Err(Failure::Refused(error)) = request.derive("to-ascii", Value::from(label)).fast()
            && error.code() == "too-long"
        {
            return Level::Must;
        }
    }
    Level::Should
}

/// The outcomes that are right, that of the model first, and how binding they are.
pub(super) fn choices_of_numbers(request: &Request, model: Right) -> Choices {
    let texts = texts_of(request);
    let is_must = request.params.is_empty()
        && match (&*request.op, &*texts, &model) {
            ("to-domain", [number], Right::Ok(_)) => is_plain_number(number, "-"),
            ("rewrite", [number, record], model) => {
                is_plain_number(number, "") && is_plain_record(record, model)
            }
            _ => false,
        };
    let mut outcomes = vec![model];
    if request.op == "to-domain"
        && let Right::Ok(value) = &outcomes[0]
        && let Some(domain) = value.to_scalar_string()
    {
        // A domain may end with the dot of the root.
        outcomes.push(right_text(&(domain + ".")));
    }
    Choices {
        outcomes,
        level: if is_must { Level::Must } else { Level::Should },
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
    let [numbers, flags, " ", services, " ", rule, " ."] = parts.as_slice() else {
        return false;
    };
    let numbers: Vec<&str> = numbers.split(' ').collect();
    let [order, preference, ""] = numbers.as_slice() else {
        return false;
    };
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
    use crate::hunt::request::model_outcome;

    #[test]
    fn a_label_that_is_refused_is_left_as_it_is() {
        let left = |op: &str, kind: &str, name: &str| {
            let request = Request::new("punycode", op, name.into());
            let text = |right: Right| match right {
                Right::Ok(value) => value.to_scalar_string(),
                _ => None,
            };
            left_unchanged(&request, kind)
                .into_iter()
                .filter_map(text)
                .collect::<Vec<_>>()
        };
        // RFC 3490, section 4.2: the label, or the whole name.
        let both = ["\u{fc}.xn--b", "xn--tda.xn--b"];
        assert_eq!(left("to-unicode", "truncated", "xn--tda.xn--b"), both);
        assert_eq!(left("to-unicode", "truncated", "xn--b"), ["xn--b"]);
        // Section 4.1, steps 4 and 5: only a label of ASCII passes.
        assert_eq!(
            left("to-ascii", "bad-prefix", "\u{e9}.xn--b."),
            ["xn--9ca.xn--b."]
        );
        assert!(left("to-ascii", "bad-prefix", "xn--\u{e9}").is_empty());
    }

    #[test]
    fn the_length_of_a_label_binds_and_that_of_a_name_does_not() {
        let level =
            |name: &str| level_of_length(&Request::new("punycode", "to-ascii", name.into()));
        assert_eq!(level(&format!("a.{}", "b".repeat(64))), Level::Must);
        assert_eq!(
            level(&["a".repeat(62).as_str(); 5].join(".")),
            Level::Should
        );
    }

    const RECORD: &str = "100 10 \"u\" \"E2U+sip\" \"!^\\\\+44(.*)$!sip:\\\\1@example.com!\" .";

    /// Stands for a text of one surrogate.
    const SURROGATE: &str = "surrogate";

    fn level(op: &str, texts: &[&str]) -> Level {
        let value = |text: &&str| match *text {
            SURROGATE => Value::from_code_points([0xD800]),
            text => Value::from(text),
        };
        let values: Vec<_> = texts.iter().map(value).collect();
        let input = match values.as_slice() {
            [one] if op != "rewrite" => one.clone(),
            _ => Value::List(values),
        };
        let request = Request::new("enum", op, input);
        let model = model_outcome(&request.fast()).expect("ENUM is supported");
        choices_of_numbers(&request, model).level
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
            ("rewrite", &["+441164960348", RECORD, RECORD], Level::Should),
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
