//! A worker: puts blocks of trials to one instance of the implementation.

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

use super::generator::{Schedule, Space, Trial};
use super::layers::LAYERS;
use super::properties::{judge_every_answer, laws};
use super::property::{Breach, Subject};
use super::violation::code_of;
use crate::implementation::Implementation;
use crate::observation::{Fault, Observation, Outcome, SkipReason};
use crate::protocol::{Description, Request};
use crate::suite::{Screened, screen_request};

/// A breach, and the trial that showed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The number of the trial.
    pub trial: u64,
    /// The layer that made it.
    pub layer: &'static str,
    /// The breach.
    pub breach: Breach,
    /// The request that the property began with, if it is another one.
    pub origin: Option<Request>,
    /// How many requests the instance had answered before.
    pub before: u64,
    /// The instance.
    pub instance: usize,
}

/// Puts the trials of these numbers to an implementation, one request after the other and without the
/// laws, and hands on every breach. Returns how many requests were put.
pub fn hunt_serially(
    implementation: &mut dyn Implementation,
    seed: u64,
    trials: std::ops::Range<u64>,
    take: &mut dyn FnMut(Hit),
) -> u64 {
    let space = Space::of(implementation.describe(), &[]);
    let schedule = Schedule::new(LAYERS, seed, &space);
    let mut asked = 0;
    for number in trials {
        let trial = schedule.trial(&space, number);
        for request in trial.requests {
            let Ok(request) = askable(request, implementation.describe()) else { continue };
            let outcome = implementation.answer(&request).outcome;
            if let Some(breach) = judge_every_answer(&request, &outcome) {
                let (layer, breach) = (trial.layer, *breach);
                take(Hit {
                    trial: number,
                    layer,
                    breach,
                    origin: None,
                    before: asked,
                    instance: 0,
                });
            }
            asked += 1;
        }
    }
    asked
}

/// The results of a block of trials.
#[derive(Debug, Default)]
pub(super) struct Block {
    /// The number of the first trial.
    pub(super) first: u64,
    /// How many trials were put.
    pub(super) trials: u64,
    /// How many requests were put.
    pub(super) requests: u64,
    /// How many trials each layer had, and how many requests of them were put.
    pub(super) layers: BTreeMap<&'static str, (u64, u64)>,
    /// How many requests of an operation had which right answer.
    pub(super) answers: BTreeMap<(&'static str, &'static str, &'static str), u64>,
    /// The breaches, in the order of the trials.
    pub(super) hits: Vec<Hit>,
    /// Some of the requests that were answered rightly.
    pub(super) right: Vec<Request>,
    /// How many faults cost a process, and the time that they cost.
    pub(super) faults: u64,
    pub(super) lost: Duration,
    /// Why the implementation is given up.
    pub(super) given_up: Option<String>,
}

/// How many requests an instance remembers.
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
        Self { implementation, number, asked: 0, recent: VecDeque::new() }
    }

    /// The requests that it was asked before the request of this number, as far as it remembers them.
    pub(super) fn before(&self, asked: u64) -> Vec<Request> {
        let forgotten = self.asked - self.recent.len() as u64;
        let count = asked.saturating_sub(forgotten) as usize;
        self.recent.iter().take(count).cloned().collect()
    }

    /// Puts requests that are known to be answered wrongly, and returns the breaches.
    pub(super) fn put_known(
        &mut self,
        requests: &[Request],
        is_over: &dyn Fn() -> bool,
    ) -> Vec<Hit> {
        let mut hits = Vec::new();
        for (number, request) in (0..).zip(requests).take_while(|_| !is_over()) {
            let mut trial = Trial { number, layer: "known", requests: vec![request.clone()] };
            self.keep_askable(&mut trial);
            for request in &trial.requests {
                let before = self.asked;
                let outcome = self.implementation.answer(request).outcome;
                self.remember(request);
                let breach = judge_every_answer(request, &outcome);
                hits.extend(breach.map(|breach| self.hit(&trial, *breach, before)));
            }
        }
        hits
    }

    /// Puts the trials of these numbers, up to the first fault that ends the process, or until it is over.
    pub(super) fn put(
        &mut self,
        schedule: &Schedule,
        space: &Space,
        numbers: &[u64],
        is_over: &dyn Fn() -> bool,
    ) -> Block {
        let first = numbers.first().copied().unwrap_or_default();
        let mut block = Block { first, ..Block::default() };
        let (begun, waited) = (Instant::now(), self.implementation.waited());
        let trials: Vec<Trial> = numbers
            .iter()
            .map(|&number| {
                let mut trial = schedule.trial(space, number);
                self.keep_askable(&mut trial);
                trial
            })
            .collect();
        let requests: Vec<&Request> = trials.iter().flat_map(|trial| &trial.requests).collect();
        let mut asked = self.asked;
        let observations = self.ask(&requests, is_over);
        block.requests = observations.len() as u64;
        let mut left = observations.len();
        let mut observations = observations.into_iter();
        for trial in &trials {
            // The last trial may have had a fault before its last request.
            if left == 0 && !trial.requests.is_empty() {
                break;
            }
            let own = trial.requests.len().min(left);
            left -= own;
            block.trials += 1;
            let count = block.layers.entry(trial.layer).or_default();
            *count = (count.0 + 1, count.1 + own as u64);
            for (place, request) in trial.requests.iter().enumerate() {
                let Some(observation) = observations.next() else { break };
                let outcome = observation.outcome;
                if let Outcome::Fault(Fault::NotRun(reason)) = &outcome {
                    block.given_up.get_or_insert_with(|| reason.clone());
                    continue;
                }
                block.count(space, request);
                block.count_fault(&outcome);
                match judge_every_answer(request, &outcome) {
                    Some(mut breach) => {
                        breach.history = trial.requests[..place].to_vec();
                        block.hits.push(self.hit(trial, *breach, asked));
                    }
                    None if is_sample(trial.number) => block.right.push(request.clone()),
                    None => {}
                }
                asked += 1;
            }
        }
        requests[..block.requests as usize].iter().for_each(|request| self.remember(request));
        let faults = block.faults;
        for trial in &trials[..block.trials as usize] {
            if block.faults > faults || is_over() {
                break;
            }
            self.put_law(schedule, trial, &mut block, is_over);
        }
        if block.faults > 0 {
            block.lost = match (waited, self.implementation.waited()) {
                (Some(before), Some(after)) => after.saturating_sub(before),
                _ => begun.elapsed(),
            };
        }
        block
    }

    /// Asks requests up to the first fault that ends the process, or until it is over.
    fn ask(&mut self, requests: &[&Request], is_over: &dyn Fn() -> bool) -> Vec<Observation> {
        let window = self.implementation.describe().window.max(1);
        let mut observations = Vec::with_capacity(requests.len());
        while observations.len() < requests.len() && !is_over() {
            let end = requests.len().min(observations.len().saturating_add(window));
            observations.extend(self.implementation.answer_all(&requests[observations.len()..end]));
            if observations.last().is_some_and(|observation| observation.end().is_some()) {
                break;
            }
        }
        observations
    }

    /// Puts a law on the last request of a trial, if it is the turn of one.
    fn put_law(
        &mut self,
        schedule: &Schedule,
        trial: &Trial,
        block: &mut Block,
        is_over: &dyn Fn() -> bool,
    ) {
        let mut random = schedule.random_beside(trial.number);
        let Some(request) = trial.requests.last().filter(|_| random.one_in(LAW_EVERY)) else {
            return;
        };
        let Some(law) = random.choose(laws()) else { return };
        if !(law.applies)(&request.codec, &request.op) || block.given_up.is_some() {
            return;
        }
        let before = self.asked;
        let mut asked = Asked { instance: self, is_over, wrong: Vec::new(), given_up: None };
        let broken = (law.check)(request, &mut asked).err().map(|breach| *breach);
        let Asked { wrong, given_up, .. } = asked;
        block.given_up = given_up;
        wrong.iter().for_each(|breach| block.count_fault(&breach.outcome));
        block.requests += self.asked - before;
        let count = block.layers.entry(law.id).or_default();
        *count = (count.0 + 1, count.1 + self.asked - before);
        // An answer that is wrong by itself explains a law that does not hold.
        let is_law = wrong.is_empty();
        let breaches = if is_law { Vec::from_iter(broken) } else { wrong };
        for breach in breaches {
            let origin = is_law.then(|| request.clone());
            block.hits.push(Hit { layer: law.id, origin, ..self.hit(trial, breach, before) });
        }
    }

    /// Takes the requests out of a trial that the implementation cannot be asked.
    fn keep_askable(&self, trial: &mut Trial) {
        let description = self.implementation.describe();
        let requests = std::mem::take(&mut trial.requests).into_iter();
        trial.requests =
            requests.filter_map(|request| askable(request, description).ok()).collect();
    }

    fn hit(&self, trial: &Trial, breach: Breach, before: u64) -> Hit {
        let (trial, layer) = (trial.number, trial.layer);
        Hit { trial, layer, breach, origin: None, before, instance: self.number }
    }

    fn remember(&mut self, request: &Request) {
        self.asked += 1;
        if self.recent.len() == REMEMBERED {
            self.recent.pop_front();
        }
        self.recent.push_back(request.clone());
    }
}

