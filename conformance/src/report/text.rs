//! The report for people.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use super::failure::{Failure, Title};
use super::reporter::{Format, ReportOptions, Reporter};
use super::style::{BAD, GOOD, MILD};
use super::tally::{Skips, Table};
use super::wording::{
    conclusion, count, describe_growth, seen, show_identity, show_limit, why_not_run,
};
use crate::escape::{FIELD, printable, printable_start};
use crate::event::{BehavesLike, CaseEvent, Event, Evidence, Observed, RunEnd, RunStart};
use crate::judge::{ExitStatus, Verdict};

/// How many advisory failures are named, besides those that are shown in full.
const NAMED: usize = 10;

pub(super) const FORMAT: Format = Format {
    name: "text",
    extension: "txt",
    help: "For people",
    evidence: Evidence::OfFailures,
    is_styled: true,
    make: |options| Box::new(TextReport::new(options)),
};

/// Renders the events of one run as text: the failures that make the exit status first, then those
/// that are advisory, each in the order of the suite.
///
/// It keeps no more of an answer than it shows, so that its memory is bounded.
#[derive(Debug, Default)]
pub struct TextReport {
    options: ReportOptions,
    start: RunStart,
    unexpected: Failures,
    advisory: Failures,
    not_run: usize,
    why_not_run: String,
    skips: Skips,
    table: Table,
}

impl TextReport {
    /// A report with these options. The text is written with the last event.
    #[must_use]
    pub fn new(options: ReportOptions) -> Self {
        Self {
            options,
            unexpected: Failures::new(options.details),
            advisory: Failures::new(options.advisory_details),
            ..Self::default()
        }
    }

    fn write(&mut self, end: &RunEnd, out: &mut dyn Write) -> io::Result<()> {
        for failures in [&mut self.unexpected, &mut self.advisory] {
            failures.leave_out(end.length_limits.iter().flat_map(|limit| &limit.checks));
        }
        let checks = count(self.start.checks, "check", "checks");
        writeln!(out, "{}, {checks}", show_identity(&self.start.implementation))?;
        if self.not_run > 0 {
            let checks = count(self.not_run, "check", "checks");
            writeln!(out, "\n{BAD}{checks} not run{BAD:#}: {}", self.why_not_run)?;
        }
        for limit in &end.length_limits {
            let (title, text) = show_limit(limit);
            writeln!(out, "\n{MILD}length limit{MILD:#} {title}\n  {text}")?;
        }
        self.write_unexpected(end, out)?;
        self.write_advisory(end, out)?;
        for like in &end.behaves_like {
            let BehavesLike { deviation, summary, explained, telling, .. } = like;
            writeln!(out, "\n{MILD}behaves like{MILD:#} {}{}", printable(deviation), seen(like))?;
            writeln!(out, "  {} (agrees on {explained} of {telling})", printable(summary))?;
        }
        self.table.write(out)?;
        self.skips.write(self.options.has_file, out)?;
        self.write_end(end, out)
    }

    fn write_unexpected(&self, end: &RunEnd, out: &mut dyn Write) -> io::Result<()> {
        self.unexpected.write_full(end, out)?;
        if !self.unexpected.short.is_empty() {
            let further = if self.unexpected.full.is_empty() { "" } else { "further " };
            writeln!(out, "\n{further}failures in short (--details shows more of them in full):")?;
        }
        self.unexpected.short.values().try_for_each(|title| title.write(out))
    }

    fn write_advisory(&self, end: &RunEnd, out: &mut dyn Write) -> io::Result<()> {
        self.advisory.write_full(end, out)?;
        let short = &self.advisory.short;
        if !short.is_empty() {
            let further = if self.advisory.full.is_empty() { "" } else { "further " };
            let how = "--details-advisory shows more of them in full";
            writeln!(out, "\n{further}advisory failures in short ({how}):")?;
        }
        short.values().take(NAMED).try_for_each(|title| title.write(out))?;
        if short.len() > NAMED {
            writeln!(out, "… and {} more", short.len() - NAMED)?;
        }
        Ok(())
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
            Event::RunStart(start) => {
                self.start = (**start).clone();
                Ok(())
            }
            Event::Case(case) => {
                self.table.add(&case.codec, case.verdict);
                if case.verdict.is_failure() {
                    let failures =
                        if case.unexpected { &mut self.unexpected } else { &mut self.advisory };
                    failures.add(case, &self.start.arguments);
                } else if case.verdict == Verdict::NotRun {
                    if self.not_run == 0 {
                        self.why_not_run = why_not_run(case);
                    }
                    self.not_run += 1;
                } else if case.verdict == Verdict::Skip {
                    self.skips.add(case.observed.as_ref().map_or("", Observed::text));
                }
                Ok(())
            }
            Event::RunEnd(end) => self.write(end, out),
        }
    }
}

/// Failures in the order of the suite, the first of them in full.
#[derive(Debug, Default)]
struct Failures {
    details: usize,
    full: BTreeMap<Place, Failure>,
    short: BTreeMap<Place, Title>,
}

/// The place of a check in the suite: file, line, name.
type Place = (String, usize, String);

impl Failures {
    fn new(details: usize) -> Self {
        Self { details, ..Self::default() }
    }

