//! The misbehaving programs, the vectors for them, and the processes that they leave.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use acegate::doctor::examine;
use acegate::event::{CaseEvent, Event, EventReader, Recording, RunEnd, record};
use acegate::implementation::Subprocess;
use acegate::judge::Verdict;
use acegate::observation::StartError;
use acegate::runner::RunOptions;
use acegate::supervisor::{Limits, Program, use_guard};
use acegate_vectors::{Check, Suite};

use super::run::Folder;
#[cfg(unix)]
use super::run::wait_until;

/// The variable by which the processes of a test are known.
const MARK: &str = "ACEGATE_TEST_MARK";

/// Whether everything is contained that only the kernel of Linux can contain.
pub(crate) const HOLDS_ALL: bool = cfg!(all(target_os = "linux", not(acegate_posix)));

/// Whether the tests were built for an emulator, qemu or Wine, whose own memory counts as the program's and which
/// needs separate threads. `conformance/tests/systems` says so.
pub(crate) const EMULATED: bool = option_env!("ACEGATE_EMULATED").is_some();

/// Removes the remark on what the system cannot contain. It is there if there is any such thing.
pub(crate) fn without_not_held(mut remarks: Vec<String>) -> Vec<String> {
    let all = remarks.len();
    remarks.retain(|remark| !remark.starts_with("contained as on "));
    assert_eq!(remarks.len() == all, HOLDS_ALL);
    remarks
}

/// The word in an input that causes the fault.
pub(crate) const WORD: &str = "trigger";

/// A generous bound on a whole test, far above all limits together: nothing may hang.
pub(crate) const BOUND: Duration = Duration::from_secs(300);

/// The example program of this name, which cargo builds next to the tests.
pub(crate) fn helper(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("the test has a path");
    let profile = test
        .parent()
        .and_then(Path::parent)
        .expect("target/PROFILE/deps/TEST");
    let path = profile
        .join("examples")
        .join(name)
        .with_extension(std::env::consts::EXE_EXTENSION);
    assert!(
        path.is_file(),
        "{} is missing: run cargo build --examples",
        path.display()
    );
    path
}

/// A mark that no other process has.
#[derive(Clone, Debug)]
pub(crate) struct Mark(pub(crate) String);

