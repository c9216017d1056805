//! The properties of a single answer: equal to the model's, host names, prefixes and sizes.

use acegate_codec::host::{LABEL_MAX, NAME_MAX, has_prefix, is_ldh};
use acegate_codec::uri2dec::Protocol;
use acegate_codec::{Effect, Failure, Family, Text, Value, Verb, punycode};
use acegate_vectors::{Level, Outcome as Right};

use crate::hunt::oracle::{EQUALS_MODEL_ID, TOTAL_ID, agrees, judge_answer, right_outcome};
use crate::hunt::property::{Breach, Property, Subject};
use crate::hunt::request::{length, model_outcome, prefix_of};
use crate::observation::{Outcome, Refusal};
use crate::protocol::Request;

/// The answer is the one that the document gives: the value, or a refusal.
pub const EQUALS_MODEL: Property = Property {
    id: EQUALS_MODEL_ID,
    applies: |_, _| true,
    check: |request, subject| match (subject.answer)(request) {
        Outcome::Fault(_) => None,
        outcome if subject.is_strict => equals_exactly(request, outcome),
        outcome => judge_answer(request, &outcome),
    },
};

/// Any request has an answer: no crash, no hang, no more than the limits allow.
pub(super) const TOTAL: Property = Property {
    id: TOTAL_ID,
    applies: |_, _| true,
    check: |request, subject| match (subject.answer)(request) {
        outcome @ Outcome::Fault(_) => judge_answer(request, &outcome),
        _ => None,
    },
};

/// Whether the answer has the value of the model, or the kind and the position of its refusal. A request
/// that the model does not support has no answer.
fn equals_exactly(request: &Request, outcome: Outcome) -> Option<Breach> {
    let model = request.plain();
    let have_none =
        matches!(model, Err(Failure::Unsupported(_))) && matches!(outcome, Outcome::Skipped(..));
    if have_none || agrees(&model, &outcome, true) {
        return None;
    }
    let right = match model_outcome(&model) {
        Some(right) => right,
        None => Right::Error {
            kinds: vec!["unsupported".to_owned()],
            at: None,
        },
    };
    Some(Breach::new(request.clone(), right, Level::Must, outcome))
}

/// A name that is written has labels of 1 to 63 letters, digits and hyphens, and 253 octets at most.
pub const HOST_NAME: Property = Property {
    id: "host-name",
    applies: |_, operation| operation.verb == Verb::ToAscii,
    check: |request, subject| {
        value_breach(request, subject, |value, is_strict| {
            // ToUnicode must also get a host name.
            let ascii = if request.does(Verb::ToUnicode) {
                &request.input
            } else {
                value
            };
            // The parameters of the standards for names allow other names.
            let is_flagged = request.is_of_checked_names() && !request.params.is_empty();
            is_flagged || string(ascii).is_none_or(|name| is_host_name(&name, is_strict))
        })
    },
};

/// A label that is not plain ASCII is written with the prefix of its encoding.
pub const PREFIX: Property = Property {
    id: "prefix",
    // The standards for names map some labels to plain ones.
    applies: |codec, operation| {
        operation.effect() == Effect::Writes
            && !codec.family.is_of_checked_names()
            && !prefix_of(codec, operation.verb).is_empty()
    },
    check: |request, subject| {
        value_breach(request, subject, |value, _| {
            let (Some(text), Some(written)) = (string(&request.input), string(value)) else {
                return true;
            };
            let prefix = request.prefix();
            match request.verb() {
                Some(Verb::ToAscii) => text
                    .split('.')
                    .zip(written.split('.'))
                    .all(|(from, to)| is_plain(from, prefix) || has_prefix(to, prefix)),
                Some(Verb::Encode) => request.is("layer", "bare") || has_prefix(&written, prefix),
                _ => true,
            }
        })
    },
};

/// Whether a label needs no encoding with this prefix.
fn is_plain(label: &str, prefix: &str) -> bool {
    is_ldh(label) && !has_prefix(label, prefix)
}

