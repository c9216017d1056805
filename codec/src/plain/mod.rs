//! The models: every codec, slow, and transcribed from its document as a table of steps, so that a known
//! fault is a model with a step changed. Where a codec is fast, tests compare it with its model. A codec
//! that has nothing fast, such as ENUM, is its own model. The harness can run the models as an
//! implementation of their own.

pub mod bootstring;
pub mod host;
pub mod lace;
pub mod race;
pub mod uri2dec;
pub mod utf16;
pub mod utf5;
pub mod utf6;

use crate::codec::Codec;
use crate::label_codec::LabelCodec;
use crate::{lace as lace_labels, race as race_labels};

/// The plain codecs, in alphabetical order. They have the ids, operations and parameters of the
/// [reference codecs](crate::codecs).
#[must_use]
pub fn codecs() -> &'static [&'static dyn Codec] {
    &[
        &bootstring::CODEC,
        &crate::e164::CODEC,
        &LACE,
        &bootstring::PUNYCODE,
        &RACE,
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

/// LACE with the model of host names.
const LACE: LabelCodec = LabelCodec { host: host::apply, ..lace_labels::CODEC };

/// RACE with the model of host names.
const RACE: LabelCodec = LabelCodec { host: host::apply, ..race_labels::CODEC };
