//! The run that the reports of shards have in common: its start, and the order of its checks.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::stored::{Difference, StoredError, StoredRun, difference};
use super::{ReadError, RunStart};
use crate::sorting::sort_by_key;

/// Why the reports of shards do not make up one whole run, in one sentence.
#[derive(Debug)]
pub struct MergeError(Problem);

#[derive(Debug)]
enum Problem {
    NoReport,
    Open {
        path: PathBuf,
        error: io::Error,
    },
    Read {
        path: PathBuf,
        error: ReadError,
    },
    NotAShard {
        path: PathBuf,
    },
    OtherRun {
        first: PathBuf,
        path: PathBuf,
        difference: Difference,
    },
    SameShard {
        first: PathBuf,
        path: PathBuf,
        number: usize,
    },
    Unread {
        path: PathBuf,
        what: String,
    },
    HuntCutOff {
        path: PathBuf,
    },
    SweepCutOff {
        path: PathBuf,
    },
    RunCutOff {
        path: PathBuf,
        done: usize,
        all: usize,
    },
    MissingShards {
        numbers: Vec<usize>,
    },
    SamePlace {
        path: PathBuf,
        check: String,
    },
}

impl MergeError {
    /// A report file that cannot be read, for this reason.
    pub(crate) fn unread(path: &Path, error: &dyn fmt::Display) -> Self {
        Self(Problem::Unread {
            path: path.to_owned(),
            what: error.to_string(),
        })
    }

    /// The report file of a sweep that did not come to its end.
    pub(crate) fn sweep_cut_off(path: &Path) -> Self {
        let path = path.to_owned();
        Self(Problem::SweepCutOff { path })
    }

    pub(super) fn stored(path: &Path, error: StoredError) -> Self {
        let path = path.to_owned();
        Self(match error {
            StoredError::Open(error) => Problem::Open { path, error },
            StoredError::Read(error) => Problem::Read { path, error },
        })
    }
}

impl std::error::Error for MergeError {}

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Problem::NoReport => f.write_str("expected the report of at least one shard"),
            Problem::Open { path, error } => write!(f, "{}: {error}", path.display()),
            Problem::Read { path, error } => write!(f, "{}, {error}", path.display()),
            Problem::NotAShard { path } => {
                let path = path.display();
                write!(
                    f,
                    "{path} is not the report of a shard: it has no \"shard\""
                )
            }
            Problem::OtherRun {
                first,
                path,
                difference: Difference { field, one, other },
            } => write!(
                f,
                "the shards are of different runs: {field:?} is {one} in {} and {other} in {}",
                first.display(),
                path.display()
            ),
            Problem::SameShard {
                first,
                path,
                number,
            } => write!(
                f,
                "{} and {} are both shard {number}",
                first.display(),
                path.display()
            ),
            Problem::Unread { path, what } => write!(f, "{}: {what}", path.display()),
            Problem::SweepCutOff { path } => write!(
                f,
                "{} was cut off: `acegate sweep … --resume` goes on with it",
                path.display()
            ),
            Problem::HuntCutOff { path } => {
                let path = path.display();
                write!(f, "{path} was cut off: run this shard of the hunt again")
            }
            Problem::RunCutOff { path, done, all } => write!(
                f,
                "{} was cut off: it has {done} of {all} checks; `acegate check … --resume` \
                    continues it",
                path.display()
            ),
            Problem::MissingShards { numbers } => {
                let numbers: Vec<_> = numbers.iter().map(usize::to_string).collect();
                let numbers = numbers.join(", ");
                write!(f, "the reports of these shards are missing: {numbers}")
            }
            Problem::SamePlace { path, check } => write!(
                f,
                "{}: the check {check} has the same position in the run as another check",
                path.display()
            ),
        }
    }
}

/// A check in the reports of shards.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShardCheck {
    /// The index of the report.
    pub(super) shard: usize,
    /// The index of the check in it.
    pub(super) check: usize,
}

/// The shards of a run whose reports were read so far: each once, and all of one run.
#[derive(Default)]
pub(crate) struct SeenShards<'a> {
    first: Option<(&'a Path, &'a RunStart)>,
    count: Option<usize>,
    seen: BTreeMap<usize, &'a Path>,
}

impl<'a> SeenShards<'a> {
    /// Adds the report that begins like this.
    ///
    /// # Errors
    ///
    /// If it is not of a shard, of another run, or of a shard that was added before.
    pub(crate) fn add(&mut self, path: &'a Path, start: &'a RunStart) -> Result<(), MergeError> {
        let (first_path, first) = *self.first.get_or_insert((path, start));
        let Some(shard) = start.shard else {
            let path = path.to_owned();
            return Err(MergeError(Problem::NotAShard { path }));
        };
        let difference =
            run_difference(first, start).or_else(|| count_difference(self.count, shard.count()));
        if let Some(difference) = difference {
            return Err(MergeError(Problem::OtherRun {
                first: first_path.to_owned(),
                path: path.to_owned(),
                difference,
            }));
        }
        self.count = Some(shard.count());
        if let Some(first) = self.seen.insert(shard.number(), path) {
            return Err(MergeError(Problem::SameShard {
                first: first.to_owned(),
                path: path.to_owned(),
                number: shard.number(),
            }));
        }
        Ok(())
    }

