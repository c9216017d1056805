//! Integers of other sizes than the reference has: that wrap, reject or crash, with or without a sign.

use std::sync::LazyLock;

use acegate_codec::bootstring::ParameterSet;
use acegate_codec::bootstring::model::{Integers, Numbers};

use super::{except, listed, row_like};
use crate::family::{Direction, Listed, Row};
use crate::punycode::{REPLACEMENT, RIGHT, Steps, scalar_value};
use crate::{crash, observed};

/// The sizes of integers in programs: of characters, of half words, of what code points need, of a
/// double's fraction, and of words, each with and without a bit for the sign.
const SIZES: &[i128] = &[32, 31, 64, 63, 16, 15, 20, 21, 22, 24, 26, 8, 7, 30, 52, 53];

/// The requirements about sums.
const SUMS: &[&str] = &["punycode-30", "punycode-31", "punycode-32"];

/// Integers that wrap, reject or crash: all of them or the integers of one variable.
pub(super) fn integers() -> Vec<Row> {
    let row = Row {
        id: "",
        summary: "",
        breaks: SUMS,
        directions: Direction::READS,
        listed: &[],
        values: SIZES.to_vec(),
        steps: RIGHT,
        set: |_, _| {},
    };
    vec![
        Row {
            id: "wraps-at-#-bits",
            summary: "Integers have # bits and wrap without an overflow check: a large number \
                becomes a small one.",
            directions: &[Direction::Decoder, Direction::Encoder],
            values: except(SIZES, &[32, 64]),
            set: |steps, bits| steps.integers = Numbers::all(Integers::Wrapping(bits as u32)),
            ..row_like(&row)
        },
        Row {
            id: "integers-keep-#-bits",
            summary: "Integers have # bits and wrap without an overflow check: a large number \
                becomes a small one.",
            directions: &[Direction::Both],
            set: |steps, bits| steps.integers = Numbers::all(Integers::Wrapping(bits as u32)),
            ..row_like(&row)
        },
        Row {
            id: "weight-wraps-at-#-bits",
            summary: "The weight is stored in # bits and wraps; the sum has more bits.",
            values: SIZES.to_vec(),
            set: |steps, bits| {
                steps.integers = Numbers {
                    weight: Integers::Wrapping(bits as u32),
                    ..Numbers::all(Integers::Unbounded)
                };
            },
            ..row_like(&row)
        },
        Row {
            id: "code-point-wraps-at-#-bits",
            summary: "The code point to which deltas are added is stored in # bits and wraps.",
            set: |steps, bits| {
                steps.integers = Numbers {
                    code_point: Integers::Wrapping(bits as u32),
                    ..Numbers::all(Integers::Unbounded)
                };
            },
            ..row_like(&row)
        },
        Row {
            id: "code-points-cut-to-#-bits",
            summary: "A decoded code point is cut to # bits.",
            breaks: &["punycode-44", "punycode-36"],
            // The cut to 16 bits of scalar values is `cut-to-sixteen-bits`.
            values: vec![8, 7, 16, 17, 18, 19, 20, 21],
            steps: Steps {
                code_point: |_, value| Some(value as u128),
                ..RIGHT
            },
            set: cut_to,
            ..row_like(&row)
        },
        Row {
            id: "refuses-above-#-bits",
            summary: "A number of more than # bits is rejected.",
            breaks: &["punycode-31", "punycode-44"],
            directions: Direction::ALL,
            values: except(SIZES, &[32]),
            set: |steps, bits| steps.integers = Numbers::all(Integers::Bounded(bits as u32)),
            ..row_like(&row)
        },
        Row {
            id: "delta-of-#-bits-at-most",
            summary: "A delta or an index of more than # bits is rejected, even if its code \
                point is valid.",
            breaks: &["punycode-31", "punycode-44"],
            directions: Direction::ALL,
            values: except(SIZES, &[32]),
            set: |steps, bits| {
                let own = Integers::Bounded(bits as u32);
                steps.integers = Numbers {
                    delta: own,
                    index: own,
                    ..RIGHT.integers
                };
            },
            ..row_like(&row)
        },
        Row {
            id: "weight-of-#-bits-at-most",
            summary: "A weight of more than # bits is rejected.",
            breaks: &["punycode-31", "punycode-44"],
            values: except(SIZES, &[32]),
            set: |steps, bits| {
                steps.integers = Numbers {
                    weight: Integers::Bounded(bits as u32),
                    ..RIGHT.integers
                };
            },
            ..row_like(&row)
        },
        Row {
            id: "crashes-above-#-bits",
            summary: "A number of more than # bits crashes the program.",
            directions: Direction::ALL,
            steps: Steps {
                overflow: || crash(),
                ..RIGHT
            },
            set: |steps, bits| steps.integers = Numbers::all(Integers::Bounded(bits as u32)),
            ..row_like(&row)
        },
        Row {
            id: "code-point-above-#-bits-crashes",
            summary: "Integers have no limit, but a code point of more than # bits crashes the \
                program.",
            steps: Steps {
                overflow: || crash(),
                ..RIGHT
            },
            set: |steps, bits| {
                steps.integers = Numbers {
                    code_point: Integers::Bounded(bits as u32),
                    ..Numbers::all(Integers::Unbounded)
                };
            },
            ..row_like(&row)
        },
        Row {
            id: "index-above-#-bits-crashes",
            summary: "Integers have no limit, but an index of more than # bits crashes the \
                program.",
            listed: const {
                &[Listed {
                    direction: Direction::Decoder,
                    value: 63,
                    seen: &[observed("CPython 3.13.0")],
                }]
            },
            steps: Steps {
                overflow: || crash(),
                ..RIGHT
            },
            set: |steps, bits| {
                steps.integers = Numbers {
                    index: Integers::Bounded(bits as u32),
                    ..Numbers::all(Integers::Unbounded)
                };
            },
            ..row
        },
    ]
}

