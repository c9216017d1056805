//! Families in the arithmetic of Punycode: parameters with another value, wrong operators, digits that
//! mean other values, and integers of other sizes.

use std::ops::RangeInclusive;

use acegate_codec::bootstring::model::Constant;

use super::RIGHT;
use crate::family::{Direction, Listed, Row};
use crate::{Seen, reported};

mod integers;
mod operators;

const NOT_SEEN: &[Seen] = &[];

/// The rows of all families.
pub(crate) fn family_rows() -> Vec<Row> {
    let mut rows = operators::operators();
    rows.extend(parameters());
    rows.extend(digits());
    rows.extend(integers::integers());
    rows.extend(integers::signed_integers());
    rows
}

/// Both directions, this value.
const fn listed(value: i128) -> Listed {
    Listed {
        direction: Direction::Both,
        value,
        seen: NOT_SEEN,
    }
}

/// The parameters of section 5, and the numbers of section 6.1 that are made of them.
fn parameters() -> Vec<Row> {
    let row = Row {
        id: "",
        summary: "",
        breaks: &["punycode-17"],
        directions: Direction::ALL,
        listed: &[],
        values: Vec::new(),
        steps: RIGHT,
        set: |_, _| {},
    };
    let bias = &["punycode-16"];
    vec![
        Row {
            id: "tmin-is-#",
            summary: "The lowest threshold, tmin, is # instead of 1.",
            listed: const { &[listed(2)] },
            values: but(0..=26, &[1]),
            set: |steps, value| steps.constant = Some((Constant::TMin, value)),
            ..row
        },
        Row {
            id: "tmax-is-#",
            summary: "The highest threshold, tmax, is # instead of 26.",
            listed: const { &[listed(25)] },
            values: but(1..=35, &[26]),
            set: |steps, value| steps.constant = Some((Constant::TMax, value)),
            ..row_like(&row)
        },
        Row {
            id: "thresholds-from-#",
            summary: "Thresholds are at least # instead of 1; the bias adaptation uses the \
                right tmin.",
            breaks: &["punycode-12"],
            values: but(0..=26, &[1]),
            set: |steps, value| steps.constant = Some((Constant::LowestThreshold, value)),
            ..row_like(&row)
        },
        Row {
            id: "thresholds-to-#",
            summary: "Thresholds are at most # instead of 26; the bias adaptation uses the \
                right tmax.",
            breaks: &["punycode-12"],
            // Up to 35 is `thresholds-without-tmax`.
            values: but(1..=34, &[26]),
            set: |steps, value| steps.constant = Some((Constant::HighestThreshold, value)),
            ..row_like(&row)
        },
        Row {
            id: "skew-is-#",
            summary: "The skew of the bias adaptation is # instead of 38.",
            listed: const { &[listed(36)] },
            values: but(0..=100, &[38]),
            set: |steps, value| steps.constant = Some((Constant::Skew, value)),
            ..row_like(&row)
        },
        Row {
            id: "damp-is-#",
            summary: "The bias adaptation divides the first delta by # instead of by damp (700).",
            listed: const { &[listed(70)] },
            // A damp of 2 is `first-time-damp-missing`.
            values: but(1..=120, &[2])
                .into_iter()
                .chain([128, 200, 256, 300, 350, 400, 500, 512, 600, 650, 675, 690])
                .chain([
                    695, 699, 701, 705, 710, 720, 750, 770, 800, 900, 1000, 1024, 1400,
                ])
                .chain([2048, 7000, 70_000])
                .collect(),
            set: |steps, value| steps.constant = Some((Constant::Damp, value)),
            ..row_like(&row)
        },
        Row {
            id: "initial-bias-is-#",
            summary: "The initial bias is # instead of 72.",
            listed: const { &[listed(0)] },
            values: initial_biases(),
            set: |steps, value| steps.constant = Some((Constant::InitialBias, value)),
            ..row_like(&row)
        },
        Row {
            id: "initial-n-is-#",
            summary: "The initial n is # instead of 128 (U+0080).",
            listed: const { &[listed(127)] },
            values: but(0..=160, &[128])
                .into_iter()
                .chain([192, 255, 256, 0x1_0000])
                .collect(),
            set: |steps, value| steps.constant = Some((Constant::InitialN, value)),
            ..row_like(&row)
        },
        Row {
            id: "later-deltas-are-divided-by-#",
            summary: "The bias adaptation divides deltas after the first one by # instead of by 2.",
            breaks: &["punycode-14"],
            listed: const { &[listed(1)] },
            values: vec![1, 3, 4, 8, 38, 350, 700],
            set: |steps, value| steps.constant = Some((Constant::Half, value)),
            ..row_like(&row)
        },
        Row {
            id: "adaptation-limit-is-#",
            summary: "The loop of the bias adaptation divides deltas above # instead of deltas \
                above 455.",
            breaks: bias,
            listed: const { &[listed(454)] },
            values: but(430..=480, &[455])
                .into_iter()
                .chain([
                    0, 1, 13, 26, 35, 36, 227, 228, 234, 350, 400, 500, 630, 700, 910, 936,
                ])
                .collect(),
            set: |steps, value| steps.constant = Some((Constant::Limit, value)),
            ..row_like(&row)
        },
        Row {
            id: "adaptation-divides-by-#",
            summary: "The loop of the bias adaptation divides by # instead of by base - tmin (35).",
            breaks: bias,
            listed: const { &[listed(36)] },
            values: but(2..=40, &[35]),
            set: |steps, value| steps.constant = Some((Constant::Divisor, value)),
            ..row_like(&row)
        },
        Row {
            id: "adaptation-adds-#",
            summary: "The loop of the bias adaptation adds # for each division instead of the \
                base (36).",
            breaks: bias,
            listed: const { &[listed(35)] },
            values: but(0..=40, &[36]),
            set: |steps, value| steps.constant = Some((Constant::Step, value)),
            ..row_like(&row)
        },
        Row {
            id: "adaptation-multiplies-by-#",
            summary: "The bias adaptation multiplies the rest of the delta by # instead of by 36.",
            breaks: bias,
            listed: const { &[listed(35)] },
            values: but(1..=40, &[36]),
            set: |steps, value| steps.constant = Some((Constant::Slope, value)),
            ..row_like(&row)
        },
    ]
}

