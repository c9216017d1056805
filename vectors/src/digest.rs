//! A short fingerprint of a request and its expected answer.

use std::fmt;

use crate::expectation::{Expectation, Level, Outcome};
use crate::value::{Param, Params, Value};

/// A stable fingerprint of the content of a case or check.
///
/// It covers codec, operation, parameters, input, expectation, level and clause, and nothing else:
/// a case may be moved, renamed and explained better without a new digest. Two reports whose
/// digests for a name differ were made with different suites. It is the 64-bit FNV-1a hash: no
/// protection against someone who looks for a collision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub u64);

impl fmt::Display for Digest {
    /// Sixteen hexadecimal digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Digest {
    /// The digest of the request. The operation is `encode+decode` for a case with both.
    pub(crate) fn of_question(codec: &str, op: &str, params: &Params, input: &Value) -> Self {
        let mut hash = Fnv::new();
        hash.text(codec);
        hash.text(op);
        hash.number(params.len() as u64);
        for (name, value) in params {
            hash.text(name);
            hash.param(value);
        }
        hash.value(input);
        Self(hash.0)
    }

    /// The digest of this question with what is expected.
    pub(crate) fn with_answer(self, expect: &Expectation, level: Level, clause: &str) -> Self {
        let mut hash = Fnv(self.0);
        for outcome in expect.outcomes() {
            hash.outcome(outcome);
        }
        hash.text(level.as_str());
        hash.text(clause);
        Self(hash.0)
    }
}

/// FNV-1a, 64 bits, over a prefix-free writing of the parts: a tag, then a length or the number.
struct Fnv(u64);

impl Fnv {
    const OFFSET_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    /// The powers of the prime, from the zeroth on.
    const POWERS: [u64; 9] = {
        let mut powers = [1; 9];
        let mut power = 1;
        while power < powers.len() {
            powers[power] = Self::PRIME.wrapping_mul(powers[power - 1]);
            power += 1;
        }
        powers
    };

    fn new() -> Self {
        Self(Self::OFFSET_BASIS)
    }

    fn octets(&mut self, octets: &[u8]) {
        for &octet in octets {
            self.0 = (self.0 ^ u64::from(octet)).wrapping_mul(Self::PRIME);
        }
    }

    /// Eight octets, the lowest first. A zero octet only multiplies, so those at the end, which most
    /// numbers have, are one multiplication.
    fn number(&mut self, number: u64) {
        // Most numbers are code points of ASCII.
        if number < 0x100 {
            self.0 = (self.0 ^ number).wrapping_mul(Self::POWERS[8]);
            return;
        }
        let octets = number.to_le_bytes();
        let zeros = number.leading_zeros() as usize / 8;
        self.octets(&octets[..octets.len() - zeros]);
        self.0 = self.0.wrapping_mul(Self::POWERS[zeros]);
    }

    /// The tag of a list, its length and its items.
    fn list<T>(&mut self, tag: &[u8], items: &[T], each: impl Fn(&mut Self, &T)) {
        self.octets(tag);
        self.number(items.len() as u64);
        for item in items {
            each(self, item);
        }
    }

    fn text(&mut self, text: &str) {
        self.list(b"s", text.as_bytes(), |hash, &octet| hash.octets(&[octet]));
    }

    fn param(&mut self, param: &Param) {
        match param {
            Param::Boolean(value) => {
                self.octets(b"o");
                self.number(u64::from(*value));
            }
            Param::Integer(value) => {
                self.octets(b"i");
                self.number(*value);
            }
            Param::Text(value) => self.text(value),
        }
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Text { code_points, flags } => {
                self.list(b"t", code_points, |hash, &point| {
                    hash.number(u64::from(point));
                });
                if let Some(flags) = flags {
                    self.list(b"f", flags, |hash, &flag| hash.octets(&[u8::from(flag)]));
                }
            }
            Value::Octets(octets) => self.list(b"b", octets, |hash, &octet| hash.octets(&[octet])),
            Value::List(values) => self.list(b"l", values, Self::value),
        }
    }

    fn outcome(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Ok(value) => {
                self.octets(b"k");
                self.value(value);
            }
            Outcome::Integers(integers) => {
                self.list(b"n", integers, |hash, integer| {
                    hash.text(integer.as_decimal());
                });
            }
            Outcome::Error { kinds, at } => {
                self.list(b"e", kinds, |hash, kind| hash.text(kind));
                if let Some(at) = at {
                    self.octets(b"@");
                    self.number(*at);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_eight_octets() {
        for number in [0, 1, 0xff, 0x100, 0x10_0001, 1 << 56, u64::MAX] {
            let (mut hash, mut octets) = (Fnv::new(), Fnv::new());
            hash.number(number);
            octets.octets(&number.to_le_bytes());
            assert_eq!(hash.0, octets.0, "{number:x}");
        }
    }

    #[test]
    fn sixteen_digits_are_shown() {
        assert_eq!(Digest(0xab).to_string(), "00000000000000ab");
    }
}
