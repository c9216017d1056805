//! Parts of a run: shards and their merge, runs that go on where they were cut off, and runs that end
//! at the first failure.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use acegate::event::{CutOffRun, Event, Evidence, Merge, Recording, RunEnd, RunStart, record};
use acegate::files::ReportFile;
use acegate::findings::{behaves_like, with_findings};
use acegate::implementation::{Implementation, InProcess};
use acegate::judge::{ExitStatus, Verdict};
use acegate::observation::{
    Death, Fault, Observation, Outcome, ProtocolFault, Refusal, StartError,
};
use acegate::protocol::{Description, Idna, Request};
use acegate::runner::RunOptions;
use acegate::suite::Shard;
use acegate_deviations::{DeviantCodec, find};
use acegate_vectors::{Check, Suite, Value};

use super::program::{Ended, Folder, assert_lines, checked};
use super::{check_wrong, events_of, lines, run, timeless};

/// A decoder that consumes a leading delimiter, refuses long input, and dies of every other input
/// with the letter w. It counts its requests, and does not end.
struct Faulty {
    codec: InProcess,
    asked: Arc<AtomicUsize>,
}

impl Implementation for Faulty {
    fn describe(&self) -> &Description {
        self.codec.describe()
    }

    fn answer(&mut self, request: &Request) -> Observation {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let text = request.input.as_text().expect("Punycode has text alone");
        let outcome = match text.code_points.len() {
            1001.. => Outcome::Refused(Refusal::default()),
            _ if text.code_points.contains(&u32::from('w')) => {
                Outcome::Fault(Fault::Died(Death::Signalled(11)))
            }
            _ => self.codec.answer(request).outcome,
        };
        Observation::new(outcome, Duration::ZERO)
    }

    fn finish(&mut self) -> Vec<Fault> {
        let limit = Duration::from_secs(2);
        vec![Fault::Protocol(ProtocolFault::IgnoresEnd { limit })]
    }
}

/// A run of some checks of Punycode.
struct Run {
    checks: Vec<Check>,
    version: &'static str,
    options: RunOptions,
    recording: Recording,
    asked: Arc<AtomicUsize>,
    folder: Folder,
}

impl Run {
    fn new() -> Self {
        let start = RunStart {
            suite: "5".repeat(16),
            ..RunStart::default()
        };
        Self {
            checks: SOME_CHECKS.clone(),
            version: "1.0",
            options: RunOptions::default(),
            recording: Recording {
                start,
                diagnose: Some(behaves_like),
                ..Recording::default()
            },
            asked: Arc::default(),
            folder: Folder::new(),
        }
    }

    fn start(&self) -> impl Fn() -> Result<Box<dyn Implementation>, StartError> + Sync + use<> {
        let (version, asked) = (self.version, self.asked.clone());
        move || {
            let deviation = find("punycode/leading-delimiter-consumed").expect("a deviation");
            let codec = Box::new(DeviantCodec::new(deviation).expect("a codec"));
            let codec = InProcess::new("faulty", version, vec![codec]).with_idna(Idna::Std3);
            Ok(Box::new(Faulty {
                codec,
                asked: asked.clone(),
            }))
        }
    }

    /// The events of the run, or of a shard of it.
    fn events(&self, shard: Option<Shard>) -> Vec<Event> {
        let mut recording = self.recording.clone();
        recording.start.shard = shard;
        // The merge diagnoses the whole run.
        recording.diagnose = recording.diagnose.filter(|_| shard.is_none());
        let places = self.checks.iter().enumerate();
        let places = places.filter(|(place, _)| shard.is_none_or(|shard| shard.takes(*place)));
        let checks: Vec<_> = places.map(|(_, check)| check.clone()).collect();
        timeless(events_of(|sink| {
            record(&checks, &self.start(), &self.options, &recording, sink).expect("it starts");
        }))
    }

    /// The report files of all shards.
    fn shards(&self, of: usize) -> Vec<PathBuf> {
        let file = |number| {
            let path = self.folder.path(&format!("{number}.ndjson"));
            let shard = Shard::new(number, of).expect("a shard");
            fs::write(&path, lines(&self.events(Some(shard))).concat()).expect("a file");
            path
        };
        // The order of the files does not matter.
        (1..=of).rev().map(file).collect()
    }

