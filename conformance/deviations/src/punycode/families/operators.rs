//! Wrong operators in the arithmetic: of thresholds, weights and the adaptation of the bias.

use acegate_codec::bootstring::model::{Constants, Delta, Integers, Steps};

use super::listed;
use crate::family::{Direction, Row};
use crate::punycode::{RFC, RIGHT};

/// Wrong operators, in both directions or in one.
const OPERATORS: &[Operator] = &[
    Operator {
        id: "threshold-is-tmin",
        summary: "Every threshold is tmin.",
        breaks: &["punycode-12"],
        steps: Steps {
            threshold: |constants, _, _| constants.t_min,
            ..RIGHT
        },
    },
    Operator {
        id: "threshold-is-tmax",
        summary: "Every threshold is tmax.",
        breaks: &["punycode-12"],
        steps: Steps {
            threshold: |constants, _, _| constants.t_max,
            ..RIGHT
        },
    },
    Operator {
        id: "threshold-adds-bias",
        summary: "The bias is added to the place of a digit, instead of subtracted, for its threshold.",
        breaks: &["punycode-12"],
        steps: Steps {
            threshold: |constants, k, bias| (k + bias).clamp(constants.t_min, constants.t_max),
            ..RIGHT
        },
    },
    Operator {
        id: "threshold-negated",
        summary: "The place of a digit is subtracted from the bias for its threshold, instead of the \
            reverse.",
        breaks: &["punycode-12"],
        steps: Steps {
            threshold: |constants, k, bias| (bias - k).clamp(constants.t_min, constants.t_max),
            ..RIGHT
        },
    },
    Operator {
        id: "threshold-one-more",
        summary: "The thresholds between tmin and tmax are one more than they should be.",
        breaks: &["punycode-12"],
        steps: Steps {
            threshold: |constants, k, bias| (RFC.threshold)(constants, k + 1, bias),
            ..RIGHT
        },
    },
    Operator {
        id: "threshold-one-less",
        summary: "The thresholds between tmin and tmax are one less than they should be.",
        breaks: &["punycode-12"],
        steps: Steps {
            threshold: |constants, k, bias| (RFC.threshold)(constants, k - 1, bias),
            ..RIGHT
        },
    },
    Operator {
        id: "thresholds-begin-at-zero",
        summary: "The place of the first digit is 0 instead of the base.",
        breaks: &["punycode-12"],
        steps: Steps {
            threshold: |constants, k, bias| (RFC.threshold)(constants, k - constants.base, bias),
            ..RIGHT
        },
    },
    Operator {
        id: "thresholds-begin-at-twice-the-base",
        summary: "The place of the first digit is twice the base.",
        breaks: &["punycode-12"],
        steps: Steps {
            threshold: |constants, k, bias| (RFC.threshold)(constants, k + constants.base, bias),
            ..RIGHT
        },
    },
    Operator {
        id: "thresholds-exchanged",
        summary: "A threshold is tmax where it should be tmin, and tmin where it should be tmax.",
        breaks: &["punycode-12"],
        steps: Steps {
            threshold: |constants, k, bias| match (RFC.threshold)(constants, k, bias) {
                t if t == constants.t_min => constants.t_max,
                t if t == constants.t_max => constants.t_min,
                t => t,
            },
            ..RIGHT
        },
    },
    Operator {
        id: "threshold-without-tmin",
        summary: "Thresholds fall below tmin, to 0.",
        breaks: &["punycode-12"],
        steps: Steps {
            threshold: |constants, k, bias| (k - bias).clamp(0, constants.t_max),
            ..RIGHT
        },
    },
    Operator {
        id: "thresholds-tmin-or-tmax",
        summary: "A threshold is tmin up to the bias and tmax above it, with nothing between.",
        breaks: &["punycode-12"],
        steps: Steps {
            threshold: |constants, k, bias| {
                if k <= bias {
                    constants.t_min
                } else {
                    constants.t_max
                }
            },
            ..RIGHT
        },
    },
    Operator {
        id: "thresholds-tmin-or-rest",
        summary: "A threshold is tmin unless the place of the digit is beyond the bias and tmax.",
        breaks: &["punycode-12"],
        steps: Steps {
            threshold: |constants, k, bias| {
                if k < bias + constants.t_max {
                    constants.t_min
                } else {
                    constants.t_max
                }
            },
            ..RIGHT
        },
    },
    Operator {
        id: "every-delta-damped",
        summary: "Every delta is divided by damp, not only the first one.",
        breaks: &["punycode-14"],
        steps: Steps {
            adapt: |constants, delta| {
                (RFC.adapt)(
                    constants,
                    &Delta {
                        is_first: true,
                        ..*delta
                    },
                )
            },
            ..RIGHT
        },
    },
    Operator {
        id: "damp-and-half-exchanged",
        summary: "The first delta is divided by 2, and every later one by damp.",
        breaks: &["punycode-14"],
        steps: Steps {
            adapt: |constants, delta| {
                (RFC.adapt)(
                    constants,
                    &Delta {
                        is_first: !delta.is_first,
                        ..*delta
                    },
                )
            },
            ..RIGHT
        },
    },
    Operator {
        id: "points-one-more",
        summary: "The adaptation counts one code point too many.",
        breaks: &["punycode-15"],
        steps: Steps {
            adapt: |constants, delta| {
                (RFC.adapt)(
                    constants,
                    &Delta {
                        points: delta.points + 1,
                        ..*delta
                    },
                )
            },
            ..RIGHT
        },
    },
    Operator {
        id: "points-not-added",
        summary: "The adaptation does not increase a delta by its share of the code points.",
        breaks: &["punycode-15"],
        steps: Steps {
            adapt: |constants, delta| {
                (RFC.adapt)(
                    constants,
                    &Delta {
                        points: i128::MAX,
                        ..*delta
                    },
                )
            },
            ..RIGHT
        },
    },
    Operator {
        id: "points-multiplied",
        summary: "The adaptation increases a delta by itself for each code point, instead of by its \
                  share.",
        breaks: &["punycode-15"],
        steps: Steps {
            adapt: points_multiplied,
            ..RIGHT
        },
    },
    Operator {
        id: "points-subtracted",
        summary: "The adaptation decreases a delta by its share of the code points.",
        breaks: &["punycode-15"],
        steps: Steps {
            adapt: |constants, delta| {
                (RFC.adapt)(
                    constants,
                    &Delta {
                        points: -delta.points,
                        integers: Integers::Signed(120),
                        ..*delta
                    },
                )
            },
            ..RIGHT
        },
    },
    Operator {
        id: "skew-subtracted",
        summary: "The adaptation subtracts the skew instead of adding it.",
        breaks: &["punycode-16"],
        steps: Steps {
            adapt: |constants, delta| {
                (RFC.adapt)(
                    &Constants {
                        skew: -constants.skew,
                        ..*constants
                    },
                    delta,
                )
            },
            ..RIGHT
        },
    },
    Operator {
        id: "bias-without-divisions",
        summary: "The bias is that of the last, small delta: the divisions before it add nothing.",
        breaks: &["punycode-16"],
        steps: Steps {
            adapt: |constants, delta| {
                (RFC.adapt)(
                    &Constants {
                        step: 0,
                        ..*constants
                    },
                    delta,
                )
            },
            ..RIGHT
        },
    },
    Operator {
        id: "bias-of-divisions-only",
        summary: "The bias is a multiple of the base: the rest of the delta adds nothing.",
        breaks: &["punycode-16"],
        steps: Steps {
            adapt: |constants, delta| {
                (RFC.adapt)(
                    &Constants {
                        slope: 0,
                        ..*constants
                    },
                    delta,
                )
            },
            ..RIGHT
        },
    },
    Operator {
        id: "bias-starts-at-initial-bias",
        summary: "The adaptation starts from the initial bias instead of 0.",
        breaks: &["punycode-16"],
        steps: Steps {
            adapt: |constants, delta| Some((RFC.adapt)(constants, delta)? + constants.initial_bias),
            ..RIGHT
        },
    },
    Operator {
        id: "points-of-first-only",
        summary: "The adaptation counts one code point, whatever the text has.",
        breaks: &["punycode-15"],
        steps: Steps {
            adapt: |constants, delta| {
                (RFC.adapt)(
                    constants,
                    &Delta {
                        points: 1,
                        ..*delta
                    },
                )
            },
            ..RIGHT
        },
    },
    Operator {
        id: "digit-at-threshold-ends",
        summary: "A digit that equals its threshold ends the number, too.",
        breaks: &["punycode-10"],
        steps: Steps {
            ends: |digit, threshold| digit <= threshold,
            ..RIGHT
        },
    },
    Operator {
        id: "weight-times-base",
        summary: "The weight of the next digit is multiplied by the base instead of by the base less the \
            threshold.",
        breaks: &["punycode-9"],
        steps: Steps {
            factor: |constants, _| constants.base,
            ..RIGHT
        },
    },
    Operator {
        id: "weight-times-threshold",
        summary: "The weight of the next digit is multiplied by the threshold instead of by the base \
            less the threshold.",
        breaks: &["punycode-9"],
        steps: Steps {
            factor: |_, threshold| threshold,
            ..RIGHT
        },
    },
    Operator {
        id: "weight-of-thirty-five",
        summary: "The weight of the next digit is multiplied by the base less tmin, whatever the \
            threshold is.",
        breaks: &["punycode-9"],
        steps: Steps {
            factor: |constants, _| constants.base - constants.t_min,
            ..RIGHT
        },
    },
    Operator {
        id: "weight-one-more",
        summary: "The weight of the next digit is multiplied by one more than the base less the \
            threshold.",
        breaks: &["punycode-9"],
        steps: Steps {
            factor: |constants, threshold| constants.base - threshold + 1,
            ..RIGHT
        },
    },
    Operator {
        id: "weight-one-less",
        summary: "The weight of the next digit is multiplied by one less than the base less the \
            threshold.",
        breaks: &["punycode-9"],
        steps: Steps {
            factor: |constants, threshold| constants.base - threshold - 1,
            ..RIGHT
        },
    },
    Operator {
        id: "weight-added",
        summary: "The weight of the next digit is multiplied by the base and the threshold added.",
        breaks: &["punycode-9"],
        steps: Steps {
            factor: |constants, threshold| constants.base + threshold,
            ..RIGHT
        },
    },
];

