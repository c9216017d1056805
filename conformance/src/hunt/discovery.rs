//! Discoveries: the breaches of a hunt, one of each cause, as small as they could be made.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use acegate_vectors::Level;

use super::alike::Suspects;
use super::minimise::{Effort, minimise};
use super::property::Breach;
use super::reproduction::{Repetition, Reproduction};
use super::request::length;
use super::violation::Signature;
use super::worker::Hit;
use crate::implementation::{Implementation, Starter};
use crate::observation::{Fault, Outcome};
use crate::protocol::Request;

/// A wrong behaviour that a hunt found.
#[derive(Clone, Debug)]
pub struct Discovery {
    /// The smallest breach that was found with its signature. Its history is the requests that have to be
    /// asked before it.
    pub breach: Breach,
    /// The number of the trial that showed it first.
    pub trial: u64,
    /// The layer that made this trial.
    pub layer: &'static str,
    /// The length of the input that showed it first.
    pub from: usize,
    /// How many breaches of the hunt have this cause, as far as they were looked at.
    pub hits: u64,
    /// How often it showed again, alone or after its history.
    pub repetition: Repetition,
    /// Whether it was known before the hunt.
    pub is_known: bool,
    /// The deviations that give the same answers; `None` if the input is too long to ask them.
    alike: Option<Vec<&'static str>>,
    signature: Signature,
}

impl Discovery {
    /// The deviations that explain it, if they are few and their answers can hardly be the same by
    /// accident: none of the rightly answered requests rules them out, and the wrong answer is a value of
    /// their own or was given at least three times.
    #[must_use]
    pub fn likes(&self) -> &[&'static str] {
        const FEW: usize = 4;
        let Breach { request, outcome, .. } = &self.breach;
        let is_telling = match outcome {
            Outcome::Value(value) => *value != request.input && length(value) > 0,
            _ => false,
        };
        match &self.alike {
            Some(alike) if alike.len() <= FEW && (is_telling || self.hits >= 3) => alike,
            _ => &[],
        }
    }
}

/// The most discoveries of one signature, and of a hunt.
const OF_A_SIGNATURE: usize = 24;
const OF_A_HUNT: usize = 400;

/// How many breaches of a signature are looked at after an epoch: the smallest.
const LOOKED_AT: usize = 48;

/// How many breaches of one cause are made smaller, of which the smallest is kept.
const SHRUNK: usize = 3;

/// The most requests for making an input smaller.
const TRIALS: usize = 3000;
/// The same if each of them costs a process, and if each costs the time limit.
const TRIALS_OF_A_FAULT: usize = 120;
const TRIALS_OF_A_HANG: usize = 12;

/// The discoveries so far, and what is needed to judge further breaches.
pub(super) struct Discoveries<'a> {
    pub(super) all: Vec<Discovery>,
    pub(super) suspects: Suspects,
    start: &'a Starter<'a>,
    /// The instance that is asked while inputs are made smaller.
    probe: Option<Box<dyn Implementation>>,
    /// How many breaches were left unlooked at.
    pub(super) unlooked: u64,
    /// When the time of the hunt is over; `None` if it has none.
    end: Option<Instant>,
}

/// The longest time for making one input smaller.
const SHRINKING: Duration = Duration::from_secs(60);

impl<'a> Discoveries<'a> {
    pub(super) fn new(start: &'a Starter<'a>, end: Option<Instant>) -> Self {
        let (all, suspects) = (Vec::new(), Suspects::default());
        Self { all, suspects, start, probe: None, unlooked: 0, end }
    }

    /// How much of the time of the hunt is left.
    fn left(&self) -> Duration {
        self.end.map_or(Duration::MAX, |end| end.saturating_duration_since(Instant::now()))
    }

    /// How long one input may be made smaller.
    fn patience(&self) -> Duration {
        (self.left() / 4).min(SHRINKING)
    }

    /// Takes breaches that are known, each for a cause of its own. They are not made smaller.
    pub(super) fn take_known(&mut self, hits: Vec<Hit>) {
        for hit in hits {
            if self.covering(&hit).is_none() {
                let repetition = Repetition { shown: 1, tries: 1 };
                let discovery = self.discovery(&hit, hit.breach.clone(), repetition);
                self.all.push(Discovery { is_known: true, ..discovery });
            }
        }
    }

