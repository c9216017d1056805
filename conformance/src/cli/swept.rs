//! `acegate report` and `acegate merge` of the report files of sweeps.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::output::{CliError, Ended, Output, printed};
use super::outputs::OutputArguments;
use super::sweep::{SweepFormat, print};
use crate::judge::ExitStatus;
use crate::sweep::{
    SweepCommand, SweepEnd, SweepFile, SweepFileError, SweepRecord, SweepReport,
    merge as merge_records,
};

/// Whether a file is the report file of a sweep, by its first octets.
pub(super) fn is_sweep(path: &Path) -> bool {
    const ENOUGH: u64 = 64;
    let mut start = Vec::new();
    let is_read = path.is_file()
        && File::open(path).is_ok_and(|file| file.take(ENOUGH).read_to_end(&mut start).is_ok());
    is_read && SweepRecord::is_begun_by(&start)
}

/// Shows the report of a sweep again.
pub(super) fn report(path: &Path, arguments: &OutputArguments, output: &Output) -> Ended {
    let format = format(arguments)?;
    let record = SweepRecord::read(path).map_err(|error| file_error(path, &error))?;
    if !record.is_whole() {
        output.note(format!(
            "{} has no \"sweep-end\": its sweep was cut off",
            path.display()
        ));
    }
    let report = report_of(record).map_err(|error| file_error(path, &error))?;
    printed(print(&report, format, arguments.quiet, output))
}

/// Merges the report files of all shards. The exit status is that of one sweep.
pub(super) fn merge(
    shards: &[PathBuf],
    report_file: Option<&Path>,
    arguments: &OutputArguments,
    output: &Output,
) -> Ended {
    let format = format(arguments)?;
    let record = merge_records(shards)?;
    let mut file = None;
    if let Some(path) = report_file {
        let written = SweepFile::create(path, SweepCommand::default())
            .and_then(|mut new| new.copy(&record).map(|()| new));
        file = Some(written.map_err(|error| file_error(path, &error))?);
    }
    let enforce = record.start.command.enforce;
    let words = record.start.command.arguments.clone();
    let first = &shards[0];
    let sweep = record.sweep().map_err(|error| file_error(first, &error))?;
    let report = SweepReport::new(&sweep, &sweep.findings(), &words, enforce);
    if let (Some(file), Some(path)) = (file, report_file) {
        SweepEnd::new(sweep.elapsed, &sweep.remarks, &report)
            .and_then(|end| file.finish(end))
            .map_err(|error| file_error(path, &error))?;
    }
    printed(print(&report, format, arguments.quiet, output))?;
    if report.is_failed() {
        return Ok(ExitStatus::Unexpected);
    }
    Ok(ExitStatus::AsExpected)
}

fn report_of(record: SweepRecord) -> Result<SweepReport, SweepFileError> {
    let command = record.start.command.clone();
    let sweep = record.sweep()?;
    let findings = sweep.findings();
    Ok(SweepReport::new(
        &sweep,
        &findings,
        &command.arguments,
        command.enforce,
    ))
}

/// The format of the same name.
fn format(arguments: &OutputArguments) -> Result<SweepFormat, CliError> {
    if !arguments.outputs.is_empty() {
        return Err("--output is for reports of checks: print a sweep with --format".into());
    }
    match arguments.format.name {
        "text" => Ok(SweepFormat::Text),
        "markdown" => Ok(SweepFormat::Markdown),
        "json" => Ok(SweepFormat::Json),
        name => {
            Err(format!("a sweep has no format {name}: expected text, markdown or json").into())
        }
    }
}

fn file_error(path: &Path, error: &SweepFileError) -> CliError {
    format!("{}: {error}", path.display()).into()
}