/// The treatment of an index or a code point below zero.
struct Ending<F: 'static> {
    id: &'static str,
    words: &'static str,
    step: F,
}

/// The outcome of an insertion at a negative index.
const PLACES: &[Ending<Place>] = &[
    Ending {
        id: "",
        words: "a negative index is rejected",
        step: |_, _| None,
    },
    Ending {
        id: "-from-end",
        words: "a negative index counts from the end",
        step: RIGHT.negative_index,
    },
    Ending {
        id: "-clamped",
        words: "a negative index is replaced with 0",
        step: |_, _| Some(0),
    },
    Ending {
        id: "-crash",
        words: "a negative index crashes the program",
        step: |_, _| crash(),
    },
];

/// The fate of a code point that is not a character.
const VALUES: &[Ending<CodePoint>] = &[
    Ending {
        id: "",
        words: "",
        step: RIGHT.code_point,
    },
    Ending {
        id: "-then-any",
        words: ", and any number is returned as a code point",
        step: |_, value| Some((value as u32).into()),
    },
    Ending {
        id: "-then-any-but-surrogates",
        words: ", and any number but a surrogate is returned",
        step: |_, value| {
            let value = value as u32;
            if (0xd800..0xe000).contains(&value) {
                None
            } else {
                Some(value.into())
            }
        },
    },
    Ending {
        id: "-then-to-10ffff",
        words: ", and surrogates are returned",
        step: |_, value| {
            u128::try_from(value)
                .ok()
                .filter(|&value| value <= 0x10_ffff)
        },
    },
    Ending {
        id: "-then-replaced",
        words: ", and U+FFFD is returned for what is not a character",
        step: |_, value| scalar_value(value).or(Some(REPLACEMENT)),
    },
    Ending {
        id: "-then-crash",
        words: ", and what is not a character crashes the program",
        step: |_, value| scalar_value(value).or_else(|| crash()),
    },
];

/// The position of an insertion at a negative index, from that index and the number of code points.
type Place = fn(i128, i128) -> Option<i128>;

/// The output for a decoded number.
type CodePoint = fn(&ParameterSet<'_>, i128) -> Option<u128>;

/// The id and the summary of a row.
struct Texts {
    id: String,
    summary: String,
}

/// The texts of the rows of [`signed_integers`], in their order. They are kept here because a leak detector would find
/// texts that only the rows refer to.
static SIGNED: LazyLock<Vec<Texts>> = LazyLock::new(|| {
    let mut texts = Vec::new();
    for place in PLACES {
        for value in VALUES {
            let words = place.words;
            let more_words = value.words;
            texts.push(Texts {
                id: format!("signed-#-bits-wrap{}{}", place.id, value.id),
                summary: format!("Integers are signed and wrap at # bits; {words}{more_words}."),
            });
        }
    }
    texts
});

/// Signed integers that wrap, by what a program does with an index and a code point below zero.
pub(super) fn signed_integers() -> Vec<Row> {
    let mut rows = Vec::new();
    let mut all_texts = SIGNED.iter();
    for place in PLACES {
        for value in VALUES {
            let Some(texts) = all_texts.next() else {
                break;
            };
            let is_listed = place.id.is_empty() && value.id.is_empty();
            let both = const { &[listed(32)] };
            // The output of a decoder says nothing of an encoder.
            let directions: &[Direction] = if value.id.is_empty() {
                &[Direction::Decoder, Direction::Both]
            } else {
                Direction::READS
            };
            rows.push(Row {
                id: &texts.id,
                summary: &texts.summary,
                breaks: SUMS,
                directions,
                listed: if is_listed { both } else { &[] },
                values: vec![32, 64, 16, 31, 24, 53],
                steps: Steps {
                    negative_index: place.step,
                    code_point: value.step,
                    ..RIGHT
                },
                set: |steps, bits| steps.integers = Numbers::all(Integers::Signed(bits as u32)),
            });
        }
    }
    rows
}

/// Cuts code points to so many bits.
fn cut_to(steps: &mut Steps, bits: i128) {
    steps.code_point = match bits {
        7 => cut::<7>,
        8 => cut::<8>,
        16 => cut::<16>,
        17 => cut::<17>,
        18 => cut::<18>,
        19 => cut::<19>,
        20 => cut::<20>,
        _ => cut::<21>,
    };
}

fn cut<const BITS: u32>(_: &ParameterSet<'_>, value: i128) -> Option<u128> {
    Some(value as u128 & ((1 << BITS) - 1))
}
