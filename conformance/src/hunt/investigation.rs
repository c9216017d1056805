//! Making a breach as small as it can be, and putting it again.

use std::time::{Duration, Instant};

use super::discovery::{Discoveries, Discovery, order};
use super::minimise::{Effort, minimise};
use super::property::Breach;
use super::reproduction::{Repetition, Reproduction};
use super::violation::Signature;
use super::worker::Hit;
use crate::observation::{Fault, Outcome};
use crate::protocol::Request;

/// How many breaches of one cause are made smaller, of which the smallest is kept.
const SHRUNK: usize = 3;

/// The most requests for making an input smaller.
const TRIALS: usize = 3000;
/// The same if each of them costs a process, and if each costs the time limit.
const TRIALS_OF_A_FAULT: usize = 120;
const TRIALS_OF_A_HANG: usize = 12;

/// The longest time for making one input smaller.
const SHRINKING: Duration = Duration::from_secs(60);

impl Discoveries<'_> {
    /// Makes a breach smaller, and puts it again in fresh instances: alone, or after the requests before
    /// it if it does not show alone. `others` are more breaches of the signature.
    pub(super) fn investigate(
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
            let (repetition, breach) = own.repeat(self.start, &signature);
            let breach = breach.map_or_else(|| hit.breach.clone(), |breach| *breach);
            return self.discovery(hit, breach, repetition);
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

    /// How much of the time of the hunt is left.
    fn left(&self) -> Duration {
        self.end.map_or(Duration::MAX, |end| end.saturating_duration_since(Instant::now()))
    }

    /// How long one input may be made smaller.
    fn patience(&self) -> Duration {
        (self.left() / 4).min(SHRINKING)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::hunt::altered::Altered;
    use crate::hunt::request::length;
    use crate::hunt::worker::hunt_serially;
    use crate::hunt::{HuntOptions, Simplify as _, hunt};
    use crate::implementation::{Implementation, InProcess};
    use crate::observation::StartError;
    use acegate_codec::Text;
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
            hits.retain(|hit| length(&hit.breach.request.input) < 200);
            hits.sort_by_key(|hit| length(&hit.breach.request.input));
            let Some(hit) = hits.pop() else {
                assert!(!SOME.contains(&id), "{id} is not found");
                continue;
            };
            let mut discoveries = Discoveries::new(&start, None);
            discoveries.take(vec![hit.clone()], &|_| Vec::new());
            let found = &discoveries.all[0];
            assert_eq!(found.repetition, Repetition { shown: 3, tries: 3 }, "{id}");
            let (request, signature) = (&found.breach.request, found.breach.signature());
            assert!(length(&request.input) <= length(&hit.breach.request.input));
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

    /// Gives the input in lower case instead of a refusal.
    fn lenient(request: &Request, outcome: Outcome) -> Outcome {
        match (&outcome, request.text().and_then(Text::to_scalar_string)) {
            (Outcome::Refused(_), Some(text)) => {
                Outcome::Value(text.to_ascii_lowercase().as_str().into())
            }
            _ => outcome,
        }
    }

    /// Starting a program may take seconds. It is started for the probe, and three times for each
    /// discovery, however many breaches have its cause.
    #[test]
    fn only_the_breach_that_is_kept_is_put_to_fresh_instances() {
        let starts = AtomicUsize::new(0);
        let start = || -> Result<Box<dyn Implementation>, StartError> {
            starts.fetch_add(1, Ordering::Relaxed);
            Ok(Box::new(Altered::new(lenient)))
        };
        let codecs = vec!["punycode".to_owned()];
        let options = HuntOptions { requests: Some(6000), codecs, ..HuntOptions::default() };
        let summary = hunt(&start, &options, &mut |_| {}).expect("it starts");
        let found = summary.discoveries.len();
        let hits: u64 = summary.discoveries.iter().map(|found| found.hits).sum();
        assert!(hits > 10 * found as u64, "{hits} breaches in {found} discoveries");
        // The first instance, the probe, and the rest.
        assert_eq!(starts.into_inner(), 2 + 3 * found);
    }
}
