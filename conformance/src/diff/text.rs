//! A comparison for people: as text, and as Markdown for summaries and comments.

use std::io::{self, Write};

use super::comparison::{
    Change, CheckChange, ComparedRun, Comparison, FindingChange, Quadrant, RequirementStanding,
    SettingChange, Standing,
};
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
    let code = |text: &str| {
        if is_markdown {
            code_span(text)
        } else {
            text.to_owned()
        }
    };
    let (lead, colon, mark, gap) = if is_markdown {
        ("- ", ":", "- ", " ")
    } else {
        ("", " ", "  ", "  ")
    };
    if is_markdown {
        writeln!(out, "## {}\n", show_conclusion(comparison))?;
    }
    writeln!(out, "{lead}old{colon} {}", code(&show_run(&comparison.old)))?;
    writeln!(out, "{lead}new{colon} {}", code(&show_run(&comparison.new)))?;
    writeln!(out, "{lead}{}", show_quadrant(comparison.changed))?;
    for setting in &comparison.settings {
        writeln!(out, "{lead}{}", code(&show_setting(setting)))?;
    }
    for group in comparison
        .checks
        .chunk_by(|one, two| heading(one) == heading(two))
    {
        let (heading, checks) = (heading(&group[0]), count(group.len(), "check", "checks"));
        let style = if group[0].worse { BAD } else { QUIET };
        match is_markdown {
            true => writeln!(out, "\n### {heading}, {checks}\n")?,
            false => writeln!(out, "\n{style}{heading}{style:#}, {checks}:")?,
        }
        write_some(mark, group, most, out, |check| {
            let name = printable_start(&check.name, FIELD);
            format!("{}{gap}{}", code(&name), code(&show_check(check)))
        })?;
    }
    if !comparison.findings.is_empty() {
        writeln!(
            out,
            "{}",
            if is_markdown {
                "\n### Findings\n"
            } else {
                "\nfindings:"
            }
        )?;
        write_some(mark, &comparison.findings, most, out, |it| {
            code(&show_finding(it))
        })?;
    }
    if !comparison.requirements.is_empty() {
        writeln!(
            out,
            "{}",
            if is_markdown {
                "\n### Requirements\n"
            } else {
                "\nrequirements:"
            }
        )?;
        write_some(mark, &comparison.requirements, most, out, |it| {
            let name = code(&printable_start(&it.requirement, FIELD));
            let asks = asked_by(&it.requirement).map(|(text, _)| format!(": {text}"));
            let asks = asks.unwrap_or_default();
            let [old, new] = [it.old, it.new].map(RequirementStanding::words);
            format!("{name}{gap}{old} before, {new} now{asks}")
        })?;
    }
    if is_markdown {
        return Ok(());
    }
    let style = if comparison.worse == 0 { GOOD } else { BAD };
    writeln!(out, "\n{style}{}{style:#}", show_conclusion(comparison))
}

/// Writes the first items, a line each after `mark`, and the number of the others.
fn write_some<T>(
    mark: &str,
    items: &[T],
    most: usize,
    out: &mut dyn Write,
    show: impl Fn(&T) -> String,
) -> io::Result<()> {
    items
        .iter()
        .take(most)
        .try_for_each(|item| writeln!(out, "{mark}{}", show(item)))?;
    match items.len().saturating_sub(most) {
        0 => Ok(()),
        more => writeln!(out, "{mark}… and {more} more (--details, --format json)"),
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
        Quadrant::Neither => "the suite and the implementation call themselves the same as before",
        Quadrant::Suite => "the suite changed, the implementation calls itself the same as before",
        Quadrant::Implementation => "the implementation changed, the suite is the same",
        Quadrant::Both => "the suite and the implementation changed",
    }
}

fn show_setting(setting: &SettingChange) -> String {
    let [old, new] = [&setting.old, &setting.new].map(|value| match value.is_null() {
        true => "none".to_owned(),
        false => printable_start(&value.to_string(), SETTING),
    });
    format!(
        "the runs differ in {:?}: {old} before, {new} now",
        setting.field
    )
}

fn heading(check: &CheckChange) -> String {
    let change = match check.change {
        Change::NewlyFailing => "newly failing",
        Change::NoLongerAsked => "no longer asked",
        Change::ChangedFailure => "failing in another way",
        Change::NewlyPassing => "newly passing",
        Change::NewlyAsked => "newly asked",
        Change::NewCheck => "new",
        Change::GoneCheck => "gone",
        Change::ChangedCheck => "changed by the suite, with the same result",
    };
    let worse = if check.worse { "worse: " } else { "" };
    format!("{worse}{change}")
}

/// The standing of a check before and after, and which side changed it if that is in doubt.
fn show_check(check: &CheckChange) -> String {
    let shown = |standing: &Option<Standing>| standing.as_ref().map(show_standing);
    let (old, new) = (shown(&check.old), shown(&check.new));
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
    let kind = match (standing.advisory, standing.known) {
        (true, _) => " (advisory)",
        (_, true) => " (known)",
        _ => "",
    };
    format!("{result}{kind}")
}

fn show_finding(finding: &FindingChange) -> String {
    let FindingChange {
        id,
        summary,
        old,
        new,
    } = finding;
    let checks = |number: usize| count(number, "check", "checks");
    let what = match (*old, *new) {
        (0, new) => format!("new, {}", checks(new)),
        (old, 0) => format!("gone, {} before", checks(old)),
        (old, new) => format!("{} before, {new} now", checks(old)),
    };
    let [id, summary] = [id, summary].map(|text| printable_start(text, FIELD));
    format!("{id}  {what}: {summary}")
}

fn show_conclusion(comparison: &Comparison) -> String {
    let worse = match comparison.worse {
        0 => "nothing got worse".to_owned(),
        worse => format!("{} got worse", count(worse, "check", "checks")),
    };
    let passing = match comparison
        .checks
        .iter()
        .filter(|it| it.change == Change::NewlyPassing)
        .count()
    {
        0 => String::new(),
        passing => format!(
            ", {} that failed",
            count(passing, "check passes", "checks pass")
        ),
    };
    format!("{worse}{passing}, {} as before", comparison.same)
}
