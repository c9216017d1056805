//! Codes of Punycode computed from its arithmetic: numbers at the ends of integers in every position.

use acegate_codec::Value;

use super::material::EDGES;
use crate::hunt::generator::{AskedOperation, Layer, Space, Turn};
use crate::hunt::random::Random;
use crate::protocol::Request;

/// Codes whose deltas, sums or code points stand at the ends of integers.
pub(super) const BOUNDARIES: Layer = Layer {
    name: "boundaries",
    summary: "Codes of Punycode whose numbers stand at the ends of integers and of Unicode.",
    turn: Turn::Share(5),
    make,
};

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

fn make(space: &Space, _: u64, random: &mut Random) -> Option<Vec<Request>> {
    let reads = |it: &AskedOperation| match it.codec {
        "punycode" => matches!(it.operation.name, "decode" | "to-unicode"),
        "bootstring" => it.operation.name == "decode",
        _ => false,
    };
    let operation = *random.choose(&space.operations_where(reads))?;
    let mut code = code(random);
    if operation.operation.name == "to-unicode" {
        code.splice(..0, "xn--".chars().map(u32::from));
    }
    Some(vec![operation.request(Value::from_code_points(code), random)])
}

/// A literal and up to four deltas, of which some are chosen so that a sum stands at an end.
fn code(random: &mut Random) -> Vec<u32> {
    let literal = b"abcxyz-09A"[..].iter().copied().filter(|_| random.one_in(5));
    let mut code: Vec<u32> = literal.map(u32::from).collect();
    let mut state = State { n: 0x80, i: 0, length: code.len() as u128, bias: 72, is_first: true };
    if !code.is_empty() {
        code.push(0x2D);
    }
    for _ in 0..=random.below(4) {
        let end = ENDS[random.below(ENDS.len())].saturating_add(random.below(3) as u128);
        let end = end.saturating_sub(1);
        let delta = match random.below(6) {
            // The delta itself.
            0 => end,
            // The sum of the position and the delta.
            1 => end.saturating_sub(state.i),
            // The code point, at any position.
            2 => state.delta_to(end, random),
            3 => state.delta_to(u128::from(*random.choose(EDGES).unwrap_or(&0x80)), random),
            // The residue: the end of the text, or the wrap to the next code point.
            4 => (state.length + 1) * random.below(3) as u128 + state.length,
            _ => random.below(2000) as u128,
        };
        state.write(delta, &mut code);
    }
    match random.below(6) {
        0 => drop(code.pop()),
        1 => code.extend(std::iter::repeat_n(0x39, random.below(30))),
        _ => {}
    }
    code
}

/// The state of a decoder (RFC 3492, section 6.2), in integers that do not end.
struct State {
    n: u128,
    i: u128,
    length: u128,
    bias: u128,
    is_first: bool,
}

impl State {
    /// The delta that leads to this code point at a position at random, if it is not below the last.
    fn delta_to(&self, point: u128, random: &mut Random) -> u128 {
        let steps = point.saturating_sub(self.n).saturating_mul(self.length + 1);
        let position = random.below(self.length as usize + 1) as u128;
        (steps + position).saturating_sub(self.i)
    }

    /// Writes a delta as a variable-length integer, and goes on as a decoder does.
    fn write(&mut self, delta: u128, code: &mut Vec<u32>) {
        let mut rest = delta;
        for k in (36..).step_by(36) {
            let threshold = (k as u128).saturating_sub(self.bias).clamp(1, 26);
            if rest < threshold {
                code.push(digit(rest));
                break;
            }
            code.push(digit(threshold + (rest - threshold) % (36 - threshold)));
            rest = (rest - threshold) / (36 - threshold);
        }
        self.length += 1;
        self.adapt(delta);
        let sum = self.i + delta;
        self.n += sum / self.length;
        self.i = sum % self.length + 1;
    }

    /// Section 6.1.
    fn adapt(&mut self, delta: u128) {
        let mut delta = if self.is_first { delta / 700 } else { delta / 2 };
        self.is_first = false;
        delta += delta / self.length;
        let mut k = 0;
        while delta > 35 * 26 / 2 {
            delta /= 35;
            k += 36;
        }
        self.bias = k + 36 * delta / (delta + 38);
    }
}

/// Letters for 0 to 25, figures for 26 to 35.
fn digit(value: u128) -> u32 {
    let value = value as u32;
    if value < 26 { 0x61 + value } else { 0x30 + value - 26 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deltas_are_written_as_a_decoder_reads_them() {
        // RFC 3492, section 7.1 (A) begins: egb for U+0644, p for the next.
        let text = [0x644, 0x64A, 0x647];
        let request = Request::new("punycode", "encode", Value::from_code_points(text));
        let Ok(Value::Text(expected)) = request.fast() else { panic!("the model encodes it") };
        // The steps of section 6.3 by hand: U+0644 alone: 0x644 - 0x80 = 1476. Then U+0647 at the end:
        // 3 * 2 + 0 for position 1 from position 1. Then U+064A between them: 3 * 3 and back to 1.
        let mut state = State { n: 0x80, i: 0, length: 0, bias: 72, is_first: true };
        let mut code = Vec::new();
        state.write(1476, &mut code);
        assert_eq!((state.n, state.i), (0x644, 1));
        state.write(3 * 2, &mut code);
        assert_eq!((state.n, state.i), (0x647, 2));
        state.write(3 * 3 - 1, &mut code);
        assert_eq!((state.n, state.i), (0x64A, 2));
        assert_eq!(code, expected.code_points);
    }
}
