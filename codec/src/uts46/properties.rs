//! Properties of code points by which reports describe a group of them.

use icu_properties::props::{GeneralCategory, NamedEnumeratedProperty, Script};
use icu_properties::{CodePointMapData, PropertyNamesLong};

/// The General_Category of a code point, such as `Nonspacing_Mark`.
#[must_use]
pub fn general_category(c: char) -> &'static str {
    long_name(CodePointMapData::<GeneralCategory>::new().get(c))
}

/// The Script of a code point, such as `Hebrew`.
#[must_use]
pub fn script(c: char) -> &'static str {
    long_name(CodePointMapData::<Script>::new().get(c))
}

/// The name of a value as the files of Unicode have it. A value that is newer than the names has none.
fn long_name<P: NamedEnumeratedProperty>(value: P) -> &'static str {
    PropertyNamesLong::<P>::new()
        .get(value)
        .unwrap_or("unnamed")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_points_have_the_names_of_unicode() {
        assert_eq!(general_category('\u{301}'), "Nonspacing_Mark");
        assert_eq!(general_category('\u{50000}'), "Unassigned");
        assert_eq!(script('\u{5D0}'), "Hebrew");
        assert_eq!(script('\u{3D000}'), "Seal");
    }
}
