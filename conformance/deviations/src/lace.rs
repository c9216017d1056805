//! Deviations of LACE.

use super::base32::Base32;
use super::label::Rules;
use super::label_rows::{
    InBase32, LabelEncoding, any_length, digits_from_3, empty_labels_encoded, folded_first,
    folded_when_read, foreign_digits_as_31, ideographic_dots, inner_dot, labels_of_any_length,
    left_over_bits, names_of_any_length, plain_by_label, plain_labels_encoded,
    prefix_encoded_again, prefix_in_capitals_unknown, prefix_not_compared, surrogates,
    undecodable_label_passed, white_space_ignored,
};
use super::lace_engine::{Compared, Lace};
use crate::{Behaviour, Call, Deviation, Seen, deviation, observed, reported};

const RIGHT: Lace = Lace::RIGHT;

const MDNKIT: Seen = observed("mdnkit 2.2.3");
const MDNKIT_C: Seen = reported("mdnkit of November 2000", "lace.c, revision 1.4");
const IETF_ACE: Seen = reported("IETF::ACE 0.04", "ACE.pm");
const DRAFT_00: &str = "the wording of draft-ietf-idn-lace-00";

/// The encoding without a fault.
pub(super) const MODEL: Behaviour = |call| Lace::rules(call).answer(call, &RIGHT);

