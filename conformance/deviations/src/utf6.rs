//! Deviations of UTF-6.

use acegate_codec::utf6::model::{Header, Utf6, shared_with};
use acegate_codec::utf16::text_of;
use acegate_codec::{Error, ErrorKind, Value, Verb};

use super::label::{
    HYPHEN, LabelEncoding, Payload, Rules, answer_under, characters, folded_first,
    ideographic_dots, inner_dot, labels_of_any_length, names_of_any_length, plain_by_label,
    plain_labels_encoded, prefix_in_capitals_unknown, prefix_not_compared, surrogates,
    white_space_ignored,
};
use crate::{Answer, Call, Deviation, Model, Reads, Seen, Writes, deviation, observed, reported};

const RULES: Rules = Rules::new("wq--");
/// The encoding without a fault.
pub(super) const RIGHT: Utf6 = Utf6::DRAFT;
/// A decoder as section 2.5 is written: it does not compare the result with its encoding.
const NOT_COMPARED: Rules = Rules {
    canonical: false,
    ..RULES
};

const MDNKIT: Seen = observed("mdnkit 2.2.3");
const ICONVEX: Seen = observed("Iconvex 590b350");
const LETTER: &str = "the wording of draft-ietf-idn-utf6-00";

pub(super) const DEVIATIONS: &[Deviation] = &[
    deviation("utf6/nibble-header-never-written", &["utf6-15"])
        .summary("The header `z`, for units that share only their upper nibble, is never written.")
        .seen(&[MDNKIT])
        .by(&Utf6 {
            header: |units| (RIGHT.header)(units).filter(|header| header.letter == 'y'),
            ..RIGHT
        }),
    deviation("utf6/twelve-bits-after-z", &["utf6-15"])
        .summary("The number after `z` is the first unit shifted right by 4 bits instead of by 12.")
        .seen(&[MDNKIT])
        .by(&Utf6 {
            header: |units| match (RIGHT.header)(units)? {
                header @ Header { letter: 'z', .. } => {
                    let first = units.iter().find(|&&unit| unit != HYPHEN)?;
                    Some(Header {
                        number: first >> 4,
                        ..header
                    })
                }
                header => Some(header),
            },
            ..RIGHT
        }),
    deviation("utf6/compared-with-first-hyphen", &["utf6-17"])
        .summary(
            "If a text begins with a hyphen, its units are compared with the hyphen instead of \
             with the first other unit.",
        )
        .seen(&[MDNKIT])
        .by(&Utf6 {
            header: |units| {
                let count = units.iter().filter(|&&unit| unit != HYPHEN).count();
                if count < 2 {
                    None
                } else {
                    shared_with(units[0], units)
                }
            },
            ..RIGHT
        }),
    deviation(
        "utf6/wrap-at-16-bits",
        &["utf6-28", "utf6-29", "utf6-32", "utf6-37"],
    )
    .summary(
        "The decoder stores a number in 16 bits without overflow checks, and does not check that \
         its result encodes back to the same label.",
    )
    .seen(&[MDNKIT])
    .by(&Reads((
        NOT_COMPARED,
        Utf6 {
            append: |number, digit| (number * 16 + digit) & 0xFFFF,
            ..RIGHT
        },
    ))),
    labels_of_any_length::<Utf6>("utf6/labels-of-any-length", &["utf6-1"]).seen(&[MDNKIT]),
    names_of_any_length::<Utf6>("utf6/names-of-any-length", &["utf6-38"]),
    deviation("utf6/final-hyphen", &["utf6-2"])
        .summary("Encoded labels that end with a hyphen are accepted.")
        .seen(&[MDNKIT])
        .by(&(
            Rules {
                final_hyphen: false,
                ..RULES
            },
            RIGHT,
        )),
    deviation("utf6/other-spellings", &["utf6-37", "utf6-11"])
        .summary(
            "The decoder does not check that its result encodes back to the same label: it \
             accepts leading zeros, needless headers and hyphens written as numbers.",
        )
        .seen(&[ICONVEX, reported(LETTER, "2.5.2")])
        .by(&Reads((NOT_COMPARED, RIGHT))),
    plain_labels_encoded::<Utf6>("utf6/plain-labels-encoded", &["utf6-8", "utf6-35"])
        .seen(&[ICONVEX, reported(LETTER, "2.4.3 and 2.5.3")]),
    plain_by_label::<Utf6>("utf6/plain-by-label", &["utf6-8"]).seen(&[MDNKIT]),
    inner_dot::<Utf6>("utf6/inner-dot", &["utf6-36"]).seen(&[ICONVEX]),
    deviation("utf6/fifteen-first-digits", &["utf6-10"])
        .summary(
            "The table of first digits is that of section 2.4.1, which lacks `n`: 7 is written as \
             `o`, and F has no digit.",
        )
        .seen(&[reported(LETTER, "2.4.1, step 2")])
        .by(&Utf6 {
            first_digits: "ghijklmopqrstuv",
            ..RIGHT
        }),
    deviation("utf6/hyphen-masked", &["utf6-18"])
        .summary("The encoder masks a hyphen and writes it as a number instead of as itself.")
        .seen(&[reported(LETTER, "2.4.2, step 5")])
        .by(&Writes(Utf6 {
            hyphen: |_| false,
            ..RIGHT
        })),
    deviation("utf6/zero-is-nothing", &["utf6-11"])
        .summary(
            "The encoder writes no digit for zero, because leading zero digits are dropped until \
             none is left.",
        )
        .seen(&[reported(LETTER, "2.4.1, step 1")])
        .by(&Writes(Utf6 {
            digits: |number| {
                if number == 0 {
                    String::new()
                } else {
                    (RIGHT.digits)(number)
                }
            },
            ..RIGHT
        })),
    deviation("utf6/stale-number-after-hyphen", &["utf6-31"])
        .summary(
            "The decoder does not reset the number after a hyphen, so that the number before it \
             is output again.",
        )
        .seen(&[reported(LETTER, "2.5.2, steps 5a and 5b")])
        .by(&Reads((
            NOT_COMPARED,
            Utf6 {
                after_hyphen: Some,
                ..RIGHT
            },
        ))),
    deviation("utf6/characters-not-units", &["utf6-21"])
        .summary(
            "A character above FFFF is written and read as one number instead of as two UTF-16 \
             units.",
        )
        .by(&Utf6 {
            units: <[u32]>::to_vec,
            text: |numbers| {
                let character = |&(number, at): &(u32, usize)| {
                    let c = char::from_u32(number).ok_or(Error::new(ErrorKind::Surrogate, at));
                    c.map(u32::from)
                };
                numbers.iter().map(character).collect()
            },
            largest: 0x10_FFFF,
            ..RIGHT
        }),
    deviation("utf6/header-only-where-shorter", &["utf6-14", "utf6-19"])
        .summary("A header is written only if it makes the label shorter.")
        .by(&Utf6 {
            is_due: |with, without| with < without,
            ..RIGHT
        }),
    deviation("utf6/header-for-one", &["utf6-13"])
        .summary("A header is written for a label of one unit too.")
        .by(&Utf6 {
            header: |units| shared_with(*units.iter().find(|&&unit| unit != HYPHEN)?, units),
            ..RIGHT
        }),
    deviation("utf6/written-in-capitals", &["utf6-20"])
        .summary("Headers and digits are written in upper case.")
        .seen(&[reported(LETTER, "2.4.2, steps 3b and 4b, of the headers")])
        .by(&Writes(Utf6 {
            written: |payload| payload.to_ascii_uppercase(),
            ..RIGHT
        })),
    deviation("utf6/capitals-refused", &["utf6-4"])
        .summary(
            "Upper-case headers and first digits are rejected; other digits are read in either \
             case.",
        )
        .by(&Reads(Utf6 {
            read: hexadecimal_in_any_case,
            ..RIGHT
        })),
    prefix_in_capitals_unknown::<Utf6>("utf6/prefix-in-capitals-unknown", &["utf6-4", "utf6-6"]),
    deviation("utf6/first-digits-untested", &["utf6-26"])
        .summary(
            "The decoder takes letters after `v` for first digits, because it subtracts `g` \
             without an upper limit.",
        )
        .by(&Reads((
            NOT_COMPARED,
            Utf6 {
                first_digits: "ghijklmnopqrstuvwxyz",
                ..RIGHT
            },
        ))),
    deviation("utf6/header-unlimited", &["utf6-29"])
        .summary(
            "The decoder does not limit the number of a header, and does not check that its \
             result encodes back to the same label.",
        )
        .seen(&[reported(LETTER, "2.5.2, steps 3 and 4")])
        .by(&Reads((
            NOT_COMPARED,
            Utf6 {
                largest_common: |_| u64::MAX,
                ..RIGHT
            },
        ))),
    deviation("utf6/header-alone", &["utf6-24", "utf6-33"])
        .summary(
            "A header without characters after it, and the prefix without a code, are decoded to \
             the empty label.",
        )
        .by(&Reads((
            Rules {
                not_empty: false,
                ..NOT_COMPARED
            },
            Utf6 {
                has_body: false,
                ..RIGHT
            },
        ))),
    deviation("utf6/header-without-number", &["utf6-39"])
        .summary(
            "A header letter at the end of a label, without its number, is decoded to the empty \
             label.",
        )
        .how(|call| {
            let label: String = call
                .code_points()
                .iter()
                .filter_map(|&point| char::from_u32(point))
                .collect();
            let is_header = ["wq--y", "wq--z"]
                .iter()
                .any(|alone| label.eq_ignore_ascii_case(alone));
            if !call.does(Verb::Decode) || !is_header {
                return None;
            }
            Some(Ok(Value::from("")))
        }),
    deviation("utf6/empty-labels-encoded", &["utf6-24"])
        .summary("The empty label is encoded as the prefix without a code.")
        .seen(&[reported(LETTER, "2.4.3")])
        .by(&Writes((
            Rules {
                not_empty: false,
                ..RULES
            },
            RIGHT,
        ))),
    surrogates::<Utf6>("utf6/surrogates", &["utf6-22"]).seen(&[reported(LETTER, "2.5.2")]),
    prefix_not_compared::<Utf6>("utf6/prefix-not-compared", &["utf6-5"])
        .seen(&[reported(LETTER, "2.5.3, step 3")]),
    ideographic_dots::<Utf6>("utf6/ideographic-dots", &["utf6-23"]),
    folded_first::<Utf6>("utf6/folded-first", &["utf6-9"]),
    white_space_ignored::<Utf6>("utf6/white-space-ignored", &["utf6-3"]),
    deviation("utf6/dot-encoded", &["utf6-25"])
        .summary("A single label that contains a dot is encoded instead of rejected.")
        .by(&Writes((
            Rules {
                dots_in: false,
                ..RULES
            },
            RIGHT,
        ))),
];

fn hexadecimal_in_any_case(c: char) -> char {
    if c.is_ascii_hexdigit() {
        c.to_ascii_lowercase()
    } else {
        c
    }
}

impl Payload for Utf6 {
    fn encode(&self, label: &[u32]) -> Option<String> {
        Self::encode(self, label).ok()
    }

    fn decode(&self, payload: &[u32]) -> Option<Vec<u32>> {
        Self::decode(self, &characters(payload)).ok()
    }
}

impl Model for Utf6 {
    fn answer(&self, call: &Call<'_>) -> Answer {
        answer_under(&RULES, self, call)
    }
}

impl LabelEncoding for Utf6 {
    const RIGHT: Self = RIGHT;
    const UNPAIRED: Self = Self {
        text: |units| text_of(units, true),
        ..RIGHT
    };

    fn rules(_: &Call<'_>) -> Rules {
        RULES
    }
}
