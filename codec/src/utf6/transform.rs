//! The transformation in both directions, with and without the rules for host names.

use alloc::string::String;
use alloc::vec::Vec;

use crate::codec::Operation;
use crate::error::{Error, ErrorKind};
use crate::host::{self, LabelRules};
use crate::label_codec::{LAYER, LabelCodec, operations, reference};
use crate::utf16::text_of;

/// The prefix of every encoded label, in any case (section 2.1).
pub const PREFIX: &str = "wq--";

/// UTF-6 as an encoding of host labels.
pub const RULES: LabelRules = LabelRules {
    prefix: PREFIX,
    allows_edge_hyphens: true,
    encode: push_payload,
    decode: push_text,
};

pub(crate) const ID: &str = "utf6";
pub(crate) const DOCUMENT: &str = "draft-ietf-idn-utf6-00";
pub(crate) const OPERATIONS: &[Operation] = &operations(&[LAYER], &[]);

pub(crate) const CODEC: LabelCodec = LabelCodec {
    id: ID,
    document: DOCUMENT,
    operations: OPERATIONS,
    rules: |_| &RULES,
    host: reference,
};

/// Decodes one label, prefix included (section 2.5).
///
/// It accepts, letter case aside, only the outputs of [`encode`].
///
/// # Errors
///
/// The errors of [`host::decode_label`], and of UTF-6 [`BadDigit`](ErrorKind::BadDigit),
/// [`ValueTooLarge`](ErrorKind::ValueTooLarge), [`Truncated`](ErrorKind::Truncated) and
/// [`Surrogate`](ErrorKind::Surrogate).
///
/// # Examples
///
/// ```
/// use acegate_codec::{Error, ErrorKind, utf6};
///
/// assert_eq!(utf6::decode("wq--u9").as_deref(), Ok("é"));
/// assert_eq!(utf6::decode("wq--g0e9"), Err(Error::new(ErrorKind::NotCanonical, 8)));
/// ```
pub fn decode(label: &str) -> Result<String, Error> {
    host::decode_label(label, &RULES)
}

/// Encodes one label, prefix included (section 2.4).
///
/// # Errors
///
/// The errors of [`host::encode_label`]. The encoding itself has no errors.
///
/// # Examples
///
/// ```
/// use acegate_codec::utf6;
///
/// assert_eq!(utf6::encode("مو").as_deref(), Ok("wq--ymk5k8"));
/// ```
pub fn encode(label: &str) -> Result<String, Error> {
    host::encode_label(label, &RULES)
}

/// Reads a host name (section 2.5.3).
///
/// # Errors
///
/// The errors of [`host::to_unicode`] and [`decode`].
///
/// # Examples
///
/// ```
/// use acegate_codec::utf6;
///
/// assert_eq!(utf6::to_unicode("www.wq--u9.example").as_deref(), Ok("www.é.example"));
/// ```
pub fn to_unicode(name: &str) -> Result<String, Error> {
    host::to_unicode(name, &RULES)
}

/// Writes a host name (section 2.4.3).
///
/// # Errors
///
/// The errors of [`host::to_ascii`] and [`encode`].
///
/// # Examples
///
/// ```
/// use acegate_codec::utf6;
///
/// assert_eq!(utf6::to_ascii("www.é.example").as_deref(), Ok("www.wq--u9.example"));
/// ```
pub fn to_ascii(name: &str) -> Result<String, Error> {
    host::to_ascii(name, &RULES)
}

/// Decodes the outputs of [`encode_bare`], and only those.
///
/// # Errors
///
/// The errors of [`host::decode_bare`] and of UTF-6, as for [`decode`].
pub fn decode_bare(encoded: &str) -> Result<String, Error> {
    host::decode_bare(encoded, &RULES)
}

/// Encodes any text but the empty one, without the rules for host names (section 2.4.3).
///
/// # Errors
///
/// [`Empty`](ErrorKind::Empty).
///
/// # Examples
///
/// ```
/// use acegate_codec::utf6;
///
/// assert_eq!(utf6::encode_bare("A-B").as_deref(), Ok("wq--ygk1-k2"));
/// ```
pub fn encode_bare(text: &str) -> Result<String, Error> {
    host::encode_bare(text, &RULES)
}

/// Encodes UTF-16 code units, the input of section 2.4.3, without the rules for host names.
///
/// # Errors
///
/// [`Surrogate`](ErrorKind::Surrogate) at the index of the first unpaired surrogate;
/// [`Empty`](ErrorKind::Empty).
pub fn encode_units(units: &[u16]) -> Result<String, Error> {
    let placed: Vec<_> = units.iter().copied().zip(0..).collect();
    encode_bare(&text_of(&placed)?)
}

/// The bits that all units of a label, hyphens aside, share (section 2.4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The units share neither row nor nibble, or there are fewer than two. There is no header.
    Plain,
    /// The units share the upper octet. The header is `y` and this number.
    Row(u8),
    /// The units share the upper nibble. The header is `z` and this number.
    Nibble(u8),
}

