//! Laws on what is accepted, which say nothing where everything is refused.

use std::cell::Cell;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;

/// Puts a law to generated inputs. The law says whether it had something to say, which is that the
/// input was accepted; of at least `percent` of them it must have been, so that neither a codec
/// that refuses everything nor a generator that makes only junk passes.
#[track_caller]
pub(crate) fn holds_of<S: Strategy>(
    percent: u32,
    cases: u32,
    inputs: S,
    law: impl Fn(S::Value) -> Result<bool, TestCaseError>,
) {
    let (asked, accepted) = (Cell::new(0_u32), Cell::new(0_u32));
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases) };
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
fn a_law_on_nothing_does_not_hold() {
    holds_of(1, 256, any::<u8>(), |_| Ok(false));
}
