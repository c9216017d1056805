//! Filters: the checks that a run is about.
//!
//! In: conditions such as `--id "punycode/*"` and all checks. Out: the chosen checks, or the
//! condition that no check meets.

use std::collections::BTreeSet;
use std::fmt;

use acegate_vectors::{Check, Level};

use crate::escape::bounded;
use crate::nearest::{did_you_mean, expected_one_of};

/// A choice of checks. The empty filter chooses all.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    codecs: Vec<String>,
    ids: Vec<String>,
    skipped: Vec<String>,
    clauses: Vec<String>,
    level: Option<Level>,
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
    /// Only checks of these codecs.
    #[must_use]
    pub fn codecs(mut self, codecs: impl IntoIterator<Item = String>) -> Self {
        self.codecs.extend(codecs);
        self
    }

    /// Only checks whose name, or whose case's id, with the operation after it or without, matches
    /// one of these patterns. `*` stands for any characters, slashes included, `?` for one.
    #[must_use]
    pub fn ids<'a>(mut self, patterns: impl IntoIterator<Item = &'a str>) -> Self {
        self.ids.extend(patterns.into_iter().map(pattern));
        self
    }

    /// No checks that match one of these patterns.
    #[must_use]
    pub fn skip<'a>(mut self, patterns: impl IntoIterator<Item = &'a str>) -> Self {
        self.skipped.extend(patterns.into_iter().map(pattern));
        self
    }

    /// Only checks of these clauses and of the clauses below them: `6` chooses `6.2`, not `62`.
    #[must_use]
    pub fn clauses(mut self, clauses: impl IntoIterator<Item = String>) -> Self {
        self.clauses.extend(clauses);
        self
    }

    /// Only checks that are at least this binding.
    #[must_use]
    pub const fn level(mut self, level: Option<Level>) -> Self {
        self.level = level;
        self
    }

    /// Whether the check is chosen.
    #[must_use]
    pub fn chooses(&self, check: &Check) -> bool {
        let named = |patterns: &[String]| patterns.iter().any(|it| names(it, check));
        (self.codecs.is_empty() || self.codecs.iter().any(|codec| codec == check.codec()))
            && (self.ids.is_empty() || named(&self.ids))
            && !named(&self.skipped)
            && (self.clauses.is_empty()
                || self.clauses.iter().any(|clause| is_within(&check.case.clause, clause)))
            && self.level.is_none_or(|level| check.case.level >= level)
    }

    /// The chosen checks, in the order of the suite.
    ///
    /// # Errors
    ///
    /// A [`FilterError`] that names a condition which no check meets, also one of [`skip`](Self::skip),
    /// with the nearest existing values: a misspelt one would otherwise choose too few or too many
    /// checks unnoticed. And one if no check meets all conditions.
    pub fn apply(&self, checks: Vec<Check>) -> Result<Vec<Check>, FilterError> {
        if let Some(message) = self.unmatched(&checks) {
            return Err(FilterError { message, chooses_nothing: false });
        }
        let chosen: Vec<_> = checks.into_iter().filter(|check| self.chooses(check)).collect();
        if !chosen.is_empty() {
            return Ok(chosen);
        }
        let message = match self.conditions().as_slice() {
            [] => "the suite has no cases".to_owned(),
            all => {
                let together = if all.len() > 1 { " together" } else { "" };
                let all: Vec<_> = all.iter().map(|it| it.trim_start_matches("--")).collect();
                format!("no case of the suite is of {}{together}", all.join(", "))
            }
        };
        Err(FilterError { message, chooses_nothing: true })
    }

    /// A sentence on the first condition that no check meets; `None` if each is met.
    fn unmatched(&self, checks: &[Check]) -> Option<String> {
        let codecs: BTreeSet<_> = checks.iter().map(Check::codec).collect();
        if let Some(asked) = self.codecs.iter().find(|codec| !codecs.contains(codec.as_str())) {
            let known = expected_one_of(asked, codecs);
            return Some(format!("no case is about codec {asked:?}: {known}"));
        }
        let is_named = |pattern: &str| checks.iter().any(|check| names(pattern, check));
        let is_clause = |whole: &str| checks.iter().any(|it| is_within(&it.case.clause, whole));
        let lost = |asked: &[String], is_met: &dyn Fn(&str) -> bool| {
            asked.iter().find(|asked| !is_met(asked)).cloned()
        };
        let ids: BTreeSet<&str> = checks.iter().map(|check| &*check.case.id).collect();
        let lost_id = lost(&self.ids, &is_named).map(|asked| ("id", asked));
        let lost_id = lost_id.or_else(|| Some(("id to skip", lost(&self.skipped, &is_named)?)));
        let ((what, asked), near) = match lost_id {
            Some((what, asked)) => {
                let near = if is_id(&asked) {
                    did_you_mean(&asked, ids)
                } else {
                    patterns_near(&asked, &ids)
                };
                ((what, asked), near)
            }
            None => {
                let asked = lost(&self.clauses, &is_clause)?;
                let clauses: BTreeSet<_> = checks.iter().map(|it| &*it.case.clause).collect();
                let near = did_you_mean(&asked, clauses);
                (("clause", asked), near)
            }
        };
        let asked = bounded(format!("{asked:?}"), SHOWN);
        Some(format!("no case of the suite has the {what} {asked}{near}"))
    }

    /// The conditions, as options: `--codec punycode`.
    #[must_use]
    pub fn conditions(&self) -> Vec<String> {
        let option = |name: &str, value: &dyn fmt::Display| format!("{name} {value}");
        let mut conditions: Vec<_> = self.codecs.iter().map(|it| option("--codec", it)).collect();
        conditions.extend(self.ids.iter().map(|it| option("--id", it)));
        conditions.extend(self.clauses.iter().map(|it| option("--clause", it)));
        conditions.extend(self.level.iter().map(|it| option("--level", it)));
        conditions.extend(self.skipped.iter().map(|it| option("--skip", it)));
        conditions
    }
}

