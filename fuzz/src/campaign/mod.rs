//! All targets for a budget, round-robin, with a summary that people and programs can read.

mod libfuzzer;
mod plan;
mod summary;

use std::collections::{BTreeSet, VecDeque};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use std::{fs, thread};

use acegate::hunt::{Effort, KnownSignatures};

use crate::findings::{Finding, SIGNATURES, investigate};
use crate::seeds;
use crate::targets::Target;

pub use libfuzzer::{Programs, Run, RunResult, Share, TRIPLE};
pub use plan::{Budget, Plan};
pub use summary::{Row, Summary};

/// Runs a campaign and gives its summary.
///
/// The corpus of each target is kept below [`Plan::corpus`], where the next campaign begins, and
/// minimised at the end. An input that breaks a property is minimised, compared with what is known and written
/// below [`Plan::findings`]; a target goes on after a finding.
///
/// # Errors
///
/// If a folder cannot be written, or a program cannot be started.
pub fn run(plan: &Plan, programs: &Programs) -> io::Result<Summary> {
    let begun = Instant::now();
    let before = artifacts(plan)?;
    let rows: Vec<_> = plan.targets.iter().map(|target| Mutex::new(Row::new(target))).collect();
    for round in 0..plan.rounds() {
        let queue: Mutex<VecDeque<usize>> = Mutex::new((0..plan.targets.len()).collect());
        let failed: Mutex<Option<io::Error>> = Mutex::new(None);
        thread::scope(|scope| {
            for _ in 0..plan.jobs {
                scope.spawn(|| {
                    while let Some(index) = queue.lock().ok().and_then(|mut q| q.pop_front()) {
                        let done = slice(plan, programs, round, plan.targets[index]);
                        match (done, rows[index].lock()) {
                            (Ok(outcome), Ok(mut row)) => {
                                row.add(plan.is_value_profile(round), &outcome);
                                progress(plan, round, &row, begun);
                            }
                            (Err(error), _) => {
                                if let Ok(mut failed) = failed.lock() {
                                    failed.get_or_insert(error);
                                }
                                return;
                            }
                            (Ok(_), Err(_)) => return,
                        }
                    }
                });
            }
        });
        if let Some(error) = failed.into_inner().ok().flatten() {
            return Err(error);
        }
    }
    let mut rows: Vec<Row> = rows.into_iter().filter_map(|row| row.into_inner().ok()).collect();
    let mut known = KnownSignatures::read(&plan.package.join(SIGNATURES))?;
    for row in &mut rows {
        settle(plan, row, &before, &mut known)?;
        row.corpus = minimise_corpus(plan, programs, row.target)?;
    }
    known.write(&plan.package.join(SIGNATURES))?;
    Ok(Summary::new(plan, rows, begun.elapsed()))
}

/// One target for its share of one round.
fn slice(
    plan: &Plan,
    programs: &Programs,
    round: usize,
    target: &'static Target,
) -> io::Result<RunResult> {
    let corpus = plan.corpus.join(target.name);
    let artifacts = plan.artifacts.join(target.name);
    fs::create_dir_all(&corpus)?;
    fs::create_dir_all(&artifacts)?;
    let (seed_folder, dictionary) = exported(plan, target)?;
    programs.run(&Run {
        target,
        corpus: Some(&corpus),
        seeds: &seed_folder,
        dictionary: &dictionary,
        artifacts: &artifacts,
        work: &run_folder(plan, target),
        seed: plan.seed + round as u64,
        share: plan.share(),
        value_profile: plan.is_value_profile(round),
    })
}

/// The folder in which the program of a target runs.
fn run_folder(plan: &Plan, target: &Target) -> PathBuf {
    plan.work.join("runs").join(target.name)
}

/// The folder with the seeds of a target and the file of its dictionary, which are the same in every
/// round.
fn exported(plan: &Plan, target: &Target) -> io::Result<(PathBuf, PathBuf)> {
    let folder = plan.work.join("seeds").join(target.name);
    let dictionary = folder.with_extension("dict");
    if !dictionary.exists() {
        seeds::export(target, &folder)?;
        seeds::export_dictionary(target, &dictionary)?;
    }
    Ok((folder, dictionary))
}

