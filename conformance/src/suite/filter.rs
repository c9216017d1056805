//! Filters: the checks that a run is about.
//!
//! In: conditions such as `--id "punycode/*"` and all checks. Out: the chosen checks, or the
//! condition that no check meets.

use std::collections::BTreeSet;
use std::fmt;

use acegate_vectors::{Check, Level};

use crate::escape::bounded;
use crate::nearest::{expected_one_of, nearest};

/// A choice of checks. The empty filter chooses all.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    codecs: Vec<String>,
    ids: Vec<Pattern>,
    skipped: Vec<Pattern>,
    clauses: Vec<String>,
    level: Option<Level>,
}

/// A fault of a filter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FilterError {
    /// No case of the suite is about this codec.
    UnknownCodec {
        /// The value of the condition.
        asked: String,
        /// The codecs of the suite.
        known: Vec<String>,
    },
    /// One of the conditions holds for no case of the suite: it is misspelt or out of date.
    Unmatched {
        /// The option that gives the condition, such as `--id`.
        option: &'static str,
        /// The value of the condition.
        asked: String,
        /// The existing values that are most like it.
        near: Vec<String>,
    },
    /// Each condition holds for some cases, and all of them together for none.
    Together {
        /// The conditions, as options.
        conditions: Vec<String>,
    },
}

impl FilterError {
    /// Whether each condition is met by some check, and only all of them together by none.
    #[must_use]
    pub const fn chooses_nothing(&self) -> bool {
        matches!(self, Self::Together { .. })
    }
}

