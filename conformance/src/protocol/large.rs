//! Values with integers beyond 32 bits, in lines and in reports.
//!
//! In and out: `{"u":[97,18446744073709551616]}` and its value. Every digit is kept. In a report the
//! second number is a string.

use acegate_codec::Value;
use acegate_vectors::Integer;
use serde::Deserialize;
use serde_json::Value as Json;
use serde_json::value::RawValue;

use super::error::{MessageError, shortened};
use super::value::{
    Ordinary, ValueForm, list_to_line, octets_from_hex, text_to_line, value_to_json, value_to_line,
};
use crate::observation::{AnyValue, LargeValue};

/// Writes a value for a line of the protocol: every integer is a number.
pub(super) fn large_to_line(value: &LargeValue) -> String {
    write_large(value, |integer| integer.as_decimal().to_owned())
}

/// Writes the value for a report. An integer above 2^53 − 1 is a string of decimal digits, because
/// many readers of JSON would round it.
#[must_use]
pub fn any_to_json(value: &AnyValue) -> Json {
    let json = match value {
        AnyValue::Ordinary(value) => value_to_json(value, ValueForm::ALL),
        AnyValue::Large(value) => serde_json::from_str(&write_large(value, integer_of_report)).ok(),
    };
    json.unwrap_or_default()
}

fn integer_of_report(integer: &Integer) -> String {
    match integer.as_decimal().parse::<u64>() {
        Ok(number) if number < 1 << 53 => number.to_string(),
        _ => format!("\"{}\"", integer.as_decimal()),
    }
}

/// Reads a value from a report.
///
/// # Errors
///
/// [`MessageError`], which says what was expected.
pub fn any_from_json(json: &Json) -> Result<AnyValue, MessageError> {
    from_json(json, |raw| {
        Integer::from_decimal(raw.get().trim_matches('"'))
    })
}

/// Reads a value from JSON.
///
/// # Errors
///
/// [`MessageError`], which says what was expected.
pub fn value_from_json(json: &Json) -> Result<Value, MessageError> {
    match from_json(json, |raw| Integer::from_decimal(raw.get()))? {
        AnyValue::Ordinary(value) => Ok(value),
        AnyValue::Large(_) => Err(MessageError::new(
            "expected integers from 0 to 4294967295 in \"u\"",
        )),
    }
}

/// Reads a value from a part of a line.
pub(super) fn value_from_raw(raw: &RawValue) -> Result<AnyValue, MessageError> {
    from_raw(raw, |raw| Integer::from_decimal(raw.get()), DEEPEST)
}

fn from_json(
    json: &Json,
    integer: impl Fn(&RawValue) -> Option<Integer> + Copy,
) -> Result<AnyValue, MessageError> {
    // Nearly all values are ordinary. The others are read again, one integer at a time.
    if let Some(value) = Ordinary::from_json(json) {
        return Ok(AnyValue::Ordinary(value));
    }
    let raw = serde_json::value::to_raw_value(json)
        .map_err(|error| MessageError::new(error.to_string()))?;
    from_raw(&raw, integer, DEEPEST)
}

/// Writes a value, each large integer as `integer` does. All of its texts have the form `u`.
fn write_large(value: &LargeValue, integer: impl Fn(&Integer) -> String + Copy) -> String {
    match value {
        LargeValue::Text { integers, flags } => {
            let integers: Vec<_> = integers.iter().map(integer).collect();
            text_to_line("u", &list_to_line(&integers), flags.as_deref())
        }
        LargeValue::List(values) => {
            let forms = &[ValueForm::U, ValueForm::B];
            let mut items = Vec::new();
            for value in values {
                items.push(match value {
                    AnyValue::Ordinary(value) => value_to_line(value, forms).unwrap_or_default(),
                    AnyValue::Large(value) => write_large(value, integer),
                });
            }
            list_to_line(&items)
        }
    }
}

/// Reads a value, its integers with `integer`, in which at most so many lists are nested: each level is
/// read once more.
fn from_raw(
    raw: &RawValue,
    integer: impl Fn(&RawValue) -> Option<Integer> + Copy,
    lists: usize,
) -> Result<AnyValue, MessageError> {
    #[derive(Deserialize)]
    struct Wire<'a> {
        #[serde(borrow)]
        u: Option<&'a RawValue>,
        #[serde(borrow)]
        t: Option<&'a RawValue>,
        #[serde(borrow)]
        b: Option<&'a RawValue>,
        #[serde(borrow)]
        flags: Option<&'a RawValue>,
    }
    if raw.get().starts_with('[') {
        let Some(lists) = lists.checked_sub(1) else {
            return Err(MessageError::new(format!(
                "expected at most {DEEPEST} nested lists"
            )));
        };
        let items: Vec<&RawValue> = parse(raw, "an array")?;
        let values = items.into_iter().map(|item| from_raw(item, integer, lists));
        return values.collect::<Result<_, _>>().map(AnyValue::list);
    }
    let Wire { u, t, b, flags } = parse(raw, "a value such as {\"u\":[252]}")?;
    let flags = match flags {
        Some(flags) => parse(flags, "an array of booleans in \"flags\"")?,
        None => None,
    };
    let integers = match (u, t, b) {
        (Some(integers), None, None) => {
            let raw_integers: Vec<&RawValue> = parse(integers, "an array of integers in \"u\"")?;
            let mut integers = Vec::new();
            for raw in raw_integers {
                let Some(read) = integer(raw) else {
                    return Err(MessageError::unexpected(
                        "integers from 0 up in \"u\"",
                        raw.get(),
                    ));
                };
                integers.push(read);
            }
            integers
        }
        (None, Some(text), None) => scalar_text(text)?
            .chars()
            .map(|character| Integer::from(u32::from(character)))
            .collect(),
        (None, None, Some(hex)) => {
            let hex: String = parse(hex, "a string in \"b\"")?;
            return octets_from_hex(&hex).map(|octets| AnyValue::Ordinary(Value::Octets(octets)));
        }
        _ => {
            return Err(MessageError::new(
                "expected exactly one of \"u\", \"t\" and \"b\"",
            ));
        }
    };
    Ok(AnyValue::text(integers, flags))
}

