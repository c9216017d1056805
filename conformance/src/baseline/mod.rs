//! Baselines: the failures of an implementation that are known and accepted for now.
//!
//! A baseline is a YAML file. Each entry gives the reason why its checks may fail, and each check
//! has the fingerprint of what was observed, so that another failure of the same check is not
//! mistaken for the known one:
//!
//! ```yaml
//! # Known failures of mylib 1.4.
//! baseline: 1
//! known:
//!   - finding: "deviation/punycode/surrogates-accepted"
//!     reason: "Surrogates pass through, as the manual says."
//!     link: "https://example.org/issues/7"
//!     expires: "2027-06-30"
//!     checks:
//!       - "punycode/decode/surrogate accepted-wrongly-9f86d081884c7d65 2c26b46b68ffc68f"
//! ```
//!
//! If all checks that a known deviation fails are accepted, its entry has one line for them,
//! `whole: "261 must decode,to-unicode 2c26b46b68ffc68f"`, instead of `checks`: their number, the
//! weakest level, the operations, and a digest. When the suite has more checks of the deviation, or
//! something else, the entry is outdated.
//!
//! A check is its name, the fingerprint and the digest of the check, with a space between them.
//! `finding`, `link` and `expires` may be left out. A baseline is honoured to the letter: an entry
//! that no longer applies fails the run and is named. If the suite renamed a check, its digest
//! finds it, and the next update of the file writes its new name.
//!
//! A check may also be its name alone, which stands for every failure of it, or its name and `optional`, for which
//! it may pass as well. The next update adds what was observed.

mod exceptions;
mod file;
mod update;
mod whole;

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use acegate_vectors::{Check, LoadError};

pub(crate) use update::Update;
use whole::Whole;

use crate::date;
use crate::event::{BaselineVerdict, CaseEvent, KnownFailures, StaleEntry};
use crate::judge::Verdict;
use crate::plural::count;
use crate::temporary::{lock_folder, replace};

/// A baseline that was read from a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Baseline {
    path: PathBuf,
    text: String,
    entries: Vec<Entry>,
    /// Where each check is, by its name.
    places: BTreeMap<String, Place>,
    today: i64,
    stale: Vec<StaleEntry>,
    /// The checks of the run.
    suite: Arc<[Check]>,
    /// The new names of checks that the suite renamed, by the names in the file.
    renamed: BTreeMap<String, String>,
}

/// Where a check is in a baseline.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// The index of its entry.
    entry: usize,
    /// Its index in the entry.
    check: usize,
}

/// The known failures of one cause.
#[derive(Clone, Debug)]
struct Entry {
    /// The line where the entry begins, from 1.
    line: usize,
    /// The last day on which the entry is valid, in days from 1970-01-01.
    expires: Option<i64>,
    finding: Option<String>,
    reason: String,
    link: Option<String>,
    whole: Option<WholeLine>,
    checks: Vec<Known>,
}

/// The line of an entry that covers all checks of a deviation.
#[derive(Clone, Debug)]
struct WholeLine {
    /// Its number, from 1.
    line: usize,
    whole: Whole,
}

/// The word after a check that may fail in any way, and pass.
const OPTIONAL: &str = "optional";

/// The failures of a check that are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Accepted {
    /// The one with the fingerprint and the digest.
    This,
    /// Every failure.
    Any,
    /// Every failure, and a pass.
    AnyOrPass,
}

/// One known failure.
#[derive(Clone, Debug)]
struct Known {
    line: usize,
    name: String,
    accepted: Accepted,
    fingerprint: String,
    digest: String,
}

impl Known {
    fn new(case: &CaseEvent, line: usize) -> Self {
        Self {
            line,
            name: case.name.clone(),
            accepted: Accepted::This,
            fingerprint: case.fingerprint(),
            digest: case.digest.clone(),
        }
    }

