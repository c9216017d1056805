//! The encoder: code points are sorted once, and deltas follow from counting (RFC 3492, section 6.3).
//!
//! The document finds the next code point by scanning the whole text again. Here the code points to
//! be inserted are sorted by number and position. The index of an insertion is the number of code
//! points to its left that are literal or inserted before.
//!
//! For example `bücher`: `ü` (252) is at position 1, with the literal `b` to its left, so the index
//! is 1. From the state n = 128, i = 0, with six code points there, its delta is
//! (252 - 128) * 6 + 1 - 0 = 745.

use alloc::string::String;
use alloc::vec::Vec;

use super::Bootstring;
use super::rank::{RankTree, Ranks};
use crate::error::{Error, ErrorKind};

impl Bootstring {
    /// The code of a text.
    ///
    /// Basic code points are copied. The digits of a set that reads both cases are in lowercase.
    ///
    /// # Errors
    ///
    /// - `surrogate`, `out-of-range`: at the first code point that is a surrogate or above 10FFFF.
    ///   If these are allowed, `overflow` at the first number above the integer width.
    /// - `overflow`: at the code point whose delta does not fit the integer width. If there are
    ///   several, at the one that is inserted first.
    /// - `too-long`: at `u32::MAX`, for a text of more code points.
    ///
    /// # Complexity
    ///
    /// O(n log n). Up to 64 scalar values need no memory besides the result.
    ///
    /// # Examples
    ///
    /// ```
    /// use acegate_codec::bootstring::Bootstring;
    ///
    /// let text: Vec<u32> = "vergüenza".chars().map(u32::from).collect();
    /// assert_eq!(Bootstring::SWIFT.encode(&text)?, b"vergenza_JFa");
    /// # Ok::<(), acegate_codec::Error>(())
    /// ```
    pub fn encode(&self, text: &[u32]) -> Result<Vec<u8>, Error> {
        // Room for the text, a delimiter and the digits of a few numbers, enough for many codes.
        let mut out = Vec::with_capacity(text.len().saturating_add(11));
        self.encode_into(text, &mut out)?;
        Ok(out)
    }

    /// Appends the code of a text to `out`.
    ///
    /// # Errors
    ///
    /// The errors of [`encode`](Self::encode). After an error, `out` is unchanged.
    pub fn encode_into(&self, text: &[u32], out: &mut Vec<u8>) -> Result<(), Error> {
        self.append(text, None, out)
    }

    /// The code of a text with mixed-case annotation (RFC 3492, appendix A).
    ///
    /// A flag is true if the code point is uppercase. The flag of a basic letter decides its case in
    /// the code, the flag of an inserted code point the case of its last digit. All other digits are in
    /// lowercase. No flag is lost if [`carries_case`](Self::carries_case) is true.
    ///
    /// # Errors
    ///
    /// - First `flag-count`: at the smaller of the two lengths, if they differ.
    /// - Then those of [`encode`](Self::encode).
    ///
    /// # Examples
    ///
    /// ```
    /// use acegate_codec::bootstring::Bootstring;
    ///
    /// let code = Bootstring::PUNYCODE.encode_annotated(&[0x62, 0xFC], &[true, true])?;
    /// assert_eq!(code, b"B-ehA");
    /// # Ok::<(), acegate_codec::Error>(())
    /// ```
    pub fn encode_annotated(&self, text: &[u32], upper: &[bool]) -> Result<Vec<u8>, Error> {
        if text.len() != upper.len() {
            return Err(Error::new(
                ErrorKind::FlagCount,
                text.len().min(upper.len()),
            ));
        }
        let mut out = Vec::new();
        self.append(text, Some(upper), &mut out)?;
        Ok(out)
    }

    /// Appends the code of a text. After an error, `out` is unchanged.
    pub(crate) fn append(
        &self,
        text: &[u32],
        upper: Option<&[bool]>,
        out: &mut impl Sink,
    ) -> Result<(), Error> {
        let start = out.length();
        let written = if text.len() <= SHORT && self.set.scalar_values_only {
            self.append_short(text, upper, out)
        } else {
            self.append_long(text, upper, out)
        };
        if written.is_err() {
            out.shorten(start);
        }
        written
    }

