//! One failure in the report for people: which part of a uri2dec number is wrong, too, and the command that
//! shows how the right answer comes about.

use std::path::Path;

use acegate_codec::{Parameter, Parameters, Text, Value, uri2dec};

use super::value::Extent;
use super::wording::{
    describe, last_lines, show_difference, show_observed, show_outcomes, show_step,
};
use crate::escape::{FIELD, is_hostile, printable, printable_start};
use crate::event::CaseEvent;
use crate::explain::operations;
use crate::findings::{NUMBER_PARTS, number_parts};
use crate::observation::AnyValue;
use crate::protocol::code_point_words;

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

/// The text of a value, or of the first of a list.
fn text(value: &AnyValue) -> Option<String> {
    let AnyValue::Ordinary(value) = value else {
        return None;
    };
    texts(value).next()?.to_scalar_string()
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

/// An operation whose worked steps show how the right answer to a check comes about.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Worked {
    pub(crate) codec: String,
    pub(crate) op: &'static str,
    pub(crate) parameters: Parameters,
    pub(crate) input: Value,
}

impl Worked {
    /// How many code points the input has, or the longest text of its list.
    pub(super) fn longest(&self) -> usize {
        self.texts()
            .map(|text| text.code_points.len())
            .max()
            .unwrap_or_default()
    }

    pub(super) fn texts(&self) -> impl Iterator<Item = &Text> {
        texts(&self.input)
    }
}

/// The operation of a check; `None` if it has no steps.
pub(super) fn worked(case: &CaseEvent) -> Option<Worked> {
    let input = case.input.as_ref()?;
    let (codec, op) = (case.codec.clone(), case.op.as_str());
    if codec != "uri2dec" || op == "assign" {
        let AnyValue::Ordinary(input) = input else {
            return None;
        };
        let op = operations(acegate_codec::codec(&codec)?).find(|name| *name == op)?;
        // The steps do not show which letters of a code are in upper case, and only Bootstring takes
        // surrogates.
        let is_bootstring = matches!(&*codec, "punycode" | "bootstring");
        let is_shown = |text: &Text| {
            text.flags.is_none() && (is_bootstring || text.to_scalar_string().is_some())
        };
        if !texts(input).all(is_shown) {
            return None;
        }
        let (parameters, input) = (case.params.clone(), input.clone());
        return Some(Worked {
            codec,
            op,
            parameters,
            input,
        });
    }
    let input = text(input)?;
    let record = input
        .get(4..)
        .filter(|_| input.to_ascii_lowercase().starts_with("ics:"));
    let (op, input) = match op {
        "encode" | "key" | "hash" | "invert" | "write-record" => ("encode", input.as_str()),
        "decode" | "parses" => ("decode", input.as_str()),
        "read-record" => {
            let number = record?;
            let address = number.split(' ').next()?;
            let is_hash = address.bytes().all(|octet| octet.is_ascii_digit());
            if is_hash {
                ("decode", number)
            } else {
                ("encode", address)
            }
        }
        _ => return None,
    };
    let mut parameters = Parameters::new();
    if case.op == "parses" {
        parameters.insert("style".to_owned(), Parameter::Text("dialled".to_owned()));
    }
    for name in ["profile", "form", "packing", "style", "scope", "strictness"] {
        if let Some(value @ Parameter::Text(_)) = case.params.get(name) {
            parameters.insert(name.to_owned(), value.clone());
        }
    }
    Some(Worked {
        codec,
        op,
        parameters,
        input: Value::from(input),
    })
}

/// The texts of a value: its own, or those of its list.
fn texts(value: &Value) -> impl Iterator<Item = &Text> {
    let values = match value {
        Value::List(values) => values.as_slice(),
        value => std::slice::from_ref(value),
    };
    values.iter().filter_map(|value| value.as_text().ok())
}

pub(crate) fn explain_command(worked: &Worked) -> Option<String> {
    let mut words = vec!["acegate".to_owned(), "explain".into(), worked.codec.clone()];
    match worked.op {
        "encode" => {}
        "decode" => words.push("--decode".into()),
        op => words.extend(["--op".into(), op.into()]),
    }
    for (name, value) in &worked.parameters {
        words.extend([format!("--{name}"), value.to_string()]);
    }
    if matches!(worked.input, Value::List(_)) {
        // A list is read from standard input, a text a line.
        let lines = worked.texts().map(Text::to_scalar_string);
        let lines: Vec<_> = lines.collect::<Option<_>>()?;
        if lines.iter().any(|line| line.contains(is_hostile)) {
            return None;
        }
        let lines = shell_words::join(lines);
        let command = format!("printf '%s\\n' {lines} | {}", shell_words::join(words));
        return Some(printable(&command));
    }
    let text = worked.input.as_text().ok()?;
    match text
        .to_scalar_string()
        .filter(|text| !text.is_empty() && !text.contains(is_hostile))
    {
        Some(text) => {
            words.extend(text.starts_with("--").then(|| "--".to_owned()));
            words.push(text);
        }
        None => words.extend(["--code-points".to_owned(), code_point_words(text)]),
    }
    Some(printable(&shell_words::join(words)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{Expected, Observed};

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

    #[test]
    fn the_steps_of_a_list_are_asked_for_on_standard_input() {
        let texts = ["+4412", "100 1 \"u\" \"E2U+sip\" \"!'!sip:x!\" ."];
        let list = Value::List(texts.iter().map(|text| Value::from(*text)).collect());
        let rewrite = |input: Value| CaseEvent {
            codec: "enum".into(),
            op: "rewrite".into(),
            input: Some(AnyValue::Ordinary(input)),
            ..CaseEvent::default()
        };
        let steps = worked(&rewrite(list)).expect("it has steps");
        assert_eq!(steps.longest(), 33);
        let command = r#"printf '%s\n' +4412 '100 1 "u" "E2U+sip" "!'\''!sip:x!" .' | acegate explain enum --op rewrite"#;
        assert_eq!(explain_command(&steps).as_deref(), Some(command));
        let hostile = Value::List(vec![Value::from("+4412\u{202e}")]);
        let steps = worked(&rewrite(hostile)).expect("it has steps");
        assert_eq!(explain_command(&steps), None);
    }
}
