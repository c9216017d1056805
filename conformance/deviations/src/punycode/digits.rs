//! Digits, ends of codes and integers as libraries have them that look at less than they should, and
//! decoded numbers that are not characters.

use acegate_codec::bootstring::model::{Integers, Numbers, Steps};
use acegate_codec::{Failure, Value, Verb};

use super::{
    Decoded, REPLACEMENT, RIGHT, below_zero, digit_value, replaced_below_zero, scalar_value,
};
use crate::label::changed;
use crate::{Call, Deviation, Reads, crash, deviation, observed, reported};

/// More deviations in the digits of a code and the numbers that they make.
pub(crate) const DIGITS: &[Deviation] = &[
    deviation("punycode/underscore-is-zero", &["punycode-28"])
        .summary("The decoder reads the underscore as the digit 0.")
        .seen(&[observed("libidn2 2.3.3")])
        .by(&Reads(Steps {
            digit: |_, c| {
                if c == UNDERSCORE {
                    Some(0)
                } else {
                    digit_value(c)
                }
            },
            ..RIGHT
        })),
    deviation(
        "punycode/digits-by-five-bits",
        &["punycode-28", "punycode-29"],
    )
    .summary(
        "The decoder looks only at the low five bits of a character that is not `0` to `9`: `!` \
         is read as `a`.",
    )
    .by(&Reads(Steps {
        digit: |_, c| match c {
            48..=57 => digit_value(c),
            _ => Some(i64::from(c & 0x1f) - 1).filter(|&digit| digit >= 0),
        },
        ..RIGHT
    })),
    deviation(
        "punycode/foreign-digits-are-36",
        &["punycode-28", "punycode-29"],
    )
    .summary(
        "The decoder does not reject a character that is no digit: it calculates with 36, the \
         base, as its value.",
    )
    .by(&Reads(Steps {
        digit: |_, c| digit_value(c).or(Some(36)),
        ..RIGHT
    })),
    deviation("punycode/digits-below-zero-signed", &["punycode-28"])
        .summary(
            "The decoder reads a character just below `0`, `A` or `a` as a negative digit, so \
             that numbers can be negative. An ASCII code point that results is inserted.",
        )
        .seen(&[reported(
            "punycode.js",
            "mathiasbynens/punycode.js issue 129",
        )])
        .by(&Reads(Steps {
            digit: below_zero,
            integers: Numbers::all(Integers::Signed(53)),
            ..RIGHT
        })),
    deviation("punycode/truncation-crashes", &["punycode-27"])
        .summary("A code that ends in the middle of a number crashes the decoder.")
        .seen(&[observed("bootstring 1.0.1 of PyPI")])
        .by(&Reads(Steps {
            end: || crash(),
            ..RIGHT
        })),
    deviation(
        "punycode/large-values-crash",
        &["punycode-30", "punycode-32"],
    )
    .summary(
        "The decoder calculates in integers without limit, and crashes where a number that needs \
         more than a signed 32-bit integer becomes a character.",
    )
    .seen(&[observed("bootstring 1.0.1 of PyPI")])
    .by(&Reads(Steps {
        integers: Numbers::all(Integers::Unbounded),
        code_point: |_, value| match value {
            0..=0x7fff_ffff => scalar_value(value),
            _ => crash(),
        },
        ..RIGHT
    })),
    deviation(
        "punycode/values-below-zero-replaced",
        &["punycode-30", "punycode-32"],
    )
    .summary(
        "The decoder calculates in signed 64-bit integers without overflow checks. A number that \
         becomes negative is decoded as U+FFFD.",
    )
    .seen(&[observed("Perl URI::_punycode 5.17")])
    .by(&Reads(Steps {
        integers: Numbers::all(Integers::Signed(64)),
        code_point: |_, value| replaced_below_zero(value, scalar_value),
        ..RIGHT
    })),
    deviation(
        "punycode/large-values-decoded",
        &["punycode-23", "punycode-30", "punycode-32"],
    )
    .summary(
        "The decoder calculates in signed 64-bit integers without overflow checks. It returns a \
         number above 10FFFF as it is, and U+FFFD for one that becomes negative.",
    )
    .seen(&[
        observed("Perl URI::_punycode 5.17"),
        observed("Mojo::Util 9.31"),
    ])
    .by(&Reads(Steps {
        integers: Numbers::all(Integers::Signed(64)),
        code_point: |_, value| {
            replaced_below_zero(value, |value| match value {
                0x11_0000.. => Some(value as u128),
                _ => scalar_value(value),
            })
        },
        ..RIGHT
    })),
    deviation(
        "punycode/zero-left-ends-code",
        &["punycode-27", "punycode-36"],
    )
    .summary(
        "The decoder takes a remaining `0` for the end of the code, as Perl does with the \
         condition of `while ($code)`.",
    )
    .seen(&[observed("Perl URI::_punycode 5.17")])
    .how(|call| {
        let (last, rest) = call.code_points().split_last()?;
        let ends = call.does(Verb::Decode) && *last == u32::from('0') && call.answer().is_err();
        if !ends {
            return None;
        }
        Some(call.answer_to(&Value::from_code_points(rest)))
    }),
    deviation(
        "punycode/literal-part-of-one-line",
        &["punycode-19", "punycode-33"],
    )
    .summary(
        "The decoder finds the part before the last hyphen with a regular expression whose `.` \
         does not match a line feed, so it begins after one.",
    )
    .seen(&[observed("Perl URI::_punycode 5.17")])
    .how(|call| {
        let code = call.code_points();
        if !call.does(Verb::Decode) || !code.contains(&LINE_FEED) {
            return None;
        }
        let mut start = 0;
        for line in code.split(|&c| c == LINE_FEED) {
            if let Some(last) = line.iter().rposition(|&c| c == HYPHEN) {
                let end = start + last;
                let digits = [&code[..start], &code[end + 1..]].concat();
                // A code with a literal part does not begin with a hyphen.
                let parts = [&code[start..end], &[HYPHEN], &digits].concat();
                return Some(call.answer_to(&Value::from_code_points(parts)));
            }
            start += line.len() + 1;
        }
        None
    }),
    deviation(
        "punycode/literal-part-of-hosts-only",
        &["punycode-19", "punycode-33"],
    )
    .summary(
        "The decoder rejects a code whose part before the last hyphen has characters other than \
         letters, digits, `-` and `_`.",
    )
    .seen(&[observed("libidn2 2.3.3")])
    .by(&Reads(Steps {
        literal: |_, c| {
            let character = char::from_u32(c)?;
            if character.is_ascii_alphanumeric() || matches!(character, '-' | '_') {
                Some(c)
            } else {
                None
            }
        },
        ..RIGHT
    })),
    deviation(
        "punycode/impossible-replaced",
        &["punycode-23", "punycode-24", "punycode-36"],
    )
    .summary(
        "The decoder returns U+FFFD for a surrogate or a number above 10FFFF instead of rejecting \
         the code.",
    )
    .by(&Reads(Steps {
        code_point: |_, value| scalar_value(value).or(Some(REPLACEMENT)),
        ..RIGHT
    })),
    deviation(
        "punycode/impossible-replaced-in-31-bits",
        &["punycode-23", "punycode-24", "punycode-36"],
    )
    .summary(
        "The decoder returns U+FFFD for a surrogate or a number above 10FFFF, and rejects a code \
         only if the number overflows a signed 32-bit integer.",
    )
    .seen(&[observed(
        "gitlab.com/golang-commonmark/puny 0.0~git20191124",
    )])
    .by(&Reads(Steps {
        integers: Numbers::all(Integers::Bounded(31)),
        code_point: |_, value| scalar_value(value).or(Some(REPLACEMENT)),
        ..RIGHT
    })),
    deviation(
        "punycode/impossible-left-out",
        &["punycode-23", "punycode-24", "punycode-36"],
    )
    .summary(
        "The decoder drops a surrogate or a number above 10FFFF from the text instead of \
         rejecting the code.",
    )
    .by(&Decoded {
        steps: Steps {
            code_point: |_, value| scalar_value(value).or(PLACE),
            ..RIGHT
        },
        then: without_places,
    }),
    deviation(
        "punycode/impossible-left-out-in-31-bits",
        &["punycode-23", "punycode-24"],
    )
    .summary(
        "The decoder drops a surrogate or a number above 10FFFF from the text, and rejects a code \
         only if the number overflows a signed 32-bit integer.",
    )
    .seen(&[observed("Symfony polyfill-intl-idn 1.27.0")])
    .by(&Decoded {
        steps: Steps {
            integers: Numbers::all(Integers::Bounded(31)),
            code_point: |_, value| scalar_value(value).or(PLACE),
            ..RIGHT
        },
        then: without_places,
    }),
    deviation(
        "punycode/above-10ffff-left-out",
        &["punycode-23", "punycode-36"],
    )
    .summary("The decoder drops a number above 10FFFF from the text instead of rejecting the code.")
    .seen(&[observed("R urltools 1.7.3")])
    .by(&Decoded {
        steps: Steps {
            code_point: |_, value| match value {
                0..=0x10_ffff => scalar_value(value),
                _ => PLACE,
            },
            ..RIGHT
        },
        then: without_places,
    }),
    deviation(
        "punycode/decoded-surrogates-crash",
        &["punycode-24", "punycode-36"],
    )
    .summary(
        "A decoded surrogate crashes the decoder, because its strings hold only valid Unicode.",
    )
    .seen(&[observed("R urltools 1.7.3")])
    .by(&Reads(Steps {
        code_point: |_, value| match value {
            0xd800..0xe000 => crash(),
            _ => scalar_value(value),
        },
        ..RIGHT
    })),
];

const UNDERSCORE: u32 = '_' as u32;
const LINE_FEED: u32 = '\n' as u32;
const HYPHEN: u32 = '-' as u32;

/// A number above all characters, which marks the position of one until the text is complete.
const PLACE: Option<u128> = Some(u32::MAX as u128);

/// The answer without the marks.
fn without_places(_: &Call<'_>, answer: Result<Value, Failure>) -> Result<Value, Failure> {
    answer.map(|value| {
        changed(value, |text| {
            let mut kept = text.to_vec();
            kept.retain(|&c| c != u32::MAX);
            kept
        })
    })
}
