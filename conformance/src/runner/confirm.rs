//! The conclusion about a fault: which check it belongs to, and whether it shows again.
//!
//! One process answers many checks, so a fault may come from an earlier request. The check is
//! therefore sent again, alone, to a fresh process. If that does not decide, the check before it is
//! also sent alone. [`confirm`] draws the conclusion from these outcomes.

use crate::observation::{Exhausted, Fault, Outcome, ProtocolFault};

/// The conclusion about a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirmation {
    /// The check was not sent again. The first observation is kept.
    Unrepeated,
    /// The check fails again: the failure does not depend on earlier requests.
    Same,
    /// Alone, a fault does not show, or a wrong answer becomes right: the failure depended on an earlier
    /// request.
    OrderDependent,
    /// Answers of the implementation depend on earlier requests, and this one could not be rerun alone,
    /// because enough fresh processes had been started.
    Unsettled,
    /// Alone and with more computing time, the check gets an answer.
    Slow,
    /// A stray line came before the request was sent. Alone, the check fails without such a line: the
    /// fault seen alone is not caused by earlier requests.
    Unsent,
    /// The fault belongs to the check before. That check also fails alone.
    OfPrevious,
    /// The fault belongs to the check before. That check gets an answer alone: the fault depended on a
    /// request before that one.
    OfPreviousInOrder,
}

/// The check before one with a fault.
#[derive(Clone, Copy, Debug)]
pub(super) enum Before<'a> {
    /// The check with the fault is the first of its worker.
    NoCheck,
    /// It was not sent again, because its outcome [does not decide](needs_previous).
    NotAsked,
    /// Its outcome alone.
    Alone(&'a Outcome),
}

/// Whether the outcome of the check before, sent again alone, decides which check a fault belongs to. `alone` is
/// as in [`confirm`].
pub(super) fn needs_previous(fault: &Fault, alone: Option<&Outcome>) -> bool {
    let Some(alone) = alone else {
        return false;
    };
    match suspicion(fault) {
        Suspicion::StrayLine => true,
        Suspicion::BrokenLine => match Again::compare(fault, alone) {
            Again::OtherFault | Again::Answer => true,
            Again::Same | Again::Unavailable => false,
        },
        Suspicion::Computing | Suspicion::Check => false,
    }
}

