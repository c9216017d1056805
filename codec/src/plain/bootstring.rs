//! The model of Bootstring: RFC 3492, sections 6.1 to 6.3, as a table of its steps, and the procedures
//! that take them in the order of the document. The errors are those of [`Bootstring`]. A known fault
//! is the table with one step changed.

use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::utf16::{numbers, string};
use crate::bootstring::{Bootstring, BootstringCodec, Engine, ParameterSet};
use crate::error::{Error, ErrorKind};
use crate::host::LabelRules;
use crate::punycode::{PREFIX, PunycodeCodec};

/// The codec `bootstring`.
pub(crate) const CODEC: BootstringCodec = BootstringCodec { engine: ENGINE };

/// The codec `punycode`.
pub(crate) const PUNYCODE: PunycodeCodec = PunycodeCodec { engine: ENGINE, rules: RULES };

/// Punycode as an encoding of host labels.
pub const RULES: LabelRules = LabelRules {
    prefix: PREFIX,
    allows_edge_hyphens: false,
    encode: encode_label,
    decode: decode_label,
};

const ENGINE: Engine = Engine { encode, decode, encode_annotated, decode_annotated };

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
    pub integers: fn(&ParameterSet<'_>) -> Integers,
    /// The code point that is inserted or encoded for a number, or `None` to refuse it.
    pub code_point: fn(&ParameterSet<'_>, i128) -> Option<u128>,
    /// The bias after a delta: the delta, the number of code points, and whether it is the first (section
    /// 6.1).
    pub adapt: fn(&ParameterSet<'_>, u128, u128, bool) -> u128,
    /// The threshold of a digit: its place times the base, and the bias.
    pub threshold: fn(&ParameterSet<'_>, u128, u128) -> u128,
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

/// The integers of a procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Integers {
    /// Numbers of more bits are refused.
    Bounded(u32),
    /// Higher bits are lost.
    Wrapping(u32),
    /// Higher bits are lost, and the highest that is left is the sign.
    Signed(u32),
    /// No number is refused.
    Unbounded,
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
        return Err(Error::new(ErrorKind::FlagCount, upper.len().min(text.len())));
    }
    Model::right(&bootstring.parameters()).encode(text, Some(upper))
}

fn encode_label(label: &str, out: &mut String) -> Result<(), Error> {
    let code = encode(&Bootstring::PUNYCODE, &numbers(label));
    out.extend(code.map_err(|error| in_octets(error, label))?.into_iter().map(char::from));
    Ok(())
}

fn decode_label(payload: &str, out: &mut String) -> Result<(), Error> {
    let text = decode(&Bootstring::PUNYCODE, &numbers(payload));
    out.push_str(&string(&text.map_err(|error| in_octets(error, payload))?));
    Ok(())
}

/// Converts the position of an error from characters to octets of the text.
fn in_octets(error: Error, text: &str) -> Error {
    let before = text.chars().take(error.position).map(char::len_utf8);
    Error::new(error.kind, before.sum())
}

impl Steps {
    /// The steps of the document.
    pub const RFC: Self = Self {
        characters: <[u32]>::to_vec,
        // "consume all code points before the last delimiter (if there is one) and copy them to output, …; if
        // more than zero code points were consumed then consume one more (the last delimiter)".
        split: |set, code| {
            let last = code.iter().rposition(|&c| c == u32::from(set.delimiter));
            Some(last.filter(|&last| last > 0).map_or((0, 0), |last| (last, last + 1)))
        },
        literal: |set, c| (c < set.basic).then_some(c),
        digit: digit_value,
        end: || None,
        integers: |set| Integers::Bounded(set.width.bits()),
        code_point: |set, n| refused(set, n).is_none().then_some(n as u128),
        adapt: adapted,
        threshold: |set, k, bias| {
            let [t_min, t_max] = [set.t_min, set.t_max].map(u128::from);
            if k <= bias + t_min {
                t_min
            } else if k >= bias + t_max {
                t_max
            } else {
                k - bias
            }
        },
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
        Self { set, changed: &[], right: &Steps::RFC }
    }

    fn step<T: PartialEq>(&self, take: impl Fn(&Steps) -> T) -> T {
        let right = take(self.right);
        self.changed.iter().map(take).find(|own| *own != right).unwrap_or(right)
    }

    /// The text of a code, and its mixed-case annotation (section 6.2, appendix A), with the errors of
    /// [`Bootstring::decode`].
    pub fn decode(&self, code: &[u32]) -> Result<(Vec<u128>, Vec<bool>), Error> {
        let Self { set, .. } = *self;
        limit_length(code.len())?;
        let code = self.step(|steps| (steps.characters)(code));
        let parts = self.step(|steps| (steps.split)(set, &code));
        let (length, mut position) = parts.ok_or(Error::new(ErrorKind::BadDigit, 0))?;
        let (mut output, mut upper) = (Vec::new(), Vec::new());
        for (position, &c) in code[..length].iter().enumerate() {
            let literal = self.step(|steps| (steps.literal)(set, c));
            output.push(literal.ok_or(Error::new(ErrorKind::NotBasic, position))?.into());
            upper.push(is_upper(c));
        }
        let integers = self.step(|steps| (steps.integers)(set));
        let advance = self.step(|steps| steps.advance);
        let (mut n, mut i) = (i128::from(set.initial_n), 0_i128);
        let (base, mut bias) = (u128::from(set.base), u128::from(set.initial_bias));
        while position < code.len() {
            let (first_digit, old_i) = (position, i);
            let (mut w, mut k) = (1, base);
            loop {
                let digit = match code.get(position) {
                    Some(&c) => {
                        let foreign = c >= set.basic;
                        let kind = if foreign { ErrorKind::NotBasic } else { ErrorKind::BadDigit };
                        let value = self.step(|steps| (steps.digit)(set, c));
                        value.ok_or(Error::new(kind, position))?
                    }
                    None => self
                        .step(|steps| (steps.end)())
                        .ok_or(Error::new(ErrorKind::Truncated, position))?,
                };
                let overflow = Error::new(ErrorKind::Overflow, position);
                let product = integers.product(digit.unsigned_abs().into(), w).ok_or(overflow)?;
                let signed = if digit < 0 { -product } else { product };
                i = integers.fit(i.saturating_add(signed)).ok_or(overflow)?;
                position += 1;
                let t = self.step(|steps| (steps.threshold)(set, k, bias));
                if i128::from(digit) < t as i128 {
                    break;
                }
                w = integers.product(w, (base - t) as i128).ok_or(overflow)?;
                k += base;
            }
            let points = output.len() as i128 + 1;
            let delta = u128::try_from(i.saturating_sub(old_i)).unwrap_or(0);
            bias = self.step(|steps| (steps.adapt)(set, delta, points as u128, old_i == 0));
            let quotient = integers.quotient(i, points);
            let fault = |kind| Error::new(kind, first_digit);
            n = integers.fit(n.saturating_add(quotient)).ok_or(fault(ErrorKind::Overflow))?;
            i -= quotient * points;
            // An index below zero counts from the end.
            let index = if i < 0 { i + points - 1 } else { i };
            let index = usize::try_from(index).map_err(|_| fault(ErrorKind::Overflow))?;
            let inserted = self.step(|steps| (steps.code_point)(set, n));
            let kind = || refused(set, n).unwrap_or(ErrorKind::OutOfRange);
            output.insert(index, inserted.ok_or_else(|| fault(kind()))?);
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
        let code_point = |(position, &c): (usize, &u32)| {
            if c < set.basic {
                return Ok(c);
            }
            let own = self.step(|steps| (steps.code_point)(set, c.into()));
            let kind = || refused(set, c.into()).unwrap_or(ErrorKind::OutOfRange);
            own.map(|c| c as u32).ok_or_else(|| Error::new(kind(), position))
        };
        let text = text.iter().enumerate().map(code_point).collect::<Result<Vec<_>, _>>()?;
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
        let integers = self.step(|steps| (steps.integers)(set));
        let (mut n, mut delta, mut bias) = (i128::from(set.initial_n), 0, set.initial_bias.into());
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
                    let overflow = Error::new(ErrorKind::Overflow, position);
                    let number = integers.fit(delta).ok_or(overflow)? as u128;
                    let flag = upper.is_some_and(|upper| upper[position]);
                    self.write_number(number, bias, flag, &mut output)?;
                    let (points, first) = (handled as u128 + 1, handled == basic);
                    bias = self.step(|steps| (steps.adapt)(set, number, points, first));
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
        number: u128,
        bias: u128,
        flag: bool,
        output: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let Self { set, .. } = *self;
        let base = u128::from(set.base);
        let character =
            |digit: u128, last| self.step(|steps| (steps.character)(set, digit as usize, last));
        let (mut q, mut k) = (number, base);
        loop {
            if output.len() > self.step(|steps| steps.longest) {
                return Err(Error::new(ErrorKind::TooLong, output.len()));
            }
            let t = self.step(|steps| (steps.threshold)(set, k, bias));
            if q < t {
                break;
            }
            output.push(character(t + (q - t) % (base - t), false));
            q = (q - t) / (base - t);
            k += base;
        }
        let last = character(q, true);
        output.push(if flag && set.fold_case { last.to_ascii_uppercase() } else { last });
        Ok(())
    }
}

impl Integers {
    fn product(self, one: i128, two: i128) -> Option<i128> {
        match self {
            // Bits that are lost at 128 bits are also lost at fewer bits.
            Self::Wrapping(_) | Self::Signed(_) => self.fit(one.wrapping_mul(two)),
            Self::Bounded(_) => self.fit(one.checked_mul(two)?),
            Self::Unbounded => Some(one.saturating_mul(two)),
        }
    }

    fn quotient(self, one: i128, two: i128) -> i128 {
        if matches!(self, Self::Signed(_)) { one / two } else { one.div_euclid(two) }
    }

    /// The number as these integers hold it, or `None` to refuse it.
    fn fit(self, number: i128) -> Option<i128> {
        match self {
            Self::Bounded(bits) => (number >> bits == 0).then_some(number),
            Self::Wrapping(bits) => Some(number & ((1 << bits) - 1)),
            Self::Signed(bits) => Some(number << (128 - bits) >> (128 - bits)),
            Self::Unbounded => Some(number),
        }
    }
}

fn digit_value(set: &ParameterSet<'_>, character: u32) -> Option<i64> {
    let character = char::from_u32(character)?;
    let same =
        |digit: char| digit == character || set.fold_case && digit.eq_ignore_ascii_case(&character);
    set.digits.chars().position(same).map(|value| value as i64)
}

/// The bias adaptation function (section 6.1).
fn adapted(set: &ParameterSet<'_>, delta: u128, points: u128, first: bool) -> u128 {
    let [base, t_min, t_max, skew] = [set.base, set.t_min, set.t_max, set.skew].map(u128::from);
    let mut delta = delta / if first { set.damp.into() } else { 2 };
    delta += delta / points;
    let mut k = 0;
    while delta > ((base - t_min) * t_max) / 2 {
        delta /= base - t_min;
        k += base;
    }
    k + (base - t_min + 1) * delta / (delta + skew)
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

fn is_upper(c: u32) -> bool {
    char::from_u32(c).is_some_and(|c| c.is_ascii_uppercase())
}

fn limit_length(length: usize) -> Result<(), Error> {
    let limit = u32::MAX as usize;
    if length > limit { Err(Error::new(ErrorKind::TooLong, limit)) } else { Ok(()) }
}
