//! Numbers that are added up wrongly: thresholds, bias, integers that wrap.

use super::engine::{Integers, Rules, adapted, character, letter_or_figure};
use super::{decodes, encodes};
use crate::{Deviation, deviation, observed, reported};

/// The deviations in the numbers, in both directions where they are not about one.
pub(crate) const ARITHMETIC: &[Deviation] = &[
    deviation("punycode/first-time-damp-missing", &["punycode-14"])
        .summary("The first delta is halved as the others are.")
        .how(|call| {
            let adapt = |delta, points, _| adapted(delta, points, 2);
            Rules { adapt, ..Rules::RFC }.answer(call)
        }),
    deviation("punycode/damp-every-time", &["punycode-14"])
        .summary("Every delta is divided by damp, not only the first.")
        .how(|call| {
            let adapt = |delta, points, _| adapted(delta, points, 700);
            Rules { adapt, ..Rules::RFC }.answer(call)
        }),
    deviation("punycode/bias-never-adapted", &["punycode-13"])
        .summary("The bias stays what it was at first.")
        .how(|call| Rules { adapt: |_, _, _| 72, ..Rules::RFC }.answer(call)),
    deviation("punycode/inserted-one-not-counted", &["punycode-15"])
        .summary("The adaptation counts the code points before the insertion.")
        .how(|call| Rules { counted: 0, ..Rules::RFC }.answer(call)),
    deviation("punycode/one-division-at-most", &["punycode-16"])
        .summary("A large delta is scaled down once, however large it is.")
        .how(|call| {
            let adapt = |delta: u128, points: u128, first| {
                let delta = delta / if first { 700 } else { 2 };
                let delta = delta + delta / points.max(1);
                let (delta, k) = if delta > 455 { (delta / 35, 36) } else { (delta, 0) };
                k + 36 * delta / (delta + 38)
            };
            Rules { adapt, ..Rules::RFC }.answer(call)
        }),
    deviation("punycode/thresholds-without-tmax", &["punycode-12", "punycode-17"])
        .summary("Thresholds grow beyond tmax.")
        .how(|call| {
            let threshold = |k: u128, bias| k.saturating_sub(bias).clamp(1, 35);
            Rules { threshold, ..Rules::RFC }.answer(call)
        }),
    deviation("punycode/threshold-test-without-tmin", &["punycode-49"])
        .summary("The lowest threshold is chosen where k is not above the bias, not bias + tmin.")
        .equivalent(
            "where k lies above bias and not above bias + tmin, k - bias is 1 to tmin, which is 1 \
             for Punycode, so that both branches give the same threshold (RFC 3492, section 6.2)",
        )
        .how(|call| {
            let threshold = |k: u128, bias: u128| match k.checked_sub(bias) {
                None | Some(0) => 1,
                Some(over) if over >= 26 => 26,
                Some(over) => over,
            };
            Rules { threshold, ..Rules::RFC }.answer(call)
        }),
    deviation("punycode/index-stays", &["punycode-8"])
        .summary("The index does not advance past an inserted code point.")
        .how(|call| decodes(call, &Rules { step: 0, ..Rules::RFC })),
    deviation("punycode/figures-before-letters", &["punycode-20"])
        .summary("The characters 0 to 9 have the values 0 to 9, the letters those from 10 on.")
        .how(|call| {
            let digit = |c: u32| letter_or_figure(c).map(|value| (value + 10) % 36);
            let character = |digit, _| character((digit + 26) % 36);
            Rules { digit, character, ..Rules::RFC }.answer(call)
        }),
    deviation("punycode/initial-n-7f", &["punycode-17", "punycode-19"])
        .summary("Values are counted from the last basic code point.")
        .how(|call| Rules { initial_n: 0x7f, ..Rules::RFC }.answer(call)),
    deviation(
        "punycode/decoder-wraps-at-32-bits",
        &["punycode-30", "punycode-31", "punycode-32", "punycode-36"],
    )
    .summary(
        "Numbers of a code lose what is beyond 32 bits, so that it gives what a short one \
                  gives.",
    )
    .seen(&[observed("Perl Net::IDN::Punycode 2.5")])
    .how(|call| decodes(call, &Rules { integers: Integers::Wrapping(32), ..Rules::RFC })),
    deviation("punycode/decoder-wraps-at-31-bits", &["punycode-30", "punycode-31", "punycode-32"])
        .summary("Numbers of a code lose what is beyond 31 bits.")
        .how(|call| decodes(call, &Rules { integers: Integers::Wrapping(31), ..Rules::RFC })),
    deviation("punycode/decoder-wraps-at-64-bits", &["punycode-30", "punycode-31", "punycode-32"])
        .summary("Numbers of a code lose what is beyond 64 bits.")
        .how(|call| decodes(call, &Rules { integers: Integers::Wrapping(64), ..Rules::RFC })),
    deviation("punycode/encoder-wraps-at-32-bits", &["punycode-37"])
        .summary("Deltas of a long text lose what is beyond 32 bits.")
        .seen(&[reported("Go", "golang/go issue 28233")])
        .how(|call| {
            let rules = Rules { integers: Integers::Wrapping(32), ..Rules::RFC };
            encodes(call, &rules)
        }),
    deviation("punycode/sixteen-bit-deltas", &["punycode-39", "punycode-40"])
        .summary("Integers have 16 bits and no more.")
        .how(|call| Rules { integers: Integers::Bounded(16), ..Rules::RFC }.answer(call)),
    deviation("punycode/basic-code-points-not-counted", &["punycode-38", "punycode-6"])
        .summary("An encoder counts only the code points that are not basic.")
        .how(|call| encodes(call, &Rules { counts_basic: false, ..Rules::RFC })),
];
