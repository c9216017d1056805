//! A level as a report holds it: `must`, `should` or `may`.

use acegate_vectors::Level;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub(crate) fn serialize<S: Serializer>(level: &Level, serializer: S) -> Result<S::Ok, S::Error> {
    level.as_str().serialize(serializer)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Level, D::Error> {
    let name = String::deserialize(deserializer)?;
    let level = Level::ALL.into_iter().find(|level| level.as_str() == name);
    level.ok_or_else(|| D::Error::unknown_variant(&name, &["must", "should", "may"]))
}

/// The same for a level that a report may lack.
pub(crate) mod option {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(
        level: &Option<Level>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        level.map(Level::as_str).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Level>, D::Error> {
        super::deserialize(deserializer).map(Some)
    }
}
