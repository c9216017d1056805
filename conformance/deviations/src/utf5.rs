//! Deviations of UTF-5.

use acegate_codec::{Failure, Value};

use super::label::answer_or_refusal;
use crate::{Behaviour, Call, Deviation, Seen, deviation, reported};

const MDNKIT: Seen = reported("mdnkit of 2000", "utf5.c, revision 1.10");
const IETF_ACE: Seen = reported("IETF::ACE 0.04", "ACE.pm");

/// The encoding without a fault.
pub(super) const MODEL: Behaviour = |call| RIGHT.answer(call);

pub(super) const DEVIATIONS: &[Deviation] = &[
    deviation("utf5/zero-dropped", &["utf5-4"])
        .summary("U+0000 is written without a digit, because all its nibbles are leading zeros.")
        .seen(&[IETF_ACE])
        .how(|call| Utf5 { zero: false, ..RIGHT }.written(call)),
    deviation("utf5/foreign-digits-as-f", &["utf5-11", "utf5-12"])
        .summary(
            "A character that is not a digit, such as `!`, is read as the digit F after a first \
             digit.",
        )
        .seen(&[IETF_ACE])
        .how(|call| Utf5 { foreign: false, ..RIGHT }.read(call)),
    deviation("utf5/small-digits-read", &["utf5-12"])
        .summary("Lower-case letters are read like upper-case ones.")
        .seen(&[MDNKIT])
        .how(|call| Utf5 { capitals: false, ..RIGHT }.read(call)),
    deviation("utf5/small-digits-written", &["utf5-5"])
        .summary("Digits are written in lower case, as the UTF-6 draft prints them.")
        .seen(&[reported("draft-ietf-idn-utf6-00", "3.1")])
        .how(|call| {
            Some(call.answer().map(|value| match (call.op, value) {
                ("encode", Value::Text(text)) => {
                    let small = |c: &u32| u32::from((*c as u8 as char).to_ascii_lowercase());
                    let digits: Vec<u32> = text.code_points.iter().map(small).collect();
                    Value::from_code_points(digits)
                }
                (_, value) => value,
            }))
        }),
    deviation("utf5/dot-literal", &["utf5-9", "utf5-10", "utf5-11"])
        .summary("A dot is written and read unchanged instead of encoded as `IE`.")
        .seen(&[MDNKIT])
        .how(|call| Utf5 { literal: ".", ..RIGHT }.answer(call)),
    deviation("utf5/at-and-dot-literal", &["utf5-9", "utf5-10", "utf5-11"])
        .summary("A dot and an at sign are written and read unchanged instead of encoded.")
        .seen(&[reported("draft-jseng-utf5-01", "4b")])
        .how(|call| Utf5 { literal: ".@", ..RIGHT }.answer(call)),
    deviation("utf5/leading-zeros", &["utf5-16"])
        .summary("`G` may be followed by digits: `G41` is read as `A`.")
        .seen(&[IETF_ACE, MDNKIT])
        .how(|call| Utf5 { leading_zeros: true, ..RIGHT }.read(call)),
    deviation("utf5/four-digits-always", &["utf5-3", "utf5-4"])
        .summary("Every number is written with at least four digits.")
        .how(|call| Utf5 { least_digits: 4, ..RIGHT }.written(call)),
    deviation("utf5/sixteen-bits", &["utf5-6", "utf5-13", "utf5-18"])
        .summary("Only 16 bits of a number are written and read.")
        .how(|call| Utf5 { bits: 16, ..RIGHT }.answer(call)),
    deviation("utf5/surrogates", &["utf5-7", "utf5-14"])
        .summary("Surrogates are written and read like other characters.")
        .seen(&[IETF_ACE, MDNKIT])
        .how(|call| Utf5 { surrogates: true, ..RIGHT }.answer(call)),
    deviation("utf5/ucs-4", &["utf5-7", "utf5-13"])
        .summary("Numbers up to 7FFFFFFF are written and read, as in UCS-4.")
        .seen(&[MDNKIT])
        .how(|call| Utf5 { largest: 0x7FFF_FFFF, ..RIGHT }.answer(call)),
    deviation("utf5/fifteen-first-digits", &["utf5-1"])
        .summary("The first digits lack `N`: 7 is written as `O`, and F has no digit.")
        .seen(&[reported("draft-ietf-idn-utf6-00", "2.4.1, step 2")])
        .how(|call| Utf5 { first_digits: "GHIJKLMOPQRSTUV", ..RIGHT }.answer(call)),
    deviation("utf5/hyphens-before", &["utf5-8"])
        .summary("Four hyphens are written before the digits, as the UTF-6 draft prints them.")
        .seen(&[reported("draft-ietf-idn-utf6-00", "3.1")])
        .how(|call| Utf5 { before: "----", ..RIGHT }.written(call)),
];

