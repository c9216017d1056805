//! A failure as the grouping keeps it.

use std::cmp::Reverse;

use acegate_codec::Value;
use acegate_vectors::Level;

use super::difference::{Difference, difference};
use crate::escape::{FIELD, bounded};
use crate::event::{BaselineVerdict, CaseEvent, Expected};
use crate::observation::{AnyValue, LargeValue};
use crate::suite::{InputTraits, length};

#[derive(Debug)]
pub(super) struct Failure {
    pub(super) name: String,
    pub(super) operation: String,
    pub(super) clause: String,
    pub(super) level: Level,
    /// The code of the difference, and the sentence for it.
    pub(super) code: String,
    pub(super) sentence: String,
    pub(super) is_fault: bool,
    pub(super) order_dependent: bool,
    /// Whether it may depend on earlier requests, because it could not be run alone.
    pub(super) is_unsettled: bool,
    /// Whether the requests are known that it depends on.
    pub(super) has_trail: bool,
    pub(super) unexpected: bool,
    pub(super) known: bool,
    pub(super) size: u64,
    pub(super) severity: Severity,
    /// Whether the cause of its finding explains it only together with others.
    pub(super) is_beside: bool,
    /// The traits of its input, if they are known.
    pub(super) traits: Option<InputTraits>,
}

impl Failure {
    pub(super) fn new(case: &CaseEvent) -> Self {
        let Difference { code, sentence } = difference(case);
        Self {
            name: case.name.to_string(),
            operation: bounded(format!("{}/{}", case.codec, case.op), FIELD),
            clause: bounded(format!("{}, {}", case.document, case.clause), FIELD),
            level: case.level,
            code,
            sentence,
            is_fault: case.failing.is_none(),
            order_dependent: case.order_dependent,
            is_unsettled: case.unsettled,
            has_trail: !case.after.is_empty(),
            unexpected: case.unexpected,
            known: case.baseline == Some(BaselineVerdict::ExpectedFailure),
            size: case.input.as_ref().map_or(0, size_of),
            severity: Severity::new(case),
            is_beside: false,
            traits: case.input_traits(),
        }
    }

    /// The place of the failure in its finding: the best example is the first.
    pub(super) fn place(&self) -> impl Ord + '_ {
        let Self {
            is_beside,
            is_unsettled,
            unexpected,
            level,
            has_trail,
            size,
            name,
            ..
        } = self;
        let is_less = (*is_beside || *is_unsettled, !unexpected);
        (is_less, Reverse(*level), !has_trail, *size, name.as_str())
    }
}

/// How much a failure weighs in the order of the findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Severity {
    /// The process crashes, hangs or takes too much.
    Fault,
    /// Ordinary text has no value, or a wrong one.
    Ordinary,
    Other,
}

impl Severity {
    fn new(case: &CaseEvent) -> Self {
        let is_plain = !case.expected.is_empty() && case.expected.iter().all(is_ordinary);
        match case.failing {
            None => Self::Fault,
            Some(_) if is_plain => Self::Ordinary,
            Some(_) => Self::Other,
        }
    }
}

/// Whether a value of characters is expected.
fn is_ordinary(expected: &Expected) -> bool {
    match expected.value() {
        Some(AnyValue::Ordinary(value)) => is_of_scalars(value),
        Some(AnyValue::Large(_)) | None => false,
    }
}

fn is_of_scalars(value: &Value) -> bool {
    match value {
        Value::Text(text) => text
            .code_points
            .iter()
            .all(|&c| char::from_u32(c).is_some()),
        Value::Octets(_) => true,
        Value::List(values) => values.iter().all(is_of_scalars),
    }
}

/// The length of an input: its code points or octets, summed over all elements of a list.
fn size_of(value: &AnyValue) -> u64 {
    match value {
        AnyValue::Ordinary(value) => length(value),
        AnyValue::Large(LargeValue::Text { integers, .. }) => integers.len() as u64,
        AnyValue::Large(LargeValue::List(values)) => values.iter().map(size_of).sum(),
    }
}
