//! The part of a run that `acegate check` does: all of it, a shard, up to the first failure, or what is
//! left of a run that was cut off.

use std::path::{Path, PathBuf};

use acegate_vectors::{Check, Digest};
use clap::Args;

use crate::event::{CutOffRun, Recording};
use crate::files::ReportFile;
use crate::runner::RunOptions;
use crate::suite::{Shard, ShardError};

#[derive(Clone, Debug, Args)]
pub(super) struct PartArguments {
    /// Run nothing unless the suite has this digest, or one that begins so: 8 to 16 hexadecimal
    /// digits. `acegate vectors digest` prints it.
    #[arg(long, value_name = "DIGEST", value_parser = parse_digest, help_heading = "Choice")]
    require_suite: Option<String>,
    /// Only the checks of one of several shards, such as 2/7. With `auto`, the variables of the
    /// service for continuous integration name it. `acegate merge` joins the reports.
    #[arg(long, value_name = "K/N", value_parser = parse_shard, help_heading = "Choice")]
    pub(super) shard: Option<Shard>,
    /// End the run at the first result that is not as expected. Checks that are sent by then get
    /// their results.
    #[arg(long)]
    pub(super) fail_fast: bool,
    /// Go on with this report file of a run that was cut off or interrupted. It is begun if it does
    /// not exist.
    #[arg(long, value_name = "FILE", conflicts_with = "report", help_heading = "Report")]
    resume: Option<PathBuf>,
}

/// The shard that a word names.
pub(super) fn parse_shard(word: &str) -> Result<Shard, ShardError> {
    match word {
        "auto" => Shard::of_this_machine(|name| std::env::var(name).ok()),
        word => word.parse(),
    }
}

fn parse_digest(word: &str) -> Result<String, String> {
    let is_digest =
        (8..=16).contains(&word.len()) && word.bytes().all(|octet| octet.is_ascii_hexdigit());
    is_digest
        .then(|| word.to_ascii_lowercase())
        .ok_or_else(|| "expected 8 to 16 hexadecimal digits".to_owned())
}

impl PartArguments {
    /// The error of a suite with another digest than required.
    pub(super) fn require(&self, digest: Digest) -> Result<(), String> {
        let digest = digest.to_string();
        match &self.require_suite {
            Some(required) if !digest.starts_with(required) => Err(format!(
                "--require-suite asks for the suite {required}, and this suite is {digest}"
            )),
            _ => Ok(()),
        }
    }

    /// The checks of the shard, or all of them.
    pub(super) fn choose(&self, mut checks: Vec<Check>) -> Vec<Check> {
        if let Some(shard) = self.shard {
            let mut place = 0..;
            checks.retain(|_| place.next().is_some_and(|place| shard.takes(place)));
        }
        checks
    }

    /// The run to go on with; `None` if the run begins.
    pub(super) fn cut_off(
        &self,
        checks: &[Check],
        options: &RunOptions,
        recording: &Recording,
    ) -> Result<Option<CutOffRun>, String> {
        let Some(path) = self.resume.as_ref().filter(|path| path.exists()) else { return Ok(None) };
        let run = CutOffRun::read(path, checks, options, recording);
        run.map(Some).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// The report file, if one is written: the one to go on with, which may have events already, or
    /// the one at this path.
    pub(super) fn report_file(
        &self,
        path: Option<&Path>,
        cut_off: Option<&CutOffRun>,
    ) -> Option<ReportFile> {
        let path = self.resume.as_deref().or(path)?;
        Some(match cut_off {
            Some(run) => ReportFile::with_events(path, run.length(), run.events()),
            None => ReportFile::new(path),
        })
    }
}
