//! Foreign text made safe to print: whatever an implementation says is hostile.

use std::fmt::Write;

use acegate_vectors::Integer;
use serde_json::Value as Json;

/// How many characters of a value a report shows.
const SHOWN: usize = 300;

/// How many octets of one field a report for people shows.
pub const FIELD: usize = 64 << 10;

/// The text with every character that could steer a terminal, hide or reorder text written as
/// `<U+XXXX>`.
///
/// These are the control characters, the bidirectional controls, other invisible format characters,
/// line and paragraph separators, noncharacters, private use and variation selectors.
#[must_use]
pub fn printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_hostile(c) {
            let _ = write!(out, "<U+{:04X}>", u32::from(c));
        } else {
            out.push(c);
        }
    }
    out
}

/// The same for text of several lines, which stay lines.
#[must_use]
pub fn printable_lines(text: &str) -> String {
    text.lines().map(printable).collect::<Vec<_>>().join("\n")
}

/// The same for text of any length. Behind the first `most` octets stands how long it is.
#[must_use]
pub fn printable_start(text: &str, most: usize) -> String {
    if text.len() <= most {
        return printable(text);
    }
    let start = &text[..boundary(text, most)];
    format!("{}… ({} octets)", printable(start), text.len())
}

/// A value as a report shows it: quoted text, followed by the code points where it holds anything
/// but printable ASCII. A long value is shortened in the middle, a list of many at its end, and
/// the length is said.
#[must_use]
pub fn printable_value(value: &Json) -> String {
    bounded(any_value(value))
}

/// Shortens text that is printable already to the length of a field.
pub(crate) fn bounded(mut text: String) -> String {
    if text.len() > FIELD {
        let all = text.len();
        text.truncate(boundary(&text, FIELD));
        let _ = write!(text, "… ({all} octets)");
    }
    text
}

/// The last boundary of characters that is not behind `most`.
fn boundary(text: &str, most: usize) -> usize {
    (0..=most).rev().find(|&at| text.is_char_boundary(at)).unwrap_or_default()
}

fn any_value(value: &Json) -> String {
    match value {
        Json::Array(values) => {
            let values: Vec<_> = values.iter().map(any_value).collect();
            format!("[{}]", values.join(", "))
        }
        Json::Object(object) => {
            let mut out = if let Some(text) = object.get("t").and_then(Json::as_str) {
                show(&text.chars().map(u64::from).collect::<Vec<_>>())
            } else if let Some(units) = object.get("u").and_then(integers) {
                show(&units)
            } else if let Some(units) = object.get("u").and_then(large_integers) {
                show_integers(units)
            } else if let Some(hex) = object.get("b").and_then(Json::as_str) {
                format!("octets {}", printable(hex))
            } else {
                printable(&value.to_string())
            };
            if let Some(flags) = object.get("flags").and_then(Json::as_array) {
                let flags: String = flags
                    .iter()
                    .map(|flag| if flag.as_bool() == Some(true) { 'u' } else { 'l' })
                    .collect();
                let _ = write!(out, " flags {flags}");
            }
            out
        }
        other => printable(&other.to_string()),
    }
}

/// The integers of an array that holds nothing else.
fn integers(array: &Json) -> Option<Vec<u64>> {
    array.as_array()?.iter().map(Json::as_u64).collect()
}

fn show(code_points: &[u64]) -> String {
    let plain = code_points.iter().all(|c| (0x20..0x7F).contains(c));
    let quoted = format!("\"{}\"", shorten(code_points, "", |&c| one(c)));
    if plain {
        return quoted;
    }
    let numbers = shorten(code_points, " ", |c| format!("U+{c:04X}"));
    // Text that is nothing but numbers in its quoted form would say the same twice.
    if code_points.iter().all(|&c| scalar(c).is_none_or(is_hostile)) {
        return numbers;
    }
    format!("{quoted}  {numbers}")
}

fn scalar(c: u64) -> Option<char> {
    u32::try_from(c).ok().and_then(char::from_u32)
}

/// The array, where an integer in it is above 2^64 − 1 and so a string of decimal digits.
fn large_integers(array: &Json) -> Option<&[Json]> {
    array.as_array().filter(|units| units.iter().any(Json::is_string)).map(Vec::as_slice)
}

fn show_integers(units: &[Json]) -> String {
    /// How many digits of an integer are shown.
    const DIGITS: usize = 256;
    let one = |unit: &Json| {
        let digits = unit.as_str().map_or_else(|| unit.to_string(), str::to_owned);
        match Integer::from_decimal(&digits).filter(|_| digits.len() <= DIGITS) {
            Some(integer) => integer.to_string(),
            None => {
                let head: String = digits.chars().take(DIGITS / 2).collect();
                printable(&format!("{head}… ({} digits)", digits.chars().count()))
            }
        }
    };
    shorten(units, " ", one)
}

fn one(c: u64) -> String {
    match scalar(c) {
        Some('"') => "\\\"".into(),
        Some('\\') => "\\\\".into(),
        Some(c) => printable(c.encode_utf8(&mut [0; 4])),
        None => format!("<U+{c:04X}>"),
    }
}

