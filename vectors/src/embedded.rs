//! The suite that is part of the library.

use std::sync::Arc;

use crate::digest::Digest;
use crate::error::LoadError;
use crate::model::{Case, File, Suite};

/// The files and the cases, as the build script loaded and wrote them.
const SUITE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/suite.postcard"));

/// The requirement ledger: name in the repository and text of each file, sorted by name.
pub(crate) const LEDGER: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/ledger.rs"));

/// The digest of the suite, in decimal.
const DIGEST: &str = env!("ACEGATE_SUITE_DIGEST");

impl Suite {
    /// The [`digest`](Self::digest) of the [`embedded`](Self::embedded) suite, computed when the
    /// library was built.
    #[must_use]
    pub fn embedded_digest() -> Digest {
        Digest(DIGEST.parse().expect("the build script writes an integer"))
    }

    /// The vectors that are part of this library, sorted by file.
    ///
    /// They were loaded, with every check of the loader, when the library was built; a library with
    /// a wrong vector file does not build.
    ///
    /// # Errors
    ///
    /// Those of what was written then, which a library that passed its tests does not have.
    pub fn embedded() -> Result<Self, LoadError> {
        let (files, cases): (Vec<File>, Vec<Arc<Case>>) = postcard::from_bytes(SUITE)
            .map_err(|error| LoadError::whole("the embedded suite", error.to_string()))?;
        Ok(Self { files, cases })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_is_that_of_the_suite() {
        assert_eq!(Suite::embedded_digest(), Suite::embedded().unwrap().digest());
    }
}
