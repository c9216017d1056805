//! Whose a fault is, and whether it shows again: faults are put once more, alone.

use crate::implementation::Implementation;
use crate::observation::{Exhausted, Fault, Observation, Outcome, ProtocolFault};
use crate::protocol::Request;

/// What putting a check again, alone in a fresh process, says of its fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Confirmation {
    /// The same fault: it is the check's own.
    Same,
    /// No fault or another one: the first depended on what was asked before.
    OrderDependent,
    /// An answer, given more computing time: the check is slow.
    Slow,
}

impl Confirmation {
    /// What the outcome of the check alone says of its first fault.
    pub(super) fn from_outcome(fault: &Fault, alone: &Outcome) -> Self {
        match (fault, alone) {
            // A fresh process cannot be had, so the fault stands as it is.
            (_, Outcome::Fault(Fault::NotRun(_))) => Self::Same,
            (_, Outcome::Fault(other)) if other.is_like(fault) => Self::Same,
            (_, Outcome::Fault(_)) => Self::OrderDependent,
            // A program that does nothing waits for something, whatever the time it is given.
            (Fault::Timeout { exhausted: Exhausted::Idle, .. }, _) => Self::OrderDependent,
            (Fault::Timeout { .. }, _) => Self::Slow,
            _ => Self::OrderDependent,
        }
    }
}

/// Whether the fault is of a process, so that a fresh one may answer otherwise.
pub(super) const fn deserves_confirmation(fault: &Fault) -> bool {
    !matches!(fault, Fault::NotRun(_) | Fault::Caught(_))
}

/// Whether the fault is a line that came while no request was open: the request itself was not
/// sent.
pub(super) const fn is_unasked(fault: &Fault) -> bool {
    matches!(
        fault,
        Fault::Protocol(ProtocolFault::SecondReply { .. } | ProtocolFault::Unasked { .. })
    )
}

/// Whether the fault may belong to the request before: surely where a line came unasked; perhaps
/// where a line that is not a reply came too late for that, and does not come again.
pub(super) const fn may_blame_previous(fault: &Fault, confirmation: Confirmation) -> bool {
    is_unasked(fault)
        || matches!(fault, Fault::Protocol(_)) && !matches!(confirmation, Confirmation::Same)
}

/// What was observed of the request before, now that a fault may belong to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Blame {
    /// The fault is of the request before, which is observed like this. The flag says whether it
    /// depended on what was asked before.
    Previous(Observation, bool),
    /// The fault is not of the request before.
    NotPrevious,
}

/// Puts the request before again, alone. It is to blame if its reply is followed by a fault then,
/// or if nothing else explains the fault: then the fault depended on what was asked before.
pub(super) fn blame(
    implementation: &mut dyn Implementation,
    previous: &Request,
    fault: &Fault,
    explained: bool,
) -> Blame {
    let alone = implementation.answer_alone(previous);
    if is_fault(&alone.outcome) {
        Blame::Previous(alone, false)
    } else if explained {
        Blame::NotPrevious
    } else {
        Blame::Previous(Observation { outcome: Outcome::Fault(fault.clone()), ..alone }, true)
    }
}

pub(super) const fn is_fault(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Fault(_))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observation::{Death, Refusal, SkipReason};
    use acegate_codec::Value;
    use std::time::Duration;

    fn timeout(exhausted: Exhausted) -> Fault {
        Fault::Timeout { limit: Duration::from_secs(2), partial: 0, exhausted }
    }

    #[test]
    fn the_outcome_alone_decides() {
        use Confirmation::*;
        let crash = || Fault::Died(Death::Signalled(11));
        let fault = Outcome::Fault;
        let value = || Outcome::Value(Value::from("a"));
        let table = [
            (crash(), fault(crash()), Same),
            (crash(), fault(Fault::Died(Death::Exited(3))), OrderDependent),
            (crash(), fault(timeout(Exhausted::Idle)), OrderDependent),
            (crash(), fault(Fault::NotRun("gone".into())), Same),
            (crash(), value(), OrderDependent),
            (crash(), Outcome::Refused(Refusal::default()), OrderDependent),
            (crash(), Outcome::Skipped(SkipReason::Unsupported, "no".into()), OrderDependent),
            (timeout(Exhausted::Cpu), value(), Slow),
            (timeout(Exhausted::Wall), value(), Slow),
            (timeout(Exhausted::Cpu), Outcome::Refused(Refusal::default()), Slow),
            (timeout(Exhausted::Idle), value(), OrderDependent),
            (timeout(Exhausted::Cpu), fault(timeout(Exhausted::Cpu)), Same),
            (timeout(Exhausted::Cpu), fault(timeout(Exhausted::Wall)), Same),
            (timeout(Exhausted::Cpu), fault(crash()), OrderDependent),
        ];
        for (first, alone, expected) in table {
            let found = Confirmation::from_outcome(&first, &alone);
            assert_eq!(found, expected, "{first:?}, alone {alone:?}");
        }
    }

    #[test]
    fn only_lines_can_be_of_the_request_before() {
        use Confirmation::*;
        let unasked = Fault::Protocol(ProtocolFault::Unasked { line: "x".into() });
        let not_json = Fault::Protocol(ProtocolFault::NotJson { line: "x".into() });
        let crash = Fault::Died(Death::Exited(3));
        assert!(may_blame_previous(&unasked, Same));
        assert!(may_blame_previous(&unasked, OrderDependent));
        assert!(may_blame_previous(&not_json, OrderDependent));
        assert!(!may_blame_previous(&not_json, Same));
        assert!(!may_blame_previous(&crash, OrderDependent));
    }
}
