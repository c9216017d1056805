//! The suite in `cargo test`: a test for each check, below the findings of the run.
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
//! `punycode/edge/leading-delimiter-word`. A check that the implementation does not support is ignored, and so
//! is a failure that is advisory or known. If there is a baseline, the test `baseline` fails if an entry
//! names a check that the suite does not have.
//!
//! The output begins with the findings, as `acegate check` groups them, each with an example. The failing
//! tests of one finding are listed together. Of more than a hundred tests only the failing ones are
//! named; `--format pretty` names each with its result, and `--help` lists the other arguments.
//! A panic of the implementation is an answer to the check: it prints nothing, unless it is of a thread
//! that the implementation started.
//!
//! cargo-nextest starts a process for each test, so under it a test is a group of checks: one
//! operation of one theme, such as `punycode/edge:decode`.
//!
//! | variable | meaning |
//! | --- | --- |
//! | `ACEGATE_BASELINE` | the file of known failures, which needs the feature `yaml` |
//! | `ACEGATE_UPDATE_BASELINE` | renews that file; the value is the reason for new failures |
//! | `ACEGATE_TESTS` | `checks` or `groups`, whichever program starts the tests |

mod harness;
mod known;
mod suite_run;
mod tests;

pub use tests::{Testable, Tests, main};
