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
        summary: "The threshold is calculated from k + bias instead of from k - bias.",
        breaks: &["punycode-12"],
        steps: Steps {
            threshold: |constants, k, bias| (k + bias).clamp(constants.t_min, constants.t_max),
            ..RIGHT
        },
    },
    Operator {
        id: "threshold-negated",
        summary: "The threshold is calculated from bias - k instead of from k - bias.",
        breaks: &["punycode-12"],
        steps: Steps {
            threshold: |constants, k, bias| (bias - k).clamp(constants.t_min, constants.t_max),
            ..RIGHT
        },
    },
    Operator {
        id: "threshold-one-more",
        summary: "Thresholds between tmin and tmax are one too high.",
        breaks: &["punycode-12"],
        steps: Steps {
            threshold: |constants, k, bias| (RFC.threshold)(constants, k + 1, bias),
            ..RIGHT
        },
    },
    Operator {
        id: "threshold-one-less",
        summary: "Thresholds between tmin and tmax are one too low.",
        breaks: &["punycode-12"],
        steps: Steps {
            threshold: |constants, k, bias| (RFC.threshold)(constants, k - 1, bias),
            ..RIGHT
        },
    },
    Operator {
        id: "every-threshold-one-more",
        summary: "Each threshold is one too high, even one that is tmin or tmax.",
        breaks: &["punycode-12"],
        steps: Steps {
            threshold: |constants, k, bias| (RFC.threshold)(constants, k, bias) + 1,
            ..RIGHT
        },
    },
    Operator {
        id: "every-threshold-one-less",
        summary: "Each threshold is one too low, even one that is tmin or tmax.",
        breaks: &["punycode-12"],
        steps: Steps {
            threshold: |constants, k, bias| (RFC.threshold)(constants, k, bias) - 1,
            ..RIGHT
        },
    },
    Operator {
        id: "thresholds-begin-at-zero",
        summary: "The loop over the digits starts with k = 0 instead of k = base.",
        breaks: &["punycode-12"],
        steps: Steps {
            threshold: |constants, k, bias| (RFC.threshold)(constants, k - constants.base, bias),
            ..RIGHT
        },
    },
    Operator {
        id: "thresholds-begin-at-twice-the-base",
        summary: "The loop over the digits starts with k = 2 * base instead of k = base.",
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
        summary: "Thresholds are not limited to tmin: they fall to 0.",
        breaks: &["punycode-12"],
        steps: Steps {
            threshold: |constants, k, bias| (k - bias).clamp(0, constants.t_max),
            ..RIGHT
        },
    },
    Operator {
        id: "thresholds-tmin-or-tmax",
        summary: "A threshold is tmin up to the bias and tmax above it: the values between them \
            are missing.",
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
        summary: "A threshold is tmin until k reaches bias + tmax: the values between tmin and \
            tmax are missing.",
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
        summary: "Every delta is divided by damp instead of only the first one.",
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
        summary: "The first delta is divided by 2 and every later one by damp, instead of the \
            reverse.",
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
        summary: "The bias adaptation uses a number of code points that is one too high.",
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
        summary: "The bias adaptation does not add delta / points to the delta.",
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
        summary: "The bias adaptation adds delta * points to the delta instead of delta / points.",
        breaks: &["punycode-15"],
        steps: Steps {
            adapt: points_multiplied,
            ..RIGHT
        },
    },
    Operator {
        id: "points-subtracted",
        summary: "The bias adaptation subtracts delta / points from the delta instead of adding \
            it.",
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
        summary: "The bias adaptation divides by delta - skew instead of by delta + skew.",
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
        summary: "The bias adaptation does not add the base for each division of the delta.",
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
        summary: "The bias adaptation adds nothing for the rest of the delta after its divisions.",
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
        summary: "The bias adaptation starts from the initial bias instead of from 0.",
        breaks: &["punycode-16"],
        steps: Steps {
            adapt: |constants, delta| Some((RFC.adapt)(constants, delta)? + constants.initial_bias),
            ..RIGHT
        },
    },
    Operator {
        id: "points-of-first-only",
        summary: "The bias adaptation always uses 1 as the number of code points.",
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
        summary: "A digit that equals its threshold ends the number: the comparison is <= \
            instead of <.",
        breaks: &["punycode-10"],
        steps: Steps {
            ends: |digit, threshold| digit <= threshold,
            ..RIGHT
        },
    },
    Operator {
        id: "weight-times-base",
        summary: "The weight is multiplied by base instead of by base - threshold.",
        breaks: &["punycode-9"],
        steps: Steps {
            factor: |constants, _| constants.base,
            ..RIGHT
        },
    },
    Operator {
        id: "weight-times-threshold",
        summary: "The weight is multiplied by threshold instead of by base - threshold.",
        breaks: &["punycode-9"],
        steps: Steps {
            factor: |_, threshold| threshold,
            ..RIGHT
        },
    },
    Operator {
        id: "weight-of-thirty-five",
        summary: "The weight is multiplied by base - tmin instead of by base - threshold.",
        breaks: &["punycode-9"],
        steps: Steps {
            factor: |constants, _| constants.base - constants.t_min,
            ..RIGHT
        },
    },
    Operator {
        id: "weight-one-more",
        summary: "The weight is multiplied by base - threshold + 1 instead of by base - threshold.",
        breaks: &["punycode-9"],
        steps: Steps {
            factor: |constants, threshold| constants.base - threshold + 1,
            ..RIGHT
        },
    },
    Operator {
        id: "weight-one-less",
        summary: "The weight is multiplied by base - threshold - 1 instead of by base - threshold.",
        breaks: &["punycode-9"],
        steps: Steps {
            factor: |constants, threshold| constants.base - threshold - 1,
            ..RIGHT
        },
    },
    Operator {
        id: "weight-added",
        summary: "The weight is multiplied by base + threshold instead of by base - threshold.",
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
