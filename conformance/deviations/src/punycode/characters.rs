//! Bugs with characters: texts as UTF-16 units, digits as octets, numbers above 10FFFF.

use acegate_codec::bootstring::ParameterSet;
use acegate_codec::bootstring::model::{Division, Integers, Numbers, Steps};
use acegate_codec::utf16::units_of;
use acegate_codec::{Failure, Value};

use super::text::merged;
use super::{Decoded, RFC, RIGHT, digit_value, replaced_below_zero, scalar_value};
use crate::{Call, Deviation, Reads, crash, deviation, observed};

/// The deviations in characters and their sizes.
pub(crate) const CHARACTERS: &[Deviation] = &[
    deviation(
        "punycode/units-of-sixteen-bits",
        &["punycode-25", "punycode-30", "punycode-36"],
    )
    .summary(
        "The decoder works on UTF-16 units: it counts the part before the last hyphen in units, \
         and cuts a decoded number to 16 bits. A negative index crashes it.",
    )
    .seen(&[observed("Apache HttpClient 4.5.14")])
    .by(&Decoded {
        steps: Steps {
            characters: read_as_units,
            literal: |_, c| Some(c),
            code_point: |_, value| Some(value as u128 & 0xffff),
            integers: Numbers::all(Integers::Signed(32)),
            negative_index: |_, _| crash(),
            ..RIGHT
        },
        then: joined_unless_decoded,
    }),
    deviation("punycode/codes-read-as-units", &["punycode-29"])
        .summary("The decoder reads a code as UTF-16 units.")
        .equivalent(
            "neither half of a character above FFFF is a digit or basic, as little as the whole: \
             it shows only where a decoder takes other characters than these",
        )
        .by(&Reads(Steps {
            characters: read_as_units,
            ..RIGHT
        })),
    deviation("punycode/digits-by-signed-octet", &["punycode-29"])
        .summary(
            "The decoder looks up a digit by the low octet of a UTF-16 unit, as a signed byte: \
             U+0161 is read as `a`, and a low octet above 7F crashes it.",
        )
        .seen(&[observed("JDK 17.0.15, sun.net.idn.Punycode")])
        .by(&Reads(Steps {
            characters: read_as_units,
            digit: |_, c| match c & 0xff {
                octet @ 0..0x80 => digit_value(octet),
                _ => crash(),
            },
            ..RIGHT
        })),
    deviation("punycode/above-10ffff-decoded", &["punycode-23"])
        .summary(
            "The decoder returns numbers from 110000 to 7FFFFFFF instead of rejecting them. The \
             encoder rejects them.",
        )
        .seen(&[
            observed("Ruby domain_name 0.5.20190701"),
            observed("Ruby Addressable 2.8.1"),
        ])
        .by(&Reads(Steps {
            code_point: up_to::<0x7fff_ffff>,
            ..RIGHT
        })),
    deviation("punycode/above-10ffff-decoded-in-31-bits", &["punycode-23"])
        .summary(
            "The decoder returns numbers from 110000 to 7FFFFFFF instead of rejecting them, and \
             rejects a sum that overflows a signed 32-bit integer.",
        )
        .seen(&[observed("Nim 1.6.10")])
        .by(&Reads(Steps {
            integers: Numbers::all(Integers::Bounded(31)),
            code_point: up_to::<0x7fff_ffff>,
            ..RIGHT
        })),
    deviation("punycode/above-10ffff-decoded-in-22-bits", &["punycode-23"])
        .summary("The decoder returns numbers from 110000 to 3FFFFF instead of rejecting them.")
        .seen(&[observed("Emacs 28.2")])
        .by(&Reads(Steps {
            code_point: up_to::<0x3f_ffff>,
            ..RIGHT
        })),
    deviation(
        "punycode/values-cut-to-signed-32-bits",
        &["punycode-30", "punycode-32"],
    )
    .summary(
        "The decoder calculates in integers without limit and casts a decoded number to a signed \
         32-bit integer. A negative result crashes it.",
    )
    .seen(&[observed("Pike 8.0.1738")])
    .by(&Reads(Steps {
        integers: Numbers::all(Integers::Unbounded),
        code_point: |_, value| match value as i32 {
            ..0 => crash(),
            value => Some(value as u128),
        },
        ..RIGHT
    })),
    deviation(
        "punycode/signed-sum-divided-unsigned",
        &["punycode-23", "punycode-30", "punycode-31", "punycode-32"],
    )
    .summary(
        "The decoder adds deltas and weights in signed 32-bit integers that wrap, without \
         overflow checks, but divides the sum as an unsigned 64-bit integer. It returns any \
         quotient of 63 bits.",
    )
    .seen(&[observed("Perl Net::IDN::Punycode 2.5")])
    .by(&Reads(Steps {
        integers: Numbers {
            code_point: Integers::Wrapping(64),
            ..Numbers::all(Integers::Signed(32))
        },
        division: |_, sum, points| {
            let sum = i128::from(sum as u64);
            Division {
                quotient: sum / points,
                remainder: sum % points,
            }
        },
        // Perl has no characters of more bits.
        code_point: |_, value| i64::try_from(value).ok().map(|value| value as u128),
        ..RIGHT
    })),
    deviation("punycode/truncation-completed-by-nul", &["punycode-27"])
        .summary(
            "If a code ends in the middle of a number, the decoder reads the NUL after the end as \
             a digit of value -22.",
        )
        .seen(&[observed("Perl Net::IDN::Punycode::PP 2.5")])
        .by(&Reads(Steps {
            end: nul,
            integers: Numbers::all(Integers::Signed(64)),
            ..RIGHT
        })),
    deviation(
        "punycode/digits-by-five-bits-signed",
        &["punycode-28", "punycode-29"],
    )
    .summary(
        "The decoder takes any character for a digit: its distance to `0` less 26 below U+0040, \
         else its low five bits less 1. The NUL after the end of a code counts as a digit too. A \
         negative number becomes U+FFFD.",
    )
    .seen(&[observed("Mojo::Util 9.31")])
    .by(&Reads(Steps {
        digit: |_, c| match c {
            0..0x40 => Some(i64::from(c) - 22),
            _ => Some(i64::from(c & 0x1f) - 1),
        },
        end: nul,
        integers: Numbers::all(Integers::Signed(64)),
        code_point: |_, value| replaced_below_zero(value, |value| Some(value as u128)),
        ..RIGHT
    })),
    deviation("punycode/digits-below-zero-floored", &["punycode-28"])
        .summary(
            "The decoder reads a character just below `0`, `A` or `a` as a negative digit, and \
             rounds the quotient of a negative sum down. ASCII code points that result are \
             inserted.",
        )
        .seen(&[
            observed("Ruby SimpleIDN 0.1.1"),
            observed("Ruby Addressable 2.8.1"),
        ])
        .by(&Reads(Steps {
            digit: below_zero,
            integers: Numbers::all(Integers::Unbounded),
            ..RIGHT
        })),
    deviation(
        "punycode/digits-below-zero-or-36",
        &["punycode-28", "punycode-29"],
    )
    .summary(
        "The decoder reads a character just below `0`, `A` or `a` as a negative digit, and one \
         after `z` as the digit 36. It rounds the quotient of a negative sum up, and its \
         remainder is never negative. ASCII code points that result are inserted.",
    )
    .seen(&[observed("Emacs 28.2")])
    .by(&Reads(Steps {
        digit: |set, c| below_zero(set, c).or(Some(36)),
        integers: Numbers::all(Integers::Signed(120)),
        // `/` divides towards zero and `mod` downwards.
        division: |integers, sum, points| Division {
            quotient: integers.quotient(sum, points),
            remainder: sum.rem_euclid(points),
        },
        ..RIGHT
    })),
    deviation(
        "punycode/digits-below-zero-or-36-past-the-end",
        &["punycode-27", "punycode-28"],
    )
    .summary(
        "The decoder reads a character just below `0`, `A` or `a` as a negative digit, and one \
         after `z` as the digit 36, in signed 32-bit integers. A code that ends in the middle of \
         a number crashes it.",
    )
    .seen(&[observed("Mono 6.8.0, System.Globalization.Bootstring")])
    .by(&Reads(Steps {
        digit: |set, c| below_zero(set, c).or(Some(36)),
        end: || crash(),
        integers: Numbers::all(Integers::Signed(32)),
        negative_index: |_, _| None,
        code_point: |set, value| (RFC.code_point)(set, value).filter(|&c| c <= 0xffff),
        ..RIGHT
    })),
];

