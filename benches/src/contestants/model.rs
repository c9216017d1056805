//! Bootstring with the parameters of Swift, and its plain model, through the same functions.

use acegate_codec::bootstring::Bootstring;
use acegate_codec::plain;

use super::Label;
use super::number::Direction;
use crate::contest::{Contestant, Origin};

/// The texts with their codes from the codec. Texts that it refuses are left out.
#[must_use]
pub fn swift_labels_from(texts: Vec<String>) -> Vec<Label> {
    Label::all(texts.into_iter().filter_map(|text| {
        let points: Vec<_> = text.chars().map(u32::from).collect();
        let code = String::from_utf8(SWIFT.encode(&points).ok()?).ok()?;
        Some((text, code))
    }))
}

/// The codec and its model, with the same interface. Each returns an answer of its own.
#[must_use]
pub fn swift_models(direction: Direction) -> Vec<Contestant<Label>> {
    vec![
        direction.contestant(
            "fast",
            Origin::Fast,
            |label: &Label| SWIFT.encode(label.points).ok(),
            |label| SWIFT.decode(&code_points(label)).ok(),
        ),
        direction.contestant(
            "plain",
            Origin::Yardstick,
            |label: &Label| plain::bootstring::encode(&SWIFT, label.points).ok(),
            |label| plain::bootstring::decode(&SWIFT, &code_points(label)).ok(),
        ),
    ]
}

static SWIFT: Bootstring = Bootstring::SWIFT;

/// The interface that both have: code points as integers.
fn code_points(label: &Label) -> Vec<u32> {
    label.code.bytes().map(u32::from).collect()
}
