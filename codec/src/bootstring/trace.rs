//! Traces: each number of a code with its digits, thresholds and biases, as RFC 3492 prints them
//! in sections 7.2 and 7.3.

use alloc::vec::Vec;
use core::ops::Range;

use super::decode::Insertions;
use super::{Bootstring, ParameterSet};
use crate::error::Error;

/// The steps of an encoder or a decoder, up to its end or the first error.
///
/// Both have the same steps. One computes the code from the text, the other the text from the code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CodeTrace {
    /// The basic code points of the literal part, as the code has them.
    pub literal: Vec<u8>,
    /// The position of the delimiter in the code, if there is one.
    pub delimiter: Option<usize>,
    /// `n` before the first step.
    pub n: u32,
    /// The bias before the first step.
    pub bias: u32,
    /// The steps that succeeded.
    pub steps: Vec<InsertionTrace>,
    /// The digits of the number in which decoding failed, up to the first character that is not a
    /// digit. After an overflow, the digit that caused it is the last one.
    pub pending: Vec<Digit>,
    /// The error, if there was one.
    pub error: Option<Error>,
}

/// One insertion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InsertionTrace {
    /// The code point that is inserted, `n`.
    pub code_point: u32,
    /// The index of the insertion in the text so far, `i`.
    pub index: usize,
    /// The number of code points after the insertion.
    pub points: usize,
    /// The number in the code: the number of states between the last insertion and this one.
    pub delta: u32,
    /// The bias of the number.
    pub bias: u32,
    /// The bias of the next number.
    pub next_bias: u32,
    /// The positions of its digits in the code.
    pub span: Range<usize>,
    /// Its digits.
    pub digits: Vec<Digit>,
}

/// One digit of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digit {
    /// The character.
    pub character: u8,
    /// Its value.
    pub value: u32,
    /// The threshold at its place. A digit below its threshold ends the number.
    pub threshold: u32,
    /// The weight of its place.
    pub weight: u64,
}

impl CodeTrace {
    /// The text after the first `count` steps. After none it is the literal part.
    ///
    /// With the last step, `n` and `i`, this is the state that section 7.2 prints.
    #[must_use]
    pub fn text_after(&self, count: usize) -> Vec<u32> {
        let mut text: Vec<u32> = self.literal.iter().copied().map(u32::from).collect();
        for step in &self.steps[..count.min(self.steps.len())] {
            text.insert(step.index, step.code_point);
        }
        text
    }
}

impl Bootstring {
    /// The steps in which a text is encoded.
    ///
    /// [`CodeTrace::error`] has the errors of [`encode`](Self::encode). The steps before an overflow
    /// are kept.
    ///
    /// # Examples
    ///
    /// ```
    /// use acegate_codec::bootstring::Bootstring;
    ///
    /// let text: Vec<u32> = "bücher".chars().map(u32::from).collect();
    /// let trace = Bootstring::PUNYCODE.trace_encode(&text);
    /// // From (128, 0) to (252, 1) with five code points there: 124 * 6 + 1.
    /// assert_eq!((trace.steps[0].delta, trace.steps[0].bias), (745, 72));
    /// ```
    #[must_use]
    pub fn trace_encode(&self, text: &[u32]) -> CodeTrace {
        let mut trace = self.blank_trace();
        if let Err(error) = self.check(text) {
            trace.error = Some(error);
            return trace;
        }
        let basic = text
            .iter()
            .filter(|&&code_point| code_point < self.set.basic);
        trace.literal = basic.map(|&code_point| code_point as u8).collect();
        trace.delimiter = (!trace.literal.is_empty()).then_some(trace.literal.len());
        let mut at = trace.delimiter.map_or(0, |delimiter| delimiter + 1);
        let mut characters = Vec::new();
        let mut points = trace.literal.len() as u32;
        let walked = self.for_each_delta(text, |delta| {
            points = delta.points;
            characters.clear();
            self.write_number(delta.value, delta.bias, false, &mut characters);
            let end = at + characters.len();
            trace.steps.push(InsertionTrace {
                code_point: delta.code_point,
                index: delta.index as usize,
                points: delta.points as usize,
                delta: delta.value,
                bias: delta.bias,
                next_bias: self.adapted_bias(delta.value, delta.points, trace.steps.is_empty()),
                span: at..end,
                digits: self.digits_of(characters.iter().copied(), delta.bias),
            });
            at = end;
        });
        trace.error = walked.err();
        trace
    }

