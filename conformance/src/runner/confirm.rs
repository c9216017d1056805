//! The conclusion about a fault: which check it belongs to, and whether it shows again.
//!
//! One process answers many checks, so a fault may come from an earlier request. The check is
//! therefore sent again, alone, to a fresh process. If that does not decide, the check before it is
//! sent alone, too. [`confirm`] draws the conclusion from these outcomes.

use crate::observation::{Exhausted, Fault, Outcome, ProtocolFault};

/// The conclusion about a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirmation {
    /// The check was not sent again. The first observation is kept.
    Unrepeated,
    /// The check fails again: the failure is its own.
    Same,
    /// Alone, a fault does not show, or a wrong answer becomes right: the failure depended on an earlier
    /// request.
    OrderDependent,
    /// Alone and with more computing time, the check gets an answer.
    Slow,
    /// A stray line came before the request was sent. Alone, the check fails without such a line: the
    /// fault seen alone is its own.
    Unsent,
    /// The fault belongs to the check before. That check fails alone, too.
    OfPrevious,
    /// The fault belongs to the check before. That check gets an answer alone: the fault depended on a
    /// request before that one.
    OfPreviousInOrder,
}

/// Draws the conclusion about the fault of a check.
///
/// `alone` is the outcome of the check alone; `None` if it was not sent again. `previous` sends the
/// check before, alone, and returns its outcome; `None` for the first check of a worker. It is
/// called only if the other outcomes do not decide.
pub(super) fn confirm(
    fault: &Fault,
    alone: Option<&Outcome>,
    previous: Option<&mut dyn FnMut() -> Outcome>,
) -> Confirmation {
    use {Confirmation::*, Suspicion::*};
    let suspicion = suspicion(fault);
    let again = alone.map(|alone| Again::compare(fault, alone));
    match (suspicion, again, previous) {
        (StrayLine, None, Some(_)) => OfPrevious,
        (_, None, _) => Unrepeated,
        (StrayLine, Some(again), Some(previous)) => match (confirm_previous(&previous()), again) {
            (OfPreviousInOrder, Again::Same | Again::OtherFault | Again::Unavailable) => Unsent,
            (confirmation, _) => confirmation,
        },
        (StrayLine, Some(Again::Same | Again::OtherFault | Again::Unavailable), None) => Unsent,
        (_, Some(Again::Same | Again::Unavailable), _) => Same,
        (BrokenLine, Some(Again::OtherFault | Again::Answer), Some(previous)) => {
            match Again::compare(fault, &previous()) {
                Again::Same | Again::OtherFault => OfPrevious,
                Again::Answer | Again::Unavailable => OrderDependent,
            }
        }
        (Computing, Some(Again::Answer), _) => Slow,
        (_, Some(Again::OtherFault | Again::Answer), _) => OrderDependent,
    }
}

/// Draws the conclusion about a fault that followed the reply to a check, from the outcome of that
/// check alone.
pub(super) const fn confirm_previous(alone: &Outcome) -> Confirmation {
    match alone {
        Outcome::Fault(_) => Confirmation::OfPrevious,
        _ => Confirmation::OfPreviousInOrder,
    }
}

/// The suspicion that the kind of a fault raises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Suspicion {
    /// A line came while no request was open, so the request was not sent. The line belongs to the
    /// check before.
    StrayLine,
    /// A line broke the protocol. It may be the late end of the reply before.
    BrokenLine,
    /// The program computed too long. More time may help.
    Computing,
    /// The check itself is the first suspect.
    Check,
}

const fn suspicion(fault: &Fault) -> Suspicion {
    match fault {
        Fault::Protocol(ProtocolFault::SecondReply { .. } | ProtocolFault::Unasked { .. }) => {
            Suspicion::StrayLine
        }
        Fault::Protocol(_) => Suspicion::BrokenLine,
        Fault::Timeout { exhausted: Exhausted::Cpu | Exhausted::Wall, .. } => Suspicion::Computing,
        // An idle program waits for something. More time does not help.
        Fault::Timeout { exhausted: Exhausted::Idle, .. }
        | Fault::Died(_)
        | Fault::Caught(_)
        | Fault::OutputLimit { .. }
        | Fault::MemoryLimit { .. }
        | Fault::NotRun(_) => Suspicion::Check,
    }
}

/// The outcome of a check alone, compared with its fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Again {
    Same,
    OtherFault,
    Answer,
    /// No fresh process could be started.
    Unavailable,
}

impl Again {
    fn compare(fault: &Fault, alone: &Outcome) -> Self {
        match alone {
            Outcome::Fault(Fault::NotRun(_)) => Self::Unavailable,
            Outcome::Fault(other) if other.is_like(fault) => Self::Same,
            Outcome::Fault(_) => Self::OtherFault,
            Outcome::Value(_) | Outcome::Large(_) | Outcome::Refused(_) | Outcome::Skipped(..) => {
                Self::Answer
            }
        }
    }
}

#[cfg(test)]
mod tests;
