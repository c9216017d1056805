//! Numbers and their domains (RFC 6116, sections 3.1 and 3.2).

use alloc::string::String;
use alloc::vec::Vec;

use crate::error::{Error, ErrorKind};

/// The tree of the public telephone numbers.
pub const TREE: &str = "e164.arpa";

/// The most digits of a number (ITU-T E.164, section 6.2).
const MOST_DIGITS: usize = 15;

/// The domain of a telephone number in a tree, such as [`TREE`].
///
/// # Errors
///
/// - `bad-prefix` if the number does not begin with a plus sign.
/// - `bad-digit` at a character that is neither a digit nor a separator.
/// - `too-long` at the sixteenth digit.
/// - `empty` if there is no digit.
///
/// # Examples
///
/// ```
/// use acegate_codec::e164::{TREE, to_domain};
///
/// assert_eq!(to_domain("+44-116-496-0348", TREE)?, "8.4.3.0.6.9.4.6.1.1.4.4.e164.arpa");
/// # Ok::<(), acegate_codec::Error>(())
/// ```
pub fn to_domain(number: &str, tree: &str) -> Result<String, Error> {
    let digits = read_digits(number)?;
    let tree = without_root(tree);
    let mut domain = String::with_capacity(2 * digits.len() + tree.len());
    for &digit in digits.iter().rev() {
        domain.push(char::from(digit));
        domain.push('.');
    }
    domain.push_str(tree);
    Ok(domain)
}

/// The telephone number of a domain in a tree: a plus sign and the digits.
///
/// The letter case of the tree does not matter.
///
/// # Errors
///
/// - `tree` if the domain is not in the tree.
/// - `empty` if there is no digit, or at an empty label.
/// - `bad-digit` at a label that does not begin with a digit.
/// - `bad-length` at the second character of a label.
/// - `too-long` at the sixteenth label.
///
/// # Examples
///
/// ```
/// use acegate_codec::e164::{TREE, to_number};
///
/// assert_eq!(to_number("8.4.3.0.6.9.4.6.1.1.4.4.E164.arpa.", TREE)?, "+441164960348");
/// assert_eq!(to_number("44.e164.arpa", TREE).unwrap_err().code(), "bad-length");
/// # Ok::<(), acegate_codec::Error>(())
/// ```
pub fn to_number(domain: &str, tree: &str) -> Result<String, Error> {
    let labels = labels_below(domain, without_root(tree))
        .ok_or(Error::new(ErrorKind::Tree, domain.len()))?;
    let mut digits = Vec::new();
    let mut at = 0;
    for label in labels.split('.') {
        let digit = match label.as_bytes() {
            [] => return Err(Error::new(ErrorKind::Empty, at)),
            [digit] if digit.is_ascii_digit() => *digit,
            [first, ..] if !first.is_ascii_digit() => {
                return Err(Error::new(ErrorKind::BadDigit, at));
            }
            _ => return Err(Error::new(ErrorKind::BadLength, at + 1)),
        };
        if digits.len() == MOST_DIGITS {
            return Err(Error::new(ErrorKind::TooLong, at));
        }
        digits.push(digit);
        at += 2;
    }
    Ok(with_plus(digits.into_iter().rev()))
}

/// The application unique string of a number: a plus sign and the digits.
pub(super) fn unique_string(number: &str) -> Result<String, Error> {
    Ok(with_plus(read_digits(number)?.into_iter()))
}

fn read_digits(number: &str) -> Result<Vec<u8>, Error> {
    let octets = number.as_bytes();
    match octets.first() {
        None => return Err(Error::new(ErrorKind::Empty, 0)),
        Some(b'+') => {}
        Some(_) => return Err(Error::new(ErrorKind::BadPrefix, 0)),
    }
    let mut digits = Vec::with_capacity(MOST_DIGITS);
    for (at, &octet) in octets.iter().enumerate().skip(1) {
        match octet {
            b'0'..=b'9' if digits.len() == MOST_DIGITS => {
                return Err(Error::new(ErrorKind::TooLong, at));
            }
            b'0'..=b'9' => digits.push(octet),
            b' ' | b'-' | b'.' | b'(' | b')' => {}
            _ => return Err(Error::new(ErrorKind::BadDigit, at)),
        }
    }
    if digits.is_empty() { Err(Error::new(ErrorKind::Empty, octets.len())) } else { Ok(digits) }
}

/// The part of the domain before the tree, without the dot between them. It is empty if the domain is
/// the tree.
fn labels_below<'a>(domain: &'a str, tree: &str) -> Option<&'a str> {
    let domain = without_root(domain);
    let start = domain.len().checked_sub(tree.len())?;
    let (labels, end) = domain.split_at_checked(start)?;
    if !end.eq_ignore_ascii_case(tree) {
        return None;
    }
    if labels.is_empty() { Some(labels) } else { labels.strip_suffix('.') }
}

fn without_root(domain: &str) -> &str {
    domain.strip_suffix('.').unwrap_or(domain)
}

fn with_plus(digits: impl Iterator<Item = u8>) -> String {
    core::iter::once(b'+').chain(digits).map(char::from).collect()
}
