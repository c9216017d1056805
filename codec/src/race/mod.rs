//! RACE: Base32 of the UTF-16 of a label, with the upper octets left out if they are all one row, or
//! one row and 0 (draft-ietf-idn-race-03, Hoffman, 2000). The row is the upper octet of a unit.
//!
//! An encoded label is `bq--` and the Base32 of the *compressed* octets. The first octet is a header.
//!
//! - One-octet mode: the header is the row. A character of the row is its lower octet; the lower
//!   octet FF is written FF 99. A character of row 0 in another row is FF and its lower octet.
//! - Two-octet mode: the header is D8, and UTF-16 follows.
//!
//! # Readings
//!
//! - U+0099 is refused in one-octet mode only, because FF 99 means FF there.
//! - The rows that cannot be a header are D8 to DF, not D8 to DC (section 2.4.1, step 4).
//! - Section 2.4.2 accepts some octets that the compression does not write: it checks two-octet mode
//!   and not one-octet mode (`00 FF E9` for `00 E9`). The draft says "There is exactly one way to
//!   convert", so all of these are refused (`not-canonical`).
//! - "Host name characters only" applies to each character, so a label such as `-a` is not encoded
//!   either.
//! - The limit of 36 octets (section 2.2.3) is the limit of 63 characters: 36 octets give 4 + 58
//!   characters, 37 octets give 4 + 60. So 35 characters of one row fit, or 17 in two-octet mode.
//!
//! # Positions
//!
//! Positions are byte offsets, as in [`host`](crate::host) and [`base32`]. The position of an error in the octets
//! is the digit in which the octet begins:
//!
//! | kind | position |
//! | --- | --- |
//! | `truncated` | the end, after a header or FF |
//! | `odd` | the end |
//! | `surrogate` | the header, or the unpaired surrogate |
//! | `u0099` | the octet 99; in a label to be encoded, the character |
//!
//! # Examples
//!
//! The functions of [`host`](crate::host) apply the rules to labels and to names.
//!
//! ```
//! use acegate_codec::{host, race};
//!
//! assert_eq!(host::encode_label("شركة", &race::RULES).as_deref(), Ok("bq--ay2dcqzj"));
//! assert_eq!(host::decode_label("bq--ay2dcqzj", &race::RULES).as_deref(), Ok("شركة"));
//! ```

pub mod model;

use alloc::string::String;
use alloc::vec::Vec;
use core::iter::repeat_n;

use self::model::Race;
use crate::base32;
use crate::codec::About;
use crate::error::Error;
#[cfg(doc)]
use crate::error::ErrorKind;
use crate::facts::Family;
use crate::host::LabelRules;
use crate::label_codec::{LAYER, LabelCodec, operations};
use crate::utf16::{numbers, pairs_of, string, text_of};

/// The prefix of every encoded label, in any case (section 2.1).
pub const PREFIX: &str = "bq--";

/// RACE as an encoding of host labels.
pub const RULES: LabelRules = LabelRules {
    prefix: PREFIX,
    allows_edge_hyphens: true,
    encode: |label, payload| {
        payload.push_str(&base32::encode(&compress(label)?));
        Ok(())
    },
    decode: |payload, text| base32::push_text(payload, text, decompress),
};

/// The facts about the codec.
pub const ABOUT: About = About {
    id: "race",
    title: "RACE",
    family: Family::Labels,
    prefix: Some(PREFIX),
    digits: "a-z or 2-7",
    document: "draft-ietf-idn-race-03",
    operations: &operations(&[LAYER], &[]),
};

pub(crate) const CODEC: LabelCodec = LabelCodec {
    about: ABOUT,
    rules: |_| &RULES,
};

/// Decompresses octets to text (section 2.4.2).
///
/// It accepts several forms of some texts; [`decode_label`](crate::host::decode_label) does not.
///
/// # Errors
///
/// Positions count octets. [`Empty`](ErrorKind::Empty); [`Truncated`](ErrorKind::Truncated) if
/// nothing follows the header or FF; [`Odd`](ErrorKind::Odd) in two-octet mode;
/// [`Surrogate`](ErrorKind::Surrogate) for a header D9 to DF and for an unpaired surrogate in
/// two-octet mode; [`U0099`](ErrorKind::U0099) for an octet 99 in row 0.
pub fn decompress(octets: &[u8]) -> Result<String, Error> {
    Ok(string(&text_of(&Race::DRAFT.decompress(octets)?, false)?))
}

/// Compresses a text (section 2.4.1).
///
/// # Errors
///
/// [`U0099`](ErrorKind::U0099) at the byte offset of that character in one-octet mode.
pub fn compress(text: &str) -> Result<Vec<u8>, Error> {
    let octets = Race::DRAFT.compress(&pairs_of(&numbers(text)));
    octets.map_err(|error| Error::new(error.kind, offset_of_unit(text, error.position)))
}

/// The offset of the character that has this unit of UTF-16.
fn offset_of_unit(text: &str, unit: usize) -> usize {
    let mut starts = text
        .char_indices()
        .flat_map(|(at, c)| repeat_n(at, c.len_utf16()));
    starts.nth(unit).unwrap_or(text.len())
}
