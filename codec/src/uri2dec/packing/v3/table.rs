//! The tables of the shuffles, each twice, once for either half of a register.

use super::super::super::key::Alignment;
use super::super::super::keypad::{BITS, Place};

/// A table of sixteen octets for a shuffle.
pub(super) type Table = [u8; 32];

/// 32 octets and 32 zeros: where a load from it begins says where the octets end.
pub(super) type Margin = [u8; 64];

/// The zeros of the profiles before octets.
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

/// How the digits of a key are written.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(super) struct Writing {
    /// The octets of a number in which the bits of two digits stand, sixteen times.
    pub(super) pairs: Table,
    /// The factors that move these bits to the top of the two octets.
    pub(super) factors: [u16; 16],
    /// LL, which is below the bits of the vector, in the last digit.
    pub(super) last: [u8; 32],
    /// The number of digits.
    pub(super) digits: u8,
}

/// How keys are written, by the number of bits of their vectors up to the highest one; of keys of up
/// to 32 digits.
pub(super) static WRITINGS: [Writing; 95] = {
    let empty = Writing { pairs: [0; 32], factors: [0; 16], last: [0; 32], digits: 0 };
    let mut table = [empty; 95];
    let mut significant = 0;
    while significant < table.len() {
        let unused = u128::BITS as usize - significant;
        let writing = &mut table[significant];
        let mut at = 0;
        while at < writing.pairs.len() {
            // The octets of a number go from the highest down. Those below the last, behind the
            // digits of the key, are read as zero.
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

/// How up to 32 octets are loaded: whole words from where they are, and the word at the end, of which
/// one to four octets are not among these, from the last four octets there are.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(super) struct Loading {
    /// The words that are loaded whole.
    pub(super) whole: [u32; 8],
    /// By how many bits the word at the end is shifted in each place, by all where it is not.
    pub(super) shifts: [u32; 8],
}

/// How so many octets are loaded to the beginning of a register.
pub(super) static LOADINGS: [Loading; 33] = loadings(false);

/// How so many octets are loaded to the end of a register; there the word is the first four.
pub(super) static LOADINGS_LAST: [Loading; 33] = loadings(true);

const fn loadings(last: bool) -> [Loading; 33] {
    let mut table = [Loading { whole: [0; 8], shifts: [u32::BITS; 8] }; 33];
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
/// to 7F: key in the low four bits, position code above, and the highest bit where it is no symbol.
///
/// Capital and small letters share a row. What differs in it is that 60 and 7F are no symbols.
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

/// The number of positions, by key.
pub(super) static POSITIONS: Table = positions(0);

/// The bits that a position code may have, by key.
pub(super) static CODES: Table = positions(1);

/// The symbols of the keys with two bits and with none, four keys in a table, and those of the keys
/// with three bits, two keys in the last. A symbol stands at its position code from the base of its
/// key on.
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

/// By key, where its symbols begin: the number of the table in bits 4 and 5, the place in it below.
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

/// For each number of unused bits, the octets in which the bits of two digits stand, sixteen times.
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

/// The factors that move these bits to the top of the two octets, of which the first is the higher.
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

/// The octets of four numbers of 24 bits, one in every 32 bits: the second and the first in the
/// higher half of the result, the fourth and the third below.
pub(super) static JOINED: [u8; 16] =
    [8, 9, 10, 12, 13, 14, 0, 1, 2, 4, 5, 6, 0x80, 0x80, 0x80, 0x80];

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

/// The number of positions less so many, by key.
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
