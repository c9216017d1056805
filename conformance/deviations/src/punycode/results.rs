//! Texts and codes that are put out wrongly.

use acegate_codec::Value;

use super::decodes;
use super::engine::{Integers, REPLACEMENT, Rules, scalar_value};
use crate::{Deviation, crash, deviation, observed};

/// The deviations in the output.
pub(crate) const RESULTS: &[Deviation] = &[
    deviation("punycode/impossible-replaced", &["punycode-23", "punycode-24", "punycode-36"])
        .summary("U+FFFD stands for a decoded number that is not a character.")
        .how(|call| {
            let code_point = |value| Some(scalar_value(value).unwrap_or(REPLACEMENT));
            decodes(call, &Rules { code_point: Some(code_point), ..Rules::RFC })
        }),
    deviation("punycode/impossible-is-nul", &["punycode-23", "punycode-24", "punycode-36"])
        .summary("U+0000 stands for a decoded number that is not a character.")
        .how(|call| {
            let code_point = |value| Some(scalar_value(value).unwrap_or(0));
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
    deviation("punycode/overflow-replaced", &["punycode-30", "punycode-32"])
        .summary("Numbers are of any size, and U+FFFD stands for one that is not a character.")
        .how(|call| {
            let code_point = |value| Some(scalar_value(value).unwrap_or(REPLACEMENT));
            let integers = Some(Integers::Unbounded);
            decodes(call, &Rules { integers, code_point: Some(code_point), ..Rules::RFC })
        }),
    deviation("punycode/octets-decoded", &["punycode-36", "punycode-43"])
        .summary("A text is put out as its octets in UTF-8, each taken for a character.")
        .how(|call| {
            let own = (call.op == "decode").then(|| call.answer().ok())??;
            Some(Ok(edited(own, |text| *text = octets(text))))
        }),
    deviation("punycode/octets-encoded", &["punycode-41", "punycode-43"])
        .summary("The octets of a text in UTF-8 are encoded, each taken for a character.")
        .how(|call| {
            let text = octets(call.code_points());
            let own = call.op == "encode" && call.parameters.is_empty();
            own.then(|| call.answer_to(&Value::from_code_points(text)))
        }),
    deviation("punycode/nul-at-256", &["punycode-36", "punycode-40"])
        .summary("U+0000 stands at the place 256 of a decoded text.")
        .how(|call| {
            let own = (call.op == "decode").then(|| call.answer().ok())??;
            Some(Ok(edited(own, |text| {
                if let Some(last) = text.get_mut(256) {
                    *last = 0;
                }
            })))
        }),
    deviation("punycode/prefix-read", &["punycode-36"])
        .summary("The prefix of host labels is taken off a code before it is decoded.")
        .how(|call| {
            let rest = call.code_points().strip_prefix(&PREFIX.map(u32::from))?;
            (call.op == "decode").then(|| call.answer_to(&Value::from_code_points(rest)))
        }),
    deviation("punycode/prefix-written", &["punycode-1", "punycode-41"])
        .summary("The prefix of host labels is written before a code.")
        .how(|call| {
            let own = (call.op == "encode").then(|| call.answer().ok())??;
            Some(Ok(edited(own, |code| drop(code.splice(..0, PREFIX.map(u32::from))))))
        }),
];

/// A number above all characters, which keeps the place of one until the text is complete.
const PLACE: u32 = u32::MAX;

const PREFIX: [char; 4] = ['x', 'n', '-', '-'];

/// The value with its text changed.
fn edited(mut value: Value, edit: impl FnOnce(&mut Vec<u32>)) -> Value {
    if let Value::Text(text) = &mut value
        && text.flags.is_none()
    {
        edit(&mut text.code_points);
    }
    value
}

fn octets(text: &[u32]) -> Vec<u32> {
    let characters = text.iter().map(|&c| char::from_u32(c).unwrap_or(char::REPLACEMENT_CHARACTER));
    characters.collect::<String>().bytes().map(u32::from).collect()
}
