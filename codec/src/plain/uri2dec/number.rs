//! Hash, key and numbers (sections 5.1 to 5.8 and 7).

use alloc::string::String;
use alloc::vec::Vec;

use super::key::{fold, hash_of, inverted, key_digits, natural_address, octal_value};
use crate::error::{Error, ErrorKind};
use crate::uri2dec::{Form, NumberScope, Options, Profile, Strictness, Style};

/// As [`hash`](crate::uri2dec::hash()).
///
/// # Errors
///
/// The same.
pub fn hash(address: &str) -> Result<String, Error> {
    let address = fold(address, 0)?;
    Ok(hash_of(&address))
}

/// As [`invert`](crate::uri2dec::invert).
///
/// # Errors
///
/// The same.
pub fn invert(address_or_hash: &str) -> Result<String, Error> {
    Ok(inverted(&fold(address_or_hash, 0)?))
}

/// As [`key`](crate::uri2dec::key).
///
/// # Errors
///
/// The same.
pub fn key(address: &str, options: &Options) -> Result<String, Error> {
    let address = fold(address, 0)?;
    let mut key = String::from(options.profile.marker(options.form));
    key.push(' ');
    Ok(key + &key_digits(&address, options))
}

/// As [`encode`](crate::uri2dec::encode).
///
/// # Errors
///
/// The same.
pub fn encode(address: &str, options: &Options) -> Result<String, Error> {
    let address = fold(address, 0)?;
    let mut hash = hash_of(&address);
    if options.form == Form::PreInverted {
        hash = inverted(&hash);
    }
    let mut number = hash + " " + &key(&address, options)?;
    if options.style == Style::Dialled {
        number = number.replace(' ', "");
    }
    // Section 5.7.
    while options.scope == NumberScope::Service && number.replace(' ', "").len() < 16 {
        number.push('9');
    }
    Ok(number)
}

/// As [`decode`](crate::uri2dec::decode).
///
/// # Errors
///
/// The same.
pub fn decode(number: &str, options: &Options) -> Result<String, Error> {
    if options.style == Style::Dialled {
        return parses(number, options).map(|parses| parses[0].clone());
    }
    let hash = number.split(' ').next().unwrap_or_default();
    check_hash(hash, 0)?;
    let (marker, key) = split_tail(number, hash.len())?;
    let nines = key.len() - key.trim_end_matches('9').len();
    let key = key.trim_end_matches('9');
    let at = hash.len() + 3;
    let address = natural_address(hash, marker, key, at, options)?;
    check_extension(hash.len() + 1 + key.len(), nines, at + key.len(), options)?;
    Ok(address)
}

/// As [`parses`](crate::uri2dec::parses), all at once.
///
/// # Errors
///
/// The same.
pub fn parses(number: &str, options: &Options) -> Result<Vec<String>, Error> {
    if number.is_empty() {
        return Err(Error::new(ErrorKind::HashEmpty, 0));
    }
    if let Some((at, _)) = number.char_indices().find(|(_, digit)| !digit.is_ascii_digit()) {
        return Err(Error::new(ErrorKind::Syntax, at));
    }
    let body = number.trim_end_matches('9');
    let markers: &[char] = match options.profile {
        Profile::Shifted => &['1', '0'],
        Profile::Octal => &['8', '9'],
    };
    let mut found = Vec::new();
    let mut faults = Vec::new();
    for (at, marker) in body.char_indices().filter(|(_, digit)| markers.contains(digit)) {
        let (hash, key) = (&body[..at], &body[at + 1..]);
        // A key with another digit is not a key, so the search of section 7.3 goes on to the right.
        if key.chars().any(|digit| octal_value(digit, options.profile).is_none()) {
            continue;
        }
        match check_hash(hash, 0).and_then(|()| natural_address(hash, marker, key, at + 1, options))
        {
            Ok(address) => found.push(address),
            Err(fault) => faults.push(fault),
        }
    }
    if found.is_empty() {
        // The empty hash is the last thing to complain about.
        faults.sort_by_key(|fault| fault.kind == ErrorKind::HashEmpty);
        let missing = Error::new(ErrorKind::Marker, number.len());
        return Err(faults.first().copied().unwrap_or(missing));
    }
    check_extension(body.len(), number.len() - body.len(), body.len(), options)?;
    Ok(found)
}

pub(super) fn check_hash(hash: &str, at: usize) -> Result<(), Error> {
    if hash.is_empty() {
        return Err(Error::new(ErrorKind::HashEmpty, at));
    }
    match hash.char_indices().find(|(_, digit)| !digit.is_ascii_digit()) {
        Some((wrong, _)) => Err(Error::new(ErrorKind::HashDigit, at + wrong)),
        None => Ok(()),
    }
}

/// Marker and key with nines, from the space at `at` on.
pub(super) fn split_tail(number: &str, at: usize) -> Result<(char, &str), Error> {
    let end = number.len();
    let mut tail = number[at..].chars();
    let (_, marker, space) = (tail.next(), tail.next(), tail.next());
    match (marker, space) {
        (None, _) => Err(Error::new(ErrorKind::Marker, end)),
        (Some(marker), _) if Profile::of_marker(marker).is_none() => {
            Err(Error::new(ErrorKind::Marker, at + 1))
        }
        (Some(_), None) => Err(Error::new(ErrorKind::KeyEmpty, end)),
        (Some(marker), Some(' ')) => match tail.as_str().find(' ') {
            Some(space) => Err(Error::new(ErrorKind::Syntax, at + 3 + space)),
            None => Ok((marker, tail.as_str())),
        },
        (Some(_), Some(_)) => Err(Error::new(ErrorKind::Syntax, at + 2)),
    }
}

/// Section 5.7 for a reader: `digits` before the nines, which begin at `at`.
pub(super) fn check_extension(
    digits: usize,
    nines: usize,
    at: usize,
    options: &Options,
) -> Result<(), Error> {
    let wrong = match options.scope {
        _ if options.strictness == Strictness::Lenient => false,
        NumberScope::Service if nines > 0 => digits + nines != 16,
        NumberScope::Service => digits < 16,
        NumberScope::Local => nines > 0 && digits + nines > 16,
    };
    if wrong { Err(Error::new(ErrorKind::ExtensionLength, at)) } else { Ok(()) }
}
