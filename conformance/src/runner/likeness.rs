//! The likeness of checks to those that timed out.
//!
//! In: checks of one operation that timed out, and others that were answered. Out: how much reason there
//! is to expect that another check times out.
//!
//! For example, the inputs `a!` and `!b` timed out, and `ab` was answered. Both have an exclamation mark,
//! which no answered input has: it is suspected twice. `!` at the end, or the pair `a!`, is suspected
//! once. So of the checks that are left, `c!c` has suspicion 2, and `cc` has none.

use std::collections::{BTreeMap, BTreeSet};

use acegate_vectors::{Check, Outcome, Value};

/// How many code points of an input are looked at, from its start: as many as a label has at most.
const LOOKED_AT: usize = 63;

/// The checks of one operation, as far as they have been run.
#[derive(Debug, Default)]
pub(super) struct Likeness<'a> {
    timeouts: u32,
    /// How many checks with each feature timed out.
    suspected: BTreeMap<Feature, u32>,
    /// The features of answered checks, except of those in `answered`, which are not in it yet.
    innocent: BTreeSet<Feature>,
    answered: Vec<&'a Check>,
}

/// A feature by which a fault may choose its inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Feature {
    Has(u32),
    HasPair(u32, u32),
    BeginsWith(u32),
    EndsWith(u32),
    IsOfPlane(u32),
    /// The length in bits: 5 code points and 7 have three.
    HasLength(u32),
    IsRefused,
}

impl<'a> Likeness<'a> {
    pub(super) const fn timeouts(&self) -> u32 {
        self.timeouts
    }

    pub(super) fn count_timeout(&mut self, check: &Check) {
        self.timeouts += 1;
        for feature in features(check).into_iter().collect::<BTreeSet<_>>() {
            *self.suspected.entry(feature).or_default() += 1;
        }
        // As long as nothing times out, the features of answered checks are not needed.
        for answered in std::mem::take(&mut self.answered) {
            self.innocent.extend(features(answered));
        }
    }

    pub(super) fn count_answer(&mut self, check: &'a Check) {
        if self.timeouts == 0 {
            self.answered.push(check);
        } else {
            self.innocent.extend(features(check));
        }
    }

    /// How many checks timed out that share one feature with this check, a feature that no answered check
    /// has.
    pub(super) fn suspicion(&self, check: &Check) -> u32 {
        let mut most = 0;
        for feature in features(check) {
            if !self.innocent.contains(&feature) {
                most = most.max(self.suspected.get(&feature).copied().unwrap_or_default());
            }
        }
        most
    }
}

/// The features of a check. One may be among them more than once.
fn features(check: &Check) -> Vec<Feature> {
    let mut features = Vec::new();
    add_features(&check.input, &mut features);
    if check
        .expect
        .outcomes()
        .iter()
        .any(|outcome| matches!(outcome, Outcome::Error { .. }))
    {
        features.push(Feature::IsRefused);
    }
    features
}

fn add_features(value: &Value, features: &mut Vec<Feature>) {
    let units: Vec<u32> = match value {
        Value::Text { code_points, .. } => code_points.clone(),
        Value::Octets(octets) => octets.iter().copied().map(u32::from).collect(),
        Value::List(values) => {
            for value in values {
                add_features(value, features);
            }
            return;
        }
    };
    features.push(Feature::HasLength(
        usize::BITS - units.len().leading_zeros(),
    ));
    features.extend(units.first().copied().map(Feature::BeginsWith));
    features.extend(units.last().copied().map(Feature::EndsWith));
    let start = &units[..units.len().min(LOOKED_AT)];
    for unit in start {
        features.extend([Feature::Has(*unit), Feature::IsOfPlane(unit >> 16)]);
    }
    for pair in start.windows(2) {
        features.push(Feature::HasPair(pair[0], pair[1]));
    }
}

#[cfg(test)]
mod tests {
    use acegate_vectors::Suite;

    use super::*;

    #[test]
    fn a_feature_is_suspected_until_a_check_that_has_it_is_answered() {
        let checks = Suite::embedded()
            .expect("the embedded suite is valid")
            .checks();
        let with_input = |input: &str| {
            let mut check = checks[0].clone();
            let code_points: Vec<u32> = input.chars().map(u32::from).collect();
            check.input = Value::from_code_points(code_points).into();
            check
        };
        let [mark_last, mark_first, plain, mark_inside, other] =
            ["a!", "!b", "ab", "c!c", "cc"].map(with_input);
        let mut likeness = Likeness::default();
        likeness.count_answer(&plain);
        likeness.count_timeout(&mark_last);
        likeness.count_timeout(&mark_first);
        assert_eq!(likeness.suspicion(&mark_inside), 2);
        assert_eq!(likeness.suspicion(&other), 0);
        likeness.count_answer(&mark_inside);
        assert_eq!(likeness.suspicion(&mark_inside), 0);
        assert_eq!(likeness.suspicion(&mark_last), 1, "it ends with the mark");
    }
}
