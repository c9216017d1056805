//! Baselines: each kind of change, with its verdict, its message and its exit status.

use std::fs::{self, Permissions};
use std::ops::Deref;
use std::os::unix::fs::PermissionsExt;

use crate::run::{self, Ended, WRONG, acegate};

/// The vectors and the baseline of one test. `WRONG` fails three checks of the vectors, and two of them
/// count only for it.
struct Folder(run::Folder);

impl Deref for Folder {
    type Target = run::Folder;

    fn deref(&self) -> &run::Folder {
        &self.0
    }
}

impl Folder {
    fn new() -> Self {
        let folder = Self(run::Folder::new());
        folder.write("failing.yaml", include_str!("../reports/failing.yaml"));
        folder
    }

    /// With a baseline of all that fails.
    fn with_baseline() -> Self {
        let folder = Self::new();
        folder
            .check(
                WRONG,
                &["--update-baseline", "--reason", "Known since 1.0."],
            )
            .with(0);
        folder
    }

    fn baseline(&self) -> String {
        self.read("known.yaml")
    }

    /// Replaces a text of a file, which must be there.
    fn replace(&self, file: &str, old: &str, new: &str) {
        let text = self.read(file);
        assert!(text.contains(old), "{old} in {text}");
        self.write(file, text.replacen(old, new, 1));
    }

    fn check(&self, command: &str, more: &[&str]) -> Ended {
        let known = ["--only-vectors", "failing.yaml", "--baseline", "known.yaml"];
        acegate(
            &self.0,
            &[&["check", "--cmd", command], &known[..], more].concat(),
        )
    }

    /// The merge of the reports of two shards of the wrong decoder, which end so.
    fn merged(&self, statuses: [i32; 2]) -> Ended {
        for (number, status) in (1..).zip(statuses) {
            let (shard, report) = (format!("{number}/2"), format!("{number}.ndjson"));
            let ended = self
                .check(WRONG, &["--shard", &shard, "--report", &report])
                .with(status);
            assert!(!ended.out.contains("stale"), "{}", ended.out);
        }
        acegate(&self.0, &["merge", "1.ndjson", "2.ndjson"])
    }
}

/// Checks exit status and a line of the report.
#[track_caller]
fn expect(ended: Ended, status: i32, line: &str) -> String {
    let text = ended.with(status).out;
    assert!(
        text.lines().any(|found| found.starts_with(line)),
        "{line:?} in {text}"
    );
    text
}

/// Checks that nothing is run, and what is said of it.
#[track_caller]
fn expect_error(ended: Ended, said: &str) -> String {
    let Ended { out, err, .. } = ended.with(2);
    assert!(out.is_empty() && err.contains(said), "{said}: {out}{err}");
    err
}

#[test]
fn failures_that_are_all_known_have_their_cause() {
    const CAUSE: &str = "The decoder skips a hyphen at the start";
    let folder = Folder::new();
    let check = |more: &[&str]| {
        let known = [
            "--id",
            "punycode/edge/leading-delimiter*",
            "--baseline",
            "known.yaml",
        ];
        acegate(
            &folder.0,
            &[&["check", "--cmd", WRONG], &known[..], more].concat(),
        )
        .with(0)
    };
    let made = check(&["--update-baseline", "--reason", "Ticket 7"]);
    assert!(made.out.contains(CAUSE), "{made:?}");
    let finding = "  - finding: \"deviation/punycode/leading-delimiter-consumed";
    assert!(folder.baseline().contains(finding), "{}", folder.baseline());
    let again = check(&[]);
    assert!(again.out.contains(CAUSE), "{again:?}");
}

