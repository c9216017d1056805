//! The text layer: characters outside table 1 as `%hh` and `%uhhhh` (section 8).

use alloc::string::String;
use alloc::vec::Vec;

use super::keypad::Place;
use super::number::ascii;
use super::{EscapeMode, Strictness};
use crate::error::{Error, ErrorKind};

/// The address of a text: every character that table 1 does not have becomes an escape.
///
/// The escape is `%hh` below U+0080, `%uhhhh` up to U+FFFF, and two of these (surrogates) above. In
/// text mode, uppercase letters and `%` are escaped, too, so that the text can be restored. In URI
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
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let taken = keep(rest.as_bytes(), mode, &mut out);
        if taken == 0 {
            put_character(character, &mut out);
        }
        rest = &rest[taken.max(character.len_utf8())..];
    }
    ascii(out)
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
    let mut out = Vec::with_capacity(octets.len());
    let mut rest = octets;
    while let Some(&octet) = rest.first() {
        let taken = keep(rest, mode, &mut out);
        if taken == 0 {
            put_octet(octet, &mut out);
        }
        rest = &rest[taken.max(1)..];
    }
    ascii(out)
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
///   `%80` to `%ff`, which are octets and not characters ([`unescape_octets`] reads them).
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
    read(address.as_bytes(), strictness, |unit| match unit {
        Unit::Symbol(symbol) => {
            out.push(char::from(symbol));
            true
        }
        Unit::Octet(octet) if octet.is_ascii() => {
            out.push(char::from(octet));
            true
        }
        Unit::Octet(_) => false,
        Unit::Character(character) => {
            out.push(character);
            true
        }
    })?;
    Ok(out)
}

/// The binary data of an address: every symbol and every `%hh` is one octet.
///
/// It is the inverse of [`escape_octets`] in text mode.
///
/// # Errors
///
/// The errors of [`unescape`], but with `escape` at `%uhhhh`, which is a character and not an
/// octet, and without it at `%80` to `%ff`.
///
/// # Examples
///
/// ```
/// use acegate_codec::uri2dec::{Strictness, unescape_octets};
///
/// assert_eq!(unescape_octets("a%00%ff", Strictness::Strict)?, b"a\x00\xff");
/// # Ok::<(), acegate_codec::Error>(())
/// ```
pub fn unescape_octets(address: &str, strictness: Strictness) -> Result<Vec<u8>, Error> {
    let mut out = Vec::with_capacity(address.len());
    read(address.as_bytes(), strictness, |unit| match unit {
        Unit::Symbol(octet) | Unit::Octet(octet) => {
            out.push(octet);
            true
        }
        Unit::Character(_) => false,
    })?;
    Ok(out)
}

/// One unit of an address.
#[derive(Clone, Copy)]
enum Unit {
    /// A symbol that is written as itself.
    Symbol(u8),
    /// `%hh`.
    Octet(u8),
    /// `%uhhhh`, or two of them.
    Character(char),
}

impl Unit {
    /// Whether the writers of this module would write the unit in the same way.
    fn is_canonical(self) -> bool {
        match self {
            Self::Symbol(_) => true,
            Self::Octet(octet) => !needs_no_escape(octet),
            Self::Character(character) => !character.is_ascii(),
        }
    }
}

/// Passes every unit of the address to `put`, which returns whether it accepts the unit.
fn read(
    address: &[u8],
    strictness: Strictness,
    mut put: impl FnMut(Unit) -> bool,
) -> Result<(), Error> {
    let mut at = 0;
    while let Some(&octet) = address.get(at) {
        let (unit, taken) = match Place::of(octet) {
            None => return Err(Error::new(ErrorKind::SymbolNotInTable, at)),
            Some(_) if octet == b'%' => {
                read_escape(&address[at..]).ok_or(Error::new(ErrorKind::Escape, at))?
            }
            Some(place) => (Unit::Symbol(place.symbol()), 1),
        };
        if !put(unit) {
            return Err(Error::new(ErrorKind::Escape, at));
        }
        if strictness == Strictness::Strict && !unit.is_canonical() {
            return Err(Error::new(ErrorKind::NotCanonical, at));
        }
        at += taken;
    }
    Ok(())
}

/// The escape that begins with the `%` at the start, and its length.
fn read_escape(text: &[u8]) -> Option<(Unit, usize)> {
    if !text.get(1)?.eq_ignore_ascii_case(&b'u') {
        return Some((Unit::Octet(hexadecimal(text.get(1..3)?)? as u8), 3));
    }
    let unit = |at: usize| hexadecimal(text.get(at..at + 4)?).map(|unit| unit as u16);
    let first = unit(2)?;
    let second = match text.get(6..8) {
        Some([b'%', b'u' | b'U']) => unit(8),
        _ => None,
    };
    // Two units make one character only if they are a surrogate pair.
    let units = [first, second.unwrap_or_default()];
    let character = char::decode_utf16(units).next()?.ok()?;
    Some((Unit::Character(character), if character.len_utf16() == 2 { 12 } else { 6 }))
}

fn hexadecimal(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0, |number, &digit| Some(number << 4 | char::from(digit).to_digit(16)?))
}

/// Writes the start of `text` if it needs no escape, and returns its length. In both modes that is a
/// symbol; in URI mode also a valid escape, and an uppercase letter, which becomes lowercase.
fn keep(text: &[u8], mode: EscapeMode, out: &mut Vec<u8>) -> usize {
    let octet = text[0];
    if needs_no_escape(octet) {
        out.push(octet);
        return 1;
    }
    if mode == EscapeMode::Text {
        return 0;
    }
    let length = match octet {
        b'%' => read_escape(text).map_or(0, |(_, length)| length),
        b'A'..=b'Z' => 1,
        _ => 0,
    };
    out.extend(text[..length].iter().map(u8::to_ascii_lowercase));
    length
}

/// Whether the octet is a symbol that is written as itself: not `%` and not an uppercase letter.
fn needs_no_escape(octet: u8) -> bool {
    octet != b'%' && Place::of(octet).is_some_and(|place| place.symbol() == octet)
}

fn put_character(character: char, out: &mut Vec<u8>) {
    match u8::try_from(character) {
        Ok(octet) if octet.is_ascii() => put_octet(octet, out),
        _ => {
            for unit in character.encode_utf16(&mut [0; 2]) {
                out.extend(b"%u");
                put_digits(u32::from(*unit), 4, out);
            }
        }
    }
}

fn put_octet(octet: u8, out: &mut Vec<u8>) {
    out.push(b'%');
    put_digits(u32::from(octet), 2, out);
}

fn put_digits(number: u32, count: u32, out: &mut Vec<u8>) {
    for place in (0..count).rev() {
        out.push(b"0123456789abcdef"[(number >> (4 * place)) as usize & 0xf]);
    }
}
