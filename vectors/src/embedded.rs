//! The suite and the ledger that are part of the library.

use std::sync::LazyLock;
use std::thread;

use crate::digest::Digest;
use crate::error::LoadError;
use crate::ledger::Ledger;
use crate::model::Suite;
use crate::packed::Packed;

/// The vector files, packed: the first half of them, and the second.
static SUITE: [&[u8]; 2] = [
    include_bytes!(concat!(env!("OUT_DIR"), "/first")),
    include_bytes!(concat!(env!("OUT_DIR"), "/second")),
];

/// The digest of all cases, the lowest octet first.
static DIGEST: [u8; 8] = *include_bytes!(concat!(env!("OUT_DIR"), "/digest"));

/// The requirement ledger, packed.
static LEDGER: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/ledger"));

impl Suite {
    /// The vectors that are part of this library, sorted by file.
    ///
    /// They are the files as they were when the library was built, which loaded them. The first call takes
    /// some milliseconds. The cases stay in memory for as long as the program runs, and every call shares them.
    ///
    /// # Errors
    ///
    /// None in a library that passed its tests, which read it.
    pub fn embedded() -> Result<Self, LoadError> {
        static READ: LazyLock<Result<Suite, LoadError>> = LazyLock::new(read);
        READ.clone()
    }

    /// The digest of the vectors that are part of this library, which its build has computed: the digest of
    /// [`embedded`](Self::embedded).
    #[must_use]
    pub fn embedded_digest() -> Digest {
        Digest(u64::from_le_bytes(DIGEST))
    }
}

impl Ledger {
    /// The ledger that is part of this library, as its files were when it was built.
    ///
    /// # Errors
    ///
    /// None in a library that passed its tests, which read it.
    pub fn embedded() -> Result<Self, LoadError> {
        unpacked("the embedded ledger", LEDGER)
    }
}

/// Reads the suite in two threads, which takes about half the time. Without a second one, the first reads all.
fn read() -> Result<Suite, LoadError> {
    thread::scope(|scope| {
        let helper = thread::Builder::new().spawn_scoped(scope, || read_half(1));
        let mut suite = read_half(0)?;
        let helped = helper.ok().and_then(|helper| helper.join().ok());
        let rest = helped.unwrap_or_else(|| read_half(1))?;
        suite.files.extend(rest.files);
        suite.cases.extend(rest.cases);
        Ok(suite)
    })
}

fn read_half(half: usize) -> Result<Suite, LoadError> {
    let (files, cases) = unpacked("the embedded suite", SUITE[half])?;
    Ok(Suite { files, cases })
}

fn unpacked<T: Packed>(name: &str, packed: &[u8]) -> Result<T, LoadError> {
    #[cfg(feature = "compressed")]
    let packed = &*miniz_oxide::inflate::decompress_to_vec(packed).unwrap_or_default();
    T::read(&mut { packed }).ok_or_else(|| LoadError::whole(name, "expected what the build packed"))
}
