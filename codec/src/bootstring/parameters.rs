//! The parameters of a Bootstring and the conditions on them (RFC 3492, sections 4 and 5).

#[cfg(test)]
mod tests;

use core::fmt;

/// A Bootstring: the algorithm of RFC 3492 with one valid set of parameters.
///
/// # Examples
///
/// ```
/// use acegate_codec::bootstring::{Bootstring, ParameterSet};
///
/// let text: Vec<u32> = "gödel".chars().map(u32::from).collect();
/// assert_eq!(Bootstring::PUNYCODE.encode(&text)?, b"gdel-5qa");
/// assert_eq!(Bootstring::RUST_V0.encode(&text)?, b"gdel_5qa");
///
/// let octal = ParameterSet { base: 8, t_min: 1, t_max: 6, digits: "01234567", ..ParameterSet::PUNYCODE };
/// let octal = Bootstring::new(&octal)?;
/// assert_eq!(octal.decode(&octal.encode(&text)?)?, text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Bootstring {
    /// The parameters. The characters of their digits are in `digits`; `set.digits` is empty.
    pub(super) set: ParameterSet<'static>,
    /// The character of each digit value. Only the first `base` are used.
    pub(super) digits: [u8; ASCII],
    /// The digit value of each character, or [`NO_DIGIT`].
    pub(super) values: [u8; ASCII],
}

/// The parameters of a [`Bootstring`], before they are checked.
///
/// Start from one of the named sets and change what differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParameterSet<'a> {
    /// The number of digit values.
    pub base: u32,
    /// The lowest threshold (`tmin`).
    pub t_min: u32,
    /// The highest threshold (`tmax`).
    pub t_max: u32,
    /// The steepness of the bias adaptation.
    pub skew: u32,
    /// The divisor of the very first delta.
    pub damp: u32,
    /// The bias before the first delta.
    pub initial_bias: u32,
    /// The code point from which the first delta counts.
    pub initial_n: u32,
    /// The first code point that is not basic. All code points below it are basic.
    pub basic: u32,
    /// The character between the literal part and the digits.
    pub delimiter: char,
    /// The characters of the digit values, from zero on.
    pub digits: &'a str,
    /// Reads digits in either case. They are then written in lowercase.
    pub fold_case: bool,
    /// The width of the integers in which the encoder and the decoder count.
    pub width: Width,
    /// Refuses surrogates and numbers above 10FFFF. Otherwise a code point is any number of the
    /// integer width, as in the sample implementation of RFC 3492, appendix C.
    pub scalar_values_only: bool,
}

/// The number of bits of the unsigned integers in which a Bootstring counts.
///
/// RFC 3492, section 6.4, requires at least 26 bits. Signed 32-bit integers give 31.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Width {
    /// 26 bits, the least that the document allows.
    Bits26,
    /// 31 bits, as in a signed 32-bit integer.
    Bits31,
    /// 32 bits.
    Bits32,
}

/// The condition that a set of parameters breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ParameterError {
    /// `base` is not from 3 to 127.
    Base,
    /// `t_min <= t_max <= base - 2` does not hold, or `t_max` is zero.
    Thresholds,
    /// `skew` is zero.
    Skew,
    /// `damp` is under 2.
    Damp,
    /// `initial_bias mod base` is over `base - t_min`, or `initial_bias` over 32 times `base`.
    InitialBias,
    /// `basic` is not from 1 to 128.
    Basic,
    /// `initial_n` is over `basic`.
    InitialN,
    /// The delimiter is not a basic code point.
    Delimiter,
    /// The number of digit characters is not `base`.
    DigitCount,
    /// A digit character is not basic, occurs twice, or is the delimiter.
    Digits,
}

/// The number of code points that can be basic: a code is ASCII.
const ASCII: usize = 128;

/// The value of a character that is not a digit.
pub(super) const NO_DIGIT: u8 = u8::MAX;

impl Bootstring {
    /// Punycode (RFC 3492, section 5).
    pub const PUNYCODE: Self = Self::known(&ParameterSet::PUNYCODE);