    /// Appends the code of at most 64 scalar values, so that a word has a bit for each.
    fn append_short(
        &self,
        text: &[u32],
        upper: Option<&[bool]>,
        out: &mut impl Sink,
    ) -> Result<(), Error> {
        let mut keys = [i32::MAX; SHORT];
        let mut count = 0;
        let mut inserted = 0_u64;
        for (position, &code_point) in text.iter().enumerate() {
            if code_point < self.set.basic {
                out.append(cased(code_point as u8, upper.map(|upper| upper[position])));
                inserted |= 1 << position;
            } else if let Some(kind) = self.refuses(code_point) {
                return Err(Error::new(kind, position));
            } else {
                // 21 bits and 6 bits, so the sign bit is never set.
                keys[count] = (code_point << 6) as i32 | position as i32;
                count += 1;
            }
        }
        if inserted != 0 {
            out.append(self.set.delimiter as u8);
        }
        sort(&mut keys, count);
        let sorted = keys[..count]
            .iter()
            .map(|&key| ((key >> 6) as u32, (key & 63) as usize));
        self.walk(text.len() - count, sorted, inserted, |delta| {
            let upper = upper.is_some_and(|upper| upper[delta.position]);
            self.write_number(delta.value, delta.bias, upper, out);
        })
    }

    /// Appends the code of any text.
    fn append_long(
        &self,
        text: &[u32],
        upper: Option<&[bool]>,
        out: &mut impl Sink,
    ) -> Result<(), Error> {
        self.check(text)?;
        let start = out.length();
        for (position, &code_point) in text.iter().enumerate() {
            if code_point < self.set.basic {
                out.append(cased(code_point as u8, upper.map(|upper| upper[position])));
            }
        }
        let literal = out.length() - start;
        if literal > 0 {
            out.append(self.set.delimiter as u8);
        }
        if literal == text.len() {
            return Ok(());
        }
        self.for_each_delta(text, |delta| {
            let upper = upper.is_some_and(|upper| upper[delta.position]);
            self.write_number(delta.value, delta.bias, upper, out);
        })
    }

    /// Refuses a text with code points that cannot be encoded.
    pub(super) fn check(&self, text: &[u32]) -> Result<(), Error> {
        for (position, &code_point) in text.iter().enumerate() {
            if code_point >= self.set.basic
                && let Some(kind) = self.refuses(code_point)
            {
                return Err(Error::new(kind, position));
            }
        }
        too_long(text.len())
    }

    /// The error of a code point that is refused in both directions; `None` for all others.
    pub(super) fn refuses(&self, code_point: u32) -> Option<ErrorKind> {
        match code_point {
            0xD800..=0xDFFF if self.set.scalar_values_only => Some(ErrorKind::Surrogate),
            0x11_0000.. if self.set.scalar_values_only => Some(ErrorKind::OutOfRange),
            _ if code_point > self.set.width.max() => Some(ErrorKind::Overflow),
            _ => None,
        }
    }

    /// Calls `each` with every delta of a checked text, in the order of the code.
    pub(super) fn for_each_delta(
        &self,
        text: &[u32],
        each: impl FnMut(Delta),
    ) -> Result<(), Error> {
        let basic = |position: usize| text[position] < self.set.basic;
        let mut keys: Vec<u64> = (0..text.len())
            .filter(|&position| !basic(position))
            .map(|position| u64::from(text[position]) << 32 | position as u64)
            .collect();
        keys.sort_unstable();
        let sorted = keys
            .iter()
            .map(|&key| ((key >> 32) as u32, (key & 0xFFFF_FFFF) as usize));
        self.walk(
            text.len() - keys.len(),
            sorted,
            RankTree::new(text.len(), basic),
            each,
        )
    }

