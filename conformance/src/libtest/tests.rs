//! The tests of a process, and how they are chosen.

use std::collections::BTreeMap;
use std::env;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, LazyLock};

use acegate_codec::Codec;
use acegate_vectors::{Check, Level, Suite};
use libtest_mimic::{Arguments, Trial};

use super::known::Known;
use super::outcome::completion_of_group;
use super::suite_run::{Results, Start};
use crate::escape::printable_lines;
use crate::event::StaleEntry;
use crate::implementation::{Functions, Implementation, InProcess};
use crate::judge::ExitStatus;
use crate::observation::StartError;
use crate::runner::RunOptions;
use crate::suite::{Filter, screen};

/// A type that can be checked in process: a [`Codec`], [`Functions`], or any [`Implementation`] in a
/// box.
pub trait Testable {
    /// The implementation that is checked.
    fn into_implementation(self) -> Box<dyn Implementation>;
}

/// Runs the tests of an implementation by the arguments of the process, as `cargo test` and
/// cargo-nextest give them. Returns the exit status of the process.
///
/// The function makes the implementation anew whenever a fresh one is needed.
pub fn main<S: Testable>(make: impl Fn() -> S + Send + Sync + 'static) -> ExitCode {
    Tests::new(make).main()
}

/// The tests of an implementation, with options.
///
/// # Examples
///
/// ```no_run
/// use acegate::implementation::{InProcess, Registry};
/// use acegate::libtest::Tests;
/// use acegate_vectors::Level;
///
/// fn main() -> std::process::ExitCode {
///     Tests::new(|| InProcess::registry(Registry::Reference)).enforce(Level::Should).main()
/// }
/// ```
pub struct Tests {
    start: Start,
    options: RunOptions,
    filter: Filter,
    baseline: Option<PathBuf>,
}

impl Tests {
    /// The tests of an implementation that this function makes.
    pub fn new<S: Testable>(make: impl Fn() -> S + Send + Sync + 'static) -> Self {
        Self::starting(move || Ok(make().into_implementation()))
    }

    /// The same for one that may fail to start, such as a program.
    pub fn starting(
        start: impl Fn() -> Result<Box<dyn Implementation>, StartError> + Send + Sync + 'static,
    ) -> Self {
        Self {
            start: Box::new(start),
            options: RunOptions::default(),
            filter: Filter::default(),
            baseline: None,
        }
    }

    /// The weakest level whose failures count; `must` if it is not said.
    #[must_use]
    pub fn enforce(mut self, level: Level) -> Self {
        self.options.enforce = level;
        self
    }

    /// Fails a check if the kind of its error is not an expected one.
    #[must_use]
    pub fn strict_errors(mut self) -> Self {
        self.options.strict_errors = true;
        self
    }

    /// Only the checks that the filter chooses.
    #[must_use]
    pub fn filter(mut self, filter: Filter) -> Self {
        self.filter = filter;
        self
    }

    /// The file of known failures. The variable `ACEGATE_BASELINE` wins over it. A relative path is one
    /// from the folder of the package.
    #[must_use]
    pub fn baseline(mut self, path: impl Into<PathBuf>) -> Self {
        self.baseline = Some(path.into());
        self
    }

    /// Runs the tests by the arguments of the process. Returns its exit status.
    #[must_use]
    pub fn main(self) -> ExitCode {
        let arguments = Arguments::from_args();
        match self.trials(&arguments) {
            Ok(trials) => libtest_mimic::run(&arguments, trials).exit_code(),
            Err(error) => {
                // Nobody is left to tell if standard error is closed; the status still tells.
                let _ = writeln!(io::stderr(), "error: {}", printable_lines(&error));
                ExitCode::from(ExitStatus::Usage.number())
            }
        }
    }

