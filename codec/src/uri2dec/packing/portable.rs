//! The kernels of the packing core for every processor.
//!
//! Symbols pass through a 64-bit accumulator, sixteen at a time, which take 48 bits or fewer; what
//! a group leaves in it is less than an octet. Digits pass by eight, as the octets of one word.

use super::super::keypad::{BITS, Place};

/// The symbols that pass through the accumulator together.
const GROUP: usize = 16;
/// The digits that are spread, or joined, in one word, and the octets of their bits.
const WORD: usize = 8;
const WORD_BITS: usize = 3;
/// A one in every octet of a word.
const EACH: u64 = 0x0101_0101_0101_0101;
/// The bit that all digits have, and that stands for what is none is missing.
const DIGIT: u8 = 0x10;

/// See [`gather`](super::gather).
pub(super) fn gather(address: &[u8], hash: &mut [u8], bits: &mut [u8]) -> Option<usize> {
    let mut sink = Sink { end: bits.len(), bits, value: 0, length: 0 };
    let mut all = DIGIT;
    let mut groups = address.chunks_exact(GROUP);
    let mut hashes = hash.chunks_exact_mut(GROUP);
    for (symbols, digits) in groups.by_ref().zip(hashes.by_ref()) {
        for (&symbol, digit) in symbols.iter().zip(digits.iter_mut()) {
            *digit = sink.put(ENTRIES[usize::from(symbol)]);
        }
        all = digits.iter().fold(all, |all, digit| all & digit);
        sink.flush()?;
    }
    for (&symbol, digit) in groups.remainder().iter().zip(hashes.into_remainder()) {
        *digit = sink.put(ENTRIES[usize::from(symbol)]);
        all &= *digit;
    }
    sink.flush()?;
    let octets = sink.bits.len() - sink.end + (sink.length as usize).div_ceil(8);
    (all == DIGIT).then_some(octets)
}

/// Bits on their way to the octets before `end`.
struct Sink<'a> {
    bits: &'a mut [u8],
    end: usize,
    value: u64,
    /// The low bits count.
    length: u32,
}

impl Sink<'_> {
    /// Takes a symbol and gives its hash digit.
    fn put(&mut self, entry: u32) -> u8 {
        self.value |= u64::from(entry >> CODE).wrapping_shl(self.length);
        // What stands above the width never comes down to the bits that a shift looks at.
        self.length = self.length.wrapping_add(entry);
        (entry >> DIGIT_OF_ENTRY) as u8
    }

    /// Writes all bits, and keeps those that are less than an octet to write them again.
    fn flush(&mut self) -> Option<()> {
        self.length &= 63;
        let slot = self.bits[..self.end].last_chunk_mut()?;
        *slot = self.value.to_be_bytes();
        let octets = self.length / 8;
        self.end -= octets as usize;
        self.value >>= octets * 8;
        self.length %= 8;
        Some(())
    }
}

/// See [`spread`](super::spread). The first `unused` bits of `bits` are left out.
pub(super) fn spread(bits: &[u8], unused: u32, zero: u8, out: &mut [u8]) {
    let zeros = EACH * u64::from(zero);
    let word = |at: usize| {
        let bits = bits.get(at * WORD_BITS..).and_then(|bits| bits.first_chunk());
        let bits = u32::from_be_bytes(*bits.unwrap_or(&[0; 4]));
        (octets((bits << unused) >> 8) + zeros).to_be_bytes()
    };
    for (at, digits) in out.chunks_mut(WORD).enumerate() {
        digits.copy_from_slice(&word(at)[..digits.len()]);
    }
}

/// See [`join`](super::join).
pub(super) fn join(digits: &[u8], zero: u8, out: &mut [u8]) {
    let zeros = EACH * u64::from(zero);
    let words = digits.rchunks_exact(WORD).filter_map(|digits| digits.first_chunk());
    for (digits, out) in words.zip(out.chunks_exact_mut(WORD_BITS)) {
        let bits = bits(u64::from_be_bytes(*digits).wrapping_sub(zeros));
        out.copy_from_slice(&bits.to_le_bytes()[..WORD_BITS]);
    }
}

/// See [`scatter`](super::scatter).
pub(super) fn scatter(hash: &[u8], bits: &[u8], used: usize, address: &mut [u8]) -> usize {
    let mut used = used;
    for (digits, symbols) in hash.chunks(GROUP).zip(address.chunks_mut(GROUP)) {
        let Some(octets) = bits.get(used / 8..).and_then(|bits| bits.first_chunk()) else {
            return used;
        };
        let mut value = u64::from_le_bytes(*octets) >> (used % 8);
        for (&digit, symbol) in digits.iter().zip(symbols) {
            let width = WIDTHS[usize::from(digit)];
            *symbol = SYMBOLS[usize::from(digit)][(value & 7) as usize];
            value >>= width & 7;
            used += usize::from(width);
        }
    }
    used
}

/// 24 bits as eight octets of three, the lowest in the lowest.
const fn octets(bits: u32) -> u64 {
    let bits = bits as u64;
    let halves = (bits | bits << 20) & 0x0000_0fff_0000_0fff;
    let quarters = (halves | halves << 10) & 0x003f_003f_003f_003f;
    (quarters | quarters << 5) & 0x0707_0707_0707_0707
}

/// Undoes [`octets`].
const fn bits(octets: u64) -> u32 {
    let quarters = (octets | octets >> 5) & 0x003f_003f_003f_003f;
    let halves = (quarters | quarters >> 10) & 0x0000_0fff_0000_0fff;
    (halves | halves >> 20) as u32 & 0x00ff_ffff
}

/// Where the entry of a symbol has its hash digit and, up to its top, its position code. The number
/// of bits is in the lowest octet.
const DIGIT_OF_ENTRY: u32 = 8;
const CODE: u32 = 16;

/// What packing asks of every octet. All zero where it is no symbol.
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
static WIDTHS: [u8; 256] = {
    let mut widths = [0; 256];
    let mut key = 0;
    while key < BITS.len() {
        widths[b'0' as usize + key] = BITS[key] as u8;
        key += 1;
    }
    widths
};

/// The symbols by hash digit and by the three lowest bits, of which the key has all or fewer.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_digits_are_the_octal_digits() {
        assert_eq!(octets(0o76543210), 0x0706_0504_0302_0100);
        for number in (0..1 << 24).step_by(997) {
            assert_eq!(bits(octets(number)), number);
        }
    }
}
