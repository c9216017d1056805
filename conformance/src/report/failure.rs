//! One failure in the report for people.

use std::io::{self, Write};

use serde_json::Value as Json;

use super::parts;
use super::text::{BAD, MILD, QUIET};
use crate::escape::{FIELD, bounded, printable, printable_start, printable_value};
use crate::event::{BehavesLike, CaseEvent};
use crate::judge::Failing;

/// How many libraries are named in which a deviation was seen.
const SEEN: usize = 3;

/// How many of the last lines of foreign text are shown.
const LAST_LINES: usize = 3;

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
        let mut asked = format!("{asked} {}", printable_value(&case.input));
        for (name, value) in &case.params {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            asked += &format!("  {}={}", printable(name), printable_start(&value, FIELD));
        }
        let expected: Vec<_> = case.expected.iter().map(show_expected).collect();
        let mut lines = vec![
            ("asked", asked),
            ("expected", expected.join(", or ")),
            ("got", show_observed(&case.observed)),
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

/// Where a deviation was seen, after a comma.
pub(super) fn seen(like: &BehavesLike) -> String {
    if like.seen.is_empty() {
        return String::new();
    }
    let mut libraries: Vec<_> = like.seen.iter().map(|library| printable(library)).collect();
    if libraries.len() > SEEN {
        let more = libraries.len() - SEEN;
        libraries.truncate(SEEN);
        libraries.push(format!("{more} more"));
    }
    format!(", seen in {}", libraries.join("; "))
}

const fn describe(failing: Failing) -> &'static str {
    match failing {
        Failing::WrongValue => "wrong value",
        Failing::AcceptedWrongly => "accepted wrongly",
        Failing::RefusedWrongly => "refused wrongly",
        Failing::WrongKind => "refused for another reason",
    }
}

/// The first step whose answer is wrong, from 1, with what was to come of it and what came.
fn show_step(case: &CaseEvent, step: usize) -> String {
    let shown = |list: &Json| match list.get(step) {
        Some(value) => printable_value(value),
        None => "nothing".to_owned(),
    };
    // Of several right lists that agree so far, each says what might have come.
    let agrees = |right: &&Json| {
        let found = case.observed["ok"].as_array().into_iter().flatten();
        right
            .as_array()
            .is_some_and(|right| right.iter().zip(found).take(step).all(|(a, b)| a == b))
    };
    let right = case.expected.iter().filter_map(|expected| expected.get("ok")).filter(agrees);
    let right: Vec<_> = right.map(shown).collect();
    let asked = case.input.get(step).map_or_else(|| "behind the last".to_owned(), printable_value);
    let got = shown(&case.observed["ok"]);
    format!("{}, {asked}: expected {}, got {got}", step + 1, right.join(", or "))
}

fn show_expected(expected: &Json) -> String {
    if let Some(value) = expected.get("ok") {
        return printable_value(value);
    }
    let kinds: Vec<_> = expected["error"].as_array().into_iter().flatten().collect();
    let kinds: Vec<_> = kinds.iter().filter_map(|kind| kind.as_str()).collect();
    let at = expected.get("at").map_or_else(String::new, |at| format!(" at {at}"));
    format!("a refusal: {}{at}", kinds.join(" or "))
}

/// What came of a request, in words.
pub(crate) fn show_observed(observed: &Json) -> String {
    if let Some(value) = observed.get("ok") {
        return printable_value(value);
    }
    if let Some(fault) = observed.get("text").and_then(Json::as_str) {
        return printable_start(fault, FIELD);
    }
    let refusal = &observed["error"];
    let mut out = "a refusal".to_owned();
    if let Some(kind) = refusal["kind"].as_str() {
        out += &format!(": {}", printable_start(kind, FIELD));
    }
    if let Some(at) = refusal["at"].as_u64() {
        out += &format!(" at {at}");
    }
    if let Some(message) = refusal["message"].as_str() {
        out += &format!(" ({})", last_lines(message));
    }
    out
}

/// The last lines of foreign text on one line, made safe.
fn last_lines(text: &str) -> String {
    let lines = text.lines().rev().filter(|line| !line.trim().is_empty()).take(LAST_LINES);
    let lines: Vec<_> = lines.map(|line| printable_start(line.trim(), FIELD)).collect();
    lines.into_iter().rev().collect::<Vec<_>>().join(" | ")
}
