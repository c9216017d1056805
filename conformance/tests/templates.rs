//! The adapters that `acegate init` writes are sound: the doctor finds no fault but that they skip
//! everything, and with their functions filled in they pass their input on.
//!
//! A language whose compiler or interpreter is not here is skipped with a word. `ACEGATE_TEST_ALL=1`,
//! as `reports/make/evidence` sets it, makes a missing one a failure.

#![expect(clippy::print_stdout, reason = "what is skipped is said")]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value as Json, json};

/// A language, the program that it needs, its file, what is filled in, and the commands: in the first
/// place the encoder gives back its text, in the second the decoder refuses.
struct Row {
    language: &'static str,
    needs: &'static str,
    file: &'static str,
    encode: (&'static str, &'static str),
    decode: (&'static str, &'static str),
}

const ROWS: [Row; 13] = [
    Row {
        language: "python",
        needs: "python3",
        file: "adapter.py",
        encode: ("raise NotImplementedError\n\n\ndef", "return text\n\n\ndef"),
        decode: ("raise NotImplementedError\n", "raise ValueError(code)\n"),
    },
    Row {
        language: "javascript",
        needs: "node",
        file: "adapter.js",
        encode: ("(text) { return NOT_FILLED_IN; }", "(text) { return text; }"),
        decode: ("(code) { return NOT_FILLED_IN; }", "(code) { throw new RangeError(code); }"),
    },
    Row {
        language: "typescript",
        needs: "tsc",
        file: "adapter.ts",
        encode: ("(text) => null", "(text) => text"),
        decode: ("(code) => null", "(code) => { throw new RangeError(code); }"),
    },
    Row {
        language: "java",
        needs: "javac",
        file: "Adapter.java",
        encode: ("throw new UnsupportedOperationException(\"not filled in yet\");", "return text;"),
        decode: (
            "throw new UnsupportedOperationException(\"not filled in yet\");",
            "throw new IllegalArgumentException(code);",
        ),
    },
    Row {
        language: "c",
        needs: "cc",
        file: "adapter.c",
        encode: ("return SKIPPED; /*", "memcpy(out, in, length * sizeof *out); return length; /*"),
        decode: ("    return SKIPPED;\n", "    return REFUSED;\n"),
    },
    Row {
        language: "c++",
        needs: "c++",
        file: "adapter.cc",
        encode: ("(void)text; throw Skip(\"not filled in yet\");", "return text;"),
        decode: (
            "(void)code; throw Skip(\"not filled in yet\");",
            "(void)code; throw std::invalid_argument(\"\\\"\");",
        ),
    },
    Row {
        language: "go",
        needs: "go",
        file: "adapter.go",
        encode: ("{ return \"\", skip }", "{ return text, nil }"),
        decode: ("{ return \"\", skip }", "{ return \"\", errors.New(code) }"),
    },
    Row {
        language: "ruby",
        needs: "ruby",
        file: "adapter.rb",
        encode: ("->(text) { raise NotImplementedError }", "->(text) { text }"),
        decode: (
            "->(code) { raise NotImplementedError }",
            "->(code) { raise ArgumentError, code }",
        ),
    },
    Row {
        language: "php",
        needs: "php",
        file: "adapter.php",
        encode: ("(string $text) => throw new NotFilledIn()", "(string $text) => $text"),
        decode: ("(string $code) => throw new NotFilledIn()", "(string $code) => false"),
    },
    Row {
        language: "perl",
        needs: "perl",
        file: "adapter.pl",
        encode: ("die \"not filled in\\n\" },    # the", "$text },    # the"),
        decode: ("die \"not filled in\\n\" },    # or", "die $code },    # or"),
    },
    Row {
        language: "rust",
        needs: "rustc",
        file: "adapter.rs",
        encode: (
            "(_text: &str) -> Reply {\n    Reply::Skipped(\"not filled in yet\".into())",
            "(text: &str) -> Reply {\n    Reply::Text(text.into())",
        ),
        decode: (
            "(_code: &str) -> Reply {\n    Reply::Skipped(\"not filled in yet\".into())",
            "(code: &str) -> Reply {\n    Reply::Refused(code.into())",
        ),
    },
    Row {
        language: "c#",
        needs: "mcs",
        file: "Adapter.cs",
        encode: ("throw new NotImplementedException();", "return text;"),
        decode: ("throw new NotImplementedException();", "throw new ArgumentException(code);"),
    },
    Row {
        language: "sh",
        needs: "sh",
        file: "adapter.sh",
        encode: ("    return 89\n", "    echo \"$@\"\n"),
        decode: ("    return 89\n", "    return 1\n"),
    },
];

