//! A level as a report holds it: `must`, `should` or `may`. A report may lack some of them.

use acegate_vectors::Level;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub(crate) fn serialize<L, S>(level: &L, serializer: S) -> Result<S::Ok, S::Error>
where
    L: Copy + Into<Option<Level>>,
    S: Serializer,
{
    (*level).into().map(Level::as_str).serialize(serializer)
}

pub(super) fn deserialize<'de, L, D>(deserializer: D) -> Result<L, D::Error>
where
    L: From<Level>,
    D: Deserializer<'de>,
{
    let name = String::deserialize(deserializer)?;
    let level = Level::ALL.into_iter().find(|level| level.as_str() == name);
    let level = level.ok_or_else(|| D::Error::unknown_variant(&name, &["must", "should", "may"]));
    level.map(L::from)
}
