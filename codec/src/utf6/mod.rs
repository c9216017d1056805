//! UTF-6: UTF-16 code units as letters and digits of variable length, with what all units of a
//! label have in common written once (draft-ietf-idn-utf6-00, Welter and Spolarich, 2000).
//!
//! An encoded label is `wq--`, then perhaps a header, then every unit as a number whose first
//! digit is one of `g` to `v` and whose others are hexadecimal, without leading zeros. A hyphen
//! stands for itself. The header is `y` and the number of the row (the upper octet) where all
//! units besides hyphens are of one row, or else `z` and the number of the upper nibble where they
//! have that in common. One unit alone never has a header.
//!
//! # Readings
//!
//! The draft leaves gaps and contradicts itself in places. The reading here:
//!
//! - Section 2.4.1 prints a set of first digits without `n`: there are sixteen, `g` to `v`, and
//!   zero is `g`.
//! - Section 2.4.2 emits `Y` and `Z`: lower case is written, both are read.
//! - Section 2.4.2, step 5, sends every character through the mask: the hyphen is excepted, as
//!   the decoder of section 2.5.2 has it. It would be lost otherwise.
//! - The header is written whenever its condition holds, though row 0 then costs two characters:
//!   to choose the shorter form would give up that there is one form only.
//! - The number after `y` is at most FF, the one after `z` at most F, and no unit exceeds FFFF.
//! - The draft says nothing of what decodes but is never written: leading zeros, a header that is
//!   not due, a hyphen spelled out. All are refused (`not-canonical`), for "distinct Unicode
//!   sequences map to distinct domain name sequences" (section 4) must hold both ways.
//! - Unpaired surrogates are refused: section 2.4.3 speaks of UTF-16.
//! - Labels of letters, digits and hyphens only, which section 2.2 assumes away, are not encoded
//!   and never come out of decoding. [`encode_bare`] and [`decode_bare`] are the transformation
//!   without this and every other rule of hosts.
//! - Letter case carries nothing: `A` and `a` have different codes, and those may be written in
//!   any case.
//!
//! # Positions
//!
//! Byte offsets, as in [`host`](crate::host). What this encoding itself refuses:
//!
//! | kind | position |
//! | --- | --- |
//! | `bad-digit` | the character that is not a first digit |
//! | `value-too-large`, `surrogate` | the first digit of the number |
//! | `truncated` | the end: a header with nothing after it |
//!
//! A fault of form is reported before an unpaired surrogate, wherever they stand.

mod trace;
mod transform;

pub use trace::{LabelTrace, UnitTrace, explain};
pub(crate) use transform::CODEC;
pub(crate) use transform::{DOCUMENT, ID, OPERATIONS};
pub use transform::{
    Mode, PREFIX, RULES, decode, decode_bare, encode, encode_bare, encode_units, to_ascii,
    to_unicode,
};
