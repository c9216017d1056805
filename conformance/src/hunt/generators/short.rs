//! All short inputs: most bugs of libraries show in a few characters, and no smaller request shows them.

use acegate_codec::{Family, Verb, utf6};

use super::material::flagged;
use crate::hunt::random::Random;
use crate::hunt::space::{AskedOperation, Space, prefixed};
use crate::protocol::Request;

/// How many codes of eight classes have up to three characters: 1 + 8 + 64 + 512.
const UP_TO_3: u64 = 585;
/// How many have four or five: 8^4 + 8^5.
const FOUR_OR_FIVE: u64 = 36_864;

/// Twelve characters that stand for all: in texts, codecs treat the others like one of them.
const TEXT: [u32; 12] = [
    0x61, 0xFC, 0x2D, 0x41, 0x7F, 0x80, 0x7FF, 0xFFFF, 0x1_0000, 0x10_FFFF, 0xD800, 0x30,
];
const NAME: [u32; 12] = [
    0x61, 0xFC, 0x2D, 0x2E, 0x41, 0x30, 0x5F, 0x3002, 0x4E00, 0x1_0000, 0xDF, 0x20,
];
const ADDRESS: [u32; 12] = [
    0x61, 0x40, 0x2E, 0x3A, 0x2F, 0x25, 0x2D, 0x31, 0x41, 0x7E, 0x23, 0xFC,
];

pub(super) fn count(space: &Space) -> u64 {
    space.operations.len() as u64 * UP_TO_3
}

/// All inputs of up to three characters, codes of eight classes and texts of twelve.
pub(super) fn make(space: &Space, index: u64, random: &mut Random) -> Option<Vec<Request>> {
    // Short inputs of all operations come before longer ones of any.
    let count = space.operations.len() as u64;
    let operation = space
        .operations
        .get(usize::try_from(index % count.max(1)).ok()?)?;
    numbered(operation, index / count, random)
}

/// All codes of four and five characters, in their order.
pub(super) fn longer(space: &Space, index: u64, random: &mut Random) -> Option<Vec<Request>> {
    let readers: Vec<_> = space
        .operations
        .iter()
        .filter(|operation| operation.reads_code())
        .collect();
    let count = readers.len() as u64;
    let place = index / count.max(1);
    if place >= FOUR_OR_FIVE {
        return None;
    }
    let operation = readers.get(usize::try_from(index % count.max(1)).ok()?)?;
    numbered(operation, UP_TO_3 + place, random)
}

/// The request with the text of this number.
fn numbered(own: &AskedOperation, number: u64, random: &mut Random) -> Option<Vec<Request>> {
    let (prefix, alphabet) = alphabet(own);
    let input = prefixed(prefix, nth(alphabet, number)?);
    Some(vec![flagged(own.plain_request(input), random)])
}

/// The beginning of the inputs of an operation, and the characters that stand for all others.
fn alphabet(operation: &AskedOperation) -> (&'static str, &'static [u32]) {
    const CODE: [u32; 8] = [0x61, 0x62, 0x7A, 0x39, 0x2D, 0x41, 0xFC, 0x01];
    const QUINTETS: [u32; 8] = [0x47, 0x30, 0x46, 0x56, 0x38, 0x67, 0x2D, 0x57];
    const BASE32: [u32; 8] = [0x61, 0x62, 0x37, 0x32, 0x79, 0x41, 0x31, 0x2D];
    const HEXTETS: [u32; 8] = [0x67, 0x30, 0x66, 0x79, 0x78, 0x76, 0x41, 0x2D];
    const TELEPHONE: [u32; 8] = [0x2B, 0x34, 0x30, 0x2D, 0x20, 0x2E, 0x61, 0xFF14];
    const DIALLED: [u32; 8] = [0x32, 0x31, 0x38, 0x39, 0x30, 0x20, 0x2A, 0x37];
    let codec = &operation.codec;
    match (codec.family, operation.operation.verb) {
        (Family::Bootstring, Verb::Decode) => ("", &CODE),
        (Family::Texts, Verb::Decode) => ("", &QUINTETS),
        (Family::Labels, Verb::Decode) if codec.id == utf6::ABOUT.id => {
            (operation.prefix(), &HEXTETS)
        }
        (Family::Labels, Verb::Decode) => (operation.prefix(), &BASE32),
        (Family::Bootstring, Verb::ToUnicode) => (operation.prefix(), &CODE),
        (_, Verb::ToUnicode) => (operation.prefix(), &BASE32),
        (_, Verb::ToAscii) => ("", &NAME),
        (Family::Addresses, Verb::Decode | Verb::Parses | Verb::Invert) => ("", &DIALLED),
        (Family::Addresses, _) => ("", &ADDRESS),
        (Family::Telephone, _) => ("", &TELEPHONE),
        _ => ("", &TEXT),
    }
}

/// The text of this number, the shortest first: the empty text, then each character, then each pair.
fn nth(alphabet: &[u32], mut number: u64) -> Option<Vec<u32>> {
    let base = alphabet.len() as u64;
    let mut length = 0;
    // How many texts have this length.
    let mut count = 1;
    while number >= count {
        number -= count;
        count *= base;
        length += 1;
    }
    let mut text = vec![0; length];
    for place in text.iter_mut().rev() {
        *place = *alphabet.get(usize::try_from(number % base).ok()?)?;
        number /= base;
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn all_texts_come_once_the_shortest_first() {
        let alphabet = [1, 2, 3, 4, 5, 6, 7, 8];
        let all: Vec<_> = (0..UP_TO_3)
            .filter_map(|number| nth(&alphabet, number))
            .collect();
        assert_eq!(all[..3], [vec![], vec![1], vec![2]]);
        assert!(all.is_sorted_by_key(Vec::len));
        assert_eq!(all.last(), Some(&vec![8, 8, 8]));
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), 585);
        assert_eq!(nth(&alphabet, UP_TO_3 + FOUR_OR_FIVE - 1), Some(vec![8; 5]));
    }
}
