//! What a broken claim says of itself, and the signature by which two failures are the same.

use std::fmt;

use acegate_codec::{Error, Failure as CodecFailure, Value};

use crate::request::{Outcome, Request};

/// A claim that does not hold for an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The target whose claim is broken; empty until [`Target::run`](crate::targets::Target::run)
    /// fills it in.
    pub target: String,
    /// The codec and operation, such as `punycode decode`, or the part of the harness.
    pub operation: String,
    /// The two outcomes that do not go together, each without its values: `ok`, `bad-digit`.
    pub outcomes: (String, String),
    /// In which way the claim is broken.
    pub kind: FailureKind,
    /// Where the code panicked: file and line.
    pub place: Option<String>,
    /// What was seen, for people. Not part of the signature.
    pub detail: String,
    /// The request that broke the claim, from which a vector can be made.
    pub request: Option<Box<Request>>,
}

/// In which way a claim is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FailureKind {
    /// Two values that must be equal are not.
    Value,
    /// One side accepts what the other refuses.
    Acceptance,
    /// Two refusals of different kinds.
    ErrorKind,
    /// Two refusals of one kind at different positions.
    Position,
    /// A law that relates several operations does not hold.
    Law,
    /// An output or an allocation is larger than it may be.
    Bound,
    /// The code panicked.
    Panic,
    /// The code did not come to an end in time.
    Hang,
    /// The process died.
    Death,
}

impl FailureKind {
    /// Every kind.
    pub const ALL: [Self; 9] = [
        Self::Value,
        Self::Acceptance,
        Self::ErrorKind,
        Self::Position,
        Self::Law,
        Self::Bound,
        Self::Panic,
        Self::Hang,
        Self::Death,
    ];

    /// The stable name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Value => "value",
            Self::Acceptance => "acceptance",
            Self::ErrorKind => "error-kind",
            Self::Position => "position",
            Self::Law => "law",
            Self::Bound => "bound",
            Self::Panic => "panic",
            Self::Hang => "hang",
            Self::Death => "death",
        }
    }

    /// The kind with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }
}

/// What makes two failures the same finding: target, operation, outcome pair, kind, panic place.
///
/// Written as one line without tabs, the parts separated by ` | `.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signature(pub String);

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Failure {
    /// A broken law: `left` and `right` should have been the same.
    #[must_use]
    pub fn law(operation: impl Into<String>, law: &str, detail: impl Into<String>) -> Self {
        Self::new(operation, FailureKind::Law, law, "broken", detail)
    }

    /// A failure of this kind.
    #[must_use]
    pub fn new(
        operation: impl Into<String>,
        kind: FailureKind,
        left: impl Into<String>,
        right: impl Into<String>,
        detail: impl Into<String>,
    ) -> Self {
        Self {
            target: String::new(),
            operation: operation.into(),
            outcomes: (left.into(), right.into()),
            kind,
            place: None,
            detail: detail.into(),
            request: None,
        }
    }

    /// The same with the request that a vector can be made from.
    #[must_use]
    pub fn with_request(mut self, request: &Request) -> Self {
        self.request = Some(Box::new(request.clone()));
        self
    }

    /// The signature.
    #[must_use]
    pub fn signature(&self) -> Signature {
        let (left, right) = &self.outcomes;
        let place = self.place.as_deref().unwrap_or("-");
        Signature(format!(
            "{} | {} | {left} ~ {right} | {} | {place}",
            self.target,
            self.operation,
            self.kind.as_str(),
        ))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.signature(), self.detail)
    }
}

/// Compares two outcomes that must be the same: values, kinds of error and positions.
///
/// # Errors
///
/// The failure that says in which way they differ.
pub(crate) fn same(operation: &str, left: &Outcome, right: &Outcome) -> Result<(), Failure> {
    let kind = match (left, right) {
        (Ok(a), Ok(b)) if a == b => return Ok(()),
        (Err(CodecFailure::Unsupported(_)), Err(CodecFailure::Unsupported(_))) => return Ok(()),
        (Err(CodecFailure::Refused(a)), Err(CodecFailure::Refused(b))) => {
            if a == b {
                return Ok(());
            }
            if a.kind == b.kind { FailureKind::Position } else { FailureKind::ErrorKind }
        }
        (Ok(_), Ok(_)) => FailureKind::Value,
        _ => FailureKind::Acceptance,
    };
    let detail = format!("{} and {}", shown(left), shown(right));
    Err(Failure::new(operation, kind, word(left), word(right), detail))
}

