//! The header and its example, compiled as C and as C++ with the sanitizers that are here, and run.

use std::env::consts::DLL_SUFFIX;
use std::ffi::OsString;
use std::fs;
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const HEADER: &str = include_str!("../include/acegate.h");
/// A main function that runs a target on its arguments.
const DRIVER: &str = include_str!("driver.c");
/// A decoder with a fault, `my_decode`.
const LENIENT: &str = include_str!("lenient.c");
const TARGET_IN_C: &str = include_str!("../../../conformance/templates/fuzz/fuzz.c");
const TARGET_IN_CPP: &str = include_str!("../../../conformance/templates/fuzz/fuzz.cc");

/// A language, its compiler and the options that it needs.
struct Language {
    compiler: &'static str,
    options: &'static [&'static str],
    library: Library,
}

/// The form of the library that programs are linked with.
#[derive(Clone, Copy)]
enum Library {
    Static,
    /// It is linked ten times as fast.
    Shared,
}

const LANGUAGES: [Language; 2] = [
    Language {
        compiler: "cc",
        options: &["-x", "c", "-std=c99"],
        library: Library::Static,
    },
    Language {
        compiler: "c++",
        options: &["-x", "c++", "-std=c++11"],
        library: Library::Shared,
    },
];

const SANITIZERS: &str = "-fsanitize=address,undefined";

/// The libraries of the system that the static library needs.
const SYSTEM: [&str; 4] = ["-lgcc_s", "-lpthread", "-ldl", "-lm"];

#[test]
fn every_function_does_what_the_header_says() {
    for language in &LANGUAGES {
        let Some(built) = build(language, include_str!("every_function.c")) else {
            continue;
        };
        let ended = built.run(&[]);
        assert!(ended.status.success(), "{}: {ended:?}", language.compiler);
    }
}

#[test]
fn the_example_of_the_header_stops_at_a_wrong_answer() {
    let target = example();
    for language in &LANGUAGES {
        let source = target.replace("int my_decode", "static int my_decode");
        let Some(built) = build(language, &format!("{source}\n{LENIENT}\n{DRIVER}")) else {
            continue;
        };
        let ended = built.run(&["bcher-kva", "tda", "!", ""]);
        assert!(ended.status.success(), "{}: {ended:?}", language.compiler);
        let ended = built.run(&["-tda"]);
        let told = String::from_utf8_lossy(&ended.stderr);
        assert!(!ended.status.success(), "{}: {told}", language.compiler);
        assert!(told.contains("punycode decode of \"-tda\""), "{told}");
    }
}

#[test]
fn a_target_skips_everything_until_its_function_is_filled_in() {
    for (language, target) in LANGUAGES.iter().zip([TARGET_IN_C, TARGET_IN_CPP]) {
        let Some(built) = build(language, &format!("{target}\n{DRIVER}")) else {
            continue;
        };
        let ended = built.run(&["bcher-kva", "-tda", ""]);
        assert!(ended.status.success(), "{}: {ended:?}", language.compiler);
    }
}

#[test]
fn a_target_of_libfuzzer_finds_the_fault() {
    let language = Language {
        compiler: "clang",
        options: &["-fsanitize=fuzzer", "-x", "c"],
        library: Library::Static,
    };
    let folder = tempfile::tempdir().expect("a folder");
    let empty = "int LLVMFuzzerTestOneInput(const char *data, long size) { return 0; }\n";
    if !can_run("clang", &["-fsanitize=fuzzer"], empty, folder.path()) {
        skip("clang");
        return;
    }
    let target = TARGET_IN_C.replace("return -2;", "return my_decode(input, size, text);");
    let Some(built) = build(&language, &format!("{LENIENT}\n{target}")) else {
        return;
    };
    let ended = built.run(&[
        "-seed=1",
        "-runs=200000",
        "-max_len=16",
        "-max_total_time=60",
    ]);
    let told = String::from_utf8_lossy(&ended.stderr);
    assert!(!ended.status.success(), "{told}");
    assert!(told.contains("punycode decode of \"-"), "{told}");
}

