//! Seeds and dictionaries, generated from the vectors.
//!
//! The files `seeds/TARGET.txt` hold one seed a line, the files `dictionaries/TARGET.dict` are
//! libFuzzer's. Both are made by `acegate-fuzz seeds` and nothing else: a vector that is added
//! becomes a seed of every target that its operation concerns.

mod books;
mod dictionary;
mod harness;
mod packed;
mod requests;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{fs, io};

use acegate_vectors::{LoadError, Suite};

use crate::request::Scope;
use crate::targets::{TARGETS, Target};

pub use packed::{pack, unpack};

/// The seeds of every target, by its name.
///
/// # Errors
///
/// Those of the loader of the embedded vectors.
pub fn generate() -> Result<BTreeMap<&'static str, BTreeSet<Vec<u8>>>, LoadError> {
    let suite = Suite::embedded()?;
    let seeds = |target: &'static Target| {
        let mut seeds = match target.scopes {
            [] => harness::seeds(target.name, &suite),
            scopes => requests::seeds(scopes, &suite),
        };
        seeds.retain(|seed| seed.len() <= target.longest);
        let mut seeds = thinned(seeds);
        seeds.extend(requests::odd(target.scopes));
        (target.name, seeds)
    };
    Ok(TARGETS.iter().map(seeds).collect())
}

/// The seeds of one codec's operations.
pub(crate) fn of_scope(scope: &Scope, suite: &Suite) -> BTreeSet<Vec<u8>> {
    requests::seeds(std::slice::from_ref(scope), suite)
}

/// The most seeds that a target keeps, and the most octets: the vectors are many, and for most of
/// them a target of another claim has the same seed.
const MOST: usize = 1024;
const MOST_OCTETS: usize = 64 << 10;

/// Of too many seeds every so-many-th.
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

/// The seeds that are kept for a target in the package at `root`.
///
/// # Errors
///
/// Where the file cannot be read or is not of packed seeds.
pub fn kept(root: &Path, target: &str) -> io::Result<Vec<Vec<u8>>> {
    let path = seed_file(root, target);
    let text = fs::read_to_string(&path).map_err(|error| named(&path, &error))?;
    unpack(&text).map_err(|line| {
        let message = format!("{}:{line}: not a packed seed", path.display());
        io::Error::new(io::ErrorKind::InvalidData, message)
    })
}

/// What `acegate-fuzz seeds` writes below `root`: paths and contents.
///
/// # Errors
///
/// Those of [`generate`].
pub fn files(root: &Path) -> Result<BTreeMap<PathBuf, String>, LoadError> {
    let suite = Suite::embedded()?;
    let mut files = BTreeMap::new();
    for (name, seeds) in generate()? {
        files.insert(seed_file(root, name), pack(&seeds));
    }
    for target in TARGETS {
        files.insert(dictionary_file(root, target.name), dictionary::of(target, &suite));
    }
    Ok(files)
}

/// The files in the two folders that differ from what would be written, or that nothing writes.
///
/// # Errors
///
/// Where a folder cannot be read.
pub fn drifted(root: &Path, files: &BTreeMap<PathBuf, String>) -> io::Result<Vec<PathBuf>> {
    let mut drifted: Vec<_> = files
        .iter()
        .filter(|(path, text)| fs::read_to_string(path).ok().as_ref() != Some(text))
        .map(|(path, _)| path.clone())
        .collect();
    for folder in ["seeds", "dictionaries"] {
        for entry in fs::read_dir(root.join(folder))? {
            let path = entry?.path();
            if !files.contains_key(&path) {
                drifted.push(path);
            }
        }
    }
    Ok(drifted)
}

/// Where the seeds of a target are.
#[must_use]
pub fn seed_file(root: &Path, target: &str) -> PathBuf {
    root.join("seeds").join(format!("{target}.txt"))
}

/// Where the dictionary of a target is.
#[must_use]
pub fn dictionary_file(root: &Path, target: &str) -> PathBuf {
    root.join("dictionaries").join(format!("{target}.dict"))
}

fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_target_has_seeds() {
        for (name, seeds) in generate().expect("the vectors load") {
            assert!(!seeds.is_empty(), "{name} has no seed");
        }
    }

    #[test]
    fn generating_twice_gives_the_same() {
        let root = Path::new("x");
        assert_eq!(files(root).expect("vectors"), files(root).expect("vectors"));
    }
}
