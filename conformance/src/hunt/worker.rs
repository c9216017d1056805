//! A worker: puts blocks of trials to one instance of the implementation.

use std::collections::VecDeque;
use std::ops::Range;
use std::time::{Duration, Instant};

use super::generator::{AskedOperation, Schedule, Space, Trial};
use super::layers::LAYERS;
use super::oracle::judge_answer;
use super::properties::LAWS;
use super::property::Breach;
use super::reproduction::{Asked, Hit, askable, costs_a_process};
use super::trials::{HuntSummary, Trials};
use super::violation::code_of;
use crate::implementation::Implementation;
use crate::observation::{Fault, Observation, Outcome};
use crate::protocol::Request;

/// The breaches in the trials of these numbers, put one request after the other and without the laws.
pub fn hunt_serially(instance: &mut dyn Implementation, seed: u64, trials: Range<u64>) -> Vec<Hit> {
    let schedule = Schedule::new(LAYERS, seed, Space::of(instance.describe(), &[]));
    let mut asked = Asked::new(instance, &|| false);
    let mut hits = Vec::new();
    for number in trials {
        let trial = schedule.trial(number);
        trial
            .requests
            .iter()
            .for_each(|request| drop(asked.answer(request)));
        hits.extend(asked.wrong.drain(..).map(|breach| trial.hit(breach)));
    }
    hits
}

impl Trial {
    /// A breach of the trial, by the first request of the first instance.
    fn hit(&self, breach: Breach) -> Hit {
        let (trial, layer) = (self.number, self.layer);
        Hit {
            trial,
            layer,
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

/// One trial in this many is followed by a law.
const LAW_EVERY: usize = 8;

/// One instance of the implementation, and the last requests that it was asked.
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

    /// The requests that it was asked before the request of this number, as far as it remembers them.
    pub(super) fn before(&self, asked: u64) -> Vec<Request> {
        let forgotten = self.asked - self.recent.len() as u64;
        let count = asked.saturating_sub(forgotten) as usize;
        self.recent.iter().take(count).cloned().collect()
    }

    /// Puts requests that are known to be answered wrongly, and returns the breaches.
    pub(super) fn put_known(&mut self, trials: &Trials<'_>) -> Vec<Hit> {
        let trial = Trial {
            number: 0,
            layer: "known",
            requests: Vec::new(),
        };
        let is_over = || trials.is_over();
        let mut hits = Vec::new();
        for request in &trials.options.known {
            let mut asked = Asked::new(self.implementation.as_mut(), &is_over);
            asked.answer(request);
            let Asked { put, wrong, .. } = asked;
            // The known requests before it may be the cause.
            hits.extend(
                wrong
                    .into_iter()
                    .map(|breach| self.hit(&trial, breach, self.asked)),
            );
            self.remember(put);
        }
        hits
    }

    /// Puts a part of the shard, up to the first fault that ends the process, or until it is over.
    pub(super) fn put(&mut self, trials: &Trials<'_>, part: Range<u64>) -> Block {
        let mut block = Block {
            first: part.start,
            ..Block::default()
        };
        let summary = &mut block.summary;
        let (begun, waited) = (Instant::now(), self.implementation.waited());
        let mut part: Vec<Trial> = part.map(|own| trials.trial(own)).collect();
        let description = self.implementation.describe();
        for trial in &mut part {
            let requests = std::mem::take(&mut trial.requests).into_iter();
            trial.requests = requests
                .filter_map(|it| askable(it, description).ok())
                .collect();
        }
        let requests: Vec<&Request> = part.iter().flat_map(|trial| &trial.requests).collect();
        let mut observations = self.ask(&requests, trials).into_iter();
        let sent = observations.len();
        for trial in &part {
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
                    summary.given_up.get_or_insert_with(|| reason.clone());
                    continue;
                }
                if let Some(AskedOperation {
                    codec, operation, ..
                }) = trials.schedule.space.operation_of(request)
                {
                    let key = (*codec, operation.name, code_of(&request.fast()));
                    *summary.answers.entry(key).or_default() += 1;
                }
                block.faults += u64::from(costs_a_process(&outcome));
                if let Some(breach) = judge_answer(request, &outcome) {
                    let breach = Breach {
                        history: trial.requests[..place].to_vec(),
                        ..breach
                    };
                    block.hits.push(self.hit(trial, breach, before));
                } else if trial.number < 1024 || trial.number.is_multiple_of(64) {
                    // Those of the first trials, and few of the others, are for the diagnosis.
                    summary.right.push(request.clone());
                }
            }
            summary.trials += 1;
            summary.count(trial.layer, (1, (left - observations.len()) as u64));
        }
        self.remember(requests.into_iter().take(sent).cloned());
        let faults = block.faults;
        for trial in &part[..block.summary.trials as usize] {
            if block.faults > faults || trials.is_over() {
                break;
            }
            self.put_law(trials, trial, &mut block);
        }
        if block.faults > 0 {
            let waited = self.implementation.waited().zip(waited);
            block.lost = waited.map_or_else(|| begun.elapsed(), |(it, old)| it.saturating_sub(old));
        }
        block
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

    /// Puts a law on the last request of a trial, if it is the turn of one.
    fn put_law(&mut self, trials: &Trials<'_>, trial: &Trial, block: &mut Block) {
        let mut random = trials.schedule.random_beside(trial.number);
        let request = trial.requests.last().filter(|_| random.one_in(LAW_EVERY));
        let Some((request, law)) = request.zip(random.choose(LAWS)) else {
            return;
        };
        if !(law.applies)(&request.codec, &request.op) || block.summary.given_up.is_some() {
            return;
        }
        let is_over = || trials.is_over();
        let mut asked = Asked::new(self.implementation.as_mut(), &is_over);
        let broken = asked.breach(law, request);
        let Asked {
            put,
            wrong,
            given_up,
            ..
        } = asked;
        block.summary.given_up = given_up;
        block.faults += wrong
            .iter()
            .filter(|it| costs_a_process(&it.outcome))
            .count() as u64;
        block.summary.count(law.id, (1, put.len() as u64));
        // An answer that is wrong by itself explains a law that does not hold.
        let is_law = wrong.is_empty();
        let breaches = if is_law {
            Vec::from_iter(broken)
        } else {
            wrong
        };
        for breach in breaches {
            let origin = is_law.then(|| request.clone());
            block.hits.push(Hit {
                layer: law.id,
                origin,
                ..self.hit(trial, breach, self.asked)
            });
        }
        self.remember(put);
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
