//! Deviations of RACE.

use super::base32::Base32;
use super::label::{
    Rules, answer_folded, answer_to_folded, answer_with_ideographic_dots, answer_without_spaces,
};
use super::race_engine::{Compared, Race, U0099};
use crate::{Behaviour, Deviation, Seen, deviation, observed, reported};

const RULES: Rules = Rules { canonical: false, ..Rules::new("bq--") };
const RIGHT: Race = Race::RIGHT;

const MDNKIT: Seen = observed("mdnkit 2.2.3");
const MDNKIT_C: Seen = reported("mdnkit of November 2000", "race.c, revision 1.14");
const IETF_ACE: Seen = reported("IETF::ACE 0.04", "ACE.pm");
const DRAFT_02: &str = "the letter of draft-ietf-idn-race-02";
const DRAFT_03: &str = "the letter of draft-ietf-idn-race-03";

/// The encoding with nothing bent.
pub(super) const UNBENT: Behaviour = |call| RULES.answer(call, &RIGHT);

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
    deviation("race/foreign-digits-as-31", &["race-21"])
        .summary("A character that is not a Base32 digit, such as `1`, is read as 31.")
        .seen(&[IETF_ACE])
        .how(|call| {
            Rules { ldh: false, ..RULES }
                .read_answer(call, &Race { base32: Base32::ForeignAs31, ..RIGHT })
        }),
    deviation("race/digits-from-3", &["race-36"])
        .summary("The digits of Base32 are a to z and 3 to 8.")
        .seen(&[reported("draft-ietf-idn-utf6-00", "3.1 to 3.3")])
        .how(|call| RULES.answer(call, &Race { base32: Base32::From3, ..RIGHT })),
    deviation("race/left-over-bits", &["race-39"])
        .summary("Filling bits of the last digit are not checked.")
        .seen(&[MDNKIT_C])
        .how(|call| RULES.read_answer(call, &Race { base32: Base32::LeftOverBits, ..RIGHT })),
    deviation("race/any-length", &["race-38"])
        .summary("Numbers of digits that no octets give are read; the last digit is dropped.")
        .seen(&[MDNKIT_C])
        .how(|call| RULES.read_answer(call, &Race { base32: Base32::AnyLength, ..RIGHT })),
    deviation("race/white-space-ignored", &["race-21"])
        .summary("A decoder removes white space from encoded labels.")
        .seen(&[IETF_ACE])
        .how(answer_without_spaces),
    deviation("race/labels-of-any-length", &["race-15", "race-2"])
        .summary("Labels of more than 36 compressed octets are written and read.")
        .how(|call| Rules { label_limit: false, ..RULES }.answer(call, &RIGHT)),
    deviation("race/names-of-any-length", &["race-2"])
        .summary("Names of more than 253 characters are written and read.")
        .how(|call| Rules { name_limit: false, ..RULES }.answer(call, &RIGHT)),
    deviation("race/plain-labels-encoded", &["race-8", "race-17", "race-20"])
        .summary(
            "Labels of letters, digits and hyphens are encoded and decoded instead of passed \
             unchanged.",
        )
        .how(|call| Rules { plain_labels: false, ..RULES }.answer(call, &RIGHT)),
    deviation("race/plain-by-label", &["race-4", "race-8"])
        .summary("A plain label that begins or ends with a hyphen is encoded.")
        .seen(&[MDNKIT])
        .how(|call| Rules { plain_by_character: false, ..RULES }.answer(call, &RIGHT)),
    deviation("race/inner-dot", &["race-18"])
        .summary("Labels that decode to a text with a dot are accepted.")
        .seen(&[IETF_ACE])
        .how(|call| Rules { dots: false, ..RULES }.answer(call, &RIGHT)),
    deviation("race/undecodable-label-passed", &["race-21"])
        .summary("A label that cannot be decoded is returned unchanged.")
        .seen(&[MDNKIT_C])
        .how(|call| Rules { undecodable: false, ..RULES }.read_answer(call, &RIGHT)),
    deviation("race/prefix-in-capitals-unknown", &["race-3", "race-6"])
        .summary("The prefix is recognised in lower case only.")
        .how(|call| Rules { prefix_in_any_case: false, ..RULES }.answer(call, &RIGHT)),
    deviation("race/prefix-not-compared", &["race-5", "race-20"])
        .summary(
            "The first four characters of a label are removed without a check that they are the \
             prefix.",
        )
        .how(|call| Rules { prefix_compared: false, ..RULES }.read_answer(call, &RIGHT)),
    deviation("race/prefix-encoded-again", &["race-6"])
        .summary("A label that begins with the prefix is passed on or encoded instead of refused.")
        .seen(&[MDNKIT_C])
        .how(|call| Rules { prefix_reserved: false, ..RULES }.written_answer(call, &RIGHT)),
    deviation("race/empty-labels-encoded", &["race-13"])
        .summary("Empty labels of a name are accepted.")
        .seen(&[MDNKIT_C])
        .how(|call| {
            let names = matches!(call.op, "to-ascii" | "to-unicode");
            names.then(|| {
                Rules { not_empty: false, plain_labels: true, ..RULES }.answer(call, &RIGHT)
            })?
        }),
    deviation("race/surrogates", &["race-12"])
        .summary("Unpaired surrogates are written and read instead of refused.")
        .how(|call| {
            let surrogates = |c: &u32| (0xD800..0xE000).contains(c);
            let scalars = !call.code_points().iter().any(surrogates);
            Rules { scalars, ..RULES }
                .answer(call, &Race { pairs: false, last_surrogate_row: 0, ..RIGHT })
        }),
    deviation("race/ideographic-dots", &["race-13"])
        .summary("U+3002, U+FF0E and U+FF61 separate labels, as in IDNA.")
        .how(answer_with_ideographic_dots),
    deviation("race/folded-first", &["race-9"])
        .summary("An encoder folds characters to lower case first.")
        .how(answer_to_folded),
    deviation("race/folded-when-read", &["race-19"])
        .summary("A decoder folds the text to lower case.")
        .how(answer_folded),
];
