//! The terminal sessions in `tests/cli`: every command with all that it prints. The commands of the codecs
//! write data: what goes in and out of them, octet for octet.
//!
//! `TRYCMD=overwrite cargo test --test commands cli` writes what is printed now; the diff is the review.

use std::io::Read;
use std::process::Stdio;

use crate::guides::{commands, help, quick};
use crate::run::{self, Ended, Folder, PROGRAM, command, ended, fed, has_programs, shell};
use acegate_codec::codecs;
use acegate_vectors::{Suite, Value};

const ADAPTER: &str = include_str!("../../adapters/python/python-codec.py");

/// The program as a one-shot template, with the options of `check` that this needs. It reads a line, as `encode` and
/// `decode` also do; code points; or an argument.
const TEMPLATES: [(&str, &[&str]); 4] = [
    ("apply CODEC {op}", &[]),
    ("{op} CODEC", &[]),
    (
        "apply CODEC {op} -c --output cps",
        &["--stdin", "cps", "--stdout", "cps"],
    ),
    ("apply CODEC {op} -- {in:text}", &[]),
];

/// About how many cases of each codec are put to a template, each to a separate process.
const SAMPLE: usize = 15;

fn acegate(words: &[&str]) -> String {
    run::acegate(".", words).with(0).out
}

#[test]
fn bash_completes_commands_options_formats_and_parameters() {
    if !has_programs("the completions of bash", &["bash"]) {
        return;
    }
    let folder = Folder::new();
    folder.write("script", acegate(&["completions", "bash"]));
    for (words, expected) in [
        ("acegate che", "check"),
        ("acegate vectors sh", "show"),
        ("acegate check --rep", "--report"),
        ("acegate report --format badge-j", "badge-json"),
        ("acegate encode --prof", "--profile"),
    ] {
        let last = words.split(' ').count() - 1;
        let [current, previous] = [last, last - 1].map(|at| words.split(' ').nth(at).expect("one"));
        let ask = format!(
            "source ./script\nCOMP_WORDS=({words}) COMP_CWORD={last}\n\
             _acegate acegate \"{current}\" \"{previous}\"\necho \"${{COMPREPLY[@]}}\""
        );
        let completed = ended(command("bash", &folder).args(["-c", &ask])).out;
        assert_eq!(completed, format!("{expected}\n"), "{words}");
    }
    for shell in ["elvish", "fish", "powershell", "zsh"] {
        assert!(
            acegate(&["completions", shell]).contains("implementations"),
            "{shell}"
        );
    }
}

#[test]
fn every_command_has_a_page_of_the_manual() {
    for (words, title) in [
        (&["man"][..], "acegate"),
        (&["man", "check"], "acegate-check"),
        (&["man", "vectors", "show"], "acegate-vectors-show"),
    ] {
        let page = acegate(words);
        assert!(
            page.contains(&format!("\n.TH {title} 1  \"acegate ")),
            "{words:?}: {page}"
        );
        let name = title.replace('-', "\\-");
        assert!(
            page.contains(&format!(".SH NAME\n{name} \\- ")),
            "{words:?}: {page}"
        );
    }
    assert!(acegate(&["man", "check"]).contains("\\fB\\-\\-output\\fR \\fI<FORMAT=FILE>"));
}

/// The examples at the start of a help.
fn examples(words: &[&str]) -> Vec<String> {
    let help = help(words);
    let rest = help
        .strip_prefix("Examples:\n")
        .expect("a help begins with its examples");
    let lines = rest.lines().take_while(|line| !line.is_empty());
    let lines: Vec<_> = lines.map(|line| line.trim().to_owned()).collect();
    assert_eq!(lines.len(), 2, "{help}");
    lines
}

#[test]
fn the_examples_of_every_help_run() {
    let folder = Folder::new();
    folder.write("adapter.py", ADAPTER);
    folder.write("crash-1f40", "-9uc3");
    let prepare = "mkdir vectors
        check() { acegate check plain --codec utf5 $*; }
        for one in run old new; do check --report $one.ndjson; done
        for one in 1 2; do check --shard $one/2 --report shard-$one.ndjson; done
        acegate hunt python-codec --codec punycode --requests 300 --seed 7 --emit mine.yaml
        acegate hunt python-codec --codec punycode --requests 300 --seed 8 --emit found.yaml
        acegate statement run.ndjson > statement.md
        acegate statement run.ndjson --format html > statement.html";
    shell(&folder, prepare).with(0);
    let kept = folder.read("run.ndjson");
    let (all, inner) = (help(&[]), help(&["vectors"]));
    let inner = commands(&inner)
        .into_iter()
        .map(|name| format!("vectors {name}"));
    let all = commands(&all).into_iter().map(str::to_owned);
    let names: Vec<_> = all.chain(inner).collect();
    assert!(names.len() > 25, "{names:?}");
    for name in names.iter().map(String::as_str).chain([""]) {
        let words: Vec<_> = name.split_whitespace().collect();
        for example in examples(&words) {
            let _ = std::fs::remove_file(folder.path("fuzz.c"));
            if example.contains(" init python") {
                let _ = std::fs::remove_file(folder.path("adapter.py"));
            }
            // An unoptimised program takes half a minute for the coverage: the first example does.
            if example.contains(" coverage --format") {
                continue;
            }
            // One example writes another run there.
            folder.write("run.ndjson", &kept);
            let ended = shell(&folder, &quick(&example));
            assert!(
                matches!(ended.status, Some(0 | 1)),
                "{example}: {}",
                ended.err
            );
            assert!(!ended.err.contains("error: "), "{example}: {}", ended.err);
            if example.contains(" init python") {
                folder.write("adapter.py", ADAPTER);
            }
        }
    }
}