    fn merged(&self, shards: &[PathBuf]) -> Result<Vec<Event>, String> {
        let merge = Merge::read(shards).map_err(|error| error.to_string())?;
        Ok(events_of(|sink| {
            drop(merge.hand_on(Some(behaves_like), sink));
        }))
    }

    /// Goes on with a file of this text until it has all events, and returns them.
    fn resumed(&self, text: &str) -> Result<Vec<Event>, String> {
        let Self {
            checks,
            options,
            recording,
            ..
        } = self;
        let path = &self.folder.path("run.ndjson");
        fs::write(path, text).expect("a file");
        let cut_off = CutOffRun::read(path, checks, options, recording);
        let cut_off = cut_off.map_err(|error| error.to_string())?;
        let mut report = ReportFile::with_events(path, cut_off.length(), cut_off.events());
        let mut events = Vec::new();
        let mut sink = with_findings(|event: &Event| {
            report.take(event);
            events.push(event.clone());
        });
        let end = cut_off.resume(checks, &self.start(), options, recording, &mut sink);
        drop(sink);
        end.map_err(|error| error.to_string())?;
        assert!(report.failure().is_none());
        assert_eq!(
            fs::read_to_string(path).expect("a report"),
            lines(&events).concat()
        );
        Ok(timeless(events))
    }
}

/// Short inputs, and some that are longer than the limit.
static SOME_CHECKS: LazyLock<Vec<Check>> = LazyLock::new(|| {
    let length = |check: &Check| match &*check.input {
        Value::Text { code_points, .. } => code_points.len(),
        _ => 0,
    };
    let checks = Suite::embedded()
        .expect("the embedded suite is valid")
        .checks();
    let checks = checks
        .into_iter()
        .filter(|check| check.codec() == "punycode");
    let (short, long): (Vec<_>, Vec<_>) = checks.partition(|check| length(check) < 40);
    let long = long
        .into_iter()
        .filter(|check| (1001..4000).contains(&length(check)));
    let is_taken = |(place, check): &(usize, Check)| {
        place.is_multiple_of(12) || check.case.id.contains("leading-delimiter")
    };
    let short = short
        .into_iter()
        .enumerate()
        .filter(is_taken)
        .map(|(_, check)| check);
    short.chain(long.step_by(5)).collect()
});

#[track_caller]
fn assert_same(found: &[Event], expected: &[Event]) {
    assert_lines("the run", &lines(found).concat(), &lines(expected).concat());
}

fn end(events: &[Event]) -> &RunEnd {
    match events.last() {
        Some(Event::RunEnd(end)) => end,
        other => panic!("{other:?}"),
    }
}

#[test]
fn only_checks_that_pass_lose_their_evidence() {
    let mut run = Run::new();
    let all_cases = |run: &Run| checked(&run.events(None)).cloned().collect::<Vec<_>>();
    let all = all_cases(&run);
    run.recording.evidence = Evidence::OfFailures;
    assert!(all.iter().any(|case| case.verdict == Verdict::Pass));
    assert!(all.iter().any(|case| case.verdict != Verdict::Pass));
    let of_failures = all_cases(&run);
    assert_eq!(
        (all.len(), of_failures.len()),
        (run.checks.len(), run.checks.len())
    );
    for (full, short) in all.into_iter().zip(of_failures) {
        assert!(full.input.is_some() && !full.expected.is_empty() && !full.digest.is_empty());
        let mut left = full.clone();
        if full.verdict == Verdict::Pass {
            (left.params, left.requirements, left.digest) = Default::default();
            left.traits = full.input_traits();
            (left.note, left.input, left.expected, left.observed) = Default::default();
        }
        assert_eq!(short, left);
    }
}

