//! The report of a comparison: its facts in one record, which is printed as text, Markdown, JSON or HTML.

use serde::Serialize;

use super::difference::{AnswerDifference, Kind, Place, Side};
use super::engine::Comparison;
use super::group::{Group, GroupCause};
use crate::escape::printable;
use crate::event::{BaselineVerdict, Observed, fnv};
use crate::observation::{Answer, AnyValue};
use crate::plural;
use crate::protocol::{Identity, Request};
use crate::report::wording::{show_identity, show_observed, show_value};
use crate::sweep::{Shared, distinct_id};

/// The names of both sides in sentences, and the words that name them again on a command line.
#[derive(Clone, Debug)]
pub struct Labels {
    /// The names: old and new for two versions of one library.
    pub names: [String; 2],
    /// Whether the second side is a new version of the first.
    pub is_upgrade: bool,
    /// The arguments of `acegate compare` that name both sides.
    pub words: Vec<String>,
}

impl Labels {
    /// Labels for these implementations. Two that call themselves the same are the first and the second.
    #[must_use]
    pub fn new(identities: [&Identity; 2], is_upgrade: bool, words: Vec<String>) -> Self {
        let short = identities.map(|identity| printable(&identity.name));
        let long = identities.map(show_identity);
        let names = if is_upgrade {
            ["the old version".to_owned(), "the new version".to_owned()]
        } else if short[0] != short[1] {
            short
        } else if long[0] != long[1] {
            long
        } else {
            ["the first".to_owned(), "the second".to_owned()]
        };
        Self {
            names,
            is_upgrade,
            words,
        }
    }
}

/// The report of a comparison.
#[derive(Debug, Serialize)]
pub struct CompareReport {
    #[serde(rename = "type")]
    kind: &'static str,
    pub(super) first: Identity,
    pub(super) second: Identity,
    /// Whether the second one is a new version of the first.
    pub(super) upgrade: bool,
    /// Whether all questions were sent.
    whole: bool,
    /// How many questions both answered.
    pub(super) asked: u64,
    /// How many questions could not be sent to one of them, or were not answered.
    pub(super) skipped: u64,
    /// How many answers differ.
    pub(super) different: u64,
    /// The time until the first difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) first_difference_us: Option<u64>,
    pub(super) elapsed_us: u64,
    pub(super) groups: Vec<GroupReport>,
    pub(super) remarks: Vec<String>,
}

/// A group of differences.
#[derive(Debug, Serialize)]
pub struct GroupReport {
    /// The name of the group in a baseline.
    pub id: String,
    pub(super) kind: &'static str,
    /// In which way the answers differ, in words.
    pub title: String,
    pub(super) cause: &'static str,
    /// The cause in words.
    pub(super) because: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    deviation: Option<&'static str>,
    /// The verdict of the baseline, if it names the group.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) baseline: Option<BaselineVerdict>,
    /// The first and the last code point of each range.
    ranges: Vec<(u32, u32)>,
    pub(super) code_points: usize,
    operations: Vec<String>,
    /// The frames of a sweep, `names`, `suite` or `generated`.
    sources: Vec<&'static str>,
    pub(super) example: ExampleReport,
    /// Whether fresh processes answered the example in the same way.
    pub(super) confirmed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) repeat: Option<String>,
    /// The questions that are answered differently.
    pub(super) questions: Vec<ExampleReport>,
    #[serde(skip)]
    pub(super) shown_ranges: String,
    /// The questions and answers, without the words of refusals: a group with others is another difference, whatever
    /// its name is.
    #[serde(skip)]
    pub content: String,
}

/// A question and both answers.
#[derive(Debug, Serialize)]
pub(super) struct ExampleReport {
    pub(super) op: String,
    /// The line of the list of names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) line: Option<usize>,
    pub(super) input: String,
    pub(super) first: String,
    pub(super) second: String,
}

/// How many ranges of code points the text shows.
const RANGES: usize = 8;

impl CompareReport {
    /// The report of a comparison.
    #[must_use]
    pub fn new(comparison: &Comparison, labels: &Labels) -> Self {
        let mut groups: Vec<GroupReport> = Vec::new();
        for group in &comparison.groups {
            let mut report = GroupReport::new(group, labels);
            let others = groups.iter().map(|other| other.id.as_str());
            report.id = distinct_id(&report.id, &others.collect::<Vec<_>>());
            groups.push(report);
        }
        let [first, second] = &comparison.descriptions;
        Self {
            kind: "compare",
            first: first.implementation.clone(),
            second: second.implementation.clone(),
            upgrade: labels.is_upgrade,
            whole: comparison.is_whole,
            asked: comparison.asked,
            skipped: comparison.skipped,
            different: comparison.different,
            first_difference_us: comparison
                .first
                .map(|time| u64::try_from(time.as_micros()).unwrap_or(u64::MAX)),
            elapsed_us: u64::try_from(comparison.elapsed.as_micros()).unwrap_or(u64::MAX),
            groups,
            remarks: comparison.remarks.clone(),
        }
    }

