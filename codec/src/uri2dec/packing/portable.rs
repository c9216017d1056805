//! The kernels of the packing core for every processor.
//!
//! Sixteen symbols at a time pass through an accumulator of 64 bits. They have at most 48 bits, and
//! fewer than eight bits are left from the group before. Eight digits at a time pass through the
//! eight octets of a word.
//!
//! `alice` has the position codes 01 10 10 00 01, of two bits each. From the last symbol back, the
//! accumulator is 1, then 1 << 2 | 0 = 4, 4 << 2 | 2 = 18, 18 << 2 | 2 = 74 and 74 << 2 | 1 = 297,
//! which is 129 in hexadecimal.

use super::super::keypad::{BITS, Place, widths};

/// The number of symbols that pass through the accumulator together.
const GROUP: usize = 16;
/// The number of digits that are spread or joined in one word.
const WORD: usize = 8;
/// The number of octets for the bits of [`WORD`] digits.
const WORD_BITS: usize = 3;
/// 1 in every octet of a word.
const EACH: u64 = 0x0101_0101_0101_0101;
/// See [`capacity`](super::capacity).
pub(super) fn capacity(hash: &[u8]) -> usize {
    // At most 85 digits of three bits each are summed, so that the sum fits an octet. Processors add
    // many octets at once.
    let chunks = hash.chunks(usize::from(u8::MAX / 3));
    chunks
        .map(|chunk| usize::from(chunk.iter().map(|&digit| width(digit)).sum::<u8>()))
        .sum()
}

/// The number of bits of a hash digit. Most have two, so only the others are compared: 0 for the
/// key 1, and 3 for the keys 7 and 9.
fn width(digit: u8) -> u8 {
    const COMMON: u32 = 2;
    let exceptions = (b'0'..).zip(BITS).filter(|(_, bits)| *bits != COMMON);
    exceptions.fold(
        COMMON as u8,
        |bits, (key, other)| if digit == key { other as u8 } else { bits },
    )
}

/// See [`gather`](super::gather).
pub(super) fn gather(address: &[u8], hash: &mut [u8], bits: &mut [u8]) -> Option<usize> {
    let mut sink = Sink {
        end: bits.len(),
        bits,
        value: 0,
        length: 0,
    };
    let mut all = VALID;
    let mut groups = address.chunks_exact(GROUP);
    let mut hashes = hash.chunks_exact_mut(GROUP);
    for (symbols, digits) in groups.by_ref().zip(hashes.by_ref()) {
        // A full group is unrolled.
        let (symbols, digits): (&[u8; GROUP], &mut [u8; GROUP]) =
            (symbols.first_chunk()?, digits.first_chunk_mut()?);
        sink.put(gather_group(symbols, digits, &mut all))?;
    }
    sink.put(gather_group(
        groups.remainder(),
        hashes.into_remainder(),
        &mut all,
    ))?;
    let octets = sink.bits.len() - sink.end + (sink.length as usize).div_ceil(8);
    (all == VALID).then_some(octets)
}

/// The bits of a group of symbols, and their number.
#[inline(always)]
fn gather_group(symbols: &[u8], digits: &mut [u8], all: &mut u32) -> (u64, u32) {
    let (mut value, mut length) = (0_u64, 0_u32);
    // From the last symbol to the first: the entry of a symbol gives the shift and the new bits.
    for (&symbol, digit) in symbols.iter().zip(digits).rev() {
        let entry = ENTRIES[usize::from(symbol)];
        *digit = (entry >> DIGIT_OF_ENTRY) as u8;
        value = value.wrapping_shl(entry) | u64::from(entry >> CODE);
        // Only the low bits are the width. The bits above never carry down into them.
        length = length.wrapping_add(entry);
        *all &= entry;
    }
    (value, length % u64::BITS)
}

/// The accumulator. It writes whole octets before `end`.
struct Sink<'a> {
    bits: &'a mut [u8],
    end: usize,
    /// The bits that do not fill an octet. They are written already, and again with the next ones.
    value: u64,
    length: u32,
}

impl Sink<'_> {
    /// Writes at most 48 more bits.
    fn put(&mut self, (bits, count): (u64, u32)) -> Option<()> {
        self.value |= bits << self.length;
        self.length += count;
        let slot = self.bits[..self.end].last_chunk_mut()?;
        *slot = self.value.to_be_bytes();
        let octets = self.length / 8;
        self.end -= octets as usize;
        self.value >>= octets * 8;
        self.length %= 8;
        Some(())
    }
}

/// See [`spread`](super::spread). The first `unused` bits of `bits` are skipped.
pub(super) fn spread(bits: &[u8], unused: u32, zero: u8, out: &mut [u8]) {
    let zeros = EACH * u64::from(zero);
    let word = |at: usize| {
        let bits = bits
            .get(at * WORD_BITS..)
            .and_then(|bits| bits.first_chunk());
        let bits = u32::from_be_bytes(*bits.unwrap_or(&[0; 4]));
        (octets((bits << unused) >> 8) + zeros).to_be_bytes()
    };
    let mut words = out.chunks_exact_mut(WORD);
    let count = words.len();
    for (at, digits) in words.by_ref().enumerate() {
        digits.copy_from_slice(&word(at));
    }
    let rest = words.into_remainder();
    rest.copy_from_slice(&word(count)[..rest.len()]);
}

