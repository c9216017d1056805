//! A run: every chosen check is put to the implementation, and its answer becomes an event.

mod budget;
mod confirm;
mod growth;
mod options;
mod pending;
mod record;
mod worker;

use std::sync::atomic::AtomicUsize;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread::Builder;
use std::time::Instant;

use acegate_deviations::Seen;
use acegate_vectors::Check;

pub use self::options::{Evidence, FaultBudget, RunOptions};

use self::budget::Budget;
use self::growth::Suspects;
use self::record::micros;
use self::worker::{Message, Queue};
use crate::event::{BehavesLike, Event, FORMAT, Growth, RunEnd, RunStart, Totals};
use crate::findings::{Answer, Diagnosis, diagnose};
use crate::implementation::{Implementation, Starter};
use crate::interrupt;
use crate::judge::{ExitStatus, Verdict, length_limits};
use crate::observation::StartError;

/// How many messages may wait between the workers and the reports. The workers wait then, so that
/// answers do not pile up.
const WAITING: usize = 16;

/// Puts the checks to the implementation. Every event is handed to `sink` as it happens.
///
/// # Errors
///
/// A [`StartError`] where the implementation does not start; no event has been handed on then.
pub fn run(
    checks: &[Check],
    start: &Starter<'_>,
    options: &RunOptions,
    sink: &mut dyn FnMut(&Event),
) -> Result<RunEnd, StartError> {
    let begun = Instant::now();
    let first = start()?;
    sink(&Event::RunStart(Box::new(RunStart {
        format: FORMAT,
        acegate: env!("CARGO_PKG_VERSION").into(),
        implementation: first.describe().implementation.clone(),
        checks: checks.len(),
        strict_errors: options.strict_errors,
        ..options.start.clone()
    })));
    let mut totals = Totals::default();
    let mut remarks = Vec::new();
    let mut answers = Vec::with_capacity(checks.len());
    let mut judged = Vec::with_capacity(checks.len());
    let mut take = |message: Message| match message {
        Message::Case(case, index, outcome) => {
            totals.add(&case);
            judged.push((&checks[index], case.verdict, case.failing));
            sink(&Event::Case(case));
            answers.push((&checks[index], Answer::of(&outcome)));
        }
        Message::Remark(remark) => {
            if !remarks.contains(&remark) {
                remarks.push(remark);
            }
        }
    };
    let budget = Budget::new(options, begun);
    let suspects = Suspects::default();
    let queue = Queue { checks, next: AtomicUsize::new(0), options, budget, suspects };
    work(&queue, first, start, &mut take);
    let growth = grown(&queue, start);
    let interrupted = interrupt::requested();
    let failed = totals.unexpected + totals.advisory > 0;
    let end = RunEnd {
        behaves_like: if failed && options.diagnose { behaves_like(&answers) } else { Vec::new() },
        exit: exit_status(&totals, interrupted),
        totals,
        growth,
        length_limits: length_limits(judged),
        remarks,
        interrupted,
        elapsed_us: micros(begun.elapsed()),
    };
    sink(&Event::RunEnd(Box::new(end.clone())));
    Ok(end)
}

