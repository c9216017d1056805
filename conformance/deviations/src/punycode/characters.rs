//! Faults of characters: texts as UTF-16 units, digits as octets, numbers above 10FFFF.

use acegate_codec::Value;
use acegate_codec::bootstring::ParameterSet;
use acegate_codec::bootstring::model::{Division, Integers, Numbers, Steps};
use acegate_codec::utf16::units_of;

use super::text::merged;
use super::{RFC, RIGHT, digit_value, replaced_below_zero, scalar_value};
use crate::{Deviation, Model, Reads, crash, deviation, observed};

/// The deviations in characters and their sizes.
pub(crate) const CHARACTERS: &[Deviation] = &[
    deviation(
        "punycode/units-of-sixteen-bits",
        &["punycode-25", "punycode-30", "punycode-36"],
    )
    .summary(
        "A text is UTF-16 units: any literal part is copied and counted in units, and a \
             decoded number is cut to one unit. A place that has become negative ends the program.",
    )
    .seen(&[observed("Apache HttpClient 4.5.14")])
    .how(|call| {
        let rules = Steps {
            characters: read_as_units,
            literal: |_, c| Some(c),
            code_point: |_, value| Some(value as u128 & 0xffff),
            integers: Numbers::all(Integers::Signed(32)),
            negative_index: |_, _| crash(),
            ..RIGHT
        };
        match Reads(rules).answer(call)? {
            // Units that are all decoded numbers stay what they are; a literal character is one.
            Ok(Value::Text(text)) if !call.code_points().iter().all(|&c| c < 0x80) => {
                Some(Ok(Value::from_code_points(merged(&text.code_points))))
            }
            other => Some(other),
        }
    }),
    deviation("punycode/codes-read-as-units", &["punycode-29"])
        .summary("A code is read as UTF-16 units.")
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
            "Only the low octet of a UTF-16 unit is looked up as a digit: U+0161 is read as `a`, \
             and an octet above 7F ends the program.",
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
        .summary("Numbers from 110000 to 7FFFFFFF are decoded, and refused by the encoder.")
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
            "Numbers from 110000 to 7FFFFFFF are decoded, in signed integers of 32 bits: a sum \
             that does not fit them is refused.",
        )
        .seen(&[observed("Nim 1.6.10")])
        .by(&Reads(Steps {
            integers: Numbers::all(Integers::Bounded(31)),
            code_point: up_to::<0x7fff_ffff>,
            ..RIGHT
        })),
    deviation("punycode/above-10ffff-decoded-in-22-bits", &["punycode-23"])
        .summary("Numbers from 110000 to 3FFFFF are decoded.")
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
        "Numbers are of any size. 32 bits of a decoded one are kept, and a negative one ends \
             the program.",
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
        "Deltas and weights are added up in signed integers of 32 bits that wrap, without a test for \
             overflow. A negative sum becomes an unsigned one of 64 bits where it is divided by the \
             number of code points, and any quotient of 63 bits is put out.",
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
            "At the end of a code that is cut off, a digit of -22 is read: the value of U+0000 \
             where `0` is 26.",
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
        "Any character is a digit, by its distance to `0` less 26 or by its low five bits, and \
             so is U+0000 after the end. U+FFFD stands for a negative number.",
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
            "A character before those of a range is a negative digit, and a negative number is \
             divided downwards; basic code points that it gives are inserted.",
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
        "A character before those of a range is a negative digit, and one after `z` is the \
             digit 36; the quotient of a negative sum is rounded up and its remainder is not \
             negative. Basic code points that they give are inserted.",
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
        "A character before those of a range is a negative digit, and one after `z` is the \
             digit 36, in signed integers of 32 bits. A number that goes on past the end of the \
             code ends the program.",
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
