//! Code points that are taken for others, or wrongly rejected or accepted.

use acegate_codec::bootstring::model::{self, Integers, Numbers, Steps};
use acegate_codec::{ErrorKind, Failure, Value, Verb};

use super::{Decoded, RIGHT, SET, code_of, refused, scalar_value};
use crate::label::changed;
use crate::{Answer, Call, Deviation, Model, Reads, Writes, deviation, observed, reported};

/// The deviations in what a text may contain.
pub(crate) const TEXT: &[Deviation] = &[
    deviation("punycode/surrogates-accepted", &["punycode-24"])
        .summary("Surrogates are decoded and encoded like other code points instead of rejected.")
        .seen(&[
            observed("RFC 3492, appendix C"),
            observed("CPython 3.11.7"),
            observed("Node.js punycode 2.1.0"),
            observed("Perl URI::_punycode 5.17"),
            observed("Mojo::Util 9.31"),
        ])
        .by(&SURROGATES),
    deviation("punycode/low-surrogates-accepted", &["punycode-24"])
        .summary("The test for surrogates covers only D800 to DBFF: DC00 to DFFF are accepted.")
        .seen(&[observed("libidn 1.41"), observed("libidn2 2.3.3")])
        .by(&Steps {
            code_point: |set, value| {
                (SURROGATES.code_point)(set, value).filter(|c| !(0xd800..0xdc00).contains(c))
            },
            ..RIGHT
        }),
    deviation(
        "punycode/surrogates-merged",
        &["punycode-24", "punycode-36"],
    )
    .summary("The decoder writes UTF-16, so a pair of decoded surrogates becomes one character.")
    .seen(&[reported(
        "ICU",
        "unicode-org/unicodetools issue 107, ICU-21754",
    )])
    .by(&Decoded {
        steps: SURROGATES,
        then: pairs_joined,
    }),
    deviation(
        "punycode/surrogate-pairs-merged",
        &["punycode-24", "punycode-36"],
    )
    .summary(
        "The decoder writes UTF-16, so a pair of decoded surrogates becomes one character. A lone \
         surrogate is rejected.",
    )
    .seen(&[observed("tr46 6.0.0"), observed("idna-uts46-hx 3.4.0")])
    .by(&Decoded {
        steps: SURROGATES,
        then: only_pairs_joined,
    }),
    deviation(
        "punycode/surrogates-replaced",
        &["punycode-24", "punycode-36", "punycode-43"],
    )
    .summary(
        "Surrogates become U+FFFD after decoding and before encoding, instead of being rejected.",
    )
    .by(&WithSurrogates(|c| {
        if is_surrogate(c) {
            Some(0xfffd)
        } else {
            Some(c)
        }
    })),
    deviation(
        "punycode/surrogates-left-out",
        &["punycode-24", "punycode-36", "punycode-43"],
    )
    .summary(
        "Surrogates are dropped after decoding and before encoding, instead of being rejected.",
    )
    .by(&WithSurrogates(|c| {
        if is_surrogate(c) { None } else { Some(c) }
    })),
    deviation("punycode/above-10ffff-accepted", &["punycode-23"])
        .summary(
            "Numbers above 10FFFF are decoded and encoded like code points instead of rejected.",
        )
        .seen(&[
            observed("RFC 3492, appendix C"),
            observed("Perl URI::_punycode 5.17"),
            observed("Mojo::Util 9.31"),
        ])
        .by(&Steps {
            code_point: |_, value| {
                scalar_value(value).or(in_32_bits(value).filter(|&c| c > 0x10_ffff))
            },
            ..RIGHT
        }),
    deviation("punycode/above-10ffff-encoded", &["punycode-23"])
        .summary("The encoder accepts numbers above 10FFFF, because its integers have 64 bits.")
        .seen(&[observed("Perl Net::IDN::Punycode::PP 2.5")])
        .by(&Writes(Steps {
            integers: Numbers::all(Integers::Bounded(64)),
            code_point: |_, value| in_32_bits(value).filter(|c| !(0xd800..0xe000).contains(c)),
            ..RIGHT
        })),
    deviation(
        "punycode/above-ffff-refused",
        &["punycode-44", "punycode-39"],
    )
    .summary("Code points above FFFF are rejected in both directions.")
    .seen(&[reported(
        "CPython, narrow builds",
        "john-kurkowski/tldextract issue 164",
    )])
    .by(&Steps {
        code_point: |_, value| scalar_value(value).filter(|&c| c <= 0xffff),
        ..RIGHT
    }),
    deviation(
        "punycode/cut-to-sixteen-bits",
        &["punycode-44", "punycode-36"],
    )
    .summary("The decoder stores a code point in 16 bits: U+100FC is read as U+00FC.")
    .by(&Reads(Steps {
        code_point: |_, value| scalar_value(value).map(|c| c & 0xffff),
        ..RIGHT
    })),
    deviation("punycode/results-cut-at-512", &["punycode-40"])
        .summary("The decoder returns only the first 512 code points.")
        .seen(&[reported(
            "OpenSSL 3.0.0 to 3.0.6, where it was written past the array",
            "CVE-2022-3602",
        )])
        .how(|call| {
            let Ok(Value::Text(mut text)) = call.answer() else {
                return None;
            };
            let cut =
                call.does(Verb::Decode) && text.flags.is_none() && text.code_points.len() > 512;
            text.code_points.truncate(512);
            cut.then_some(Ok(Value::Text(text)))
        }),
    deviation("punycode/thousand-code-units-at-most", &["punycode-40"])
        .summary(
            "Texts of more than 1,000 UTF-16 units, and codes of more than 2,000, are rejected.",
        )
        .seen(&[observed("ICU 72.1")])
        .how(|call| {
            let points = call.code_points();
            let pairs = points.iter().filter(|&&c| c > 0xffff).count();
            let length = points.len() + pairs;
            let long = match call.verb() {
                Some(Verb::Encode) => length > 1000,
                Some(Verb::Decode) => length > 2000,
                _ => false,
            };
            if !long {
                return None;
            }
            Some(Err(refused(ErrorKind::TooLong)))
        }),
];

