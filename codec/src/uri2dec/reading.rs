//! How a number is read: its parts, and all readings of a dialled one (section 7.3).

use alloc::string::String;
use alloc::vec;
use alloc::vec::{IntoIter, Vec};
use core::ops::Range;

use super::{Form, NumberScope, Options, Packing, Profile, Strictness, key, keypad, packing};
use crate::error::{Error, ErrorKind};

/// The number of digits to which a service number is extended (section 5.7).
pub(super) const SERVICE_DIGITS: usize = 16;
/// The digit of the extension.
pub(super) const NINE: u8 = b'9';

/// Every valid reading of a dialled number, longest key first: the likeliest first.
///
/// There is at least one, and in the octal profile exactly one. The iterator decodes each address
/// when it returns it.
///
/// # Errors
///
/// The errors of [`decode`](super::decode) for a dialled number.
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

/// The part of a spaced number after the hash.
pub(super) struct Tail {
    pub(super) profile: Profile,
    pub(super) form: Form,
    /// The key digits, without the nines after them.
    pub(super) key: Range<usize>,
}

/// The symbols of the address in natural order, from a hash and the key in the tail of `number`.
pub(super) fn read_symbols(
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
pub(super) fn check_extension(
    digits: usize,
    nines: Range<usize>,
    options: &Options,
) -> Result<(), Error> {
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

pub(super) fn profile_of_marker(marker: u8) -> Option<(Profile, Form)> {
    Profile::of_marker(char::from(marker))
}

pub(super) fn trailing_nines(number: &[u8]) -> usize {
    number
        .iter()
        .rev()
        .take_while(|&&digit| digit == NINE)
        .count()
}

/// Symbols and digits as a string.
pub(super) fn ascii(octets: Vec<u8>) -> String {
    String::from_utf8(octets).expect("symbols and digits are ASCII")
}
