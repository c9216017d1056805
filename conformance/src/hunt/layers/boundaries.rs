//! Codes of Bootstrings computed from their arithmetic: numbers at the ends of integers in every position.

use acegate_codec::Value;
use acegate_codec::bootstring::{Bootstring, ParameterSet};

use super::material::EDGES;
use crate::hunt::exact::{Coder, bootstring};
use crate::hunt::generator::{AskedOperation, Layer, Space, Turn};
use crate::hunt::random::Random;
use crate::protocol::Request;

/// Codes whose deltas, sums or code points stand at the ends of integers.
pub(super) const BOUNDARIES: Layer = Layer { name: "boundaries", turn: Turn::Share(5), make };

/// Numbers at which an integer or a check of a decoder ends.
pub(super) const ENDS: [u128; 16] = [
    0x7F,
    0x80,
    0xFF,
    0xD800,
    0xE000,
    0x1_0000,
    0x11_0000,
    1 << 26,
    1 << 31,
    1 << 32,
    (1 << 32) + 0x80,
    1 << 53,
    1 << 63,
    1 << 64,
    (1 << 64) + 0x80,
    1 << 96,
];

fn make(space: &Space, _: u64, random: &mut Random) -> Option<Vec<Request>> {
    let reads = |it: &AskedOperation| match it.codec {
        "punycode" => matches!(it.operation.name, "decode" | "to-unicode"),
        "bootstring" => it.operation.name == "decode",
        _ => false,
    };
    let operation = *random.choose(&space.operations_where(reads))?;
    let blank = operation.request("", random);
    let bootstring = bootstring(&blank).unwrap_or(Bootstring::PUNYCODE);
    let mut code = code(&bootstring.parameters(), random);
    if operation.operation.name == "to-unicode" {
        code.splice(..0, *b"xn--");
    }
    let input = Value::from_code_points(code.into_iter().map(u32::from).collect::<Vec<_>>());
    Some(vec![Request { input, ..blank }])
}

/// A literal and up to four deltas, of which some are chosen so that a sum stands at an end.
fn code(set: &ParameterSet<'_>, random: &mut Random) -> Vec<u8> {
    let literal = b"abcxyz-09A"[..].iter().copied().filter(|_| random.one_in(5));
    let mut code: Vec<u8> = literal.collect();
    let mut coder = Coder::new(set, code.len());
    if !code.is_empty() {
        code.push(set.delimiter as u8);
    }
    for _ in 0..=random.below(4) {
        let end = ENDS[random.below(ENDS.len())].saturating_add(random.below(3) as u128);
        let end = end.saturating_sub(1);
        let delta = match random.below(6) {
            // The delta itself.
            0 => end,
            // The sum of the position and the delta.
            1 => end.saturating_sub(coder.i),
            // The code point, at any position.
            2 => delta_to(&coder, end, random),
            3 => delta_to(&coder, u128::from(*random.choose(EDGES).unwrap_or(&0x80)), random),
            // The residue: the end of the text, or the wrap to the next code point.
            4 => (coder.length + 1) * random.below(3) as u128 + coder.length,
            _ => random.below(2000) as u128,
        };
        // The digits of a set are complete.
        let _ = coder.write(delta, &mut code);
    }
    match random.below(6) {
        0 => drop(code.pop()),
        1 => {
            let last = set.digits.as_bytes().last().copied().unwrap_or(b'9');
            code.extend(std::iter::repeat_n(last, random.below(30)));
        }
        _ => {}
    }
    code
}

/// The delta that leads to this code point at a position at random, if it is not below the last.
fn delta_to(coder: &Coder<'_>, point: u128, random: &mut Random) -> u128 {
    let place = random.below(coder.length as usize + 1);
    coder.delta_to(point, place).unwrap_or(u128::MAX >> 1)
}
