//! The steps from an address to its number, as data for an explanation.

use alloc::string::String;
use alloc::vec::Vec;

use super::keypad::{self, Place};
use super::number::{self, spell};
use super::{Options, Packing};
use crate::error::Error;

/// The steps from an address to its number, in the words of sections 5.1 to 5.7.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberTrace {
    /// The options that were followed.
    pub options: Options,
    /// The address in lowercase.
    pub address: String,
    /// The words of the address. Each symbol on the key 0 is a separate word.
    pub words: Vec<String>,
    /// The address with its words in reverse order.
    pub inverted: String,
    /// The hash of the address.
    pub hash: String,
    /// The hash of the inverted address.
    pub inverted_hash: String,
    /// The vector, highest symbol first.
    pub vector: Vec<TraceSymbol>,
    /// The number of bits of the vector up to its highest 1.
    pub significant_bits: usize,
    /// The bits below the vector: the extra zeros and their number. Empty for the zero vector.
    pub alignment_bits: String,
    /// Vector and alignment in groups of three bits, highest first.
    pub triads: Vec<String>,
    /// The marker of the profile and form.
    pub marker: char,
    /// The key digits.
    pub key: String,
    /// The nines after the key.
    pub extension: String,
    /// The number.
    pub number: String,
}

/// A symbol of the vector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceSymbol {
    /// The symbol.
    pub symbol: char,
    /// Its hash digit.
    pub digit: char,
    /// The bits of its position code, highest first. Empty for the symbol `1`.
    pub bits: String,
}

/// Encodes an address and records every step.
///
/// # Errors
///
/// The errors of [`encode`](super::encode).
///
/// # Examples
///
/// ```
/// use acegate_codec::uri2dec::{Options, trace};
///
/// let steps = trace("alice", &Options::default())?;
/// assert_eq!((steps.vector[0].symbol, &*steps.vector[0].bits), ('e', "01"));
/// assert_eq!(steps.alignment_bits, "001");
/// assert_eq!(steps.triads.join(" "), "100 101 001 001");
/// assert_eq!(steps.key, "5622");
/// # Ok::<(), acegate_codec::Error>(())
/// ```
pub fn trace(address: &str, options: &Options) -> Result<NumberTrace, Error> {
    let natural = keypad::read_address(address.as_bytes())?;
    let inverted = number::invert(address)?;
    let mut lowest_first = natural.clone();
    if options.packing == Packing::InvertedMsb {
        keypad::mirror_words(&mut lowest_first, |place| place.separates());
    }
    let number = number::encode(address, options)?;
    let key = String::from(&number::key(address, options)?[2..]);
    let values: Vec<_> = key
        .bytes()
        .map(|digit| digit - options.profile.zero() as u8)
        .collect();
    // The two lowest bits are the number of the extra zeros above them (section 5.4).
    let extra = usize::from(values[values.len() - 1] & 3);
    let (significant_bits, alignment_bits) = match *values {
        [0] => (0, String::new()),
        _ => (3 * values.len() - 2 - extra, binary(extra, extra + 2)),
    };
    let nines = number.len() - number.trim_end_matches('9').len();
    Ok(NumberTrace {
        options: *options,
        address: spell(&natural),
        words: words(&natural),
        hash: number::hash(address)?,
        inverted_hash: number::hash(&inverted)?,
        inverted,
        vector: lowest_first
            .iter()
            .rev()
            .map(|&place| TraceSymbol::of(place))
            .collect(),
        significant_bits,
        alignment_bits,
        triads: values
            .iter()
            .map(|&value| binary(value.into(), 3))
            .collect(),
        marker: options.profile.marker(options.form),
        key,
        extension: "9".repeat(nines),
        number,
    })
}

impl TraceSymbol {
    fn of(place: Place) -> Self {
        Self {
            symbol: char::from(place.symbol()),
            digit: char::from(place.digit()),
            bits: binary(place.code() as usize, place.bits() as usize),
        }
    }
}

fn words(places: &[Place]) -> Vec<String> {
    let words = places.chunk_by(|left, right| !left.separates() && !right.separates());
    words.map(spell).collect()
}

fn binary(number: usize, bits: usize) -> String {
    (0..bits)
        .rev()
        .map(|bit| if number >> bit & 1 == 1 { '1' } else { '0' })
        .collect()
}
