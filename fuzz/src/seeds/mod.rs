//! Seeds and dictionaries, made from the vectors whenever they are needed and kept nowhere: a vector
//! that is added is a seed of every target that its operation concerns.

mod dictionary;
mod harness;
mod odd;
mod requests;

pub(crate) use dictionary::dictionary_of;

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::{fs, io};

use acegate_vectors::{LoadError, Suite};

use crate::octets::write_choice;
use crate::targets::{Part, TARGETS, Target};

/// The seeds of a target, the same each time.
///
/// # Errors
///
/// The errors of the loader of the embedded vectors.
pub fn of(target: &Target) -> Result<BTreeSet<Vec<u8>>, LoadError> {
    let suite = suite()?;
    let turn = TARGETS.iter().position(|other| other.name == target.name);
    let turn = turn.unwrap_or_default();
    let mut all = BTreeSet::new();
    for (index, part) in target.parts.iter().enumerate() {
        let mut choice = Vec::new();
        write_choice(index, target.parts.len(), &mut choice);
        let seeds = of_part(part, target.longest - choice.len(), turn, suite);
        all.extend(seeds.into_iter().map(|seed| [&choice[..], &seed].concat()));
    }
    Ok(all)
}

/// The embedded vectors, which are read once.
fn suite() -> Result<&'static Suite, LoadError> {
    static SUITE: LazyLock<Result<Suite, LoadError>> = LazyLock::new(Suite::embedded);
    SUITE.as_ref().map_err(Clone::clone)
}

/// Seeds, each with its subject: what it is one example of.
type Examples = BTreeMap<Vec<u8>, String>;

fn of_part(part: &Part, longest: usize, turn: usize, suite: &Suite) -> BTreeSet<Vec<u8>> {
    let groups: Vec<Examples> = match part.scopes.as_slice() {
        [] => vec![harness::seeds(part.name, suite)],
        scopes => requests::seeds(scopes, longest, suite)
            .into_values()
            .collect(),
    };
    let mut all = BTreeSet::new();
    let most = MOST.min(MOST_OF_PART / groups.len().max(1));
    for mut examples in groups {
        examples.retain(|seed, _| seed.len() <= longest);
        all.extend(thinned(examples, most, turn));
    }
    let mut odd = odd::seeds(&part.scopes);
    odd.retain(|seed| seed.len() <= longest);
    all.extend(odd);
    all
}

/// Writes every nth seed of a target as a file, all that a folder has then: libFuzzer reads nothing else.
pub(crate) fn export(target: &Target, every: NonZero<usize>, folder: &Path) -> io::Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    let seeds = of(target).map_err(io::Error::other)?;
    for (index, seed) in seeds.iter().step_by(every.get()).enumerate() {
        fs::write(folder.join(format!("{index:04}")), seed)?;
    }
    Ok(())
}

/// The most seeds of one operation in a target: the vectors are many, and a target of another property has those that
/// one leaves out.
const MOST: usize = 800;

/// The most seeds of one part of a target, but for the first of each subject: a fuzzer reads them all before it begins.
const MOST_OF_PART: usize = 3000;

/// The most octets of the seeds of one operation.
const MOST_OCTETS: usize = 60 << 10;

/// The first seed of each subject, and every nth of the others, with the least n that keeps `most` and the limit of octets. Each
/// `turn` begins at another of them.
fn thinned(seeds: Examples, most: usize, turn: usize) -> Vec<Vec<u8>> {
    let mut met = BTreeSet::new();
    let mut kept = Vec::new();
    let mut others = Vec::new();
    for (seed, subject) in seeds {
        if met.insert(subject) {
            kept.push(seed);
        } else {
            others.push(seed);
        }
    }
    let room = most.saturating_sub(kept.len()).max(1);
    let room_in_octets = MOST_OCTETS.saturating_sub(octets_of(&kept)).max(1);
    let step_by_number = others.len().div_ceil(room);
    let step_by_octets = octets_of(&others).div_ceil(room_in_octets);
    let step = step_by_number.max(step_by_octets).max(1);
    kept.extend(others.into_iter().skip(turn % step).step_by(step));
    kept
}

fn octets_of(seeds: &[Vec<u8>]) -> usize {
    seeds.iter().map(Vec::len).sum()
}

/// The folder of the package `fuzz` below the root of the repository.
#[must_use]
pub fn package() -> PathBuf {
    // `cargo run` and `cargo test` say where it is; a program that was carried elsewhere was built
    // from it.
    std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seeds_of_a_target_are_the_same_each_time() {
        // The seeds for the reader of reports are reports of runs, in which times would differ.
        let target = Target::named("harness_report_events").expect("a target");
        assert_eq!(of(target).expect("vectors"), of(target).expect("vectors"));
    }

    #[test]
    fn every_target_has_a_dictionary() {
        for target in TARGETS.iter() {
            let words = dictionary_of(target).expect("vectors");
            assert!(words.lines().count() > 10, "{}: {words}", target.name);
        }
    }
}
