//! The model as a codec.

use super::{Icu, Rules, Tables, Unicode16};
use crate::unicode::{Version, Versions};
use crate::uts46::{Uts46Codec, versions};

/// The model. It has the tables of the reference for names that are newer than Unicode 16.
pub(in crate::plain) const CODEC: Uts46Codec = Uts46Codec {
    process: |op, name, settings| {
        let is_known = versions(op, name, settings).are_within(Versions::all(Version::V16));
        let tables: &'static dyn Tables = if is_known { &Unicode16 } else { &Icu };
        Rules { tables, ..Rules::UTS46 }.apply(op, name, *settings)
    },
};
