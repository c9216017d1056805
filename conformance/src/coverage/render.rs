//! The coverage as text and as Markdown.

use std::fmt::Write;

use acegate_vectors::{Level, Requirement};

use super::{Coverage, CoverageTotals, DeviationRow, RequirementRow, State};
use crate::plural::count;
use crate::report::markdown_table;

/// How many ids of cases or deviations a line shows.
const SHOWN: usize = 3;

/// The coverage as text: the counts, and the requirements and deviations that are missed. Chosen
/// requirements come first, in full.
pub(crate) fn text(coverage: &Coverage) -> String {
    let mut out = String::new();
    if coverage.is_choice {
        for row in &coverage.requirements {
            write_in_full(row, &mut out);
        }
    }
    let titles = ["codec", "level", "all", "covered", "untestable", "readings"].map(str::to_owned);
    write_counts(&titles, &mut out);
    for row in counts(coverage) {
        write_counts(&row, &mut out);
    }
    let caught = coverage
        .deviations
        .iter()
        .filter(|row| row.caught_by > 0)
        .count();
    let equivalent = coverage
        .deviations
        .iter()
        .filter(|row| row.equivalent.is_some())
        .count();
    let all = count(coverage.deviations.len(), "simulated bug", "simulated bugs");
    let _ = writeln!(out, "{all}, {caught} caught, {equivalent} equivalent");
    if !coverage.unplaced.is_empty() {
        let cases = count(coverage.unplaced.len(), "case names", "cases name");
        let _ = writeln!(out, "{cases} no requirement");
    }
    for RequirementRow {
        requirement, state, ..
    } in &coverage.requirements
    {
        if *state > State::Untestable {
            let Requirement {
                id, level, text, ..
            } = requirement;
            let _ = writeln!(out, "{level:6} {:14} {id}: {text}", state.code());
        }
    }
    out
}

/// Codec, level, and the four counts of [`CoverageTotals`].
type CountsRow = [String; 6];

/// The counts, a row for each level of each codec.
fn counts(coverage: &Coverage) -> Vec<CountsRow> {
    let mut rows = Vec::new();
    for (codec, levels) in &coverage.totals {
        for level in Level::ALL {
            let Some(totals) = levels.get(level.as_str()) else {
                continue;
            };
            let CoverageTotals {
                all,
                covered,
                untestable,
                readings,
            } = totals;
            rows.push([
                codec.clone(),
                level.to_string(),
                all.to_string(),
                covered.to_string(),
                untestable.to_string(),
                readings.to_string(),
            ]);
        }
    }
    rows
}

fn write_counts(row: &CountsRow, out: &mut String) {
    let [codec, level, all, covered, untestable, readings] = row;
    let _ = writeln!(
        out,
        "{codec:11} {level:6} {all:>4} {covered:>8} {untestable:>10} {readings:>8}"
    );
}

/// A requirement with its cases, as many as fit a few lines, and the deviations that they catch.
fn write_in_full(row: &RequirementRow, out: &mut String) {
    let Requirement {
        id,
        document,
        clause,
        level,
        basis,
        text,
        ..
    } = &row.requirement;
    let _ = writeln!(out, "{id} ({document}, {clause}, {level}): {text}");
    let mut cases = in_short(&row.requirement, &row.cases);
    if !row.cases.is_empty() {
        let _ = write!(cases, "\n               acegate vectors list {id}");
    }
    for (name, text) in [
        ("state", row.state.code().to_owned()),
        ("basis", basis.to_string()),
        ("cases", cases),
        ("broken by", row.broken_by.join(", ")),
        (
            "also caught",
            format!("{} other bugs", row.also_caught.len()),
        ),
    ] {
        let _ = writeln!(out, "  {name:11}  {text}");
    }
    out.push('\n');
}

/// The coverage as Markdown: the counts, a table of the requirements and one of the deviations.
pub(crate) fn markdown(coverage: &Coverage) -> String {
    let titles = [
        "codec",
        "level",
        "requirements:",
        "covered:",
        "untestable:",
        "readings:",
    ];
    let counts = markdown_table(&titles, counts(coverage).into_iter().map(Vec::from));
    let titles = [
        "id",
        "clause",
        "level",
        "basis",
        "asks",
        "cases",
        "bugs that break it",
        "other bugs caught:",
    ];
    let requirements = markdown_table(&titles, coverage.requirements.iter().map(requirement_cells));
    let titles = ["id", "what it does", "breaks", "seen in", "caught by:"];
    let deviations = markdown_table(&titles, coverage.deviations.iter().map(deviation_cells));
    format!(
        "# Coverage\n\nMade by `acegate coverage --format markdown`. A requirement is covered if \
            its cases catch at least one simulated bug. Its basis is a sentence, table, procedure or example of the document, or our interpretation (`reading`), which is never enough for a `must`.\n\n\
         {counts}\n## Requirements\n\n{requirements}\n## Simulated bugs\n\n{deviations}"
    )
}

fn requirement_cells(row: &RequirementRow) -> Vec<String> {
    let Requirement {
        id,
        clause,
        level,
        basis,
        text,
        untestable,
        ..
    } = &row.requirement;
    let cases = match (untestable, row.cases.len()) {
        (Some(reason), 0) => format!("untestable: {}", escape(reason)),
        (None, 0) => "**none**".to_owned(),
        (_, count) => format!("{count}: {}", first_ids(&row.cases)),
    };
    vec![
        id.clone(),
        escape(clause),
        level.to_string(),
        basis.to_string(),
        escape(text),
        cases,
        first_ids(&row.broken_by),
        row.also_caught.len().to_string(),
    ]
}

fn deviation_cells(row: &DeviationRow) -> Vec<String> {
    let caught = match row.equivalent {
        Some(reason) => format!("equivalent: {}", escape(reason)),
        None => row.caught_by.to_string(),
    };
    vec![
        row.id.to_owned(),
        escape(row.summary),
        row.breaks.join(", "),
        escape(&row.seen.join("; ")),
        caught,
    ]
}

/// The number of cases of a requirement, and the first of them; or why it has none.
pub(crate) fn in_short<T: AsRef<str>>(requirement: &Requirement, cases: &[T]) -> String {
    match (cases.len(), &requirement.untestable) {
        (0, Some(reason)) => format!("none: {reason}"),
        (0, None) => "none".to_owned(),
        (count, _) => format!("{count}: {}", first_ids(cases)),
    }
}

/// The first [`SHOWN`] ids, and dots if there are more.
fn first_ids<T: AsRef<str>>(ids: &[T]) -> String {
    let shown: Vec<&str> = ids.iter().take(SHOWN).map(AsRef::as_ref).collect();
    let dots = if ids.len() > SHOWN { ", …" } else { "" };
    shown.join(", ") + dots
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace('|', "\\|")
        .replace('<', "&lt;")
}
