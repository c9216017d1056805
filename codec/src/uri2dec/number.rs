//! Hashes, keys, and the numbers made of them, spaced and dialled (sections 5.1 to 5.8 and 7).

use alloc::string::String;
use alloc::vec;
use alloc::vec::{IntoIter, Vec};
use core::ops::Range;

use super::key::{self};
use super::keypad::{self, Place};
use super::{Form, NumberScope, Options, Packing, Profile, Strictness, Style, packing};
use crate::error::{Error, ErrorKind};

/// The number of digits to which a service number is extended (section 5.7).
const SERVICE_DIGITS: usize = 16;
/// The digit of the extension.
const NINE: u8 = b'9';

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
/// is a word of its own.
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

/// Every valid reading of a dialled number, longest key first: the likeliest first.
///
/// There is at least one, and in the octal profile exactly one. The iterator decodes each address
/// when it returns it.
///
/// # Errors
///
/// The errors of [`decode`] for a dialled number.
///
/// # Complexity
///
/// Linear for the list and for each address. Read strictly, a number of n digits before its nines
/// has at most (n + 1) / 4 readings, rounded down; leniently fewer than n.
///
/// The reason for the strict bound: after a marker comes a digit from 5 on, or the zero key as the
/// last digit. So two markers are at least two digits apart, and the first of r markers precedes a
/// key of at least 2r - 1 digits. That key has at least 3 (2r - 1) - 2 bits. A digit of the hash
/// holds at most three, so the hash also has at least 2r - 1 digits. Together with the marker that is
/// 4r - 1. (With extra bits in the alignment the keys are one digit longer, and the bound is the
/// same.)
///
/// # Examples
///
/// ```
/// use acegate_codec::uri2dec::{Options, parses};
///
/// // The hash ends in a 1 that is also a marker.
/// let readings: Vec<_> = parses("262026662638702661512622351721", &Options::default())?.collect();
/// assert_eq!(readings[0], "bob@commandus.com");
/// assert_eq!(readings.len(), 2);
/// # Ok::<(), acegate_codec::Error>(())
/// ```
pub fn parses<'a>(number: &'a str, options: &Options) -> Result<Parses<'a>, Error> {
    let number = number.as_bytes();
    if number.is_empty() {
        return Err(Error::new(ErrorKind::HashEmpty, 0));
    }
    if let Some(at) = number.iter().position(|digit| !digit.is_ascii_digit()) {
        return Err(Error::new(ErrorKind::Syntax, at));
    }
    let body = &number[..number.len() - trailing_nines(number)];
    let markers = match options.profile {
        Profile::Octal => octal_marker(body).map(|at| Vec::from([at])),
        Profile::Shifted => shifted_markers(body, options.strictness),
    };
    let markers = markers.ok_or(Error::new(ErrorKind::Marker, number.len()))?;
    // A list of several markers holds valid readings only. A list of one is checked here.
    if let Some(&marker) = markers.first() {
        if marker == 0 {
            return Err(Error::new(ErrorKind::HashEmpty, marker));
        }
        let capacity = body[..marker].iter().map(|&digit| bits(digit)).sum();
        key::check(
            body,
            marker + 1..body.len(),
            options.profile,
            capacity,
            options.strictness,
        )?;
    }
    check_extension(body.len(), body.len()..number.len(), options)?;
    Ok(Parses {
        body,
        options: *options,
        markers: markers.into_iter(),
    })
}

/// The readings of a dialled number, by [`parses`].
#[derive(Clone, Debug)]
pub struct Parses<'a> {
    body: &'a [u8],
    options: Options,
    markers: IntoIter<usize>,
}

impl Iterator for Parses<'_> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let marker = self.markers.next()?;
        let (profile, form) = profile_of_marker(self.body[marker]).unwrap_or_default();
        let tail = Tail {
            profile,
            form,
            key: marker + 1..self.body.len(),
        };
        read_symbols(&self.body[..marker], self.body, &tail, &self.options)
            .map(ascii)
            .ok()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.markers.size_hint()
    }
}

impl ExactSizeIterator for Parses<'_> {}

/// The last 8 or 9 (section 7.3).
fn octal_marker(body: &[u8]) -> Option<usize> {
    body.iter().rposition(|&digit| matches!(digit, b'8' | b'9'))
}

