//! The options of a caller.

use crate::named::named;

/// The choices that the document or its reading leaves open. The default is the profile of the
/// document's worked examples, as a spaced service number, read strictly.
///
/// ```
/// use acegate_codec::uri2dec::{Options, Profile, encode};
///
/// let octal = Options { profile: Profile::Octal, ..Options::default() };
/// assert_eq!(encode("alice@commandus.com", &octal)?, "2542302666263870266 8 40151124051222");
/// # Ok::<(), acegate_codec::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// Markers and key digits.
    pub profile: Profile,
    /// The spelling of the hash: of the address or of the inverted address. A reader takes it from
    /// the marker.
    pub form: Form,
    /// The order of the symbols in the key.
    pub packing: Packing,
    /// With or without spaces.
    pub style: Style,
    /// The use of the number, which decides whether it is extended to 16 digits.
    pub scope: NumberScope,
    /// How strictly numbers are read.
    pub strictness: Strictness,
}

/// The markers and key digits (sections 5.2 and 5.6).
///
/// The marker of a spaced number shows its profile. For a dialled number the profile is an option.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Profile {
    /// Markers `1` and `0`, key digits `1` to `8`: sections 3 and 5.2 to 5.5.
    #[default]
    Shifted,
    /// Markers `8` and `9`, key digits `0` to `7`: sections 5.6, 5.9 and 7.
    Octal,
}

impl Profile {
    /// The marker before the key.
    #[must_use]
    pub const fn marker(self, form: Form) -> char {
        match (self, form) {
            (Self::Shifted, Form::Direct) => '1',
            (Self::Shifted, Form::PreInverted) => '0',
            (Self::Octal, Form::Direct) => '8',
            (Self::Octal, Form::PreInverted) => '9',
        }
    }

    /// The profile and form that a marker names, or `None` for any other character.
    #[must_use]
    pub const fn of_marker(marker: char) -> Option<(Self, Form)> {
        match marker {
            '1' => Some((Self::Shifted, Form::Direct)),
            '0' => Some((Self::Shifted, Form::PreInverted)),
            '8' => Some((Self::Octal, Form::Direct)),
            '9' => Some((Self::Octal, Form::PreInverted)),
            _ => None,
        }
    }

    /// The key digit for three zero bits.
    #[must_use]
    pub const fn zero(self) -> char {
        match self {
            Self::Shifted => '1',
            Self::Octal => '0',
        }
    }
}

/// The spelling of the hash (sections 5.3 and 6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Form {
    /// The address itself: `bob@commandus.com`.
    #[default]
    Direct,
    /// The address with its words in reverse order: `com.commandus@bob`. The key is the same.
    PreInverted,
}

/// The order of the symbols in the key (section 5.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Packing {
    /// The address as it is, its first symbol in the low bits.
    #[default]
    NaturalLsb,
    /// The inverted address, its first symbol in the high bits. This is the first revision of the
    /// design. The key `40126055421` of section 5.9 is left of it.
    InvertedMsb,
}

/// How a number is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Style {
    /// A space after the hash and one after the marker.
    #[default]
    Spaced,
    /// Digits only, as they are dialled.
    Dialled,
}

/// The use of a number (section 5.7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum NumberScope {
    /// Everywhere. A number of fewer than 16 digits is extended by nines, and refused without them.
    #[default]
    Service,
    /// Locally. A number is written without nines, and read with any number of nines up to 16 digits
    /// in all.
    Local,
}

/// The strictness of a reader.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Strictness {
    /// Accepts only the number that is written for the resulting address.
    #[default]
    Strict,
    /// Also accepts leading zero digits of the key, a key that is not aligned, any count of nines,
    /// and escapes of characters that need none.
    Lenient,
}

/// The two forms of a record (section 5.9).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Record {
    /// The first form: the address and its key.
    #[default]
    Address,
    /// The second form: the hash and its key.
    Hash,
}

named! {
    /// A protocol that an address without one can get, in the order of section 7.1. Its name is the scheme
    /// of its URIs.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum Protocol {
        /// A call by SIP, which section 7.1 recommends.
        #[default]
        Sip = "sip",
        /// A letter by electronic mail.
        Mailto = "mailto",
        /// A page of the web.
        Http = "http",
        /// A file by FTP.
        Ftp = "ftp",
    }
}

/// The meaning of a `%` in the text (section 8.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum EscapeMode {
    /// A character like any other. The text is any text, and no part of it is lost.
    #[default]
    Text,
    /// The text is a URI. A valid escape stays unchanged, and letters become lowercase.
    Uri,
}
