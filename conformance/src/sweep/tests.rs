//! Sweeps of implementations in this process that are known to be wrong: tables with one mistake, older tables, and
//! known deviations.

use std::time::Duration;

use acegate_codec::unicode::{Version, Versions};
use acegate_codec::uts46::Settings;
use acegate_codec::uts46::model::{Bidi, Icu, Joining, Rules, Status, Tables};
use acegate_codec::{About, Codec, Failure, Operation, Parameters, Value, codec};
use acegate_deviations::DeviantCodec;
use acegate_vectors::Level;

use super::*;
use crate::implementation::{Implementation, InProcess, Registry};
use crate::observation::{Fault, Observation, Outcome, StartError};
use crate::protocol::{DeclaredUnicode, Description, Request};
use crate::suite::Shard;
use crate::sweep::version::Measured;

/// The tables of the reference with one mistake.
struct Mistaken {
    point: char,
    mistake: Mistake,
}

#[derive(Clone, Debug)]
enum Mistake {
    Status(Status),
    Bidi(Bidi),
    Joining(Joining),
}

impl Tables for Mistaken {
    fn status(&self, c: char) -> Status {
        match &self.mistake {
            Mistake::Status(status) if c == self.point => status.clone(),
            _ => Icu.status(c),
        }
    }

    fn nfc(&self, text: &str) -> String {
        Icu.nfc(text)
    }

    fn is_mark(&self, c: char) -> bool {
        Icu.is_mark(c)
    }

    fn is_virama(&self, c: char) -> bool {
        Icu.is_virama(c)
    }

    fn bidi(&self, c: char) -> Bidi {
        match self.mistake {
            Mistake::Bidi(class) if c == self.point => class,
            _ => Icu.bidi(c),
        }
    }

    fn joining(&self, c: char) -> Joining {
        match self.mistake {
            Mistake::Joining(kind) if c == self.point => kind,
            _ => Icu.joining(c),
        }
    }
}

/// UTS #46 with any rules.
struct Ruled(Rules);

impl Codec for Ruled {
    fn about(&self) -> About {
        let reference = codec("uts46").expect("the reference has it");
        reference.about()
    }

    fn apply(&self, op: &str, parameters: &Parameters, input: &Value) -> Result<Value, Failure> {
        let arguments = Operation::select(self.about().operations, op, parameters)?;
        let settings = Settings::from_arguments(&arguments);
        let text = input.as_text()?.to_scalar_string();
        let name = text.ok_or_else(|| Failure::unsupported("a surrogate"))?;
        let processed = self.0.apply(op, &name, settings);
        Ok(processed.into_result().map(Value::from)?)
    }
}

pub(crate) fn ruled(rules: Rules) -> Box<dyn Implementation> {
    Box::new(InProcess::new("mine", "1", vec![Box::new(Ruled(rules))]))
}

fn swept(start: impl Fn() -> Box<dyn Implementation> + Sync, points: CodePoints) -> Sweep {
    let options = SweepOptions {
        choice: Choice {
            code_points: Some(points),
            ..Choice::default()
        },
        ..SweepOptions::default()
    };
    let start = || Ok::<_, StartError>(start());
    sweep(&start, &options).expect("it starts")
}

/// Numbers that look like chance and are the same each time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: u32) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as u32 % most
    }

    /// A code point beyond ASCII with this status.
    fn point(&mut self, is_wanted: fn(&Status) -> bool) -> char {
        loop {
            let point = char::from_u32(self.below(0x3_0000)).filter(|point| !point.is_ascii());
            if let Some(point) = point
                && is_wanted(&Icu.status(point))
                && !Icu.is_virama(point)
            {
                return point;
            }
        }
    }

    /// A mistake that changes the answer to a name with the code point.
    fn mistake(&mut self) -> Mistaken {
        let is_valid = |status: &Status| *status == Status::Valid;
        match self.below(5) {
            0 => Mistaken {
                point: self.point(is_valid),
                mistake: Mistake::Status(Status::Disallowed),
            },
            1 => Mistaken {
                point: self.point(|status| *status == Status::Disallowed),
                mistake: Mistake::Status(Status::Valid),
            },
            2 => Mistaken {
                point: self.point(|status| matches!(status, Status::Mapped(_))),
                mistake: Mistake::Status(Status::Mapped("q".to_owned())),
            },
            3 => {
                let point = self.point(is_valid);
                let class = match Icu.bidi(point) {
                    Bidi::R | Bidi::AL | Bidi::AN => Bidi::L,
                    _ => Bidi::R,
                };
                Mistaken {
                    point,
                    mistake: Mistake::Bidi(class),
                }
            }
            _ => {
                let point = self.point(is_valid);
                let kind = match Icu.joining(point) {
                    Joining::D => Joining::Other,
                    _ => Joining::D,
                };
                Mistaken {
                    point,
                    mistake: Mistake::Joining(kind),
                }
            }
        }
    }
}

