//! Deviations of LACE.

use acegate_codec::lace::model::{Lace, MARK, Run};
use acegate_codec::{Error, ErrorKind};

use super::label::{
    LabelEncoding, Rules, any_length, digits_from_3, empty_labels_encoded, folded_first,
    folded_when_read, foreign_digits_as_31, ideographic_dots, inner_dot, labels_of_any_length,
    left_over_bits, plain_by_label, plain_labels_encoded, prefix_encoded_again,
    prefix_in_capitals_unknown, surrogates, undecodable_label_passed, white_space_ignored,
};
use super::octets::Octets;
use crate::{Call, Deviation, Model, Reads, Seen, Writes, deviation, observed, reported};

type Label = Octets<Lace>;

const DRAFT: Lace = Lace::DRAFT;
/// The encoding without a fault.
pub(super) const RIGHT: Label = Label::of(DRAFT);
/// The octets are not compared.
const NOT_COMPARED: Label = Label {
    is_due: |_, _, _| true,
    ..RIGHT
};

const MDNKIT: Seen = observed("mdnkit 2.2.3");
const MDNKIT_C: Seen = reported("mdnkit of November 2000", "lace.c, revision 1.4");
const IETF_ACE: Seen = reported("IETF::ACE 0.04", "ACE.pm");
const DRAFT_00: &str = "the wording of draft-ietf-idn-lace-00";

pub(super) const DEVIATIONS: &[Deviation] = &[
    deviation("lace/length-as-character", &["lace-22", "lace-30"])
        .summary(
            "The decoder compares the count of a run as a character with a number, so that no \
             label with runs is read.",
        )
        .seen(&[IETF_ACE])
        .by(&Reads(Label {
            model: Lace {
                read: |_| Err(Error::new(ErrorKind::BadCount, 0)),
                ..DRAFT
            },
            ..RIGHT
        })),
    deviation("lace/tie-takes-marker", &["lace-26"])
        .summary("If both forms are equally long, the encoder writes UTF-16 instead of runs.")
        .by(&Label {
            model: Lace {
                runs_are_due: |runs, units| runs < units,
                ..DRAFT
            },
            ..RIGHT
        }),
    deviation("lace/compared-with-marker", &["lace-27"])
        .summary(
            "The encoder counts the marker FF when it compares the lengths of the two forms, so \
             that a single unit is written as a run.",
        )
        .by(&Label {
            model: Lace {
                runs_are_due: |runs, units| runs <= units + 1,
                ..DRAFT
            },
            ..RIGHT
        }),
    deviation("lace/units-of-one-row-apart", &["lace-24"])
        .summary(
            "The encoder collects all later units of a row into one run, even if other units are \
             between them.",
        )
        .seen(&[reported(DRAFT_00, "2.4.1, step 4")])
        .by(&Writes(Label {
            model: Lace {
                run: units_of_one_row,
                ..DRAFT
            },
            ..RIGHT
        })),
    deviation("lace/one-pair-too-far", &["lace-25"])
        .summary("The encoder advances one unit too far after a run, so that this unit is lost.")
        .seen(&[reported(DRAFT_00, "2.4.1, step 5")])
        .by(&Writes(Label {
            model: Lace {
                advance: |length| length + 1,
                ..DRAFT
            },
            ..RIGHT
        })),
    deviation("lace/lengths-compared", &["lace-32"])
        .summary("The decoder compares only the lengths of the two forms, not their octets.")
        .seen(&[reported(DRAFT_00, "2.4.2, steps 9 and 10")])
        .by(&Reads(Label {
            is_due: shorter,
            ..RIGHT
        })),
    deviation(
        "lace/lengths-compared-the-wrong-way",
        &["lace-22", "lace-32"],
    )
    .summary(
        "The decoder compares the lengths the wrong way: it rejects runs that are shorter than \
         UTF-16.",
    )
    .seen(&[reported(DRAFT_00, "2.4.2, step 9")])
    .by(&Reads(Label {
        is_due: shorter_or_longer_runs,
        ..RIGHT
    })),
    deviation("lace/runs-not-compared", &["lace-32"])
        .summary("The decoder does not check that a label with runs is what its text encodes to.")
        .seen(&[IETF_ACE])
        .by(&Reads(Label {
            is_due: due_after_mark,
            ..RIGHT
        })),
    deviation("lace/not-compared", &["lace-1", "lace-32", "lace-33"])
        .summary("The decoder does not check that its result encodes back to the same label.")
        .seen(&[MDNKIT_C])
        .by(&Reads(NOT_COMPARED)),
    deviation("lace/zero-reads-one", &["lace-29"])
        .summary("The decoder reads a run with the count 0 as one of one unit.")
        .seen(&[reported(DRAFT_00, "2.4.2, steps 5 to 7")])
        .by(&Reads(Label {
            model: Lace {
                read: read_zero_as_one,
                ..DRAFT
            },
            ..NOT_COMPARED
        })),
    deviation("lace/short-forms", &["lace-28", "lace-30"])
        .summary(
            "A run without a row or units, and FF without UTF-16, are decoded to the empty text.",
        )
        .by(&Reads(Label {
            model: Lace {
                read: read_short,
                marked: marked_nothing,
                ..DRAFT
            },
            ..NOT_COMPARED
        })),
    deviation("lace/odd-octet-dropped", &["lace-31"])
        .summary("The decoder drops an odd last octet after FF instead of rejecting the label.")
        .by(&Reads(Label {
            model: Lace {
                marked: marked_odd,
                ..DRAFT
            },
            ..NOT_COMPARED
        })),
    deviation("lace/prefix-of-draft-00", &["lace-5"])
        .summary("The prefix is always `bq--`, which draft -01 changed to `lq--`.")
        .seen(&[MDNKIT_C])
        .how(|call| {
            (
                Rules {
                    prefix: "bq--",
                    ..Label::rules(call)
                },
                RIGHT,
            )
                .answer(call)
        }),
    foreign_digits_as_31::<Label>("lace/foreign-digits-as-31", &["lace-21"]).seen(&[IETF_ACE]),
    digits_from_3::<Label>("lace/digits-from-3", &["lace-34"])
        .seen(&[reported("draft-ietf-idn-utf6-00", "3.1 to 3.3")]),
    left_over_bits::<Label>("lace/left-over-bits", &["lace-37"]).seen(&[MDNKIT_C]),
    any_length::<Label>("lace/any-length", &["lace-36"]).seen(&[MDNKIT_C]),
    white_space_ignored::<Label>("lace/white-space-ignored", &["lace-21"]).seen(&[IETF_ACE]),
    labels_of_any_length::<Label>("lace/labels-of-any-length", &["lace-15", "lace-2"]),
    plain_labels_encoded::<Label>(
        "lace/plain-labels-encoded",
        &["lace-8", "lace-17", "lace-20"],
    ),
    plain_by_label::<Label>("lace/plain-by-label", &["lace-4", "lace-8"]).seen(&[MDNKIT]),
    inner_dot::<Label>("lace/inner-dot", &["lace-18"]).seen(&[IETF_ACE]),
    undecodable_label_passed::<Label>("lace/undecodable-label-passed", &["lace-21"])
        .seen(&[MDNKIT_C]),
    prefix_in_capitals_unknown::<Label>("lace/prefix-in-capitals-unknown", &["lace-3", "lace-6"]),
    prefix_encoded_again::<Label>("lace/prefix-encoded-again", &["lace-6"]).seen(&[MDNKIT_C]),
    empty_labels_encoded::<Label>("lace/empty-labels-encoded", &["lace-13"]).seen(&[MDNKIT_C]),
    surrogates::<Label>("lace/surrogates", &["lace-12"]),
    ideographic_dots::<Label>("lace/ideographic-dots", &["lace-13"]),
    folded_first::<Label>("lace/folded-first", &["lace-9"]),
    folded_when_read::<Label>("lace/folded-when-read", &["lace-19"]),
];

