//! The ends of a run that acegate itself must survive: signals and closed pipes.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use acegate::event::Event;
use acegate::judge::Verdict;
use acegate::supervisor::child;
use rustix::process::{Pid, Signal, kill_process};

use super::run::{Folder, PROGRAM, checked, ended, has_programs, wait_until};
use super::support::{BOUND, CASES, EMULATED, HOLDS_ALL, Mark, events, helper, vectors};

/// acegate with these words, its children under the mark. It takes the signals that the caller of the
/// tests may ignore, as a shell does in a job in the background, but for this one.
fn acegate(words: &[&str], mark: &Mark, ignored: &str) -> Command {
    let mut command = Command::new("env");
    command.args([
        "--default-signal=INT,TERM,HUP,PIPE",
        &format!("--ignore-signal={ignored}"),
    ]);
    command.arg(PROGRAM).args(words).envs([mark.variable()]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The end of acegate at work on the three cases and a misbehaving program, which it leaves not running: its
/// exit status, what it wrote to standard error, and its report. It may get a signal, once the program runs
/// and the report has begun in the place of an old one.
fn end_of_check(
    mode: &str,
    signal: Option<Signal>,
    ignored: &str,
) -> (Option<i32>, String, String) {
    let (mark, folder) = (Mark::new(), Folder::new());
    let (vectors, report) = (vectors(&folder, &CASES), folder.path("report.ndjson"));
    folder.write("report.ndjson", "old\n");
    let command = format!("'{}' {mode}", helper("misbehave").display());
    let mut acegate = acegate(
        &["check", "--timeout", "600", "--cmd", &command],
        &mark,
        ignored,
    );
    acegate
        .arg("--only-vectors")
        .arg(vectors)
        .arg("--report")
        .arg(&report);
    let child = acegate.spawn().expect("it runs");
    if let Some(signal) = signal {
        mark.assert_appears();
        wait_until(|| folder.read("report.ndjson").contains("}\n"));
        sleep(Duration::from_millis(50));
        kill_process(number_of(&child), signal).expect("it runs still, or waits for us");
    }
    let (status, said) = end_of(child);
    mark.assert_gone();
    (status, said, folder.read("report.ndjson"))
}

/// Waits for the program, and returns its exit status and what it wrote to standard error.
fn end_of(mut child: Child) -> (Option<i32>, String) {
    wait_until(|| child.try_wait().expect("it is our child").is_some());
    let output = child.wait_with_output().expect("it has ended");
    (
        output.status.code(),
        String::from_utf8(output.stderr).expect("UTF-8"),
    )
}

#[test]
fn a_signal_leaves_a_valid_report_and_no_process() {
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        let (status, said, text) = end_of_check("hangs --on trigger", Some(signal), "");
        assert_eq!(status, Some(130), "{said}");
        assert!(!said.contains("panicked"), "{said}");

        assert!(text.ends_with('\n'));
        let [Event::RunStart(_), _, _, _, Event::RunEnd(end)] = &events(&text)[..] else {
            panic!("not three cases between start and end: {text}");
        };
        assert!(end.interrupted);
        assert!(end.totals.count(Verdict::NotRun) >= 2, "{text}");
    }
}

fn number_of(child: &Child) -> Pid {
    Pid::from_raw(child.id().try_into().expect("a number")).expect("not zero")
}

#[test]
fn sigkill_leaves_the_events_and_no_process_not_even_a_daemon() {
    let respawners = HOLDS_ALL.then_some("hangs-with-respawners");
    for mode in ["hangs-with-daemon", "hangs", "child-allocates"]
        .into_iter()
        .chain(respawners)
    {
        let mode = format!("{mode} --on trigger");
        let (_, _, report) = end_of_check(&mode, Some(Signal::KILL), "PIPE");
        let whole = report.rfind('\n').map_or("", |end| &report[..end]);
        assert!(matches!(events(whole)[0], Event::RunStart(_)), "{report}");
    }
}

#[test]
fn a_daemon_of_a_program_that_ends_its_guard_is_ended() {
    let (status, said, _) = end_of_check("kills-parent-leaves-daemon --on trigger", None, "");
    assert_eq!(status, Some(1), "{said}");
}

#[test]
fn a_program_that_ends_acegate_does_not_outlive_it() {
    if !HOLDS_ALL {
        return;
    }
    for mode in [
        "kills-both",
        "kills-both-acegate-first",
        "stops-parent-kills-acegate",
    ] {
        let (status, said, _) = end_of_check(&format!("{mode} --on trigger"), None, "");
        assert_eq!(status, None, "{mode}: {said}");
    }
}

#[test]
fn a_program_that_stops_acegate_is_named_and_times_out() {
    if !HOLDS_ALL {
        return;
    }
    let mark = Mark::new();
    let folder = Folder::new();
    let command = format!(
        "'{}' stops-acegate --on trigger",
        helper("misbehave").display()
    );
    let mut acegate = acegate(&["check", "--timeout", "1", "--cmd", &command], &mark, "");
    acegate.arg("--only-vectors").arg(vectors(&folder, &CASES));
    acegate.arg("--report").arg(folder.path("report.ndjson"));
    let (status, said) = end_of(acegate.spawn().expect("it runs"));
    mark.assert_gone();
    let report = folder.read("report.ndjson");
    assert_eq!(status, Some(1), "{said} {report}");
    assert!(report.contains("acegate received SIGCONT"), "{report}");
}

/// The arguments of a Python program that skips every request, but first traces acegate, as root can.
const TRACER: &str = "\
import ctypes, json, os, sys
parent = os.getppid()
acegate = int(open(f'/proc/{parent}/stat').read().rsplit(') ', 1)[1].split()[1])
for line in sys.stdin:
    request = json.loads(line)
    if request.get('type') == 'hello':
        name = {'name': 'tracer', 'version': '1'}
        codecs = {'punycode': {'ops': ['encode', 'decode']}}
        print(json.dumps({'type': 'hello', 'protocol': 1, 'implementation': name, 'codecs': codecs,
                          'values': ['t']}), flush=True)
        continue
    trace = ctypes.CDLL(None).ptrace
    trace.argtypes = [ctypes.c_long] * 4
    PTRACE_ATTACH = 16
    if trace(PTRACE_ATTACH, acegate, 0, 0) == 0:
        while True:
            os.wait()
    print(json.dumps({'id': request['id'], 'skip': 'no tracing'}), flush=True)
";

#[test]
fn a_program_that_traces_acegate_is_ended() {
    if !HOLDS_ALL || EMULATED {
        return;
    }
    if !has_programs("a program that traces acegate", &["python3"]) {
        return;
    }
    let mark = Mark::new();
    let folder = Folder::new();
    folder.write("tracer.py", TRACER);
    let command = format!("python3 '{}'", folder.path("tracer.py").display());
    let mut acegate = acegate(&["check", "--timeout", "1", "--cmd", &command], &mark, "");
    acegate.arg("--only-vectors").arg(vectors(&folder, &CASES));
    let (status, said) = end_of(acegate.spawn().expect("it runs"));
    mark.assert_gone();
    // Root may trace acegate, and the guard ends the program. Others may not, and nothing is checked.
    let expected = if rustix::process::geteuid().is_root() {
        1
    } else {
        4
    };
    assert_eq!(status, Some(expected), "{said}");
}

#[test]
fn a_pause_by_the_terminal_is_no_attack() {
    let (mark, folder) = (Mark::new(), Folder::new());
    let command = format!("'{}' hangs --on trigger", helper("misbehave").display());
    let mut acegate = acegate(&["check", "--timeout", "600", "--cmd", &command], &mark, "");
    acegate.arg("--only-vectors").arg(vectors(&folder, &CASES));
    acegate.arg("--report").arg(folder.path("report.ndjson"));
    let child = acegate.spawn().expect("it runs");
    let number = number_of(&child);
    mark.assert_appears();
    wait_until(|| folder.path("report.ndjson").exists());
    kill_process(number, Signal::TSTP).expect("it runs");
    wait_until(|| state_of(number) == "T");
    // The guard has looked three times.
    sleep(Duration::from_millis(1700));
    assert_eq!(state_of(number), "T");
    kill_process(number, Signal::CONT).expect("it is stopped");
    wait_until(|| state_of(number) != "T");
    sleep(Duration::from_millis(100));
    kill_process(number, Signal::TERM).expect("it runs");
    let (status, said) = end_of(child);
    mark.assert_gone();
    assert_eq!(status, Some(130), "{said}");
    assert!(!folder.read("report.ndjson").contains("SIGCONT"));
}

/// The state of a process, as `/proc` has it after the name in parentheses.
fn state_of(process: Pid) -> String {
    let line = fs::read_to_string(format!("/proc/{}/stat", process.as_raw_pid()));
    let line = line.expect("it runs");
    let (_, fields) = line.rsplit_once(") ").expect("a line");
    fields[..1].to_owned()
}

#[test]
fn ends_of_children_are_read_even_if_whoever_starts_acegate_ignores_them() {
    let begun = Instant::now();
    let (status, said, _) = end_of_check("behaves", None, "CHLD");
    assert_eq!(status, Some(0), "{said}");
    // Where no end is read, acegate waits more than a minute for them.
    assert!(
        begun.elapsed() < Duration::from_secs(30),
        "{:?}",
        begun.elapsed()
    );
}

#[test]
fn limits_of_the_surroundings_are_named_where_they_end_a_run() {
    if !has_programs("a limit on the size of files", &["prlimit"]) {
        return;
    }
    let folder = Folder::new();
    let mut limited = Command::new("prlimit");
    limited.args([
        "--fsize=4096",
        PROGRAM,
        "check",
        "reference",
        "--codec",
        "lace",
        "--report",
    ]);
    let ended_at_limit = ended(limited.arg(folder.path("report.ndjson"))).with(2);
    assert!(
        ended_at_limit.err.contains("(ulimit -f) is reached"),
        "{}",
        ended_at_limit.err
    );
    let mut without = Command::new(PROGRAM);
    without
        .args(["check", "python-codec"])
        .env("TMPDIR", folder.path("missing"));
    let said = ended(&mut without).err;
    assert!(
        said.contains("TMPDIR names ") && said.contains("which is not a folder"),
        "{said}"
    );
}

#[test]
fn sigkill_leaves_nothing_beside_an_output() {
    let (mark, folder, outputs) = (Mark::new(), Folder::new(), Folder::new());
    let command = format!("'{}' hangs --on trigger", helper("misbehave").display());
    let mut acegate = acegate(&["check", "--timeout", "600", "--cmd", &command], &mark, "");
    acegate.arg("--only-vectors").arg(vectors(&folder, &CASES));
    acegate.arg("--report").arg(folder.path("report.ndjson"));
    acegate
        .arg("--output")
        .arg(format!("html={}", outputs.word("report.html")));
    let mut child = acegate.spawn().expect("it runs");
    mark.assert_appears();
    wait_until(|| folder.path("report.ndjson").exists());
    child.kill().expect("it runs still");
    child.wait().expect("it is our child");
    mark.assert_gone();
    assert_eq!(outputs.count(), 0);
}

#[test]
fn sigkill_leaves_no_folder_of_an_adapter_being_unpacked_or_at_work() {
    for delay in [0, 0, 0, 0, 40, 60, 80, 100] {
        let (mark, folder) = (Mark::new(), Folder::new());
        let mut acegate = acegate(&["check", "python-codec", "--codec", "punycode"], &mark, "");
        let mut child = acegate
            .env("TMPDIR", folder.path(""))
            .spawn()
            .expect("it runs");
        let begun = Instant::now();
        while folder.count() == 0 {
            assert!(begun.elapsed() < BOUND, "no adapter is unpacked");
        }
        sleep(Duration::from_millis(delay));
        child.kill().expect("it runs still, or waits for us");
        child.wait().expect("it is our child");
        mark.assert_gone();
        assert_eq!(folder.count(), 0, "killed after {delay} ms");
    }
}

#[test]
fn signals_for_acegate_do_not_end_the_keeper_of_a_folder_before_it() {
    let outer = Folder::new();
    let mut command = Command::new(PROGRAM);
    command
        .args([child::WORD, "keep"])
        .env("TMPDIR", outer.as_ref());
    let mut keeper = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut path = Vec::new();
    let mut output = BufReader::new(keeper.stdout.take().expect("piped"));
    output.read_until(0, &mut path).expect("read");
    assert_eq!(path.pop(), Some(0), "the path is whole");
    let path = PathBuf::from(String::from_utf8(path).expect("UTF-8"));
    assert_eq!(path.parent(), Some(outer.as_ref()));
    let mode = fs::metadata(&path)
        .expect("it is there")
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o700, "only this user enters it");
    fs::write(path.join("adapter.py"), "").expect("it is ours");
    for signal in [Signal::HUP, Signal::INT, Signal::TERM] {
        kill_process(number_of(&keeper), signal).expect("it runs still");
    }
    sleep(Duration::from_millis(20));
    assert!(path.exists() && keeper.try_wait().expect("it is our child").is_none());
    // Waiting closes its input.
    assert_eq!(keeper.wait().expect("it is our child").code(), Some(0));
    assert!(!path.exists());
}

