//! The arguments by which cargo, cargo-nextest and editors start tests, and the lines that they read.

use std::ffi::OsString;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::time::Duration;

use serde_json::json;

use crate::plural;

/// Up to how many tests each has a line of its own, whatever came of it.
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
    /// The place of its finding among the findings: tests of one stand together.
    pub(super) finding: usize,
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
    pub(super) fn parse(words: impl Iterator<Item = OsString>) -> Result<Self, String> {
        let mut words = words.map(|word| word.to_string_lossy().into_owned());
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
                    let (option, value) = match option.split_once('=') {
                        Some((option, value)) => (option, Some(value.to_owned())),
                        None if option.len() > 2 && option.starts_with("-Z") => continue,
                        None => (option, words.next()),
                    };
                    let value = value.ok_or_else(|| format!("{option} needs a value"));
                    read.set(option, value)?;
                }
                _ => read.filters.push(word),
            }
        }
        Ok(read)
    }

    /// Takes an option with its value.
    fn set(&mut self, option: &str, value: Result<String, String>) -> Result<(), String> {
        let expected = |what: &str, found| format!("{option}: expected {what}, found {found:?}");
        match option {
            "--skip" => self.skipped.push(value?),
            "-Z" | "--color" => drop(value?),
            "--format" => {
                self.format = match value?.as_str() {
                    "pretty" => OutputFormat::Pretty,
                    "terse" => OutputFormat::Terse,
                    "json" => OutputFormat::Json,
                    other => return Err(expected("pretty, terse or json", other)),
                }
            }
            "--test-threads" => {
                let value = value?;
                let threads = value
                    .parse()
                    .map_err(|_| expected("a number from 1 on", &value));
                self.threads = Some(threads?);
            }
            _ => {
                return Err(format!(
                    "unexpected option {option}; --help lists the options"
                ));
            }
        }
        Ok(())
    }

    /// Whether a test of this name is to be run.
    pub(super) fn chooses(&self, name: &str) -> bool {
        let fits = |it: &String| {
            if self.is_exact {
                name == it
            } else {
                name.contains(&**it)
            }
        };
        let is_wanted = self.filters.is_empty() || self.filters.iter().any(fits);
        is_wanted && !self.skipped.iter().any(fits) && !self.wants_others
    }

    /// Writes the names of the chosen tests.
    pub(super) fn write_list(&self, names: &[&str], out: &mut dyn Write) -> io::Result<()> {
        names
            .iter()
            .try_for_each(|name| writeln!(out, "{name}: test"))?;
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
        let count = |event| {
            tests
                .iter()
                .filter(|test| test.outcome.event().0 == event)
                .count()
        };
        let [passed, failed, ignored] = ["ok", FAILED, "ignored"].map(count);
        let result = if failed > 0 { FAILED } else { "ok" };
        if self.format == OutputFormat::Json {
            tests.iter().try_for_each(|test| write_json(test, out))?;
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
        let is_failed = tests
            .first()
            .is_some_and(|test| test.outcome.event().0 == FAILED);
        let (most, others) = match self.format {
            OutputFormat::Pretty => (tests.len(), ""),
            _ if is_failed => (NAMED, "more"),
            OutputFormat::Short if all <= LINES => (tests.len(), ""),
            OutputFormat::Short => (0, "that passed or are ignored"),
            OutputFormat::Terse | OutputFormat::Json => return Ok(()),
        };
        for Test { name, outcome, .. } in tests.iter().take(most) {
            let (event, reason) = outcome.event();
            // The finding says what has several lines.
            let reason = Some(reason).filter(|it| !it.is_empty() && !it.contains('\n'));
            let reason = reason
                .map(|reason| format!(" ({reason})"))
                .unwrap_or_default();
            writeln!(
                out,
                "test {name} ... {}{reason}",
                event.replace(FAILED, "FAILED")
            )?;
        }
        match tests.len().saturating_sub(most) {
            0 => Ok(()),
            number => writeln!(out, "{number} {others} (--format pretty names each)"),
        }
    }
}

/// The event of a failed test; the lines have it in capitals.
const FAILED: &str = "failed";

impl TestOutcome {
    /// The name of the event, and its text.
    fn event(&self) -> (&'static str, &str) {
        match self {
            Self::Passed => ("ok", ""),
            Self::Ignored(reason) => ("ignored", reason),
            Self::Failed(text) => (FAILED, text),
        }
    }
}

/// Writes the events of a test as the harness of Rust does.
fn write_json(Test { name, outcome, .. }: &Test, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "{}",
        json!({"type": "test", "event": "started", "name": name})
    )?;
    let (event, text) = outcome.event();
    let mut end = json!({"type": "test", "event": event, "name": name});
    if !text.is_empty() {
        end[if event == FAILED { "stdout" } else { "message" }] = text.into();
    }
    writeln!(out, "{end}")
}
