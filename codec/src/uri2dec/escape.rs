//! The text layer: characters outside table 1 as `%hh` and `%uhhhh` (section 8).

use alloc::string::String;
use alloc::vec::Vec;
use core::str::from_utf8;

use super::keypad::Place;
use super::reading::ascii;
use super::{EscapeMode, Strictness};
use crate::error::{Error, ErrorKind};

/// Section 8 as a table of its rules. A known fault is the table with one rule changed.
#[derive(Clone, Copy, Debug)]
pub struct EscapeRules {
    /// Whether the escapes of a URI are kept.
    pub keeps_escapes: bool,
    /// Whether escapes are written with upper-case digits.
    pub upper_case: bool,
    /// The first code point that is written with four digits.
    pub long_from: u32,
    /// Whether characters beyond ASCII are written, and read, as their octets in UTF-8.
    pub utf_8: bool,
    /// Whether a plus sign is a space.
    pub plus_is_space: bool,
    /// Whether a percent sign that does not begin an escape is text.
    pub keeps_wrong_escapes: bool,
    /// Whether the escape of an unpaired surrogate is read.
    pub reads_lone_surrogates: bool,
    /// Whether an escape that is not needed is read.
    pub reads_needless: bool,
    /// Whether `%80` to `%ff` are read as the characters of these numbers.
    pub octets_are_characters: bool,
}

impl EscapeRules {
    /// The rules of the document.
    pub const DOCUMENT: Self = Self {
        keeps_escapes: true,
        upper_case: false,
        long_from: 0x80,
        utf_8: false,
        plus_is_space: false,
        keeps_wrong_escapes: false,
        reads_lone_surrogates: false,
        reads_needless: false,
        octets_are_characters: false,
    };

    /// As [`escape`], with these rules.
    #[must_use]
    pub fn escape(&self, text: &str, mode: EscapeMode) -> String {
        let mut out = Vec::with_capacity(text.len());
        let mut rest = text;
        while let Some(character) = rest.chars().next() {
            let kept = self.keep(rest.as_bytes(), mode, &mut out);
            if kept == 0 {
                self.put(character, &mut out);
            }
            rest = &rest[kept.max(character.len_utf8())..];
        }
        ascii(out)
    }

    /// As [`escape_octets`], with these rules. Only their case of the digits matters.
    #[must_use]
    pub fn escape_octets(&self, octets: &[u8], mode: EscapeMode) -> String {
        let two_digits = Self {
            long_from: 0x100,
            upper_case: self.upper_case,
            ..Self::DOCUMENT
        };
        let characters: String = octets.iter().copied().map(char::from).collect();
        two_digits.escape(&characters, mode)
    }

    /// As [`unescape`], with these rules. Passes every code point to `put`.
    pub fn unescape(
        &self,
        address: &str,
        strictness: Strictness,
        mut put: impl FnMut(u32),
    ) -> Result<(), Error> {
        let address = address.as_bytes();
        let mut at = 0;
        while let Some(&octet) = address.get(at) {
            if octet == b'+' && self.plus_is_space {
                put(u32::from(b' '));
                at += 1;
                continue;
            }
            let place = Place::of(octet).ok_or(Error::new(ErrorKind::SymbolNotInTable, at))?;
            if octet != b'%' {
                put(u32::from(place.symbol()));
                at += 1;
                continue;
            }
            let (unit, length) = match self.read_escape(&address[at..]) {
                Some((0x80..=0xff, 3)) | None if self.keeps_wrong_escapes => (u32::from(octet), 1),
                Some((unit @ 0x80..=0xff, 3))
                    if unit >= self.long_from && !self.octets_are_characters =>
                {
                    return Err(Error::new(ErrorKind::Escape, at));
                }
                found => found.ok_or(Error::new(ErrorKind::Escape, at))?,
            };
            let reads_any = self.reads_needless || strictness == Strictness::Lenient;
            if !reads_any && length > 1 && !self.is_needed(unit, length) {
                return Err(Error::new(ErrorKind::NotCanonical, at));
            }
            put(unit);
            at += length;
        }
        Ok(())
    }

    /// Whether the writer escapes the code point, and in this length.
    fn is_needed(&self, unit: u32, length: usize) -> bool {
        let is_octet = self.octets_are_characters && unit > 0x7f && length == 3;
        let is_kept = u8::try_from(unit).is_ok_and(needs_no_escape);
        is_octet || ((unit >= self.long_from) == (length > 3) && !is_kept)
    }

    /// The number and the length of the escape that begins with the `%` at the start.
    fn read_escape(&self, text: &[u8]) -> Option<(u32, usize)> {
        if !text.get(1)?.eq_ignore_ascii_case(&b'u') {
            let octet = hexadecimal(text, 1, 2)?;
            return if octet > 0x7f && self.utf_8 {
                read_utf_8(text)
            } else {
                Some((octet, 3))
            };
        }
        let first = hexadecimal(text, 2, 4)?;
        let second = match text.get(6..8) {
            Some([b'%', b'u' | b'U']) => hexadecimal(text, 8, 4),
            _ => None,
        };
        // Two units make one character only if they are a surrogate pair.
        let units = [first, second.unwrap_or_default()].map(|unit| unit as u16);
        match char::decode_utf16(units).next()? {
            Ok(character) => Some((character.into(), 6 * character.len_utf16())),
            Err(_) => self.reads_lone_surrogates.then_some((first, 6)),
        }
    }