#[test]
fn failures_that_are_known_do_not_count_and_the_run_that_makes_a_baseline_says_how_many_there_are()
{
    let folder = Folder::new();
    expect_error(
        folder.check(WRONG, &["--update-baseline"]),
        "give --reason TEXT",
    );
    let made = folder
        .check(WRONG, &["--update-baseline", "--reason", "Known."])
        .with(0);
    assert!(made.err.contains(" failures are known now: "), "{made:?}");
    assert!(!made.out.contains("not as expected"), "{made:?}");
    let text = expect(
        folder.check(WRONG, &[]),
        0,
        "3 failures are known from the baseline",
    );
    assert!(
        text.contains("must, 3 checks, 2 of them known, 1 of them advisory: "),
        "{text}"
    );
}

#[test]
fn a_new_failure_counts() {
    let folder = Folder::with_baseline();
    folder.write(
        "failing.yaml",
        folder.read("failing.yaml") + &case("new", "-a"),
    );
    expect(folder.check(WRONG, &[]), 1, "1 of 7 not as expected");
    // It is not accepted without a reason.
    let before = folder.baseline();
    let unasked = folder.check(WRONG, &["--update-baseline"]).with(2);
    assert!(unasked.err.contains("1 failure is new"), "{unasked:?}");
    assert_eq!(folder.baseline(), before);
    folder
        .check(WRONG, &["--update-baseline", "--reason", "Ticket 7"])
        .with(0);
    assert!(
        folder.baseline().starts_with(before.trim_end()),
        "{}",
        folder.baseline()
    );
    assert!(folder.baseline().contains("    reason: \"Ticket 7\"\n"));
    expect(
        folder.check(WRONG, &[]),
        0,
        "4 failures are known from the baseline",
    );
}

#[test]
fn a_failure_that_is_mended_is_named_and_taken_out() {
    let folder = Folder::with_baseline();
    let right = "acegate serve reference";
    let mended = folder.check(right, &["--id", "punycode/report/accepted"]);
    expect(
        mended,
        1,
        "unexpected-pass  punycode/report/accepted  it passes now",
    );
    let head = "# Kept.\nbaseline: 1";
    folder.replace("known.yaml", "baseline: 1", head);
    folder
        .check(
            right,
            &["--id", "punycode/report/accepted", "--update-baseline"],
        )
        .with(0);
    let text = folder.baseline();
    assert!(
        text.contains(head) && !text.contains("report/accepted "),
        "{text}"
    );
    // The entries of checks that did not run stay.
    assert!(
        text.contains("report/wrong-value ") && text.contains("report/refused "),
        "{text}"
    );
    expect(
        folder.check(WRONG, &["--skip", "punycode/report/accepted"]),
        0,
        "2 failures are",
    );
}

#[test]
fn another_failure_of_the_same_check_counts() {
    let folder = Folder::with_baseline();
    let text = folder.baseline();
    let at = text
        .find("report/accepted accepted-wrongly-")
        .expect("an entry");
    let known = &text[at..at + "report/accepted accepted-wrongly-0123456789abcdef".len()];
    folder.replace(
        "known.yaml",
        known,
        "report/accepted accepted-wrongly-0123456789abcdef",
    );
    let line = "different-failure  punycode/report/accepted  it fails differently";
    expect(folder.check(WRONG, &[]), 1, line);
    folder.check(WRONG, &["--update-baseline"]).with(0);
    assert_eq!(folder.baseline(), text);
}

#[test]
fn an_entry_expires() {
    let folder = Folder::with_baseline();
    let with_day = |day: &str| format!("expires: \"{day}\"\n    checks:");
    folder.replace("known.yaml", "checks:", &with_day("9999-12-31"));
    expect(folder.check(WRONG, &[]), 0, "3 failures are known");
    folder.replace("known.yaml", "9999-12-31", "2020-02-29");
    expect(folder.check(WRONG, &[]), 1, "expired  punycode/report/");
    folder.replace("known.yaml", "2020-02-29", "2021-02-29");
    let place = "known.yaml:7:14: expected a day such as 2027-06-30, found \"2021-02-29\"";
    expect_error(folder.check(WRONG, &[]), place);
}