/// The length of an answer is at most a fixed multiple of the length of its input.
pub const SIZE: Property = Property {
    id: "size",
    // Two answers to a request of ENUM can be right.
    applies: |codec, _| codec.family != Family::Telephone,
    check: |request, subject| {
        let most = most_elements(request)?;
        value_breach(request, subject, |value, _| match value {
            // Section 7.3 of the uri2dec document: one reading a marker at most; one answer a step, and one
            // address a protocol.
            Value::List(values) => {
                values.len() <= length(&request.input).max(Protocol::ALL.len())
                    && values.iter().all(|value| length(value) <= most)
            }
            value => length(value) <= most,
        })
    },
};

/// The breach by a value that no request has, if the answer is one. It expects the answer of the
/// reference. The reference may be the subject itself if the subject is strict: if the two answers are
/// equal, the breach expects a refusal.
fn value_breach(
    request: &Request,
    subject: &mut Subject<'_>,
    is_possible: impl FnOnce(&Value, bool) -> bool,
) -> Option<Breach> {
    let outcome = (subject.answer)(request);
    match &outcome {
        Outcome::Value(value) if !is_possible(value, subject.is_strict) => {}
        _ => return None,
    }
    let right = match request.fast() {
        Ok(value) if Outcome::Value(value.clone()) != outcome => Outcome::Value(value),
        Ok(_) if !subject.is_strict => return None,
        _ => Outcome::Refused(Refusal::default()),
    };
    Some(Breach::new(
        request.clone(),
        right_outcome(&right)?,
        Level::Should,
        outcome,
    ))
}

fn string(value: &Value) -> Option<String> {
    value.as_text().ok().and_then(Text::to_scalar_string)
}

/// Whether the name is within the limits. Some documents let no label begin or end with a hyphen.
fn is_host_name(name: &str, without_hyphens: bool) -> bool {
    let name = name.strip_suffix('.').unwrap_or(name);
    name.len() <= NAME_MAX
        && name
            .split('.')
            .all(|label| is_host_label(label, without_hyphens))
}

fn is_host_label(label: &str, without_hyphens: bool) -> bool {
    if without_hyphens && (label.starts_with('-') || label.ends_with('-')) {
        return false;
    }
    (1..=LABEL_MAX).contains(&label.len()) && is_ldh(label)
}

/// The most elements that the answer, or one of several, can have; `None` if nothing bounds it.
fn most_elements(request: &Request) -> Option<usize> {
    let input = length(&request.input);
    Some(match (request.family()?, request.verb()?) {
        // A number of 32 bits has at most 10 digits where every threshold is at most 26 of 36
        // (10 to the tenth power is more than 2 to the 32nd); a literal part adds its delimiter.
        (Family::Bootstring, Verb::Encode) if request.codec == punycode::ABOUT.id => 1 + 10 * input,
        // At base 3 with thresholds of 1 every digit takes a factor of two.
        (Family::Bootstring, Verb::Encode) => 1 + 33 * input,
        // Six digits for 10FFFF, one at least for anything.
        (Family::Texts, Verb::Encode) => 6 * input,
        // Two units of four digits, or four octets in Base32 and the headers of their runs.
        (Family::Labels, Verb::Encode) => 16 + 12 * input,
        // A code point is mapped to 18 at most, each of ten digits at most, and a label has a prefix.
        (Family::Idna | Family::Idna2008, _) => 200 * input,
        (_, Verb::ToAscii) => 254,
        (_, verb) if verb.effect() == Effect::Reads => input,
        (_, Verb::Hash | Verb::Invert) => input,
        // A digit and a dot for each digit, and the tree of a request, which is not in the input.
        (Family::Telephone, Verb::ToDomain) => 256 + 2 * input,
        // The elements of a list are its values, and a record may have nine groups of 16 characters.
        (Family::Telephone, Verb::Rewrite) => 17 * input,
        // A text of units beyond the table: six characters each, two units a code point.
        (Family::Addresses, Verb::Escape) => 12 * input,
        // `http:` with `//` and `/` is the longest.
        (Family::Addresses, Verb::Assign) => 8 + input,
        (Family::Addresses, Verb::Choices) => 32 + 4 * input,
        // All addresses with the hashes and keys of those that were learnt, or the readings of a
        // number. Four digits have one reading at most.
        (Family::Addresses, Verb::Book) => 32 + 4 * input + input * (input + 1) / 4,
        // Three bits for each symbol at most, a triad of alignment, marker, spaces, 16 digits.
        (Family::Addresses, _) => 32 + 2 * input,
        _ => return None,
    })
}
