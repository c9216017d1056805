//! One failure in the report for people.

use std::io::{self, Write};

use super::parts;
use super::style::{BAD, MILD, QUIET};
use super::wording::{
    describe, last_lines, seen, show_expected, show_observed, show_step, show_value,
};
use crate::escape::{FIELD, bounded, printable, printable_start};
use crate::event::{BehavesLike, CaseEvent};

/// The line that names a failure.
#[derive(Debug)]
pub(super) struct Title {
    verdict: &'static str,
    order_dependent: bool,
    unexpected: bool,
    name: String,
}

impl Title {
    pub(super) fn new(case: &CaseEvent) -> Self {
        let verdict = case.failing.map_or_else(|| case.verdict.code(), describe);
        Self {
            verdict,
            order_dependent: case.order_dependent,
            unexpected: case.unexpected,
            name: printable_start(&case.name, FIELD),
        }
    }

    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let style = if self.unexpected { BAD } else { MILD };
        let order = if self.order_dependent { ", not when asked alone" } else { "" };
        let advisory = if self.unexpected { "" } else { " (advisory)" };
        writeln!(out, "{style}{}{style:#}{order}{advisory}  {}", self.verdict, self.name)
    }
}

/// A failure with all that is said of it, no field longer than [`FIELD`].
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) title: Title,
    name: String,
    lines: Vec<(&'static str, String)>,
}

impl Failure {
    /// The failure of this case, which `repeat` asks again.
    pub(super) fn new(case: &CaseEvent, repeat: &[String]) -> Self {
        let asked = [&case.codec, &case.op].map(|word| printable_start(word, FIELD)).join(" ");
        let mut asked =
            format!("{asked} {}", case.input.as_ref().map_or_else(String::new, show_value));
        for (name, value) in &case.params {
            let value = printable_start(&value.to_string(), FIELD);
            asked += &format!("  {}={value}", printable(name));
        }
        let expected: Vec<_> = case.expected.iter().map(show_expected).collect();
        let mut lines = vec![
            ("asked", asked),
            ("expected", expected.join(", or ")),
            ("got", case.observed.as_ref().map_or_else(String::new, show_observed)),
        ];
        lines.extend(case.step.map(|step| ("step", show_step(case, step))));
        lines.extend(parts::lines(case));
        let clause = format!("{}, {} ({})", case.document, case.clause, case.level);
        lines.push(("clause", printable(&clause)));
        lines.extend(case.note.as_deref().map(|note| ("because", printable(note))));
        if !case.stderr.is_empty() {
            lines.push(("stderr", last_lines(&case.stderr)));
        }
        lines.push(("vector", format!("{}:{}", printable(&case.file), case.line)));
        let words = ["acegate", "check"].into_iter();
        let words = words.chain(repeat.iter().map(String::as_str));
        let words = shell_words::join(words.chain(["--id", &case.case]));
        lines.push(("repeat", printable(&words)));
        let lines = lines.into_iter().map(|(name, text)| (name, bounded(text))).collect();
        Self { title: Title::new(case), name: case.name.to_string(), lines }
    }

    /// Writes it, with the first of the deviations that it is like.
    pub(super) fn write(&self, likes: &[BehavesLike], out: &mut dyn Write) -> io::Result<()> {
        writeln!(out)?;
        self.title.write(out)?;
        for (name, text) in &self.lines {
            if *name == "vector" {
                let like = likes.iter().find(|like| like.checks.contains(&self.name));
                if let Some(like) = like {
                    write_line(
                        out,
                        "like",
                        &format!("{}{}", printable(&like.deviation), seen(like)),
                    )?;
                }
            }
            write_line(out, name, text)?;
        }
        Ok(())
    }
}

fn write_line(out: &mut dyn Write, name: &str, text: &str) -> io::Result<()> {
    writeln!(out, "  {QUIET}{name:<9}{QUIET:#} {text}")
}
