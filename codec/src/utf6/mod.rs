//! UTF-6: UTF-16 code units as numbers of variable length, with the bits that all units of a label
//! share written once (draft-ietf-idn-utf6-00, Welter and Spolarich, 2000).
//!
//! An encoded label is `wq--`, then in some cases a header, then the units. Each unit is a
//! hexadecimal number without leading zeros, whose first digit is one of `g` to `v`. A hyphen is
//! written as itself. The header is `y` and the row (the upper octet) if all units besides hyphens
//! are of one row. Otherwise it is `z` and the upper nibble if all of them share that. A single unit
//! never has a header.
//!
//! # Readings
//!
//! The draft leaves gaps and contradicts itself in places. This module reads it so:
//!
//! - Section 2.4.1 prints the first digits without `n`. There are sixteen of them, `g` to `v`, and
//!   `g` is zero.
//! - Section 2.4.2 writes `Y` and `Z`. Here lowercase is written, and both cases are read.
//! - Section 2.4.2, step 5, applies the mask to every character. Here the hyphen is excepted, as in
//!   the decoder of section 2.5.2. It would be lost otherwise.
//! - The header is written whenever its condition holds, although it makes a text of row 0 two
//!   characters longer. A choice of the shorter form would give some texts two forms.
//! - The number after `y` is at most FF, the one after `z` at most F, and no unit exceeds FFFF.
//! - The draft does not say what to do with inputs that decode but that the encoder does not write:
//!   leading zeros, a header whose condition does not hold, a hyphen written as a number. All are
//!   refused (`not-canonical`), because "distinct Unicode sequences map to distinct domain name
//!   sequences" (section 4) must hold in both directions.
//! - Unpaired surrogates are refused, because section 2.4.3 speaks of UTF-16.
//! - Section 2.2 assumes that a label does not have only letters, digits and hyphens. Such labels are
//!   not encoded, and codes that decode to one are refused. [`encode_bare`](crate::host::encode_bare) and
//!   [`decode_bare`](crate::host::decode_bare) do not apply this rule or any other rule for host names.
//! - The letter case of a code has no meaning. `A` and `a` have different codes, and both codes may
//!   be written in either case.
//!
//! # Positions
//!
//! Positions are byte offsets, as in [`host`](crate::host). The errors of this encoding itself:
//!
//! | kind | position |
//! | --- | --- |
//! | `bad-digit` | the character that is not a first digit |
//! | `value-too-large`, `surrogate` | the first digit of the number |
//! | `truncated` | the end, after a header |
//!
//! An error of form is reported before an unpaired surrogate, even at a later position.
//!
//! # Examples
//!
//! The functions of [`host`](crate::host) apply the rules to labels and to names.
//!
//! ```
//! use acegate_codec::{host, utf6};
//!
//! assert_eq!(host::encode_label("é", &utf6::RULES).as_deref(), Ok("wq--u9"));
//! assert_eq!(host::to_ascii("www.é.example", &utf6::RULES).as_deref(), Ok("www.wq--u9.example"));
//! assert_eq!(host::encode_bare("A-B", &utf6::RULES).as_deref(), Ok("wq--ygk1-k2"));
//! ```

pub mod model;

use self::model::Utf6;
use crate::codec::About;
use crate::facts::Family;
use crate::host::LabelRules;
use crate::label_codec::{LAYER, LabelCodec, operations};
use crate::utf16::{numbers, string};

/// The prefix of every encoded label, in any case (section 2.1).
pub const PREFIX: &str = "wq--";

/// UTF-6 as an encoding of host labels.
pub const RULES: LabelRules = LabelRules {
    prefix: PREFIX,
    allows_edge_hyphens: true,
    encode: |label, payload| {
        payload.push_str(&Utf6::DRAFT.encode(&numbers(label))?);
        Ok(())
    },
    decode: |payload, text| {
        text.push_str(&string(&Utf6::DRAFT.decode(payload)?));
        Ok(())
    },
};

/// The facts about the codec.
pub const ABOUT: About = About {
    id: "utf6",
    title: "UTF-6",
    family: Family::Labels,
    prefix: Some(PREFIX),
    digits: "g-v for the first digit of a character, 0-9 or a-f for the others",
    document: "draft-ietf-idn-utf6-00",
    operations: &operations(&[LAYER], &[]),
};

pub(crate) const CODEC: LabelCodec = LabelCodec {
    about: ABOUT,
    rules: |_| &RULES,
};
