//! The model of UTF-5: draft-jseng-utf5-01 as a table of its steps, and the procedures that take them.
//! The [reading](crate::utf5) says where a step differs from the text. A known fault is the table with one
//! step changed.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::error::{Error, ErrorKind};

/// UTF-5 as a table of its steps.
#[derive(Clone, Copy, Debug)]
pub struct Utf5 {
    /// The characters before the first number.
    pub before: &'static str,
    /// The characters that are written and read as themselves.
    pub literal: &'static str,
    /// The character of a number, written or read: section 2.4.
    pub character: fn(u64) -> Result<u32, ErrorKind>,
    /// The hexadecimal digits of a number: section 2.3.
    pub digits: fn(u32) -> String,
    /// The characters of the first digits.
    pub first_digits: &'static str,
    /// A character of a code as it is read.
    pub read: fn(char) -> char,
    /// The value of a digit after the first.
    pub next_digit: fn(char) -> Option<u64>,
    /// Whether this digit may follow a zero at the start of a number.
    pub follows_zero: fn(char) -> bool,
    /// The number with one more digit. Of a number that is far too large it need not keep more than that it
    /// is.
    pub append: fn(u64, u64) -> u64,
}

impl Utf5 {
    /// The steps of the draft.
    pub const DRAFT: Self = Self {
        before: "",
        literal: "",
        character: scalar_value,
        digits: |number| format!("{number:X}"),
        first_digits: "GHIJKLMNOPQRSTUV",
        read: |c| c,
        next_digit: |c| "0123456789ABCDEF".find(c).map(|value| value as u64),
        follows_zero: |_| false,
        append: |number, digit| (number * 16 + digit).min(1 << 40),
    };

    /// The code of a text (section 2.3), or `None` if a number has no character or no first digit.
    #[must_use]
    pub fn encode(&self, text: &[u32]) -> Option<String> {
        if text
            .iter()
            .any(|&number| (self.character)(number.into()).is_err())
        {
            return None;
        }
        let mut code = String::from(self.before);
        for &number in text {
            if let Some(c) = char::from_u32(number).filter(|&c| self.literal.contains(c)) {
                code.push(c);
                continue;
            }
            let hexadecimal = (self.digits)(number);
            let mut digits = hexadecimal.chars();
            if let Some(first) = digits.next().and_then(|digit| digit.to_digit(16)) {
                code.push(self.first_digits.chars().nth(first as usize)?);
            }
            code.push_str(digits.as_str());
        }
        Some(code)
    }

    /// The text of a code (section 2.4), with the errors of [`utf5::decode`](crate::utf5::decode).
    pub fn decode(&self, code: &str) -> Result<Vec<u32>, Error> {
        let mut text = Vec::new();
        let mut rest = code
            .char_indices()
            .map(|(at, c)| (at, (self.read)(c)))
            .peekable();
        while let Some((at, first)) = rest.next() {
            if self.literal.contains(first) {
                text.push(first.into());
                continue;
            }
            let Some(value) = self.first_digits.find(first) else {
                return Err(Error::new(ErrorKind::BadDigit, at));
            };
            let mut number = value as u64;
            while let Some((next, digit)) = rest
                .peek()
                .and_then(|&(_, c)| Some((c, (self.next_digit)(c)?)))
            {
                if number == 0 && !(self.follows_zero)(next) {
                    return Err(Error::new(ErrorKind::NotCanonical, at));
                }
                number = (self.append)(number, digit);
                rest.next();
            }
            let character = (self.character)(number);
            text.push(character.map_err(|kind| Error::new(kind, at))?);
        }
        Ok(text)
    }
}

fn scalar_value(number: u64) -> Result<u32, ErrorKind> {
    match number {
        0xD800..=0xDFFF => Err(ErrorKind::Surrogate),
        0..=0x10_FFFF => Ok(number as u32),
        _ => Err(ErrorKind::OutOfRange),
    }
}
