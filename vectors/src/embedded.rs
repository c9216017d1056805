//! The suite that is part of the library.

use crate::canonical::read_suite;
use crate::error::LoadError;
use crate::model::Suite;

/// The vector files: name in the repository and text of each, sorted by name. They are a static, because each
/// use of a constant has a copy of its own.
pub(crate) static VECTORS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/vectors.rs"));

/// The requirement ledger, likewise.
#[cfg(feature = "yaml")]
pub(crate) static LEDGER: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/ledger.rs"));

impl Suite {
    /// The vectors that are part of this library, sorted by file.
    ///
    /// They are the files as they were when the library was built. Files in canonical form are read
    /// in some milliseconds; if one of them is not, the loader reads them all.
    ///
    /// # Errors
    ///
    /// The errors of [`from_sources`](Self::from_sources). There are none in a library that passed
    /// its tests, which load every file. Without the feature `yaml`, a file that is not in
    /// canonical form.
    pub fn embedded() -> Result<Self, LoadError> {
        read_suite(VECTORS).map_or_else(otherwise, Ok)
    }
}

#[cfg(feature = "yaml")]
fn otherwise() -> Result<Suite, LoadError> {
    Suite::from_sources(VECTORS.iter().map(|(path, text)| (*path, text.as_bytes())))
}

#[cfg(not(feature = "yaml"))]
fn otherwise() -> Result<Suite, LoadError> {
    let message = "a file was not in canonical form when this was built; run acegate vectors fmt";
    Err(LoadError::whole("the embedded suite", message))
}
