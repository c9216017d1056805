//! The test vectors of acegate: the data, its model and its loader.
//!
//! A vector file is YAML and contains the cases of one codec on one theme; `README.md` next to it
//! describes the format field by field. The data is embedded in this library:
//!
//! ```
//! use acegate_vectors::{Level, Suite};
//!
//! let suite = Suite::embedded()?;
//! let case = suite.case("punycode/samples/s-ascii").expect("a sample of RFC 3492");
//! assert_eq!(case.level, Level::Must);
//! assert_eq!(case.checks().len(), 2);
//! # Ok::<(), acegate_vectors::LoadError>(())
//! ```
//!
//! - [`Suite`] is what was loaded, [`Case`] one entry of a file, [`Check`] one question to an
//!   implementation. A case with two operations makes two checks.
//! - The loader refuses what can be misread: see [`LoadError`].
//! - [`lint()`] finds what is allowed and still not wanted, [`format_file`] writes a file the one
//!   canonical way; `schema.json` next to the vectors describes the format to editors.
//!
//! This crate knows nothing of the codecs: a value is data, an operation is a name.

mod digest;
#[cfg(feature = "yaml")]
mod document;
mod embedded;
mod error;
mod expectation;
#[cfg(feature = "yaml")]
mod files;
mod format;
mod integer;
#[cfg(feature = "json")]
mod json;
mod ledger;
#[cfg(feature = "yaml")]
mod ledger_lint;
#[cfg(feature = "yaml")]
mod ledger_load;
mod lint;
#[cfg(feature = "yaml")]
mod load;
mod model;
mod packed;
mod parts;
#[cfg(feature = "yaml")]
mod payload;
#[cfg(feature = "yaml")]
mod reader;
mod shared;
#[cfg(feature = "yaml")]
mod source;
#[cfg(feature = "yaml")]
mod tree;
#[cfg_attr(
    not(feature = "yaml"),
    allow(dead_code, reason = "only the loader reads notations")
)]
mod value;
mod word;
#[cfg(feature = "yaml")]
mod yaml;

pub use digest::Digest;
pub use error::LoadError;
pub use expectation::{Expectation, Level, Outcome};
#[cfg(feature = "yaml")]
pub use files::read as read_file;
#[cfg(feature = "yaml")]
pub use format::format_file;
pub use format::{write_case, write_file};
pub use integer::Integer;
#[cfg(feature = "json")]
pub use json::{integers_from_json, integers_to_json};
pub use ledger::{Basis, Ledger, Requirement};
#[cfg(feature = "yaml")]
pub use ledger_lint::lint_with_ledger;
pub use lint::{Finding, Severity, lint};
pub use model::{Case, Check, File, Origin, Suite};
#[cfg(feature = "yaml")]
pub use source::{Place, Source};
pub use value::{Param, Params, Value};
#[cfg(feature = "yaml")]
pub use yaml::Located;

/// The JSON Schema of a vector file, for editors: `schema.json`.
///
/// It says less than the loader, and only the loader decides: a schema does not see quotes, positions and
/// other files.
pub const SCHEMA: &str = include_str!("../schema.json");

/// The semantic version of the suite, which is not that of this crate. The first number grows if an exported field
/// changes its meaning, the second if cases are added, removed or decide differently, the third if only their
/// notes, clauses or confirmations change.
pub const SUITE_VERSION: &str = "0.1.0";

/// The JSON Schema of the cases as JSON, as `acegate vectors export` writes them: `export.schema.json`.
pub const EXPORT_SCHEMA: &str = include_str!("../export.schema.json");