    /// Takes the breaches of an epoch, in the order of the trials. `before` gives the requests that were
    /// asked before a breach. Returns the place of the first new discovery.
    pub(super) fn take(&mut self, hits: Vec<Hit>, before: &dyn Fn(&Hit) -> Vec<Request>) -> usize {
        let first = self.all.len();
        // The strongest come first: each costs time, and a hunt may have little left.
        let mut groups: BTreeMap<(Reverse<Level>, Signature), Vec<Hit>> = BTreeMap::new();
        for hit in hits {
            let group = (Reverse(hit.breach.level), hit.breach.signature());
            groups.entry(group).or_default().push(hit);
        }
        for (_, mut hits) in groups {
            hits.sort_by_cached_key(|hit| (size(&hit.breach), hit.trial));
            self.unlooked += hits.len().saturating_sub(LOOKED_AT) as u64;
            hits.truncate(LOOKED_AT);
            self.take_alike(hits, before);
        }
        first
    }

    /// Takes breaches of one signature, the smallest first.
    fn take_alike(&mut self, mut hits: Vec<Hit>, before: &dyn Fn(&Hit) -> Vec<Request>) {
        loop {
            hits.retain(|hit| !self.is_covered(hit));
            let Some(signature) = hits.first().map(|hit| hit.breach.signature()) else { return };
            let own = self.all.iter().filter(|known| known.signature == signature).count();
            if own >= OF_A_SIGNATURE || self.all.len() >= OF_A_HUNT {
                self.unlooked += hits.len() as u64;
                return;
            }
            let hit = hits.remove(0);
            let best = self.investigate(&hit, &hits, before);
            // Made smaller, it may be what is known already.
            match self.place_of(&best) {
                Some(known) => self.all[known].hits += 1,
                None => self.all.push(best),
            }
        }
    }

    /// Counts a breach to the discovery that has its cause. Returns whether there is one.
    fn is_covered(&mut self, hit: &Hit) -> bool {
        match self.covering(hit) {
            Some(place) => {
                self.all[place].hits += 1;
                true
            }
            None => false,
        }
    }

    /// The discovery with the cause of this breach.
    fn covering(&mut self, hit: &Hit) -> Option<usize> {
        let signature = hit.breach.signature();
        let own: Vec<usize> =
            (0..self.all.len()).filter(|&at| self.all[at].signature == signature).collect();
        own.into_iter().find(|&at| {
            let known = self.all[at].clone();
            let is_alike = self.is_alike(&known, hit);
            if let (true, Some(alike)) = (is_alike, &known.alike) {
                // The cause is among those that explain all of them.
                let Breach { request, outcome, .. } = &hit.breach;
                let left = alike.iter().copied();
                let left = left.filter(|id| self.suspects.explains(id, request, outcome));
                self.all[at].alike = Some(left.collect());
            }
            is_alike
        })
    }

    /// Whether a breach of the same signature has the cause of a discovery: a deviation explains both,
    /// or none explains either.
    fn is_alike(&mut self, known: &Discovery, hit: &Hit) -> bool {
        let Breach { request, outcome, history, .. } = &hit.breach;
        if matches!(outcome, Outcome::Fault(_)) {
            return true;
        }
        match &known.alike {
            Some(alike) if !alike.is_empty() => {
                alike.iter().any(|id| self.suspects.explains(id, request, outcome))
            }
            Some(_) => self
                .suspects
                .explaining(request, outcome)
                .is_none_or(|explaining| explaining.is_empty()),
            None => known.breach.history.is_empty() == history.is_empty(),
        }
    }

    /// The discovery that is the same as a new one.
    fn place_of(&self, new: &Discovery) -> Option<usize> {
        self.all.iter().position(|known| {
            let is_same_cause = || match (&known.alike, &new.alike) {
                (Some(known), Some(new)) if !known.is_empty() => {
                    known.iter().any(|id| new.contains(id))
                }
                _ => false,
            };
            known.signature == new.signature
                && (known.breach.request == new.breach.request || is_same_cause())
        })
    }

