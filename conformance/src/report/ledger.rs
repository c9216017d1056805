//! A requirement of the ledger in the JSON of a document.

use acegate_vectors::Requirement;
use serde::Serializer;
use serde::ser::SerializeMap;

/// Writes the fields of a requirement. `BASIS` and `UNTESTABLE` say whether the document has its basis, and
/// the reason why no check can show it.
pub(crate) fn serialize<S: Serializer, const BASIS: bool, const UNTESTABLE: bool>(
    requirement: &Requirement,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let Requirement {
        id,
        codec,
        document,
        clause,
        level,
        basis,
        text,
        untestable,
        ..
    } = requirement;
    let mut map = serializer.serialize_map(None)?;
    map.serialize_entry("id", id)?;
    map.serialize_entry("codec", codec)?;
    map.serialize_entry("document", document)?;
    map.serialize_entry("clause", clause)?;
    map.serialize_entry("level", level)?;
    if BASIS {
        map.serialize_entry("basis", basis)?;
    }
    map.serialize_entry("text", text)?;
    if UNTESTABLE && let Some(reason) = untestable {
        map.serialize_entry("untestable", reason)?;
    }
    map.end()
}
