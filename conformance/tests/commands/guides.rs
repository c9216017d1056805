//! The sessions in the guides, and the picture, commands and adapter of the README, do what they show.
//!
//! Without `ACEGATE_TEST_ALL=1`, as `reports/make/evidence` sets it, only the quickest is followed, and skipped if its
//! library is missing.

use crate::run::{Folder, acegate, cases, has_programs, is_forced, shell, skip};
use snapbox::{assert_data_eq, file};

const CHECK: &str = include_str!("../../guides/check-your-library.md");
const NAMES: &str = include_str!("../../guides/check-your-idna-library.md");
const HUNT: &str = include_str!("../../guides/hunt.md");
const FUZZ: &str = include_str!("../../guides/fuzz-your-codec.md");

const VECTOR: &str = include_str!("../../guides/write-a-vector.md");
const CI: &str = include_str!("../../guides/in-ci.md");
const REPORT: &str = include_str!("../../guides/read-a-report.md");
const README: &str = include_str!("../../../README.md");
const COMMANDS: &str = include_str!("../../README.md");
const STATEMENT: &str = include_str!("../../STATEMENT.md");
const PROTOCOL: &str = include_str!("../../PROTOCOL.md");
const CONTRIBUTING: &str = include_str!("../../../CONTRIBUTING.md");

/// A section with sessions.
struct Section {
    heading: &'static str,
    programs: &'static [&'static str],
    library: &'static str,
    /// A command that succeeds if the library is here.
    probe: &'static str,
}

const SECTIONS: [Section; 3] = [
    Section {
        heading: "C",
        programs: &["cc", "patch"],
        library: "libidn",
        probe: "echo '#include <punycode.h>' | cc -E -",
    },
    Section {
        heading: "Java",
        programs: &["javac", "patch"],
        library: "ICU4J",
        probe: "test -e /usr/share/java/icu4j.jar",
    },
    Section {
        heading: "Ruby",
        programs: &["ruby", "patch"],
        library: "simpleidn",
        probe: "ruby -e 'require \"simpleidn\"'",
    },
];

#[test]
fn the_sessions_print_the_output_that_they_show() {
    let followed = if is_forced() {
        &SECTIONS[..]
    } else {
        &SECTIONS[..1]
    };
    for Section {
        heading,
        programs,
        library,
        probe,
    } in followed
    {
        let what = format!("the section {heading}");
        if !has_programs(&what, programs) {
            continue;
        }
        if shell(".", probe).status != Some(0) {
            skip(&what, library);
            continue;
        }
        let folder = Folder::new();
        for (language, block) in blocks(section(CHECK, heading)) {
            match language {
                "console" => follow(&folder, block),
                "diff" => {
                    folder.write("patch", block);
                    shell(&folder, "patch --strip=0 <patch").with(0);
                }
                other => panic!("a block of {other} is not carried out"),
            }
        }
        assert!(folder.count() > 0);
    }
}

#[test]
fn the_first_hunt_finds_what_it_shows() {
    let folder = Folder::new();
    follow(&folder, block(section(HUNT, "The first hunt"), "console"));
    assert!(
        folder.path("found.yaml").exists(),
        "the vectors are written"
    );
}

#[test]
fn a_crash_becomes_the_vector_that_is_shown() {
    let folder = Folder::new();
    let session = block(section(FUZZ, "From a crash to a vector"), "console");
    for part in session.split("$ ").filter(|part| !part.is_empty()) {
        let (command, shown) = part.split_once('\n').expect("a command ends its line");
        assert_data_eq!(shell(&folder, command).with(0).out, shown.to_owned());
    }
}

/// The readers of exported vectors: the language of the block, the file, the command that runs it, the
/// beginning of a line about a failed test, and the library as acegate knows it. Go comes without one.
const READERS: [[&str; 5]; 3] = [
    [
        "python",
        "test_vectors.py",
        "python3 -m unittest test_vectors.py 2>&1",
        "FAIL: ",
        "python-codec",
    ],
    [
        "js",
        "vectors.test.js",
        "node --test-reporter=tap vectors.test.js",
        "not ok ",
        "node-punycode",
    ],
    [
        "go",
        "vectors_test.go",
        "go test vectors_test.go codec_test.go",
        "    --- FAIL: ",
        "--cmd 'acegate serve --deviation punycode/leading-delimiter-consumed'",
    ],
];

