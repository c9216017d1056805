//! Answers that are compared and not kept.

use std::hash::{Hash, Hasher};

use acegate_codec::Value;

use super::{AnyValue, Fault, LargeValue, Outcome};

/// An answer, reduced to what distinguishes it from another one. It takes as little room for a text of a
/// mebibyte as for an empty one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A value.
    Value(Fingerprint),
    /// A refusal. All refusals are alike.
    Refused,
    /// The implementation panicked, reported an internal failure, or died.
    Crashed,
    /// Another fault, or no answer.
    Other,
}

/// A value by 128 bits, and each of its parts by 64: the values of a list, or hash, marker, key and
/// the nines at the end of a telephone number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    whole: u128,
    parts: Box<[u64]>,
}

impl Answer {
    /// The answer in an outcome.
    #[must_use]
    pub fn of(outcome: &Outcome) -> Self {
        match outcome {
            Outcome::Value(value) => Self::of_value(value),
            Outcome::Large(value) => Self::of_large(value),
            Outcome::Refused(_) => Self::Refused,
            Outcome::Fault(Fault::Died(_) | Fault::Caught(_)) => Self::Crashed,
            Outcome::Skipped(..) | Outcome::Fault(_) => Self::Other,
        }
    }

    /// The answer that is this value, which may be a large one.
    pub(crate) fn of_any(value: &AnyValue) -> Self {
        match value {
            AnyValue::Ordinary(value) => Self::of_value(value),
            AnyValue::Large(value) => Self::of_large(value),
        }
    }

    fn of_large(value: &LargeValue) -> Self {
        Self::Value(Fingerprint::new(value, Box::default()))
    }

    /// The answer that is this value.
    pub(crate) fn of_value(value: &Value) -> Self {
        Self::Value(Fingerprint::new(value, parts(value)))
    }

    /// The parts that differ from another answer, one bit per part. The lowest bit
    /// means the whole if there are no parts to compare, or more parts than bits.
    pub(crate) fn differences(&self, other: &Self) -> u64 {
        let parts = self.parts();
        let other_parts = other.parts();
        let is_comparable = !parts.is_empty() && parts.len() <= u64::BITS as usize;
        if !is_comparable || parts.len() != other_parts.len() {
            return u64::from(self != other);
        }
        let mut bits = 0;
        for (place, part) in parts.iter().enumerate() {
            if *part != other_parts[place] {
                bits |= 1 << place;
            }
        }
        bits
    }

    pub(crate) fn part_count(&self) -> usize {
        self.parts().len()
    }

    fn parts(&self) -> &[u64] {
        match self {
            Self::Value(fingerprint) => &fingerprint.parts,
            Self::Refused | Self::Crashed | Self::Other => &[],
        }
    }
}

impl Fingerprint {
    fn new(value: &impl Hash, parts: Box<[u64]>) -> Self {
        let high = u128::from(hash(1, value));
        let low = u128::from(hash(2, value));
        Self {
            whole: high << 64 | low,
            parts,
        }
    }
}

fn hash(salt: u64, value: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = Mix(salt);
    value.hash(&mut hasher);
    hasher.finish()
}

/// A hash that is several times as quick as the hash of the standard library, which resists collisions
/// made on purpose. Here such a collision would hide a fault from its own author only.
struct Mix(u64);

impl Mix {
    /// An odd multiplier with well-spread bits: 2^64 divided by the golden ratio.
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

    const fn mix(&mut self, word: u64) {
        let product = (self.0.rotate_left(23) ^ word) as u128 * Self::FACTOR as u128;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}

impl Hasher for Mix {
    fn write(&mut self, octets: &[u8]) {
        let (words, rest) = octets.as_chunks::<8>();
        for word in words {
            self.mix(u64::from_le_bytes(*word));
        }
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        self.mix(u64::from_le_bytes(last) ^ (rest.len() as u64) << 60);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

fn parts(value: &Value) -> Box<[u64]> {
    match value {
        Value::List(values) => values.iter().map(|value| hash(3, value)).collect(),
        Value::Text(text) if is_number(&text.code_points) => {
            let mut number = text.code_points.as_slice();
            while let [start @ .., NINE] = number {
                number = start;
            }
            let nines = &text.code_points[number.len()..];
            let mut parts = Vec::new();
            for part in number.split(|&c| c == SPACE) {
                parts.push(hash(3, part));
            }
            parts.push(hash(3, nines));
            parts.into()
        }
        Value::Text(_) | Value::Octets(_) => Box::default(),
    }
}

/// Whether this is hash, marker and key, or marker and key.
fn is_number(text: &[u32]) -> bool {
    let mut spaces = 0;
    for &code_point in text {
        match char::from_u32(code_point) {
            Some(' ') => spaces += 1,
            Some('0'..='9') => {}
            // The first code point decides for most texts, so that the others, up to a million, are not read.
            Some(_) | None => return false,
        }
    }
    spaces == 1 || spaces == 2
}

const SPACE: u32 = ' ' as u32;
const NINE: u32 = '9' as u32;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observation::Refusal;

    fn answer(text: &str) -> Answer {
        Answer::of_value(&Value::from(text))
    }

    #[test]
    fn numbers_differ_by_part_and_lists_by_value() {
        let right = answer("2255 1 34299");
        for (other, differences) in [
            ("2255 1 34299", 0b0000),
            ("2256 1 34299", 0b0001),
            ("2255 0 34299", 0b0010),
            ("2255 1 34399", 0b0100),
            ("2255 1 3429", 0b1000),
            ("2250 1 342", 0b1001),
            ("1 34299", 0b0001),
            ("not a number", 0b0001),
        ] {
            assert_eq!(answer(other).differences(&right), differences, "{other}");
        }
        let list = |texts: &[&str]| {
            Answer::of_value(&Value::List(
                texts.iter().map(|&text| text.into()).collect(),
            ))
        };
        assert_eq!(
            list(&["a", "b", "c"]).differences(&list(&["a", "x", "y"])),
            0b110
        );
        assert_eq!(list(&["a"]).differences(&list(&["a", "b"])), 1);
        assert_eq!(Answer::Refused.differences(&Answer::Refused), 0);
        assert_eq!(Answer::Refused.differences(&Answer::Crashed), 1);
    }

    #[test]
    fn values_differ_refusals_do_not_and_a_fault_is_not_a_value() {
        assert_eq!(answer("a"), answer("a"));
        assert_ne!(answer("a"), answer("b"));
        let refused = |at| {
            Answer::of(&Outcome::Refused(Refusal {
                at,
                ..Refusal::default()
            }))
        };
        assert_eq!(refused(None), refused(Some(3)));
        assert_ne!(answer(""), refused(None));
        assert_eq!(
            Answer::of(&Outcome::Fault(Fault::Caught(String::new()))),
            Answer::Crashed
        );
        let limit = Fault::MemoryLimit { limit: 1 };
        assert_eq!(Answer::of(&Outcome::Fault(limit)), Answer::Other);
    }
}
