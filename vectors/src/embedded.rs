//! The suite that is part of the library.

use crate::error::LoadError;
use crate::model::Suite;

/// The embedded files: name in the repository and text, sorted by name.
pub(crate) const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// The embedded requirement ledger, in the same form.
pub(crate) const LEDGER: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/ledger.rs"));

impl Suite {
    /// The vectors that are part of this library, sorted by file.
    ///
    /// # Errors
    ///
    /// Those of the loader. There are none in a library that passed its tests, which load it.
    pub fn embedded() -> Result<Self, LoadError> {
        Self::from_sources(FILES.iter().map(|&(path, text)| (path, text.as_bytes())))
    }
}
