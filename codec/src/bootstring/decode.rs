//! The decoder: insertions are read one by one, and placed at once or from the last to the first
//! (RFC 3492, section 6.2).
//!
//! A short code is decoded as in the document, by moving the tail at each insertion. For a long code
//! all insertions are read first and then placed from the last to the first. An insertion with the
//! index `i` goes to the free place that has `i` free places before it, because the places of later
//! insertions are taken already.
//!
//! For example the insertions of `привет`, in order: `в` at 0, `е` at 1, `и` at 0, `п` at 0, `р` at 1,
//! `т` at 5. Backwards, of the places 0 to 5: `т` takes 5, `р` takes 1, `п` takes 0. Then 2, 3, 4 are
//! free: `и` takes 2, `е` takes 4, and `в` takes 3.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::encode::too_long;
use super::parameters::NO_DIGIT;
use super::rank::RankTree;
use super::{Bootstring, ParameterSet};
use crate::error::{Error, ErrorKind};

impl Bootstring {
    /// The text of a code.
    ///
    /// The elements of the code are code points (`u32`, `char`) or ASCII octets (`u8`).
    ///
    /// # Errors
    ///
    /// The literal part is read first, from the left, then the digits.
    ///
    /// - `not-basic`: at an element that is not a basic code point, in either part.
    /// - `bad-digit`: at a basic code point that is not a digit. So is a delimiter that is the first
    ///   element and the only delimiter.
    /// - `truncated`: at the end, if it is inside a number.
    /// - `overflow`: at the digit with which the number or its weight exceeds the integer width; at
    ///   the first digit of a number with which the code point exceeds it.
    /// - `out-of-range`, `surrogate`, `basic-inserted`: at the first digit of the number that
    ///   inserts a code point above 10FFFF, a surrogate or a basic code point.
    /// - `too-long`: at `u32::MAX`, for a code of more elements.
    ///
    /// # Complexity
    ///
    /// O(n log n).
    ///
    /// # Examples
    ///
    /// ```
    /// use acegate_codec::{Error, ErrorKind, bootstring::Bootstring};
    ///
    /// assert_eq!(Bootstring::PUNYCODE.decode(b"Tr-XKA")?, [0x54, 0xFC, 0x72]);
    /// let error = Bootstring::PUNYCODE.decode(b"-tda").unwrap_err();
    /// assert_eq!(error, Error::new(ErrorKind::BadDigit, 0));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn decode<C: Copy + Into<u32>>(&self, code: &[C]) -> Result<Vec<u32>, Error> {
        let mut out = Vec::new();
        self.decode_into(code, &mut out)?;
        Ok(out)
    }

    /// Appends the text of a code to `out`.
    ///
    /// # Errors
    ///
    /// The errors of [`decode`](Self::decode). After an error, `out` is unchanged.
    pub fn decode_into<C: Copy + Into<u32>>(
        &self,
        code: &[C],
        out: &mut Vec<u32>,
    ) -> Result<(), Error> {
        self.extract(code, out, |code_point, _| code_point)
    }

    /// The text of a code and its mixed-case annotation (RFC 3492, appendix A).
    ///
    /// A flag is true for a basic uppercase letter. It is also true for an inserted code point whose
    /// last digit is an uppercase letter, in a set that reads both cases. The literal part keeps its
    /// case.
    ///
    /// # Errors
    ///
    /// The errors of [`decode`](Self::decode).
    ///
    /// # Examples
    ///
    /// ```
    /// use acegate_codec::bootstring::Bootstring;
    ///
    /// let (text, upper) = Bootstring::PUNYCODE.decode_annotated(b"tdA")?;
    /// assert_eq!((text, upper), (vec![0xFC], vec![true]));
    /// # Ok::<(), acegate_codec::Error>(())
    /// ```
    pub fn decode_annotated<C: Copy + Into<u32>>(
        &self,
        code: &[C],
    ) -> Result<(Vec<u32>, Vec<bool>), Error> {
        let mut out = Vec::new();
        self.extract(code, &mut out, |code_point, upper| (code_point, upper))?;
        Ok(out.into_iter().unzip())
    }

    /// Appends the text of a code. `element` makes an element of it from a code point and its flag.
    fn extract<C: Copy + Into<u32>, T: Copy + Default>(
        &self,
        code: &[C],
        out: &mut Vec<T>,
        element: impl Fn(u32, bool) -> T,
    ) -> Result<(), Error> {
        let (literal, insertions) = self.parts(code)?;
        let literal = literal
            .iter()
            .map(|&c| element(c.into(), is_upper(c.into())));
        if code.len() > LONG {
            return place_backwards(literal, insertions, out, &element);
        }
        let start = out.len();
        // A code point takes at least one element, so the text is not longer than the code.
        out.resize(start + code.len(), T::default());
        let text = place_forwards(literal, insertions, &mut out[start..], &element);
        let length = text.map(<[T]>::len);
        out.truncate(start + length.unwrap_or(0));
        length.map(|_| ())
    }

    /// The text of a code that is not longer than `buffer`.
    pub(crate) fn decode_short<'b, C: Copy + Into<u32>>(
        &self,
        code: &[C],
        buffer: &'b mut [u32],
    ) -> Result<&'b [u32], Error> {
        let (literal, insertions) = self.parts(code)?;
        let literal = literal.iter().map(|&character| character.into());
        place_forwards(literal, insertions, buffer, |code_point, _| code_point)
    }

    /// The checked literal part, and the reader of the insertions after it.
    pub(super) fn parts<'a, C: Copy + Into<u32>>(
        &'a self,
        code: &'a [C],
    ) -> Result<(&'a [C], Insertions<'a, C>), Error> {
        too_long(code.len())?;
        let delimiter = u32::from(self.set.delimiter);
        let last = code
            .iter()
            .rposition(|&character| character.into() == delimiter);
        let (length, at) = match last {
            Some(last) if last > 0 => (last, last + 1),
            _ => (0, 0),
        };
        let literal = &code[..length];
        if let Some(at) = literal
            .iter()
            .position(|&character| character.into() >= self.set.basic)
        {
            return Err(Error::new(ErrorKind::NotBasic, at));
        }
        let insertions = Insertions {
            bootstring: self,
            code,
            at,
            n: self.set.initial_n,
            i: 0,
            bias: self.set.initial_bias,
            points: length as u32,
            first: true,
        };
        Ok((literal, insertions))
    }
}

