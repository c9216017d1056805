//! A report file read event by event, and the run that it holds, from which every document is rendered.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::io::{self, BufRead};

use super::address::Address;
use super::failure::{failure_lines, headline, is_own_vector};
use super::value::Extent;
use super::wording::{show_cause, show_libraries, show_others, show_value};
use super::worked::{Worked, explain_command, worked};
use crate::escape::{self, bounded, fence, printable, printable_start};
use crate::event::{
    BaselineVerdict, BehavesLike, CaseEvent, Event, EventReader, Finding, Observed, ReadError,
    RunEnd, RunStart, Totals,
};
use crate::findings::Grouping;
use crate::judge::{ExitStatus, Verdict};
use crate::observation::coded;
use crate::plural::count;

/// How many octets of a field a document shows.
pub(crate) const FIELD: usize = 4 << 10;

/// The same for a page with every check.
pub(super) const PAGE_FIELD: usize = 2 << 10;

/// How many octets of a reason the report for people shows.
const REASON: usize = 300;

/// How many code points an input, or a text of a list, has at most whose steps are drawn.
pub(super) const LONGEST_WORKED: usize = 100;

/// Why a report file was not rendered to its end.
#[derive(Debug)]
pub enum RenderError {
    /// The file is not a report, or is broken.
    Read(ReadError),
    /// The result could not be written.
    Write(io::Error),
}

impl fmt::Display for RenderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => error.fmt(f),
            Self::Write(error) => write!(f, "cannot write: {error}"),
        }
    }
}

impl std::error::Error for RenderError {}

/// How a report file was rendered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rendered {
    /// Whether the file ends with the end of its run.
    pub is_complete: bool,
    /// How many events of unknown types were left out.
    pub left_out: usize,
}

/// Hands every event to `receive` with the number of its line, findings included that the file lacks. A file
/// of a run that was cut off is given an end: the counts so far, `interrupted`, and a remark.
pub(crate) fn for_each_event(
    file: impl BufRead,
    mut receive: impl FnMut(usize, &Event) -> io::Result<()>,
) -> Result<Rendered, RenderError> {
    let mut reader = EventReader::new(file);
    let mut grouping = Grouping::default();
    let (mut start, mut totals, mut done) = (RunStart::default(), Totals::default(), 0);
    let mut hand_on = |line: usize, event: &Event| {
        let findings = grouping.findings_before(event);
        let mut events = findings.iter().chain([event]);
        events
            .try_for_each(|event| receive(line, event))
            .map_err(RenderError::Write)
    };
    while let Some(event) = reader.next() {
        let event = event.map_err(RenderError::Read)?;
        match &event {
            Event::RunStart(first) => start = (**first).clone(),
            Event::Case(case) => {
                totals.add(case);
                done += 1;
            }
            Event::Finding(_) | Event::RunEnd(_) => {}
        }
        hand_on(reader.line, &event)?;
    }
    let rendered = Rendered {
        is_complete: reader.is_complete(),
        left_out: reader.left_out(),
    };
    if !rendered.is_complete {
        let remark = match start.seed {
            Some(_) => {
                format!("the report of the hunt was cut off: it holds {done} found so far")
            }
            None => {
                let all = count(start.checks, "check", "checks");
                format!("the report was cut off: it holds {done} of {all}")
            }
        };
        let end = RunEnd {
            remarks: vec![remark],
            interrupted: true,
            exit: ExitStatus::Interrupted,
            totals,
            ..RunEnd::default()
        };
        hand_on(reader.line, &Event::RunEnd(Box::new(end)))?;
    }
    Ok(rendered)
}

/// A run with all that a document needs of it. The text kept of a check is bounded, however long its
/// replies were.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) start: RunStart,
    /// The checks in the order of their events; in that of the suite when the run has ended.
    pub(crate) checks: Vec<CheckEntry>,
    /// The most serious first.
    pub(crate) findings: Vec<Finding>,
    pub(crate) end: RunEnd,
    places: HashMap<String, usize>,
    pub(super) kept: Kept,
    /// The address of the live page, if the document may lead to it.
    pub(super) live_page: Option<Address>,
}

