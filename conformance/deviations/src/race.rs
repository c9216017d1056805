//! Deviations of RACE.

use acegate_codec::race::model::{ESCAPE, ESCAPED_ESCAPE, Race, TWO_OCTETS, Unit};
use acegate_codec::{Error, ErrorKind};

use super::label::{
    LabelEncoding, Rules, any_length, digits_from_3, empty_labels_encoded, folded_first,
    folded_when_read, foreign_digits_as_31, ideographic_dots, inner_dot, labels_of_any_length,
    left_over_bits, plain_by_label, plain_labels_encoded, prefix_encoded_again,
    prefix_in_capitals_unknown, surrogates, undecodable_label_passed, white_space_ignored,
};
use super::octets::Octets;
use crate::{Call, Deviation, Reads, Seen, Writes, deviation, observed, reported};

const RULES: Rules = Rules {
    canonical: false,
    ..Rules::new("bq--")
};
type Label = Octets<Race>;

const DRAFT: Race = Race::DRAFT;
/// The encoding without a fault.
pub(super) const RIGHT: Label = Label::of(DRAFT);
/// The octets are not compared.
const NOT_COMPARED: Label = Octets {
    is_due: |_, _, _| true,
    ..RIGHT
};

const MDNKIT: Seen = observed("mdnkit 2.2.3");
const MDNKIT_C: Seen = reported("mdnkit of November 2000", "race.c, revision 1.14");
const IETF_ACE: Seen = reported("IETF::ACE 0.04", "ACE.pm");
const DRAFT_02: &str = "the wording of draft-ietf-idn-race-02";
const DRAFT_03: &str = "the wording of draft-ietf-idn-race-03";

pub(super) const DEVIATIONS: &[Deviation] = &[
    deviation("race/one-octet-mode-not-compared", &["race-1", "race-32"])
        .summary(
            "In one-octet mode, the decoder does not check that its result encodes back to the \
             same label.",
        )
        .seen(&[IETF_ACE, reported(DRAFT_03, "2.4.2, step 9")])
        .by(&Reads(Label {
            is_due: two_octet_mode_is_compared,
            ..RIGHT
        })),
    deviation("race/two-octet-mode-not-compared", &["race-35"])
        .summary("In two-octet mode, the decoder does not check that the text needs that mode.")
        .seen(&[reported(DRAFT_02, "2.4.2, step 7")])
        .by(&Reads(Label {
            is_due: one_octet_mode_is_compared,
            ..RIGHT
        })),
    deviation("race/not-compared", &["race-1", "race-32", "race-35"])
        .summary("The decoder does not check that its result encodes back to the same label.")
        .seen(&[MDNKIT_C])
        .by(&Reads(NOT_COMPARED)),
    deviation("race/surrogate-rows-to-dc", &["race-27"])
        .summary("The test for surrogates in a header covers only D9 to DC instead of D9 to DF.")
        .seen(&[reported(DRAFT_03, "2.4.1, step 4")])
        .by(&Label {
            model: Race {
                header: surrogate_rows_to_dc,
                ..DRAFT
            },
            keeps_surrogates: |octets| octets[0] != TWO_OCTETS,
            ..RIGHT
        }),
    deviation("race/u0099-never-written", &["race-29"])
        .summary("U+0099 is rejected in both modes instead of only in one-octet mode.")
        .seen(&[MDNKIT])
        .by(&Label {
            takes: |text| !text.contains(&0x99),
            ..RIGHT
        }),
    deviation("race/u0099-written", &["race-28", "race-33"])
        .summary("The encoder writes U+0099 in one-octet mode, where FF 99 means the octet FF.")
        .seen(&[MDNKIT_C, reported(DRAFT_02, "2.4.1")])
        .by(&Label {
            model: Race {
                write: write_u0099,
                read: read_u0099,
                ..DRAFT
            },
            ..RIGHT
        }),
    deviation("race/escape-not-escaped", &["race-25"])
        .summary("The encoder writes an octet FF without its escape.")
        .seen(&[reported(
            "mdnkit of November 2000",
            "race.c, revision 1.14, in compress_one",
        )])
        .by(&Writes(Label {
            model: Race {
                write: write_ff,
                ..DRAFT
            },
            ..RIGHT
        })),
    deviation("race/two-octet-mode-only", &["race-23", "race-24"])
        .summary("All labels are written in two-octet mode.")
        .by(&Label {
            model: Race {
                row: |_| None,
                ..DRAFT
            },
            ..RIGHT
        }),
    deviation("race/odd-octet-dropped", &["race-34"])
        .summary(
            "In two-octet mode, the decoder drops an odd last octet instead of rejecting the \
             label.",
        )
        .by(&Reads(Label {
            model: Race {
                is_whole: |_| true,
                ..DRAFT
            },
            ..NOT_COMPARED
        })),
    deviation("race/escape-at-the-end", &["race-31"])
        .summary(
            "The decoder reads FF at the end as the octet FF, instead of rejecting an escape \
             without its second octet.",
        )
        .by(&Reads(Label {
            model: Race {
                read: read_escape_at_end,
                ..DRAFT
            },
            is_due: two_octet_mode_is_compared,
            ..RIGHT
        })),
    deviation("race/header-alone", &["race-30"])
        .summary("A header without octets after it is decoded to the empty label.")
        .seen(&[MDNKIT_C])
        .by(&Reads(Label {
            model: Race {
                header: header_alone,
                ..DRAFT
            },
            ..NOT_COMPARED
        })),
    foreign_digits_as_31::<Label>("race/foreign-digits-as-31", &["race-21"]).seen(&[IETF_ACE]),
    digits_from_3::<Label>("race/digits-from-3", &["race-36"])
        .seen(&[reported("draft-ietf-idn-utf6-00", "3.1 to 3.3")]),
    left_over_bits::<Label>("race/left-over-bits", &["race-39"]).seen(&[MDNKIT_C]),
    any_length::<Label>("race/any-length", &["race-38"]).seen(&[MDNKIT_C]),
    white_space_ignored::<Label>("race/white-space-ignored", &["race-21"]).seen(&[IETF_ACE]),
    labels_of_any_length::<Label>("race/labels-of-any-length", &["race-15", "race-2"]),
    plain_labels_encoded::<Label>(
        "race/plain-labels-encoded",
        &["race-8", "race-17", "race-20"],
    ),
    plain_by_label::<Label>("race/plain-by-label", &["race-4", "race-8"]).seen(&[MDNKIT]),
    inner_dot::<Label>("race/inner-dot", &["race-18"]).seen(&[IETF_ACE]),
    undecodable_label_passed::<Label>("race/undecodable-label-passed", &["race-21"])
        .seen(&[MDNKIT_C]),
    prefix_in_capitals_unknown::<Label>("race/prefix-in-capitals-unknown", &["race-3", "race-6"]),
    prefix_encoded_again::<Label>("race/prefix-encoded-again", &["race-6"]).seen(&[MDNKIT_C]),
    empty_labels_encoded::<Label>("race/empty-labels-encoded", &["race-13"]).seen(&[MDNKIT_C]),
    surrogates::<Label>("race/surrogates", &["race-12"]),
    ideographic_dots::<Label>("race/ideographic-dots", &["race-13"]),
    folded_first::<Label>("race/folded-first", &["race-9"]),
    folded_when_read::<Label>("race/folded-when-read", &["race-19"]),
];

