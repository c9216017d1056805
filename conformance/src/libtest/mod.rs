//! The suite in `cargo test`: a test for each check, with the failure text of the reports.
//!
//! This is a whole `tests/conformance.rs`. Its manifest has `acegate` with the feature `libtest` as a
//! development dependency, and `[[test]]` with `name = "conformance"` and `harness = false`.
//!
//! ```no_run
//! # mod mycodec {
//! #     pub fn encode(text: &str) -> Result<String, String> { Ok(text.to_owned()) }
//! #     pub fn decode(text: &str) -> Result<String, String> { Ok(text.to_owned()) }
//! # }
//! use acegate::implementation::Functions;
//!
//! fn main() -> std::process::ExitCode {
//!     acegate::libtest::main(|| {
//!         Functions::new("mycodec", "1.0")
//!             .operation("punycode", "encode", mycodec::encode)
//!             .operation("punycode", "decode", mycodec::decode)
//!     })
//! }
//! ```
//!
//! Every check of the codecs that the implementation has is a test of its name in reports, such as
//! `punycode/edge/leading-delimiter-word`. A check that the implementation cannot be asked is ignored, and so
//! is a failure that is advisory or known; each says why. If there is a baseline, the test `baseline`
//! fails if an entry names a check that the suite does not have.
//!
//! cargo-nextest starts a process for each test, so under it a test is a group of checks: one
//! operation of one theme, such as `punycode/edge:decode`.
//!
//! | variable | meaning |
//! | --- | --- |
//! | `ACEGATE_BASELINE` | the file of known failures |
//! | `ACEGATE_UPDATE_BASELINE` | renews that file; the value is the reason for new failures |
//! | `ACEGATE_TESTS` | `checks` or `groups`, whoever starts the tests |

mod known;
mod outcome;
mod suite_run;
mod tests;

pub use tests::{Testable, Tests, main};
