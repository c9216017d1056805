//! The model of Base32, which writes out the bits, as section 2.5 of draft-ietf-idn-race-03 and of
//! draft-ietf-idn-lace-01 describes.

use alloc::string::String;
use alloc::vec::Vec;

use crate::error::{Error, ErrorKind};

/// Table 1.
const DIGITS: &str = "abcdefghijklmnopqrstuvwxyz234567";

/// The digits of these octets.
pub(super) fn encode(octets: &[u8]) -> String {
    let mut bits: Vec<u8> = bits_of(octets.iter().map(|&octet| (u32::from(octet), 8)));
    while !bits.len().is_multiple_of(5) {
        bits.push(0);
    }
    bits.chunks(5).filter_map(|five| DIGITS.chars().nth(number(five))).collect()
}

/// The octets of these digits.
///
/// # Errors
///
/// The errors of [`base32::decode`](crate::base32::decode).
pub(super) fn decode(digits: &str) -> Result<Vec<u8>, Error> {
    let mut numbers = Vec::new();
    for (position, digit) in digits.char_indices() {
        match DIGITS.find(digit.to_ascii_lowercase()) {
            Some(number) => numbers.push((number as u32, 5)),
            None => return Err(Error::new(ErrorKind::BadDigit, position)),
        }
    }
    if matches!(numbers.len() % 8, 1 | 3 | 6) {
        return Err(Error::new(ErrorKind::BadLength, digits.len()));
    }
    let bits = bits_of(numbers.into_iter());
    let (octets, padding) = bits.split_at(bits.len() - bits.len() % 8);
    if padding.contains(&1) {
        return Err(Error::new(ErrorKind::BadPadding, digits.len() - 1));
    }
    Ok(octets.chunks(8).map(|eight| number(eight) as u8).collect())
}

/// The digit that holds the first bit of this octet, or the end for a position after the octets.
pub(super) fn digit_of(octet: usize, digits: &str) -> usize {
    let octets = digits.len() * 5 / 8;
    if octet >= octets {
        digits.len()
    } else {
        (0..digits.len()).rev().find(|digit| digit * 5 <= octet * 8).unwrap_or(0)
    }
}

/// The bits of numbers of given widths, highest first.
fn bits_of(numbers: impl Iterator<Item = (u32, u32)>) -> Vec<u8> {
    numbers
        .flat_map(|(number, width)| (0..width).rev().map(move |bit| (number >> bit & 1) as u8))
        .collect()
}

fn number(bits: &[u8]) -> usize {
    bits.iter().fold(0, |number, &bit| number * 2 + usize::from(bit))
}
