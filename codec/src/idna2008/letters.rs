//! Lower case (RFC 5895, section 2, step 1), for letters that are newer than the tables of Rust too.

use alloc::borrow::Cow;
use alloc::string::String;

use icu_properties::CodePointMapData;
use icu_properties::props::GeneralCategory;

use crate::uts46::model::{Icu, Status, Tables};

/// The text in lower case, with the form of sigma that its position requires.
#[must_use]
pub(super) fn lower(text: &str) -> Cow<'_, str> {
    if !text.contains(has_lower_case) {
        return text.into();
    }
    if text.is_ascii() {
        return text.to_ascii_lowercase().into();
    }
    // Rust knows where a sigma ends a word, but its tables may be of an older version.
    let lowered: String = text.chars().map(lower_if_new).collect();
    lowered.to_lowercase().into()
}

fn has_lower_case(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_uppercase();
    }
    c.to_lowercase().ne([c]) || lower_if_new(c) != c
}

/// The lower case of a capital letter that Rust does not know. Other characters stay.
///
/// Such a letter is mapped to one small letter, and has no compatibility decomposition: U+1D400, a mathematical
/// letter, is mapped too, but has no lower case.
fn lower_if_new(c: char) -> char {
    let categories = CodePointMapData::<GeneralCategory>::new();
    if categories.get(c) != GeneralCategory::UppercaseLetter || c.to_lowercase().ne([c]) {
        return c;
    }
    if icu_normalizer::ComposingNormalizerBorrowed::new_nfkc().normalize(c.encode_utf8(&mut [0; 4]))
        != *c.encode_utf8(&mut [0; 4])
    {
        return c;
    }
    let Status::Mapped(text) = Icu.status(c) else {
        return c;
    };
    let mut mapped = text.chars();
    match (mapped.next(), mapped.next()) {
        (Some(small), None) if categories.get(small) == GeneralCategory::LowercaseLetter => small,
        _ => c,
    }
}
