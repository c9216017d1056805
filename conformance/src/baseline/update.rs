//! Renewing a baseline by what a run observed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::whole::{Prediction, Whole};
use super::{Baseline, Known, quoted};
use crate::event::{BaselineVerdict, CaseEvent, Event, Finding};
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
    /// The checks that fail and count, by name.
    failing: BTreeMap<String, Known>,
    /// The findings, with the names of their checks.
    findings: Vec<(String, String, Vec<String>)>,
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
                self.findings
                    .push((id.clone(), summary.clone(), checks.clone()));
            }
            Event::RunStart(_) | Event::RunEnd(_) => {}
        }
    }

    fn add_case(&mut self, case: &CaseEvent) {
        let name = case.name.clone();
        match case.baseline {
            Some(BaselineVerdict::UnexpectedPass | BaselineVerdict::Stale) => {
                self.fixed.insert(name);
            }
            Some(_) => {
                self.failing.insert(name, Known::new(case, 0));
            }
            None if case.unexpected && case.verdict.is_failure() => {
                self.failing.insert(name, Known::new(case, 0));
            }
            None => {}
        }
    }

    /// The text of the renewed baseline. `reason` is that of the failures that are new, without which it
    /// is not renewed if there are some.
    pub(crate) fn apply(
        &self,
        baseline: &Baseline,
        reason: Option<&str>,
    ) -> Result<String, String> {
        let mut new: BTreeSet<&str> = self
            .failing
            .keys()
            .map(String::as_str)
            .filter(|name| baseline.known(name).is_none())
            .collect();
        let reason = reason.map(str::trim).filter(|reason| !reason.is_empty());
        let reason = match reason {
            None if !new.is_empty() => {
                return Err(format!(
                    "the baseline is not renewed: {} new, and a baseline needs a reason for each: \
                     give --reason TEXT, or fix them",
                    count(new.len(), "failure is", "failures are")
                ));
            }
            reason => reason.unwrap_or_default(),
        };
        let mut lines = self.kept_lines(baseline);
        let mut appended = Vec::new();
        let wholes = self.wholes(baseline, &mut new);
        for (id, summary, checks) in &self.findings {
            let checks = checks.iter().filter(|name| new.contains(name.as_str()));
            let checks: Vec<_> = checks.filter_map(|name| self.failing.get(name)).collect();
            let mut append = |content: Vec<String>| {
                appended.push(format!("  # {}", summary.replace('\n', " ")));
                appended.push(format!("  - finding: {}", quoted(id)));
                appended.push(format!("    reason: {}", quoted(reason)));
                appended.extend(content);
            };
            if let Some(whole) = wholes.get(id.as_str()) {
                append(vec![format!("    whole: {}", quoted(&whole.to_string()))]);
            }
            if !checks.is_empty() {
                append(listed(checks));
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
        let is_failure = |known: &Known| {
            self.failing
                .get(&known.name)
                .is_some_and(|now| now.item() == known.item())
        };
        let mut wholes = BTreeMap::new();
        for (id, _, checks) in &self.findings {
            let names: BTreeSet<_> = checks
                .iter()
                .map(String::as_str)
                .filter(|name| new.contains(name))
                .collect();
            if names.len() <= LISTED {
                continue;
            }
            let checks = baseline
                .suite
                .iter()
                .filter(|check| names.contains(&*check.name));
            let ops = checks.map(|check| check.op.clone()).collect();
            let found = Prediction::new(id, &baseline.suite).within(&ops, is_failure);
            if let Some((whole, known)) = found.filter(|(_, known)| known.len() > LISTED) {
                new.retain(|name| known.iter().all(|known| known.name != *name));
                wholes.insert(id.as_str(), whole);
            }
        }
        wholes
    }

    /// The check as it fails now, or as it did if it was not run.
    fn now<'a>(&'a self, known: &'a Known) -> &'a Known {
        self.failing.get(&known.name).unwrap_or(known)
    }

    /// How many failures were added, renewed and taken out.
    pub(crate) fn summary(&self, baseline: &Baseline) -> String {
        let known = |name: &&String| baseline.known(name).is_some();
        let renewed = self.failing.keys().filter(known).count();
        let added = self.failing.len() - renewed;
        let gone = self.fixed.len() + baseline.stale.len();
        let all = self.failing.len();
        let all = count(all, "failure is", "failures are");
        format!("{all} known now: {added} added, {renewed} kept, {gone} taken out")
    }

    /// The lines of the file with those of failing checks renewed, and without the entries and
    /// checks that no longer hold.
    fn kept_lines(&self, baseline: &Baseline) -> Vec<String> {
        let stale = baseline.stale.iter().map(|entry| &entry.check);
        let gone: BTreeSet<_> = stale.chain(&self.fixed).map(String::as_str).collect();
        let mut lines: Vec<Option<String>> = baseline
            .text
            .lines()
            .map(|line| Some(line.to_owned()))
            .collect();
        for (index, entry) in baseline.entries.iter().enumerate() {
            if entry
                .checks
                .iter()
                .all(|known| gone.contains(known.name.as_str()))
            {
                let next = baseline.entries.get(index + 1).map(|next| next.line);
                let last = entry.checks.iter().map(|known| known.line).max();
                let last = last
                    .or(entry.whole.as_ref().map(|it| it.0))
                    .unwrap_or(entry.line);
                let end = next.map_or(last, |next| last.min(next - 1));
                lines[entry.line - 1..end].fill(None);
                // The comment right above an entry belongs to it.
                let comment = |line: &Option<String>| {
                    line.as_ref().is_some_and(|line| {
                        line.trim_start().starts_with('#') && line.starts_with(' ')
                    })
                };
                let above = (0..entry.line - 1)
                    .rev()
                    .take_while(|&at| comment(&lines[at]));
                above
                    .collect::<Vec<_>>()
                    .into_iter()
                    .for_each(|at| lines[at] = None);
                continue;
            }
            if let Some((line, _)) = &entry.whole {
                let is_left = |known: &&Known| !gone.contains(known.name.as_str());
                let left: Vec<_> = entry.checks.iter().filter(is_left).collect();
                let is_whole = left.len() == entry.checks.len()
                    && left
                        .iter()
                        .all(|known| self.now(known).item() == known.item());
                if !is_whole {
                    let left = left.into_iter().map(|known| self.now(known)).collect();
                    lines[line - 1] = Some(listed(left).join("\n"));
                }
                continue;
            }
            for known in &entry.checks {
                let line = &mut lines[known.line - 1];
                if gone.contains(known.name.as_str()) {
                    *line = None;
                } else if let Some(renewed) = self.failing.get(&known.name) {
                    let indent = line
                        .as_ref()
                        .map_or(0, |line| line.len() - line.trim_start().len());
                    *line = Some(format!("{}{}", " ".repeat(indent), renewed.item()));
                }
            }
        }
        lines.into_iter().flatten().collect()
    }
}

/// The text of a baseline without entries.
pub(super) fn empty_text(path: &Path) -> String {
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    format!(
        "# Known failures. `acegate check … --baseline {name} --update-baseline` renews this file.\n\
         baseline: 1\nknown: []\n"
    )
}

/// The checks of an entry, each by its name.
fn listed(checks: Vec<&Known>) -> Vec<String> {
    let items = checks
        .into_iter()
        .map(|known| format!("      {}", known.item()));
    std::iter::once("    checks:".to_owned())
        .chain(items)
        .collect()
}
