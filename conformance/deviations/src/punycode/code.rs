//! Codes that are taken apart wrongly: delimiters, literal part, digits and ends.

use acegate_codec::Value;

use super::super::Deviation;
use super::engine::{End, Rules, last_delimiter, letter_or_figure};
use super::{decodes, deviation, observed, reported};

/// The deviations in reading a code, its numbers aside.
pub(crate) const CODE: &[Deviation] = &[
    deviation(
        "punycode/leading-delimiter-consumed",
        "A delimiter with nothing before it is consumed instead of read as a digit.",
        &["punycode-26", "punycode-36"],
        &[
            observed("CPython 3.11.7"),
            observed("Perl URI::_punycode 5.17"),
            observed("Perl Net::IDN::Punycode 2.5"),
            observed("Mojo::Util 9.31"),
            observed("Rust punycode 0.4.1"),
            observed("Iconvex"),
        ],
        |call| {
            let split = |code: &[u32]| {
                let last = code.iter().rposition(|&c| c == DELIMITER);
                Some(last.map_or((0, 0), |last| (last, last + 1)))
            };
            decodes(call, &Rules { split, ..Rules::RFC })
        },
    ),
    deviation(
        "punycode/first-delimiter",
        "The literal part ends at the first delimiter.",
        &["punycode-4"],
        &[reported("Firefox for iOS", "mozilla-mobile/firefox-ios issue 10037")],
        |call| {
            let split = |code: &[u32]| {
                let first = code.iter().position(|&c| c == DELIMITER).filter(|&first| first > 0);
                Some(first.map_or((0, 0), |first| (first, first + 1)))
            };
            decodes(call, &Rules { split, ..Rules::RFC })
        },
    ),
    deviation(
        "punycode/delimiter-required",
        "A code without a delimiter is refused.",
        &["punycode-35"],
        &[reported("Zend Framework", "zendframework/zendframework issue 4636")],
        |call| {
            let split = |code: &[u32]| {
                let has_one = code.is_empty() || code.contains(&DELIMITER);
                has_one.then(|| last_delimiter(code))?
            };
            decodes(call, &Rules { split, ..Rules::RFC })
        },
    ),
    deviation(
        "punycode/final-delimiter-kept",
        "A delimiter with nothing behind it stays in the text.",
        &["punycode-2"],
        &[],
        |call| {
            let split = |code: &[u32]| match last_delimiter(code)? {
                (literal, digits) if literal > 0 && digits == code.len() => Some((digits, digits)),
                other => Some(other),
            };
            decodes(call, &Rules { split, ..Rules::RFC })
        },
    ),
    deviation(
        "punycode/not-basic-literal-accepted",
        "The literal part is copied without a look at its characters.",
        &["punycode-25"],
        &[
            reported("Go", "golang/go issue 81116"),
            reported("ICU", "web-platform-tests/wpt issue 31767, ICU-21212"),
            observed("Mojo::Util 9.31"),
        ],
        |call| {
            let literal = |c: u32| char::from_u32(c).map(u32::from);
            decodes(call, &Rules { literal, ..Rules::RFC })
        },
    ),
    deviation(
        "punycode/literal-part-lower-cased",
        "The literal part of a code is folded to lower case.",
        &["punycode-33"],
        &[],
        |call| {
            let literal = |c: u32| {
                char::from_u32(c).filter(char::is_ascii).map(|c| c.to_ascii_lowercase().into())
            };
            decodes(call, &Rules { literal, ..Rules::RFC })
        },
    ),
    deviation(
        "punycode/digits-by-signed-test",
        "Characters under the figures pass the test for a figure, because the difference is negative.",
        &["punycode-28", "punycode-26"],
        &[observed("libidn 1.41")],
        |call| {
            let digit = |c: u32| match c {
                22..=47 => Some(i64::from(c) - 22),
                _ => letter_or_figure(c),
            };
            decodes(call, &Rules { digit, ..Rules::RFC })
        },
    ),
    deviation(
        "punycode/digits-below-zero",
        "A character before those of a range is calculated with as a digit under zero.",
        &["punycode-28"],
        &[reported("punycode.js", "mathiasbynens/punycode.js issue 124")],
        |call| {
            let digit = |c: u32| match c {
                0..=47 => Some(i64::from(c) - 22),
                58..=64 => Some(i64::from(c) - 65),
                91..=96 => Some(i64::from(c) - 97),
                _ => letter_or_figure(c),
            };
            decodes(call, &Rules { digit, ..Rules::RFC })
        },
    ),
    deviation(
        "punycode/foreign-digits-skipped",
        "Characters that are no digits are left out of a number.",
        &["punycode-28"],
        &[],
        |call| {
            let code = call.code_points();
            let (_, start) = last_delimiter(code).filter(|_| call.op == "decode")?;
            let is_foreign = |c: u32| c < 0x80 && letter_or_figure(c).is_none();
            let kept = code.iter().enumerate().filter(|&(at, &c)| at < start || !is_foreign(c));
            let kept: Vec<u32> = kept.map(|(_, &c)| c).collect();
            (kept.len() < code.len()).then(|| call.answer_to(&Value::from_code_points(kept)))
        },
    ),
    deviation(
        "punycode/digits-by-low-octet",
        "Characters are cut to an octet before they are read as digits.",
        &["punycode-29"],
        &[],
        |call| {
            let digit = |c: u32| letter_or_figure(c & 0xff);
            decodes(call, &Rules { digit, ..Rules::RFC })
        },
    ),
    deviation(
        "punycode/digits-folded-by-unicode",
        "Digits are folded to lower case by the tables of Unicode, so that the Kelvin sign is a k.",
        &["punycode-29"],
        &[],
        |call| {
            let digit = |c: u32| {
                let mut folded = char::from_u32(c)?.to_lowercase();
                folded
                    .next()
                    .filter(|_| folded.next().is_none())
                    .and_then(|c| letter_or_figure(c.into()))
            };
            decodes(call, &Rules { digit, ..Rules::RFC })
        },
    ),
    deviation(
        "punycode/full-width-digits",
        "Full-width letters and figures are read as digits.",
        &["punycode-29"],
        &[],
        |call| {
            let digit = |c: u32| {
                letter_or_figure(if (0xff01..=0xff5e).contains(&c) { c - 0xfee0 } else { c })
            };
            decodes(call, &Rules { digit, ..Rules::RFC })
        },
    ),
    deviation(
        "punycode/upper-case-digits-refused",
        "Digits are read in lower case only.",
        &["punycode-21"],
        &[reported("Sourcemeta Core", "sourcemeta/core issue 2741")],
        |call| {
            let digit = |c: u32| letter_or_figure(c).filter(|_| !(65..=90).contains(&c));
            decodes(call, &Rules { digit, ..Rules::RFC })
        },
    ),
    deviation(
        "punycode/truncation-completed",
        "The end of the code ends a number that is not complete.",
        &["punycode-27"],
        &[observed("Mojo::Util 9.31")],
        |call| decodes(call, &Rules { end: End::Completes, ..Rules::RFC }),
    ),
    deviation(
        "punycode/truncation-dropped",
        "A number that is not complete at the end of the code is left out.",
        &["punycode-27"],
        &[],
        |call| decodes(call, &Rules { end: End::Drops, ..Rules::RFC }),
    ),
    deviation(
        "punycode/empty-code-refused",
        "The empty code is refused.",
        &["punycode-34"],
        &[observed("libidn2 2.3.3")],
        |call| (call.op == "decode" && call.code_points().is_empty()).then(|| Err(super::empty())),
    ),
    deviation(
        "punycode/basic-result-refused",
        "A code with nothing behind its literal part is refused.",
        &["punycode-2"],
        &[observed("libidn2 2.3.3")],
        |call| {
            let ends = call.op == "decode" && call.code_points().last() == Some(&DELIMITER);
            ends.then(|| Err(super::empty()))
        },
    ),
    deviation(
        "punycode/spaces-trimmed",
        "White space around a code is cut off.",
        &["punycode-28", "punycode-33"],
        &[],
        |call| {
            let code = call.code_points();
            let is_space = |c: &u32| char::from_u32(*c).is_some_and(|c| c.is_ascii_whitespace());
            let start = code.iter().position(|c| !is_space(c)).filter(|_| call.op == "decode")?;
            let end = code.iter().rposition(|c| !is_space(c))? + 1;
            (end - start < code.len())
                .then(|| call.answer_to(&Value::from_code_points(&code[start..end])))
        },
    ),
];

const DELIMITER: u32 = '-' as u32;