#[test]
fn sessions_print_the_output_that_they_show() {
    let path = run::path_after(&[]).into_string().expect("UTF-8");
    let sessions = trycmd::TestCases::new();
    sessions
        .env("PATH", path)
        .case("tests/cli/*.trycmd")
        .case("tests/cli/*.toml");
}

fn piped(arguments: &[&str], input: &[u8]) -> Ended {
    fed(command(PROGRAM, ".").args(arguments), input)
}

/// A sample of the cases of the codec, as options of `check`: another one for each template.
fn sample(codec: &str, operations: &[&str], template: usize) -> Vec<String> {
    let suite = Suite::embedded().expect("the embedded suite is valid");
    let mut cases = Vec::new();
    for case in &suite.cases {
        let is_offered = case.ops.iter().any(|op| operations.contains(&op.as_str()));
        // Only the lines of standard input, which the first template reads, hold a list.
        let fits = template == 0 || !matches!(*case.input, Value::List(_));
        // A template has no place for parameters: such a case would be skipped.
        if case.codec == codec && case.params.is_empty() && is_offered && fits {
            cases.push(case);
        }
    }
    let every = cases.len().div_ceil(SAMPLE).max(1);
    // The samples begin at equal distances, none of them with the first case of a class.
    let first = every * (2 * template + 1) / (2 * TEMPLATES.len());
    let chosen = cases.iter().skip(first).step_by(every);
    chosen
        .flat_map(|case| ["--id".to_owned(), case.id.to_string()])
        .collect()
}

#[test]
fn the_reference_codecs_pass_the_suite_as_commands() {
    for template in 0..TEMPLATES.len() {
        check(template);
    }
}

/// Puts a sample of every codec to the program through this template.
fn check(template: usize) {
    let (words, options) = TEMPLATES[template];
    for codec in codecs() {
        let id = codec.id();
        let command = format!("{PROGRAM} {}", words.replace("CODEC", id));
        // A command's output is one text, unless its input is a list: these two give a list.
        let mut operations: Vec<_> = codec.operations().iter().map(|it| it.name).collect();
        operations.retain(|it| !matches!(*it, "parses" | "choices"));
        if words.starts_with("{op}") {
            operations.retain(|it| matches!(*it, "encode" | "decode"));
        }
        if operations.is_empty() {
            continue;
        }
        let listed = operations.join(",");
        let mut arguments = vec!["check", "--codec", id, "--one-shot", &command];
        arguments.extend(["--ops", &listed]);
        // A busy machine is not a fault of the program.
        arguments.extend(["--timeout", "60", "-j", "2"]);
        let sample = sample(id, &operations, template);
        arguments.extend(options);
        arguments.extend(sample.iter().map(String::as_str));
        let text = piped(&arguments, b"").with(0).out;
        let run = text
            .lines()
            .last()
            .and_then(|line| line.split(' ').nth(1))
            .expect("a total");
        // Nearly all vectors of Bootstring are about its parameters.
        let least = match id {
            "bootstring" => 4,
            _ => 10,
        };
        assert!(
            run.parse::<usize>().expect("a number") >= least,
            "{id}: {text}"
        );
    }
}

#[test]
fn a_piped_value_goes_out_octet_for_octet() {
    // The controls of a terminal, a separator, a bidirectional control: all are text.
    let text = "\u{1b}[31m\u{9b}m\u{7}\u{0}\u{7f}\u{202e}\u{2028}\u{feff}ü";
    let code = piped(&["encode", "punycode"], text.as_bytes()).with(0).out;
    for options in [
        &["decode", "punycode"][..],
        &["decode", "punycode", "--color", "always"],
    ] {
        let back = piped(options, code.as_bytes());
        assert_eq!((back.out, back.err), (format!("{text}\n"), String::new()));
    }
    // Octets that are not UTF-8 as the text of an argument: read as given, never replaced.
    let lossy = piped(&["encode", "punycode"], b"a\xFF").with(2);
    assert!(
        lossy.out.is_empty() && lossy.err.contains("not UTF-8 at byte 1"),
        "{lossy:?}"
    );
}

#[test]
fn characters_that_could_steer_a_terminal_are_shown_as_numbers() {
    let code = piped(&["encode", "punycode"], "\u{1b}[31m\u{202e}ü".as_bytes()).out;
    let shown = on_a_terminal(&["decode", "punycode", "--", code.trim_end_matches('\n')]);
    assert_eq!(shown, "<U+001B>[31m<U+202E>ü\r\n");
}

#[test]
fn every_line_of_many_gets_one_line_of_output() {
    let all = piped(
        &["encode", "punycode", "--lines"],
        "a\nb\n".repeat(2000).as_bytes(),
    );
    assert_eq!(all.with(0).out.len(), 12000);
}

/// The output of the program if standard output is a terminal.
fn on_a_terminal(arguments: &[&str]) -> String {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&controller).expect("it is ours");
    unlockpt(&controller).expect("it can be opened");
    let name = ptsname(&controller, Vec::new())
        .expect("a name")
        .into_string()
        .expect("ASCII");
    let terminal = std::fs::OpenOptions::new()
        .read(true)
        .write(true)
        .open(name)
        .expect("opened");
    let mut program = command(PROGRAM, ".");
    let status = program
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(terminal)
        .status();
    assert_eq!(status.expect("the program was built").code(), Some(0));
    // The terminal ends with an error once its other side is closed, as the command does.
    drop(program);
    let mut octets = Vec::new();
    let _ = std::fs::File::from(controller).read_to_end(&mut octets);
    String::from_utf8(octets).expect("UTF-8")
}
