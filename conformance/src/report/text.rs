//! The report for people.

use std::collections::BTreeMap;
use std::io::{self, Write};

mod lines;

pub(crate) use self::lines::prose_lines;
use self::lines::{cut, write_field, write_paragraph};
use super::check::{CheckEntry, CheckState, FIELD};
use super::failure::{command, repeat_command};
use super::label::Label;
use super::reporter::{Format, ReportOptions};
use super::run::{Failures, Run, verdicts_in};
use super::style::{BAD, GOOD, MILD, QUIET, Style};
use super::wording::{
    conclusion, count, describe_growth, how_to_declare, show_baseline, show_cause, show_finding,
    show_others, show_subject,
};
use crate::escape::{bounded, printable, printable_start};
use crate::event::{BaselineVerdict, Finding};
use crate::judge::{ExitStatus, Verdict};
use crate::sorting::sort_by_key;

/// How many advisory findings are named, besides those that are shown in full.
const NAMED: usize = 10;

/// From how many findings on a list of them is at the beginning, and how many it has at most.
const LISTED: std::ops::RangeInclusive<usize> = 3..=12;

/// The most reasons that are shown for skipped checks of codecs that the implementation has.
const SKIPS: usize = 2;

/// How many codecs are named in the first line; more are counted.
const CODECS: usize = 3;

/// How many columns a number in the table of verdicts has.
const CELL: usize = 6;

/// How many octets are shown of a sentence of an implementation or of its description.
const SENTENCE: usize = 300;

pub(super) const FORMAT: Format = Format {
    is_styled: true,
    ..Format::document("text", "txt", "For people", write)
};

/// Writes the findings that make the exit status first, then those that are advisory.
fn write(run: &Run, options: &ReportOptions, out: &mut dyn Write) -> io::Result<()> {
    TextReport { run, options }.write(out)
}

struct TextReport<'a> {
    run: &'a Run,
    options: &'a ReportOptions,
}