    fn add(&mut self, case: &CaseEvent, repeat: &[String]) {
        let place = (case.file.clone(), case.line, case.name.clone());
        let is_far = self.full.last_key_value().is_none_or(|(last, _)| *last < place);
        if self.full.len() >= self.details && is_far {
            self.short.insert(place, Title::new(case));
            return;
        }
        self.full.insert(place, Failure::new(case, repeat, FIELD));
        if self.full.len() > self.details
            && let Some((place, failure)) = self.full.pop_last()
        {
            self.short.insert(place, failure.title);
        }
    }

    /// Leaves out checks that the report mentions elsewhere.
    fn leave_out<'a>(&mut self, names: impl Iterator<Item = &'a String>) {
        let names: BTreeSet<&str> = names.map(String::as_str).collect();
        self.full.retain(|(_, _, name), _| !names.contains(name.as_str()));
        self.short.retain(|(_, _, name), _| !names.contains(name.as_str()));
    }

    fn write_full(&self, end: &RunEnd, out: &mut dyn Write) -> io::Result<()> {
        self.full.values().try_for_each(|failure| failure.write(&end.behaves_like, out))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Totals;
    use crate::judge::{Failing, LengthLimit};
    use crate::observation::{AnyValue, Refusal};

    fn failure(line: usize, unexpected: bool) -> CaseEvent {
        CaseEvent {
            name: format!("case-{line}"),
            line,
            unexpected,
            verdict: Verdict::Fail,
            failing: Some(Failing::WrongValue),
            observed: Some(Observed::Value(AnyValue::Ordinary("x".into()))),
            ..CaseEvent::default()
        }
    }

    fn report(options: ReportOptions, cases: impl IntoIterator<Item = CaseEvent>) -> String {
        let mut report = TextReport::new(options);
        let mut out = Vec::new();
        for case in cases {
            report.event(&Event::Case(Box::new(case)), &mut out).expect("memory takes it");
        }
        report.event(&Event::RunEnd(Box::new(end())), &mut out).expect("memory takes it");
        String::from_utf8(out).expect("UTF-8")
    }

    fn end() -> RunEnd {
        RunEnd { exit: ExitStatus::Unexpected, ..RunEnd::new(Totals::default()) }
    }

    /// The numbers of the cases in the order in which they are named.
    fn order(text: &str) -> Vec<usize> {
        let names = text.lines().filter_map(|line| line.split_once("  case-"));
        names.map(|(_, number)| number.parse().expect("a number")).collect()
    }

    #[test]
    fn failures_that_count_stand_first_each_kind_in_the_order_of_the_suite() {
        let cases = [(4, true), (1, false), (3, true), (6, false), (2, true), (5, false)];
        let cases = || cases.map(|(line, unexpected)| failure(line, unexpected));
        let options = ReportOptions { details: 1, advisory_details: 1, has_file: false };
        let text = report(options, cases());
        assert_eq!(order(&text), [2, 3, 4, 1, 5, 6]);
        // The first of each kind is shown in full.
        assert_eq!(text.matches("got      ").count(), 2);
        let text = report(ReportOptions::default(), cases());
        assert_eq!(order(&text), [2, 3, 4, 1, 5, 6]);
        assert_eq!(text.matches("got      ").count(), 3);
        assert_eq!(text.matches(" (advisory)").count(), 3);
    }

    #[test]
    fn refusals_above_one_length_are_told_once() {
        let mut report = TextReport::new(ReportOptions { details: 1, ..ReportOptions::default() });
        let mut out = Vec::new();
        for line in 1..=5 {
            let case = Event::Case(Box::new(failure(line, line != 5)));
            report.event(&case, &mut out).expect("memory takes it");
        }
        let limit = LengthLimit {
            codec: "punycode".into(),
            op: "encode".into(),
            longest: 1000,
            shortest: 1001,
            checks: ["case-1", "case-3", "case-5"].map(str::to_owned).into(),
        };
        let end = RunEnd { length_limits: vec![limit], ..end() };
        report.event(&Event::RunEnd(Box::new(end)), &mut out).expect("memory takes it");
        let text = String::from_utf8(out).expect("UTF-8");
        assert_eq!(order(&text), [2, 4]);
        assert!(text.contains("punycode encode refuses what is long: 3 checks"), "{text}");
        assert!(text.contains("1000 code points") && text.contains("--length"), "{text}");
    }

    #[test]
    fn advisory_failures_beyond_ten_are_counted() {
        let text = report(ReportOptions::default(), (1..=25).map(|line| failure(line, false)));
        assert_eq!(order(&text), (1..=10).collect::<Vec<_>>());
        assert!(text.contains("\n… and 15 more\n"), "{text}");
    }

    #[test]
    fn an_answer_is_kept_no_longer_than_it_is_shown() {
        let mut report = TextReport::new(ReportOptions::default());
        let mut out = Vec::new();
        for line in 0..100 {
            let long = "y".repeat(1 << 20);
            let case = CaseEvent { stderr: long.clone(), ..failure(line, true) };
            let refusal = Refusal { message: Some(long), ..Refusal::default() };
            let observed = Some(Observed::Refused(refusal));
            let case = Box::new(CaseEvent { observed, ..case });
            report.event(&Event::Case(case), &mut out).expect("memory takes it");
        }
        let kept = format!("{report:?}").len();
        assert!(kept < 20 * 3 * FIELD, "{kept}");
    }
}
