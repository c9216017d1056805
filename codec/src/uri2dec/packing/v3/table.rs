//! The tables of the shuffles. A shuffle looks up within each half of a register, so a table holds
//! its sixteen octets twice.
//!
//! For example `a` (hexadecimal 61): `PLACES[2]`, for the row 60 to 6F, has 12 at 1: the position
//! code 1 on the key 2. Back: `BASES[2]` is 08, so the symbols of the key 2 begin at 8 in `SYMBOLS[0]`,
//! and the code 1 is at 9: `a`. The key 5 has the base 14, table 1 from 4 on, and `l`, its code 2, is
//! at 6.

use super::super::super::key::Alignment;
use super::super::super::keypad::{BITS, Place};

/// A table of sixteen octets for a shuffle, twice.
pub(super) type Table = [u8; 32];

/// 32 equal octets and then 32 zeros. A load that begins at `n` has 32 - `n` of the octets first.
pub(super) type Margin = [u8; 64];

/// The zero digits of the profiles octal and shifted, to fill up the front of a key.
pub(super) static ZEROS_BEFORE: [Margin; 2] = [margin(b'0'), margin(b'1')];

const fn margin(octet: u8) -> Margin {
    let mut margin = [0; 64];
    let mut at = 0;
    while at < 32 {
        margin[at] = octet;
        at += 1;
    }
    margin
}

/// The tables with which [`octal`](super::vector::octal) writes the digits of a key.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(super) struct Writing {
    /// For each pair of digits, the two octets of the number that hold its six bits.
    pub(super) pairs: Table,
    /// For each pair of digits, the factor that moves its six bits to the top of the two octets.
    pub(super) factors: [u16; 16],
    /// The alignment length LL, to be added to the last digit.
    pub(super) last: [u8; 32],
    /// The number of digits.
    pub(super) digits: u8,
}

/// The writings of keys of up to 32 digits, by the number of significant bits of the vector.
///
/// `alice` has nine. `WRITINGS[9]` has four digits and the LL 1 in the last of them.
pub(super) static WRITINGS: [Writing; 95] = {
    let empty = Writing {
        pairs: [0; 32],
        factors: [0; 16],
        last: [0; 32],
        digits: 0,
    };
    let mut table = [empty; 95];
    let mut significant = 0;
    while significant < table.len() {
        let unused = u128::BITS as usize - significant;
        let writing = &mut table[significant];
        let mut at = 0;
        while at < writing.pairs.len() {
            // The highest octet of a number has the index 15. An index below 0 wraps to one with the
            // highest bit, which a shuffle reads as zero.
            writing.pairs[at] = 15_u8.wrapping_sub(PAIRS[unused % 8][at] + (unused / 8) as u8);
            at += 1;
        }
        writing.factors = FACTORS[unused % 8];
        let Alignment { digits, extra } = Alignment::of(significant);
        writing.last[digits - 1] = extra as u8;
        writing.digits = digits as u8;
        significant += 1;
    }
    table
};

/// The tables for loading up to 32 octets: whole words from their place, and the rest of one to four
/// octets from the last four octets.
///
/// For example the five octets `alice`: one whole word, `alic`, and of the last four octets, `lice`,
/// the highest one, `e`, which is `lice` shifted by 24 bits to the right.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(super) struct Loading {
    /// The words that are loaded whole.
    pub(super) whole: [u32; 8],
    /// The shift of the last four octets for each word; 32, which leaves nothing, for all words but
    /// one.
    pub(super) shifts: [u32; 8],
}

/// The tables for loading octets to the beginning of a register, by their number.
pub(super) static LOADINGS: [Loading; 33] = loadings(false);

/// The tables for loading octets to the end of a register, by their number. Here the rest is taken
/// from the first four octets.
pub(super) static LOADINGS_LAST: [Loading; 33] = loadings(true);

const fn loadings(last: bool) -> [Loading; 33] {
    let mut table = [Loading {
        whole: [0; 8],
        shifts: [u32::BITS; 8],
    }; 33];
    let mut count = 1;
    while count < table.len() {
        let words = (count - 1) / 4;
        let mut word = 0;
        while word < words {
            table[count].whole[if last { 7 - word } else { word }] = u32::MAX;
            word += 1;
        }
        let shift = 8 * (3 - (count - 1) % 4) as u32;
        table[count].shifts[if last { 7 - words } else { words }] = shift;
        count += 1;
    }
    table
}

