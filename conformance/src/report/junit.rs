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
    let all: Vec<_> = run.checks.iter().collect();
    let (counts, time) = (counts(&all, &run.end, true), seconds(run.end.elapsed_us));
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(out, "<testsuites name=\"acegate\" {counts} time=\"{time}\">")?;
    for (codec, checks) in codecs {
        write_suite(codec, &checks, &run.end, false, out)?;
        checks.into_iter().try_for_each(|check| write_check(check, &run.end, out))?;
        writeln!(out, "  </testsuite>")?;
    }
    write_run(&run.end, out)?;
    writeln!(out, "</testsuites>")
}

/// The beginning of a test suite of these checks, or of the run.
fn write_suite(
    name: &str,
    checks: &[&CheckEntry],
    end: &RunEnd,
    with_run: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (name, counts) = (xml(name), counts(checks, end, with_run));
    let skipped = count(checks, end, "skipped");
    let time = seconds(checks.iter().map(|check| check.case.elapsed_us).sum());
    writeln!(out, "  <testsuite name=\"{name}\" {counts} skipped=\"{skipped}\" time=\"{time}\">")
}

/// The counts that every element of tests has. The run also counts as a test.
fn counts(checks: &[&CheckEntry], end: &RunEnd, with_run: bool) -> String {
    let tests = checks.len() + usize::from(with_run);
    let failures = count(checks, end, "failure");
    let errors = count(checks, end, "error") + usize::from(with_run && !is_whole(end));
    format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\"")
}

fn count(checks: &[&CheckEntry], end: &RunEnd, element: &str) -> usize {
    checks.iter().filter(|check| element_of(check, end) == Some(element)).count()
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
    let Some(element) = element_of(check, end) else {
        return writeln!(out, "/>");
    };
    let message = match case.verdict {
        Verdict::Skip => check.reason.clone(),
        Verdict::NotRun => format!("not run: {}", check.reason),
        _ => check.headline(),
    };
    write!(out, ">\n      <{element}")?;
    if element != "skipped" {
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
    write_suite("acegate", &[], end, true, out)?;
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

/// Whether the exit status is only about checks.
const fn is_whole(end: &RunEnd) -> bool {
    matches!(end.exit, ExitStatus::AsExpected | ExitStatus::Unexpected)
}

fn seconds(elapsed_us: u64) -> String {
    let elapsed_ms = (elapsed_us + 500) / 1000;
    format!("{}.{:03}", elapsed_ms / 1000, elapsed_ms % 1000)
}

/// The element of a check that did not simply pass.
///
/// An advisory failure is `skipped`: it is shown, and it does not fail the pipeline. So is a check that
/// was not run because the run ended at a failure.
const fn element_of(check: &CheckEntry, end: &RunEnd) -> Option<&'static str> {
    match check.case.verdict {
        Verdict::Pass => None,
        Verdict::Skip => Some("skipped"),
        Verdict::NotRun if end.stopped => Some("skipped"),
        Verdict::NotRun => Some("error"),
        _ if !check.case.unexpected => Some("skipped"),
        Verdict::Fail => Some("failure"),
        _ => Some("error"),
    }
}
