//! The report of a comparison as text, Markdown and JSON.

use std::io::{self, Write};

use super::report::{CompareReport, ExampleReport, GroupReport};
use crate::escape::{code_span, printable};
use crate::event::BaselineVerdict;
use crate::plural;
use crate::report::style::{BAD, GOOD, QUIET};
use crate::report::wording::show_identity;

/// Writes the report for a terminal. Of the questions of each group, at most `most` are shown.
///
/// # Errors
///
/// The error of `out`.
pub fn write_text(report: &CompareReport, most: usize, out: &mut dyn Write) -> io::Result<()> {
    let [one, two] = side_names(report);
    writeln!(out, "{one}  {}", show_identity(&report.first))?;
    writeln!(out, "{two}  {}", show_identity(&report.second))?;
    writeln!(out, "{QUIET}{}{QUIET:#}\n", counts(report))?;
    for group in &report.groups {
        write_group(group, [one, two], most, out)?;
    }
    for remark in &report.remarks {
        writeln!(out, "{QUIET}{}{QUIET:#}", printable(remark))?;
    }
    let style = if report.has_new_differences() {
        BAD
    } else {
        GOOD
    };
    writeln!(out, "{style}{}{style:#}", report.conclusion())
}

/// How a report calls its sides in columns.
pub(super) const fn side_names(report: &CompareReport) -> [&'static str; 2] {
    if report.upgrade {
        ["old", "new"]
    } else {
        ["A", "B"]
    }
}

/// How many questions there were, and how long it took.
pub(super) fn counts(report: &CompareReport) -> String {
    let seconds = report.elapsed_us as f64 / 1e6;
    let mut text = format!("{} requests in {seconds:.1} s", report.asked);
    if report.skipped > 0 {
        text += &format!(", {} that are not for both", report.skipped);
    }
    if let Some(first) = report.first_difference_us {
        text += &format!(", the first difference after {:.1} s", first as f64 / 1e6);
    }
    text
}

fn write_group(
    group: &GroupReport,
    sides: [&str; 2],
    most: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let style = if group.counts() { BAD } else { QUIET };
    writeln!(out, "{style}{}{style:#}{}", group.title, subject(group))?;
    if !group.because.is_empty() {
        writeln!(out, "  {}", group.because)?;
    }
    if let Some(verdict) = group.baseline {
        writeln!(out, "  {QUIET}baseline{QUIET:#} {}", show_verdict(verdict))?;
    }
    writeln!(out, "  {QUIET}in{QUIET:#} {}", group.origin())?;
    let example = show_example(&group.example, sides);
    writeln!(out, "  {QUIET}example{QUIET:#} {example}")?;
    if !group.confirmed {
        writeln!(out, "  fresh processes answer the example differently")?;
    }
    if let Some(repeat) = &group.repeat {
        writeln!(out, "  {QUIET}rerun{QUIET:#} {repeat}")?;
    }
    if group.questions.len() > 1 {
        for question in group.questions.iter().take(most) {
            writeln!(out, "    {}", show_example(question, sides))?;
        }
        let more = group.questions.len().saturating_sub(most);
        if more > 0 && most > 0 {
            writeln!(out, "    … and {more} more (--details, --format json)")?;
        }
    }
    writeln!(out)
}

/// The code points of a group, if it is about some.
pub(super) fn subject(group: &GroupReport) -> String {
    if group.code_points == 0 {
        return String::new();
    }
    let count = plural::count(group.code_points, "code point", "code points");
    format!("  {} ({count})", group.shown_ranges)
}

pub(super) fn show_example(example: &ExampleReport, sides: [&str; 2]) -> String {
    let ExampleReport {
        op,
        line,
        input,
        first,
        second,
    } = example;
    let place = line.map_or(String::new(), |line| format!("line {line}, "));
    let [one, two] = sides;
    format!("{place}{op} of {input}: {one} {first}, {two} {second}")
}

pub(super) const fn show_verdict(verdict: BaselineVerdict) -> &'static str {
    match verdict {
        BaselineVerdict::ExpectedFailure => "known",
        BaselineVerdict::DifferentFailure => "known with other requests or answers",
        BaselineVerdict::Expired => "known, and the entry has expired",
        BaselineVerdict::UnexpectedPass
        | BaselineVerdict::SuiteChanged
        | BaselineVerdict::Stale => "the entry is outdated",
    }
}

/// How many groups a comment on a pull request shows. GitHub takes 65,536 characters.
const GROUPS: usize = 50;

/// How many characters of an example a comment shows.
const EXAMPLE: usize = 300;

/// Writes the report as Markdown, for a comment. At most `most` questions of each group are listed.
///
/// # Errors
///
/// The error of `out`.
pub fn write_markdown(report: &CompareReport, most: usize, out: &mut dyn Write) -> io::Result<()> {
    let [one, two] = side_names(report);
    writeln!(out, "### {}\n", report.conclusion())?;
    writeln!(out, "- {one}: {}", code_span(&show_identity(&report.first)))?;
    writeln!(
        out,
        "- {two}: {}",
        code_span(&show_identity(&report.second))
    )?;
    writeln!(out, "- {}", counts(report))?;
    if report.groups.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n| answers | code points | cause | example |")?;
    writeln!(out, "| --- | --- | --- | --- |")?;
    for group in report.groups.iter().take(GROUPS) {
        let known = match group.baseline {
            Some(verdict) => format!(" ({})", show_verdict(verdict)),
            None => String::new(),
        };
        writeln!(
            out,
            "| {}{known} | {} | {} | {} |",
            cell(&group.title),
            group.shown_ranges,
            cell(&group.because),
            cell(&shown(&group.example, [one, two])),
        )?;
    }
    let more = report.groups.len().saturating_sub(GROUPS);
    if more > 0 {
        writeln!(out, "\n… and {more} more groups (--format json)")?;
    }
    for group in report.groups.iter().take(GROUPS) {
        if group.questions.len() < 2 || most == 0 {
            continue;
        }
        writeln!(out, "\n{}: {}\n", group.title, group.origin())?;
        for question in group.questions.iter().take(most) {
            writeln!(out, "- {}", shown(question, [one, two]))?;
        }
        let more = group.questions.len().saturating_sub(most);
        if more > 0 {
            writeln!(out, "- … and {more} more (--details, --format json)")?;
        }
    }
    Ok(())
}

fn shown(example: &ExampleReport, sides: [&str; 2]) -> String {
    let text: String = show_example(example, sides).chars().take(EXAMPLE).collect();
    code_span(&text)
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

/// Writes the report as one JSON object.
///
/// # Errors
///
/// The error of `out`.
pub fn write_json(report: &CompareReport, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, report)?;
    writeln!(out)
}