    /// Calls `each` with the delta of every insertion. The insertions come sorted. `inserted` holds
    /// the positions that are there at the start, `literal` of them.
    fn walk(
        &self,
        literal: usize,
        sorted: impl Iterator<Item = (u32, usize)>,
        mut inserted: impl Ranks,
        mut each: impl FnMut(Delta),
    ) -> Result<(), Error> {
        let mut n = self.set.initial_n;
        let mut i = 0;
        let mut bias = self.set.initial_bias;
        let mut points = literal as u32;
        // The bias after the last number is not needed, so it is computed from the number before.
        let mut written = None;
        for (code_point, position) in sorted {
            let index = inserted.insert(position);
            if let Some(number) = written {
                let first = points == literal as u32 + 1;
                bias = self.adapted_bias(number, points, first);
            }
            points += 1;
            let steps = u64::from(code_point - n) * u64::from(points) + u64::from(index) - i;
            if steps > u64::from(self.set.width.max()) {
                return Err(Error::new(ErrorKind::Overflow, position));
            }
            let value = steps as u32;
            each(Delta {
                code_point,
                position,
                index,
                value,
                points,
                bias,
            });
            written = Some(value);
            n = code_point;
            i = u64::from(index) + 1;
        }
        Ok(())
    }
}

/// One number of a code, and its insertion.
pub(super) struct Delta {
    /// The code point that is inserted.
    pub(super) code_point: u32,
    /// Its position in the whole text.
    pub(super) position: usize,
    /// Its index in the text so far.
    pub(super) index: u32,
    /// The number.
    pub(super) value: u32,
    /// The number of code points after the insertion.
    pub(super) points: u32,
    /// The bias of the number.
    pub(super) bias: u32,
}

/// The number of code points up to which the bits of one word show which are there.
const SHORT: usize = 64;

/// The number of keys up to which each is compared with every other.
const FEW: usize = 16;

/// Sorts the first `count` keys, which are all different and followed by greater ones.
///
/// Processors cannot predict the order of keys, so few keys are sorted without a branch that depends
/// on them.
fn sort(keys: &mut [i32; SHORT], count: usize) {
    match count {
        0 | 1 => {}
        2..=4 => {
            for (first, second) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)] {
                let (one, other) = (keys[first], keys[second]);
                (keys[first], keys[second]) = (one.min(other), one.max(other));
            }
        }
        5..=FEW => {
            let unsorted: [i32; FEW] = core::array::from_fn(|at| keys[at]);
            for &key in &unsorted[..count] {
                let rank: i32 = unsorted.iter().map(|&other| i32::from(other < key)).sum();
                keys[rank as usize % FEW] = key;
            }
        }
        _ => keys[..count].sort_unstable(),
    }
}

/// A vector of octets or a string, to which a code is appended.
pub(crate) trait Sink {
    fn length(&self) -> usize;
    fn append(&mut self, ascii: u8);
    fn shorten(&mut self, length: usize);
}

impl Sink for Vec<u8> {
    fn length(&self) -> usize {
        self.len()
    }

    fn append(&mut self, ascii: u8) {
        self.push(ascii);
    }

    fn shorten(&mut self, length: usize) {
        self.truncate(length);
    }
}

impl Sink for String {
    fn length(&self) -> usize {
        self.len()
    }

    fn append(&mut self, ascii: u8) {
        self.push(char::from(ascii));
    }

    fn shorten(&mut self, length: usize) {
        self.truncate(length);
    }
}

/// Refuses a length that 32 bits cannot hold.
pub(super) fn too_long(length: usize) -> Result<(), Error> {
    if u32::try_from(length).is_ok() {
        Ok(())
    } else {
        Err(Error::new(ErrorKind::TooLong, u32::MAX as usize))
    }
}

/// A basic character in the case of its flag.
fn cased(character: u8, upper: Option<bool>) -> u8 {
    match upper {
        None => character,
        Some(true) => character.to_ascii_uppercase(),
        Some(false) => character.to_ascii_lowercase(),
    }
}
