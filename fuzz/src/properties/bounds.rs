//! No operation gives more, or takes more memory, than its input explains.

use acegate::hunt::{Violation, ViolationKind};
use acegate::protocol::Request;
use acegate_codec::Value;

use crate::allocation::peak_during;
use crate::octets::{self, Scope, length};

/// Output and memory are linear in the input; the list of readings also in their number, and the
/// answers of address books in that of their words.
pub(crate) fn size_is_bounded(scopes: &[Scope], octets: &[u8]) -> Result<(), Violation> {
    let request = octets::request(scopes, octets);
    let (outcome, peak) = peak_during(|| request.fast());
    let input = elements(&request);
    let broken = |what: &str, size: usize, bound: usize| {
        let detail = format!("{what} of {size} for {input} elements, at most {bound} expected");
        let violation =
            Violation::new(request.name(), ViolationKind::Bound, what, "too-large", detail);
        Err(violation)
    };
    let mut readings = 1;
    if let Ok(value) = &outcome {
        let values = match value {
            Value::List(values) => values.as_slice(),
            value => std::slice::from_ref(value),
        };
        readings = values.iter().map(words).sum::<usize>().max(1);
        let bound = most_elements(&request);
        if let Some(longest) = values.iter().map(length).max().filter(|&size| size > bound) {
            return broken("output", longest, bound);
        }
        // Section 7.3 of the uri2dec document: one reading a marker at most; one answer a step.
        if matches!(value, Value::List(_)) && values.len() > input {
            return broken("readings", values.len(), input);
        }
    }
    let bound = FIXED + PER_ELEMENT * (input + 1) * readings;
    if peak > bound { broken("memory", peak, bound) } else { Ok(()) }
}

/// The number of elements of the input; of a list, of all its values and one for each.
fn elements(request: &Request) -> usize {
    match &request.input {
        Value::List(values) => values.iter().map(|value| length(value) + 1).sum(),
        _ => length(&request.input),
    }
}

/// The words of an answer: one, or an address each. Other values have no spaces.
fn words(value: &Value) -> usize {
    let is_space = |code_point: &&u32| **code_point == u32::from(' ');
    1 + value.as_text().map_or(0, |text| text.code_points.iter().filter(is_space).count())
}

/// The memory of an operation for its tables and for rounding up.
const FIXED: usize = 16 << 10;

/// The memory for each element of the input: a few copies of it, the longest number of a
/// Bootstring of base 3, and the parameters of the request.
const PER_ELEMENT: usize = 256;

/// The most elements that the result can have.
fn most_elements(request: &Request) -> usize {
    let input = elements(request);
    match (request.codec.as_str(), request.op.as_str()) {
        // A number of 32 bits has at most 10 digits where every threshold is at most 26 of 36
        // (10 to the tenth power is more than 2 to the 32nd); a literal part adds its delimiter.
        ("punycode", "encode") => 1 + 10 * input,
        // At base 3 with thresholds of 1 every digit takes a factor of two.
        ("bootstring", "encode") => 1 + 33 * input,
        ("punycode" | "bootstring", "decode") => input,
        // Six digits for 10FFFF, one at least for anything.
        ("utf5", "encode") => 6 * input,
        ("utf5", _) => input,
        // Two units of four digits, or four octets in Base32 and the headers of their runs.
        ("utf6" | "race" | "lace", "encode") => 16 + 12 * input,
        (_, "to-ascii") => 254,
        (_, "decode" | "to-unicode" | "unescape" | "parses" | "read-record") => input,
        // A text of units beyond the table: six characters each, two units a code point.
        // A digit and a dot for each digit, and the tree of a request, which is not in the input.
        ("enum", "to-domain") => 256 + 2 * input,
        ("enum", "to-number") => input,
        // The elements of a list are its values, and a record may have nine groups of 16 characters.
        ("enum", "rewrite") => 17 * input,
        ("uri2dec", "escape") => 12 * input,
        ("uri2dec", "hash" | "invert") => input,
        // `http:` with `//` and `/` is the longest.
        ("uri2dec", "assign") => 8 + input,
        ("uri2dec", "choices") => 32 + 4 * input,
        // All addresses with the hashes and keys of those that were learnt, or the readings of a
        // number, of which there is one in four digits at most.
        ("uri2dec", "book") => 32 + 4 * input + input * (input + 1) / 4,
        // Three bits for each symbol at most, a triad of alignment, marker, spaces, 16 digits.
        ("uri2dec", _) => 32 + 2 * input,
        _ => usize::MAX,
    }
}
