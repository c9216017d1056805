//! Numbers and their domains (RFC 6116, sections 3.1 and 3.2).

use alloc::string::String;
use alloc::vec::Vec;

use crate::error::{Error, ErrorKind};

/// The tree of the public telephone numbers.
pub const TREE: &str = "e164.arpa";

/// Numbers and domains as a table of rules. A known fault is the table with one rule changed.
#[derive(Clone, Copy, Debug)]
pub struct NumberRules {
    /// The text after the plus sign of a number (section 3.1).
    pub without_plus: fn(&str) -> Option<&str>,
    /// The role of a character of a number after the plus sign (section 3.1).
    pub role: fn(char) -> Role,
    /// The fewest digits of a number.
    pub least: usize,
    /// The most digits of a number (ITU-T E.164, section 6.2).
    pub most: usize,
    /// Puts the digits of a number into the order of the labels, and back (section 3.2).
    pub order: fn(&mut [char]),
    /// The tree of a request; the name is empty if it names none (section 3.2).
    pub tree: fn(&str) -> &str,
    /// A domain without the dot of the root.
    pub without_root: fn(&str) -> &str,
}

/// The role of a character of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It has a label.
    Digit,
    /// It is dropped.
    Separator,
    /// It is refused.
    Foreign,
}

impl NumberRules {
    /// The rules of RFC 6116.
    pub const RFC: Self = Self {
        without_plus: |number| number.strip_prefix('+'),
        role: |c| match c {
            '0'..='9' => Role::Digit,
            ' ' | '-' | '.' | '(' | ')' => Role::Separator,
            _ => Role::Foreign,
        },
        least: 1,
        most: 15,
        order: <[char]>::reverse,
        tree: |named| if named.is_empty() { TREE } else { named },
        without_root: |domain| domain.strip_suffix('.').unwrap_or(domain),
    };

    /// As [`to_domain`], with these rules.
    pub fn to_domain(&self, number: &str, tree: &str) -> Result<String, Error> {
        let mut digits = self.read_digits(number)?;
        (self.order)(&mut digits);
        let mut domain = String::with_capacity(2 * digits.len() + tree.len());
        for digit in digits {
            domain.push(digit);
            domain.push('.');
        }
        domain.push_str(tree.strip_suffix('.').unwrap_or(tree));
        Ok(domain)
    }

    /// As [`to_number`], with these rules.
    pub fn to_number(&self, domain: &str, tree: &str) -> Result<String, Error> {
        let tree = tree.strip_suffix('.').unwrap_or(tree);
        let labels = labels_below((self.without_root)(domain), tree)
            .ok_or(Error::new(ErrorKind::Tree, domain.len()))?;
        if labels.is_empty() && self.least == 0 {
            return Ok(String::from("+"));
        }
        let mut digits = Vec::new();
        for (index, label) in labels.split('.').enumerate() {
            // All labels before this one are of one digit.
            let at = 2 * index;
            let digit = match label.as_bytes() {
                [] => return Err(Error::new(ErrorKind::Empty, at)),
                [digit] if digit.is_ascii_digit() => char::from(*digit),
                [first, ..] if !first.is_ascii_digit() => {
                    return Err(Error::new(ErrorKind::BadDigit, at));
                }
                _ => return Err(Error::new(ErrorKind::BadLength, at + 1)),
            };
            if digits.len() == self.most {
                return Err(Error::new(ErrorKind::TooLong, at));
            }
            digits.push(digit);
        }
        if digits.len() < self.least {
            return Err(Error::new(ErrorKind::Empty, 2 * digits.len()));
        }
        (self.order)(&mut digits);
        Ok(with_plus(digits))
    }

    fn read_digits(&self, number: &str) -> Result<Vec<char>, Error> {
        if number.is_empty() {
            return Err(Error::new(ErrorKind::Empty, 0));
        }
        let rest = (self.without_plus)(number).ok_or(Error::new(ErrorKind::BadPrefix, 0))?;
        let start = number.len() - rest.len();
        let mut digits = Vec::new();
        for (at, c) in rest.char_indices() {
            match (self.role)(c) {
                Role::Digit if digits.len() == self.most => {
                    return Err(Error::new(ErrorKind::TooLong, start + at));
                }
                Role::Digit => digits.push(c),
                Role::Separator => {}
                Role::Foreign => return Err(Error::new(ErrorKind::BadDigit, start + at)),
            }
        }
        if digits.len() < self.least {
            return Err(Error::new(ErrorKind::Empty, number.len()));
        }
        Ok(digits)
    }
}

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
    NumberRules::RFC.to_domain(number, tree)
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
    NumberRules::RFC.to_number(domain, tree)
}

/// The application unique string of a number: a plus sign and the digits.
pub(super) fn unique_string(number: &str) -> Result<String, Error> {
    Ok(with_plus(NumberRules::RFC.read_digits(number)?))
}

/// The part of the domain before the tree, without the dot between them. It is empty if the domain is
/// the tree.
fn labels_below<'a>(domain: &'a str, tree: &str) -> Option<&'a str> {
    let start = domain.len().checked_sub(tree.len())?;
    let (labels, end) = domain.split_at_checked(start)?;
    if !end.eq_ignore_ascii_case(tree) {
        return None;
    }
    if labels.is_empty() {
        Some(labels)
    } else {
        labels.strip_suffix('.')
    }
}

fn with_plus(digits: Vec<char>) -> String {
    core::iter::once('+').chain(digits).collect()
}