/// See [`join`](super::join).
pub(super) fn join(digits: &[u8], zero: u8, out: &mut [u8]) {
    let zeros = EACH * u64::from(zero);
    let words = digits
        .rchunks_exact(WORD)
        .filter_map(|digits| digits.first_chunk());
    for (digits, out) in words.zip(out.chunks_exact_mut(WORD_BITS)) {
        let bits = bits(u64::from_be_bytes(*digits).wrapping_sub(zeros));
        out.copy_from_slice(&bits.to_le_bytes()[..WORD_BITS]);
    }
}

/// See [`scatter`](super::scatter).
pub(super) fn scatter(hash: &[u8], bits: &[u8], used: usize, address: &mut [u8]) -> usize {
    let mut used = used;
    // The next bits, at least 57 of them.
    let word = |used: usize| {
        let octets = bits.get(used / 8..).and_then(|bits| bits.first_chunk());
        u64::from_le_bytes(*octets.unwrap_or(&[0; 8])) >> (used % 8)
    };
    let mut groups = hash.chunks_exact(GROUP);
    let mut addresses = address.chunks_exact_mut(GROUP);
    for (digits, symbols) in groups.by_ref().zip(addresses.by_ref()) {
        if let (Some(digits), Some(symbols)) = (digits.first_chunk(), symbols.first_chunk_mut()) {
            used += scatter_group(
                digits as &[u8; GROUP],
                word(used),
                symbols as &mut [u8; GROUP],
            );
        }
    }
    used + scatter_group(groups.remainder(), word(used), addresses.into_remainder())
}

/// Writes a group of symbols. Returns the number of their bits.
#[inline(always)]
fn scatter_group(digits: &[u8], bits: u64, symbols: &mut [u8]) -> usize {
    let (mut bits, mut length) = (bits, 0);
    for (&digit, symbol) in digits.iter().zip(symbols) {
        let width = WIDTHS[usize::from(digit)];
        *symbol = SYMBOLS[usize::from(digit)][(bits % 8) as usize];
        bits = bits.wrapping_shr(u32::from(width));
        length += usize::from(width);
    }
    length
}

/// 24 bits as eight octets of three bits each, the lowest bits in the lowest octet: 0o76543210
/// becomes 0x0706050403020100. Each step halves the groups: two of 12 bits, four of 6, eight of 3.
const fn octets(bits: u32) -> u64 {
    let bits = bits as u64;
    let halves = (bits | bits << 20) & 0x0000_0fff_0000_0fff;
    let quarters = (halves | halves << 10) & 0x003f_003f_003f_003f;
    (quarters | quarters << 5) & 0x0707_0707_0707_0707
}

/// The inverse of [`octets`].
const fn bits(octets: u64) -> u32 {
    let quarters = (octets | octets >> 5) & 0x003f_003f_003f_003f;
    let halves = (quarters | quarters >> 10) & 0x0000_0fff_0000_0fff;
    (halves | halves >> 20) as u32 & 0x00ff_ffff
}

/// The first bit of the hash digit in an entry of [`ENTRIES`].
///
/// An entry has the number of bits in its lowest octet, the hash digit in the next and the position
/// code above. The entry of `a` is 013202 in hexadecimal: the code 1, the digit `2` (character 32),
/// two bits. A shift by an entry uses only its low bits, so the entry itself is the shift.
const DIGIT_OF_ENTRY: u32 = 8;
/// The first bit of the position code in an entry.
const CODE: u32 = 16;
/// The bits that the entries of all symbols have: the high bits of a digit. The entries of octets
/// that are not symbols lack them.
const VALID: u32 = (b'0' as u32) << DIGIT_OF_ENTRY;

/// The entry of every octet. Zero if the octet is not a symbol.
static ENTRIES: [u32; 256] = {
    let mut entries = [0; 256];
    let mut octet = 0;
    while octet < entries.len() {
        if let Some(place) = Place::of(octet as u8) {
            let digit = (place.digit() as u32) << DIGIT_OF_ENTRY;
            entries[octet] = place.bits() | digit | (place.code() as u32) << CODE;
        }
        octet += 1;
    }
    entries
};

/// The number of bits by hash digit.
static WIDTHS: [u8; 256] = widths(b'0' as usize);

/// The symbols by hash digit and by the next three bits. A key with fewer bits ignores the others.
static SYMBOLS: [[u8; 8]; 256] = {
    let mut symbols = [[0; 8]; 256];
    let mut key = 0;
    while key < BITS.len() {
        let digit = b'0' + key as u8;
        let mut bits = 0;
        while bits < 8 {
            symbols[digit as usize][bits] = Place::on_key(digit).at(bits as u64).symbol();
            bits += 1;
        }
        key += 1;
    }
    symbols
};
