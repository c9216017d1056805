//! The plain models: every codec a second time, slow, and transcribed from its document. Tests
//! compare the fast codecs with them. The harness can run them as an implementation of their own.

mod base32;
pub mod bootstring;
pub mod e164;
pub mod host;
pub mod lace;
pub mod race;
pub mod uri2dec;
mod utf16;
pub mod utf5;
pub mod utf6;

use crate::codec::Codec;

/// The plain codecs, in alphabetical order. They have the ids, operations and parameters of the
/// [reference codecs](crate::codecs).
#[must_use]
pub fn codecs() -> &'static [&'static dyn Codec] {
    &[
        &bootstring::CODEC,
        &e164::CODEC,
        &lace::CODEC,
        &bootstring::PUNYCODE,
        &race::CODEC,
        &uri2dec::CODEC,
        &utf5::CODEC,
        &utf6::CODEC,
    ]
}

/// The plain codec with this id.
#[must_use]
pub fn codec(id: &str) -> Option<&'static dyn Codec> {
    codecs().iter().copied().find(|codec| codec.id() == id)
}
