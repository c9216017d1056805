//! `acegate doctor`.

use std::io::{self, Write};

use clap::Args;

use super::output::{CliError, Ended, Output, printed};
use super::target::{self, TargetArguments};
use crate::doctor::{Examination, examine, examine_one_shot};
use crate::escape::{FIELD, printable_start};
use crate::implementation::ImplementationSource;
use crate::interrupt;
use crate::judge::ExitStatus;
use crate::report::style::{BAD, GOOD, MILD};

#[derive(Debug, Args)]
pub(super) struct DoctorArguments {
    #[command(flatten)]
    target: TargetArguments,
    /// With --one-shot: the codec of the command.
    #[arg(
        long,
        value_name = "CODEC",
        requires = "one_shot",
        help_heading = "One-shot"
    )]
    codec: Vec<String>,
}

pub(super) fn run(arguments: &DoctorArguments, output: &Output) -> Ended {
    let limits = target::limits(&arguments.target);
    let source =
        target::source(&arguments.target, &arguments.codec).map_err(target::not_started)?;
    target::listen_for_signals();
    let examination = match &source {
        ImplementationSource::Program { program, .. } => examine(program, limits),
        ImplementationSource::OneShot(spec) => examine_one_shot(spec, limits),
        ImplementationSource::Registry(_) => {
            return Err("there is nothing to test: these codecs are part of acegate".into());
        }
    };
    let examination = examination.map_err(target::not_started)?;
    if interrupt::requested() {
        return Err(CliError::new(ExitStatus::Interrupted, "interrupted"));
    }
    let ended = printed(print(&examination, output));
    if examination.is_healthy() {
        return ended;
    }
    // If the points cannot be printed, they still decide the exit status.
    output.status(ended);
    Ok(ExitStatus::Unexpected)
}

fn print(examination: &Examination, output: &Output) -> io::Result<()> {
    let mut out = output.out();
    for point in &examination.points {
        let (style, mark) = match (point.healthy, point.doubtful) {
            (true, false) => (GOOD, "ok   "),
            (true, true) => (MILD, "doubt"),
            (false, _) => (BAD, "fault"),
        };
        let text: Vec<_> = point
            .text
            .lines()
            .map(|line| printable_start(line, FIELD))
            .collect();
        writeln!(
            out,
            "{style}{mark}{style:#}  {}: {}",
            point.what,
            text.join("\n       ")
        )?;
    }
    if examination.is_healthy() {
        return writeln!(
            out,
            "{GOOD}adapter OK{GOOD:#}: any failure now is the codec's"
        );
    }
    writeln!(
        out,
        "{BAD}fix the adapter first{BAD:#}: its faults would make checks fail"
    )
}