/// The adaptation with a product in place of a quotient: a delta is increased by itself for each code point.
fn points_multiplied(constants: &Constants, delta: &Delta) -> Option<i128> {
    let divisor = if delta.is_first {
        constants.damp
    } else {
        constants.half
    };
    let damped = delta.value / divisor;
    let sum = damped.saturating_add(damped.saturating_mul(delta.points));
    // Divided by `half` and increased by nothing, it is the sum.
    let value = sum.saturating_mul(constants.half);
    (RFC.adapt)(
        constants,
        &Delta {
            value,
            points: i128::MAX,
            is_first: false,
            ..*delta
        },
    )
}

/// A step with a wrong operator. It has no number: each is a family of one member.
struct Operator {
    id: &'static str,
    summary: &'static str,
    breaks: &'static [&'static str],
    steps: Steps,
}

/// The operators that are in the list of all deviations, for the others of their kind.
const LISTED: &[&str] = &[
    "threshold-one-more",
    "weight-times-base",
    "every-delta-damped",
];

/// The rows of the wrong operators.
pub(super) fn operators() -> Vec<Row> {
    let mut rows = Vec::new();
    for operator in OPERATORS {
        let is_listed = LISTED.contains(&operator.id);
        rows.push(Row {
            id: operator.id,
            summary: operator.summary,
            breaks: operator.breaks,
            directions: Direction::ALL,
            listed: if is_listed {
                const { &[listed(0)] }
            } else {
                &[]
            },
            values: vec![0],
            steps: operator.steps,
            set: |_, _| {},
        });
    }
    rows
}
