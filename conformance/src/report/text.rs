//! The report for people.

use std::collections::HashMap;
use std::io::{self, Write};

use super::failure::Failure;
use super::reporter::{Format, ReportOptions, Reporter};
use super::style::{BAD, GOOD, MILD, QUIET};
use super::tally::{Skips, Table};
use super::wording::{
    conclusion, count, describe_growth, show_baseline, show_cause, show_finding, show_limit,
    show_others, show_subject, why_not_run,
};
use crate::escape::{FIELD, printable_start};
use crate::event::{BaselineVerdict, Cause, Event, Evidence, Finding, Observed, RunEnd, RunStart};
use crate::judge::{ExitStatus, Verdict};

/// How many advisory findings are named, besides those that are shown in full.
const NAMED: usize = 10;

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
        let checks = count(self.start.checks, "check", "checks");
        writeln!(out, "{}, {checks}", show_subject(&self.start))?;
        if self.not_run > 0 {
            writeln!(out)?;
            self.write_not_run(out)?;
        }
        let (full, short) = counting.split_at(counting.len().min(self.options.details));
        full.iter().try_for_each(|finding| self.write_full(finding, end, out))?;
        if !short.is_empty() {
            let further = if full.is_empty() { "" } else { "further " };
            writeln!(out, "\n{further}findings in short (--details shows more of them in full):")?;
        }
        short.iter().try_for_each(|finding| write_title(finding, out))?;
        self.write_advisory(&advisory, end, out)?;
        self.write_baseline(end, out)?;
        self.write_unexplained(out)?;
        self.table.write(out)?;
        self.skips.write(self.options.has_file, out)?;
        self.write_end(end, out)
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
        shown.iter().try_for_each(|finding| write_title(finding, out))?;
        if !others.is_empty() {
            writeln!(out, "… and {}", count(others.len(), "more finding", "more findings"))?;
        }
        self.write_outdated(end, out)
    }

    fn write_not_run(&self, out: &mut dyn Write) -> io::Result<()> {
        let checks = count(self.not_run, "check", "checks");
        writeln!(out, "{BAD}{checks} not run{BAD:#}: {}", self.why_not_run)
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
        short.iter().take(NAMED).try_for_each(|finding| write_title(finding, out))?;
        if short.len() > NAMED {
            writeln!(out, "… and {} more", short.len() - NAMED)?;
        }
        Ok(())
    }

    /// Writes a finding with its best example.
    fn write_full(&self, finding: &Finding, end: &RunEnd, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out)?;
        write_title(finding, out)?;
        let mut line = |name, text: &str| writeln!(out, "  {QUIET}{name:<9}{QUIET:#} {text}");
        line("cause", &show_cause(finding))?;
        if let Some(limit) = finding.length_limit(&end.length_limits) {
            line("declare", &show_limit(limit).1)?;
        }
        if let Some(failure) = finding.checks.first().and_then(|name| self.failures.get(name)) {
            line("example", &failure.title.text())?;
            for (name, text) in failure.lines(&[]) {
                line(name, &text)?;
            }
        }
        show_others(finding).map_or(Ok(()), |others| line("also", &others))
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
        writeln!(out, "\n{failures} in {findings}; no known cause explains {unexplained} of them")
    }

    fn write_end(&self, end: &RunEnd, out: &mut dyn Write) -> io::Result<()> {
        let totals = &end.totals;
        if self.start.filtered > 0 {
            let checks = count(self.start.filtered, "check was", "checks were");
            writeln!(out, "{checks} left out by the filters")?;
        }
        if totals.other_kinds > 0 && !self.start.strict_errors {
            let inputs = count(totals.other_kinds, "input was", "inputs were");
            writeln!(
                out,
                "{inputs} refused for another reason than expected (--strict-errors fails them)"
            )?;
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
            writeln!(out, "{MILD}slow{MILD:#}: {}", describe_growth(growth))?;
        }
        for remark in &end.remarks {
            writeln!(out, "{MILD}remark{MILD:#}: {}", printable_start(remark, FIELD))?;
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
                    let failure = Failure::new(case, &self.start.arguments, KEPT);
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

/// The line that names a finding.
fn write_title(finding: &Finding, out: &mut dyn Write) -> io::Result<()> {
    let style = if finding.unexpected > 0 { BAD } else { MILD };
    let level = printable_start(&finding.level, KEPT);
    writeln!(out, "{style}{level}{style:#}, {}", show_finding(finding))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{CaseEvent, Totals};
    use crate::findings::with_findings;
    use crate::judge::{Failing, LengthLimit};
    use crate::observation::{AnyValue, Refusal};

    fn failure(name: &str, failing: Failing, unexpected: bool) -> CaseEvent {
        CaseEvent {
            name: name.to_owned(),
            codec: "punycode".into(),
            op: "decode".into(),
            level: if unexpected { "must" } else { "should" }.into(),
            unexpected,
            verdict: Verdict::Fail,
            failing: Some(failing),
            observed: Some(Observed::Value(AnyValue::Ordinary("x".into()))),
            ..CaseEvent::default()
        }
    }

    fn end() -> RunEnd {
        RunEnd { exit: ExitStatus::Unexpected, ..RunEnd::new(Totals::default()) }
    }

    fn report(
        options: ReportOptions,
        cases: impl IntoIterator<Item = CaseEvent>,
        end: RunEnd,
    ) -> String {
        let mut report = TextReport::new(options);
        let mut out = Vec::new();
        let mut sink = with_findings(|event| {
            report.event(event, &mut out).expect("memory takes it");
        });
        cases.into_iter().for_each(|case| sink(&Event::Case(Box::new(case))));
        sink(&Event::RunEnd(Box::new(end)));
        drop(sink);
        let text = String::from_utf8(out).expect("UTF-8");
        [BAD, MILD, QUIET, GOOD].iter().fold(text, |text, style| {
            text.replace(&format!("{style}"), "").replace(&format!("{style:#}"), "")
        })
    }

    /// The numbers of lines at which these texts are first.
    fn lines_of(text: &str, wanted: &[&str]) -> Vec<Option<usize>> {
        wanted.iter().map(|wanted| text.lines().position(|line| line.contains(wanted))).collect()
    }

    #[test]
    fn findings_that_count_are_first_and_each_has_one_example() {
        let cases = || {
            [
                failure("advisory", Failing::WrongValue, false),
                failure("refused-1", Failing::RefusedWrongly, true),
                failure("wrong-1", Failing::WrongValue, true),
                failure("wrong-2", Failing::WrongValue, true),
            ]
        };
        let text = report(ReportOptions::default(), cases(), end());
        let places = lines_of(
            &text,
            &[
                "must, 3 checks, 1 of them advisory: `punycode decode` gives another value.",
                "example   wrong value  wrong-1",
                "also      wrong-2, advisory",
                "must, 1 check: `punycode decode` refuses input that has a value.",
                "example   refused wrongly  refused-1",
                "4 failures in 2 findings; no known cause explains 4 of them",
            ],
        );
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}\n{text}");
        assert_eq!(text.matches("got      ").count(), 2);
        // One in full, the other in short.
        let text = report(ReportOptions { details: 1, ..ReportOptions::default() }, cases(), end());
        assert_eq!(text.matches("got      ").count(), 1);
        assert!(text.contains("\nfurther findings in short"), "{text}");
    }

    #[test]
    fn a_length_limit_says_how_to_declare_it() {
        let cases = ["a", "b", "c"].map(|name| failure(name, Failing::RefusedWrongly, true));
        let limit = LengthLimit {
            codec: "punycode".into(),
            op: "decode".into(),
            longest: 1000,
            shortest: 1001,
            checks: ["a", "b", "c"].map(str::to_owned).into(),
        };
        let end = RunEnd { length_limits: vec![limit], ..end() };
        let text = report(ReportOptions::default(), cases, end);
        assert!(text.contains("must, 3 checks: `punycode decode` refuses long input"), "{text}");
        assert!(text.contains("1000 code points") && text.contains("--length"), "{text}");
    }

    #[test]
    fn advisory_findings_are_in_short_and_beyond_ten_counted() {
        let cases = (1..=25).map(|number| CaseEvent {
            op: format!("op-{number:02}"),
            ..failure(&format!("case-{number}"), Failing::WrongValue, false)
        });
        let text = report(ReportOptions::default(), cases, end());
        assert_eq!(text.matches("should, 1 check, advisory: ").count(), 10, "{text}");
        assert!(text.contains("\n… and 15 more\n"), "{text}");
        assert!(!text.contains("got   "), "{text}");
    }

    #[test]
    fn an_answer_is_kept_no_longer_than_it_is_shown() {
        let mut report = TextReport::new(ReportOptions::default());
        let mut out = Vec::new();
        for number in 0..100 {
            let long = "y".repeat(1 << 20);
            let case = failure(&number.to_string(), Failing::WrongValue, true);
            let refusal = Refusal { message: Some(long.clone()), ..Refusal::default() };
            let observed = Some(Observed::Refused(refusal));
            let case = Box::new(CaseEvent { observed, stderr: long, ..case });
            report.event(&Event::Case(case), &mut out).expect("memory takes it");
        }
        let kept = format!("{report:?}").len();
        assert!(kept < 100 * 3 * KEPT, "{kept}");
    }
}
