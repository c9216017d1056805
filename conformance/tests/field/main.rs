//! Faults that people reported in public, each alone in an implementation that is otherwise right: the
//! suite catches it, and no finding names a cause that is not its cause.
//!
//! A row of a table is one fault, with the report that it is from. Few of the faults are deviations of the
//! program, so what is measured is mostly what a report says of a fault that acegate does not know. A hunt of the
//! codec finds each of them at must as well. `--nocapture` prints a table: checks that fail at must, the cause of the
//! first finding, and the number of the hunt's first trial that shows the fault at must.

#![expect(
    clippy::print_stdout,
    reason = "what was found of each fault, shown with --nocapture"
)]

mod bootstring;
mod numbers;
mod punycode;
mod state;
mod uts46;

use std::collections::BTreeMap;
use std::time::Duration;

use acegate::event::{Cause, Event, Evidence, Finding, Recording, record};
use acegate::findings::{behaves_like, with_findings};
use acegate::hunt::hunt_serially;
use acegate::implementation::{Implementation, InProcess, Starter};
use acegate::judge::Verdict;
use acegate::observation::{Exhausted, Fault as ProcessFault, Observation, Outcome};
use acegate::protocol::{Description, Idna, Request};
use acegate::runner::RunOptions;
use acegate::suite::request_for;
use acegate_codec::unicode::Version;
use acegate_codec::{Codec, Error, ErrorKind, Failure, Value, codec};
use acegate_deviations::{Answer, Behaviour, Call, DeviantCodec, Deviation};
use acegate_vectors::{Check, Level, Suite};

/// A fault that was reported.
struct Fault {
    /// The report, or the library and its version.
    report: &'static str,
    /// A sentence on what the library does.
    does: &'static str,
    codec: &'static str,
    how: How,
    /// The ids of the deviations that are this fault or a part of it. An id that ends with `*` means all
    /// that begin so.
    right: &'static [&'static str],
    first: First,
}

/// How a fault changes the answers of the reference.
enum How {
    /// A codec answers otherwise.
    Answers(Behaviour),
    /// The same for an implementation that declares that it does not set the flag of STD 3.
    WithoutStd3(Behaviour),
    /// The requests for which this is true have no end.
    Hangs(fn(&Request) -> bool),
}

/// The cause of the first finding of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum First {
    /// One of those that are right.
    Right,
    /// A deviation that the report calls no cause: it is like the fault in part.
    InPart,
    /// The process crashes or hangs.
    Process,
    /// None is named.
    Absent,
}

/// The seed of the hunts, and how many trials they have, at a time and in all.
const SEED: u64 = 1;
const EPOCH: u64 = 64;
const MOST_TRIALS: u64 = 30_000;

/// The result of a run with a fault.
struct Found {
    fails_at_must: usize,
    findings: Vec<Finding>,
}

