//! The order in which the checks are run.
//!
//! In: the checks, and which of them timed out. Out: the next check.
//!
//! Checks with long inputs come after the others, because they may be slow. A check that times out costs
//! seconds, and the time that a run loses to faults is limited. So after a few timeouts of one operation,
//! the checks that are like those come last, and what is lost then is only of that kind.
//!
//! For example, a decoder loops forever at an exclamation mark. Two decoder checks time out. Both
//! inputs have the mark, and no answered one has it. So the other inputs with a mark move behind all other
//! checks of all operations.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use acegate_vectors::Check;

use super::likeness::Likeness;
use crate::judge::may_be_slow;
use crate::sorting::sort_by_key;

/// After this many timeouts of an operation, the checks that resemble at least two of them come last.
/// A timeout costs up to eight seconds, its repetition included, of the sixty that a run may lose.
const TIMEOUTS_ALIKE: u32 = 2;

/// After this many, the checks that resemble any of them come last.
const TIMEOUTS_OF_ANY_KIND: u32 = 4;

/// After this many, all checks of the operation come last. Three such operations together take
/// most of what a run may lose.
const TIMEOUTS_OF_AN_OPERATION: u32 = 6;

/// The checks that are left, in the order in which they are run. All workers share it.
#[derive(Debug)]
pub(super) struct Order<'a> {
    checks: &'a [Check],
    state: Mutex<State<'a>>,
}

/// A position in the list of the checks of the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CheckIndex(pub(super) usize);

#[derive(Debug, Default)]
struct State<'a> {
    ahead: VecDeque<CheckIndex>,
    /// The checks that come last: they are like some that timed out.
    last: VecDeque<CheckIndex>,
    /// Whether a check has timed out since `last` was sorted.
    is_unsorted: bool,
    operations: BTreeMap<Operation<'a>, Likeness<'a>>,
    /// All checks that came last, and which of them were not run.
    moved: BTreeSet<CheckIndex>,
    lost: BTreeSet<CheckIndex>,
}

/// An operation. Long inputs have their own time limit, so they are counted separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Operation<'a> {
    codec: &'a str,
    name: &'a str,
    has_long_input: bool,
}

impl<'a> Order<'a> {
    pub(super) fn new(checks: &'a [Check]) -> Self {
        let mut ahead: Vec<CheckIndex> = (0..checks.len()).map(CheckIndex).collect();
        sort_by_key(&mut ahead, |index| may_be_slow(&checks[index.0]));
        let state = State {
            ahead: ahead.into(),
            ..State::default()
        };
        Self {
            checks,
            state: Mutex::new(state),
        }
    }

    /// The next check that no worker has taken, with its index; `None` if there is none.
    pub(super) fn next(&self) -> Option<(CheckIndex, &'a Check)> {
        let mut state = self.state();
        while let Some(index) = state.ahead.pop_front() {
            let check = &self.checks[index.0];
            if !state.comes_last(check) {
                return Some((index, check));
            }
            state.moved.insert(index);
            state.last.push_back(index);
            state.is_unsorted = true;
        }
        if state.is_unsorted {
            state.sort_last(self.checks);
        }
        let index = state.last.pop_front()?;
        Some((index, &self.checks[index.0]))
    }

    /// Notes whether this check has timed out.
    pub(super) fn count(&self, check: &'a Check, has_timed_out: bool) {
        let mut state = self.state();
        let likeness = state.operations.entry(Operation::of(check)).or_default();
        if has_timed_out {
            likeness.count_timeout(check);
            state.is_unsorted = true;
        } else {
            likeness.count_answer(check);
        }
    }

    /// Notes that the check with this index was not run.
    pub(super) fn count_not_run(&self, index: CheckIndex) {
        let mut state = self.state();
        if state.moved.contains(&index) {
            state.lost.insert(index);
        }
    }

    /// A sentence on each operation whose checks were moved to the end.
    pub(super) fn remarks(&self) -> Vec<String> {
        let state = self.state();
        let mut remarks = Vec::new();
        for (operation, likeness) in &state.operations {
            let moved = operation.count(&state.moved, self.checks);
            let lost = operation.count(&state.lost, self.checks);
            if moved > 0 {
                remarks.push(operation.remark(likeness.timeouts(), moved, lost));
            }
        }
        remarks
    }

    fn state(&self) -> MutexGuard<'_, State<'a>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State<'_> {
    fn comes_last(&self, check: &Check) -> bool {
        let Some(likeness) = self.operations.get(&Operation::of(check)) else {
            return false;
        };
        match likeness.timeouts() {
            0..TIMEOUTS_ALIKE => false,
            TIMEOUTS_ALIKE..TIMEOUTS_OF_ANY_KIND => likeness.suspicion(check) >= TIMEOUTS_ALIKE,
            TIMEOUTS_OF_ANY_KIND..TIMEOUTS_OF_AN_OPERATION => likeness.suspicion(check) > 0,
            TIMEOUTS_OF_AN_OPERATION.. => true,
        }
    }

