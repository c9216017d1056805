//! The report for people.

use std::collections::HashMap;
use std::io::{self, Write};

mod lines;

use self::lines::{cut, write_field, write_paragraph};
use super::extent::Extent;
use super::failure::{Failure, repeat_command};
use super::reporter::{Format, ReportOptions, Reporter};
use super::style::{BAD, GOOD, MILD, Style};
use super::tally::{Skips, Table};
use super::wording::{
    conclusion, count, describe_growth, show_baseline, show_cause, show_finding, show_limit,
    show_others, show_subject, why_not_run,
};
use crate::escape::{bounded, printable_start};
use crate::event::{BaselineVerdict, Cause, Event, Evidence, Finding, Observed, RunEnd, RunStart};
use crate::judge::{ExitStatus, Verdict};

/// How many advisory findings are named, besides those that are shown in full.
const NAMED: usize = 10;

/// From how many findings on a list of them is at the beginning, and how many it has at most.
const LISTED: std::ops::RangeInclusive<usize> = 3..=12;

/// The lines of a finding, in their order: the example and how it is repeated, then the reasons.
const LINES: [&str; 15] = [
    "example", "asked", "expected", "got", "step", "differs", "stderr", "declare", "repeat",
    "because", "cause", "clause", "explain", "vector", "also",
];

/// How many octets are shown of a sentence of an implementation or of its description.
const SENTENCE: usize = 300;

pub(super) const FORMAT: Format = Format {
    name: "text",
    extension: "txt",
    help: "For people",
    evidence: Evidence::OfFailures,
    is_styled: true,
    make: |options| Box::new(TextReport::new(options)),
};

/// How many octets of a field are kept of a failure.
const KEPT: usize = 4 << 10;

/// Renders the events of one run as text: the findings that make the exit status first, then those
/// that are advisory.
///
/// It keeps no more of an answer than it shows, so that its memory is bounded.
#[derive(Debug, Default)]
pub struct TextReport {
    options: ReportOptions,
    start: RunStart,
    failures: HashMap<String, Failure>,
    findings: Vec<Finding>,
    /// The checks of which the baseline no longer says what is true.
    outdated: Vec<(BaselineVerdict, String)>,
    not_run: usize,
    why_not_run: String,
    skips: Skips,
    table: Table,
}

impl TextReport {
    /// A report with these options. The text is written with the last event.
    #[must_use]
    pub fn new(options: ReportOptions) -> Self {
        Self { options, ..Self::default() }
    }

    fn write(&mut self, end: &RunEnd, out: &mut dyn Write) -> io::Result<()> {
        let (counting, advisory): (Vec<_>, Vec<_>) =
            self.findings.iter().partition(|finding| finding.unexpected > 0);
        if self.options.is_quiet {
            return self.write_quiet(&counting, end, out);
        }
        self.write_result(end, out)?;
        if self.not_run > 0 {
            writeln!(out)?;
            self.write_not_run(out)?;
        }
        if counting.len() >= *LISTED.start() {
            self.write_list(&counting, out)?;
        }
        let (full, short) = counting.split_at(counting.len().min(self.options.details));
        full.iter().try_for_each(|finding| self.write_full(finding, end, out))?;
        if !short.is_empty() {
            let further = if full.is_empty() { "" } else { "further " };
            writeln!(out, "\n{further}findings in short (--details shows more of them in full):")?;
        }
        short.iter().try_for_each(|finding| self.write_title(finding, out))?;
        self.write_advisory(&advisory, end, out)?;
        self.write_baseline(end, out)?;
        self.write_unexplained(out)?;
        self.write_repeat(full, out)?;
        self.table.write(out)?;
        for (count, text) in self.skips.lines(self.options.has_file) {
            let count = format!("{count:>6} ");
            write_paragraph(out, &count, count.len(), &text, self.options.width)?;
        }
        self.write_end(end, out)
    }

    /// Writes the implementation, and the result of the run.
    fn write_result(&self, end: &RunEnd, out: &mut dyn Write) -> io::Result<()> {
        let room = self.options.width.saturating_sub(20);
        let subject = cut(&show_subject(&self.start), room);
        let checks = count(self.start.checks, "check", "checks");
        let (subject, result) = (format!("{subject}, {checks}:"), conclusion(end));
        let is_long = subject.chars().count() + 1 + result.len() > self.options.width;
        writeln!(out, "{subject}{}{result}", if is_long { "\n  " } else { " " })
    }

    /// Writes a line for each of the most serious findings.
    fn write_list(&self, findings: &[&Finding], out: &mut dyn Write) -> io::Result<()> {
        let all = findings.len();
        writeln!(out, "\n{all} findings that count, the most serious first, with their checks:")?;
        for finding in findings.iter().take(*LISTED.end()) {
            let level = printable_start(&finding.level, SENTENCE);
            let before = format!("{level:<6} {:>5}  ", finding.unexpected);
            let room = self.options.width.saturating_sub(before.chars().count() + 2);
            let summary = cut(&printable_start(&finding.summary, SENTENCE), room);
            writeln!(out, "  {BAD}{before}{BAD:#}{summary}")?;
        }
        match all.saturating_sub(*LISTED.end()) {
            0 => Ok(()),
            more => writeln!(out, "  … and {more} more"),
        }
    }