/// How much is kept of a check.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kept {
    pub(crate) extent: Extent,
    /// Whether what was asked and answered is also kept of checks that did not fail.
    pub(crate) of_all: bool,
    /// Whether it is kept of failures.
    pub(crate) of_failures: bool,
}

impl Kept {
    /// The failures, which most readers need.
    pub(crate) const FAILURES: Self = Self {
        extent: Extent::Whole(FIELD),
        of_all: false,
        of_failures: true,
    };

    /// The start of each field of the failures, as a terminal shows it.
    pub(crate) const STARTS: Self = Self {
        extent: Extent::Start,
        of_all: false,
        of_failures: true,
    };

    /// The results alone.
    pub(crate) const RESULTS: Self = Self {
        extent: Extent::Start,
        of_all: false,
        of_failures: false,
    };
}

impl Run {
    pub(crate) fn new(kept: Kept) -> Self {
        Self {
            start: RunStart::default(),
            checks: Vec::new(),
            findings: Vec::new(),
            end: RunEnd::default(),
            places: HashMap::new(),
            kept,
            live_page: None,
        }
    }

    /// Reads a report file, whole or cut off.
    pub(crate) fn read(file: impl BufRead, kept: Kept) -> Result<(Self, Rendered), RenderError> {
        let mut run = Self::new(kept);
        let rendered = for_each_event(file, |_, event| {
            run.add(event);
            Ok(())
        })?;
        Ok((run, rendered))
    }

    pub(crate) fn add(&mut self, event: &Event) {
        match event {
            Event::RunStart(start) => self.start = (**start).clone(),
            Event::Case(case) => {
                let entry = CheckEntry::new(case, &self.start.arguments, self.kept);
                self.checks.push(CheckEntry {
                    number: self.checks.len(),
                    ..entry
                });
            }
            Event::Finding(finding) => self.findings.push((**finding).clone()),
            Event::RunEnd(end) => {
                self.checks
                    .sort_by(|one, other| one.place().cmp(&other.place()));
                let mut likes: HashMap<&str, usize> = HashMap::new();
                for (place, like) in end.behaves_like.iter().enumerate() {
                    for name in &like.checks {
                        likes.entry(name).or_insert(place);
                    }
                }
                for check in &mut self.checks {
                    check.like = likes.get(check.case.name.as_str()).copied();
                }
                let names = self.checks.iter().map(|check| check.case.name.clone());
                self.places = names
                    .enumerate()
                    .map(|(place, name)| (name, place))
                    .collect();
                self.end = (**end).clone();
            }
        }
    }

    /// The findings that count, and those that are advisory.
    pub(crate) fn findings(&self) -> (Vec<&Finding>, Vec<&Finding>) {
        self.findings
            .iter()
            .partition(|finding| finding.unexpected > 0)
    }

    /// How many checks failed, and how many of them no known cause explains.
    pub(super) fn failures(&self) -> (usize, usize) {
        let count = |(all, unexplained), finding: &Finding| {
            let some = finding.checks.len();
            let is_explained = finding.cause.is_known();
            (
                all + some,
                unexplained + if is_explained { 0 } else { some },
            )
        };
        self.findings.iter().fold((0, 0), count)
    }

    /// The finding of each check that failed, by the name of the check.
    pub(crate) fn findings_by_check(&self) -> HashMap<&str, &Finding> {
        let all = self.findings.iter();
        all.flat_map(|finding| {
            finding
                .checks
                .iter()
                .map(move |name| (name.as_str(), finding))
        })
        .collect()
    }

    pub(crate) fn check(&self, name: &str) -> Option<&CheckEntry> {
        self.places.get(name).map(|&place| &self.checks[place])
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.places.keys().map(String::as_str)
    }

    pub(crate) fn example(&self, finding: &Finding) -> Option<&CheckEntry> {
        self.check(finding.checks.first()?)
    }

    /// All that is said of a finding, a field a line: its cause, its example without the deviations that
    /// answer alike, since the cause names them, and its other checks.
    pub(crate) fn finding_text(&self, finding: &Finding) -> String {
        let mut text = format!("{:<9} {}\n", "cause", show_cause(finding));
        if let Some(example) = self.example(finding) {
            let name = printable_start(&example.case.name, FIELD);
            let (headline, lines) = (example.headline(), example.text(&[]));
            text += &format!("{:<9} {headline}  {name}\n{lines}", "example");
        }
        text + &show_others(finding)
            .map_or_else(String::new, |others| format!("{:<9} {others}\n", "also"))
    }