#[test]
fn a_check_that_the_suite_lost_or_changed_is_named() {
    let folder = Folder::with_baseline();
    folder.replace(
        "failing.yaml",
        "input: { t: \"-9uc\" }",
        "input: { t: \"-9ud\" }",
    );
    expect(
        folder.check(WRONG, &[]),
        1,
        "suite-changed  punycode/report/accepted  the suite has changed",
    );
    folder.replace(
        "failing.yaml",
        "punycode/report/accepted",
        "punycode/report/renamed",
    );
    expect(
        folder.check(WRONG, &[]),
        1,
        "stale  punycode/report/accepted  (known.yaml:",
    );
    // A new name does not make an entry stale, and neither do filters.
    let folder = Folder::with_baseline();
    folder.replace(
        "failing.yaml",
        "punycode/report/accepted",
        "punycode/report/renamed",
    );
    expect(folder.check(WRONG, &[]), 0, "3 failures are known");
    expect(folder.merged([0, 0]), 0, "3 failures are known");
    let said = folder.check(WRONG, &["--update-baseline"]).with(0).err;
    assert!(
        said.contains("3 failures are known now: 0 added, 3 kept, 0 removed"),
        "{said}"
    );
    let written = folder.baseline();
    assert!(
        written.contains("report/renamed ") && !written.contains("report/accepted"),
        "{written}"
    );
    Folder::with_baseline()
        .check(WRONG, &["--id", "punycode/report/passes"])
        .with(0);
}

/// A case of a code that is to be refused.
fn case(name: &str, code: &str) -> String {
    format!(
        "  - id: \"punycode/report/{name}\"\n    clause: \"6.2\"\n    requirements: []\n    \
         level: must\n    op: decode\n    input: {{ t: \"{code}\" }}\n    \
         expect: {{ error: [bad-digit], at: 0 }}\n    origin: derived\n"
    )
}

/// As many cases with a delimiter at the start. `WRONG` accepts them all.
fn write_cases(folder: &Folder, cases: usize) {
    let text = folder.read("failing.yaml");
    let (head, _) = text.split_once("cases:\n").expect("cases");
    let cases = ('b'..='z')
        .take(cases)
        .map(|it| case(&it.to_string(), &format!("-{it}a")));
    folder.write(
        "failing.yaml",
        format!("{head}cases:\n{}", cases.collect::<String>()),
    );
}

/// A decoder that gives one answer to everything.
const OTHER: &str = r#"
import sys, json
for line in sys.stdin:
    request = json.loads(line)
    hello = {"type": "hello", "protocol": 1, "implementation": {"name": "other"},
             "codecs": {"punycode": {"ops": ["decode"]}}}
    is_hello = request.get("type") == "hello"
    print(json.dumps(hello if is_hello else {"id": request["id"], "ok": {"t": "x"}}), flush=True)
"#;

const KNOWN: [&str; 3] = ["--update-baseline", "--reason", "Ticket 7"];

