//! Filters: the checks that a run is about.
//!
//! In: conditions such as `--id "punycode/*"` and all checks. Out: the chosen checks, or the
//! condition that no check meets.

use std::collections::BTreeSet;
use std::fmt;

use acegate_vectors::Requirement;
use acegate_vectors::{Check, Level};

use crate::escape::bounded;
use crate::nearest::{did_you_mean, expected_one_of};
use crate::suite::asked_by;

/// A choice of checks: those that meet every condition. The empty filter chooses all.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Only checks of these codecs.
    pub codecs: Vec<String>,
    /// Only checks whose name, or whose case's id, with the operation after it or without, matches
    /// one of these patterns. `*` matches any characters, slashes included, `?` one.
    pub ids: Vec<String>,
    /// No checks that match one of these patterns.
    pub skipped: Vec<String>,
    /// Only checks of these clauses and of the clauses below them: `6` chooses `6.2`, not `62`. A
    /// clause may be written as reports print it, `RFC 3492, 6.2 (must)`; it must be if several documents have
    /// the clause.
    pub clauses: Vec<String>,
    /// Only checks that test one of these requirements, such as `punycode-27`.
    pub requirements: Vec<String>,
    /// Only checks that are at least this binding.
    pub level: Option<Level>,
}

/// Why a filter does not do what was meant, in one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilterError {
    message: String,
    chooses_nothing: bool,
}

impl FilterError {
    /// Whether each condition is met by some check, and only all of them together by none. Otherwise
    /// a condition is misspelt or out of date.
    #[must_use]
    pub const fn chooses_nothing(&self) -> bool {
        self.chooses_nothing
    }
}

impl fmt::Display for FilterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for FilterError {}

impl Filter {
    fn chooses(&self, check: &Check) -> bool {
        self.allows_codec(check.codec())
            && self.level.is_none_or(|level| check.case.level >= level)
            && (self.ids.is_empty() || is_named_by_any(&self.ids, check))
            && !is_named_by_any(&self.skipped, check)
            && (!self.looks_at_subjects() || self.chooses_subject(&Subject::from(check)))
    }

    /// Whether it has a condition on more than the codec of a [`Subject`].
    fn looks_at_subjects(&self) -> bool {
        !self.clauses.is_empty() || !self.requirements.is_empty()
    }

    fn chooses_subject(&self, subject: &Subject<'_>) -> bool {
        if !self.allows_codec(subject.codec) {
            return false;
        }
        if !self.clauses.is_empty() && !self.clauses.iter().any(|asked| subject.is_within(asked)) {
            return false;
        }
        self.requirements.is_empty()
            || subject
                .requirements
                .iter()
                .any(|id| self.requirements.iter().any(|asked| asked == id))
    }

    fn allows_codec(&self, codec: &str) -> bool {
        self.codecs.is_empty() || self.codecs.iter().any(|asked| asked == codec)
    }

    /// The requirements that the codecs, clauses and ids of requirements choose, in their order.
    ///
    /// # Errors
    ///
    /// As of [`apply`](Self::apply).
    pub fn apply_to_requirements(
        &self,
        all: &[Requirement],
    ) -> Result<Vec<Requirement>, FilterError> {
        let subjects: Vec<_> = all.iter().map(Subject::from).collect();
        if let Some(message) = self.unmatched_subject(&subjects, "requirement") {
            return Err(FilterError {
                message,
                chooses_nothing: false,
            });
        }
        let mut chosen = Vec::new();
        for (subject, requirement) in subjects.iter().zip(all) {
            if self.chooses_subject(subject) {
                chosen.push(requirement.clone());
            }
        }
        self.unless_empty(chosen, "requirement")
    }