/// The lines of the example, without the stars of the comment.
fn example() -> String {
    let (_, example) = HEADER
        .split_once("Example: a target for libFuzzer.\n")
        .expect("an example");
    let mut lines = Vec::new();
    for line in example.lines() {
        if line.trim() == "*/" {
            break;
        }
        let code = line.strip_prefix(" *").expect("a line of the comment");
        lines.push(code.strip_prefix("     ").unwrap_or(code));
    }
    lines.join("\n")
}

struct Built {
    folder: tempfile::TempDir,
}

impl Built {
    fn run(&self, words: &[&str]) -> Output {
        Command::new(self.folder.path().join("program"))
            .args(words)
            .current_dir(self.folder.path())
            .output()
            .expect("it was built")
    }
}

/// The program of a source; `None` without a compiler, which is said.
fn build(language: &Language, source: &str) -> Option<Built> {
    let Language {
        compiler,
        options,
        library,
    } = language;
    if !is_here(compiler) {
        skip(compiler);
        return None;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let sanitizers: &[&str] = if can_run(
        compiler,
        &[SANITIZERS],
        "int main(void) { return 0; }\n",
        folder.path(),
    ) {
        &[SANITIZERS, "-fno-sanitize-recover=all"]
    } else {
        &[]
    };
    let file = folder.path().join("program.source");
    fs::write(&file, source).expect("a file");
    let ended = Command::new(compiler)
        .args(["-Wall", "-Wextra", "-Werror", "-g", "-O1"])
        .args(sanitizers)
        .args(["-I", concat!(env!("CARGO_MANIFEST_DIR"), "/include")])
        .args(*options)
        .arg(&file)
        .args(["-x", "none"])
        .args(library.arguments())
        .arg("-o")
        .arg(folder.path().join("program"))
        .output()
        .expect("it is here");
    let told = String::from_utf8_lossy(&ended.stderr);
    assert!(ended.status.success(), "{compiler}: {told}");
    Some(Built { folder })
}

impl Library {
    /// The arguments of a compiler that links a program with it.
    fn arguments(self) -> Vec<OsString> {
        let mut arguments = vec![self.file().into()];
        if matches!(self, Self::Static) {
            arguments.extend(SYSTEM.map(OsString::from));
        }
        arguments
    }

    /// The file, which cargo writes next to the tests or one folder above them.
    fn file(self) -> PathBuf {
        let name = match self {
            Self::Static => "libacegate_c.a".to_owned(),
            Self::Shared => format!("libacegate_c{DLL_SUFFIX}"),
        };
        let test = std::env::current_exe().expect("a test has a path");
        let beside = test.parent().expect("a folder");
        let mut places = [beside.join(&name), beside.join("..").join(&name)].into_iter();
        let found = places.find(|place| place.exists());
        found.unwrap_or_else(|| panic!("no {name} in {}", beside.display()))
    }
}

/// Whether a program with these options can be linked, and run here: a sanitizer looks at memory through `/proc`.
fn can_run(compiler: &str, options: &[&str], source: &str, folder: &Path) -> bool {
    let file = folder.join("probe.c");
    let program = folder.join("probe");
    fs::write(&file, source).expect("a file");
    let built = Command::new(compiler)
        .args(options)
        .arg(&file)
        .arg("-o")
        .arg(&program)
        .output();
    if !built.is_ok_and(|built| built.status.success()) {
        return false;
    }
    let ran = Command::new(&program).arg("-runs=1").output();
    ran.is_ok_and(|ran| ran.status.success())
}

fn is_here(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

/// Says that a compiler is missing, which is a failure where it must be here.
fn skip(needs: &str) {
    let required = std::env::var("ACEGATE_TEST_NEEDS").unwrap_or_default();
    assert!(
        !required.split(' ').any(|name| name == needs),
        "{needs} may not be skipped"
    );
    // The harness of the tests would keep what a macro prints to itself.
    let _ = writeln!(stderr(), "skipped: needs {needs}");
}
