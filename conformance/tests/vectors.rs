//! One test for every check of the suite and every path to an answer: the fast codecs and their
//! models.
//!
//! The names are the names of the checks, so `cargo test --test vectors plain::uri2dec` runs a part.

use std::process::ExitCode;

use acegate::implementation::{Implementation, InProcess, Registry};
use acegate::judge::{Verdict, judge};
use acegate::suite::{request_for, screen};
use acegate_vectors::{Check, Suite};
use libtest_mimic::{Arguments, Failed, Trial};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let checks = Suite::embedded().map(|suite| suite.checks());
    let checks = checks.unwrap_or_else(|error| panic!("the suite is not valid: {error}"));
    assert!(!checks.is_empty(), "the suite is empty");
    let paths = [
        ("reference", Registry::Reference),
        ("plain", Registry::Plain),
    ];
    let trials = paths.into_iter().flat_map(|(path, registry)| {
        let own = InProcess::registry(registry).describe().clone();
        // The tables of the model of UTS #46 end with Unicode 16.
        let asked = move |check: &&Check| screen(check, &own).is_ok();
        checks.iter().filter(asked).map(move |check| {
            let name = format!("{path}::{}", check.name);
            let check = check.clone();
            Trial::test(name, move || judged(&check, registry))
        })
    });
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}

/// Asks the codec for the check. The kind and the place of an error also count: these are our own
/// codecs, and the suite is written in their words.
fn judged(check: &Check, registry: Registry) -> Result<(), Failed> {
    let mut implementation = InProcess::registry(registry);
    let observation = implementation.answer(&request_for(check));
    let judgement = judge(check, &observation.outcome, true);
    let agrees = judgement.verdict == Verdict::Pass && judgement.position_agrees != Some(false);
    if agrees {
        return Ok(());
    }
    let case = &check.case;
    Err(format!(
        "{}:{}: {}, {}\n  asked    {:?}\n  expected {:?}\n  observed {:?}\n  judged   {judgement:?}",
        case.file, case.line, case.document, case.clause, check.input, check.expect,
        observation.outcome,
    )
    .into())
}
