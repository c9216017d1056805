//! `acegate explain NAME`: UTS #46 and IDNA 2008 on one name, one below the other.

use acegate_codec::{Value, Verb, codecs};
use acegate_deviations::deviations;
use acegate_vectors::Suite;

use super::output::CliError;
use crate::escape::printable;
use crate::explain::catalogue::named;
use crate::explain::standards::{self, Ruling, rulings};
use crate::explain::{Part, Trace, numbers};
use crate::hunt::interpretations_for;
use crate::nearest::{did_you_mean, nearest};
use crate::protocol::Request;
use crate::suite::rules;

/// The error if a word without an input is not a name but the id of something, correct or misspelt. An id has only
/// ASCII letters, digits, hyphens, slashes and colons, so other words are always names.
pub(super) fn check_is_name(word: &str) -> Result<(), CliError> {
    if word.contains(|c: char| !c.is_ascii_alphanumeric() && !"-/:".contains(c)) {
        return Ok(());
    }
    if word.contains(['/', ':']) {
        return Err(no_name_with_slash(word).into());
    }
    if ends_with_number(word) {
        let near = did_you_mean(word, rules().iter().map(|rule| rule.id.as_str()));
        if !near.is_empty() {
            let what = format!("the ledger has no requirement {word:?}{near}");
            return Err(what.into());
        }
    }
    match named(word) {
        Err(error) if is_like_codec(word) => Err(error.into()),
        _ => Ok(()),
    }
}

/// Whether the word ends with a hyphen and a number, as the id of a requirement does.
fn ends_with_number(word: &str) -> bool {
    let parts = word.rsplit_once('-');
    parts.is_some_and(|(_, number)| number.parse::<u32>().is_ok())
}

fn is_like_codec(word: &str) -> bool {
    !nearest(word, codecs().iter().map(|codec| codec.id())).is_empty()
}

/// The error for the id of a case or of a simulated bug, which other commands show.
fn no_name_with_slash(word: &str) -> String {
    if deviations().any(|deviation| deviation.id == word) {
        return format!(
            "{word} is a simulated bug, which is not explained: acegate serve --deviation {word}"
        );
    }
    let mut checks = Vec::new();
    if let Ok(suite) = Suite::embedded() {
        for case in &suite.cases {
            if word.split(':').next() == Some(case.id.as_str()) {
                return format!(
                    "{word} is a test case, which is not explained: acegate vectors show {word}"
                );
            }
            checks.push(case.id.clone());
        }
    }
    let ids = checks.iter().map(String::as_str);
    let ids = ids.chain(deviations().map(|deviation| deviation.id));
    let near = did_you_mean(word, ids);
    format!("{word:?} is neither a codec nor a requirement nor a name{near}")
}

/// The names side by side, then the other answers that are right, and the commands that show the steps.
pub(super) fn side_by_side(name: &str) -> Trace {
    let mut trace = standards::side_by_side(name);
    let rulings = rulings(name);
    for Room { sentence, titles } in left_open(&rulings, name) {
        let text = format!("{}: {sentence}", titles.join(", "));
        trace.parts.push(Part::Fact("left open", text));
    }
    for ruling in &rulings {
        trace.parts.push(Part::Fact("steps", command(ruling, name)));
    }
    trace
}

/// A sentence on other answers that are right.
struct Room {
    sentence: String,
    /// The standards that it is about.
    titles: Vec<&'static str>,
}

/// The room that the documents leave, as hunts know it.
fn left_open(rulings: &[Ruling], name: &str) -> Vec<Room> {
    let mut rooms: Vec<Room> = Vec::new();
    for ruling in rulings {
        let title = ruling.title;
        let request = Request {
            params: ruling.parameters.clone(),
            ..Request::new(ruling.codec, Verb::ToAscii.name(), Value::from(name))
        };
        for sentence in interpretations_for(&request) {
            match rooms.iter_mut().find(|room| room.sentence == sentence) {
                Some(room) => room.titles.push(title),
                None => rooms.push(Room {
                    sentence,
                    titles: vec![title],
                }),
            }
        }
    }
    rooms
}