#[test]
fn each_of_a_hundred_mistakes_in_a_table_is_one_finding() {
    let mut chance = Chance(7);
    for number in 0..100 {
        let tables: &'static Mistaken = Box::leak(Box::new(chance.mistake()));
        let point = tables.point;
        let title = format!("{number}: U+{:04X} {:?}", u32::from(point), tables.mistake);
        let first = char::from_u32(u32::from(point) & !0x3F).expect("no surrogate");
        let last = char::from_u32(u32::from(point) | 0x3F).expect("no surrogate");
        let mut points = CodePoints::default();
        points.add_range(first..=last);
        let rules = Rules {
            tables,
            ..Rules::UTS46
        };
        let findings = swept(|| ruled(rules), points).findings();
        assert_eq!(findings.len(), 1, "{title}: {findings:?}");
        assert!(
            findings[0].code_points.contains(point),
            "{title}: {findings:?}"
        );
        let is_version = matches!(findings[0].cause, SweepCause::Version { .. });
        assert!(!is_version, "{title}: {findings:?}");
    }
}

/// Some code points that each version since 12.1 assigned, and some of ASCII.
fn of_every_version() -> CodePoints {
    let mut points = Vec::new();
    for version in Version::ALL {
        let own = ('\u{A0}'..='\u{FFFF}').filter(|point| Version::of(*point) == version);
        points.extend(own.take(200));
    }
    points.into_iter().chain('!'..='~').collect()
}

#[test]
fn older_tables_are_one_finding_that_names_their_version() {
    let sweep = swept(|| ruled(Rules::UTS46), of_every_version());
    let findings = sweep.findings();
    let [finding] = findings.as_slice() else {
        panic!("{findings:?}");
    };
    let SweepCause::Version { measured, ages, .. } = &finding.cause else {
        panic!("{finding:?}");
    };
    assert_eq!(*measured, Measured::Version(Version::V16));
    assert!(
        ages.of(Version::V17) > 0 && ages.of(Version::V18) > 0,
        "{ages}"
    );
    assert_eq!(finding.level, None);
}

#[test]
fn a_version_without_code_points_in_the_sweep_is_skipped() {
    let all = of_every_version();
    let points = all
        .iter()
        .filter(|point| Version::of(*point) != Version::V16);
    let sweep = swept(|| ruled(Rules::UTS46), points.collect());
    let measured = Measured::of(&sweep.counts, &sweep.questions, &sweep.differences);
    // The characters of Unicode 15.1 in plane 0 are disallowed.
    assert_eq!(measured, Measured::Version(Version::V15_0));
    // Without code points of the newest versions, no answer shows that the implementation does not
    // know them.
    let points = all
        .iter()
        .filter(|point| Version::of(*point) < Version::V16);
    let sweep = swept(|| ruled(Rules::UTS46), points.collect());
    let measured = Measured::of(&sweep.counts, &sweep.questions, &sweep.differences);
    assert_eq!(measured, Measured::Unknown);
}

/// An implementation that declares joining types from before Unicode 5.
struct WithOldJoiningTypes {
    inner: Box<dyn Implementation>,
    description: Description,
}