/// The markers of all valid readings, leftmost first. If none is valid, the one marker whose error is
/// reported. `None` if there is no marker.
///
/// A key has neither 0 nor 9, so the search ends at the last of these digits, which may be a marker
/// itself.
fn shifted_markers(body: &[u8], strictness: Strictness) -> Option<Vec<usize>> {
    let zero = Profile::Shifted.zero() as u8;
    let first = body
        .iter()
        .rposition(|digit| matches!(digit, b'0' | b'9'))
        .unwrap_or(0);
    let mut capacity: usize = body.iter().map(|&digit| bits(digit)).sum();
    let mut first_nonzero = body.len();
    let mut valid = Vec::new();
    let mut longest = None;
    for marker in (first..body.len()).rev() {
        capacity -= bits(body[marker]);
        if matches!(body[marker], b'0' | b'1') {
            if marker > 0 || longest.is_none() {
                longest = Some(marker);
            }
            let digits = &body[marker + 1..];
            let zeros = first_nonzero - (marker + 1);
            if marker > 0
                && !digits.is_empty()
                && key::check_digits(digits, zeros, zero, capacity, strictness).is_ok()
            {
                valid.push(marker);
            }
        }
        if body[marker] != zero {
            first_nonzero = marker;
        }
    }
    if valid.is_empty() {
        return longest.map(|marker| Vec::from([marker]));
    }
    valid.reverse();
    Some(valid)
}

/// The number of bits of a symbol with this hash digit.
fn bits(digit: u8) -> usize {
    keypad::BITS[usize::from(digit - b'0')] as usize
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

/// The part of a spaced number after the hash.
struct Tail {
    profile: Profile,
    form: Form,
    /// The key digits, without the nines after them.
    key: Range<usize>,
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

/// The symbols of the address in natural order, from a hash and the key in the tail of `number`.
fn read_symbols(
    hash: &[u8],
    number: &[u8],
    tail: &Tail,
    options: &Options,
) -> Result<Vec<u8>, Error> {
    let mirrored = options.packing == Packing::InvertedMsb;
    let mut turned = Vec::new();
    let hash = match (tail.form, mirrored) {
        (Form::Direct, false) => hash,
        (form, _) => {
            turned.extend_from_slice(hash);
            // The form and the packing can each reverse the words.
            if form == Form::PreInverted {
                turned.reverse();
            }
            if mirrored != (form == Form::PreInverted) {
                keypad::mirror_words(&mut turned, keypad::separates);
            }
            &turned
        }
    };
    let mut symbols = vec![0; hash.len().max(packing::ROOM)];
    let key = &number[tail.key.clone()];
    packing::unpack_into(hash, key, tail.profile, options.strictness, &mut symbols)
        .map_err(|error| error.shifted_by(tail.key.start))?;
    symbols.truncate(hash.len());
    if mirrored {
        keypad::mirror_words(&mut symbols, keypad::separates);
    }
    Ok(symbols)
}

/// Checks section 5.7 for a number of `digits` digits with `nines` nines after them.
fn check_extension(digits: usize, nines: Range<usize>, options: &Options) -> Result<(), Error> {
    if options.strictness == Strictness::Lenient {
        return Ok(());
    }
    let total = digits + nines.len();
    let right = match options.scope {
        NumberScope::Service if nines.is_empty() => total >= SERVICE_DIGITS,
        NumberScope::Service => total == SERVICE_DIGITS,
        NumberScope::Local => nines.is_empty() || total <= SERVICE_DIGITS,
    };
    if right {
        Ok(())
    } else {
        Err(Error::new(ErrorKind::ExtensionLength, nines.start))
    }
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
    // Each digit 0 is a word of its own, as in the address.
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

fn profile_of_marker(marker: u8) -> Option<(Profile, Form)> {
    Profile::of_marker(char::from(marker))
}

fn trailing_nines(number: &[u8]) -> usize {
    number
        .iter()
        .rev()
        .take_while(|&&digit| digit == NINE)
        .count()
}

/// The address with these places.
pub(super) fn spell(places: &[Place]) -> String {
    ascii(places.iter().map(|place| place.symbol()).collect())
}

/// Symbols and digits as a string.
pub(super) fn ascii(octets: Vec<u8>) -> String {
    String::from_utf8(octets).expect("symbols and digits are ASCII")
}
