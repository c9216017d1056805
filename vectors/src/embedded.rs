//! The suite that is part of the library.

use std::sync::Arc;
use std::thread;

use crate::error::LoadError;
use crate::model::{Case, File, Suite};
use crate::packed::Packed;

/// The vector files, packed: the first half of them, and the second.
static SUITE: [&[u8]; 2] = [
    include_bytes!(concat!(env!("OUT_DIR"), "/first")),
    include_bytes!(concat!(env!("OUT_DIR"), "/second")),
];

/// The requirement ledger: the name in the repository and the text of each file, sorted by name.
#[cfg(feature = "yaml")]
pub(crate) static LEDGER: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/ledger.rs"));

impl Suite {
    /// The vectors that are part of this library, sorted by file.
    ///
    /// They are the files as they were when the library was built, which loaded them. Reading them
    /// again takes some milliseconds.
    ///
    /// # Errors
    ///
    /// None in a library that passed its tests, which read it.
    pub fn embedded() -> Result<Self, LoadError> {
        let read = |half: usize| {
            let packed = SUITE[half];
            #[cfg(feature = "compressed")]
            let packed = &*miniz_oxide::inflate::decompress_to_vec(packed).ok()?;
            <(Vec<File>, Vec<Arc<Case>>)>::read(&mut { packed })
        };
        // Two threads read in about half the time. Without a second one, the first reads all.
        let halves = thread::scope(|scope| {
            let helper = thread::Builder::new().spawn_scoped(scope, || read(1));
            let first = read(0)?;
            let second = helper.ok().and_then(|helper| helper.join().ok());
            Some((first, second.unwrap_or_else(|| read(1))?))
        });
        let Some(((mut files, mut cases), second)) = halves else {
            return Err(LoadError::whole("the embedded suite", "expected what the build packed"));
        };
        files.extend(second.0);
        cases.extend(second.1);
        Ok(Self { files, cases })
    }
}
