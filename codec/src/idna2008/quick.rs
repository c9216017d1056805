//! A short way for most names: nothing in them can be wrong but hyphens and lengths.
//!
//! A name takes it if each code point is *simple*: it is PVALID wherever it stands, stays as it is under every mapping,
//! and does not run to the left. Names repeat their code points, so each is looked up in the tables once. An answer
//! does not depend on the order of the questions.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::sync::atomic::{AtomicU8, Ordering};

use icu_normalizer::properties::CanonicalCombiningClassMapBorrowed;

use super::options::NameOptions;
use super::property::property;
use super::terms::Property;
use crate::facts::Verb;
use crate::host::{LABEL_MAX, NAME_MAX};
use crate::punycode::{self, PREFIX};
use crate::uts46::facts::{composes_backwards, is_normal};
use crate::uts46::model::{Bidi, Icu, Tables};

/// The planes that have code points of names: 0 to 3.
const REMEMBERED: usize = 0x4_0000;

const UNKNOWN: u8 = 0;
const SIMPLE: u8 = 1;
const NOT_SIMPLE: u8 = 2;

static KNOWN: [AtomicU8; REMEMBERED] = [const { AtomicU8::new(UNKNOWN) }; REMEMBERED];

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
    if !characters.all(is_simple) || label.starts_with('-') || label.ends_with('-') {
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

#[inline]
fn is_simple(c: char) -> bool {
    let Some(known) = KNOWN.get(c as usize) else {
        return false;
    };
    match known.load(Ordering::Relaxed) {
        UNKNOWN => {
            let is_simple = is_simple_by_the_tables(c);
            let word = if is_simple { SIMPLE } else { NOT_SIMPLE };
            known.store(word, Ordering::Relaxed);
            is_simple
        }
        word => word == SIMPLE,
    }
}

#[cold]
#[inline(never)]
fn is_simple_by_the_tables(c: char) -> bool {
    property(c.into()) == Property::Pvalid
        && !Icu.is_mark(c)
        && CanonicalCombiningClassMapBorrowed::new().get_u8(c) == 0
        && !composes_backwards(c)
        && is_normal(c)
        && !matches!(Icu.bidi(c), Bidi::R | Bidi::AL | Bidi::AN)
        // U+13A0 is PVALID, and RFC 5895 maps it to U+AB70, which is not.
        && c.to_lowercase().eq([c])
}
