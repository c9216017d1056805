//! Fuzz targets for every property of the codecs and for the readers of acegate.
//!
//! A target is a plain function `fn(&[u8]) -> Result<(), Violation>` whose name says its property. The
//! same body is run by libFuzzer (`cargo fuzz run NAME`, on stable), by `cargo test`, which replays
//! seeds and regressions, by the program `acegate-fuzz`, and to measure coverage. Requests, violations
//! and how they are minimised comes from [`acegate::hunt`].
#![expect(
    clippy::result_large_err,
    reason = "a violation ends the run, so its size costs nothing"
)]

mod allocation;
#[cfg(feature = "harness")]
pub mod cli;
#[cfg(feature = "harness")]
mod findings;
pub mod libfuzzer;
mod octets;
mod properties;
#[cfg(feature = "harness")]
pub mod seeds;
mod subject;
pub mod targets;

pub use octets::Scope;
pub use subject::FAULT;
pub use targets::{Body, Part, TARGETS, Target};
