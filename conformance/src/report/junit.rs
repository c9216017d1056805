//! JUnit's XML, as continuous integration reads it.
//!
//! It is valid against the schema of Jenkins, the strictest of the common ones: times have three
//! decimals, and `testsuites` does not count what was skipped. The elements are few and flat, and all
//! text must be escaped before any library sees it: they are written here.
//!
//! Skipped checks are one `testcase` for each codec and reason, and one for all codecs that the implementation
//! does not have: an implementation of one codec skips most of the suite.
//!
//! Times add up as they are printed, whatever is lost in three decimals.
//!
//! A run can fail although no check does, because nothing was run, the run was cut off, or the
//! baseline names a check that is not in the suite. Jenkins, GitLab and the common actions of
//! GitHub count only `testcase` elements. Only Jenkins reads an error of a suite, and its schema
//! rejects it. So only such a run has an additional `testcase` with an error.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::check::{CheckEntry, CheckState};
use super::label::Label;
use super::reporter::{Format, ReportOptions};
use super::run::{Run, SkipGroup, show_not_offered};
use super::wording::{conclusion, facts, show_baseline, show_stale};
use crate::escape::{bounded, printable_start, xml};
use crate::event::{Finding, RunEnd};
use crate::judge::{ExitStatus, Failing, Verdict};

pub(super) const FORMAT: Format = Format::document(
    "junit",
    "xml",
    "JUnit's XML, for continuous integration",
    write,
);

/// How many octets of a sentence and of an input a message has.
const MESSAGE: usize = 300;

/// A test suite for every codec.
fn write(run: &Run, _: &ReportOptions, out: &mut dyn Write) -> io::Result<()> {
    let end = &run.end;
    let mut codecs: BTreeMap<&str, CodecSuite<'_>> = BTreeMap::new();
    for check in &run.checks {
        if check.state != CheckState::Skipped {
            let suite = codecs.entry(&check.case.codec).or_default();
            suite.checks.push(check);
        }
    }
    for group in run.skip_groups() {
        codecs.entry(group.codec).or_default().skipped.push(group);
    }
    let missing = run.codecs_not_offered();
    let findings = run.findings_by_check();
    let mut all = Tally::default();
    for suite in codecs.values() {
        all.add(&suite.tally(end));
    }
    if !missing.is_empty() {
        all.tests += 1;
    }
    let is_missed = end.exit != ExitStatus::AsExpected && all.failures + all.errors == 0;
    if is_missed {
        all = Tally {
            tests: all.tests + 1,
            errors: 1,
            ..all
        };
    }
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(out, "<testsuites name=\"acegate\" {}>", all.attributes())?;
    let mut facts: Vec<_> = facts(end).iter().map(|fact| xml(fact)).collect();
    for (codec, suite) in codecs {
        write_suite(codec, &suite.tally(end), out)?;
        for (check, ms) in suite.checks.iter().zip(milliseconds(&suite.checks)) {
            let finding = findings.get(check.case.name.as_str()).copied();
            write_check(check, finding, ms, end, out)?;
        }
        for group in &suite.skipped {
            write_skipped(&group.name(), codec, &group.message(), out)?;
        }
        if !facts.is_empty() {
            writeln!(out, "    <system-out>{}</system-out>", facts.join("\n"))?;
            facts.clear();
        }
        writeln!(out, "  </testsuite>")?;
    }
    if !missing.is_empty() {
        let tally = Tally {
            tests: 1,
            skipped: 1,
            ..Tally::default()
        };
        write_suite("not offered", &tally, out)?;
        let message = show_not_offered(&missing);
        write_skipped("codecs not offered", "acegate", &message, out)?;
        writeln!(out, "  </testsuite>")?;
    }
    if is_missed {
        write_suite(
            "acegate",
            &Tally {
                tests: 1,
                errors: 1,
                ..Tally::default()
            },
            out,
        )?;
        let reason = end
            .stale
            .first()
            .map_or_else(|| conclusion(end), show_stale);
        writeln!(
            out,
            "    <testcase name=\"run\" classname=\"acegate\" time=\"{}\">\n      \
             <error type=\"run\" message=\"{}\"/>\n    </testcase>\n  </testsuite>",
            seconds(0),
            xml(&reason)
        )?;
    }
    writeln!(out, "</testsuites>")
}

/// The test suite of a codec.
#[derive(Default)]
struct CodecSuite<'a> {
    checks: Vec<&'a CheckEntry>,
    skipped: Vec<SkipGroup<'a>>,
}

impl CodecSuite<'_> {
    fn tally(&self, end: &RunEnd) -> Tally {
        let mut tally = Tally::new(&self.checks, end);
        tally.tests += self.skipped.len();
        tally.skipped += self.skipped.len();
        tally
    }
}

/// Writes skipped checks as one element.
fn write_skipped(name: &str, codec: &str, message: &str, out: &mut dyn Write) -> io::Result<()> {
    let [name, codec, message] = [name, codec, message].map(xml);
    let time = seconds(0);
    writeln!(
        out,
        "    <testcase name=\"{name}\" classname=\"{codec}\" time=\"{time}\">\n      \
         <skipped message=\"{message}\"/>\n    </testcase>"
    )
}

#[derive(Default)]
struct Tally {
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
    ms: u64,
}

