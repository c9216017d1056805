//! The derived property (RFC 5892, sections 2 and 3), computed from the data of ICU4X.

use icu_properties::props::{self, GeneralCategory};
use icu_properties::{
    CodePointMapData, CodePointMapDataBorrowed, CodePointSetData, CodePointSetDataBorrowed,
};

use super::published::age;
use super::terms::{Age, Property};

const CATEGORIES: CodePointMapDataBorrowed<'static, GeneralCategory> =
    CodePointMapData::<GeneralCategory>::new();
const NONCHARACTERS: CodePointSetDataBorrowed<'static> =
    CodePointSetData::new::<props::NoncharacterCodePoint>();
const JOIN_CONTROLS: CodePointSetDataBorrowed<'static> =
    CodePointSetData::new::<props::JoinControl>();
const CHANGES_WHEN_FOLDED: CodePointSetDataBorrowed<'static> =
    CodePointSetData::new::<props::ChangesWhenNfkcCasefolded>();
const DEFAULT_IGNORABLES: CodePointSetDataBorrowed<'static> =
    CodePointSetData::new::<props::DefaultIgnorableCodePoint>();
const WHITE_SPACE: CodePointSetDataBorrowed<'static> = CodePointSetData::new::<props::WhiteSpace>();
const HANGUL: CodePointMapDataBorrowed<'static, props::HangulSyllableType> =
    CodePointMapData::<props::HangulSyllableType>::new();

/// The derived property in Unicode 18, by the algorithm of RFC 5892, section 3. A number above 10FFFF is
/// DISALLOWED.
#[must_use]
pub fn property(code_point: u32) -> Property {
    // The first test that holds decides, so the order matters: by their categories, U+0640 would be PVALID (Lm) and
    // U+00B7 DISALLOWED (Po).
    if let Some(exception) = exception(code_point) {
        return exception;
    }
    // BackwardCompatible (G) has no member: RFC 6452 and RFC 9233 left it empty.
    let category = CATEGORIES.get32(code_point);
    let is_noncharacter = NONCHARACTERS.contains32(code_point);
    if category == GeneralCategory::Unassigned && !is_noncharacter && code_point <= 0x10_FFFF {
        return Property::Unassigned;
    }
    if matches!(code_point, 0x2D | 0x30..=0x39 | 0x61..=0x7A) {
        return Property::Pvalid;
    }
    if JOIN_CONTROLS.contains32(code_point) {
        return Property::ContextJ;
    }
    // Unstable (B). The property of Unicode also removes the default ignorable code points. The next test
    // refuses these.
    if CHANGES_WHEN_FOLDED.contains32(code_point) {
        return Property::Disallowed;
    }
    if DEFAULT_IGNORABLES.contains32(code_point)
        || WHITE_SPACE.contains32(code_point)
        || is_noncharacter
    {
        return Property::Disallowed;
    }
    if is_in_ignorable_block(code_point) || is_old_hangul_jamo(code_point) {
        return Property::Disallowed;
    }
    if is_letter_or_digit(category) {
        return Property::Pvalid;
    }
    Property::Disallowed
}

/// The derived property in a version of Unicode.
///
/// A code point that is newer is UNASSIGNED. Of the others, only U+111C9 has changed its value since Unicode 6.0:
/// it was punctuation before Unicode 11, and is a mark.
#[must_use]
pub fn property_in(code_point: u32, version: Age) -> Property {
    match age(code_point) {
        Some(assigned) if assigned <= version => {}
        _ => return Property::Unassigned,
    }
    if code_point == 0x111C9 && version < Age::V11_0 {
        return Property::Disallowed;
    }
    property(code_point)
}

/// Exceptions (F), section 2.6.
const fn exception(code_point: u32) -> Option<Property> {
    match code_point {
        0xDF | 0x3C2 | 0x6FD | 0x6FE | 0xF0B | 0x3007 => Some(Property::Pvalid),
        0xB7 | 0x375 | 0x5F3 | 0x5F4 | 0x30FB => Some(Property::ContextO),
        0x660..=0x669 | 0x6F0..=0x6F9 => Some(Property::ContextO),
        0x640 | 0x7FA | 0x302E | 0x302F | 0x3031..=0x3035 | 0x303B => Some(Property::Disallowed),
        _ => None,
    }
}

/// IgnorableBlocks (D), section 2.4: marks for symbols, and two blocks of music.
const fn is_in_ignorable_block(code_point: u32) -> bool {
    matches!(code_point, 0x20D0..=0x20FF | 0x1D100..=0x1D1FF | 0x1D200..=0x1D24F)
}

/// OldHangulJamo (I), section 2.9.
fn is_old_hangul_jamo(code_point: u32) -> bool {
    use props::HangulSyllableType as Type;
    matches!(
        HANGUL.get32(code_point),
        Type::LeadingJamo | Type::VowelJamo | Type::TrailingJamo
    )
}

/// LetterDigits (A), section 2.1.
const fn is_letter_or_digit(category: GeneralCategory) -> bool {
    use GeneralCategory as Category;
    matches!(
        category,
        Category::LowercaseLetter
            | Category::UppercaseLetter
            | Category::OtherLetter
            | Category::DecimalNumber
            | Category::ModifierLetter
            | Category::NonspacingMark
            | Category::SpacingMark
    )
}
