//! Reads a report file event by event into a run, from which every document is rendered.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::io::{self, BufRead};

use super::address::Address;
use super::check::{CheckEntry, CheckState, FIELD, Kept};
use super::label::{Label, labelled};
use super::wording::{show_cause, show_others};
use crate::escape::{fence, printable, printable_start};
use crate::event::{Event, EventReader, Finding, ReadError, RunEnd, RunStart, Totals};
use crate::findings::Grouping;
use crate::judge::{ExitStatus, Verdict};
use crate::plural::count;
use crate::sorting::{sort_by, sort_by_key};

/// How many octets of a field a page with every check shows.
pub(super) const PAGE_FIELD: usize = 2 << 10;

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

/// Passes every event to `receive` with its line number, and adds the findings if the file has
/// none. If the run was cut off, an end is added with the counts so far, `interrupted` and a
/// remark.
pub(crate) fn for_each_event(
    file: impl BufRead,
    mut receive: impl FnMut(usize, &Event) -> io::Result<()>,
) -> Result<Rendered, RenderError> {
    let mut reader = EventReader::new(file);
    let mut grouping = Grouping::default();
    let mut so_far = SoFar::default();
    while let Some(event) = reader.next() {
        let event = event.map_err(RenderError::Read)?;
        so_far.add(&event);
        for finding in grouping.findings_before(&event) {
            receive(reader.line, &finding).map_err(RenderError::Write)?;
        }
        receive(reader.line, &event).map_err(RenderError::Write)?;
    }
    let rendered = Rendered {
        is_complete: reader.is_complete(),
        left_out: reader.left_out(),
    };
    if !rendered.is_complete {
        let end = Event::RunEnd(Box::new(so_far.interrupted()));
        for finding in grouping.findings_before(&end) {
            receive(reader.line, &finding).map_err(RenderError::Write)?;
        }
        receive(reader.line, &end).map_err(RenderError::Write)?;
    }
    Ok(rendered)
}

/// The facts of a run from the events read so far.
#[derive(Default)]
struct SoFar {
    start: RunStart,
    totals: Totals,
    cases: usize,
}

impl SoFar {
    fn add(&mut self, event: &Event) {
        match event {
            Event::RunStart(start) => self.start = (**start).clone(),
            Event::Case(case) => {
                self.totals.add(case);
                self.cases += 1;
            }
            Event::Finding(_) | Event::RunEnd(_) => {}
        }
    }

    /// The end of a run whose report file was cut off here.
    fn interrupted(self) -> RunEnd {
        let Self {
            start,
            totals,
            cases,
        } = self;
        let remark = if start.seed.is_some() {
            format!("the report of the hunt was cut off: it holds {cases} found so far")
        } else {
            let all = count(start.checks, "check", "checks");
            format!("the report was cut off: it holds {cases} of {all}")
        };
        RunEnd {
            remarks: vec![remark],
            interrupted: true,
            exit: ExitStatus::Interrupted,
            totals,
            ..RunEnd::default()
        }
    }
}

