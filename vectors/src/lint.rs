//! Findings about a suite that loads.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::expectation::{Level, Outcome};
use crate::model::{Case, Origin, Suite};
use crate::word::words;

words! {
    /// How bad a finding is; worse is greater.
    Severity {
        /// A matter of taste or of doubt.
        Warning = "warning",
        /// The suite must not be published so.
        Error = "error",
    }
}

/// One finding about a file or case.
///
/// Displayed as `file:line: severity: message`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// The file.
    pub file: String,
    /// The line where the case begins; 1 for the head of the file.
    pub line: usize,
    /// The mistake, and how to mend it.
    pub message: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            severity,
            file,
            line,
            message,
        } = self;
        write!(f, "{file}:{line}: {severity}: {message}")
    }
}

/// Examines a suite that loads. The findings are in the order of its files and cases.
///
/// Errors: two cases with the same request, except a choice at `must` and the stricter wish at a
/// weaker level; a note or summary that is not a sentence; a list with a
/// repeated item; a corrected value whose misprint is missing. Warnings: a `must` case whose
/// expectation without a confirmation; an id over 80 characters; a scenario over 24 steps; a missing
/// note if the case contradicts the document, decides what it leaves open, or has steps to explain.
#[must_use]
pub fn lint(suite: &Suite) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in &suite.files {
        let groups = file
            .groups
            .iter()
            .map(|(name, summary)| (format!("the summary of {name}"), summary));
        for (what, summary) in [("the summary".to_owned(), &file.summary)]
            .into_iter()
            .chain(groups)
        {
            if !is_sentence(summary) {
                findings.push(Finding {
                    severity: Severity::Error,
                    file: file.path.clone(),
                    line: 1,
                    message: format!("{what} is not a sentence: capital letter, full stop"),
                });
            }
        }
    }
    let mut questions = BTreeMap::new();
    for case in &suite.cases {
        lint_case(case, &mut findings);
        for check in case.checks() {
            // Two documents may print the same example. One document has it once, or twice: at
            // `must` for the answers of all implementations, and below for the answer of good ones.
            let is_must = case.level == Level::Must;
            let question = (case.document.clone(), check.question_digest(), is_must);
            if let Some(first) = questions.insert(question, check.name) {
                let message = format!("asks what {first} asks");
                findings.push(finding(case, Severity::Error, &message));
            }
        }
    }
    findings
}

fn lint_case(case: &Case, findings: &mut Vec<Finding>) {
    for (severity, message) in messages_about(case) {
        findings.push(finding(case, severity, &message));
    }
}

fn messages_about(case: &Case) -> Vec<(Severity, String)> {
    let mut messages = Vec::new();
    let steps = case.steps();
    let is_refused = matches!(case.expect.single(), Some(Outcome::Error { .. }));
    let needs_note = [
        (
            case.origin == Origin::Corrected,
            "a corrected value needs a note that says why",
        ),
        (
            case.expect.single().is_none(),
            "a choice needs a note that says who leaves it",
        ),
        (
            steps.is_some(),
            "a scenario needs a note that says what it shows",
        ),
        (
            case.origin == Origin::Printed && is_refused,
            "a misprint needs a note that says what is wrong",
        ),
    ];
    match (&case.note, needs_note.iter().find(|(needed, _)| *needed)) {
        (Some(note), _) if !is_sentence(note) => {
            let message = "the note is not a sentence: capital letter, full stop";
            messages.push((Severity::Error, message.to_owned()));
        }
        (None, Some((_, message))) => messages.push((Severity::Warning, (*message).to_owned())),
        _ => {}
    }
    if case.level == Level::Must && case.confirmed.is_empty() {
        let message = "nobody is named who confirmed the expectation";
        messages.push((Severity::Warning, message.to_owned()));
    }
    if case.id.len() > LONGEST_ID {
        let message = format!("the id is longer than {LONGEST_ID} characters");
        messages.push((Severity::Warning, message));
    }
    if steps.is_some_and(|steps| steps.len() > MOST_STEPS) {
        let message = format!("the scenario has more than {MOST_STEPS} steps");
        messages.push((Severity::Warning, message));
    }
    for (name, items) in [
        ("requirements", &case.requirements),
        ("confirmed", &case.confirmed),
    ] {
        if let Some(item) = repeated(items) {
            messages.push((Severity::Error, format!("{name} names {item:?} twice")));
        }
    }
    for outcome in case.expect.outcomes() {
        if let Outcome::Error { kinds, .. } = outcome
            && let Some(kind) = repeated(kinds)
        {
            messages.push((Severity::Error, format!("the kind {kind} is named twice")));
        }
    }
    messages
}

const LONGEST_ID: usize = 80;

/// A longer scenario should be several.
const MOST_STEPS: usize = 24;

pub(crate) fn finding(case: &Case, severity: Severity, message: &str) -> Finding {
    let message = format!("{}: {message}", case.id);
    Finding {
        severity,
        file: case.file.to_string(),
        line: case.line,
        message,
    }
}

/// Whether a text looks like a sentence: it ends with a full stop and does not begin with a
/// lower-case letter. A sentence may begin with an input, so digits and signs are allowed.
fn is_sentence(text: &str) -> bool {
    text.ends_with('.') && !text.starts_with(|first: char| first.is_ascii_lowercase())
}

fn repeated(names: &[String]) -> Option<&str> {
    let mut seen = BTreeSet::new();
    names
        .iter()
        .map(String::as_str)
        .find(|name| !seen.insert(*name))
}
