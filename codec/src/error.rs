//! The error vocabulary: one list of kinds for all codecs, each with a stable code.

use core::fmt;

/// What is wrong with an input, and where.
///
/// Two errors are equal exactly when kind and position are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Error {
    /// What is wrong.
    pub kind: ErrorKind,
    /// Where the first error stands.
    ///
    /// Always a valid offset of the input, its end included: the end is named where the input
    /// stopped too early or is wrong as a whole. The unit is the unit of the input: bytes for
    /// `&str` and `&[u8]` (then always a character boundary), elements for slices of code points.
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

    /// The same error, `offset` further on: for a codec that hands part of its input to another.
    #[must_use]
    pub const fn shifted_by(self, offset: usize) -> Self {
        Self::new(self.kind, self.position + offset)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.kind.description(), self.position)
    }
}

impl core::error::Error for Error {}

/// Declares the kinds with their codes and descriptions, so that each stands in one place.
macro_rules! error_kinds {
    ($($(#[$doc:meta])* $name:ident = $code:literal, $description:literal;)*) => {
        /// What can be wrong with an input. The codes are stable: none is renamed or reused.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum ErrorKind {
            $($(#[$doc])* $name,)*
        }

        impl ErrorKind {
            /// Every kind, in the order of declaration.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The stable code, such as `bad-digit`.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self { $(Self::$name => $code,)* }
            }

            /// A few words for people, lower case, without a full stop.
            #[must_use]
            pub const fn description(self) -> &'static str {
                match self { $(Self::$name => $description,)* }
            }

            /// The kind with this code.
            #[must_use]
            pub fn from_code(code: &str) -> Option<Self> {
                match code { $($code => Some(Self::$name),)* _ => None }
            }
        }
    };
}

error_kinds! {
    /// A character that is not a digit of the encoding stands where a digit must.
    BadDigit = "bad-digit", "not a digit of this encoding";
    /// The input ends inside a number or a group.
    Truncated = "truncated", "input ends too early";
    /// A number does not fit the integer width.
    Overflow = "overflow", "number exceeds the integer width";
    /// A code point above 10FFFF.
    OutOfRange = "out-of-range", "code point above U+10FFFF";
    /// A surrogate code point, or an unpaired surrogate where pairs are read.
    Surrogate = "surrogate", "surrogate code point";
    /// A character outside the basic set (or outside ASCII) stands in an encoded string.
    NotBasic = "not-basic", "not a basic code point";
    /// A basic code point was inserted by the extended part (RFC 3492, section 6.2).
    BasicInserted = "basic-inserted", "basic code point in the extended part";
    /// The prefix of the encoding is missing, or stands where it must not.
    BadPrefix = "bad-prefix", "prefix missing or misplaced";
    /// A character other than letter, digit or hyphen stands in a host label.
    NotLdh = "not-ldh", "not a letter, digit or hyphen";
    /// A label of only letters, digits and hyphens was encoded, or comes out of decoding.
    LdhOnly = "ldh-only", "nothing in the label needs encoding";
    /// A dot inside a label.
    Dot = "dot", "dot inside a label";
    /// A label starts or ends with a hyphen.
    Hyphen = "hyphen", "hyphen at the start or end of a label";
    /// A label or text that must not be empty is.
    Empty = "empty", "empty label";
    /// A label over 63 octets or a name over 255.
    TooLong = "too-long", "label or name too long";
    /// A number or header is larger than its place allows.
    ValueTooLarge = "value-too-large", "value too large for its place";
    /// The input decodes, but is not what the encoder writes for the result.
    NotCanonical = "not-canonical", "not the canonical encoding of its result";
    /// A length that no encoding has.
    BadLength = "bad-length", "impossible length";
    /// Padding bits that are not zero.
    BadPadding = "bad-padding", "padding bits are not zero";
    /// A run count of zero, or one that runs past the end (LACE).
    BadCount = "bad-count", "run count does not fit";
    /// An odd number of octets where pairs are read.
    Odd = "odd", "odd number of octets";
    /// U+0099 in one-octet mode, where RACE cannot express it.
    U0099 = "u0099", "U+0099 cannot be written in this mode";
    /// The number of flags is not the number of code points (mixed-case annotation).
    FlagCount = "flag-count", "one flag a code point is needed";

    /// uri2dec: no hash digits.
    HashEmpty = "hash-empty", "hash is empty";
    /// uri2dec: something other than a decimal digit in a hash.
    HashDigit = "hash-digit", "not a decimal digit";
    /// uri2dec: no marker between hash and key, or one of the wrong profile or form.
    Marker = "marker", "marker missing or of another profile";
    /// uri2dec: no key digits.
    KeyEmpty = "key-empty", "key is empty";
    /// uri2dec: a digit that the profile does not use in keys.
    KeyDigit = "key-digit", "not a key digit of this profile";
    /// uri2dec: a leading zero digit in a key of several digits.
    KeyLeadingZero = "key-leading-zero", "key begins with a zero digit";
    /// uri2dec: the two low bits of the key are 3, which is reserved.
    KeyLlReserved = "key-ll-reserved", "reserved alignment length 3";
    /// uri2dec: extra alignment bits that are not zero.
    KeySpareBits = "key-spare-bits", "extra alignment bits are not zero";
    /// uri2dec: the first octal digit of the key is under 4.
    KeyMisaligned = "key-misaligned", "highest bit not aligned to a digit";
    /// uri2dec: the key has more bits than the hash takes.
    KeyTooLong = "key-too-long", "key has more bits than the hash takes";
    /// uri2dec: the key of a record is not the key of its address.
    KeyMismatch = "key-mismatch", "key does not belong to the address";
    /// uri2dec: trailing nines that do not fill the number to 16 digits.
    ExtensionLength = "extension-length", "extension does not end at 16 digits";
    /// uri2dec: no address.
    AddressEmpty = "address-empty", "address is empty";
    /// uri2dec: a symbol that table 1 does not have; the text layer escapes it.
    SymbolNotInTable = "symbol-not-in-table", "symbol not in table 1";
    /// uri2dec: a `%` that does not begin a valid escape.
    Escape = "escape", "invalid escape";
    /// uri2dec: a number or record not of the written form.
    Syntax = "syntax", "not of the expected form";
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
    use alloc::string::ToString;

    #[test]
    fn codes_are_distinct_and_lead_back_to_their_kind() {
        let codes: BTreeSet<_> = ErrorKind::ALL.iter().map(|kind| kind.code()).collect();
        assert_eq!(codes.len(), ErrorKind::ALL.len());
        for &kind in ErrorKind::ALL {
            assert_eq!(ErrorKind::from_code(kind.code()), Some(kind));
        }
        assert_eq!(ErrorKind::from_code("no-such-kind"), None);
    }

    #[test]
    fn message_names_what_and_where() {
        let error = Error::new(ErrorKind::BadDigit, 7);
        assert_eq!(error.to_string(), "not a digit of this encoding at 7");
        assert_eq!(error.shifted_by(4).position, 11);
    }
}
