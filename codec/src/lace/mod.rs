//! LACE: Base32 of runs of UTF-16 units, with the upper octet (the row) written once for each run
//! (draft-ietf-idn-lace-01, Davis and Hoffman, 2001).
//!
//! An encoded label is `lq--` (`bq--` in draft -00) and the Base32 of the *compressed* octets. Each
//! run is its length, its row and the lower octets of its units. If all runs together are longer
//! than the UTF-16, FF and the UTF-16 are written instead.
//!
//! # Readings
//!
//! - Runs have adjacent units, which -00 does not say. The input pointer moves by twice the count,
//!   not one pair further (section 2.4.1, steps 4 and 5).
//! - If both forms are equally long, the runs are written. A single unit is always written after FF.
//! - An input that decodes, but that the encoder does not write, is refused (`not-canonical`). -00
//!   compares only lengths, -01 compresses again (section 2.4.2, steps 9 and 11).
//! - "Host name characters only" applies to each character, as in [`race`](crate::race).
//! - The limit of 36 octets (section 2.2.3) is the limit of 63 characters, as in RACE. So 34 units
//!   of one row fit, not the 35 of section 1.2, or 17 after FF.
//! - A run of more than 254 units has no length octet, because FF has another meaning. It is refused
//!   (`too-long`). Only the bare transformation can have one.
//!
//! # Positions
//!
//! Positions are byte offsets, as in [`host`](crate::host) and [`base32`]. The position of an error in the octets
//! is the digit in which the octet begins:
//!
//! | kind | position |
//! | --- | --- |
//! | `truncated` | the end, after FF, a length or a row |
//! | `odd` | the end |
//! | `bad-count` | the length, which is zero or runs past the end |
//! | `surrogate` | the unpaired surrogate: after FF its first octet, in a run its lower octet |
//!
//! An error of form is reported before an unpaired surrogate, even at a later position.
//!
//! # Examples
//!
//! The functions of [`host`](crate::host) apply the rules to labels and to names.
//!
//! ```
//! use acegate_codec::{host, lace};
//!
//! assert_eq!(host::encode_label("شركة", &lace::RULES).as_deref(), Ok("lq--aqddimkdfe"));
//! let draft_00 = host::encode_label("شركة", &lace::RULES_DRAFT_00);
//! assert_eq!(draft_00.as_deref(), Ok("bq--aqddimkdfe"));
//! ```

pub mod model;

use alloc::string::String;
use alloc::vec::Vec;

use self::model::Lace;
use crate::base32;
use crate::codec::{About, ParameterSpec};
use crate::error::Error;
#[cfg(doc)]
use crate::error::ErrorKind;
use crate::facts::Family;
use crate::host::LabelRules;
use crate::label_codec::{LAYER, LabelCodec, operations};
use crate::utf16::{numbers, pairs_of, string, text_of};

/// The prefix of every encoded label in draft -01, in any case (section 2.1).
pub const PREFIX: &str = "lq--";

/// The prefix of every encoded label in draft -00, the same as in RACE.
pub const PREFIX_DRAFT_00: &str = "bq--";

/// LACE of draft -01 as an encoding of host labels.
pub const RULES: LabelRules = LabelRules {
    prefix: PREFIX,
    allows_edge_hyphens: true,
    encode: |label, payload| {
        payload.push_str(&base32::encode(&compress(label)?));
        Ok(())
    },
    decode: |payload, text| base32::push_text(payload, text, decompress),
};

/// LACE with the prefix of draft -00.
pub const RULES_DRAFT_00: LabelRules = LabelRules {
    prefix: PREFIX_DRAFT_00,
    ..RULES
};

/// The facts about the codec.
pub const ABOUT: About = About {
    id: "lace",
    title: "LACE",
    family: Family::Labels,
    prefix: Some(PREFIX),
    digits: "a-z or 2-7",
    document: "draft-ietf-idn-lace-01",
    operations: &operations(&[DRAFT, LAYER], &[DRAFT]),
};

pub(crate) const CODEC: LabelCodec = LabelCodec {
    about: ABOUT,
    rules: |arguments| {
        if arguments.is("draft", "0") {
            &RULES_DRAFT_00
        } else {
            &RULES
        }
    },
};

const DRAFT: ParameterSpec = ParameterSpec {
    name: "draft",
    values: &["1", "0"],
    summary: "The draft that is followed: -01 writes the prefix lq--, -00 the prefix bq--.",
};

/// Decompresses octets to text (section 2.4.2, without the comparison).
///
/// It accepts several forms of some texts; [`decode_label`](crate::host::decode_label) does not.
///
/// # Errors
///
/// Positions count octets. [`Empty`](ErrorKind::Empty); [`Truncated`](ErrorKind::Truncated) if
/// nothing follows FF, a length or a row; [`BadCount`](ErrorKind::BadCount) for a length that is
/// zero or runs past the end; [`Odd`](ErrorKind::Odd) after FF;
/// [`Surrogate`](ErrorKind::Surrogate) for an unpaired surrogate.
pub fn decompress(octets: &[u8]) -> Result<String, Error> {
    Ok(string(&text_of(&Lace::DRAFT.decompress(octets)?, false)?))
}

/// Compresses a text (section 2.4.1).
///
/// # Errors
///
/// [`Empty`](ErrorKind::Empty); [`TooLong`](ErrorKind::TooLong) at the end if a run has more than
/// 254 units.
pub fn compress(text: &str) -> Result<Vec<u8>, Error> {
    let octets = Lace::DRAFT.compress(&pairs_of(&numbers(text)));
    // Both errors are at the end.
    octets.map_err(|error| Error::new(error.kind, text.len()))
}
