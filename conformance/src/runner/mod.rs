//! Runs checks: sends each to the implementation, and hands its result to an [`Observer`].
//!
//! # Example: a check, its fault and its confirmation
//!
//! A program decodes `tda`, then `bcher-kva`, and dies of signal 11 over the second one.
//!
//! 1. [`run`] starts the program, passes its description to the [`Observer`], and hands the checks to
//!    a `worker`. The worker takes the first check, sends its request
//!    `{"op":"decode","in":{"t":"tda"}}`, and receives the value `ü`. The result waits. A stray line
//!    may follow the reply, and only the next exchange shows whether one did.
//! 2. The worker sends `bcher-kva` and observes the fault `Died(Signalled(11))`. The `budget` still
//!    allows a repetition, so the worker sends the check again, alone, to a fresh process.
//! 3. `confirm` compares the two outcomes:
//!    - Signal 11 again is `Same`: the fault is the check's own.
//!    - The value `bücher` is `OrderDependent`: an earlier request caused the fault.
//!    - If the first fault is too much CPU time, the value `bücher` is `Slow`.
//!    - If the first fault is a line that came before `bcher-kva` was sent, `tda` is also sent alone.
//!      If the line comes again, it belongs to `tda`.
//! 4. The result of `tda` is judged and handed on. The result of `bcher-kva` waits. After the last
//!    check the program is ended. A fault that shows only then belongs to the check that still
//!    waits.
//!
//! A wrong answer is also retried in a second instance: `state` finds out whether it depends on
//! earlier requests, and on which.
//!
//! The budget also gives a program up that fails too often: the remaining checks are then `not-run`.
//! `growth` measures operations that took suspiciously long.

mod budget;
mod confirm;
mod growth;
mod likeness;
mod observer;
mod options;
mod order;
#[cfg(test)]
pub(crate) mod scripted;
mod state;
mod worker;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread::Builder;

use acegate_vectors::Check;

pub use self::confirm::Confirmation;
pub use self::growth::Growth;
pub use self::observer::{CheckResult, Earlier, FaultCost, Observer, RunSummary};
pub use self::options::{FaultBudget, RunOptions};

use self::budget::Budget;
use self::growth::Suspects;
use self::order::{CheckIndex, Order};
use self::worker::Queue;
use crate::clock::Moment;
use crate::implementation::{Implementation, Starter};
use crate::interrupt;
use crate::judge::Verdict;
use crate::observation::StartError;
use crate::suite::sent_request;

/// How many results may wait between the workers and the observer. When there are more, the workers
/// wait, so that replies do not pile up.
const WAITING: usize = 16;

/// Sends the checks to the implementation and hands every result to `observer`. `earlier` is the part
/// of the run that came before, if the run goes on.
///
/// # Errors
///
/// A [`StartError`] if the implementation does not start. The observer has not been called then.
pub fn run<'a>(
    checks: &'a [Check],
    start: &Starter<'_>,
    options: &'a RunOptions,
    earlier: &Earlier,
    observer: &mut dyn Observer<'a>,
) -> Result<RunSummary, StartError> {
    let begun = Moment::now();
    let first = start()?;
    observer.started(first.describe());
    let suspects = Suspects::default();
    for (check, took) in &earlier.asked {
        suspects.add(&sent_request(check, first.describe()), *took);
    }
    let queue = Queue {
        checks,
        order: Order::new(checks),
        options,
        budget: Budget::new(options, begun, &earlier.costs),
        suspects,
        remarks: Mutex::default(),
        stopped: AtomicBool::new(earlier.is_enough),
    };
    let mut take = |result: Box<CheckResult<'a>>| {
        if result.judgement.verdict == Verdict::NotRun {
            queue.order.count_not_run(CheckIndex(result.index));
        }
        observer.checked(*result);
        if observer.is_enough() {
            queue.stopped.store(true, Ordering::Relaxed);
        }
    };
    work(&queue, first, start, &mut take);
    let growth = measure_growth(&queue, start);
    let (interrupted, stopped) = (
        interrupt::requested(),
        queue.stopped.load(Ordering::Relaxed),
    );
    let over = queue.budget.exhausted().or_else(|| queue.budget.too_slow());
    let mut remarks = queue.order.remarks();
    remarks.extend(interrupt::continued());
    remarks.extend(
        queue
            .remarks
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner),
    );
    let elapsed = begun.elapsed();
    Ok(RunSummary {
        growth,
        remarks,
        interrupted,
        stopped,
        over,
        elapsed,
    })
}

/// Works through the queue with as many instances as the options say, or as many as the system
/// has threads for.
fn work<'a>(
    queue: &Queue<'a>,
    first: Box<dyn Implementation>,
    start: &Starter<'_>,
    take: &mut dyn FnMut(Box<CheckResult<'a>>),
) {
    let jobs = queue.options.jobs.min(queue.checks.len());
    if jobs <= 1 {
        return queue.work(first, start, take);
    }
    let (sender, receiver) = sync_channel(WAITING);
    let first = Mutex::new(Some(first));
    let take_first = || first.lock().unwrap_or_else(PoisonError::into_inner).take();
    std::thread::scope(|scope| {
        for number in 0..jobs {
            let sender: SyncSender<Box<CheckResult<'a>>> = sender.clone();
            // The receiver lives until every sender is gone.
            let worker = move || match take_first().map_or_else(start, Ok) {
                Ok(implementation) => {
                    queue.work(implementation, start, &mut |result| {
                        drop(sender.send(result));
                    });
                }
                Err(error) => queue.remark(format!("a job could not start: {error}")),
            };
            if let Err(error) = Builder::new().spawn_scoped(scope, worker) {
                queue.remark(format!("only {number} jobs of {jobs}: no thread: {error}"));
                break;
            }
        }
        drop(sender);
        receiver.iter().for_each(&mut *take);
    });
    // If there was no thread at all, the first instance works here.
    if let Some(first) = take_first() {
        queue.work(first, start, take);
    }
}

/// Measures the slow operations with a fresh instance, while there is budget left.
fn measure_growth(queue: &Queue<'_>, start: &Starter<'_>) -> Vec<Growth> {
    let suspects = queue.suspects.take();
    let allowed = || !interrupt::requested() && queue.why_over().is_none();
    if suspects.is_empty() || !allowed() {
        return Vec::new();
    }
    // If no instance starts any more, nothing is measured. The results of the checks show that already.
    let Ok(mut implementation) = start() else {
        return Vec::new();
    };
    let measured = suspects.iter().filter(|_| allowed());
    measured
        .filter_map(|slow| growth::measure(implementation.as_mut(), slow))
        .collect()
}
