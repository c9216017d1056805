//! From what was observed to a verdict.

mod judgement;
mod length_limit;
mod letter_case;
mod question;
mod steps;
mod verdict;

pub use judgement::{Judgement, judge};
pub(crate) use judgement::{judge_question, may_be_slow};
pub use length_limit::{LengthLimit, length_limits};
pub(crate) use question::Question;
pub use steps::first_wrong_step;
pub use verdict::{ExitStatus, Failing, Verdict};
