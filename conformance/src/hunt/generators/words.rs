//! Parts of texts, chosen at random.

use crate::hunt::random::Random;

pub(super) fn figure(random: &mut Random) -> char {
    char::from(b'0' + random.below(10) as u8)
}

/// One of the words, which commas with a space separate. A word may be empty.
pub(super) fn one_of<'a>(words: &'a str, random: &mut Random) -> &'a str {
    let words: Vec<&str> = words.split(", ").collect();
    random.choose(&words).copied().unwrap_or_default()
}
