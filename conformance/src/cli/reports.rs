//! The commands that read report files: `acegate report`, `merge`, `diff` and `statement`.

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, ValueEnum};

use super::output::{CliError, Ended, Output, opened, printed};
use super::outputs::{OutputArguments, Outputs, Sinks};
use super::swept;
use super::words::whole;
use crate::diff::{Comparison, Snapshot, write_text};
use crate::event::{Event, Merge, SCHEMA, write_line};
use crate::files::ReportFile;
use crate::findings::{behaves_like, with_findings};
use crate::judge::ExitStatus;
use crate::protocol::Identity;
use crate::report::{Kept, RenderError, Rendered, Run, render};
use crate::runner::FaultBudget;
use crate::statement::{html, json, markdown, statement as make_statement};

#[derive(Debug, Args)]
pub(super) struct ReportArguments {
    /// The report file that `acegate check --report FILE`, `hunt` or `sweep` wrote; `-` for standard input.
    #[arg(required_unless_present = "schema")]
    file: Option<PathBuf>,
    /// Print the JSON Schema of report files, whose lines are events.
    #[arg(long, conflicts_with = "file")]
    schema: bool,
    #[command(flatten)]
    output: OutputArguments,
}

#[derive(Debug, Args)]
pub(super) struct MergeArguments {
    /// The report files of all shards of a run, a hunt or a sweep, in any order.
    #[arg(required = true, value_name = "SHARD")]
    shards: Vec<PathBuf>,
    /// Write the report file of the whole run. `-` is standard output; what is printed then goes to
    /// standard error.
    #[arg(long, value_name = "FILE", help_heading = "Report")]
    pub(super) report: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArguments,
}

#[derive(Debug, Args)]
pub(super) struct DiffArguments {
    /// The report file of the old run.
    old: PathBuf,
    /// The report file of the new run.
    new: PathBuf,
    /// The format of the output.
    #[arg(long, value_enum, default_value_t)]
    format: DiffFormat,
    /// The number of checks, findings and requirements that are named in each group. JSON names all.
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = whole(0..=usize::MAX))]
    details: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum DiffFormat {
    /// For people.
    #[default]
    Text,
    /// For summaries and comments.
    Markdown,
    /// One object, for programs.
    Json,
}

#[derive(Debug, Args)]
pub(super) struct StatementArguments {
    /// The report file that `acegate check --report FILE` wrote; `-` for standard input.
    report: PathBuf,
    /// The format of the output.
    #[arg(long, value_enum, default_value_t = StatementFormat::Markdown)]
    format: StatementFormat,
    /// The name of the product; the implementation's own if left out.
    #[arg(long, value_parser = NonEmptyStringValueParser::new())]
    name: Option<String>,
    /// The version of the product.
    #[arg(long, requires = "name", value_parser = NonEmptyStringValueParser::new())]
    version: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum StatementFormat {
    /// Tables in Markdown.
    Markdown,
    /// One page that needs nothing but itself.
    Html,
    /// JSON, as STATEMENT.md describes it.
    Json,
}

pub(super) fn report(arguments: &ReportArguments, output: &Output) -> Ended {
    let Some(path) = &arguments.file else {
        return printed(write!(output.data(), "{SCHEMA}"));
    };
    if swept::is_sweep(path) {
        return swept::report(path, &arguments.output, output);
    }
    let name = path.display().to_string();
    let file = BufReader::new(opened(path)?);
    let format = arguments.output.format;
    let mut out: Box<dyn Write> = if format.is_styled {
        Box::new(output.out())
    } else {
        Box::new(output.data())
    };
    let options = arguments.output.options(true);
    let mut outputs = Outputs::open(&arguments.output, Some(path), &options)?;
    let mut shown = format.reporter(options);
    let rendered = render(
        file,
        &mut |event: &Event, out: &mut dyn Write| {
            outputs.take(event);
            shown.event(event, out)
        },
        &mut out,
    );
    let written = out.flush();
    match rendered {
        Ok(Rendered {
            is_complete,
            left_out,
        }) => {
            if !is_complete {
                output.note(format!("{name} has no \"run-end\": its run was cut off"));
            }
            if left_out > 0 {
                output.note(format!(
                    "{left_out} events of a newer version were left out"
                ));
            }
            let mut ended = printed(written);
            for what in outputs.failures() {
                output.error(what);
                ended = Ok(ExitStatus::Usage);
            }
            ended
        }
        Err(RenderError::Read(error)) => Err(format!("{name}, {error}").into()),
        Err(RenderError::Write(error)) => printed(Err(error)),
    }
}

/// Joins the reports of shards. The exit status is the same as of a single run.
pub(super) fn merge(arguments: &MergeArguments, output: &Output) -> Ended {
    if arguments.shards.iter().any(|path| swept::is_sweep(path)) {
        return swept::merge(
            &arguments.shards,
            arguments.report.as_deref(),
            &arguments.output,
            output,
        );
    }
    let merge = Merge::read(&arguments.shards)?;
    let report = arguments.report.as_ref().map(ReportFile::new);
    let mut sinks = Sinks::new(
        &arguments.output,
        report,
        output,
        &[],
        FaultBudget::UNLIMITED,
    )?;
    let end = merge.hand_on(
        Some(behaves_like),
        &mut with_findings(|event| sinks.take(event)),
    );
    Ok(sinks.finish(end.exit, output))
}

pub(super) fn diff(arguments: &DiffArguments, output: &Output) -> Ended {
    let old = snapshot(&arguments.old, output)?;
    let new = snapshot(&arguments.new, output)?;
    let comparison = Comparison::new(&old, &new);
    let written = match arguments.format {
        DiffFormat::Text => write_text(&comparison, false, arguments.details, &mut output.out()),
        DiffFormat::Markdown => {
            write_text(&comparison, true, arguments.details, &mut output.data())
        }
        DiffFormat::Json => write_line(&comparison, &mut output.data()),
    };
    // A closed pipe changes no exit status.
    if let Err(error) = written
        && error.kind() != io::ErrorKind::BrokenPipe
    {
        return printed(Err(error));
    }
    if comparison.worse > 0 {
        return Ok(ExitStatus::Unexpected);
    }
    Ok(ExitStatus::AsExpected)
}

fn snapshot(path: &Path, output: &Output) -> Result<Snapshot, CliError> {
    let name = path.display();
    let file = File::open(path).map_err(|error| format!("{name}: {error}"))?;
    let read = Run::read(BufReader::new(file), Kept::RESULTS);
    let (run, rendered) = read.map_err(|error| format!("{name}, {error}"))?;
    if !rendered.is_complete {
        output.note(format!("{name} has no \"run-end\": its run was cut off"));
    }
    Ok(Snapshot {
        run,
        is_complete: rendered.is_complete,
    })
}

/// Makes the statement of a report on a product, by the embedded suite.
pub(super) fn statement(arguments: &StatementArguments, output: &Output) -> Ended {
    let path = &arguments.report;
    let report = BufReader::new(opened(path)?);
    let made = make_statement(product(arguments).as_ref(), report)
        .map_err(|error| format!("{}: {error}", path.display()))?;
    let text = match arguments.format {
        StatementFormat::Markdown => markdown(&made),
        StatementFormat::Html => html(&made),
        StatementFormat::Json => json(&made),
    };
    printed(output.data().write_all(text.as_bytes()))
}

/// The product that the statement is about, if it is not the implementation of the report.
fn product(arguments: &StatementArguments) -> Option<Identity> {
    let name = arguments.name.clone()?;
    let version = arguments.version.clone().unwrap_or_default();
    Some(Identity {
        name,
        version,
        ..Identity::default()
    })
}
