//! Replays, on stable and without libFuzzer, every seed of every target, made from the vectors, inputs that
//! differ a little from seeds, and every regression: one test a target, and one named test a file below
//! `regressions/`.

use std::fs;
use std::path::Path;

use acegate_fuzz::{TARGETS, Target, seeds};
use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let arguments = Arguments::from_args();
    let root = seeds::package();
    let mut trials = Vec::new();
    for target in TARGETS.iter() {
        trials.push(Trial::test(format!("seeds::{}", target.name), move || {
            let mut seeds = seeds::of(target).map_err(|error| error.to_string())?;
            let mut changed_inputs = CHANGED;
            if target.name == SLOW.name {
                changed_inputs /= SLOW.share;
                seeds = seeds.into_iter().step_by(SLOW.share).collect();
            }
            if seeds.is_empty() {
                return Err("the target has no seeds".into());
            }
            seeds.iter().try_for_each(|seed| holds(target, seed))?;
            let seeds = Vec::from_iter(seeds);
            let mut random = fastrand::Rng::with_seed(1);
            (0..changed_inputs).try_for_each(|_| holds(target, &changed(&seeds, &mut random)))
        }));
    }
    for (name, target, path) in regressions(&root.join("regressions")) {
        trials.push(Trial::test(name, move || holds(target, &fs::read(&path)?)));
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// How many inputs of a target are seeds with changes.
const CHANGED: usize = 4000;

/// A target whose inputs are each answered with tens of thousands of code points, and of how many one is replayed.
struct Slow {
    name: &'static str,
    share: usize,
}

const SLOW: Slow = Slow {
    name: "prop_time_is_linear",
    share: 40,
};

/// A seed with up to three changes: of an octet, of its position, or of its rest, taken from another seed.
fn changed(seeds: &[Vec<u8>], random: &mut fastrand::Rng) -> Vec<u8> {
    let mut input = seeds[random.usize(..seeds.len())].clone();
    for _ in 0..random.usize(1..=3) {
        let other = &seeds[random.usize(..seeds.len())];
        let at = random.usize(..=input.len());
        // Octets of seeds are digits and letters more often than any octets are.
        let octet = random.choice(other).copied().filter(|_| random.u8(..4) > 0);
        let octet = octet.unwrap_or_else(|| random.u8(..));
        match random.u8(..5) {
            0 => input.truncate(at),
            1 => input
                .splice(at.., other[at.min(other.len())..].iter().copied())
                .for_each(drop),
            2 if at < input.len() => drop(input.remove(at)),
            3 if at < input.len() => input[at] = octet,
            _ => input.insert(at, octet),
        }
    }
    input
}

fn holds(target: &'static Target, octets: &[u8]) -> Result<(), Failed> {
    target
        .replay(octets)
        .map_err(|violation| Failed::from(format!("{violation}\ninput: {}", octets.escape_ascii())))
}

/// The raw inputs that once broke a property: `regressions/TARGET/NAME`.
fn regressions(folder: &Path) -> Vec<(String, &'static Target, std::path::PathBuf)> {
    let mut found = Vec::new();
    for target in TARGETS.iter() {
        let Ok(entries) = fs::read_dir(folder.join(target.name)) else {
            continue;
        };
        for entry in entries.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            found.push((
                format!("regressions::{}::{name}", target.name),
                target,
                entry.path(),
            ));
        }
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found
}
