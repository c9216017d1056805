//! A short way for most names: nothing in them can be wrong but hyphens and lengths.
//!
//! A name takes it if each code point is *simple*: it is PVALID wherever it stands, stays as it is under every mapping,
//! and does not run to the left.

use alloc::borrow::ToOwned;
use alloc::string::String;

use super::facts::Facts;
use super::options::NameOptions;
use crate::facts::Verb;
use crate::host::{LABEL_MAX, NAME_MAX};
use crate::punycode::{self, PREFIX};

/// The answer for a name that takes the short way and breaks no rule; `None` for any other.
pub(super) fn answer(verb: Verb, name: &str, options: &NameOptions) -> Option<String> {
    let mut ascii = String::with_capacity(name.len() + PREFIX.len());
    let mut labels = name.split('.').peekable();
    let mut is_first = true;
    while let Some(label) = labels.next() {
        if !is_first {
            ascii.push('.');
        }
        if label.is_empty() {
            let is_root = !is_first && labels.peek().is_none();
            if !is_root || !options.root {
                return None;
            }
        } else {
            append(label, &mut ascii)?;
        }
        is_first = false;
    }
    let without_root = ascii.strip_suffix('.').unwrap_or(&ascii);
    if without_root.len() > NAME_MAX {
        return None;
    }
    match verb {
        Verb::ToAscii => Some(ascii),
        _ => Some(name.to_owned()),
    }
}

/// Appends a label in ASCII, or gives nothing if a rule may be broken or the label may have the prefix.
fn append(label: &str, ascii: &mut String) -> Option<()> {
    let mut characters = label.chars();
    if !characters.all(|c| Facts::of(c).is_simple())
        || label.starts_with('-')
        || label.ends_with('-')
    {
        return None;
    }
    if label.contains("--") && label.chars().skip(2).take(2).eq("--".chars()) {
        return None;
    }
    let start = ascii.len();
    if label.is_ascii() {
        *ascii += label;
    } else {
        *ascii += PREFIX;
        punycode::encode_into(label, ascii).ok()?;
    }
    (ascii.len() - start <= LABEL_MAX).then_some(())
}
