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
    /// one of these patterns. `*` stands for any characters, slashes included, `?` for one.
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
        let named = |patterns: &[String]| patterns.iter().any(|it| names(it, check));
        self.chooses_subject(&Subject::from(check))
            && (self.ids.is_empty() || named(&self.ids))
            && !named(&self.skipped)
            && self.level.is_none_or(|level| check.case.level >= level)
    }

    fn chooses_subject(&self, subject: &Subject<'_>) -> bool {
        let has = |ids: &[String], id: &str| ids.iter().any(|it| it == id);
        (self.codecs.is_empty() || has(&self.codecs, subject.codec))
            && (self.clauses.is_empty() || self.clauses.iter().any(|it| subject.is_within(it)))
            && (self.requirements.is_empty()
                || subject
                    .requirements
                    .iter()
                    .any(|id| has(&self.requirements, id)))
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
        let chosen = |(subject, it): (&Subject<'_>, &Requirement)| {
            self.chooses_subject(subject).then(|| it.clone())
        };
        self.unless_empty(
            subjects.iter().zip(all).filter_map(chosen).collect(),
            "requirement",
        )
    }

    /// The chosen checks, in the order of the suite.
    ///
    /// # Errors
    ///
    /// A [`FilterError`] that names a condition which no check meets, also one of [`skipped`](Self::skipped),
    /// with the nearest existing values: a misspelt one would otherwise choose too few or too many
    /// checks unnoticed. And one if no check meets all conditions.
    pub fn apply(&self, checks: Vec<Check>) -> Result<Vec<Check>, FilterError> {
        if let Some(message) = self.unmatched(&checks) {
            return Err(FilterError {
                message,
                chooses_nothing: false,
            });
        }
        self.unless_empty(
            checks
                .into_iter()
                .filter(|check| self.chooses(check))
                .collect(),
            "case",
        )
    }

    /// The chosen things; an error that names the conditions if there are none.
    fn unless_empty<T>(&self, chosen: Vec<T>, thing: &str) -> Result<Vec<T>, FilterError> {
        if !chosen.is_empty() {
            return Ok(chosen);
        }
        let message = match self.conditions().as_slice() {
            [] => format!("the suite has no {thing}s"),
            all => {
                let together = if all.len() > 1 { " together" } else { "" };
                let all: Vec<_> = all.iter().map(|it| it.trim_start_matches("--")).collect();
                format!("no {thing} of the suite is of {}{together}", all.join(", "))
            }
        };
        Err(FilterError {
            message,
            chooses_nothing: true,
        })
    }

    /// A sentence on the first condition that no check meets; `None` if each is met.
    fn unmatched(&self, checks: &[Check]) -> Option<String> {
        let is_named = |pattern: &str| checks.iter().any(|check| names(pattern, check));
        let lost = |patterns: &[String]| patterns.iter().find(|it| !is_named(it)).cloned();
        let id = lost(&self.ids).map(|asked| ("id", asked));
        if let Some((what, asked)) = id.or_else(|| Some(("id to skip", lost(&self.skipped)?))) {
            let ids: BTreeSet<&str> = checks.iter().map(|check| &*check.case.id).collect();
            let near = if is_id(&asked) || is_last_part(&asked, &ids) {
                did_you_mean(&asked, ids)
            } else {
                patterns_near(&asked, &ids)
            };
            return Some(unmatched_sentence("case", what, &asked, &near));
        }
        // A word that is no codec may be the last part of an id.
        let ids: BTreeSet<&str> = checks.iter().map(|check| &*check.case.id).collect();
        let is_codec = |asked: &str| checks.iter().any(|check| check.codec() == asked);
        let mut unknown = self.codecs.iter().filter(|asked| !is_codec(asked));
        if let Some(asked) = unknown.find(|asked| is_last_part(asked, &ids)) {
            return Some(unmatched_sentence(
                "case",
                "id",
                asked,
                &did_you_mean(asked, ids),
            ));
        }
        let subjects: Vec<_> = checks.iter().map(Subject::from).collect();
        self.unmatched_subject(&subjects, "case")
    }

    /// A sentence on the first codec, requirement or clause that no subject has, or on a clause that
    /// several documents have; `None` if there is none of these.
    fn unmatched_subject(&self, subjects: &[Subject<'_>], thing: &str) -> Option<String> {
        let is_codec = |asked: &str| subjects.iter().any(|it| it.codec == asked);
        if let Some(asked) = self.codecs.iter().find(|codec| !is_codec(codec)) {
            let codecs: BTreeSet<_> = subjects.iter().map(|it| it.codec).collect();
            let known = expected_one_of(asked, codecs);
            return Some(format!("no {thing} is about codec {asked:?}: {known}"));
        }
        let is_tested = |asked: &str| subjects.iter().any(|it| it.requirements.contains(&asked));
        if let Some(asked) = self.requirements.iter().find(|id| !is_tested(id)) {
            if let Some((text, why)) = asked_by(asked) {
                let why = why.unwrap_or("None has been written.");
                return Some(format!(
                    "no {thing} tests {asked}, which asks: {text} {why}"
                ));
            }
            let ids: BTreeSet<_> = subjects
                .iter()
                .flat_map(|it| it.requirements.clone())
                .collect();
            let near = did_you_mean(asked, ids);
            return Some(unmatched_sentence(thing, "requirement", asked, &near));
        }
        self.clauses
            .iter()
            .find_map(|asked| self.unclear_clause(asked, subjects, thing))
    }

    /// A sentence on a clause that no subject has or that several documents have; `None` if exactly one
    /// document has it.
    fn unclear_clause(&self, asked: &str, subjects: &[Subject<'_>], thing: &str) -> Option<String> {
        let is_asked =
            |it: &&Subject<'_>| self.codecs.is_empty() || self.codecs.iter().any(|c| c == it.codec);
        let short = subjects
            .iter()
            .filter(is_asked)
            .filter(|it| it.has_clause(asked));
        let whole: BTreeSet<_> = short
            .map(|it| format!("{}, {asked}", it.document))
            .collect();
        if whole.len() > 1 {
            let whole = whole.into_iter().collect::<Vec<_>>().join("; ");
            return Some(format!(
                "several documents have clause {asked:?}: expected one of {whole}"
            ));
        }
        if subjects.iter().any(|it| it.is_within(asked)) {
            return None;
        }
        let is_short = !asked.contains(", ");
        let clauses = subjects.iter().flat_map(|it| {
            let written = move |own: &&str| match is_short {
                true => (*own).to_owned(),
                false => format!("{}, {own}", it.document),
            };
            it.clauses.iter().map(written).collect::<Vec<_>>()
        });
        let clauses: BTreeSet<_> = clauses.collect();
        let near = did_you_mean(asked, clauses.iter().map(String::as_str));
        Some(unmatched_sentence(thing, "clause", asked, &near))
    }

    /// The conditions, as options: `--codec punycode`.
    #[must_use]
    pub fn conditions(&self) -> Vec<String> {
        let option = |name: &str, value: &dyn fmt::Display| format!("{name} {value}");
        let mut conditions: Vec<_> = self.codecs.iter().map(|it| option("--codec", it)).collect();
        conditions.extend(self.ids.iter().map(|it| option("--id", it)));
        conditions.extend(self.clauses.iter().map(|it| option("--clause", it)));
        conditions.extend(
            self.requirements
                .iter()
                .map(|it| option("--requirement", it)),
        );
        conditions.extend(self.level.iter().map(|it| option("--level", it)));
        conditions.extend(self.skipped.iter().map(|it| option("--skip", it)));
        conditions
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
        let own = std::iter::once(&requirement.clause).chain(&requirement.also);
        Self {
            codec: &requirement.codec,
            document: &requirement.document,
            clauses: own.map(String::as_str).collect(),
            requirements: vec![&requirement.id],
        }
    }
}

impl Subject<'_> {
    /// Whether a clause, with its document or without, is one of its own or above one.
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

    /// Whether a clause of its document is one of its own or above one.
    fn has_clause(&self, asked: &str) -> bool {
        self.clauses.iter().any(|own| is_within(own, asked))
    }
}