    /// Writes the start of `text` if it needs no escape, and returns its length. In both modes that is
    /// a symbol; in URI mode also a valid escape, and an uppercase letter, which becomes lowercase.
    fn keep(&self, text: &[u8], mode: EscapeMode, out: &mut Vec<u8>) -> usize {
        let octet = text[0];
        if needs_no_escape(octet) {
            out.push(octet);
            return 1;
        }
        if mode == EscapeMode::Text {
            return 0;
        }
        let length = match octet {
            b'%' if self.keeps_escapes => Self::DOCUMENT
                .read_escape(text)
                .map_or(0, |(_, length)| length),
            b'A'..=b'Z' => 1,
            _ => 0,
        };
        out.extend(text[..length].iter().map(u8::to_ascii_lowercase));
        length
    }

    /// Writes the escape of a character.
    fn put(&self, character: char, out: &mut Vec<u8>) {
        let code = u32::from(character);
        if character == ' ' && self.plus_is_space {
            out.push(b'+');
        } else if self.utf_8 {
            for octet in character.encode_utf8(&mut [0; 4]).bytes() {
                self.put_digits(b"%", octet.into(), 2, out);
            }
        } else if code < self.long_from {
            self.put_digits(b"%", code, 2, out);
        } else {
            for unit in character.encode_utf16(&mut [0; 2]) {
                self.put_digits(b"%u", u32::from(*unit), 4, out);
            }
        }
    }

    fn put_digits(&self, before: &[u8], number: u32, count: u32, out: &mut Vec<u8>) {
        out.extend(before);
        let digits = if self.upper_case {
            b"0123456789ABCDEF"
        } else {
            b"0123456789abcdef"
        };
        for place in (0..count).rev() {
            out.push(digits[(number >> (4 * place)) as usize & 0xf]);
        }
    }
}

/// The address of a text: every character that table 1 does not have becomes an escape.
///
/// The escape is `%hh` below U+0080, `%uhhhh` up to U+FFFF, and two of these (surrogates) above. In
/// text mode, uppercase letters and `%` are also escaped, so that the text can be restored. In URI
/// mode a valid escape stays unchanged, any other `%` becomes `%25`, and uppercase letters become
/// lowercase (section 8.1).
///
/// # Examples
///
/// ```
/// use acegate_codec::uri2dec::{EscapeMode, escape};
///
/// assert_eq!(escape("Bob 5€", EscapeMode::Text), "%42ob%205%u20ac");
/// assert_eq!(escape("Bob%20100%", EscapeMode::Uri), "bob%20100%25");
/// ```
#[must_use]
pub fn escape(text: &str, mode: EscapeMode) -> String {
    EscapeRules::DOCUMENT.escape(text, mode)
}

/// The address of binary data: every octet that is not a symbol of table 1 becomes `%hh`.
///
/// The modes are those of [`escape`]. Characters above U+007F are never written as octets, so that
/// `%80` to `%ff` always mean binary data.
///
/// # Examples
///
/// ```
/// use acegate_codec::uri2dec::{EscapeMode, escape_octets};
///
/// assert_eq!(escape_octets(b"a\x00\xff", EscapeMode::Text), "a%00%ff");
/// ```
#[must_use]
pub fn escape_octets(octets: &[u8], mode: EscapeMode) -> String {
    EscapeRules::DOCUMENT.escape_octets(octets, mode)
}

/// The text of an address: every escape becomes its character.
///
/// It is the inverse of [`escape`] in text mode. Letters outside escapes become lowercase.
/// Hexadecimal digits and `u` are read in either case.
///
/// # Errors
///
/// - `symbol-not-in-table` at a character that addresses do not have.
/// - `escape` at a `%` that does not begin an escape, at an escape for an unpaired surrogate, and at
///   `%80` to `%ff`, which are octets and not characters.
/// - `not-canonical` at an escape that [`escape`] does not write: `%61` for `a`, `%u0041` for `%41`.
///   The lenient reader accepts it.
///
/// # Examples
///
/// ```
/// use acegate_codec::uri2dec::{Strictness, unescape};
///
/// assert_eq!(unescape("%42ob%205%u20ac", Strictness::Strict)?, "Bob 5€");
/// # Ok::<(), acegate_codec::Error>(())
/// ```
pub fn unescape(address: &str, strictness: Strictness) -> Result<String, Error> {
    let mut out = String::with_capacity(address.len());
    EscapeRules::DOCUMENT.unescape(address, strictness, |code| {
        // Only a rule that reads unpaired surrogates gives other code points.
        out.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
    })?;
    Ok(out)
}

/// The character at the start whose octets in UTF-8 are escaped, and the length of its escapes.
fn read_utf_8(text: &[u8]) -> Option<(u32, usize)> {
    let escapes = text.chunks_exact(3).take_while(|escape| escape[0] == b'%');
    let octets: Vec<u8> = escapes
        .map_while(|escape| Some(hexadecimal(escape, 1, 2)? as u8))
        .take(4)
        .collect();
    let mut lengths = 2..=4;
    let character =
        lengths.find_map(|length| from_utf8(octets.get(..length)?).ok()?.chars().next())?;
    Some((character.into(), 3 * character.len_utf8()))
}

/// The number that `count` hexadecimal digits from this place on write.
fn hexadecimal(text: &[u8], from: usize, count: usize) -> Option<u32> {
    let digits = text.get(from..from + count)?;
    digits.iter().try_fold(0, |number, &digit| {
        Some(number << 4 | char::from(digit).to_digit(16)?)
    })
}

/// Whether the octet is a symbol that is written as itself: not `%` and not an uppercase letter.
fn needs_no_escape(octet: u8) -> bool {
    octet != b'%' && Place::of(octet).is_some_and(|place| place.symbol() == octet)
}
