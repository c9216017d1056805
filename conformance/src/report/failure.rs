//! One failure in the report for people.

use std::borrow::Cow;
use std::path::Path;

use super::parts;
use super::value::Extent;
use super::wording::{
    describe, last_lines, seen, show_difference, show_observed, show_outcomes, show_step,
};
use crate::escape::{FIELD, printable, printable_start};
use crate::event::{BehavesLike, CaseEvent};

/// The line that names a failure.
#[derive(Debug)]
pub(crate) struct Title {
    verdict: &'static str,
    order_dependent: bool,
    unexpected: bool,
    name: String,
}

impl Title {
    pub(crate) fn new(case: &CaseEvent) -> Self {
        let verdict = case.failing.map_or_else(|| case.verdict.code(), describe);
        Self {
            verdict,
            order_dependent: case.order_dependent,
            unexpected: case.unexpected,
            name: printable_start(&case.name, FIELD),
        }
    }

    /// The verdict in words: `crash, not when asked alone (advisory)`.
    pub(crate) fn headline(&self) -> String {
        format!("{}{}", self.verdict, self.qualification())
    }

    /// The verdict in words and the name of the check.
    pub(crate) fn text(&self) -> String {
        format!("{}  {}", self.headline(), self.name)
    }

    fn qualification(&self) -> String {
        let order = if self.order_dependent { ", not when asked alone" } else { "" };
        let advisory = if self.unexpected { "" } else { " (advisory)" };
        format!("{order}{advisory}")
    }
}

/// A failure as titled lines of text, each bounded.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) title: Title,
    name: String,
    /// The command of acegate that shows it again.
    pub(super) command: &'static str,
    lines: Vec<(&'static str, String)>,
}

impl Failure {
    /// The failure of this case to this extent. `acegate check` with the words of `repeat` shows it
    /// again.
    pub(crate) fn new(case: &CaseEvent, repeat: &[String], extent: Extent) -> Self {
        let asked = [&case.codec, &case.op].map(|word| printable_start(word, FIELD)).join(" ");
        let input = case.input.as_ref().map(|input| extent.value(input));
        let mut asked = format!("{asked} {}", input.unwrap_or_default());
        for (name, value) in &case.params {
            let value = printable_start(&value.to_string(), FIELD);
            asked += &format!("  {}={value}", printable(name));
        }
        let observed = case.observed.as_ref().map(|observed| match observed.value() {
            Some(value) => extent.value(value),
            None => extent.words(show_observed(observed)),
        });
        let mut lines = vec![
            ("asked", asked),
            ("expected", show_outcomes(&case.expected, extent)),
            ("got", observed.unwrap_or_default()),
        ];
        lines.extend(case.step.map(|step| ("step", extent.words(show_step(case, step)))));
        let mut parts = parts::lines(case);
        parts.retain(|(name, command)| *name != "explain" || extent.shows_command(command));
        if !parts.iter().any(|(name, _)| *name == "differs") {
            lines.extend(show_difference(case, extent).map(|text| ("differs", text)));
        }
        lines.extend(parts);
        let clause = format!("{}, {} ({})", case.document, case.clause, case.level);
        lines.push(("clause", printable(&clause)));
        lines.extend(case.note.as_deref().map(|note| ("because", printable(note))));
        if !case.stderr.is_empty() {
            lines.push(("stderr", extent.words(last_lines(&case.stderr))));
        }
        // A check that depends on unknown requests before it is repeated with the whole run.
        let ids: Vec<&str> = match (case.order_dependent, case.after.as_slice()) {
            (false, _) => vec!["--id", &case.case],
            (true, []) => Vec::new(),
            (true, before) => {
                before.iter().chain([&case.name]).flat_map(|name| ["--id", name.as_str()]).collect()
            }
        };
        // A hunt that wrote no vectors is repeated as a whole.
        let (command, id) = match case.file.is_empty() {
            true => ("hunt", &[][..]),
            false => ("check", ids.as_slice()),
        };
        if !case.file.is_empty() {
            lines.push(("vector", vector(case, repeat)));
        }
        let words = repeat_command(command, repeat);
        let id = printable(&shell_words::join(id));
        let repeat = match (extent.shows_command(&words), id.as_str()) {
            (true, "") => words,
            (true, id) => format!("{words} {id}"),
            (false, "") => "the same command".to_owned(),
            (false, id) => format!("the same command with {id}"),
        };
        lines.push(("repeat", repeat));
        let lines = lines.into_iter().map(|(name, text)| (name, extent.field(text))).collect();
        Self { title: Title::new(case), name: case.name.to_string(), command, lines }
    }

    /// The text of the line of this name; empty if there is none.
    pub(super) fn line(&self, name: &str) -> &str {
        let line = self.lines.iter().find(|(line, _)| *line == name);
        line.map_or("", |(_, text)| text)
    }

    /// Its lines, with the first of the deviations that it looks like.
    pub(crate) fn lines(&self, likes: &[BehavesLike]) -> Vec<(&'static str, Cow<'_, str>)> {
        let lines = self.lines.iter().map(|(name, text)| (*name, Cow::Borrowed(text.as_str())));
        let mut lines: Vec<_> = lines.collect();
        if let Some(like) = likes.iter().find(|like| like.checks.contains(&self.name)) {
            let text = format!("{}{}", printable(&like.deviation), seen(like));
            let at = lines.iter().position(|(name, _)| *name == "vector").unwrap_or(lines.len());
            lines.insert(at, ("like", text.into()));
        }
        lines
    }
}

/// Whether a vector file is one of the user, so that its path means something to them. Those in the
/// program have none there.
pub(crate) fn is_own_vector(file: &str, repeat: &[String]) -> bool {
    repeat.windows(2).any(|pair| {
        let is_named = ["--vectors", "--only-vectors"].contains(&&*pair[0]);
        is_named && Path::new(file).starts_with(&pair[1])
    })
}

/// This command of acegate with the words that name the implementation of a run.
pub(super) fn repeat_command(command: &str, arguments: &[String]) -> String {
    let words = ["acegate", command].into_iter().chain(arguments.iter().map(String::as_str));
    printable(&shell_words::join(words))
}

/// The place of the vector, or the command that shows one that is in the program.
fn vector(case: &CaseEvent, repeat: &[String]) -> String {
    if is_own_vector(&case.file, repeat) {
        return format!("{}:{}", printable(&case.file), case.line);
    }
    printable(&shell_words::join(["acegate", "vectors", "show", &case.case]))
}