const CODEC_IN_GO: &str = r#"package vectors

import (
	"bufio"
	"encoding/json"
	"errors"
	"os/exec"
	"testing"
)

var program = exec.Command("acegate", "serve", "--deviation", "punycode/leading-delimiter-consumed")
var requests, _ = program.StdinPipe()
var replies, _ = program.StdoutPipe()
var lines = bufio.NewReader(replies)
var started = program.Start()

func answer(t *testing.T, c map[string]any) (string, error) {
	if c["input"].(map[string]any)["t"] == nil || len(c["params"].(map[string]any)) > 0 {
		t.Skip()
	}
	var reply struct{ Ok *struct{ T string } }
	json.NewEncoder(requests).Encode(map[string]any{"id": 1, "codec": "punycode", "op": c["op"], "in": c["input"]})
	if line, err := lines.ReadBytes('\n'); err != nil || json.Unmarshal(line, &reply) != nil {
		t.Fatal(err)
	}
	if reply.Ok == nil {
		return "", errors.New("a refusal")
	}
	return reply.Ok.T, nil
}
"#;

#[test]
fn the_readers_of_exported_vectors_fail_what_acegate_fails() {
    let blocks = blocks(section(
        include_str!("../../../vectors/README.md"),
        "The data alone",
    ));
    let export = "acegate vectors export --codec punycode";
    let vectors = shell(".", export).with(0).out;
    for [language, file, run, begin, library] in READERS {
        let program = run.split(' ').next().unwrap_or(run);
        if !has_programs(&format!("the reader in {language}"), &[program]) {
            continue;
        }
        let (_, reader) = blocks
            .iter()
            .find(|block| block.0 == language)
            .expect("a reader");
        assert!(reader.lines().count() <= 25, "{reader}");
        let folder = Folder::new();
        folder.write(file, reader);
        folder.write("codec_test.go", CODEC_IN_GO);
        folder.write("vectors.json", &vectors);
        let told = shell(&folder, run).with(1).out;
        let failed = told.lines().filter(|line| line.starts_with(begin));
        let name = |line: &'_ str| line.find("punycode/").map(|at| line[at..].to_owned());
        let failed: Vec<_> = failed.filter_map(name).collect();
        shell(
            &folder,
            &format!("acegate check {library} --codec punycode --report run"),
        );
        let (mut passed, mut found) = (0, 0);
        for event in cases(&folder.read("run")) {
            let (name, verdict) = (event["name"].as_str(), event["verdict"].as_str());
            let (Some(name), Some(verdict), None) = (name, verdict, event.get("params")) else {
                continue;
            };
            let has_failed = failed
                .iter()
                .any(|line| line.split([' ', ']']).next() == Some(name));
            match verdict {
                "skip" => continue,
                "pass" => passed += 1,
                _ => found += 1,
            }
            assert_eq!(has_failed, verdict != "pass", "{language}: {name}");
        }
        assert!(
            passed > 1000 && found > 5,
            "{language}: {passed} passed, {found} failed"
        );
    }
}

/// The same command with less to do.
pub(crate) fn quick(command: &str) -> String {
    let quick = command.replace("10m", "1s").replace("100000", "100");
    let is_whole = quick.starts_with("acegate check ") && !quick.contains("--shard");
    quick + if is_whole { " --shard 1/30" } else { "" }
}

