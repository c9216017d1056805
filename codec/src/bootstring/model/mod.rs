//! The model of Bootstring: RFC 3492, sections 6.1 to 6.3, as a table of its steps, and the procedures
//! that take them in the order of the document. The errors are those of [`Bootstring`]. A known fault
//! is the table with one step changed, or one number.

mod constants;
mod integers;

pub use constants::{Constant, Constants};
pub use integers::{Integers, Numbers};

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::bootstring::{Bootstring, BootstringCodec, Engine, ParameterSet};
use crate::error::{Error, ErrorKind};

/// The codec `bootstring`.
pub(crate) const CODEC: BootstringCodec = BootstringCodec { engine: ENGINE };

/// The procedures of the model.
pub(crate) const ENGINE: Engine = Engine {
    encode,
    decode,
    encode_annotated,
    decode_annotated,
};

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
    /// One number of the procedures that is another than that of the parameters.
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

/// The procedures, with the steps of several tables. Each step is that of the first table that does not
/// take it as the right one does.
#[derive(Clone, Copy, Debug)]
pub struct Model<'a> {
    /// The parameters.
    pub set: &'a ParameterSet<'a>,
    /// The tables with changed steps.
    pub changed: &'a [Steps],
    /// The table of the steps that no other changes.
    pub right: &'a Steps,
}

/// The text of a code (section 6.2), in quadratic time, with the errors of [`Bootstring::decode`].
pub fn decode(bootstring: &Bootstring, code: &[u32]) -> Result<Vec<u32>, Error> {
    decode_annotated(bootstring, code).map(|(text, _)| text)
}

/// The text of a code with mixed-case annotation (section 6.2, appendix A), as [`decode`] reads it.
pub fn decode_annotated(
    bootstring: &Bootstring,
    code: &[u32],
) -> Result<(Vec<u32>, Vec<bool>), Error> {
    let (text, upper) = Model::right(&bootstring.parameters()).decode(code)?;
    Ok((text.into_iter().map(|c| c as u32).collect(), upper))
}

/// The code of a text (section 6.3), with the errors of [`Bootstring::encode`]. The time is the number of
/// code points times the number of different ones.
pub fn encode(bootstring: &Bootstring, text: &[u32]) -> Result<Vec<u8>, Error> {
    Model::right(&bootstring.parameters()).encode(text, None)
}