    /// How many questions both answered.
    #[must_use]
    pub const fn asked(&self) -> u64 {
        self.asked
    }

    /// The groups, in the order in which they are shown.
    #[must_use]
    pub fn groups(&self) -> &[GroupReport] {
        &self.groups
    }

    /// Marks each group as known or new by the baseline, in their order.
    pub fn set_verdicts(&mut self, verdicts: Vec<Option<BaselineVerdict>>) {
        for (group, verdict) in self.groups.iter_mut().zip(verdicts) {
            group.baseline = verdict;
        }
    }

    /// Whether there is a difference that a baseline does not allow.
    #[must_use]
    pub fn has_new_differences(&self) -> bool {
        self.groups.iter().any(GroupReport::counts)
    }

    pub(super) fn conclusion(&self) -> String {
        let new = self.groups.iter().filter(|group| group.counts()).count();
        let known = self.groups.len() - new;
        let differences = plural::count(
            usize::try_from(self.different).unwrap_or(usize::MAX),
            "answer differs",
            "answers differ",
        );
        let kinds = self.kinds();
        match (new, known) {
            (0, 0) => "no difference".to_owned(),
            (0, _) => format!("{differences}, all of them known"),
            (_, 0) => format!(
                "{differences}, in {}{kinds}",
                plural::count(new, "group", "groups")
            ),
            _ => format!(
                "{differences}, in {}, and {known} known{kinds}",
                plural::count(new, "new group", "new groups")
            ),
        }
    }

    /// How many questions differ in each way, such as `: 47 accepted before and now, with another value; 18 rejected
    /// before, accepted now`; empty if there is only one way.
    fn kinds(&self) -> String {
        let mut kinds: Vec<(&str, usize)> = Vec::new();
        for group in &self.groups {
            match kinds.iter_mut().find(|(title, _)| *title == group.title) {
                Some((_, count)) => *count += group.questions.len(),
                None => kinds.push((&group.title, group.questions.len())),
            }
        }
        if kinds.len() < 2 {
            return String::new();
        }
        let shown: Vec<String> = kinds
            .iter()
            .map(|(title, count)| format!("{count} {title}"))
            .collect();
        format!(": {}", shown.join("; "))
    }
}

impl GroupReport {
    fn new(group: &Group, labels: &Labels) -> Self {
        let mut operations = Vec::new();
        let mut sources = Vec::new();
        let mut questions = Vec::new();
        for difference in &group.differences {
            let operation = difference.request.name();
            if !operations.contains(&operation) {
                operations.push(operation);
            }
            let source = source(difference.place);
            if !sources.contains(&source) {
                sources.push(source);
            }
            questions.push(ExampleReport::of(difference));
        }
        let ranges = group.code_points.ranges().iter();
        let example = AnswerDifference {
            request: group.example.clone(),
            place: Place::Generated,
            kind: group.kind,
            outcomes: group.outcomes.clone(),
        };
        Self {
            id: id(group),
            kind: group.kind.code(),
            title: title(group.kind, labels),
            cause: cause_code(&group.cause),
            because: because(&group.cause, labels),
            deviation: match group.cause {
                GroupCause::Deviation { id, .. } => Some(id),
                _ => None,
            },
            baseline: None,
            ranges: ranges
                .map(|range| (u32::from(*range.start()), u32::from(*range.end())))
                .collect(),
            code_points: group.code_points.count(),
            operations,
            sources,
            example: ExampleReport::of(&example),
            confirmed: group.is_confirmed,
            repeat: repeat(&group.example, labels),
            questions,
            shown_ranges: group.code_points.show(RANGES),
            content: content(group),
        }
    }

    /// Whether it counts against the comparison.
    pub(super) fn counts(&self) -> bool {
        self.baseline.is_none_or(BaselineVerdict::counts)
    }

    /// The operations and where the questions come from.
    pub(super) fn origin(&self) -> String {
        let questions = plural::count(self.questions.len(), "request", "requests");
        let operations = self.operations.join(", ");
        format!("{}: {operations} ({questions})", self.sources.join(", "))
    }
}

impl ExampleReport {
    fn of(difference: &AnswerDifference) -> Self {
        let [first, second] = &difference.outcomes;
        Self {
            op: difference.request.name(),
            line: match difference.place {
                Place::Line(line) => Some(line),
                Place::Frame { .. } | Place::Suite | Place::Generated => None,
            },
            input: show_value(&AnyValue::Ordinary(difference.request.input.clone())),
            first: show_observed(&Observed::of(first)),
            second: show_observed(&Observed::of(second)),
        }
    }
}