#[test]
fn a_finding_that_is_accepted_as_a_whole_is_one_line() {
    let folder = Folder::new();
    write_cases(&folder, 6);
    folder.check(WRONG, &KNOWN).with(0);
    let written = folder.baseline();
    let line = "    reason: \"Ticket 7\"\n    whole: \"6 must decode ";
    assert!(
        written.contains(line) && !written.contains("checks:"),
        "{written}"
    );
    expect(
        folder.check(WRONG, &[]),
        0,
        "6 failures are known from the baseline",
    );
    folder.check(WRONG, &["--update-baseline"]).with(0);
    assert_eq!(folder.baseline(), written);
    // Each check is judged without the others.
    expect(folder.merged([0, 0]), 0, "6 failures are known");
    expect(
        folder.check(WRONG, &["--id", "*/b"]),
        0,
        "1 failure is known",
    );
    // The same checks fail for another reason.
    folder.write("other.py", OTHER);
    let other = folder.check("python3 other.py", &["--id", "*/d"]);
    expect(
        other,
        1,
        "different-failure  punycode/report/d  it fails differently",
    );
    folder.replace(
        "failing.yaml",
        "punycode/report/b",
        "punycode/report/renamed",
    );
    expect(
        folder.check(WRONG, &[]),
        0,
        "6 failures are known from the baseline",
    );

    // One passes now: it is named, and the others stay.
    let right = "acegate serve reference";
    let passes = "unexpected-pass  punycode/report/c  it passes now";
    expect(folder.check(right, &["--id", "*/c"]), 1, passes);
    folder
        .check(right, &["--id", "*/c", "--update-baseline"])
        .with(0);
    let named = folder.baseline();
    let names: Vec<_> = named
        .lines()
        .filter(|line| line.starts_with("      - "))
        .map(id_in)
        .collect();
    let left = ["renamed", "d", "e", "f", "g"].map(|name| format!("punycode/report/{name}"));
    assert_eq!(names, left, "{named}");
    assert!(
        named.contains("Ticket 7") && !named.contains("whole"),
        "{named}"
    );
    expect(
        folder.check(WRONG, &["--skip", "*/c"]),
        0,
        "5 failures are known",
    );
    expect(folder.check(WRONG, &[]), 1, "1 of 6 not as expected");
    // All pass now.
    folder.write("known.yaml", &written);
    folder.check(right, &["--update-baseline"]).with(0);
    assert!(
        folder.baseline().ends_with("known: []\n"),
        "{}",
        folder.baseline()
    );
}

#[test]
fn a_whole_finding_that_grew_is_not_accepted_in_silence() {
    let folder = Folder::new();
    write_cases(&folder, 6);
    folder.check(WRONG, &KNOWN).with(0);
    write_cases(&folder, 7);
    let stale = "stale  deviation/punycode/leading-delimiter-consumed on 6 checks  (known.yaml:7)";
    let text = expect(folder.check(WRONG, &[]), 1, stale);
    assert!(text.contains("7 of 7 not as expected"), "{text}");
    assert!(
        folder
            .check(WRONG, &["--update-baseline"])
            .with(2)
            .err
            .contains("7 failures are new")
    );
    folder.check(WRONG, &KNOWN).with(0);
    let written = folder.baseline();
    assert_eq!(
        written.matches("whole: \"7 must decode ").count(),
        1,
        "{written}"
    );
    assert_eq!(written.matches("finding:").count(), 1, "{written}");
    // A part of the finding is listed.
    fs::remove_file(folder.path("known.yaml")).expect("a file");
    folder
        .check(WRONG, &[&KNOWN[..], &["--skip", "*/b"]].concat())
        .with(0);
    let written = folder.baseline();
    assert_eq!(
        written.matches("      - \"punycode/report/").count(),
        6,
        "{written}"
    );
    expect(folder.check(WRONG, &[]), 1, "1 of 7 not as expected");
}

/// Each adds its own entries, so that all of them must be there in the end.
#[test]
fn three_updates_at_once_lose_nothing() {
    let whole = Folder::with_baseline();
    let known = whole.baseline();
    let names: Vec<_> = known
        .lines()
        .filter(|line| line.starts_with("      - "))
        .collect();
    let ids: Vec<_> = names.iter().map(|name| id_in(name)).collect();
    assert!(ids.len() >= 2, "{known}");
    for _ in 0..5 {
        let folder = Folder::new();
        std::thread::scope(|scope| {
            for id in ids.iter().cycle().take(3) {
                let update = ["--update-baseline", "--reason", "Known.", "--id", id];
                let folder = &folder;
                scope.spawn(move || folder.check(WRONG, &update).with(0));
            }
        });
        let written = folder.baseline();
        names
            .iter()
            .for_each(|name| assert!(written.contains(name), "{name} in {written}"));
        assert_eq!(folder.count(), 2);
    }
}

/// The id of the case in an entry: `- "ID:OP FINGERPRINT DIGEST"`.
fn id_in(line: &str) -> &str {
    let name = line
        .split('"')
        .nth(1)
        .and_then(|entry| entry.split(' ').next());
    name.and_then(|name| name.split(':').next())
        .expect("a name")
}

