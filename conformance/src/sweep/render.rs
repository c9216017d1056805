//! The report of a sweep: its facts in one record.

use acegate_codec::Parameters;
use acegate_vectors::Level;
use serde::Serialize;

use super::engine::Sweep;
use super::finding::{SweepCause, SweepFinding};
use super::property::Shared;
use super::questions::{Question, Right, Way};
use crate::escape::printable;
use crate::event::{BaselineVerdict, Expected, Observed, params};
use crate::observation::AnyValue;
use crate::plural;
use crate::protocol::{Identity, Request};
use crate::report::style::{BAD, MILD, NOTE, QUIET, Style};
use crate::report::wording::{show_observed, show_value};

/// The report of a sweep.
#[derive(Debug, Serialize)]
pub struct SweepReport {
    #[serde(rename = "type")]
    pub(super) kind: &'static str,
    pub(super) implementation: Identity,
    /// Whether all requests were sent.
    pub(super) whole: bool,
    pub(super) elapsed_us: u64,
    pub(super) names: u64,
    questions: Vec<QuestionReport>,
    pub(super) findings: Vec<FindingReport>,
    pub(super) remarks: Vec<String>,
}

/// The requests of a question.
#[derive(Debug, Serialize)]
struct QuestionReport {
    codec: &'static str,
    op: &'static str,
    frame: &'static str,
    purpose: &'static str,
    sent: u64,
    skipped: u64,
    different: u64,
}

/// A finding.
#[derive(Debug, Serialize)]
pub struct FindingReport {
    /// The name of the finding in a baseline.
    pub id: String,
    /// The verdict of the baseline, if it names the finding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) baseline: Option<BaselineVerdict>,
    pub(super) cause: &'static str,
    /// The cause in words.
    pub title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) deviation: Option<&'static str>,
    pub(super) level: Option<String>,
    /// Whether it makes the sweep fail.
    pub(super) counts: bool,
    /// The first and the last code point of each range.
    pub(super) ranges: Vec<(u32, u32)>,
    pub(super) code_points: usize,
    pub(super) names: usize,
    pub(super) ways: Vec<String>,
    pub(super) frames: Vec<&'static str>,
    pub(super) ops: Vec<&'static str>,
    pub(super) example: String,
    pub(super) expected: String,
    pub(super) observed: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) clause: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rule: Option<&'static str>,
    /// Whether a fresh process answered the example in the same way; absent if it was not rerun.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) confirmed: Option<bool>,
    pub(super) repeat: String,
    /// The example for a program, as the event of a check has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    check: Option<CheckReport>,
    #[serde(skip)]
    pub(super) shown_ranges: String,
}

/// A request and its outcomes, in the fields of the event of a check.
#[derive(Debug, Serialize)]
struct CheckReport {
    codec: String,
    op: String,
    #[serde(with = "params", skip_serializing_if = "Parameters::is_empty")]
    params: Parameters,
    input: AnyValue,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<Expected>,
    observed: Observed,
}

/// How many ranges of code points the text shows.
const RANGES: usize = 8;

impl SweepReport {
    /// The report of a sweep. `words` name the implementation on a command line again.
    #[must_use]
    pub fn new(sweep: &Sweep, findings: &[SweepFinding], words: &[String], enforce: Level) -> Self {
        let mut questions = Vec::new();
        for (question, counts) in sweep.questions.iter().zip(&sweep.counts) {
            questions.push(QuestionReport {
                codec: question.codec,
                op: question.op,
                frame: question.frame.name,
                purpose: question.frame.purpose,
                sent: counts.sent,
                skipped: counts.skipped,
                different: counts.different,
            });
        }
        let mut reports: Vec<FindingReport> = Vec::new();
        for finding in findings {
            let mut report = FindingReport::new(sweep, finding, words, enforce);
            let others = reports.iter().map(|other| other.id.as_str());
            report.id = distinct_id(&report.id, &others.collect::<Vec<_>>());
            reports.push(report);
        }
        Self {
            kind: "sweep",
            implementation: sweep.description.implementation.clone(),
            whole: sweep.is_whole,
            elapsed_us: u64::try_from(sweep.elapsed.as_micros()).unwrap_or(u64::MAX),
            names: questions.iter().map(|question| question.sent).sum(),
            questions,
            findings: reports,
            remarks: sweep.remarks.clone(),
        }
    }

