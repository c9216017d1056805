//! The steps from an address to its number, as data for an explanation.

use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use super::key;
use super::keypad::{self, Place};
use super::number::{self, spell};
use super::packing;
use super::{Form, Options, Packing, Profile};
use crate::error::Error;

/// The steps from an address to its number, in the words of sections 5.1 to 5.7.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberTrace {
    /// The options that were followed.
    pub options: Options,
    /// The address in lowercase.
    pub address: String,
    /// The words of the address. Each symbol on the key 0 is a word of its own.
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
/// assert_eq!(steps.vector_letters(), "e c i l a");
/// assert_eq!(steps.vector_bits(), "01 00 10 10 01");
/// assert_eq!(steps.alignment_bits, "001");
/// assert_eq!(steps.triads.join(" "), "100 101 001 001");
/// assert_eq!(steps.key, "5622");
/// # Ok::<(), acegate_codec::Error>(())
/// ```
pub fn trace(address: &str, options: &Options) -> Result<NumberTrace, Error> {
    let natural = keypad::read_address(address.as_bytes())?;
    let mut inverted = natural.clone();
    keypad::invert(&mut inverted);
    let mut lowest_first = natural.clone();
    if options.packing == Packing::InvertedMsb {
        keypad::mirror_words(&mut lowest_first, |place| place.separates());
    }
    let significant_bits = significant_bits(&lowest_first);
    let (symbols, mut digits) = (spell(&lowest_first), vec![0; lowest_first.len()]);
    let mut octal = vec![0; packing::key_room(symbols.len())];
    let length = packing::pack_into(symbols.as_bytes(), Profile::Octal, &mut digits, &mut octal)?;
    octal.truncate(length);
    let shift = options.profile.zero() as u8 - Profile::Octal.zero() as u8;
    let number = number::encode(address, options)?;
    let nines = number.len() - number.trim_end_matches('9').len();
    Ok(NumberTrace {
        options: *options,
        address: spell(&natural),
        words: words(&natural),
        inverted: spell(&inverted),
        hash: hash(&natural),
        inverted_hash: hash(&inverted),
        vector: lowest_first.iter().rev().map(|&place| TraceSymbol::of(place)).collect(),
        significant_bits,
        alignment_bits: alignment(significant_bits),
        triads: octal.iter().map(|digit| binary(u64::from(digit - b'0'), 3)).collect(),
        marker: options.profile.marker(options.form),
        key: octal.iter().map(|digit| char::from(digit + shift)).collect(),
        extension: "9".repeat(nines),
        number,
    })
}

impl NumberTrace {
    /// The letters of the vector, highest first, with spaces between them.
    #[must_use]
    pub fn vector_letters(&self) -> String {
        let letters: Vec<_> = self.vector.iter().map(|symbol| symbol.symbol.to_string()).collect();
        letters.join(" ")
    }

    /// The bits of the vector, highest first, with spaces between the symbols.
    #[must_use]
    pub fn vector_bits(&self) -> String {
        let groups = self.vector.iter().map(|symbol| symbol.bits.as_str());
        groups.filter(|bits| !bits.is_empty()).collect::<Vec<_>>().join(" ")
    }

    /// The hash at the start of the number: of the address or of the inverted address.
    #[must_use]
    pub fn number_hash(&self) -> &str {
        match self.options.form {
            Form::Direct => &self.hash,
            Form::PreInverted => &self.inverted_hash,
        }
    }
}

impl TraceSymbol {
    fn of(place: Place) -> Self {
        Self {
            symbol: char::from(place.symbol()),
            digit: char::from(place.digit()),
            bits: binary(place.code(), place.bits()),
        }
    }
}

fn words(places: &[Place]) -> Vec<String> {
    let same_word = |left: &Place, right: &Place| !left.separates() && !right.separates();
    places.chunk_by(same_word).map(spell).collect()
}

fn hash(places: &[Place]) -> String {
    places.iter().map(|place| char::from(place.digit())).collect()
}

/// The number of bits of the vector up to its highest 1; 0 for the zero vector.
fn significant_bits(lowest_first: &[Place]) -> usize {
    let Some(top) = lowest_first.iter().rposition(|place| place.code() != 0) else {
        return 0;
    };
    let below: u32 = lowest_first[..top].iter().map(|place| place.bits()).sum();
    (below + u64::BITS - lowest_first[top].code().leading_zeros()) as usize
}

/// The extra zeros and, in the two lowest bits, their number (section 5.4).
fn alignment(significant_bits: usize) -> String {
    if significant_bits == 0 {
        return String::new();
    }
    let extra = key::extra_zeros(significant_bits);
    binary(u64::from(extra), extra + 2)
}

fn binary(number: u64, bits: u32) -> String {
    (0..bits).rev().map(|bit| if number >> bit & 1 == 1 { '1' } else { '0' }).collect()
}
