//! Deviations of LACE.

use super::base32::Base32;
use super::label::{
    Rules, answer_folded, answer_to_folded, answer_with_ideographic_dots, answer_without_spaces,
};
use super::lace_engine::{Compared, Lace};
use super::{Call, Deviation, Seen};

/// The rules of the draft that a call names.
fn rules(call: &Call<'_>) -> Rules {
    let draft_00 = call.parameters.get("draft").is_some_and(|draft| draft.to_string() == "0");
    Rules { canonical: false, ..Rules::new(if draft_00 { "bq--" } else { "lq--" }) }
}

const RIGHT: Lace = Lace::RIGHT;

const MDNKIT: Seen = Seen { library: "mdnkit 2.2.3", source: "" };
const MDNKIT_C: Seen = Seen { library: "mdnkit of November 2000", source: "lace.c, revision 1.4" };
const IETF_ACE: Seen = Seen { library: "IETF::ACE 0.04", source: "ACE.pm" };
const DRAFT_00: &str = "the letter of draft-ietf-idn-lace-00";

pub(super) const DEVIATIONS: &[Deviation] = &[
    Deviation {
        id: "lace/length-as-character",
        codec: "lace",
        summary: "The length of a run is compared as a character with numbers, so that no \
                  run is read.",
        breaks: &["lace-22", "lace-30"],
        seen: &[IETF_ACE],
        equivalent: None,
        behaviour: |call| rules(call).read_answer(call, &Lace { runs: false, ..RIGHT }),
    },
    Deviation {
        id: "lace/tie-takes-marker",
        codec: "lace",
        summary: "A tie takes FF and the UTF-16.",
        breaks: &["lace-26"],
        seen: &[],
        equivalent: None,
        behaviour: |call| rules(call).answer(call, &Lace { surplus: -1, ..RIGHT }),
    },
    Deviation {
        id: "lace/compared-with-marker",
        codec: "lace",
        summary: "Runs are compared with FF and the UTF-16, so that a single unit is a run.",
        breaks: &["lace-27"],
        seen: &[],
        equivalent: None,
        behaviour: |call| rules(call).answer(call, &Lace { surplus: 1, ..RIGHT }),
    },
    Deviation {
        id: "lace/runs-only",
        codec: "lace",
        summary: "Runs are written however long they are.",
        breaks: &["lace-27"],
        seen: &[],
        equivalent: None,
        behaviour: |call| rules(call).answer(call, &Lace { surplus: isize::MAX / 2, ..RIGHT }),
    },
    Deviation {
        id: "lace/units-of-one-row-apart",
        codec: "lace",
        summary: "A run takes all later units of its row, adjacent or not.",
        breaks: &["lace-24"],
        seen: &[Seen { library: DRAFT_00, source: "2.4.1, step 4" }],
        equivalent: None,
        behaviour: |call| rules(call).written_answer(call, &Lace { adjacent: false, ..RIGHT }),
    },
    Deviation {
        id: "lace/one-pair-too-far",
        codec: "lace",
        summary: "The unit behind a run is passed over.",
        breaks: &["lace-25"],
        seen: &[Seen { library: DRAFT_00, source: "2.4.1, step 5" }],
        equivalent: None,
        behaviour: |call| rules(call).written_answer(call, &Lace { passed_over: 1, ..RIGHT }),
    },
    Deviation {
        id: "lace/lengths-compared",
        codec: "lace",
        summary: "The form that is due is told by lengths only.",
        breaks: &["lace-32"],
        seen: &[Seen { library: DRAFT_00, source: "2.4.2, steps 9 and 10" }],
        equivalent: None,
        behaviour: |call| {
            rules(call).read_answer(call, &Lace { compared: Compared::Lengths, ..RIGHT })
        },
    },
    Deviation {
        id: "lace/lengths-compared-the-wrong-way",
        codec: "lace",
        summary: "Runs are refused where they are shorter than the UTF-16.",
        breaks: &["lace-22", "lace-32"],
        seen: &[Seen { library: DRAFT_00, source: "2.4.2, step 9" }],
        equivalent: None,
        behaviour: |call| {
            rules(call).read_answer(call, &Lace { compared: Compared::LengthsTheWrongWay, ..RIGHT })
        },
    },
    Deviation {
        id: "lace/runs-not-compared",
        codec: "lace",
        summary: "Runs are read whether they are due or not.",
        breaks: &["lace-32"],
        seen: &[IETF_ACE],
        equivalent: None,
        behaviour: |call| {
            rules(call).read_answer(call, &Lace { compared: Compared::OctetsBehindMarker, ..RIGHT })
        },
    },
    Deviation {
        id: "lace/not-compared",
        codec: "lace",
        summary: "What is read is not compared with what would be written.",
        breaks: &["lace-1", "lace-32", "lace-33"],
        seen: &[MDNKIT_C],
        equivalent: None,
        behaviour: |call| {
            rules(call).read_answer(call, &Lace { compared: Compared::Nothing, ..RIGHT })
        },
    },
    Deviation {
        id: "lace/zero-reads-one",
        codec: "lace",
        summary: "A run of length zero is one of length 1.",
        breaks: &["lace-29"],
        seen: &[Seen { library: DRAFT_00, source: "2.4.2, steps 5 to 7" }],
        equivalent: None,
        behaviour: |call| {
            rules(call)
                .read_answer(call, &Lace { zero: false, compared: Compared::Nothing, ..RIGHT })
        },
    },
    Deviation {
        id: "lace/run-past-the-end",
        codec: "lace",
        summary: "A run that is longer than the octets ends with them.",
        breaks: &["lace-30"],
        seen: &[],
        equivalent: None,
        behaviour: |call| {
            rules(call)
                .read_answer(call, &Lace { past_end: false, compared: Compared::Nothing, ..RIGHT })
        },
    },
    Deviation {
        id: "lace/short-forms",
        codec: "lace",
        summary: "A run without row or units, and FF alone, are nothing.",
        breaks: &["lace-28", "lace-30"],
        seen: &[],
        equivalent: None,
        behaviour: |call| {
            rules(call).read_answer(
                call,
                &Lace { short: false, past_end: false, compared: Compared::Nothing, ..RIGHT },
            )
        },
    },
    Deviation {
        id: "lace/odd-octet-dropped",
        codec: "lace",
        summary: "An octet that is left over behind FF is dropped.",
        breaks: &["lace-31"],
        seen: &[],
        equivalent: None,
        behaviour: |call| {
            rules(call)
                .read_answer(call, &Lace { odd: false, compared: Compared::Nothing, ..RIGHT })
        },
    },
    Deviation {
        id: "lace/prefix-of-draft-00",
        codec: "lace",
        summary: "The prefix is bq--, whichever draft is asked for.",
        breaks: &["lace-5"],
        seen: &[MDNKIT_C],
        equivalent: None,
        behaviour: |call| Rules { prefix: "bq--", ..rules(call) }.answer(call, &RIGHT),
    },
    Deviation {
        id: "lace/foreign-digits-as-31",
        codec: "lace",
        summary: "A character that is no digit of Base32 is read as 31.",
        breaks: &["lace-21"],
        seen: &[IETF_ACE],
        equivalent: None,
        behaviour: |call| {
            Rules { ldh: false, ..rules(call) }.read_answer(
                call,
                &Lace { base32: Base32 { foreign: false, ..Base32::RIGHT }, ..RIGHT },
            )
        },
    },
    Deviation {
        id: "lace/digits-from-3",
        codec: "lace",
        summary: "The digits of Base32 are a to z and 3 to 8.",
        breaks: &["lace-34"],
        seen: &[Seen { library: "draft-ietf-idn-utf6-00", source: "3.1 to 3.3" }],
        equivalent: None,
        behaviour: |call| {
            rules(call).answer(
                call,
                &Lace {
                    base32: Base32 { digits: "abcdefghijklmnopqrstuvwxyz345678", ..Base32::RIGHT },
                    ..RIGHT
                },
            )
        },
    },
    Deviation {
        id: "lace/left-over-bits",
        codec: "lace",
        summary: "The bits that are left over behind the last octet may be any.",
        breaks: &["lace-37"],
        seen: &[MDNKIT_C],
        equivalent: None,
        behaviour: |call| {
            rules(call).read_answer(
                call,
                &Lace { base32: Base32 { padding: false, ..Base32::RIGHT }, ..RIGHT },
            )
        },
    },
    Deviation {
        id: "lace/any-length",
        codec: "lace",
        summary: "Numbers of digits that no octets give are read; the last digit is lost.",
        breaks: &["lace-36"],
        seen: &[MDNKIT_C],
        equivalent: None,
        behaviour: |call| {
            rules(call).read_answer(
                call,
                &Lace {
                    base32: Base32 { lengths: false, padding: false, ..Base32::RIGHT },
                    ..RIGHT
                },
            )
        },
    },
    Deviation {
        id: "lace/white-space-ignored",
        codec: "lace",
        summary: "White space in encoded labels is taken out before they are read.",
        breaks: &["lace-21"],
        seen: &[IETF_ACE],
        equivalent: None,
        behaviour: answer_without_spaces,
    },
    Deviation {
        id: "lace/labels-of-any-length",
        codec: "lace",
        summary: "More than 36 octets are written and read.",
        breaks: &["lace-15", "lace-2"],
        seen: &[],
        equivalent: None,
        behaviour: |call| Rules { label_limit: false, ..rules(call) }.answer(call, &RIGHT),
    },
    Deviation {
        id: "lace/names-of-any-length",
        codec: "lace",
        summary: "Names over 253 characters are written and read.",
        breaks: &["lace-2"],
        seen: &[],
        equivalent: None,
        behaviour: |call| Rules { name_limit: false, ..rules(call) }.answer(call, &RIGHT),
    },
    Deviation {
        id: "lace/plain-labels-encoded",
        codec: "lace",
        summary: "Labels of letters, digits and hyphens are encoded and decoded like any \
                  other, and none is read as it stands.",
        breaks: &["lace-8", "lace-17", "lace-20"],
        seen: &[],
        equivalent: None,
        behaviour: |call| Rules { plain_labels: false, ..rules(call) }.answer(call, &RIGHT),
    },
    Deviation {
        id: "lace/plain-by-label",
        codec: "lace",
        summary: "A label of letters, digits and hyphens is encoded where it begins or ends \
                  with a hyphen.",
        breaks: &["lace-4", "lace-8"],
        seen: &[MDNKIT],
        equivalent: None,
        behaviour: |call| Rules { plain_by_character: false, ..rules(call) }.answer(call, &RIGHT),
    },
    Deviation {
        id: "lace/inner-dot",
        codec: "lace",
        summary: "A dot comes out of a label.",
        breaks: &["lace-18"],
        seen: &[IETF_ACE],
        equivalent: None,
        behaviour: |call| Rules { dots: false, ..rules(call) }.answer(call, &RIGHT),
    },
    Deviation {
        id: "lace/undecodable-label-passed",
        codec: "lace",
        summary: "A label that cannot be decoded is read as it stands.",
        breaks: &["lace-21"],
        seen: &[MDNKIT_C],
        equivalent: None,
        behaviour: |call| Rules { undecodable: false, ..rules(call) }.read_answer(call, &RIGHT),
    },
    Deviation {
        id: "lace/prefix-in-capitals-unknown",
        codec: "lace",
        summary: "The prefix is known in small letters only.",
        breaks: &["lace-3", "lace-6"],
        seen: &[],
        equivalent: None,
        behaviour: |call| Rules { prefix_in_any_case: false, ..rules(call) }.answer(call, &RIGHT),
    },
    Deviation {
        id: "lace/prefix-not-compared",
        codec: "lace",
        summary: "The first four characters of a label are taken away, whatever they are.",
        breaks: &["lace-5", "lace-20"],
        seen: &[],
        equivalent: None,
        behaviour: |call| Rules { prefix_compared: false, ..rules(call) }.read_answer(call, &RIGHT),
    },
    Deviation {
        id: "lace/prefix-encoded-again",
        codec: "lace",
        summary: "A label that begins with the prefix is passed on or encoded like any \
                  other.",
        breaks: &["lace-6"],
        seen: &[MDNKIT_C],
        equivalent: None,
        behaviour: |call| {
            Rules { prefix_reserved: false, ..rules(call) }.written_answer(call, &RIGHT)
        },
    },
    Deviation {
        id: "lace/empty-labels-encoded",
        codec: "lace",
        summary: "Empty parts of a name pass.",
        breaks: &["lace-13"],
        seen: &[MDNKIT_C],
        equivalent: None,
        behaviour: |call| {
            let names = matches!(call.op, "to-ascii" | "to-unicode");
            names.then(|| Rules { not_empty: false, ..rules(call) }.answer(call, &RIGHT))?
        },
    },
    Deviation {
        id: "lace/surrogates",
        codec: "lace",
        summary: "Unpaired surrogates are written and read.",
        breaks: &["lace-12"],
        seen: &[],
        equivalent: None,
        behaviour: |call| {
            let surrogates = |c: &u32| (0xD800..0xE000).contains(c);
            let scalars = !call.code_points().iter().any(surrogates);
            Rules { scalars, ..rules(call) }.answer(call, &Lace { pairs: false, ..RIGHT })
        },
    },
    Deviation {
        id: "lace/ideographic-dots",
        codec: "lace",
        summary: "U+3002, U+FF0E and U+FF61 divide labels, as in IDNA.",
        breaks: &["lace-13"],
        seen: &[],
        equivalent: None,
        behaviour: answer_with_ideographic_dots,
    },
    Deviation {
        id: "lace/folded-first",
        codec: "lace",
        summary: "Characters are folded to lower case before they are encoded.",
        breaks: &["lace-9"],
        seen: &[],
        equivalent: None,
        behaviour: answer_to_folded,
    },
    Deviation {
        id: "lace/folded-when-read",
        codec: "lace",
        summary: "Characters are folded to lower case after they are decoded.",
        breaks: &["lace-19"],
        seen: &[],
        equivalent: None,
        behaviour: answer_folded,
    },
];