/// How many lists may be nested. The results of operations have one list at most.
const DEEPEST: usize = 4;

/// Reads a string without lone surrogates.
fn scalar_text(raw: &RawValue) -> Result<String, MessageError> {
    let json = raw.get();
    if let Ok(text) = serde_json::from_str(json) {
        return Ok(text);
    }
    if !json.starts_with('"') {
        return Err(MessageError::unexpected("a string in \"t\"", json));
    }
    Err(MessageError::new(format!(
        "expected only Unicode scalar values in \"t\", found the escape of a lone surrogate in \
         {}: send such text as \"u\"",
        shortened(json)
    )))
}

fn parse<'a, T: Deserialize<'a>>(raw: &'a RawValue, expected: &str) -> Result<T, MessageError> {
    serde_json::from_str(raw.get()).map_err(|_| MessageError::unexpected(expected, raw.get()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn value(json: &str) -> Result<AnyValue, MessageError> {
        value_from_raw(&RawValue::from_string(json.to_owned()).expect("JSON"))
    }

    #[test]
    fn integers_of_any_size_are_read_whole_and_written_whole() {
        let many_digits = format!(r#"{{"u":[{}]}}"#, "9".repeat(5000));
        for json in [
            r#"{"u":[97,4294967296]}"#,
            r#"{"u":[18446744073709551615,18446744073709551616]}"#,
            r#"{"flags":[true],"u":[340282366920938463463374607431768211456]}"#,
            r#"[{"u":[97]},{"u":[4294967296]},{"b":"00ff"},[]]"#,
            &many_digits,
        ] {
            let Ok(AnyValue::Large(large)) = value(json) else {
                panic!("{json}")
            };
            assert_eq!(large_to_line(&large), json);
        }
        let large = value(r#"{"u":[9007199254740991,9007199254740992]}"#).expect("a large value");
        assert_eq!(
            any_to_json(&large),
            json!({"u": [9007199254740991u64, "9007199254740992"]})
        );
        // A large integer is not a code point, and only a report has it as a string.
        for json in [json!({"u": [4_294_967_296_u64]}), json!({"u": ["97"]})] {
            let message = value_from_json(&json).expect_err("not a value").to_string();
            assert!(message.contains("expected integers from 0"), "{message}");
        }
    }

    #[test]
    fn lists_are_nested_four_deep_and_no_brackets_of_another_kind_count() {
        let nested = |depth: usize| "[".repeat(depth) + "]" + &"]".repeat(depth - 1);
        assert!(value(&nested(4)).is_ok());
        for json in [
            nested(5),
            nested(1 << 19),
            format!(r#"[{{"t":"]"}},{}]"#, nested(4)),
        ] {
            let message = value(&json).expect_err("too deep").to_string();
            assert_eq!(message, "expected at most 4 nested lists");
        }
        let other = format!(r#"{{"t":"[[[[\"[[[[[","unknown":{}}}"#, nested(9));
        assert_eq!(value(&other), Ok(AnyValue::Ordinary("[[[[\"[[[[[".into())));
    }

    #[test]
    fn names_the_expected_form() {
        for (json, expected) in [
            (r#"{"u":[-1]}"#, "integers from 0 up in \"u\", found -1"),
            (r#"{"u":[1.5]}"#, "found 1.5"),
            (r#"{"u":[1e3]}"#, "found 1e3"),
            (r#"{"u":["97"]}"#, "found \"97\""),
            (
                r#"{"u":[-99999999999999999999]}"#,
                "found -99999999999999999999",
            ),
            (r#"{"u":7}"#, "an array of integers in \"u\", found 7"),
            (r#"{"t":"a\ud800"}"#, "lone surrogate"),
            (r#"{"t":7}"#, "a string in \"t\", found 7"),
            (r#"{"b":"0"}"#, "pairs of hexadecimal"),
            (r#"{"b":"+1"}"#, "pairs of hexadecimal"),
            (
                r#"{"t":"a","flags":[1]}"#,
                "booleans in \"flags\", found [1]",
            ),
            ("{}", "exactly one of"),
            (r#"{"u":[1],"t":""}"#, "exactly one of"),
            ("7", "a value such as"),
        ] {
            let message = value(json).expect_err("not a value").to_string();
            assert!(message.contains(expected), "{message}");
        }
    }
}
