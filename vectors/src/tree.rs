//! A document of YAML as a tree, and the reader of a typed value from it.
//!
//! The YAML reader makes one type only, the tree: everything that is made for each type of a document
//! is small. Every error has the position of the value or the name that it is about.

use std::{fmt, iter};

use serde::Deserialize;
use serde::de::value::{MapDeserializer, SeqAccessDeserializer, SeqDeserializer, StrDeserializer};
use serde::de::{self, Deserializer, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde_saphyr::{Location, Spanned};

use crate::source::Place;

/// A value as it is written.
pub(crate) struct Node {
    /// The position of its first character.
    pub(crate) at: Place,
    /// The octets that it takes, where it is a word without quotes.
    length: usize,
    kind: Kind,
}

enum Kind {
    /// Nothing, `~` or `null`.
    Nothing,
    Boolean(bool),
    Natural(u64),
    Negative(i64),
    Fraction(f64),
    Text(String),
    Sequence(Vec<Node>),
    Mapping(Vec<(Node, Node)>),
}

impl From<Location> for Place {
    fn from(location: Location) -> Self {
        let octets = location.span().byte_offset().map_or(usize::MAX, narrow);
        Self {
            line: narrow(location.line()),
            column: narrow(location.column()),
            octets,
        }
    }
}

fn narrow(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// The root of a tree, a mapping. Another document is refused before the rest of it is read.
pub(crate) struct Root(pub(crate) Node);

impl<'de> Deserialize<'de> for Root {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Mapping(Kind);

        impl<'de> Deserialize<'de> for Mapping {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_map(Any).map(Self)
            }
        }

        let Spanned {
            value: Mapping(kind),
            referenced,
            ..
        } = Spanned::deserialize(deserializer)?;
        Ok(Self(Node {
            at: referenced.into(),
            length: 0,
            kind,
        }))
    }
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Spanned {
            value: kind,
            referenced,
            ..
        } = Spanned::deserialize(deserializer)?;
        let length = referenced.span().byte_len().map_or(0, narrow);
        Ok(Self {
            at: referenced.into(),
            length,
            kind,
        })
    }
}

impl<'de> Deserialize<'de> for Kind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Any)
    }
}

/// Takes every value of YAML.
struct Any;

impl<'de> Visitor<'de> for Any {
    type Value = Kind;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Kind, E> {
        Ok(Kind::Nothing)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Kind, E> {
        Ok(Kind::Boolean(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Kind, E> {
        Ok(Kind::Natural(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Kind, E> {
        Ok(Kind::Negative(value))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Kind, E> {
        Ok(Kind::Fraction(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Kind, E> {
        Ok(Kind::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Kind, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(seq)).map(Kind::Sequence)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Kind, A::Error> {
        iter::from_fn(|| map.next_entry().transpose())
            .collect::<Result<_, _>>()
            .map(Kind::Mapping)
    }
}

/// A reason why a value cannot be read from a tree.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub(crate) message: String,
    /// The position; `None` until the value that it is about is known.
    pub(crate) at: Option<Place>,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Refusal {}

impl de::Error for Refusal {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self {
            message: message.to_string(),
            at: None,
        }
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        let field = field.escape_debug();
        let expected = expected.join(", ");
        Self::custom(format_args!(
            "unknown field `{field}`, expected one of {expected}"
        ))
    }
}

pub(crate) const FIELDS: &str = "expected fields such as name: \"value\"";
const NOTHING: &str = "expected a value, found none";

/// Reads a value from a node of a tree.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'a> {
    pub(crate) node: &'a Node,
    /// The text of the file.
    pub(crate) text: &'a str,
}

impl<'a> Reader<'a> {
    fn of(self, node: &'a Node) -> Self {
        Self { node, ..self }
    }

    /// A value that was read from this node, or the refusal with a position.
    fn placed<T>(self, result: Result<T, Refusal>) -> Result<T, Refusal> {
        result.map_err(|refusal| Refusal {
            at: refusal.at.or(Some(self.node.at)),
            ..refusal
        })
    }

    fn refused<T>(self, message: &str) -> Result<T, Refusal> {
        self.placed(Err(de::Error::custom(message)))
    }

    /// The text of a word, with or without quotes; `None` if it is something else.
    fn word(self) -> Option<&'a str> {
        let Place { octets, .. } = self.node.at;
        match &self.node.kind {
            Kind::Nothing | Kind::Sequence(_) | Kind::Mapping(_) => None,
            Kind::Text(text) => Some(text),
            _ => self
                .text
                .get(octets..octets.saturating_add(self.node.length)),
        }
    }
}

impl IntoDeserializer<'_, Refusal> for Reader<'_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Reader<'_> {
    type Error = Refusal;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        self.placed(match &self.node.kind {
            Kind::Nothing => self.refused(NOTHING),
            Kind::Boolean(value) => visitor.visit_bool(*value),
            Kind::Natural(value) => visitor.visit_u64(*value),
            Kind::Negative(value) => visitor.visit_i64(*value),
            Kind::Fraction(value) => visitor.visit_f64(*value),
            Kind::Text(text) => visitor.visit_str(text),
            Kind::Sequence(nodes) => {
                visitor.visit_seq(SeqDeserializer::new(nodes.iter().map(|node| self.of(node))))
            }
            Kind::Mapping(entries) => visitor.visit_map(MapDeserializer::new(
                entries
                    .iter()
                    .map(|(name, value)| (self.of(name), self.of(value))),
            )),
        })
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.word() {
            Some(word) => self.placed(visitor.visit_str(word)),
            None => self.deserialize_any(visitor),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        self.deserialize_str(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        let Some(word) = self.word() else {
            let is_nothing = matches!(self.node.kind, Kind::Nothing);
            return self.refused(if is_nothing {
                NOTHING
            } else {
                "expected a word"
            });
        };
        let word: StrDeserializer<'_, Refusal> = word.into_deserializer();
        self.placed(visitor.visit_enum(word))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.node.kind {
            Kind::Nothing => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.node.kind {
            Kind::Mapping(_) => self.deserialize_any(visitor),
            _ => self.refused(FIELDS),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        self.deserialize_map(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        visitor.visit_newtype_struct(self)
    }

    /// The structure [`Located`](crate::Located), the only one without names of fields.
    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        let at @ Place {
            line,
            column,
            octets,
        } = self.node.at;
        let numbers = [line, column, octets].map(|number| {
            let kind = Kind::Natural(u64::try_from(number).unwrap_or(u64::MAX));
            Node {
                at,
                length: 0,
                kind,
            }
        });
        let parts = numbers
            .iter()
            .chain([self.node])
            .map(|node| Reader { node, ..self });
        visitor.visit_seq(SeqDeserializer::new(parts))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char bytes byte_buf unit unit_struct seq
        tuple ignored_any
    }
}
