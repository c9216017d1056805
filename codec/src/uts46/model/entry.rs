//! The model as a codec.

use super::Rules;
use crate::unicode::{Version, Versions};
use crate::uts46::{Uts46Codec, versions};

/// The model. It has the tables of the reference for names that are newer than Unicode 16.
pub(crate) const CODEC: Uts46Codec = Uts46Codec {
    process: |op, name, settings| {
        let is_known = versions(op, name, settings).are_within(Versions::all(Version::V16));
        let rules = if is_known { Rules::UTS46 } else { Rules::ICU };
        rules.apply(op, name, *settings)
    },
};
