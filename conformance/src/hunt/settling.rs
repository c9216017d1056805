//! Reproducing discoveries in fresh instances of the implementation.

use super::discovery::{Discoveries, Discovery, Waiting};
use super::property::Breach;
use super::reproduction::{Again, Repetition, Reproduction, TRIES, costs_a_process};

/// A breach after it was reproduced, or was not.
struct Settled {
    breach: Breach,
    repetition: Repetition,
}

impl Discoveries<'_> {
    /// Reproduces the waiting discoveries in fresh instances, if there is time left: all of them in each of a few
    /// instances, in another order each time, and alone those that do not show there. `tell` receives the
    /// discoveries that are final.
    pub(super) fn settle(&mut self, is_last: bool, tell: &mut dyn FnMut(&Discovery)) {
        if self.waiting.is_empty() || !is_last && self.fresh.allowance() < self.fresh.cost(TRIES) {
            return;
        }
        let waiting = std::mem::take(&mut self.waiting);
        let together = self.put_together(&waiting);
        for (one, Again { repetition, last }) in waiting.into_iter().zip(together) {
            let is_shown = repetition.tries > 0 && repetition.shown == repetition.tries;
            let settled = if let Some(breach) = last
                && is_shown
            {
                Settled { breach, repetition }
            } else if self.fresh.allowance() >= self.fresh.cost(1) {
                self.put_apart(&one)
            } else if is_last {
                let breach = self.all[one.place].breach.clone();
                Settled { breach, repetition }
            } else {
                self.waiting.push(one);
                continue;
            };
            let discovery = Discovery {
                hits: self.all[one.place].hits,
                repetition: settled.repetition,
                ..self.discovery(&one.hit, settled.breach)
            };
            tell(&discovery);
            self.all[one.place] = discovery;
        }
    }

    /// How often each showed among the others in fresh instances; none that ends or stops a process.
    fn put_together(&self, waiting: &[Waiting]) -> Vec<Again> {
        let mut results = vec![Again::default(); waiting.len()];
        let mut order = Vec::new();
        for (at, one) in waiting.iter().enumerate() {
            if let Some(smallest) = one.shrunk.first()
                && !costs_a_process(&smallest.breach.outcome)
            {
                order.push((at, &smallest.reproduction));
            }
        }
        for turn in 0..TRIES {
            if order.is_empty() || self.fresh.left() <= self.fresh.cost(1) {
                break;
            }
            let Some(mut instance) = self.fresh.start() else {
                break;
            };
            self.fresh.counted(|| {
                for &(at, reproduction) in &order {
                    results[at].add(reproduction.show(instance.as_mut(), &self.fresh));
                }
            });
            // A program may keep something, and another request then shows it.
            let middle = order.len() / 2;
            if turn == 0 {
                order.reverse();
            } else {
                order.rotate_left(middle);
            }
        }
        results
    }

    /// The smallest breach that shows again alone in fresh instances, or else after the requests before
    /// it; and how often it does.
    fn put_apart(&mut self, one: &Waiting) -> Settled {
        let Waiting {
            hit,
            shrunk,
            before,
            ..
        } = one;
        let mut best = Again::default();
        for one in shrunk {
            let again = one.reproduction.repeat(&self.fresh);
            if again.repetition.shown > best.repetition.shown {
                best = again;
            }
            if best.repetition.shown == TRIES {
                break;
            }
        }
        if let Some(breach) = best.last {
            return Settled {
                breach,
                repetition: best.repetition,
            };
        }
        // The instance that found it gives another answer than a fresh one.
        self.probe = None;
        let mut reproduction = Reproduction::of(hit);
        let time = self.patience().min(self.fresh.allowance());
        if let Some(with_history) = reproduction.with_history(before, &self.fresh, time) {
            reproduction = with_history;
        }
        let Again { repetition, last } = reproduction.repeat(&self.fresh);
        let mut breach = last.unwrap_or_else(|| hit.breach.clone());
        if !reproduction.history.is_empty() {
            breach.history = reproduction.history;
        }
        Settled { breach, repetition }
    }
}
