//! One failure in the report for people.

use std::path::Path;

use super::parts;
use super::value::Extent;
use super::wording::{
    describe, last_lines, show_difference, show_observed, show_outcomes, show_step,
};
use crate::escape::{FIELD, printable, printable_start};
use crate::event::CaseEvent;

/// The verdict on a failure in words: `crash, not when asked alone (advisory)`.
pub(super) fn headline(case: &CaseEvent) -> String {
    let verdict = case.failing.map_or_else(|| case.verdict.code(), describe);
    let order = if case.order_dependent { ", not when asked alone" } else { "" };
    let advisory = if case.unexpected { "" } else { " (advisory)" };
    format!("{verdict}{order}{advisory}")
}

/// The command of acegate that shows the failure again. A hunt that wrote no vectors is repeated as a
/// whole.
pub(super) const fn command(case: &CaseEvent) -> &'static str {
    if case.file.is_empty() { "hunt" } else { "check" }
}

/// The failure of this case as titled lines of text, each of this extent. Its command with the words of
/// `repeat` shows it again.
pub(super) fn failure_lines(
    case: &CaseEvent,
    repeat: &[String],
    extent: Extent,
) -> Vec<(&'static str, String)> {
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
    let id = match command(case) {
        "hunt" => &[][..],
        _ => {
            lines.push(("vector", vector(case, repeat)));
            ids.as_slice()
        }
    };
    let words = repeat_command(command(case), repeat);
    let id = printable(&shell_words::join(id));
    let repeat = match (extent.shows_command(&words), id.as_str()) {
        (true, "") => words,
        (true, id) => format!("{words} {id}"),
        (false, "") => "the same command".to_owned(),
        (false, id) => format!("the same command with {id}"),
    };
    lines.push(("repeat", repeat));
    lines.into_iter().map(|(name, text)| (name, extent.field(text))).collect()
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
pub(crate) fn repeat_command(command: &str, arguments: &[String]) -> String {
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