/// The commands of the blocks of shell and of the prose, which are in backticks.
#[test]
fn every_command_of_the_guides_is_one() {
    let place = &Folder::new();
    place.write(
        "adapter.py",
        include_str!("../../adapters/python/python-codec.py"),
    );
    place.write("mine.yaml", block(VECTOR, "yaml"));
    let root = env!("CARGO_MANIFEST_DIR");
    std::os::unix::fs::symlink(root, place.path("conformance")).expect("a link");
    place.write("baseline.yaml", "baseline: 1\nknown: []\n");
    let prepare = "mkdir vectors; \
        acegate check --cmd 'python3 adapter.py' --id 'punycode/edge/*' --report run.ndjson; \
        acegate hunt --cmd 'python3 adapter.py' --seed 7 --requests 100 --emit found.yaml; \
        acegate statement run.ndjson >statement.md; cp run.ndjson old.ndjson; cp run.ndjson new.ndjson";
    shell(place, prepare);
    for guide in [
        CHECK,
        NAMES,
        HUNT,
        FUZZ,
        VECTOR,
        CI,
        REPORT,
        CONTRIBUTING,
        README,
        COMMANDS,
        STATEMENT,
        PROTOCOL,
    ] {
        let blocks = guide
            .split("```sh\n")
            .skip(1)
            .filter_map(|rest| rest.split("```").next());
        let lines = blocks
            .flat_map(str::lines)
            .filter(|line| line.starts_with("acegate "));
        let lines = lines.filter_map(|line| line.split("  #").next().map(str::trim));
        let prose = guide
            .split('`')
            .filter(|part| part.starts_with("acegate ") && !part.contains('\n'));
        for command in lines.chain(prose) {
            let words: Vec<_> = command.split(' ').collect();
            let least = if words[1] == "vectors" { 3 } else { 2 };
            let is_whole =
                words.len() > least && !command.contains('…') && !command.contains("--all");
            // A word in capitals is replaced by what the reader has.
            let is_stand_in = |word: &&str| word.bytes().all(|it| it.is_ascii_uppercase());
            let is_whole = is_whole && !words.iter().any(is_stand_in);
            // Hunts take their time, and `init` writes over no file: other tests run it.
            let is_other =
                words[1] == "init" || !is_forced() && ["hunt", "merge"].contains(&words[1]);
            if !is_whole || is_other {
                let help = acegate(place, &[words[1], "--help"]).out;
                let options = words.iter().filter(|word| word.starts_with("--"));
                options.for_each(|option| assert!(help.contains(option), "{command}"));
                assert!(help.contains("Usage: acegate"), "{command}");
            }
            if is_whole && !is_other {
                let quick = quick(command);
                for shard in [2, 3, 4]
                    .into_iter()
                    .filter(|_| quick.contains("--shard 1/4"))
                {
                    let other = quick.replace(" 1/4", &format!(" {shard}/4"));
                    shell(place, &other.replace("-1", &format!("-{shard}")));
                }
                let ended = shell(place, &quick);
                assert!(
                    ![Some(2), None].contains(&ended.status),
                    "{command}: {}",
                    ended.err
                );
            }
        }
    }
}

/// The finding of the picture: `SNAPSHOTS=overwrite cargo test -p acegate --test commands the_picture` draws it again.
#[test]
fn the_picture_is_what_the_command_prints() {
    let command = "acegate check python-codec --id punycode/edge/leading-delimiter-word";
    assert!(README.contains("(conformance/guides/finding.term.svg)"));
    let mut words: Vec<_> = command.split(' ').skip(1).collect();
    words.extend(["--color", "always"]);
    let printed = acegate(".", &words).with(1).out;
    // The result and the finding. The rest has times and the size of the suite.
    let [result, finding, ..] = printed.split("\n\n").collect::<Vec<_>>()[..] else {
        panic!("no finding: {printed}");
    };
    // The picture may have another version than the Python that is installed.
    let version = result.split(' ').nth(3).expect("the version of Python");
    let result = result.replace(version, "3.11.7");
    // A picture on black cannot be read in the dark red and the faint grey of a terminal.
    let shown = format!("$ {command}\n{result}\n\n{finding}\n")
        .replace("\x1b[31m", "\x1b[91m")
        .replace("\x1b[2m", "\x1b[36m");
    assert_data_eq!(shown, file!["../../guides/finding.term.svg": TermSvg].raw());
}

/// The help that the program prints after these words.
pub(crate) fn help(words: &[&str]) -> String {
    acegate(".", &[words, &["--help"]].concat()).with(0).out
}

