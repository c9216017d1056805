//! JUnit's XML, as continuous integration reads it.
//!
//! It is valid against the schema of Jenkins, the strictest of the common ones: times have three
//! decimals, and `testsuites` does not count what was skipped. The elements are few and flat, and all
//! text must be escaped before any library sees it: they are written here.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::reporter::{Format, ReportOptions};
use super::run::{CheckEntry, Run};
use super::wording::{conclusion, facts, likes};
use crate::escape::xml;
use crate::event::RunEnd;
use crate::judge::{ExitStatus, Failing, Verdict};

pub(super) const FORMAT: Format =
    Format::document("junit", "xml", "JUnit's XML, for continuous integration", write);

/// A test suite for every codec, and one for the run itself.
fn write(run: &Run, _: &ReportOptions, out: &mut dyn Write) -> io::Result<()> {
    let mut codecs: BTreeMap<&str, Vec<&CheckEntry>> = BTreeMap::new();
    for check in &run.checks {
        codecs.entry(&check.case.codec).or_default().push(check);
    }
    let all = Counts::new(run.checks.iter(), &run.end).with_run(&run.end);
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    let time = seconds(run.end.elapsed_us);
    writeln!(out, "<testsuites name=\"acegate\" {} time=\"{time}\">", all.attributes())?;
    for (codec, checks) in codecs {
        let counts = Counts::new(checks.iter().copied(), &run.end);
        let elapsed = checks.iter().map(|check| check.case.elapsed_us).sum();
        write_suite(codec, &counts, elapsed, out)?;
        checks.into_iter().try_for_each(|check| write_check(check, &run.end, out))?;
        writeln!(out, "  </testsuite>")?;
    }
    write_run(&run.end, out)?;
    writeln!(out, "</testsuites>")
}

/// The beginning of a test suite.
fn write_suite(
    name: &str,
    counts: &Counts,
    elapsed_us: u64,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (name, counted, skipped) = (xml(name), counts.attributes(), counts.skipped);
    let time = seconds(elapsed_us);
    writeln!(out, "  <testsuite name=\"{name}\" {counted} skipped=\"{skipped}\" time=\"{time}\">")
}

fn write_check(check: &CheckEntry, end: &RunEnd, out: &mut dyn Write) -> io::Result<()> {
    let case = &check.case;
    write!(
        out,
        "    <testcase name=\"{}\" classname=\"{}.{}\" time=\"{}\"",
        xml(&case.name),
        xml(&case.codec),
        xml(&case.op),
        seconds(case.elapsed_us)
    )?;
    let Some(kind) = Kind::new(check, end) else {
        return writeln!(out, "/>");
    };
    let message = match kind {
        Kind::Skipped if case.verdict == Verdict::Skip => check.reason.clone(),
        _ if case.verdict == Verdict::NotRun => format!("not run: {}", check.reason),
        _ => check.headline(),
    };
    let element = kind.element();
    write!(out, ">\n      <{element}")?;
    if kind != Kind::Skipped {
        let code = case.failing.map_or(case.verdict.code(), Failing::code);
        write!(out, " type=\"{code}\"")?;
    }
    write!(out, " message=\"{}\"", xml(&message))?;
    let lines: Vec<_> = check.text(&end.behaves_like).lines().map(xml).collect();
    if lines.is_empty() {
        writeln!(out, "/>")?;
    } else {
        writeln!(out, ">{}</{element}>", lines.join("\n"))?;
    }
    writeln!(out, "    </testcase>")
}

/// The run as a test of its own: it fails if it did not come to its end.
fn write_run(end: &RunEnd, out: &mut dyn Write) -> io::Result<()> {
    let counts = Counts::default().with_run(end);
    write_suite("acegate", &counts, 0, out)?;
    write!(out, "    <testcase name=\"run\" classname=\"acegate\" time=\"{}\"", seconds(0))?;
    if is_whole(end) {
        writeln!(out, "/>")?;
    } else {
        let message = xml(&conclusion(end));
        writeln!(out, ">\n      <error type=\"run\" message=\"{message}\"/>\n    </testcase>")?;
    }
    let facts: Vec<_> = likes(end).iter().chain(&facts(end)).map(|fact| xml(fact)).collect();
    if !facts.is_empty() {
        writeln!(out, "    <system-out>{}</system-out>", facts.join("\n"))?;
    }
    writeln!(out, "  </testsuite>")
}

/// Whether the exit status is about checks alone.
const fn is_whole(end: &RunEnd) -> bool {
    matches!(end.exit, ExitStatus::AsExpected | ExitStatus::Unexpected)
}

fn seconds(elapsed_us: u64) -> String {
    let elapsed_ms = (elapsed_us + 500) / 1000;
    format!("{}.{:03}", elapsed_ms / 1000, elapsed_ms % 1000)
}

/// The element of a check that did not simply pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Failure,
    Error,
    Skipped,
}

impl Kind {
    /// An advisory failure is `skipped`: it is shown, and it does not fail the pipeline. So is a check
    /// that was not run because the run ended at a failure.
    fn new(check: &CheckEntry, end: &RunEnd) -> Option<Self> {
        match check.case.verdict {
            Verdict::Pass => None,
            Verdict::Skip => Some(Self::Skipped),
            Verdict::NotRun if end.stopped => Some(Self::Skipped),
            Verdict::NotRun => Some(Self::Error),
            _ if !check.case.unexpected => Some(Self::Skipped),
            Verdict::Fail => Some(Self::Failure),
            _ => Some(Self::Error),
        }
    }

    const fn element(self) -> &'static str {
        match self {
            Self::Failure => "failure",
            Self::Error => "error",
            Self::Skipped => "skipped",
        }
    }
}

#[derive(Debug, Default)]
struct Counts {
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
}

impl Counts {
    fn new<'a>(checks: impl Iterator<Item = &'a CheckEntry>, end: &RunEnd) -> Self {
        let mut counts = Self::default();
        for check in checks {
            counts.tests += 1;
            match Kind::new(check, end) {
                None => {}
                Some(Kind::Failure) => counts.failures += 1,
                Some(Kind::Error) => counts.errors += 1,
                Some(Kind::Skipped) => counts.skipped += 1,
            }
        }
        counts
    }

    /// The same with the run as a test.
    fn with_run(self, end: &RunEnd) -> Self {
        Self { tests: self.tests + 1, errors: self.errors + usize::from(!is_whole(end)), ..self }
    }

    /// The counts that every element of tests has.
    fn attributes(&self) -> String {
        let Self { tests, failures, errors, .. } = self;
        format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\"")
    }
}
