//! The tests of a process, and how they are chosen.

use std::collections::BTreeMap;
use std::env;
use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use acegate_codec::Codec;
use acegate_vectors::{Check, Level, LoadError, Suite};

use super::harness::{ArgumentError, Arguments, HELP, Test, TestOutcome};
use super::known::{Known, KnownError};
use super::suite_run::{Results, Start};
use crate::escape::printable_lines;
use crate::event::StaleEntry;
use crate::implementation::{Functions, Implementation, InProcess};
use crate::judge::ExitStatus;
use crate::observation::StartError;
use crate::runner::RunOptions;
use crate::suite::{Filter, FilterError, screen};

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
        let ended = match Arguments::parse(env::args_os().skip(1)) {
            Ok(arguments) => self.run(&arguments, &mut io::stdout()),
            Err(error) => Err(TestsError::Arguments(error)),
        };
        match ended {
            Ok(true) => ExitCode::SUCCESS,
            Ok(false) => ExitCode::from(FAILED),
            Err(error) => {
                let error = printable_lines(&error.to_string());
                // If standard error is closed, the status still tells.
                let _ = writeln!(io::stderr(), "error: {error}");
                ExitCode::from(ExitStatus::Usage.number())
            }
        }
    }

    /// Runs the chosen tests, or lists them. Returns whether none failed.
    fn run(mut self, arguments: &Arguments, out: &mut dyn Write) -> Result<bool, TestsError> {
        if arguments.shows_help {
            let _ = out.write_all(HELP.as_bytes());
            return Ok(true);
        }
        let suite = Suite::embedded().map_err(TestsError::Suite)?;
        let is_grouped = is_grouped()?;
        let baseline = match env::var_os("ACEGATE_BASELINE") {
            Some(path) => Some(PathBuf::from(path)),
            None => self.baseline.take(),
        };
        let all = suite.checks();
        let mut known = Known::read(baseline.as_deref(), is_grouped, &all)?;
        let mut tests = self.tests(all, is_grouped)?;
        let mut stale = known.stale();
        let count = tests.len() + usize::from(stale.is_some());
        tests.retain(|name, _| arguments.chooses(name));
        if !arguments.chooses(BASELINE) {
            stale = None;
        }
        let mut names: Vec<_> = tests.keys().map(String::as_str).collect();
        if stale.is_some() {
            names.push(BASELINE);
        }
        // If standard output is closed, the status still tells.
        if arguments.lists {
            let _ = arguments.write_list(&names, out);
            return Ok(true);
        }
        let begun = Instant::now();
        let filtered_out = count - names.len();
        let _ = arguments.write_start(names.len(), out);
        if let Some(threads) = arguments.threads {
            self.options.jobs = threads.get();
        }
        let checks: Vec<_> = tests.values().flatten().cloned().collect();
        let results = Results::new(&self.start, &self.options, &mut known, &checks);
        let mut ran = Vec::new();
        for (name, checks) in &tests {
            ran.push(results.test(name, checks, is_grouped));
        }
        if let Some(stale) = stale {
            ran.push(baseline_test(&stale));
        }
        ran.sort_by_key(|test| test.finding);
        let findings = results.findings_text();
        let _ = arguments.write_end(&findings, &ran, filtered_out, begun.elapsed(), out);
        Ok(!ran.iter().any(Test::is_failed))
    }

    /// The tests of the implementation by name, each with its checks, of all checks of the suite.
    fn tests(
        &self,
        all: Vec<Check>,
        is_grouped: bool,
    ) -> Result<BTreeMap<String, Vec<Check>>, TestsError> {
        let first = (self.start)().map_err(TestsError::Start)?;
        let description = first.describe();
        let mut checks = self.filter.apply(all).map_err(TestsError::Filter)?;
        checks.retain(|check| description.codecs.contains_key(check.codec()));
        if !checks
            .iter()
            .any(|check| screen(check, description).is_ok())
        {
            // Tests that are all ignored would look like a success.
            let codecs = description.codecs.keys().cloned().collect();
            return Err(TestsError::NothingToTest { codecs });
        }
        let mut tests: BTreeMap<String, Vec<Check>> = BTreeMap::new();
        for check in checks {
            let name = test_name(&check, is_grouped);
            tests.entry(name).or_default().push(check);
        }
        Ok(tests)
    }
}

/// Why no test is run.
#[derive(Debug)]
enum TestsError {
    Arguments(ArgumentError),
    Suite(LoadError),
    /// The value of `ACEGATE_TESTS` is neither `checks` nor `groups`.
    Grouping(String),
    Known(KnownError),
    Start(StartError),
    Filter(FilterError),
    /// None of the chosen checks can be sent to the implementation, which has these codecs.
    NothingToTest {
        codecs: Vec<String>,
    },
}

impl From<KnownError> for TestsError {
    fn from(error: KnownError) -> Self {
        Self::Known(error)
    }
}

impl fmt::Display for TestsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Arguments(error) => error.fmt(f),
            Self::Suite(error) => error.fmt(f),
            Self::Grouping(found) => write!(
                f,
                "ACEGATE_TESTS: expected checks or groups, found {found:?}"
            ),
            Self::Known(error) => error.fmt(f),
            Self::Start(error) => write!(f, "the implementation does not start: {error}"),
            Self::Filter(error) => error.fmt(f),
            Self::NothingToTest { codecs } => write!(
                f,
                "it can be asked no chosen check; the codecs that it has: {}",
                codecs.join(", ")
            ),
        }
    }
}

/// The status of a process whose tests fail, as in Rust's harness.
const FAILED: u8 = 101;

/// The name of the test of the baseline itself.
const BASELINE: &str = "baseline";

/// Whether a test is a group of checks.
fn is_grouped() -> Result<bool, TestsError> {
    let Some(wanted) = env::var_os("ACEGATE_TESTS") else {
        // cargo-nextest sets it, and starts a process for each test.
        return Ok(env::var_os("NEXTEST").is_some());
    };
    match &*wanted.to_string_lossy() {
        "checks" => Ok(false),
        "groups" => Ok(true),
        other => Err(TestsError::Grouping(other.to_owned())),
    }
}

/// The name of the test of a check: the check itself, or its theme and operation.
fn test_name(check: &Check, is_grouped: bool) -> String {
    if !is_grouped {
        return check.name.clone();
    }
    let theme: Vec<_> = check.case.id.split('/').take(2).collect();
    format!("{}:{}", theme.join("/"), check.op)
}

/// The test of the baseline itself: it fails if entries name checks that the suite does not have.
fn baseline_test(stale: &[StaleEntry]) -> Test {
    if stale.is_empty() {
        return Test {
            name: BASELINE.to_owned(),
            outcome: TestOutcome::Passed,
            finding: Test::NOT_FAILED,
        };
    }
    let mut sentences = Vec::new();
    for StaleEntry { file, line, check } in stale {
        sentences.push(format!("{file}:{line}: the suite has no check {check}"));
    }
    Test {
        name: BASELINE.to_owned(),
        outcome: TestOutcome::Failed(sentences.join("; ")),
        finding: Test::NO_FINDING,
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