#[test]
fn a_hangup_that_was_ignored_stays_ignored() {
    let (status, said, report) = end_of_check("answers-late --late 200", Some(Signal::HUP), "HUP");
    assert_eq!(status, Some(0), "{said}");
    assert!(report.contains("as-expected"));
}

#[test]
fn a_system_without_threads_has_fewer_jobs_and_the_same_verdicts() {
    if EMULATED {
        // The emulator itself needs threads.
        return;
    }
    if !has_programs("a system without threads", &["setpriv", "prlimit"]) {
        return;
    }
    let folder = Folder::new();
    let program = folder.path("acegate");
    fs::copy(PROGRAM, &program).expect("copied");
    let open = fs::Permissions::from_mode(0o755);
    fs::set_permissions(&folder, open).expect("it is ours");
    // The limit applies to a user, and never to root.
    let mut limited = if rustix::process::geteuid().is_root() {
        let mut command = Command::new("setpriv");
        command.args([
            "--reuid=65533",
            "--regid=65533",
            "--clear-groups",
            "prlimit",
        ]);
        command
    } else {
        Command::new("prlimit")
    };
    limited.arg("--nproc=1:1").arg(&program);
    let (verdicts, remarks) = verdicts_with_eight_jobs(limited);
    assert_eq!(remarks.len(), 1, "{remarks:?}");
    assert!(
        remarks[0].starts_with("only 0 jobs of 8: no thread"),
        "{remarks:?}"
    );
    let expected = verdicts_with_eight_jobs(Command::new(&program));
    assert_eq!((verdicts, vec![]), expected);
}

