//! Planted faults: proof that the targets find what they are there to find.
//!
//! The faults of [`FAULTS`] are written into a scratch copy of the codec crate, each with a
//! switch, and the libFuzzer programs are built from it once. Then the faults are turned on one at a
//! time, by a variable of the environment, and the targets that concern their codec run until one
//! of them breaks.

mod faults;
mod scratch;
mod table;

use std::path::Path;
use std::time::Duration;
use std::{fs, io};

use acegate::hunt::Effort;

use crate::campaign::{Run, RunResult, Share};
use crate::findings::{PATIENCE, Worker};
use crate::seeds;
use crate::targets::{TARGETS, Target};

pub use faults::{FAULTS, Fault};
pub use scratch::{Scratch, work_folder};
pub use table::{Found, Stage, Table};

/// How hard the targets try.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    /// From which random numbers are made.
    pub seed: u64,
    /// The executions of each target, once without and once with the value profile.
    pub executions: u64,
}

/// The variable that names the fault which is on.
const SWITCH: &str = "ACEGATE_PLANTED";

/// Plants one fault and says which target finds it, after how many executions.
///
/// # Errors
///
/// If a program cannot be started, or a file cannot be written.
pub fn hunt(scratch: &Scratch, fault: &'static Fault, trial: &Trial) -> io::Result<Found> {
    let environment = [(SWITCH, fault.number().to_string())];
    let mut found = Found::nothing(fault);
    let targets = concerned(fault);
    for (stage, value_profile) in [(Stage::Runs, false), (Stage::ValueProfile, true)] {
        for target in &targets {
            let target: &'static Target = target;
            let folder = scratch.work.join(fault.id).join(target.name);
            let seed_folder = scratch.work.join("seeds").join(target.name);
            let dictionary = seed_folder.with_extension("dict");
            seeds::export(target, &seed_folder)?;
            seeds::export_dictionary(target, &dictionary)?;
            fs::create_dir_all(&folder)?;
            let outcome = scratch.programs.run(&Run {
                target,
                corpus: None,
                seeds: &seed_folder,
                dictionary: &dictionary,
                artifacts: &folder,
                work: &scratch.work.join("run"),
                seed: trial.seed,
                share: Share::Executions(trial.executions),
                value_profile,
                environment: &environment,
            })?;
            found.executions_of_others += if outcome.crashed { 0 } else { outcome.executions };
            if outcome.crashed {
                let seeds = fs::read_dir(&seed_folder)?.count() as u64;
                let stage = if outcome.executions <= seeds { Stage::Seeds } else { stage };
                found.record(stage, target, &outcome);
                measure(scratch, &mut found, &folder, &environment, target, &outcome)?;
                return Ok(found);
            }
        }
    }
    Ok(found)
}

/// The targets that concern the codec of a fault, those of that codec alone first.
#[must_use]
pub fn concerned(fault: &Fault) -> Vec<&'static Target> {
    let about = |target: &Target| {
        fault.codecs.iter().any(|codec| target.scopes().any(|scope| scope.codec == *codec))
    };
    let mut targets: Vec<_> = TARGETS.iter().filter(|target| about(target)).collect();
    let general =
        TARGETS.iter().filter(|t| t.scopes().next().is_none() && !t.name.starts_with("harness"));
    targets.sort_by_key(|target| (target.scopes().count() > 1, !target.name.starts_with("impl")));
    targets.extend(general);
    targets
}

/// Minimises what was found and notes the sizes.
fn measure(
    scratch: &Scratch,
    found: &mut Found,
    folder: &Path,
    environment: &[(&str, String)],
    target: &'static Target,
    outcome: &RunResult,
) -> io::Result<()> {
    debug_assert!(outcome.crashed);
    let mut artifacts: Vec<_> = fs::read_dir(folder)?.flatten().map(|entry| entry.path()).collect();
    artifacts.sort();
    let Some(path) = artifacts.iter().find(|path| !path.to_string_lossy().contains("slow-unit"))
    else {
        return Ok(());
    };
    let octets = fs::read(path)?;
    let mut worker = Worker::of(&scratch.program, target, PATIENCE, environment);
    if let Some(violation) = worker.judge(&octets)? {
        let signature = violation.signature();
        let effort = Effort { time: Duration::from_secs(20), ..Effort::default() };
        let smallest = worker.minimise(&octets, &signature, effort)?;
        found.sizes = Some((octets.len(), smallest.len()));
        found.signature = Some(signature.0);
    }
    Ok(())
}

/// The programs with all faults built in, none of them on.
///
/// # Errors
///
/// If a fault does not fit the code any more, or the build fails.
pub fn plant(root: &Path, work: &Path) -> io::Result<Scratch> {
    scratch::plant(root, work)
}