/// The sentence on a condition that no case meets, with the nearest value that exists.
fn unmatched_sentence(thing: &str, what: &str, asked: &str, near: &str) -> String {
    let asked = bounded(format!("{asked:?}"), SHOWN);
    if thing == what {
        return format!("the ledger has no {what} {asked}{near}");
    }
    format!("no {thing} of the suite has the {what} {asked}{near}")
}

/// Whether the pattern is the id of the check's case, or that id and the operation; the name is one of these.
fn names(pattern: &str, check: &Check) -> bool {
    let (id, op) = (&*check.case.id, &check.op);
    // All names begin with the id, so most checks are told apart where it first differs from the pattern,
    // without their names being made.
    let same = id
        .bytes()
        .zip(pattern.bytes())
        .take_while(|(one, other)| one == other)
        .count();
    if same < id.len() && !matches!(pattern.as_bytes().get(same), Some(b'*' | b'?')) {
        return false;
    }
    matches(pattern, id)
        || [':', '/']
            .iter()
            .any(|mark| matches(pattern, &format!("{id}{mark}{op}")))
}

/// A pattern in which several stars, which mean no more than one, are one.
pub(crate) fn pattern(text: impl Into<String>) -> String {
    let mut text = text.into();
    while text.contains("**") {
        text = text.replace("**", "*");
    }
    text
}

/// Whether a name fits a pattern, in which `*` stands for any characters, slashes included, and `?` for
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
    let fits = |wanted| rest.next().is_some_and(|c| wanted == '?' || wanted == c);
    pattern.chars().all(fits).then_some(rest.as_str())
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
    let ends = |id: &str| id.match_indices('/').map(|(at, _)| at).collect::<Vec<_>>();
    let pattern = |id: &&str| {
        ends(id)
            .into_iter()
            .map(|at| format!("{}/*", &id[..at]))
            .collect::<Vec<_>>()
    };
    let patterns: BTreeSet<String> = ids.iter().flat_map(pattern).collect();
    did_you_mean(asked, patterns.iter().map(String::as_str))
}

/// Whether `clause` is `whole` or below it.
fn is_within(clause: &str, whole: &str) -> bool {
    clause.strip_prefix(whole).is_some_and(|rest| {
        !rest.starts_with(|next: char| next.is_ascii_alphanumeric()) || whole.is_empty()
    })
}

#[cfg(test)]
mod tests;