    /// The chosen checks, in the order of the suite.
    ///
    /// # Errors
    ///
    /// A [`FilterError`] that names a condition which no check meets, also one of [`skipped`](Self::skipped),
    /// with the nearest existing values: a misspelt one would otherwise choose too few or too many
    /// checks unnoticed. And one if no check meets all conditions.
    pub fn apply(&self, mut checks: Vec<Check>) -> Result<Vec<Check>, FilterError> {
        if let Some(message) = self.unmatched(&checks) {
            return Err(FilterError {
                message,
                chooses_nothing: false,
            });
        }
        checks.retain(|check| self.chooses(check));
        self.unless_empty(checks, "case")
    }

    /// The chosen things; an error that names the conditions if there are none.
    fn unless_empty<T>(&self, chosen: Vec<T>, thing: &str) -> Result<Vec<T>, FilterError> {
        if !chosen.is_empty() {
            return Ok(chosen);
        }
        let mut conditions = Vec::new();
        for option in self.conditions() {
            conditions.push(option.trim_start_matches("--").to_owned());
        }
        let list = conditions.join(", ");
        let message = match conditions.len() {
            0 => format!("the suite has no {thing}s"),
            1 => format!("no {thing} of the suite is of {list}"),
            _ => format!("no {thing} of the suite is of {list} together"),
        };
        Err(FilterError {
            message,
            chooses_nothing: true,
        })
    }

    /// A sentence on the first condition that no check meets; `None` if each is met.
    fn unmatched(&self, checks: &[Check]) -> Option<String> {
        if let Some(asked) = unmatched_pattern(&self.ids, checks) {
            return Some(unmatched_id("id", asked, checks));
        }
        if let Some(asked) = unmatched_pattern(&self.skipped, checks) {
            return Some(unmatched_id("id to skip", asked, checks));
        }
        let mut has_every_codec = true;
        for asked in &self.codecs {
            if checks.iter().any(|check| check.codec() == asked) {
                continue;
            }
            has_every_codec = false;
            // A word that is no codec may be the last part of an id.
            if is_last_part(asked, &ids_of(checks)) {
                return Some(unmatched_id("id", asked, checks));
            }
        }
        if has_every_codec && !self.looks_at_subjects() {
            return None;
        }
        let subjects: Vec<_> = checks.iter().map(Subject::from).collect();
        self.unmatched_subject(&subjects, "case")
    }

