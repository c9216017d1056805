//! Numbers that are added up wrongly: thresholds, bias, integers that wrap.

use acegate_codec::bootstring::model::{Constants, Delta, Integers, Numbers, Steps};

use super::{RFC, RIGHT};
use crate::{Deviation, Reads, Writes, deviation, observed, reported};

/// The deviations in the numbers, most of them in both directions.
pub(crate) const ARITHMETIC: &[Deviation] = &[
    deviation("punycode/first-time-damp-missing", &["punycode-14"])
        .summary("The bias adaptation divides the first delta by 2 instead of by damp (700).")
        .by(&Steps {
            adapt: |constants, delta| {
                (RFC.adapt)(
                    constants,
                    &Delta {
                        is_first: false,
                        ..*delta
                    },
                )
            },
            ..RIGHT
        }),
    deviation("punycode/bias-never-adapted", &["punycode-13"])
        .summary("The bias is never adapted: it stays 72.")
        .by(&Steps {
            adapt: |_, _| Some(72),
            ..RIGHT
        }),
    deviation("punycode/inserted-one-not-counted", &["punycode-15"])
        .summary(
            "The bias adaptation uses the number of code points before the insertion instead of \
             after it.",
        )
        .by(&Steps {
            adapt: |constants, delta| {
                let points = (delta.points - 1).max(1);
                (RFC.adapt)(constants, &Delta { points, ..*delta })
            },
            ..RIGHT
        }),
    deviation("punycode/one-division-at-most", &["punycode-16"])
        .summary(
            "The loop of the bias adaptation runs once at most: it does not divide a large delta \
             until it is small enough.",
        )
        .by(&Steps {
            adapt: divided_once,
            ..RIGHT
        }),
    deviation(
        "punycode/thresholds-without-tmax",
        &["punycode-12", "punycode-17"],
    )
    .summary("Thresholds are not limited to tmax (26): they grow up to 35.")
    .by(&Steps {
        threshold: |_, k, bias| (k - bias).clamp(1, 35),
        ..RIGHT
    }),
    deviation("punycode/index-stays", &["punycode-8"])
        .summary(
            "The decoder does not increase the index after an insertion, so the next delta counts \
             from the wrong position.",
        )
        .by(&Reads(Steps {
            advance: 0,
            ..RIGHT
        })),
    deviation("punycode/figures-before-letters", &["punycode-20"])
        .summary(
            "The digit values are those of ordinary base 36: `0` to `9` are 0 to 9 and `a` to `z` \
             are 10 to 35, instead of letters first.",
        )
        .by(&Steps {
            digit: |set, c| (RFC.digit)(set, c).map(|value| (value + 10) % 36),
            character: |set, digit, last| (RFC.character)(set, (digit + 26) % 36, last),
            ..RIGHT
        }),
    deviation(
        "punycode/decoder-wraps-at-32-bits",
        &["punycode-30", "punycode-31", "punycode-32", "punycode-36"],
    )
    .summary(
        "The decoder calculates in unsigned 32-bit integers without overflow checks, so a number \
         that is too large wraps to a small one.",
    )
    .seen(&[observed("Perl Net::IDN::Punycode 2.5")])
    .by(&Reads(Steps {
        integers: Numbers::all(Integers::Wrapping(32)),
        ..RIGHT
    })),
    deviation(
        "punycode/decoder-wraps-at-64-bits",
        &["punycode-30", "punycode-31", "punycode-32"],
    )
    .summary(
        "The decoder calculates in unsigned 64-bit integers without overflow checks, so a number \
         that is too large wraps to a small one.",
    )
    .by(&Reads(Steps {
        integers: Numbers::all(Integers::Wrapping(64)),
        ..RIGHT
    })),
    deviation("punycode/encoder-wraps-at-32-bits", &["punycode-37"])
        .summary(
            "The encoder calculates deltas in 32-bit integers without overflow checks: a long \
             text gets a wrong code instead of an error.",
        )
        .seen(&[reported("Go", "golang/go issue 28233")])
        .by(&Writes(Steps {
            integers: Numbers::all(Integers::Wrapping(32)),
            ..RIGHT
        })),
    deviation(
        "punycode/wraps-at-32-bits",
        &[
            "punycode-23",
            "punycode-24",
            "punycode-30",
            "punycode-31",
            "punycode-32",
            "punycode-37",
        ],
    )
    .summary(
        "Both directions calculate in 32-bit integers without overflow checks, and any result is \
         taken for a code point: the C code of RFC 3492 without its tests for overflow.",
    )
    .by(&Steps {
        integers: Numbers::all(Integers::Wrapping(32)),
        code_point: |_, value| u32::try_from(value).ok().map(u128::from),
        ..RIGHT
    }),
    deviation(
        "punycode/basic-code-points-not-counted",
        &["punycode-38", "punycode-6"],
    )
    .summary("The encoder does not count ASCII code points in its deltas.")
    .by(&Writes(Steps {
        counts: |set, c, n| c >= set.basic && c < n,
        ..RIGHT
    })),
];

fn divided_once(_: &Constants, delta: &Delta) -> Option<i128> {
    let first = delta.value / if delta.is_first { 700 } else { 2 };
    let mut delta = first + first / delta.points;
    let mut k = 0;
    if delta > 455 {
        delta /= 35;
        k = 36;
    }
    Some(k + (36 * delta).checked_div(delta + 38)?)
}
