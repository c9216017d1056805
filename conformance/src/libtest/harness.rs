//! The arguments by which cargo, cargo-nextest and editors start tests, and the lines that they read.

use std::ffi::OsString;
use std::fmt;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::time::Duration;

use serde_json::json;

use crate::plural;

/// Up to how many tests each has its own line, whatever its result.
const LINES: usize = 100;

/// How many failing tests of one finding are named.
const NAMED: usize = 20;

/// The options, for `--help`.
pub(super) const HELP: &str = "\
Usage: [OPTIONS] [FILTERS]...

Runs the tests whose names have one of the filters in them.

  --exact            A filter is a whole name
  --skip FILTER      Leave out the tests with this in their names
  --list             Print the names, and run nothing
  --format FORMAT    pretty has a line for each test, terse only for the failing ones; json
  -q, --quiet        The same as --format terse
  --test-threads N   How many instances of the implementation work at the same time

--ignored chooses no test, because a run finds out what is ignored. Options without effect: --color WHEN,
-Z FEATURE, --include-ignored, --nocapture, --no-capture, --show-output, --test.
";

/// The arguments of a process, read.
#[derive(Default)]
pub(super) struct Arguments {
    filters: Vec<String>,
    skipped: Vec<String>,
    is_exact: bool,
    /// Whether only benchmarks, or tests that are ignored before they run, are wanted: there are none.
    wants_others: bool,
    format: OutputFormat,
    pub(super) shows_help: bool,
    pub(super) lists: bool,
    pub(super) threads: Option<NonZeroUsize>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum OutputFormat {
    /// Every test if they are few, otherwise those that failed.
    #[default]
    Short,
    Pretty,
    Terse,
    Json,
}

/// A test that was run.
pub(super) struct Test {
    pub(super) name: String,
    pub(super) outcome: TestOutcome,
    /// The place of its finding among the findings, so that the tests of one are together.
    pub(super) finding: usize,
}

impl Test {
    /// The place of tests that failed and are of no finding: after all findings.
    pub(super) const NO_FINDING: usize = usize::MAX - 1;

    /// The place of tests that did not fail: the last.
    pub(super) const NOT_FAILED: usize = usize::MAX;

    pub(super) fn is_failed(&self) -> bool {
        matches!(self.outcome, TestOutcome::Failed(_))
    }
}

pub(super) enum TestOutcome {
    Passed,
    /// It does not count, for this reason.
    Ignored(String),
    /// It failed. The text has more than one line if the finding says all of it.
    Failed(String),
}

impl Arguments {
    /// Reads the arguments after the name of the program.
    pub(super) fn parse(arguments: impl Iterator<Item = OsString>) -> Result<Self, ArgumentError> {
        let mut words = arguments.map(|word| word.to_string_lossy().into_owned());
        let mut read = Self::default();
        while let Some(word) = words.next() {
            match word.as_str() {
                "--exact" => read.is_exact = true,
                "--list" => read.lists = true,
                "--ignored" | "--bench" => read.wants_others = true,
                "-q" | "--quiet" => read.format = OutputFormat::Terse,
                "-h" | "--help" => read.shows_help = true,
                "--test" | "--include-ignored" | "--nocapture" | "--no-capture"
                | "--show-output" => {}
                option if option.starts_with('-') => {
                    if let Some((option, value)) = option.split_once('=') {
                        read.set(option, Some(value.to_owned()))?;
                    } else if !option.starts_with("-Z") || option == "-Z" {
                        read.set(option, words.next())?;
                    }
                }
                _ => read.filters.push(word),
            }
        }
        Ok(read)
    }

    /// Takes an option with its value, if there is one.
    fn set(&mut self, option: &str, value: Option<String>) -> Result<(), ArgumentError> {
        match option {
            "--skip" => self.skipped.push(needed(option, value)?),
            "-Z" | "--color" => drop(needed(option, value)?),
            "--format" => {
                let format = needed(option, value)?;
                self.format = match format.as_str() {
                    "pretty" => OutputFormat::Pretty,
                    "terse" => OutputFormat::Terse,
                    "json" => OutputFormat::Json,
                    _ => return Err(wrong_value(option, "pretty, terse or json", format)),
                }
            }
            "--test-threads" => {
                let number = needed(option, value)?;
                match number.parse() {
                    Ok(threads) => self.threads = Some(threads),
                    Err(_) => return Err(wrong_value(option, "a number from 1 on", number)),
                }
            }
            _ => return Err(ArgumentError::Unexpected(option.to_owned())),
        }
        Ok(())
    }

    /// Whether a test of this name is to be run.
    pub(super) fn chooses(&self, name: &str) -> bool {
        let is_wanted = self.filters.is_empty() || self.is_named(name, &self.filters);
        is_wanted && !self.is_named(name, &self.skipped) && !self.wants_others
    }

    /// Whether one of the filters is this name, or without `--exact` a part of it.
    fn is_named(&self, name: &str, filters: &[String]) -> bool {
        if self.is_exact {
            return filters.iter().any(|filter| filter == name);
        }
        filters.iter().any(|filter| name.contains(filter.as_str()))
    }

