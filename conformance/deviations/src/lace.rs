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
            "The length of a run is compared as a character with numbers, so that no run is read.",
        )
        .seen(&[IETF_ACE])
        .how(|call| rules(call).read_answer(call, &Lace { runs: false, ..RIGHT })),
    deviation("lace/tie-takes-marker", &["lace-26"])
        .summary("A tie takes FF and the UTF-16.")
        .how(|call| rules(call).answer(call, &Lace { surplus: -1, ..RIGHT })),
    deviation("lace/compared-with-marker", &["lace-27"])
        .summary("Runs are compared with FF and the UTF-16, so that a single unit is a run.")
        .how(|call| rules(call).answer(call, &Lace { surplus: 1, ..RIGHT })),
    deviation("lace/runs-only", &["lace-27"])
        .summary("Runs are written however long they are.")
        .how(|call| rules(call).answer(call, &Lace { surplus: isize::MAX / 2, ..RIGHT })),
    deviation("lace/units-of-one-row-apart", &["lace-24"])
        .summary("A run takes all later units of its row, adjacent or not.")
        .seen(&[reported(DRAFT_00, "2.4.1, step 4")])
        .how(|call| rules(call).written_answer(call, &Lace { adjacent: false, ..RIGHT })),
    deviation("lace/one-pair-too-far", &["lace-25"])
        .summary("The unit after a run is skipped.")
        .seen(&[reported(DRAFT_00, "2.4.1, step 5")])
        .how(|call| rules(call).written_answer(call, &Lace { passed_over: 1, ..RIGHT })),
    deviation("lace/lengths-compared", &["lace-32"])
        .summary("Only the lengths of the two forms decide whether the right form was read.")
        .seen(&[reported(DRAFT_00, "2.4.2, steps 9 and 10")])
        .how(|call| rules(call).read_answer(call, &Lace { compared: Compared::Lengths, ..RIGHT })),
    deviation("lace/lengths-compared-the-wrong-way", &["lace-22", "lace-32"])
        .summary("Runs are refused where they are shorter than the UTF-16.")
        .seen(&[reported(DRAFT_00, "2.4.2, step 9")])
        .how(|call| {
            rules(call).read_answer(call, &Lace { compared: Compared::LengthsTheWrongWay, ..RIGHT })
        }),
    deviation("lace/runs-not-compared", &["lace-32"])
        .summary("Runs are read whether they are due or not.")
        .seen(&[IETF_ACE])
        .how(|call| {
            rules(call).read_answer(call, &Lace { compared: Compared::OctetsBehindMarker, ..RIGHT })
        }),
    deviation("lace/not-compared", &["lace-1", "lace-32", "lace-33"])
        .summary("What is read is not compared with what would be written.")
        .seen(&[MDNKIT_C])
        .how(|call| rules(call).read_answer(call, &Lace { compared: Compared::Nothing, ..RIGHT })),
    deviation("lace/zero-reads-one", &["lace-29"])
        .summary("A run of length zero is one of length 1.")
        .seen(&[reported(DRAFT_00, "2.4.2, steps 5 to 7")])
        .how(|call| {
            rules(call)
                .read_answer(call, &Lace { zero: false, compared: Compared::Nothing, ..RIGHT })
        }),
    deviation("lace/run-past-the-end", &["lace-30"])
        .summary("A run that is longer than the octets ends with them.")
        .how(|call| {
            rules(call)
                .read_answer(call, &Lace { past_end: false, compared: Compared::Nothing, ..RIGHT })
        }),
    deviation("lace/short-forms", &["lace-28", "lace-30"])
        .summary("A run without row or units, and FF alone, are nothing.")
        .how(|call| {
            rules(call).read_answer(
                call,
                &Lace { short: false, past_end: false, compared: Compared::Nothing, ..RIGHT },
            )
        }),
    deviation("lace/odd-octet-dropped", &["lace-31"])
        .summary("An octet that is left over after FF is dropped.")
        .how(|call| {
            rules(call)
                .read_answer(call, &Lace { odd: false, compared: Compared::Nothing, ..RIGHT })
        }),
    deviation("lace/prefix-of-draft-00", &["lace-5"])
        .summary("The prefix is bq--, whichever draft is asked for.")
        .seen(&[MDNKIT_C])
        .how(|call| Rules { prefix: "bq--", ..rules(call) }.answer(call, &RIGHT)),
    deviation("lace/foreign-digits-as-31", &["lace-21"])
        .summary("A character that is not a Base32 digit is read as 31.")
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
        .summary("The bits after the last octet are not checked.")
        .seen(&[MDNKIT_C])
        .how(|call| rules(call).read_answer(call, &Lace { base32: Base32::LeftOverBits, ..RIGHT })),
    deviation("lace/any-length", &["lace-36"])
        .summary("Numbers of digits that no octets give are read; the last digit is lost.")
        .seen(&[MDNKIT_C])
        .how(|call| rules(call).read_answer(call, &Lace { base32: Base32::AnyLength, ..RIGHT })),
    deviation("lace/white-space-ignored", &["lace-21"])
        .summary("White space in encoded labels is removed before they are read.")
        .seen(&[IETF_ACE])
        .how(answer_without_spaces),
    deviation("lace/labels-of-any-length", &["lace-15", "lace-2"])
        .summary("More than 36 octets are written and read.")
        .how(|call| Rules { label_limit: false, ..rules(call) }.answer(call, &RIGHT)),
    deviation("lace/names-of-any-length", &["lace-2"])
        .summary("Names over 253 characters are written and read.")
        .how(|call| Rules { name_limit: false, ..rules(call) }.answer(call, &RIGHT)),
    deviation("lace/plain-labels-encoded", &["lace-8", "lace-17", "lace-20"])
        .summary(
            "Labels of letters, digits and hyphens are encoded and decoded like any other label; \
             none passes unchanged.",
        )
        .how(|call| Rules { plain_labels: false, ..rules(call) }.answer(call, &RIGHT)),
    deviation("lace/plain-by-label", &["lace-4", "lace-8"])
        .summary(
            "A label of letters, digits and hyphens is encoded where it begins or ends with a \
             hyphen.",
        )
        .seen(&[MDNKIT])
        .how(|call| Rules { plain_by_character: false, ..rules(call) }.answer(call, &RIGHT)),
    deviation("lace/inner-dot", &["lace-18"])
        .summary("A dot comes out of a label.")
        .seen(&[IETF_ACE])
        .how(|call| Rules { dots: false, ..rules(call) }.answer(call, &RIGHT)),
    deviation("lace/undecodable-label-passed", &["lace-21"])
        .summary("A label that cannot be decoded is passed on unchanged.")
        .seen(&[MDNKIT_C])
        .how(|call| Rules { undecodable: false, ..rules(call) }.read_answer(call, &RIGHT)),
    deviation("lace/prefix-in-capitals-unknown", &["lace-3", "lace-6"])
        .summary("The prefix is recognised in lower case only.")
        .how(|call| Rules { prefix_in_any_case: false, ..rules(call) }.answer(call, &RIGHT)),
    deviation("lace/prefix-not-compared", &["lace-5", "lace-20"])
        .summary(
            "The first four characters of a label are removed without being compared with the \
             prefix.",
        )
        .how(|call| Rules { prefix_compared: false, ..rules(call) }.read_answer(call, &RIGHT)),
    deviation("lace/prefix-encoded-again", &["lace-6"])
        .summary("A label that begins with the prefix is passed on or encoded like any other.")
        .seen(&[MDNKIT_C])
        .how(|call| Rules { prefix_reserved: false, ..rules(call) }.written_answer(call, &RIGHT)),
    deviation("lace/empty-labels-encoded", &["lace-13"])
        .summary("Empty parts of a name pass.")
        .seen(&[MDNKIT_C])
        .how(|call| {
            let names = matches!(call.op, "to-ascii" | "to-unicode");
            names.then(|| Rules { not_empty: false, ..rules(call) }.answer(call, &RIGHT))?
        }),
    deviation("lace/surrogates", &["lace-12"])
        .summary("Unpaired surrogates are written and read.")
        .how(|call| {
            let surrogates = |c: &u32| (0xD800..0xE000).contains(c);
            let scalars = !call.code_points().iter().any(surrogates);
            Rules { scalars, ..rules(call) }.answer(call, &Lace { pairs: false, ..RIGHT })
        }),
    deviation("lace/ideographic-dots", &["lace-13"])
        .summary("U+3002, U+FF0E and U+FF61 divide labels, as in IDNA.")
        .how(answer_with_ideographic_dots),
    deviation("lace/folded-first", &["lace-9"])
        .summary("Characters are folded to lower case before they are encoded.")
        .how(answer_to_folded),
    deviation("lace/folded-when-read", &["lace-19"])
        .summary("Characters are folded to lower case after they are decoded.")
        .how(answer_folded),
];
