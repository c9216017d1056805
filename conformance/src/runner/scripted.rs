//! Runs of the reference with other answers, for tests.

use std::sync::LazyLock;
use std::time::Duration;

use acegate_vectors::Check;

use super::{CheckResult, Earlier, Observer, RunOptions, RunSummary, run};
use crate::implementation::{Implementation, InProcess, Registry};
use crate::observation::{Observation, Outcome};
use crate::protocol::{Description, Request};

/// The reference, perhaps under another description, with a script that may answer a request in its place.
pub(crate) struct Scripted<F>(InProcess, Description, F);

impl<F: FnMut(&Request) -> Option<Outcome> + Send> Scripted<F> {
    pub(crate) fn new(script: F) -> Self {
        let reference = InProcess::registry(Registry::Reference);
        Self::described(reference.describe().clone(), script)
    }

    pub(crate) fn described(description: Description, script: F) -> Self {
        Self(
            InProcess::registry(Registry::Reference),
            description,
            script,
        )
    }
}

impl<F: FnMut(&Request) -> Option<Outcome> + Send> Implementation for Scripted<F> {
    fn describe(&self) -> &Description {
        &self.1
    }

    fn answer(&mut self, request: &Request) -> Observation {
        match (self.2)(request) {
            Some(outcome) => Observation::new(outcome, Duration::ZERO),
            None => self.0.answer(request),
        }
    }
}

/// The description of an implementation of UTS #46 that has another setting than the checks.
#[cfg(feature = "uts46")]
pub(super) fn without_std3() -> Description {
    let hello = r#"{"type":"hello","protocol":1,"implementation":{"name":"x"},"codecs":{"uts46":
        {"ops":["to-ascii"],"params":{"std3":[false]},"limits":{"unicode":"18"}}}}"#;
    Description::from_line(hello.as_bytes()).expect("a hello")
}

/// Keeps the results.
pub(super) struct Kept<'a>(pub(super) Vec<CheckResult<'a>>);

impl<'a> Observer<'a> for Kept<'a> {
    fn started(&mut self, _: &Description) {}

    fn checked(&mut self, result: CheckResult<'a>) {
        self.0.push(result);
    }
}

/// The results of these checks. `script` makes the answers of an instance.
pub(super) fn results<F>(
    checks: &[Check],
    script: impl Fn() -> F + Sync,
) -> (Vec<CheckResult<'_>>, RunSummary)
where
    F: FnMut(&Request) -> Option<Outcome> + Send + 'static,
{
    let reference = InProcess::registry(Registry::Reference);
    described_results(reference.describe(), checks, script)
}

/// The same under a description.
pub(super) fn described_results<'a, F>(
    description: &Description,
    checks: &'a [Check],
    script: impl Fn() -> F + Sync,
) -> (Vec<CheckResult<'a>>, RunSummary)
where
    F: FnMut(&Request) -> Option<Outcome> + Send + 'static,
{
    static OPTIONS: LazyLock<RunOptions> = LazyLock::new(RunOptions::default);
    results_with(&OPTIONS, description, checks, script)
}

/// The same with these options.
pub(super) fn results_with<'a, F>(
    options: &'a RunOptions,
    description: &Description,
    checks: &'a [Check],
    script: impl Fn() -> F + Sync,
) -> (Vec<CheckResult<'a>>, RunSummary)
where
    F: FnMut(&Request) -> Option<Outcome> + Send + 'static,
{
    let mut kept = Kept(Vec::new());
    let summary = run(
        checks,
        &|| {
            let scripted = Scripted::described(description.clone(), script());
            Ok(Box::new(scripted) as Box<dyn Implementation>)
        },
        options,
        &Earlier::default(),
        &mut kept,
    );
    (kept.0, summary.expect("it starts"))
}