const fn function(answer: fn(&Call<'_>) -> Answer) -> How {
    How::Answers(Behaviour::Function(answer))
}

/// The checks of a codec, those with the longest inputs left out.
fn checks_of(codec: &str) -> Vec<Check> {
    let mut checks = Suite::embedded().expect("the suite is valid").checks();
    checks.retain(|check| check.codec() == codec && is_short(check));
    checks
}

fn is_short(check: &Check) -> bool {
    is_short_input(&request_for(check).input)
}

fn is_short_input(input: &Value) -> bool {
    const SHORT: usize = 2000;
    match input {
        Value::Text(text) => text.code_points.len() <= SHORT,
        Value::Octets(_) | Value::List(_) => true,
    }
}

impl Fault {
    /// The reference with this fault.
    fn codec(&self) -> Box<dyn Codec + Send> {
        let reference = codec(self.codec).expect("a codec");
        let behaviour = match self.how {
            How::Answers(behaviour) | How::WithoutStd3(behaviour) => behaviour,
            How::Hangs(_) => Behaviour::Function(|_| None),
        };
        let id = Box::leak(format!("{}/reported", self.codec).into_boxed_str());
        let fault: &'static Deviation = Box::leak(Box::new(Deviation {
            id,
            summary: self.does,
            breaks: &[],
            seen: &[],
            equivalent: None,
            behaviour,
        }));
        Box::new(DeviantCodec::over(reference, vec![fault]))
    }

    fn start(&self) -> Box<dyn Implementation> {
        let inner = InProcess::new(self.report, "", vec![self.codec()]);
        let inner = inner.with_idna(Idna::Std3).with_unicode(Version::V18);
        match self.how {
            How::Answers(_) => Box::new(inner),
            How::WithoutStd3(_) => Box::new(inner.with_idna(Idna::None)),
            How::Hangs(hangs) => Box::new(Hanging { inner, hangs }),
        }
    }

    fn found(&self, checks: &[Check]) -> Found {
        found(checks, &|| Ok(self.start()))
    }

    /// How many trials a hunt needs to find the fault at must; `None` if it takes more than the limit.
    fn hunted(&self) -> Option<u64> {
        let mut instance = self.start();
        for epoch in 0..MOST_TRIALS / EPOCH {
            let trials = epoch * EPOCH..(epoch + 1) * EPOCH;
            for hit in hunt_serially(instance.as_mut(), SEED, trials) {
                if hit.breach.level == Level::Must {
                    println!("{}: {}", hit.source, hit.breach);
                    return Some(hit.trial);
                }
            }
        }
        None
    }

    /// Whether a deviation is this fault, or a part of it.
    fn is_right(&self, deviation: &str) -> bool {
        self.right
            .iter()
            .any(|&right| match right.strip_suffix('*') {
                Some(beginning) => deviation.starts_with(beginning),
                None => deviation == right,
            })
    }

    /// The deviations that a finding names and that are not this fault.
    fn wrong_names(&self, finding: &Finding) -> Vec<String> {
        if finding.cause != Cause::Deviation {
            return Vec::new();
        }
        let id = finding.id.trim_start_matches("deviation/");
        let names = id.split('+').chain(finding.or.iter().map(String::as_str));
        if names.clone().any(|name| self.is_right(name)) {
            return Vec::new();
        }
        names.map(str::to_owned).collect()
    }

    /// The cause of the first finding.
    fn first(&self, found: &Found) -> String {
        let Some(first) = found.findings.first() else {
            return "nothing found".to_owned();
        };
        let shown = match first.cause {
            Cause::Deviation if self.wrong_names(first).is_empty() => First::Right,
            Cause::Deviation => return format!("Wrong({:?})", self.wrong_names(first).join(" ")),
            Cause::InPart => First::InPart,
            Cause::Fault => First::Process,
            Cause::Unexplained => First::Absent,
            Cause::State | Cause::LengthLimit => return format!("{:?}", first.cause),
        };
        format!("{shown:?}")
    }
}

/// The result of a run of these checks.
fn found(checks: &[Check], start: &Starter<'_>) -> Found {
    let mut findings = Vec::new();
    let mut fails_at_must = 0;
    let mut sink = with_findings(|event: &Event| match event {
        Event::Finding(finding) => findings.push((**finding).clone()),
        Event::Case(case) => {
            let is_failure = case.verdict.is_failure() && case.verdict != Verdict::NotRun;
            fails_at_must += usize::from(is_failure && case.level == Level::Must);
        }
        Event::RunStart(_) | Event::RunEnd(_) => {}
    });
    let recording = Recording {
        evidence: Evidence::OfFailures,
        diagnose: Some(behaves_like),
        ..Recording::default()
    };
    record(checks, start, &RunOptions::default(), &recording, &mut sink).expect("it starts");
    drop(sink);
    Found {
        fails_at_must,
        findings,
    }
}