/// The names of the commands that a help lists.
pub(crate) fn commands(help: &str) -> Vec<&str> {
    let (rest, _) = help
        .split_once("Options:\n")
        .expect("the options come last");
    let is_example = |line: &str| line.starts_with("  acegate ");
    let lines = rest
        .lines()
        .filter(|line| line.starts_with("  ") && !is_example(line));
    let named = lines.filter(|line| !line.starts_with("   "));
    named
        .filter_map(|line| line.split_whitespace().next())
        .filter(|it| *it != "help")
        .collect()
}

#[test]
fn every_command_is_named() {
    let mut all: Vec<String> = commands(&help(&[]))
        .into_iter()
        .map(|name| format!("acegate {name}"))
        .collect();
    let vectors = help(&["vectors"]);
    all.extend(
        commands(&vectors)
            .into_iter()
            .map(|name| format!("acegate vectors {name}")),
    );
    assert!(all.len() > 15, "{all:?}");
    for command in all {
        assert!(COMMANDS.contains(&command), "{command}");
    }
}

/// The adapter that `acegate init python` writes, with its two functions filled in with Python's.
fn adapter() -> Folder {
    let folder = Folder::new();
    acegate(&folder, &["init", "python"]).with(0);
    let text = folder.read("adapter.py");
    let functions = block(README, "python").trim_end();
    assert!(
        text.contains(functions),
        "the README shows the functions of another adapter"
    );
    let (encode, decode) = functions.split_once("\n\n\n").expect("two functions");
    let filled = |function: &str, call: &str| function.replace("raise NotImplementedError", call);
    let encode = filled(encode, "return text.encode('punycode').decode()");
    let decode = filled(decode, "return code.encode().decode('punycode')");
    folder.write(
        "adapter.py",
        text.replace(functions, &format!("{encode}\n\n\n{decode}")),
    );
    folder
}

#[test]
fn the_adapter_is_healthy_and_runs_the_whole_suite_without_a_fault_of_its_own() {
    let (folder, command) = (adapter(), ["--cmd", "python3 adapter.py"]);
    let text = acegate(&folder, &[&["doctor"], &command[..]].concat())
        .with(0)
        .out;
    assert!(!text.contains("doubt"), "{text}");
    let words = [
        &["check", "--codec", "punycode", "--format", "ndjson"],
        &command[..],
    ]
    .concat();
    let (mut answered, mut lax) = (0, 0);
    for case in cases(&acegate(&folder, &words).with(1).out) {
        let verdict = case["verdict"].as_str().expect("a verdict");
        assert!(["pass", "fail", "skip"].contains(&verdict), "{case}");
        answered += usize::from(verdict != "skip");
        lax += usize::from(case["failing"] == "accepted-wrongly");
    }
    assert!(
        answered > 500 && lax > 5,
        "{answered} answered, {lax} accepted wrongly"
    );
}

/// The text under a heading of the second level.
pub(crate) fn section<'a>(guide: &'a str, heading: &str) -> &'a str {
    let (_, rest) = guide
        .split_once(&format!("\n## {heading}\n"))
        .expect("there is this heading");
    rest.split("\n## ").next().unwrap_or(rest)
}

/// The first block of this language in a text.
pub(crate) fn block<'a>(text: &'a str, language: &str) -> &'a str {
    let (_, rest) = text
        .split_once(&format!("```{language}\n"))
        .expect("there is such a block");
    rest.split_once("```").expect("the block ends").0
}

/// The blocks of a text, each with its language.
fn blocks(text: &str) -> Vec<(&str, &str)> {
    let blocks = text.split("```").skip(1).step_by(2);
    let blocks: Vec<_> = blocks
        .map(|it| it.split_once('\n').expect("a fence ends its line"))
        .collect();
    assert!(blocks.len() > 2, "a section has sessions and a patch");
    blocks
}

/// Runs the commands of a session, and compares their output. A run that shows a must finding gives 1.
fn follow(folder: &Folder, session: &str) {
    for part in session.split("$ ").filter(|part| !part.is_empty()) {
        let (command, shown) = part.split_once('\n').expect("a command ends its line");
        let status = i32::from(shown.contains("\nmust, "));
        assert_data_eq!(shell(folder, command).with(status).out, shown.to_owned());
    }
}
