//! The wrong answers of a hunt, and which of them no deviation gives.

use super::alike::is_short;
use super::reproduction::Hit;
use crate::findings::ENOUGH;

/// The most wrong answers that are kept: more tell hardly more, and each is compared with many members.
const KEPT: usize = 400;

/// Wrong answers of a hunt.
#[derive(Default)]
pub(super) struct WrongAnswers {
    /// A sample of all.
    all: Vec<Hit>,
    /// Those that no suspect explains.
    unexplained: Vec<Hit>,
    /// How many were unexplained when the members of families were compared with them last.
    compared: usize,
}

impl WrongAnswers {
    /// Adds a wrong answer to the sample.
    pub(super) fn add(&mut self, hit: &Hit) {
        keep(&mut self.all, hit);
    }

    /// Adds a wrong answer that no suspect explains.
    pub(super) fn add_unexplained(&mut self, hit: &Hit) {
        keep(&mut self.unexplained, hit);
    }

    pub(super) fn all(&self) -> &[Hit] {
        &self.all
    }

    /// Takes the unexplained answers, to add those again that no new suspect explains.
    pub(super) fn take_unexplained(&mut self) -> Vec<Hit> {
        std::mem::take(&mut self.unexplained)
    }

    /// Notes that the members were compared with the answers of now.
    pub(super) fn set_compared(&mut self) {
        self.compared = self.unexplained.len();
    }

    /// Whether so many are unexplained that members of families are worth a comparison, again if there was one.
    pub(super) fn is_due(&self, is_last: bool) -> bool {
        let count = self.unexplained.len();
        if is_last {
            return count > self.compared;
        }
        count >= ENOUGH.max(2 * self.compared)
    }
}

/// Keeps a wrong answer, unless it is there. One that needs other requests before it tells nothing of members.
fn keep(hits: &mut Vec<Hit>, hit: &Hit) {
    let breach = &hit.breach;
    if hits.len() == KEPT || !breach.history.is_empty() || !is_short(&breach.request) {
        return;
    }
    for kept in hits.iter() {
        if kept.breach.request == breach.request {
            return;
        }
    }
    hits.push(hit.clone());
}
