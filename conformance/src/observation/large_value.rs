//! Values with integers that no code point of 32 bits holds.

use acegate_vectors::Integer;

/// A value in which at least one integer does not fit 32 bits.
///
/// RFC 3492, section 5, asks of the integers only that they are not negative, so that a decoder may
/// return such a value. It is compared exactly and shown whole.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LargeValue(pub(crate) Part);

/// A value, or a part of one that is a list.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Part {
    Text { integers: Vec<Integer>, flags: Option<Vec<bool>> },
    Octets(Vec<u8>),
    List(Vec<Part>),
}

impl LargeValue {
    /// The text of these integers. `None` if all of them fit 32 bits.
    #[must_use]
    pub fn text(integers: Vec<Integer>) -> Option<Self> {
        let is_large = integers.iter().any(|integer| integer.to_u32().is_none());
        is_large.then_some(Self(Part::Text { integers, flags: None }))
    }

    /// The integers, where the value is a text without flags.
    #[must_use]
    pub fn integers(&self) -> Option<&[Integer]> {
        match &self.0 {
            Part::Text { integers, flags: None } => Some(integers),
            _ => None,
        }
    }
}
