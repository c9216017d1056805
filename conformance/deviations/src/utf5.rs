//! Deviations of UTF-5.

use acegate_codec::utf5::model::Utf5;
use acegate_codec::{ErrorKind, Verb};

use super::label::{answer_or_refusal, changed, characters};
use crate::{Answer, Call, Deviation, Model, Reads, Seen, Writes, deviation, reported};

const MDNKIT: Seen = reported("mdnkit of 2000", "utf5.c, revision 1.10");
const IETF_ACE: Seen = reported("IETF::ACE 0.04", "ACE.pm");

/// The encoding without a fault.
pub(super) const DRAFT: Utf5 = Utf5::DRAFT;

pub(super) const DEVIATIONS: &[Deviation] = &[
    deviation("utf5/zero-dropped", &["utf5-4"])
        .summary(
            "U+0000 is written without a digit, because leading zero digits are dropped until \
             none is left.",
        )
        .seen(&[IETF_ACE])
        .by(&Writes(Utf5 {
            digits: |number| {
                if number == 0 {
                    String::new()
                } else {
                    (DRAFT.digits)(number)
                }
            },
            ..DRAFT
        })),
    deviation("utf5/foreign-digits-as-f", &["utf5-11", "utf5-12"])
        .summary(
            "After a first digit, a character that is no digit, such as `!`, is read as the digit \
             F.",
        )
        .seen(&[IETF_ACE])
        .by(&Reads(Utf5 {
            next_digit: |c| {
                let foreign = !DRAFT.first_digits.contains(c);
                (DRAFT.next_digit)(c).or(foreign.then_some(0xF))
            },
            follows_zero: |c| (DRAFT.next_digit)(c).is_none(),
            ..DRAFT
        })),
    deviation("utf5/small-digits-read", &["utf5-12"])
        .summary("Lower-case digits are accepted.")
        .seen(&[MDNKIT])
        .by(&Reads(Utf5 {
            read: |c| c.to_ascii_uppercase(),
            ..DRAFT
        })),
    deviation("utf5/small-digits-written", &["utf5-5"])
        .summary("Digits are written in lower case, as the UTF-6 draft prints them.")
        .seen(&[reported("draft-ietf-idn-utf6-00", "3.1")])
        .how(|call| {
            if !call.writes() {
                return None;
            }
            Some(call.answer().map(|value| changed(value, small_digits)))
        }),
    deviation("utf5/dot-literal", &["utf5-9", "utf5-10", "utf5-11"])
        .summary("A dot is written and read unchanged instead of encoded as `IE`.")
        .seen(&[MDNKIT])
        .by(&Utf5 {
            literal: ".",
            ..DRAFT
        }),
    deviation("utf5/at-and-dot-literal", &["utf5-9", "utf5-10", "utf5-11"])
        .summary("A dot and an at sign are written and read unchanged instead of encoded.")
        .seen(&[reported("draft-jseng-utf5-01", "4b")])
        .by(&Utf5 {
            literal: ".@",
            ..DRAFT
        }),
    deviation("utf5/leading-zeros", &["utf5-16"])
        .summary("Digits after `G`, a leading zero, are accepted: `G41` is read as `A`.")
        .seen(&[IETF_ACE, MDNKIT])
        .by(&Reads(Utf5 {
            follows_zero: |_| true,
            ..DRAFT
        })),
    deviation("utf5/four-digits-always", &["utf5-3", "utf5-4"])
        .summary("Every number is padded to at least four digits.")
        .by(&Writes(Utf5 {
            digits: |number| format!("{number:04X}"),
            ..DRAFT
        })),
    deviation("utf5/sixteen-bits", &["utf5-6", "utf5-13", "utf5-18"])
        .summary("Numbers are stored in 16 bits: higher bits are lost in both directions.")
        .by(&Utf5 {
            digits: |number| (DRAFT.digits)(number & 0xFFFF),
            append: |number, digit| (number * 16 + digit) & 0xFFFF,
            ..DRAFT
        }),
    deviation("utf5/surrogates", &["utf5-7", "utf5-14"])
        .summary("Surrogates are encoded and decoded instead of rejected.")
        .seen(&[IETF_ACE, MDNKIT])
        .by(&Utf5 {
            character: up_to::<0x10_FFFF>,
            ..DRAFT
        }),
    deviation("utf5/ucs-4", &["utf5-7", "utf5-13"])
        .summary(
            "Numbers up to 7FFFFFFF are encoded and decoded, as in UCS-4, instead of rejected \
             above 10FFFF.",
        )
        .seen(&[MDNKIT])
        .by(&Utf5 {
            character: |number| match (DRAFT.character)(number) {
                Err(ErrorKind::OutOfRange) => up_to::<0x7FFF_FFFF>(number),
                other => other,
            },
            ..DRAFT
        }),
    deviation("utf5/fifteen-first-digits", &["utf5-1"])
        .summary("The table of first digits lacks `N`: 7 is written as `O`, and F has no digit.")
        .seen(&[reported("draft-ietf-idn-utf6-00", "2.4.1, step 2")])
        .by(&Utf5 {
            first_digits: "GHIJKLMOPQRSTUV",
            ..DRAFT
        }),
    deviation("utf5/hyphens-before", &["utf5-8"])
        .summary("Four hyphens are written before the digits, as the UTF-6 draft prints them.")
        .seen(&[reported("draft-ietf-idn-utf6-00", "3.1")])
        .by(&Writes(Utf5 {
            before: "----",
            ..DRAFT
        })),
];

impl Model for Utf5 {
    fn answer(&self, call: &Call<'_>) -> Answer {
        let own = match call.verb() {
            Some(Verb::Encode) => {
                let code = self.encode(call.code_points());
                code.map(|code| code.chars().map(u32::from).collect())
            }
            _ => self.decode(&characters(call.code_points())).ok(),
        };
        Some(answer_or_refusal(call, own))
    }
}

fn up_to<const LARGEST: u64>(number: u64) -> Result<u32, ErrorKind> {
    if number <= LARGEST {
        Ok(number as u32)
    } else {
        Err(ErrorKind::OutOfRange)
    }
}

/// Digits of ASCII in lower case.
fn small_digits(text: &[u32]) -> Vec<u32> {
    let mut small = Vec::new();
    for &c in text {
        small.push((c as u8).to_ascii_lowercase().into());
    }
    small
}
