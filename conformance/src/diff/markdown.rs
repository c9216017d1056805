//! A comparison as Markdown, for summaries and comments.

use std::io::{self, Write};

use super::comparison::Comparison;
use super::text::{
    heading, show_check, show_conclusion, show_finding, show_quadrant, show_run, show_settings,
    show_tested, write_some,
};
use crate::escape::{FIELD, code_span, printable_start};
use crate::report::wording::count;

/// Writes a comparison as Markdown. Of each group it names at most `most`, and counts the others.
pub(crate) fn write_markdown(
    comparison: &Comparison,
    most: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "## {}\n", show_conclusion(comparison))?;
    writeln!(out, "- old: {}", code_span(&show_run(&comparison.old)))?;
    writeln!(out, "- new: {}", code_span(&show_run(&comparison.new)))?;
    writeln!(out, "- {}", show_quadrant(comparison.changed))?;
    for setting in show_settings(comparison) {
        writeln!(out, "- {}", code_span(&setting))?;
    }
    for group in comparison.checks.chunk_by(|one, two| heading(one) == heading(two)) {
        let checks = count(group.len(), "check", "checks");
        writeln!(out, "\n### {}, {checks}\n", heading(&group[0]))?;
        write_some("- ", group, most, out, |check| {
            let name = code_span(&printable_start(&check.name, FIELD));
            format!("{name} {}", code_span(&show_check(check)))
        })?;
    }
    if !comparison.findings.is_empty() {
        writeln!(out, "\n### Findings\n")?;
        write_some("- ", &comparison.findings, most, out, |it| code_span(&show_finding(it)))?;
    }
    if !comparison.requirements.is_empty() {
        writeln!(out, "\n### Requirements\n")?;
        write_some("- ", &comparison.requirements, most, out, |it| {
            let name = code_span(&printable_start(&it.requirement, FIELD));
            format!("{name} {} before, {} now", show_tested(it.old), show_tested(it.new))
        })?;
    }
    Ok(())
}
