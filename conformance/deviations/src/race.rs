//! Deviations of RACE.

use super::base32::Base32;
use super::label::Rules;
use super::label_rows::{
    InBase32, LabelEncoding, any_length, digits_from_3, empty_labels_encoded, folded_first,
    folded_when_read, foreign_digits_as_31, ideographic_dots, inner_dot, labels_of_any_length,
    left_over_bits, names_of_any_length, plain_by_label, plain_labels_encoded,
    prefix_encoded_again, prefix_in_capitals_unknown, prefix_not_compared, surrogates,
    undecodable_label_passed, white_space_ignored,
};
use super::race_engine::{Compared, Race, U0099};
use crate::{Behaviour, Call, Deviation, Seen, deviation, observed, reported};

const RULES: Rules = Rules { canonical: false, ..Rules::new("bq--") };
const RIGHT: Race = Race::RIGHT;

const MDNKIT: Seen = observed("mdnkit 2.2.3");
const MDNKIT_C: Seen = reported("mdnkit of November 2000", "race.c, revision 1.14");
const IETF_ACE: Seen = reported("IETF::ACE 0.04", "ACE.pm");
const DRAFT_02: &str = "the wording of draft-ietf-idn-race-02";
const DRAFT_03: &str = "the wording of draft-ietf-idn-race-03";

/// The encoding without a fault.
pub(super) const MODEL: Behaviour = |call| RULES.answer(call, &RIGHT);

pub(super) const DEVIATIONS: &[Deviation] = &[
    deviation("race/one-octet-mode-not-compared", &["race-1", "race-32"])
        .summary(
            "In one-octet mode other spellings of a text are read: the result is not compared with \
             its encoding.",
        )
        .seen(&[IETF_ACE, reported(DRAFT_03, "2.4.2, step 9")])
        .how(|call| RULES.read_answer(call, &Race { compared: Compared::TwoOctetMode, ..RIGHT })),
    deviation("race/two-octet-mode-not-compared", &["race-35"])
        .summary("Two-octet mode is read even if one-octet mode is due.")
        .seen(&[reported(DRAFT_02, "2.4.2, step 7")])
        .how(|call| RULES.read_answer(call, &Race { compared: Compared::OneOctetMode, ..RIGHT })),
    deviation("race/not-compared", &["race-1", "race-32", "race-35"])
        .summary(
            "Other spellings of a text are read: the result is not compared with its encoding.",
        )
        .seen(&[MDNKIT_C])
        .how(|call| RULES.read_answer(call, &Race { compared: Compared::Nothing, ..RIGHT })),
    deviation("race/surrogate-rows-to-dc", &["race-27"])
        .summary("Only the rows D9 to DC are refused as a header, instead of D9 to DF.")
        .seen(&[reported(DRAFT_03, "2.4.1, step 4")])
        .how(|call| RULES.answer(call, &Race { last_surrogate_row: 0xDC, ..RIGHT })),
    deviation("race/u0099-never-written", &["race-29"])
        .summary("U+0099 is refused in both modes instead of only in one-octet mode.")
        .seen(&[MDNKIT])
        .how(|call| RULES.answer(call, &Race { u0099: U0099::Everywhere, ..RIGHT })),
    deviation("race/u0099-written", &["race-28", "race-33"])
        .summary("U+0099 is written in one-octet mode, where FF 99 means the octet FF.")
        .seen(&[MDNKIT_C, reported(DRAFT_02, "2.4.1")])
        .how(|call| RULES.answer(call, &Race { u0099: U0099::Nowhere, ..RIGHT })),
    deviation("race/escape-not-escaped", &["race-25"])
        .summary("The octet FF of a row is written without its escape.")
        .seen(&[reported("mdnkit of November 2000", "race.c, revision 1.14, in compress_one")])
        .how(|call| RULES.written_answer(call, &Race { escaped: false, ..RIGHT })),
    deviation("race/row-zero-not-mixed", &["race-24"])
        .summary("Characters of row 0 beside another row are written in two-octet mode.")
        .how(|call| RULES.answer(call, &Race { mixed: false, ..RIGHT })),
    deviation("race/two-octet-mode-only", &["race-23", "race-24"])
        .summary("All labels are written in two-octet mode.")
        .how(|call| RULES.answer(call, &Race { one_octet: false, ..RIGHT })),
    deviation("race/odd-octet-dropped", &["race-34"])
        .summary("An odd last octet in two-octet mode is dropped instead of refused.")
        .how(|call| {
            RULES.read_answer(call, &Race { odd: false, compared: Compared::Nothing, ..RIGHT })
        }),
    deviation("race/escape-at-the-end", &["race-31"])
        .summary("FF at the end is read as the octet FF of the row instead of refused.")
        .how(|call| {
            RULES.read_answer(
                call,
                &Race { escape_at_end: false, compared: Compared::TwoOctetMode, ..RIGHT },
            )
        }),
    deviation("race/header-alone", &["race-30"])
        .summary("A header alone is read as the empty label.")
        .seen(&[MDNKIT_C])
        .how(|call| {
            RULES.read_answer(call, &Race { body: false, compared: Compared::Nothing, ..RIGHT })
        }),
    foreign_digits_as_31::<Race>("race/foreign-digits-as-31", &["race-21"]).seen(&[IETF_ACE]),
    digits_from_3::<Race>("race/digits-from-3", &["race-36"])
        .seen(&[reported("draft-ietf-idn-utf6-00", "3.1 to 3.3")]),
    left_over_bits::<Race>("race/left-over-bits", &["race-39"]).seen(&[MDNKIT_C]),
    any_length::<Race>("race/any-length", &["race-38"]).seen(&[MDNKIT_C]),
    white_space_ignored::<Race>("race/white-space-ignored", &["race-21"]).seen(&[IETF_ACE]),
    labels_of_any_length::<Race>("race/labels-of-any-length", &["race-15", "race-2"]),
    names_of_any_length::<Race>("race/names-of-any-length", &["race-2"]),
    plain_labels_encoded::<Race>("race/plain-labels-encoded", &["race-8", "race-17", "race-20"]),
    plain_by_label::<Race>("race/plain-by-label", &["race-4", "race-8"]).seen(&[MDNKIT]),
    inner_dot::<Race>("race/inner-dot", &["race-18"]).seen(&[IETF_ACE]),
    undecodable_label_passed::<Race>("race/undecodable-label-passed", &["race-21"])
        .seen(&[MDNKIT_C]),
    prefix_in_capitals_unknown::<Race>("race/prefix-in-capitals-unknown", &["race-3", "race-6"]),
    prefix_not_compared::<Race>("race/prefix-not-compared", &["race-5", "race-20"]),
    prefix_encoded_again::<Race>("race/prefix-encoded-again", &["race-6"]).seen(&[MDNKIT_C]),
    empty_labels_encoded::<Race>("race/empty-labels-encoded", &["race-13"]).seen(&[MDNKIT_C]),
    surrogates::<Race>("race/surrogates", &["race-12"]),
    ideographic_dots::<Race>("race/ideographic-dots", &["race-13"]),
    folded_first::<Race>("race/folded-first", &["race-9"]),
    folded_when_read::<Race>("race/folded-when-read", &["race-19"]),
];

impl LabelEncoding for Race {
    const RIGHT: Self = Self::RIGHT;
    const UNPAIRED: Self = Self { pairs: false, last_surrogate_row: 0, ..Self::RIGHT };

    fn rules(_: &Call<'_>) -> Rules {
        RULES
    }
}

impl InBase32 for Race {
    fn with(base32: Base32) -> Self {
        Self { base32, ..Self::RIGHT }
    }
}