    /// Writes no more than what makes the exit status.
    fn write_quiet(
        &self,
        counting: &[&Finding],
        end: &RunEnd,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        if end.exit == ExitStatus::AsExpected {
            return Ok(());
        }
        let subject = show_subject(&self.start);
        writeln!(out, "{subject}: {BAD}{}{BAD:#}", conclusion(end))?;
        if self.not_run > 0 {
            self.write_not_run(out)?;
        }
        let (shown, others) = counting.split_at(counting.len().min(self.options.details));
        shown.iter().try_for_each(|finding| write_line(finding, out))?;
        if !others.is_empty() {
            writeln!(out, "… and {}", count(others.len(), "more finding", "more findings"))?;
        }
        self.write_outdated(end, out)
    }

    fn write_not_run(&self, out: &mut dyn Write) -> io::Result<()> {
        let checks = count(self.not_run, "check", "checks");
        let before = format!("{BAD}{checks} not run{BAD:#}: ");
        let taken = checks.len() + ": not run".len();
        write_paragraph(out, &before, taken, &self.why_not_run, self.options.width)
    }

    fn write_advisory(
        &self,
        findings: &[&Finding],
        end: &RunEnd,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let (full, short) = findings.split_at(findings.len().min(self.options.advisory_details));
        full.iter().try_for_each(|finding| self.write_full(finding, end, out))?;
        if !short.is_empty() {
            let further = if full.is_empty() { "" } else { "further " };
            let has_known = short.iter().any(|finding| finding.known > 0);
            let known = if has_known { " and known" } else { "" };
            let how = "--details-advisory shows more of them in full";
            writeln!(out, "\n{further}advisory{known} findings in short ({how}):")?;
        }
        short.iter().take(NAMED).try_for_each(|finding| self.write_title(finding, out))?;
        if short.len() > NAMED {
            writeln!(out, "… and {} more", short.len() - NAMED)?;
        }
        Ok(())
    }

