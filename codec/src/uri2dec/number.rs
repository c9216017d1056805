//! Hashes, keys, and the numbers made of them, spaced and dialled (sections 5.1 to 5.8 and 7).

use alloc::string::String;
use alloc::vec::Vec;

use super::keypad::{self, Place};
use super::reading::{
    NINE, SERVICE_DIGITS, Tail, ascii, check_extension, parses, profile_of_marker, read_symbols,
    trailing_nines,
};
use super::{Form, NumberScope, Options, Packing, Style, packing};
use crate::error::{Error, ErrorKind};

/// The hash of an address: the digits of the keypad that spell it (section 5.1).
///
/// # Errors
///
/// `address-empty`; `symbol-not-in-table` at the first such symbol.
///
/// # Examples
///
/// ```
/// assert_eq!(acegate_codec::uri2dec::hash("alice")?, "25423");
/// # Ok::<(), acegate_codec::Error>(())
/// ```
pub fn hash(address: &str) -> Result<String, Error> {
    Ok(ascii(
        keypad::read_address(address.as_bytes())?
            .into_iter()
            .map(Place::digit)
            .collect(),
    ))
}

/// The address, or the hash, with its words in reverse order (section 5.3). Each symbol on the key 0
/// is a separate word.
///
/// The operation is its own inverse. The hash of the inverted address is the inverted hash. A hash is
/// inverted like an address, because every digit is a symbol on its own key.
///
/// # Errors
///
/// `address-empty`; `symbol-not-in-table` at the first such symbol.
///
/// # Examples
///
/// ```
/// use acegate_codec::uri2dec::invert;
///
/// assert_eq!(invert("bob@commandus.com")?, "com.commandus@bob");
/// assert_eq!(invert("26202666263870266")?, "26602666263870262");
/// # Ok::<(), acegate_codec::Error>(())
/// ```
pub fn invert(address_or_hash: &str) -> Result<String, Error> {
    let mut places = keypad::read_address(address_or_hash.as_bytes())?;
    keypad::invert(&mut places);
    Ok(spell(&places))
}

/// The key of an address: marker, space, digits (section 5.2). It depends on the profile and the
/// packing. Its marker also depends on the form.
///
/// # Errors
///
/// `address-empty`; `symbol-not-in-table` at the first such symbol.
///
/// # Examples
///
/// ```
/// use acegate_codec::uri2dec::{Options, key};
///
/// assert_eq!(key("alice", &Options::default())?, "1 5622");
/// assert_eq!(key("t.co", &Options::default())?, "1 1");
/// # Ok::<(), acegate_codec::Error>(())
/// ```
pub fn key(address: &str, options: &Options) -> Result<String, Error> {
    let local = Options {
        style: Style::Spaced,
        scope: NumberScope::Local,
        ..*options
    };
    let mut out = Vec::new();
    write_number(address.as_bytes(), &local, &mut out)?;
    // The hash is as long as the address, and a space follows it.
    out.drain(..=address.len());
    Ok(ascii(out))
}

/// The number of an address: hash, marker, key and, in the service scope, nines up to 16 digits.
///
/// # Errors
///
/// `address-empty`; `symbol-not-in-table` at the first such symbol.
///
/// # Examples
///
/// ```
/// use acegate_codec::uri2dec::{Options, NumberScope, Style, encode};
///
/// let service = Options::default();
/// assert_eq!(encode("alice", &service)?, "25423 1 5622999999");
/// let local = Options { scope: NumberScope::Local, style: Style::Dialled, ..service };
/// assert_eq!(encode("alice", &local)?, "2542315622");
/// # Ok::<(), acegate_codec::Error>(())
/// ```
pub fn encode(address: &str, options: &Options) -> Result<String, Error> {
    let mut out = Vec::new();
    write_number(address.as_bytes(), options, &mut out)?;
    Ok(ascii(out))
}

