//! Keeping a foreign process in check: its own group, limits, and an end in every case.

mod process;

pub use process::{Exchange, Limits, Process, Program};
