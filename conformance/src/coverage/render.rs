//! The coverage as text and as Markdown.

use std::fmt::Write;

use super::matrix::{Coverage, State};

/// How many ids of cases or deviations a line shows.
const SHOWN: usize = 3;

/// The coverage as text: the counts, and the requirements and deviations that are missed.
pub(crate) fn text(coverage: &Coverage) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{:11} {:6} {:>4} {:>8} {:>10} {:>8}",
        "codec", "level", "all", "covered", "untestable", "readings"
    );
    for (codec, levels) in &coverage.totals {
        for level in ["must", "should", "may"] {
            if let Some(total) = levels.get(level) {
                let _ = writeln!(
                    out,
                    "{codec:11} {level:6} {:>4} {:>8} {:>10} {:>8}",
                    total.all, total.covered, total.untestable, total.readings
                );
            }
        }
    }
    let caught = coverage.deviations.iter().filter(|row| row.caught_by > 0).count();
    let equivalent = coverage.deviations.iter().filter(|row| row.equivalent.is_some()).count();
    let _ = writeln!(
        out,
        "{} deviations, {caught} caught, {equivalent} equivalent",
        coverage.deviations.len()
    );
    if !coverage.unplaced.is_empty() {
        let _ = writeln!(out, "{} cases name no requirement", coverage.unplaced.len());
    }
    for row in coverage.requirements.iter().filter(|row| row.state > State::Untestable) {
        let _ = writeln!(out, "{:6} {:14} {}: {}", row.level, row.state.code(), row.id, row.text);
    }
    out
}

/// The coverage as Markdown: the counts, a table of the requirements and one of the deviations.
pub(crate) fn markdown(coverage: &Coverage) -> String {
    let mut out = String::from(
        "# Coverage\n\nMade by `acegate coverage --format markdown`. A requirement is covered when a \
         case stands for it and its cases catch a deviation. Its basis is a sentence, table, \
         procedure or example of the document, or a reading of ours, on which no `must` rests.\n\n\
         | codec | level | requirements | covered | untestable | readings |\n\
         | --- | --- | ---: | ---: | ---: | ---: |\n",
    );
    for (codec, levels) in &coverage.totals {
        for level in ["must", "should", "may"] {
            if let Some(total) = levels.get(level) {
                let _ = writeln!(
                    out,
                    "| {codec} | {level} | {} | {} | {} | {} |",
                    total.all, total.covered, total.untestable, total.readings
                );
            }
        }
    }
    out += "\n## Requirements\n\n| id | clause | level | basis | asks | cases | caught deviations that break it \
            | caught besides |\n| --- | --- | --- | --- | --- | --- | --- | ---: |\n";
    for row in &coverage.requirements {
        let cases = match (&row.untestable, row.cases.len()) {
            (Some(reason), 0) => format!("untestable: {}", escape(reason)),
            (_, 0) => "**none**".to_owned(),
            (_, count) => format!("{count}: {}", some(row.cases.iter().map(String::as_str))),
        };
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {cases} | {} | {} |",
            row.id,
            escape(&row.clause),
            row.level,
            row.basis,
            escape(&row.text),
            some(row.broken_by.iter().copied()),
            row.also_caught.len()
        );
    }
    out += "\n## Deviations\n\n| id | what it does | breaks | seen in | caught by |\n\
            | --- | --- | --- | --- | ---: |\n";
    for row in &coverage.deviations {
        let caught = match row.equivalent {
            Some(reason) => format!("equivalent: {}", escape(reason)),
            None => row.caught_by.to_string(),
        };
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {caught} |",
            row.id,
            escape(row.summary),
            row.breaks.join(", "),
            escape(&row.seen.join("; "))
        );
    }
    out
}

fn some<'a>(ids: impl Iterator<Item = &'a str>) -> String {
    let ids: Vec<_> = ids.collect();
    let mut shown = ids.iter().take(SHOWN).copied().collect::<Vec<_>>().join(", ");
    if ids.len() > SHOWN {
        shown += ", …";
    }
    shown
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('|', "\\|").replace('<', "&lt;")
}
