//! A check of a run as every document shows it.

use std::borrow::Cow;

use super::failure::{failure_lines, headline, is_own_vector};
use super::label::{Label, labelled};
use super::value::Extent;
use super::wording::{show_libraries, show_value};
use super::worked::{Worked, explain_command, short_worked};
use crate::escape::{self, bounded, printable, printable_start};
use crate::event::{BaselineVerdict, BehavesLike, CaseEvent, Observed};
use crate::judge::Verdict;
use crate::observation::coded;

/// How many octets of a field a document shows.
pub(crate) const FIELD: usize = 4 << 10;

/// How many octets of a reason the report for people shows.
const REASON: usize = 300;

/// How much is kept of a check.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kept {
    pub(crate) extent: Extent,
    /// Whether request and answer are also kept for checks that did not fail.
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

    /// Only the results.
    pub(crate) const RESULTS: Self = Self {
        extent: Extent::Start,
        of_all: false,
        of_failures: false,
    };
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
    /// The index of the deviation that it looks like, in the list of the run.
    pub(super) like: Option<usize>,
    /// Its event without request, expectation and answer.
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
    /// The lines on it, made printable: a label and a text. Empty if the check did not fail
    /// and nothing is kept of it.
    pub(super) lines: Vec<(Label, String)>,
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
        let most = match kept.extent {
            Extent::Whole(most) => most,
            Extent::Start => REASON,
        };
        let mut skip = "";
        let mut reason = "";
        if !is_failure && case.verdict != Verdict::Pass {
            match &case.observed {
                Some(Observed::Skipped { code, reason: why }) => {
                    skip = code;
                    reason = why;
                }
                Some(observed) => reason = observed.text(),
                None => {}
            }
        }
        let mut lines = Vec::new();
        if kept.of_all || (kept.of_failures && is_failure) {
            lines = failure_lines(case, repeat, kept.extent);
        }
        let mut asked = Asked::default();
        if kept.of_all {
            asked = Asked::new(case, most);
        }
        Self {
            number: 0,
            like: None,
            state: CheckState::new(case),
            fingerprint: case.fingerprint(),
            skip: printable_start(skip, most),
            reason: printable_start(reason.strip_prefix("not run: ").unwrap_or(reason), most),
            is_own_vector: is_own_vector(&case.file, repeat),
            lines,
            asked,
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
    pub(crate) fn lines<'a>(&'a self, likes: &'a [BehavesLike]) -> Vec<(Label, Cow<'a, str>)> {
        let mut lines = Vec::new();
        for (label, text) in &self.lines {
            lines.push((*label, Cow::Borrowed(text.as_str())));
        }
        if lines.is_empty() {
            return lines;
        }
        if let Some(like) = self.like.and_then(|place| likes.get(place)) {
            let deviation = printable(&like.deviation);
            let text = format!(
                "looks like the known bug {deviation}{}",
                show_libraries(&like.seen)
            );
            let case = lines.iter().position(|(label, _)| *label == Label::Case);
            lines.insert(case.unwrap_or(lines.len()), (Label::Cause, text.into()));
        }
        lines
    }

    /// The text of the line with this label; empty if there is none.
    pub(crate) fn line(&self, label: Label) -> &str {
        let line = self.lines.iter().find(|(other, _)| *other == label);
        line.map_or("", |(_, text)| text)
    }

    /// The same as one text, a field a line.
    pub(crate) fn text(&self, likes: &[BehavesLike]) -> String {
        let mut out = String::new();
        for (label, text) in self.lines(likes) {
            out += &labelled(label, &text);
        }
        out
    }

    pub(crate) const fn is_sent(&self) -> bool {
        !matches!(self.state, CheckState::Skipped | CheckState::NotRun)
    }

    /// Its place in the suite, by which checks are sorted.
    pub(super) fn place(&self) -> (&str, usize, &str) {
        (&self.case.file, self.case.line, &self.case.name)
    }
}

impl Asked {
    fn new(case: &CaseEvent, most: usize) -> Self {
        let input = case.input.as_ref().map_or_else(String::new, show_value);
        let mut params = Vec::new();
        for (name, value) in &case.params {
            params.push(format!("{name}={value}"));
        }
        let mut asked = Self {
            input: bounded(input, most),
            params: printable_start(&params.join("  "), most),
            explain: None,
            worked: None,
        };
        let Some(worked) = short_worked(case) else {
            return asked;
        };
        if let Some(command) = explain_command(&worked) {
            asked.explain = Some(bounded(command, most));
        }
        if case.verdict.is_failure() {
            asked.worked = Some(worked);
        }
        asked
    }
}
