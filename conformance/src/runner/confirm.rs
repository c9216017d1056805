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
    /// The fault belongs to the check before. That check also fails alone.
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
mod tests {
    // The conclusion for every combination of what can be seen.

    use std::time::Duration;

    use acegate_codec::Value;

    use super::Confirmation::{self, *};
    use super::*;
    use crate::observation::{Death, Refusal, SkipReason, Stream};

    /// A kind of first fault.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum First {
        Stray,
        Broken,
        Busy,
        Idle,
        Died,
    }

    /// The check once more, or the check before it, alone.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Alone {
        /// It was not sent again, or there is no check before.
        No,
        SameFault,
        OtherFault,
        Answer,
        /// No fresh process could be started.
        NoProcess,
    }

    use self::{Alone::*, First::*};

    const FIRSTS: [First; 5] = [Stray, Broken, Busy, Idle, Died];
    const ALONE: [Alone; 5] = [No, SameFault, OtherFault, Answer, NoProcess];
    /// The check before exists.
    const SOME: &[Alone] = &[SameFault, OtherFault, Answer, NoProcess];

    /// The first fault, the check alone, the check before alone, and the conclusion.
    type Row = (&'static [First], &'static [Alone], &'static [Alone], Confirmation);

    /// The rules of supervision, one a row. Every combination is in exactly one row.
    const RULES: &[Row] = &[
        // Run once more alone in a fresh process, the same outcome is confirmed.
        (&[Broken, Busy, Idle, Died], &[SameFault], &ALONE, Same),
        // Without a fresh process the first fault counts.
        (&[Broken, Busy, Idle, Died], &[NoProcess], &ALONE, Same),
        // Another outcome depends on the order. An idle program gets no more time.
        (&[Idle, Died], &[OtherFault, Answer], &ALONE, OrderDependent),
        (&[Busy], &[OtherFault], &ALONE, OrderDependent),
        // Right alone, but with more computing time: slow.
        (&[Busy], &[Answer], &ALONE, Slow),
        // A broken line that does not come again may be the rest of the reply before. It is, if the check
        // before fails alone.
        (&[Broken], &[OtherFault, Answer], &[SameFault, OtherFault], OfPrevious),
        (&[Broken], &[OtherFault, Answer], &[No, Answer, NoProcess], OrderDependent),
        // A late reply is never taken for the next one. A line that no request asked for belongs to the
        // check before; that check shows it if it fails alone.
        (
            &[Stray],
            &[SameFault, OtherFault, Answer, NoProcess],
            &[SameFault, OtherFault],
            OfPrevious,
        ),
        // Without a fresh process for the check before, the line counts against it.
        (&[Stray], &[SameFault, OtherFault, Answer, NoProcess], &[NoProcess], OfPrevious),
        // The check before answers alone. If the check also answers alone, only the order is left.
        (&[Stray], &[Answer], &[Answer], OfPreviousInOrder),
        // If the check fails alone, the program fails without the check before.
        (&[Stray], &[SameFault, OtherFault, NoProcess], &[Answer], Unsent),
        // The check is the first of its worker.
        (&[Stray], &[SameFault, OtherFault, NoProcess], &[No], Unsent),
        (&[Stray], &[Answer], &[No], OrderDependent),
        // The budget is spent, so nothing is sent again. The line still does not belong to this check.
        (&[Stray], &[No], SOME, OfPrevious),
        (&[Stray], &[No], &[No], Unrepeated),
        (&[Broken, Busy, Idle, Died], &[No], &ALONE, Unrepeated),
    ];

    #[test]
    fn every_combination_has_the_conclusion_of_its_rule() {
        for first in FIRSTS {
            for alone in ALONE {
                for previous in ALONE {
                    let rules: Vec<_> = RULES
                        .iter()
                        .filter(|(a, b, c, _)| {
                            a.contains(&first) && b.contains(&alone) && c.contains(&previous)
                        })
                        .collect();
                    let [(_, _, _, expected)] = rules[..] else {
                        panic!("{first:?}, {alone:?}, {previous:?}: {} rules", rules.len());
                    };
                    for fault in faults(first) {
                        for outcome in outcomes(&fault, alone) {
                            for before in outcomes(&fault, previous) {
                                let mut asked = 0;
                                let mut ask = || {
                                    asked += 1;
                                    before.clone().expect("there is a check before")
                                };
                                let ask: &mut dyn FnMut() -> Outcome = &mut ask;
                                let found =
                                    confirm(&fault, outcome.as_ref(), before.as_ref().map(|_| ask));
                                assert_eq!(found, *expected, "{fault:?}, {outcome:?}, {before:?}");
                                // The check before is sent again only if it may be to blame.
                                let may_be = match first {
                                    Stray => alone != No,
                                    Broken => matches!(alone, OtherFault | Answer),
                                    Busy | Idle | Died => false,
                                };
                                let is_asked = may_be && previous != No;
                                assert_eq!(asked, usize::from(is_asked), "{first:?}, {alone:?}");
                            }
                        }
                    }
                }
            }
        }
    }

    /// The faults of a kind.
    fn faults(first: First) -> Vec<Fault> {
        let line = || "x".to_owned();
        let limit = Duration::from_secs(2);
        let timeout = |exhausted| Fault::Timeout { limit, partial: 0, exhausted };
        let protocol = |faults: Vec<_>| faults.into_iter().map(Fault::Protocol).collect();
        match first {
            Stray => protocol(vec![
                ProtocolFault::Unasked { line: line() },
                ProtocolFault::SecondReply { id: 1 },
            ]),
            Broken => protocol(vec![
                ProtocolFault::NotJson { line: line() },
                ProtocolFault::NotAReply { expected: line(), line: line() },
                ProtocolFault::WrongId { open: 2, found: 1 },
                ProtocolFault::AnotherHello,
            ]),
            Busy => vec![timeout(Exhausted::Cpu), timeout(Exhausted::Wall)],
            Idle => vec![timeout(Exhausted::Idle)],
            Died => vec![
                Fault::Died(Death::Signalled(11)),
                Fault::Died(Death::ClosedOutput),
                Fault::MemoryLimit { limit: 1 },
            ],
        }
    }

    /// The outcomes of a check alone whose first fault was this one.
    fn outcomes(fault: &Fault, alone: Alone) -> Vec<Option<Outcome>> {
        let outcomes = match alone {
            No => return vec![None],
            SameFault => vec![Outcome::Fault(fault.clone())],
            OtherFault => vec![
                Outcome::Fault(Fault::Died(Death::Exited(3))),
                Outcome::Fault(Fault::OutputLimit { limit: 1, stream: Stream::Output }),
            ],
            Answer => vec![
                Outcome::Value(Value::from("a")),
                Outcome::Refused(Refusal::default()),
                Outcome::Skipped(SkipReason::Unsupported, "no".into()),
            ],
            NoProcess => vec![Outcome::Fault(Fault::NotRun("gone".into()))],
        };
        outcomes.into_iter().map(Some).collect()
    }
}