/// Digits of other values.
fn digits() -> Vec<Row> {
    let row = Row {
        id: "",
        summary: "",
        breaks: &["punycode-20"],
        directions: Direction::ALL,
        listed: &[],
        values: Vec::new(),
        steps: RIGHT,
        set: |_, _| {},
    };
    vec![
        Row {
            id: "figures-begin-at-#",
            summary: "The digits 0 to 9 have values from # on instead of from 26 on.",
            listed: const {
                &[Listed {
                    direction: Direction::Decoder,
                    value: 22,
                    seen: &[reported(
                        "Ben Noordhuis's punycode",
                        "bnoordhuis/punycode issue 2",
                    )],
                }]
            },
            // From 0 on, with the letters moved behind them, is `figures-before-letters`.
            values: but(0..=61, &[26]),
            set: |steps, value| steps.constant = Some((Constant::Figures, value - 26)),
            ..row_like(&row)
        },
        Row {
            id: "letters-begin-at-#",
            summary: "The digits a to z have values from # on instead of from 0 on.",
            listed: const { &[listed(1)] },
            values: but(1..=26, &[]),
            set: |steps, value| steps.constant = Some((Constant::SmallLetters, value)),
            ..row_like(&row)
        },
        Row {
            id: "capitals-begin-at-#",
            summary: "The digits A to Z have values from # on instead of from 0 on.",
            breaks: &["punycode-21"],
            directions: Direction::READS,
            listed: const {
                &[Listed {
                    direction: Direction::Decoder,
                    value: 26,
                    seen: NOT_SEEN,
                }]
            },
            values: but(1..=62, &[]),
            set: |steps, value| steps.constant = Some((Constant::CapitalLetters, value)),
            ..row
        },
    ]
}

/// The initial biases that give other thresholds than 72 and than those before them. Only the first number
/// of a code has the thresholds of the initial bias, and has at most four digits of different thresholds.
fn initial_biases() -> Vec<i128> {
    let mut biases = Vec::new();
    let mut known = vec![first_thresholds(72)];
    for bias in 0..=150 {
        let thresholds = first_thresholds(bias);
        if !known.contains(&thresholds) {
            known.push(thresholds);
            biases.push(bias);
        }
    }
    biases
}

/// The thresholds of the first digits of a number.
fn first_thresholds(bias: i128) -> [i128; 5] {
    [1, 2, 3, 4, 5].map(|place| (36 * place - bias).clamp(1, 26))
}

/// A row with the fields of another, whose values it does not need.
fn row_like(row: &Row) -> Row {
    Row {
        values: row.values.clone(),
        ..*row
    }
}

/// The values of a range without some of them.
fn but(range: RangeInclusive<i128>, without: &[i128]) -> Vec<i128> {
    range.filter(|value| !without.contains(value)).collect()
}

/// These values without some of them.
fn except(values: &[i128], without: &[i128]) -> Vec<i128> {
    values
        .iter()
        .copied()
        .filter(|value| !without.contains(value))
        .collect()
}
