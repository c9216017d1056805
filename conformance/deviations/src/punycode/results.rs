//! Texts and codes that are written wrongly.

use acegate_codec::Value;
use acegate_codec::plain::bootstring::Steps;

use super::{REPLACEMENT, RIGHT, scalar_value};
use crate::{Answer, Call, Deviation, Model, Reads, crash, deviation, observed};

/// The deviations in the output.
pub(crate) const RESULTS: &[Deviation] = &[
    deviation("punycode/impossible-replaced", &["punycode-23", "punycode-24", "punycode-36"])
        .summary("U+FFFD stands for a decoded number that is not a character.")
        .by(&Reads(Steps {
            code_point: |_, value| scalar_value(value).or(Some(REPLACEMENT)),
            ..RIGHT
        })),
    deviation("punycode/impossible-left-out", &["punycode-23", "punycode-24", "punycode-36"])
        .summary("A decoded number that is not a character is left out of the text.")
        .by(&WithoutPlaces(Steps {
            code_point: |_, value| scalar_value(value).or(PLACE),
            ..RIGHT
        })),
    deviation("punycode/above-10ffff-left-out", &["punycode-23", "punycode-36"])
        .summary("A decoded number above 10FFFF is left out of the text.")
        .seen(&[observed("R urltools 1.7.3")])
        .by(&WithoutPlaces(Steps {
            code_point: |_, value| {
                scalar_value(value).or(PLACE.filter(|_| !(0..=0x10_ffff).contains(&value)))
            },
            ..RIGHT
        })),
    deviation("punycode/decoded-surrogates-crash", &["punycode-24", "punycode-36"])
        .summary("A decoded surrogate ends the program, because its text is not Unicode.")
        .seen(&[observed("R urltools 1.7.3")])
        .by(&Reads(Steps {
            code_point: |_, value| match value {
                0xd800..0xe000 => crash(),
                _ => scalar_value(value),
            },
            ..RIGHT
        })),
];

/// A number above all characters, which keeps the place of one until the text is complete.
const PLACE: Option<u128> = Some(u32::MAX as u128);

/// A decoder of these steps, whose text is without the places that they keep.
struct WithoutPlaces(Steps);

impl Model for WithoutPlaces {
    fn answer(&self, call: &Call<'_>) -> Answer {
        Some(Reads(self.0).answer(call)?.map(|mut value| {
            if let Value::Text(text) = &mut value {
                text.code_points.retain(|&c| c != u32::MAX);
            }
            value
        }))
    }
}