pub(super) const DEVIATIONS: &[Deviation] = &[
    deviation("lace/length-as-character", &["lace-22", "lace-30"])
        .summary(
            "No label with runs is read, because the count is compared as a character with \
             numbers.",
        )
        .seen(&[IETF_ACE])
        .how(|call| Lace::rules(call).read_answer(call, &Lace { runs: false, ..RIGHT })),
    deviation("lace/tie-takes-marker", &["lace-26"])
        .summary("If both forms are equally long, UTF-16 is written instead of runs.")
        .how(|call| Lace::rules(call).answer(call, &Lace { surplus: -1, ..RIGHT })),
    deviation("lace/compared-with-marker", &["lace-27"])
        .summary(
            "Runs are compared with the UTF-16 and its marker FF: a single unit is written as a \
             run.",
        )
        .how(|call| Lace::rules(call).answer(call, &Lace { surplus: 1, ..RIGHT })),
    deviation("lace/runs-only", &["lace-27"])
        .summary("Runs are always written, even if UTF-16 is shorter.")
        .how(|call| Lace::rules(call).answer(call, &Lace { surplus: isize::MAX / 2, ..RIGHT })),
    deviation("lace/units-of-one-row-apart", &["lace-24"])
        .summary("A run takes all later units of its row, even if other units are between them.")
        .seen(&[reported(DRAFT_00, "2.4.1, step 4")])
        .how(|call| Lace::rules(call).written_answer(call, &Lace { adjacent: false, ..RIGHT })),
    deviation("lace/one-pair-too-far", &["lace-25"])
        .summary("The unit after a run is skipped.")
        .seen(&[reported(DRAFT_00, "2.4.1, step 5")])
        .how(|call| Lace::rules(call).written_answer(call, &Lace { skipped: 1, ..RIGHT })),
    deviation("lace/lengths-compared", &["lace-32"])
        .summary("A decoder checks only the lengths of the two forms, not their octets.")
        .seen(&[reported(DRAFT_00, "2.4.2, steps 9 and 10")])
        .how(|call| {
            Lace::rules(call).read_answer(call, &Lace { compared: Compared::Lengths, ..RIGHT })
        }),
    deviation("lace/lengths-compared-the-wrong-way", &["lace-22", "lace-32"])
        .summary("Runs are refused if they are shorter than UTF-16, instead of longer.")
        .seen(&[reported(DRAFT_00, "2.4.2, step 9")])
        .how(|call| {
            Lace::rules(call)
                .read_answer(call, &Lace { compared: Compared::LengthsTheWrongWay, ..RIGHT })
        }),
    deviation("lace/runs-not-compared", &["lace-32"])
        .summary("Runs are read even if they are not due.")
        .seen(&[IETF_ACE])
        .how(|call| {
            Lace::rules(call)
                .read_answer(call, &Lace { compared: Compared::OctetsAfterMarker, ..RIGHT })
        }),
    deviation("lace/not-compared", &["lace-1", "lace-32", "lace-33"])
        .summary(
            "Other spellings of a text are read: the result is not compared with its encoding.",
        )
        .seen(&[MDNKIT_C])
        .how(|call| {
            Lace::rules(call).read_answer(call, &Lace { compared: Compared::Nothing, ..RIGHT })
        }),
    deviation("lace/zero-reads-one", &["lace-29"])
        .summary("A run with the count 0 is read as a run of one unit.")
        .seen(&[reported(DRAFT_00, "2.4.2, steps 5 to 7")])
        .how(|call| {
            Lace::rules(call)
                .read_answer(call, &Lace { zero: false, compared: Compared::Nothing, ..RIGHT })
        }),
    deviation("lace/run-past-the-end", &["lace-30"])
        .summary(
            "A run with fewer octets than its count says ends with them instead of being refused.",
        )
        .how(|call| {
            Lace::rules(call)
                .read_answer(call, &Lace { past_end: false, compared: Compared::Nothing, ..RIGHT })
        }),
    deviation("lace/short-forms", &["lace-28", "lace-30"])
        .summary("A run without row or units, and FF alone, are read as the empty text.")
        .how(|call| {
            Lace::rules(call).read_answer(
                call,
                &Lace { short: false, past_end: false, compared: Compared::Nothing, ..RIGHT },
            )
        }),
    deviation("lace/odd-octet-dropped", &["lace-31"])
        .summary("An odd last octet after FF is dropped instead of refused.")
        .how(|call| {
            Lace::rules(call)
                .read_answer(call, &Lace { odd: false, compared: Compared::Nothing, ..RIGHT })
        }),
    deviation("lace/prefix-of-draft-00", &["lace-5"])
        .summary("The prefix is `bq--`, even for draft -01.")
        .seen(&[MDNKIT_C])
        .how(|call| Rules { prefix: "bq--", ..Lace::rules(call) }.answer(call, &RIGHT)),
    foreign_digits_as_31::<Lace>("lace/foreign-digits-as-31", &["lace-21"]).seen(&[IETF_ACE]),
    digits_from_3::<Lace>("lace/digits-from-3", &["lace-34"])
        .seen(&[reported("draft-ietf-idn-utf6-00", "3.1 to 3.3")]),
    left_over_bits::<Lace>("lace/left-over-bits", &["lace-37"]).seen(&[MDNKIT_C]),
    any_length::<Lace>("lace/any-length", &["lace-36"]).seen(&[MDNKIT_C]),
    white_space_ignored::<Lace>("lace/white-space-ignored", &["lace-21"]).seen(&[IETF_ACE]),
    labels_of_any_length::<Lace>("lace/labels-of-any-length", &["lace-15", "lace-2"]),
    names_of_any_length::<Lace>("lace/names-of-any-length", &["lace-2"]),
    plain_labels_encoded::<Lace>("lace/plain-labels-encoded", &["lace-8", "lace-17", "lace-20"]),
    plain_by_label::<Lace>("lace/plain-by-label", &["lace-4", "lace-8"]).seen(&[MDNKIT]),
    inner_dot::<Lace>("lace/inner-dot", &["lace-18"]).seen(&[IETF_ACE]),
    undecodable_label_passed::<Lace>("lace/undecodable-label-passed", &["lace-21"])
        .seen(&[MDNKIT_C]),
    prefix_in_capitals_unknown::<Lace>("lace/prefix-in-capitals-unknown", &["lace-3", "lace-6"]),
    prefix_not_compared::<Lace>("lace/prefix-not-compared", &["lace-5", "lace-20"]),
    prefix_encoded_again::<Lace>("lace/prefix-encoded-again", &["lace-6"]).seen(&[MDNKIT_C]),
    empty_labels_encoded::<Lace>("lace/empty-labels-encoded", &["lace-13"]).seen(&[MDNKIT_C]),
    surrogates::<Lace>("lace/surrogates", &["lace-12"]),
    ideographic_dots::<Lace>("lace/ideographic-dots", &["lace-13"]),
    folded_first::<Lace>("lace/folded-first", &["lace-9"]),
    folded_when_read::<Lace>("lace/folded-when-read", &["lace-19"]),
];

impl LabelEncoding for Lace {
    const RIGHT: Self = Self::RIGHT;
    const UNPAIRED: Self = Self { pairs: false, ..Self::RIGHT };

    /// The rules of the draft that a call names.
    fn rules(call: &Call<'_>) -> Rules {
        let draft_00 = call.parameters.get("draft").is_some_and(|draft| draft.to_string() == "0");
        Rules { canonical: false, ..Rules::new(if draft_00 { "bq--" } else { "lq--" }) }
    }
}

impl InBase32 for Lace {
    fn with(base32: Base32) -> Self {
        Self { base32, ..Self::RIGHT }
    }
}