    /// A sentence on the first codec, requirement or clause that no subject has, or on a clause that
    /// several documents have; `None` if there is none of these.
    fn unmatched_subject(&self, subjects: &[Subject<'_>], thing: &str) -> Option<String> {
        let mut codecs = BTreeSet::new();
        let mut requirements = BTreeSet::new();
        for subject in subjects {
            codecs.insert(subject.codec);
            requirements.extend(subject.requirements.iter().copied());
        }
        for asked in &self.codecs {
            if !codecs.contains(asked.as_str()) {
                let known = expected_one_of(asked, codecs);
                return Some(format!("no {thing} is about codec {asked:?}: {known}"));
            }
        }
        for asked in &self.requirements {
            if requirements.contains(asked.as_str()) {
                continue;
            }
            if let Some((text, why)) = asked_by(asked) {
                let why = why.unwrap_or("None has been written.");
                return Some(format!(
                    "no {thing} tests {asked}, which says: {text} {why}"
                ));
            }
            let near = did_you_mean(asked, requirements);
            return Some(unmatched_sentence(thing, "requirement", asked, &near));
        }
        self.clauses
            .iter()
            .find_map(|asked| self.unclear_clause(asked, subjects, thing))
    }

    /// A sentence on a clause that no subject has or that several documents have; `None` if exactly one
    /// document has it.
    fn unclear_clause(&self, asked: &str, subjects: &[Subject<'_>], thing: &str) -> Option<String> {
        let mut with_document = BTreeSet::new();
        for subject in subjects {
            if self.allows_codec(subject.codec) && subject.has_clause(asked) {
                with_document.insert(format!("{}, {asked}", subject.document));
            }
        }
        if with_document.len() > 1 {
            let all = with_document.into_iter().collect::<Vec<_>>().join("; ");
            return Some(format!(
                "several documents have clause {asked:?}: expected one of {all}"
            ));
        }
        if subjects.iter().any(|subject| subject.is_within(asked)) {
            return None;
        }
        let names_document = asked.contains(", ");
        let mut known = BTreeSet::new();
        for subject in subjects {
            for clause in &subject.clauses {
                known.insert(if names_document {
                    format!("{}, {clause}", subject.document)
                } else {
                    (*clause).to_owned()
                });
            }
        }
        let near = did_you_mean(asked, known.iter().map(String::as_str));
        Some(unmatched_sentence(thing, "clause", asked, &near))
    }

    /// The conditions, as options: `--codec punycode`.
    #[must_use]
    pub fn conditions(&self) -> Vec<String> {
        let mut conditions = Vec::new();
        add_options(&mut conditions, "--codec", &self.codecs);
        add_options(&mut conditions, "--id", &self.ids);
        add_options(&mut conditions, "--clause", &self.clauses);
        add_options(&mut conditions, "--requirement", &self.requirements);
        if let Some(level) = self.level {
            conditions.push(format!("--level {level}"));
        }
        add_options(&mut conditions, "--skip", &self.skipped);
        conditions
    }
}

/// Adds an option for each of the values.
fn add_options(conditions: &mut Vec<String>, name: &str, values: &[String]) {
    for value in values {
        conditions.push(format!("{name} {value}"));
    }
}

/// The words of a check or a requirement that a filter compares.
struct Subject<'a> {
    codec: &'a str,
    document: &'a str,
    clauses: Vec<&'a str>,
    requirements: Vec<&'a str>,
}

impl<'a> From<&'a Check> for Subject<'a> {
    fn from(check: &'a Check) -> Self {
        let case = &check.case;
        Self {
            codec: check.codec(),
            document: &case.document,
            clauses: vec![&case.clause],
            requirements: case.requirements.iter().map(String::as_str).collect(),
        }
    }
}

impl<'a> From<&'a Requirement> for Subject<'a> {
    fn from(requirement: &'a Requirement) -> Self {
        let clauses = std::iter::once(&requirement.clause).chain(&requirement.also);
        Self {
            codec: &requirement.codec,
            document: &requirement.document,
            clauses: clauses.map(String::as_str).collect(),
            requirements: vec![&requirement.id],
        }
    }
}

impl Subject<'_> {
    /// Whether a clause, with its document or without, is a clause of this document or above one.
    fn is_within(&self, asked: &str) -> bool {
        let asked = Level::ALL.iter().fold(asked, |asked, level| {
            asked.strip_suffix(&format!(" ({level})")).unwrap_or(asked)
        });
        match asked.strip_prefix(self.document) {
            Some("") => true,
            Some(rest) if rest.starts_with(", ") => self.has_clause(&rest[2..]),
            _ => self.has_clause(asked),
        }
    }

    /// Whether a clause of its document is a listed clause or above one.
    fn has_clause(&self, asked: &str) -> bool {
        self.clauses.iter().any(|clause| is_within(clause, asked))
    }
}

/// The first pattern that matches no check.
fn unmatched_pattern<'a>(patterns: &'a [String], checks: &[Check]) -> Option<&'a str> {
    let mut all = patterns.iter().map(String::as_str);
    all.find(|pattern| !checks.iter().any(|check| is_named(pattern, check)))
}

fn ids_of(checks: &[Check]) -> BTreeSet<&str> {
    checks.iter().map(|check| &*check.case.id).collect()
}

/// The sentence on an id that no case has or matches, with the nearest one, or the nearest pattern.
fn unmatched_id(what: &str, asked: &str, checks: &[Check]) -> String {
    let ids = ids_of(checks);
    let near = if is_id(asked) || is_last_part(asked, &ids) {
        did_you_mean(asked, ids)
    } else {
        patterns_near(asked, &ids)
    };
    unmatched_sentence("case", what, asked, &near)
}

