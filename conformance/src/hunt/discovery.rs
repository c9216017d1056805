//! Discoveries: the breaches of a hunt, one of each cause, as small as they could be made.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use acegate_vectors::Level;

use super::alike::Suspects;
use super::property::Breach;
use super::reproduction::{Fresh, Hit, Repetition, Reproduction};
use super::request::length;
use super::wrong::WrongAnswers;
use crate::findings::{ENOUGH, unlisted_member};
use crate::implementation::Implementation;
use crate::observation::Outcome;
use crate::protocol::Request;
use crate::sorting::sort_by_key;

/// A wrong behaviour that a hunt found.
#[derive(Clone, Debug)]
pub struct Discovery {
    /// The smallest breach that was found with its signature. Its history is the requests that must be sent before it.
    pub breach: Breach,
    /// The number of the trial that showed it first.
    pub trial: u64,
    /// The generator that made this trial, or the property that it broke.
    pub source: &'static str,
    /// How many breaches of the hunt have this cause, as far as they were looked at.
    pub hits: u64,
    /// How often it showed again, alone or after its history.
    pub repetition: Repetition,
    /// Whether it was known before the hunt.
    pub is_known: bool,
    /// The deviations that give the same answers; `None` if the input is too long to run against them.
    pub(super) alike: Option<Vec<&'static str>>,
}

impl Discovery {
    /// The deviations that give the same answers, among those that were run.
    pub(super) fn alike(&self) -> &[&'static str] {
        self.alike.as_deref().unwrap_or_default()
    }

    /// Whether a deviation of the list gives the same answers, and not only members of families.
    pub(super) fn has_listed_cause(&self) -> bool {
        self.alike().iter().any(|id| unlisted_member(id).is_none())
    }

    /// The deviations that explain it, if they are few and it showed as often as a check requires of a cause:
    /// none of the rightly answered requests rules them out.
    #[must_use]
    pub fn likes(&self) -> &[&'static str] {
        let is_named = self.alike().len() <= FEW && self.hits >= ENOUGH as u64;
        if is_named { self.alike() } else { &[] }
    }

    /// The causes that are named for it. If members of families are among them, those that explain most of the wrong
    /// answers of the hunt: they were compared with all of these, so that few of them are enough here. `totals`
    /// counts the wrong answers that each deviation explains.
    pub(super) fn causes(&self, totals: &BTreeMap<&str, u64>) -> Vec<&'static str> {
        let mut causes = self.alike().to_vec();
        if !causes.iter().any(|id| unlisted_member(id).is_some()) {
            return self.likes().to_vec();
        }
        let most = causes.iter().map(|id| totals[id]).max().unwrap_or(0);
        causes.retain(|id| totals[id] == most);
        if most < ENOUGH as u64 || causes.len() > FEW {
            causes.clear();
        }
        causes
    }

    /// Whether the wrong answer is a distinct value: no refusal, no crash, not the input and not the empty
    /// text, which very different faults give.
    pub(super) fn is_telling(&self) -> bool {
        let Breach {
            request, outcome, ..
        } = &self.breach;
        match outcome {
            Outcome::Value(value) => *value != request.input && length(value) > 0,
            _ => false,
        }
    }

    /// Whether a breach of the same signature has its cause: a deviation explains both, or neither.
    pub(super) fn is_alike(&self, hit: &Hit, suspects: &mut Suspects) -> bool {
        match &self.alike {
            _ if matches!(hit.breach.outcome, Outcome::Fault(_)) => true,
            Some(alike) if !alike.is_empty() => {
                alike.iter().any(|id| suspects.explains(id, &hit.breach))
            }
            Some(_) => suspects
                .explaining(&hit.breach)
                .is_none_or(|all| all.is_empty()),
            None => self.breach.history.is_empty() == hit.breach.history.is_empty(),
        }
    }
}

/// How many deviations may explain a discovery to be named. More would name none.
const FEW: usize = 4;

/// The most discoveries of one signature, and of a hunt.
const OF_A_SIGNATURE: usize = 24;
const OF_A_HUNT: usize = 400;

/// How many breaches of a signature are looked at after an epoch: the smallest.
const LOOKED_AT: usize = 48;

/// The discoveries so far, and what is needed to judge further breaches.
pub(super) struct Discoveries<'a> {
    pub(super) all: Vec<Discovery>,
    pub(super) suspects: Suspects,
    pub(super) wrong: WrongAnswers,
    pub(super) fresh: Fresh<'a>,
    /// The discoveries that still have to be reproduced in fresh instances.
    pub(super) waiting: Vec<Waiting>,
    /// The instance that runs the requests while inputs are minimised.
    pub(super) probe: Option<Box<dyn Implementation>>,
    /// How many breaches were left unlooked at.
    pub(super) unlooked: u64,
}

/// A discovery that still has to be reproduced in fresh instances.
pub(super) struct Waiting {
    /// Its place among the discoveries.
    pub(super) place: usize,
    pub(super) hit: Hit,
    /// The simplest breaches with its cause; empty if it did not show in the instance that minimised it.
    pub(super) shrunk: Vec<Shrunk>,
    /// The requests that were sent before it, the last one last.
    pub(super) before: Vec<Request>,
}

/// The simplest request that shows a breach, and the breach that it shows.
pub(super) struct Shrunk {
    pub(super) reproduction: Reproduction,
    pub(super) breach: Breach,
}