fn shorten<T>(units: &[T], between: &str, show: impl Fn(&T) -> String) -> String {
    let join = |part: &[T]| part.iter().map(&show).collect::<Vec<_>>().join(between);
    if units.len() <= SHOWN {
        return join(units);
    }
    let (head, tail) = (&units[..SHOWN / 2], &units[units.len() - SHOWN / 2..]);
    let left_out = units.len() - head.len() - tail.len();
    format!("{}{between}… {left_out} more …{between}{}", join(head), join(tail))
}

/// Whether a character could steer a terminal, or hide or reorder text.
pub(crate) fn is_hostile(c: char) -> bool {
    let n = u32::from(c);
    c.is_control()
        || matches!(n,
            0xAD | 0x34F | 0x61C | 0x115F..=0x1160 | 0x17B4..=0x17B5 | 0x180B..=0x180F
            | 0x200B..=0x200F | 0x2028..=0x202E | 0x2060..=0x206F | 0x3164 | 0xFE00..=0xFE0F
            | 0xFEFF | 0xFFA0 | 0xFFF0..=0xFFFB | 0x1_BCA0..=0x1_BCA3 | 0x1_D173..=0x1_D17A
            | 0xE_0000..=0xE_0FFF)
        || matches!(n, 0xE000..=0xF8FF | 0xF_0000..=0x10_FFFF)
        || (0xFDD0..=0xFDEF).contains(&n)
        || n & 0xFFFE == 0xFFFE
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_steers_a_terminal_or_reorders_text_is_shown_as_a_number() {
        let text = "a\u{1b}[31m\u{202e}b\u{feff}\u{0}\u{9b}\u{2028}\u{10ffff}ü\u{7f}";
        assert_eq!(
            printable(text),
            "a<U+001B>[31m<U+202E>b<U+FEFF><U+0000><U+009B><U+2028><U+10FFFF>ü<U+007F>"
        );
    }

    #[test]
    fn values_are_quoted_and_followed_by_their_code_points() {
        assert_eq!(printable_value(&json!({"t": "-tda"})), "\"-tda\"");
        assert_eq!(printable_value(&json!({"t": ""})), "\"\"");
        assert_eq!(printable_value(&json!({"u": [0xFC]})), "\"ü\"  U+00FC");
        assert_eq!(printable_value(&json!({"u": [0xD800]})), "U+D800");
        assert_eq!(printable_value(&json!({"u": [0x61, 0xD800]})), "\"a<U+D800>\"  U+0061 U+D800");
        assert_eq!(printable_value(&json!({"t": "\"\\"})), "\"\\\"\\\\\"");
        assert_eq!(printable_value(&json!([{"t": "a"}, {"b": "ff"}])), "[\"a\", octets ff]");
    }

    #[test]
    fn an_integer_beyond_code_points_is_shown_as_itself() {
        assert_eq!(printable_value(&json!({"u": [0x1_0000_0061_u64]})), "U+100000061");
        // Twenty digits are more than 64 bits: it is shown as it was written.
        let shown = printable_value(&json!({"u": [1e20]}));
        assert!(shown.contains("e+20") || shown.contains("100000000000000000000"), "{shown}");
    }

    #[test]
    fn no_field_is_longer_than_its_bound_and_it_says_its_length() {
        let long = "x".repeat(1 << 20);
        for shown in [
            printable_start(&long, FIELD),
            printable_value(&json!([{"b": "00".repeat(1 << 19)}])),
            printable_value(&json!(vec![json!({"t": "ab"}); 1 << 18])),
            printable_value(&json!({"t": "", "flags": vec![true; 1 << 20]})),
            printable_value(&json!(long)),
        ] {
            assert!(shown.len() < FIELD + 64, "{}", shown.len());
            assert!(shown.ends_with(" octets)"), "{}", &shown[FIELD..]);
        }
        assert!(printable_start(&long, FIELD).ends_with("x… (1048576 octets)"));
        assert_eq!(printable_start("aü", 2), "a… (3 octets)");
        assert_eq!(printable_start("aü", 3), "aü");
    }

    #[test]
    fn integers_of_any_size_are_shown_whole_up_to_a_bound() {
        let shown = |json: Json| printable_value(&json);
        let two = json!({"u": [97, "18446744073709551617"]});
        assert_eq!(shown(two), "U+0061 U+10000000000000001");
        assert_eq!(shown(json!({"u": ["18446744073709551616"]})), "U+10000000000000000");
        let long = shown(json!({"u": ["9".repeat(5000)]}));
        assert!(long.ends_with("… (5000 digits)") && long.len() < 200, "{long}");
        assert_eq!(shown(json!({"u": ["\u{1b}[31m"]})), "<U+001B>[31m… (5 digits)");
    }

    #[test]
    fn a_long_value_is_shortened_and_says_by_how_much() {
        let shown = printable_value(&json!({"t": "a".repeat(1000)}));
        assert!(shown.contains("… 700 more …"), "{shown}");
        assert!(shown.len() < 400);
    }
}