    /// Whether a finding makes the sweep fail.
    #[must_use]
    pub fn is_failed(&self) -> bool {
        self.findings.iter().any(|finding| finding.counts)
    }

    /// The findings that count, for a baseline.
    pub fn counting(&self) -> impl Iterator<Item = &FindingReport> {
        self.findings.iter().filter(|finding| finding.counts)
    }

    /// Marks each finding that counts as known or new by the baseline, in their order. Known
    /// findings do not count.
    pub fn set_verdicts(&mut self, verdicts: Vec<Option<BaselineVerdict>>) {
        let counting = self.findings.iter_mut().filter(|finding| finding.counts);
        for (finding, verdict) in counting.zip(verdicts) {
            finding.baseline = verdict;
            finding.counts = verdict.is_none_or(BaselineVerdict::counts);
        }
    }

    /// The number of names that were sent.
    #[must_use]
    pub const fn names(&self) -> u64 {
        self.names
    }

    pub(super) fn conclusion(&self) -> String {
        let counting = self.findings.iter().filter(|it| it.counts).count();
        let others = self.findings.len() - counting;
        match (counting, others) {
            (0, 0) => "every answer matches the reference".to_owned(),
            (0, _) => "no finding counts".to_owned(),
            (_, 0) => plural::count(counting, "finding", "findings"),
            _ => format!(
                "{}, and {}",
                plural::count(counting, "finding", "findings"),
                plural::count(others, "that does not count", "that do not count"),
            ),
        }
    }
}

impl CheckReport {
    fn new(request: Request, right: Right, observed: &Observed) -> Self {
        Self {
            codec: request.codec,
            op: request.op,
            params: request.params,
            input: AnyValue::Ordinary(request.input),
            expected: match right {
                Right::Value(value) => Some(Expected::Value(AnyValue::Ordinary(value))),
                Right::Refused(kind) => Some(Expected::Refusal {
                    at: None,
                    kinds: vec![kind.to_owned()],
                }),
                Right::Unknown => None,
            },
            observed: observed.clone(),
        }
    }
}

impl FindingReport {
    fn new(sweep: &Sweep, finding: &SweepFinding, words: &[String], enforce: Level) -> Self {
        let example = &finding.example;
        let question = &sweep.questions[example.question.0];
        let request = finding.request(&sweep.questions);
        let (mut input, mut expected, mut check) = (String::new(), String::new(), None);
        if let Some(request) = request {
            let right = Right::of(&request);
            input = show_value(&AnyValue::Ordinary(request.input.clone()));
            expected = show_right(&right);
            check = Some(CheckReport::new(request, right, &example.observed));
        }
        let mut frames = Vec::new();
        let mut ops = Vec::new();
        for id in &finding.questions {
            let question = &sweep.questions[id.0];
            if !frames.contains(&question.frame.name) {
                frames.push(question.frame.name);
            }
            if !ops.contains(&question.op) {
                ops.push(question.op);
            }
        }
        let mut ways = Vec::new();
        for (way, expected) in &finding.ways {
            ways.push(show_way(*way, expected));
        }
        let ranges = finding.code_points.ranges().iter();
        let broken = question.broken_rule(example.point);
        Self {
            id: id(finding, question.codec),
            baseline: None,
            cause: cause_code(&finding.cause),
            title: title(finding),
            deviation: match finding.cause {
                SweepCause::Deviation { id, .. } => Some(id),
                _ => None,
            },
            level: finding.level.map(|level| level.to_string()),
            counts: finding.level.is_some_and(|level| level >= enforce),
            ranges: ranges
                .map(|range| (u32::from(*range.start()), u32::from(*range.end())))
                .collect(),
            code_points: finding.code_points.count(),
            names: finding.names,
            ways,
            frames,
            ops,
            example: format!("{} of {input}", question.operation()),
            expected,
            observed: show_observed(&finding.example.observed),
            clause: broken.map(|(clause, _)| clause),
            rule: broken.map(|(_, sentence)| sentence),
            confirmed: finding.is_confirmed,
            check,
            repeat: repeat(words, question, example.point),
            shown_ranges: finding.code_points.show(RANGES),
        }
    }

