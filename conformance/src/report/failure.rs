//! One failure in the report for people: which part of a uri2dec number is wrong, too, and the command that
//! shows how the right answer comes about.

use std::path::Path;

use acegate_codec::{Family, Verb, family, uri2dec};

use super::label::Label;
use super::value::Extent;
use super::wording::{
    describe, last_lines, show_difference, show_observed, show_outcomes, show_step,
};
use super::worked::{explain_command, text, worked};
use crate::escape::{FIELD, printable, printable_start};
use crate::event::CaseEvent;
use crate::findings::{NUMBER_PARTS, number_parts};

/// The question of a check, in one line.
pub(crate) fn show_question(case: &CaseEvent) -> String {
    request(case, Extent::Whole(FIELD))
}

/// The right answers to a check, in one line.
pub(crate) fn show_right_answers(case: &CaseEvent) -> String {
    show_outcomes(&case.expected, Extent::Whole(FIELD))
}

/// The verdict on a failure in words: `crash, not when run alone (advisory)`.
pub(super) fn headline(case: &CaseEvent) -> String {
    let verdict = case.failing.map_or_else(|| case.verdict.code(), describe);
    let order = if case.order_dependent {
        ", not when run alone"
    } else {
        ""
    };
    let advisory = if case.unexpected { "" } else { " (advisory)" };
    format!("{verdict}{order}{advisory}")
}

/// The command that reproduces the failure. A hunt that wrote no vectors is repeated completely.
pub(super) const fn command(case: &CaseEvent) -> &'static str {
    if is_of_hunt(case) { "hunt" } else { "check" }
}

const fn is_of_hunt(case: &CaseEvent) -> bool {
    case.file.is_empty()
}

/// The failure of this case as titled lines of text, each of this extent. Its command with the words of
/// `repeat` shows it again.
pub(super) fn failure_lines(
    case: &CaseEvent,
    repeat: &[String],
    extent: Extent,
) -> Vec<(Label, String)> {
    let mut lines = vec![
        (Label::Input, request(case, extent)),
        (Label::Expected, show_outcomes(&case.expected, extent)),
        (Label::Got, answer(case, extent)),
    ];
    if let Some(step) = case.step {
        lines.push((Label::Step, extent.words(show_step(case, step))));
    }
    let parts = PartLines::of(case);
    let differs = parts.differs.or_else(|| show_difference(case, extent));
    if let Some(differs) = differs {
        lines.push((Label::Differs, differs));
    }
    if let Some(command) = parts.explain
        && extent.shows_command(&command)
    {
        lines.push((Label::Explain, command));
    }
    let clause = format!("{}, {} ({})", case.document, case.clause, case.level);
    lines.push((Label::Spec, printable(&clause)));
    if let Some(note) = &case.note {
        lines.push((Label::Why, printable(note)));
    }
    if !case.stderr.is_empty() {
        lines.push((Label::Stderr, extent.words(last_lines(&case.stderr))));
    }
    if !is_of_hunt(case) {
        lines.push((Label::Case, vector(case, repeat)));
    }
    lines.push((Label::Rerun, how_to_repeat(case, repeat, extent)));
    for (_, text) in &mut lines {
        *text = extent.field(std::mem::take(text));
    }
    lines
}

/// The request of a case: codec, operation, input and parameters.
fn request(case: &CaseEvent, extent: Extent) -> String {
    let codec = printable_start(&case.codec, FIELD);
    let op = printable_start(&case.op, FIELD);
    let mut request = format!("{codec} {op} ");
    if let Some(input) = &case.input {
        request += &extent.value(input);
    }
    for (name, value) in &case.params {
        let value = printable_start(&value.to_string(), FIELD);
        request += &format!("  {}={value}", printable(name));
    }
    request
}

/// The observed outcome; empty if there is none.
fn answer(case: &CaseEvent, extent: Extent) -> String {
    let Some(observed) = &case.observed else {
        return String::new();
    };
    match observed.value() {
        Some(value) => extent.value(value),
        None => extent.words(show_observed(observed)),
    }
}