/// The sentence on a condition that no case meets, with the nearest value that exists.
fn unmatched_sentence(thing: &str, what: &str, asked: &str, near: &str) -> String {
    let asked = bounded(format!("{asked:?}"), SHOWN);
    if thing == what {
        return format!("the ledger has no {what} {asked}{near}");
    }
    format!("no {thing} of the suite has the {what} {asked}{near}")
}

fn is_named_by_any(patterns: &[String], check: &Check) -> bool {
    patterns.iter().any(|pattern| is_named(pattern, check))
}

/// Whether the pattern is the id of the check's case, or that id and the operation; the name is one of these.
pub(crate) fn is_named(pattern: &str, check: &Check) -> bool {
    let id = &*check.case.id;
    let op = &check.op;
    // All names begin with the id, so most checks are told apart where it first differs from the pattern,
    // without their names being made.
    let same = id
        .bytes()
        .zip(pattern.bytes())
        .take_while(|(of_id, of_pattern)| of_id == of_pattern)
        .count();
    if same < id.len() && !matches!(pattern.as_bytes().get(same), Some(b'*' | b'?')) {
        return false;
    }
    matches(pattern, id)
        || matches(pattern, &format!("{id}:{op}"))
        || matches(pattern, &format!("{id}/{op}"))
}

/// The pattern with several stars in a row merged into one, which means the same.
pub(crate) fn pattern(text: impl Into<String>) -> String {
    let mut text = text.into();
    while text.contains("**") {
        text = text.replace("**", "*");
    }
    text
}

/// Whether a name matches a pattern, in which `*` matches any characters, slashes included, and `?`
/// one.
fn matches(pattern: &str, name: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else {
        return after(pattern, name) == Some("");
    };
    let Some(mut name) = after(first, name) else {
        return false;
    };
    let (middle, last) = rest.rsplit_once('*').unwrap_or(("", rest));
    for part in middle.split('*') {
        // The first place where a part fits leaves most to the parts after it.
        let Some(rest) = ends(name).find_map(|end| after(part, end)) else {
            return false;
        };
        name = rest;
    }
    ends(name).any(|end| after(last, end) == Some(""))
}

/// The rest of a text after a beginning that fits a pattern without `*`.
fn after<'a>(pattern: &str, text: &'a str) -> Option<&'a str> {
    let mut rest = text.chars();
    for wanted in pattern.chars() {
        let found = rest.next()?;
        if wanted != '?' && wanted != found {
            return None;
        }
    }
    Some(rest.as_str())
}

/// The text, the text without its first character, and so on to the empty text.
fn ends(text: &str) -> impl Iterator<Item = &str> {
    text.char_indices().map(|(at, _)| &text[at..]).chain([""])
}

/// How many octets of a condition a message shows.
const SHOWN: usize = 200;

/// Whether the words are meant as one whole id: codec, theme and what is special, without a `*`.
fn is_id(asked: &str) -> bool {
    asked.matches('/').count() > 1 && !asked.contains(['*', '?'])
}

/// Whether an id ends with this part.
fn is_last_part(asked: &str, ids: &BTreeSet<&str>) -> bool {
    ids.iter().any(|id| id.rsplit('/').next() == Some(asked))
}

/// The end of the sentence on a pattern that matches no id: the nearest patterns of a codec or theme.
fn patterns_near(asked: &str, ids: &BTreeSet<&str>) -> String {
    let mut patterns = BTreeSet::new();
    for id in ids {
        for (slash, _) in id.match_indices('/') {
            patterns.insert(format!("{}/*", &id[..slash]));
        }
    }
    did_you_mean(asked, patterns.iter().map(String::as_str))
}

/// Whether `clause` is `whole` or below it.
fn is_within(clause: &str, whole: &str) -> bool {
    let Some(rest) = clause.strip_prefix(whole) else {
        return false;
    };
    whole.is_empty() || !rest.starts_with(|next: char| next.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests;