/// A run with all that a document needs of it. The text kept of a check is bounded, however long its
/// replies were.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) start: RunStart,
    /// The checks in the order of their events; in the order of the suite once the run has ended.
    pub(crate) checks: Vec<CheckEntry>,
    /// The most serious first.
    pub(crate) findings: Vec<Finding>,
    pub(crate) end: RunEnd,
    places: HashMap<String, usize>,
    pub(super) kept: Kept,
    /// The address of the live page, if the document may lead to it.
    pub(super) live_page: Option<Address>,
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

    /// Reads a report file, complete or cut off.
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
                let mut entry = CheckEntry::new(case, &self.start.arguments, self.kept);
                entry.number = self.checks.len();
                self.checks.push(entry);
            }
            Event::Finding(finding) => self.findings.push((**finding).clone()),
            Event::RunEnd(end) => self.finish(end),
        }
    }

    /// Brings the checks into the order of the suite, and links each to the deviation that it looks like.
    fn finish(&mut self, end: &RunEnd) {
        sort_by(&mut self.checks, |one, other| {
            one.place().cmp(&other.place())
        });
        let mut likes: HashMap<&str, usize> = HashMap::new();
        for (place, like) in end.behaves_like.iter().enumerate() {
            for name in &like.checks {
                likes.entry(name).or_insert(place);
            }
        }
        self.places.clear();
        for (place, check) in self.checks.iter_mut().enumerate() {
            check.like = likes.get(check.case.name.as_str()).copied();
            self.places.insert(check.case.name.clone(), place);
        }
        self.end = end.clone();
    }

    /// The findings that count, and those that are advisory.
    pub(crate) fn findings(&self) -> (Vec<&Finding>, Vec<&Finding>) {
        self.findings
            .iter()
            .partition(|finding| finding.unexpected > 0)
    }

    pub(super) fn failures(&self) -> Failures {
        let mut failures = Failures::default();
        for finding in &self.findings {
            failures.all += finding.checks.len();
            if !finding.cause.is_known() {
                failures.unexplained += finding.checks.len();
            }
        }
        failures
    }

    /// The finding of each check that failed, by the name of the check.
    pub(crate) fn findings_by_check(&self) -> HashMap<&str, &Finding> {
        let mut findings = HashMap::new();
        for finding in &self.findings {
            for name in &finding.checks {
                findings.insert(name.as_str(), finding);
            }
        }
        findings
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
        let mut text = labelled(Label::Cause, &show_cause(finding));
        if let Some(example) = self.example(finding) {
            let name = printable_start(&example.case.name, FIELD);
            let headline = example.headline();
            text += &labelled(Label::Example, &format!("{headline}  {name}"));
            text += &example.text(&[]);
        }
        if let Some(others) = show_others(finding) {
            text += &labelled(Label::Others, &others);
        }
        text
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

    /// The skipped checks of each codec that the implementation has, by reason.
    pub(super) fn skip_groups(&self) -> Vec<SkipGroup<'_>> {
        let missing = self.codecs_not_offered();
        let mut reasons: BTreeMap<(&str, &str), Vec<&CheckEntry>> = BTreeMap::new();
        for check in &self.checks {
            let codec = check.case.codec.as_str();
            if check.state == CheckState::Skipped && !missing.contains_key(codec) {
                reasons
                    .entry((codec, &check.reason))
                    .or_default()
                    .push(check);
            }
        }
        let mut groups = Vec::new();
        for ((codec, reason), checks) in reasons {
            groups.push(SkipGroup {
                codec,
                reason,
                checks,
            });
        }
        groups
    }

    /// The codecs that the implementation does not have, each with the number of its checks.
    pub(super) fn codecs_not_offered(&self) -> BTreeMap<&str, usize> {
        let mut codecs: BTreeMap<&str, usize> = BTreeMap::new();
        for check in &self.checks {
            *codecs.entry(&check.case.codec).or_default() += 1;
        }
        for check in &self.checks {
            let is_missing =
                check.state == CheckState::Skipped && check.reason.starts_with(NO_CODEC);
            if !is_missing {
                codecs.remove(check.case.codec.as_str());
            }
        }
        codecs
    }

    /// How many checks were not sent for each reason, the most frequent first.
    pub(crate) fn skips(&self) -> Vec<(&str, usize)> {
        let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
        for check in &self.checks {
            if check.state == CheckState::Skipped {
                *reasons.entry(&check.reason).or_default() += 1;
            }
        }
        let mut reasons: Vec<_> = reasons.into_iter().collect();
        sort_by_key(&mut reasons, |(reason, number)| {
            (std::cmp::Reverse(*number), *reason)
        });
        reasons
    }
}

/// The checks of one codec that were skipped for one reason.
pub(super) struct SkipGroup<'a> {
    pub(super) codec: &'a str,
    pub(super) reason: &'a str,
    pub(super) checks: Vec<&'a CheckEntry>,
}

impl SkipGroup<'_> {
    /// The name of the group, or of its check if it has only one.
    pub(super) fn name(&self) -> String {
        match self.checks.as_slice() {
            [one] => one.case.name.clone(),
            _ => format!("{}: {}", self.codec, self.reason),
        }
    }

    /// Why its checks were skipped, and how many there are.
    pub(super) fn message(&self) -> String {
        match self.checks.len() {
            1 => self.reason.to_owned(),
            all => format!("{}: {}", count(all, "check", "checks"), self.reason),
        }
    }
}

/// The codecs that an implementation does not have, in words: `10330 checks of utf5, utf6`.
pub(super) fn show_not_offered(codecs: &BTreeMap<&str, usize>) -> String {
    let checks = count(codecs.values().sum(), "check", "checks");
    let names: Vec<_> = codecs.keys().map(|codec| printable(codec)).collect();
    format!("{checks} of {}", names.join(", "))
}

/// The beginning of the reason for skipping a check of a codec that the implementation does not have.
const NO_CODEC: &str = "no codec ";

/// The verdicts that a check of these codecs got, in the order of the columns of a table.
pub(super) fn verdicts_in(codecs: &BTreeMap<&str, BTreeMap<Verdict, usize>>) -> Vec<Verdict> {
    let mut seen = Vec::new();
    for verdict in Verdict::ALL {
        if codecs.values().any(|counts| counts.contains_key(&verdict)) {
            seen.push(verdict);
        }
    }
    seen
}

/// How many checks of a run failed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Failures {
    pub(super) all: usize,
    /// Those that no known cause explains.
    pub(super) unexplained: usize,
}