const fn source(place: Place) -> &'static str {
    match place {
        Place::Frame { frame, .. } => frame,
        Place::Line(_) => "names",
        Place::Suite => "suite",
        Place::Generated => "generated",
    }
}

/// The name of a group, which stays the same while its cause does.
fn id(group: &Group) -> String {
    let operation = group.example.name().replace(' ', "/");
    let what = match &group.cause {
        GroupCause::Version { .. } => "unicode".to_owned(),
        GroupCause::Settings(words) => short_hash(&words.join(";")),
        GroupCause::Declared(_, reason) => short_hash(reason),
        GroupCause::Deviation { id, .. } => (*id).to_owned(),
        GroupCause::Property(_) | GroupCause::Common(_) | GroupCause::Unknown => {
            match group.code_points.iter().next() {
                Some(point) => format!("U+{:04X}", u32::from(point)),
                None => short_hash(&format!("{:?}", group.example)),
            }
        }
    };
    format!("compare/{operation}/{}/{what}", group.kind.code())
}

fn content(group: &Group) -> String {
    let mut lines = Vec::new();
    for AnswerDifference {
        request, outcomes, ..
    } in &group.differences
    {
        let answers = Side::BOTH.map(|side| Answer::of(side.of(outcomes)));
        lines.push(format!(
            "{} {:?}: {answers:?}",
            request.name(),
            request.input
        ));
    }
    lines.sort();
    lines.join("\n")
}

fn short_hash(text: &str) -> String {
    format!("{:08x}", fnv(text.as_bytes()) >> 32)
}

fn title(kind: Kind, labels: &Labels) -> String {
    let Labels {
        names, is_upgrade, ..
    } = labels;
    if *is_upgrade {
        return match kind {
            Kind::Fails(Side::First) => "a crash or hang before, answered now",
            Kind::Fails(Side::Second) => "answered before, a crash or hang now",
            Kind::Accepts(Side::First) => "accepted before, rejected now",
            Kind::Accepts(Side::Second) => "rejected before, accepted now",
            Kind::OtherValue => "accepted before and now, with another value",
        }
        .to_owned();
    }
    match kind {
        Kind::Fails(side) => format!("{} crashes, hangs or fails", side.of(names)),
        Kind::Accepts(side) => {
            format!(
                "{} accepts, {} rejects",
                side.of(names),
                side.other().of(names)
            )
        }
        Kind::OtherValue => "both accept, with different values".to_owned(),
    }
}

const fn cause_code(cause: &GroupCause) -> &'static str {
    match cause {
        GroupCause::Version { .. } => "version",
        GroupCause::Settings(_) => "settings",
        GroupCause::Declared(..) => "declared",
        GroupCause::Deviation { .. } => "deviation",
        GroupCause::Property(_) => "property",
        GroupCause::Common(_) => "common",
        GroupCause::Unknown => "unknown",
    }
}

fn because(cause: &GroupCause, labels: &Labels) -> String {
    let [first, second] = &labels.names;
    match cause {
        GroupCause::Version { measured, ages } => {
            let [one, two] = measured;
            format!(
                "{first} has tables of {one}, {second} of {two}; questions by the version that \
                    they need: {ages}"
            )
        }
        GroupCause::Settings(words) => {
            let shown = Side::BOTH.map(|side| {
                let words = side.of(words);
                let words = if words.is_empty() {
                    "the defaults"
                } else {
                    words
                };
                format!("{} has {words}", side.of(&labels.names))
            });
            format!("different settings: {}", shown.join(", "))
        }
        GroupCause::Declared(side, reason) => {
            format!("{} declares: {}", side.of(&labels.names), printable(reason))
        }
        GroupCause::Deviation { side, id } => {
            let summary = acegate_deviations::find(id).map_or("", |known| known.summary);
            format!("{} behaves like {id}: {summary}", side.of(&labels.names))
        }
        GroupCause::Property(telling) => {
            let telling: Vec<String> = telling.iter().map(Shared::to_string).collect();
            format!("exactly the code points with {}", telling.join(" or "))
        }
        GroupCause::Common(shared) => {
            format!("all of them have {shared}, but so do others that make no difference")
        }
        GroupCause::Unknown => String::new(),
    }
}

/// The command that sends one name to both sides again; `None` if a shell cannot pass it.
fn repeat(request: &Request, labels: &Labels) -> Option<String> {
    let name = request.text()?.to_scalar_string()?;
    if name.is_empty() || printable(&name) != name {
        return None;
    }
    let mut command = vec!["acegate", "compare"];
    command.extend(labels.words.iter().map(String::as_str));
    let op = &request.op;
    command.extend(["--codec", &request.codec, "--op", op, "--names", "-"]);
    let name = shell_words::quote(&name).into_owned();
    Some(format!(
        "printf '%s\\n' {name} | {}",
        shell_words::join(command)
    ))
}
