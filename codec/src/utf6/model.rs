//! The model of UTF-6: draft-ietf-idn-utf6-00 as a table of its steps, and the procedures that take them
//! in the order of the draft. Comments name the steps at which the [reading](crate::utf6) differs from
//! the text. A known fault is the table with one step changed.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::error::{Error, ErrorKind};
use crate::utf16::{Placed, text_of, units_of};

/// UTF-6 as a table of its steps.
#[derive(Clone, Copy, Debug)]
pub struct Utf6 {
    /// The units of a text: section 2.4.3.
    pub units: fn(&[u32]) -> Vec<u32>,
    /// The text of units that were read at the positions next to them.
    pub text: fn(&[Placed]) -> Result<Vec<u32>, Error>,
    /// The largest unit.
    pub largest: u64,
    /// The header of these units: section 2.4.2, steps 2 to 4.
    pub header: fn(&[u32]) -> Option<Header>,
    /// Whether a header is written with which the payload has so many characters, and without so many.
    pub is_due: fn(usize, usize) -> bool,
    /// Whether a unit is written as a hyphen: section 2.4.2, step 5.
    pub hyphen: fn(u32) -> bool,
    /// The hexadecimal digits of a number: section 2.4.1, step 1.
    pub digits: fn(u32) -> String,
    /// The characters of the first digits: section 2.4.1, step 2, and section 2.5.1, step 1.
    pub first_digits: &'static str,
    /// The payload as it is written.
    pub written: fn(String) -> String,
    /// A character of a payload as it is read.
    pub read: fn(char) -> char,
    /// The number with one more digit: section 2.5.1, steps 3 to 8. Of a number that is far too large it
    /// need not keep more than that it is.
    pub append: fn(u64, u64) -> u64,
    /// The largest number after `y` or `z`: section 2.5.2, steps 3 and 4.
    pub largest_common: fn(char) -> u64,
    /// Whether something must follow the prefix and the header.
    pub has_body: bool,
    /// The number that is read after a hyphen, given the last one: section 2.5.2, steps 5a and 5b.
    pub after_hyphen: fn(u64) -> Option<u64>,
}

/// The bits that all units of a label, hyphens aside, share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The letter `y` for a row or `z` for an upper nibble.
    pub letter: char,
    /// The row or the nibble.
    pub number: u32,
    /// The bits of a unit that are still written.
    pub mask: u32,
}

impl Utf6 {
    /// The steps of the draft.
    pub const DRAFT: Self = Self {
        units: units_of,
        text: |units| text_of(units, false),
        largest: 0xFFFF,
        // The header of at least two units besides hyphens.
        header: |units| {
            let mut counted = units.iter().filter(|&&unit| unit != HYPHEN);
            let first = counted.next()?;
            counted.next()?;
            shared_with(*first, units)
        },
        is_due: |_, _| true,
        // Section 2.5.2, step 5a, reads it as itself, so it is not masked.
        hyphen: |unit| unit == HYPHEN,
        digits: |number| format!("{number:x}"),
        // Sixteen, and one of them for zero.
        first_digits: "ghijklmnopqrstuv",
        // The headers are also in lowercase.
        written: |payload| payload,
        read: |c| c.to_ascii_lowercase(),
        append: |number, digit| (number * 16 + digit).min(1 << 32),
        // M must leave CPART + VPART within FFFF.
        largest_common: |letter| if letter == 'y' { 0xFF } else { 0xF },
        has_body: true,
        // Step 5b does not apply.
        after_hyphen: |_| None,
    };

    /// The payload of a text (section 2.4.2).
    ///
    /// # Errors
    ///
    /// [`BadDigit`](ErrorKind::BadDigit) if a number has no first digit. The draft has one for each.
    pub fn encode(&self, text: &[u32]) -> Result<String, Error> {
        let units = (self.units)(text);
        let plain = self.numbers(&units, u32::MAX)?;
        let Some(Header {
            letter,
            number,
            mask,
        }) = (self.header)(&units)
        else {
            return Ok((self.written)(plain));
        };
        let header = format!("{letter}{}", self.number(number)?);
        let payload = header + &self.numbers(&units, mask)?;
        let due = (self.is_due)(payload.len(), plain.len());
        Ok((self.written)(if due { payload } else { plain }))
    }

    /// The digits of these units, of each the bits of a mask, with the error of [`encode`](Self::encode):
    /// section 2.4.2, steps 5 and 6.
    pub fn numbers(&self, units: &[u32], mask: u32) -> Result<String, Error> {
        let mut digits = String::new();
        for &unit in units {
            if (self.hyphen)(unit) {
                digits.push('-');
            } else {
                digits += &self.number(unit & mask)?;
            }
        }
        Ok(digits)
    }