    /// The identifiers of Rust's v0 symbol mangling (RFC 2603): Punycode with the delimiter `_` and
    /// lowercase digits only.
    pub const RUST_V0: Self = Self::known(&ParameterSet::RUST_V0);

    /// The identifiers of Swift's symbol mangling: the delimiter `_`, and `A` to `J` in place of
    /// the decimal digits. Its mapping of ASCII symbols to surrogates is not part of this set.
    pub const SWIFT: Self = Self::known(&ParameterSet::SWIFT);

    /// The Bootstring with these parameters.
    ///
    /// # Errors
    ///
    /// The first condition of section 4 that does not hold. Three conditions are stricter than the
    /// document's, so that every code has a bounded length and every loop ends. `base` is at least 3.
    /// Thresholds are below `base - 1`, because weights do not grow at `base - 1`. `initial_bias` is
    /// at most 32 times `base`, because a greater one changes no threshold that a number of 32 bits
    /// reaches.
    pub const fn new(parameters: &ParameterSet<'_>) -> Result<Self, ParameterError> {
        let ParameterSet {
            base, t_min, t_max, ..
        } = *parameters;
        if base < 3 || base as usize >= ASCII {
            return Err(ParameterError::Base);
        }
        if t_min > t_max || t_max > base - 2 || t_max == 0 {
            return Err(ParameterError::Thresholds);
        }
        if parameters.skew < 1 {
            return Err(ParameterError::Skew);
        }
        if parameters.damp < 2 {
            return Err(ParameterError::Damp);
        }
        let initial_bias = parameters.initial_bias;
        if initial_bias % base > base - t_min || initial_bias > 32 * base {
            return Err(ParameterError::InitialBias);
        }
        let basic = parameters.basic;
        if basic < 1 || basic as usize > ASCII {
            return Err(ParameterError::Basic);
        }
        if parameters.initial_n > basic {
            return Err(ParameterError::InitialN);
        }
        if parameters.delimiter as u32 >= basic {
            return Err(ParameterError::Delimiter);
        }
        let (digits, values) = match digit_tables(parameters) {
            Ok(tables) => tables,
            Err(error) => return Err(error),
        };
        let set = ParameterSet {
            base,
            t_min,
            t_max,
            skew: parameters.skew,
            damp: parameters.damp,
            initial_bias,
            initial_n: parameters.initial_n,
            basic,
            delimiter: parameters.delimiter,
            digits: "",
            fold_case: parameters.fold_case,
            width: parameters.width,
            scalar_values_only: parameters.scalar_values_only,
        };
        Ok(Self {
            set,
            digits,
            values,
        })
    }

    /// This Bootstring with integers of another width.
    #[must_use]
    pub const fn with_width(mut self, width: Width) -> Self {
        self.set.width = width;
        self
    }

    /// This Bootstring with [`ParameterSet::scalar_values_only`] on or off.
    #[must_use]
    pub const fn with_scalar_values_only(mut self, only: bool) -> Self {
        self.set.scalar_values_only = only;
        self
    }

    /// The parameters. The digits are in lowercase if case is folded.
    #[must_use]
    pub fn parameters(&self) -> ParameterSet<'_> {
        let digits = &self.digits[..self.set.base as usize];
        ParameterSet {
            digits: core::str::from_utf8(digits).unwrap_or_default(),
            ..self.set
        }
    }

    /// Whether mixed-case annotation (RFC 3492, appendix A) reaches every inserted code point.
    ///
    /// It does if digits are read in either case, and all digits that can end a number, those below
    /// `t_max`, are letters. In other sets, a flag is lost if the number ends in another character.
    #[must_use]
    pub fn carries_case(&self) -> bool {
        self.set.fold_case
            && self.digits[..self.set.t_max as usize]
                .iter()
                .all(u8::is_ascii_alphabetic)
    }

    const fn known(parameters: &ParameterSet<'_>) -> Self {
        match Self::new(parameters) {
            Ok(bootstring) => bootstring,
            Err(_) => panic!("the named sets satisfy the conditions"),
        }
    }
}