fn units_of_one_row(units: &[[u8; 2]]) -> Vec<u8> {
    let of_row = |unit: &&[u8; 2]| unit[0] == units[0][0];
    units
        .iter()
        .filter(of_row)
        .map(|[_, lower]| *lower)
        .collect()
}

/// Whether the form is the shorter one.
fn shorter(model: &Lace, octets: &[u8], units: &[[u8; 2]]) -> bool {
    match octets.first() {
        Some(&MARK) => model.runs(units).map_or(usize::MAX, |runs| runs.len()) > 2 * units.len(),
        _ => octets.len() <= 2 * units.len(),
    }
}

/// Whether the form is the shorter one, but for runs the longer one.
fn shorter_or_longer_runs(model: &Lace, octets: &[u8], units: &[[u8; 2]]) -> bool {
    match octets.first() {
        Some(&MARK) => shorter(model, octets, units),
        _ => 2 * units.len() <= octets.len(),
    }
}

fn due_after_mark(model: &Lace, octets: &[u8], units: &[[u8; 2]]) -> bool {
    octets.first() != Some(&MARK) || (RIGHT.is_due)(model, octets, units)
}

fn read_zero_as_one(octets: &[u8]) -> Result<Run, Error> {
    match octets {
        [0, rest @ ..] => (DRAFT.read)(&[&[1], rest].concat()),
        _ => (DRAFT.read)(octets),
    }
}

fn read_to_the_end(octets: &[u8]) -> Result<Run, Error> {
    match octets {
        [count, row, lowers @ ..]
            if *count > 0 && lowers.len() < usize::from(*count) && !lowers.is_empty() =>
        {
            Ok(Run {
                row: *row,
                lowers: lowers.to_vec(),
                length: octets.len(),
            })
        }
        _ => (DRAFT.read)(octets),
    }
}

fn read_short(octets: &[u8]) -> Result<Run, Error> {
    match octets {
        [_] | [1..=u8::MAX, _] => Ok(Run {
            row: 0,
            lowers: Vec::new(),
            length: octets.len(),
        }),
        _ => read_to_the_end(octets),
    }
}

fn marked_nothing(octets: &[u8]) -> Result<(), ErrorKind> {
    if octets.is_empty() {
        Ok(())
    } else {
        (DRAFT.marked)(octets)
    }
}

fn marked_odd(octets: &[u8]) -> Result<(), ErrorKind> {
    if octets.is_empty() {
        Err(ErrorKind::Truncated)
    } else {
        Ok(())
    }
}

impl LabelEncoding for Label {
    const RIGHT: Self = RIGHT;
    const UNPAIRED: Self = Self {
        keeps_surrogates: |_| true,
        ..RIGHT
    };

    /// The rules of the draft that a call names.
    fn rules(call: &Call<'_>) -> Rules {
        let draft_00 = call
            .parameters
            .get("draft")
            .is_some_and(|draft| draft.to_string() == "0");
        Rules {
            canonical: false,
            ..Rules::new(if draft_00 { "bq--" } else { "lq--" })
        }
    }
}