    /// The same as a block of Markdown.
    pub(crate) fn finding_block(&self, finding: &Finding) -> String {
        let text = self.finding_text(finding);
        let fence = fence(&text, 3);
        format!("{fence}text\n{text}{fence}")
    }

    pub(super) fn by_codec(&self) -> BTreeMap<&str, BTreeMap<Verdict, usize>> {
        let mut codecs: BTreeMap<&str, BTreeMap<Verdict, usize>> = BTreeMap::new();
        for CheckEntry { case, .. } in &self.checks {
            *codecs
                .entry(&case.codec)
                .or_default()
                .entry(case.verdict)
                .or_default() += 1;
        }
        codecs
    }

    /// The checks rolled up by requirement: `add` counts a check for each that its case names.
    pub(crate) fn by_requirement<T: Default>(
        &self,
        add: impl Fn(&mut T, &CheckEntry),
    ) -> BTreeMap<&str, T> {
        let mut tallies: BTreeMap<&str, T> = BTreeMap::new();
        for check in &self.checks {
            for id in &check.case.requirements {
                add(tallies.entry(id).or_default(), check);
            }
        }
        tallies
    }

    /// How many checks were not sent for each reason, the most frequent first.
    pub(crate) fn skips(&self) -> Vec<(&str, usize)> {
        let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
        for check in self
            .checks
            .iter()
            .filter(|check| check.state == CheckState::Skipped)
        {
            *reasons.entry(&check.reason).or_default() += 1;
        }
        let mut reasons: Vec<_> = reasons.into_iter().collect();
        reasons.sort_by_key(|(reason, number)| (std::cmp::Reverse(*number), *reason));
        reasons
    }
}

coded! {
    /// The state of a check at the end of the run. Its code is in filters, addresses and classes.
    pub(crate) enum CheckState {
        /// It counts against the implementation.
        Failed = "failed",
        /// It failed, and is not binding enough to count.
        Advisory = "advisory",
        /// It failed as the baseline expects.
        Known = "known",
        /// It was not sent.
        NotRun = "not-run",
        /// It passed.
        Passed = "passed",
        /// It was skipped.
        Skipped = "skipped",
    }
}

impl CheckState {
    fn new(case: &CaseEvent) -> Self {
        match case.verdict {
            Verdict::NotRun => Self::NotRun,
            _ if case.unexpected => Self::Failed,
            Verdict::Pass => Self::Passed,
            Verdict::Skip => Self::Skipped,
            _ if case.baseline == Some(BaselineVerdict::ExpectedFailure) => Self::Known,
            _ => Self::Advisory,
        }
    }
}

