//! The adapters that `acegate init` writes are sound: the doctor finds no fault but that they skip
//! everything, and with their functions filled in they pass their input on.
//!
//! A language whose compiler or interpreter is not here is skipped with a word. `ACEGATE_TEST_ALL=1`,
//! as `reports/make/evidence` sets it, makes a missing one a failure.

#![expect(clippy::print_stdout, reason = "what is skipped is said")]

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::run::{PROGRAM, acegate, command, ended, fed};
use serde_json::{Value as Json, json};

/// Of each language the program that it needs and its file; and what is filled in, where `⏎` ends a line:
/// in the first place the encoder gives back its text, in the second the decoder refuses.
const ROWS: &str = r#"
python python3 adapter.py
raise NotImplementedError⏎⏎⏎def ⇒ return text⏎⏎⏎def
raise NotImplementedError⏎ ⇒ raise ValueError(code)⏎
javascript node adapter.js
(text) { return NOT_FILLED_IN; } ⇒ (text) { return text; }
(code) { return NOT_FILLED_IN; } ⇒ (code) { throw new RangeError(code); }
typescript tsc adapter.ts
(text) => null ⇒ (text) => text
(code) => null ⇒ (code) => { throw new RangeError(code); }
java javac Adapter.java
throw new UnsupportedOperationException("not filled in yet"); ⇒ return text;
throw new UnsupportedOperationException("not filled in yet"); ⇒ throw new IllegalArgumentException(code);
c cc adapter.c
return SKIPPED; /* ⇒ memcpy(out, in, length * sizeof *out); return length; /*
    return SKIPPED;⏎ ⇒     return REFUSED;⏎
c++ c++ adapter.cc
(void)text; throw Skip("not filled in yet"); ⇒ return text;
(void)code; throw Skip("not filled in yet"); ⇒ (void)code; throw std::invalid_argument("\"");
go go adapter.go
{ return "", skip } ⇒ { return text, nil }
{ return "", skip } ⇒ { return "", errors.New(code) }
ruby ruby adapter.rb
->(text) { raise NotImplementedError } ⇒ ->(text) { text }
->(code) { raise NotImplementedError } ⇒ ->(code) { raise ArgumentError, code }
php php adapter.php
(string $text) => throw new NotFilledIn() ⇒ (string $text) => $text
(string $code) => throw new NotFilledIn() ⇒ (string $code) => false
perl perl adapter.pl
die "not filled in\n" },    # the ⇒ $text },    # the
die "not filled in\n" },    # or ⇒ die $code },    # or
rust rustc adapter.rs
(_text: &str) -> Reply {⏎    Reply::Skipped("not filled in yet".into()) ⇒ (text: &str) -> Reply {⏎    Reply::Text(text.into())
(_code: &str) -> Reply {⏎    Reply::Skipped("not filled in yet".into()) ⇒ (code: &str) -> Reply {⏎    Reply::Refused(code.into())
c# mcs Adapter.cs
throw new NotImplementedException(); ⇒ return text;
throw new NotImplementedException(); ⇒ throw new ArgumentException(code);
sh sh adapter.sh
    return 89⏎ ⇒     echo "$@"⏎
    return 89⏎ ⇒     return 1⏎
"#;

/// Decoders whose strings are UTF-16. They decode every code to U+1F600.
const PAIRS: [(&str, &str); 4] = [
    ("javascript", r"(code) { return '\ud83d\ude00'; }"),
    ("typescript", r"(code) => '\ud83d\ude00'"),
    ("java", r#"return "\ud83d\ude00";"#),
    ("c#", r#"return "\ud83d\ude00";"#),
];

#[test]
fn templates_are_healthy_and_pass_their_input_on() {
    let is_forced = std::env::var_os("ACEGATE_TEST_ALL").is_some();
    let rows: Vec<&str> = ROWS.trim().lines().collect();
    for row in rows.chunks(3) {
        let head: Vec<_> = row[0].split(' ').collect();
        let [language, needs, file] = head[..] else { panic!("{head:?}") };
        let found = Command::new("sh").args(["-c", "command -v \"$0\"", needs]).output();
        if !found.expect("there is a shell").status.success() {
            assert!(!is_forced, "{needs} is missing");
            println!("skipped {language}: no {needs}");
            continue;
        }
        let places = [row[1], row[2]].map(|place| {
            let (from, to) = place.split_once(" ⇒ ").expect("both");
            [from, to].map(|text| text.replace('⏎', "\n"))
        });
        check(language, file, &places);
    }
}

#[test]
fn a_disk_that_takes_nothing_leaves_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    // As on a full disk, the file can be made and not written.
    let full = "trap '' XFSZ; ulimit -f 0; exec \"$0\" init python";
    let told = ended(command("sh", &folder).args(["-c", full, PROGRAM])).with(2);
    assert!(told.err.contains("cannot write adapter.py: File too large"), "{told:?}");
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

fn check(language: &str, file: &str, places: &[[String; 2]; 2]) {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let said = acegate(folder, &["init", language]).with(0).out;
    acegate(folder, &["init", language]).with(2);
    let commands: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("  ")).collect();
    let (build, run) = match commands[..] {
        [doctor, _] => (None, doctor),
        [build, doctor, _] => (Some(build), doctor),
        _ => panic!("two commands, and one before them that compiles: {said}"),
    };
    let run =
        run.strip_prefix("acegate doctor --cmd ").expect("the doctor first").trim_matches('\'');
    let compile = || build.map(|build| ended(words(build).current_dir(folder)).with(0));
    compile();
    let text = acegate(folder, &["doctor", "--cmd", run]).with(1).out;
    let told: Vec<_> = text.lines().filter(|line| !line.starts_with("ok ")).collect();
    let [skips, conclusion] = told[..] else { panic!("{language}: {text}") };
    assert!(skips.starts_with("fault  answers: every reply is a skip"), "{text}");
    assert!(conclusion.starts_with("mend the adapter first"), "{text}");

    let path = folder.join(file);
    let mut source = fs::read_to_string(&path).expect("it is there");
    for [from, to] in places {
        assert!(source.contains(from), "{file} has no place {from:?}");
        source = source.replacen(from, to, 1);
    }
    fs::write(&path, &source).expect("writable");
    compile();
    passes_on(language, folder, run);
    if let Some((_, pair)) = PAIRS.iter().find(|(known, _)| *known == language) {
        let [_, refuses] = &places[1];
        assert!(source.contains(refuses), "{file}");
        fs::write(&path, source.replacen(refuses, pair, 1)).expect("writable");
        compile();
        tells_units_from_characters(language, folder, run);
    }
}

/// The filled-in adapter gives texts back as they are, and refuses all codes.
fn passes_on(language: &str, folder: &Path, run: &str) {
    let texts: [&[u32]; 4] = [&[], &[0x61, 0xfc, 0x0d], &[0x4e00, 0x1f600, 0x22, 0x5c], &[0]];
    let hard: [&[u32]; 4] = [&[0x110000], &[0x61, 0xd800], &[0xdfff, 0x62], &[0xffff_ffff]];
    let mut lines = vec![json!({"type": "hello", "protocol": [1]})];
    let request =
        |op: &str, points: &[u32]| json!({"codec": "punycode", "op": op, "in": {"u": points}});
    lines.extend(texts.iter().chain(&hard).map(|points| request("encode", points)));
    lines.extend([request("decode", &[0x22, 0x5c]), request("apply", &[0x61])]);
    lines.push(json!({"codec": "utf6", "op": "encode", "in": {"u": [97]}}));
    for (id, line) in lines.iter_mut().enumerate().skip(1) {
        line["id"] = json!(id);
    }
    let replies = ask(folder, run, &lines);
    assert_eq!(replies.len(), lines.len(), "{language}: one reply each: {replies:?}");
    assert_eq!(replies[0]["type"], "hello", "{language}");
    for (id, (line, reply)) in lines.iter().zip(&replies).enumerate().skip(1) {
        assert_eq!(reply["id"], json!(id), "{language}");
        let given = &line["in"]["u"];
        let is_same = reply["ok"]["u"] == *given;
        let fits = match id {
            1..=3 => is_same,
            // A language whose strings end at U+0000, or hold no such numbers, skips them.
            4..=8 => is_same || reply["skip"].is_string(),
            9 => reply["error"].is_object(),
            _ => reply["skip"].is_string(),
        };
        assert!(fits, "{language}: {line} gave {reply}");
    }
}

/// The code of the character gives the character, and any other code the two surrogates.
fn tells_units_from_characters(language: &str, folder: &Path, run: &str) {
    let request =
        |points: &[u32]| json!({"id": 1, "codec": "punycode", "op": "decode", "in": {"u": points}});
    let replies = ask(folder, run, &[request(&[0x1f600]), request(&[0x61])]);
    assert_eq!(replies[0]["ok"]["u"], json!([0x1f600]), "{language}");
    assert_eq!(replies[1]["ok"]["u"], json!([0xd83d, 0xde00]), "{language}");
}

fn ask(folder: &Path, run: &str, lines: &[Json]) -> Vec<Json> {
    let own = folder.join(run);
    let mut program = if own.exists() { Command::new(own) } else { words(run) };
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let replies = fed(program.current_dir(folder), text.as_bytes()).out;
    replies.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

/// A command without quotes.
fn words(command: &str) -> Command {
    let mut words = command.split(' ');
    let mut command = Command::new(words.next().expect("a program"));
    command.args(words);
    command
}