impl fmt::Display for FilterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownCodec { asked, known } => {
                let known = expected_one_of(asked, known.iter().map(String::as_str));
                write!(f, "no case is about codec {asked:?}: {known}")
            }
            Self::Unmatched { option, asked, near, .. } => {
                let asked = bounded(format!("{asked:?}"), SHOWN);
                write!(f, "{option} {asked} matches no case of the suite")?;
                match near.as_slice() {
                    [] => Ok(()),
                    near => write!(f, "; the nearest:\n  {}", near.join("\n  ")),
                }
            }
            Self::Together { conditions } => match conditions.as_slice() {
                [] => write!(f, "the suite has no cases"),
                [only] => write!(f, "no case is chosen by {only}"),
                all => write!(f, "no case is chosen by all of {} together", all.join(" ")),
            },
        }
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
        self.ids.extend(patterns.into_iter().map(Pattern::new));
        self
    }

    /// No checks that match one of these patterns.
    #[must_use]
    pub fn skip<'a>(mut self, patterns: impl IntoIterator<Item = &'a str>) -> Self {
        self.skipped.extend(patterns.into_iter().map(Pattern::new));
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
        let named = |patterns: &[Pattern]| patterns.iter().any(|it| names(it, check));
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
    /// [`FilterError::UnknownCodec`] for a codec that no check is about, and
    /// [`FilterError::Unmatched`] for any other condition that no check meets, also one of
    /// [`skip`](Self::skip): a misspelt one would otherwise choose too few or too many checks
    /// unnoticed. [`FilterError::Together`] if no check meets all conditions.
    pub fn apply(&self, checks: Vec<Check>) -> Result<Vec<Check>, FilterError> {
        for asked in &self.codecs {
            if !checks.iter().any(|check| check.codec() == asked) {
                let known: BTreeSet<_> = checks.iter().map(Check::codec).collect();
                let known = known.into_iter().map(str::to_owned).collect();
                return Err(FilterError::UnknownCodec { asked: asked.clone(), known });
            }
        }
        if let Some((option, asked, near)) = self.unmatched(&checks) {
            return Err(FilterError::Unmatched { option, asked, near });
        }
        let chosen: Vec<_> = checks.into_iter().filter(|check| self.chooses(check)).collect();
        if chosen.is_empty() {
            return Err(FilterError::Together { conditions: self.conditions() });
        }
        Ok(chosen)
    }

    /// The first condition that no check meets, with the nearest existing values; `None` if each is
    /// met.
    fn unmatched(&self, checks: &[Check]) -> Option<(&'static str, String, Vec<String>)> {
        let patterns = self.ids.iter().map(|id| ("--id", id));
        let patterns = patterns.chain(self.skipped.iter().map(|id| ("--skip", id)));
        for (option, pattern) in patterns {
            if !checks.iter().any(|check| names(pattern, check)) {
                let asked = pattern.to_string();
                let near = near(&asked, &checks.iter().map(|check| &*check.case.id).collect());
                return Some((option, asked, near));
            }
        }
        let clauses = || checks.iter().map(|check| &*check.case.clause);
        let asked = self.clauses.iter().find(|whole| !clauses().any(|it| is_within(it, whole)))?;
        Some(("--clause", asked.clone(), near(asked, &clauses().collect())))
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
fn names(pattern: &Pattern, check: &Check) -> bool {
    pattern.matches(&check.name)
        || pattern.matches(&check.case.id)
        || [':', '/']
            .iter()
            .any(|mark| pattern.matches(&format!("{}{mark}{}", check.case.id, check.op)))
}

/// A name with `*` for any characters, slashes included, and `?` for one.
#[derive(Clone, Debug)]
struct Pattern {
    text: String,
    /// How many octets a name has at least that it matches. A longer pattern is not tried.
    least: usize,
}

impl Pattern {
    fn new(text: &str) -> Self {
        let mut text = text.to_owned();
        while text.contains("**") {
            // Several stars mean no more than one.
            text = text.replace("**", "*");
        }
        let least = text.chars().filter(|c| *c != '*').map(char::len_utf8).sum();
        Self { text, least }
    }

    fn matches(&self, name: &str) -> bool {
        let (pattern, name) = (self.text.as_bytes(), name.as_bytes());
        if self.least > name.len() {
            return false;
        }
        let (mut at, mut from) = (0, 0);
        // The place after the last `*` of the pattern, and the end of the part that this `*` covers.
        let mut star = None;
        while from < name.len() {
            match pattern.get(at) {
                Some(b'*') => {
                    at += 1;
                    star = Some((at, from));
                }
                Some(b'?') => {
                    at += 1;
                    from = after_character(name, from);
                }
                Some(octet) if *octet == name[from] => {
                    at += 1;
                    from += 1;
                }
                _ => match star {
                    // The last `*` covers one character more, and the rest is tried again.
                    Some((after, end)) => {
                        (at, from) = (after, after_character(name, end));
                        star = Some((at, from));
                    }
                    None => return false,
                },
            }
        }
        pattern[at..].iter().all(|octet| *octet == b'*')
    }
}

/// The end of the character that begins at this octet of a text.
fn after_character(text: &[u8], at: usize) -> usize {
    let is_inside = |octet: &&u8| **octet & 0xc0 == 0x80;
    at + 1 + text[at + 1..].iter().take_while(is_inside).count()
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text.fmt(f)
    }
}

/// How many octets of a condition a message shows.
const SHOWN: usize = 200;

/// How many existing values a message names.
const NEAR: usize = 3;

fn near(asked: &str, names: &BTreeSet<&str>) -> Vec<String> {
    let names = nearest(asked, names.iter().copied());
    names.into_iter().take(NEAR).map(str::to_owned).collect()
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
            let matches = |name| Pattern::new(pattern).matches(name);
            assert!(matches(right), "{pattern} {right}");
            assert!(!matches(wrong), "{pattern} {wrong}");
        }
        assert!(["", "a/b"].iter().all(|name| Pattern::new("*").matches(name)));
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
        let hi_mom = "--id \"utf5/printed/hi-mum\" matches no case of the suite; the nearest:\n  \
                      utf5/printed/hi-mom\n";
        for (filter, expected) in [
            (none().ids(["utf5/*", "utf5/no-such"]), "--id \"utf5/no-such\" matches no case"),
            (none().ids(["utf5/printed/hi-mum"]), hi_mom),
            (none().skip(["utf5/no-such"]), "--skip \"utf5/no-such\""),
            (none().clauses(["99".to_owned()]), "--clause \"99\""),
            (
                none().codecs(["utf7".to_owned()]),
                "no case is about codec \"utf7\": expected one of utf5",
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
            (utf5().skip(["utf5/*"]), "--codec utf5 --skip utf5/*"),
            (
                all.skip(["punycode/*"]),
                "--codec utf5 --id utf5/* --clause 6.2 --level must --skip punycode/*",
            ),
        ] {
            let expected = format!("no case is chosen by all of {conditions} together");
            assert_eq!(message(&filter, embedded()), (expected, true));
        }
        let mut checks = embedded();
        checks.retain(|check| check.case.level < Level::Must);
        let (text, _) = message(&Filter::default().level(Some(Level::Must)), checks);
        assert_eq!(text, "no case is chosen by --level must");
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
