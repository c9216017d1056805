//! Records (section 5.9).

use alloc::string::{String, ToString};

use super::key::{fold, hash_of, inverted, is_hash, is_inverted, natural_address};
use super::number::{check_extension, check_hash, encode, split_tail};
use crate::error::{Error, ErrorKind};
use crate::uri2dec::{Form, Options, Record, Style};

/// As [`write_record`](crate::uri2dec::write_record).
///
/// # Errors
///
/// The same.
pub fn write_record(address: &str, record: Record, options: &Options) -> Result<String, Error> {
    let address = fold(address, 0)?;
    let spaced = Options { style: Style::Spaced, ..*options };
    if record == Record::Hash || is_hash(&address) {
        return Ok(String::from("ics:") + &encode(&address, &spaced)?);
    }
    // Address and hash have the same length, so that the extension is the same too.
    let number = encode(&address, &Options { form: Form::Direct, ..spaced })?;
    Ok(String::from("ics:") + &address + &number[address.len()..])
}

/// As [`read_record`](crate::uri2dec::read_record).
///
/// # Errors
///
/// The same.
pub fn read_record(record: &str, options: &Options) -> Result<String, Error> {
    let mut expected = "ics:".chars();
    let mut at = 0;
    for found in record.chars().take(4) {
        if expected.next() != Some(found.to_ascii_lowercase()) {
            return Err(Error::new(ErrorKind::Syntax, at));
        }
        at += 1;
    }
    if at < 4 {
        return Err(Error::new(ErrorKind::Syntax, at));
    }
    let token = record[4..].split(' ').next().unwrap_or_default();
    let address = if is_hash(token) { None } else { Some(fold(token, 4)?) };
    let hash = address.as_ref().map_or(token.to_string(), |address| hash_of(address));
    check_hash(&hash, 4)?;
    let (marker, key) = split_tail(record, 4 + token.len())?;
    let nines = key.len() - key.trim_end_matches('9').len();
    let key = key.trim_end_matches('9');
    let at = 4 + token.len() + 3;
    let natural = natural_address(&hash, marker, key, at, options)?;
    if let Some(address) = address {
        let spelled = if is_inverted(marker) { inverted(&address) } else { address };
        if spelled != natural {
            return Err(Error::new(ErrorKind::KeyMismatch, at));
        }
    }
    check_extension(hash.len() + 1 + key.len(), nines, at + key.len(), options)?;
    Ok(natural)
}
