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
