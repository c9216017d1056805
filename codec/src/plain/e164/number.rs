//! Numbers and domains (RFC 6116, sections 3.1 and 3.2).

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::error::{Error, ErrorKind};

/// As [`to_domain`](crate::e164::to_domain).
///
/// # Errors
///
/// The same.
pub fn to_domain(number: &str, tree: &str) -> Result<String, Error> {
    let number = unique_string(number)?;
    // Section 3.2: without the plus sign, in reverse order, with dots, and the tree after it.
    let mut labels: Vec<String> = number.chars().skip(1).map(|digit| digit.to_string()).collect();
    labels.reverse();
    labels.push(tree.strip_suffix('.').unwrap_or(tree).to_string());
    Ok(labels.join("."))
}

/// As [`to_number`](crate::e164::to_number).
///
/// # Errors
///
/// The same.
pub fn to_number(domain: &str, tree: &str) -> Result<String, Error> {
    let labels: Vec<&str> = domain.strip_suffix('.').unwrap_or(domain).split('.').collect();
    let of_tree: Vec<&str> = tree.strip_suffix('.').unwrap_or(tree).split('.').collect();
    let own = labels.len().saturating_sub(of_tree.len());
    let (own, rest) = labels.split_at(own);
    if rest.len() != of_tree.len()
        || !rest.iter().zip(&of_tree).all(|(a, b)| a.eq_ignore_ascii_case(b))
    {
        return Err(Error::new(ErrorKind::Tree, domain.len()));
    }
    if own.is_empty() {
        return Err(Error::new(ErrorKind::Empty, 0));
    }
    let mut number = String::new();
    for (count, label) in own.iter().enumerate() {
        // All labels before this one are of one digit.
        let at = 2 * count;
        let mut characters = label.chars();
        match characters.next() {
            None => return Err(Error::new(ErrorKind::Empty, at)),
            Some(digit) if !digit.is_ascii_digit() => {
                return Err(Error::new(ErrorKind::BadDigit, at));
            }
            Some(_) if characters.next().is_some() => {
                return Err(Error::new(ErrorKind::BadLength, at + 1));
            }
            Some(_) if count == 15 => return Err(Error::new(ErrorKind::TooLong, at)),
            Some(digit) => number.insert(0, digit),
        }
    }
    number.insert(0, '+');
    Ok(number)
}

/// Section 3.1: the number without any character but the digits and the plus sign before them.
pub(super) fn unique_string(number: &str) -> Result<String, Error> {
    let mut digits = String::new();
    for (at, character) in number.char_indices() {
        match character {
            '+' if at == 0 => {}
            _ if at == 0 => return Err(Error::new(ErrorKind::BadPrefix, 0)),
            '0'..='9' if digits.len() == 15 => return Err(Error::new(ErrorKind::TooLong, at)),
            '0'..='9' => digits.push(character),
            ' ' | '-' | '.' | '(' | ')' => {}
            _ => return Err(Error::new(ErrorKind::BadDigit, at)),
        }
    }
    if digits.is_empty() {
        return Err(Error::new(ErrorKind::Empty, number.len()));
    }
    Ok(String::from("+") + &digits)
}
