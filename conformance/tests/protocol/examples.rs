//! The harness runs every example of the page against a program that replies as the page says.

use std::fmt::Write as _;
use std::path::Path;

use acegate::implementation::{Implementation, InProcess, Registry, Subprocess};
use acegate::observation::{Fault, Outcome, ProtocolFault, StartError};
use acegate::protocol::Request;
use acegate::serve::serve;
use acegate::supervisor::{Limits, Program};

use super::page::{Example, examples};
use super::without_words;

#[test]
fn the_harness_sends_and_reports_every_example_of_the_page() {
    let mut reported = Vec::new();
    for example in examples() {
        let (sent, found) = play(&example);
        let number = example.number;
        assert_eq!(sent, example.marked('>'), "the example on line {number}");
        assert_eq!(found, example.marked('!'), "the example on line {number}");
        reported.extend(found);
    }
    for expected in [
        "not JSON",
        "not a reply",
        "wrong id",
        "second reply",
        "an unexpected line, because no request was open",
        "another version",
        "crash: ",
    ] {
        assert!(
            reported.iter().any(|found| found.contains(expected)),
            "{expected} is not shown"
        );
    }
}

#[test]
fn the_served_reference_replies_as_the_page_shows() {
    for example in examples()
        .into_iter()
        .filter(|example| example.is_reference)
    {
        let is_request = |line: &&str| !line.contains("\"hello\"");
        let input: String = example
            .marked('>')
            .iter()
            .filter(|it| is_request(it))
            .fold(String::new(), |all, it| all + it + "\n");
        let (mut reference, mut output) = (InProcess::registry(Registry::Reference), Vec::new());
        serve(&mut reference, &mut input.as_bytes(), &mut output).expect("memory takes it");
        let output = String::from_utf8(output).expect("UTF-8");
        let found: Vec<_> = output.lines().map(without_words).collect();
        let shown = example
            .marked('<')
            .into_iter()
            .filter(is_request)
            .map(without_words);
        assert_eq!(
            found,
            shown.collect::<Vec<_>>(),
            "the example on line {}",
            example.number
        );
    }
}

/// Puts the requests of an example to a program that replies as it says. Returns what the program
/// was sent and what the harness reports.
fn play(example: &Example) -> (Vec<String>, Vec<String>) {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("sent");
    let reported = match start(example, &log) {
        Ok(mut subject) => {
            let outcomes: Vec<_> = requests(example)
                .iter()
                .map(|request| subject.answer(request).outcome)
                .collect();
            let faults = outcomes.into_iter().filter_map(|outcome| match outcome {
                Outcome::Fault(fault) => Some(fault),
                _ => None,
            });
            faults
                .chain(subject.finish())
                .map(|fault| words(&fault))
                .collect()
        }
        Err(StartError::Hello { fault, .. }) => vec![words(&fault)],
        Err(StartError::Version { found, .. }) => vec![format!("another version: {found}")],
        Err(other) => panic!("{other}"),
    };
    let sent = std::fs::read_to_string(log).unwrap_or_default();
    (sent.lines().map(str::to_owned).collect(), reported)
}

/// Starts the shell as a program that replies as an example says, and writes what it is sent to a
/// file. An example without hello is about requests: the hello before them is not written.
fn start(example: &Example, log: &Path) -> Result<Subprocess, StartError> {
    let mut script = String::new();
    if !example.lines[0].1.contains("\"hello\"") {
        script += "IFS= read -r line; printf '%s\\n' '{\"type\":\"hello\",\"protocol\":1,\
                   \"implementation\":{\"name\":\"x\"},\"codecs\":{}}'\n";
    }
    for (mark, line) in &example.lines {
        match mark {
            '>' => script += "IFS= read -r line; printf '%s\\n' \"$line\" >> \"$1\"\n",
            '<' => {
                let quoted = line.replace('\'', "'\\''");
                writeln!(script, "printf '%s\\n' '{quoted}'").expect("memory takes it");
            }
            _ => {}
        }
    }
    // It ends at the end of its input.
    script += "while IFS= read -r line; do printf '%s\\n' \"$line\" >> \"$1\"; done\n";
    let words = [
        "sh".into(),
        "-c".into(),
        script.into(),
        "sh".into(),
        log.as_os_str().to_owned(),
    ];
    Subprocess::start(Program::new(words), Limits::default())
}

/// The requests of an example, which are numbered from 1.
fn requests(example: &Example) -> Vec<Request> {
    let lines = example
        .marked('>')
        .into_iter()
        .filter(|line| !line.contains("\"hello\""));
    let requests = lines.zip(1..).map(|(line, number)| {
        let (id, request) = Request::from_line(line.as_bytes()).expect("a request");
        assert_eq!(id, number, "the example on line {}", example.number);
        request
    });
    requests.collect()
}

/// A fault in the words of the page: the code of its verdict, and what breaks the protocol.
fn words(fault: &Fault) -> String {
    let what = match fault {
        Fault::Caught(text) => text.clone(),
        Fault::Protocol(ProtocolFault::NotJson { .. }) => "not JSON".into(),
        Fault::Protocol(ProtocolFault::NotAReply { expected, .. }) => {
            format!("not a reply: {expected}")
        }
        Fault::Protocol(ProtocolFault::WrongId { .. }) => "wrong id".into(),
        Fault::Protocol(ProtocolFault::SecondReply { .. }) => "second reply".into(),
        Fault::Protocol(ProtocolFault::Unasked { .. }) => {
            "an unexpected line, because no request was open".into()
        }
        other => other.to_string(),
    };
    format!("{}: {what}", fault.code())
}
