//! The model as a codec.

use super::ProtocolSteps;
use crate::idna2008::{Idna2008Codec, versions};
use crate::unicode::{Version, Versions};

/// The model. It has the tables of the reference for names that are newer than Unicode 16.
pub const CODEC: Idna2008Codec = Idna2008Codec {
    process: |verb, input, options| {
        let is_known = versions(verb, input, options).are_within(Versions::all(Version::V16));
        let rules = if is_known {
            ProtocolSteps::IDNA2008
        } else {
            ProtocolSteps::ICU
        };
        rules.apply(verb, input, options)
    },
};
