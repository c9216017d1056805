//! The reference codecs and their models by name.

use crate::codec::{About, Codec};
use crate::facts::Family;

/// The reference codecs, in alphabetical order.
#[must_use]
pub fn codecs() -> &'static [&'static dyn Codec] {
    &[
        &crate::bootstring::CODEC,
        &crate::e164::CODEC,
        #[cfg(feature = "uts46")]
        &crate::idna2008::CODEC,
        &crate::lace::CODEC,
        &crate::punycode::CODEC,
        &crate::race::CODEC,
        &crate::uri2dec::CODEC,
        &crate::utf5::CODEC,
        &crate::utf6::CODEC,
        #[cfg(feature = "uts46")]
        &crate::uts46::CODEC,
    ]
}

/// The reference codec with this id.
#[must_use]
pub fn codec(id: &str) -> Option<&'static dyn Codec> {
    codecs().iter().copied().find(|codec| codec.id() == id)
}

/// The models of the codecs, in alphabetical order. They have the ids, operations and parameters of the
/// [reference codecs](codecs). A codec in which nothing is fast is its own model.
#[must_use]
pub fn models() -> &'static [&'static dyn Codec] {
    &[
        &crate::bootstring::model::CODEC,
        &crate::e164::CODEC,
        #[cfg(feature = "uts46")]
        &crate::idna2008::model::CODEC,
        &crate::lace::CODEC,
        &crate::punycode::MODEL,
        &crate::race::CODEC,
        &crate::uri2dec::model::CODEC,
        &crate::utf5::CODEC,
        &crate::utf6::CODEC,
        #[cfg(feature = "uts46")]
        &crate::uts46::model::CODEC,
    ]
}

/// The model with this id.
#[must_use]
pub fn model(id: &str) -> Option<&'static dyn Codec> {
    models().iter().copied().find(|model| model.id() == id)
}

/// The facts about the codec with this id.
#[must_use]
pub fn about(id: &str) -> Option<About> {
    Some(codec(id)?.about())
}

/// The family of the codec with this id.
#[must_use]
pub fn family(id: &str) -> Option<Family> {
    Some(about(id)?.family)
}