/// The encoding. Each field that differs from [`RIGHT`] is a fault.
#[expect(clippy::struct_excessive_bools, reason = "each is a fault by itself")]
struct Utf5 {
    /// The characters that are written first.
    before: &'static str,
    /// The first digits, from 0 on.
    first_digits: &'static str,
    /// Writes a digit for zero.
    zero: bool,
    /// The least number of digits.
    least_digits: usize,
    /// The characters that are written and read unchanged.
    literal: &'static str,
    /// Refuses characters that are not digits.
    foreign: bool,
    /// Refuses lower-case digits.
    capitals: bool,
    /// Reads digits after `G`.
    leading_zeros: bool,
    /// The number of bits that are kept.
    bits: u32,
    /// The largest number.
    largest: u128,
    /// Accepts surrogates.
    surrogates: bool,
}

const RIGHT: Utf5 = Utf5 {
    before: "",
    first_digits: "GHIJKLMNOPQRSTUV",
    zero: true,
    least_digits: 1,
    literal: "",
    foreign: true,
    capitals: true,
    leading_zeros: false,
    bits: 100,
    largest: 0x10_FFFF,
    surrogates: false,
};

impl Utf5 {
    fn answer(&self, call: &Call<'_>) -> Option<Result<Value, Failure>> {
        self.written(call).or_else(|| self.read(call))
    }

    fn written(&self, call: &Call<'_>) -> Option<Result<Value, Failure>> {
        let own = || answer_or_refusal(call, self.encode(call.code_points()));
        (call.op == "encode").then(own)
    }

    fn read(&self, call: &Call<'_>) -> Option<Result<Value, Failure>> {
        let own = || answer_or_refusal(call, self.decode(call.code_points()));
        (call.op == "decode").then(own)
    }

    fn is_allowed(&self, number: u128) -> bool {
        let surrogate = (0xD800..0xE000).contains(&number);
        number <= self.largest && (!surrogate || self.surrogates)
    }

    fn encode(&self, text: &[u32]) -> Option<Vec<u32>> {
        if !text.iter().all(|&c| self.is_allowed(c.into())) {
            return None;
        }
        let mut digits: Vec<u32> = self.before.chars().map(u32::from).collect();
        for &number in text {
            let literal = char::from_u32(number).is_some_and(|c| self.literal.contains(c));
            if literal {
                digits.push(number);
            } else if number != 0 || self.zero {
                let kept = u128::from(number) % (1 << self.bits);
                let written = format!("{kept:0width$X}", width = self.least_digits);
                let first = written.chars().next()?.to_digit(16)?;
                digits.push(self.first_digits.chars().nth(first as usize)?.into());
                digits.extend(written[1..].chars().map(u32::from));
            }
        }
        Some(digits)
    }

    fn decode(&self, digits: &[u32]) -> Option<Vec<u32>> {
        let mut numbers = Vec::new();
        let mut rest = digits;
        while let Some((&first, mut behind)) = rest.split_first() {
            let first = self.folded(first);
            if self.literal.contains(first) {
                numbers.push(u32::from(first));
                rest = behind;
                continue;
            }
            let mut number = self.first_digits.find(first)? as u128;
            while let Some((&next, after)) = behind.split_first() {
                let next = self.folded(next);
                let Some(digit) = self.next_digit(next) else { break };
                if number == 0 && !self.leading_zeros && (self.foreign || digit_is_own(next)) {
                    return None;
                }
                number = (number.min(1 << 100) * 16 + digit) % (1 << self.bits.min(100));
                if self.bits == 100 && number > self.largest.max(0x10_FFFF) {
                    return None;
                }
                behind = after;
            }
            if !self.is_allowed(number) {
                return None;
            }
            numbers.push(u32::try_from(number).ok()?);
            rest = behind;
        }
        Some(numbers)
    }

    fn folded(&self, c: u32) -> char {
        let c = char::from_u32(c).unwrap_or(char::REPLACEMENT_CHARACTER);
        if self.capitals { c } else { c.to_ascii_uppercase() }
    }

    fn next_digit(&self, c: char) -> Option<u128> {
        let own = hexadecimal_digit(c);
        let foreign = !self.foreign && own.is_none() && !self.first_digits.contains(c);
        own.or(foreign.then_some(0xF))
    }
}

fn digit_is_own(c: char) -> bool {
    hexadecimal_digit(c).is_some()
}

fn hexadecimal_digit(c: char) -> Option<u128> {
    matches!(c, '0'..='9' | 'A'..='F').then(|| c.to_digit(16)).flatten().map(u128::from)
}