/// Whether the pattern is the check's name, its case's id, or that id and the operation.
fn names(pattern: &str, check: &Check) -> bool {
    let (id, op) = (&check.case.id, &check.op);
    matches(pattern, &check.name)
        || matches(pattern, id)
        || [':', '/'].iter().any(|mark| matches(pattern, &format!("{id}{mark}{op}")))
}

/// A pattern in which several stars, which mean no more than one, are one.
fn pattern(text: &str) -> String {
    let mut text = text.to_owned();
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
    let Some(mut name) = after(first, name) else { return false };
    let (middle, last) = rest.rsplit_once('*').unwrap_or(("", rest));
    for part in middle.split('*') {
        // The first place where a part fits leaves most to the parts after it.
        let Some(rest) = ends(name).find_map(|end| after(part, end)) else { return false };
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

/// The question after a pattern that no id fits: the patterns of all codecs and themes that are like it.
fn patterns_near(asked: &str, ids: &BTreeSet<&str>) -> String {
    let ends = |id: &str| id.match_indices('/').map(|(at, _)| at).collect::<Vec<_>>();
    let pattern =
        |id: &&str| ends(id).into_iter().map(|at| format!("{}/*", &id[..at])).collect::<Vec<_>>();
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
mod tests {
    use super::*;

    #[test]
    fn a_star_is_any_characters_and_a_question_mark_one_and_a_clause_has_those_below_it() {
        for (pattern, right, wrong) in [
            ("", "", "a"),
            ("a", "a", "A"),
            ("a*", "a", "b"),
            ("*/b", "a/b", "a/bc"),
            ("?/?", "a/b", "ab"),
            ("?", "a", ""),
            ("?", "ü", "ab"),
            ("*ab?", "abc", "ab"),
            ("a?c", "aüc", "ac"),
            ("*a*b", "aab-ab", "ba"),
            ("**b?", "abbb", "ab"),
            ("*?é", "üé", "é"),
            ("a/*/c*", "a/b/b/c", "a/c"),
            ("*a", "a", "ab"),
            ("a*b", "ab", "ac"),
            ("a??c", "aücc", "aüc"),
            ("*??", "üü", "ü"),
            ("[a]", "[a]", "a"),
        ] {
            let matches = |name| matches(&super::pattern(pattern), name);
            assert!(matches(right), "{pattern} {right}");
            assert!(!matches(wrong), "{pattern} {wrong}");
        }
        assert!(["", "a/b"].iter().all(|name| matches("*", name)));
        // A clause chooses itself and the clauses below it.
        for (clause, whole, expected) in [
            ("6.2", "6", true),
            ("6.2", "6.2", true),
            ("7.1 (A)", "7.1", true),
            ("62", "6", false),
            ("6", "6.2", false),
        ] {
            assert_eq!(is_within(clause, whole), expected, "{clause} {whole}");
        }
    }

    fn embedded() -> Vec<Check> {
        acegate_vectors::Suite::embedded().expect("the embedded suite is valid").checks()
    }

    fn message(filter: &Filter, checks: Vec<Check>) -> (String, bool) {
        let error = filter.apply(checks).expect_err("it does not do what was meant");
        (error.to_string(), error.chooses_nothing())
    }

    #[test]
    fn every_condition_that_no_check_meets_is_named() {
        let none = Filter::default;
        for (filter, expected) in [
            (
                none().ids(["utf5/*", "utf5/no-such"]),
                "no case of the suite has the id \"utf5/no-such\"",
            ),
            (
                none().ids(["utf5/printed/hi-mum"]),
                "no case of the suite has the id \"utf5/printed/hi-mum\"; did you mean utf5/printed/hi-mom?",
            ),
            (
                none().ids(["utf5/pritned/*"]),
                "no case of the suite has the id \"utf5/pritned/*\"; did you mean utf5/printed/*?",
            ),
            (
                none().skip(["utf5/no-such"]),
                "no case of the suite has the id to skip \"utf5/no-such\"",
            ),
            (none().clauses(["99".to_owned()]), "no case of the suite has the clause \"99\""),
            (
                none().codecs(["utf7".to_owned()]),
                "no case is about codec \"utf7\": expected one of bootstring, ",
            ),
        ] {
            let (text, chooses_nothing) = message(&filter, embedded());
            assert!(text.starts_with(expected) && !chooses_nothing, "{text}");
        }
        for long in ["a".repeat(10_000), "*a".repeat(10_000), "*".repeat(10_000) + "!"] {
            let (text, _) = message(&none().ids([&*long]), embedded());
            assert!(text.len() < 300, "{text}");
        }
    }

    #[test]
    fn conditions_that_exclude_each_other_are_all_named() {
        let utf5 = || Filter::default().codecs(["utf5".to_owned()]);
        let all = utf5().ids(["utf5/*"]).clauses(["6.2".to_owned()]).level(Some(Level::Must));
        for (filter, conditions) in [
            (utf5().skip(["utf5/*"]), "codec utf5, skip utf5/*"),
            (
                all.skip(["punycode/*"]),
                "codec utf5, id utf5/*, clause 6.2, level must, skip punycode/*",
            ),
        ] {
            let expected = format!("no case of the suite is of {conditions} together");
            assert_eq!(message(&filter, embedded()), (expected, true));
        }
        let mut checks = embedded();
        checks.retain(|check| check.case.level < Level::Must);
        let (text, _) = message(&Filter::default().level(Some(Level::Must)), checks);
        assert_eq!(text, "no case of the suite is of level must");
        assert_eq!(message(&Filter::default(), Vec::new()).0, "the suite has no cases");
    }

    #[test]
    fn an_id_may_have_the_operation_of_a_check_at_its_end() {
        // The first case has two checks, which are named after the operations; the second has one.
        for (case, op) in [
            ("utf5/printed/hi-mom", "encode"),
            ("utf5/printed/hi-mom", "decode"),
            ("punycode/edge/leading-delimiter-word", "decode"),
        ] {
            for mark in [':', '/'] {
                let id = format!("{case}{mark}{op}");
                let chosen = Filter::default().ids([&*id]).apply(embedded()).expect("there is one");
                assert_eq!((chosen.len(), &*chosen[0].case.id, &*chosen[0].op), (1, case, op));
            }
        }
        let wrong = Filter::default().ids(["punycode/edge/leading-delimiter-word:encode"]);
        message(&wrong, embedded());
    }
}