/// The value of U+0000 where `0` is 26.
fn nul() -> Option<i64> {
    Some(-22)
}

/// The UTF-16 units of a code. No string holds a number above 10FFFF.
fn read_as_units(code: &[u32]) -> Vec<u32> {
    let is_string = code.iter().all(|&c| c <= 0x10_ffff);
    if is_string {
        units_of(code)
    } else {
        code.to_vec()
    }
}

/// A scalar value, or a value above 10FFFF that is at most `GREATEST`.
fn up_to<const GREATEST: i128>(_: &ParameterSet<'_>, value: i128) -> Option<u128> {
    let above = (0x11_0000..=GREATEST)
        .contains(&value)
        .then_some(value as u128);
    scalar_value(value).or(above)
}

/// A digit, or the negative one that subtraction gives for a character before `0`, `A` or `a`.
pub(crate) fn below_zero(set: &ParameterSet<'_>, c: u32) -> Option<i64> {
    match c {
        0..=47 => Some(i64::from(c) - 22),
        58..=64 => Some(i64::from(c) - 65),
        91..=96 => Some(i64::from(c) - 97),
        _ => (RFC.digit)(set, c),
    }
}

/// The text with its pairs of surrogates joined. Units that are all decoded numbers stay what they are; a
/// literal character is one.
fn joined_unless_decoded(
    call: &Call<'_>,
    answer: Result<Value, Failure>,
) -> Result<Value, Failure> {
    let is_ascii = call.code_points().iter().all(|&c| c < 0x80);
    match answer {
        Ok(Value::Text(text)) if !is_ascii => {
            Ok(Value::from_code_points(merged(&text.code_points)))
        }
        other => other,
    }
}
