//! The tests of a process, and how they are chosen.

use std::collections::BTreeMap;
use std::env;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use acegate_codec::Codec;
use acegate_vectors::{Check, Level, Suite};

use super::harness::{Arguments, HELP, Test, TestOutcome};
use super::known::Known;
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
        // Other threads may also write to it while the implementation works, so it is not locked.
        let arguments = Arguments::parse(env::args_os().skip(1));
        match arguments.and_then(|arguments| self.run(&arguments, &mut io::stdout())) {
            Ok(true) => ExitCode::SUCCESS,
            Ok(false) => ExitCode::from(FAILED),
            Err(error) => {
                // Nobody is left to tell if standard error is closed; the status still tells.
                let _ = writeln!(io::stderr(), "error: {}", printable_lines(&error));
                ExitCode::from(ExitStatus::Usage.number())
            }
        }
    }

    /// Runs the chosen tests, or lists them. Returns whether none failed.
    fn run(mut self, arguments: &Arguments, out: &mut dyn Write) -> Result<bool, String> {
        if arguments.shows_help {
            let _ = out.write_all(HELP.as_bytes());
            return Ok(true);
        }
        let suite = Suite::embedded().map_err(|error| error.to_string())?;
        let all = suite.checks();
        let is_grouped = is_grouped()?;
        let baseline = env::var_os("ACEGATE_BASELINE")
            .map(PathBuf::from)
            .or(self.baseline);
        let mut known = Known::read(baseline.as_deref(), is_grouped, &all)?;
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
        let mut tests: BTreeMap<String, Vec<Check>> = BTreeMap::new();
        for check in checks {
            tests
                .entry(test_name(&check, is_grouped))
                .or_default()
                .push(check);
        }
        let stale = known.stale();
        let count = tests.len() + usize::from(stale.is_some());
        tests.retain(|name, _| arguments.chooses(name));
        let stale = stale.filter(|_| arguments.chooses(BASELINE));
        let names = tests.keys().map(String::as_str);
        let names: Vec<_> = names.chain(stale.as_ref().map(|_| BASELINE)).collect();
        // If standard output is closed, the status still tells.
        if arguments.lists {
            let _ = arguments.write_list(&names, out);
            return Ok(true);
        }
        let begun = Instant::now();
        let (filtered_out, _) = (count - names.len(), arguments.write_start(names.len(), out));
        self.options.jobs = arguments
            .threads
            .map_or(self.options.jobs, NonZeroUsize::get);
        let checks: Vec<_> = tests.values().flatten().cloned().collect();
        let results = Results::new(&self.start, &self.options, &mut known, &checks);
        let tests = tests
            .iter()
            .map(|(name, checks)| results.test(name, checks, is_grouped));
        let mut tests: Vec<_> = tests
            .chain(stale.map(|stale| baseline_test(&stale)))
            .collect();
        tests.sort_by_key(|test| test.finding);
        let findings = results.findings_text();
        let _ = arguments.write_end(&findings, &tests, filtered_out, begun.elapsed(), out);
        Ok(!tests
            .iter()
            .any(|test| matches!(test.outcome, TestOutcome::Failed(_))))
    }
}

/// The status of a process whose tests fail, as that of Rust's harness.
const FAILED: u8 = 101;

/// The name of the test of the baseline itself.
const BASELINE: &str = "baseline";

/// Whether a test is a group of checks.
fn is_grouped() -> Result<bool, String> {
    let wanted = env::var_os("ACEGATE_TESTS");
    match wanted.as_ref().map(|it| it.to_string_lossy()).as_deref() {
        // cargo-nextest sets it, and starts a process for each test.
        None => Ok(env::var_os("NEXTEST").is_some()),
        Some("checks") => Ok(false),
        Some("groups") => Ok(true),
        Some(other) => Err(format!(
            "ACEGATE_TESTS: expected checks or groups, found {other:?}"
        )),
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

/// The test of the baseline itself: it fails if entries name checks that the suite does not have.
fn baseline_test(stale: &[StaleEntry]) -> Test {
    let stale = stale.iter().map(|StaleEntry { file, line, check }| {
        format!("{file}:{line}: the suite has no check {check}")
    });
    let (outcome, finding) = match stale.collect::<Vec<_>>().join("; ") {
        stale if stale.is_empty() => (TestOutcome::Passed, usize::MAX),
        stale => (TestOutcome::Failed(stale), usize::MAX - 1),
    };
    Test {
        name: BASELINE.to_owned(),
        outcome,
        finding,
    }
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
