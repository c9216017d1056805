//! YAML as people write it: vector files, the requirement ledger, baselines and manifests. Values with
//! their positions, and the errors of the reader.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_saphyr::{DefaultMessageFormatter, Error, Localizer, Location};

use crate::error::LoadError;
use crate::source::{Place, Source};
use crate::tree::{FIELDS, Reader, Root};

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
        // Every event and node is written with at least one octet, so the size of the file is a bound
        // that no file reaches; the default bounds stop at some 16,000 cases.
        let bound = self.text.len() + 16;
        let options = serde_saphyr::options! {
            budget: serde_saphyr::budget! {
                max_events: bound,
                max_nodes: bound,
                max_total_scalar_bytes: bound,
                max_documents: 1,
                max_aliases: 0,
                max_anchors: 0,
                max_merge_keys: 0,
                max_depth: 16,
                flow_nesting_limit: 16,
                simple_key_max_lookahead: bound,
            },
            merge_keys: serde_saphyr::MergeKeyPolicy::Error,
            strict_booleans: true,
            reject_unsupported_tags: true,
            with_snippet: false,
        };
        let Root(node) = serde_saphyr::from_str_with_options(self.text, options)
            .map_err(|error| self.not_yaml(&error))?;
        T::deserialize(Reader {
            node: &node,
            text: self.text,
        })
        .map_err(|refusal| self.error(refusal.at.unwrap_or(node.at), refusal.message))
    }

    /// An error of the YAML reader: its words, without its own picture of the position.
    fn not_yaml(&self, error: &Error) -> LoadError {
        let formatter = DefaultMessageFormatter.with_localizer(&WithoutPlace);
        let at = error.location().map_or(
            Place {
                line: 1,
                column: 1,
                octets: 0,
            },
            Place::from,
        );
        let message = match error {
            Error::Unexpected {
                expected: "mapping start",
                ..
            } => FIELDS.to_owned(),
            Error::Budget { .. } => {
                "expected one document of at most 16 levels, with neither anchors nor aliases nor \
                 merge keys"
                    .to_owned()
            }
            _ => error.without_snippet().render_with_formatter(&formatter),
        };
        self.error(at, message)
    }
}

/// The words of the YAML reader without the position, which we show ourselves.
struct WithoutPlace;

impl Localizer for WithoutPlace {
    fn attach_location<'a>(&self, message: Cow<'a, str>, _: Location) -> Cow<'a, str> {
        message
    }
}