#[test]
fn merged_shards_are_the_run_with_any_number_of_jobs() {
    let mut run = Run::new();
    let whole = run.events(None);
    // Everything that is judged over the whole run is there.
    let totals = &end(&whole).totals;
    assert!(!end(&whole).length_limits.is_empty());
    assert!(!end(&whole).behaves_like.is_empty());
    assert!(
        end(&whole).remarks.len() == 1 && totals.count(Verdict::Crash) > 3,
        "{totals:?}"
    );
    for (jobs, of) in [(1, 2), (1, 7), (3, 2)] {
        run.options.jobs = jobs;
        let merged = run.merged(&run.shards(of)).expect("all shards are there");
        assert_same(&merged, &whole);
    }
    let without_cases = |events: &[Event]| -> Vec<Event> {
        events
            .iter()
            .filter(|event| !matches!(event, Event::Case(_)))
            .cloned()
            .collect()
    };
    assert_same(&without_cases(&run.events(None)), &without_cases(&whole));
}

#[test]
fn reports_that_are_not_all_shards_of_one_run_are_refused() {
    let run = Run::new();
    let [third, second, first] = &run.shards(3)[..] else {
        panic!("three files")
    };
    let refused = |shards: &[&PathBuf]| {
        let shards: Vec<_> = shards.iter().map(|path| (*path).clone()).collect();
        run.merged(&shards).expect_err("it is refused")
    };
    let expect = |error: String, expected: &str| assert!(error.contains(expected), "{error}");
    expect(refused(&[]), "at least one shard");
    expect(refused(&[first, third]), "shards are missing: 2");
    expect(
        refused(&[first, second, second, third]),
        "2.ndjson are both shard 2",
    );
    expect(refused(&[&run.folder.path("none")]), "none: No such file");

    let text = fs::read_to_string(second).expect("a file");
    for (old, new, expected) in [
        (
            "\"version\":\"1.0\"",
            "\"version\":\"1.1\"",
            "different runs: \"implementation\"",
        ),
        (
            "\"suite\":\"",
            "\"suite\":\"0",
            "different runs: \"suite\" is \"",
        ),
        (
            "\"enforce\":\"must\"",
            "\"enforce\":\"may\"",
            "\"enforce\" is \"must\"",
        ),
        ("\"of\":3", "\"of\":4", "\"shard\" is 3 in "),
        (
            ",\"shard\":{\"number\":2,\"of\":3}",
            "",
            "not the report of a shard",
        ),
        (
            "\"shard\":{\"number\":2",
            "\"shard\":{\"number\":9",
            "changed.ndjson, line 1",
        ),
        (
            "\"place\":1}",
            "\"place\":0}",
            "has the same position in the run",
        ),
        (",\"place\":1}", "}", "line 2: the place of "),
    ] {
        assert!(text.contains(old), "{old}");
        run.folder
            .write("changed.ndjson", text.replacen(old, new, 1));
        expect(
            refused(&[first, &run.folder.path("changed.ndjson"), third]),
            expected,
        );
    }

    let cut = text.len() * 2 / 3;
    run.folder.write("cut.ndjson", &text.as_bytes()[..cut]);
    expect(
        refused(&[first, &run.folder.path("cut.ndjson"), third]),
        "was cut off: it has ",
    );
    run.folder
        .write("whole.ndjson", lines(&run.events(None)).concat());
    expect(
        refused(&[&run.folder.path("whole.ndjson")]),
        "whole.ndjson is not the report of a shard",
    );
}

/// A text with its first failure as a pass, and its line and name.
fn with_a_failure_as_a_pass(text: &str) -> (String, usize, String) {
    let is_failure = |line: &&str| line.contains("\"verdict\":\"fail\"");
    let (number, line) = (1..)
        .zip(text.lines())
        .find(|(_, line)| is_failure(line))
        .expect("a failure");
    let name = line.split('"').nth(7).expect("a name").to_owned();
    let (head, failing) = line.split_once("\"failing\":\"").expect("how it fails");
    let (_, rest) = failing.split_once("\",").expect("its end");
    let changed = format!("{head}{rest}")
        .replace("\"verdict\":\"fail\"", "\"verdict\":\"pass\"")
        .replace("\"unexpected\":true", "\"unexpected\":false");
    (text.replacen(line, &changed, 1), number, name)
}

