//! Renewing a baseline by what a run observed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::whole::{Prediction, Whole};
use super::{Accepted, Baseline, BaselineError, Entry, Known, WholeLine, quoted};
use crate::event::{BaselineVerdict, CaseEvent, Event, Finding};
use crate::judge::Verdict;
use crate::plural::count;

/// How many checks of a deviation are named one by one.
const LISTED: usize = 4;

/// Takes the results of a run, and renews the baseline by them.
///
/// Entries whose checks did not run are left as they are. Comments, order and fields that need no change stay byte for
/// byte. An expired entry stays expired: its date is for people to change.
#[derive(Debug, Default)]
pub(crate) struct Update {
    /// The checks that no longer fail.
    fixed: BTreeSet<String>,
    /// The checks that passed and that the baseline does not name as failing.
    passed: BTreeSet<String>,
    /// The checks that fail and count, by name.
    failing: BTreeMap<String, Known>,
    findings: Vec<FoundCause>,
}

/// The parts of a finding that a baseline keeps.
#[derive(Debug)]
struct FoundCause {
    id: String,
    summary: String,
    /// The names of its checks.
    checks: Vec<String>,
}

impl Update {
    /// Takes an event of the run. Failures need their evidence, and new ones of one finding become one
    /// entry.
    pub(crate) fn take(&mut self, event: &Event) {
        match event {
            Event::Case(case) => self.add_case(case),
            Event::Finding(finding) => {
                let Finding {
                    id,
                    summary,
                    checks,
                    ..
                } = &**finding;
                self.findings.push(FoundCause {
                    id: id.clone(),
                    summary: summary.clone(),
                    checks: checks.clone(),
                });
            }
            Event::RunStart(_) | Event::RunEnd(_) => {}
        }
    }

    /// Takes a group of differences, which is a separate finding.
    pub(crate) fn take_group(&mut self, group: &CaseEvent, summary: &str) {
        self.add_case(group);
        self.findings.push(FoundCause {
            id: group.name.clone(),
            summary: summary.to_owned(),
            checks: vec![group.name.clone()],
        });
    }

    fn add_case(&mut self, case: &CaseEvent) {
        let name = case.name.clone();
        let is_failing = match case.baseline {
            Some(BaselineVerdict::UnexpectedPass | BaselineVerdict::Stale) => {
                self.fixed.insert(name);
                return;
            }
            Some(
                BaselineVerdict::ExpectedFailure
                | BaselineVerdict::DifferentFailure
                | BaselineVerdict::Expired
                | BaselineVerdict::SuiteChanged,
            ) => true,
            None => case.unexpected && case.verdict.is_failure(),
        };
        if is_failing {
            self.failing.insert(name, Known::new(case, 0));
        } else if case.verdict == Verdict::Pass {
            self.passed.insert(name);
        }
    }

    /// The text of the renewed baseline. `reason` is the reason of the new failures, without which it
    /// is not renewed if there are some.
    pub(crate) fn apply(
        &self,
        baseline: &Baseline,
        reason: Option<&str>,
    ) -> Result<String, BaselineError> {
        let mut new: BTreeSet<&str> = self.failing.keys().map(String::as_str).collect();
        new.retain(|name| baseline.known(name).is_none());
        let reason = reason.unwrap_or_default().trim();
        if reason.is_empty() && !new.is_empty() {
            return Err(BaselineError::NoReason { new: new.len() });
        }
        let mut lines = self.kept_lines(baseline);
        let mut appended = Vec::new();
        let wholes = self.wholes(baseline, &mut new);
        for finding in &self.findings {
            if let Some(whole) = wholes.get(finding.id.as_str()) {
                appended.extend(finding.head(reason));
                appended.push(format!("    whole: {}", quoted(&whole.to_string())));
            }
            let mut checks = Vec::new();
            for name in &finding.checks {
                if new.contains(name.as_str()) {
                    checks.extend(self.failing.get(name));
                }
            }
            if !checks.is_empty() {
                appended.extend(finding.head(reason));
                appended.extend(listed(&checks));
            }
        }
        let has_entries = lines.iter().any(|line| line.trim_start().starts_with("- "));
        if let Some(known) = lines.iter_mut().find(|line| line.starts_with("known:")) {
            let is_empty = !has_entries && appended.is_empty();
            *known = if is_empty { "known: []" } else { "known:" }.to_owned();
        }
        lines.extend(appended);
        Ok(lines.join("\n") + "\n")
    }

