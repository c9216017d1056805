//! Tables, inversion, vector and key, with a boolean for each bit (sections 5.1 to 5.6 and 7.3).

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::error::{Error, ErrorKind};
use crate::uri2dec::{Options, Packing, Profile, Strictness};

/// Table 2: the key, its symbols by position, the number of bits.
const TABLE_2: [(char, &str, usize); 10] = [
    ('1', "1", 0),
    ('2', "cab2", 2),
    ('3', "def3", 2),
    ('4', "ghi4", 2),
    ('5', "jkl5", 2),
    ('6', "omn6", 2),
    ('7', "pqrs-7/:", 3),
    ('8', "tuv8", 2),
    ('9', "wxyz_9?&", 3),
    ('0', ".@%0", 2),
];

/// The row of table 2 that holds the symbol.
pub(super) fn row(symbol: char) -> Option<(char, &'static str, usize)> {
    TABLE_2.into_iter().find(|(_, symbols, _)| symbols.contains(symbol))
}

/// The row of table 2 of a hash digit.
fn row_of_key(digit: char) -> (char, &'static str, usize) {
    TABLE_2.into_iter().find(|(key, _, _)| *key == digit).unwrap_or(TABLE_2[0])
}

/// Section 8.1: the address in lowercase; `None` if a symbol is not in the table.
pub(super) fn fold(address: &str, start: usize) -> Result<String, Error> {
    if address.is_empty() {
        return Err(Error::new(ErrorKind::AddressEmpty, start));
    }
    let mut folded = String::new();
    for (at, symbol) in address.char_indices() {
        let symbol = symbol.to_ascii_lowercase();
        if row(symbol).is_none() {
            return Err(Error::new(ErrorKind::SymbolNotInTable, start + at));
        }
        folded.push(symbol);
    }
    Ok(folded)
}

/// Section 5.1.
pub(super) fn hash_of(address: &str) -> String {
    address.chars().filter_map(row).map(|(key, _, _)| key).collect()
}

pub(super) fn is_hash(token: &str) -> bool {
    token.chars().all(|digit| digit.is_ascii_digit())
}

/// Section 5.3: words in reverse order, every separator a word.
pub(super) fn inverted(address: &str) -> String {
    let mut words = Vec::new();
    let mut word = String::new();
    for symbol in address.chars() {
        if TABLE_2[9].1.contains(symbol) {
            words.push(core::mem::take(&mut word));
            words.push(symbol.to_string());
        } else {
            word.push(symbol);
        }
    }
    words.push(word);
    words.reverse();
    words.concat()
}

/// Section 5.4: the vector, its lowest bit first.
fn vector(address: &str, packing: Packing) -> Vec<bool> {
    let symbols: Vec<char> = match packing {
        Packing::NaturalLsb => address.chars().collect(),
        Packing::InvertedMsb => inverted(address).chars().rev().collect(),
    };
    let mut vector = Vec::new();
    for symbol in symbols {
        let (_, symbols, width) = row(symbol).unwrap_or(TABLE_2[0]);
        let code = symbols.find(symbol).unwrap_or(0);
        vector.extend((0..width).map(|bit| code >> bit & 1 == 1));
    }
    vector
}

/// Sections 5.4 and 5.6: the key of an address.
pub(super) fn key_digits(address: &str, options: &Options) -> String {
    let mut vector = vector(address, options.packing);
    while vector.last() == Some(&false) {
        vector.pop();
    }
    if vector.is_empty() {
        return options.profile.zero().to_string();
    }
    let extra = (0..3).find(|extra| (vector.len() + 2 + extra).is_multiple_of(3)).unwrap_or(0);
    let mut bits = Vec::from([extra & 1 == 1, extra & 2 == 2]);
    bits.resize(2 + extra, false);
    bits.extend(vector);
    let zero = options.profile.zero() as u8;
    let digit = |triad: &[bool]| {
        let value = u8::from(triad[0]) + 2 * u8::from(triad[1]) + 4 * u8::from(triad[2]);
        char::from(zero + value)
    };
    bits.chunks(3).rev().map(digit).collect()
}

pub(super) fn is_inverted(marker: char) -> bool {
    matches!(marker, '0' | '9')
}

pub(super) fn octal_value(digit: char, profile: Profile) -> Option<usize> {
    let digits = match profile {
        Profile::Shifted => "12345678",
        Profile::Octal => "01234567",
    };
    digits.find(digit)
}

/// Section 7.3: the natural address of a hash as written and its key.
pub(super) fn natural_address(
    hash: &str,
    marker: char,
    key: &str,
    at: usize,
    options: &Options,
) -> Result<String, Error> {
    let profile = if matches!(marker, '1' | '0') { Profile::Shifted } else { Profile::Octal };
    let vector = key_vector(hash, key, profile, at, options.strictness)?;
    let natural = if is_inverted(marker) { inverted(hash) } else { hash.to_string() };
    let read = match options.packing {
        Packing::NaturalLsb => natural.clone(),
        Packing::InvertedMsb => inverted(&natural).chars().rev().collect(),
    };
    let mut bits = vector.into_iter().chain(core::iter::repeat(false));
    let symbols: String = read
        .chars()
        .map(|digit| {
            let (_, symbols, width) = row_of_key(digit);
            let code = (0..width).map(|bit| usize::from(bits.next() == Some(true)) << bit).sum();
            symbols.chars().nth(code).unwrap_or(digit)
        })
        .collect();
    Ok(match options.packing {
        Packing::NaturalLsb => symbols,
        Packing::InvertedMsb => inverted(&symbols.chars().rev().collect::<String>()),
    })
}

/// The vector of a key, its lowest bit first, by the rules of a canonical key one after another.
fn key_vector(
    hash: &str,
    key: &str,
    profile: Profile,
    at: usize,
    strictness: Strictness,
) -> Result<Vec<bool>, Error> {
    let strict = strictness == Strictness::Strict;
    if key.is_empty() {
        return Err(Error::new(ErrorKind::KeyEmpty, at));
    }
    let last = at + key.chars().count() - 1;
    let mut bits = Vec::new();
    for (offset, digit) in key.char_indices() {
        let fault = Error::new(ErrorKind::KeyDigit, at + offset);
        let value = octal_value(digit, profile).ok_or(fault)?;
        bits.extend([value & 4 == 4, value & 2 == 2, value & 1 == 1]);
    }
    bits.reverse();
    if strict && key.len() > 1 && key.starts_with(profile.zero()) {
        return Err(Error::new(ErrorKind::KeyLeadingZero, at));
    }
    if bits.iter().all(|bit| !bit) {
        return Ok(Vec::new());
    }
    let extra = usize::from(bits[0]) + 2 * usize::from(bits[1]);
    if extra == 3 {
        return Err(Error::new(ErrorKind::KeyLlReserved, last));
    }
    if bits.iter().skip(2).take(extra).any(|bit| *bit) {
        return Err(Error::new(ErrorKind::KeySpareBits, last));
    }
    if strict && bits.last() == Some(&false) {
        return Err(Error::new(ErrorKind::KeyMisaligned, at));
    }
    let mut vector: Vec<bool> = bits.into_iter().skip(2 + extra).collect();
    while vector.last() == Some(&false) {
        vector.pop();
    }
    let capacity: usize = hash.chars().map(|digit| row_of_key(digit).2).sum();
    if vector.len() > capacity {
        return Err(Error::new(ErrorKind::KeyTooLong, at));
    }
    Ok(vector)
}
