//! The fields of a file of the requirement ledger as they are written, with their positions.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_saphyr::Spanned;

use crate::file::RawLevel;

/// A file of the ledger: the requirements of one document.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawLedger {
    /// The version of this format: 1.
    pub format: Spanned<u64>,
    /// The codec that all requirements are about.
    pub codec: Spanned<String>,
    /// The document that they are of.
    pub document: Spanned<String>,
    /// The rows.
    pub requirements: Vec<Spanned<RawRequirement>>,
}

/// A row of the ledger.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawRequirement {
    /// The stable name: the codec and a number.
    pub id: Spanned<String>,
    /// The clause of the document.
    pub clause: Spanned<String>,
    /// Other clauses that say the same.
    #[serde(default)]
    pub also: Vec<Spanned<String>>,
    /// How binding it is.
    pub level: RawLevel,
    /// Whether the document says it, or we chose it.
    pub basis: Spanned<Basis>,
    /// The requirement, in our words.
    pub text: Spanned<String>,
    /// The reason why no case can test it.
    #[serde(default)]
    pub untestable: Option<Spanned<String>>,
}

/// The basis of a requirement: the document says it, or we chose it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Basis {
    /// A sentence, table, procedure or example of the document.
    Document,
    /// A choice of ours, because the document is silent or contradicts itself. A good implementation
    /// may choose otherwise, so no `must` rests on it.
    Reading,
}

impl Basis {
    /// The name in the files.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Document => "document",
            Self::Reading => "reading",
        }
    }
}

impl fmt::Display for Basis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
