//! Values, also with integers that do not fit 32 bits.

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
/// RFC 3492, section 5, only requires the integers not to be negative, so that a decoder may
/// return such a value. It is compared exactly and shown whole.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LargeValue {
    /// A text.
    Text {
        /// Its integers.
        integers: Vec<Integer>,
        /// Its flags, as in [`Text`].
        flags: Option<Vec<bool>>,
    },
    /// A list with at least one large value.
    List(Vec<AnyValue>),
}

impl AnyValue {
    /// The text of these integers.
    #[must_use]
    pub fn text(integers: Vec<Integer>, flags: Option<Vec<bool>>) -> Self {
        match integers.iter().map(Integer::to_u32).collect() {
            Some(code_points) => Self::Ordinary(Value::Text(Text { code_points, flags })),
            None => Self::Large(LargeValue::Text { integers, flags }),
        }
    }

    /// The text of these integers.
    #[must_use]
    pub fn from_integers(integers: &[u128]) -> Self {
        let mut text = Vec::new();
        for integer in integers {
            text.extend(Integer::from_decimal(&integer.to_string()));
        }
        Self::text(text, None)
    }

    /// The list of these values.
    pub(crate) fn list(values: Vec<Self>) -> Self {
        let ordinary = values.iter().map(|value| match value {
            Self::Ordinary(value) => Some(value.clone()),
            Self::Large(_) => None,
        });
        match ordinary.collect() {
            Some(values) => Self::Ordinary(Value::List(values)),
            None => Self::Large(LargeValue::List(values)),
        }
    }

    /// The values of a list; none of another value.
    pub(crate) fn elements(&self) -> Vec<Self> {
        match self {
            Self::Ordinary(Value::List(values)) => {
                values.iter().cloned().map(Self::Ordinary).collect()
            }
            Self::Large(LargeValue::List(values)) => values.clone(),
            Self::Ordinary(_) | Self::Large(LargeValue::Text { .. }) => Vec::new(),
        }
    }
}

impl LargeValue {
    /// The integers of a text without flags; `None` for any other value.
    #[must_use]
    pub fn integers(&self) -> Option<&[Integer]> {
        match self {
            Self::Text {
                integers,
                flags: None,
            } => Some(integers),
            _ => None,
        }
    }
}
