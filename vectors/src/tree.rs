//! A document of YAML as a tree, and the reader of a typed value from it.
//!
//! The tree is the same for every type of a document, so that little is compiled for each. Every error has the
//! position of the value or the name that it is about.

use std::collections::HashSet;
use std::fmt;

use granit_parser::{ErrorKind, Event, Marker, Parser, ScalarStyle, ScanError, Span, StrInput};
use serde::de::value::{MapDeserializer, SeqDeserializer, StrDeserializer};
use serde::de::{self, DeserializeSeed, Deserializer, IntoDeserializer, SeqAccess, Visitor};

use crate::source::Place;

/// A value as it is written.
pub(crate) struct Node {
    /// The position of its first character.
    pub(crate) at: Place,
    kind: Kind,
}

enum Kind {
    /// Nothing, `~` or `null`.
    Nothing,
    /// A word without quotes, such as `must`, `true` or `32`.
    Word(String),
    /// A string in quotes, or a block of text.
    Text(String),
    Sequence(Vec<Node>),
    Mapping(Vec<(Node, Node)>),
}

/// How many levels a document has at most. A vector file needs six.
const MOST_LEVELS: usize = 16;

const BEYOND_A_TREE: &str = "expected one document of at most 16 levels, with neither anchors nor aliases nor tags \
     nor merge keys";

impl Node {
    /// The document of a text, a mapping.
    ///
    /// # Errors
    ///
    /// If the text is not YAML, or has no document or several; for anchors, aliases, tags, merge keys and keys that are
    /// no words or are repeated; if the document has more than 16 levels.
    pub(crate) fn of_document(text: &str) -> Result<Self, Refusal> {
        // A name may be as long as the file: the bound of YAML is there for readers of streams.
        let options = granit_parser::options! {
            simple_key_max_lookahead: text.len(),
            flow_nesting_limit: MOST_LEVELS,
            block_nesting_limit: MOST_LEVELS,
        };
        let mut builder = Builder {
            events: Parser::new_from_str_with_options(text, options),
        };
        builder.document()
    }
}

/// Builds a tree from the events of the parser.
struct Builder<'a> {
    events: Parser<'a, StrInput<'a>>,
}

impl<'a> Builder<'a> {
    fn document(&mut self) -> Result<Node, Refusal> {
        let root = loop {
            let (event, span) = self.next()?;
            match event {
                Event::StreamStart | Event::DocumentStart(..) => {}
                Event::StreamEnd => return Err(Refusal::at(&span, "the file is empty")),
                event => break self.node(event, &span, 1)?,
            }
        };
        if !matches!(root.kind, Kind::Mapping(_)) {
            return Err(Refusal {
                message: FIELDS.to_owned(),
                at: Some(root.at),
            });
        }
        loop {
            let (event, span) = self.next()?;
            match event {
                Event::DocumentEnd => {}
                Event::StreamEnd => return Ok(root),
                _ => return Err(Refusal::at(&span, BEYOND_A_TREE)),
            }
        }
    }

    fn next(&mut self) -> Result<(Event<'a>, Span), Refusal> {
        match self.events.next() {
            Some(Ok(event)) => Ok(event),
            Some(Err(error)) => Err(error.into()),
            None => Err(de::Error::custom("the file is empty")),
        }
    }

    /// The node that an event begins, at this level of the tree.
    fn node(&mut self, event: Event<'a>, span: &Span, level: usize) -> Result<Node, Refusal> {
        if level > MOST_LEVELS {
            return Err(Refusal::at(span, BEYOND_A_TREE));
        }
        let kind = match event {
            Event::Scalar(text, style, 0, None) => scalar(&text, style),
            Event::SequenceStart(_, 0, None) => Kind::Sequence(self.elements(level + 1)?),
            Event::MappingStart(_, 0, None) => Kind::Mapping(self.entries(level + 1)?),
            _ => return Err(Refusal::at(span, BEYOND_A_TREE)),
        };
        Ok(Node {
            at: span.start.into(),
            kind,
        })
    }

    fn elements(&mut self, level: usize) -> Result<Vec<Node>, Refusal> {
        let mut nodes = Vec::new();
        loop {
            let (event, span) = self.next()?;
            if event == Event::SequenceEnd {
                return Ok(nodes);
            }
            nodes.push(self.node(event, &span, level)?);
        }
    }

    fn entries(&mut self, level: usize) -> Result<Vec<(Node, Node)>, Refusal> {
        let mut entries = Vec::new();
        let mut names = HashSet::new();
        loop {
            let (event, span) = self.next()?;
            if event == Event::MappingEnd {
                return Ok(entries);
            }
            let key = self.node(event, &span, level)?;
            let name = match &key.kind {
                Kind::Word(name) if name == "<<" => {
                    return Err(Refusal::at(&span, BEYOND_A_TREE));
                }
                Kind::Word(name) | Kind::Text(name) => name.clone(),
                Kind::Nothing | Kind::Sequence(_) | Kind::Mapping(_) => {
                    return Err(Refusal::at(&span, FIELDS));
                }
            };
            if names.contains(&name) {
                let name = name.escape_debug();
                let message = format!("duplicate mapping key: {name}");
                return Err(Refusal::at(&span, &message));
            }
            names.insert(name);
            let (event, span) = self.next()?;
            entries.push((key, self.node(event, &span, level)?));
        }
    }
}

