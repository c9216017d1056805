//! A comparison for people: as text, and as Markdown for summaries and comments.

use std::io::{self, Write};

use serde_json::Value as Json;

use super::comparison::{
    Change, CheckChange, ComparedRun, Comparison, FindingChange, Quadrant, RequirementChange,
    Standing,
};
use super::settings::SettingChange;
use crate::escape::{FIELD, code_span, printable_start};
use crate::judge::Verdict;
use crate::report::style::{BAD, GOOD, QUIET};
use crate::report::wording::{count, describe, show_identity};
use crate::suite::asked_by;

/// How many octets of a setting are shown.
const SETTING: usize = 200;

/// Writes a comparison as text or as Markdown. Of each group of checks, findings and requirements it
/// names at most `most`, and counts the others.
pub(crate) fn write_text(
    comparison: &Comparison,
    is_markdown: bool,
    most: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let layout = if is_markdown { &MARKDOWN } else { &TEXT };
    let lead = layout.lead;
    let colon = layout.colon;
    if is_markdown {
        writeln!(out, "## {}\n", show_conclusion(comparison))?;
    }
    let old = layout.code(&show_run(&comparison.old));
    let new = layout.code(&show_run(&comparison.new));
    writeln!(out, "{lead}old{colon} {old}")?;
    writeln!(out, "{lead}new{colon} {new}")?;
    writeln!(out, "{lead}{}", show_quadrant(comparison.changed))?;
    for setting in &comparison.settings {
        writeln!(out, "{lead}{}", layout.code(&show_setting(setting)))?;
    }
    for group in comparison
        .checks
        .chunk_by(|one, two| heading(one) == heading(two))
    {
        let heading = heading(&group[0]);
        let checks = count(group.len(), "check", "checks");
        let style = if group[0].worse { BAD } else { QUIET };
        if is_markdown {
            writeln!(out, "\n### {heading}, {checks}\n")?;
        } else {
            writeln!(out, "\n{style}{heading}{style:#}, {checks}:")?;
        }
        layout.write_some(group, most, out, |check| layout.check(check))?;
    }
    if !comparison.findings.is_empty() {
        writeln!(out, "{}", layout.findings)?;
        layout.write_some(&comparison.findings, most, out, |finding| {
            layout.code(&show_finding(finding))
        })?;
    }
    if !comparison.requirements.is_empty() {
        writeln!(out, "{}", layout.requirements)?;
        layout.write_some(&comparison.requirements, most, out, |change| {
            layout.requirement(change)
        })?;
    }
    if is_markdown {
        return Ok(());
    }
    let style = if comparison.worse == 0 { GOOD } else { BAD };
    writeln!(out, "\n{style}{}{style:#}", show_conclusion(comparison))
}

/// The marks and headings in which the two formats differ.
struct Layout {
    /// Before each fact on the runs.
    lead: &'static str,
    /// After `old` and `new`.
    colon: &'static str,
    /// Before each item of a group.
    mark: &'static str,
    /// Between the name of an item and the change.
    gap: &'static str,
    findings: &'static str,
    requirements: &'static str,
    /// Whether texts of the reports are in code spans.
    has_code_spans: bool,
}

const TEXT: Layout = Layout {
    lead: "",
    colon: " ",
    mark: "  ",
    gap: "  ",
    findings: "\nfindings:",
    requirements: "\nrequirements:",
    has_code_spans: false,
};

const MARKDOWN: Layout = Layout {
    lead: "- ",
    colon: ":",
    mark: "- ",
    gap: " ",
    findings: "\n### Findings\n",
    requirements: "\n### Requirements\n",
    has_code_spans: true,
};

impl Layout {
    fn code(&self, text: &str) -> String {
        if self.has_code_spans {
            code_span(text)
        } else {
            text.to_owned()
        }
    }

    fn check(&self, check: &CheckChange) -> String {
        let name = self.code(&printable_start(&check.name, FIELD));
        let change = self.code(&show_check(check));
        format!("{name}{}{change}", self.gap)
    }

    fn requirement(&self, change: &RequirementChange) -> String {
        let name = self.code(&printable_start(&change.requirement, FIELD));
        let gap = self.gap;
        let old = change.old.words();
        let new = change.new.words();
        match asked_by(&change.requirement) {
            Some((text, _)) => format!("{name}{gap}{old} before, {new} now: {text}"),
            None => format!("{name}{gap}{old} before, {new} now"),
        }
    }

