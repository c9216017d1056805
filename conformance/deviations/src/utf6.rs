//! Deviations of UTF-6.

use acegate_codec::Value;

use super::label::{Rules, answer_to_folded, answer_with_ideographic_dots, answer_without_spaces};
use super::utf6_engine::{Utf6, Width};
use super::{Deviation, Seen};

const RULES: Rules = Rules::new("wq--");
const RIGHT: Utf6 = Utf6::RIGHT;
/// A decoder by the letter of section 2.5, which compares nothing.
const NOT_COMPARED: Rules = Rules { canonical: false, ..RULES };

const MDNKIT: Seen = Seen { library: "mdnkit 2.2.3", source: "" };
const ICONVEX: Seen = Seen { library: "Iconvex 590b350", source: "" };
const LETTER: &str = "the letter of draft-ietf-idn-utf6-00";

pub(super) const DEVIATIONS: &[Deviation] = &[
    Deviation {
        id: "utf6/nibble-header-never-written",
        codec: "utf6",
        summary: "Units of one upper nibble are written whole, because units of one row are not \
                  counted among them.",
        breaks: &["utf6-15"],
        seen: &[MDNKIT],
        equivalent: None,
        behaviour: |call| RULES.answer(call, &Utf6 { nibbles: false, ..RIGHT }),
    },
    Deviation {
        id: "utf6/twelve-bits-behind-z",
        codec: "utf6",
        summary: "The number behind z is the unit shifted by four bits, not by twelve.",
        breaks: &["utf6-15"],
        seen: &[MDNKIT],
        equivalent: None,
        behaviour: |call| RULES.answer(call, &Utf6 { nibble_shift: 4, ..RIGHT }),
    },
    Deviation {
        id: "utf6/compared-with-first-hyphen",
        codec: "utf6",
        summary: "Units are compared with the first of all, even where that is a hyphen.",
        breaks: &["utf6-17"],
        seen: &[MDNKIT],
        equivalent: None,
        behaviour: |call| RULES.answer(call, &Utf6 { first_that_counts: false, ..RIGHT }),
    },
    Deviation {
        id: "utf6/wrap-at-16-bits",
        codec: "utf6",
        summary: "Sixteen bits of a number are kept, and what is read is not compared.",
        breaks: &["utf6-28", "utf6-29", "utf6-32", "utf6-37"],
        seen: &[MDNKIT],
        equivalent: None,
        behaviour: |call| NOT_COMPARED.read_answer(call, &Utf6 { width: Width::Bits(16), ..RIGHT }),
    },
    Deviation {
        id: "utf6/wrap-at-32-bits",
        codec: "utf6",
        summary: "Thirty-two bits of a number are kept, and what is read is not compared.",
        breaks: &["utf6-28", "utf6-29", "utf6-32", "utf6-37"],
        seen: &[],
        equivalent: None,
        behaviour: |call| NOT_COMPARED.read_answer(call, &Utf6 { width: Width::Bits(32), ..RIGHT }),
    },
    Deviation {
        id: "utf6/wrap-at-64-bits",
        codec: "utf6",
        summary: "Sixty-four bits of a number are kept, and what is read is not compared.",
        breaks: &["utf6-28", "utf6-29", "utf6-32", "utf6-37"],
        seen: &[],
        equivalent: None,
        behaviour: |call| NOT_COMPARED.read_answer(call, &Utf6 { width: Width::Bits(64), ..RIGHT }),
    },
    Deviation {
        id: "utf6/signed-limit",
        codec: "utf6",
        summary: "A number is a signed integer of 32 bits, and a negative one is not too large.",
        breaks: &["utf6-28", "utf6-29", "utf6-32", "utf6-37"],
        seen: &[],
        equivalent: None,
        behaviour: |call| NOT_COMPARED.read_answer(call, &Utf6 { width: Width::Signed, ..RIGHT }),
    },
    Deviation {
        id: "utf6/labels-of-any-length",
        codec: "utf6",
        summary: "Labels over 63 octets are written and read.",
        breaks: &["utf6-1"],
        seen: &[MDNKIT],
        equivalent: None,
        behaviour: |call| Rules { label_limit: false, ..RULES }.answer(call, &RIGHT),
    },
    Deviation {
        id: "utf6/names-of-any-length",
        codec: "utf6",
        summary: "Names over 253 characters are written and read.",
        breaks: &["utf6-38"],
        seen: &[],
        equivalent: None,
        behaviour: |call| Rules { name_limit: false, ..RULES }.answer(call, &RIGHT),
    },
    Deviation {
        id: "utf6/final-hyphen",
        codec: "utf6",
        summary: "Encoded labels may end with a hyphen.",
        breaks: &["utf6-2"],
        seen: &[MDNKIT],
        equivalent: None,
        behaviour: |call| Rules { final_hyphen: false, ..RULES }.answer(call, &RIGHT),
    },
    Deviation {
        id: "utf6/other-spellings",
        codec: "utf6",
        summary: "What is read is not compared with what would be written: leading zeros, headers \
                  that are not due and hyphens as numbers pass.",
        breaks: &["utf6-37", "utf6-11"],
        seen: &[ICONVEX, Seen { library: LETTER, source: "2.5.2" }],
        equivalent: None,
        behaviour: |call| NOT_COMPARED.read_answer(call, &RIGHT),
    },
    Deviation {
        id: "utf6/plain-labels-encoded",
        codec: "utf6",
        summary: "Labels of letters, digits and hyphens are encoded and decoded like any other, \
                  and none is read as it stands.",
        breaks: &["utf6-8", "utf6-35"],
        seen: &[ICONVEX, Seen { library: LETTER, source: "2.4.3 and 2.5.3" }],
        equivalent: None,
        behaviour: |call| Rules { plain_labels: false, ..RULES }.answer(call, &RIGHT),
    },
    Deviation {
        id: "utf6/plain-by-label",
        codec: "utf6",
        summary: "A label of letters, digits and hyphens is encoded where it begins or ends with a \
                  hyphen.",
        breaks: &["utf6-8"],
        seen: &[MDNKIT],
        equivalent: None,
        behaviour: |call| Rules { plain_by_character: false, ..RULES }.answer(call, &RIGHT),
    },
    Deviation {
        id: "utf6/inner-dot",
        codec: "utf6",
        summary: "A dot comes out of a label.",
        breaks: &["utf6-36"],
        seen: &[ICONVEX],
        equivalent: None,
        behaviour: |call| Rules { dots: false, ..RULES }.answer(call, &RIGHT),
    },
    Deviation {
        id: "utf6/fifteen-first-digits",
        codec: "utf6",
        summary: "The first digits are the fifteen of section 2.4.1, without n: 7 is o, and F has \
                  none.",
        breaks: &["utf6-10"],
        seen: &[Seen { library: LETTER, source: "2.4.1, step 2" }],
        equivalent: None,
        behaviour: |call| RULES.answer(call, &Utf6 { first_digits: "ghijklmopqrstuv", ..RIGHT }),
    },
    Deviation {
        id: "utf6/hyphen-masked",
        codec: "utf6",
        summary: "A hyphen is masked and written as a number.",
        breaks: &["utf6-18"],
        seen: &[Seen { library: LETTER, source: "2.4.2, step 5" }],
        equivalent: None,
        behaviour: |call| RULES.written_answer(call, &Utf6 { literal_hyphen: false, ..RIGHT }),
    },
    Deviation {
        id: "utf6/zero-is-nothing",
        codec: "utf6",
        summary: "Zero is written as no digit, after all its zero nibbles have been skipped.",
        breaks: &["utf6-11"],
        seen: &[Seen { library: LETTER, source: "2.4.1, step 1" }],
        equivalent: None,
        behaviour: |call| RULES.written_answer(call, &Utf6 { zero: false, ..RIGHT }),
    },
    Deviation {
        id: "utf6/stale-number-behind-hyphen",
        codec: "utf6",
        summary: "Behind a hyphen the number before it is added once more.",
        breaks: &["utf6-31"],
        seen: &[Seen { library: LETTER, source: "2.5.2, steps 5a and 5b" }],
        equivalent: None,
        behaviour: |call| NOT_COMPARED.read_answer(call, &Utf6 { hyphen_alone: false, ..RIGHT }),
    },
    Deviation {
        id: "utf6/characters-not-units",
        codec: "utf6",
        summary: "A character above FFFF is one number, not two.",
        breaks: &["utf6-21"],
        seen: &[],
        equivalent: None,
        behaviour: |call| RULES.answer(call, &Utf6 { utf16: false, ..RIGHT }),
    },
    Deviation {
        id: "utf6/header-only-where-shorter",
        codec: "utf6",
        summary: "A header is written only where it makes the label shorter.",
        breaks: &["utf6-14", "utf6-19"],
        seen: &[],
        equivalent: None,
        behaviour: |call| RULES.answer(call, &Utf6 { always: false, ..RIGHT }),
    },
    Deviation {
        id: "utf6/nibble-before-row",
        codec: "utf6",
        summary: "Units of one row are written behind z, because that is tried first.",
        breaks: &["utf6-14", "utf6-19"],
        seen: &[],
        equivalent: None,
        behaviour: |call| RULES.answer(call, &Utf6 { rows_first: false, ..RIGHT }),
    },
    Deviation {
        id: "utf6/header-for-one",
        codec: "utf6",
        summary: "A single unit has a header.",
        breaks: &["utf6-13"],
        seen: &[],
        equivalent: None,
        behaviour: |call| RULES.answer(call, &Utf6 { least: 1, ..RIGHT }),
    },
    Deviation {
        id: "utf6/hyphens-compared",
        codec: "utf6",
        summary: "Hyphens count when units are compared.",
        breaks: &["utf6-17"],
        seen: &[],
        equivalent: None,
        behaviour: |call| RULES.answer(call, &Utf6 { hyphens_apart: false, ..RIGHT }),
    },
    Deviation {
        id: "utf6/written-in-capitals",
        codec: "utf6",
        summary: "Headers and digits are written in capitals.",
        breaks: &["utf6-12", "utf6-20"],
        seen: &[Seen { library: LETTER, source: "2.4.2, steps 3b and 4b, of the headers" }],
        equivalent: None,
        behaviour: |call| RULES.written_answer(call, &Utf6 { small: false, ..RIGHT }),
    },
    Deviation {
        id: "utf6/capitals-refused",
        codec: "utf6",
        summary: "Capitals are refused in headers and digits.",
        breaks: &["utf6-4"],
        seen: &[],
        equivalent: None,
        behaviour: |call| RULES.read_answer(call, &Utf6 { capitals: false, ..RIGHT }),
    },
    Deviation {
        id: "utf6/prefix-in-capitals-unknown",
        codec: "utf6",
        summary: "The prefix is known in small letters only.",
        breaks: &["utf6-4", "utf6-6"],
        seen: &[],
        equivalent: None,
        behaviour: |call| Rules { prefix_in_any_case: false, ..RULES }.answer(call, &RIGHT),
    },
    Deviation {
        id: "utf6/first-digits-untested",
        codec: "utf6",
        summary: "Any letter from g on is a first digit, by its distance from g.",
        breaks: &["utf6-26"],
        seen: &[],
        equivalent: None,
        behaviour: |call| {
            NOT_COMPARED.read_answer(call, &Utf6 { first_digits_tested: false, ..RIGHT })
        },
    },
    Deviation {
        id: "utf6/header-unlimited",
        codec: "utf6",
        summary: "The number of a header may be any, and what is read is not compared.",
        breaks: &["utf6-29"],
        seen: &[Seen { library: LETTER, source: "2.5.2, steps 3 and 4" }],
        equivalent: None,
        behaviour: |call| NOT_COMPARED.read_answer(call, &Utf6 { header_limit: false, ..RIGHT }),
    },
    Deviation {
        id: "utf6/number-under-header-unlimited",
        codec: "utf6",
        summary: "A number under a header may be any, and what is read is not compared.",
        breaks: &["utf6-32"],
        seen: &[],
        equivalent: None,
        behaviour: |call| NOT_COMPARED.read_answer(call, &Utf6 { part_limit: false, ..RIGHT }),
    },
    Deviation {
        id: "utf6/header-alone",
        codec: "utf6",
        summary: "A header with nothing after it, and a prefix with nothing after it, are the \
                  empty label.",
        breaks: &["utf6-24", "utf6-33"],
        seen: &[],
        equivalent: None,
        behaviour: |call| {
            let rules = Rules { not_empty: false, ..NOT_COMPARED };
            rules.read_answer(call, &Utf6 { body: false, ..RIGHT })
        },
    },
    Deviation {
        id: "utf6/header-without-number",
        codec: "utf6",
        summary: "A header at the end is read as one with the number zero, and so as the empty \
                  label.",
        breaks: &["utf6-39"],
        seen: &[],
        equivalent: None,
        behaviour: |call| {
            let label: String =
                call.code_points().iter().filter_map(|&point| char::from_u32(point)).collect();
            let is_header =
                ["wq--y", "wq--z"].iter().any(|alone| label.eq_ignore_ascii_case(alone));
            (call.op == "decode" && is_header).then(|| Ok(Value::from("")))
        },
    },
    Deviation {
        id: "utf6/empty-labels-encoded",
        codec: "utf6",
        summary: "An empty label is written as the prefix alone.",
        breaks: &["utf6-24"],
        seen: &[Seen { library: LETTER, source: "2.4.3" }],
        equivalent: None,
        behaviour: |call| Rules { not_empty: false, ..RULES }.written_answer(call, &RIGHT),
    },
    Deviation {
        id: "utf6/surrogates",
        codec: "utf6",
        summary: "Unpaired surrogates are written and read.",
        breaks: &["utf6-22"],
        seen: &[Seen { library: LETTER, source: "2.5.2" }],
        equivalent: None,
        behaviour: |call| {
            let surrogates = |c: &u32| (0xD800..0xE000).contains(c);
            let scalars = !call.code_points().iter().any(surrogates);
            Rules { scalars, ..RULES }.answer(call, &Utf6 { pairs: false, ..RIGHT })
        },
    },
    Deviation {
        id: "utf6/prefix-not-compared",
        codec: "utf6",
        summary: "The first four characters of a label are taken away, whatever they are.",
        breaks: &["utf6-5"],
        seen: &[Seen { library: LETTER, source: "2.5.3, step 3" }],
        equivalent: None,
        behaviour: |call| Rules { prefix_compared: false, ..RULES }.read_answer(call, &RIGHT),
    },
    Deviation {
        id: "utf6/prefix-encoded-again",
        codec: "utf6",
        summary: "A label that begins with the prefix is passed on or encoded like any other.",
        breaks: &["utf6-6"],
        seen: &[],
        equivalent: None,
        behaviour: |call| Rules { prefix_reserved: false, ..RULES }.written_answer(call, &RIGHT),
    },
    Deviation {
        id: "utf6/undecodable-label-passed",
        codec: "utf6",
        summary: "A label that cannot be decoded is read as it stands.",
        breaks: &["utf6-34"],
        seen: &[],
        equivalent: None,
        behaviour: |call| Rules { undecodable: false, ..RULES }.read_answer(call, &RIGHT),
    },
    Deviation {
        id: "utf6/ideographic-dots",
        codec: "utf6",
        summary: "U+3002, U+FF0E and U+FF61 divide labels, as in IDNA.",
        breaks: &["utf6-23"],
        seen: &[],
        equivalent: None,
        behaviour: answer_with_ideographic_dots,
    },
    Deviation {
        id: "utf6/folded-first",
        codec: "utf6",
        summary: "Characters are folded to lower case before they are encoded.",
        breaks: &["utf6-9"],
        seen: &[],
        equivalent: None,
        behaviour: answer_to_folded,
    },
    Deviation {
        id: "utf6/white-space-ignored",
        codec: "utf6",
        summary: "White space in encoded labels is taken out before they are read.",
        breaks: &["utf6-3"],
        seen: &[],
        equivalent: None,
        behaviour: answer_without_spaces,
    },
    Deviation {
        id: "utf6/dot-encoded",
        codec: "utf6",
        summary: "A dot in a single label is encoded.",
        breaks: &["utf6-25"],
        seen: &[],
        equivalent: None,
        behaviour: |call| Rules { dots_in: false, ..RULES }.written_answer(call, &RIGHT),
    },
];
