//! Which answers of ENUM are right by a must of its documents.
//!
//! RFC 6116 fixes the domain of a number and the URI of a record, and leaves open much around them: how
//! records that break a rule are passed over, and which of several a client takes. So an answer is
//! binding here only for a number that is written plainly, and for one record of the plainest form.

use std::sync::Arc;

use acegate_vectors::{Level, Outcome as Right, Value};

use crate::protocol::Request;

/// The outcomes that are right, that of the model first, and how binding they are.
pub(super) fn choices(request: &Request, model: Right) -> (Vec<Right>, Level) {
    let texts = texts_of(request);
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let is_must = request.params.is_empty()
        && match (&*request.op, texts.as_slice(), &model) {
            ("to-domain", [number], Right::Ok(_)) => is_plain_number(number, "-"),
            ("rewrite", [number, record], model) => {
                is_plain_number(number, "") && is_plain_record(record, model)
            }
            _ => false,
        };
    // A domain may end with the dot of the root.
    let rooted = match &model {
        Right::Ok(value) if request.op == "to-domain" => rooted(value),
        _ => None,
    };
    let level = if is_must { Level::Must } else { Level::Should };
    (std::iter::once(model).chain(rooted).collect(), level)
}

/// The texts of the input; none if one of them has a surrogate.
fn texts_of(request: &Request) -> Vec<String> {
    let text = |value: &acegate_codec::Value| value.as_text().ok()?.to_scalar_string();
    let texts: Option<_> = match &request.input {
        acegate_codec::Value::List(values) => values.iter().map(text).collect(),
        value => text(value).map(|text| vec![text]),
    };
    texts.unwrap_or_default()
}

fn rooted(value: &Value) -> Option<Right> {
    let Value::Text { code_points, flags: None } = value else { return None };
    let code_points = code_points.iter().copied().chain([0x2E]).collect();
    Some(Right::Ok(Arc::new(Value::Text { code_points, flags: None })))
}

/// Whether it is a plus sign and 1 to 14 digits, with these characters between them. That 15 are allowed
/// is a reading of E.164.
fn is_plain_number(text: &str, others: &str) -> bool {
    let Some(rest) = text.strip_prefix('+') else { return false };
    let digits = rest.chars().filter(char::is_ascii_digit).count();
    let is_known = |c: char| c.is_ascii_digit() || others.contains(c);
    rest.chars().all(is_known) && (1..=14).contains(&digits)
}

/// Whether the record has every field in its plainest form, but for the one for which the model refuses
/// it: a number above 65535 (RFC 3403, section 4.1), or no flag (RFC 6116, section 3.4.2).
fn is_plain_record(record: &str, model: &Right) -> bool {
    let parts: Vec<&str> = record.split('"').collect();
    let [numbers, flags, " ", services, " ", rule, " ."] = parts.as_slice() else { return false };
    let numbers: Vec<&str> = numbers.split(' ').collect();
    let [order, preference, ""] = numbers.as_slice() else { return false };
    let is_number =
        |text: &str| (1..=9).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    let service = services.strip_prefix("E2U+").unwrap_or_default();
    let is_word =
        |text: &str| (1..=16).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_lowercase());
    if !is_number(order) || !is_number(preference) || !service.split(':').all(is_word) {
        return false;
    }
    let is_simple = is_simple_rule(rule);
    match model {
        Right::Ok(_) => *flags == "u" && is_simple,
        Right::Error { kinds, .. } => match kinds.first().map(String::as_str) {
            Some("value-too-large") => *flags == "u" && is_simple,
            Some("not-terminal") => flags.is_empty() && is_simple,
            _ => false,
        },
        Right::Integers(_) => false,
    }
}

/// Whether it matches the whole number, with literals, `.*` and `(.*)` alone, and gives a short URI.
fn is_simple_rule(rule: &str) -> bool {
    let parts: Vec<&str> = rule.split('!').collect();
    let ["", expression, result, "" | "i"] = parts.as_slice() else { return false };
    let inner = expression.strip_prefix('^').and_then(|inner| inner.strip_suffix('$'));
    let left = inner.unwrap_or("?").replace("(.*)", "").replace(".*", "").replace("\\\\+", "");
    left.bytes().all(|b| b.is_ascii_digit()) && result.is_ascii() && result.len() < 200
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hunt::request::model_outcome;

    const RECORD: &str = "100 10 \"u\" \"E2U+sip\" \"!^\\\\+44(.*)$!sip:\\\\1@example.com!\" .";

    fn level(op: &str, texts: &[&str]) -> Level {
        let values: Vec<_> = texts.iter().map(|text| acegate_codec::Value::from(*text)).collect();
        let input = match values.as_slice() {
            [one] if op != "rewrite" => one.clone(),
            _ => acegate_codec::Value::List(values),
        };
        let request = Request::new("enum", op, input);
        let model = model_outcome(&request.fast()).expect("ENUM is supported");
        choices(&request, model).1
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
            ("rewrite", &["+441164960348", &RECORD.replace("100", "65536")], Level::Must),
            ("rewrite", &["+441164960348", &RECORD.replace("\"u\"", "\"\"")], Level::Must),
            ("rewrite", &["+441164960348", &RECORD.replace("(.*)", "(4|41)(.*)")], Level::Should),
            ("rewrite", &["+441164960348", &RECORD.replace("E2U", "E2u")], Level::Should),
            ("rewrite", &["+441164960348", &RECORD.replace("\"u\"", "\"z\"")], Level::Should),
            ("rewrite", &["+441164960348", RECORD, RECORD], Level::Should),
            ("rewrite", &["441164960348", RECORD], Level::Should),
        ] {
            assert_eq!(level(op, texts), expected, "{op} {texts:?}");
        }
    }

    #[test]
    fn a_record_with_a_surrogate_does_not_make_the_others_binding() {
        let value = |text: &str| acegate_codec::Value::from(text);
        let spoilt = acegate_codec::Value::from_code_points([0x61, 0xD800]);
        let input = acegate_codec::Value::List(vec![value("+441"), spoilt, value(RECORD)]);
        let model = Right::Ok(Arc::new(Value::from("sip:a@example.com")));
        assert_eq!(choices(&Request::new("enum", "rewrite", input), model).1, Level::Should);
    }

    #[test]
    fn a_domain_may_end_with_a_dot() {
        let request = Request::new("enum", "to-domain", "+44".into());
        let value = |text: &str| Right::Ok(Arc::new(Value::from(text)));
        let (outcomes, level) = choices(&request, value("4.4.e164.arpa"));
        assert_eq!(outcomes, [value("4.4.e164.arpa"), value("4.4.e164.arpa.")]);
        assert_eq!(level, Level::Must);
    }
}