    /// The observed answers: a finding with other content is another one.
    #[must_use]
    pub fn content(&self) -> String {
        format!("{:?} {:?} {:?}", self.ranges, self.ways, self.frames)
    }

    pub(super) fn label(&self) -> (&str, Style) {
        if self.baseline == Some(BaselineVerdict::ExpectedFailure) {
            return ("known", QUIET);
        }
        match (self.cause, self.level.as_deref()) {
            ("version", _) => ("version", NOTE),
            ("declared", _) => ("declared", QUIET),
            (_, Some(level)) if self.counts => (level, BAD),
            (_, Some(level)) => (level, MILD),
            (_, None) => ("allowed", QUIET),
        }
    }
}

/// The name of a finding, which stays the same while its cause does.
fn id(finding: &SweepFinding, codec: &str) -> String {
    let point = u32::from(finding.example.point);
    match finding.cause {
        SweepCause::Deviation { id, .. } => format!("sweep/{id}"),
        SweepCause::Version { .. } => format!("sweep/{codec}/unicode"),
        SweepCause::Declared(_) | SweepCause::Property(_) | SweepCause::Ranges(_) => {
            let way = finding.ways.first().map_or("", |(way, _)| way.code());
            format!("sweep/{codec}/{way}/U+{point:04X}")
        }
    }
}

/// A name that none of the others has: the same, or with a number behind it.
pub(crate) fn distinct_id(id: &str, others: &[&str]) -> String {
    let mut distinct = id.to_owned();
    let mut number = 1;
    while others.contains(&distinct.as_str()) {
        number += 1;
        distinct = format!("{id}-{number}");
    }
    distinct
}

/// The command that sends one code point in one frame again.
fn repeat(words: &[String], question: &Question, point: char) -> String {
    let point = format!("U+{:04X}", u32::from(point));
    let mut command = vec!["acegate", "sweep"];
    command.extend(words.iter().map(String::as_str));
    command.extend(["--frames", question.frame.name]);
    if question.frame.uses.len() > 1 {
        command.extend(["--codec", question.codec]);
    }
    command.extend(["--op", question.op, "--code-points", &point]);
    shell_words::join(command)
}

const fn cause_code(cause: &SweepCause) -> &'static str {
    match cause {
        SweepCause::Version { .. } => "version",
        SweepCause::Declared(_) => "declared",
        SweepCause::Deviation { .. } => "deviation",
        SweepCause::Property(_) => "property",
        SweepCause::Ranges(_) => "ranges",
    }
}

/// The cause in words.
fn title(finding: &SweepFinding) -> String {
    match &finding.cause {
        SweepCause::Version {
            measured,
            ages,
            others,
        } => {
            let mut title = format!(
                "its tables are of {measured}; by the version that assigned or changed them: {ages}"
            );
            if *others > 0 {
                title += &format!("; {others} others in names whose rules newer versions changed");
            }
            title
        }
        SweepCause::Declared(reason) => printable(reason),
        SweepCause::Deviation { id, summary } => format!("{summary} ({id})"),
        SweepCause::Property(telling) => {
            let telling: Vec<String> = telling.iter().map(Shared::to_string).collect();
            format!("exactly the code points with {}", telling.join(" or "))
        }
        SweepCause::Ranges(Some(shared)) => {
            format!("all of them have {shared}, but so do others that are answered correctly")
        }
        SweepCause::Ranges(None) => "they have no property in common".to_owned(),
    }
}

fn show_way(way: Way, expected: &str) -> String {
    match (way, expected) {
        (Way::Accepted, kind) => format!("accepted, should be rejected ({kind})"),
        (Way::Rejected, _) => "rejected, should be accepted".to_owned(),
        (Way::OtherValue, _) => "another value".to_owned(),
        (Way::Fault, _) => "a crash, a hang or another fault".to_owned(),
    }
}

fn show_right(right: &Right) -> String {
    match right {
        Right::Value(value) => show_value(&AnyValue::Ordinary(value.clone())),
        Right::Refused(kind) => format!("a refusal: {kind}"),
        Right::Unknown => "unknown".to_owned(),
    }
}