/// The verdicts of the reference that this command gives in eight jobs, by the names of the checks,
/// and its remarks.
fn verdicts_with_eight_jobs(mut command: Command) -> (BTreeMap<String, Verdict>, Vec<String>) {
    command.args([
        "check",
        "reference",
        "--codec",
        "lace",
        "--jobs",
        "8",
        "--format",
        "ndjson",
    ]);
    let text = ended(&mut command).with(0).out;
    let mut events = events(&text);
    let verdicts: BTreeMap<_, _> = checked(&events)
        .map(|case| (case.name.clone(), case.verdict))
        .collect();
    assert_eq!(
        verdicts.len(),
        checked(&events).count(),
        "a check has two verdicts"
    );
    let Some(Event::RunEnd(end)) = events.pop() else {
        panic!("the report has no end")
    };
    (verdicts, end.remarks)
}

#[test]
fn a_closed_pipe_ends_a_command_quietly() {
    for (words, first) in [
        (
            &["check", "reference", "--format", "ndjson"][..],
            "run-start",
        ),
        (&["vectors", "list"], "must"),
        (&["vectors", "schema"], "{"),
    ] {
        let mark = Mark::new();
        let mut child = acegate(words, &mark, "").spawn().expect("it runs");
        let mut line = String::new();
        let stdout = child.stdout.take().expect("piped");
        BufReader::with_capacity(64, stdout)
            .read_line(&mut line)
            .expect("UTF-8");
        assert!(line.contains(first), "{line}");
        assert_eq!(end_of(child), (Some(0), String::new()));
        mark.assert_gone();
    }
}
