//! Records: numbers as they are printed, after `ics:` (sections 5.8 and 5.9).

use alloc::string::String;
use alloc::vec::Vec;

use super::number::{ascii, check_extension, read_symbols, read_tail, write_number};
use super::{Form, Options, Record, Style};
use super::{keypad, packing};
use crate::error::{Error, ErrorKind};

/// The name before a record (section 5.9).
const PREFIX: &[u8] = b"ics:";

/// The record of an address.
///
/// In the first form the address is written as it is read aloud, with the direct marker. The form of
/// the options is ignored. An address of digits only is always written in the second form, because
/// the first would be read as a hash. For the second form, section 5.9 recommends
/// [`Form::PreInverted`].
///
/// # Errors
///
/// `address-empty`; `symbol-not-in-table` at the first such symbol.
///
/// # Examples
///
/// ```
/// use acegate_codec::uri2dec::{Options, Profile, Record, write_record};
///
/// let octal = Options { profile: Profile::Octal, ..Options::default() };
/// let record = write_record("bob@commandus.com", Record::Address, &octal)?;
/// assert_eq!(record, "ics:bob@commandus.com 8 401511240610");
/// # Ok::<(), acegate_codec::Error>(())
/// ```
pub fn write_record(address: &str, record: Record, options: &Options) -> Result<String, Error> {
    let places = keypad::read_address(address.as_bytes())?;
    let mut options = Options { style: Style::Spaced, ..*options };
    let mut out = Vec::from(PREFIX);
    if record == Record::Address && !is_hash(address.as_bytes()) {
        options.form = Form::Direct;
        write_number(address.as_bytes(), &options, &mut out)?;
        // The address replaces the hash, which has the same length.
        for (symbol, place) in out[PREFIX.len()..].iter_mut().zip(&places) {
            *symbol = place.symbol();
        }
    } else {
        write_number(address.as_bytes(), &options, &mut out)?;
    }
    Ok(ascii(out))
}

/// The address of a record of either form.
///
/// A token of digits only is a hash. With a pre-inverted marker, the address is read as inverted,
/// because it replaces the hash that is dialled. The key of the first form must be the key of the
/// address. The letter case of `ics:` and of the address does not matter.
///
/// # Errors
///
/// - `syntax` at the first character that differs from `ics:`, and after it as in
///   [`decode`](super::decode).
/// - `hash-empty` if the first space follows `ics:`; `symbol-not-in-table` in an address.
/// - The errors of [`decode`](super::decode) for marker, key and extension. After those of the key,
///   `key-mismatch` at its first digit if it is the key of another address.
///
/// # Examples
///
/// ```
/// use acegate_codec::uri2dec::{Options, read_record};
///
/// let options = Options::default();
/// assert_eq!(read_record("ics:26202666263870266 8 401511240610", &options)?, "bob@commandus.com");
/// // Section 5.9 prints the key of the first revision of the design.
/// let error = read_record("ics:bob@commandus.com 8 40126055421", &options).unwrap_err();
/// assert_eq!(error.code(), "key-mismatch");
/// # Ok::<(), acegate_codec::Error>(())
/// ```
pub fn read_record(record: &str, options: &Options) -> Result<String, Error> {
    let record = record.as_bytes();
    read_prefix(record)?;
    let start = PREFIX.len();
    let rest = &record[start..];
    let end = start + rest.iter().position(|&octet| octet == b' ').unwrap_or(rest.len());
    let token = &record[start..end];
    let address = if is_hash(token) {
        packing::check_hash(token, start)?;
        None
    } else {
        Some(keypad::read_address(token).map_err(|error| error.shifted_by(start))?)
    };
    let tail = read_tail(record, end)?;
    let spelled = address.as_ref().map(|places| places.iter().map(|it| it.digit()).collect());
    let hash = spelled.unwrap_or(Vec::from(token));
    let symbols = read_symbols(&hash, record, &tail, options)?;
    if let Some(mut address) = address {
        if tail.form == Form::PreInverted {
            keypad::invert(&mut address);
        }
        if !address.iter().map(|place| place.symbol()).eq(symbols.iter().copied()) {
            return Err(Error::new(ErrorKind::KeyMismatch, tail.key.start));
        }
    }
    check_extension(token.len() + 1 + tail.key.len(), tail.key.end..record.len(), options)?;
    Ok(ascii(symbols))
}

fn read_prefix(record: &[u8]) -> Result<(), Error> {
    for (at, letter) in PREFIX.iter().enumerate() {
        if !record.get(at).is_some_and(|octet| octet.eq_ignore_ascii_case(letter)) {
            return Err(Error::new(ErrorKind::Syntax, at.min(record.len())));
        }
    }
    Ok(())
}

/// Whether the token of a record is a hash. An empty token is an empty hash.
fn is_hash(token: &[u8]) -> bool {
    token.iter().all(u8::is_ascii_digit)
}
