//! A yardstick for the key packing of uri2dec in natural order, shifted profile, local numbers, spaced: one
//! word of 128 bits and a table of 256 entries, the first solution of a careful programmer.

use acegate_codec::uri2dec::{BITS, SYMBOLS};

/// The largest number of symbols of an address: three bits for each, LL and its zeros fill the word.
pub const LONGEST: usize = 40;

/// Room for the digits of one address.
type Scratch = [u8; LONGEST + 4];

/// The entry of an octet in the table.
#[derive(Clone, Copy)]
struct Symbol {
    digit: u8,
    code: u8,
    bits: u8,
}

const NO_SYMBOL: Symbol = Symbol {
    digit: 0,
    code: 0,
    bits: 0,
};

static BY_OCTET: [Symbol; 256] = symbols_by_octet();

const fn symbols_by_octet() -> [Symbol; 256] {
    let mut table = [NO_SYMBOL; 256];
    let mut key = 0;
    while key < SYMBOLS.len() {
        let symbols = SYMBOLS[key].as_bytes();
        let mut code = 0;
        while code < symbols.len() {
            let symbol = Symbol {
                digit: b'0' + key as u8,
                code: code as u8,
                bits: BITS[key] as u8,
            };
            table[symbols[code] as usize] = symbol;
            table[symbols[code].to_ascii_uppercase() as usize] = symbol;
            code += 1;
        }
        key += 1;
    }
    table
}

/// Writes the hash and the key digits of an address. Returns the number of key digits; `None` if the
/// address is empty, too long, or has a symbol that is not in the table.
pub fn pack(address: &[u8], hash: &mut [u8], key: &mut [u8]) -> Option<usize> {
    if address.is_empty() || address.len() > LONGEST {
        return None;
    }
    let mut vector = 0_u128;
    let mut length = 0;
    for (&octet, digit) in address.iter().zip(hash) {
        let symbol = BY_OCTET[octet as usize];
        if symbol.digit == 0 {
            return None;
        }
        *digit = symbol.digit;
        vector |= u128::from(symbol.code) << length;
        length += u32::from(symbol.bits);
    }
    if vector == 0 {
        key[0] = b'1';
        return Some(1);
    }
    let significant = u128::BITS - vector.leading_zeros();
    let extra = (3 - (significant + 2) % 3) % 3;
    let mut word = vector << (2 + extra) | u128::from(extra);
    let digits = ((significant + 2 + extra) / 3) as usize;
    for digit in key[..digits].iter_mut().rev() {
        *digit = b'1' + (word & 7) as u8;
        word >>= 3;
    }
    Some(digits)
}

/// Writes the address of a hash and a key. Returns `false` if the key is not canonical or too long.
pub fn unpack(hash: &[u8], key: &[u8], address: &mut [u8]) -> bool {
    if hash.is_empty() || hash.len() > LONGEST || key.is_empty() || key.len() > LONGEST + 2 {
        return false;
    }
    let mut word = 0_u128;
    for &digit in key {
        let value = digit.wrapping_sub(b'1');
        if value > 7 {
            return false;
        }
        word = word << 3 | u128::from(value);
    }
    if word != 0 {
        let extra = (word & 3) as u32;
        let spare = (word >> 2) & ((1 << extra) - 1);
        if key[0] < b'5' || extra == 3 || spare != 0 {
            return false;
        }
        word >>= 2 + extra;
    } else if key.len() > 1 {
        return false;
    }
    for (&digit, symbol) in hash.iter().zip(address) {
        let row = usize::from(digit.wrapping_sub(b'0'));
        let Some(symbols) = SYMBOLS.get(row) else {
            return false;
        };
        let bits = BITS[row];
        *symbol = symbols.as_bytes()[(word & ((1 << bits) - 1)) as usize];
        word >>= bits;
    }
    word == 0
}

/// Appends the number of an address. Returns `false` if [`pack`] returns `None`.
pub fn encode_into(address: &[u8], out: &mut Vec<u8>) -> bool {
    let (mut hash, mut key): (Scratch, Scratch) = ([0; LONGEST + 4], [0; LONGEST + 4]);
    let Some(digits) = pack(address, &mut hash, &mut key) else {
        return false;
    };
    out.extend_from_slice(&hash[..address.len()]);
    out.extend_from_slice(b" 1 ");
    out.extend_from_slice(&key[..digits]);
    true
}

/// Appends the address of a number. Returns `false` if it is not canonical or too long.
pub fn decode_into(number: &[u8], out: &mut Vec<u8>) -> bool {
    let Some(end) = number.iter().position(|&octet| octet == b' ') else {
        return false;
    };
    let (hash, tail) = number.split_at(end);
    let Some(key) = tail.strip_prefix(b" 1 ") else {
        return false;
    };
    let mut address: Scratch = [0; LONGEST + 4];
    if !unpack(hash, key, &mut address) {
        return false;
    }
    out.extend_from_slice(&address[..hash.len()]);
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refuses_numbers_that_do_not_fit_and_other_text() {
        let mut out = Vec::new();
        assert!(!encode_into(b"", &mut out));
        assert!(!encode_into(b"a b", &mut out));
        assert!(!encode_into(&[b'z'; 41], &mut out));
        assert!(encode_into(&[b'&'; 40], &mut out));
        // LL is 3; a leading zero; not aligned to the top; more bits than the hash has.
        for number in [
            "",
            "25423",
            "25423 1 ",
            "2 1 84",
            "2 1 15622",
            "2 1 4622",
            "2 1 8622",
        ] {
            assert!(!decode_into(number.as_bytes(), &mut out), "{number}");
        }
    }
}
