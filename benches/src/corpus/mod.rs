//! The inputs of the measurements: text that is so large and varied that the branch predictor cannot
//! learn it, and that is the same in every run.

use std::collections::BTreeSet;

mod addresses;
mod labels;
mod script;
mod texts;

pub use addresses::{ADDRESS_SIZES, ADDRESSES, addresses, long_address};
pub use labels::{LABEL_SIZES, LABELS, labels};
pub use script::{SCRIPTS, Script};
pub use texts::{TextKind, script_text, text};

/// So many different texts, the first that `make` gives for the number of texts so far and that are fit.
fn different(
    count: usize,
    is_fit: impl Fn(&str) -> bool,
    mut make: impl FnMut(usize) -> String,
) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let mut texts = Vec::with_capacity(count);
    while texts.len() < count {
        let text = make(texts.len());
        if is_fit(&text) && seen.insert(text.clone()) {
            texts.push(text);
        }
    }
    texts
}

#[cfg(test)]
mod tests {
    use std::ops::RangeInclusive;

    use super::*;

    /// The number of characters of texts that are different and of these sizes.
    fn size(texts: &[String], sizes: RangeInclusive<usize>) -> usize {
        assert_eq!(texts.iter().collect::<BTreeSet<_>>().len(), texts.len());
        let lengths = texts.iter().map(|text| text.chars().count());
        lengths.inspect(|length| assert!(sizes.contains(length))).sum()
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
        let foreign = all.iter().flat_map(|label| label.chars()).filter(|c| !c.is_ascii());
        assert!((60_000..80_000).contains(&foreign.count()));
        assert_eq!(labels(500), all[..500], "a shorter corpus is the beginning of a longer one");
    }
}
