//! Fuzz targets for every claim of the codecs and for the readers of the harness.
//!
//! A target is a plain function `fn(&[u8]) -> Result<(), Failure>` with one claim and a name that
//! says it. The same body is run by libFuzzer (`cargo fuzz run NAME --features libfuzzer -s none`,
//! on stable), by `cargo test`, which replays seeds and regressions, by the program `acegate-fuzz`
//! and in coverage runs.
#![expect(
    clippy::result_large_err,
    reason = "a failure ends the run, so its size costs nothing on the path that counts"
)]

mod allocation;
pub mod campaign;
mod claims;
pub mod cli;
mod failure;
pub mod findings;
pub mod libfuzzer;
pub mod long;
pub mod planted;
mod replay;
mod request;
pub mod seeds;
pub mod targets;
mod text_bytes;

pub use failure::{Failure, FailureKind, Signature};
pub use replay::replay;
pub use request::{Request, Scope};
pub use targets::{Part, TARGETS, Target};
