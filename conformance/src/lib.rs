//! Conformance checks for ASCII-compatible encodings.
//!
//! acegate checks an implementation with a suite of test vectors and says what is wrong, why, by which
//! clause, and how to repeat it. An implementation is a Rust type, a program that speaks the line
//! protocol, or a plain command-line tool.
//!
//! # Examples
//!
//! ```
//! use acegate::event::{Recording, record};
//! use acegate::implementation::{InProcess, Registry};
//! use acegate::runner::RunOptions;
//! use acegate_vectors::Suite;
//!
//! let checks = Suite::embedded()?.checks();
//! let start = || Ok(Box::new(InProcess::registry(Registry::Reference)) as Box<_>);
//! let (options, recording) = (RunOptions::default(), Recording::default());
//! let end = record(&checks, &start, &options, &recording, &mut |_event| {})?;
//! assert_eq!(end.totals.unexpected, 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The way of the data
//!
//! [`suite`] chooses checks, and [`runner`] sends them to an [`implementation`]. If that is a program,
//! it speaks [`protocol`], and [`supervisor`] bounds it. [`judge`](mod@judge) gives verdicts, [`event`]
//! records them, [`findings`] explains them, and [`report`] renders the events. No step knows the one
//! after it; `tests/structure` proves that.

#![cfg_attr(
    not(feature = "cli"),
    expect(
        dead_code,
        unused_imports,
        reason = "some of it is for the program alone"
    )
)]

#[cfg(feature = "yaml")]
mod baseline;
#[cfg(feature = "cli")]
pub mod cli;
pub mod clock;
#[cfg(feature = "cli")]
pub mod compare;
#[cfg(feature = "cli")]
mod coverage;
mod date;
mod diff;
#[cfg(feature = "process")]
pub mod doctor;
#[cfg(feature = "pages")]
pub mod encodings;
pub mod escape;
pub mod event;
pub mod explain;
#[cfg(feature = "process")]
pub mod files;
pub mod findings;
#[cfg(feature = "fuzz")]
pub mod fuzz;
#[cfg(any(feature = "fuzz", feature = "process"))]
pub mod hunt;
pub mod implementation;
pub mod interrupt;
pub mod judge;
#[cfg(feature = "libtest")]
pub mod libtest;
#[cfg(feature = "cli")]
mod matrix;
pub mod nearest;
pub mod observation;
mod plural;
pub mod protocol;
pub mod report;
pub mod runner;
pub mod serve;
mod sorting;
#[cfg(feature = "cli")]
mod statement;
pub mod suite;
#[cfg(feature = "process")]
pub mod supervisor;
#[cfg(feature = "cli")]
pub mod sweep;
#[cfg(feature = "yaml")]
mod temporary;
#[cfg(feature = "process")]
mod unfinished;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(all(doctest, feature = "fuzz"))]
#[doc = include_str!("../guides/fuzz-your-codec.md")]
struct FuzzYourCodec;
