//! YAML as people write it: vector files, the requirement ledger, baselines and manifests. Values with
//! their positions, and the errors of the reader.

#[cfg(test)]
use std::borrow::Cow;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::error::LoadError;
use crate::source::{Place, Source};
use crate::tree::{Node, Reader, Refusal};

/// A value with the position where it is written.
#[derive(Debug, Deserialize)]
#[serde(from = "Written<T>")]
pub struct Located<T> {
    /// The value.
    pub value: T,
    /// The position of its first character.
    pub at: Place,
}

/// Line, column, octets before and the value: the reader of a tree gives these to a structure of this name.
#[derive(Deserialize)]
#[serde(rename = "Located")]
struct Written<T>(usize, usize, usize, T);

impl<T> From<Written<T>> for Located<T> {
    fn from(Written(line, column, octets, value): Written<T>) -> Self {
        Self {
            value,
            at: Place {
                line,
                column,
                octets,
            },
        }
    }
}

/// A field that may be left out, but not left empty: `note:` is refused, not ignored.
#[derive(Debug, Deserialize)]
#[serde(from = "Located<T>")]
pub(crate) struct Given<T>(pub(crate) Option<Located<T>>);

impl<T> Given<T> {
    /// The field; if it is left out, the field of the group; if that is also left out, the field of the defaults.
    pub(crate) fn or<'a>(&'a self, group: &'a Self, default: &'a Self) -> Option<&'a Located<T>> {
        self.0.as_ref().or(group.0.as_ref()).or(default.0.as_ref())
    }
}

impl<T> Default for Given<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T> From<Located<T>> for Given<T> {
    fn from(located: Located<T>) -> Self {
        Self(Some(located))
    }
}

/// The schema does not mention positions.
#[cfg(test)]
macro_rules! impl_schema_as_of_the_value {
    ($($type:ident)*) => {$(
        impl<T: schemars::JsonSchema> schemars::JsonSchema for $type<T> {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                T::schema_name()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                generator.subschema_for::<T>()
            }
        }
    )*};
}

#[cfg(test)]
impl_schema_as_of_the_value!(Located Given);

impl Source<'_> {
    /// The document of the file.
    ///
    /// # Errors
    ///
    /// If it is not YAML; for fields that are unknown, missing, repeated or of another type; for anchors,
    /// aliases, merges and tags; if it is more than 16 levels deep.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, LoadError> {
        let root = Node::of_document(self.text).map_err(|refusal| self.refused(refusal, START))?;
        T::deserialize(Reader(&root)).map_err(|refusal| self.refused(refusal, root.at))
    }

    /// The error of a refusal. `otherwise` is its position if it has none.
    fn refused(&self, refusal: Refusal, otherwise: Place) -> LoadError {
        self.error(refusal.at.unwrap_or(otherwise), refusal.message)
    }
}

/// The position of the first character.
const START: Place = Place {
    line: 1,
    column: 1,
    octets: 0,
};
