//! One test for every check of the suite and every path to an answer: the fast codecs and their
//! models.
//!
//! The names are those of the checks, so `cargo test --test vectors plain::uri2dec` runs a part.

use std::process::ExitCode;

use acegate::implementation::{Implementation, InProcess, Registry};
use acegate::judge::{Verdict, judge};
use acegate::suite::request_for;
use acegate_codec::uts46::{Version, Versions, versions};
use acegate_vectors::{Check, Suite};
use libtest_mimic::{Arguments, Failed, Trial};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let checks = Suite::embedded().map(|suite| suite.checks());
    let checks = checks.unwrap_or_else(|error| panic!("the suite is not valid: {error}"));
    assert!(!checks.is_empty(), "the suite is empty");
    let paths = [("reference", Registry::Reference), ("plain", Registry::Plain)];
    let trials = paths.into_iter().flat_map(|(path, registry)| {
        let known = move |check: &&Check| path == "reference" || !is_newer_than_the_model(check);
        checks.iter().filter(known).map(move |check| {
            let name = format!("{path}::{}", check.name);
            let check = check.clone();
            Trial::test(name, move || judged(&check, registry))
        })
    });
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}

/// Whether a name has a code point that is newer than Unicode 16, the tables of the model.
fn is_newer_than_the_model(check: &Check) -> bool {
    let name = check.input.to_scalar_string().filter(|_| check.codec() == "uts46");
    name.is_some_and(|name| !versions(&name).are_within(Versions::all(Version::V16)))
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