    /// Section 2.4.1.
    fn number(&self, c: u32) -> Result<String, Error> {
        let hexadecimal = (self.digits)(c);
        let mut digits = hexadecimal.chars();
        let Some(first) = digits.next().and_then(|digit| digit.to_digit(16)) else {
            return Ok(hexadecimal);
        };
        let first = self.first_digits.chars().nth(first as usize);
        let first = first.ok_or(Error::new(ErrorKind::BadDigit, 0))?;
        Ok(format!("{first}{}", digits.as_str()))
    }

    /// The text of a payload, also of one that no encoder writes.
    ///
    /// # Errors
    ///
    /// Those of [`decompress`](Self::decompress), and [`Surrogate`](ErrorKind::Surrogate).
    pub fn decode(&self, payload: &str) -> Result<Vec<u32>, Error> {
        (self.text)(&self.decompress(payload)?)
    }

    /// Section 2.5.2: the units of every payload that it accepts, each with the byte offset at which it
    /// begins.
    ///
    /// It accepts several payloads for one text, and surrogates that are not paired.
    ///
    /// # Errors
    ///
    /// [`Empty`](ErrorKind::Empty), [`BadDigit`](ErrorKind::BadDigit),
    /// [`Truncated`](ErrorKind::Truncated), [`ValueTooLarge`](ErrorKind::ValueTooLarge).
    pub fn decompress(&self, payload: &str) -> Result<Vec<Placed>, Error> {
        // Step 1. The input is in reverse, so that what is consumed is popped.
        let mut input: Vec<(usize, char)> = payload
            .char_indices()
            .map(|(at, c)| (at, (self.read)(c)))
            .rev()
            .collect();
        let end = payload.len();
        // Steps 2 to 4. The `y` or `z` is consumed.
        let (common, largest) = match input.last() {
            Some(&(_, letter @ ('y' | 'z'))) => {
                input.pop();
                let (shift, largest) = if letter == 'y' {
                    (8, 0x00FF)
                } else {
                    (12, 0x0FFF)
                };
                let common = self.read_number(&mut input, (self.largest_common)(letter), end)?;
                (common << shift, largest)
            }
            _ => (0, self.largest),
        };
        if input.is_empty() && self.has_body {
            // The draft leaves open what an empty payload means.
            let kind = if end == 0 {
                ErrorKind::Empty
            } else {
                ErrorKind::Truncated
            };
            return Err(Error::new(kind, end));
        }
        // Step 5.
        let mut result = Vec::new();
        let mut last = 0;
        while let Some(&(at, n)) = input.last() {
            let number = if n == '-' {
                input.pop();
                result.push((HYPHEN, at));
                (self.after_hyphen)(last)
            } else {
                last = self.read_number(&mut input, largest, end)?;
                Some(last)
            };
            result.extend(number.map(|number| ((common + number) as u32, at)));
        }
        // Step 6.
        Ok(result)
    }

    /// Section 2.5.1.
    fn read_number(
        &self,
        input: &mut Vec<(usize, char)>,
        largest: u64,
        end: usize,
    ) -> Result<u64, Error> {
        // Step 1.
        let (at, n) = input.pop().ok_or(Error::new(ErrorKind::Truncated, end))?;
        let digit = self
            .first_digits
            .find(n)
            .ok_or(Error::new(ErrorKind::BadDigit, at))?;
        // Step 2.
        let mut r = digit as u64;
        // Steps 3 to 8.
        while let Some(digit) = input.last().and_then(|&(_, n)| "0123456789abcdef".find(n)) {
            input.pop();
            r = (self.append)(r, digit as u64);
        }
        // Step 9. The draft checks the limit in section 2.5.2.
        if r > largest {
            Err(Error::new(ErrorKind::ValueTooLarge, at))
        } else {
            Ok(r)
        }
    }
}

/// Whether units that are no hyphens have the bits of this one above so many.
fn share_above(bits: u32, first: u32, units: &[u32]) -> bool {
    let mut counted = units.iter().filter(|&&unit| unit != HYPHEN);
    counted.all(|unit| unit >> bits == first >> bits)
}

/// The header of units that all, hyphens aside, share bits with this one.
#[must_use]
pub fn shared_with(first: u32, units: &[u32]) -> Option<Header> {
    if share_above(8, first, units) {
        // Steps 3a to 3d.
        Some(Header {
            letter: 'y',
            number: first >> 8,
            mask: 0x00FF,
        })
    } else if share_above(12, first, units) {
        // Steps 4a to 4d. The most significant nibble is the first of 16 bits.
        Some(Header {
            letter: 'z',
            number: first >> 12,
            mask: 0x0FFF,
        })
    } else {
        None
    }
}

/// The hyphen, which is written as itself and not counted.
const HYPHEN: u32 = 0x2D;