    /// Makes a breach smaller, and puts it again in fresh instances: alone, or after the requests before
    /// it if it does not show alone. `others` are more breaches of the signature.
    fn investigate(
        &mut self,
        hit: &Hit,
        others: &[Hit],
        before: &dyn Fn(&Hit) -> Vec<Request>,
    ) -> Discovery {
        if self.left().is_zero() {
            // It is shown as it was found.
            let breach = hit.breach.clone();
            return self.discovery(hit, breach, Repetition { shown: 0, tries: 0 });
        }
        if let Some(found) = self.alone(hit, others) {
            return found;
        }
        let signature = hit.breach.signature();
        let mut before = before(hit);
        before.extend(hit.breach.history.iter().cloned());
        let own = Reproduction::of(hit);
        let Some(shown) = own.with_history(&before, self.start, &signature, self.patience()) else {
            return self.discovery(hit, hit.breach.clone(), Repetition { shown: 0, tries: 3 });
        };
        let (repetition, breach) = shown.repeat(self.start, &signature);
        let breach = breach.map_or_else(|| hit.breach.clone(), |breach| *breach);
        self.discovery(hit, Breach { history: shown.history, ..breach }, repetition)
    }

    /// The smallest breach with the cause of this one that shows again alone in fresh instances; `None`
    /// if none does. A few of the others are made smaller, too. Starting an instance may take longer than
    /// thousands of requests, so only the smallest is put to fresh ones, and none that is known already.
    fn alone(&mut self, hit: &Hit, others: &[Hit]) -> Option<Discovery> {
        let signature = hit.breach.signature();
        let mut shrunk = vec![self.shrink(hit, &signature)?];
        let draft = self.discovery(hit, shrunk[0].1.clone(), Repetition { shown: 0, tries: 0 });
        if self.place_of(&draft).is_some() {
            return Some(draft);
        }
        let alike = others.iter().filter(|other| self.is_alike(&draft, other));
        let alike: Vec<&Hit> = alike.take(SHRUNK - 1).collect();
        shrunk.extend(alike.into_iter().filter_map(|other| self.shrink(other, &signature)));
        shrunk.sort_by(|(_, a), (_, b)| order(a).cmp(&order(b)));
        let mut best: Option<(Repetition, Breach)> = None;
        for (own, _) in &shrunk {
            let (repetition, Some(breach)) = own.repeat(self.start, &signature) else { continue };
            if best.as_ref().is_none_or(|(best, _)| repetition.shown > best.shown) {
                best = Some((repetition, *breach));
            }
            if repetition.shown == repetition.tries {
                break;
            }
        }
        if best.is_none() {
            // The instance that was asked answers otherwise than a fresh one.
            self.probe = None;
        }
        best.map(|(repetition, breach)| self.discovery(hit, breach, repetition))
    }

    /// The simplest request that shows a breach of this signature alone, with all the deviations that
    /// explain the first one, and this breach; `None` if the request does not show it.
    fn shrink(&mut self, hit: &Hit, signature: &Signature) -> Option<(Reproduction, Breach)> {
        if self.probe.is_none() {
            self.probe = Some((self.start)().ok()?);
        }
        let time = self.patience();
        let probe = self.probe.as_mut()?;
        let own = Reproduction::of(hit);
        let shown = own.show(probe.as_mut()).filter(|breach| breach.signature() == *signature);
        let shown = shown.or_else(|| own.show_afresh(self.start));
        let mut shown = *shown.filter(|breach| breach.signature() == *signature)?;
        let Breach { request, outcome, .. } = &hit.breach;
        let explaining = self.suspects.explaining(request, outcome).unwrap_or_default();
        let suspects = &self.suspects;
        let mut ask = |request: &Request| {
            let candidate = Reproduction { request: request.clone(), ..own.clone() };
            let breach = candidate.show(probe.as_mut());
            let breach = breach.filter(|breach| {
                let is_explained =
                    |id: &&str| suspects.explains(id, &breach.request, &breach.outcome);
                breach.signature() == *signature && explaining.iter().all(is_explained)
            });
            let is_same = breach.is_some();
            if let Some(breach) = breach {
                shown = *breach;
            }
            Ok::<_, ()>(is_same.then(|| signature.clone()))
        };
        let trials = match outcome {
            Outcome::Fault(Fault::Caught(_)) => TRIALS,
            Outcome::Fault(Fault::Timeout { .. }) => TRIALS_OF_A_HANG,
            Outcome::Fault(_) => TRIALS_OF_A_FAULT,
            _ => TRIALS,
        };
        let effort = Effort { trials, time };
        let smallest = minimise(&mut ask, own.request.clone(), signature, effort);
        let request = smallest.unwrap_or_else(|()| own.request.clone());
        Some((Reproduction { request, ..own }, shown))
    }