    /// Sorts the checks that come last: those that are least like the timeouts are first, and among equal
    /// ones the order of the suite stays.
    fn sort_last(&mut self, checks: &[Check]) {
        let operations = &self.operations;
        sort_by_key(self.last.make_contiguous(), |index| {
            let check = &checks[index.0];
            let operation = Operation::of(check);
            let suspicion = operations
                .get(&operation)
                .map_or(0, |known| known.suspicion(check));
            (operation.has_long_input, suspicion, *index)
        });
        self.is_unsorted = false;
    }
}

impl<'a> Operation<'a> {
    fn of(check: &'a Check) -> Self {
        Self {
            codec: check.codec(),
            name: &check.op,
            has_long_input: may_be_slow(check),
        }
    }

    /// How many of these checks are of the operation.
    fn count(self, indices: &BTreeSet<CheckIndex>, checks: &[Check]) -> usize {
        indices
            .iter()
            .filter(|index| Operation::of(&checks[index.0]) == self)
            .count()
    }

    fn remark(self, timeouts: u32, moved: usize, lost: usize) -> String {
        let Self {
            codec,
            name,
            has_long_input,
        } = self;
        let inputs = if has_long_input {
            " with long inputs"
        } else {
            ""
        };
        let end = match lost {
            0 => "all of them were run".to_owned(),
            lost => format!("{lost} of them were not run"),
        };
        format!(
            "{codec} {name}: {timeouts} checks{inputs} timed out, so {moved} similar ones were run \
             last; {end}"
        )
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use acegate_codec::Value;
    use acegate_vectors::Suite;

    use super::super::scripted::results;
    use super::*;
    use crate::judge::Verdict;
    use crate::observation::{Exhausted, Fault, Outcome};
    use crate::protocol::Request;
    use crate::suite::request_for;

    /// The checks of these codecs, without long inputs.
    fn checks_of(codecs: &[&str]) -> Vec<Check> {
        let mut checks = Suite::embedded()
            .expect("the embedded suite is valid")
            .checks();
        checks.retain(|check| codecs.contains(&check.codec()) && !may_be_slow(check));
        checks
    }

    fn is_decode(check: &Check) -> bool {
        check.codec() == "punycode" && check.op == "decode"
    }

    /// A decoder of Punycode that hangs at a capital letter B.
    fn hangs(request: &Request) -> Option<Outcome> {
        let Value::Text(text) = &request.input else {
            return None;
        };
        if (&*request.codec, &*request.op) != ("punycode", "decode")
            || !text.code_points.contains(&u32::from('B'))
        {
            return None;
        }
        let limit = Duration::from_secs(2);
        Some(Outcome::Fault(Fault::Timeout {
            limit,
            partial: 0,
            exhausted: Exhausted::Idle,
        }))
    }

    #[test]
    fn checks_like_those_that_timed_out_come_last_and_have_the_same_verdict() {
        let checks = checks_of(&["punycode", "race"]);
        let (results, summary) = results(&checks, || hangs);
        assert_eq!(results.len(), checks.len());
        let mut timeouts = Vec::new();
        for (position, result) in results.iter().enumerate() {
            let does_hang = hangs(&request_for(result.check)).is_some();
            let expected = if does_hang {
                Verdict::Timeout
            } else {
                Verdict::Pass
            };
            assert_eq!(result.judgement.verdict, expected, "{}", result.check.name);
            if does_hang {
                timeouts.push(position);
            }
        }
        assert!(timeouts.len() > 10, "{}", timeouts.len());
        // The first two show the kind. From the third on, nearly only checks of it are left: some others
        // share a feature with two of them that no answered check has.
        let left = results.len() - timeouts[2];
        assert!(left < timeouts.len() + 10, "{timeouts:?}");
        let [remark] = &summary.remarks[..] else {
            panic!("{:?}", summary.remarks)
        };
        let begin = format!(
            "punycode decode: {} checks timed out, so {left} similar",
            timeouts.len()
        );
        assert!(remark.starts_with(&begin), "{remark}");
        assert!(
            remark.ends_with("were run last; all of them were run"),
            "{remark}"
        );
        assert_eq!(summary.over, None);
    }

    #[test]
    fn an_operation_with_timeouts_of_all_kinds_comes_last() {
        let checks = checks_of(&["punycode", "race"]);
        let order = Order::new(&checks);
        let decodes: Vec<&Check> = checks.iter().filter(|check| is_decode(check)).collect();
        for check in decodes.iter().step_by(decodes.len() / 7) {
            order.count(check, true);
        }
        let mut found = Vec::new();
        while let Some((index, check)) = order.next() {
            found.push(is_decode(check));
            order.count_not_run(index);
        }
        let (others, last) = found.split_at(checks.len() - decodes.len());
        assert!(!others.contains(&true) && !last.contains(&false));
        let remarks = order.remarks();
        let end = format!(
            "{0} similar ones were run last; {0} of them were not run",
            decodes.len()
        );
        assert!(
            remarks.len() == 1 && remarks[0].ends_with(&end),
            "{remarks:?}"
        );
    }
}