fn scalar(text: &str, style: ScalarStyle) -> Kind {
    if style != ScalarStyle::Plain {
        return Kind::Text(text.to_owned());
    }
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Kind::Nothing,
        _ => Kind::Word(text.to_owned()),
    }
}

impl From<Marker> for Place {
    fn from(marker: Marker) -> Self {
        Self {
            line: marker.line(),
            column: marker.col() + 1,
            octets: marker.byte_offset().unwrap_or(usize::MAX),
        }
    }
}

/// A reason why a value cannot be read from a tree.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub(crate) message: String,
    /// The position; `None` until the value that it is about is known.
    pub(crate) at: Option<Place>,
}

impl Refusal {
    fn at(span: &Span, message: &str) -> Self {
        Self {
            message: message.to_owned(),
            at: Some(span.start.into()),
        }
    }
}

impl From<ScanError> for Refusal {
    fn from(error: ScanError) -> Self {
        let message = match error.kind() {
            ErrorKind::RecursionLimitExceeded => BEYOND_A_TREE.to_owned(),
            _ => error.info(),
        };
        Self {
            message,
            at: Some((*error.marker()).into()),
        }
    }
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

const FIELDS: &str = "expected fields such as name: \"value\"";
const NOTHING: &str = "expected a value, found none";

/// Reads a value from a node of a tree.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'a>(pub(crate) &'a Node);

impl<'a> Reader<'a> {
    /// A value that was read from this node, or the refusal with a position.
    fn placed<T>(self, result: Result<T, Refusal>) -> Result<T, Refusal> {
        result.map_err(|refusal| Refusal {
            at: refusal.at.or(Some(self.0.at)),
            ..refusal
        })
    }

    fn refused<T>(self, message: &str) -> Result<T, Refusal> {
        self.placed(Err(de::Error::custom(message)))
    }

    /// The text of a word, with or without quotes; `None` if it is something else.
    fn word(self) -> Option<&'a str> {
        match &self.0.kind {
            Kind::Nothing | Kind::Sequence(_) | Kind::Mapping(_) => None,
            Kind::Word(text) | Kind::Text(text) => Some(text),
        }
    }
}

/// Gives a word without quotes to the visitor as what YAML takes it for.
fn visit_word<'de, V: Visitor<'de>>(word: &str, visitor: V) -> Result<V::Value, Refusal> {
    match word {
        "true" => return visitor.visit_bool(true),
        "false" => return visitor.visit_bool(false),
        _ => {}
    }
    if let Ok(number) = word.parse() {
        return visitor.visit_u64(number);
    }
    if let Ok(number) = word.parse() {
        return visitor.visit_i64(number);
    }
    // The standard library also reads `nan` and `infinity`.
    let is_number = word.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
    match word.parse() {
        Ok(number) if is_number => visitor.visit_f64(number),
        _ => visitor.visit_str(word),
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
        self.placed(match &self.0.kind {
            Kind::Nothing => self.refused(NOTHING),
            Kind::Word(word) => visit_word(word, visitor),
            Kind::Text(text) => visitor.visit_str(text),
            Kind::Sequence(nodes) => {
                visitor.visit_seq(SeqDeserializer::new(nodes.iter().map(Reader)))
            }
            Kind::Mapping(entries) => visitor.visit_map(MapDeserializer::new(
                entries
                    .iter()
                    .map(|(name, value)| (Reader(name), Reader(value))),
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
            let is_nothing = matches!(self.0.kind, Kind::Nothing);
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
        match self.0.kind {
            Kind::Nothing => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.0.kind {
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
        visitor.visit_seq(LocatedParts {
            reader: self,
            given: 0,
        })
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char bytes byte_buf unit unit_struct seq
        tuple ignored_any
    }
}

/// Line, column, octets before and the value of [`Located`](crate::Located), one after the other.
struct LocatedParts<'a> {
    reader: Reader<'a>,
    given: usize,
}

impl<'de> SeqAccess<'de> for LocatedParts<'_> {
    type Error = Refusal;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Refusal> {
        let at = self.reader.0.at;
        self.given += 1;
        let part = match self.given {
            1 => seed.deserialize(at.line.into_deserializer()),
            2 => seed.deserialize(at.column.into_deserializer()),
            3 => seed.deserialize(at.octets.into_deserializer()),
            4 => seed.deserialize(self.reader),
            _ => return Ok(None),
        };
        part.map(Some)
    }
}