impl fmt::Debug for Bootstring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Bootstring")
            .field(&self.parameters())
            .finish()
    }
}

impl ParameterSet<'static> {
    /// The parameters of Punycode (RFC 3492, section 5), with 32-bit integers.
    pub const PUNYCODE: Self = Self {
        base: 36,
        t_min: 1,
        t_max: 26,
        skew: 38,
        damp: 700,
        initial_bias: 72,
        initial_n: 0x80,
        basic: 0x80,
        delimiter: '-',
        digits: "abcdefghijklmnopqrstuvwxyz0123456789",
        fold_case: true,
        width: Width::Bits32,
        scalar_values_only: true,
    };

    /// The parameters of [`Bootstring::RUST_V0`].
    pub const RUST_V0: Self = Self {
        delimiter: '_',
        fold_case: false,
        ..Self::PUNYCODE
    };

    /// The parameters of [`Bootstring::SWIFT`].
    pub const SWIFT: Self = Self {
        delimiter: '_',
        digits: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJ",
        fold_case: false,
        ..Self::PUNYCODE
    };
}

impl Width {
    /// Every width, narrowest first.
    pub const ALL: [Self; 3] = [Self::Bits26, Self::Bits31, Self::Bits32];

    /// The width of this many bits.
    #[must_use]
    pub const fn from_bits(bits: u32) -> Option<Self> {
        match bits {
            26 => Some(Self::Bits26),
            31 => Some(Self::Bits31),
            32 => Some(Self::Bits32),
            _ => None,
        }
    }

    /// The number of bits.
    #[must_use]
    pub const fn bits(self) -> u32 {
        match self {
            Self::Bits26 => 26,
            Self::Bits31 => 31,
            Self::Bits32 => 32,
        }
    }

    /// The largest integer of this width.
    #[must_use]
    pub const fn max(self) -> u32 {
        u32::MAX >> (32 - self.bits())
    }
}

impl fmt::Display for ParameterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Base => "base must be from 3 to 127",
            Self::Thresholds => "thresholds must satisfy tmin <= tmax <= base - 2 and tmax > 0",
            Self::Skew => "skew must be at least 1",
            Self::Damp => "damp must be at least 2",
            Self::InitialBias => {
                "initial bias must be at most 32 * base, and at most base - tmin modulo base"
            }
            Self::Basic => "the first code point that is not basic must be from 1 to 128",
            Self::InitialN => "initial n must not be above the first code point that is not basic",
            Self::Delimiter => "delimiter must be a basic code point",
            Self::DigitCount => "as many digit characters as the base says are needed",
            Self::Digits => "digit characters must be basic, distinct and not the delimiter",
        })
    }
}

impl core::error::Error for ParameterError {}

/// The digit characters by value, and the digit values by character.
const fn digit_tables(
    parameters: &ParameterSet<'_>,
) -> Result<([u8; ASCII], [u8; ASCII]), ParameterError> {
    let characters = parameters.digits.as_bytes();
    let mut digits = [0; ASCII];
    let mut values = [NO_DIGIT; ASCII];
    if !parameters.digits.is_ascii() {
        return Err(ParameterError::Digits);
    }
    if characters.len() != parameters.base as usize {
        return Err(ParameterError::DigitCount);
    }
    let mut value = 0;
    while value < characters.len() {
        let given = characters[value];
        let lower = if parameters.fold_case {
            given.to_ascii_lowercase()
        } else {
            given
        };
        let upper = if parameters.fold_case {
            given.to_ascii_uppercase()
        } else {
            given
        };
        let taken = values[lower as usize] != NO_DIGIT
            || lower == parameters.delimiter as u8
            || upper == parameters.delimiter as u8;
        if taken || lower as u32 >= parameters.basic {
            return Err(ParameterError::Digits);
        }
        digits[value] = lower;
        values[lower as usize] = value as u8;
        values[upper as usize] = value as u8;
        value += 1;
    }
    Ok((digits, values))
}