    /// Writes a finding with its best example.
    fn write_full(&self, finding: &Finding, end: &RunEnd, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out)?;
        self.write_title(finding, out)?;
        let mut lines = vec![("cause", show_cause(finding).into())];
        lines.extend(show_others(finding).map(|others| ("also", others.into())));
        if let Some(limit) = finding.length_limit(&end.length_limits) {
            lines.push(("declare", show_limit(limit).1.into()));
        }
        if let Some(failure) = self.example(finding) {
            lines.push(("example", failure.title.text().into()));
            lines.extend(failure.lines(&[]));
        }
        lines.sort_by_key(|(name, _)| {
            LINES.iter().position(|line| line == name).unwrap_or(LINES.len())
        });
        let width = self.options.width;
        lines.iter().try_for_each(|(name, text)| write_field(out, name, text, width))
    }

    fn example(&self, finding: &Finding) -> Option<&Failure> {
        finding.checks.first().and_then(|name| self.failures.get(name))
    }

    /// The line that names a finding, or several if it is long.
    fn write_title(&self, finding: &Finding, out: &mut dyn Write) -> io::Result<()> {
        let (style, level) = style_and_level(finding);
        let before = format!("{style}{level}{style:#}, ");
        let taken = level.chars().count() + 2;
        write_paragraph(out, &before, taken, &show_finding(finding), self.options.width)
    }

    /// Writes a paragraph that begins with a word.
    fn paragraph(&self, word: &str, text: &str, out: &mut dyn Write) -> io::Result<()> {
        let (before, taken) = match word {
            "" => (String::new(), 0),
            word => (format!("{MILD}{word}{MILD:#}: "), word.len() + 2),
        };
        write_paragraph(out, &before, taken, text, self.options.width)
    }

    fn write_baseline(&self, end: &RunEnd, out: &mut dyn Write) -> io::Result<()> {
        let expected = end.totals.baseline.get(&BaselineVerdict::ExpectedFailure);
        if let Some(&expected) = expected {
            let failures = count(expected, "failure is", "failures are");
            writeln!(out, "\n{failures} expected by the baseline")?;
        }
        if !end.baseline_holds() {
            writeln!(out)?;
        }
        self.write_outdated(end, out)
    }

    /// Names the checks of which the baseline no longer says what is true.
    fn write_outdated(&self, end: &RunEnd, out: &mut dyn Write) -> io::Result<()> {
        let stale = end.stale.iter().map(|stale| {
            let place = format!("{}  ({}:{})", stale.check, stale.file, stale.line);
            (BaselineVerdict::Stale, place)
        });
        let all: Vec<_> = self.outdated.iter().cloned().chain(stale).collect();
        if all.is_empty() {
            return Ok(());
        }
        writeln!(out, "the baseline no longer holds (--update-baseline renews it):")?;
        for (verdict, name) in all.iter().take(NAMED) {
            let name = printable_start(name, KEPT);
            writeln!(out, "{BAD}{}{BAD:#}  {name}  {}", verdict.code(), show_baseline(*verdict))?;
        }
        match all.len().saturating_sub(NAMED) {
            0 => Ok(()),
            more => writeln!(out, "… and {more} more"),
        }
    }

    /// Says how many failures no known cause explains.
    fn write_unexplained(&self, out: &mut dyn Write) -> io::Result<()> {
        let all: usize = self.findings.iter().map(|finding| finding.checks.len()).sum();
        let unexplained = self.findings.iter().filter(|it| it.cause == Cause::Unexplained);
        let unexplained: usize = unexplained.map(|finding| finding.checks.len()).sum();
        if all == 0 {
            return Ok(());
        }
        let failures = count(all, "failure", "failures");
        let findings = count(self.findings.len(), "finding", "findings");
        let known = match unexplained {
            0 => "each has a known cause".to_owned(),
            some => format!("no known cause explains {some} of them"),
        };
        writeln!(out, "\n{failures} in {findings}; {known}")
    }

    /// Writes the command that repeats an example, where it is too long for each of them.
    fn write_repeat(&self, findings: &[&Finding], out: &mut dyn Write) -> io::Result<()> {
        let Some(example) = findings.iter().find_map(|finding| self.example(finding)) else {
            return Ok(());
        };
        let command = repeat_command(example.command, &self.start.arguments);
        if self.extent().shows_command(&command) {
            return Ok(());
        }
        let command = bounded(command, KEPT);
        match example.command {
            "hunt" => writeln!(out, "the command: {command}"),
            _ => writeln!(out, "the command, with the check: {command} --id ID"),
        }
    }

    /// How much is shown of the values of failures.
    const fn extent(&self) -> Extent {
        match self.options.has_whole_values {
            true => Extent::Whole(KEPT),
            false => Extent::Start,
        }
    }

    fn write_end(&self, end: &RunEnd, out: &mut dyn Write) -> io::Result<()> {
        let totals = &end.totals;
        if self.start.filtered > 0 {
            let checks = count(self.start.filtered, "check was", "checks were");
            writeln!(out, "{checks} left out by the filters")?;
        }
        if totals.other_kinds > 0 && !self.start.strict_errors {
            let inputs = count(totals.other_kinds, "input was", "inputs were");
            let text = "refused for an unexpected reason (--strict-errors fails them)";
            self.paragraph("", &format!("{inputs} {text}"), out)?;
        }
        if totals.advisory > 0 {
            let failures = count(totals.advisory, "failure is", "failures are");
            writeln!(out, "{failures} advisory (--enforce counts them)")?;
        }
        if totals.slow > 0 {
            let answers = count(totals.slow, "answer", "answers");
            writeln!(out, "{answers} came only alone and with more CPU time (--fail-slow)")?;
        }
        for growth in &end.growth {
            self.paragraph("slow", &describe_growth(growth), out)?;
        }
        for remark in &end.remarks {
            self.paragraph("remark", &printable_start(remark, KEPT), out)?;
        }
        let seconds = end.elapsed_us as f64 / 1e6;
        let style = if end.exit == ExitStatus::AsExpected { GOOD } else { BAD };
        writeln!(out, "{style}{}{style:#}, {seconds:.3} s", conclusion(end))
    }
}

impl Reporter for TextReport {
    fn event(&mut self, event: &Event, out: &mut dyn Write) -> io::Result<()> {
        match event {
            Event::RunStart(start) => self.start = (**start).clone(),
            Event::Case(case) => {
                self.table.add(&case.codec, case.verdict);
                if let Some(verdict) = case.baseline.filter(|verdict| verdict.counts()) {
                    self.outdated.push((verdict, case.name.clone()));
                }
                if case.verdict.is_failure() {
                    let failure = Failure::of(case, &self.start.arguments, self.extent());
                    self.failures.insert(case.name.clone(), failure);
                } else if case.verdict == Verdict::NotRun {
                    if self.not_run == 0 {
                        self.why_not_run = why_not_run(case);
                    }
                    self.not_run += 1;
                } else if case.verdict == Verdict::Skip {
                    self.skips.add(case.observed.as_ref().map_or("", Observed::text));
                }
            }
            Event::Finding(finding) => self.findings.push((**finding).clone()),
            Event::RunEnd(end) => return self.write(end, out),
        }
        Ok(())
    }
}

/// The one line that names a finding.
fn write_line(finding: &Finding, out: &mut dyn Write) -> io::Result<()> {
    let (style, level) = style_and_level(finding);
    writeln!(out, "{style}{level}{style:#}, {}", show_finding(finding))
}

fn style_and_level(finding: &Finding) -> (Style, String) {
    let style = if finding.unexpected > 0 { BAD } else { MILD };
    (style, printable_start(&finding.level, KEPT))
}

#[cfg(test)]
mod tests;
