//! Recorded sessions, octet for octet: what acegate sends and what it takes for an answer.
//!
//! The golden file also has the requests: a new one is a new `>` line. `UPDATE_GOLDEN=1` writes
//! the rest.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::{self, BufRead, Write};
use std::path::Path;

use acegate::implementation::{Implementation, Subprocess};
use acegate::observation::{AnyValue, Death, Fault, Observation, Outcome, Refusal, SkipReason};
use acegate::protocol::{
    CodecSupport, Description, Hello, Identity, Request, ValueForm, value_to_json,
};
use acegate::serve::serve;
use acegate::supervisor::{Limits, Program};
use acegate_codec::{ErrorKind, Text, Value, codecs};
use serde_json::Value as Json;

use super::run::assert_golden;
use super::without_words;

/// The session with `acegate serve`, beginning with hello.
const SERVED: &str = include_str!("served.txt");

#[test]
fn acegate_and_its_served_reference_write_the_recorded_lines() {
    let mut found = String::new();
    for (sent, received) in record(SERVED) {
        writeln!(found, "> {sent}\n< {}", without_words(&received)).expect("memory takes it");
    }
    assert_messages("served.txt", &found);
}

#[test]
fn every_form_of_message_is_written_as_it_always_was() {
    assert_messages("messages.txt", &messages().expect("memory takes it"));
}

#[test]
fn the_session_touches_all_that_the_codecs_have() {
    let mut used = BTreeSet::new();
    for line in SERVED.lines().filter(|line| line.starts_with("> ")).skip(1) {
        let (_, request) = Request::from_line(&line.as_bytes()[2..]).expect("a request");
        let operation = format!("{} {}", request.codec, request.op);
        for (name, value) in &request.params {
            used.insert(format!("{operation} {name}"));
            used.insert(format!("{} {name} {value}", request.codec));
        }
        used.insert(operation);
    }
    for line in SERVED.lines().filter(|line| line.starts_with("< ")).skip(1) {
        let reply: Json = serde_json::from_str(&line[2..]).expect("JSON");
        used.extend(reply["error"]["kind"].as_str().map(str::to_owned));
    }
    for codec in codecs() {
        for operation in codec.operations() {
            let name = format!("{} {}", codec.id(), operation.name);
            assert!(used.contains(&name), "{name}");
            for spec in operation.parameters {
                let parameter = format!("{name} {}", spec.name);
                assert!(used.contains(&parameter), "{parameter}");
                for value in spec.values {
                    let value = format!("{} {} {value}", codec.id(), spec.name);
                    assert!(used.contains(&value), "{value}");
                }
            }
        }
    }
    for kind in ErrorKind::ALL {
        assert!(used.contains(kind.code()), "{kind}");
    }
}

/// Compares a text with a golden file of this folder, which says VERSION for the version.
#[track_caller]
fn assert_messages(name: &str, found: &str) {
    let version = |name: &str, value: &str| format!("\"{name}\":\"{value}\"");
    let mut found = found.to_owned();
    for name in ["suite_version", "version"] {
        found = found.replace(&version(name, super::VERSION), &version(name, "VERSION"));
    }
    assert_golden(&Path::new("tests/protocol").join(name), &found);
}

