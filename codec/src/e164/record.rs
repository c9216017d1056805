//! NAPTR records (RFC 3403, section 4) in the form of master files (RFC 1035, section 5.1).

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::error::ErrorKind;

/// The most octets of a string of a record (RFC 1035, section 3.3).
pub const LONGEST_STRING: usize = 255;
/// The most octets of a label and of a domain name (RFC 1035, section 2.3.4).
const LONGEST_LABEL: usize = 63;
const LONGEST_NAME: usize = 255;

/// A record with its fields as they are on the wire. Strings that are not UTF-8 have U+FFFD in the
/// place of what cannot be read.
///
/// Displayed, it is a record of a master file again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Naptr {
    /// The records of the lowest order count.
    pub order: u16,
    /// Of these, the one with the lowest preference comes first.
    pub preference: u16,
    /// The flags. `u` says that the rule gives a URI.
    pub flags: String,
    /// The Enumservices.
    pub services: String,
    /// The rule: a regular expression and its substitution.
    pub expression: String,
    /// The name of another domain, or `.` for none.
    pub replacement: String,
}

impl Naptr {
    /// Reads a record whose strings have up to `longest` octets.
    ///
    /// # Errors
    ///
    /// `syntax` if it is not six fields of the right form, `value-too-large` for an order or preference
    /// above 65535, `too-long` for a longer string.
    pub fn read(text: &str, longest: usize) -> Result<Self, ErrorKind> {
        let mut fields = Fields {
            rest: text.as_bytes(),
        };
        let record = Self {
            order: number(&fields.next()?)?,
            preference: number(&fields.next()?)?,
            flags: string(fields.next()?, longest)?,
            services: string(fields.next()?, longest)?,
            expression: string(fields.next()?, longest)?,
            replacement: replacement(fields.next()?)?,
        };
        fields.skip_spaces();
        if fields.rest.is_empty() {
            Ok(record)
        } else {
            Err(ErrorKind::Syntax)
        }
    }
}

impl fmt::Display for Naptr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            order,
            preference,
            flags,
            services,
            expression,
            replacement,
        } = self;
        write!(f, "{order} {preference}")?;
        for text in [flags, services, expression] {
            write!(f, " \"{}\"", text.replace('\\', r"\\").replace('"', "\\\""))?;
        }
        write!(f, " {replacement}")
    }
}

/// The fields of a record that are not yet read.
struct Fields<'a> {
    rest: &'a [u8],
}

/// A field: its octets, each with whether it was escaped, and whether the field had quotes.
struct Field {
    octets: Vec<(u8, bool)>,
    quoted: bool,
}

impl Fields<'_> {
    fn skip_spaces(&mut self) {
        self.rest = self.rest.trim_ascii_start();
    }

    fn take(&mut self) -> Option<u8> {
        let (&first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first)
    }

    fn next(&mut self) -> Result<Field, ErrorKind> {
        self.skip_spaces();
        let quoted = self.rest.first() == Some(&b'"');
        if quoted {
            self.take();
        }
        let mut octets = Vec::new();
        loop {
            match self.rest.first() {
                Some(b'"') if quoted => {
                    self.take();
                    break;
                }
                None if quoted => return Err(ErrorKind::Syntax),
                None => break,
                Some(octet) if !quoted && octet.is_ascii_whitespace() => break,
                // A quotation mark inside a field and the signs of master files for comments and
                // lines.
                Some(b'"' | b';' | b'(' | b')') if !quoted => return Err(ErrorKind::Syntax),
                Some(_) => octets.extend(self.octet()?),
            }
        }
        let ends = self.rest.first().is_none_or(u8::is_ascii_whitespace);
        if !ends || octets.is_empty() && !quoted {
            return Err(ErrorKind::Syntax);
        }
        Ok(Field { octets, quoted })
    }

    /// The next octet of a field, with whether it is escaped.
    fn octet(&mut self) -> Result<Option<(u8, bool)>, ErrorKind> {
        match self.take() {
            Some(b'\\') => {}
            octet => return Ok(octet.map(|octet| (octet, false))),
        }
        let first = self.take().ok_or(ErrorKind::Syntax)?;
        if !first.is_ascii_digit() {
            return Ok(Some((first, true)));
        }
        let second = self.take();
        let third = self.take();
        let digits = [Some(first), second, third];
        let value = digits.into_iter().try_fold(0_u16, |value, digit| {
            digit
                .filter(u8::is_ascii_digit)
                .map(|digit| value * 10 + u16::from(digit - b'0'))
        });
        let octet = value
            .and_then(|value| u8::try_from(value).ok())
            .ok_or(ErrorKind::Syntax)?;
        Ok(Some((octet, true)))
    }
}

fn number(field: &Field) -> Result<u16, ErrorKind> {
    if field.quoted
        || !field
            .octets
            .iter()
            .all(|(octet, escaped)| octet.is_ascii_digit() && !escaped)
    {
        return Err(ErrorKind::Syntax);
    }
    let value = field.octets.iter().try_fold(0_u16, |value, (digit, _)| {
        value.checked_mul(10)?.checked_add(u16::from(digit - b'0'))
    });
    value.ok_or(ErrorKind::ValueTooLarge)
}

fn string(field: Field, longest: usize) -> Result<String, ErrorKind> {
    if field.octets.len() > longest {
        return Err(ErrorKind::TooLong);
    }
    let octets: Vec<u8> = field.octets.into_iter().map(|(octet, _)| octet).collect();
    Ok(String::from_utf8_lossy(&octets).into_owned())
}

/// A replacement, which is a domain name.
fn replacement(field: Field) -> Result<String, ErrorKind> {
    if field.quoted {
        return Err(ErrorKind::Syntax);
    }
    if field.octets != [(b'.', false)] {
        let name = field
            .octets
            .strip_suffix(&[(b'.', false)])
            .unwrap_or(&field.octets);
        let labels = name.split(|octet| *octet == (b'.', false));
        let right = labels
            .clone()
            .all(|label| (1..=LONGEST_LABEL).contains(&label.len()));
        // Each label has an octet of length before it, and the root is one more.
        let length = 1 + labels.map(|label| label.len() + 1).sum::<usize>();
        if !right || length > LONGEST_NAME {
            return Err(ErrorKind::Syntax);
        }
    }
    let mut octets = Vec::new();
    for (octet, is_escaped) in field.octets {
        // An escaped full stop is neither the one of the root nor one between labels.
        if is_escaped && octet.is_ascii_punctuation() {
            octets.push(b'\\');
        }
        octets.push(octet);
    }
    Ok(String::from_utf8_lossy(&octets).into_owned())
}