/// Runs the checks of a codec with each of these faults, and compares the causes with the table.
fn assert_causes(faults: &[Fault]) {
    let mut checks: BTreeMap<&str, Vec<Check>> = BTreeMap::new();
    let mut others = Vec::new();
    for fault in faults {
        let checks = checks
            .entry(fault.codec)
            .or_insert_with(|| checks_of(fault.codec));
        let Fault {
            report,
            does,
            first,
            ..
        } = fault;
        let found = fault.found(checks);
        let shown = fault.first(&found);
        let hunted = fault.hunted();
        println!(
            "{report}: {} at must, {shown}, hunt: {hunted:?}",
            found.fails_at_must
        );
        for finding in &found.findings {
            let Finding {
                id,
                agreement,
                checks,
                common,
                ..
            } = finding;
            println!(
                "    {id}: {} {agreement:?} {:?} {common:?}",
                checks.len(),
                &checks[0]
            );
        }
        let wrong: Vec<_> = found
            .findings
            .iter()
            .flat_map(|finding| fault.wrong_names(finding))
            .collect();
        let is_as_said = found.fails_at_must > 0 && shown == format!("{first:?}");
        if !is_as_said {
            others.push(format!("{report} ({does}): {shown}, not {first:?}"));
        }
        if hunted.is_none() {
            others.push(format!("{report} ({does}): no hunt finds it"));
        }
        if !wrong.is_empty() {
            others.push(format!(
                "{report} ({does}): a finding names {}",
                wrong.join(" and ")
            ));
        }
    }
    assert!(others.is_empty(), "{others:#?}");
}

/// An implementation that does not answer some requests.
struct Hanging {
    inner: InProcess,
    hangs: fn(&Request) -> bool,
}

impl Implementation for Hanging {
    fn describe(&self) -> &Description {
        self.inner.describe()
    }

    fn answer(&mut self, request: &Request) -> Observation {
        if !(self.hangs)(request) {
            return self.inner.answer(request);
        }
        let limit = Duration::from_secs(2);
        let fault = ProcessFault::Timeout {
            limit,
            partial: 0,
            exhausted: Exhausted::Cpu,
        };
        Observation {
            outcome: Outcome::Fault(fault),
            elapsed: limit,
            stderr: String::new(),
        }
    }
}

/// The refusal of an input that the reference may accept.
fn refused(kind: ErrorKind) -> Answer {
    Some(Err(Failure::Refused(Error::new(kind, 0))))
}

/// Ends the program, without a message of the panic hook.
fn crash() -> ! {
    std::panic::resume_unwind(Box::new("the fault ends the program"))
}

/// The input as characters; `None` if it is not a text of them.
fn text_of(value: &Value) -> Option<String> {
    value.as_text().ok()?.to_scalar_string()
}

fn text(text: impl AsRef<str>) -> Answer {
    Some(Ok(Value::from(text.as_ref())))
}

#[test]
fn faults_of_punycode_have_no_wrong_cause() {
    assert_causes(punycode::FAULTS);
}

/// kjd/idna#222 and c-ares/c-ares#1031: each insertion copies the text. No document limits the time of a decoder, so
/// this fails no must, and the finding names the time.
#[test]
fn a_decoder_that_is_slow_for_long_codes_fails_no_must() {
    let slow = Fault {
        report: "kjd/idna#222",
        does: "Each insertion copies the text, so that long codes take too much time.",
        codec: "punycode",
        how: How::Hangs(|request| request.op == "decode" && !is_short_input(&request.input)),
        right: &[],
        first: First::Process,
    };
    let mut checks = Suite::embedded().expect("the suite is valid").checks();
    checks
        .retain(|check| check.codec() == "punycode" && &*check.op == "decode" && !is_short(check));
    let found = slow.found(&checks);
    assert_eq!(found.fails_at_must, 0);
    assert_eq!(slow.first(&found), "Process");
}

#[test]
fn faults_of_host_names_have_no_wrong_cause() {
    assert_causes(punycode::IN_NAMES);
}

#[test]
fn faults_of_other_bootstrings_have_no_wrong_cause() {
    assert_causes(bootstring::FAULTS);
}

#[test]
fn faults_of_uts46_have_no_wrong_cause() {
    assert_causes(uts46::FAULTS);
}

#[test]
fn faults_of_telephone_numbers_have_no_wrong_cause() {
    assert_causes(numbers::ENUM);
    assert_causes(numbers::URI2DEC);
}