#[derive(Debug)]
pub(crate) struct CheckEntry {
    pub(super) number: usize,
    /// The place of the deviation that it looks like, among those of the run.
    like: Option<usize>,
    /// Its event without what was asked, expected and observed.
    pub(crate) case: CaseEvent,
    pub(crate) state: CheckState,
    /// The same for the same way of failing.
    pub(crate) fingerprint: String,
    /// The code of the reason for skipping; empty for any other result.
    pub(crate) skip: String,
    /// Why it was skipped or not run, made printable.
    pub(crate) reason: String,
    /// Whether its vector is in a file of the user, so that its place means something there.
    pub(super) is_own_vector: bool,
    /// The lines on it, made printable: a name such as `got`, and a text. Empty if the check did not fail
    /// and nothing is kept of it.
    pub(super) lines: Vec<(&'static str, String)>,
    /// The question; empty if it is not kept of all checks.
    pub(super) asked: Asked,
}

#[derive(Debug, Default)]
pub(super) struct Asked {
    pub(super) input: String,
    pub(super) params: String,
    /// The command that shows the steps to the right answer; `None` if there are no steps, or too many.
    pub(super) explain: Option<String>,
    /// The operation whose steps are drawn; `None` if the check did not fail.
    pub(super) worked: Option<Worked>,
}

impl CheckEntry {
    pub(crate) fn new(case: &CaseEvent, repeat: &[String], kept: Kept) -> Self {
        let is_failure = case.verdict.is_failure();
        let most = if let Extent::Whole(most) = kept.extent {
            most
        } else {
            REASON
        };
        let (skip, reason) = match &case.observed {
            _ if is_failure || case.verdict == Verdict::Pass => ("", ""),
            Some(Observed::Skipped { code, reason }) => (code.as_str(), reason.as_str()),
            observed => ("", observed.as_ref().map_or("", Observed::text)),
        };
        let is_shown = kept.of_all || kept.of_failures && is_failure;
        Self {
            number: 0,
            like: None,
            state: CheckState::new(case),
            fingerprint: case.fingerprint(),
            skip: printable_start(skip, most),
            reason: printable_start(reason.strip_prefix("not run: ").unwrap_or(reason), most),
            is_own_vector: is_own_vector(&case.file, repeat),
            lines: if is_shown {
                failure_lines(case, repeat, kept.extent)
            } else {
                Vec::new()
            },
            asked: if kept.of_all {
                Asked::new(case, most)
            } else {
                Asked::default()
            },
            case: CaseEvent {
                note: case.note.as_ref().map(|note| printable_start(note, most)),
                requirements: case.requirements.clone(),
                digest: case.digest.clone(),
                ..case.without_evidence()
            },
        }
    }

    /// The verdict of a failure, in words: `accepted wrongly (advisory)`. Empty otherwise.
    pub(crate) fn headline(&self) -> String {
        if self.lines.is_empty() {
            String::new()
        } else {
            headline(&self.case)
        }
    }

    /// The same and the name of the check.
    pub(crate) fn title(&self) -> String {
        format!(
            "{}  {}",
            self.headline(),
            printable_start(&self.case.name, escape::FIELD)
        )
    }

    /// The lines on a failure, with the first of the deviations that it looks like.
    pub(crate) fn lines<'a>(
        &'a self,
        likes: &'a [BehavesLike],
    ) -> Vec<(&'static str, Cow<'a, str>)> {
        let lines = self
            .lines
            .iter()
            .map(|(name, text)| (*name, Cow::Borrowed(text.as_str())));
        let mut lines: Vec<_> = lines.collect();
        let like = self.like.and_then(|place| likes.get(place));
        if let Some(like) = like.filter(|_| !lines.is_empty()) {
            let text = format!(
                "{}{}",
                printable(&like.deviation),
                show_libraries(&like.seen)
            );
            let at = lines
                .iter()
                .position(|(name, _)| *name == "vector")
                .unwrap_or(lines.len());
            lines.insert(at, ("like", text.into()));
        }
        lines
    }

    /// The text of the line of this name; empty if there is none.
    pub(crate) fn line(&self, name: &str) -> &str {
        let line = self.lines.iter().find(|(line, _)| *line == name);
        line.map_or("", |(_, text)| text)
    }

    /// The same as one text, a field a line.
    pub(crate) fn text(&self, likes: &[BehavesLike]) -> String {
        let lines = self.lines(likes).into_iter();
        lines
            .map(|(name, text)| format!("{name:<9} {text}\n"))
            .collect()
    }

    pub(crate) const fn is_asked(&self) -> bool {
        !matches!(self.state, CheckState::Skipped | CheckState::NotRun)
    }

    fn place(&self) -> (&str, usize, &str) {
        (&self.case.file, self.case.line, &self.case.name)
    }
}

impl Asked {
    fn new(case: &CaseEvent, most: usize) -> Self {
        let params = case
            .params
            .iter()
            .map(|(name, value)| format!("{name}={value}"));
        let params = params.collect::<Vec<_>>().join("  ");
        let worked = worked(case).filter(|worked| worked.longest() <= LONGEST_WORKED);
        let explain = worked.as_ref().and_then(explain_command);
        Self {
            input: bounded(
                case.input.as_ref().map_or_else(String::new, show_value),
                most,
            ),
            params: printable_start(&params, most),
            explain: explain.map(|command| bounded(command, most)),
            worked: worked.filter(|_| case.verdict.is_failure()),
        }
    }
}
