//! A worker: runs blocks of trials against one instance of the implementation.

use std::collections::VecDeque;
use std::ops::Range;
use std::time::{Duration, Instant};

use super::generators::GENERATORS;
use super::oracle::judge_answer;
use super::properties::FURTHER;
use super::property::Breach;
use super::reproduction::{Asked, Hit, Limit as _, Unlimited, askable, costs_a_process};
use super::schedule::{Schedule, Trial};
use super::space::Space;
use super::trials::{AnswerKind, HuntSummary, SourceCounts, Trials};
use super::violation::code_of;
use crate::implementation::Implementation;
use crate::observation::{Fault, Observation, Outcome};
use crate::protocol::Request;

/// The breaches in the trials of these numbers, sent one request after the other and judged without further requests.
pub fn hunt_serially(instance: &mut dyn Implementation, seed: u64, trials: Range<u64>) -> Vec<Hit> {
    let schedule = Schedule::new(GENERATORS, seed, Space::of(instance.describe(), &[]));
    let mut asked = Asked::new(instance, &Unlimited);
    let mut hits = Vec::new();
    for number in trials {
        let trial = schedule.trial(number);
        for request in &trial.requests {
            asked.answer(request);
        }
        hits.extend(asked.wrong.drain(..).map(|breach| trial.hit(breach)));
    }
    hits
}

impl Trial {
    /// A breach of the trial, by the first request of the first instance.
    fn hit(&self, breach: Breach) -> Hit {
        Hit {
            trial: self.number,
            source: self.generator,
            breach,
            origin: None,
            before: 0,
            instance: 0,
        }
    }
}

#[derive(Debug, Default)]
pub(super) struct Block {
    pub(super) first: u64,
    /// The counts of the trials.
    pub(super) summary: HuntSummary,
    /// The breaches, in the order of the trials.
    pub(super) hits: Vec<Hit>,
    /// How many faults cost a process, and the time that they cost.
    pub(super) faults: u64,
    pub(super) lost: Duration,
}

const REMEMBERED: usize = 4096;

/// One trial in this many is followed by the check of a property.
const PROPERTY_EVERY: usize = 8;

/// One instance of the implementation, and the last requests that it received.
pub(super) struct Instance {
    pub(super) implementation: Box<dyn Implementation>,
    number: usize,
    asked: u64,
    recent: VecDeque<Request>,
}

impl Instance {
    pub(super) fn new(number: usize, implementation: Box<dyn Implementation>) -> Self {
        Self {
            implementation,
            number,
            asked: 0,
            recent: VecDeque::new(),
        }
    }

    /// The requests that it received before the request of this number, as far as they are remembered.
    pub(super) fn before(&self, asked: u64) -> Vec<Request> {
        let forgotten = self.asked - self.recent.len() as u64;
        let count = asked.saturating_sub(forgotten) as usize;
        self.recent.iter().take(count).cloned().collect()
    }

    /// Sends requests that are known to be answered wrongly, and returns the breaches.
    pub(super) fn run_known(&mut self, trials: &Trials<'_>) -> Vec<Hit> {
        let trial = Trial {
            number: 0,
            generator: "known",
            requests: Vec::new(),
        };
        let mut hits = Vec::new();
        for request in &trials.options.known {
            let mut asked = Asked::new(self.implementation.as_mut(), trials);
            asked.answer(request);
            let Asked { sent, wrong, .. } = asked;
            // The known requests before it may be the cause.
            for breach in wrong {
                hits.push(self.hit(&trial, breach, self.asked));
            }
            self.remember(sent);
        }
        hits
    }

    /// Runs a part of the shard, up to the first fault that ends the process, or until the time is over.
    pub(super) fn run_part(&mut self, trials: &Trials<'_>, part: Range<u64>) -> Block {
        let mut block = Block {
            first: part.start,
            ..Block::default()
        };
        let begun = Instant::now();
        let waited_before = self.implementation.waited();
        let part = self.askable_trials(trials, part);
        let requests: Vec<&Request> = part.iter().flat_map(|trial| &trial.requests).collect();
        let observations = self.ask(&requests, trials);
        let sent = observations.len();
        self.judge_all(trials, &part, observations, &mut block);
        self.remember(requests.into_iter().take(sent).cloned());
        let faults = block.faults;
        for trial in &part[..block.summary.trials as usize] {
            if block.faults > faults || trials.is_over() {
                break;
            }
            self.check_property(trials, trial, &mut block);
        }
        if block.faults > 0 {
            block.lost = match (waited_before, self.implementation.waited()) {
                (Some(before), Some(after)) => after.saturating_sub(before),
                _ => begun.elapsed(),
            };
        }
        block
    }

    /// The trials of a part of the shard, with the requests that the implementation can receive.
    fn askable_trials(&self, trials: &Trials<'_>, part: Range<u64>) -> Vec<Trial> {
        let description = self.implementation.describe();
        let mut askable_trials = Vec::new();
        for number in part {
            let mut trial = trials.trial(number);
            let requests = std::mem::take(&mut trial.requests);
            for request in requests {
                trial.requests.extend(askable(request, description).ok());
            }
            askable_trials.push(trial);
        }
        askable_trials
    }

