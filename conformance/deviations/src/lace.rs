//! Deviations of LACE.

use super::base32::Base32;
use super::label::{
    Rules, answer_folded, answer_to_folded, answer_with_ideographic_dots, answer_without_spaces,
};
use super::lace_engine::{Compared, Lace};
use crate::{Behaviour, Call, Deviation, Seen, deviation, observed, reported};

/// The rules of the draft that a call names.
fn rules(call: &Call<'_>) -> Rules {
    let draft_00 = call.parameters.get("draft").is_some_and(|draft| draft.to_string() == "0");
    Rules { canonical: false, ..Rules::new(if draft_00 { "bq--" } else { "lq--" }) }
}

const RIGHT: Lace = Lace::RIGHT;

const MDNKIT: Seen = observed("mdnkit 2.2.3");
const MDNKIT_C: Seen = reported("mdnkit of November 2000", "lace.c, revision 1.4");
const IETF_ACE: Seen = reported("IETF::ACE 0.04", "ACE.pm");
const DRAFT_00: &str = "the letter of draft-ietf-idn-lace-00";

/// The encoding with nothing bent.
pub(super) const UNBENT: Behaviour = |call| rules(call).answer(call, &RIGHT);

pub(super) const DEVIATIONS: &[Deviation] = &[
    deviation("lace/length-as-character", &["lace-22", "lace-30"])
        .summary(
            "No label with runs is read, because the count is compared as a character with \
             numbers.",
        )
        .seen(&[IETF_ACE])
        .how(|call| rules(call).read_answer(call, &Lace { runs: false, ..RIGHT })),
    deviation("lace/tie-takes-marker", &["lace-26"])
        .summary("If both forms are equally long, UTF-16 is written instead of runs.")
        .how(|call| rules(call).answer(call, &Lace { surplus: -1, ..RIGHT })),
    deviation("lace/compared-with-marker", &["lace-27"])
        .summary(
            "Runs are compared with the UTF-16 and its marker FF: a single unit is written as a \
             run.",
        )
        .how(|call| rules(call).answer(call, &Lace { surplus: 1, ..RIGHT })),
    deviation("lace/runs-only", &["lace-27"])
        .summary("Runs are always written, even if UTF-16 is shorter.")
        .how(|call| rules(call).answer(call, &Lace { surplus: isize::MAX / 2, ..RIGHT })),
    deviation("lace/units-of-one-row-apart", &["lace-24"])
        .summary("A run takes all later units of its row, even if other units are between them.")
        .seen(&[reported(DRAFT_00, "2.4.1, step 4")])
        .how(|call| rules(call).written_answer(call, &Lace { adjacent: false, ..RIGHT })),
    deviation("lace/one-pair-too-far", &["lace-25"])
        .summary("The unit after a run is skipped.")
        .seen(&[reported(DRAFT_00, "2.4.1, step 5")])
        .how(|call| rules(call).written_answer(call, &Lace { passed_over: 1, ..RIGHT })),
    deviation("lace/lengths-compared", &["lace-32"])
        .summary("A decoder checks only the lengths of the two forms, not their octets.")
        .seen(&[reported(DRAFT_00, "2.4.2, steps 9 and 10")])
        .how(|call| rules(call).read_answer(call, &Lace { compared: Compared::Lengths, ..RIGHT })),
    deviation("lace/lengths-compared-the-wrong-way", &["lace-22", "lace-32"])
        .summary("Runs are refused if they are shorter than UTF-16, instead of longer.")
        .seen(&[reported(DRAFT_00, "2.4.2, step 9")])
        .how(|call| {
            rules(call).read_answer(call, &Lace { compared: Compared::LengthsTheWrongWay, ..RIGHT })
        }),
    deviation("lace/runs-not-compared", &["lace-32"])
        .summary("Runs are read even if they are not due.")
        .seen(&[IETF_ACE])
        .how(|call| {
            rules(call).read_answer(call, &Lace { compared: Compared::OctetsBehindMarker, ..RIGHT })
        }),
    deviation("lace/not-compared", &["lace-1", "lace-32", "lace-33"])
        .summary(
            "Other spellings of a text are read: the result is not compared with its encoding.",
        )
        .seen(&[MDNKIT_C])
        .how(|call| rules(call).read_answer(call, &Lace { compared: Compared::Nothing, ..RIGHT })),
    deviation("lace/zero-reads-one", &["lace-29"])
        .summary("A run with the count 0 is read as a run of one unit.")
        .seen(&[reported(DRAFT_00, "2.4.2, steps 5 to 7")])
        .how(|call| {
            rules(call)
                .read_answer(call, &Lace { zero: false, compared: Compared::Nothing, ..RIGHT })
        }),
    deviation("lace/run-past-the-end", &["lace-30"])
        .summary(
            "A run with fewer octets than its count says ends with them instead of being refused.",
        )
        .how(|call| {
            rules(call)
                .read_answer(call, &Lace { past_end: false, compared: Compared::Nothing, ..RIGHT })
        }),
    deviation("lace/short-forms", &["lace-28", "lace-30"])
        .summary("A run without row or units, and FF alone, are read as the empty text.")
        .how(|call| {
            rules(call).read_answer(
                call,
                &Lace { short: false, past_end: false, compared: Compared::Nothing, ..RIGHT },
            )
        }),
    deviation("lace/odd-octet-dropped", &["lace-31"])
        .summary("An odd last octet after FF is dropped instead of refused.")
        .how(|call| {
            rules(call)
                .read_answer(call, &Lace { odd: false, compared: Compared::Nothing, ..RIGHT })
        }),
    deviation("lace/prefix-of-draft-00", &["lace-5"])
        .summary("The prefix is `bq--`, even for draft -01.")
        .seen(&[MDNKIT_C])
        .how(|call| Rules { prefix: "bq--", ..rules(call) }.answer(call, &RIGHT)),
    deviation("lace/foreign-digits-as-31", &["lace-21"])
        .summary("A character that is not a Base32 digit, such as `1`, is read as 31.")
        .seen(&[IETF_ACE])
        .how(|call| {
            Rules { ldh: false, ..rules(call) }
                .read_answer(call, &Lace { base32: Base32::ForeignAs31, ..RIGHT })
        }),
    deviation("lace/digits-from-3", &["lace-34"])
        .summary("The digits of Base32 are a to z and 3 to 8.")
        .seen(&[reported("draft-ietf-idn-utf6-00", "3.1 to 3.3")])
        .how(|call| rules(call).answer(call, &Lace { base32: Base32::From3, ..RIGHT })),
    deviation("lace/left-over-bits", &["lace-37"])
        .summary("Filling bits of the last digit are not checked.")
        .seen(&[MDNKIT_C])
        .how(|call| rules(call).read_answer(call, &Lace { base32: Base32::LeftOverBits, ..RIGHT })),
    deviation("lace/any-length", &["lace-36"])
        .summary("Numbers of digits that no octets give are read; the last digit is dropped.")
        .seen(&[MDNKIT_C])
        .how(|call| rules(call).read_answer(call, &Lace { base32: Base32::AnyLength, ..RIGHT })),
    deviation("lace/white-space-ignored", &["lace-21"])
        .summary("A decoder removes white space from encoded labels.")
        .seen(&[IETF_ACE])
        .how(answer_without_spaces),
    deviation("lace/labels-of-any-length", &["lace-15", "lace-2"])
        .summary("Labels of more than 36 compressed octets are written and read.")
        .how(|call| Rules { label_limit: false, ..rules(call) }.answer(call, &RIGHT)),
    deviation("lace/names-of-any-length", &["lace-2"])
        .summary("Names of more than 253 characters are written and read.")
        .how(|call| Rules { name_limit: false, ..rules(call) }.answer(call, &RIGHT)),
    deviation("lace/plain-labels-encoded", &["lace-8", "lace-17", "lace-20"])
        .summary(
            "Labels of letters, digits and hyphens are encoded and decoded instead of passed \
             unchanged.",
        )
        .how(|call| Rules { plain_labels: false, ..rules(call) }.answer(call, &RIGHT)),
    deviation("lace/plain-by-label", &["lace-4", "lace-8"])
        .summary("A plain label that begins or ends with a hyphen is encoded.")
        .seen(&[MDNKIT])
        .how(|call| Rules { plain_by_character: false, ..rules(call) }.answer(call, &RIGHT)),
    deviation("lace/inner-dot", &["lace-18"])
        .summary("Labels that decode to a text with a dot are accepted.")
        .seen(&[IETF_ACE])
        .how(|call| Rules { dots: false, ..rules(call) }.answer(call, &RIGHT)),
    deviation("lace/undecodable-label-passed", &["lace-21"])
        .summary("A label that cannot be decoded is returned unchanged.")
        .seen(&[MDNKIT_C])
        .how(|call| Rules { undecodable: false, ..rules(call) }.read_answer(call, &RIGHT)),
    deviation("lace/prefix-in-capitals-unknown", &["lace-3", "lace-6"])
        .summary("The prefix is recognised in lower case only.")
        .how(|call| Rules { prefix_in_any_case: false, ..rules(call) }.answer(call, &RIGHT)),
    deviation("lace/prefix-not-compared", &["lace-5", "lace-20"])
        .summary(
            "The first four characters of a label are removed without a check that they are the \
             prefix.",
        )
        .how(|call| Rules { prefix_compared: false, ..rules(call) }.read_answer(call, &RIGHT)),
    deviation("lace/prefix-encoded-again", &["lace-6"])
        .summary("A label that begins with the prefix is passed on or encoded instead of refused.")
        .seen(&[MDNKIT_C])
        .how(|call| Rules { prefix_reserved: false, ..rules(call) }.written_answer(call, &RIGHT)),
    deviation("lace/empty-labels-encoded", &["lace-13"])
        .summary("Empty labels of a name are accepted.")
        .seen(&[MDNKIT_C])
        .how(|call| {
            let names = matches!(call.op, "to-ascii" | "to-unicode");
            names.then(|| Rules { not_empty: false, ..rules(call) }.answer(call, &RIGHT))?
        }),
    deviation("lace/surrogates", &["lace-12"])
        .summary("Unpaired surrogates are written and read instead of refused.")
        .how(|call| {
            let surrogates = |c: &u32| (0xD800..0xE000).contains(c);
            let scalars = !call.code_points().iter().any(surrogates);
            Rules { scalars, ..rules(call) }.answer(call, &Lace { pairs: false, ..RIGHT })
        }),
    deviation("lace/ideographic-dots", &["lace-13"])
        .summary("U+3002, U+FF0E and U+FF61 separate labels, as in IDNA.")
        .how(answer_with_ideographic_dots),
    deviation("lace/folded-first", &["lace-9"])
        .summary("An encoder folds characters to lower case first.")
        .how(answer_to_folded),
    deviation("lace/folded-when-read", &["lace-19"])
        .summary("A decoder folds the text to lower case.")
        .how(answer_folded),
];