fn two_octet_mode_is_compared(model: &Race, octets: &[u8], units: &[[u8; 2]]) -> bool {
    octets[0] != TWO_OCTETS || (RIGHT.is_due)(model, octets, units)
}

fn one_octet_mode_is_compared(model: &Race, octets: &[u8], units: &[[u8; 2]]) -> bool {
    octets[0] == TWO_OCTETS || (RIGHT.is_due)(model, octets, units)
}

fn write_u0099(row: u8, unit: [u8; 2]) -> Result<Vec<u8>, ErrorKind> {
    match unit {
        [0, ESCAPED_ESCAPE] if row == 0 => Ok(vec![ESCAPED_ESCAPE]),
        [0, ESCAPED_ESCAPE] => Ok(vec![ESCAPE, ESCAPED_ESCAPE]),
        _ => (DRAFT.write)(row, unit),
    }
}

fn read_u0099(row: u8, octets: &[u8]) -> Result<Unit, Error> {
    match octets {
        [ESCAPED_ESCAPE, ..] => Ok(Unit {
            pair: [row, ESCAPED_ESCAPE],
            length: 1,
        }),
        _ => (DRAFT.read)(row, octets),
    }
}

fn write_ff(row: u8, unit: [u8; 2]) -> Result<Vec<u8>, ErrorKind> {
    match unit {
        [upper, ESCAPE] if upper == row => Ok(vec![ESCAPE]),
        _ => (DRAFT.write)(row, unit),
    }
}

fn read_escape_at_end(row: u8, octets: &[u8]) -> Result<Unit, Error> {
    match octets {
        [ESCAPE] => Ok(Unit {
            pair: [row, ESCAPE],
            length: 1,
        }),
        _ => (DRAFT.read)(row, octets),
    }
}

fn surrogate_rows_to_dc(octets: &[u8]) -> Result<u8, Error> {
    match octets {
        [row @ 0xDD..=0xDF, _, ..] => Ok(*row),
        _ => (DRAFT.header)(octets),
    }
}

fn header_alone(octets: &[u8]) -> Result<u8, Error> {
    match octets {
        [row] => Ok(*row),
        _ => (DRAFT.header)(octets),
    }
}

fn any_header(octets: &[u8]) -> Result<u8, Error> {
    match octets {
        [row, _, ..] => Ok(*row),
        _ => (DRAFT.header)(octets),
    }
}

impl LabelEncoding for Label {
    const RIGHT: Self = RIGHT;
    const UNPAIRED: Self = Self {
        keeps_surrogates: |_| true,
        ..Self::of(Race {
            header: any_header,
            ..DRAFT
        })
    };

    fn rules(_: &Call<'_>) -> Rules {
        RULES
    }
}
