//! A property that does not hold, and the signature by which two violations are one finding.
#![expect(
    clippy::result_large_err,
    reason = "a violation is rare and ends what it is found in"
)]

use std::fmt;

use acegate_codec::{Error, Failure, Value};

use crate::observation::AnyValue;
use crate::report::wording::show_value;

/// A property that does not hold for an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The property; empty until the caller, which knows its name, fills it in.
    pub property: String,
    /// The codec and operation, such as `punycode decode`, or the part of acegate.
    pub operation: String,
    /// The two outcomes that disagree, without their values: `ok`, `bad-digit`.
    pub outcomes: (String, String),
    /// The place of the panic: file and line.
    pub place: Option<String>,
    /// A description for people. It is not part of the signature.
    pub detail: String,
}

impl Violation {
    /// A broken property: `left` and `right` should have been the same.
    #[must_use]
    pub fn broken(operation: impl Into<String>, rule: &str, detail: impl Into<String>) -> Self {
        Self::new(operation, rule, "broken", detail)
    }

    /// A violation by two outcomes that disagree.
    #[must_use]
    pub fn new(
        operation: impl Into<String>,
        left: impl Into<String>,
        right: impl Into<String>,
        detail: impl Into<String>,
    ) -> Self {
        Self {
            property: String::new(),
            operation: operation.into(),
            outcomes: (left.into(), right.into()),
            place: None,
            detail: detail.into(),
        }
    }

    /// The identity of the finding: property, operation, outcome pair and place of the panic, in one line
    /// without tabs, the parts separated by ` | `.
    #[must_use]
    pub fn signature(&self) -> String {
        let (left, right) = &self.outcomes;
        let place = self.place.as_deref().unwrap_or("-");
        format!(
            "{} | {} | {left} ~ {right} | {place}",
            self.property, self.operation
        )
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.signature(), self.detail)
    }
}

/// Compares two outcomes that must be the same: values, kinds of error and positions. Two that do not
/// support the request are the same.
///
/// # Errors
///
/// The violation that says in which way they differ.
pub fn compare_outcomes(
    operation: &str,
    left: &Result<Value, Failure>,
    right: &Result<Value, Failure>,
) -> Result<(), Violation> {
    match (left, right) {
        (Err(Failure::Unsupported(_)), Err(Failure::Unsupported(_))) => Ok(()),
        _ => compare(operation, left, right, code_of, show_outcome),
    }
}

/// The same for results of functions that are called directly.
///
/// # Errors
///
/// The errors of [`compare_outcomes`].
pub fn compare_results<T: PartialEq + fmt::Debug>(
    operation: &str,
    left: &Result<T, Error>,
    right: &Result<T, Error>,
) -> Result<(), Violation> {
    compare(operation, left, right, code_of_result, |result| {
        format!("{result:?}")
    })
}

fn code_of_result<T>(result: &Result<T, Error>) -> &'static str {
    match result {
        Ok(_) => "ok",
        Err(error) => error.code(),
    }
}

fn compare<T: PartialEq>(
    operation: &str,
    left: &T,
    right: &T,
    code: impl Fn(&T) -> &'static str,
    show: impl Fn(&T) -> String,
) -> Result<(), Violation> {
    if left == right {
        return Ok(());
    }
    let detail = format!("{} and {}", show(left), show(right));
    Err(Violation::new(operation, code(left), code(right), detail))
}

/// The outcome without its values: `ok`, the code of the error, or `unsupported`.
#[must_use]
pub const fn code_of(outcome: &Result<Value, Failure>) -> &'static str {
    match outcome {
        Ok(_) => "ok",
        Err(Failure::Refused(error)) => error.code(),
        Err(Failure::Unsupported(_)) => "unsupported",
    }
}

/// The outcome for people, as reports show it.
#[must_use]
pub fn show_outcome(outcome: &Result<Value, Failure>) -> String {
    match outcome {
        Ok(value) => show_value(&AnyValue::Ordinary(value.clone())),
        Err(Failure::Refused(error)) => format!("{} at {}", error.code(), error.position),
        Err(Failure::Unsupported(reason)) => format!("unsupported ({reason})"),
    }
}

/// 32 bits of FNV-1a: names of findings only have to be stable and seldom the same.
#[must_use]
pub fn digest(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, octet| {
        (hash ^ u32::from(octet)).wrapping_mul(0x0100_0193)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use acegate_codec::ErrorKind;

    #[test]
    fn outcomes_and_direct_results_differ_by_value_kind_or_position() {
        let ok = |text: &str| Ok(Value::from(text));
        let unsupported = || Err(Failure::unsupported("x"));
        let refused = |(kind, at)| Err(Error::new(kind, at).into());
        let (dot, odd) = ((ErrorKind::Dot, 0), (ErrorKind::Odd, 0));
        for (left, right, is_same) in [
            (ok("a"), ok("a"), true),
            (ok("a"), ok("b"), false),
            (ok("a"), refused(dot), false),
            (refused(dot), unsupported(), false),
            (unsupported(), Err(Failure::unsupported("y")), true),
            (refused(dot), refused(dot), true),
            (refused(dot), refused(odd), false),
            (refused(dot), refused((ErrorKind::Dot, 1)), false),
        ] {
            let found = compare_outcomes("x", &left, &right);
            assert_eq!(found.is_ok(), is_same, "{left:?} {right:?}");
        }
        let is_same = |left, right| compare_results("x", &left, &right).is_ok();
        assert!(is_same(Ok("a"), Ok("a")) && !is_same(Ok("a"), Ok("b")));
    }

    #[test]
    fn signature_has_no_values() {
        let left = Ok(Value::from("a"));
        let right = Err(Error::new(ErrorKind::Dot, 7).into());
        let mut violation = compare_outcomes("utf5 decode", &left, &right).unwrap_err();
        violation.property = "impl_utf5".into();
        let expected = "impl_utf5 | utf5 decode | ok ~ dot | -";
        assert_eq!(violation.signature(), expected);
    }
}