    /// The steps in which a code is decoded.
    ///
    /// [`CodeTrace::error`] has the errors of [`decode`](Self::decode). The steps before an error in
    /// the digits are kept.
    ///
    /// # Examples
    ///
    /// ```
    /// use acegate_codec::bootstring::Bootstring;
    ///
    /// let trace = Bootstring::PUNYCODE.trace_decode(b"bcher-kvaa");
    /// assert_eq!((trace.steps[1].code_point, trace.steps[1].delta), (0xFC, 0));
    /// assert_eq!((trace.steps[0].bias, trace.steps[0].next_bias), (72, 0));
    /// ```
    #[must_use]
    pub fn trace_decode<C: Copy + Into<u32>>(&self, code: &[C]) -> CodeTrace {
        let mut trace = self.blank_trace();
        let (literal, mut insertions) = match self.parts(code) {
            Ok(parts) => parts,
            Err(error) => {
                trace.error = Some(error);
                return trace;
            }
        };
        trace.literal = literal
            .iter()
            .map(|&character| character.into() as u8)
            .collect();
        trace.delimiter = (!literal.is_empty()).then_some(literal.len());
        loop {
            let start = insertions.at;
            let bias = insertions.bias;
            match insertions.next() {
                Ok(Some(insertion)) => trace.steps.push(InsertionTrace {
                    code_point: insertion.code_point,
                    index: insertion.index as usize,
                    points: insertion.points as usize,
                    delta: insertion.delta,
                    bias,
                    next_bias: insertions.bias,
                    digits: self.digits_of(octets(&code[insertion.digits.clone()]), bias),
                    span: insertion.digits,
                }),
                Ok(None) => return trace,
                Err(error) => {
                    let end = end_of_pending(&insertions, error, code.len());
                    trace.pending = self.digits_of(octets(&code[start..end]), bias);
                    trace.error = Some(error);
                    return trace;
                }
            }
        }
    }

    fn blank_trace(&self) -> CodeTrace {
        let ParameterSet {
            initial_n: n,
            initial_bias: bias,
            ..
        } = self.set;
        CodeTrace {
            n,
            bias,
            ..CodeTrace::default()
        }
    }

    /// The digits of one number, up to the first character that is not a digit.
    fn digits_of(&self, characters: impl Iterator<Item = u8>, bias: u32) -> Vec<Digit> {
        let mut weight = 1_u64;
        let mut k = 0;
        characters
            .map_while(|character| {
                let value = u32::from(*self.values.get(usize::from(character))?);
                (value < self.set.base).then_some((character, value))
            })
            .map(|(character, value)| {
                k += self.set.base;
                let threshold = self.threshold(k, bias);
                let digit = Digit {
                    character,
                    value,
                    threshold,
                    weight,
                };
                weight = weight.saturating_mul(u64::from(self.set.base - threshold));
                digit
            })
            .collect()
    }
}

/// The end of the digits that were read of a number with an error.
fn end_of_pending<C>(insertions: &Insertions<'_, C>, error: Error, length: usize) -> usize {
    // The reader is at the digit of the error, or after the number if that is wrong as a whole.
    let after_number = insertions.at > error.position;
    if after_number {
        insertions.at
    } else {
        (error.position + 1).min(length)
    }
}

/// The elements as octets. A greater element becomes an octet that is not a digit.
fn octets<C: Copy + Into<u32>>(code: &[C]) -> impl Iterator<Item = u8> {
    code.iter()
        .map(|&character| u8::try_from(character.into()).unwrap_or(u8::MAX))
}
