//! Codes of Bootstrings computed from their arithmetic: numbers at the ends of integers in every position.

use acegate_codec::Value;
use acegate_codec::bootstring::{Bootstring, ParameterSet};

use super::material::EDGES;
use crate::hunt::exact::{adapted, bootstring, write};
use crate::hunt::generator::{AskedOperation, Layer, Space, Turn};
use crate::hunt::random::Random;
use crate::protocol::Request;

/// Codes whose deltas, sums or code points stand at the ends of integers.
pub(super) const BOUNDARIES: Layer = Layer {
    name: "boundaries",
    summary: "Codes of Bootstrings whose numbers stand at the ends of integers and of Unicode.",
    turn: Turn::Share(5),
    make,
};

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
    let mut state = State::new(set, code.len());
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
        1 => {
            let last = set.digits.as_bytes().last().copied().unwrap_or(b'9');
            code.extend(std::iter::repeat_n(last, random.below(30)));
        }
        _ => {}
    }
    code
}

/// The state of a decoder (RFC 3492, section 6.2), in integers that do not end.
struct State<'a> {
    set: &'a ParameterSet<'a>,
    n: u128,
    i: u128,
    length: u128,
    bias: u128,
    is_first: bool,
}

impl<'a> State<'a> {
    fn new(set: &'a ParameterSet<'a>, length: usize) -> Self {
        let (n, bias) = (set.initial_n.into(), set.initial_bias.into());
        Self { set, n, i: 0, length: length as u128, bias, is_first: true }
    }

    /// The delta that leads to this code point at a position at random, if it is not below the last.
    fn delta_to(&self, point: u128, random: &mut Random) -> u128 {
        let steps = point.saturating_sub(self.n).saturating_mul(self.length + 1);
        let position = random.below(self.length as usize + 1) as u128;
        (steps + position).saturating_sub(self.i)
    }

    /// Writes a delta as a variable-length integer, and goes on as a decoder does.
    fn write(&mut self, delta: u128, code: &mut Vec<u8>) {
        // The digits of a set are complete.
        let _ = write(self.set, delta, self.bias, code);
        self.length += 1;
        self.bias = adapted(self.set, delta, self.length, std::mem::take(&mut self.is_first));
        let sum = self.i + delta;
        self.n += sum / self.length;
        self.i = sum % self.length + 1;
    }
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
        let set = Bootstring::PUNYCODE;
        let set = set.parameters();
        let mut state = State::new(&set, 0);
        let mut code = Vec::new();
        state.write(1476, &mut code);
        assert_eq!((state.n, state.i), (0x644, 1));
        state.write(3 * 2, &mut code);
        assert_eq!((state.n, state.i), (0x647, 2));
        state.write(3 * 3 - 1, &mut code);
        assert_eq!((state.n, state.i), (0x64A, 2));
        let code: Vec<u32> = code.into_iter().map(u32::from).collect();
        assert_eq!(code, expected.code_points);
    }
}