/// Decoders whose strings are UTF-16, of which every code is U+1F600.
const PAIRS: [(&str, &str); 4] = [
    ("javascript", r"(code) { return '\ud83d\ude00'; }"),
    ("typescript", r"(code) => '\ud83d\ude00'"),
    ("java", r#"return "\ud83d\ude00";"#),
    ("c#", r#"return "\ud83d\ude00";"#),
];

#[test]
fn templates_are_healthy_and_pass_their_input_on() {
    let is_forced = std::env::var_os("ACEGATE_TEST_ALL").is_some();
    for row in &ROWS {
        let found = Command::new("sh").args(["-c", "command -v \"$0\"", row.needs]).output();
        if !found.expect("there is a shell").status.success() {
            assert!(!is_forced, "{} is missing", row.needs);
            println!("skipped {}: no {}", row.language, row.needs);
            continue;
        }
        check(row);
    }
}

#[test]
fn a_disk_that_takes_nothing_leaves_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    // As on a full disk, the file can be made and not written.
    let full = "trap '' XFSZ; ulimit -f 0; exec \"$0\" init python";
    let output = Command::new("sh")
        .args(["-c", full, env!("CARGO_BIN_EXE_acegate")])
        .current_dir(folder.path())
        .output()
        .expect("there is a shell");
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(told.contains("cannot write adapter.py: File too large"), "{told}");
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

fn check(row: &Row) {
    let folder = tempfile::tempdir().expect("a folder");
    let written = acegate(folder.path(), &["init", row.language]);
    let said = String::from_utf8(written.stdout).expect("UTF-8");
    assert_eq!(written.status.code(), Some(0), "{}: {said}", row.language);
    assert_eq!(acegate(folder.path(), &["init", row.language]).status.code(), Some(2), "{said}");
    let commands: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("  ")).collect();
    let (build, run) = match commands[..] {
        [doctor, _] => (None, doctor),
        [build, doctor, _] => (Some(build), doctor),
        _ => panic!("two commands, and one before them that compiles: {said}"),
    };
    let run = shell_words(run.strip_prefix("acegate doctor --cmd ").expect("the doctor first"));
    compile(folder.path(), build);
    let doctor = acegate(folder.path(), &["doctor", "--cmd", &run]);
    let text = String::from_utf8_lossy(&doctor.stdout).into_owned();
    assert_eq!(doctor.status.code(), Some(1), "{}: {text}", row.language);
    let told: Vec<_> = text.lines().filter(|line| !line.starts_with("ok ")).collect();
    let [skips, conclusion] = told[..] else { panic!("{}: {text}", row.language) };
    assert!(skips.starts_with("fault  answers: every reply is a skip"), "{text}");
    assert!(conclusion.starts_with("mend the adapter first"), "{text}");

    let path = folder.path().join(row.file);
    let mut source = fs::read_to_string(&path).expect("it is there");
    for (from, to) in [row.encode, row.decode] {
        assert!(source.contains(from), "{} has no place {from:?}", row.file);
        source = source.replacen(from, to, 1);
    }
    fs::write(&path, &source).expect("writable");
    compile(folder.path(), build);
    passes_on(row.language, folder.path(), &run);
    if let Some((_, pair)) = PAIRS.iter().find(|(language, _)| *language == row.language) {
        assert!(source.contains(row.decode.1), "{}", row.file);
        fs::write(&path, source.replacen(row.decode.1, pair, 1)).expect("writable");
        compile(folder.path(), build);
        tells_units_from_characters(row.language, folder.path(), &run);
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
    let words: Vec<&str> = run.split(' ').collect();
    let own = folder.join(words[0]);
    let program = if own.exists() { own } else { words[0].into() };
    let mut child = Command::new(program)
        .args(&words[1..])
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    child.stdin.take().expect("piped").write_all(text.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends with its input");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

fn compile(folder: &Path, build: Option<&str>) {
    let Some(build) = build else { return };
    let words: Vec<&str> = build.split(' ').collect();
    let done = Command::new(words[0]).args(&words[1..]).current_dir(folder).output();
    let done = done.expect("it is here");
    assert!(done.status.success(), "{build}: {done:?}");
}

fn shell_words(text: &str) -> String {
    text.trim_matches('\'').to_owned()
}

fn acegate(folder: &Path, arguments: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_acegate");
    Command::new(program).args(arguments).current_dir(folder).output().expect("it runs")
}
