//! From what was observed to a verdict.

mod judgement;
mod steps;
mod verdict;

pub use judgement::{Judgement, judge};
pub use steps::first_wrong_step;
pub use verdict::{ExitStatus, Failing, Verdict};