/// Lets as many instances work as the options ask for, or as many as the system has threads for.
fn work(
    queue: &Queue<'_>,
    first: Box<dyn Implementation>,
    start: &Starter<'_>,
    take: &mut dyn FnMut(Message),
) {
    let jobs = queue.options.jobs.min(queue.checks.len());
    if jobs <= 1 {
        return queue.work(first, take);
    }
    let (sender, receiver) = sync_channel(WAITING);
    let first = Mutex::new(Some(first));
    let take_first = || first.lock().unwrap_or_else(PoisonError::into_inner).take();
    std::thread::scope(|scope| {
        let mut missing = None;
        for number in 0..jobs {
            let sender: SyncSender<Message> = sender.clone();
            // The receiver lives until every sender is gone.
            let worker = move || match take_first().map_or_else(start, Ok) {
                Ok(implementation) => {
                    queue.work(implementation, &mut |message| drop(sender.send(message)));
                }
                Err(error) => {
                    let remark = format!("a job could not start: {error}");
                    drop(sender.send(Message::Remark(remark)));
                }
            };
            if let Err(error) = Builder::new().spawn_scoped(scope, worker) {
                missing = Some(format!("only {number} jobs of {jobs}: no thread: {error}"));
                break;
            }
        }
        drop(sender);
        receiver.iter().for_each(&mut *take);
        missing.into_iter().for_each(|remark| take(Message::Remark(remark)));
    });
    // Without any thread the first instance works here.
    if let Some(first) = take_first() {
        queue.work(first, take);
    }
}

/// Measures the operations that were slow, with a fresh instance, while there is budget left.
fn grown(queue: &Queue<'_>, start: &Starter<'_>) -> Vec<Growth> {
    let suspects = queue.suspects.take();
    let allowed = || !interrupt::requested() && queue.budget.exhausted().is_none();
    if suspects.is_empty() || !allowed() {
        return Vec::new();
    }
    // An instance that does not start any more measures nothing; the checks have said so.
    let Ok(mut implementation) = start() else { return Vec::new() };
    let measured = suspects.iter().filter(|_| allowed());
    measured.filter_map(|slow| growth::measure(implementation.as_mut(), slow)).collect()
}

/// The exit status that the counts stand for.
fn exit_status(totals: &Totals, interrupted: bool) -> ExitStatus {
    if interrupted {
        ExitStatus::Interrupted
    } else if totals.count(Verdict::NotRun) > 0 {
        ExitStatus::NotAlive
    } else if totals.run() == 0 {
        ExitStatus::NothingRan
    } else if totals.unexpected > 0 {
        ExitStatus::Unexpected
    } else {
        ExitStatus::AsExpected
    }
}

/// The deviations that the answers are like.
fn behaves_like(answers: &[(&Check, Answer)]) -> Vec<BehavesLike> {
    let seen = |seen: &Seen| match seen.source {
        "" => seen.library.to_owned(),
        source => format!("{}, {source}", seen.library),
    };
    let described = |found: Diagnosis| BehavesLike {
        deviation: found.deviation.id.to_owned(),
        summary: found.deviation.summary.to_owned(),
        seen: found.deviation.seen.iter().map(seen).collect(),
        explained: found.explained,
        telling: found.telling,
        checks: found.checks,
    };
    diagnose(answers).into_iter().map(described).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::implementation::InProcess;
    use acegate_deviations::{DeviantCodec, find};
    use acegate_vectors::Suite;

    #[test]
    fn the_refusals_of_a_library_with_a_limit_are_two_limits() {
        let library = find("punycode/thousand-code-units-at-most").expect("a deviation");
        let start = || {
            let codec = DeviantCodec::new(library).expect("a codec");
            Ok(Box::new(InProcess::new(library.id, "", vec![Box::new(codec)])) as _)
        };
        let mut checks = Suite::embedded().expect("the embedded suite is valid").checks();
        checks.retain(|check| check.codec() == "punycode");
        let options = RunOptions { diagnose: false, ..RunOptions::default() };
        let end = run(&checks, &start, &options, &mut |_| {}).expect("it starts");
        let limits: Vec<_> = end.length_limits.iter().map(|limit| limit.op.as_str()).collect();
        assert_eq!(limits, ["decode", "encode"]);
        let told: usize = end.length_limits.iter().map(|limit| limit.checks.len()).sum();
        assert_eq!(told, end.totals.count(Verdict::Fail));
        // The verdicts are what they were.
        assert_eq!(end.exit, ExitStatus::Unexpected);
        assert!(end.length_limits[1].longest <= 1000 && end.length_limits[1].shortest > 1000);
    }
}
