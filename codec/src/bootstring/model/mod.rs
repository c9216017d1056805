//! The model of Bootstring: RFC 3492, sections 6.1 to 6.3, as a table of its steps, and the procedures
//! that take them in the order of the document. The errors are those of [`Bootstring`]. A known fault
//! is the table with one step changed, or one number.

mod constants;
mod integers;
mod steps;

pub use constants::{Constant, Constants};
pub use integers::{Integers, Numbers};
pub use steps::{Delta, Division, Split, Steps};

use alloc::vec::Vec;

use crate::bootstring::{Bootstring, BootstringCodec, Engine, ParameterSet};
use crate::error::{Error, ErrorKind};

use steps::refused;

/// The codec `bootstring`.
pub(crate) const CODEC: BootstringCodec = BootstringCodec { engine: ENGINE };

/// The procedures of the model.
pub(crate) const ENGINE: Engine = Engine {
    encode,
    decode,
    encode_annotated,
    decode_annotated,
};

/// The procedures, with the steps of several tables. Each step comes from the first table that does not
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
