//! The engine: runs the trials of a hunt on an implementation, epoch by epoch.
//!
//! An epoch is a fixed number of trials. The instances take blocks of them; what came of the blocks is
//! folded in the order of the trials when the epoch is over. So the same seed and number of requests give
//! the same discoveries, on one instance or on four.

use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use super::discovery::{Discoveries, Discovery};
use super::generators::GENERATORS;
use super::reproduction::{Fresh, Hit, Limit as _};
use super::schedule::Schedule;
use super::space::Space;
use super::trials::{HuntOptions, HuntSummary, Trials, is_late};
use super::worker::{Block, Instance};
use crate::implementation::Starter;
use crate::interrupt;
use crate::observation::StartError;
use crate::protocol::{Description, Request};
use crate::sorting::sort_by_key;

/// An event of a hunt.
#[derive(Debug)]
pub enum HuntEvent<'a> {
    /// The implementation has started.
    Started(&'a Description),
    /// Something new was found, made smaller and put again.
    Found(&'a Discovery),
}

/// How many trials an epoch has. The first ones have fewer, so that the first findings come early.
const EPOCH: u64 = 1024;

/// How many trials the first epoch has; the next ones have twice as many each, up to [`EPOCH`].
const FIRST_EPOCH: u64 = 64;

const BLOCK: u64 = 64;

/// Hunts: puts trials until the budget is used up, and hands on what happens.
///
/// # Errors
///
/// A [`StartError`] if the implementation does not start. Nothing has been handed on then.
pub fn hunt(
    start: &Starter<'_>,
    options: &HuntOptions,
    take: &mut dyn FnMut(&HuntEvent<'_>),
) -> Result<HuntSummary, StartError> {
    let begun = Instant::now();
    let first = start()?;
    let cost = begun.elapsed();
    take(&HuntEvent::Started(first.describe()));
    let space = Space::of(first.describe(), &options.codecs);
    let schedule = Schedule::new(GENERATORS, options.seed, space);
    let trials = Trials {
        options,
        schedule,
        begun,
        faults: Mutex::default(),
    };
    let mut summary = HuntSummary::default();
    let mut instances = vec![Instance::new(0, first)];
    summary
        .remarks
        .extend(start_others(start, options.jobs, &mut instances));
    let end = options.time.map(|time| begun + time);
    let mut discoveries = Discoveries::new(Fresh::new(start, end, cost));
    discoveries.take_known(instances[0].run_known(&trials));
    put_epochs(
        &trials,
        &mut instances,
        &mut discoveries,
        &mut summary,
        take,
    );
    discoveries.suspect_members(true, &|hit| instances[hit.instance].before(hit.before));
    discoveries.settle(true, &mut |found| tell(found, options, take));
    discoveries.drop_contradicted_members();
    if summary.given_up.is_none() {
        summary.given_up = trials.given_up();
    }
    if let Some(most) = options.requests
        && summary.requests < most
        && is_late(options.time, begun.elapsed())
    {
        summary.remarks.push(format!(
            "the time ended before {most} requests were sent (--time)"
        ));
    }
    let mut last_remarks = Vec::new();
    let not_held = instances[0].implementation.not_held().map(str::to_owned);
    last_remarks.extend(finish_all(instances));
    last_remarks.extend(not_held);
    last_remarks.extend(interrupt::continued());
    for remark in last_remarks {
        if !summary.remarks.contains(&remark) {
            summary.remarks.push(remark);
        }
    }
    summary.right = discoveries.suspects.right().cloned().collect();
    summary.unlooked = discoveries.unlooked;
    summary.wrong = discoveries.wrong.all().to_vec();
    summary.discoveries = discoveries.all;
    summary.interrupted = interrupt::requested();
    summary.elapsed = begun.elapsed();
    Ok(summary)
}

/// The requests that a hunt of an implementation of this description would send first, in their order, without those
/// that depend on what was found. There are always more.
pub(crate) fn generated_requests(
    description: &Description,
    codecs: &[String],
    seed: u64,
) -> impl Iterator<Item = Request> + use<> {
    let space = Space::of(description, codecs);
    let has_operations = !space.operations.is_empty();
    let schedule = Schedule::new(GENERATORS, seed, space);
    let numbers = if has_operations { 0..u64::MAX } else { 0..0 };
    numbers.flat_map(move |number| schedule.trial(number).requests)
}

/// Starts an instance for each further job. Returns a remark if one does not start.
fn start_others(start: &Starter<'_>, jobs: usize, instances: &mut Vec<Instance>) -> Option<String> {
    for number in 1..jobs {
        match start() {
            Ok(implementation) => instances.push(Instance::new(number, implementation)),
            Err(error) => return Some(format!("only {number} of {jobs} jobs: {error}")),
        }
    }
    None
}

/// Runs epochs until a limit of the options is reached or the implementation is given up.
fn put_epochs(
    trials: &Trials<'_>,
    instances: &mut [Instance],
    discoveries: &mut Discoveries<'_>,
    summary: &mut HuntSummary,
    take: &mut dyn FnMut(&HuntEvent<'_>),
) {
    let options = trials.options;
    if trials.schedule.space.operations.is_empty() {
        return;
    }
    let mut last_news = Instant::now();
    while summary.given_up.is_none() {
        let left = options
            .requests
            .map_or(EPOCH, |most| most.saturating_sub(summary.requests));
        let is_quiet = options
            .quiet
            .is_some_and(|quiet| last_news.elapsed() >= quiet);
        if left == 0 || is_quiet || trials.is_over() {
            return;
        }
        let size = left.min(EPOCH).min(FIRST_EPOCH << summary.epochs.min(32));
        let epoch = trials.run_epoch(summary.trials..summary.trials + size, instances);
        let hits = summary.fold(epoch.blocks, discoveries);
        summary.epochs += u64::from(epoch.is_whole);
        let known = discoveries.all.len();
        discoveries.take(
            hits,
            &|hit| instances[hit.instance].before(hit.before),
            &mut |found| tell(found, options, take),
        );
        if discoveries.all.len() > known {
            if options.fail_fast {
                return;
            }
            last_news = Instant::now();
        }
    }
}

/// Counts and hands on a discovery that is final.
fn tell(found: &Discovery, options: &HuntOptions, take: &mut dyn FnMut(&HuntEvent<'_>)) {
    options.pulse.found.fetch_add(1, Ordering::Relaxed);
    take(&HuntEvent::Found(found));
}

/// Ends all instances at the same time: each may take a while. Returns the faults that show then.
fn finish_all(instances: Vec<Instance>) -> Vec<String> {
    let mut remarks = Vec::new();
    for instance in &instances {
        remarks.extend(instance.implementation.left_memory());
    }
    let mut threads = Vec::new();
    for mut instance in instances {
        threads.push(std::thread::spawn(move || instance.implementation.finish()));
    }
    for thread in threads {
        let faults = thread.join().unwrap_or_default();
        remarks.extend(faults.into_iter().map(|fault| fault.to_string()));
    }
    remarks
}

impl HuntSummary {
    /// Takes the blocks of an epoch, in the order of the trials. Returns the breaches.
    fn fold(&mut self, blocks: Vec<Block>, discoveries: &mut Discoveries<'_>) -> Vec<Hit> {
        let mut all_hits = Vec::new();
        for Block { summary, hits, .. } in blocks {
            self.trials += summary.trials;
            for (source, counted) in summary.sources {
                self.count(source, counted);
            }
            for (answer, count) in summary.answers {
                *self.answers.entry(answer).or_default() += count;
            }
            for request in summary.right {
                discoveries.suspects.add_right(request);
            }
            if self.given_up.is_none() {
                self.given_up = summary.given_up;
            }
            all_hits.extend(hits);
        }
        all_hits
    }
}

/// An epoch that was put.
struct Epoch {
    /// The blocks, in the order of the trials.
    blocks: Vec<Block>,
    /// Whether all trials were made.
    is_whole: bool,
}

/// The trials of an epoch that no instance has taken yet.
struct Queue {
    next: AtomicU64,
    end: u64,
    /// Whether the instances leave the rest.
    is_stopped: AtomicBool,
}

impl Queue {
    /// The next block for an instance; `None` if all are taken.
    fn next_block(&self) -> Option<Range<u64>> {
        let first = self.next.fetch_add(BLOCK, Ordering::Relaxed);
        if first >= self.end {
            return None;
        }
        Some(first..(first + BLOCK).min(self.end))
    }
}

impl Trials<'_> {
    /// Runs an epoch on the instances.
    fn run_epoch(&self, epoch: Range<u64>, instances: &mut [Instance]) -> Epoch {
        let queue = Queue {
            next: AtomicU64::new(epoch.start),
            end: epoch.end,
            is_stopped: AtomicBool::new(false),
        };
        let mut blocks = Vec::new();
        std::thread::scope(|scope| {
            let mut threads = Vec::new();
            for instance in instances {
                threads.push(scope.spawn(|| self.run_blocks(&queue, instance)));
            }
            for thread in threads {
                match thread.join() {
                    Ok(of_instance) => blocks.extend(of_instance),
                    Err(panic) => resume_unwind(panic),
                }
            }
        });
        sort_by_key(&mut blocks, |block| block.first);
        Epoch {
            blocks,
            is_whole: !queue.is_stopped.into_inner(),
        }
    }

    /// Runs blocks of the queue on an instance, one after the other.
    fn run_blocks(&self, queue: &Queue, instance: &mut Instance) -> Vec<Block> {
        let mut blocks = Vec::new();
        while let Some(mut left) = queue.next_block() {
            while !left.is_empty() {
                if queue.is_stopped.load(Ordering::Relaxed) || self.is_over() {
                    queue.is_stopped.store(true, Ordering::Relaxed);
                    return blocks;
                }
                // It ends early at a fault: faults are dear, and the budget is looked at after each.
                let block = instance.run_part(self, left.clone());
                self.options
                    .pulse
                    .requests
                    .fetch_add(block.summary.requests, Ordering::Relaxed);
                self.count_faults(block.faults, block.lost);
                if block.summary.given_up.is_some() {
                    queue.is_stopped.store(true, Ordering::Relaxed);
                }
                left.start += block.summary.trials;
                blocks.push(block);
            }
        }
        blocks
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hunt::deviant;
    use crate::implementation::{InProcess, Registry};

    fn hunted(start: &Starter<'_>, options: &HuntOptions) -> HuntSummary {
        hunt(start, options, &mut |_| {}).expect("it starts")
    }

    #[test]
    fn the_reference_keeps_every_property() {
        let options = HuntOptions {
            seed: 3,
            requests: Some(6000),
            ..HuntOptions::default()
        };
        let reference = || Ok(Box::new(InProcess::registry(Registry::Reference)) as _);
        let summary = hunted(&reference, &options);
        assert!(summary.discoveries.is_empty(), "{:?}", summary.discoveries);
        assert!(summary.requests >= 6000 && summary.epochs >= 2);
    }

    #[test]
    fn the_discoveries_do_not_depend_on_the_number_of_instances() {
        let start = || Ok(Box::new(deviant("punycode/truncation-dropped")) as _);
        let found = |jobs| {
            let options = HuntOptions {
                seed: 3,
                requests: Some(6000),
                jobs,
                ..HuntOptions::default()
            };
            let summary = hunted(&start, &options);
            assert!(!summary.discoveries.is_empty());
            format!("{:?} {:?}", summary.discoveries, summary.answers)
        };
        assert_eq!(found(1), found(4));
    }

    #[test]
    fn what_is_known_is_found_and_does_not_count() {
        let start = || Ok(Box::new(deviant("punycode/leading-delimiter-consumed")) as _);
        let known = vec![Request::new("punycode", "decode", "-tda".into())];
        let options = HuntOptions {
            known,
            requests: Some(4096),
            ..HuntOptions::default()
        };
        let summary = hunted(&start, &options);
        assert!(
            summary.discoveries.iter().all(|found| found.is_known),
            "{summary:?}"
        );
        let unknown = HuntOptions {
            known: Vec::new(),
            ..options
        };
        let summary = hunted(&start, &unknown);
        assert!(summary.discoveries.iter().any(|found| !found.is_known));
        assert_eq!(summary.discoveries[0].breach.request.input, "-".into());
    }
}
