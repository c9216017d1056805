//! The kinds of codecs and operations, so that nothing else has to compare names.

use crate::named::named;

named! {
    /// A kind of operation. Operations of different codecs that do the same have one name.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Verb {
        /// Writes the code of a text.
        Encode = "encode",
        /// Reads the text of a code.
        Decode = "decode",
        /// Writes a host name in ASCII.
        ToAscii = "to-ascii",
        /// Reads a host name in ASCII.
        ToUnicode = "to-unicode",
        /// Says whether a host name is valid.
        Check = "check",
        /// Says whether a label is a U-label (RFC 5890).
        IsULabel = "is-u-label",
        /// Says whether a label is an A-label (RFC 5890).
        IsALabel = "is-a-label",
        /// Writes the domain of a telephone number.
        ToDomain = "to-domain",
        /// Reads the telephone number of a domain.
        ToNumber = "to-number",
        /// Rewrites a telephone number by its records.
        Rewrite = "rewrite",
        /// Writes the hash of an address.
        Hash = "hash",
        /// Inverts an address or a hash.
        Invert = "invert",
        /// Writes the key of an address.
        Key = "key",
        /// Lists the addresses that a number can be read as.
        Parses = "parses",
        /// Writes the record of an address.
        WriteRecord = "write-record",
        /// Reads the address of a record.
        ReadRecord = "read-record",
        /// Writes a text or octets as an address.
        Escape = "escape",
        /// Reads the text of an address with escapes.
        Unescape = "unescape",
        /// Gives an address a protocol.
        Assign = "assign",
        /// Lists an address with each protocol.
        Choices = "choices",
        /// Carries out steps on address books.
        Book = "book",
    }
}

impl Verb {
    /// The verb with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|verb| verb.name() == name)
    }

    /// The verb whose operation undoes this one; `None` if there is none.
    #[must_use]
    pub const fn inverse(self) -> Option<Self> {
        Some(match self {
            Self::Encode => Self::Decode,
            Self::Decode => Self::Encode,
            Self::ToAscii => Self::ToUnicode,
            Self::ToUnicode => Self::ToAscii,
            Self::ToDomain => Self::ToNumber,
            Self::ToNumber => Self::ToDomain,
            Self::Invert => Self::Invert,
            Self::WriteRecord => Self::ReadRecord,
            Self::ReadRecord => Self::WriteRecord,
            Self::Escape => Self::Unescape,
            Self::Unescape => Self::Escape,
            Self::Check
            | Self::IsULabel
            | Self::IsALabel
            | Self::Rewrite
            | Self::Hash
            | Self::Key
            | Self::Parses
            | Self::Assign
            | Self::Choices
            | Self::Book => return None,
        })
    }

    /// Whether it reads what another operation writes, or writes what another reads.
    #[must_use]
    pub const fn effect(self) -> Effect {
        match self {
            Self::Encode
            | Self::ToAscii
            | Self::ToDomain
            | Self::Hash
            | Self::Key
            | Self::WriteRecord
            | Self::Escape => Effect::Writes,
            Self::Decode
            | Self::ToUnicode
            | Self::ToNumber
            | Self::Parses
            | Self::ReadRecord
            | Self::Unescape => Effect::Reads,
            Self::Check
            | Self::IsULabel
            | Self::IsALabel
            | Self::Invert
            | Self::Rewrite
            | Self::Assign
            | Self::Choices
            | Self::Book => Effect::Changes,
        }
    }

    /// Whether it works on a whole host name, label by label.
    #[must_use]
    pub const fn is_of_host_names(self) -> bool {
        matches!(self, Self::ToAscii | Self::ToUnicode | Self::Check)
    }

    /// Whether it works on one text or label by itself.
    #[must_use]
    pub const fn is_of_labels(self) -> bool {
        matches!(
            self,
            Self::Encode | Self::Decode | Self::IsULabel | Self::IsALabel
        )
    }
}

/// Whether an operation makes a code or takes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// It makes a code, a name in ASCII, a number or a part of one.
    Writes,
    /// It makes the text, the address or the telephone number from what was written.
    Reads,
    /// Its result is of the kind of its input, or answers a question.
    Changes,
}

/// A kind of codec: the text that it encodes, and the way. The codecs of a family differ in digits and prefixes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// A text as its ASCII characters and the deltas of the others (RFC 3492).
    Bootstring,
    /// A label as a prefix and all of its characters in other digits.
    Labels,
    /// A text as all of its characters in other digits.
    Texts,
    /// Addresses as the digits of a telephone.
    Addresses,
    /// Telephone numbers as domains.
    Telephone,
    /// Host names that are mapped and checked before they are encoded.
    Idna,
    /// Host names that are checked and not mapped, unless a parameter asks for it (IDNA 2008).
    Idna2008,
}

impl Family {
    /// Whether it has the host names of a standard for names, and not only an encoding.
    #[must_use]
    pub const fn is_of_checked_names(self) -> bool {
        matches!(self, Self::Idna | Self::Idna2008)
    }
}

/// The form of the input of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Input {
    /// A text.
    Text,
    /// A text or octets.
    TextOrOctets,
    /// A list of texts.
    List,
}
