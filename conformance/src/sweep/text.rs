//! The report of a sweep as text, Markdown or JSON.

use std::io::{self, Write};

use super::render::{FindingReport, SweepReport};
use crate::escape::{code_span, printable};
use crate::plural;
use crate::report::style::{BAD, GOOD, QUIET};
use crate::report::wording::show_identity;

/// Writes the report for a terminal.
///
/// # Errors
///
/// The error of `out`.
pub fn write_text(report: &SweepReport, is_quiet: bool, out: &mut dyn Write) -> io::Result<()> {
    if is_quiet {
        for finding in report.findings.iter().filter(|finding| finding.counts) {
            let (label, _) = finding.label();
            let ways = finding.ways.join("; ");
            writeln!(out, "{label} {}: {ways}", finding.shown_ranges)?;
        }
        return Ok(());
    }
    writeln!(out, "{}", show_identity(&report.implementation))?;
    let seconds = report.elapsed_us as f64 / 1e6;
    let rate = report.names as f64 / seconds.max(0.001);
    let names = report.names;
    writeln!(
        out,
        "{QUIET}{names} names in {seconds:.1} s, {rate:.0} a second{QUIET:#}\n"
    )?;
    for finding in &report.findings {
        write_finding(finding, out)?;
    }
    for remark in &report.remarks {
        writeln!(out, "{QUIET}{}{QUIET:#}", printable(remark))?;
    }
    let style = if report.is_failed() { BAD } else { GOOD };
    writeln!(out, "{style}{}{style:#}", report.conclusion())
}

fn write_finding(finding: &FindingReport, out: &mut dyn Write) -> io::Result<()> {
    let (label, style) = finding.label();
    let count = plural::count(finding.code_points, "code point", "code points");
    let ranges = &finding.shown_ranges;
    writeln!(out, "{style}{label}{style:#}  {ranges} ({count})")?;
    if finding.cause != "version" {
        writeln!(out, "  {}", finding.ways.join("; "))?;
    }
    writeln!(out, "  {}", finding.title)?;
    let names = plural::count(finding.names, "name", "names");
    let frames = finding.frames.join(", ");
    writeln!(
        out,
        "  {QUIET}in{QUIET:#} {frames}: {} ({names})",
        finding.ops.join(", ")
    )?;
    let FindingReport {
        example,
        observed,
        expected,
        ..
    } = finding;
    writeln!(
        out,
        "  {QUIET}example{QUIET:#} {example} gives {observed}, expected {expected}"
    )?;
    if finding.confirmed == Some(false) {
        writeln!(out, "  a fresh process answers the example differently")?;
    }
    if let (Some(clause), Some(rule)) = (finding.clause, finding.rule) {
        writeln!(out, "  {QUIET}spec{QUIET:#} {clause}: {rule}")?;
    }
    writeln!(out, "  {QUIET}rerun{QUIET:#} {}\n", finding.repeat)
}

/// Writes the report as Markdown, for a comment.
///
/// # Errors
///
/// The error of `out`.
pub fn write_markdown(report: &SweepReport, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "### {}\n",
        code_span(&show_identity(&report.implementation))
    )?;
    writeln!(out, "{} names: {}\n", report.names, report.conclusion())?;
    if report.findings.is_empty() {
        return Ok(());
    }
    writeln!(out, "| | code points | answer | cause | example |")?;
    writeln!(out, "| --- | --- | --- | --- | --- |")?;
    for finding in &report.findings {
        let (label, _) = finding.label();
        let FindingReport {
            example,
            observed,
            expected,
            ..
        } = finding;
        let example = format!("{example} gives {observed}, expected {expected}");
        writeln!(
            out,
            "| {label} | {} | {} | {} | {} |",
            finding.shown_ranges,
            finding.ways.join("; "),
            finding.title.replace('|', "\\|"),
            code_span(&example).replace('|', "\\|"),
        )?;
    }
    Ok(())
}

/// Writes the report as one JSON object.
///
/// # Errors
///
/// The error of `out`.
pub fn write_json(report: &SweepReport, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, report)?;
    writeln!(out)
}
