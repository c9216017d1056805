//! Every bundled adapter whose library is here is healthy. So are the adapters that `acegate init` writes: the
//! doctor finds no fault but that they skip everything, and with their functions filled in they pass their
//! input on.
//!
//! Where a library, compiler or interpreter is missing, its part is skipped. So is an adapter that is compiled, unless
//! `ACEGATE_TEST_ALL=1` is set, as `reports/make/evidence` does: then all run, and a missing one is a failure.

use std::path::Path;
use std::process::Command;

use crate::run::{
    Folder, PROGRAM, acegate, cases, command, ended, fed, has_programs, is_forced, skip,
};
use acegate::implementation::adapters;
use serde_json::{Value as Json, json};

/// Python's codec of host names is IDNA 2003 with Nameprep and without the flag `UseSTD3ASCIIRules`.
#[test]
fn a_library_that_declares_nothing_is_accused_by_the_letter_of_rfc_3490_alone() {
    const CODEC: &str = "import frame
frame.serve('codec', '1', '', {'to-ascii': lambda text: text.encode('idna').decode('ascii'),
    'to-unicode': lambda text: text.encode('utf-8').decode('idna')}, UnicodeError)
";
    const DIRECT: &str = "import sys; print(sys.argv[1].encode().decode('idna'), end='')";
    let folder = Folder::new();
    folder.write("frame.py", include_str!("../../adapters/python/frame.py"));
    folder.write("codec.py", CODEC);
    let check = |options: &[&str]| {
        let words = [
            "check",
            "--cmd",
            "python3 codec.py",
            "--report",
            "run",
            "--details",
            "1",
        ];
        acegate(&folder, &[&words[..], options].concat())
    };
    assert!(matches!(check(&[]).status, Some(0 | 1)));
    let (mut passed, mut undeclared) = (0, 0);
    for case in cases(&folder.read("run")) {
        passed += usize::from(case["verdict"] == "pass");
        undeclared += usize::from(
            case["observed"]
                .to_string()
                .contains("declare codecs.punycode"),
        );
        if case["verdict"] == "skip" || case["unexpected"] == false {
            continue;
        }
        // Section 5: the prefix is recognised in any case of its letters, and nothing else is at fault.
        let (name, got) = (
            case["input"]["t"].as_str(),
            case["observed"]["ok"]["t"].as_str(),
        );
        let name = name.expect("text");
        assert!(
            name.to_lowercase().contains("xn--") && !name.contains("xn--"),
            "{case}"
        );
        let direct = ended(Command::new("python3").args(["-c", DIRECT, name]));
        assert_eq!(Some(&*direct.out), got, "{name}");
    }
    assert!(
        passed > 350 && undeclared > 100,
        "{passed} passed, {undeclared} skipped"
    );

    let text = check(&["--idna", "std3"]).with(1).out;
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("declare \"idna\":\"lenient\" in codecs.punycode, or --idna lenient"),
        "{text}"
    );
    assert!(
        words.contains(" --idna std3 "),
        "the command that repeats it: {text}"
    );
}

/// RFC 3492 does not limit the integers, and neither does Python. The transcription shares no code with the
/// suite, and gives the integers beyond 32 bits if its own bounds are taken away.
#[test]
fn the_integers_of_the_suite_are_those_that_python_counts() {
    let transcription = Path::new(env!("CARGO_MANIFEST_DIR")).join("adapters/python-transcription");
    let unbounded = format!(
        "import sys; sys.path.insert(0, {transcription:?})
import bootstring
bootstring.Bootstring.bound = bootstring.Bootstring.scalar = lambda self, number: number
__import__('python-transcription')
"
    );
    let folder = Folder::new();
    folder.write("unbounded.py", unbounded);
    let mut words = vec![
        "check",
        "--cmd",
        "python3 -B unbounded.py",
        "--report",
        "run.ndjson",
    ];
    let themes = [
        "bootstring/integers/*",
        "punycode/integers/*",
        "punycode/surrogates/*",
    ];
    for theme in themes.into_iter().chain(["punycode/any-width/*"]) {
        words.extend(["--id", theme]);
    }
    acegate(&folder, &words).with(0);
    let mut computed = 0;
    for case in cases(&folder.read("run.ndjson")) {
        // A choice is a refusal or the integers.
        if case["expected"]
            .as_array()
            .is_some_and(|expected| expected.len() > 1)
        {
            assert!(case["observed"]["ok"].is_object(), "{case}");
            computed += 1;
        }
    }
    assert!(computed >= 160, "{computed} computed");
}