/// Surrogates are code points like others.
pub(crate) const SURROGATES: Steps = Steps {
    code_point: |_, value| in_32_bits(value).filter(|&value| value <= 0x10_ffff),
    ..RIGHT
};

fn in_32_bits(value: i128) -> Option<u128> {
    u32::try_from(value).ok().map(u128::from)
}

const fn is_surrogate(c: u32) -> bool {
    matches!(c, 0xd800..=0xdfff)
}

/// Surrogates are code points like others, but each is replaced or dropped when it is decoded and before it is
/// encoded.
struct WithSurrogates(fn(u32) -> Option<u32>);

impl Model for WithSurrogates {
    fn answer(&self, call: &Call<'_>) -> Answer {
        if let Some(answer) = Reads(SURROGATES).answer(call) {
            return Some(answer.map(|value| changed(value, |text| self.replaced(text))));
        }
        let plain = call.does(Verb::Encode) && call.parameters.is_empty();
        let surrogates = call.code_points().iter().any(|&c| is_surrogate(c));
        if !plain || !surrogates {
            return None;
        }
        let model = model::Model {
            set: SET,
            changed: &[],
            right: &SURROGATES,
        };
        Some(match code_of(&model, &self.replaced(call.code_points())) {
            Some(code) => Ok(Value::from_code_points(code)),
            None => Err(refused(ErrorKind::Overflow)),
        })
    }

    fn steps(&self, call: &Call<'_>) -> Option<Steps> {
        Reads(SURROGATES).steps(call)
    }
}

impl WithSurrogates {
    fn replaced(&self, text: &[u32]) -> Vec<u32> {
        text.iter().filter_map(|&c| (self.0)(c)).collect()
    }
}

fn pairs_joined(_: &Call<'_>, answer: Result<Value, Failure>) -> Result<Value, Failure> {
    answer.map(|value| changed(value, merged))
}

fn only_pairs_joined(call: &Call<'_>, answer: Result<Value, Failure>) -> Result<Value, Failure> {
    match pairs_joined(call, answer) {
        Ok(Value::Text(text)) if text.code_points.iter().any(|&c| is_surrogate(c)) => {
            Err(refused(ErrorKind::Surrogate))
        }
        other => other,
    }
}

pub(crate) fn merged(text: &[u32]) -> Vec<u32> {
    let mut merged: Vec<u32> = Vec::with_capacity(text.len());
    for &c in text {
        match merged.last_mut() {
            Some(high) if (0xd800..0xdc00).contains(high) && (0xdc00..0xe000).contains(&c) => {
                *high = 0x1_0000 + ((*high - 0xd800) << 10) + (c - 0xdc00);
            }
            _ => merged.push(c),
        }
    }
    merged
}