    /// The item of a list in the file.
    fn item(&self) -> String {
        let words = match self.accepted {
            Accepted::This => format!("{} {} {}", self.name, self.fingerprint, self.digest),
            Accepted::Any => self.name.clone(),
            Accepted::AnyOrPass => format!("{} {OPTIONAL}", self.name),
        };
        format!("- {}", quoted(&words))
    }
}

/// Why a baseline is not read or not renewed.
#[derive(Debug)]
pub(crate) enum BaselineError {
    /// The file is not there, or one of its lines is wrong.
    Load(LoadError),
    /// The folder cannot be locked, or the file cannot be replaced.
    Write { path: PathBuf, error: io::Error },
    /// So many failures are new, and there is no reason for them.
    NoReason { new: usize },
}

impl fmt::Display for BaselineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Load(error) => error.fmt(f),
            Self::Write { path, error } => write!(f, "{}: {error}", path.display()),
            Self::NoReason { new } => write!(
                f,
                "the baseline is not renewed: {} new, and a baseline needs a reason for each: \
                 give --reason TEXT, or fix them",
                count(*new, "failure is", "failures are")
            ),
        }
    }
}

impl std::error::Error for BaselineError {}

impl From<LoadError> for BaselineError {
    fn from(error: LoadError) -> Self {
        Self::Load(error)
    }
}

impl Baseline {
    /// The baseline for a run of this suite. If it is to be renewed, a missing file is a
    /// baseline without entries. Entries expire by the system's clock, in UTC.
    pub(crate) fn for_run(
        path: &Path,
        is_renewed: bool,
        suite: &[Check],
    ) -> Result<Self, BaselineError> {
        let mut baseline = Self::read_or_new(path, is_renewed, suite)?;
        let names: HashSet<&str> = suite.iter().map(|check| &*check.name).collect();
        baseline.suite = suite.into();
        baseline.expand();
        baseline.renamed = baseline.renamed_in(suite, &names);
        baseline.rename();
        for known in baseline.entries.iter().flat_map(|entry| &entry.checks) {
            if !names.contains(known.name.as_str()) {
                baseline.stale.push(StaleEntry {
                    check: known.name.clone(),
                    file: path.display().to_string(),
                    line: known.line,
                });
            }
        }
        Ok(baseline)
    }

    /// The baseline for groups of differences, which no suite lists.
    pub(crate) fn of_groups(path: &Path, is_renewed: bool) -> Result<Self, BaselineError> {
        Self::read_or_new(path, is_renewed, &[])
    }

    fn read_or_new(path: &Path, is_renewed: bool, suite: &[Check]) -> Result<Self, BaselineError> {
        let today = date::today();
        if is_renewed && !path.exists() {
            return Ok(Self {
                path: path.to_owned(),
                text: update::empty_text(path),
                today,
                ..Self::default()
            });
        }
        Ok(Self::read(path, today, suite)?)
    }

    /// Whether all entries are of groups whose names begin so.
    pub(crate) fn is_of_groups(&self, prefix: &str) -> bool {
        let has_whole = self.entries.iter().any(|entry| entry.whole.is_some());
        !has_whole && self.names().all(|name| name.starts_with(prefix))
    }

    /// The new names of known checks, by their old ones: the suite has a check of the same digest that the
    /// file does not name.
    fn renamed_in(&self, suite: &[Check], names: &HashSet<&str>) -> BTreeMap<String, String> {
        let known = self.entries.iter().flat_map(|entry| &entry.checks);
        let gone: Vec<_> = known
            .filter(|known| !names.contains(known.name.as_str()))
            .collect();
        let mut renamed = BTreeMap::new();
        // Digests take time, and nearly always nothing is gone.
        if gone.is_empty() {
            return renamed;
        }
        let mut unknown_by_digest = BTreeMap::new();
        for check in suite {
            if !self.places.contains_key(&*check.name) {
                unknown_by_digest.insert(check.digest().to_string(), check.name.to_string());
            }
        }
        for known in gone {
            if let Some(name) = unknown_by_digest.remove(&known.digest) {
                renamed.insert(known.name.clone(), name);
            }
        }
        renamed
    }