/// A reader of the insertions of a code. It ends at the first error.
pub(super) struct Insertions<'a, C> {
    bootstring: &'a Bootstring,
    code: &'a [C],
    /// The position of the next digit.
    pub(super) at: usize,
    n: u32,
    i: u32,
    /// The bias of the next number.
    pub(super) bias: u32,
    points: u32,
    first: bool,
}

/// An inserted code point, its index, and its number in the code.
pub(super) struct Insertion {
    pub(super) code_point: u32,
    /// The index in the text so far.
    pub(super) index: u32,
    /// The number of code points after the insertion.
    pub(super) points: u32,
    pub(super) delta: u32,
    /// The positions of the digits in the code.
    pub(super) digits: Range<usize>,
    /// Is true if the last digit is an uppercase letter and the set reads both cases.
    pub(super) upper: bool,
}

impl<C: Copy + Into<u32>> Insertions<'_, C> {
    /// The next insertion, or `None` at the end of the code.
    pub(super) fn next(&mut self) -> Result<Option<Insertion>, Error> {
        let ParameterSet {
            base,
            basic,
            fold_case,
            width,
            ..
        } = self.bootstring.set;
        let max = u64::from(width.max());
        let start = self.at;
        if start == self.code.len() {
            return Ok(None);
        }
        let mut i = u64::from(self.i);
        let mut weight = 1;
        let mut k = base;
        let last = loop {
            let Some(&character) = self.code.get(self.at) else {
                return Err(Error::new(ErrorKind::Truncated, self.at));
            };
            let character = character.into();
            let digit = self.digit(character)?;
            i += u64::from(digit) * weight;
            if i > max {
                return Err(Error::new(ErrorKind::Overflow, self.at));
            }
            let threshold = self.bootstring.threshold(k, self.bias);
            if digit < threshold {
                self.at += 1;
                break character;
            }
            weight *= u64::from(base - threshold);
            if weight > max {
                return Err(Error::new(ErrorKind::Overflow, self.at));
            }
            self.at += 1;
            k += base;
        };
        let i = i as u32;
        let delta = i - self.i;
        self.points += 1;
        self.bias = self.bootstring.adapted_bias(delta, self.points, self.first);
        self.first = false;
        let n = u64::from(self.n) + u64::from(i / self.points);
        if n > max {
            return Err(Error::new(ErrorKind::Overflow, start));
        }
        self.n = n as u32;
        if self.n < basic {
            return Err(Error::new(ErrorKind::BasicInserted, start));
        }
        if let Some(kind) = self.bootstring.refuses(self.n) {
            return Err(Error::new(kind, start));
        }
        let index = i % self.points;
        self.i = index + 1;
        Ok(Some(Insertion {
            code_point: self.n,
            index,
            points: self.points,
            delta,
            digits: start..self.at,
            upper: fold_case && is_upper(last),
        }))
    }

    fn digit(&self, character: u32) -> Result<u32, Error> {
        let value = self
            .bootstring
            .values
            .get(character as usize)
            .copied()
            .unwrap_or(NO_DIGIT);
        if value != NO_DIGIT {
            return Ok(u32::from(value));
        }
        let foreign = character >= self.bootstring.set.basic;
        let kind = if foreign {
            ErrorKind::NotBasic
        } else {
            ErrorKind::BadDigit
        };
        Err(Error::new(kind, self.at))
    }
}

