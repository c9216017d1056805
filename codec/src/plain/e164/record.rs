//! Records as they are printed (RFC 1035, section 5.1; RFC 3403, section 4).

use alloc::string::String;
use alloc::vec::Vec;

use crate::error::ErrorKind;

/// The fields of a record.
pub(super) struct Record {
    pub(super) order: u16,
    pub(super) preference: u16,
    pub(super) flags: String,
    pub(super) services: String,
    pub(super) expression: String,
    pub(super) replaces: bool,
}

/// A word of a record: its characters as octets, those that were escaped marked, in quotes or not.
struct Word {
    octets: Vec<Octet>,
    quoted: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Octet {
    Plain(u8),
    Escaped(u8),
}

impl Octet {
    const fn value(self) -> u8 {
        match self {
            Self::Plain(octet) | Self::Escaped(octet) => octet,
        }
    }
}

/// Reads a record.
///
/// # Errors
///
/// `syntax`, `value-too-large`, `too-long`: the first that a field has, from left to right.
pub(super) fn read(record: &str) -> Result<Record, ErrorKind> {
    let mut rest = record.as_bytes();
    let mut word = || {
        let (word, after) = word(rest.trim_ascii_start()).ok_or(ErrorKind::Syntax)?;
        rest = after;
        Ok(word)
    };
    let record = Record {
        order: number(&word()?)?,
        preference: number(&word()?)?,
        flags: string(&word()?)?,
        services: string(&word()?)?,
        expression: string(&word()?)?,
        replaces: replacement(&word()?)?,
    };
    if rest.trim_ascii_start().is_empty() { Ok(record) } else { Err(ErrorKind::Syntax) }
}

/// The word at the start, and the rest; `None` if there is none, or it does not end at a space.
fn word(text: &[u8]) -> Option<(Word, &[u8])> {
    let quoted = text.first() == Some(&b'"');
    let mut rest = if quoted { &text[1..] } else { text };
    let mut octets = Vec::new();
    loop {
        let (&first, after) = match rest.split_first() {
            Some(split) => split,
            None if quoted => return None,
            None => break,
        };
        match first {
            b'\\' => {
                let (octet, after) = escape(after)?;
                octets.push(Octet::Escaped(octet));
                rest = after;
                continue;
            }
            b'"' if quoted => {
                rest = after;
                break;
            }
            b'"' | b';' | b'(' | b')' if !quoted => return None,
            _ if !quoted && first.is_ascii_whitespace() => break,
            _ => octets.push(Octet::Plain(first)),
        }
        rest = after;
    }
    let ends = rest.first().is_none_or(u8::is_ascii_whitespace);
    (ends && (quoted || !octets.is_empty())).then_some((Word { octets, quoted }, rest))
}

/// The octet after a backslash, and the rest.
fn escape(text: &[u8]) -> Option<(u8, &[u8])> {
    if !text.first()?.is_ascii_digit() {
        return Some((text[0], &text[1..]));
    }
    let digits = core::str::from_utf8(text.get(..3)?).ok()?;
    let decimal = digits.bytes().all(|digit| digit.is_ascii_digit());
    decimal.then(|| digits.parse().ok()).flatten().map(|octet| (octet, &text[3..]))
}

fn number(word: &Word) -> Result<u16, ErrorKind> {
    // A number is never quoted: an empty quoted word is bad syntax, too.
    if word.quoted {
        return Err(ErrorKind::Syntax);
    }
    let mut digits = String::new();
    for octet in &word.octets {
        match octet {
            Octet::Plain(digit) if digit.is_ascii_digit() => {
                digits.push(char::from(*digit));
            }
            _ => return Err(ErrorKind::Syntax),
        }
    }
    digits.parse().map_err(|_| ErrorKind::ValueTooLarge)
}

fn string(word: &Word) -> Result<String, ErrorKind> {
    let octets: Vec<u8> = word.octets.iter().map(|octet| octet.value()).collect();
    if octets.len() > 255 {
        return Err(ErrorKind::TooLong);
    }
    Ok(String::from_utf8_lossy(&octets).into_owned())
}

/// Whether there is a replacement: a name other than the root.
fn replacement(word: &Word) -> Result<bool, ErrorKind> {
    let dot = Octet::Plain(b'.');
    let mut name: Vec<Octet> = word.octets.clone();
    if name == [dot] && !word.quoted {
        return Ok(false);
    }
    if name.last() != Some(&dot) {
        name.push(dot);
    }
    let (mut in_label, mut in_name) = (0, 1);
    for octet in name {
        if octet == dot {
            if in_label == 0 || in_label > 63 {
                return Err(ErrorKind::Syntax);
            }
            in_name += in_label + 1;
            in_label = 0;
        } else {
            in_label += 1;
        }
    }
    if in_name > 255 || word.quoted { Err(ErrorKind::Syntax) } else { Ok(true) }
}
