//! Replays, on stable and without libFuzzer, every seed of every target, made from the vectors, and
//! every regression: one test a target, and one named test a file below `regressions/`.

use std::fs;
use std::path::Path;

use acegate_fuzz::{TARGETS, Target, replay, seeds};
use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let arguments = Arguments::from_args();
    let root = seeds::package();
    let mut trials = Vec::new();
    for target in TARGETS {
        trials.push(Trial::test(format!("seeds::{}", target.name), move || {
            let seeds = seeds::of(target).map_err(|error| error.to_string())?;
            if seeds.is_empty() {
                return Err("the target has no seeds".into());
            }
            seeds.iter().try_for_each(|seed| holds(target, seed))
        }));
    }
    for (name, target, path) in regressions(&root.join("regressions")) {
        trials.push(Trial::test(name, move || holds(target, &fs::read(&path)?)));
    }
    libtest_mimic::run(&arguments, trials).exit();
}

fn holds(target: &'static Target, octets: &[u8]) -> Result<(), Failed> {
    replay(target, octets)
        .map_err(|violation| Failed::from(format!("{violation}\ninput: {}", octets.escape_ascii())))
}

/// The raw inputs that once broke a property: `regressions/TARGET/NAME`.
fn regressions(folder: &Path) -> Vec<(String, &'static Target, std::path::PathBuf)> {
    let mut found = Vec::new();
    for target in TARGETS {
        let Ok(entries) = fs::read_dir(folder.join(target.name)) else { continue };
        for entry in entries.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            found.push((format!("regressions::{}::{name}", target.name), target, entry.path()));
        }
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found
}