    /// Writes the names of the chosen tests.
    pub(super) fn write_list(&self, names: &[&str], out: &mut dyn Write) -> io::Result<()> {
        for name in names {
            writeln!(out, "{name}: test")?;
        }
        match self.format {
            OutputFormat::Short | OutputFormat::Pretty => {
                writeln!(out, "\n{} tests, 0 benchmarks", names.len())
            }
            OutputFormat::Terse | OutputFormat::Json => Ok(()),
        }
    }

    /// Writes what comes before a run of so many tests.
    pub(super) fn write_start(&self, count: usize, out: &mut dyn Write) -> io::Result<()> {
        if self.format == OutputFormat::Json {
            let start = json!({"type": "suite", "event": "started", "test_count": count});
            return writeln!(out, "{start}");
        }
        writeln!(out, "\nrunning {}\n", plural::count(count, "test", "tests"))
    }

    /// Writes the results: the findings, then the tests in this order, then the counts.
    pub(super) fn write_end(
        &self,
        findings: &str,
        tests: &[Test],
        filtered_out: usize,
        took: Duration,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let took = took.as_secs_f64();
        let mut passed = 0;
        let mut ignored = 0;
        let mut failed = 0;
        for test in tests {
            match test.outcome {
                TestOutcome::Passed => passed += 1,
                TestOutcome::Ignored(_) => ignored += 1,
                TestOutcome::Failed(_) => failed += 1,
            }
        }
        let result = if failed > 0 { FAILED } else { "ok" };
        if self.format == OutputFormat::Json {
            for test in tests {
                write_json(test, out)?;
            }
            let end = json!({
                "type": "suite", "event": result, "passed": passed, "failed": failed,
                "ignored": ignored, "measured": 0, "filtered_out": filtered_out, "exec_time": took,
            });
            return writeln!(out, "{end}");
        }
        out.write_all(findings.as_bytes())?;
        for group in tests.chunk_by(|one, other| one.finding == other.finding) {
            self.write_tests(group, tests.len(), out)?;
        }
        writeln!(
            out,
            "\ntest result: {}. {passed} passed; {failed} failed; {ignored} ignored; 0 measured; \
             {filtered_out} filtered out; finished in {took:.2}s\n",
            result.replace(FAILED, "FAILED")
        )
    }

    /// Writes the tests of one finding, or those that did not fail, of so many tests in all.
    fn write_tests(&self, tests: &[Test], all: usize, out: &mut dyn Write) -> io::Result<()> {
        let is_failed = tests.first().is_some_and(Test::is_failed);
        let most = match self.format {
            OutputFormat::Pretty => tests.len(),
            _ if is_failed => NAMED,
            OutputFormat::Short if all <= LINES => tests.len(),
            OutputFormat::Short => 0,
            OutputFormat::Terse | OutputFormat::Json => return Ok(()),
        };
        for Test { name, outcome, .. } in tests.iter().take(most) {
            let reason = match outcome {
                TestOutcome::Passed => "",
                TestOutcome::Ignored(reason) | TestOutcome::Failed(reason) => reason,
            };
            let event = outcome.event().replace(FAILED, "FAILED");
            // The finding says what has several lines.
            if reason.is_empty() || reason.contains('\n') {
                writeln!(out, "test {name} ... {event}")?;
            } else {
                writeln!(out, "test {name} ... {event} ({reason})")?;
            }
        }
        if tests.len() <= most {
            return Ok(());
        }
        let others = if is_failed {
            "more"
        } else {
            "that passed or are ignored"
        };
        let number = tests.len() - most;
        writeln!(out, "{number} {others} (--format pretty names each)")
    }
}

/// The event of a failed test; the lines have it in capitals.
const FAILED: &str = "failed";

impl TestOutcome {
    /// The name of the event.
    const fn event(&self) -> &'static str {
        match self {
            Self::Passed => "ok",
            Self::Ignored(_) => "ignored",
            Self::Failed(_) => FAILED,
        }
    }
}

/// Writes the events of a test as the harness of Rust does.
fn write_json(Test { name, outcome, .. }: &Test, out: &mut dyn Write) -> io::Result<()> {
    let start = json!({"type": "test", "event": "started", "name": name});
    writeln!(out, "{start}")?;
    let mut end = json!({"type": "test", "event": outcome.event(), "name": name});
    match outcome {
        TestOutcome::Passed => {}
        TestOutcome::Ignored(reason) => end["message"] = reason.as_str().into(),
        TestOutcome::Failed(text) => end["stdout"] = text.as_str().into(),
    }
    writeln!(out, "{end}")
}

/// Why the arguments of a process are refused.
#[derive(Debug)]
pub(super) enum ArgumentError {
    Unexpected(String),
    NoValue(String),
    WrongValue {
        option: String,
        expected: &'static str,
        found: String,
    },
}

fn needed(option: &str, value: Option<String>) -> Result<String, ArgumentError> {
    value.ok_or_else(|| ArgumentError::NoValue(option.to_owned()))
}

fn wrong_value(option: &str, expected: &'static str, found: String) -> ArgumentError {
    ArgumentError::WrongValue {
        option: option.to_owned(),
        expected,
        found,
    }
}

impl fmt::Display for ArgumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unexpected(option) => {
                write!(f, "unexpected option {option}; --help lists the options")
            }
            Self::NoValue(option) => write!(f, "{option} needs a value"),
            Self::WrongValue {
                option,
                expected,
                found,
            } => write!(f, "{option}: expected {expected}, found {found:?}"),
        }
    }
}
