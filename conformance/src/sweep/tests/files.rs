//! The report files of sweeps: sweeps that were cut off, and shards.

use std::time::Duration;

use acegate_vectors::Level;

use super::super::*;
use super::fixture::{answering, choice, described, deviant};
use crate::implementation::Implementation;
use crate::observation::{Fault, Observation, Outcome, Stream};
use crate::protocol::{Description, Request};
use crate::suite::Shard;

fn assert_same(one: &Sweep, other: &Sweep) {
    assert_eq!(one.differences, other.differences);
    assert_eq!(one.counts, other.counts);
    assert_eq!(one.answered, other.answered);
    assert_eq!(one.is_whole, other.is_whole);
    assert_eq!(shown(one), shown(other));
}

/// The findings of a sweep in quiet text: code points and ways.
fn shown(sweep: &Sweep) -> String {
    let report = SweepReport::new(sweep, &sweep.findings(), &[], Level::Must);
    let mut text = Vec::new();
    write_text(&report, true, &mut text).expect("written");
    String::from_utf8(text).expect("a text")
}

fn end_of(sweep: &Sweep) -> SweepEnd {
    SweepEnd::new(sweep.elapsed, &sweep.remarks, &"its report").expect("JSON")
}

fn two_frames(points: CodePoints) -> SweepOptions {
    SweepOptions {
        choice: Choice {
            frames: vec!["between-letters".to_owned(), "alone".to_owned()],
            code_points: Some(points),
            ..Choice::default()
        },
        ..SweepOptions::default()
    }
}

#[test]
fn a_sweep_that_was_cut_off_goes_on_from_its_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("sweep.ndjson");
    let start = || Ok(deviant("uts46/bidi-not-checked"));
    let points: CodePoints = ('\u{C0}'..='\u{2FFF}').collect();
    let mut file = SweepFile::create(&path, SweepCommand::default()).expect("a file");
    let whole = sweep_into(&start, &two_frames(points.clone()), Some(&mut file)).expect("a sweep");
    assert!(
        whole.differences.len() > 1000,
        "{}",
        whole.differences.len()
    );

    // Killed in the middle of any line, it has the same result and sends nothing again.
    let text = std::fs::read_to_string(&path).expect("the file");
    for cut in [0, 40, text.len() / 3, text.len() / 2, text.len() - 1] {
        std::fs::write(&path, &text[..cut]).expect("written");
        let lines = text[..cut].matches('\n').count();
        let Ok(mut file) = SweepFile::resume(&path, SweepCommand::default()) else {
            assert_eq!((lines, cut), (0, 40));
            continue;
        };
        let done = file
            .record
            .as_ref()
            .map_or(0, |record| record.batches.len());
        assert_eq!(done, lines.saturating_sub(1), "{cut}");
        let again = sweep_into(&start, &two_frames(points.clone()), Some(&mut file));
        assert_same(&again.expect("a sweep"), &whole);
        let written = std::fs::read_to_string(&path).expect("the file");
        assert_eq!(written, text, "{cut}");
    }
    let mut file = SweepFile::resume(&path, SweepCommand::default()).expect("its file");
    let other = sweep_into(&start, &two_frames(('a'..='z').collect()), Some(&mut file));
    let error = other.expect_err("another sweep");
    assert!(matches!(
        error,
        SweepError::File(SweepFileError::OtherSweep)
    ));
}

/// Panics at one code point, and accepts whatever the Bidi rule rejects.
struct Panicking(Box<dyn Implementation>);

impl Implementation for Panicking {
    fn describe(&self) -> &Description {
        self.0.describe()
    }

    fn answer(&mut self, request: &Request) -> Observation {
        let text = request.input.as_text().expect("a text").to_scalar_string();
        if text.is_some_and(|text| text.contains('\u{E9}')) {
            let fault = Fault::Caught("index out of bounds".to_owned());
            return Observation::new(Outcome::Fault(fault), Duration::ZERO);
        }
        self.0.answer(request)
    }
}

