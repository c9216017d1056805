//! Which answer of a scenario is the first wrong one.

use acegate_codec::Value;
use acegate_vectors::{Check, Outcome as Expected, Value as VectorValue};

use crate::observation::Outcome;
use crate::suite::codec_value;

/// The first step, from 0, whose answer is not the expected one, of a check whose input is a list of
/// steps and whose right answer is one for each; `None` if all answers are as expected.
///
/// If several lists are right, the one that agrees longest counts. If only answers after the last step
/// differ, the result is the number of steps.
#[must_use]
pub fn first_wrong_step(check: &Check, outcome: &Outcome) -> Option<usize> {
    let (VectorValue::List(steps), Outcome::Value(Value::List(found))) =
        (check.input.as_ref(), outcome)
    else {
        return None;
    };
    let mut most = None;
    for outcome in check.expect.outcomes() {
        if let Expected::Ok(value) = outcome
            && let VectorValue::List(expected) = &**value
            && expected.len() == steps.len()
        {
            most = most.max(Some(agreeing(expected, found)));
        }
    }
    // An answer of all steps agrees with one that ends there, and with no longer one.
    most.filter(|&agreeing| agreeing != ALL)
}

/// More steps than there are: everything agrees.
const ALL: usize = usize::MAX;

fn agreeing(expected: &[VectorValue], found: &[Value]) -> usize {
    let differs = expected
        .iter()
        .zip(found)
        .position(|(one, other)| codec_value(one) != *other);
    match differs {
        Some(step) => step,
        None if expected.len() == found.len() => ALL,
        None => expected.len().min(found.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use acegate_vectors::{Expectation, Suite};

    fn list(texts: &[&str]) -> VectorValue {
        VectorValue::List(texts.iter().map(|&text| VectorValue::from(text)).collect())
    }

    fn check() -> Check {
        Suite::embedded()
            .expect("the embedded suite is valid")
            .cases[0]
            .checks()
            .swap_remove(0)
    }

    fn step(right: &[&[&str]], found: &[&str]) -> Option<usize> {
        let mut check = check();
        check.input = list(&["1", "2", "3"]).into();
        let right = right
            .iter()
            .map(|right| Expected::Ok(list(right).into()))
            .collect();
        check.expect = Expectation::any(right).expect("at least one");
        first_wrong_step(&check, &Outcome::Value(codec_value(&list(found))))
    }

    #[test]
    fn the_first_answer_that_differs_from_those_of_the_nearest_right_list_counts() {
        let one: &[&[&str]] = &[&["a", "b", "c"]];
        let two: &[&[&str]] = &[&["a", "b", "c"], &["a", "c", "d"]];
        for (right, found, expected) in [
            (one, &["a", "b", "c"][..], None),
            (one, &["a", "x", "x"], Some(1)),
            (one, &["a", "b"], Some(2)),
            (one, &[], Some(0)),
            (one, &["a", "b", "c", "d"], Some(3)),
            (two, &["a", "c", "d"], None),
            (two, &["a", "c", "x"], Some(2)),
            // A list of another length is not the answers of steps.
            (&[&["a", "b"]], &["x", "b"], None),
        ] {
            assert_eq!(step(right, found), expected, "{found:?}");
        }
        assert_eq!(
            first_wrong_step(&check(), &Outcome::Value(codec_value(&list(&["a"])))),
            None
        );
        assert_eq!(
            first_wrong_step(&check(), &Outcome::Value(Value::from("a"))),
            None
        );
    }
}
