//! A question as the judge sees it, whether a suite or a hunt puts it.

use acegate_vectors::{Check, Expectation, Level};

use super::length_limit::length;

/// The parts of a question that an answer is judged by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question<'a> {
    pub(crate) codec: &'a str,
    pub(crate) op: &'a str,
    /// Whether it names the parameter `annotation`, so that letter case has a meaning.
    pub(crate) is_annotated: bool,
    /// The length of the input; for a list, the sum over its elements.
    pub(crate) length: u64,
    /// The outcomes that are right.
    pub(crate) expect: &'a Expectation,
    /// How binding they are.
    pub(crate) level: Level,
}

impl<'a> From<&'a Check> for Question<'a> {
    fn from(check: &'a Check) -> Self {
        Self {
            codec: check.codec(),
            op: &check.op,
            is_annotated: check.params().contains_key("annotation"),
            length: length(&check.input),
            expect: &check.expect,
            level: check.case.level,
        }
    }
}