    /// Judges the observations of all requests of these trials, one after the other. They end early if one
    /// of them ended the process.
    fn judge_all(
        &self,
        trials: &Trials<'_>,
        part: &[Trial],
        observations: Vec<Observation>,
        block: &mut Block,
    ) {
        let sent = observations.len();
        let mut observations = observations.into_iter();
        for trial in part {
            // The last trial may have had a fault before its last request.
            if observations.len() == 0 && !trial.requests.is_empty() {
                break;
            }
            let left = observations.len();
            for (place, request) in trial.requests.iter().enumerate() {
                let before = self.asked + (sent - observations.len()) as u64;
                let Some(Observation { outcome, .. }) = observations.next() else {
                    break;
                };
                if let Outcome::Fault(Fault::NotRun(reason)) = &outcome {
                    block.summary.give_up(reason);
                    continue;
                }
                block.summary.count_answer(&trials.schedule.space, request);
                block.faults += u64::from(costs_a_process(&outcome));
                if let Some(breach) = judge_answer(request, &outcome) {
                    let breach = Breach {
                        history: trial.requests[..place].to_vec(),
                        ..breach
                    };
                    block.hits.push(self.hit(trial, breach, before));
                } else if is_for_diagnosis(trial) {
                    block.summary.right.push(request.clone());
                }
            }
            block.summary.trials += 1;
            let requests = (left - observations.len()) as u64;
            block.summary.count_trial(trial.generator, requests);
        }
    }

    /// Asks requests up to the first fault that ends the process, or until it is over.
    fn ask(&mut self, requests: &[&Request], trials: &Trials<'_>) -> Vec<Observation> {
        let window = self.implementation.describe().window.max(1);
        let mut observations = Vec::with_capacity(requests.len());
        while observations.len() < requests.len() && !trials.is_over() {
            let end = requests
                .len()
                .min(observations.len().saturating_add(window));
            observations.extend(
                self.implementation
                    .answer_all(&requests[observations.len()..end]),
            );
            if observations
                .last()
                .is_some_and(|observation| observation.end().is_some())
            {
                break;
            }
        }
        observations
    }

    /// Checks a property of the last request of a trial, if a property is due.
    fn check_property(&mut self, trials: &Trials<'_>, trial: &Trial, block: &mut Block) {
        let mut random = trials.schedule.random_beside(trial.number);
        let Some(request) = trial.requests.last() else {
            return;
        };
        if !random.one_in(PROPERTY_EVERY) {
            return;
        }
        let Some(property) = random.choose(FURTHER) else {
            return;
        };
        let (Some(codec), Some(operation)) = (request.about(), request.operation()) else {
            return;
        };
        if !(property.applies)(&codec, operation) || block.summary.given_up.is_some() {
            return;
        }
        let mut asked = Asked::new(self.implementation.as_mut(), trials);
        let broken = asked.breach(property, request);
        let Asked {
            sent,
            wrong,
            given_up,
            ..
        } = asked;
        block.summary.given_up = given_up;
        block.summary.count_trial(property.id, sent.len() as u64);
        // An answer that is wrong in itself explains why a property does not hold.
        if wrong.is_empty()
            && let Some(breach) = broken
        {
            block.hits.push(Hit {
                source: property.id,
                origin: Some(request.clone()),
                ..self.hit(trial, breach, self.asked)
            });
        }
        for breach in wrong {
            block.faults += u64::from(costs_a_process(&breach.outcome));
            block.hits.push(Hit {
                source: property.id,
                ..self.hit(trial, breach, self.asked)
            });
        }
        self.remember(sent);
    }

    fn hit(&self, trial: &Trial, breach: Breach, before: u64) -> Hit {
        Hit {
            before,
            instance: self.number,
            ..trial.hit(breach)
        }
    }

    fn remember(&mut self, requests: impl IntoIterator<Item = Request>) {
        for request in requests {
            self.asked += 1;
            if self.recent.len() == REMEMBERED {
                self.recent.pop_front();
            }
            self.recent.push_back(request);
        }
    }
}

impl HuntSummary {
    fn give_up(&mut self, reason: &str) {
        if self.given_up.is_none() {
            self.given_up = Some(reason.to_owned());
        }
    }

    /// Counts the right answer to a request.
    fn count_answer(&mut self, space: &Space, request: &Request) {
        let Some(asked) = space.operation_of(request) else {
            return;
        };
        let kind = AnswerKind {
            codec: asked.codec.id,
            op: asked.operation.name,
            code: code_of(&request.fast()),
        };
        *self.answers.entry(kind).or_default() += 1;
    }

    fn count_trial(&mut self, source: &'static str, requests: u64) {
        let trials = 1;
        self.count(source, SourceCounts { trials, requests });
    }
}

/// Whether right answers of a trial are kept for the diagnosis: true for the first trials and a few others.
fn is_for_diagnosis(trial: &Trial) -> bool {
    const FIRST: u64 = 1024;
    const ONE_IN: u64 = 64;
    trial.number < FIRST || trial.number.is_multiple_of(ONE_IN)
}
