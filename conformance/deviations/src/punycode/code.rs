//! Codes that are split wrongly: delimiters, literal part, digits and ends.

use acegate_codec::bootstring::model::Steps;
use acegate_codec::{ErrorKind, Verb};

use super::characters::below_zero;
use super::{RFC, RIGHT, digit_value, is_plain, refused};
use crate::bootstring::answer_without_truncated;
use crate::{Deviation, Reads, deviation, observed, reported};

/// The deviations in reading a code, its numbers aside.
pub(crate) const CODE: &[Deviation] = &[
    deviation(
        "punycode/leading-delimiter-consumed",
        &["punycode-26", "punycode-36"],
    )
    .summary(
        "The decoder skips a hyphen at the start of a code instead of rejecting it as a bad \
         digit: `-9uc` is read as `9uc`.",
    )
    .seen(&[
        observed("CPython 3.11.7"),
        observed("Perl URI::_punycode 5.17"),
        observed("Perl Net::IDN::Punycode 2.5"),
        observed("Mojo::Util 9.31"),
        observed("Rust punycode 0.4.1"),
        observed("Iconvex"),
    ])
    .by(&Reads(Steps {
        split: |_, code| {
            let last = code.iter().rposition(|&c| c == DELIMITER);
            Some(last.map_or((0, 0), |last| (last, last + 1)))
        },
        ..RIGHT
    })),
    deviation("punycode/first-delimiter", &["punycode-4"])
        .summary("The decoder splits a code at its first hyphen instead of its last.")
        .seen(&[reported(
            "Firefox for iOS",
            "mozilla-mobile/firefox-ios issue 10037",
        )])
        .by(&Reads(Steps {
            split: |_, code| {
                let first = code
                    .iter()
                    .position(|&c| c == DELIMITER)
                    .filter(|&first| first > 0);
                Some(first.map_or((0, 0), |first| (first, first + 1)))
            },
            ..RIGHT
        })),
    deviation("punycode/delimiter-required", &["punycode-35"])
        .summary("The decoder rejects a code without a hyphen, such as `tda`.")
        .seen(&[reported(
            "Zend Framework",
            "zendframework/zendframework issue 4636",
        )])
        .by(&Reads(Steps {
            split: |set, code| {
                let has_one = code.is_empty() || code.contains(&DELIMITER);
                if has_one {
                    (RFC.split)(set, code)
                } else {
                    None
                }
            },
            ..RIGHT
        })),
    deviation("punycode/not-basic-literal-accepted", &["punycode-25"])
        .summary(
            "The decoder copies the part before the last hyphen without checking that it is \
             ASCII.",
        )
        .seen(&[
            reported("Go", "golang/go issue 81116"),
            reported("ICU", "web-platform-tests/wpt issue 31767, ICU-21212"),
            observed("Crystal URI::Punycode 1.6.0"),
        ])
        .by(&Reads(Steps {
            literal: |_, c| char::from_u32(c).map(u32::from),
            ..RIGHT
        })),
    deviation("punycode/any-literal-accepted", &["punycode-25"])
        .summary(
            "The decoder copies the part before the last hyphen without any check: characters \
             beyond ASCII, surrogates and numbers above 10FFFF pass.",
        )
        .seen(&[observed("Mojo::Util 9.31"), observed("Erlang idna 6.1.1")])
        .by(&Reads(Steps {
            literal: |_, c| Some(c),
            ..RIGHT
        })),
    deviation(
        "punycode/digits-by-signed-test",
        &["punycode-28", "punycode-26"],
    )
    .summary(
        "The decoder accepts characters below `0`, such as `!`, as digits, because the test `c - \
         48 < 10` is signed and also true for them.",
    )
    .seen(&[observed("libidn 1.41")])
    .by(&Reads(Steps {
        digit: |_, c| match c {
            22..=47 => Some(i64::from(c) - 22),
            _ => digit_value(c),
        },
        ..RIGHT
    })),
    deviation("punycode/digits-below-zero", &["punycode-28"])
        .summary(
            "The decoder reads a character just below `0`, `A` or `a`, such as `=`, as a negative \
             digit, because it does not test the lower end of a range.",
        )
        .seen(&[reported(
            "punycode.js",
            "mathiasbynens/punycode.js issue 124",
        )])
        .by(&Reads(Steps {
            digit: below_zero,
            ..RIGHT
        })),
    deviation("punycode/digits-by-low-octet", &["punycode-29"])
        .summary(
            "The decoder looks up a digit by the low octet of a character only: U+0161 is read as \
             `a`.",
        )
        .by(&Reads(Steps {
            digit: |_, c| digit_value(c & 0xff),
            ..RIGHT
        })),
    deviation("punycode/digits-folded-by-unicode", &["punycode-29"])
        .summary(
            "The decoder lower-cases digits with the tables of Unicode instead of ASCII: the \
             Kelvin sign U+212A is read as `k`.",
        )
        .by(&Reads(Steps {
            digit: |_, c| {
                let mut folded = char::from_u32(c)?.to_lowercase();
                let alone = folded.next().filter(|_| folded.next().is_none());
                alone.and_then(|c| digit_value(c.into()))
            },
            ..RIGHT
        })),
    deviation("punycode/upper-case-digits-refused", &["punycode-21"])
        .summary("The decoder rejects upper-case digits: `TDA` is not read like `tda`.")
        .seen(&[reported("Sourcemeta Core", "sourcemeta/core issue 2741")])
        .by(&Reads(Steps {
            digit: |_, c| match c {
                65..=90 => None,
                _ => digit_value(c),
            },
            ..RIGHT
        })),
    deviation("punycode/truncation-completed", &["punycode-27"])
        .summary(
            "If a code ends in the middle of a number, the decoder treats the number as complete \
             instead of rejecting the code.",
        )
        .seen(&[observed("Mojo::Util 9.31")])
        .by(&Reads(Steps {
            end: || Some(0),
            ..RIGHT
        })),
    deviation("punycode/truncation-dropped", &["punycode-27"])
        .summary(
            "If a code ends in the middle of a number, the decoder drops the number and returns \
             the rest.",
        )
        .how(|call| {
            if is_plain(call) {
                answer_without_truncated(call)
            } else {
                None
            }
        }),
    deviation("punycode/empty-code-refused", &["punycode-34"])
        .summary("The decoder rejects the empty code instead of returning the empty text.")
        .seen(&[observed("libidn2 2.3.3")])
        .how(|call| {
            if !call.does(Verb::Decode) || !call.code_points().is_empty() {
                return None;
            }
            Some(Err(refused(ErrorKind::Empty)))
        }),
    deviation("punycode/basic-result-refused", &["punycode-2"])
        .summary("The decoder rejects a code that ends with its delimiter, such as `a-`.")
        .seen(&[observed("libidn2 2.3.3")])
        .how(|call| {
            let ends = call.does(Verb::Decode) && call.code_points().last() == Some(&DELIMITER);
            if !ends {
                return None;
            }
            Some(Err(refused(ErrorKind::Empty)))
        }),
];

const DELIMITER: u32 = '-' as u32;
