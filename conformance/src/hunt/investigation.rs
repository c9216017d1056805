//! Minimising the input of a breach.

use std::time::{Duration, Instant};

use super::discovery::{Discoveries, Discovery, Shrunk, Waiting, order};
use super::minimise::{Effort, minimise};
use super::property::Breach;
use super::reproduction::{Hit, Reproduction, TRIES, costs_a_process};
use super::request::length;
use crate::observation::{Fault, Outcome};
use crate::protocol::Request;
use crate::sorting::sort_by;

/// How many breaches of one cause are made smaller. The smallest of them is kept.
const SHRUNK: usize = 3;

/// The most requests for making an input smaller.
const TRIALS: usize = 3000;
/// The same if each of them costs a process, and if each costs the time limit.
const TRIALS_OF_A_FAULT: usize = 120;
const TRIALS_OF_A_HANG: usize = 12;

/// An input of at most this many code points is not made smaller a second time.
const SMALL: usize = 1;

/// The longest time for making one input smaller.
const SHRINKING: Duration = Duration::from_secs(60);

impl Discoveries<'_> {
    /// Minimises a breach. [`settle`](Self::settle) then reproduces the result, unless it is
    /// known already. `others` are more breaches of the signature, and `before` the requests before it.
    pub(super) fn investigate(&mut self, hit: &Hit, others: &[Hit], before: Vec<Request>) {
        let mut shrunk = Vec::new();
        if !self.left().is_zero() {
            let explaining = self.suspects.explaining(&hit.breach).unwrap_or_default();
            shrunk.extend(self.shrink(hit, &explaining));
        }
        let smallest = match shrunk.first() {
            Some(first) => first.breach.clone(),
            None => hit.breach.clone(),
        };
        let mut draft = self.discovery(hit, smallest);
        // Made smaller, it may be what is known already.
        if let Some(known) = self.place_of(&draft) {
            self.all[known].hits += 1;
            return;
        }
        if let Some(further) = self.shrink_further(hit, &draft.breach) {
            draft = self.discovery(hit, further.breach.clone());
            shrunk = vec![further];
        }
        if !shrunk.is_empty() {
            shrunk.extend(self.shrink_alike(&draft, others));
            sort_by(&mut shrunk, |a, b| order(&a.breach).cmp(&order(&b.breach)));
        }
        if draft.alike.as_ref().is_some_and(Vec::is_empty) {
            self.wrong.add_unexplained(hit);
            self.wrong.add(&Hit {
                breach: draft.breach.clone(),
                ..hit.clone()
            });
        }
        let place = self.all.len();
        self.all.push(draft);
        let before = [before, hit.breach.history.clone()].concat();
        self.waiting.push(Waiting {
            place,
            shrunk,
            before,
            hit: hit.clone(),
        });
    }

    /// Further breaches of the cause of this discovery, made smaller.
    fn shrink_alike(&mut self, draft: &Discovery, others: &[Hit]) -> Vec<Shrunk> {
        let mut alike = Vec::new();
        for other in others {
            if alike.len() == SHRUNK - 1 {
                break;
            }
            if draft.is_alike(other, &mut self.suspects) {
                alike.push(other);
            }
        }
        let mut shrunk = Vec::new();
        for other in alike {
            let explaining = self.suspects.explaining(&other.breach).unwrap_or_default();
            shrunk.extend(self.shrink(other, &explaining));
        }
        shrunk
    }

    /// A simpler breach of the same signature than `smallest`, which was made smaller with the known bugs that
    /// explain it; `None` if there is none, or if it is another discovery.
    ///
    /// A known bug may explain a long request by chance, such as one that refuses any name with `@`. The
    /// implementation's own bug shows in a shorter one then, which that known bug answers rightly.
    fn shrink_further(&mut self, hit: &Hit, smallest: &Breach) -> Option<Shrunk> {
        let explaining = self.suspects.explaining(smallest).unwrap_or_default();
        if explaining.is_empty() || length(&smallest.request.input) <= SMALL {
            return None;
        }
        let from = Hit {
            breach: smallest.clone(),
            ..hit.clone()
        };
        let further = self.shrink(&from, &[])?;
        if order(&further.breach) >= order(smallest) {
            return None;
        }
        let found = self.discovery(hit, further.breach.clone());
        if self.place_of(&found).is_some() {
            return None;
        }
        Some(further)
    }

    /// The simplest request that shows a breach of this signature alone, explained by all of these
    /// deviations, and this breach; `None` if the request of the hit does not show it.
    fn shrink(&mut self, hit: &Hit, explaining: &[&str]) -> Option<Shrunk> {
        if self.left().is_zero() {
            return None;
        }
        if self.probe.is_none() {
            self.probe = Some(self.fresh.start()?);
        }
        // Each request that ends a process costs a start.
        let costs_a_start = costs_a_process(&hit.breach.outcome);
        let allowance = if costs_a_start {
            self.fresh.allowance()
        } else {
            Duration::MAX
        };
        let begun = Instant::now();
        let effort = Effort {
            trials: most_trials(&hit.breach.outcome),
            time: self.patience().min(allowance),
        };
        let probe = self.probe.as_mut()?;
        let mut reproduction = Reproduction::of(hit);
        // The breach of the smallest request so far.
        let mut breach = reproduction.show(probe.as_mut(), &self.fresh)?;
        let smallest = minimise(
            &mut |candidate: &Request| {
                let candidate = reproduction.with_request(candidate.clone());
                let Some(found) = candidate.show(probe.as_mut(), &self.fresh) else {
                    return false;
                };
                if !self.suspects.are_all_explaining(explaining, &found) {
                    return false;
                }
                breach = found;
                true
            },
            reproduction.request.clone(),
            effort,
        );
        if costs_a_start {
            self.fresh.count(begun.elapsed());
        }
        reproduction.request = smallest;
        Some(Shrunk {
            reproduction,
            breach,
        })
    }

    /// How much of the time of the hunt is left, but for what it takes to put the findings again.
    pub(super) fn left(&self) -> Duration {
        let last = if self.fresh.left() == Duration::MAX {
            0
        } else {
            TRIES
        };
        self.fresh.left().saturating_sub(self.fresh.cost(last))
    }

    /// How long one input may be made smaller.
    pub(super) fn patience(&self) -> Duration {
        (self.left() / 4).min(SHRINKING)
    }
}

