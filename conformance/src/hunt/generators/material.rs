//! Material for requests: texts as people write them, the codes of the model for them, and mutations.

use acegate_codec::{Family, Value, Verb};

use super::{telephone, words};
use crate::hunt::properties::in_other_case;
use crate::hunt::random::Random;
use crate::hunt::space::AskedOperation;
use crate::protocol::Request;

/// Letters of scripts that are in use, as ranges without gaps.
const SCRIPTS: &[(u32, u32)] = &[
    (0x61, 0x7A),
    (0xDF, 0xF6),
    (0x100, 0x17F),
    (0x3B1, 0x3C9),
    (0x430, 0x44F),
    (0x5D0, 0x5EA),
    (0x627, 0x63A),
    (0x905, 0x939),
    (0xE01, 0xE2E),
    (0x10D0, 0x10F0),
    (0x1EA0, 0x1EF9),
    (0x3041, 0x3093),
    (0x30A1, 0x30F3),
    (0x4E00, 0x9FA5),
    (0xAC00, 0xD7A3),
    (0x1F600, 0x1F64F),
    (0x20000, 0x2A6D6),
];

/// Code points at which codecs, UTF-16 or ASCII change their ways.
pub(super) const EDGES: &[u32] = &[
    0, 0x0A, 0x1F, 0x20, 0x2D, 0x2E, 0x2F, 0x30, 0x39, 0x3A, 0x40, 0x41, 0x5A, 0x5B, 0x5F, 0x60,
    0x61, 0x7A, 0x7B, 0x7F, 0x80, 0x99, 0x9F, 0xA0, 0xAD, 0xD8, 0xFF, 0x100, 0x17F, 0x212A, 0x3002,
    0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFEFF, 0xFF0E, 0xFF21, 0xFFFD, 0xFFFF,
    0x1_0000, 0x1_D7CE, 0x1_FFFF, 0x2_0000, 0x10_0000, 0x10_FFFF, 0x11_0000, 0x7FFFFFFF,
    0xFFFFFFFF,
];

/// A word of one or two scripts, with some ASCII between.
pub(super) fn word(random: &mut Random) -> Vec<u32> {
    let scripts = [random.choose(SCRIPTS), random.choose(SCRIPTS)];
    let length = 1 + random.below(12);
    let mut word = Vec::new();
    for _ in 0..length {
        let is_ascii = random.one_in(4);
        let script = if is_ascii {
            SCRIPTS.first()
        } else {
            scripts[random.below(2)]
        };
        let (first, last) = script.copied().unwrap_or((0x61, 0x7A));
        word.push(random.between(first as usize, last as usize) as u32);
    }
    match random.below(8) {
        0 => insert(&mut word, EDGES, random),
        1 => insert(&mut word, &[0x2D, 0x41, 0x5A, 0x30, 0x39], random),
        2 => word.extend_from_slice(&word.clone()),
        _ => {}
    }
    word
}

fn insert(text: &mut Vec<u32>, characters: &[u32], random: &mut Random) {
    if let Some(&character) = random.choose(characters) {
        text.insert(random.below(text.len() + 1), character);
    }
}

/// Pieces of URIs that are treated specially: escapes in both forms, also of surrogates, and what has no key.
const ODDITIES: &str = "%41, %c3%bc, %C3, %00, %7e, %u00FC, %uD83D%uDE00, %ud800, %uDC00, %u0041, \
    %, %u12, /, ?a=b, ;x, !, *, ', #";

/// A URI as uri2dec takes it.
pub(super) fn address(random: &mut Random) -> Vec<u32> {
    let mut address = Vec::new();
    if random.one_in(3) {
        let scheme = random.choose(&["sip:", "mailto:", "http://", "ftp://", "tel:"]);
        address.extend_from_slice(scheme.copied().unwrap_or_default().as_bytes());
    }
    address.extend(unreserved(8, random));
    if !random.one_in(3) {
        address.push(b'@');
        address.extend(unreserved(12, random));
    }
    if random.one_in(4) {
        let more = words::one_of(ODDITIES, random);
        let at = random.below(address.len() + 1);
        address.splice(at..at, more.bytes());
    }
    address.into_iter().map(u32::from).collect()
}

