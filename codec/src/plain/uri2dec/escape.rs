//! Escapes (section 8).

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::MODEL;
use crate::error::{Error, ErrorKind};
use crate::uri2dec::{EscapeMode, Strictness};

/// As [`escape`](crate::uri2dec::escape).
#[must_use]
pub fn escape(text: &str, mode: EscapeMode) -> String {
    let characters: Vec<char> = text.chars().collect();
    let mut out = String::new();
    let mut at = 0;
    while at < characters.len() {
        let character = characters[at];
        let kept = kept_escape(&characters[at..], mode);
        if let Some(kept) = kept {
            out.extend(characters[at..at + kept].iter().map(char::to_ascii_lowercase));
            at += kept;
            continue;
        }
        if character.is_ascii() {
            out += &escaped_octet(character as u8, mode);
        } else {
            for unit in character.to_string().encode_utf16() {
                out += &alloc::format!("%u{unit:04x}");
            }
        }
        at += 1;
    }
    out
}

/// As [`escape_octets`](crate::uri2dec::escape_octets).
#[must_use]
pub fn escape_octets(octets: &[u8], mode: EscapeMode) -> String {
    // Each octet as the character of that number, so that both kinds of input are scanned alike.
    let characters: Vec<char> = octets.iter().copied().map(char::from).collect();
    let mut out = String::new();
    let mut at = 0;
    while at < octets.len() {
        if let Some(kept) = kept_escape(&characters[at..], mode) {
            out.extend(characters[at..at + kept].iter().map(char::to_ascii_lowercase));
            at += kept;
        } else {
            out += &escaped_octet(octets[at], mode);
            at += 1;
        }
    }
    out
}

/// As [`unescape`](crate::uri2dec::unescape).
///
/// # Errors
///
/// The same.
pub fn unescape(address: &str, strictness: Strictness) -> Result<String, Error> {
    let mut out = String::new();
    let mut at = 0;
    while let Some(character) = address[at..].chars().next() {
        let symbol = character.to_ascii_lowercase();
        if MODEL.place(symbol).is_none() {
            return Err(Error::new(ErrorKind::SymbolNotInTable, at));
        }
        if symbol != '%' {
            out.push(symbol);
            at += 1;
            continue;
        }
        let ahead: Vec<char> = address[at..].chars().take(12).collect();
        let fault = Error::new(ErrorKind::Escape, at);
        let (number, length) = escape_at(&ahead).ok_or(fault)?;
        if length == 3 && number > 0x7f {
            return Err(fault);
        }
        let meant = char::from_u32(number).ok_or(fault)?;
        let written = escape(meant.encode_utf8(&mut [0; 4]), EscapeMode::Text);
        let read: String = ahead[..length].iter().map(char::to_ascii_lowercase).collect();
        if strictness == Strictness::Strict && written != read {
            return Err(Error::new(ErrorKind::NotCanonical, at));
        }
        out.push(meant);
        at += length;
    }
    Ok(out)
}

/// The length of the valid escape at the start, if the mode keeps it.
fn kept_escape(text: &[char], mode: EscapeMode) -> Option<usize> {
    match mode {
        EscapeMode::Text => None,
        EscapeMode::Uri => escape_at(text).map(|(_, length)| length),
    }
}

/// Section 8.3 for one octet.
fn escaped_octet(octet: u8, mode: EscapeMode) -> String {
    let mut symbol = char::from(octet);
    if mode == EscapeMode::Uri {
        symbol.make_ascii_lowercase();
    }
    if symbol != '%' && MODEL.place(symbol).is_some() {
        return symbol.to_string();
    }
    alloc::format!("%{octet:02x}")
}

/// The number and length of the escape at the start: an octet, or a character that is not half of a
/// surrogate pair.
fn escape_at(text: &[char]) -> Option<(u32, usize)> {
    let digits = |from: usize, count: usize| {
        let digits = text.get(from..from + count)?;
        digits.iter().try_fold(0, |number, digit| Some(16 * number + digit.to_digit(16)?))
    };
    let unit = |from: usize| match text.get(from..from + 2)? {
        ['%', 'u' | 'U'] => digits(from + 2, 4),
        _ => None,
    };
    if text.first() != Some(&'%') {
        return None;
    }
    if let Some(octet) = digits(1, 2) {
        return Some((octet, 3));
    }
    match (unit(0)?, unit(6)) {
        (high @ 0xd800..0xdc00, Some(low @ 0xdc00..0xe000)) => {
            Some((0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00), 12))
        }
        (0xd800..0xe000, _) => None,
        (character, _) => Some((character, 6)),
    }
}
