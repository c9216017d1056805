//! Codes that follow the grammar of an encoding, with right or wrong content.

use acegate_codec::bootstring::model::{Constants, Delta, Integers, Steps};
use acegate_codec::bootstring::{Bootstring, ParameterSet};
use acegate_codec::{Family, Verb, base32, lace, race};

use super::material::EDGES;
use crate::hunt::interpretations::bootstring;
use crate::hunt::random::Random;
use crate::hunt::space::{Space, prefixed};
use crate::protocol::Request;

/// Numbers at which an integer or a check of a decoder ends.
const ENDS: [u128; 16] = [
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

/// Codes whose deltas, sums or code points are at the limits of integers.
pub(super) fn boundaries(space: &Space, _: u64, random: &mut Random) -> Option<Vec<Request>> {
    let operation = space.choose(random, |asked| {
        asked.codec.family == Family::Bootstring && asked.reads_code()
    })?;
    let blank = operation.request("", random);
    let bootstring = bootstring(&blank).unwrap_or(Bootstring::PUNYCODE);
    let code = code(&bootstring.parameters(), random);
    Some(vec![Request {
        input: prefixed(operation.prefix(), code.into_iter().map(u32::from)),
        ..blank
    }])
}

/// A literal and up to four deltas. Some of them are chosen so that a sum is at a limit.
fn code(set: &ParameterSet<'_>, random: &mut Random) -> Vec<u8> {
    let mut code = Vec::new();
    for character in b"abcxyz-09A" {
        if random.one_in(5) {
            code.push(*character);
        }
    }
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
            2 => coder.delta_to(end, random),
            3 => coder.delta_to(u128::from(*random.choose(EDGES).unwrap_or(&0x80)), random),
            // The residue: the end of the text, or the wrap to the next code point.
            4 => (coder.length + 1) * random.below(3) as u128 + coder.length,
            _ => random.below(2000) as u128,
        };
        coder.write(delta, &mut code);
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

/// The state of a decoder that reads what is written (RFC 3492, section 6.2), in integers without limits.
struct Coder<'a> {
    set: &'a ParameterSet<'a>,
    /// The code point that was inserted last, and the place after it.
    n: u128,
    i: u128,
    length: u128,
    bias: i128,
    is_first: bool,
}

impl<'a> Coder<'a> {
    /// A decoder that has read a literal of this length.
    fn new(set: &'a ParameterSet<'a>, literal: usize) -> Self {
        Self {
            set,
            n: set.initial_n.into(),
            i: 0,
            length: literal as u128,
            bias: set.initial_bias.into(),
            is_first: true,
        }
    }

    /// The delta to this code point at a position at random, or the least if it is below the last one.
    fn delta_to(&self, point: u128, random: &mut Random) -> u128 {
        let place = random.below(self.length as usize + 1) as u128;
        let steps = point.saturating_sub(self.n).saturating_mul(self.length + 1);
        steps.saturating_add(place).saturating_sub(self.i)
    }

    /// Writes a delta as a variable-length integer (section 6.3), and goes on as a decoder does.
    fn write(&mut self, delta: u128, code: &mut Vec<u8>) {
        let set = self.set;
        let constants = Constants::of(set);
        let base = u128::from(set.base);
        let mut rest = delta;
        let mut k = i128::from(set.base);
        loop {
            let threshold = (Steps::RFC.threshold)(&constants, k, self.bias) as u128;
            let is_last = rest < threshold;
            let span = base - threshold;
            let digit = if is_last {
                rest
            } else {
                threshold + (rest - threshold) % span
            };
            code.push(set.digits.as_bytes()[digit as usize]);
            if is_last {
                break;
            }
            rest = (rest - threshold) / span;
            k += constants.base;
        }
        self.length += 1;
        let sum = self.i.saturating_add(delta);
        self.n = self.n.saturating_add(sum / self.length);
        self.i = sum % self.length + 1;
        let adapted = Delta {
            value: delta as i128,
            points: self.length as i128,
            is_first: std::mem::take(&mut self.is_first),
            integers: Integers::Unbounded,
        };
        self.bias = (Steps::RFC.adapt)(&constants, &adapted).unwrap_or_default();
    }
}

