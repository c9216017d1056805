//! One failure in the report for people: which part of a uri2dec number is wrong, too, and the command that
//! shows how the right answer comes about.

use std::path::Path;

use acegate_codec::uri2dec;

use super::value::Extent;
use super::wording::{
    describe, last_lines, show_difference, show_observed, show_outcomes, show_step,
};
use super::worked::{explain_command, text, worked};
use crate::escape::{FIELD, printable, printable_start};
use crate::event::CaseEvent;
use crate::findings::{NUMBER_PARTS, number_parts};

/// The verdict on a failure in words: `crash, not when asked alone (advisory)`.
pub(super) fn headline(case: &CaseEvent) -> String {
    let verdict = case.failing.map_or_else(|| case.verdict.code(), describe);
    let order = if case.order_dependent {
        ", not when asked alone"
    } else {
        ""
    };
    let advisory = if case.unexpected { "" } else { " (advisory)" };
    format!("{verdict}{order}{advisory}")
}

/// The command that shows the failure again. A hunt that wrote no vectors is repeated as a whole.
pub(super) const fn command(case: &CaseEvent) -> &'static str {
    if case.file.is_empty() {
        "hunt"
    } else {
        "check"
    }
}

/// The failure of this case as titled lines of text, each of this extent. Its command with the words of
/// `repeat` shows it again.
pub(super) fn failure_lines(
    case: &CaseEvent,
    repeat: &[String],
    extent: Extent,
) -> Vec<(&'static str, String)> {
    let asked = [&case.codec, &case.op]
        .map(|word| printable_start(word, FIELD))
        .join(" ");
    let input = case.input.as_ref().map(|input| extent.value(input));
    let mut asked = format!("{asked} {}", input.unwrap_or_default());
    for (name, value) in &case.params {
        let value = printable_start(&value.to_string(), FIELD);
        asked += &format!("  {}={value}", printable(name));
    }
    let observed = case
        .observed
        .as_ref()
        .map(|observed| match observed.value() {
            Some(value) => extent.value(value),
            None => extent.words(show_observed(observed)),
        });
    let mut lines = vec![
        ("asked", asked),
        ("expected", show_outcomes(&case.expected, extent)),
        ("got", observed.unwrap_or_default()),
    ];
    lines.extend(
        case.step
            .map(|step| ("step", extent.words(show_step(case, step)))),
    );
    let mut parts = lines_on_parts(case);
    parts.retain(|(name, command)| *name != "explain" || extent.shows_command(command));
    if !parts.iter().any(|(name, _)| *name == "differs") {
        lines.extend(show_difference(case, extent).map(|text| ("differs", text)));
    }
    lines.extend(parts);
    let clause = format!("{}, {} ({})", case.document, case.clause, case.level);
    lines.push(("clause", printable(&clause)));
    lines.extend(
        case.note
            .as_deref()
            .map(|note| ("because", printable(note))),
    );
    if !case.stderr.is_empty() {
        lines.push(("stderr", extent.words(last_lines(&case.stderr))));
    }
    let is_hunt = command(case) == "hunt";
    if !is_hunt {
        lines.push(("vector", vector(case, repeat)));
    }
    let names = match case.after.as_slice() {
        _ if is_hunt => Vec::new(),
        _ if !case.order_dependent => vec![&case.case],
        // A check that depends on unknown requests before it is repeated with the whole run.
        [] => Vec::new(),
        before => before.iter().chain([&case.name]).collect(),
    };
    let words = repeat_command(command(case), repeat);
    let ids = names.into_iter().flat_map(|name| ["--id", name.as_str()]);
    let id = printable(&shell_words::join(ids));
    let repeat = match (extent.shows_command(&words), id.as_str()) {
        (true, "") => words,
        (true, id) => format!("{words} {id}"),
        (false, "") => "the same command".to_owned(),
        (false, id) => format!("the same command with {id}"),
    };
    lines.push(("repeat", repeat));
    lines
        .into_iter()
        .map(|(name, text)| (name, extent.field(text)))
        .collect()
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

/// The lines on a failure of uri2dec: the part that differs, and `acegate explain`.
fn lines_on_parts(case: &CaseEvent) -> Vec<(&'static str, String)> {
    if case.codec != "uri2dec" {
        return Vec::new();
    }
    let Some(input) = case.input.as_ref().and_then(text) else {
        return Vec::new();
    };
    let right = case
        .expected
        .iter()
        .find_map(|expected| text(expected.value()?));
    let found = case
        .observed
        .as_ref()
        .and_then(|observed| text(observed.value()?));
    let differs = right.zip(found).and_then(|(right, found)| match &*case.op {
        "encode" | "key" | "write-record" | "hash" => numbers(case, &input, &right, &found),
        "decode" | "read-record" | "parses" => addresses(&right, &found),
        _ => None,
    });
    let mut lines: Vec<_> = differs.map(|text| ("differs", text)).into_iter().collect();
    let explain = worked(case).and_then(|worked| explain_command(&worked));
    lines.extend(explain.map(|command| ("explain", command)));
    lines
}

fn numbers(case: &CaseEvent, address: &str, right: &str, found: &str) -> Option<String> {
    let digits = address.chars().count();
    let (right, found) = (
        number_parts(&case.op, right, digits),
        number_parts(&case.op, found, digits),
    );
    let differing = NUMBER_PARTS
        .iter()
        .zip(right.iter().zip(&found))
        .filter(|(_, (a, b))| a != b);
    let differing: Vec<_> = differing
        .map(|(name, (right, found))| {
            format!(
                "{name}: expected \"{}\", got \"{}\"",
                printable(right),
                printable(found)
            )
        })
        .collect();
    (!differing.is_empty()).then(|| differing.join("; "))
}

/// The part in which two addresses differ: that of the hash, or that of the key.
fn addresses(right: &str, found: &str) -> Option<String> {
    let hash = |address: &str| uri2dec::hash(address).ok();
    if hash(right).is_none() || hash(right) != hash(found) {
        return (right != found).then(|| "hash: the address is spelled with other keys".to_owned());
    }
    let at = right
        .chars()
        .zip(found.chars())
        .position(|(a, b)| !a.eq_ignore_ascii_case(&b))?;
    let symbol = |address: &str| {
        address
            .chars()
            .nth(at)
            .map(String::from)
            .unwrap_or_default()
    };
    let (place, right, found) = (at + 1, symbol(right), symbol(found));
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
        lines_on_parts(case)
            .into_iter()
            .map(|(name, text)| format!("{name}: {text}"))
            .collect()
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
