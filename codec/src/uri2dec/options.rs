//! What a caller can choose.

/// Everything that the document or its reading leaves open. The default is the profile of the
/// document's worked examples, spaced, as a service number, read strictly.
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
    /// Whether the hash spells the address or the inverted address. A reader takes it from the
    /// marker.
    pub form: Form,
    /// The order of the symbols in the key.
    pub packing: Packing,
    /// With or without spaces.
    pub style: Style,
    /// Whether the number is extended to 16 digits.
    pub scope: NumberScope,
    /// How strictly numbers are read.
    pub strictness: Strictness,
}

/// The markers and key digits (sections 5.2 and 5.6).
///
/// A spaced number tells its profile by its marker; for a dialled one it is a setting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Profile {
    /// Markers `1` and `0`, key digits `1` to `8`: sections 3 and 5.2 to 5.5.
    #[default]
    Shifted,
    /// Markers `8` and `9`, key digits `0` to `7`: sections 5.6, 5.9 and 7.
    Octal,
}

impl Profile {
    /// The marker that stands before the key.
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

/// Which spelling the hash is of (sections 5.3 and 6).
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
    /// The inverted address, its first symbol in the high bits: the first revision, of which the
    /// key `40126055421` of section 5.9 is left.
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

/// Where a number is used (section 5.7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum NumberScope {
    /// Everywhere: extended by nines to 16 digits where it is shorter; shorter numbers are refused.
    #[default]
    Service,
    /// Locally: written without nines; read with any number of nines up to 16 digits in all.
    Local,
}

/// How strictly a number is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Strictness {
    /// Only what is written for the address it gives.
    #[default]
    Strict,
    /// Waived: leading zero digits of the key, its alignment, the count of nines, and escapes of
    /// characters that need none. Nothing else.
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

/// What a `%` of the text means (section 8.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum EscapeMode {
    /// Itself: the text is any text, and nothing of it is lost.
    #[default]
    Text,
    /// The text is a URI: a valid escape stays as it is, and letters are taken as lower case.
    Uri,
}
