//! The properties of the hunt as laws of targets.

use acegate::hunt::{
    CANONICAL, CASE, EQUALS_MODEL, Property, ROUND_TRIP, SIZE, Subject, Violation, ViolationKind,
};
use acegate::observation::Outcome as Observed;
use acegate::protocol::Request;
use acegate_codec::{Error, ErrorKind, Failure};

use crate::octets::Outcome;

/// A codec reads back the code that it writes, and writes the code that it reads.
pub(crate) fn inverse_undoes(
    request: &Request,
    subject: &mut dyn Subject,
) -> Result<(), Violation> {
    keeps(&ROUND_TRIP, request, subject)?;
    keeps(&CANONICAL, request, subject)
}

/// Swapping the case of letters changes no result.
pub(crate) fn letter_case_is_free(
    request: &Request,
    subject: &mut dyn Subject,
) -> Result<(), Violation> {
    keeps(&CASE, request, subject)
}

/// Puts a property of the hunt to a subject.
pub(super) fn keeps(
    property: &Property,
    request: &Request,
    subject: &mut dyn Subject,
) -> Result<(), Violation> {
    (property.check)(request, subject).map_err(|breach| {
        let (expected, observed) = breach.codes();
        let kind = match property.id {
            id if id == EQUALS_MODEL.id => ViolationKind::between(expected, observed),
            id if id == SIZE.id => ViolationKind::Bound,
            _ => ViolationKind::Law,
        };
        Violation::new(breach.request.name(), kind, expected, observed, breach.to_string())
    })
}

/// The answer of a subject as the result of a codec. A skip or a fault becomes `Unsupported`.
pub(super) fn ask(subject: &mut dyn Subject, request: &Request) -> Outcome {
    match subject.answer(request) {
        Observed::Value(value) => Ok(value),
        Observed::Refused(refusal) => {
            let kind = refusal.kind.as_deref().and_then(ErrorKind::from_code);
            let at = refusal.at.and_then(|at| usize::try_from(at).ok());
            match (kind, at) {
                (Some(kind), Some(at)) => Err(Error::new(kind, at).into()),
                _ => Err(Failure::unsupported("a refusal without kind or position")),
            }
        }
        _ => Err(Failure::unsupported("no answer")),
    }
}
