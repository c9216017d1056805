//! The integers in which Bootstring counts: bounded as the document has them, or as a library has them.

/// The integers of each variable of the procedures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// The delta while its digits are added up, and the sum that an encoder writes.
    pub delta: Integers,
    /// The weight of a digit.
    pub weight: Integers,
    /// The index, when all digits of its delta were added.
    pub index: Integers,
    /// The code point.
    pub code_point: Integers,
}

/// The integers of a procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Integers {
    /// Numbers of more bits than the width of the parameters are refused.
    Parameters,
    /// Numbers of more bits are refused.
    Bounded(u32),
    /// Higher bits are lost.
    Wrapping(u32),
    /// Higher bits are lost, and the highest that is left is the sign.
    Signed(u32),
    /// No number is refused.
    Unbounded,
}

impl Numbers {
    /// All variables of the same integers.
    #[must_use]
    pub const fn all(integers: Integers) -> Self {
        Self {
            delta: integers,
            weight: integers,
            index: integers,
            code_point: integers,
        }
    }
}

impl Integers {
    pub(super) fn of_width(self, bits: u32) -> Self {
        if self == Self::Parameters {
            Self::Bounded(bits)
        } else {
            self
        }
    }

    pub(super) fn product(self, one: i128, two: i128) -> Option<i128> {
        match self {
            // Bits that are lost at 128 bits are also lost at fewer bits.
            Self::Wrapping(_) | Self::Signed(_) => self.fit(one.wrapping_mul(two)),
            Self::Parameters | Self::Bounded(_) => self.fit(one.checked_mul(two)?),
            Self::Unbounded => Some(one.saturating_mul(two)),
        }
    }

    /// The number without the bits that are lost.
    pub(super) fn wrapped(self, number: i128) -> i128 {
        match self {
            Self::Wrapping(_) | Self::Signed(_) => self.fit(number).unwrap_or(number),
            Self::Parameters | Self::Bounded(_) | Self::Unbounded => number,
        }
    }

    /// The quotient, rounded towards zero by integers with a sign and down by others.
    #[must_use]
    pub fn quotient(self, one: i128, two: i128) -> i128 {
        let quotient = one / two;
        let is_below = one % two != 0 && (one < 0) != (two < 0);
        if is_below && !matches!(self, Self::Signed(_)) {
            quotient - 1
        } else {
            quotient
        }
    }

    /// The quotient, or `None` where the divisor is zero.
    pub(super) fn quotient_of(self, one: i128, two: i128) -> Option<i128> {
        if two == 0 {
            None
        } else {
            Some(self.quotient(one, two))
        }
    }

    /// The number as these integers hold it, or `None` to refuse it.
    pub(super) fn fit(self, number: i128) -> Option<i128> {
        match self {
            Self::Bounded(bits) => (number >> bits == 0).then_some(number),
            Self::Wrapping(bits) => Some(number & ((1 << bits) - 1)),
            Self::Signed(bits) => Some(number << (128 - bits) >> (128 - bits)),
            // Those of the parameters were replaced by bounded ones.
            Self::Unbounded | Self::Parameters => Some(number),
        }
    }
}
