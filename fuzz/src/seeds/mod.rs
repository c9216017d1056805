//! Seeds and dictionaries, made from the vectors whenever they are needed and kept nowhere: a vector
//! that is added is a seed of every target that its operation concerns.

mod dictionary;
mod harness;
mod requests;

pub(crate) use dictionary::dictionary_of;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

use acegate_vectors::{LoadError, Suite};

use crate::octets::write_choice;
use crate::targets::{Part, Target};

/// The seeds of a target, the same each time.
///
/// # Errors
///
/// The errors of the loader of the embedded vectors.
pub fn of(target: &Target) -> Result<BTreeSet<Vec<u8>>, LoadError> {
    let suite = Suite::embedded()?;
    let mut all = BTreeSet::new();
    for (index, part) in target.parts.iter().enumerate() {
        let mut choice = Vec::new();
        write_choice(index, target.parts.len(), &mut choice);
        let seeds = of_part(part, target.longest - choice.len(), &suite);
        all.extend(seeds.into_iter().map(|seed| [&choice[..], &seed].concat()));
    }
    Ok(all)
}

fn of_part(part: &Part, longest: usize, suite: &Suite) -> BTreeSet<Vec<u8>> {
    let groups: Vec<_> = match part.scopes {
        [] => vec![harness::seeds(part.name, suite)],
        scopes => requests::seeds(scopes, suite).into_values().collect(),
    };
    let seeds = groups.into_iter().flat_map(|mut seeds| {
        seeds.retain(|seed| seed.len() <= longest);
        thinned(seeds)
    });
    seeds.chain(requests::odd(part.scopes)).collect()
}

/// Writes the seeds of a target as files, all that a folder has then: libFuzzer reads nothing else.
pub(crate) fn export(target: &Target, folder: &Path) -> io::Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    for (index, seed) in of(target).map_err(io::Error::other)?.iter().enumerate() {
        fs::write(folder.join(format!("{index:04}")), seed)?;
    }
    Ok(())
}

/// The most seeds of one operation in a target, and the most octets: the vectors are many, and for
/// most of them a target of another property has the same seed.
const MOST: usize = 1024;
const MOST_OCTETS: usize = 64 << 10;

/// Every nth seed, with the least n that keeps both limits.
fn thinned(seeds: BTreeSet<Vec<u8>>) -> BTreeSet<Vec<u8>> {
    let octets: usize = seeds.iter().map(Vec::len).sum();
    let step = seeds.len().div_ceil(MOST).max(octets.div_ceil(MOST_OCTETS)).max(1);
    seeds.into_iter().step_by(step).collect()
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
    use crate::targets::TARGETS;

    #[test]
    fn the_seeds_of_a_target_are_the_same_each_time() {
        // The reader of reports is given what runs wrote; times in it would differ.
        for name in ["harness_report_events", "prop_any_request_has_one_answer"] {
            let target = Target::named(name).expect("a target");
            assert_eq!(of(target).expect("vectors"), of(target).expect("vectors"));
        }
    }

    #[test]
    fn every_target_has_a_dictionary() {
        for target in TARGETS {
            let words = dictionary_of(target).expect("vectors");
            assert!(words.lines().count() > 10, "{}: {words}", target.name);
        }
    }
}
