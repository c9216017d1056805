//! The command that runs libFuzzer.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, thread};

use super::Ending;
use super::arguments::CampaignArguments;
use crate::campaign::{Budget, Plan, Programs, run};
use crate::seeds;
use crate::targets::TARGETS;

pub(super) fn campaign(arguments: &CampaignArguments, out: &mut impl Write) -> io::Result<Ending> {
    let package = seeds::package();
    let root = root_of(&package);
    let programs = match &arguments.programs {
        Some(folder) => Programs { folder: fs::canonicalize(folder)? },
        None => Programs::build(&root)?,
    };
    let all = || TARGETS.iter().collect();
    let budget = match arguments.runs {
        Some(runs) => Budget::Executions(runs),
        None => Budget::Time(Duration::from_secs(arguments.budget)),
    };
    let processors = || thread::available_parallelism().map_or(1, usize::from);
    let reports = arguments.out.clone().unwrap_or_else(|| root.join("reports/fuzz"));
    let plan = Plan {
        targets: if arguments.targets.is_empty() { all() } else { arguments.targets.clone() },
        budget,
        seed: arguments.seed,
        jobs: arguments.jobs.unwrap_or_else(processors).max(1),
        corpus: absolute(arguments.corpus.clone().unwrap_or_else(|| package.join("corpus")))?,
        artifacts: package.join("artifacts"),
        findings: package.join("findings"),
        work: std::env::temp_dir().join(format!("acegate-campaign-{}", std::process::id())),
        package,
    };
    let summary = run(&plan, &programs);
    // The folder holds nothing that is needed later.
    let _ = fs::remove_dir_all(&plan.work);
    let summary = summary?;
    fs::create_dir_all(&reports)?;
    fs::write(reports.join("campaign.md"), summary.markdown())?;
    let json = serde_json::to_string_pretty(&summary.json())? + "\n";
    fs::write(reports.join("campaign.json"), json)?;
    writeln!(out, "{}", reports.join("campaign.md").display())?;
    Ok(if summary.found() { Ending::Found } else { Ending::Clean })
}

fn root_of(package: &Path) -> PathBuf {
    package.parent().map_or_else(|| package.to_owned(), Path::to_owned)
}

fn absolute(path: PathBuf) -> io::Result<PathBuf> {
    std::path::absolute(path)
}