/// Labels of UTF-5, UTF-6, RACE and LACE made of their digits or octets.
pub(super) fn labels(space: &Space, _: u64, random: &mut Random) -> Option<Vec<Request>> {
    let operation = space.choose(random, |asked| {
        asked.operation.verb == Verb::Decode
            && matches!(asked.codec.family, Family::Texts | Family::Labels)
    })?;
    let id = operation.codec.id;
    let body = if id == race::ABOUT.id {
        base32::encode(&race_octets(random)).into_bytes()
    } else if id == lace::ABOUT.id {
        base32::encode(&lace_octets(random)).into_bytes()
    } else {
        digits(operation.codec.family, random)
    };
    let label = prefixed(operation.prefix(), body.into_iter().map(u32::from));
    Some(vec![operation.request(label, random)])
}

/// Hexadecimal digits with starts of numbers, `g` to `v`, and now and then a header or a hyphen.
fn digits(family: Family, random: &mut Random) -> Vec<u8> {
    let mut digits = Vec::new();
    if random.one_in(3) {
        digits.push(if random.one_in(2) { b'y' } else { b'z' });
    }
    for _ in 0..=random.below(5) {
        if random.one_in(16) {
            // A hyphen, a full stop, a capital letter and an ideographic full stop.
            digits.extend(number([0x2D, 0x2E, 0x41, 0x3002][random.below(4)]));
            continue;
        }
        if random.one_in(4) {
            digits.extend(number(
                ENDS[random.below(ENDS.len())] + random.below(3) as u128 - 1,
            ));
            continue;
        }
        digits.push(b"ghijklmnopqrstuv-"[random.below(17)]);
        digits.extend((0..random.below(6)).map(|_| b"0123456789abcdef"[random.below(16)]));
    }
    // The digits of UTF-5 are capitals.
    let is_small = random.one_in(8) != (family != Family::Texts);
    if is_small {
        digits
    } else {
        digits.to_ascii_uppercase()
    }
}

/// A number in hexadecimal digits. The first digit is one of `g` to `v`.
fn number(number: u128) -> Vec<u8> {
    let mut digits = format!("{number:x}").into_bytes();
    if let Some(value) = digits
        .first()
        .and_then(|&digit| char::from(digit).to_digit(16))
    {
        digits[0] = b'g' + value as u8;
    }
    digits
}

/// A header, the high octet of all units or D8 for none, and octets with escapes.
fn race_octets(random: &mut Random) -> Vec<u8> {
    let mut octets = vec![edge_octet(random)];
    for _ in 0..random.below(8) {
        octets.push(edge_octet(random));
        if random.one_in(3) {
            octets.extend([
                0xFF,
                if random.one_in(3) {
                    0x99
                } else {
                    edge_octet(random)
                },
            ]);
        }
    }
    octets
}

/// Runs, each with its length, its high octet and its low octets; sometimes FF and UTF-16.
fn lace_octets(random: &mut Random) -> Vec<u8> {
    let mut octets = Vec::new();
    if random.one_in(4) {
        octets.push(0xFF);
        octets.extend((0..random.below(10)).map(|_| edge_octet(random)));
        return octets;
    }
    for _ in 0..random.below(4) {
        let length = 1 + random.below(5);
        let claimed = if random.one_in(5) {
            edge_octet(random)
        } else {
            length as u8
        };
        octets.extend([claimed, edge_octet(random)]);
        octets.extend((0..length).map(|_| edge_octet(random)));
    }
    octets
}

fn edge_octet(random: &mut Random) -> u8 {
    const EDGES: [u8; 13] = [
        0, 1, 0x20, 0x2E, 0x61, 0x7F, 0x80, 0x99, 0xD7, 0xD8, 0xDC, 0xE0, 0xFF,
    ];
    if random.one_in(3) {
        random.below(256) as u8
    } else {
        EDGES[random.below(13)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_digit_of_a_number_says_that_it_begins() {
        // G to V are 0 to 15, so that H is 1.
        assert_eq!(number(0x127), b"h27");
        assert_eq!(number(0), b"g");
    }
}