/// The command that shows the failure again, with the ids of the checks that it needs. A long command is
/// not written again, because the report shows it once.
fn how_to_repeat(case: &CaseEvent, repeat: &[String], extent: Extent) -> String {
    let mut options = Vec::new();
    for name in names_to_repeat(case) {
        options.extend(["--id", name]);
    }
    let ids = printable(&shell_words::join(options));
    let command = repeat_command(command(case), repeat);
    let is_shown = extent.shows_command(&command);
    if is_shown && ids.is_empty() {
        command
    } else if is_shown {
        format!("{command} {ids}")
    } else if ids.is_empty() {
        "the same command".to_owned()
    } else {
        format!("the same command with {ids}")
    }
}

/// The cases and checks that reproduce the failure; none if only the complete run does.
fn names_to_repeat(case: &CaseEvent) -> Vec<&str> {
    if is_of_hunt(case) {
        return Vec::new();
    }
    if !case.order_dependent {
        return vec![&case.case];
    }
    let mut names: Vec<&str> = case.after.iter().map(String::as_str).collect();
    // A check that depends on unknown earlier requests is repeated with the complete run.
    if !names.is_empty() {
        names.push(&case.name);
    }
    names
}

/// Whether a vector file is one of the user. The path of one in the program means nothing to them.
pub(crate) fn is_own_vector(file: &str, repeat: &[String]) -> bool {
    repeat.windows(2).any(|pair| {
        let is_named = ["--vectors", "--only-vectors"].contains(&&*pair[0]);
        is_named && Path::new(file).starts_with(&pair[1])
    })
}

/// This command of acegate with the words that name the implementation of a run.
pub(crate) fn repeat_command(command: &str, arguments: &[String]) -> String {
    let words = ["acegate", command]
        .into_iter()
        .chain(arguments.iter().map(String::as_str));
    printable(&shell_words::join(words))
}

/// The place of the vector, or the command that shows one that is in the program.
fn vector(case: &CaseEvent, repeat: &[String]) -> String {
    if is_own_vector(&case.file, repeat) {
        return format!("{}:{}", printable(&case.file), case.line);
    }
    printable(&shell_words::join([
        "acegate", "vectors", "show", &case.case,
    ]))
}

/// The lines that only a failure of uri2dec has, whose numbers consist of parts.
#[derive(Default)]
struct PartLines {
    /// The part that differs.
    differs: Option<String>,
    /// The command that explains the right answer.
    explain: Option<String>,
}

impl PartLines {
    fn of(case: &CaseEvent) -> Self {
        let mut lines = Self::default();
        if family(&case.codec) != Some(Family::Addresses) {
            return lines;
        }
        let Some(input) = case.input.as_ref().and_then(text) else {
            return lines;
        };
        if let Some(worked) = worked(case) {
            lines.explain = explain_command(&worked);
        }
        let right = case.expected.iter().find_map(|right| text(right.value()?));
        let found = case
            .observed
            .as_ref()
            .and_then(|found| text(found.value()?));
        if let (Some(right), Some(found)) = (right, found) {
            lines.differs = match Verb::named(&case.op) {
                Some(verb @ (Verb::Encode | Verb::Key | Verb::WriteRecord | Verb::Hash)) => {
                    difference_of_numbers(verb, &input, &right, &found)
                }
                Some(Verb::Decode | Verb::ReadRecord | Verb::Parses) => {
                    difference_of_addresses(&right, &found)
                }
                _ => None,
            };
        }
        lines
    }
}

/// The parts in which two numbers for an address differ: `key: expected "5622", got "5623"`.
fn difference_of_numbers(verb: Verb, address: &str, right: &str, found: &str) -> Option<String> {
    let digits = address.chars().count();
    let right = number_parts(verb, right, digits);
    let found = number_parts(verb, found, digits);
    let mut differences = Vec::new();
    for (name, (right, found)) in NUMBER_PARTS.iter().zip(right.iter().zip(&found)) {
        if right != found {
            let [right, found] = [right, found].map(|part| printable(part));
            differences.push(format!("{name}: expected \"{right}\", got \"{found}\""));
        }
    }
    if differences.is_empty() {
        return None;
    }
    Some(differences.join("; "))
}