/// The code of a text with mixed-case annotation (section 6.3, appendix A), with the errors of
/// [`Bootstring::encode_annotated`].
pub fn encode_annotated(
    bootstring: &Bootstring,
    text: &[u32],
    upper: &[bool],
) -> Result<Vec<u8>, Error> {
    if upper.len() != text.len() {
        return Err(Error::new(
            ErrorKind::FlagCount,
            upper.len().min(text.len()),
        ));
    }
    Model::right(&bootstring.parameters()).encode(text, Some(upper))
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

impl<'a> Model<'a> {
    /// The procedures of the document.
    #[must_use]
    pub const fn right(set: &'a ParameterSet<'a>) -> Self {
        Self {
            set,
            changed: &[],
            right: &Steps::RFC,
        }
    }

    fn step<T: PartialEq>(&self, take: impl Fn(&Steps) -> T) -> T {
        let right = take(self.right);
        self.changed
            .iter()
            .map(take)
            .find(|own| *own != right)
            .unwrap_or(right)
    }

    /// The numbers of the parameters, with those that the tables change.
    fn constants(&self) -> Constants {
        let mut constants = Constants::of(self.set);
        for steps in self.changed.iter().chain([self.right]) {
            if let Some((constant, value)) = steps.constant {
                constants.change(constant, value);
            }
        }
        constants
    }

    /// The integers, those of the parameters with their number of bits.
    fn numbers(&self) -> Numbers {
        let Numbers {
            delta,
            weight,
            index,
            code_point,
        } = self.step(|steps| steps.integers);
        let width = self.set.width.bits();
        Numbers {
            delta: delta.of_width(width),
            weight: weight.of_width(width),
            index: index.of_width(width),
            code_point: code_point.of_width(width),
        }
    }

    /// The error of a number that does not fit its integers.
    fn overflow(&self, position: usize) -> Error {
        for steps in self.changed.iter().chain([self.right]) {
            (steps.overflow)();
        }
        Error::new(ErrorKind::Overflow, position)
    }

    /// The value of a digit, or `None` if the character is not one.
    fn digit(&self, constants: &Constants, c: u32) -> Option<i64> {
        let value = self.step(|steps| (steps.digit)(self.set, c))?;
        Some(value + constants.added_to(c) as i64)
    }

    /// The text of a code, and its mixed-case annotation (section 6.2, appendix A), with the errors of
    /// [`Bootstring::decode`].
    pub fn decode(&self, code: &[u32]) -> Result<(Vec<u128>, Vec<bool>), Error> {
        let Self { set, .. } = *self;
        limit_length(code.len())?;
        let code = self.step(|steps| (steps.characters)(code));
        let parts = self.step(|steps| (steps.split)(set, &code));
        let (length, mut position) = parts.ok_or(Error::new(ErrorKind::BadDigit, 0))?;
        let mut output = Vec::new();
        let mut upper = Vec::new();
        for (position, &c) in code[..length].iter().enumerate() {
            let literal = self.step(|steps| (steps.literal)(set, c));
            output.push(
                literal
                    .ok_or(Error::new(ErrorKind::NotBasic, position))?
                    .into(),
            );
            upper.push(is_upper(c));
        }
        let constants = self.constants();
        let numbers = self.numbers();
        let advance = self.step(|steps| steps.advance);
        let mut n = constants.initial_n;
        let mut i = 0_i128;
        let mut bias = constants.initial_bias;
        while position < code.len() {
            let first_digit = position;
            let old_i = i;
            let mut w = 1;
            let mut k = constants.base;
            loop {
                let digit = match code.get(position) {
                    Some(&c) => {
                        let foreign = c >= set.basic;
                        let kind = if foreign {
                            ErrorKind::NotBasic
                        } else {
                            ErrorKind::BadDigit
                        };
                        let value = self.digit(&constants, c);
                        value.ok_or(Error::new(kind, position))?
                    }
                    None => self
                        .step(|steps| (steps.end)())
                        .ok_or(Error::new(ErrorKind::Truncated, position))?,
                };
                let product = numbers.delta.product(digit.unsigned_abs().into(), w);
                let product = product.ok_or_else(|| self.overflow(position))?;
                let signed = if digit < 0 { -product } else { product };
                let sum = numbers.delta.fit(i.saturating_add(signed));
                i = sum.ok_or_else(|| self.overflow(position))?;
                position += 1;
                let t = self.step(|steps| (steps.threshold)(&constants, k, bias));
                if self.step(|steps| (steps.ends)(digit.into(), t)) {
                    break;
                }
                let factor = self.step(|steps| (steps.factor)(&constants, t));
                let weight = numbers.weight.product(w, factor);
                w = weight.ok_or_else(|| self.overflow(position - 1))?;
                k += constants.base;
            }
            i = numbers
                .index
                .fit(i)
                .ok_or_else(|| self.overflow(first_digit))?;
            let points = output.len() as i128 + 1;
            let delta = Delta {
                value: i.saturating_sub(old_i),
                points,
                is_first: old_i == 0,
                integers: numbers.delta,
            };
            let adapted = self.step(|steps| (steps.adapt)(&constants, &delta));
            bias = adapted.ok_or_else(|| self.overflow(first_digit))?;
            let division = self.step(|steps| (steps.division)(numbers.delta, i, points));
            let sum = numbers.code_point.fit(n.saturating_add(division.quotient));
            n = sum.ok_or_else(|| self.overflow(first_digit))?;
            i = division.remainder;
            let index = if i < 0 {
                self.step(|steps| (steps.negative_index)(i, points - 1))
            } else {
                Some(i)
            };
            let place = index.and_then(|index| usize::try_from(index).ok());
            let index = place.ok_or(Error::new(ErrorKind::Overflow, first_digit))?;
            let inserted = self.step(|steps| (steps.code_point)(set, n));
            output.insert(
                index,
                inserted.ok_or_else(|| not_taken(set, n, first_digit))?,
            );
            let last = code.get(position - 1).is_some_and(|&digit| is_upper(digit));
            upper.insert(index, set.fold_case && last);
            i += advance;
        }
        Ok((output, upper))
    }

    /// The code of a text, with or without mixed-case annotation (section 6.3, appendix A), with the errors
    /// of [`Bootstring::encode`].
    pub fn encode(&self, text: &[u32], upper: Option<&[bool]>) -> Result<Vec<u8>, Error> {
        let Self { set, .. } = *self;
        let mut taken = Vec::new();
        for (position, &c) in text.iter().enumerate() {
            if c < set.basic {
                taken.push(c);
                continue;
            }
            let c = c.into();
            let code_point = self.step(|steps| (steps.code_point)(set, c));
            taken.push(code_point.ok_or_else(|| not_taken(set, c, position))? as u32);
        }
        let text = taken;
        limit_length(text.len())?;
        let mut output = Vec::new();
        let mut others = Vec::new();
        for (position, &c) in text.iter().enumerate() {
            match upper.map(|upper| upper[position]) {
                _ if c >= set.basic => others.push(c),
                None => output.push(c as u8),
                Some(false) => output.push((c as u8).to_ascii_lowercase()),
                Some(true) => output.push((c as u8).to_ascii_uppercase()),
            }
        }
        let basic = output.len();
        if self.step(|steps| (steps.delimiter)(basic, others.len())) {
            output.push(set.delimiter as u8);
        }
        others.sort_by(|one, two| self.step(|steps| (steps.order)(one, two)));
        others.dedup();
        let constants = self.constants();
        let numbers = self.numbers();
        let mut n = constants.initial_n;
        let mut delta = 0;
        let mut bias = constants.initial_bias;
        let mut handled = basic;
        for m in others {
            if i128::from(m) < n {
                continue;
            }
            delta += (i128::from(m) - n) * (handled as i128 + 1);
            n = m.into();
            for (position, &c) in text.iter().enumerate() {
                delta += i128::from(self.step(|steps| (steps.counts)(set, c, m)));
                if c == m {
                    // A delta only grows until it is written, so its size is checked here only.
                    let number = numbers.delta.fit(delta);
                    let value = number.ok_or_else(|| self.overflow(position))?;
                    let flag = upper.is_some_and(|upper| upper[position]);
                    let number = Number {
                        value,
                        position,
                        flag,
                    };
                    self.write_number(&constants, number, bias, &mut output)?;
                    let delta_written = Delta {
                        value,
                        points: handled as i128 + 1,
                        is_first: handled == basic,
                        integers: numbers.delta,
                    };
                    let adapted = self.step(|steps| (steps.adapt)(&constants, &delta_written));
                    bias = adapted.ok_or_else(|| self.overflow(position))?;
                    delta = 0;
                    handled += 1;
                }
            }
            delta += 1;
            n += 1;
        }
        Ok(output)
    }

    fn write_number(
        &self,
        constants: &Constants,
        number: Number,
        bias: i128,
        output: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let mut q = number.value;
        let mut k = constants.base;
        loop {
            if output.len() > self.step(|steps| steps.longest) {
                return Err(Error::new(ErrorKind::TooLong, output.len()));
            }
            let t = self.step(|steps| (steps.threshold)(constants, k, bias));
            if self.step(|steps| (steps.ends)(q, t)) {
                break;
            }
            let factor = self.step(|steps| (steps.factor)(constants, t));
            // With one digit only, a number has no end.
            if factor < 2 {
                return Err(self.overflow(number.position));
            }
            let digit = t + (q - t) % factor;
            output.push(self.character(constants, digit, false, number.position)?);
            q = (q - t) / factor;
            k += constants.base;
        }
        let last = self.character(constants, q, true, number.position)?;
        let is_upper = number.flag && self.set.fold_case;
        output.push(if is_upper {
            last.to_ascii_uppercase()
        } else {
            last
        });
        Ok(())
    }

    /// The character of a digit.
    fn character(
        &self,
        constants: &Constants,
        digit: i128,
        is_last: bool,
        position: usize,
    ) -> Result<u8, Error> {
        let known = usize::try_from(digit)
            .ok()
            .filter(|&digit| digit < self.set.digits.len());
        let digit = known.ok_or_else(|| self.overflow(position))?;
        let character = self.step(|steps| (steps.character)(self.set, digit, is_last));
        // Greater values of digits mean that the character of a value is an earlier one.
        let moved = i128::from(character) - constants.added_to(character.into());
        Ok(u8::try_from(moved)
            .ok()
            .filter(u8::is_ascii)
            .unwrap_or(character))
    }
}

/// A number of a code that is written.
#[derive(Clone, Copy)]
struct Number {
    value: i128,
    /// The position of the code point that it encodes.
    position: usize,
    /// Whether the last digit is written as a capital letter.
    flag: bool,
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
fn refused(set: &ParameterSet<'_>, n: i128) -> Option<ErrorKind> {
    match n {
        _ if n < set.basic.into() => Some(ErrorKind::BasicInserted),
        0xD800..=0xDFFF if set.scalar_values_only => Some(ErrorKind::Surrogate),
        0x11_0000.. if set.scalar_values_only => Some(ErrorKind::OutOfRange),
        _ => (n > set.width.max().into()).then_some(ErrorKind::Overflow),
    }
}

/// The error at this place of a number that the steps do not take as a code point.
fn not_taken(set: &ParameterSet<'_>, n: i128, position: usize) -> Error {
    let kind = refused(set, n).unwrap_or(ErrorKind::OutOfRange);
    Error::new(kind, position)
}

fn is_upper(c: u32) -> bool {
    char::from_u32(c).is_some_and(|c| c.is_ascii_uppercase())
}

fn limit_length(length: usize) -> Result<(), Error> {
    let limit = u32::MAX as usize;
    if length > limit {
        Err(Error::new(ErrorKind::TooLong, limit))
    } else {
        Ok(())
    }
}
