//! A run as its page needs it: of every check what was asked, expected and observed, each field
//! bounded.

use std::collections::HashMap;
use std::io::{self, Write};

use crate::escape::{bounded, printable_start};
use crate::event::{
    BaselineVerdict, CaseEvent, Event, Finding, Observed, RunEnd, RunStart, Totals,
};
use crate::judge::Verdict;
use crate::report::failure::{Failure, is_own_vector};
use crate::report::parts::{Worked, explain_command, worked};
use crate::report::reporter::Reporter;
use crate::report::wording::{describe, show_baseline, show_value};

/// How many octets of a field of a check are shown.
pub(super) const FIELD: usize = 2 << 10;

/// How many code points an input, or a text of a list, has at most whose steps are drawn.
const LONGEST_WORKED: usize = 100;

/// A run that came to its end.
#[derive(Debug)]
pub(super) struct HtmlRun {
    /// The facts from before the first check.
    pub(super) start: RunStart,
    /// The checks: those that count first, those that were skipped last, and in the order of the
    /// suite among themselves.
    pub(super) checks: Vec<HtmlCheck>,
    /// The findings, the most serious first.
    pub(super) findings: Vec<Finding>,
    /// The facts from after the last check.
    pub(super) end: RunEnd,
    /// The place of every check in `checks`.
    places: HashMap<String, usize>,
}

impl HtmlRun {
    fn new() -> Self {
        Self {
            start: RunStart::default(),
            checks: Vec::new(),
            findings: Vec::new(),
            end: RunEnd::new(Totals::default()),
            places: HashMap::new(),
        }
    }

    /// The check of this name.
    pub(super) fn check(&self, name: &str) -> Option<&HtmlCheck> {
        self.places.get(name).map(|&place| &self.checks[place])
    }
}

/// The state of a check at the end of the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum CheckState {
    /// It counts against the implementation.
    Failed,
    /// It failed, and is not binding enough to count.
    Advisory,
    /// It failed as the baseline expects.
    Known,
    /// It was not sent.
    NotRun,
    /// It passed.
    Passed,
    /// It was skipped.
    Skipped,
}

impl CheckState {
    pub(super) const ALL: [Self; 6] =
        [Self::Failed, Self::Advisory, Self::Known, Self::NotRun, Self::Passed, Self::Skipped];

    fn of(case: &CaseEvent) -> Self {
        match case.verdict {
            Verdict::NotRun => Self::NotRun,
            _ if case.unexpected => Self::Failed,
            Verdict::Pass => Self::Passed,
            Verdict::Skip => Self::Skipped,
            _ if case.baseline == Some(BaselineVerdict::ExpectedFailure) => Self::Known,
            _ => Self::Advisory,
        }
    }

    /// Its name for people.
    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::Failed => "failed",
            Self::Advisory => "advisory",
            Self::Known => "known",
            Self::NotRun => "not run",
            Self::Passed => "passed",
            Self::Skipped => "skipped",
        }
    }

    /// Its name in filters, addresses and classes.
    pub(super) const fn code(self) -> &'static str {
        match self {
            Self::Failed => "failed",
            Self::Advisory => "advisory",
            Self::Known => "known",
            Self::NotRun => "not-run",
            Self::Passed => "passed",
            Self::Skipped => "skipped",
        }
    }
}