#[test]
fn the_files_of_all_shards_are_merged_to_that_of_the_sweep() {
    let folder = tempfile::tempdir().expect("a folder");
    let start = || {
        let inner = deviant("uts46/bidi-not-checked");
        Ok(Box::new(Panicking(inner)) as Box<dyn Implementation>)
    };
    let options = two_frames(('\u{C0}'..='\u{8FF}').collect());
    let whole = sweep(&start, &options).expect("a sweep");
    assert!(whole.differences.iter().any(|it| it.way == Way::Fault));
    let mut paths = Vec::new();
    for number in [3, 1, 2] {
        let path = folder.path().join(format!("{number}.ndjson"));
        let mut options = options.clone();
        options.choice.shard = Shard::new(number, 3);
        let mut file = SweepFile::create(&path, SweepCommand::default()).expect("a file");
        let part = sweep_into(&start, &options, Some(&mut file)).expect("a sweep");
        assert!(part.differences.len() < whole.differences.len() / 2);
        let remarks = [format!("remark {number}")];
        let end = SweepEnd::new(Duration::from_secs(number as u64), &remarks, &"its report");
        file.finish(end.expect("JSON")).expect("written");
        paths.push(path);
    }
    let merged = merge(&paths).expect("all shards");
    let batches = merged
        .batches
        .iter()
        .map(|batch| (batch.question, batch.last));
    assert!(
        batches.is_sorted(),
        "a merged file has the order of a sweep"
    );
    let sweep = merged.clone().sweep().expect("a sweep");
    assert_same(&sweep, &whole);
    assert_eq!(sweep.elapsed, Duration::from_secs(6));
    let remarks = [
        "shard 3: remark 3",
        "shard 1: remark 1",
        "shard 2: remark 2",
    ];
    assert_eq!(sweep.remarks, remarks);

    // The merged file is read like the file of one sweep, and is not of a shard.
    let path = folder.path().join("all.ndjson");
    let mut file = SweepFile::create(&path, SweepCommand::default()).expect("a file");
    file.copy(&merged).expect("written");
    file.finish(end_of(&whole)).expect("written");
    let read = SweepRecord::read(&path).expect("a report file");
    assert_same(&read.sweep().expect("a sweep"), &whole);

    for (paths, error) in [
        (
            vec![&paths[0], &paths[1]],
            "the reports of these shards are missing: 2",
        ),
        (vec![&paths[0], &paths[1], &paths[0]], "are both shard 3"),
        (vec![&path], "is not the report of a shard"),
        (vec![], "expected the report of at least one shard"),
    ] {
        let paths: Vec<_> = paths.into_iter().cloned().collect();
        let message = merge(&paths).expect_err(error).to_string();
        assert!(message.contains(error), "{message}");
    }
    let text = std::fs::read_to_string(&paths[1]).expect("a file");
    let cut = text.trim_end().rfind('\n').expect("lines") + 1;
    std::fs::write(&paths[1], &text[..cut]).expect("written");
    let message = merge(&paths).expect_err("a part").to_string();
    assert!(message.contains("was cut off"), "{message}");
    let other = text.replacen("\"mine\"", "\"other\"", 1);
    std::fs::write(&paths[1], other).expect("written");
    let message = merge(&paths).expect_err("of another").to_string();
    assert!(
        message.contains("of different runs: \"implementation\""),
        "{message}"
    );
}

/// A fault that ends the process spends the budget in the middle of a batch. The rest of it was not answered, so the
/// whole batch is sent when the sweep goes on.
#[test]
fn a_batch_that_was_given_up_is_not_in_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("sweep.ndjson");
    let description = described(|_| ());
    let dies = |name: &str| {
        let fault = Fault::OutputLimit {
            limit: 1,
            stream: Stream::Output,
        };
        name.contains('\u{E9}').then_some(Outcome::Fault(fault))
    };
    let mut options = SweepOptions {
        choice: choice(&["alone"], ('\u{C0}'..='\u{FF}').collect()),
        ..SweepOptions::default()
    };
    options.faults.count = Some(1);
    let mut file = SweepFile::create(&path, SweepCommand::default()).expect("a file");
    let start = || Ok(answering(&description, dies));
    let part = sweep_into(&start, &options, Some(&mut file)).expect("it starts");
    assert!(part.is_given_up && !part.is_whole);
    let advice = "let the program catch its exceptions and reply `crash`, which ends no process, or raise --fault-budget";
    assert_eq!(part.remarks, [format!("given up after 1 fault: {advice}")]);
    assert_eq!(part.counts[0].sent, 0xE9 - 0xC0 + 1);
    assert_eq!(part.answered, [Some('\u{E9}')]);

    let mut file = SweepFile::resume(&path, SweepCommand::default()).expect("its file");
    let record = file.record.as_ref().expect("a record");
    assert!(record.batches.is_empty(), "{:?}", record.batches);
    let start = || Ok(answering(&description, |_| None));
    let whole = sweep_into(&start, &options, Some(&mut file)).expect("it starts");
    assert!(whole.is_whole && whole.differences.is_empty());
    assert_eq!(whole.counts[0].sent, 64);
    assert_eq!(whole.answered, [Some('\u{FF}')]);
}

#[test]
fn a_file_of_other_questions_or_another_implementation_is_not_gone_on_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("sweep.ndjson");
    let options = SweepOptions {
        choice: choice(&["alone"], ('a'..='z').collect()),
        ..SweepOptions::default()
    };
    let start = || Ok(deviant("uts46/bidi-not-checked"));
    let mut file = SweepFile::create(&path, SweepCommand::default()).expect("a file");
    sweep_into(&start, &options, Some(&mut file)).expect("a sweep");
    let text = std::fs::read_to_string(&path).expect("the file");
    for (from, to) in [
        ("to-ascii alone", "to-ascii before"),
        ("\"mine\"", "\"other\""),
    ] {
        assert!(text.contains(from), "{text}");
        std::fs::write(&path, text.replacen(from, to, 1)).expect("written");
        let mut file = SweepFile::resume(&path, SweepCommand::default()).expect("its file");
        let error = sweep_into(&start, &options, Some(&mut file)).expect_err(to);
        assert!(
            matches!(error, SweepError::File(SweepFileError::OtherSweep)),
            "{to}"
        );
    }
    std::fs::write(&path, text.replacen("to-ascii alone", "to-ascii before", 1)).expect("written");
    let record = SweepRecord::read(&path).expect("a report file");
    let error = record.sweep().expect_err("other questions");
    assert!(matches!(error, SweepFileError::OtherVersion));
}
