//! Deviations of UTF-6.

use acegate_codec::Value;

use super::label::Rules;
use super::label_rows::{
    LabelEncoding, folded_first, ideographic_dots, inner_dot, labels_of_any_length,
    names_of_any_length, plain_by_label, plain_labels_encoded, prefix_in_capitals_unknown,
    prefix_not_compared, surrogates, white_space_ignored,
};
use super::utf6_engine::Utf6;
use crate::{Behaviour, Call, Deviation, Seen, deviation, observed, reported};

const RULES: Rules = Rules::new("wq--");
const RIGHT: Utf6 = Utf6::RIGHT;
/// A decoder as section 2.5 is written: it does not compare the result with its encoding.
const NOT_COMPARED: Rules = Rules { canonical: false, ..RULES };

const MDNKIT: Seen = observed("mdnkit 2.2.3");
const ICONVEX: Seen = observed("Iconvex 590b350");
const LETTER: &str = "the wording of draft-ietf-idn-utf6-00";

/// The encoding without a fault.
pub(super) const MODEL: Behaviour = |call| RULES.answer(call, &RIGHT);

pub(super) const DEVIATIONS: &[Deviation] = &[
    deviation("utf6/nibble-header-never-written", &["utf6-15"])
        .summary("The header `z` is never written: units of one upper nibble are written in full.")
        .seen(&[MDNKIT])
        .how(|call| RULES.answer(call, &Utf6 { nibbles: false, ..RIGHT })),
    deviation("utf6/twelve-bits-behind-z", &["utf6-15"])
        .summary("The number after `z` is the unit shifted by 4 bits instead of 12.")
        .seen(&[MDNKIT])
        .how(|call| RULES.answer(call, &Utf6 { nibble_shift: 4, ..RIGHT })),
    deviation("utf6/compared-with-first-hyphen", &["utf6-17"])
        .summary("If the text begins with a hyphen, all units are compared with it.")
        .seen(&[MDNKIT])
        .how(|call| RULES.answer(call, &Utf6 { first_that_counts: false, ..RIGHT })),
    deviation("utf6/wrap-at-16-bits", &["utf6-28", "utf6-29", "utf6-32", "utf6-37"])
        .summary(
            "A decoder keeps 16 bits of a number and does not compare the result with the \
             encoding.",
        )
        .seen(&[MDNKIT])
        .how(|call| NOT_COMPARED.read_answer(call, &Utf6 { wraps: true, ..RIGHT })),
    labels_of_any_length::<Utf6>("utf6/labels-of-any-length", &["utf6-1"]).seen(&[MDNKIT]),
    names_of_any_length::<Utf6>("utf6/names-of-any-length", &["utf6-38"]),
    deviation("utf6/final-hyphen", &["utf6-2"])
        .summary("Encoded labels may end with a hyphen.")
        .seen(&[MDNKIT])
        .how(|call| Rules { final_hyphen: false, ..RULES }.answer(call, &RIGHT)),
    deviation("utf6/other-spellings", &["utf6-37", "utf6-11"])
        .summary(
            "Other spellings of a text are read: leading zeros, headers that are not due, and \
             hyphens as numbers.",
        )
        .seen(&[ICONVEX, reported(LETTER, "2.5.2")])
        .how(|call| NOT_COMPARED.read_answer(call, &RIGHT)),
    plain_labels_encoded::<Utf6>("utf6/plain-labels-encoded", &["utf6-8", "utf6-35"])
        .seen(&[ICONVEX, reported(LETTER, "2.4.3 and 2.5.3")]),
    plain_by_label::<Utf6>("utf6/plain-by-label", &["utf6-8"]).seen(&[MDNKIT]),
    inner_dot::<Utf6>("utf6/inner-dot", &["utf6-36"]).seen(&[ICONVEX]),
    deviation("utf6/fifteen-first-digits", &["utf6-10"])
        .summary(
            "The first digits are the fifteen of section 2.4.1, without `n`: 7 is written as `o`, \
             and F has no digit.",
        )
        .seen(&[reported(LETTER, "2.4.1, step 2")])
        .how(|call| RULES.answer(call, &Utf6 { first_digits: "ghijklmopqrstuv", ..RIGHT })),
    deviation("utf6/hyphen-masked", &["utf6-18"])
        .summary("A hyphen is masked and written as a number instead of as itself.")
        .seen(&[reported(LETTER, "2.4.2, step 5")])
        .how(|call| RULES.written_answer(call, &Utf6 { literal_hyphen: false, ..RIGHT })),
    deviation("utf6/zero-is-nothing", &["utf6-11"])
        .summary("Zero is written without a digit, because all its nibbles are leading zeros.")
        .seen(&[reported(LETTER, "2.4.1, step 1")])
        .how(|call| RULES.written_answer(call, &Utf6 { zero: false, ..RIGHT })),
    deviation("utf6/stale-number-behind-hyphen", &["utf6-31"])
        .summary("After a hyphen the number before it is added once more.")
        .seen(&[reported(LETTER, "2.5.2, steps 5a and 5b")])
        .how(|call| NOT_COMPARED.read_answer(call, &Utf6 { hyphen_alone: false, ..RIGHT })),
    deviation("utf6/characters-not-units", &["utf6-21"])
        .summary("A character above FFFF is written and read as one number instead of two.")
        .how(|call| RULES.answer(call, &Utf6 { utf16: false, ..RIGHT })),
    deviation("utf6/header-only-where-shorter", &["utf6-14", "utf6-19"])
        .summary("A header is written only if it makes the label shorter.")
        .how(|call| RULES.answer(call, &Utf6 { always: false, ..RIGHT })),
    deviation("utf6/header-for-one", &["utf6-13"])
        .summary("A label of one unit has a header.")
        .how(|call| RULES.answer(call, &Utf6 { least: 1, ..RIGHT })),
    deviation("utf6/written-in-capitals", &["utf6-20"])
        .summary("Headers and digits are written in upper case.")
        .seen(&[reported(LETTER, "2.4.2, steps 3b and 4b, of the headers")])
        .how(|call| RULES.written_answer(call, &Utf6 { small: false, ..RIGHT })),
    deviation("utf6/capitals-refused", &["utf6-4"])
        .summary("Upper-case letters are refused in headers and digits.")
        .how(|call| RULES.read_answer(call, &Utf6 { capitals: false, ..RIGHT })),
    prefix_in_capitals_unknown::<Utf6>("utf6/prefix-in-capitals-unknown", &["utf6-4", "utf6-6"]),
    deviation("utf6/first-digits-untested", &["utf6-26"])
        .summary("Letters after `v` are read as first digits, by their distance from `g`.")
        .how(|call| NOT_COMPARED.read_answer(call, &Utf6 { first_digits_tested: false, ..RIGHT })),
    deviation("utf6/header-unlimited", &["utf6-29"])
        .summary(
            "The number of a header has no limit, and the result is not compared with the \
             encoding.",
        )
        .seen(&[reported(LETTER, "2.5.2, steps 3 and 4")])
        .how(|call| NOT_COMPARED.read_answer(call, &Utf6 { header_limit: false, ..RIGHT })),
    deviation("utf6/header-alone", &["utf6-24", "utf6-33"])
        .summary("A header without characters, and the prefix alone, are read as the empty label.")
        .how(|call| {
            let rules = Rules { not_empty: false, ..NOT_COMPARED };
            rules.read_answer(call, &Utf6 { body: false, ..RIGHT })
        }),
    deviation("utf6/header-without-number", &["utf6-39"])
        .summary("A header letter at the end, without its number, is read as the empty label.")
        .how(|call| {
            let label: String =
                call.code_points().iter().filter_map(|&point| char::from_u32(point)).collect();
            let is_header =
                ["wq--y", "wq--z"].iter().any(|alone| label.eq_ignore_ascii_case(alone));
            (call.op == "decode" && is_header).then(|| Ok(Value::from("")))
        }),
    deviation("utf6/empty-labels-encoded", &["utf6-24"])
        .summary("An empty label is written as the prefix alone.")
        .seen(&[reported(LETTER, "2.4.3")])
        .how(|call| Rules { not_empty: false, ..RULES }.written_answer(call, &RIGHT)),
    surrogates::<Utf6>("utf6/surrogates", &["utf6-22"]).seen(&[reported(LETTER, "2.5.2")]),
    prefix_not_compared::<Utf6>("utf6/prefix-not-compared", &["utf6-5"])
        .seen(&[reported(LETTER, "2.5.3, step 3")]),
    ideographic_dots::<Utf6>("utf6/ideographic-dots", &["utf6-23"]),
    folded_first::<Utf6>("utf6/folded-first", &["utf6-9"]),
    white_space_ignored::<Utf6>("utf6/white-space-ignored", &["utf6-3"]),
    deviation("utf6/dot-encoded", &["utf6-25"])
        .summary("A single label with a dot is encoded instead of refused.")
        .how(|call| Rules { dots_in: false, ..RULES }.written_answer(call, &RIGHT)),
];

impl LabelEncoding for Utf6 {
    const RIGHT: Self = Self::RIGHT;
    const UNPAIRED: Self = Self { pairs: false, ..Self::RIGHT };

    fn rules(_: &Call<'_>) -> Rules {
        RULES
    }
}