/// Puts the requests of a session to `acegate serve` again. Returns each line that went in with the
/// line that came out, as they passed through the pipes.
fn record(session: &str) -> Vec<(String, String)> {
    let folder = tempfile::tempdir().expect("a folder");
    let (sent, received) = (folder.path().join("sent"), folder.path().join("received"));
    let script = "tee \"$1\" | \"$2\" serve | tee \"$3\"";
    let mut program = Program::new(["sh", "-c", script, "sh"]);
    let acegate = Path::new(env!("CARGO_BIN_EXE_acegate"));
    program
        .argv
        .extend([sent.as_path(), acegate, received.as_path()].map(Into::into));
    let mut subject = Subprocess::start(program, Limits::default()).expect("it starts");
    for line in session
        .lines()
        .filter(|line| line.starts_with("> "))
        .skip(1)
    {
        let (_, request) = Request::from_line(&line.as_bytes()[2..]).expect("a request");
        let outcome = subject.answer(&request).outcome;
        assert!(!matches!(outcome, Outcome::Fault(_)), "{line}: {outcome:?}");
    }
    assert_eq!(subject.finish(), []);
    let lines = |path: &Path| {
        let text = std::fs::read_to_string(path).expect("it was written");
        text.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let (sent, received) = (lines(&sent), lines(&received));
    assert_eq!(sent.len(), received.len());
    sent.into_iter().zip(received).collect()
}

/// Messages that no session with the reference shows, as acegate writes them.
fn messages() -> io::Result<String> {
    let mut out = Vec::new();
    let json = |json: serde_json::Result<String>| json.map_err(io::Error::from);
    writeln!(
        out,
        "The hello of acegate, and that of a program: the least, and all."
    )?;
    writeln!(out, "> {}", json(serde_json::to_string(&Hello::default()))?)?;
    for line in [LEAST, ALL] {
        let description = Description::from_line(line.as_bytes()).map_err(io::Error::other)?;
        writeln!(out, "< {}", json(serde_json::to_string(&description))?)?;
    }
    writeln!(
        out,
        "\nValues as they are sent to programs that read u, t and b, or one of them."
    )?;
    let all = [ValueForm::U, ValueForm::T, ValueForm::B];
    for value in values() {
        let sent = [&all[..], &all[..1], &all[1..2], &all[2..]].map(|forms| {
            let json = value_to_json(&value, forms);
            json.map_or_else(|| "unrepresentable".to_owned(), |json| json.to_string())
        });
        writeln!(out, "{}", sent.join("  "))?;
    }
    writeln!(
        out,
        "\nReplies of an implementation that has every outcome."
    )?;
    let mut request = String::new();
    let outcomes = outcomes();
    for id in 0..outcomes.len() {
        let line = format!("{{\"id\":{id},\"codec\":\"x\",\"op\":\"y\",\"in\":{{\"t\":\"\"}}}}\n");
        request += &line;
    }
    let mut replies = Vec::new();
    let codecs = [(
        "x".to_owned(),
        CodecSupport {
            ops: vec!["y".into()],
            ..Default::default()
        },
    )];
    let description = Description::new(Identity::default(), codecs.into());
    let mut scripted = Scripted {
        description,
        outcomes: outcomes.into_iter(),
    };
    serve(&mut scripted, &mut request.as_bytes(), &mut replies)?;
    for line in replies.lines() {
        writeln!(out, "< {}", line?)?;
    }
    String::from_utf8(out).map_err(io::Error::other)
}

const LEAST: &str =
    r#"{"type":"hello","protocol":1,"implementation":{"name":"x"},"codecs":{"utf5":{"ops":[]}}}"#;

const ALL: &str = r#"{"type":"hello","protocol":1,"implementation":{"name":"x","version":"1",
    "language":"C","url":"https://example.org/"},"codecs":{"punycode":{"ops":["encode"],
    "params":["width"],"limits":{"width":31,"length":63}}},"values":["u"],"window":4,"more":{}}"#;

fn values() -> [Value; 7] {
    [
        Value::from(""),
        Value::from("bü\"\\\n\0😀"),
        Value::from_code_points([0xD800, 0x10_FFFF]),
        Value::from_code_points([0x11_0000, u32::MAX]),
        Value::Text(Text {
            code_points: vec![0x61, 0xFC],
            flags: Some(vec![true, false]),
        }),
        Value::Octets(vec![0, 0x0A, 0xFF]),
        Value::List(vec![
            Value::from("a"),
            Value::Octets(vec![1]),
            Value::List(vec![]),
        ]),
    ]
}

fn outcomes() -> Vec<Outcome> {
    let large = AnyValue::from_integers(&[97, 4_294_967_295, 18_446_744_073_709_551_616]);
    let refused = |kind: Option<&str>, at, message: Option<&str>| {
        let [kind, message] = [kind, message].map(|word| word.map(str::to_owned));
        Outcome::Refused(Refusal { kind, at, message })
    };
    let mut outcomes: Vec<_> = values().map(Outcome::Value).into();
    outcomes.extend([
        large.into(),
        refused(None, None, None),
        refused(Some("overflow"), None, None),
        refused(None, Some(3), None),
        refused(Some("bad-digit"), Some(0), Some("\"é\" <U+D800>")),
        Outcome::Skipped(SkipReason::Unsupported, "no \"y\"".into()),
        Outcome::Fault(Fault::Caught("panic: index out of bounds".into())),
        Outcome::Fault(Fault::Died(Death::Signalled(11))),
    ]);
    outcomes
}

/// An implementation that gives its outcomes one after the other.
struct Scripted {
    description: Description,
    outcomes: std::vec::IntoIter<Outcome>,
}

impl Implementation for Scripted {
    fn describe(&self) -> &Description {
        &self.description
    }

    fn answer(&mut self, _: &Request) -> Observation {
        let outcome = self.outcomes.next().expect("one outcome a request");
        Observation::new(outcome, std::time::Duration::ZERO)
    }
}