/// The part in which two addresses differ: the hash or the key.
fn difference_of_addresses(right: &str, found: &str) -> Option<String> {
    let has_same_hash = match (uri2dec::hash(right), uri2dec::hash(found)) {
        (Ok(right), Ok(found)) => right == found,
        _ => false,
    };
    if right == found {
        return None;
    }
    if !has_same_hash {
        return Some("hash: the address is spelled with other keys".to_owned());
    }
    // A hash has a digit for each symbol, so both addresses have equally many.
    let mut symbols = (1..).zip(right.chars().zip(found.chars()));
    let (place, (right, found)) =
        symbols.find(|(_, (right, found))| !right.eq_ignore_ascii_case(found))?;
    Some(format!(
        "key: symbol {place} is to be {right}, got {found}; the hash agrees"
    ))
}

#[cfg(test)]
mod tests {
    use acegate_codec::Parameter;

    use super::*;
    use crate::event::{Expected, Observed};
    use crate::observation::AnyValue;

    fn value(text: &str) -> AnyValue {
        AnyValue::Ordinary(text.into())
    }

    fn case(op: &'static str, input: &str, right: &str, found: &str) -> CaseEvent {
        CaseEvent {
            codec: "uri2dec".into(),
            op: op.into(),
            input: Some(value(input)),
            expected: vec![Expected::Value(value(right))],
            observed: Some(Observed::Value(value(found))),
            ..CaseEvent::default()
        }
    }

    fn said(case: &CaseEvent) -> Vec<String> {
        let PartLines { differs, explain } = PartLines::of(case);
        let differs = differs.map(|text| format!("differs: {text}"));
        let explain = explain.map(|text| format!("explain: {text}"));
        differs.into_iter().chain(explain).collect()
    }

    #[test]
    fn the_part_of_a_number_or_an_address_that_differs_is_named() {
        // Sections 5.2 and 5.5 of the document print hash, marker and key of this address.
        let right = "25423 1 5622999999";
        for (op, found, differs) in [
            (
                "encode",
                "26423 1 5622999999",
                "hash: expected \"25423\", got \"26423\"",
            ),
            (
                "encode",
                "25423 8 5622999999",
                "marker: expected \"1\", got \"8\"",
            ),
            (
                "encode",
                "25423 1 5623999999",
                "key: expected \"5622\", got \"5623\"",
            ),
            (
                "encode",
                "25423 1 562299999",
                "nines: expected \"999999\", got \"99999\"",
            ),
            (
                "decode",
                "blice",
                "key: symbol 1 is to be a, got b; the hash agrees",
            ),
            (
                "decode",
                "alicg",
                "hash: the address is spelled with other keys",
            ),
        ] {
            let (input, right, words) = match op {
                "encode" => ("alice", right, "alice"),
                _ => (right, "alice", "--decode '25423 1 5622999999'"),
            };
            let said = said(&case(op, input, right, found));
            assert_eq!(said[0], format!("differs: {differs}"));
            assert_eq!(said[1], format!("explain: acegate explain uri2dec {words}"));
        }
        let mut dialled = case("encode", "alice", "2542315622999999", "2542305622999999");
        dialled
            .params
            .insert("style".into(), Parameter::Text("dialled".into()));
        let said = said(&dialled);
        assert_eq!(said[0], "differs: marker: expected \"1\", got \"0\"");
        assert_eq!(
            said[1],
            "explain: acegate explain uri2dec --style dialled alice"
        );
    }

    #[test]
    fn other_codecs_and_operations_without_steps_have_no_such_lines() {
        let mut other = case("encode", "alice", "a", "b");
        other.codec = "punycode".into();
        assert_eq!(said(&other), [""; 0]);
        assert_eq!(said(&case("escape", "a b", "a%20b", "a b")), [""; 0]);
    }
}
