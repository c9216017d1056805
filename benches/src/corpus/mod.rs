//! The inputs of the measurements: text that is so large and varied that the branch predictor cannot
//! learn it, and that is the same in every run.

mod script;
mod texts;

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use fastrand::Rng;

pub use script::{SCRIPTS, Script};
pub use texts::{TextKind, script_text, text};

/// The number of labels in the corpus.
pub const LABELS: usize = 10_000;

/// The smallest and the largest number of code points of a label.
pub const LABEL_SIZES: RangeInclusive<usize> = 3..=20;

/// The first `count` labels: one to three words, 3 to 20 code points, scripts in turn, no two equal.
///
/// They are the same for every call. Every label has at least one character outside ASCII; some have a
/// hyphen, an English word or digits as well.
#[must_use]
pub fn labels(count: usize) -> Vec<String> {
    const SHAPES: [&str; 8] = ["A-S", "SN", "S-S", "S", "S", "SS", "SS", "SSS"];
    let mut random = Rng::with_seed(0x1abe1);
    different(count, is_label, |turn, label| {
        SCRIPTS[turn % SCRIPTS.len()].push_one_of(&SHAPES, &mut random, label);
    })
}

fn is_label(text: &str) -> bool {
    !text.is_ascii() && LABEL_SIZES.contains(&text.chars().count())
}

/// The number of addresses in the corpus.
pub const ADDRESSES: usize = 10_000;

/// The smallest and the largest number of symbols of an address.
pub const ADDRESS_SIZES: RangeInclusive<usize> = 10..=40;

/// The first `count` addresses of uri2dec: 10 to 40 symbols, mail addresses, host names and paths in turn,
/// no two equal.
///
/// They are the same for every call. All symbols are in the tables of uri2dec, in lowercase.
#[must_use]
pub fn addresses(count: usize) -> Vec<String> {
    const MAIL: &[&str] = &["A.A@H", "A.A@H", "A_A@H", "AN@H"];
    const PATHS: &[&str] = &["H/A", "H/A/A", "H/A", "H/A/A", "H/A?pN", "H/A/A?pN"];
    let mut random = Rng::with_seed(0xADD2E55);
    different(count, is_address, |turn, address| {
        let shapes = [MAIL, MAIL, &["H", "www.H"], PATHS][turn % 4];
        Script::ASCII.push_one_of(shapes, &mut random, address);
    })
}

fn is_address(text: &str) -> bool {
    ADDRESS_SIZES.contains(&text.len())
}

/// The first `count` host names of ASCII: 10 to 40 octets, no two equal. They are the same for every call.
#[must_use]
pub fn hosts(count: usize) -> Vec<String> {
    let mut random = Rng::with_seed(0x4057);
    different(count, is_address, |_, host| {
        Script::ASCII.push_one_of(&["H", "www.H"], &mut random, host);
    })
}

/// A string of exactly `length` symbols: addresses one after the other, none of them twice.
#[must_use]
pub fn long_address(length: usize) -> String {
    let mut out = addresses(length / ADDRESS_SIZES.start() + 1).join("&");
    out.truncate(length);
    out
}

/// So many different texts: those that `push` gives for the number of texts so far, if they are fit.
fn different(
    count: usize,
    is_fit: impl Fn(&str) -> bool,
    mut push: impl FnMut(usize, &mut String),
) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let mut texts = Vec::with_capacity(count);
    while texts.len() < count {
        let mut text = String::new();
        push(texts.len(), &mut text);
        if is_fit(&text) && seen.insert(text.clone()) {
            texts.push(text);
        }
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;
    use acegate_codec::uri2dec;

    /// The number of characters of texts that are different and of these sizes.
    fn size(texts: &[String], sizes: RangeInclusive<usize>) -> usize {
        assert_eq!(texts.iter().collect::<BTreeSet<_>>().len(), texts.len());
        let lengths = texts.iter().map(|text| text.chars().count());
        lengths
            .inspect(|length| assert!(sizes.contains(length)))
            .sum()
    }

    #[test]
    fn labels_and_addresses_are_different_and_of_their_sizes() {
        let addresses = addresses(ADDRESSES);
        assert_eq!(addresses.len(), ADDRESSES);
        assert!((240_000..280_000).contains(&size(&addresses, ADDRESS_SIZES)));
        let all = labels(LABELS);
        assert_eq!(all.len(), LABELS);
        assert!((85_000..105_000).contains(&size(&all, LABEL_SIZES)));
        assert!(all.iter().all(|label| !label.is_ascii()));
        let foreign = all
            .iter()
            .flat_map(|label| label.chars())
            .filter(|c| !c.is_ascii());
        assert!((60_000..80_000).contains(&foreign.count()));
        assert_eq!(
            labels(500),
            all[..500],
            "a shorter corpus is the beginning of a longer one"
        );
        // A Chinese, a Russian and a Korean label, at the indices of their scripts.
        let letters = [
            '\u{4E00}'..='\u{9FA5}',
            '\u{430}'..='\u{44F}',
            '\u{AC00}'..='\u{D7A3}',
        ];
        for (at, letters) in [0, 1, 6].into_iter().zip(letters) {
            let mut own = all.iter().skip(at).step_by(SCRIPTS.len());
            assert!(
                own.all(|label| label.contains(|c| letters.contains(&c))),
                "{at}"
            );
        }
    }

    #[test]
    fn symbols_are_all_in_the_tables_and_long_addresses_have_the_length_asked_for() {
        let long = [1, 1_024, 65_536].map(long_address);
        assert_eq!(long.each_ref().map(String::len), [1, 1_024, 65_536]);
        for address in addresses(ADDRESSES).into_iter().chain(long) {
            assert!(uri2dec::hash(&address).is_ok(), "{address}");
            assert_eq!(address, address.to_ascii_lowercase());
        }
    }
}