impl Mark {
    pub(crate) fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        Self(format!("{MARK}={}-{number}", std::process::id()))
    }

    /// The variable that hands the mark on, and its value.
    pub(crate) fn variable(&self) -> (String, String) {
        let (name, value) = self.0.split_once('=').expect("the mark has a value");
        (name.into(), value.into())
    }

    /// The misbehaving program under a unique name, because a file whose program runs cannot be removed.
    #[cfg(windows)]
    fn program(&self) -> PathBuf {
        std::env::temp_dir()
            .join(self.0.replace('=', "-"))
            .with_extension("exe")
    }

    /// The programs under the name of the mark that run.
    #[cfg(windows)]
    fn processes(&self) -> Vec<String> {
        match std::fs::remove_file(self.program()) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => vec![error.to_string()],
            _ => Vec::new(),
        }
    }

    /// The processes that carry the mark and live.
    #[cfg(unix)]
    fn processes(&self) -> Vec<String> {
        let folders = std::fs::read_dir("/proc")
            .expect("proc is mounted")
            .flatten();
        folders
            .filter(|folder| {
                // A process that has ended by now has no environment.
                let environment = std::fs::read(folder.path().join("environ")).unwrap_or_default();
                environment
                    .split(|&byte| byte == 0)
                    .any(|variable| variable == self.0.as_bytes())
            })
            .map(|folder| folder.file_name().to_string_lossy().into_owned())
            .collect()
    }

    /// Waits until a process with the mark is there.
    #[cfg(unix)]
    pub(crate) fn assert_appears(&self) {
        wait_until(|| !self.processes().is_empty());
    }

    /// Checks that no process with the mark is left. A process that was ended a moment ago may take one, and
    /// a look can miss a process that starts meanwhile.
    pub(crate) fn assert_gone(&self) {
        let begun = Instant::now();
        let mut looks = 0;
        while looks < 5 {
            let left = self.processes();
            looks = if left.is_empty() { looks + 1 } else { 0 };
            let is_late = begun.elapsed() > Duration::from_secs(5);
            assert!(
                left.is_empty() || !is_late,
                "still alive: processes {left:?}"
            );
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Small limits. They are still so large that a busy machine keeps them.
pub(crate) const LIMITS: Limits = Limits {
    time: Duration::from_millis(1500),
    start: Duration::from_millis(4000),
    end: Duration::from_millis(500),
    output: 1 << 20,
    memory: if EMULATED { 160 << 20 } else { 64 << 20 },
};

/// The limits for a program that does not reply to hello.
pub(crate) const IMPATIENT: Limits = Limits {
    start: Duration::from_millis(500),
    ..LIMITS
};

/// Does something with the misbehaving program with these words, and sees that it does not take long and
/// that nothing is left of the program.
pub(crate) fn with_misbehave<T>(words: &[&str], act: impl FnOnce(Program) -> T) -> T {
    use_guard(env!("CARGO_BIN_EXE_acegate"));
    let mark = Mark::new();
    #[cfg(unix)]
    let name = helper("misbehave");
    #[cfg(windows)]
    let name = {
        std::fs::copy(helper("misbehave"), mark.program()).expect("copied");
        mark.program()
    };
    let mut program = Program::new([name]);
    program.argv.extend(words.iter().map(Into::into));
    program.env.extend([mark.variable()]);
    let begun = Instant::now();
    let made = act(program);
    mark.assert_gone();
    assert!(
        begun.elapsed() < BOUND,
        "{words:?} took {:?}",
        begun.elapsed()
    );
    made
}

/// A case: its name, operation, input and expectation.
pub(crate) type Case<'a> = (&'a str, &'a str, &'a str, &'a str);

/// Three cases; the second contains the word.
pub(crate) const CASES: [Case<'_>; 3] = [
    ("before", "decode", "tda", "{ ok: { t: \"ü\" } }"),
    ("trigger", "encode", WORD, "{ ok: { t: \"trigger-\" } }"),
    ("after", "decode", "bcher-kva", "{ ok: { t: \"bücher\" } }"),
];

/// Writes vectors of these cases into the folder.
pub(crate) fn vectors(folder: &Folder, cases: &[Case<'_>]) -> PathBuf {
    let mut text = "format: 1\ncodec: punycode\ndocument: \"RFC 3492\"\ntheme: programs\n\
        summary: \"Cases for programs that misbehave.\"\ncases:"
        .to_owned();
    for (name, op, input, expect) in cases {
        text += &format!(
            "\n  - id: \"punycode/programs/{name}\"\n    clause: \"6.2\"\n    requirements: []\n    \
             level: must\n    op: {op}\n    input: {{ t: \"{input}\" }}\n    expect: {expect}\n    \
             origin: derived\n"
        );
    }
    folder.write("programs.yaml", text);
    folder.path("programs.yaml")
}

/// The checks of these cases.
pub(crate) fn checks(cases: &[Case<'_>]) -> Vec<Check> {
    let folder = Folder::new();
    Suite::load(&[vectors(&folder, cases)])
        .unwrap_or_else(|error| panic!("{error}"))
        .checks()
}

/// The events of a report.
pub(crate) fn events(report: &str) -> Vec<Event> {
    EventReader::new(report.as_bytes())
        .map(|event| event.expect("an event"))
        .collect()
}

/// The result of a run.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) cases: BTreeMap<String, CaseEvent>,
    pub(crate) end: RunEnd,
}

impl Ran {
    /// The verdicts of the cases before, trigger and after.
    pub(crate) fn verdicts(&self) -> [Verdict; 3] {
        ["before", "trigger", "after"].map(|name| self.case(name).verdict)
    }

    pub(crate) fn case(&self, name: &str) -> &CaseEvent {
        let name = format!("punycode/programs/{name}");
        let found = self.cases.values().find(|case| case.case == name);
        found.unwrap_or_else(|| panic!("no case {name}"))
    }

    /// The observation of a case, as it is reported.
    pub(crate) fn text(&self, name: &str) -> String {
        serde_json::to_string(&self.case(name).observed).expect("it is JSON")
    }
}

/// Runs the three cases against the misbehaving program, and sees that nothing is left of it.
pub(crate) fn run_misbehave(words: &[&str], limits: Limits) -> Result<Ran, StartError> {
    run_checks(&checks(&CASES), words, limits)
}

/// Runs any checks against the misbehaving program, and sees that nothing is left of it.
pub(crate) fn run_checks(
    checks: &[Check],
    words: &[&str],
    limits: Limits,
) -> Result<Ran, StartError> {
    let mut cases = BTreeMap::new();
    let end = with_misbehave(words, |program| {
        let start = || Ok(Box::new(Subprocess::start(program.clone(), limits)?) as Box<_>);
        let (options, recording) = (RunOptions::default(), Recording::default());
        record(checks, &start, &options, &recording, &mut |event| {
            if let Event::Case(case) = event {
                cases.insert(case.name.to_string(), (**case).clone());
            }
        })
    });
    if end.is_ok() {
        assert_eq!(cases.len(), checks.len(), "every check has a verdict");
    }
    let mut end = end?;
    end.remarks = without_not_held(end.remarks);
    Ok(Ran { cases, end })
}

/// The faults that the doctor finds in the misbehaving program.
pub(crate) fn faults(words: &[&str], limits: Limits) -> Vec<String> {
    let examined = with_misbehave(words, |program| examine(&program, limits));
    let diagnosis = examined.expect("it can be run");
    let ill = diagnosis
        .points
        .iter()
        .filter(|point| !point.healthy)
        .map(ToString::to_string);
    // The emulator says on standard error by which signal a program ends.
    ill.filter(|text| !(EMULATED && text.starts_with("standard error: qemu: ")))
        .collect()
}

/// Checks that the doctor finds exactly one thing, and that its sentence names it.
#[track_caller]
pub(crate) fn assert_diagnosis(words: &[&str], limits: Limits, expected: &str) {
    let faults = faults(words, limits);
    assert_eq!(faults.len(), 1, "{words:?}: {faults:?}");
    assert!(faults[0].contains(expected), "{words:?}: {faults:?}");
}