#[test]
fn an_update_keeps_the_mode_and_the_link_of_the_file() {
    let folder = Folder::with_baseline();
    let before = folder.baseline();
    let (real, link) = (folder.path("real.yaml"), folder.path("known.yaml"));
    fs::rename(&link, &real).expect("renamed");
    fs::set_permissions(&real, Permissions::from_mode(0o604)).expect("its owner's");
    std::os::unix::fs::symlink("real.yaml", &link).expect("a link");
    folder
        .check("acegate serve", &["--update-baseline"])
        .with(0);
    assert!(folder.baseline() != before && link.is_symlink());
    assert_eq!(
        fs::metadata(&real).expect("a file").permissions().mode() & 0o777,
        0o604
    );
}

#[test]
fn what_is_no_regular_file_is_refused_at_once() {
    let folder = Folder::new();
    let pipe = folder.path("known.yaml");
    rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, rustix::fs::Mode::RUSR).expect("a pipe");
    expect_error(folder.check(WRONG, &[]), "known.yaml: not a regular file");
    fs::remove_file(&pipe).expect("removed");
    std::os::unix::fs::symlink("/dev/zero", &pipe).expect("a link");
    expect_error(folder.check(WRONG, &[]), "known.yaml: not a regular file");
}

#[test]
fn shards_leave_entries_that_no_check_of_theirs_has_to_the_merge() {
    let folder = Folder::with_baseline();
    folder.replace(
        "failing.yaml",
        "punycode/report/accepted",
        "punycode/report/renamed",
    );
    folder.replace(
        "failing.yaml",
        "input: { t: \"-9uc\" }",
        "input: { t: \"-9ud\" }",
    );
    let stale = "stale  punycode/report/accepted  (known.yaml:";
    let whole = expect(folder.check(WRONG, &[]), 1, stale);
    // The renamed check fails in the second shard. All that fails in the first is known.
    let merged = expect(folder.merged([0, 1]), 1, stale);
    let without_time = |text: &str| text.rsplit_once(", ").expect("a time").0.to_owned();
    assert_eq!(without_time(&merged), without_time(&whole));
}

#[test]
fn a_file_that_is_not_a_baseline_is_refused_with_its_place() {
    let folder = Folder::with_baseline();
    let whole = folder.baseline();
    for (old, new, message) in [
        (
            "baseline: 1",
            "baseline: 2",
            "expected version 1 of the format, found 2",
        ),
        (
            "reason: \"Known since 1.0.\"",
            "reason: \" \"",
            "expected the reason why these checks",
        ),
        (
            "    reason: \"Known since 1.0.\"\n",
            "",
            "missing field `reason`",
        ),
        (
            "    checks:",
            "    owner: \"me\"\n    checks:",
            "unknown field",
        ),
        (
            "wrongly-",
            "wrongly ",
            "expected - \"NAME FINGERPRINT DIGEST\" on a line of its own",
        ),
        ("known:", "known: 7 #", "known.yaml:"),
        (
            "    checks:",
            "    whole: \"3 must decode\"\n    checks:",
            "expected whole: \"NUMBER LEVEL ",
        ),
        (
            "    checks:",
            "    whole: \"3 must decode 0\"\n    checks:",
            "either at least one check or",
        ),
        ("    checks:", "    checks: []\n    link:", "known.yaml:"),
    ] {
        folder.write("known.yaml", &whole);
        folder.replace("known.yaml", old, new);
        let text = expect_error(folder.check(WRONG, &[]), message);
        assert!(text.contains("known.yaml:"), "{text}");
        // One picture of the place, drawn as for a vector file.
        assert!(
            !text.contains('\u{fffd}') && !text.contains("-->"),
            "{text}"
        );
        assert_eq!(text.lines().count(), 3, "{text}");
    }
    fs::remove_file(folder.path("known.yaml")).expect("a file");
    folder.check(WRONG, &[]).with(2);
}