/// The most requests for making the input of a breach with this outcome smaller.
fn most_trials(outcome: &Outcome) -> usize {
    match outcome {
        Outcome::Fault(Fault::Timeout { .. }) => TRIALS_OF_A_HANG,
        Outcome::Fault(Fault::Caught(_)) => TRIALS,
        Outcome::Fault(_) => TRIALS_OF_A_FAULT,
        Outcome::Value(_) | Outcome::Large(_) | Outcome::Refused(_) | Outcome::Skipped(..) => {
            TRIALS
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::hunt::oracle::judge_answer;
    use crate::hunt::reproduction::{Fresh, Repetition};
    use crate::hunt::worker::hunt_serially;
    use crate::hunt::{HuntOptions, Simplify as _, deviant, hunt};
    use crate::observation::Refusal;
    use crate::runner::scripted::Scripted;
    use acegate_codec::Failure;
    use acegate_deviations::deviations;

    /// One of each codec, and some that are hard to shrink.
    const SOME: &str = "punycode/delimiter-always punycode/truncation-dropped \
        punycode/digits-by-low-octet bootstring/leading-delimiter-consumed \
        bootstring/adaptation-of-punycode utf5/leading-zeros utf6/capitals-refused \
        race/two-octet-mode-only lace/runs-not-compared uri2dec/one-takes-bits \
        uri2dec/books-new-one-first enum/digits-not-reversed";

    /// No single step makes the request of a discovery simpler and keeps what it shows. With
    /// `ACEGATE_TEST_ALL`, of every deviation that 1,500 requests find.
    #[test]
    fn the_requests_of_discoveries_are_minimal() {
        let is_for_all = std::env::var_os("ACEGATE_TEST_ALL").is_some();
        let mut examined = 0;
        for id in deviations().map(|deviation| deviation.id) {
            let is_asked = SOME.split(' ').any(|some| some == id);
            if !is_for_all && !is_asked {
                continue;
            }
            let start = || Ok(Box::new(deviant(id)) as _);
            let mut implementation = deviant(id);
            let hits = hunt_serially(&mut implementation, 1, 0..1500).into_iter();
            // The largest of moderate size have the longest way to go.
            let size = |hit: &Hit| length(&hit.breach.request.input);
            let Some(hit) = hits.filter(|hit| size(hit) < 200).max_by_key(size) else {
                assert!(!is_asked, "{id} is not found");
                continue;
            };
            let mut discoveries = Discoveries::new(Fresh::new(&start, None, Duration::ZERO));
            discoveries.take(vec![hit.clone()], &|_| Vec::new(), &mut |_| {});
            discoveries.settle(true, &mut |_| {});
            let found = &discoveries.all[0];
            assert_eq!(found.repetition, Repetition { shown: 3, tries: 3 }, "{id}");
            let request = &found.breach.request;
            assert!(length(&request.input) <= length(&hit.breach.request.input));
            let explaining = discoveries
                .suspects
                .explaining(&hit.breach)
                .expect("it is short");
            let mut steps = 0;
            let visited = request.each_simpler(&mut |make| {
                let reproduction = Reproduction {
                    request: make(),
                    ..Reproduction::of(&hit)
                };
                let kept = reproduction
                    .show(&mut implementation, &discoveries.fresh)
                    .filter(|breach| {
                        explaining
                            .iter()
                            .all(|id| discoveries.suspects.explains(id, breach))
                    });
                assert!(kept.is_none(), "{id}: {request:?} {kept:?}");
                steps += 1;
                ControlFlow::Continue(())
            });
            assert!(visited.is_continue());
            assert!(
                steps > 0 || length(&request.input) == 0,
                "{id}: {request:?}"
            );
            examined += 1;
        }
        assert!(
            examined
                >= if is_for_all {
                    400
                } else {
                    SOME.split(' ').count()
                },
            "{examined}"
        );
    }

    /// Refuses the capital letters of Latin-1, U+00C0 to U+00DE.
    fn refuses_latin_capitals(request: &Request) -> Option<Outcome> {
        let is_capital = |number: &u32| (0xC0..=0xDE).contains(number);
        if request.name() == "punycode encode" && request.text()?.code_points.iter().any(is_capital)
        {
            return Some(Outcome::Refused(Refusal::default()));
        }
        None
    }

    /// `punycode/above-ffff-refused` refuses the first request as well, because of its other character.
    #[test]
    fn a_known_bug_that_explains_a_request_by_chance_does_not_keep_it_large() {
        let start = || Ok(Box::new(Scripted::new(refuses_latin_capitals)) as _);
        let request = Request::new("punycode", "encode", "abc\u{c9}def\u{1f600}".into());
        let breach = judge_answer(&request, &Outcome::Refused(Refusal::default()));
        let breach = breach.expect("it is wrong");
        let hit = Hit {
            trial: 1,
            source: "mutated",
            breach,
            origin: None,
            before: 0,
            instance: 0,
        };
        let mut discoveries = Discoveries::new(Fresh::new(&start, None, Duration::ZERO));
        let explaining = discoveries
            .suspects
            .explaining(&hit.breach)
            .expect("it is short");
        assert!(
            explaining.contains(&"punycode/above-ffff-refused"),
            "{explaining:?}"
        );
        discoveries.take(vec![hit], &|_| Vec::new(), &mut |_| {});
        discoveries.settle(true, &mut |_| {});
        assert_eq!(discoveries.all.len(), 1);
        let smallest = Request::new("punycode", "encode", "\u{c0}".into());
        assert_eq!(discoveries.all[0].breach.request, smallest);
    }

    /// Gives the input in lower case instead of a refusal.
    fn lenient(request: &Request) -> Option<Outcome> {
        let text = request.text()?.to_scalar_string()?;
        let is_refused = matches!(request.fast(), Err(Failure::Refused(_)));
        is_refused.then(|| Outcome::Value(text.to_ascii_lowercase().into()))
    }

    /// Starting a program may take seconds. However many breaches have a cause, fresh instances are started
    /// only for the one that is kept, together with the kept ones of other causes. They have a third of the time.
    #[test]
    fn a_program_that_starts_slowly_is_hunted_and_not_restarted() {
        const PAUSE: Duration = Duration::from_millis(700);
        let starts = AtomicUsize::new(0);
        let start = || {
            starts.fetch_add(1, Ordering::Relaxed);
            std::thread::sleep(PAUSE);
            Ok(Box::new(Scripted::new(lenient)) as _)
        };
        let codecs = vec!["punycode".to_owned(), "race".to_owned()];
        let options = HuntOptions {
            requests: Some(2000),
            codecs,
            ..HuntOptions::default()
        };
        let summary = hunt(&start, &options, &mut |_| {}).expect("it starts");
        let found = &summary.discoveries;
        let hits: u64 = found.iter().map(|found| found.hits).sum();
        assert!(
            found.len() > 4 && hits > 5 * found.len() as u64,
            "{hits} breaches"
        );
        let repetition = Repetition { shown: 3, tries: 3 };
        assert!(
            found.iter().all(|found| found.repetition == repetition),
            "{found:?}"
        );
        // The first instance, the probe, three at the end, and those for which there was time before.
        let before = summary.elapsed.div_duration_f64(3 * PAUSE) as usize;
        let starts = starts.into_inner();
        assert!(
            starts <= 2 + 3 + before && starts < 2 + 3 * found.len(),
            "{starts} starts"
        );
    }
}