impl WithOldJoiningTypes {
    fn new(inner: Box<dyn Implementation>) -> Self {
        let mut description = inner.describe().clone();
        let support = description
            .codecs
            .get_mut("uts46")
            .expect("it has the codec");
        support.limits.unicode = Some(DeclaredUnicode(Versions {
            joining: Version::V4,
            ..Versions::all(Version::V18)
        }));
        Self { inner, description }
    }
}

impl Implementation for WithOldJoiningTypes {
    fn describe(&self) -> &Description {
        &self.description
    }

    fn answer(&mut self, request: &Request) -> Observation {
        self.inner.answer(request)
    }
}

#[test]
fn old_joining_types_explain_no_wrong_status() {
    const TABLES: &Mistaken = &Mistaken {
        point: '\u{2100}',
        mistake: Mistake::Status(Status::Valid),
    };
    let rules = Rules {
        tables: TABLES,
        ..Rules::UTS46
    };
    let start = || Box::new(WithOldJoiningTypes::new(ruled(rules))) as Box<dyn Implementation>;
    let findings = swept(start, ('\u{2100}'..='\u{213F}').collect()).findings();
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert_eq!(findings[0].level, Some(Level::Must));
    assert_eq!(findings[0].code_points.show(1), "U+2100");
}

#[test]
fn a_known_deviation_is_named() {
    let id = "uts46/bidi-not-checked";
    let deviation = acegate_deviations::find(id).expect("a deviation");
    let start = || {
        let codec = DeviantCodec::new(deviation).expect("it has a codec");
        Box::new(InProcess::new("mine", "1", vec![Box::new(codec)])) as Box<dyn Implementation>
    };
    let points = ('\u{C0}'..='\u{5FF}').collect();
    let findings = swept(start, points).findings();
    let named = findings.iter().find_map(|finding| match finding.cause {
        SweepCause::Deviation { id, .. } => Some(id),
        _ => None,
    });
    assert_eq!(named, Some(id), "{findings:?}");
    assert_eq!(findings.len(), 1, "{findings:?}");
}

#[test]
fn the_reference_has_no_finding_and_every_frame_is_asked() {
    let start = || Box::new(InProcess::registry(Registry::Reference)) as Box<dyn Implementation>;
    let sweep = swept(start, of_every_version());
    assert!(sweep.findings().is_empty() && sweep.is_whole);
    let asked: Vec<&str> = sweep.questions.iter().map(|it| it.frame.name).collect();
    for frame in FRAMES {
        assert!(asked.contains(&frame.name), "{}", frame.name);
    }
    for counts in &sweep.counts {
        assert!(counts.sent > 200 && counts.skipped == 0, "{counts:?}");
    }
}

fn assert_same(one: &Sweep, other: &Sweep) {
    assert_eq!(one.differences, other.differences);
    assert_eq!(one.counts, other.counts);
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
    let deviation = acegate_deviations::find("uts46/bidi-not-checked").expect("a deviation");
    let start = || {
        let codec = DeviantCodec::new(deviation).expect("it has a codec");
        Ok(Box::new(InProcess::new("mine", "1", vec![Box::new(codec)])) as Box<dyn Implementation>)
    };
    let points: CodePoints = ('\u{C0}'..='\u{2FFF}').collect();
    let mut file = SweepFile::create(&path, SweepCommand::default()).expect("a file");
    let whole = sweep_into(&start, &two_frames(points.clone()), Some(&mut file)).expect("a sweep");
    assert!(
        whole.differences.len() > 1000,
        "{}",
        whole.differences.len()
    );

    // Killed in the middle of any line, it has the same result and asks nothing again.
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
    let deviation = acegate_deviations::find("uts46/bidi-not-checked").expect("a deviation");
    let start = || {
        let codec = DeviantCodec::new(deviation).expect("it has a codec");
        let inner = Box::new(InProcess::new("mine", "1", vec![Box::new(codec)]));
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
        file.finish(end_of(&part)).expect("written");
        paths.push(path);
    }
    let merged = merge(&paths).expect("all shards");
    assert_same(&merged.clone().sweep().expect("a sweep"), &whole);

    // The merged file is one that is read like that of one sweep, and is not of a shard.
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
