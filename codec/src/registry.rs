//! The reference codecs by name.

use crate::codec::Codec;

/// The reference codecs, in alphabetical order.
#[must_use]
pub fn codecs() -> &'static [&'static dyn Codec] {
    &[
        &crate::bootstring::CODEC,
        &crate::e164::CODEC,
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
