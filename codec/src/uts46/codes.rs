//! The conditions that a name can break, by the codes of the test file `IdnaTestV2.txt`.

use crate::conditions::conditions;
use crate::error::ErrorKind;

conditions! {
    /// A condition of UTS #46 or of a document that it refers to, by its code in `IdnaTestV2.txt`.
    Code {
        P4 = "P4", BadDigit, "UTS #46, 4, step 4", "The rest of a label with the prefix is Punycode of a text that is not all ASCII.";
        V1 = "V1", NotNfc, "UTS #46, 4.1, 1", "The label is in NFC.";
        V2 = "V2", Hyphen, "UTS #46, 4.1, 2", "The label has no hyphens both third and fourth.";
        V3 = "V3", Hyphen, "UTS #46, 4.1, 3", "The label neither begins nor ends with a hyphen.";
        V4 = "V4", BadPrefix, "UTS #46, 4.1, 4", "Where hyphens are allowed, the label does not begin with the prefix.";
        V6 = "V6", LeadingMark, "UTS #46, 4.1, 6", "The label does not begin with a mark.";
        V7 = "V7", Disallowed, "UTS #46, 4.1, 7", "Every code point is valid.";
        U1 = "U1", NotLdh, "UTS #46, 4.1, 7", "Under STD 3, ASCII has only small letters, digits and hyphens.";
        C1 = "C1", Joiner, "RFC 5892, A.1", "U+200C follows a virama or stands between letters that join.";
        C2 = "C2", Joiner, "RFC 5892, A.2", "U+200D follows a virama.";
        B1 = "B1", Bidi, "RFC 5893, 2, 1", "The first character of a label of a Bidi name is L, R or AL.";
        B2 = "B2", Bidi, "RFC 5893, 2, 2", "A label that runs to the left has only R, AL, AN, EN, ES, CS, ET, ON, BN and NSM.";
        B3 = "B3", Bidi, "RFC 5893, 2, 3", "A label that runs to the left ends with R, AL, EN or AN, and NSM.";
        B4 = "B4", Bidi, "RFC 5893, 2, 4", "A label that runs to the left does not have both EN and AN.";
        B5 = "B5", Bidi, "RFC 5893, 2, 5", "A label that runs to the right has only L, EN, ES, CS, ET, ON, BN and NSM.";
        B6 = "B6", Bidi, "RFC 5893, 2, 6", "A label that runs to the right ends with L or EN, and NSM.";
        A3 = "A3", Overflow, "UTS #46, 4.2, step 3", "The label can be written in Punycode.";
        A4_1 = "A4_1", TooLong, "UTS #46, 4.2, step 4", "The name without the root label has 1 to 253 characters.";
        A4_2 = "A4_2", TooLong, "UTS #46, 4.2, step 4", "Each label has 1 to 63 characters.";
        Forbidden = "forbidden", Forbidden, "URL Standard, domain to ASCII", "The result has no forbidden domain code point.";
        EmptyHost = "empty-host", Empty, "URL Standard, domain to ASCII", "The result is not empty.";
        X4_2 = "X4_2", Empty, "UTS #46, 4.3", "A label before the last is not empty. This is no error of ToUnicode.";
    }
}

/// A set of codes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Codes(u32);

impl Codes {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// Adds a code.
    pub fn insert(&mut self, code: Code) {
        self.0 |= 1 << code as u32;
    }

    /// Adds a code if its condition is broken.
    pub(super) fn insert_if(&mut self, code: Code, is_broken: bool) {
        if is_broken {
            self.insert(code);
        }
    }

    /// The codes of both sets.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether no code is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the code is in the set.
    #[must_use]
    pub const fn contains(self, code: Code) -> bool {
        self.0 & 1 << code as u32 != 0
    }

    /// Whether the set has a code that is an error: any but [`Code::X4_2`].
    #[must_use]
    pub const fn have_error(self) -> bool {
        self.0 & !(1 << Code::X4_2 as u32) != 0
    }

    /// The codes, in the order of [`Code::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Code> {
        Code::ALL
            .iter()
            .copied()
            .filter(move |&code| self.contains(code))
    }
}

impl FromIterator<Code> for Codes {
    fn from_iter<T: IntoIterator<Item = Code>>(codes: T) -> Self {
        let mut set = Self::NONE;
        codes.into_iter().for_each(|code| set.insert(code));
        set
    }
}
