//! Blocks whose code points are all alike, so that a test does not need each of them.

use std::env;
use std::ops::RangeInclusive;

/// Whether a test of all code points leaves this one out. Of a block of code points that have the same properties,
/// every fiftieth is enough. With `ALL_CODE_POINTS` in the environment, none is left out.
pub(crate) fn is_left_out(c: char) -> bool {
    let is_alike = BLOCKS.iter().any(|block| block.contains(&c));
    is_alike && u32::from(c) % 50 != 0 && env::var_os("ALL_CODE_POINTS").is_none()
}

const BLOCKS: [RangeInclusive<char>; 7] = [
    // Han and its extension A.
    '\u{3400}'..='\u{4DB0}',
    '\u{4E00}'..='\u{9FA0}',
    // Syllables of Hangul.
    '\u{AC00}'..='\u{D7A0}',
    // Private use.
    '\u{E000}'..='\u{F8FF}',
    // Extension B of Han.
    '\u{20000}'..='\u{2A6D0}',
    // Planes without an assigned code point.
    '\u{40000}'..='\u{DFFFF}',
    // Private use.
    '\u{F0000}'..='\u{10FF00}',
];
