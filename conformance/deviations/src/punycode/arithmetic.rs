//! Numbers that are added up wrongly: thresholds, bias, integers that wrap.

use super::engine::{Integers, Rules, adapted, character, digit_value};
use super::{decodes, encodes};
use crate::{Deviation, deviation, observed, reported};

/// The deviations in the numbers, most of them in both directions.
pub(crate) const ARITHMETIC: &[Deviation] = &[
    deviation("punycode/first-time-damp-missing", &["punycode-14"])
        .summary("The first delta is divided by 2 instead of by damp.")
        .how(|call| {
            let adapt = |delta, points, _| adapted(delta, points, 2);
            Rules { adapt: Some(adapt), ..Rules::RFC }.answer(call)
        }),
    deviation("punycode/bias-never-adapted", &["punycode-13"])
        .summary("The bias is not adapted: it stays 72.")
        .how(|call| Rules { adapt: Some(|_, _, _| 72), ..Rules::RFC }.answer(call)),
    deviation("punycode/inserted-one-not-counted", &["punycode-15"])
        .summary("The adaptation counts the code points before the insertion instead of after it.")
        .how(|call| {
            let adapt =
                |delta, points, first| adapted(delta, points - 1, if first { 700 } else { 2 });
            Rules { adapt: Some(adapt), ..Rules::RFC }.answer(call)
        }),
    deviation("punycode/one-division-at-most", &["punycode-16"])
        .summary("The adaptation divides a large delta once instead of until it is small enough.")
        .how(|call| {
            let adapt = |delta: u128, points: u128, first| {
                let delta = delta / if first { 700 } else { 2 };
                let delta = delta + delta / points.max(1);
                let (delta, k) = if delta > 455 { (delta / 35, 36) } else { (delta, 0) };
                k + 36 * delta / (delta + 38)
            };
            Rules { adapt: Some(adapt), ..Rules::RFC }.answer(call)
        }),
    deviation("punycode/thresholds-without-tmax", &["punycode-12", "punycode-17"])
        .summary("Thresholds grow above tmax, up to 35.")
        .how(|call| {
            let threshold = |k: u128, bias| k.saturating_sub(bias).clamp(1, 35);
            Rules { threshold: Some(threshold), ..Rules::RFC }.answer(call)
        }),
    deviation("punycode/index-stays", &["punycode-8"])
        .summary("The index stays at the inserted code point instead of moving past it.")
        .how(|call| decodes(call, &Rules { step: Some(0), ..Rules::RFC })),
    deviation("punycode/figures-before-letters", &["punycode-20"])
        .summary(
            "The digits `0` to `9` have the values 0 to 9 and the letters follow, instead of the \
             reverse.",
        )
        .how(|call| {
            let digit = |c: u32| digit_value(c).map(|value| (value + 10) % 36);
            let character = |digit, _| character((digit + 26) % 36);
            Rules { digit: Some(digit), character: Some(character), ..Rules::RFC }.answer(call)
        }),
    deviation(
        "punycode/decoder-wraps-at-32-bits",
        &["punycode-30", "punycode-31", "punycode-32", "punycode-36"],
    )
    .summary("A decoder keeps 32 bits of a number: a large code is read as a short one.")
    .seen(&[observed("Perl Net::IDN::Punycode 2.5")])
    .how(|call| decodes(call, &Rules { integers: Some(Integers::Wrapping(32)), ..Rules::RFC })),
    deviation("punycode/decoder-wraps-at-64-bits", &["punycode-30", "punycode-31", "punycode-32"])
        .summary("A decoder keeps 64 bits of a number.")
        .how(|call| decodes(call, &Rules { integers: Some(Integers::Wrapping(64)), ..Rules::RFC })),
    deviation("punycode/encoder-wraps-at-32-bits", &["punycode-37"])
        .summary("An encoder keeps 32 bits of the deltas of a long text instead of refusing it.")
        .seen(&[reported("Go", "golang/go issue 28233")])
        .how(|call| {
            let rules = Rules { integers: Some(Integers::Wrapping(32)), ..Rules::RFC };
            encodes(call, &rules)
        }),
    deviation(
        "punycode/wraps-at-32-bits",
        &["punycode-23", "punycode-24", "punycode-30", "punycode-31", "punycode-32", "punycode-37"],
    )
    .summary(
        "Numbers keep 32 bits in both directions, and any of them is taken for a code point: the C of \
         RFC 3492 without its tests for overflow.",
    )
    .how(|call| {
        let code_point = |value| u32::try_from(value).ok();
        let integers = Some(Integers::Wrapping(32));
        Rules { integers, code_point: Some(code_point), ..Rules::RFC }.answer(call)
    }),
    deviation("punycode/basic-code-points-not-counted", &["punycode-38", "punycode-6"])
        .summary("An encoder leaves basic code points out of its deltas.")
        .how(|call| encodes(call, &Rules { counts_basic: Some(false), ..Rules::RFC })),
];
