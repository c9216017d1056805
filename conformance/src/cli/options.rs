//! Options that several commands have.

use std::path::{Path, PathBuf};
use std::time::Duration;

use acegate_vectors::Level;
use clap::Args;

use super::emitted::Emitted;
use super::output::CliError;
use super::time::Time;
use super::vectors::level;
use super::words::whole;
use crate::runner::FaultBudget;

/// How much questions without an end of their own may cost.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct BudgetArguments {
    /// The longest time, such as `30s`, `10m` or `1h`; no limit if left out.
    #[arg(long, value_name = "TIME", help_heading = "Budget")]
    time: Option<Time>,
    /// Give up after N faults that end the process of an implementation, or after 1.2 N seconds lost to them; 0 for
    /// never.
    #[arg(long, default_value_t = 200, value_name = "N", value_parser = whole(0..=u32::MAX),
          help_heading = "Budget")]
    fault_budget: u32,
}

impl BudgetArguments {
    pub(super) fn time(self) -> Option<Duration> {
        self.time.map(|time| time.0)
    }

    pub(super) fn faults(self) -> FaultBudget {
        FaultBudget::of(self.fault_budget)
    }
}

/// Where findings are written as vectors.
#[derive(Clone, Debug, Args)]
pub(super) struct EmitArguments {
    /// Write the findings as vectors, for `check --only-vectors`, `hunt --known` and `vectors add`; a hunt writes each
    /// as soon as it is minimised and reproduced. A path that does not end with `.yaml` is a folder with a file for
    /// each codec.
    #[arg(long, value_name = "PATH", help_heading = "Report")]
    emit: Option<PathBuf>,
    /// Replace vector files that are there already.
    #[arg(long, requires = "emit", help_heading = "Report")]
    force: bool,
}

impl EmitArguments {
    /// The path that is given.
    pub(super) fn path(&self) -> Option<&Path> {
        self.emit.as_deref()
    }

    /// The files at a path, still to be written; `None` without one.
    pub(super) fn files_at(
        &self,
        path: Option<&Path>,
        seed: u64,
    ) -> Result<Option<Emitted>, CliError> {
        match path {
            Some(path) => Ok(Some(Emitted::new(path, seed, self.force)?)),
            None => Ok(None),
        }
    }
}

/// The level from which on findings count.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct EnforceArguments {
    /// The weakest level whose findings count.
    #[arg(long, value_parser = level(), default_value_t = Level::Must, value_name = "LEVEL")]
    pub(super) enforce: Level,
}

/// How many processes of an implementation there are.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct JobsArguments {
    /// The number of instances of the implementation that run at the same time.
    #[arg(short, long, default_value_t = 1, value_name = "N",
          value_parser = whole(1..=256_u16))]
    pub(super) jobs: u16,
}