    /// The tests. The checks of those that the arguments choose are what the run will ask.
    fn trials(self, arguments: &Arguments) -> Result<Vec<Trial>, String> {
        let suite = Suite::embedded().map_err(|error| error.to_string())?;
        let all = suite.checks();
        let is_grouped = is_grouped()?;
        let baseline = env::var_os("ACEGATE_BASELINE").map(PathBuf::from).or(self.baseline);
        let known = Known::read(baseline, is_grouped, &all)?;
        let first = (self.start)();
        let first = first.map_err(|error| format!("the implementation does not start: {error}"))?;
        let codecs = &first.describe().codecs;
        let mut checks = self.filter.apply(all).map_err(|error| error.to_string())?;
        checks.retain(|check| codecs.contains_key(check.codec()));
        let is_sent = |check| screen(check, first.describe()).is_ok();
        if !checks.iter().any(is_sent) {
            // Tests that are all ignored would look like a success.
            let codecs: Vec<_> = codecs.keys().map(String::as_str).collect();
            let codecs = codecs.join(", ");
            return Err(format!(
                "it can be asked no chosen check; the codecs that it has: {codecs}"
            ));
        }
        let stale = known.stale();
        let mut tests: BTreeMap<String, Vec<Check>> = BTreeMap::new();
        for check in checks {
            tests.entry(test_name(&check, is_grouped)).or_default().push(check);
        }
        let is_chosen = |name: &str| !arguments.is_filtered_out(&Trial::test(name, || Ok(())));
        let chosen = tests.iter().filter(|(name, _)| is_chosen(name));
        let chosen: Vec<_> = chosen.flat_map(|(_, checks)| checks.clone()).collect();
        let (start, options) = (self.start, self.options);
        let run: Run = Box::new(move || Results::of_run(&start, &options, &known, &chosen));
        let results = Arc::new(LazyLock::new(run));
        let trials = tests.into_iter().map(|(name, checks)| {
            let names = checks.iter().map(|check| check.name.clone()).collect();
            trial(name, names, is_grouped, &results)
        });
        Ok(trials.chain(stale.map(|stale| baseline_trial(&stale))).collect())
    }
}

/// The run of the chosen checks.
type Run = Box<dyn FnOnce() -> Results + Send>;

/// Whether a test is a group of checks.
fn is_grouped() -> Result<bool, String> {
    let wanted = env::var_os("ACEGATE_TESTS");
    match wanted.as_ref().map(|it| it.to_string_lossy()).as_deref() {
        // cargo-nextest sets it, and starts a process for each test.
        None => Ok(env::var_os("NEXTEST").is_some()),
        Some("checks") => Ok(false),
        Some("groups") => Ok(true),
        Some(other) => Err(format!("ACEGATE_TESTS: expected checks or groups, found {other:?}")),
    }
}

/// The name of the test that a check is of: its own, or that of its theme and operation.
fn test_name(check: &Check, is_grouped: bool) -> String {
    if !is_grouped {
        return check.name.clone();
    }
    let theme: Vec<_> = check.case.id.split('/').take(2).collect();
    format!("{}:{}", theme.join("/"), check.op)
}

/// The test of these checks. The first one that needs the results starts the run.
fn trial(
    name: String,
    checks: Vec<String>,
    is_grouped: bool,
    results: &Arc<LazyLock<Results, Run>>,
) -> Trial {
    let results = Arc::clone(results);
    Trial::ignorable_test(name, move || {
        if let Some(fault) = &results.fault {
            return Err(fault.into());
        }
        let found = checks.iter().map(|name| Some((name.as_str(), results.checks.get(name)?)));
        let found = found.collect::<Option<Vec<_>>>().ok_or("it was not run")?;
        match found[..] {
            [(name, outcome)] if !is_grouped => outcome.completion(name, &results.likes),
            _ => completion_of_group(&found, &results.likes),
        }
    })
}

/// The test of the baseline itself: it fails if entries name checks that the suite does not have.
fn baseline_trial(stale: &[StaleEntry]) -> Trial {
    let stale = stale.iter().map(|StaleEntry { file, line, check }| {
        format!("{file}:{line}: the suite has no check {check}")
    });
    let stale: Vec<_> = stale.collect();
    Trial::test("baseline", move || match stale.as_slice() {
        [] => Ok(()),
        stale => Err(stale.join("\n").into()),
    })
}

impl<C: Codec + Send + 'static> Testable for C {
    fn into_implementation(self) -> Box<dyn Implementation> {
        Box::new(InProcess::new(self.id(), "", vec![Box::new(self)]))
    }
}

impl Testable for Functions {
    fn into_implementation(self) -> Box<dyn Implementation> {
        Box::new(self)
    }
}

impl Testable for InProcess {
    fn into_implementation(self) -> Box<dyn Implementation> {
        Box::new(self)
    }
}

impl Testable for Box<dyn Implementation> {
    fn into_implementation(self) -> Box<dyn Implementation> {
        self
    }
}