/// The artifacts that are there, of which earlier campaigns made what there was to be made.
fn artifacts(plan: &Plan) -> io::Result<BTreeSet<PathBuf>> {
    let mut there = BTreeSet::new();
    for target in &plan.targets {
        let Ok(entries) = fs::read_dir(plan.artifacts.join(target.name)) else { continue };
        for entry in entries {
            there.insert(entry?.path());
        }
    }
    Ok(there)
}

/// Turns the new artifacts of a target into findings, once for each signature.
fn settle(
    plan: &Plan,
    row: &mut Row,
    before: &BTreeSet<PathBuf>,
    known: &mut KnownSignatures,
) -> io::Result<()> {
    let folder = plan.artifacts.join(row.target.name);
    let mut paths: Vec<_> =
        fs::read_dir(&folder)?.map(|entry| entry.map(|e| e.path())).collect::<Result<_, _>>()?;
    // The smallest first: it is the quickest to minimise.
    paths
        .sort_by_key(|path| (fs::metadata(path).map_or(u64::MAX, |data| data.len()), path.clone()));
    for path in paths {
        // A `slow-unit` or `leak` artifact does not break a property.
        let is_crash = path.file_name().is_some_and(|name| {
            ["crash-", "timeout-", "oom-"]
                .iter()
                .any(|kind| name.to_string_lossy().starts_with(kind))
        });
        if !is_crash || before.contains(&path) {
            continue;
        }
        match investigate(row.target, &fs::read(&path)?, Effort::default())? {
            Some(finding) => {
                let signature = finding.violation.signature();
                if row.findings.iter().any(|known| known.violation.signature() == signature) {
                    continue;
                }
                let news = finding.known_as(known)?.is_none();
                finding.write(&plan.findings)?;
                row.findings.push(finding);
                row.new_findings += usize::from(news);
            }
            None => row.unexplained.push(path),
        }
    }
    Ok(())
}

/// Minimises the kept corpus of a target and gives the number of its files.
fn minimise_corpus(plan: &Plan, programs: &Programs, target: &Target) -> io::Result<usize> {
    let corpus = plan.corpus.join(target.name);
    let smaller = plan.work.join("merged").join(target.name);
    if smaller.exists() {
        fs::remove_dir_all(&smaller)?;
    }
    fs::create_dir_all(&smaller)?;
    // libFuzzer cannot merge a corpus that breaks a property; then it stays as it is.
    if programs.merge(target, &run_folder(plan, target), &smaller, &corpus)? {
        fs::remove_dir_all(&corpus)?;
        fs::create_dir_all(&corpus)?;
        for entry in fs::read_dir(&smaller)? {
            let entry = entry?;
            fs::copy(entry.path(), corpus.join(entry.file_name()))?;
        }
    }
    Ok(fs::read_dir(&corpus)?.count())
}

fn progress(plan: &Plan, round: usize, row: &Row, begun: Instant) {
    let seconds = Duration::from_secs(begun.elapsed().as_secs()).as_secs();
    let crashes =
        if row.crashes == 0 { String::new() } else { format!(", {} crashes", row.crashes) };
    // If the progress cannot be shown, the campaign goes on.
    let _ = writeln!(
        io::stderr(),
        "[{seconds:5} s] round {}/{} {:34} {:>10} executions, {:5} edges, {:4} new seeds{crashes}",
        round + 1,
        plan.rounds(),
        row.target.name,
        row.executions,
        row.edges,
        row.new_seeds,
    );
}

/// A finding as the summary names it.
pub(crate) fn repeat_command(finding: &Finding) -> String {
    let octets = seeds::pack([&finding.octets]);
    let octets = octets.trim_end_matches('\n').replace('%', "%%").replace('\'', "\\x27");
    let target = finding.target.name;
    format!("printf '{octets}' > input && cargo run -p acegate-fuzz -- replay {target} input")
}
