//! Values, also those with integers that no code point of 32 bits holds.

use acegate_codec::{Text, Value};
use acegate_vectors::Integer;

/// Any value that an implementation may answer with.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AnyValue {
    /// A value of the codecs.
    Ordinary(Value),
    /// A value with an integer that does not fit 32 bits.
    Large(LargeValue),
}

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

    /// The text of these integers. `None` if all of them fit 32 bits.
    #[must_use]
    pub fn from_integers(integers: &[u128]) -> Option<Self> {
        let decimal = |integer: &u128| Integer::from_decimal(&integer.to_string());
        integers.iter().map(decimal).collect::<Option<_>>().and_then(Self::text)
    }

    /// The integers of a text without flags; `None` for any other value.
    #[must_use]
    pub fn integers(&self) -> Option<&[Integer]> {
        match &self.0 {
            Part::Text { integers, flags: None } => Some(integers),
            _ => None,
        }
    }

    /// The values of a list; empty for any other value.
    pub(crate) fn elements(&self) -> Vec<AnyValue> {
        match &self.0 {
            Part::List(parts) => parts.iter().cloned().map(AnyValue::from).collect(),
            Part::Text { .. } | Part::Octets(_) => Vec::new(),
        }
    }
}

impl From<Part> for AnyValue {
    fn from(part: Part) -> Self {
        match part.to_value() {
            Some(value) => Self::Ordinary(value),
            None => Self::Large(LargeValue(part)),
        }
    }
}

impl Part {
    /// The same as a value of the codecs, where every integer fits.
    fn to_value(&self) -> Option<Value> {
        Some(match self {
            Self::Text { integers, flags } => Value::Text(Text {
                code_points: integers.iter().map(Integer::to_u32).collect::<Option<_>>()?,
                flags: flags.clone(),
            }),
            Self::Octets(octets) => Value::Octets(octets.clone()),
            Self::List(parts) => {
                Value::List(parts.iter().map(Self::to_value).collect::<Option<_>>()?)
            }
        })
    }
}
