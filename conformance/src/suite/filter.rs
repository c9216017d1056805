//! Which checks a run is about.

use std::fmt;

use acegate_vectors::{Check, Level};
use wildmatch::WildMatch;

/// A choice of checks. The empty filter chooses all.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    codecs: Vec<String>,
    ids: Vec<WildMatch>,
    skipped: Vec<WildMatch>,
    clauses: Vec<String>,
    level: Option<Level>,
}

/// A filter that cannot choose anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FilterError {
    /// No case of the suite is about this codec.
    UnknownCodec {
        /// What was asked for.
        asked: String,
        /// The codecs of the suite.
        known: Vec<String>,
    },
}

impl fmt::Display for FilterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownCodec { asked, known } => {
                write!(f, "no case is about codec {asked:?}: expected one of {}", known.join(", "))
            }
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

    /// Only checks whose name, or whose case's id, matches one of these patterns. `*` stands for
    /// any characters, slashes included, `?` for one.
    #[must_use]
    pub fn ids<'a>(mut self, patterns: impl IntoIterator<Item = &'a str>) -> Self {
        self.ids.extend(patterns.into_iter().map(WildMatch::new));
        self
    }

    /// No checks that match one of these patterns.
    #[must_use]
    pub fn skip<'a>(mut self, patterns: impl IntoIterator<Item = &'a str>) -> Self {
        self.skipped.extend(patterns.into_iter().map(WildMatch::new));
        self
    }

    /// Only checks of these clauses and of what is below them: `6` chooses `6.2`, not `62`.
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
        let named = |patterns: &[WildMatch]| {
            patterns.iter().any(|p| p.matches(&check.name) || p.matches(&check.case.id))
        };
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
    /// [`FilterError::UnknownCodec`] for a codec that no check is about: a typing error would
    /// otherwise choose nothing in silence.
    pub fn apply(&self, checks: Vec<Check>) -> Result<Vec<Check>, FilterError> {
        for asked in &self.codecs {
            if !checks.iter().any(|check| check.codec() == asked) {
                let mut known: Vec<_> =
                    checks.iter().map(|check| check.codec().to_owned()).collect();
                known.sort();
                known.dedup();
                return Err(FilterError::UnknownCodec { asked: asked.clone(), known });
            }
        }
        Ok(checks.into_iter().filter(|check| self.chooses(check)).collect())
    }
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
    fn a_clause_chooses_what_is_below_it_and_nothing_else() {
        assert!(is_within("6.2", "6"));
        assert!(is_within("6.2", "6.2"));
        assert!(is_within("7.1 (A)", "7.1"));
        assert!(!is_within("62", "6"));
        assert!(!is_within("6", "6.2"));
    }
}