#[test]
fn a_verdict_that_was_changed_is_refused_with_its_line_and_check() {
    // Of vectors that acegate does not have.
    let run = Run::new();
    let shards = run.shards(2);
    let path = &shards[1];
    let text = fs::read_to_string(path).expect("a shard");
    let (changed, line, name) = with_a_failure_as_a_pass(&text);
    fs::write(path, changed).expect("a file");
    let error = run.merged(&shards).expect_err("a verdict was changed");
    let expected = format!("1.ndjson, line {line}, field \"verdict\": {name}: expected \"fail\"");
    assert!(error.contains(&expected), "{error}, not {expected}");
    let whole = lines(&run.events(None)).concat();
    let (changed, line, name) = with_a_failure_as_a_pass(&whole);
    let error = run.resumed(&changed).expect_err("a verdict was changed");
    let expected = format!("line {line}, field \"verdict\": {name}: expected \"fail\"");
    assert!(error.contains(&expected), "{error}, not {expected}");
}

#[test]
fn a_shard_of_the_suite_must_ask_and_expect_what_the_suite_does() {
    let folder = Folder::new();
    let [one, two] = ["1", "2"].map(|name| folder.word(name));
    let choice = [
        "check",
        "--cmd",
        super::WRONG,
        "--id",
        "punycode/structure/leading-*",
    ];
    for (shard, path) in [("1/2", &one), ("2/2", &two)] {
        super::run(&[&choice[..], &["--shard", shard, "--report", path]].concat());
    }
    super::run(&["merge", &one, &two]).with(1);
    let text = folder.read("1");
    let begin = text.find("\"expected\":").expect("what was expected");
    let end = begin + text[begin..].find(",\"observed\"").expect("its end");
    let changed = format!(
        "{}\"expected\":[{{\"ok\":{{\"t\":\"\"}}}}]{}",
        &text[..begin],
        &text[end..]
    );
    folder.write("1", changed);
    let ended = super::run(&["merge", &one, &two]).with(2);
    assert!(ended.err.contains("/1, line 2, field \""), "{}", ended.err);
    assert!(
        ended.err.contains("punycode/structure/leading-"),
        "{}",
        ended.err
    );
}

#[test]
fn a_run_that_goes_on_is_the_run_and_asks_nothing_twice() {
    let run = Run::new();
    let whole = run.events(None);
    let asked_whole = run.asked.swap(0, Ordering::Relaxed);
    let lines = lines(&whole);
    let text = lines.concat();
    let cases = checked(&whole).count();
    // After the first line; inside of lines; at the end of lines; before the end; nowhere.
    let end_of = |line: usize| lines[..line].iter().map(String::len).sum::<usize>();
    let cuts = [
        end_of(1),
        end_of(1) + 9,
        end_of(40),
        end_of(100) - 1,
        end_of(cases),
        end_of(cases + 1),
    ];
    for cut in cuts
        .into_iter()
        .chain([end_of(cases + 2), text.len() - 3, text.len()])
    {
        assert_same(&run.resumed(&text[..cut]).expect("it goes on"), &whole);
        let asked = run.asked.swap(0, Ordering::Relaxed);
        let done = text[..cut]
            .matches('\n')
            .count()
            .saturating_sub(1)
            .min(cases);
        assert!(
            asked <= asked_whole - asked_whole * done / cases + cases / 10,
            "{asked}, {done}"
        );
    }
}

#[test]
fn a_program_is_given_up_after_as_many_faults_as_without_the_cut() {
    let mut run = Run::new();
    run.options.faults.count = Some(7);
    let whole = run.events(None);
    assert_eq!(end(&whole).exit, ExitStatus::NotAlive);
    let lines = lines(&whole);
    let crashes = lines
        .iter()
        .enumerate()
        .filter(|(_, line)| line.contains("\"cost\":"));
    let third = crashes.map(|(line, _)| line).nth(2).expect("seven crashes");
    for cut in [third, third + 1, lines.len()] {
        assert_same(
            &run.resumed(&lines[..cut].concat()).expect("it goes on"),
            &whole,
        );
    }
}