/// The length of a code from which placing backwards takes less time than moving tails.
const LONG: usize = 512;

/// Places each insertion as it is read. `text` has room for all of them.
fn place_forwards<'t, C: Copy + Into<u32>, T: Copy>(
    literal: impl Iterator<Item = T>,
    mut insertions: Insertions<'_, C>,
    text: &'t mut [T],
    element: impl Fn(u32, bool) -> T,
) -> Result<&'t [T], Error> {
    let mut length = 0;
    for (place, element) in text.iter_mut().zip(literal) {
        *place = element;
        length += 1;
    }
    while let Some(insertion) = insertions.next()? {
        let index = insertion.index as usize;
        text.copy_within(index..length, index + 1);
        text[index] = element(insertion.code_point, insertion.upper);
        length += 1;
    }
    Ok(&text[..length])
}

/// Reads all insertions, then places them from the last to the first.
fn place_backwards<C: Copy + Into<u32>, T: Copy + Default>(
    literal: impl ExactSizeIterator<Item = T>,
    mut insertions: Insertions<'_, C>,
    out: &mut Vec<T>,
    element: impl Fn(u32, bool) -> T,
) -> Result<(), Error> {
    let mut read = Vec::new();
    while let Some(insertion) = insertions.next()? {
        read.push((
            insertion.index,
            element(insertion.code_point, insertion.upper),
        ));
    }
    if read.is_empty() {
        out.extend(literal);
        return Ok(());
    }
    let length = literal.len() + read.len();
    let mut text = vec![T::default(); length];
    let mut free = RankTree::new(length, |_| true);
    for &(index, element) in read.iter().rev() {
        text[free.take(index)] = element;
    }
    for (place, element) in free.members().zip(literal) {
        text[place] = element;
    }
    out.append(&mut text);
    Ok(())
}

fn is_upper(character: u32) -> bool {
    (u32::from('A')..=u32::from('Z')).contains(&character)
}