/// The command that shows the steps of one standard. A name that does not print is written by its code points.
fn command(ruling: &Ruling, name: &str) -> String {
    let mut words = vec![
        "acegate".to_owned(),
        "explain".to_owned(),
        ruling.codec.to_owned(),
    ];
    for (parameter, value) in &ruling.parameters {
        words.push(format!("--{parameter}"));
        words.push(value.to_string());
    }
    if printable(name) != name {
        words.push("--code-points".to_owned());
        words.push(numbers(name.chars().map(u32::from)));
    } else {
        if name.starts_with("--") {
            words.push("--".to_owned());
        }
        words.push(name.to_owned());
    }
    shell_words::join(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::standards::{Parting, partings};

    /// A name, and what UTS #46, registration, lookup and lookup after RFC 5895 say of it: a value, `value` for
    /// any, or the rules that it breaks. `should` and `free` mean that another answer is left open.
    struct Row {
        name: &'static str,
        answers: [&'static str; 4],
        /// Whether they part because UTS #46 changes the name, and by which rules; `-` if they agree.
        parting: &'static str,
    }

    const fn row(name: &'static str, answers: [&'static str; 4], parting: &'static str) -> Row {
        Row {
            name,
            answers,
            parting,
        }
    }

    /// RFC 5892, section 2, has each code point as DISALLOWED or CONTEXTO, and UTS #46 maps it or accepts it. The
    /// codes of the values are the usual examples, or are computed with Python's `punycode` codec.
    const ROWS: [Row; 30] = [
        row(
            "Bücher",
            ["xn--bcher-kva", "DIS", "DIS", "xn--bcher-kva"],
            "maps",
        ),
        row("\u{1E9E}", ["xn--zca", "DIS", "DIS", "xn--zca"], "maps"),
        row(
            "faß",
            ["xn--fa-hia", "xn--fa-hia", "xn--fa-hia", "xn--fa-hia"],
            "-",
        ),
        row("♥", ["xn--g6h", "DIS", "DIS", "DIS"], "DIS"),
        row("😀", ["xn--e28h", "DIS", "DIS", "DIS"], "DIS"),
        row(
            "xn--g6h",
            ["xn--g6h", "DIS should", "xn--g6h free", "xn--g6h free"],
            "DIS",
        ),
        row("a·b", ["value", "CO", "value free", "value"], "CO"),
        row("\u{375}a", ["value", "CO", "value free", "value"], "CO"),
        row("・a", ["value", "CO", "value free", "value"], "CO"),
        row("\u{640}\u{628}", ["value", "DIS", "DIS", "DIS"], "DIS"),
        row("\u{1100}", ["value", "DIS", "DIS", "DIS"], "DIS"),
        row("\u{19DA}", ["value", "DIS", "DIS", "DIS"], "DIS"),
        row("≠", ["value", "DIS", "DIS", "DIS"], "DIS"),
        row("ﬁ", ["fi", "DIS", "DIS", "DIS"], "maps"),
        row("ⅰ", ["i", "DIS", "DIS", "DIS"], "maps"),
        row("²", ["2", "DIS", "DIS", "DIS"], "maps"),
        row("ŉ", ["value", "DIS", "DIS", "DIS"], "maps"),
        row("a\u{AD}b", ["ab", "DIS", "DIS", "DIS"], "maps"),
        row("\u{345}", ["value", "MARK", "MARK", "MARK"], "maps"),
        row(
            "e\u{301}",
            ["xn--9ca", "NFC", "NFC", "xn--9ca"],
            "normalises",
        ),
        row("a。b", ["a.b", "DIS", "DIS", "a.b"], "maps"),
        row("\u{FF41}", ["a", "DIS", "DIS", "a"], "maps"),
        row(
            "\u{628}\u{660}\u{6F0}",
            ["B4", "CO BIDI", "should", "should"],
            "-",
        ),
        row("0.א", ["B1", "BIDI should", "should", "should"], "-"),
        row("-é", ["V3", "HEND", "value free", "value free"], "V3, HEND"),
        row("ab--c", ["V2", "RLDH", "RLDH", "RLDH"], "-"),
        row("a_b", ["U1", "LDH", "should", "should"], "-"),
        row("a.", ["A4_2", "a.", "a.", "a."], "A4_2"),
        row("ſ", ["s", "DIS", "DIS", "DIS"], "maps"),
        row("\u{2126}", ["xn--bya", "DIS", "DIS", "xn--bya"], "maps"),
    ];

    #[test]
    fn the_standards_answer_and_part_as_the_documents_say() {
        for row in ROWS {
            let name = row.name;
            let rulings = rulings(name);
            for (ruling, expected) in rulings.iter().zip(row.answers) {
                assert_answers(name, ruling, expected);
            }
            let mut found = Vec::new();
            for parting in partings(name) {
                match parting {
                    Parting::Change { step, .. } => found.push(step.to_owned()),
                    Parting::Rules { codes, .. } => found.push(codes.join(", ")),
                }
            }
            if found.is_empty() {
                found.push("-".to_owned());
            }
            assert_eq!(found, [row.parting], "{name:?}");
        }
    }

    fn assert_answers(name: &str, ruling: &Ruling, expected: &str) {
        let title = ruling.title;
        for word in expected.split(' ') {
            let rooms = left_open(std::slice::from_ref(ruling), name);
            match (word, &ruling.answer) {
                ("value", answer) => assert!(answer.is_ok(), "{title}: {name:?}"),
                ("free", _) => assert!(!rooms.is_empty(), "{title}: {name:?}"),
                ("should", _) => {
                    let mut rooms = rooms.iter();
                    let is_open = rooms.any(|room| room.sentence.ends_with("(at most should)"));
                    assert!(is_open, "{title}: {name:?}");
                }
                (word, Ok(value)) => assert_eq!(value, word, "{title}: {name:?}"),
                (word, Err(rules)) => {
                    let codes: Vec<_> = rules.iter().map(|rule| rule.code).collect();
                    assert!(codes.contains(&word), "{title}: {name:?}: {codes:?}");
                }
            }
        }
    }

    /// A must is not shown as less than one.
    #[test]
    fn nothing_is_left_open_where_the_documents_decide() {
        for name in ["Bücher", "♥", "\u{640}\u{628}", "e\u{301}", "ﬁ"] {
            let rooms = left_open(&rulings(name), name);
            let sentences: Vec<_> = rooms.iter().map(|room| &room.sentence).collect();
            assert!(sentences.is_empty(), "{name:?}: {sentences:?}");
        }
    }

    #[test]
    fn an_id_is_no_name() {
        for id in [
            "punicode",
            "punicode-27",
            "punycode/edge/wrod",
            "utf5/zeros:encode",
        ] {
            assert!(check_is_name(id).is_err(), "{id}");
        }
        for name in [
            "example",
            "xn--g6h",
            "ab--c",
            "a.",
            "a_b",
            "punycode.example",
            "bücher",
        ] {
            assert!(check_is_name(name).is_ok(), "{name}");
        }
    }
}
