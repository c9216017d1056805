//! Host names of labels that are each valid, wrong or at an edge.

use acegate_codec::{About, Family, Value, Verb, punycode};
use acegate_vectors::Outcome;

use super::material::{mutate, word};
use crate::hunt::interpretations::{WIDE_DOTS, exact_outcome};
use crate::hunt::known::elements;
use crate::hunt::random::Random;
use crate::hunt::request::prefix_of;
use crate::hunt::space::Space;
use crate::protocol::Request;

/// Host names with prefixes in every letter case, long labels, hyphens, empty labels and other dots.
pub(super) fn make(space: &Space, _: u64, random: &mut Random) -> Option<Vec<Request>> {
    let operation = space.choose(random, |asked| asked.operation.verb.is_of_host_names())?;
    if random.one_in(16) {
        return Some(vec![
            operation.request(Value::from_code_points(long(random)), random),
        ]);
    }
    let mut name = Vec::new();
    for label in 0..=random.below(3) {
        if label > 0 {
            let is_wide = random.one_in(8);
            name.push(if is_wide {
                *random.choose(&WIDE_DOTS)?
            } else {
                0x2E
            });
        }
        name.extend(label_for(&operation.codec, random));
    }
    if random.one_in(8) {
        name.push(0x2E);
    }
    Some(vec![
        operation.request(Value::from_code_points(name), random),
    ])
}

/// A name of valid labels, about as long as a name may be: 253 characters, and one more for the root.
fn long(random: &mut Random) -> Vec<u32> {
    let length = random.between(251, 256);
    let mut name: Vec<u32> = (0..length)
        .map(|at| if at % 62 == 61 { 0x2E } else { 0x61 })
        .collect();
    match random.below(4) {
        0 => name.push(0x2E),
        1 => name[0] = 0xFC,
        _ => {}
    }
    name
}

fn label_for(codec: &About, random: &mut Random) -> Vec<u32> {
    let mut label = match random.below(8) {
        0 => return Vec::new(),
        1 => vec![0x61; random.between(55, 70)],
        2 => "a-b--c1".chars().map(u32::from).collect(),
        3 => word(random),
        _ => encoded(codec, random),
    };
    match random.below(6) {
        0 => mutate(&mut label, random),
        1 => {
            for character in &mut label {
                if (0x61..0x7B).contains(character) {
                    *character -= 0x20;
                }
            }
        }
        2 => {
            let hyphen = if random.one_in(2) { 0x2D } else { 0x5F };
            label.insert(random.below(label.len() + 1), hyphen);
        }
        _ => {}
    }
    label
}

/// A label that the model has encoded, its prefix in any letter case; also the code of surrogates.
fn encoded(codec: &About, random: &mut Random) -> Vec<u32> {
    let mut text = word(random);
    if random.one_in(16) {
        let at = random.below(text.len() + 1);
        let low = [0xDC00, 0xDEF7, 0xDFFF, 0x61][random.below(4)];
        text.splice(
            at..at,
            [[0xD800, 0xD83D, 0xDBFF, 0x61][random.below(4)], low],
        );
    }
    // A label that is encoded by itself may contain characters that end or spoil a label in a name.
    let verb = if random.one_in(4) {
        Verb::Encode
    } else {
        Verb::ToAscii
    };
    if verb == Verb::Encode {
        let other = *random
            .choose(&[0x2E, 0x3002, 0x2D, 0x20, 0x41, 0x7F])
            .unwrap_or(&0x2E);
        text.insert(random.below(text.len() + 1), other);
    }
    let request = Request::of(codec, verb, Value::from_code_points(text));
    let prefix = prefix_of(codec, Verb::ToAscii);
    let mut label;
    let is_bare;
    if let Ok(Value::Text(text)) = request.fast() {
        label = text.code_points;
        is_bare = codec.family == Family::Bootstring && verb == Verb::Encode;
    } else {
        let Some(code) = exact_code(&request) else {
            return word(random);
        };
        label = code;
        is_bare = true;
    }
    if is_bare {
        label.splice(..0, prefix.chars().map(u32::from));
    }
    let length = prefix.len().min(label.len());
    if random.one_in(16) {
        label.splice(..0, prefix.chars().map(u32::from));
    }
    for character in &mut label[..length] {
        if (0x61..0x7B).contains(character) && random.one_in(3) {
            *character -= 0x20;
        }
    }
    label
}

/// The code of the text of a request, even of one with surrogates; `None` if no code means exactly this text.
fn exact_code(request: &Request) -> Option<Vec<u32>> {
    let input = request.input.clone();
    match exact_outcome(&request.derive(Verb::Encode.name(), input))? {
        Outcome::Ok(code) => Some(elements(&code).into_owned()),
        Outcome::Integers(_) | Outcome::Error { .. } => None,
    }
}

/// The Punycode of a pair of surrogates, of two that are no pair, or of one, often next to a letter.
pub(super) fn code_of_surrogates(random: &mut Random) -> Option<Vec<u32>> {
    let high = *random.choose(&[0xD800, 0xD83D, 0xDBFF])?;
    let low = *random.choose(&[0xDC00, 0xDE00, 0xDFFF])?;
    let mut text = match random.below(4) {
        0 | 1 => vec![high, low],
        2 => vec![low, high],
        _ => vec![*random.choose(&[high, low])?],
    };
    if random.one_in(2) {
        text.insert(random.below(text.len() + 1), 0x61);
    }
    let text = Value::from_code_points(text);
    exact_code(&Request::of(&punycode::ABOUT, Verb::Encode, text))
}