impl Mode {
    /// The mode that the draft prescribes for these units.
    #[must_use]
    pub fn of(units: impl IntoIterator<Item = u16>) -> Self {
        let mut units = units.into_iter().filter(|&unit| unit != HYPHEN);
        let (Some(first), Some(second)) = (units.next(), units.next()) else {
            return Self::Plain;
        };
        let differing = units.fold(first ^ second, |bits, unit| bits | (first ^ unit));
        let row = (first >> 8) as u8;
        match differing {
            0..=0x00FF => Self::Row(row),
            0x0100..=0x0FFF => Self::Nibble(row >> 4),
            _ => Self::Plain,
        }
    }

    /// The bits of a unit that are still written.
    #[must_use]
    pub const fn mask(self) -> u16 {
        match self {
            Self::Plain => 0xFFFF,
            Self::Row(_) => 0x00FF,
            Self::Nibble(_) => 0x0FFF,
        }
    }

    pub(super) fn push_header(self, payload: &mut String) {
        match self {
            Self::Plain => {}
            Self::Row(row) => {
                payload.push('y');
                push_number(u16::from(row), payload);
            }
            Self::Nibble(nibble) => {
                payload.push('z');
                push_number(u16::from(nibble), payload);
            }
        }
    }

    pub(super) fn push_unit(self, unit: u16, payload: &mut String) {
        if unit == HYPHEN {
            payload.push('-');
        } else {
            push_number(unit & self.mask(), payload);
        }
    }
}

const HYPHEN: u16 = b'-' as u16;
const FIRST_DIGITS: &[u8; 16] = b"ghijklmnopqrstuv";
const NEXT_DIGITS: &[u8; 16] = b"0123456789abcdef";

fn push_payload(label: &str, payload: &mut String) -> Result<(), Error> {
    let mode = Mode::of(label.encode_utf16());
    mode.push_header(payload);
    for unit in label.encode_utf16() {
        mode.push_unit(unit, payload);
    }
    Ok(())
}

fn push_number(number: u16, payload: &mut String) {
    // The nibble of the highest 1. Zero has one digit, too.
    let highest = (15 - (number | 1).leading_zeros()) / 4;
    let nibble = |at: u32| usize::from(number >> (4 * at) & 0xF);
    payload.push(char::from(FIRST_DIGITS[nibble(highest)]));
    for at in (0..highest).rev() {
        payload.push(char::from(NEXT_DIGITS[nibble(at)]));
    }
}

/// Accepts every payload of a text that section 2.5.2 accepts. The caller compares it with the one
/// that the encoder writes.
fn push_text(payload: &str, text: &mut String) -> Result<(), Error> {
    let mut reader = Reader { octets: payload.as_bytes(), position: 0 };
    let (common, largest) = match reader.peek() {
        None => return Err(Error::new(ErrorKind::Empty, 0)),
        Some(b'y') => (reader.header(0xFF)? << 8, 0x00FF),
        Some(b'z') => (reader.header(0xF)? << 12, 0x0FFF),
        Some(_) => (0, 0xFFFF),
    };
    let mut units = Vec::new();
    while let Some(octet) = reader.peek() {
        let position = reader.position;
        if octet == b'-' {
            reader.position += 1;
            units.push((HYPHEN, position));
        } else {
            units.push((common | reader.number(largest)?, position));
        }
    }
    text.push_str(&text_of(&units)?);
    Ok(())
}

struct Reader<'a> {
    octets: &'a [u8],
    position: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.octets.get(self.position).map(u8::to_ascii_lowercase)
    }

    /// Reads the number after `y` or `z`. A unit must follow it.
    fn header(&mut self, largest: u16) -> Result<u16, Error> {
        self.position += 1;
        let number = self.number(largest)?;
        match self.peek() {
            Some(_) => Ok(number),
            None => Err(Error::new(ErrorKind::Truncated, self.position)),
        }
    }

    /// Reads a number of variable length (section 2.5.1). Refuses it as soon as it exceeds `largest`.
    fn number(&mut self, largest: u16) -> Result<u16, Error> {
        let start = self.position;
        let mut number = match self.peek() {
            None => return Err(Error::new(ErrorKind::Truncated, start)),
            Some(octet @ b'g'..=b'v') => u32::from(octet - b'g'),
            Some(_) => return Err(Error::new(ErrorKind::BadDigit, start)),
        };
        loop {
            if number > u32::from(largest) {
                return Err(Error::new(ErrorKind::ValueTooLarge, start));
            }
            self.position += 1;
            let digit = self.peek().and_then(|octet| char::from(octet).to_digit(16));
            let Some(digit) = digit else { return Ok(number as u16) };
            number = number * 16 + digit;
        }
    }
}
