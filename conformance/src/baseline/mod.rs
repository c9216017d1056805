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
//! weakest level, the operations, and a digest. When the suite asks more of the deviation, or
//! something else, the entry no longer holds.
//!
//! A check is its name, the fingerprint and the digest of the check, with a space between them.
//! `finding`, `link` and `expires` may be left out. A baseline is honoured to the letter: an entry
//! that no longer holds fails the run and is named. If the suite renamed a check, its digest
//! finds it, and the next update of the file writes its new name.

mod file;
mod update;
mod whole;

use std::collections::{BTreeMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use acegate_vectors::Check;

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
    /// Where each check is: the index of its entry, and its index in that.
    places: BTreeMap<String, (usize, usize)>,
    today: i64,
    stale: Vec<StaleEntry>,
    /// The checks of the run.
    suite: Arc<[Check]>,
    /// The new names of checks that the suite renamed, by the names in the file.
    renamed: BTreeMap<String, String>,
}

/// The known failures of one cause.
#[derive(Clone, Debug)]
struct Entry {
    /// The line where the entry begins, from 1.
    line: usize,
    /// The last day on which the entry holds, in days from 1970-01-01.
    expires: Option<i64>,
    finding: Option<String>,
    /// The line that stands for the checks, and its number.
    whole: Option<(usize, Whole)>,
    checks: Vec<Known>,
}

/// One known failure.
#[derive(Clone, Debug)]
struct Known {
    line: usize,
    name: String,
    fingerprint: String,
    digest: String,
}

impl Known {
    fn new(case: &CaseEvent, line: usize) -> Self {
        let (name, digest) = (case.name.clone(), case.digest.clone());
        Self {
            line,
            name,
            fingerprint: case.fingerprint(),
            digest,
        }
    }

    /// The item of a list in the file.
    fn item(&self) -> String {
        let Self {
            name,
            fingerprint,
            digest,
            ..
        } = self;
        format!("- {}", quoted(&format!("{name} {fingerprint} {digest}")))
    }
}

impl Baseline {
    /// The baseline for a run of this suite. If it is to be renewed, a missing file is a
    /// baseline without entries. Entries expire by the system's clock, in UTC.
    pub(crate) fn for_run(path: &Path, is_renewed: bool, suite: &[Check]) -> Result<Self, String> {
        let today = date::today();
        let mut baseline = match is_renewed && !path.exists() {
            true => {
                let text = update::empty_text(path);
                Self {
                    path: path.to_owned(),
                    text,
                    today,
                    ..Self::default()
                }
            }
            false => Self::read(path, today).map_err(|error| error.to_string())?,
        };
        let names: HashSet<&str> = suite.iter().map(|check| &*check.name).collect();
        baseline.suite = suite.into();
        baseline.expand();
        baseline.renamed = baseline.renamed_in(suite, &names);
        baseline.rename();
        let all = baseline.entries.iter().flat_map(|entry| &entry.checks);
        let gone = all.filter(|known| !names.contains(known.name.as_str()));
        let stale = gone.map(|known| StaleEntry {
            check: known.name.clone(),
            file: path.display().to_string(),
            line: known.line,
        });
        let stale: Vec<_> = stale.collect();
        baseline.stale.extend(stale);
        Ok(baseline)
    }

    /// The new names of known checks, by their old ones: the suite has a check of the same digest that the
    /// file does not name.
    fn renamed_in(&self, suite: &[Check], names: &HashSet<&str>) -> BTreeMap<String, String> {
        let known = self.entries.iter().flat_map(|entry| &entry.checks);
        let gone: Vec<_> = known
            .filter(|known| !names.contains(known.name.as_str()))
            .collect();
        if gone.is_empty() {
            return BTreeMap::new();
        }
        let unknown = suite
            .iter()
            .filter(|check| !self.places.contains_key(&*check.name));
        let mut names: BTreeMap<String, &str> = unknown
            .map(|check| (check.digest().to_string(), &*check.name))
            .collect();
        let renamed =
            |known: &Known| Some((known.name.clone(), names.remove(&known.digest)?.to_owned()));
        gone.into_iter().filter_map(renamed).collect()
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
        for (index, entry) in self.entries.iter_mut().enumerate() {
            let (Some((line, whole)), Some(finding)) = (&entry.whole, &entry.finding) else {
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
            for (at, known) in entry.checks.iter().enumerate() {
                // Deviations may fail a check in the same way.
                self.places.entry(known.name.clone()).or_insert((index, at));
            }
        }
    }

    /// Renews the file by a run, and returns how many failures were added, kept and taken out. What
    /// other processes have written since it was read stays. The file is never half written.
    pub(crate) fn renew(&self, update: &Update, reason: Option<&str>) -> Result<String, String> {
        let failed = |error: io::Error| format!("{}: {error}", self.path.display());
        let lock = lock_folder(&self.path).map_err(failed)?;
        let now = match self.path.exists() {
            true => Self::read(&self.path, self.today).map_err(|error| error.to_string())?,
            false => self.clone(),
        };
        let (renamed, suite) = (self.renamed.clone(), self.suite.clone());
        let mut now = Self {
            renamed,
            suite,
            stale: Vec::new(),
            ..now
        };
        now.expand();
        now.stale.clone_from(&self.stale);
        now.rename();
        let text = update.apply(&now, reason)?;
        replace(&self.path, text.as_bytes()).map_err(failed)?;
        drop(lock);
        Ok(update.summary(&now))
    }

    /// The names of the checks that are known to fail.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.places.keys().map(String::as_str)
    }

    fn known(&self, name: &str) -> Option<(&Entry, &Known)> {
        let (entry, check) = *self.places.get(name)?;
        let entry = self.entries.get(entry)?;
        Some((entry, entry.checks.get(check)?))
    }
}

/// A string as YAML has it in double quotes. JSON's escapes are among those of YAML.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

impl KnownFailures for Baseline {
    fn verdict(&self, case: &CaseEvent, digest: &dyn Fn() -> String) -> Option<BaselineVerdict> {
        let (entry, known) = self.known(&case.name)?;
        Some(match case.verdict {
            Verdict::NotRun => return None,
            Verdict::Skip => BaselineVerdict::Stale,
            Verdict::Pass => BaselineVerdict::UnexpectedPass,
            _ if known.digest != digest() => BaselineVerdict::SuiteChanged,
            _ if known.fingerprint != case.fingerprint() => BaselineVerdict::DifferentFailure,
            _ if entry.expires.is_some_and(|last| last < self.today) => BaselineVerdict::Expired,
            _ => BaselineVerdict::ExpectedFailure,
        })
    }

    fn stale(&self) -> Vec<StaleEntry> {
        self.stale.clone()
    }
}
