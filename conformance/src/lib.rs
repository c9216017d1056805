//! Conformance checks for ASCII-compatible encodings.
//!
//! acegate puts a suite of test vectors to an implementation and says what is wrong, why, by which
//! clause, and how to repeat it. An implementation is a Rust type, a program that speaks the line
//! protocol, or a plain command-line tool.
//!
//! # Examples
//!
//! ```
//! use acegate::implementation::{InProcess, Registry};
//! use acegate::runner::{RunOptions, run};
//! use acegate_vectors::Suite;
//!
//! let checks = Suite::embedded()?.checks();
//! let start = || Ok(Box::new(InProcess::registry(Registry::Reference)) as Box<_>);
//! let end = run(&checks, &start, &RunOptions::default(), &mut |_event| {})?;
//! assert_eq!(end.totals.unexpected, 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The way of the data
//!
//! [`suite`] chooses checks, [`runner`] puts them to an [`implementation`] (which [`supervisor`]
//! keeps in check where it is a program, speaking [`protocol`]), [`judge`](mod@judge) gives
//! verdicts, and [`report`] renders the events. No step knows the one after it.

pub mod cli;
pub mod coverage;
pub mod doctor;
pub mod escape;
pub mod event;
pub mod explain;
pub mod findings;
pub mod implementation;
pub mod interrupt;
pub mod judge;
pub mod nearest;
pub mod observation;
pub mod protocol;
pub mod report;
pub mod runner;
pub mod serve;
pub mod suite;
pub mod supervisor;
