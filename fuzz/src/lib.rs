//! Fuzz targets for every claim of the codecs and for the readers of the harness.
//!
//! A target is a plain function `fn(&[u8]) -> Result<(), Failure>` with one claim and a name that
//! says it. The same body is run by libFuzzer (`cargo fuzz run NAME`, on stable), by `cargo test`, which replays seeds and regressions, by the program `acegate-fuzz`
//! and in coverage runs.
#![expect(
    clippy::result_large_err,
    reason = "a failure ends the run, so its size costs nothing on the path that counts"
)]

mod allocation;
#[cfg(feature = "harness")]
pub mod campaign;
mod claims;
#[cfg(feature = "harness")]
pub mod cli;
mod failure;
#[cfg(feature = "harness")]
pub mod findings;
pub mod libfuzzer;
#[cfg(feature = "harness")]
pub mod long;
#[cfg(feature = "harness")]
pub mod planted;
mod replay;
mod request;
#[cfg(feature = "harness")]
pub mod seeds;
pub mod targets;
mod text_bytes;

pub use failure::{Failure, FailureKind, Signature};
pub use replay::replay;
pub use request::{Request, Scope};
pub use targets::{Part, TARGETS, Target};