    /// Gives the known checks the names that the suite has for them now.
    fn rename(&mut self) {
        for known in self.entries.iter_mut().flat_map(|entry| &mut entry.checks) {
            if let Some(name) = self.renamed.get(&known.name)
                && let Some(place) = self.places.remove(&known.name)
            {
                known.name.clone_from(name);
                self.places.insert(name.clone(), place);
            }
        }
    }

    /// Gives the entries with one line for all checks of a deviation these checks.
    fn expand(&mut self) {
        for (entry_index, entry) in self.entries.iter_mut().enumerate() {
            let (Some(WholeLine { line, whole }), Some(finding)) = (&entry.whole, &entry.finding)
            else {
                continue;
            };
            match whole.checks(finding, &self.suite, *line) {
                Some(checks) => entry.checks = checks,
                None => self.stale.push(StaleEntry {
                    check: format!("{finding} on {}", count(whole.count, "check", "checks")),
                    file: self.path.display().to_string(),
                    line: *line,
                }),
            }
            for (check_index, known) in entry.checks.iter().enumerate() {
                let place = Place {
                    entry: entry_index,
                    check: check_index,
                };
                // Deviations may fail a check in the same way: it stays with the first.
                self.places.entry(known.name.clone()).or_insert(place);
            }
        }
    }

    /// Renews the file by a run, and returns how many failures were added, kept and taken out. What
    /// other processes have written since it was read stays. The file is never half written.
    pub(crate) fn renew(
        &self,
        update: &Update,
        reason: Option<&str>,
    ) -> Result<String, BaselineError> {
        let lock = lock_folder(&self.path).map_err(|error| self.not_written(error))?;
        let mut now = if self.path.exists() {
            Self::read(&self.path, self.today, &self.suite)?
        } else {
            self.clone()
        };
        now.renamed.clone_from(&self.renamed);
        now.suite = Arc::clone(&self.suite);
        now.expand();
        // The entries that are out of date belong to the run.
        now.stale.clone_from(&self.stale);
        now.rename();
        let text = update.apply(&now, reason)?;
        replace(&self.path, text.as_bytes()).map_err(|error| self.not_written(error))?;
        drop(lock);
        Ok(update.summary(&now))
    }

    fn not_written(&self, error: io::Error) -> BaselineError {
        BaselineError::Write {
            path: self.path.clone(),
            error,
        }
    }

    /// The names of the checks that are known to fail.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.places.keys().map(String::as_str)
    }

    fn known(&self, name: &str) -> Option<(&Entry, &Known)> {
        let place = self.places.get(name)?;
        let entry = self.entries.get(place.entry)?;
        Some((entry, entry.checks.get(place.check)?))
    }
}

/// A string as YAML has it in double quotes. YAML has all escapes that JSON has.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

impl KnownFailures for Baseline {
    fn verdict(&self, case: &CaseEvent, digest: &dyn Fn() -> String) -> Option<BaselineVerdict> {
        let (entry, known) = self.known(&case.name)?;
        match case.verdict {
            Verdict::NotRun => return None,
            Verdict::Skip | Verdict::Pass if known.accepted == Accepted::AnyOrPass => return None,
            Verdict::Skip => return Some(BaselineVerdict::Stale),
            Verdict::Pass => return Some(BaselineVerdict::UnexpectedPass),
            Verdict::Fail
            | Verdict::Crash
            | Verdict::Timeout
            | Verdict::OutputLimit
            | Verdict::MemoryLimit
            | Verdict::ProtocolError => {}
        }
        let is_this = known.accepted == Accepted::This;
        Some(if is_this && known.digest != digest() {
            BaselineVerdict::SuiteChanged
        } else if is_this && known.fingerprint != case.fingerprint() {
            BaselineVerdict::DifferentFailure
        } else if entry.expires.is_some_and(|last| last < self.today) {
            BaselineVerdict::Expired
        } else {
            BaselineVerdict::ExpectedFailure
        })
    }

    fn stale(&self) -> Vec<StaleEntry> {
        self.stale.clone()
    }
}
