//! Every bundled adapter whose library is here is healthy, and is asked something.
//!
//! A library that is missing is skipped with a word, and so is an adapter that is compiled.
//! `ACEGATE_TEST_ALL=1`, as `reports/make/evidence` sets it, asks them all, and makes a missing one a failure.

#![expect(clippy::print_stdout, reason = "what is skipped is said")]

use std::path::Path;
use std::process::Command;

use crate::run::{acegate, cases, ended};
use acegate::implementation::adapters;

/// Python's codec of host names is IDNA 2003 with Nameprep and without the flag `UseSTD3ASCIIRules`.
#[test]
fn a_library_that_declares_nothing_is_accused_by_the_letter_of_rfc_3490_alone() {
    const CODEC: &str = "import frame
frame.serve('codec', '1', '', {'to-ascii': lambda text: text.encode('idna').decode('ascii'),
    'to-unicode': lambda text: text.encode('utf-8').decode('idna')}, UnicodeError)
";
    const DIRECT: &str = "import sys; print(sys.argv[1].encode().decode('idna'), end='')";
    let folder = tempfile::tempdir().expect("a folder");
    let (program, report) = (folder.path().join("codec.py"), folder.path().join("run.ndjson"));
    let frame = Path::new(env!("CARGO_MANIFEST_DIR")).join("adapters/python/frame.py");
    std::fs::copy(frame, folder.path().join("frame.py")).expect("a file");
    std::fs::write(&program, CODEC).expect("a file");
    let command = format!("python3 {}", program.display());
    let check = |options: &[&str]| {
        let file = report.to_str().expect("UTF-8");
        let words = ["check", "--cmd", &command, "--report", file, "--details", "1"];
        acegate(".", &[&words[..], options].concat())
    };
    assert!(matches!(check(&[]).status, Some(0 | 1)));
    let report = std::fs::read_to_string(&report).expect("a report");
    let (mut passed, mut undeclared) = (0, 0);
    for case in cases(&report) {
        passed += usize::from(case["verdict"] == "pass");
        undeclared += usize::from(case["observed"].to_string().contains("declare codecs.punycode"));
        if case["verdict"] == "skip" || case["unexpected"] == false {
            continue;
        }
        // Section 5: the prefix is recognised in any case of its letters, and nothing else is at fault.
        let (name, got) = (case["input"]["t"].as_str(), case["observed"]["ok"]["t"].as_str());
        let name = name.expect("text");
        assert!(name.to_lowercase().contains("xn--") && !name.contains("xn--"), "{case}");
        let direct = ended(Command::new("python3").args(["-c", DIRECT, name]));
        assert_eq!(Some(&*direct.out), got, "{name}");
    }
    assert!(passed > 350 && undeclared > 100, "{passed} passed, {undeclared} not asked");

    let text = check(&["--idna", "std3"]).with(1).out;
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("declare \"idna\":\"lenient\" in codecs.punycode, or --idna lenient"),
        "{text}"
    );
    assert!(words.contains(" --idna std3 "), "the command that repeats it: {text}");
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
import adapter
"
    );
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("unbounded.py"), unbounded).expect("a file");
    let mut words = vec!["check", "--cmd", "python3 unbounded.py", "--report", "run.ndjson"];
    let themes = ["bootstring/integers/*", "punycode/integers/*", "punycode/surrogates/*"];
    for theme in themes.into_iter().chain(["punycode/any-width/*"]) {
        words.extend(["--id", theme]);
    }
    acegate(folder.path(), &words).with(0);
    let report = std::fs::read_to_string(folder.path().join("run.ndjson")).expect("a report");
    let mut computed = 0;
    for case in cases(&report) {
        // A choice is a refusal or the integers.
        if case["expected"].as_array().is_some_and(|expected| expected.len() > 1) {
            assert!(case["observed"]["ok"].is_object(), "{case}");
            computed += 1;
        }
    }
    assert!(computed >= 160, "{computed} computed");
}

/// A string that holds exactly the two surrogates of a code is right, though in UTF-16 they are also
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
        let checked = acegate(".", &["check", name, "--id", id, "--details", "1"]);
        let text = checked.out;
        match checked.status {
            Some(0) => assert!(text.contains(&format!("all {count} as expected")), "{text}"),
            Some(3) => println!("skipped {name}: it does not start"),
            _ => panic!("{name}: {text}"),
        }
    }
}

#[test]
fn bundled_adapters_are_healthy_where_their_library_is() {
    let is_forced = std::env::var_os("ACEGATE_TEST_ALL").is_some();
    let mut seen = 0;
    for adapter in adapters() {
        let is_compiled = !adapter.manifest().expect("valid").build.is_empty();
        if is_compiled && !is_forced {
            println!("skipped {}: it is compiled", adapter.name);
            continue;
        }
        let case = ["--id", "punycode/edge/*", "--id", "*/host/*", "--details", "0"];
        let checked = acegate(".", &[&["check", adapter.name], &case[..]].concat());
        if checked.status == Some(3) {
            let why = checked.err;
            assert!(!is_forced, "{} does not start: {why}", adapter.name);
            println!("skipped {}: {}", adapter.name, why.lines().next().unwrap_or_default());
            continue;
        }
        seen += 1;
        acegate(".", &["doctor", adapter.name]).with(0);
    }
    assert!(seen >= 1, "python3 is needed by the gate, and its adapter starts");
}
