//! Seeds and dictionaries for any fuzzer, made from the suite.

use std::collections::{BTreeMap, BTreeSet};

use acegate_codec::Value;
use acegate_vectors::{Check, Outcome};

use super::input::octets_of;
use super::text_bytes;
use crate::protocol::Request;
use crate::suite::{codec_value, request_for};

/// The length of a word in octets. libFuzzer takes no word of more than 64.
const LONGEST: usize = 16;

/// How many code points of its beginning and of its end a text gives as words.
const ENDING: usize = 4;

/// How many words of vectors a dictionary has at most; more would hide each other.
const MOST: usize = 160;

/// The ends of the ranges that the codecs tell apart, and the first number above them.
const ENDS: [u32; 23] = [
    0, 0x2D, 0x2E, 0x7F, 0x80, 0x99, 0xFF, 0x100, 0x7FF, 0x800, 0xFFF, 0x1000, 0x3002, 0xD7FF,
    0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFFFF, 0x1_0000, 0x10_FFFF, 0x11_0000,
];

/// The input of each check as octets, by the name of its case, and the results as inputs of the inverse operation if
/// that is what `is_asked` wants. An input that several have is there once.
#[must_use]
pub fn seeds(checks: &[Check], is_asked: impl Fn(&Request) -> bool) -> BTreeMap<String, Vec<u8>> {
    let mut seeds = BTreeMap::new();
    let mut known = BTreeSet::new();
    for check in checks {
        let Some((request, results)) = asked_and_right(check) else {
            continue;
        };
        for (index, request) in with_inverses(&request, results).iter().enumerate() {
            if !is_asked(request) {
                continue;
            }
            let octets = request
                .operation()
                .and_then(|operation| octets_of(operation, &request.input));
            if let Some(octets) = octets
                && known.insert(octets.clone())
            {
                let name = if index == 0 {
                    check.name.to_string()
                } else {
                    format!("{}-result-{index}", check.name)
                };
                seeds.insert(name, octets);
            }
        }
    }
    seeds
}

/// The request of a check and the values that are right; `None` for a codec or operation that the registry does not
/// have.
#[must_use]
pub fn asked_and_right(check: &Check) -> Option<(Request, Vec<Value>)> {
    let request = request_for(check);
    request.operation()?;
    let mut results = Vec::new();
    for outcome in check.expect.outcomes() {
        match outcome {
            Outcome::Ok(result) => results.push(codec_value(result)),
            Outcome::Integers(_) | Outcome::Error { .. } => {}
        }
    }
    Some((request, results))
}

/// The request, and those that take its results back.
#[must_use]
pub fn with_inverses(request: &Request, results: Vec<Value>) -> Vec<Request> {
    let mut requests = vec![request.clone()];
    if let Some(operation) = request.operation()
        && let Some(inverse) = operation.inverse
    {
        for result in results {
            requests.push(request.derive(inverse, result));
        }
    }
    requests
}

/// The words of a dictionary for the operations that `is_asked` wants: the short inputs and results of the checks, what
/// they begin and end with, and the code points at the ends of ranges.
#[must_use]
pub fn dictionary(checks: &[Check], is_asked: impl Fn(&Request) -> bool) -> BTreeSet<Vec<u8>> {
    let mut words = BTreeSet::new();
    for check in checks {
        let Some((request, results)) = asked_and_right(check) else {
            continue;
        };
        if !is_asked(&request) {
            continue;
        }
        for value in std::iter::once(request.input).chain(results) {
            let Value::Text(text) = value else { continue };
            let points = &text.code_points;
            let head = &points[..points.len().min(ENDING)];
            let tail = &points[points.len().saturating_sub(ENDING)..];
            for part in [points, head, tail] {
                words.insert(text_bytes::octets(part));
            }
        }
    }
    words.retain(|word| (1..=LONGEST).contains(&word.len()));
    // Evenly over their order.
    let step = words.len().div_ceil(MOST).max(1);
    let mut chosen: BTreeSet<Vec<u8>> = words.into_iter().step_by(step).collect();
    chosen.extend(ENDS.iter().map(|&end| text_bytes::octets(&[end])));
    chosen
}

/// The words in the form that libFuzzer reads, one a line.
#[must_use]
pub fn dictionary_file(words: &BTreeSet<Vec<u8>>) -> String {
    let mut out = String::new();
    for word in words {
        if !word.is_empty() {
            out += &format!("\"{}\"\n", escape_word(word));
        }
    }
    out
}

/// The word as libFuzzer reads it: visible ASCII as itself, every other octet as `\xNN`.
fn escape_word(word: &[u8]) -> String {
    let mut escaped = String::new();
    for &octet in word {
        match octet {
            b'"' | b'\\' => escaped.extend(['\\', char::from(octet)]),
            b' '..=b'~' => escaped.push(char::from(octet)),
            _ => escaped += &format!("\\x{octet:02x}"),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use acegate_vectors::Suite;

    #[test]
    fn seeds_are_the_inputs_and_results_of_the_suite_and_the_dictionary_has_words() {
        let checks = Suite::embedded().expect("the suite").checks();
        let is_asked = |request: &Request| request.name() == "punycode decode";
        let seeds = seeds(&checks, is_asked);
        // RFC 3492, section 7.1 (S).
        assert!(seeds.values().any(|seed| seed == b"-> $1.00 <--"));
        assert!(seeds.len() > 300, "{}", seeds.len());
        let words = dictionary(&checks, is_asked);
        let file = dictionary_file(&words);
        assert!(file.contains("\"\\xf4\\x8f\\xbf\\xbf\"\n"), "{file}");
        assert_eq!(file.lines().count(), words.len());
    }
}