/// A check of a finished run. Its texts are printable.
#[derive(Debug)]
pub(super) struct HtmlCheck {
    /// Its event without what was asked, expected and observed.
    pub(super) case: CaseEvent,
    pub(super) state: CheckState,
    /// Whether its vector is in a file of the user.
    is_own_vector: bool,
    /// The verdict in words, such as `wrong value`.
    pub(super) verdict: String,
    pub(super) params: String,
    pub(super) input: String,
    pub(super) expected: String,
    /// The observed outcome; empty if it was not asked.
    pub(super) got: String,
    /// Why it was skipped or not run.
    pub(super) reason: String,
    /// The lines on a failure that are in no other field, such as `differs`.
    pub(super) lines: Vec<(&'static str, String)>,
    /// The operation whose steps are drawn; `None` if the check did not fail, or there are
    /// no steps, or too many.
    pub(super) worked: Option<Worked>,
}

impl HtmlCheck {
    fn new(case: &CaseEvent, repeat: &[String]) -> Self {
        let state = CheckState::of(case);
        let skipped = matches!(case.verdict, Verdict::Skip | Verdict::NotRun);
        let reason = case.observed.as_ref().filter(|_| skipped).map_or("", Observed::text);
        let failure = Failure::new(case, repeat, FIELD);
        let mut lines = failure.lines(&[]).into_iter();
        let mut line = |wanted| {
            let found = lines.find(|(name, _)| *name == wanted);
            found.map(|(_, text)| text.into_owned()).unwrap_or_default()
        };
        let (expected, got) = (line("expected"), line("got"));
        let others = lines.filter(|(name, _)| !["clause", "because", "vector"].contains(name));
        let mut others: Vec<_> = others.map(|(name, text)| (name, text.into_owned())).collect();
        let worked = worked(case).filter(|worked| worked.longest() <= LONGEST_WORKED);
        let explain = worked.as_ref().and_then(explain_command);
        if let Some(explain) = explain.filter(|_| others.iter().all(|(name, _)| *name != "explain"))
        {
            others.insert(others.len() - 1, ("explain", bounded(explain, FIELD)));
        }
        let params = case.params.iter().map(|(name, value)| format!("{name}={value}"));
        Self {
            case: CaseEvent {
                note: case.note.as_ref().map(|note| printable_start(note, FIELD)),
                requirements: case.requirements.clone(),
                ..case.without_evidence()
            },
            state,
            is_own_vector: is_own_vector(&case.file, repeat),
            verdict: verdict_in_words(case),
            params: printable_start(&params.collect::<Vec<_>>().join("  "), FIELD),
            input: bounded(case.input.as_ref().map_or_else(String::new, show_value), FIELD),
            expected,
            got: if skipped { String::new() } else { got },
            reason: printable_start(reason.strip_prefix("not run: ").unwrap_or(reason), FIELD),
            lines: others,
            worked: worked.filter(|_| case.verdict.is_failure()),
        }
    }

    /// All that is said of it, a field a line.
    pub(super) fn fields(&self) -> Vec<(&'static str, String)> {
        let case = &self.case;
        let asked = format!("{} {} {}  {}", case.codec, case.op, self.input, self.params);
        let clause = format!("{}, {} ({})", case.document, case.clause, case.level);
        let mut fields = vec![
            ("result", self.verdict.clone()),
            ("asked", asked.trim_end().to_owned()),
            ("expected", self.expected.clone()),
            ("got", self.got.clone()),
            ("clause", clause),
        ];
        fields.extend(case.note.clone().map(|note| ("because", note)));
        if !case.requirements.is_empty() {
            fields.push(("requirement", case.requirements.join(", ")));
        }
        fields.extend(self.lines.iter().cloned());
        let mut words = vec!["acegate", "vectors", "show", &case.case];
        if self.is_own_vector {
            words.extend(["--only-vectors", &case.file]);
        }
        let show = shell_words::join(words);
        fields.push(("vector", format!("{show}  ({}:{})", case.file, case.line)));
        fields
    }

    fn place(&self) -> (CheckState, &str, usize, &str) {
        (self.state, &self.case.file, self.case.line, &self.case.name)
    }
}

fn verdict_in_words(case: &CaseEvent) -> String {
    let mut words = case.failing.map_or_else(|| case.verdict.code(), describe).to_owned();
    if let Some(baseline) = case.baseline.filter(|baseline| baseline.counts()) {
        words += &format!(", {}", show_baseline(baseline));
    }
    if case.order_dependent {
        words += ", not when asked alone";
    }
    if case.slow {
        words += ", slow";
    }
    words
}

/// A reporter that writes a page when the run is finished.
pub(super) struct HtmlReport {
    run: HtmlRun,
    write: fn(&HtmlRun, &mut dyn Write) -> io::Result<()>,
}

impl HtmlReport {
    pub(super) fn new(write: fn(&HtmlRun, &mut dyn Write) -> io::Result<()>) -> Self {
        Self { run: HtmlRun::new(), write }
    }
}

impl Reporter for HtmlReport {
    fn event(&mut self, event: &Event, out: &mut dyn Write) -> io::Result<()> {
        match event {
            Event::RunStart(start) => self.run.start = (**start).clone(),
            Event::Case(case) => {
                self.run.checks.push(HtmlCheck::new(case, &self.run.start.arguments));
            }
            Event::Finding(finding) => self.run.findings.push((**finding).clone()),
            Event::RunEnd(end) => {
                let mut run = std::mem::replace(&mut self.run, HtmlRun::new());
                run.checks.sort_by(|one, other| one.place().cmp(&other.place()));
                let names = run.checks.iter().map(|check| check.case.name.clone());
                run.places = names.enumerate().map(|(place, name)| (name, place)).collect();
                run.end = (**end).clone();
                return (self.write)(&run, out);
            }
        }
        Ok(())
    }
}
