//! From what was observed to a verdict.

mod judgement;
mod verdict;

pub use judgement::{Judgement, judge};
pub use verdict::{ExitStatus, Failing, Verdict};