    /// The deviations of the run whose failures are all accepted now, with one line for them. Their checks
    /// are taken out of those that are new.
    fn wholes<'a>(
        &'a self,
        baseline: &Baseline,
        new: &mut BTreeSet<&str>,
    ) -> BTreeMap<&'a str, Whole> {
        let mut wholes = BTreeMap::new();
        for finding in &self.findings {
            let mut names: BTreeSet<_> = finding.checks.iter().map(String::as_str).collect();
            names.retain(|name| new.contains(name));
            if names.len() <= LISTED {
                continue;
            }
            let mut ops = BTreeSet::new();
            for check in baseline.suite.iter() {
                if names.contains(&*check.name) {
                    ops.insert(check.op.clone());
                }
            }
            let prediction = Prediction::new(&finding.id, &baseline.suite);
            if let Some(accepted) = prediction.within(&ops, |known| self.fails_as(known))
                && accepted.checks.len() > LISTED
            {
                new.retain(|name| accepted.checks.iter().all(|known| known.name != *name));
                wholes.insert(finding.id.as_str(), accepted.whole);
            }
        }
        wholes
    }

    /// Whether the run has this failure, with the same fingerprint and digest.
    fn fails_as(&self, known: &Known) -> bool {
        self.failing
            .get(&known.name)
            .is_some_and(|now| now.item() == known.item())
    }

    /// The check as it fails now, or as it did if it was not run.
    fn now<'a>(&'a self, known: &'a Known) -> &'a Known {
        self.failing.get(&known.name).unwrap_or(known)
    }

    /// How many failures were added, renewed and taken out.
    pub(crate) fn summary(&self, baseline: &Baseline) -> String {
        let names = self.failing.keys();
        let renewed = names.filter(|name| baseline.known(name).is_some()).count();
        let added = self.failing.len() - renewed;
        let gone = self.fixed.len() + baseline.stale.len();
        let all = count(self.failing.len(), "failure is", "failures are");
        format!("{all} known now: {added} added, {renewed} kept, {gone} removed")
    }

    /// The lines of the file with the lines of failing checks updated, and without the entries and
    /// checks that no longer apply.
    fn kept_lines(&self, baseline: &Baseline) -> Vec<String> {
        let mut gone: BTreeSet<_> = self.fixed.iter().map(String::as_str).collect();
        for entry in &baseline.stale {
            gone.insert(&entry.check);
        }
        for known in baseline.entries.iter().flat_map(|entry| &entry.checks) {
            if known.accepted == Accepted::AnyOrPass && self.passed.contains(&known.name) {
                gone.insert(&known.name);
            }
        }
        let mut lines = Lines::new(&baseline.text);
        for (index, entry) in baseline.entries.iter().enumerate() {
            let mut left = Vec::new();
            for known in &entry.checks {
                if !gone.contains(known.name.as_str()) {
                    left.push(known);
                }
            }
            if left.is_empty() {
                lines.remove_entry(entry, baseline.entries.get(index + 1));
            } else if let Some(WholeLine { line, .. }) = &entry.whole {
                let is_whole = left.len() == entry.checks.len()
                    && left
                        .iter()
                        .all(|known| self.now(known).item() == known.item());
                if !is_whole {
                    let now: Vec<_> = left.iter().map(|known| self.now(known)).collect();
                    lines.replace(*line, listed(&now).join("\n"));
                }
            } else {
                for known in &entry.checks {
                    if gone.contains(known.name.as_str()) {
                        lines.remove(known.line);
                    } else if let Some(renewed) = self.failing.get(&known.name) {
                        lines.replace(known.line, lines.indent(known.line) + &renewed.item());
                    }
                }
            }
        }
        lines.0.into_iter().flatten().collect()
    }
}

impl FoundCause {
    /// The first lines of its entry, with the summary as a comment.
    fn head(&self, reason: &str) -> [String; 3] {
        [
            format!("  # {}", self.summary.replace('\n', " ")),
            format!("  - finding: {}", quoted(&self.id)),
            format!("    reason: {}", quoted(reason)),
        ]
    }
}

/// The lines of a file; `None` for those that are taken out. Their numbers begin at 1.
struct Lines(Vec<Option<String>>);

impl Lines {
    fn new(text: &str) -> Self {
        Self(text.lines().map(|line| Some(line.to_owned())).collect())
    }

    fn remove(&mut self, line: usize) {
        self.0[line - 1] = None;
    }

    fn replace(&mut self, line: usize, text: String) {
        self.0[line - 1] = Some(text);
    }

    /// The spaces at the start of a line.
    fn indent(&self, line: usize) -> String {
        let Some(text) = &self.0[line - 1] else {
            return String::new();
        };
        " ".repeat(text.len() - text.trim_start().len())
    }

    /// Removes an entry, up to the last line that is known to belong to it, and the comment right above it.
    fn remove_entry(&mut self, entry: &Entry, next: Option<&Entry>) {
        let of_checks = entry.checks.iter().map(|known| known.line).max();
        let of_whole = entry.whole.as_ref().map(|whole| whole.line);
        let mut last = of_checks.or(of_whole).unwrap_or(entry.line);
        if let Some(next) = next {
            last = last.min(next.line - 1);
        }
        for line in entry.line..=last {
            self.remove(line);
        }
        for line in (1..entry.line).rev() {
            if !self.is_comment(line) {
                break;
            }
            self.remove(line);
        }
    }

    /// Whether a line is an indented comment, as entries have.
    fn is_comment(&self, line: usize) -> bool {
        let Some(text) = &self.0[line - 1] else {
            return false;
        };
        text.starts_with(' ') && text.trim_start().starts_with('#')
    }
}

/// The text of a baseline without entries.
pub(super) fn empty_text(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    format!(
        "# Known failures. `acegate check … --baseline {name} --update-baseline` renews this file.\n\
         baseline: 1\nknown: []\n"
    )
}

/// The checks of an entry, each by its name.
fn listed(checks: &[&Known]) -> Vec<String> {
    let mut lines = vec!["    checks:".to_owned()];
    for known in checks {
        lines.push(format!("      {}", known.item()));
    }
    lines
}