impl Tally {
    fn new(checks: &[&CheckEntry], end: &RunEnd) -> Self {
        let mut tally = Self {
            tests: checks.len(),
            ms: milliseconds(checks).iter().sum(),
            ..Self::default()
        };
        for check in checks {
            match element_of(check, end) {
                Some(Element::Failure) => tally.failures += 1,
                Some(Element::Error) => tally.errors += 1,
                Some(Element::Skipped) => tally.skipped += 1,
                None => {}
            }
        }
        tally
    }

    fn add(&mut self, other: &Self) {
        self.tests += other.tests;
        self.failures += other.failures;
        self.errors += other.errors;
        self.skipped += other.skipped;
        self.ms += other.ms;
    }

    /// The attributes that every element of tests has.
    fn attributes(&self) -> String {
        let Self {
            tests,
            failures,
            errors,
            ms,
            ..
        } = self;
        let time = seconds(*ms);
        format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" time=\"{time}\"")
    }
}

/// The milliseconds that each check adds to the time of its suite, so that many short ones do not vanish: of
/// 600, 600 and 600 microseconds, 1, 0 and 1.
fn milliseconds(checks: &[&CheckEntry]) -> Vec<u64> {
    let mut added = Vec::new();
    let mut us = 0_u64;
    let mut ms = 0;
    for check in checks {
        us = us.saturating_add(check.case.elapsed_us);
        let rounded = us.saturating_add(500) / 1000;
        added.push(rounded - ms);
        ms = rounded;
    }
    added
}

fn seconds(ms: u64) -> String {
    format!("{}.{:03}", ms / 1000, ms % 1000)
}

fn write_suite(name: &str, tally: &Tally, out: &mut dyn Write) -> io::Result<()> {
    let name = xml(name);
    let skipped = tally.skipped;
    let attributes = tally.attributes();
    writeln!(
        out,
        "  <testsuite name=\"{name}\" skipped=\"{skipped}\" {attributes}>"
    )
}

fn write_check(
    check: &CheckEntry,
    finding: Option<&Finding>,
    ms: u64,
    end: &RunEnd,
    out: &mut dyn Write,
) -> io::Result<()> {
    let case = &check.case;
    let [name, codec, op] = [&case.name, &case.codec, &case.op].map(|text| xml(text));
    let time = seconds(ms);
    write!(
        out,
        "    <testcase name=\"{name}\" classname=\"{codec}.{op}\" time=\"{time}\""
    )?;
    let Some(element) = element_of(check, end) else {
        return writeln!(out, "/>");
    };
    let name = element.name();
    write!(out, ">\n      <{name}")?;
    if element != Element::Skipped {
        let code = case.failing.map_or(case.verdict.code(), Failing::code);
        write!(out, " type=\"{code}\"")?;
    }
    write!(out, " message=\"{}\"", xml(&message(check, finding)))?;
    let lines: Vec<_> = check.text(&end.behaves_like).lines().map(xml).collect();
    if lines.is_empty() {
        writeln!(out, "/>")?;
    } else {
        writeln!(out, ">{}</{name}>", lines.join("\n"))?;
    }
    writeln!(out, "    </testcase>")
}

/// The sentence of the finding and the input, which lists of failures show; or why the check was
/// not run.
fn message(check: &CheckEntry, finding: Option<&Finding>) -> String {
    let mut outdated = None;
    if let Some(baseline) = check.case.baseline
        && baseline.counts()
    {
        outdated = Some(show_baseline(baseline));
    }
    match (check.case.verdict, outdated) {
        (Verdict::NotRun, _) => return format!("not run: {}", check.reason),
        (Verdict::Skip, None) => return check.reason.clone(),
        (Verdict::Pass | Verdict::Skip, Some(why)) => {
            return format!("the baseline is out of date: {why}");
        }
        _ => {}
    }
    let state = match check.state {
        CheckState::Known => "known: ",
        CheckState::Advisory => "advisory: ",
        CheckState::Failed | CheckState::NotRun | CheckState::Passed | CheckState::Skipped => "",
    };
    let sentence = match finding {
        Some(finding) => printable_start(&finding.summary, MESSAGE),
        None => check.headline(),
    };
    let sentence = sentence.trim_end_matches('.');
    let input = bounded(check.line(Label::Input).to_owned(), MESSAGE);
    let mut message = format!("{state}{sentence}. Input: {input}");
    if let Some(why) = outdated {
        message += &format!(" (baseline: {why})");
    }
    message
}

/// The element within a `testcase` that did not simply pass.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Element {
    Failure,
    Error,
    Skipped,
}

impl Element {
    const fn name(self) -> &'static str {
        match self {
            Self::Failure => "failure",
            Self::Error => "error",
            Self::Skipped => "skipped",
        }
    }
}

/// The element of a check that did not simply pass. An advisory failure is `skipped`: it is shown, and it does
/// not fail the pipeline. So is a check that was not run because the run ended at a failure. A check that
/// passes or is skipped although the baseline says that it fails is a `failure`.
const fn element_of(check: &CheckEntry, end: &RunEnd) -> Option<Element> {
    let is_unexpected = check.case.unexpected;
    match check.case.verdict {
        Verdict::NotRun if end.stopped => Some(Element::Skipped),
        Verdict::NotRun => Some(Element::Error),
        Verdict::Pass | Verdict::Skip | Verdict::Fail if is_unexpected => Some(Element::Failure),
        Verdict::Pass => None,
        _ if is_unexpected => Some(Element::Error),
        _ => Some(Element::Skipped),
    }
}
