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
use super::generator::{Schedule, Space};
use super::layers::LAYERS;
use super::reproduction::{Fresh, Hit};
use super::trials::{HuntOptions, HuntSummary, Trials, is_late};
use super::worker::{Block, Instance};
use crate::implementation::Starter;
use crate::interrupt;
use crate::observation::StartError;
use crate::protocol::Description;

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
    let schedule = Schedule::new(LAYERS, options.seed, space);
    let trials = Trials {
        options,
        schedule,
        begun,
        faults: Mutex::default(),
    };
    let mut instances = vec![Instance::new(0, first)];
    let mut summary = HuntSummary::default();
    for number in 1..options.jobs {
        match start() {
            Ok(implementation) => instances.push(Instance::new(number, implementation)),
            Err(error) => {
                summary
                    .remarks
                    .push(format!("only {number} of {} jobs: {error}", options.jobs));
                break;
            }
        }
    }
    let end = options.time.map(|time| begun + time);
    let mut discoveries = Discoveries::new(Fresh::new(start, end, cost));
    discoveries.take_known(instances[0].put_known(&trials));
    let mut tell = |found: &Discovery| {
        options.pulse.found.fetch_add(1, Ordering::Relaxed);
        take(&HuntEvent::Found(found));
    };
    let mut news = Instant::now();
    let mut is_enough = false;
    while !trials.schedule.space.operations.is_empty() && summary.given_up.is_none() && !is_enough {
        let left = options
            .requests
            .map_or(EPOCH, |most| most.saturating_sub(summary.requests));
        let is_quiet = options.quiet.is_some_and(|quiet| news.elapsed() >= quiet);
        if left == 0 || is_quiet || trials.is_over() {
            break;
        }
        let size = left.min(EPOCH).min(FIRST_EPOCH << summary.epochs.min(32));
        let epoch = summary.trials..summary.trials + size;
        let (blocks, is_whole) = trials.put(epoch, &mut instances);
        let hits = summary.fold(blocks, &mut discoveries);
        summary.epochs += u64::from(is_whole);
        let before = |hit: &Hit| instances[hit.instance].before(hit.before);
        let new = discoveries.all.len();
        discoveries.take(hits, &before, &mut tell);
        if discoveries.all.len() > new {
            news = Instant::now();
        }
        is_enough = options.fail_fast && discoveries.all.len() > new;
    }
    discoveries.settle(true, &mut tell);
    summary.given_up = summary.given_up.or_else(|| trials.given_up());
    if let (Some(most), true) = (options.requests, is_late(options.time, begun.elapsed()))
        && summary.requests < most
    {
        summary.remarks.push(format!(
            "the time was over before {most} requests were put (--time)"
        ));
    }
    let not_held = instances[0].implementation.not_held().map(str::to_owned);
    for remark in finished(instances)
        .into_iter()
        .chain(not_held)
        .chain(interrupt::continued())
    {
        if !summary.remarks.contains(&remark) {
            summary.remarks.push(remark);
        }
    }
    summary.right = discoveries.suspects.right().cloned().collect();
    summary.unlooked = discoveries.unlooked;
    summary.discoveries = discoveries.all;
    summary.interrupted = interrupt::requested();
    summary.elapsed = begun.elapsed();
    Ok(summary)
}

/// Ends all instances at the same time: each may take a while. Returns the faults that show then.
fn finished(instances: Vec<Instance>) -> Vec<String> {
    let mut remarks = Vec::new();
    for instance in &instances {
        remarks.extend(instance.implementation.left_memory());
    }
    let end = |mut it: Instance| std::thread::spawn(move || it.implementation.finish());
    let ends: Vec<_> = instances.into_iter().map(end).collect();
    let faults = ends
        .into_iter()
        .flat_map(|end| end.join().unwrap_or_default());
    remarks.extend(faults.map(|fault| fault.to_string()));
    remarks
}

impl HuntSummary {
    /// Takes the blocks of an epoch, in the order of the trials. Returns the breaches.
    fn fold(&mut self, blocks: Vec<Block>, discoveries: &mut Discoveries<'_>) -> Vec<Hit> {
        let mut hits = Vec::new();
        for Block {
            summary, hits: own, ..
        } in blocks
        {
            self.trials += summary.trials;
            summary
                .layers
                .into_iter()
                .for_each(|(layer, counts)| self.count(layer, counts));
            for (answer, count) in summary.answers {
                *self.answers.entry(answer).or_default() += count;
            }
            summary
                .right
                .into_iter()
                .for_each(|request| discoveries.suspects.add_right(request));
            self.given_up = self.given_up.take().or(summary.given_up);
            hits.extend(own);
        }
        hits
    }
}

impl Trials<'_> {
    /// Lets the instances put an epoch. Returns the blocks in their order, and whether all trials were made.
    fn put(&self, epoch: Range<u64>, instances: &mut [Instance]) -> (Vec<Block>, bool) {
        let (next, is_stopped) = (AtomicU64::new(epoch.start), AtomicBool::new(false));
        let work = |instance: &mut Instance| {
            let mut blocks = Vec::new();
            loop {
                let mut at = next.fetch_add(BLOCK, Ordering::Relaxed);
                if at >= epoch.end {
                    return blocks;
                }
                let end = (at + BLOCK).min(epoch.end);
                while at < end {
                    if is_stopped.load(Ordering::Relaxed) || self.is_over() {
                        is_stopped.store(true, Ordering::Relaxed);
                        return blocks;
                    }
                    // It ends early at a fault: faults are dear, and the budget is looked at after each.
                    let block = instance.put(self, at..end);
                    let Block {
                        summary,
                        faults,
                        lost,
                        ..
                    } = &block;
                    self.options
                        .pulse
                        .requests
                        .fetch_add(summary.requests, Ordering::Relaxed);
                    let mut all = self.faults();
                    *all = (all.0 + faults, all.1 + *lost);
                    is_stopped.fetch_or(summary.given_up.is_some(), Ordering::Relaxed);
                    at += summary.trials;
                    blocks.push(block);
                }
            }
        };
        let mut blocks: Vec<Block> = std::thread::scope(|scope| {
            let work = |instance| scope.spawn(|| work(instance));
            let threads: Vec<_> = instances.iter_mut().map(work).collect();
            let blocks = threads.into_iter().map(std::thread::ScopedJoinHandle::join);
            blocks
                .flat_map(|blocks| blocks.unwrap_or_else(|panic| resume_unwind(panic)))
                .collect()
        });
        blocks.sort_by_key(|block| block.first);
        (blocks, !is_stopped.into_inner())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hunt::deviant;
    use crate::implementation::{InProcess, Registry};
    use crate::protocol::Request;

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