/// The places of the octets 20 to 2F, of 30 to 3F, of 40 to 4F and 60 to 6F, and of 50 to 5F and 70
/// to 7F: the key in the low four bits, the position code above, and the highest bit set if the
/// octet is not a symbol.
///
/// Uppercase and lowercase letters share a row. 60 and 7F differ from 40 and 5F, which are symbols;
/// [`places`](super::vector::places) tests them separately.
pub(super) static PLACES: [Table; 4] = [places(0x20), places(0x30), places(0x40), places(0x50)];

/// The number of bits of a position code, by key.
pub(super) static WIDTHS: Table = {
    let mut table = [0; 32];
    let mut key = 0;
    while key < BITS.len() {
        table[key] = BITS[key] as u8;
        table[key + 16] = BITS[key] as u8;
        key += 1;
    }
    table
};

/// The number of positions, by key: 2 to the power of the number of bits.
pub(super) static POSITIONS: Table = positions(0);

/// The mask of the bits of a position code, by key: the number of positions less 1.
pub(super) static CODES: Table = positions(1);

/// The symbols. The first two tables hold the keys with at most two bits, four keys each. The third
/// holds the two keys with three bits. A symbol is at the base of its key plus its position code.
pub(super) static SYMBOLS: [Table; 3] = {
    let mut tables = [[0; 32]; 3];
    let mut key = 0;
    while key < BITS.len() {
        let base = BASES[key];
        let mut code = 0;
        while code < 1 << BITS[key] {
            let at = (base & 0x0f) as usize + code;
            let symbol = Place::on_key(key as u8).at(code as u64).symbol();
            tables[(base >> 4) as usize][at] = symbol;
            tables[(base >> 4) as usize][at + 16] = symbol;
            code += 1;
        }
        key += 1;
    }
    tables
};

/// The bases of the keys: the number of the table of [`SYMBOLS`] in bits 4 and 5, and the index of
/// the first symbol below.
pub(super) static BASES: Table = {
    let mut bases = [0; 32];
    let (mut narrow, mut wide) = (0, 0);
    let mut key = 0;
    while key < BITS.len() {
        let base = if BITS[key] == 3 {
            wide += 8;
            0x20 + wide - 8
        } else {
            narrow += 4;
            narrow - 4
        };
        bases[key] = base;
        bases[key + 16] = base;
        key += 1;
    }
    bases
};

/// For each number of unused bits before the first digit and each pair of digits, the two octets
/// that hold the six bits of the pair.
pub(super) static PAIRS: [Table; 8] = {
    let mut tables = [[0; 32]; 8];
    let mut unused = 0;
    while unused < 8 {
        let mut pair = 0;
        while pair < 16 {
            let octet = ((unused + 6 * pair) / 8) as u8;
            tables[unused][2 * pair] = octet + 1;
            tables[unused][2 * pair + 1] = octet;
            pair += 1;
        }
        unused += 1;
    }
    tables
};

/// For the same, the factor that moves the six bits to the top of the two octets.
pub(super) static FACTORS: [[u16; 16]; 8] = {
    let mut tables = [[0; 16]; 8];
    let mut unused = 0;
    while unused < 8 {
        let mut pair = 0;
        while pair < 16 {
            tables[unused][pair] = 1 << ((unused + 6 * pair) % 8);
            pair += 1;
        }
        unused += 1;
    }
    tables
};

/// The shuffle that takes four numbers of 24 bits, each in a word of 32, and writes their octets
/// one after the other, the lowest first: the fourth number, the third, the second, the first.
pub(super) static JOINED: [u8; 16] = [
    8, 9, 10, 12, 13, 14, 0, 1, 2, 4, 5, 6, 0x80, 0x80, 0x80, 0x80,
];

const fn places(first: u8) -> Table {
    let mut table = [0x80; 32];
    let mut at = 0;
    while at < table.len() {
        if let Some(place) = Place::of(first + at as u8 % 16) {
            table[at] = (place.digit() - b'0') | ((place.code() as u8) << 4);
        }
        at += 1;
    }
    table
}

/// The number of positions less `less`, by key.
const fn positions(less: u8) -> Table {
    let mut table = [0; 32];
    let mut key = 0;
    while key < BITS.len() {
        table[key] = (1 << BITS[key]) - less;
        table[key + 16] = table[key];
        key += 1;
    }
    table
}
