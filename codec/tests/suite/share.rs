//! Properties of accepted inputs, which would hold trivially if every input were refused.

use std::cell::Cell;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;

/// Checks a property on generated inputs. The property returns whether the input was accepted. At
/// least `percent` of the inputs must be, so that the test fails for a codec that refuses everything
/// and for a generator that makes invalid inputs only.
#[track_caller]
pub(crate) fn holds_of<S: Strategy>(
    percent: u32,
    cases: u32,
    inputs: S,
    law: impl Fn(S::Value) -> Result<bool, TestCaseError>,
) {
    let (asked, accepted) = (Cell::new(0_u32), Cell::new(0_u32));
    let config = ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(cases)
    };
    let outcome = TestRunner::new(config).run(&inputs, |input| {
        asked.set(asked.get() + 1);
        accepted.set(accepted.get() + u32::from(law(input)?));
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
    let (asked, accepted) = (asked.get(), accepted.get());
    assert!(
        u64::from(accepted) * 100 >= u64::from(asked) * u64::from(percent),
        "{accepted} of {asked} inputs were accepted, expected {percent} % at least"
    );
}

#[test]
#[should_panic(expected = "0 of 256 inputs were accepted, expected 1 % at least")]
fn a_property_of_no_accepted_input_fails() {
    holds_of(1, 256, any::<u8>(), |_| Ok(false));
}