    fn discovery(&mut self, hit: &Hit, breach: Breach, repetition: Repetition) -> Discovery {
        let explaining = self.suspects.explaining(&breach.request, &breach.outcome);
        Discovery {
            trial: hit.trial,
            layer: hit.layer,
            from: size(&hit.breach),
            hits: 1,
            repetition,
            is_known: false,
            alike: explaining,
            signature: breach.signature(),
            breach,
        }
    }
}

/// The length of the input of a breach.
fn size(breach: &Breach) -> usize {
    length(&breach.request.input)
}

/// The order in which breaches are simple: fewer parameters, then shorter, then simpler ones.
fn order(breach: &Breach) -> (usize, usize, usize, &Request) {
    (breach.history.len(), breach.request.params.len(), size(breach), &breach.request)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hunt::Simplify as _;
    use crate::hunt::worker::hunt_serially;
    use crate::implementation::InProcess;
    use crate::observation::StartError;
    use acegate_deviations::{DeviantCodec, deviations};

    /// One of each codec, and some that are hard to shrink.
    const SOME: [&str; 12] = [
        "punycode/delimiter-always",
        "punycode/truncation-dropped",
        "punycode/digits-by-low-octet",
        "bootstring/leading-delimiter-consumed",
        "bootstring/adaptation-of-punycode",
        "utf5/leading-zeros",
        "utf6/capitals-refused",
        "race/two-octet-mode-only",
        "lace/runs-not-compared",
        "uri2dec/one-takes-bits",
        "uri2dec/books-new-one-first",
        "enum/digits-not-reversed",
    ];

    /// No single step makes the request of a discovery simpler and keeps what it shows. With
    /// `ACEGATE_TEST_ALL`, of every deviation that 1,500 requests find.
    #[test]
    fn the_requests_of_discoveries_are_minimal() {
        let is_for_all = std::env::var_os("ACEGATE_TEST_ALL").is_some();
        let mut examined = 0;
        for deviation in deviations() {
            let id = deviation.id;
            if !is_for_all && !SOME.contains(&id) {
                continue;
            }
            let start = || -> Result<Box<dyn Implementation>, StartError> {
                let codec = DeviantCodec::new(deviation).expect("a codec");
                Ok(Box::new(InProcess::new(id, "", vec![Box::new(codec)])))
            };
            let mut implementation = start().expect("it starts");
            let mut hits: Vec<Hit> = Vec::new();
            hunt_serially(implementation.as_mut(), 1, 0..1500, &mut |hit| hits.push(hit));
            // The largest of moderate size have the longest way to go.
            hits.retain(|hit| size(&hit.breach) < 200);
            hits.sort_by_key(|hit| size(&hit.breach));
            let Some(hit) = hits.pop() else {
                assert!(!SOME.contains(&id), "{id} is not found");
                continue;
            };
            let mut discoveries = Discoveries::new(&start, None);
            discoveries.take(vec![hit.clone()], &|_| Vec::new());
            let found = &discoveries.all[0];
            assert_eq!(found.repetition, Repetition { shown: 3, tries: 3 }, "{id}");
            let (request, signature) = (&found.breach.request, found.signature.clone());
            assert!(length(&request.input) <= size(&hit.breach));
            let Breach { request: first, outcome, .. } = &hit.breach;
            let explaining = discoveries.suspects.explaining(first, outcome).expect("it is short");
            let mut steps = 0;
            for step in request.simplifications() {
                let property = found.breach.property;
                let simpler = request.simplified(&step);
                let own = Reproduction { property, history: Vec::new(), request: simpler };
                let kept = own.show(implementation.as_mut()).filter(|breach| {
                    let Breach { request, outcome, .. } = &**breach;
                    let is_explained =
                        |id: &&str| discoveries.suspects.explains(id, request, outcome);
                    breach.signature() == signature && explaining.iter().all(is_explained)
                });
                assert!(kept.is_none(), "{id}: {request:?} {step:?}");
                steps += 1;
            }
            assert!(steps > 0 || length(&request.input) == 0, "{id}: {request:?}");
            examined += 1;
        }
        assert!(examined >= if is_for_all { 400 } else { SOME.len() }, "{examined}");
    }
}
