//! The tables of Unicode that UTS #46 reads, from two sources.

use alloc::string::String;

use icu_normalizer::uts46::{Uts46Mapper, Uts46MapperBorrowed};
use icu_properties::props::{self, GeneralCategory};
use icu_properties::{CodePointMapData, CodePointMapDataBorrowed};
use idna_mapping::Mapper;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::{canonical_combining_class, is_combining_mark};

/// The status of a code point in the mapping table (UTS #46, section 5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// It stays.
    Valid,
    /// It is removed.
    Ignored,
    /// It is replaced by this text.
    Mapped(String),
    /// It stays, and transitional processing replaces it by this text.
    Deviation(&'static str),
    /// It is an error.
    Disallowed,
}

/// The property Bidi_Class, as far as RFC 5893 tells the classes apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of RFC 5893")]
pub enum Bidi {
    L,
    R,
    AL,
    AN,
    EN,
    ES,
    CS,
    ET,
    ON,
    BN,
    NSM,
    /// Any other class. No label of a Bidi name has it.
    Other,
}

/// The property Joining_Type, as far as RFC 5892 tells the types apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of RFC 5892")]
pub enum Joining {
    L,
    R,
    D,
    T,
    /// Any other type.
    Other,
}

/// The tables of one version of Unicode.
pub trait Tables: Sync {
    /// The status of a code point in `IdnaMappingTable.txt`.
    fn status(&self, c: char) -> Status;

    /// The text in normalisation form C.
    fn nfc(&self, text: &str) -> String;

    /// Whether the General_Category is a mark.
    fn is_mark(&self, c: char) -> bool;

    /// Whether the Canonical_Combining_Class is 9, the class of viramas.
    fn is_virama(&self, c: char) -> bool;

    /// The Bidi class.
    fn bidi(&self, c: char) -> Bidi;

    /// The joining type.
    fn joining(&self, c: char) -> Joining;
}

/// Unicode 16, from `idna_mapping`, `unicode-normalization`, `unicode-bidi` and `unicode-joining-type`.
pub struct Unicode16;

/// Unicode 18, from the data of ICU4X.
pub struct Icu;

/// The status by what a mapper makes of a code point: U+FFFD of a disallowed one.
fn status(c: char, mapped: String) -> Status {
    match (c, mapped.as_str()) {
        ('\u{DF}', _) => Status::Deviation("ss"),
        ('\u{3C2}', _) => Status::Deviation("σ"),
        ('\u{200C}' | '\u{200D}', _) => Status::Deviation(""),
        (_, "\u{FFFD}") => Status::Disallowed,
        (_, "") => Status::Ignored,
        (_, text) if text.chars().eq([c]) => Status::Valid,
        _ => Status::Mapped(mapped),
    }
}

impl Tables for Unicode16 {
    fn status(&self, c: char) -> Status {
        status(c, Mapper::new(core::iter::once(c), false).collect())
    }

    fn nfc(&self, text: &str) -> String {
        text.nfc().collect()
    }

    fn is_mark(&self, c: char) -> bool {
        is_combining_mark(c)
    }

    fn is_virama(&self, c: char) -> bool {
        canonical_combining_class(c) == 9
    }

    fn bidi(&self, c: char) -> Bidi {
        use unicode_bidi::BidiClass;
        match unicode_bidi::bidi_class(c) {
            BidiClass::R => match c {
                // The defaults of unassigned code points, by the head of `DerivedBidiClass.txt`.
                '\u{860}'..='\u{8FF}' | '\u{10D00}'..='\u{10D3F}' | '\u{10EC0}'..='\u{10EFF}' => {
                    Bidi::AL
                }
                '\u{10F30}'..='\u{10F6F}' | '\u{1EC70}'..='\u{1ECBF}' => Bidi::AL,
                '\u{1ED00}'..='\u{1ED4F}' => Bidi::AL,
                _ => Bidi::R,
            },
            BidiClass::L => match c {
                '\u{2065}' | '\u{FDD0}'..='\u{FDEF}' | '\u{FFF0}'..='\u{FFF8}' => Bidi::BN,
                '\u{E0000}'..='\u{E0FFF}' => Bidi::BN,
                _ if u32::from(c) & 0xFFFE == 0xFFFE => Bidi::BN,
                _ => Bidi::L,
            },
            BidiClass::AL => Bidi::AL,
            BidiClass::AN => Bidi::AN,
            BidiClass::EN => Bidi::EN,
            BidiClass::ES => Bidi::ES,
            BidiClass::CS => Bidi::CS,
            BidiClass::ET => Bidi::ET,
            BidiClass::ON => Bidi::ON,
            BidiClass::BN => Bidi::BN,
            BidiClass::NSM => Bidi::NSM,
            _ => Bidi::Other,
        }
    }

    fn joining(&self, c: char) -> Joining {
        use unicode_joining_type::JoiningType;
        match unicode_joining_type::get_joining_type(c) {
            JoiningType::LeftJoining => Joining::L,
            JoiningType::RightJoining => Joining::R,
            JoiningType::DualJoining => Joining::D,
            JoiningType::Transparent => Joining::T,
            _ => Joining::Other,
        }
    }
}

const MAPPER: Uts46MapperBorrowed<'static> = Uts46Mapper::new();
const CATEGORIES: CodePointMapDataBorrowed<'static, GeneralCategory> =
    CodePointMapData::<GeneralCategory>::new();
const BIDI: CodePointMapDataBorrowed<'static, props::BidiClass> =
    CodePointMapData::<props::BidiClass>::new();
const JOINING: CodePointMapDataBorrowed<'static, props::JoiningType> =
    CodePointMapData::<props::JoiningType>::new();

impl Tables for Icu {
    fn status(&self, c: char) -> Status {
        status(c, MAPPER.map_normalize(core::iter::once(c)).collect())
    }

    fn nfc(&self, text: &str) -> String {
        icu_normalizer::ComposingNormalizerBorrowed::new_nfc()
            .normalize(text)
            .into_owned()
    }

    fn is_mark(&self, c: char) -> bool {
        use GeneralCategory::{EnclosingMark, NonspacingMark, SpacingMark};
        matches!(
            CATEGORIES.get(c),
            NonspacingMark | SpacingMark | EnclosingMark
        )
    }

    fn is_virama(&self, c: char) -> bool {
        MAPPER.is_virama(c)
    }

    fn bidi(&self, c: char) -> Bidi {
        use props::BidiClass;
        match BIDI.get(c) {
            BidiClass::LeftToRight => Bidi::L,
            BidiClass::RightToLeft => Bidi::R,
            BidiClass::ArabicLetter => Bidi::AL,
            BidiClass::ArabicNumber => Bidi::AN,
            BidiClass::EuropeanNumber => Bidi::EN,
            BidiClass::EuropeanSeparator => Bidi::ES,
            BidiClass::CommonSeparator => Bidi::CS,
            BidiClass::EuropeanTerminator => Bidi::ET,
            BidiClass::OtherNeutral => Bidi::ON,
            BidiClass::BoundaryNeutral => Bidi::BN,
            BidiClass::NonspacingMark => Bidi::NSM,
            _ => Bidi::Other,
        }
    }

    fn joining(&self, c: char) -> Joining {
        use props::JoiningType;
        match JOINING.get(c) {
            JoiningType::LeftJoining => Joining::L,
            JoiningType::RightJoining => Joining::R,
            JoiningType::DualJoining => Joining::D,
            JoiningType::Transparent => Joining::T,
            _ => Joining::Other,
        }
    }
}