/// The address of a number.
///
/// The marker of a spaced number shows its profile and form, so only the options packing, scope and
/// strictness matter. For a dialled number the profile also matters. A dialled number of the shifted
/// profile can have several readings. The one with the longest key is returned, which is right unless
/// the vector of a direct address ends in eight or more zero bits. [`parses`] returns all readings.
///
/// # Errors
///
/// - `syntax` at a character in the place of a space, or at a space after the key. In a dialled
///   number, at a character that is not a digit.
/// - `hash-empty`, `hash-digit`; `marker` if it is missing or of no profile.
/// - `key-empty`, `key-digit`, `key-leading-zero`, `key-ll-reserved`, `key-spare-bits`,
///   `key-misaligned`, `key-too-long`: the first that applies, in this order. For a dialled number
///   without a valid reading: the error of its longest key after a hash that is not empty.
/// - `extension-length`: in the service scope, nines that do not end at 16 digits, or fewer than 16
///   digits (at the end). In the local scope, nines beyond 16 digits.
///
/// # Examples
///
/// ```
/// use acegate_codec::uri2dec::{Options, Strictness, decode};
///
/// // Section 3.3 prints the marker of the key twice.
/// let printed = "26202666263870266 1 1512622351721";
/// let strict = Options::default();
/// assert_eq!(decode(printed, &strict).unwrap_err().code(), "key-leading-zero");
/// let lenient = Options { strictness: Strictness::Lenient, ..strict };
/// assert_eq!(decode(printed, &lenient)?, "bob@commandus.com");
/// # Ok::<(), acegate_codec::Error>(())
/// ```
pub fn decode(number: &str, options: &Options) -> Result<String, Error> {
    match options.style {
        Style::Spaced => decode_spaced(number.as_bytes(), options),
        // `parses` returns an error if there is no reading, so the first reading exists.
        Style::Dialled => Ok(parses(number, options)?.next().unwrap_or_default()),
    }
}
fn decode_spaced(number: &[u8], options: &Options) -> Result<String, Error> {
    let end = number
        .iter()
        .position(|&octet| octet == b' ')
        .unwrap_or(number.len());
    packing::check_hash(&number[..end], 0)?;
    let tail = read_tail(number, end)?;
    let symbols = read_symbols(&number[..end], number, &tail, options)?;
    check_extension(
        end + 1 + tail.key.len(),
        tail.key.end..number.len(),
        options,
    )?;
    Ok(ascii(symbols))
}

/// Reads a space, the marker, a space and the key, from `at` to the end.
fn read_tail(number: &[u8], at: usize) -> Result<Tail, Error> {
    let marker = at + 1;
    let (profile, form) = number
        .get(marker)
        .and_then(|&marker| profile_of_marker(marker))
        .ok_or(Error::new(ErrorKind::Marker, marker.min(number.len())))?;
    let space = marker + 1;
    match number.get(space) {
        None => return Err(Error::new(ErrorKind::KeyEmpty, space)),
        Some(b' ') => {}
        Some(_) => return Err(Error::new(ErrorKind::Syntax, space)),
    }
    let start = space + 1;
    if let Some(more) = number[start..].iter().position(|&octet| octet == b' ') {
        return Err(Error::new(ErrorKind::Syntax, start + more));
    }
    Ok(Tail {
        profile,
        form,
        key: start..number.len() - trailing_nines(&number[start..]),
    })
}

/// Writes the number of an address. Errors have positions in the address.
fn write_number(address: &[u8], options: &Options, out: &mut Vec<u8>) -> Result<(), Error> {
    let mirrored = options.packing == Packing::InvertedMsb;
    let mut turned = Vec::new();
    if mirrored {
        turned.extend_from_slice(address);
        keypad::mirror_words(&mut turned, keypad::separates);
    }
    let symbols = if mirrored { &turned } else { address };
    let spaces = usize::from(options.style == Style::Spaced);
    let start = out.len();
    let length = address.len();
    let gap = 1 + 2 * spaces;
    let room = length + gap + packing::key_room(length).max(packing::ROOM);
    out.reserve(room + SERVICE_DIGITS);
    out.resize(start + room, b' ');
    let (hash, tail) = out[start..].split_at_mut(length);
    tail[spaces] = options.profile.marker(options.form) as u8;
    let digits = packing::pack_into(symbols, options.profile, hash, &mut tail[gap..])
        .map_err(|_| packing::fault(address))?;
    // Each digit 0 is a separate word, as in the address.
    if mirrored != (options.form == Form::PreInverted) {
        keypad::mirror_words(hash, keypad::separates);
    }
    if options.form == Form::PreInverted {
        hash.reverse();
    }
    out.truncate(start + length + gap + digits);
    if options.scope == NumberScope::Service {
        let nines = SERVICE_DIGITS.saturating_sub(length + 1 + digits);
        out.resize(out.len() + nines, NINE);
    }
    Ok(())
}

/// The address with these places.
pub(super) fn spell(places: &[Place]) -> String {
    ascii(places.iter().map(|place| place.symbol()).collect())
}