    /// Writes the first items, a line each, and the number of the others.
    fn write_some<T>(
        &self,
        items: &[T],
        most: usize,
        out: &mut dyn Write,
        show: impl Fn(&T) -> String,
    ) -> io::Result<()> {
        let mark = self.mark;
        for item in items.iter().take(most) {
            writeln!(out, "{mark}{}", show(item))?;
        }
        if items.len() > most {
            let more = items.len() - most;
            writeln!(out, "{mark}… and {more} more (--details, --format json)")?;
        }
        Ok(())
    }
}

fn show_run(run: &ComparedRun) -> String {
    let checks = count(run.checks, "check", "checks");
    let suite = match run.suite.as_str() {
        "" => String::new(),
        suite => format!(", suite {}", printable_start(suite, FIELD)),
    };
    let cut = if run.is_complete { "" } else { ", cut off" };
    format!(
        "{}, {checks}{suite}{cut}",
        show_identity(&run.implementation)
    )
}

/// The sentence for a quadrant: which of suite and implementation changed, by their own words.
const fn show_quadrant(changed: Quadrant) -> &'static str {
    match changed {
        Quadrant::Neither => "suite and implementation report the same versions as before",
        Quadrant::Suite => {
            "the suite changed; the implementation reports the same version as before"
        }
        Quadrant::Implementation => "the implementation changed; the suite is the same",
        Quadrant::Both => "the suite and the implementation changed",
    }
}

fn show_setting(setting: &SettingChange) -> String {
    let old = show_value(&setting.old);
    let new = show_value(&setting.new);
    let field = &setting.field;
    format!("the runs differ in {field:?}: {old} before, {new} now")
}

fn show_value(value: &Json) -> String {
    if value.is_null() {
        return "none".to_owned();
    }
    printable_start(&value.to_string(), SETTING)
}

fn heading(check: &CheckChange) -> String {
    let change = match check.change {
        Change::NewlyFailing => "newly failing",
        Change::NoLongerAsked => "no longer run",
        Change::ChangedFailure => "failing in another way",
        Change::NewlyPassing => "newly passing",
        Change::NewlyAsked => "newly run",
        Change::NewCheck => "new",
        Change::GoneCheck => "gone",
        Change::ChangedCheck => "changed by the suite, with the same result",
    };
    let worse = if check.worse { "worse: " } else { "" };
    format!("{worse}{change}")
}

/// The standing of a check before and after, and which side changed it if that is in doubt.
fn show_check(check: &CheckChange) -> String {
    let old = check.old.as_ref().map(show_standing);
    let new = check.new.as_ref().map(show_standing);
    let results = match (old, new) {
        (Some(old), Some(new)) if old == new => new,
        (Some(old), Some(new)) => format!("{old} before, {new} now"),
        (Some(old), None) => format!("{old} before"),
        (None, Some(new)) => new,
        (None, None) => String::new(),
    };
    let is_other_check = matches!(check.because, Quadrant::Suite | Quadrant::Both)
        && !matches!(
            check.change,
            Change::NewCheck | Change::GoneCheck | Change::ChangedCheck
        );
    let why = if is_other_check {
        "; the suite changed this check"
    } else {
        ""
    };
    format!("{}: {results}{why}", check.level)
}

fn show_standing(standing: &Standing) -> String {
    let result = match (standing.verdict, standing.failing) {
        (Verdict::Pass, _) => "passes",
        (Verdict::Skip, _) => "skipped",
        (Verdict::NotRun, _) => "not run",
        (_, Some(failing)) => describe(failing),
        (verdict, None) => verdict.code(),
    };
    if standing.advisory {
        format!("{result} (advisory)")
    } else if standing.known {
        format!("{result} (known)")
    } else {
        result.to_owned()
    }
}

fn show_finding(finding: &FindingChange) -> String {
    let before = count(finding.old, "check", "checks");
    let now = count(finding.new, "check", "checks");
    let what = match (finding.old, finding.new) {
        (0, _) => format!("new, {now}"),
        (_, 0) => format!("gone, {before} before"),
        (_, new) => format!("{before} before, {new} now"),
    };
    let id = printable_start(&finding.id, FIELD);
    let summary = printable_start(&finding.summary, FIELD);
    format!("{id}  {what}: {summary}")
}

fn show_conclusion(comparison: &Comparison) -> String {
    let worse = match comparison.worse {
        0 => "nothing got worse".to_owned(),
        worse => format!("{} got worse", count(worse, "check", "checks")),
    };
    let checks = comparison.checks.iter();
    let passing = checks
        .filter(|check| check.change == Change::NewlyPassing)
        .count();
    let better = if passing == 0 {
        String::new()
    } else {
        let passing = count(passing, "check passes", "checks pass");
        format!(", {passing} that failed")
    };
    format!("{worse}{better}, {} as before", comparison.same)
}