impl<'a> Discoveries<'a> {
    pub(super) fn new(fresh: Fresh<'a>) -> Self {
        Self {
            all: Vec::new(),
            suspects: Suspects::default(),
            wrong: WrongAnswers::default(),
            fresh,
            waiting: Vec::new(),
            probe: None,
            unlooked: 0,
        }
    }

    /// Takes breaches that are known, each with a separate cause. They are not minimised.
    pub(super) fn take_known(&mut self, hits: Vec<Hit>) {
        for hit in hits {
            if self.covering(&hit).is_none() {
                let repetition = Repetition { shown: 1, tries: 1 };
                let discovery = self.discovery(&hit, hit.breach.clone());
                self.all.push(Discovery {
                    is_known: true,
                    repetition,
                    ..discovery
                });
            }
        }
    }

    /// Takes the breaches of an epoch, in the order of the trials. `before` gives the requests that were
    /// sent before a breach, and `tell` receives the discoveries that are final.
    pub(super) fn take(
        &mut self,
        hits: Vec<Hit>,
        before: &dyn Fn(&Hit) -> Vec<Request>,
        tell: &mut dyn FnMut(&Discovery),
    ) {
        for mut hits in by_signature(hits).into_values() {
            self.unlooked += hits.len().saturating_sub(LOOKED_AT) as u64;
            hits.truncate(LOOKED_AT);
            for hit in &hits {
                self.wrong.add(hit);
            }
            self.take_alike(hits, before);
            self.settle(false, tell);
        }
        self.suspect_members(false, before);
    }

    /// Takes breaches of one signature, the smallest first.
    pub(super) fn take_alike(&mut self, mut hits: Vec<Hit>, before: &dyn Fn(&Hit) -> Vec<Request>) {
        loop {
            hits.retain(|hit| !self.is_counted(hit));
            let Some(first) = hits.first() else {
                return;
            };
            let signature = first.breach.signature();
            let with_signature = self
                .all
                .iter()
                .filter(|known| known.breach.signature() == signature);
            if with_signature.count() >= OF_A_SIGNATURE || self.all.len() >= OF_A_HUNT {
                self.unlooked += hits.len() as u64;
                return;
            }
            let hit = hits.remove(0);
            self.investigate(&hit, &hits, before(&hit));
        }
    }

    /// Counts a breach at the discovery with its cause; `false` if there is none.
    fn is_counted(&mut self, hit: &Hit) -> bool {
        let Some(place) = self.covering(hit) else {
            return false;
        };
        self.all[place].hits += 1;
        true
    }

    /// The discovery with the cause of this breach.
    fn covering(&mut self, hit: &Hit) -> Option<usize> {
        let signature = hit.breach.signature();
        for (place, known) in self.all.iter_mut().enumerate() {
            if known.breach.signature() != signature || !known.is_alike(hit, &mut self.suspects) {
                continue;
            }
            if let Some(alike) = &mut known.alike {
                // The cause is among those that explain all of them.
                alike.retain(|id| self.suspects.explains(id, &hit.breach));
                if alike.is_empty() {
                    self.wrong.add_unexplained(hit);
                }
            }
            return Some(place);
        }
        None
    }

    /// The discovery that is the same as a new one.
    pub(super) fn place_of(&self, new: &Discovery) -> Option<usize> {
        self.all.iter().position(|known| {
            known.breach.signature() == new.breach.signature()
                && (known.breach.request == new.breach.request
                    || known.alike().iter().any(|id| new.alike().contains(id)))
        })
    }

    pub(super) fn discovery(&mut self, hit: &Hit, breach: Breach) -> Discovery {
        Discovery {
            trial: hit.trial,
            source: hit.source,
            hits: 1,
            repetition: Repetition::default(),
            is_known: false,
            alike: self.suspects.explaining(&breach),
            breach,
        }
    }
}

/// Breaches by their signatures, the smallest of each first. The strongest signatures come first: each costs time,
/// and a hunt may have little left.
pub(super) fn by_signature(hits: Vec<Hit>) -> BTreeMap<(Reverse<Level>, String), Vec<Hit>> {
    let mut groups: BTreeMap<(Reverse<Level>, String), Vec<Hit>> = BTreeMap::new();
    for hit in hits {
        let group = (Reverse(hit.breach.level), hit.breach.signature());
        groups.entry(group).or_default().push(hit);
    }
    for hits in groups.values_mut() {
        sort_by_key(hits, |hit| (length(&hit.breach.request.input), hit.trial));
    }
    groups
}

/// The order in which breaches are simple: fewer parameters, then shorter, then simpler ones.
pub(super) fn order(breach: &Breach) -> (usize, usize, usize, &Request) {
    let Breach {
        request, history, ..
    } = breach;
    (
        history.len(),
        request.params.len(),
        length(&request.input),
        request,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hunt::oracle::judge_answer;

    #[test]
    fn a_cause_is_named_as_soon_as_it_showed_as_often_as_a_check_asks() {
        let request = Request::new("punycode", "decode", "-tda".into());
        let outcome = Outcome::Value("ü".into());
        let mut found = Discovery {
            breach: judge_answer(&request, &outcome).expect("it is wrong"),
            trial: 0,
            source: "",
            hits: 2,
            repetition: Repetition::default(),
            is_known: false,
            alike: Some(vec!["punycode/leading-delimiter-consumed"]),
        };
        assert_eq!(found.likes(), [""; 0]);
        found.hits = 3;
        assert_eq!(found.likes(), ["punycode/leading-delimiter-consumed"]);
    }
}