/// Up to this many unreserved characters of URIs, at least one.
fn unreserved(most: usize, random: &mut Random) -> Vec<u8> {
    const UNRESERVED: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789-_.~";
    (0..1 + random.below(most))
        .filter_map(|_| random.choose(UNRESERVED).copied())
        .collect()
}

pub(super) fn host_name(random: &mut Random) -> Vec<u32> {
    let mut name = Vec::new();
    for label in 0..=random.below(4) {
        if label > 0 {
            name.push(0x2E);
        }
        let plain = "abcxyz019".bytes().map(u32::from);
        name.extend(if random.one_in(3) {
            plain.collect()
        } else {
            word(random)
        });
    }
    name
}

/// A text that the operation takes, as people write it.
pub(super) fn text_for(family: Family, verb: Verb, random: &mut Random) -> Vec<u32> {
    match (family, verb) {
        (Family::Addresses, Verb::Escape) if random.one_in(2) => word(random),
        (Family::Addresses, _) => address(random),
        _ if verb.is_of_host_names() => host_name(random),
        _ => word(random),
    }
}

/// A request with an input that the model made or that people write, parameters at random.
pub(super) fn valid_request(operation: &AskedOperation, random: &mut Random) -> Request {
    let blank = operation.request("", random);
    let family = operation.codec.family;
    let verb = operation.operation.verb;
    let inverse = if verb == Verb::Parses {
        Some(Verb::Encode)
    } else {
        verb.inverse()
    };
    if operation.reads_code()
        && let Some(inverse) = inverse
    {
        let text = text_for(family, inverse, random);
        let mut back = blank.derive(inverse.name(), Value::from_code_points(text));
        if verb == Verb::Parses {
            back = back.with("style", "dialled");
        }
        if let Ok(mut input) = flagged(back, random).fast() {
            if let Value::Text(text) = &mut input {
                text.flags = None;
            }
            return Request { input, ..blank };
        }
    }
    let input = match (family, verb) {
        (Family::Telephone, verb) => telephone::valid_input_for(verb, random),
        (_, Verb::Escape) if random.one_in(4) => octets(random),
        (family, verb) => Value::from_code_points(text_for(family, verb, random)),
    };
    flagged(Request { input, ..blank }, random)
}

/// Octets that are almost UTF-8.
fn octets(random: &mut Random) -> Value {
    const EDGES: [u8; 12] = [
        0x61, 0x25, 0x41, 0xC3, 0xBC, 0xE2, 0x82, 0xAC, 0xF0, 0xED, 0xA0, 0xFF,
    ];
    Value::Octets(
        (0..random.below(8))
            .map(|_| EDGES[random.below(EDGES.len())])
            .collect(),
    )
}

/// The request with a flag at random for each code point, if it is one with annotation to encode.
pub(super) fn flagged(mut request: Request, random: &mut Random) -> Request {
    if request.does(Verb::Encode)
        && request.is("annotation", "true")
        && let Value::Text(text) = &mut request.input
    {
        text.flags = Some(text.code_points.iter().map(|_| random.one_in(2)).collect());
    }
    request
}

/// One to three changes of a code: cut, insert, replace, exchange, repeat, letter case.
pub(super) fn mutate(code: &mut Vec<u32>, random: &mut Random) {
    const DIGITS: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789-";
    for _ in 0..=random.below(3) {
        let at = random.below(code.len() + 1);
        let is_inside = at < code.len();
        let digit = random
            .choose(DIGITS)
            .map_or(0x61, |&digit| u32::from(digit));
        let other = match random.below(4) {
            0 => random.choose(EDGES).copied().unwrap_or_default(),
            1 => random.below(0x180) as u32,
            _ => digit,
        };
        match random.below(10) {
            0 if is_inside => drop(code.remove(at)),
            1 => code.truncate(at),
            2 => code.insert(at, other),
            3 | 4 if is_inside => code[at] = other,
            5 if at + 1 < code.len() => code.swap(at, at + 1),
            6 => {
                let piece = code[..at].to_vec();
                code.extend(piece);
            }
            7 => {
                for character in &mut code[at.min(random.below(at + 1))..] {
                    *character = in_other_case(*character);
                }
            }
            8 => drop(code.drain(..at)),
            _ => code.push(other),
        }
    }
}
