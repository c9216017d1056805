//! The models: every codec, slow, and transcribed from its document as a table of steps, so that a known
//! fault is a model with a step changed. Where a codec is fast (Punycode, Bootstring, and the numbers of
//! uri2dec), tests compare it with its model. All other codecs, and the host layer, are their own model.
//! The harness can run the models as an implementation of their own.

pub mod bootstring;
pub mod host;
pub mod lace;
pub mod race;
pub mod uri2dec;
pub mod utf16;
pub mod utf5;
pub mod utf6;
#[cfg(feature = "uts46")]
pub mod uts46;

use crate::codec::Codec;

/// The plain codecs, in alphabetical order. They have the ids, operations and parameters of the
/// [reference codecs](crate::codecs).
#[must_use]
pub fn codecs() -> &'static [&'static dyn Codec] {
    &[
        &bootstring::CODEC,
        &crate::e164::CODEC,
        &crate::lace::CODEC,
        &bootstring::PUNYCODE,
        &crate::race::CODEC,
        &uri2dec::CODEC,
        &crate::utf5::CODEC,
        &crate::utf6::CODEC,
        #[cfg(feature = "uts46")]
        &uts46::CODEC,
    ]
}

/// The plain codec with this id.
#[must_use]
pub fn codec(id: &str) -> Option<&'static dyn Codec> {
    codecs().iter().copied().find(|codec| codec.id() == id)
}