    /// The number of shards. All of them were added.
    ///
    /// # Errors
    ///
    /// If some are missing.
    pub(crate) fn all(self) -> Result<usize, MergeError> {
        let Some(count) = self.count else {
            return Err(MergeError(Problem::NoReport));
        };
        let mut missing = Vec::new();
        for number in 1..=count {
            if !self.seen.contains_key(&number) {
                missing.push(number);
            }
        }
        if !missing.is_empty() {
            return Err(MergeError(Problem::MissingShards { numbers: missing }));
        }
        Ok(count)
    }
}

/// The start of the run that the shards have in common.
pub(super) fn start_of(paths: &[PathBuf], shards: &[StoredRun]) -> Result<RunStart, MergeError> {
    let Some(first) = shards.first() else {
        return Err(MergeError(Problem::NoReport));
    };
    let mut seen = SeenShards::default();
    for (path, stored) in paths.iter().zip(shards) {
        seen.add(path, &stored.start)?;
        expect_whole(path, stored)?;
    }
    seen.all()?;
    let dates = shards.iter().map(|stored| &stored.start.date);
    Ok(RunStart {
        shard: None,
        date: dates.min().cloned().unwrap_or_default(),
        arguments: arguments_of(first, shards),
        ..first.start.clone()
    })
}

fn count_difference(before: Option<usize>, count: usize) -> Option<Difference> {
    let before = before?;
    if before == count {
        return None;
    }
    Some(Difference {
        field: "shard".to_owned(),
        one: before.to_string(),
        other: count.to_string(),
    })
}

/// An error if the run of a shard did not come to its end.
fn expect_whole(path: &Path, stored: &StoredRun) -> Result<(), MergeError> {
    let has_end = stored.end.is_some();
    if stored.start.seed.is_some() {
        if has_end {
            return Ok(());
        }
        let path = path.to_owned();
        return Err(MergeError(Problem::HuntCutOff { path }));
    }
    let done = stored.cases.len();
    let all = stored.start.checks;
    if has_end && done == all {
        return Ok(());
    }
    let path = path.to_owned();
    Err(MergeError(Problem::RunCutOff { path, done, all }))
}

/// The arguments of the first shard, and the vector files that other shards of a hunt wrote.
fn arguments_of(first: &StoredRun, shards: &[StoredRun]) -> Vec<String> {
    let mut arguments = first.start.arguments.clone();
    for stored in shards {
        for pair in stored.start.arguments.windows(2) {
            if is_vectors(pair) && !arguments.windows(2).any(|known| known == pair) {
                arguments.extend_from_slice(pair);
            }
        }
    }
    arguments
}

/// Whether this is the start of a shard of the run that the first shard is of.
pub(super) fn is_shard_of(first: Option<&StoredRun>, start: &RunStart) -> bool {
    let is_same = first.is_none_or(|first| run_difference(&first.start, start).is_none());
    is_same && start.shard.is_some()
}

/// The first field in which the runs of two shards differ.
fn run_difference(one: &RunStart, other: &RunStart) -> Option<Difference> {
    difference(
        &comparable(one),
        &comparable(other),
        &["shard", "checks", "date"],
    )
}

/// The start of a shard without the vector files that a hunt wrote, because each shard writes its own files.
fn comparable(start: &RunStart) -> Cow<'_, RunStart> {
    if start.seed.is_none() {
        return Cow::Borrowed(start);
    }
    let mut start = start.clone();
    while let Some(place) = start.arguments.windows(2).position(is_vectors) {
        drop(start.arguments.drain(place..place + 2));
    }
    Cow::Owned(start)
}

fn is_vectors(pair: &[String]) -> bool {
    pair.first().is_some_and(|word| word == "--vectors")
}

/// The discoveries of all shards of a hunt, by the number of the shard. One that several shards have comes from
/// the first.
pub(super) fn discoveries_of(shards: &[StoredRun]) -> Vec<ShardCheck> {
    let mut by_number: Vec<usize> = (0..shards.len()).collect();
    sort_by_key(&mut by_number, |&shard| shards[shard].start.shard);
    let mut names = HashSet::new();
    let mut order = Vec::new();
    for shard in by_number {
        for (check, stored) in shards[shard].cases.iter().enumerate() {
            if names.insert(stored.case.name.as_str()) {
                order.push(ShardCheck { shard, check });
            }
        }
    }
    order
}

/// The checks of all shards in the order of the run. Each has one place.
pub(super) fn order_of(
    paths: &[PathBuf],
    shards: &[StoredRun],
) -> Result<Vec<ShardCheck>, MergeError> {
    let count = shards.iter().map(|shard| shard.cases.len()).sum();
    let mut places: Vec<Option<ShardCheck>> = vec![None; count];
    let mut names = HashSet::new();
    for (shard, run) in shards.iter().enumerate() {
        for (check, stored) in run.cases.iter().enumerate() {
            let name = &stored.case.name;
            let is_new = names.insert(name.as_str());
            match places.get_mut(stored.place) {
                Some(place) if is_new && place.is_none() => {
                    *place = Some(ShardCheck { shard, check });
                }
                _ => {
                    return Err(MergeError(Problem::SamePlace {
                        path: paths[shard].clone(),
                        check: name.clone(),
                    }));
                }
            }
        }
    }
    // As many checks as places, and no two in one: every place has its check.
    Ok(places.into_iter().flatten().collect())
}