impl TextReport<'_> {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let (counting, advisory) = self.run.findings();
        if self.options.is_quiet {
            return self.write_quiet(&counting, out);
        }
        self.write_result(out)?;
        self.write_not_run("\n", out)?;
        if counting.len() >= *LISTED.start() {
            self.write_list(&counting, out)?;
        }
        let (full, short) = counting.split_at(counting.len().min(self.options.details));
        for finding in full {
            self.write_full(finding, out)?;
        }
        if !short.is_empty() {
            let more = if full.is_empty() { "" } else { "more " };
            writeln!(
                out,
                "\n{more}findings, one line each (--details N shows them in full):"
            )?;
        }
        for finding in short {
            self.write_title(finding, out)?;
        }
        self.write_advisory(&advisory, out)?;
        self.write_baseline(out)?;
        self.write_unexplained(out)?;
        self.write_repeat(full, out)?;
        self.write_table(out)?;
        self.write_skips(out)?;
        self.write_end(out)
    }

    fn write_result(&self, out: &mut dyn Write) -> io::Result<()> {
        let room = self.options.width.saturating_sub(20);
        let subject = cut(&show_subject(&self.run.start), room);
        let end = &self.run.end;
        let checks = count(end.totals.run(), "check", "checks");
        let asked = format!(", {checks}{}", self.of_codecs());
        let (asked, result) = match end.exit {
            ExitStatus::AsExpected => (asked, "all as expected".to_owned()),
            ExitStatus::Unexpected => (asked, format!("{} not as expected", end.totals.unexpected)),
            ExitStatus::Usage
            | ExitStatus::NotAlive
            | ExitStatus::NothingRan
            | ExitStatus::Interrupted => (String::new(), conclusion(end)),
        };
        let subject = format!("{subject}{asked}:");
        let is_long = subject.chars().count() + 1 + result.len() > self.options.width;
        let between = if is_long { "\n  " } else { " " };
        writeln!(out, "{subject}{between}{result}")
    }

    /// The codecs that were run, or how many: ` of punycode, utf5`. The report of a hunt has only
    /// the wrong answers, so it cannot name them.
    fn of_codecs(&self) -> String {
        let codecs = self.asked_codecs();
        let mut asked = 0;
        for counts in codecs.values() {
            for (verdict, number) in counts {
                if *verdict != Verdict::Skip {
                    asked += number;
                }
            }
        }
        if asked < self.run.end.totals.run() {
            return String::new();
        }
        if codecs.len() > CODECS {
            return format!(" of {} codecs", codecs.len());
        }
        let names: Vec<_> = codecs.keys().map(|name| printable(name)).collect();
        format!(" of {}", names.join(", "))
    }

    /// The number of checks of each codec by verdict. A codec without a request is left out.
    fn asked_codecs(&self) -> BTreeMap<&str, BTreeMap<Verdict, usize>> {
        let mut codecs = self.run.by_codec();
        codecs.retain(|_, counts| counts.keys().any(|verdict| *verdict != Verdict::Skip));
        codecs
    }

    fn write_list(&self, findings: &[&Finding], out: &mut dyn Write) -> io::Result<()> {
        let all = findings.len();
        writeln!(
            out,
            "\n{all} findings that count, most serious first (level, checks, fault):"
        )?;
        for finding in findings.iter().take(*LISTED.end()) {
            let before = format!("{:<6} {:>5}  ", finding.level, finding.unexpected);
            let room = self
                .options
                .width
                .saturating_sub(before.chars().count() + 2);
            let summary = cut(&printable_start(&finding.summary, SENTENCE), room);
            writeln!(out, "  {BAD}{before}{BAD:#}{summary}")?;
        }
        write_more("  ", all, *LISTED.end(), out)
    }

    /// Writes only the findings that decide the exit status.
    fn write_quiet(&self, counting: &[&Finding], out: &mut dyn Write) -> io::Result<()> {
        if self.run.end.exit == ExitStatus::AsExpected {
            return Ok(());
        }
        let subject = show_subject(&self.run.start);
        writeln!(out, "{subject}: {BAD}{}{BAD:#}", conclusion(&self.run.end))?;
        self.write_not_run("", out)?;
        let (shown, others) = counting.split_at(counting.len().min(self.options.details));
        for finding in shown {
            write_line(finding, out)?;
        }
        if !others.is_empty() {
            let others = count(others.len(), "more finding", "more findings");
            writeln!(out, "… and {others}")?;
        }
        self.write_outdated(out)
    }

    /// Writes how many checks were not run and why, after `lead`; nothing if all were.
    fn write_not_run(&self, lead: &str, out: &mut dyn Write) -> io::Result<()> {
        let not_run = self
            .run
            .checks
            .iter()
            .filter(|check| check.state == CheckState::NotRun);
        let Some(first) = not_run.clone().min_by_key(|check| check.number) else {
            return Ok(());
        };
        write!(out, "{lead}")?;
        let checks = count(not_run.count(), "check", "checks");
        let what = format!("{checks} not run");
        write_paragraph(out, (BAD, &what, ": "), &first.reason, self.options.width)
    }

    fn write_advisory(&self, findings: &[&Finding], out: &mut dyn Write) -> io::Result<()> {
        let (full, short) = findings.split_at(findings.len().min(self.options.advisory_details));
        for finding in full {
            self.write_full(finding, out)?;
        }
        if !short.is_empty() {
            let more = if full.is_empty() { "" } else { "more " };
            let has_known = short.iter().any(|finding| finding.known > 0);
            let known = if has_known { " and known" } else { "" };
            let how = "--details N shows them in full";
            writeln!(
                out,
                "\n{more}advisory{known} findings, one line each ({how}):"
            )?;
        }
        for finding in short.iter().take(NAMED) {
            self.write_title(finding, out)?;
        }
        write_more("", short.len(), NAMED, out)
    }

    fn write_full(&self, finding: &Finding, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out)?;
        self.write_title(finding, out)?;
        let mut lines = vec![(Label::Cause, show_cause(finding).into())];
        if let Some(others) = show_others(finding) {
            lines.push((Label::Others, others.into()));
        }
        if let Some(limit) = finding.length_limit(&self.run.end.length_limits) {
            lines.push((Label::Declare, how_to_declare(limit).into()));
        }
        if let Some(example) = self.example(finding) {
            lines.push((Label::Example, example.title().into()));
            lines.extend(example.lines(&[]));
        }
        sort_by_key(&mut lines, |(label, _)| *label);
        for (label, text) in &lines {
            write_field(out, *label, text, self.options.width)?;
        }
        Ok(())
    }

    fn example(&self, finding: &Finding) -> Option<&CheckEntry> {
        let example = self.run.example(finding)?;
        if example.lines.is_empty() {
            return None;
        }
        Some(example)
    }

    fn write_title(&self, finding: &Finding, out: &mut dyn Write) -> io::Result<()> {
        let level = (style_of(finding), finding.level.as_str(), ", ");
        write_paragraph(out, level, &show_finding(finding), self.options.width)
    }

    fn paragraph(&self, word: &str, text: &str, out: &mut dyn Write) -> io::Result<()> {
        write_paragraph(out, (MILD, word, ": "), text, self.options.width)
    }

    fn write_baseline(&self, out: &mut dyn Write) -> io::Result<()> {
        let end = &self.run.end;
        let expected = end.totals.baseline.get(&BaselineVerdict::ExpectedFailure);
        if let Some(&expected) = expected {
            let failures = count(expected, "failure is", "failures are");
            writeln!(out, "\n{failures} known from the baseline")?;
        }
        if !end.baseline_holds() {
            writeln!(out)?;
        }
        self.write_outdated(out)
    }

    /// Names the checks whose entries in the baseline are no longer true.
    fn write_outdated(&self, out: &mut dyn Write) -> io::Result<()> {
        let outdated = self.outdated();
        if outdated.is_empty() {
            return Ok(());
        }
        writeln!(
            out,
            "the baseline is out of date (--update-baseline updates it):"
        )?;
        for (verdict, name) in outdated.iter().take(NAMED) {
            let code = verdict.code();
            let name = printable_start(name, FIELD);
            let reason = show_baseline(*verdict);
            writeln!(out, "{BAD}{code}{BAD:#}  {name}  {reason}")?;
        }
        write_more("", outdated.len(), NAMED, out)
    }

    /// Why entries of the baseline are outdated, in the order of the run. Each has its check, and
    /// its place in the file if the check is not in the suite.
    fn outdated(&self) -> Vec<(BaselineVerdict, String)> {
        let mut checks: Vec<_> = self.run.checks.iter().collect();
        sort_by_key(&mut checks, |check| check.number);
        let mut outdated = Vec::new();
        for check in checks {
            if let Some(verdict) = check.case.baseline
                && verdict.counts()
            {
                outdated.push((verdict, check.case.name.clone()));
            }
        }
        for stale in &self.run.end.stale {
            let place = format!("{}  ({}:{})", stale.check, stale.file, stale.line);
            outdated.push((BaselineVerdict::Stale, place));
        }
        outdated
    }

    fn write_unexplained(&self, out: &mut dyn Write) -> io::Result<()> {
        let Failures { all, unexplained } = self.run.failures();
        if all == 0 {
            return Ok(());
        }
        let failures = count(all, "failure", "failures");
        let findings = count(self.run.findings.len(), "finding", "findings");
        let known = match unexplained {
            0 => "each has a known cause".to_owned(),
            1 => "1 has no known cause".to_owned(),
            some => format!("{some} have no known cause"),
        };
        writeln!(out, "\n{failures} in {findings}; {known}")
    }

    /// Writes the command that repeats an example, where it is too long for each of them.
    fn write_repeat(&self, findings: &[&Finding], out: &mut dyn Write) -> io::Result<()> {
        let Some(example) = findings.iter().find_map(|finding| self.example(finding)) else {
            return Ok(());
        };
        let name = command(&example.case);
        let command = repeat_command(name, &self.run.start.arguments);
        if self.run.kept.extent.shows_command(&command) {
            return Ok(());
        }
        let command = bounded(command, FIELD);
        match name {
            "hunt" => writeln!(out, "rerun it with: {command}"),
            _ => writeln!(out, "rerun a check with: {command} --id ID"),
        }
    }

    /// Writes how many checks of each codec got which verdict. The reasons for skipping cover the codecs
    /// whose checks were all skipped.
    fn write_table(&self, out: &mut dyn Write) -> io::Result<()> {
        let codecs = self.asked_codecs();
        if codecs.is_empty() {
            return Ok(());
        }
        let mut width = "codec".len();
        for name in codecs.keys() {
            width = width.max(printable(name).len());
        }
        let seen = verdicts_in(&codecs);
        let mut heads = String::new();
        for verdict in &seen {
            heads += &format!("  {verdict:>CELL$}");
        }
        writeln!(out, "\n{QUIET}{:width$}{heads}{QUIET:#}", "codec")?;
        for (name, counts) in &codecs {
            write!(out, "{:width$}", printable(name))?;
            for verdict in &seen {
                let width = verdict.code().len().max(CELL);
                let number = counts.get(verdict).copied().unwrap_or_default();
                write!(out, "  {number:>width$}")?;
            }
            writeln!(out)?;
        }
        Ok(())
    }

    /// Writes how many checks were skipped, with the reasons of most of them.
    fn write_skips(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut skips = self.run.skips();
        let mut parts = Vec::new();
        for kind in ["codec", "operation"] {
            let start = format!("no {kind} ");
            let lacked: Vec<_> = skips
                .extract_if(.., |(reason, _)| reason.starts_with(&start))
                .collect();
            match lacked.as_slice() {
                [] => {}
                [(reason, number)] => parts.push(format!("{number}: {reason}")),
                several => {
                    let number = sum(several);
                    parts.push(format!("{number} of {kind}s it does not have"));
                }
            }
        }
        let (shown, others) = skips.split_at(skips.len().min(SKIPS));
        for (reason, number) in shown {
            parts.push(format!("{number}: {reason}"));
        }
        if !others.is_empty() {
            let place = if self.options.has_file {
                "in the report file"
            } else {
                "--report FILE lists them"
            };
            parts.push(format!("{} for other reasons ({place})", sum(others)));
        }
        if parts.is_empty() {
            return Ok(());
        }
        self.paragraph("skipped", &parts.join("; "), out)
    }

    fn write_end(&self, out: &mut dyn Write) -> io::Result<()> {
        let Run { start, end, .. } = self.run;
        let totals = &end.totals;
        if start.filtered > 0 {
            let checks = count(start.filtered, "check was", "checks were");
            writeln!(out, "{checks} left out by the filters")?;
        }
        if totals.other_kinds > 0 && !start.strict_errors {
            let inputs = count(totals.other_kinds, "input was", "inputs were");
            let text = "rejected with an unexpected error kind (--strict-errors fails them)";
            self.paragraph("", &format!("{inputs} {text}"), out)?;
        }
        if totals.advisory > 0 {
            let failures = count(totals.advisory, "failure is", "failures are");
            writeln!(out, "{failures} advisory (--enforce makes them count)")?;
        }
        if totals.slow > 0 {
            let answers = count(totals.slow, "answer", "answers");
            writeln!(
                out,
                "{answers} came only when run alone with more CPU time (--strict-time fails them)"
            )?;
        }
        for growth in &end.growth {
            self.paragraph("slow", &describe_growth(growth), out)?;
        }
        for remark in &end.remarks {
            self.paragraph("note", &printable_start(remark, FIELD), out)?;
        }
        let seconds = end.elapsed_us as f64 / 1e6;
        let style = if end.exit == ExitStatus::AsExpected {
            GOOD
        } else {
            BAD
        };
        writeln!(out, "{style}{}{style:#}, {seconds:.3} s", conclusion(end))
    }
}

fn sum(skips: &[(&str, usize)]) -> usize {
    skips.iter().map(|(_, number)| number).sum()
}

/// Writes how many there are besides those that are shown, if any.
fn write_more(lead: &str, all: usize, shown: usize, out: &mut dyn Write) -> io::Result<()> {
    if all > shown {
        writeln!(out, "{lead}… and {} more", all - shown)?;
    }
    Ok(())
}

fn write_line(finding: &Finding, out: &mut dyn Write) -> io::Result<()> {
    let style = style_of(finding);
    let level = finding.level;
    writeln!(out, "{style}{level}{style:#}, {}", show_finding(finding))
}

const fn style_of(finding: &Finding) -> Style {
    if finding.unexpected > 0 { BAD } else { MILD }
}

#[cfg(test)]
mod tests;