/// Draws the conclusion about the fault of a check.
///
/// `alone` is the outcome of the check alone; `None` if it was not sent again. The check before must have been
/// sent again if [`needs_previous`] says so.
pub(super) fn confirm(fault: &Fault, alone: Option<&Outcome>, before: Before<'_>) -> Confirmation {
    use {Confirmation::*, Suspicion::*};
    let suspicion = suspicion(fault);
    let again = alone.map(|alone| Again::compare(fault, alone));
    match (suspicion, again, before) {
        (StrayLine, None, Before::NotAsked | Before::Alone(_)) => OfPrevious,
        (_, None, _) => Unrepeated,
        (StrayLine, Some(again), Before::Alone(previous)) => {
            match (confirm_previous(previous), again) {
                (OfPreviousInOrder, Again::Same | Again::OtherFault | Again::Unavailable) => Unsent,
                (confirmation, _) => confirmation,
            }
        }
        (StrayLine, Some(Again::Same | Again::OtherFault | Again::Unavailable), _) => Unsent,
        (_, Some(Again::Same | Again::Unavailable), _) => Same,
        (BrokenLine, Some(Again::OtherFault | Again::Answer), Before::Alone(previous)) => {
            match Again::compare(fault, previous) {
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
        Fault::Timeout {
            exhausted: Exhausted::Cpu | Exhausted::Wall,
            ..
        } => Suspicion::Computing,
        // An idle program waits for something. More time does not help.
        Fault::Timeout {
            exhausted: Exhausted::Idle,
            ..
        }
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
mod tests {
    // The conclusion for every combination of what can be seen.

    use std::time::Duration;

    use acegate_codec::Value;

    use super::Confirmation::{self, *};
    use super::Suspicion::{BrokenLine, Check, Computing, StrayLine};
    use super::*;
    use crate::observation::{Death, Refusal, SkipReason, Stream};

    /// The check once more, or the check before it, alone; `None` if it was not sent, or there is none.
    type Alone = Option<Again>;

    const NO: Alone = None;
    const SAME: Alone = Some(Again::Same);
    const OTHER: Alone = Some(Again::OtherFault);
    const ANSWER: Alone = Some(Again::Answer);
    const GONE: Alone = Some(Again::Unavailable);

    const ALL: &[Alone] = &[NO, SAME, OTHER, ANSWER, GONE];
    const SENT: &[Alone] = &[SAME, OTHER, ANSWER, GONE];

    /// The suspicion of the first fault, the check alone, the check before alone, and the conclusion.
    type Row = (
        &'static [Suspicion],
        &'static [Alone],
        &'static [Alone],
        Confirmation,
    );

    /// The rules of supervision, one a row. Every combination is in exactly one row.
    const RULES: &[Row] = &[
        // Run once more alone in a fresh process, the same outcome is confirmed. Without a fresh process
        // the first fault counts.
        (&[BrokenLine, Computing, Check], &[SAME, GONE], ALL, Same),
        // Another outcome depends on the order. An idle program gets no more time.
        (&[Check], &[OTHER, ANSWER], ALL, OrderDependent),
        (&[Computing], &[OTHER], ALL, OrderDependent),
        // Right alone, but with more computing time: slow.
        (&[Computing], &[ANSWER], ALL, Slow),
        // A broken line that does not come again may be the rest of the reply before. It is, if the check
        // before fails alone.
        (&[BrokenLine], &[OTHER, ANSWER], &[SAME, OTHER], OfPrevious),
        (
            &[BrokenLine],
            &[OTHER, ANSWER],
            &[NO, ANSWER, GONE],
            OrderDependent,
        ),
        // A late reply is never taken for the next one. A line without an open request belongs to
        // the check before; that check shows it if it fails alone. Without a fresh process for that
        // check, the line counts against it.
        (&[StrayLine], SENT, &[SAME, OTHER, GONE], OfPrevious),
        // The check before answers alone. If the check also answers alone, only the order is left.
        (&[StrayLine], &[ANSWER], &[ANSWER], OfPreviousInOrder),
        // If the check fails alone, the program fails without the check before, or the check is the first
        // of its worker.
        (&[StrayLine], &[SAME, OTHER, GONE], &[NO, ANSWER], Unsent),
        (&[StrayLine], &[ANSWER], &[NO], OrderDependent),
        // The budget is spent, so nothing is sent again. The line still does not belong to this check.
        (&[StrayLine], &[NO], SENT, OfPrevious),
        (&[StrayLine], &[NO], &[NO], Unrepeated),
        (&[BrokenLine, Computing, Check], &[NO], ALL, Unrepeated),
    ];

    #[test]
    fn every_combination_has_the_conclusion_of_its_rule() {
        for (first, fault) in faults() {
            for (&alone, &previous) in ALL
                .iter()
                .flat_map(|one| ALL.iter().map(move |it| (one, it)))
            {
                let is_of = |(a, b, c, _): &&Row| {
                    a.contains(&first) && b.contains(&alone) && c.contains(&previous)
                };
                let rules: Vec<_> = RULES.iter().filter(is_of).collect();
                let [(_, _, before, expected)] = rules[..] else {
                    panic!("{first:?}, {alone:?}, {previous:?}: {} rules", rules.len());
                };
                // The check before is sent again only if its outcome can decide.
                let is_asked = before.len() < ALL.len() && alone != NO && previous != NO;
                for outcome in outcomes(&fault, alone) {
                    for before in outcomes(&fault, previous) {
                        let is_needed = needs_previous(&fault, outcome.as_ref());
                        let before = match &before {
                            None => Before::NoCheck,
                            Some(outcome) if is_needed => Before::Alone(outcome),
                            Some(_) => Before::NotAsked,
                        };
                        let found = confirm(&fault, outcome.as_ref(), before);
                        assert_eq!(found, *expected, "{fault:?}, {outcome:?}, {before:?}");
                        let was_asked = matches!(before, Before::Alone(_));
                        assert_eq!(was_asked, is_asked, "{first:?}, {alone:?}");
                    }
                }
            }
        }
    }

    /// Each fault, and the suspicion that it raises.
    fn faults() -> Vec<(Suspicion, Fault)> {
        let line = || "x".to_owned();
        let limit = Duration::from_secs(2);
        let timeout = |exhausted| Fault::Timeout {
            limit,
            partial: 0,
            exhausted,
        };
        let protocol = Fault::Protocol;
        vec![
            (StrayLine, protocol(ProtocolFault::Unasked { line: line() })),
            (StrayLine, protocol(ProtocolFault::SecondReply { id: 1 })),
            (
                BrokenLine,
                protocol(ProtocolFault::NotJson { line: line() }),
            ),
            (
                BrokenLine,
                protocol(ProtocolFault::NotAReply {
                    expected: line(),
                    line: line(),
                }),
            ),
            (
                BrokenLine,
                protocol(ProtocolFault::WrongId { open: 2, found: 1 }),
            ),
            (BrokenLine, protocol(ProtocolFault::AnotherHello)),
            (Computing, timeout(Exhausted::Cpu)),
            (Computing, timeout(Exhausted::Wall)),
            (Check, timeout(Exhausted::Idle)),
            (Check, Fault::Died(Death::Signalled(11))),
            (Check, Fault::Died(Death::ClosedOutput)),
            (Check, Fault::MemoryLimit { limit: 1 }),
        ]
    }

    /// The outcomes of a check alone whose first fault was this one.
    fn outcomes(fault: &Fault, alone: Alone) -> Vec<Option<Outcome>> {
        let outcomes = match alone {
            NO => return vec![None],
            SAME => vec![Outcome::Fault(fault.clone())],
            OTHER => vec![
                Outcome::Fault(Fault::Died(Death::Exited(3))),
                Outcome::Fault(Fault::OutputLimit {
                    limit: 1,
                    stream: Stream::Output,
                }),
            ],
            ANSWER => vec![
                Outcome::Value(Value::from("a")),
                Outcome::Refused(Refusal::default()),
                Outcome::Skipped(SkipReason::Unsupported, "no".into()),
            ],
            GONE => vec![Outcome::Fault(Fault::NotRun("gone".into()))],
        };
        outcomes.into_iter().map(Some).collect()
    }
}