/// As [`same`], for results of direct functions.
pub(crate) fn same_direct<T: PartialEq + fmt::Debug>(
    operation: &str,
    left: &Result<T, Error>,
    right: &Result<T, Error>,
) -> Result<(), Failure> {
    let kind = match (left, right) {
        _ if left == right => return Ok(()),
        (Err(a), Err(b)) if a.kind == b.kind => FailureKind::Position,
        (Err(_), Err(_)) => FailureKind::ErrorKind,
        (Ok(_), Ok(_)) => FailureKind::Value,
        _ => FailureKind::Acceptance,
    };
    let word = |result: &Result<T, Error>| match result {
        Ok(_) => "ok",
        Err(error) => error.code(),
    };
    let detail = format!("{left:?} and {right:?}");
    Err(Failure::new(operation, kind, word(left), word(right), detail))
}

/// The outcome without its values.
pub(crate) fn word(outcome: &Outcome) -> &'static str {
    match outcome {
        Ok(_) => "ok",
        Err(CodecFailure::Refused(error)) => error.code(),
        Err(CodecFailure::Unsupported(_)) => "unsupported",
    }
}

/// The outcome for people, text as code points where it is not plain.
pub(crate) fn shown(outcome: &Outcome) -> String {
    match outcome {
        Ok(value) => show_value(value),
        Err(CodecFailure::Refused(error)) => format!("{} at {}", error.code(), error.position),
        Err(CodecFailure::Unsupported(what)) => format!("unsupported ({what})"),
    }
}

/// The value for people.
pub(crate) fn show_value(value: &Value) -> String {
    match value {
        Value::Text(text) => {
            let plain = text.code_points.iter().all(|c| (0x20..0x7F).contains(c));
            let string = text.to_scalar_string().filter(|_| plain);
            let shown = string.map_or_else(
                || {
                    let points: Vec<_> =
                        text.code_points.iter().map(|c| format!("U+{c:04X}")).collect();
                    points.join(" ")
                },
                |string| format!("{string:?}"),
            );
            match &text.flags {
                None => shown,
                Some(flags) => {
                    let flags: String =
                        flags.iter().map(|&upper| if upper { 'u' } else { 'l' }).collect();
                    format!("{shown} flags {flags}")
                }
            }
        }
        Value::Octets(octets) => format!("octets {octets:02x?}"),
        Value::List(values) => {
            let values: Vec<_> = values.iter().map(show_value).collect();
            format!("[{}]", values.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use acegate_codec::ErrorKind;

    fn refused(kind: ErrorKind, position: usize) -> Outcome {
        Err(Error::new(kind, position).into())
    }

    #[test]
    fn outcomes_differ_in_exactly_one_way() {
        let ok = |text: &str| Ok(Value::from(text));
        let kind = |left: Outcome, right: Outcome| same("x", &left, &right).map_err(|f| f.kind);
        assert_eq!(kind(ok("a"), ok("a")), Ok(()));
        assert_eq!(kind(ok("a"), ok("b")), Err(FailureKind::Value));
        assert_eq!(kind(ok("a"), refused(ErrorKind::Dot, 0)), Err(FailureKind::Acceptance));
        let (dot, odd) = (refused(ErrorKind::Dot, 0), refused(ErrorKind::Odd, 0));
        assert_eq!(kind(dot.clone(), odd), Err(FailureKind::ErrorKind));
        assert_eq!(kind(dot, refused(ErrorKind::Dot, 1)), Err(FailureKind::Position));
    }

    #[test]
    fn signature_has_no_values() {
        let left = Ok(Value::from("a"));
        let mut failure = same("utf5 decode", &left, &refused(ErrorKind::Dot, 7)).unwrap_err();
        failure.target = "impl_utf5".into();
        let expected = "impl_utf5 | utf5 decode | ok ~ dot | acceptance | -";
        assert_eq!(failure.signature().0, expected);
    }

    #[test]
    fn names_of_kinds_lead_back_to_them() {
        for kind in FailureKind::ALL {
            assert_eq!(FailureKind::from_name(kind.as_str()), Some(kind));
        }
    }
}
