//! `acegate merge`.

use std::path::PathBuf;

use clap::Args;

use super::output::{Ended, Output};
use super::outputs::OutputArguments;
use super::sinks::Sinks;
use crate::event::Merge;
use crate::files::ReportFile;
use crate::findings::{behaves_like, with_findings};

#[derive(Debug, Args)]
pub(super) struct MergeArguments {
    /// The report files of all shards of a run or of a hunt, in any order.
    #[arg(required = true, value_name = "SHARD")]
    shards: Vec<PathBuf>,
    /// Write the report file of the whole run. `-` is standard output; what is printed then goes to
    /// standard error.
    #[arg(long, value_name = "FILE", help_heading = "Report")]
    report: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArguments,
}

/// The exit status is that of one run.
pub(super) fn run(arguments: &MergeArguments, output: &Output) -> Ended {
    let merge = Merge::read(&arguments.shards)?;
    let report = arguments.report.as_ref().map(ReportFile::new);
    let mut sinks = Sinks::new(&arguments.output, report, output, merge.checks())?;
    let end = merge.hand_on(Some(behaves_like), &mut with_findings(|event| sinks.take(event)));
    Ok(sinks.finish(end.exit, output))
}
