//! A vector with a boolean for each bit: the words of the document as code.

use acegate_codec::uri2dec::{BITS, SYMBOLS};

/// The number of an address; `None` if a symbol is not in the table.
#[must_use]
pub fn encode(address: &str) -> Option<String> {
    let mut number = String::new();
    let mut vector = Vec::new();
    for symbol in address.chars() {
        let key = SYMBOLS.iter().position(|symbols| symbols.contains(symbol))?;
        let code = SYMBOLS[key].find(symbol)?;
        number.extend(char::from_digit(key as u32, 10));
        vector.extend((0..BITS[key]).map(|bit| code >> bit & 1 == 1));
    }
    if number.is_empty() {
        return None;
    }
    number.push_str(" 1 ");
    let significant = vector.iter().rposition(|&bit| bit).map_or(0, |top| top + 1);
    if significant == 0 {
        number.push('1');
        return Some(number);
    }
    let extra = (3 - (significant + 2) % 3) % 3;
    let mut bits = vec![extra & 1 == 1, extra & 2 == 2];
    bits.resize(2 + extra, false);
    bits.extend_from_slice(&vector[..significant]);
    number.extend(bits.rchunks(3).map(|triad| {
        let value = triad.iter().rev().fold(0, |value, &bit| 2 * value + u8::from(bit));
        char::from(b'1' + value)
    }));
    Some(number)
}

/// The address of a number that [`encode`] wrote.
#[must_use]
pub fn decode(number: &str) -> Option<String> {
    let (hash, key) = number.split_once(" 1 ")?;
    let mut bits = Vec::new();
    for digit in key.bytes().rev() {
        let value = digit.checked_sub(b'1').filter(|value| *value < 8)?;
        bits.extend([value & 1 == 1, value & 2 == 2, value & 4 == 4]);
    }
    let extra = usize::from(*bits.first()?) + 2 * usize::from(*bits.get(1)?);
    let mut vector = bits.into_iter().skip(2 + extra).chain(std::iter::repeat(false));
    hash.bytes()
        .map(|digit| {
            let key = usize::from(digit.checked_sub(b'0')?);
            let code = (0..*BITS.get(key)?)
                .filter_map(|bit| Some(usize::from(vector.next()?) << bit))
                .sum::<usize>();
            SYMBOLS[key].chars().nth(code)
        })
        .collect()
}
