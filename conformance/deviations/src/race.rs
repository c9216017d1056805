//! Deviations of RACE.

use super::base32::Base32;
use super::label::{
    Rules, answer_folded, answer_to_folded, answer_with_ideographic_dots, answer_without_spaces,
};
use super::race_engine::{Compared, Race, U0099};
use super::{Deviation, Seen};

const RULES: Rules = Rules { canonical: false, ..Rules::new("bq--") };
const RIGHT: Race = Race::RIGHT;

const MDNKIT: Seen = Seen { library: "mdnkit 2.2.3", source: "" };
const MDNKIT_C: Seen = Seen { library: "mdnkit of November 2000", source: "race.c, revision 1.14" };
const IETF_ACE: Seen = Seen { library: "IETF::ACE 0.04", source: "ACE.pm" };
const DRAFT_02: &str = "the letter of draft-ietf-idn-race-02";
const DRAFT_03: &str = "the letter of draft-ietf-idn-race-03";

pub(super) const DEVIATIONS: &[Deviation] = &[
    Deviation {
        id: "race/one-octet-mode-not-compared",
        codec: "race",
        summary: "What is read in one-octet mode is not compared with what would be written.",
        breaks: &["race-1", "race-32"],
        seen: &[IETF_ACE, Seen { library: DRAFT_03, source: "2.4.2, step 9" }],
        equivalent: None,
        behaviour: |call| {
            RULES.read_answer(call, &Race { compared: Compared::TwoOctetMode, ..RIGHT })
        },
    },
    Deviation {
        id: "race/two-octet-mode-not-compared",
        codec: "race",
        summary: "Two-octet mode is read where one octet would do.",
        breaks: &["race-35"],
        seen: &[Seen { library: DRAFT_02, source: "2.4.2, step 7" }],
        equivalent: None,
        behaviour: |call| {
            RULES.read_answer(call, &Race { compared: Compared::OneOctetMode, ..RIGHT })
        },
    },
    Deviation {
        id: "race/not-compared",
        codec: "race",
        summary: "What is read is not compared with what would be written.",
        breaks: &["race-1", "race-32", "race-35"],
        seen: &[MDNKIT_C],
        equivalent: None,
        behaviour: |call| RULES.read_answer(call, &Race { compared: Compared::Nothing, ..RIGHT }),
    },
    Deviation {
        id: "race/surrogate-rows-to-dc",
        codec: "race",
        summary: "The rows that are refused as a header end with DC.",
        breaks: &["race-27"],
        seen: &[Seen { library: DRAFT_03, source: "2.4.1, step 4" }],
        equivalent: None,
        behaviour: |call| RULES.answer(call, &Race { last_surrogate_row: 0xDC, ..RIGHT }),
    },
    Deviation {
        id: "race/u0099-never-written",
        codec: "race",
        summary: "U+0099 is refused in two-octet mode too.",
        breaks: &["race-29"],
        seen: &[MDNKIT],
        equivalent: None,
        behaviour: |call| RULES.answer(call, &Race { u0099: U0099::Everywhere, ..RIGHT }),
    },
    Deviation {
        id: "race/u0099-written",
        codec: "race",
        summary: "U+0099 is written in one-octet mode, where it means something else.",
        breaks: &["race-28", "race-33"],
        seen: &[MDNKIT_C, Seen { library: DRAFT_02, source: "2.4.1" }],
        equivalent: None,
        behaviour: |call| RULES.answer(call, &Race { u0099: U0099::Nowhere, ..RIGHT }),
    },
    Deviation {
        id: "race/escape-not-escaped",
        codec: "race",
        summary: "The octet FF of a row is written as it is.",
        breaks: &["race-25"],
        seen: &[Seen {
            library: "mdnkit of November 2000",
            source: "race.c, revision 1.14, in compress_one",
        }],
        equivalent: None,
        behaviour: |call| RULES.written_answer(call, &Race { escaped: false, ..RIGHT }),
    },
    Deviation {
        id: "race/row-zero-not-mixed",
        codec: "race",
        summary: "Characters of row 0 beside another row are written in two-octet mode.",
        breaks: &["race-24"],
        seen: &[],
        equivalent: None,
        behaviour: |call| RULES.answer(call, &Race { mixed: false, ..RIGHT }),
    },
    Deviation {
        id: "race/two-octet-mode-only",
        codec: "race",
        summary: "Everything is written in two-octet mode.",
        breaks: &["race-23", "race-24"],
        seen: &[],
        equivalent: None,
        behaviour: |call| RULES.answer(call, &Race { one_octet: false, ..RIGHT }),
    },
    Deviation {
        id: "race/odd-octet-dropped",
        codec: "race",
        summary: "An octet that is left over in two-octet mode is dropped.",
        breaks: &["race-34"],
        seen: &[],
        equivalent: None,
        behaviour: |call| {
            RULES.read_answer(call, &Race { odd: false, compared: Compared::Nothing, ..RIGHT })
        },
    },
    Deviation {
        id: "race/escape-at-the-end",
        codec: "race",
        summary: "FF at the end is read as the octet FF of the row.",
        breaks: &["race-31"],
        seen: &[],
        equivalent: None,
        behaviour: |call| {
            RULES.read_answer(
                call,
                &Race { escape_at_end: false, compared: Compared::TwoOctetMode, ..RIGHT },
            )
        },
    },
    Deviation {
        id: "race/header-alone",
        codec: "race",
        summary: "A header with nothing after it is the empty label.",
        breaks: &["race-30"],
        seen: &[MDNKIT_C],
        equivalent: None,
        behaviour: |call| {
            RULES.read_answer(call, &Race { body: false, compared: Compared::Nothing, ..RIGHT })
        },
    },
    Deviation {
        id: "race/foreign-digits-as-31",
        codec: "race",
        summary: "A character that is no digit of Base32 is read as 31.",
        breaks: &["race-21"],
        seen: &[IETF_ACE],
        equivalent: None,
        behaviour: |call| {
            Rules { ldh: false, ..RULES }.read_answer(
                call,
                &Race { base32: Base32 { foreign: false, ..Base32::RIGHT }, ..RIGHT },
            )
        },
    },
    Deviation {
        id: "race/digits-from-3",
        codec: "race",
        summary: "The digits of Base32 are a to z and 3 to 8.",
        breaks: &["race-36"],
        seen: &[Seen { library: "draft-ietf-idn-utf6-00", source: "3.1 to 3.3" }],
        equivalent: None,
        behaviour: |call| {
            RULES.answer(
                call,
                &Race {
                    base32: Base32 { digits: "abcdefghijklmnopqrstuvwxyz345678", ..Base32::RIGHT },
                    ..RIGHT
                },
            )
        },
    },
    Deviation {
        id: "race/left-over-bits",
        codec: "race",
        summary: "The bits that are left over behind the last octet may be any.",
        breaks: &["race-39"],
        seen: &[MDNKIT_C],
        equivalent: None,
        behaviour: |call| {
            RULES.read_answer(
                call,
                &Race { base32: Base32 { padding: false, ..Base32::RIGHT }, ..RIGHT },
            )
        },
    },
    Deviation {
        id: "race/any-length",
        codec: "race",
        summary: "Numbers of digits that no octets give are read; the last digit is lost.",
        breaks: &["race-38"],
        seen: &[MDNKIT_C],
        equivalent: None,
        behaviour: |call| {
            RULES.read_answer(
                call,
                &Race {
                    base32: Base32 { lengths: false, padding: false, ..Base32::RIGHT },
                    ..RIGHT
                },
            )
        },
    },
    Deviation {
        id: "race/white-space-ignored",
        codec: "race",
        summary: "White space in encoded labels is taken out before they are read.",
        breaks: &["race-21"],
        seen: &[IETF_ACE],
        equivalent: None,
        behaviour: answer_without_spaces,
    },
    Deviation {
        id: "race/labels-of-any-length",
        codec: "race",
        summary: "More than 36 octets are written and read.",
        breaks: &["race-15", "race-2"],
        seen: &[],
        equivalent: None,
        behaviour: |call| Rules { label_limit: false, ..RULES }.answer(call, &RIGHT),
    },
    Deviation {
        id: "race/names-of-any-length",
        codec: "race",
        summary: "Names over 253 characters are written and read.",
        breaks: &["race-2"],
        seen: &[],
        equivalent: None,
        behaviour: |call| Rules { name_limit: false, ..RULES }.answer(call, &RIGHT),
    },
    Deviation {
        id: "race/plain-labels-encoded",
        codec: "race",
        summary: "Labels of letters, digits and hyphens are encoded and decoded like any \
                  other, and none is read as it stands.",
        breaks: &["race-8", "race-17", "race-20"],
        seen: &[],
        equivalent: None,
        behaviour: |call| Rules { plain_labels: false, ..RULES }.answer(call, &RIGHT),
    },
    Deviation {
        id: "race/plain-by-label",
        codec: "race",
        summary: "A label of letters, digits and hyphens is encoded where it begins or ends \
                  with a hyphen.",
        breaks: &["race-4", "race-8"],
        seen: &[MDNKIT],
        equivalent: None,
        behaviour: |call| Rules { plain_by_character: false, ..RULES }.answer(call, &RIGHT),
    },
    Deviation {
        id: "race/inner-dot",
        codec: "race",
        summary: "A dot comes out of a label.",
        breaks: &["race-18"],
        seen: &[IETF_ACE],
        equivalent: None,
        behaviour: |call| Rules { dots: false, ..RULES }.answer(call, &RIGHT),
    },
    Deviation {
        id: "race/undecodable-label-passed",
        codec: "race",
        summary: "A label that cannot be decoded is read as it stands.",
        breaks: &["race-21"],
        seen: &[MDNKIT_C],
        equivalent: None,
        behaviour: |call| Rules { undecodable: false, ..RULES }.read_answer(call, &RIGHT),
    },
    Deviation {
        id: "race/prefix-in-capitals-unknown",
        codec: "race",
        summary: "The prefix is known in small letters only.",
        breaks: &["race-3", "race-6"],
        seen: &[],
        equivalent: None,
        behaviour: |call| Rules { prefix_in_any_case: false, ..RULES }.answer(call, &RIGHT),
    },
    Deviation {
        id: "race/prefix-not-compared",
        codec: "race",
        summary: "The first four characters of a label are taken away, whatever they are.",
        breaks: &["race-5", "race-20"],
        seen: &[],
        equivalent: None,
        behaviour: |call| Rules { prefix_compared: false, ..RULES }.read_answer(call, &RIGHT),
    },
    Deviation {
        id: "race/prefix-encoded-again",
        codec: "race",
        summary: "A label that begins with the prefix is passed on or encoded like any \
                  other.",
        breaks: &["race-6"],
        seen: &[MDNKIT_C],
        equivalent: None,
        behaviour: |call| Rules { prefix_reserved: false, ..RULES }.written_answer(call, &RIGHT),
    },
    Deviation {
        id: "race/empty-labels-encoded",
        codec: "race",
        summary: "Empty parts of a name pass.",
        breaks: &["race-13"],
        seen: &[MDNKIT_C],
        equivalent: None,
        behaviour: |call| {
            let names = matches!(call.op, "to-ascii" | "to-unicode");
            names.then(|| {
                Rules { not_empty: false, plain_labels: true, ..RULES }.answer(call, &RIGHT)
            })?
        },
    },
    Deviation {
        id: "race/surrogates",
        codec: "race",
        summary: "Unpaired surrogates are written and read.",
        breaks: &["race-12"],
        seen: &[],
        equivalent: None,
        behaviour: |call| {
            let surrogates = |c: &u32| (0xD800..0xE000).contains(c);
            let scalars = !call.code_points().iter().any(surrogates);
            Rules { scalars, ..RULES }
                .answer(call, &Race { pairs: false, last_surrogate_row: 0, ..RIGHT })
        },
    },
    Deviation {
        id: "race/ideographic-dots",
        codec: "race",
        summary: "U+3002, U+FF0E and U+FF61 divide labels, as in IDNA.",
        breaks: &["race-13"],
        seen: &[],
        equivalent: None,
        behaviour: answer_with_ideographic_dots,
    },
    Deviation {
        id: "race/folded-first",
        codec: "race",
        summary: "Characters are folded to lower case before they are encoded.",
        breaks: &["race-9"],
        seen: &[],
        equivalent: None,
        behaviour: answer_to_folded,
    },
    Deviation {
        id: "race/folded-when-read",
        codec: "race",
        summary: "Characters are folded to lower case after they are decoded.",
        breaks: &["race-19"],
        seen: &[],
        equivalent: None,
        behaviour: answer_folded,
    },
];
