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

/// LL alone, by its value: where a load from it begins says which digit it is in.
pub(super) static LAST: [Margin; 3] = {
    let mut tables = [[0; 64]; 3];
    tables[1][31] = 1;
    tables[2][31] = 2;
    tables
};

/// By the number of bits of a vector up to its highest one: the digits of its key, and where in
/// [`LAST`] a load begins that has LL in the last of them. Of keys of up to 32 digits.
pub(super) static ALIGNMENTS: [(u8, u8); 95] = {
    let mut table = [(0, 0); 95];
    let mut significant = 0;
    while significant < table.len() {
        let Alignment { digits, extra } = Alignment::of(significant);
        table[significant] = (digits as u8, (extra as usize * 64 + 32 - digits) as u8);
        significant += 1;
    }
    table
};

/// Eight words of zeros between words of ones.
pub(super) static WORDS: [u32; 24] = {
    let mut words = [u32::MAX; 24];
    let mut at = 8;
    while at < 16 {
        words[at] = 0;
        at += 1;
    }
    words
};

/// A word of ones between words of zeros.
pub(super) static WORD: [u32; 24] = {
    let mut words = [0; 24];
    words[8] = u32::MAX;
    words
};

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

/// The same where the octets are those of a number, from the highest down.
pub(super) static PAIRS_OF_NUMBER: [Table; 8] = {
    let mut tables = PAIRS;
    let mut unused = 0;
    while unused < tables.len() {
        let mut at = 0;
        while at < 32 {
            tables[unused][at] = 15 - tables[unused][at];
            at += 1;
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
