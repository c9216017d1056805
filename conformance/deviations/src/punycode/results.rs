//! Texts and codes that are put out wrongly.

use acegate_codec::Value;

use super::decodes;
use super::engine::{REPLACEMENT, Rules, scalar_value};
use crate::{Deviation, crash, deviation, observed};

/// The deviations in the output.
pub(crate) const RESULTS: &[Deviation] = &[
    deviation("punycode/impossible-replaced", &["punycode-23", "punycode-24", "punycode-36"])
        .summary("U+FFFD stands for a decoded number that is not a character.")
        .how(|call| {
            let code_point = |value| Some(scalar_value(value).unwrap_or(REPLACEMENT));
            decodes(call, &Rules { code_point: Some(code_point), ..Rules::RFC })
        }),
    deviation("punycode/impossible-left-out", &["punycode-23", "punycode-24", "punycode-36"])
        .summary("A decoded number that is not a character is left out of the text.")
        .how(|call| {
            let code_point = |value| Some(scalar_value(value).unwrap_or(PLACE));
            let own = decodes(call, &Rules { code_point: Some(code_point), ..Rules::RFC })?;
            Some(own.map(|value| edited(value, |text| text.retain(|&c| c != PLACE))))
        }),
    deviation("punycode/above-10ffff-left-out", &["punycode-23", "punycode-36"])
        .summary("A decoded number above 10FFFF is left out of the text.")
        .seen(&[observed("R urltools 1.7.3")])
        .how(|call| {
            let code_point =
                |value: u128| scalar_value(value).or_else(|| (value > 0x10_ffff).then_some(PLACE));
            let own = decodes(call, &Rules { code_point: Some(code_point), ..Rules::RFC })?;
            Some(own.map(|value| edited(value, |text| text.retain(|&c| c != PLACE))))
        }),
    deviation("punycode/decoded-surrogates-crash", &["punycode-24", "punycode-36"])
        .summary("A decoded surrogate ends the program, because its text is not Unicode.")
        .seen(&[observed("R urltools 1.7.3")])
        .how(|call| {
            let code_point = |value| match value {
                0xd800..0xe000 => crash(),
                _ => scalar_value(value),
            };
            decodes(call, &Rules { code_point: Some(code_point), ..Rules::RFC })
        }),
];

/// A number above all characters, which keeps the place of one until the text is complete.
const PLACE: u32 = u32::MAX;

/// The value with its text changed.
fn edited(mut value: Value, edit: impl FnOnce(&mut Vec<u32>)) -> Value {
    if let Value::Text(text) = &mut value
        && text.flags.is_none()
    {
        edit(&mut text.code_points);
    }
    value
}
