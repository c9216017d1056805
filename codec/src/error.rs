//! The error vocabulary: one list of kinds for all codecs, each with a stable code.

use core::fmt;

/// Why an input is refused, and at which position.
///
/// Two errors are equal if their kinds and positions are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Error {
    /// The kind of the first error.
    pub kind: ErrorKind,
    /// The offset of the first error in the input.
    ///
    /// It is never greater than the length of the input. It is the length if the input stops too
    /// early or is wrong as a whole. It counts bytes of a `&str` or `&[u8]`, and elements of a slice
    /// of code points. In a `&str` it is always a character boundary.
    pub position: usize,
}

impl Error {
    /// The error of this kind at this position.
    #[must_use]
    pub const fn new(kind: ErrorKind, position: usize) -> Self {
        Self { kind, position }
    }

    /// The stable code of the kind, such as `bad-digit`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.kind.code()
    }

    /// The same error with its position moved by `offset`. A codec that passes a part of its input
    /// to another codec uses it.
    #[must_use]
    pub const fn shifted_by(self, offset: usize) -> Self {
        Self::new(self.kind, self.position + offset)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (offset {})", self.kind.description(), self.position)
    }
}

impl core::error::Error for Error {}

/// Declares each kind, its code and its description in one line. The kinds of only one codec are in a
/// block of it, and their description is the start of their documentation.
macro_rules! error_kinds {
    (
        $($(#[$doc:meta])+ $name:ident = $code:literal, $description:literal;)*
        $($codec:ident { $($(#[$more:meta])* $own:ident = $its:literal, $what:literal;)* })*
    ) => {
        /// The reasons for which an input is refused. The codes are stable: none is renamed or reused.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum ErrorKind {
            $($(#[$doc])* $name,)*
            $($(
                #[doc = concat!(stringify!($codec), ": ", $what, ".")]
                $(#[$more])*
                $own,
            )*)*
        }

        impl ErrorKind {
            /// Every kind, in the order of declaration.
            pub const ALL: &'static [Self] = &[$(Self::$name,)* $($(Self::$own,)*)*];

            /// The stable code, such as `bad-digit`.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self { $(Self::$name => $code,)* $($(Self::$own => $its,)*)* }
            }

            /// A few words for people, in lowercase, without a full stop.
            #[must_use]
            pub const fn description(self) -> &'static str {
                match self {
                    $(Self::$name => $description,)*
                    $($(Self::$own => $what,)*)*
                }
            }

            /// The kind with this code.
            #[must_use]
            pub fn from_code(code: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|kind| kind.code() == code)
            }
        }
    };
}

error_kinds! {
    /// A digit was expected, and the character is not a digit of the encoding.
    BadDigit = "bad-digit", "not a digit of this encoding";
    /// The input ends inside a number or a group.
    Truncated = "truncated", "the input ends inside a number or a group";
    /// A number does not fit the integer width.
    Overflow = "overflow", "the number exceeds the integer width";
    /// A code point above 10FFFF.
    OutOfRange = "out-of-range", "code point above U+10FFFF";
    /// A surrogate code point, or an unpaired surrogate where pairs are read.
    Surrogate = "surrogate", "surrogate code point";
    /// An encoded string has a character outside the basic set (or outside ASCII).
    NotBasic = "not-basic", "not a basic code point";
    /// A basic code point was inserted by the extended part (RFC 3492, section 6.2).
    BasicInserted = "basic-inserted", "the digits give a basic code point";
    /// The prefix of the encoding is missing, or the label to be encoded has it already.
    BadPrefix = "bad-prefix", "the prefix is missing or not allowed here";
    /// A host label has a character other than a letter, a digit or a hyphen.
    NotLdh = "not-ldh", "not a letter, digit or hyphen";
    /// A label to be encoded, or a decoded label, has letters, digits and hyphens only.
    LdhOnly = "ldh-only", "the label has letters, digits and hyphens only";
    /// A dot inside a label.
    Dot = "dot", "a dot inside a label";
    /// A label starts or ends with a hyphen.
    Hyphen = "hyphen", "a hyphen at the start or end of a label";
    /// A label or a text is empty and must not be.
    Empty = "empty", "empty label or text";
    /// A label of more than 63 octets, a name of more than 253, or a text too long to be counted.
    TooLong = "too-long", "too long for a label or a name";
    /// A number or a header is larger than the encoding allows at this place.
    ValueTooLarge = "value-too-large", "the number is too large for its place";
    /// The input decodes, but the encoder writes the result in another way.
    NotCanonical = "not-canonical", "not the canonical encoding of its result";
    /// No encoder writes an input of this length.
    BadLength = "bad-length", "no encoder writes an input of this length";
    /// The padding bits are not zero.
    BadPadding = "bad-padding", "the padding bits are not zero";
    /// The length of a run is zero, or is more than the octets that follow (LACE).
    BadCount = "bad-count", "the length of the run is zero or runs past the end";
    /// Pairs of octets were expected, and the number of octets is odd.
    Odd = "odd", "an odd number of octets";
    /// U+0099 in one-octet mode, where RACE cannot express it.
    U0099 = "u0099", "U+0099 cannot be written in this mode";
    /// There are more or fewer flags than code points (mixed-case annotation).
    FlagCount = "flag-count", "the number of flags is not the number of code points";

    uts46 {
        NotNfc = "not-nfc", "the label is not in normalisation form C";
        LeadingMark = "leading-mark", "the label begins with a mark";
        Disallowed = "disallowed", "a code point that is not allowed";
        Joiner = "joiner", "a joiner out of its context";
        Bidi = "bidi", "the label breaks the Bidi rule";
        Forbidden = "forbidden", "a forbidden domain code point";
    }

    idna2008 {
        Unassigned = "unassigned", "a code point that is not assigned";
        Context = "context", "a code point out of the context that its rule allows";
    }

    enum {
        Tree = "tree", "the domain is not in the tree";
        Flag = "flag", "a flag that is not known";
        Service = "service", "the services are not those of ENUM";
        Rule = "rule", "not exactly one of expression and replacement";
        Delimiter = "delimiter", "the delimiters are missing or not allowed";
        Expression = "expression", "not an extended regular expression";
        BackReference = "back-reference", "a back-reference without its group";
        Uri = "uri", "the result is not a URI";
        /// No other record gives a URI.
        NotTerminal = "not-terminal", "the record leads to another domain";
        NoMatch = "no-match", "no record applies to the number";
    }

    uri2dec {
        HashEmpty = "hash-empty", "the hash is empty";
        HashDigit = "hash-digit", "not a decimal digit";
        Marker = "marker", "the marker is missing or belongs to another profile";
        KeyEmpty = "key-empty", "the key is empty";
        KeyDigit = "key-digit", "not a key digit of this profile";
        KeyLeadingZero = "key-leading-zero", "the key begins with a zero digit";
        KeyLlReserved = "key-ll-reserved", "the alignment length is 3, which is reserved";
        KeySpareBits = "key-spare-bits", "alignment bits that must be zero are not";
        KeyMisaligned = "key-misaligned", "the first digit of the key is below octal 4";
        KeyTooLong = "key-too-long", "the key has more bits than the hash can use";
        KeyMismatch = "key-mismatch", "the key is not the key of the address";
        ExtensionLength = "extension-length", "the nines at the end do not make 16 digits";
        AddressEmpty = "address-empty", "the address is empty";
        /// The text layer would escape it.
        SymbolNotInTable = "symbol-not-in-table", "not a symbol of table 1";
        Escape = "escape", "not a valid escape";
        Syntax = "syntax", "not of the expected form";
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeSet;

    #[test]
    fn codes_are_distinct_and_lead_back_to_their_kind() {
        let codes: BTreeSet<_> = ErrorKind::ALL.iter().map(|kind| kind.code()).collect();
        assert_eq!(codes.len(), ErrorKind::ALL.len());
        for &kind in ErrorKind::ALL {
            assert_eq!(ErrorKind::from_code(kind.code()), Some(kind));
        }
        assert_eq!(ErrorKind::from_code("no-such-kind"), None);
    }
}
