//! Cases about foreign characters fail for the reason that they are there for.
//!
//! A case that refuses a character because it only resembles a digit or letter catches a decoder
//! that folds it only if the folded text is right. If it is wrong, that decoder refuses the text for
//! another reason, and passes. A space is folded to a space or left out.

use acegate::implementation::{Implementation, InProcess, Registry};
use acegate::observation::Outcome;
use acegate::suite::request_for;
use acegate_codec::uts46::{Settings, process};
use acegate_codec::{ErrorKind, Value};
use acegate_vectors::{Check, Outcome as Expected, Suite};

#[test]
fn the_text_with_ascii_for_its_foreign_characters_is_accepted() {
    let suite = Suite::embedded().expect("valid");
    let mut reference = InProcess::registry(Registry::Reference);
    let mut seen = 0;
    let mut vain = Vec::new();
    for check in suite.checks() {
        let Some(folded) = folded(&check) else {
            continue;
        };
        seen += 1;
        let is_accepted = folded.into_iter().any(|text| {
            let request = request_for(&check);
            let request = acegate::protocol::Request {
                input: text,
                ..request
            };
            matches!(reference.answer(&request).outcome, Outcome::Value(_))
        });
        if !is_accepted {
            vain.push(check.name.to_string());
        }
    }
    assert!(
        vain.is_empty(),
        "a decoder that folds refuses these, too: {vain:?}"
    );
    assert!(
        seen >= 350,
        "only {seen} cases are about characters that resemble others"
    );
}

/// The input with ASCII characters in the place of those that resemble them, small, capital, and
/// small without spaces; `None` if nothing in it does, or if it is not to be refused.
fn folded(check: &Check) -> Option<[Value; 3]> {
    let Some(Expected::Error { kinds, .. }) = check.expect.single() else {
        return None;
    };
    // No text of ASCII is a U-label, and the Bidi rule asks for the class of a digit, not for what it looks like.
    let is_for_its_look =
        check.op != "is-u-label" && !kinds.iter().any(|kind| kind == ErrorKind::Bidi.code());
    let Value::Text(text) = request_for(check).input else {
        return None;
    };
    let resembles = text.code_points.iter().any(|&point| like(point).is_some());
    // UTS #46 itself folds them: its cases are refused for what they are folded to.
    let is_folded = check.op == "escape" || check.codec() == "uts46";
    if !is_for_its_look || !resembles || is_folded {
        return None;
    }
    let fold = |change: fn(&u8) -> u8| {
        let points = text.code_points.iter();
        let points = points.map(|&point| like(point).map_or(point, |ascii| change(&ascii).into()));
        Value::from_code_points(points.collect::<Vec<_>>())
    };
    let without_spaces = text
        .code_points
        .iter()
        .filter(|&&point| like(point) != Some(b' '));
    let without_spaces = without_spaces.map(|&point| like(point).map_or(point, u32::from));
    let without_spaces = Value::from_code_points(without_spaces.collect::<Vec<_>>());
    Some([
        fold(|ascii| *ascii),
        fold(u8::to_ascii_uppercase),
        without_spaces,
    ])
}

/// The ASCII character that a character has the value or the look of, as numeric values, case mappings
/// and the mapping of UTS #46, in which letters are small, have it.
fn like(point: u32) -> Option<u8> {
    let digit = |zero: u32| u8::try_from(point - zero).ok().map(|value| b'0' + value);
    match point {
        0x130 | 0x131 => Some(b'i'),
        0x660..=0x669 => digit(0x660),
        0x6f0..=0x6f9 => digit(0x6f0),
        0x966..=0x96f => digit(0x966),
        _ => {
            let foreign = char::from_u32(point).filter(|c| !c.is_ascii())?;
            let mapped = process("to-unicode", &foreign.to_string(), &Settings::WHATWG).text;
            <[u8; 1]>::try_from(mapped.into_bytes())
                .ok()
                .map(|[ascii]| ascii)
        }
    }
}
