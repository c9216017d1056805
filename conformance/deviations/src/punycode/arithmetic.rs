//! Numbers that are added up wrongly: thresholds, bias, integers that wrap.

use super::super::Deviation;
use super::engine::{Integers, Rules, adapted, character, letter_or_figure};
use super::{decodes, deviation, encodes, observed, reported};

/// The deviations in the numbers, in both directions where they are not about one.
pub(crate) const ARITHMETIC: &[Deviation] = &[
    deviation(
        "punycode/first-time-damp-missing",
        "The first delta is halved as the others are.",
        &["punycode-14"],
        &[],
        |call| {
            let adapt = |delta, points, _| adapted(delta, points, 2);
            Rules { adapt, ..Rules::RFC }.answer(call)
        },
    ),
    deviation(
        "punycode/damp-every-time",
        "Every delta is divided by damp, not only the first.",
        &["punycode-14"],
        &[],
        |call| {
            let adapt = |delta, points, _| adapted(delta, points, 700);
            Rules { adapt, ..Rules::RFC }.answer(call)
        },
    ),
    deviation(
        "punycode/bias-never-adapted",
        "The bias stays what it was at first.",
        &["punycode-13"],
        &[],
        |call| Rules { adapt: |_, _, _| 72, ..Rules::RFC }.answer(call),
    ),
    deviation(
        "punycode/inserted-one-not-counted",
        "The adaptation counts the code points before the insertion.",
        &["punycode-15"],
        &[],
        |call| Rules { counted: 0, ..Rules::RFC }.answer(call),
    ),
    deviation(
        "punycode/one-division-at-most",
        "A large delta is scaled down once, however large it is.",
        &["punycode-16"],
        &[],
        |call| {
            let adapt = |delta: u128, points: u128, first| {
                let delta = delta / if first { 700 } else { 2 };
                let delta = delta + delta / points.max(1);
                let (delta, k) = if delta > 455 { (delta / 35, 36) } else { (delta, 0) };
                k + 36 * delta / (delta + 38)
            };
            Rules { adapt, ..Rules::RFC }.answer(call)
        },
    ),
    deviation(
        "punycode/thresholds-without-tmax",
        "Thresholds grow beyond tmax.",
        &["punycode-12", "punycode-17"],
        &[],
        |call| {
            let threshold = |k: u128, bias| k.saturating_sub(bias).clamp(1, 35);
            Rules { threshold, ..Rules::RFC }.answer(call)
        },
    ),
    Deviation {
        equivalent: Some(
            "where k lies above bias and not above bias + tmin, k - bias is 1 to tmin, which is 1 \
             for Punycode, so that both branches give the same threshold (RFC 3492, section 6.2)",
        ),
        ..deviation(
            "punycode/threshold-test-without-tmin",
            "The lowest threshold is chosen where k is not above the bias, not bias + tmin.",
            &["punycode-49"],
            &[],
            |call| {
                let threshold = |k: u128, bias: u128| match k.checked_sub(bias) {
                    None | Some(0) => 1,
                    Some(over) if over >= 26 => 26,
                    Some(over) => over,
                };
                Rules { threshold, ..Rules::RFC }.answer(call)
            },
        )
    },
    deviation(
        "punycode/index-stays",
        "After an insertion the index does not go on behind it.",
        &["punycode-8"],
        &[],
        |call| decodes(call, &Rules { step: 0, ..Rules::RFC }),
    ),
    deviation(
        "punycode/figures-before-letters",
        "The figures are the digits 0 to 9, the letters those behind.",
        &["punycode-20"],
        &[],
        |call| {
            let digit = |c: u32| letter_or_figure(c).map(|value| (value + 10) % 36);
            let character = |digit, _| character((digit + 26) % 36);
            Rules { digit, character, ..Rules::RFC }.answer(call)
        },
    ),
    deviation(
        "punycode/initial-n-7f",
        "Values are counted from the last basic code point.",
        &["punycode-17", "punycode-19"],
        &[],
        |call| Rules { initial_n: 0x7f, ..Rules::RFC }.answer(call),
    ),
    deviation(
        "punycode/decoder-wraps-at-32-bits",
        "Numbers of a code lose what is beyond 32 bits, so that it gives what a short one gives.",
        &["punycode-30", "punycode-31", "punycode-32", "punycode-36"],
        &[observed("Perl Net::IDN::Punycode 2.5")],
        |call| decodes(call, &Rules { integers: Integers::Wrapping(32), ..Rules::RFC }),
    ),
    deviation(
        "punycode/decoder-wraps-at-31-bits",
        "Numbers of a code lose what is beyond 31 bits.",
        &["punycode-30", "punycode-31", "punycode-32"],
        &[],
        |call| decodes(call, &Rules { integers: Integers::Wrapping(31), ..Rules::RFC }),
    ),
    deviation(
        "punycode/decoder-wraps-at-64-bits",
        "Numbers of a code lose what is beyond 64 bits.",
        &["punycode-30", "punycode-31", "punycode-32"],
        &[],
        |call| decodes(call, &Rules { integers: Integers::Wrapping(64), ..Rules::RFC }),
    ),
    deviation(
        "punycode/encoder-wraps-at-32-bits",
        "Deltas of a long text lose what is beyond 32 bits.",
        &["punycode-37"],
        &[reported("Go", "golang/go issue 28233")],
        |call| {
            let rules = Rules { integers: Integers::Wrapping(32), ..Rules::RFC };
            encodes(call, &rules)
        },
    ),
    deviation(
        "punycode/sixteen-bit-deltas",
        "Integers have 16 bits and no more.",
        &["punycode-39", "punycode-40"],
        &[],
        |call| Rules { integers: Integers::Bounded(16), ..Rules::RFC }.answer(call),
    ),
    deviation(
        "punycode/basic-code-points-not-counted",
        "An encoder counts only the code points that are not basic.",
        &["punycode-38", "punycode-6"],
        &[],
        |call| encodes(call, &Rules { counts_basic: false, ..Rules::RFC }),
    ),
];