/// A string of exactly the two surrogates of a code is right, though in UTF-16 they are also
/// one character; and a decoder for labels of hosts may refuse all other codes.
#[test]
fn a_library_is_accused_only_of_its_own_purpose() {
    let asked = [
        ("node-punycode", "punycode/surrogates/decode-pair*", 4),
        ("npm-punycode", "punycode/surrogates/decode-pair*", 4),
        ("httpclient", "punycode/surrogates/decode-pair*", 4),
        ("libidn2", "punycode/wikipedia/*", 56),
    ];
    for (name, id, count) in asked {
        let adapter = adapters()
            .iter()
            .find(|adapter| adapter.name == name)
            .expect("bundled");
        if let Some(missing) = adapter.manifest().expect("valid").missing() {
            skip(name, missing);
            continue;
        }
        let checked = acegate(".", &["check", name, "--id", id, "--details", "1"]);
        let text = checked.out;
        match checked.status {
            Some(0) => assert!(text.contains(&format!("all {count} as expected")), "{text}"),
            Some(3) => skip(name, "its library"),
            _ => panic!("{name}: {text}"),
        }
    }
}

/// The program carries the adapters of runtimes that users have; the others are called by their name inside the
/// repository, and by the path of their manifest everywhere.
#[test]
fn an_adapter_that_the_program_does_not_carry_is_found_in_the_repository() {
    let names = |output: String| -> Vec<String> {
        let rows = output.lines().filter_map(|line| line.split(' ').next());
        rows.map(str::to_owned).collect()
    };
    let outside = Folder::new();
    let listed = names(acegate(&outside, &["implementations"]).with(0).out);
    assert!(listed.contains(&"python-codec".to_owned()), "{listed:?}");
    assert!(!listed.contains(&"nim-punycode".to_owned()), "{listed:?}");
    let listed = names(acegate("src", &["implementations"]).with(0).out);
    assert!(listed.contains(&"nim-punycode".to_owned()), "{listed:?}");
    for words in [
        &["check", "nim-punycode"][..],
        &["matrix", "nim-punycode"],
        &["implementations", "--install", "nim-punycode"],
    ] {
        let refused = acegate(&outside, words).with(2);
        let place = "give the path of conformance/adapters/nim-punycode/manifest.yaml there";
        assert!(refused.err.contains(place), "{refused:?}");
    }
    let installs = acegate(".", &["implementations", "--install", "nim-punycode"]).with(0);
    assert!(
        installs.out.ends_with("acegate check nim-punycode\n"),
        "{installs:?}"
    );
    if !has_programs("the adapter of Emacs", &["emacs"]) {
        return;
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("adapters/emacs-puny/manifest.yaml");
    let path = path.to_str().expect("a path in UTF-8");
    acegate(&outside, &["doctor", path]).with(0);
    acegate(".", &["doctor", "emacs-puny"]).with(0);
}

/// A later release under the same name is another program.
#[test]
fn an_adapter_refuses_releases_that_it_was_not_written_for() {
    let folder = Folder::new();
    folder.write(
        "node_modules/idna-uts46-hx/package.json",
        r#"{"version": "6.0.8"}"#,
    );
    folder.write(
        "node_modules/idna-uts46-hx/index.js",
        "throw 'it is not loaded';",
    );
    let examined = acegate(&folder, &["doctor", "idna-uts46-hx"]);
    if examined.status == Some(3) {
        skip("idna-uts46-hx", "node is not here");
        return;
    }
    let text = examined.with(1).out;
    assert!(
        text.contains("written for releases 2 to 4 of idna-uts46-hx, and 6.0.8"),
        "{text}"
    );
}

#[test]
fn bundled_adapters_are_healthy_where_their_library_is() {
    let mut seen = 0;
    for adapter in adapters() {
        let manifest = adapter.manifest().expect("valid");
        if let Some(missing) = manifest.missing() {
            skip(adapter.name, missing);
            continue;
        }
        if !manifest.build.is_empty() && !is_forced() {
            skip(adapter.name, "ACEGATE_TEST_ALL=1, because it is compiled");
            continue;
        }
        let examined = acegate(".", &["doctor", adapter.name]);
        if examined.status == Some(1) && examined.out.starts_with("fault  hello: the process ended")
        {
            skip(
                adapter.name,
                missing_library(&examined.out).unwrap_or("its library"),
            );
            continue;
        }
        seen += 1;
        examined.with(0);
    }
    assert!(
        seen >= 1,
        "python3 is needed by the gate, and its adapter starts"
    );
}

/// The message of an adapter that is not installed, such as "the Python package ada-url".
fn missing_library(examined: &str) -> Option<&str> {
    let (_, message) = examined.split_once("standard error: ")?;
    let (library, _) = message.split_once(" is not installed")?;
    Some(library)
}

/// Of each language the program that it needs and its file; and what is filled in, where `⏎` ends a line:
/// in the first place the encoder gives back its text, in the second the decoder refuses the code `"\`.
const ROWS: &str = r#"
python python3 adapter.py
raise NotImplementedError⏎⏎⏎def ⇒ return text⏎⏎⏎def
raise NotImplementedError⏎ ⇒ raise ValueError(code)⏎
javascript node adapter.js
(text) { return NOT_FILLED_IN; } ⇒ (text) { return text; }
(code) { return NOT_FILLED_IN; } ⇒ (code) { if (code === '"\\') throw new RangeError(code); return '\ud83d\ude00'; }
typescript tsc adapter.ts
(text) => null ⇒ (text) => text
(code) => null ⇒ (code) => { if (code === '"\\') throw new RangeError(code); return '\ud83d\ude00'; }
java javac Adapter.java
throw new UnsupportedOperationException("not filled in yet"); ⇒ return text;
throw new UnsupportedOperationException("not filled in yet"); ⇒ if (code.equals("\"\\")) throw new IllegalArgumentException(code); return "\ud83d\ude00";
c cc adapter.c
return NOT_FILLED_IN; /* ⇒ memcpy(out, in, length * sizeof *out); return length; /*
    return NOT_FILLED_IN;⏎ ⇒     return REFUSED;⏎
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
throw new NotImplementedException(); ⇒ if (code == "\"\\") throw new ArgumentException(code); return "\ud83d\ude00";
sh sh adapter.sh
    return 89⏎ ⇒     echo "$@"⏎
    return 89⏎ ⇒     return 1⏎
"#;

/// The languages whose strings are UTF-16. Their decoders return the two surrogates of U+1F600.
const UTF_16: [&str; 4] = ["javascript", "typescript", "java", "c#"];

#[test]
fn templates_are_healthy_and_pass_their_input_on() {
    let rows: Vec<&str> = ROWS.trim().lines().collect();
    for row in rows.chunks(3) {
        let head: Vec<_> = row[0].split(' ').collect();
        let [language, needs, file] = head[..] else {
            panic!("{head:?}")
        };
        if !has_programs(language, &[needs]) {
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
    let folder = Folder::new();
    // As on a full disk, the file can be made and not written.
    let full = "trap '' XFSZ; ulimit -f 0; exec \"$0\" init python";
    let told = ended(command("sh", &folder).args(["-c", full, PROGRAM])).with(2);
    assert!(
        told.err.contains("cannot write adapter.py: File too large"),
        "{told:?}"
    );
    assert_eq!(folder.count(), 0);
}

fn check(language: &str, file: &str, places: &[[String; 2]; 2]) {
    let folder = &Folder::new();
    let said = acegate(folder, &["init", language]).with(0).out;
    acegate(folder, &["init", language]).with(2);
    let commands: Vec<&str> = said
        .lines()
        .filter_map(|line| line.strip_prefix("  "))
        .collect();
    let [build @ .., run, _] = &commands[..] else {
        panic!("two commands, and before them those that compile: {said}");
    };
    let run = run
        .strip_prefix("acegate doctor --cmd ")
        .expect("the doctor first")
        .trim_matches('\'');
    let compile = |steps: &[&str]| {
        for step in steps {
            ended(words(step).current_dir(folder)).with(0);
        }
    };
    compile(build);
    // Only the last command is repeated after a change.
    let build = &build[build.len().saturating_sub(1)..];
    let text = acegate(folder, &["doctor", "--cmd", run]).with(1).out;
    let told: Vec<_> = text
        .lines()
        .filter(|line| !line.starts_with("ok "))
        .collect();
    let [skips, conclusion] = told[..] else {
        panic!("{language}: {text}")
    };
    assert!(
        skips.starts_with("fault  answers: every reply is a skip"),
        "{text}"
    );
    assert!(conclusion.starts_with("fix the adapter first"), "{text}");

    let mut source = folder.read(file);
    for [from, to] in places {
        assert!(source.contains(from), "{file} has no place {from:?}");
        source = source.replacen(from, to, 1);
    }
    folder.write(file, &source);
    compile(build);
    passes_on(language, folder, run);
    if UTF_16.contains(&language) {
        tells_units_from_characters(language, folder, run);
    }
}

/// The filled-in adapter gives texts back as they are, and refuses the code.
fn passes_on(language: &str, folder: &Folder, run: &str) {
    let texts: [&[u32]; 4] = [
        &[],
        &[0x61, 0xfc, 0x0d],
        &[0x4e00, 0x1f600, 0x22, 0x5c],
        &[0],
    ];
    let hard: [&[u32]; 4] = [
        &[0x110000],
        &[0x61, 0xd800],
        &[0xdfff, 0x62],
        &[0xffff_ffff],
    ];
    let mut lines = vec![json!({"type": "hello", "protocol": [1]})];
    let request =
        |op: &str, points: &[u32]| json!({"codec": "punycode", "op": op, "in": {"u": points}});
    lines.extend(
        texts
            .iter()
            .chain(&hard)
            .map(|points| request("encode", points)),
    );
    lines.extend([request("decode", &[0x22, 0x5c]), request("apply", &[0x61])]);
    lines.push(json!({"codec": "utf6", "op": "encode", "in": {"u": [97]}}));
    for (id, line) in lines.iter_mut().enumerate().skip(1) {
        line["id"] = json!(id);
    }
    let replies = ask(folder, run, &lines);
    assert_eq!(
        replies.len(),
        lines.len(),
        "{language}: one reply each: {replies:?}"
    );
    assert_eq!(replies[0]["type"], "hello", "{language}");
    for (id, (line, reply)) in lines.iter().zip(&replies).enumerate().skip(1) {
        assert_eq!(reply["id"], json!(id), "{language}");
        let given = &line["in"]["u"];
        let is_same = reply["ok"]["u"] == *given;
        let fits = match id {
            1..=3 => is_same,
            // A language whose strings end at U+0000, or cannot contain such numbers, skips them.
            4..=8 => is_same || reply["skip"].is_string(),
            9 => reply["error"].is_object(),
            _ => reply["skip"].is_string(),
        };
        assert!(fits, "{language}: {line} gave {reply}");
    }
}

/// The code of the character gives the character, and any other code the two surrogates.
fn tells_units_from_characters(language: &str, folder: &Folder, run: &str) {
    let request =
        |points: &[u32]| json!({"id": 1, "codec": "punycode", "op": "decode", "in": {"u": points}});
    let replies = ask(folder, run, &[request(&[0x1f600]), request(&[0x61])]);
    assert_eq!(replies[0]["ok"]["u"], json!([0x1f600]), "{language}");
    assert_eq!(replies[1]["ok"]["u"], json!([0xd83d, 0xde00]), "{language}");
}

fn ask(folder: &Folder, run: &str, lines: &[Json]) -> Vec<Json> {
    let own = folder.path(run);
    let mut program = if own.exists() {
        Command::new(own)
    } else {
        words(run)
    };
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let replies = fed(program.current_dir(folder), text.as_bytes()).out;
    replies
        .lines()
        .map(|line| serde_json::from_str(line).expect(line))
        .collect()
}

/// A command without quotes.
fn words(command: &str) -> Command {
    let mut words = command.split(' ');
    let mut command = Command::new(words.next().expect("a program"));
    command.args(words);
    command
}
