//! The steps of the procedures as a table, and the table of the document.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::{Constant, Constants, Integers, Numbers};
use crate::bootstring::ParameterSet;
use crate::error::ErrorKind;

/// Bootstring as a table of its steps.
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    /// The characters of a code.
    pub characters: fn(&[u32]) -> Vec<u32>,
    /// Takes a code apart.
    pub split: Split,
    /// The code point that a character of the literal part gives, or `None` to refuse it.
    pub literal: fn(&ParameterSet<'_>, u32) -> Option<u32>,
    /// The value of a digit, or `None` if the character is not one.
    pub digit: fn(&ParameterSet<'_>, u32) -> Option<i64>,
    /// The digit that is read where a code ends within a number, or `None` to refuse the code.
    pub end: fn() -> Option<i64>,
    /// The integers in which the numbers are counted.
    pub integers: Numbers,
    /// Called where a number does not fit these integers, before the code or text is refused.
    pub overflow: fn(),
    /// Divides the sum of an index and a delta by the number of code points after the insertion.
    pub division: fn(Integers, i128, i128) -> Division,
    /// The place of an insertion for an index below zero, by the number of code points before it, or
    /// `None` to refuse the code.
    pub negative_index: fn(i128, i128) -> Option<i128>,
    /// One number of the procedures that differs from the parameters.
    pub constant: Option<(Constant, i128)>,
    /// The code point that is inserted or encoded for a number, or `None` to refuse it.
    pub code_point: fn(&ParameterSet<'_>, i128) -> Option<u128>,
    /// The bias after a delta (section 6.1), or `None` where it divides by zero.
    pub adapt: fn(&Constants, &Delta) -> Option<i128>,
    /// The threshold of a digit: its place times the base, and the bias.
    pub threshold: fn(&Constants, i128, i128) -> i128,
    /// Whether a digit ends its number, by its threshold.
    pub ends: fn(i128, i128) -> bool,
    /// By how much more the next digit weighs, by the threshold of this one.
    pub factor: fn(&Constants, i128) -> i128,
    /// How far the index advances past an insertion.
    pub advance: i128,
    /// The order in which an encoder handles the code points; those that it passes over are lost.
    pub order: fn(&u32, &u32) -> Ordering,
    /// Whether an encoder that handles the second code point counts the first one in its delta.
    pub counts: fn(&ParameterSet<'_>, u32, u32) -> bool,
    /// Whether a delimiter is written, by the number of basic code points and of the others.
    pub delimiter: fn(usize, usize) -> bool,
    /// The character of a digit, and whether the digit is the last of its number.
    pub character: fn(&ParameterSet<'_>, usize, bool) -> u8,
    /// The length of a code after which no more digits are written.
    pub longest: usize,
}

/// The length of the literal part of a code and the place of the first digit, or `None` to refuse the code.
pub type Split = fn(&ParameterSet<'_>, &[u32]) -> Option<(usize, usize)>;

/// The parts of an index that was increased by a delta.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Division {
    /// How far the code point advances.
    pub quotient: i128,
    /// The place of the insertion.
    pub remainder: i128,
}

/// A delta after which the bias is adapted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delta {
    /// The delta.
    pub value: i128,
    /// The number of code points after the insertion.
    pub points: i128,
    /// Whether it is the first one of the code.
    pub is_first: bool,
    /// The integers in which the bias is calculated.
    pub integers: Integers,
}

impl Steps {
    /// The steps of the document.
    pub const RFC: Self = Self {
        characters: <[u32]>::to_vec,
        // "consume all code points before the last delimiter (if there is one) and copy them to output, …; if
        // more than zero code points were consumed then consume one more (the last delimiter)".
        split: |set, code| {
            let last = code.iter().rposition(|&c| c == u32::from(set.delimiter));
            Some(
                last.filter(|&last| last > 0)
                    .map_or((0, 0), |last| (last, last + 1)),
            )
        },
        literal: |set, c| (c < set.basic).then_some(c),
        digit: digit_value,
        end: || None,
        integers: Numbers::all(Integers::Parameters),
        overflow: || {},
        division: |integers, sum, points| {
            let quotient = integers.quotient(sum, points);
            Division {
                quotient,
                remainder: sum - quotient * points,
            }
        },
        // An index counts from the end.
        negative_index: |index, points| Some(index + points),
        constant: None,
        code_point: |set, n| refused(set, n).is_none().then_some(n as u128),
        adapt: adapted,
        threshold: |constants, k, bias| {
            if k <= bias + constants.t_min {
                constants.t_min
            } else if k >= bias + constants.t_max {
                constants.t_max
            } else {
                k - bias
            }
        },
        ends: |digit, threshold| digit < threshold,
        factor: |constants, threshold| constants.base - threshold,
        advance: 1,
        order: Ord::cmp,
        counts: |_, c, n| c < n,
        delimiter: |basic, _| basic > 0,
        character: |set, digit, _| set.digits.as_bytes()[digit],
        longest: usize::MAX,
    };
}

fn digit_value(set: &ParameterSet<'_>, character: u32) -> Option<i64> {
    let character = char::from_u32(character)?;
    let same =
        |digit: char| digit == character || set.fold_case && digit.eq_ignore_ascii_case(&character);
    set.digits.chars().position(same).map(|value| value as i64)
}

/// The bias adaptation function (section 6.1).
fn adapted(constants: &Constants, delta: &Delta) -> Option<i128> {
    let Delta {
        points,
        is_first,
        integers,
        ..
    } = *delta;
    let mut delta = delta.value;
    delta = integers.quotient_of(
        delta,
        if is_first {
            constants.damp
        } else {
            constants.half
        },
    )?;
    delta = delta.saturating_add(integers.quotient_of(delta, points)?);
    let mut k = 0;
    // A divisor below two would never come to an end.
    while delta > constants.limit && constants.divisor > 1 {
        delta = integers.quotient_of(delta, constants.divisor)?;
        k += constants.step;
    }
    let product = integers.wrapped(constants.slope.saturating_mul(delta));
    let rest = integers.quotient_of(product, delta.saturating_add(constants.skew))?;
    Some(k + rest)
}

/// The error of a number that is no code point to insert.
pub(super) fn refused(set: &ParameterSet<'_>, n: i128) -> Option<ErrorKind> {
    match n {
        _ if n < set.basic.into() => Some(ErrorKind::BasicInserted),
        0xD800..=0xDFFF if set.scalar_values_only => Some(ErrorKind::Surrogate),
        0x11_0000.. if set.scalar_values_only => Some(ErrorKind::OutOfRange),
        _ => (n > set.width.max().into()).then_some(ErrorKind::Overflow),
    }
}
