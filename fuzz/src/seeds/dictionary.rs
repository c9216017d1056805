//! Dictionaries: the short inputs and results of the vectors, what they begin and end with, and the
//! code points at the ends of ranges.

use std::collections::BTreeSet;

use acegate::protocol::Request;
use acegate_codec::Value;
use acegate_vectors::{LoadError, Suite};

use super::requests::request;
use super::suite;
use crate::targets::Target;
use crate::text_bytes;

/// The fields of JSON that the readers of acegate know.
const FIELDS: [&str; 13] = [
    "id", "codec", "op", "params", "in", "ok", "error", "skip", "crash", "kind", "at", "type",
    "verdict",
];

/// Words of JSON, of YAML and of commands that they know, with a bar between two.
const WORDS: &str = r#""u":[|"t":"|"b":"|"flags":[|"run-start"|"case"|"run-end"|\ud800|1e999|null|true
18446744073709551616|U+D800|U+110000|{ t: |{ u: |{ ok: |{ error: [|{ any: [|expect: |- id: |*a |&a |<<: |{op}
{in:text}|{in:hex}|{in:cps}|{codec}"#;

/// The ends of the ranges that the codecs tell apart.
const ENDS: [u32; 22] = [
    0, 0x2D, 0x2E, 0x7F, 0x80, 0x99, 0xFF, 0x100, 0x7FF, 0x800, 0xFFF, 0x1000, 0x3002, 0xD7FF,
    0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFFFF, 0x1_0000, 0x10_FFFF,
];

/// The length of a word in octets. libFuzzer takes no word of more than 64.
const LONGEST: usize = 16;

/// How many code points of its beginning and of its end a text gives as words.
const ENDING: usize = 4;

/// How many words a dictionary has at most; more would hide each other.
const MOST: usize = 160;

/// The dictionary of a target in libFuzzer's form, the same each time.
pub(crate) fn dictionary_of(target: &Target) -> Result<String, LoadError> {
    let mut words: BTreeSet<Vec<u8>> = BTreeSet::new();
    if target.scopes().next().is_none() {
        words.extend(FIELDS.map(|field| format!("\"{field}\":").into_bytes()));
        let known = WORDS.lines().flat_map(|line| line.split('|'));
        words.extend(
            known
                .chain(["---\n", "%YAML 1.2\n", "\u{202e}"])
                .map(|word| word.as_bytes().to_vec()),
        );
    } else {
        words.extend(ENDS.iter().map(|&end| text_bytes::octets(&[end])));
        words.insert(text_bytes::octets(&[0x11_0000]));
        words.extend(of_vectors(target, suite()?));
    }
    let mut out = String::new();
    for word in &words {
        if !word.is_empty() {
            out += &format!("\"{}\"\n", escape_word(word));
        }
    }
    Ok(out)
}

/// The word as libFuzzer reads it: visible ASCII as itself, every other octet as `\xNN`.
fn escape_word(word: &[u8]) -> String {
    let escaped = word.iter().map(|&octet| match octet {
        b'"' | b'\\' => format!("\\{}", char::from(octet)),
        b' '..=b'~' => char::from(octet).to_string(),
        _ => format!("\\x{octet:02x}"),
    });
    escaped.collect()
}

fn is_about(target: &Target, request: &Request) -> bool {
    let mut scopes = target.scopes();
    scopes.any(|scope| scope.includes(&request.codec, &request.op))
}

/// A choice of the words of the vectors, evenly over their order.
fn of_vectors(target: &Target, suite: &Suite) -> Vec<Vec<u8>> {
    let mut words = BTreeSet::new();
    for (request, results) in suite.checks().iter().filter_map(request) {
        if !is_about(target, &request) {
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
    let step = words.len().div_ceil(MOST).max(1);
    words.into_iter().step_by(step).collect()
}