#[test]
fn a_run_that_ended_early_goes_on_before_the_first_check_that_was_not_run() {
    let mut run = Run::new();
    let whole = run.events(None);
    run.recording.fail_fast = true;
    let early = run.events(None);
    let RunEnd {
        totals,
        stopped,
        exit,
        ..
    } = end(&early);
    assert!(*stopped && *exit == ExitStatus::Unexpected, "{exit:?}");
    assert!((1..=2).contains(&totals.unexpected), "{totals:?}");
    assert_eq!(
        totals.run() + totals.count(Verdict::NotRun),
        run.checks.len()
    );
    assert!(totals.count(Verdict::NotRun) > 50, "{totals:?}");
    let text = lines(&early).concat();
    assert_same(&run.resumed(&text).expect("it goes on"), &early);
    run.recording.fail_fast = false;
    assert_same(&run.resumed(&text).expect("it goes on"), &whole);
}

#[test]
fn a_file_of_another_run_is_refused_with_the_difference() {
    let text = lines(&Run::new().events(None))[..30].concat();
    let second = text.lines().nth(1).expect("a check");
    let twice = format!("{text}{second}\n");
    type Change = fn(&mut Run);
    let changes: [(&str, Change, &str); 11] = [
        (&text, |run| run.version = "1.1", "\"version\":\"1.1\""),
        (
            &text,
            |run| run.recording.start.suite = "0".repeat(16),
            "\"suite\" is ",
        ),
        (
            &text,
            |run| run.options.strict_errors = true,
            "\"strict_errors\" is false",
        ),
        (
            &text,
            |run| run.recording.start.options = vec!["--strict-time".into()],
            "\"options\" is none",
        ),
        (
            &text,
            |run| run.recording.start.shard = Shard::new(1, 2),
            "\"shard\" is none",
        ),
        (&text, |run| drop(run.checks.remove(3)), "\"checks\" is "),
        (
            &text,
            |run| run.checks[3] = run.checks[40].clone(),
            "line 5: punycode/",
        ),
        (
            &text,
            |run| run.checks[3].input = run.checks[4].input.clone(),
            "line 5: the check punycode/",
        ),
        (&twice, |_| {}, "line 31: punycode/"),
        (&twice, |_| {}, "has two verdicts"),
        ("", |_| {}, ""),
    ];
    for (text, change, expected) in changes {
        let mut run = Run::new();
        change(&mut run);
        let error = run.resumed(text).expect_err(expected);
        assert!(error.contains(expected), "{error}");
        assert_eq!(run.folder.read("run.ndjson"), text, "it stays as it was");
    }
}

/// The text of a report without its last line, which has the time.
fn report(ended: Ended, status: i32) -> String {
    let text = ended.with(status).out;
    text.rsplit_once(", ")
        .map(|(text, _)| text.to_owned())
        .expect("a time")
}

#[test]
fn the_commands_divide_a_run_and_join_it_again() {
    let folder = Folder::new();
    let [one, two, whole, other] = ["1", "2", "whole", "resumed"].map(|name| folder.word(name));
    let expected = report(check_wrong::<&str>(&[]), 1);
    let first = report(check_wrong(&["--shard", "1/2", "--report", &one]), 1);
    assert!(first.contains("shard 1/2, 3 checks"), "{first}");
    report(check_wrong(&["--shard", "2/2", "--report", &two]), 1);
    assert_eq!(
        report(run(&["merge", &two, &one, "--report", &whole]), 1),
        expected
    );
    assert_eq!(report(run(&["report", &whole]), 0), expected);
    let output = run(&["merge", &one]).with(2);
    assert!(output.err.contains("missing: 2"), "{}", output.err);

    // A run that goes on begins the file, and ends at once if nothing is left.
    for _ in 0..2 {
        assert_eq!(report(check_wrong(&["--resume", &other]), 1), expected);
    }
    let output = check_wrong(&["--resume", &other, "--timeout", "5"]).with(2);
    let expected = "resumed: the report file is of another run: its \"options\" is none";
    assert!(output.err.contains(expected), "{}", output.err);

    let early = report(check_wrong(&["--fail-fast"]), 1);
    assert!(
        early.contains("not run: the run ended at a result that is not as"),
        "{early}"
    );
}
