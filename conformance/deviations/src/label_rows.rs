//! The deviations that RACE, LACE and UTF-6 share: those of host labels and of Base32.
//!
//! Each row is a function from an id and the requirements that are broken, so that the tables of
//! the encodings read like all others: `inner_dot::<Race>("race/inner-dot", &["race-18"])`.

use super::base32::Base32;
use super::label::{
    Payload, Rules, answer_folded, answer_to_folded, answer_with_ideographic_dots,
    answer_without_spaces,
};
use super::row::deviation;
use crate::{Call, Deviation, Model, Reads, Writes};

/// An encoding of host labels.
pub(super) trait LabelEncoding: Payload + Model + Sized + 'static {
    /// The encoding without a fault.
    const RIGHT: Self;

    /// The encoding that writes and reads unpaired surrogates.
    const UNPAIRED: Self;

    /// The rules of labels for a call.
    fn rules(call: &Call<'_>) -> Rules;
}

/// An encoding of host labels in Base32.
pub(super) trait InBase32: LabelEncoding {
    /// The encoding with this Base32.
    fn with(base32: Base32) -> Self;
}

macro_rules! rows {
    ($trait:ident: $($name:ident: $summary:literal, $how:expr;)*) => {$(
        pub(super) const fn $name<E: $trait>(
            id: &'static str,
            breaks: &'static [&'static str],
        ) -> Deviation {
            deviation(id, breaks).summary($summary).how($how)
        }
    )*};
}

rows! { LabelEncoding:
    labels_of_any_length:
        "Labels of more than 63 octets are written and read.",
        |call| (Rules { label_limit: false, ..E::rules(call) }, E::RIGHT).answer(call);
    names_of_any_length:
        "Names of more than 253 characters are written and read.",
        |call| (Rules { name_limit: false, ..E::rules(call) }, E::RIGHT).answer(call);
    plain_labels_encoded:
        "Labels of letters, digits and hyphens are encoded and decoded instead of passed \
         unchanged.",
        |call| (Rules { plain_labels: false, ..E::rules(call) }, E::RIGHT).answer(call);
    plain_by_label:
        "A plain label that begins or ends with a hyphen is encoded.",
        |call| (Rules { plain_by_character: false, ..E::rules(call) }, E::RIGHT).answer(call);
    inner_dot:
        "Labels that decode to a text with a dot are accepted.",
        |call| (Rules { dots: false, ..E::rules(call) }, E::RIGHT).answer(call);
    undecodable_label_passed:
        "A label that cannot be decoded is returned unchanged.",
        |call| Reads((Rules { undecodable: false, ..E::rules(call) }, E::RIGHT)).answer(call);
    prefix_in_capitals_unknown:
        "The prefix is recognised in lower case only.",
        |call| (Rules { prefix_in_any_case: false, ..E::rules(call) }, E::RIGHT).answer(call);
    prefix_not_compared:
        "The first four characters of a label are removed without a check that they are the \
         prefix.",
        |call| Reads((Rules { prefix_compared: false, ..E::rules(call) }, E::RIGHT)).answer(call);
    prefix_encoded_again:
        "A label that begins with the prefix is passed on or encoded instead of refused.",
        |call| Writes((Rules { prefix_reserved: false, ..E::rules(call) }, E::RIGHT)).answer(call);
    empty_labels_encoded:
        "Empty labels of a name are accepted.",
        |call| {
            let names = matches!(call.op, "to-ascii" | "to-unicode");
            names.then(|| (Rules { not_empty: false, ..E::rules(call) }, E::RIGHT).answer(call))?
        };
    surrogates:
        "Unpaired surrogates are written and read instead of refused.",
        |call| {
            let surrogates = |c: &u32| (0xD800..0xE000).contains(c);
            let scalars = !call.code_points().iter().any(surrogates);
            (Rules { scalars, ..E::rules(call) }, E::UNPAIRED).answer(call)
        };
    ideographic_dots:
        "U+3002, U+FF0E and U+FF61 separate labels, as in IDNA.",
        answer_with_ideographic_dots;
    folded_first:
        "An encoder folds characters to lower case first.",
        answer_to_folded;
    folded_when_read:
        "A decoder folds the text to lower case.",
        answer_folded;
    white_space_ignored:
        "A decoder removes white space from encoded labels.",
        answer_without_spaces;
}

rows! { InBase32:
    foreign_digits_as_31:
        "A character that is not a Base32 digit, such as `1`, is read as 31.",
        |call| {
            let rules = Rules { ldh: false, ..E::rules(call) };
            Reads((rules, E::with(Base32::ForeignAs31))).answer(call)
        };
    digits_from_3:
        "The digits of Base32 are a to z and 3 to 8.",
        |call| E::with(Base32::From3).answer(call);
    left_over_bits:
        "Filling bits of the last digit are not checked.",
        |call| Reads(E::with(Base32::LeftOverBits)).answer(call);
    any_length:
        "Numbers of digits that no octets give are read; the last digit is dropped.",
        |call| Reads(E::with(Base32::AnyLength)).answer(call);
}