impl Block {
    fn count_fault(&mut self, outcome: &Outcome) {
        if let Outcome::Fault(fault) = outcome {
            self.faults += u64::from(fault.costs_a_process());
        }
    }

    fn count(&mut self, space: &Space, request: &Request) {
        if let Some(operation) = space.operation_of(request) {
            let key = (operation.codec, operation.operation.name, code_of(&request.fast()));
            *self.answers.entry(key).or_default() += 1;
        }
    }
}

/// Whether the rightly answered requests of this trial are kept for the diagnosis: those of the first
/// trials, and few of the others.
const fn is_sample(trial: u64) -> bool {
    trial < 1024 || trial.is_multiple_of(64)
}

/// The request, if the implementation can be asked it; otherwise the outcome that says why not.
pub(super) fn askable(request: Request, description: &Description) -> Result<Request, Outcome> {
    if request.operation().is_none() {
        let why = "acegate has no such operation".to_owned();
        return Err(Outcome::Skipped(SkipReason::Unsupported, why));
    }
    match screen_request(request, description) {
        Screened::Send(request) => Ok(request),
        Screened::Skip(reason, why) => Err(Outcome::Skipped(reason, why)),
    }
}

/// An instance as the subject of a law. Every answer is judged by the model, too.
struct Asked<'a> {
    instance: &'a mut Instance,
    is_over: &'a dyn Fn() -> bool,
    wrong: Vec<Breach>,
    given_up: Option<String>,
}

impl Subject for Asked<'_> {
    fn answer(&mut self, request: &Request) -> Outcome {
        let description = self.instance.implementation.describe();
        if let Err(skipped) = askable(request.clone(), description) {
            return skipped;
        }
        if (self.is_over)() {
            return Outcome::Fault(Fault::NotRun("the time is over".to_owned()));
        }
        let outcome = self.instance.implementation.answer(request).outcome;
        if let Outcome::Fault(Fault::NotRun(reason)) = &outcome {
            self.given_up.get_or_insert_with(|| reason.clone());
            return outcome;
        }
        self.instance.remember(request);
        self.wrong.extend(judge_every_answer(request, &outcome).map(|breach| *breach));
        outcome
    }
}
