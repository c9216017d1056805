//! The conclusion for every combination of what can be seen.

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
    (&[Stray], &[SameFault, OtherFault, Answer, NoProcess], &[SameFault, OtherFault], OfPrevious),
    // Without a fresh process for the check before, the line counts against it.
    (&[Stray], &[SameFault, OtherFault, Answer, NoProcess], &[NoProcess], OfPrevious),
    // The check before answers alone. If the check answers alone, too, only the order is left.
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
                            let mut ask = || before.clone().expect("there is a check before");
                            let ask: &mut dyn FnMut() -> Outcome = &mut ask;
                            let found =
                                confirm(&fault, outcome.as_ref(), before.as_ref().map(|_| ask));
                            assert_eq!(found, *expected, "{fault:?}, {outcome:?}, {before:?}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn the_check_before_is_sent_again_only_if_it_may_be_to_blame() {
    for first in FIRSTS {
        for alone in ALONE {
            let fault = faults(first).swap_remove(0);
            let outcome = outcomes(&fault, alone).swap_remove(0);
            let mut count = 0;
            let mut ask = || {
                count += 1;
                Outcome::Value(Value::from("a"))
            };
            confirm(&fault, outcome.as_ref(), Some(&mut ask));
            let may_be = match first {
                Stray => alone != No,
                Broken => matches!(alone, OtherFault | Answer),
                Busy | Idle | Died => false,
            };
            assert_eq!(count, usize::from(may_be), "{first:?}, {alone:?}");
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
