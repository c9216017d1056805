//! Traits that failing inputs have in common, and passing ones have not.

use std::collections::{BTreeMap, HashMap};

use crate::event::{CaseEvent, Common};
use crate::suite::InputTraits;

/// The traits of the inputs that pass, by operation, with the number of inputs that have just these.
#[derive(Debug, Default)]
pub(super) struct Passing(HashMap<String, BTreeMap<InputTraits, usize>>);

/// The fewest failing inputs for which one trait is reported. Two have always something in common.
const FAILING: usize = 3;
/// The same for two traits: there are many more pairs to choose from.
const FAILING_OF_BOTH: usize = 5;
/// The fewest passing inputs of the operation. It takes some to show that none has a trait.
const PASSING: usize = 10;

impl Passing {
    pub(super) fn add(&mut self, case: &CaseEvent) {
        let Some(traits) = case.input_traits() else {
            return;
        };
        let operation = self
            .0
            .entry(format!("{}/{}", case.codec, case.op))
            .or_default();
        *operation.entry(traits).or_default() += 1;
    }

    /// The trait, or two of them, that all of these failing inputs of an operation have and no passing one;
    /// `None` if there is none.
    pub(super) fn common(&self, operation: &str, failing: &[InputTraits]) -> Option<Common> {
        let passing = self.0.get(operation)?;
        let count: usize = passing.values().sum();
        if failing.len() < FAILING || count < PASSING {
            return None;
        }
        let shared = failing.iter().copied().reduce(InputTraits::shared)?;
        let mut found = shared.each().find(|&one| is_of_none(passing, one));
        if found.is_none() && failing.len() >= FAILING_OF_BOTH {
            let pairs = shared
                .each()
                .flat_map(|one| shared.each().map(move |two| one.with(two)));
            found = pairs.into_iter().find(|&both| is_of_none(passing, both));
        }
        Some(Common {
            traits: found?.words(),
            passing: count,
        })
    }
}

/// Whether no passing input has all of these traits.
fn is_of_none(passing: &BTreeMap<InputTraits, usize>, traits: InputTraits) -> bool {
    !passing.keys().any(|own| own.has_all(traits))
}
