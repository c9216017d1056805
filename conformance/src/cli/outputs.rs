//! Where the events of a run go: what is printed, the report file, and files in other formats.

use std::ffi::OsStr;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use acegate_vectors::Check;
use anstream::StripStream;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use terminal_size::terminal_size_of;

use super::output::{CliError, Output};
use super::progress::Progress;
use super::words::whole;
use crate::event::{Event, Evidence};
use crate::files::{NewFile, ReportFile, WrittenFile, is_stdout, show_change, show_failure};
use crate::judge::ExitStatus;
use crate::nearest::expected_one_of;
use crate::report::{Address, FORMATS, Format, Location, ReportOptions, Reporter, format_named};
use crate::runner::FaultBudget;

#[derive(Debug, Args)]
pub(super) struct OutputArguments {
    /// The format of what is printed.
    #[arg(long, value_parser = formats(), default_value = "text", help_heading = "Report")]
    pub(super) format: &'static Format,
    /// Also write a file in this format, e.g. `junit=results.xml`; may be repeated. Files are written
    /// atomically.
    #[arg(long = "output", value_name = "FORMAT=FILE", value_parser = parse_output,
          help_heading = "Report")]
    pub(super) outputs: Vec<OutputArgument>,
    /// Print nothing if everything is as expected, otherwise one line per finding that counts. This
    /// affects only the text report.
    #[arg(short, long, help_heading = "Report")]
    pub(super) quiet: bool,
    /// Show N findings in full, also N advisory ones, and long values in full. By default, twenty
    /// findings are shown in full, no advisory ones, and only the start of long values.
    #[arg(long, value_name = "N", value_parser = whole(0..=usize::MAX), help_heading = "Report")]
    details: Option<usize>,
    /// The line in your repository where SARIF and GitHub annotations show the findings. The default is
    /// the file of the implementation that the command names, e.g. adapter.py. GitHub code scanning
    /// accepts SARIF only with a line, so give one if the command names no file.
    #[arg(long, value_name = "FILE[:LINE]", help_heading = "Report")]
    location: Option<Location>,
    /// The address of a copy of live.html, to which the worked steps in HTML link. It starts with
    /// http:, https: or file:, or is relative.
    #[arg(long, value_name = "URL", help_heading = "Report")]
    live_page: Option<Address>,
}

impl OutputArguments {
    /// The same for the reporters. `has_file` says whether a report file has the details that they
    /// leave out.
    pub(super) fn options(&self, has_file: bool) -> ReportOptions {
        let usual = ReportOptions::default();
        let columns = terminal_size_of(io::stdout()).map(|(width, _)| width.0.into());
        ReportOptions {
            details: self.details.unwrap_or(usual.details),
            advisory_details: self.details.unwrap_or_default(),
            has_file,
            is_quiet: self.quiet,
            has_whole_values: self.details.is_some(),
            location: self.location.clone(),
            live_page: self.live_page.clone(),
            width: columns.unwrap_or(usual.width).clamp(NARROWEST, WIDEST),
        }
    }
}

/// How few and how many columns the lines on a terminal have.
const NARROWEST: usize = 40;
const WIDEST: usize = 120;

#[derive(Clone, Debug)]
pub(super) struct OutputArgument {
    format: &'static Format,
    path: PathBuf,
}

fn formats() -> impl TypedValueParser<Value = &'static Format> {
    let names = FORMATS
        .iter()
        .map(|format| PossibleValue::new(format.name).help(format.help));
    PossibleValuesParser::new(names).try_map(|name| format_named(&name).ok_or("no such format"))
}

fn parse_output(text: &str) -> Result<OutputArgument, String> {
    let Some((name, path)) = text.split_once('=') else {
        let ending = Path::new(text).extension().and_then(OsStr::to_str);
        let format = FORMATS
            .iter()
            .find(|format| Some(format.extension) == ending);
        let name = format.map_or("FORMAT", |format| format.name);
        return Err(format!("the format is missing: expected {name}={text}"));
    };
    let Some(format) = format_named(name) else {
        let names = FORMATS.iter().map(|format| format.name);
        return Err(format!(
            "no format {name:?}: {}",
            expected_one_of(name, names)
        ));
    };
    if path.is_empty() {
        return Err(format!("the file is missing: expected {name}=FILE"));
    }
    if is_stdout(Path::new(path)) {
        return Err(format!(
            "{path} is standard output: --format {name} writes there"
        ));
    }
    Ok(OutputArgument {
        format,
        path: path.into(),
    })
}

pub(super) struct Sinks {
    format: &'static Format,
    printed: Box<dyn Reporter>,
    report: Option<ReportFile>,
    outputs: Outputs,
    out: Box<dyn Write>,
    /// Why nothing more goes to `out`.
    failed: Option<io::Error>,
    /// `None` if there is no terminal.
    progress: Option<Progress>,
}

impl Sinks {
    pub(super) fn new(
        arguments: &OutputArguments,
        report: Option<ReportFile>,
        output: &Output,
        checks: &[Check],
        faults: FaultBudget,
    ) -> Result<Self, CliError> {
        let format = arguments.format;
        let options = arguments.options(report.is_some());
        let outputs = Outputs::open(arguments, report.as_ref().map(ReportFile::path), &options)?;
        let mut progress = None;
        if format.is_styled && !arguments.quiet && output.is_watched() && !checks.is_empty() {
            progress = Some(Progress::new(checks, faults));
        }
        let to_stdout = report.as_ref().is_some_and(ReportFile::is_stdout);
        // Events that are printed need no report file at the same place.
        let is_printed = to_stdout && format.name == "ndjson";
        Ok(Self {
            out: match (format.is_styled, to_stdout && !is_printed) {
                (true, false) => Box::new(output.out()),
                (false, false) => Box::new(output.data()),
                // Standard output has either the events or the printed report, not both.
                (_, true) => Box::new(output.err()),
            },
            report: if is_printed { None } else { report },
            format,
            printed: format.reporter(options),
            outputs,
            failed: None,
            progress,
        })
    }

    /// Which events must be complete.
    pub(super) fn evidence(&self) -> Evidence {
        let mut formats = self
            .outputs
            .0
            .iter()
            .map(|file| file.format)
            .chain([self.format]);
        let needs_all = formats.any(|format| format.evidence == Evidence::OfAll);
        if self.report.is_some() || needs_all {
            Evidence::OfAll
        } else {
            Evidence::OfFailures
        }
    }

    /// Sends the event to every sink. A sink that fails does not stop the others.
    pub(super) fn take(&mut self, event: &Event) {
        if let Some(report) = &mut self.report {
            report.take(event);
        }
        self.outputs.take(event);
        match event {
            Event::Case(case) => {
                if let Some(progress) = &mut self.progress {
                    progress.advance(case);
                }
            }
            Event::RunStart(start) => {
                if let Some(progress) = &mut self.progress {
                    progress.start(start);
                }
            }
            Event::RunEnd(_) => self.progress = None,
            Event::Finding(_) => {}
        }
        if self.failed.is_none() {
            let printed = self.printed.event(event, &mut self.out);
            self.failed = printed.and_then(|()| self.out.flush()).err();
        }
    }

    /// The exit status of the run. It follows from the verdicts, unless all are as expected and a
    /// requested report could not be written. It also reports an error if another program changed a
    /// report while it was written.
    pub(super) fn finish(self, status: ExitStatus, output: &Output) -> ExitStatus {
        let mut unwritten = Vec::new();
        if let Some(report) = &self.report
            && let Some(error) = report.failure()
            && !is_closed_pipe(error)
        {
            unwritten.push(not_whole(&report.path().display().to_string(), error));
        }
        if let Some(error) = &self.failed
            && !is_closed_pipe(error)
        {
            unwritten.push(not_whole("what is printed", error));
        }
        unwritten.extend(self.outputs.failures());
        let mut changes = Vec::new();
        if let Some(report) = &self.report
            && let Some(change) = report.change()
        {
            changes.push(show_change(report.path(), &change));
        }
        changes.extend(self.outputs.changes());
        for what in unwritten.iter().chain(&changes) {
            output.error(what);
        }
        match status {
            ExitStatus::Interrupted => status,
            _ if !changes.is_empty() => ExitStatus::Usage,
            ExitStatus::AsExpected if !unwritten.is_empty() => ExitStatus::Usage,
            _ => status,
        }
    }
}

/// The files in which a run is written.
pub(super) struct Outputs(Vec<OutputFile>);

struct OutputFile {
    format: &'static Format,
    path: PathBuf,
    reporter: Box<dyn Reporter>,
    /// The file, until it is complete or cannot be written.
    out: Option<BufWriter<NewFile>>,
    failure: Option<io::Error>,
    /// The complete file under its name.
    written: Option<WrittenFile>,
}

impl Outputs {
    /// Opens temporary files next to the files that they will replace. Returns an error if one
    /// cannot be written, or if two paths name the same file. `report` is the path of the report
    /// file.
    pub(super) fn open(
        arguments: &OutputArguments,
        report: Option<&Path>,
        options: &ReportOptions,
    ) -> Result<Self, CliError> {
        let mut files: Vec<OutputFile> = Vec::new();
        for OutputArgument { format, path } in &arguments.outputs {
            let mut others = files.iter().map(|file| file.path.as_path()).chain(report);
            if others.any(|other| other == path) {
                let what = format!("{}: two reports cannot share one file", path.display());
                return Err(what.into());
            }
            let new = NewFile::open(path);
            let new = new.map_err(|error| format!("cannot write {}: {error}", path.display()))?;
            files.push(OutputFile {
                format,
                path: path.clone(),
                reporter: format.reporter(ReportOptions {
                    is_quiet: false,
                    width: ReportOptions::WIDTH,
                    ..options.clone()
                }),
                out: Some(BufWriter::new(new)),
                failure: None,
                written: None,
            });
        }
        Ok(Self(files))
    }

    pub(super) fn take(&mut self, event: &Event) {
        for file in &mut self.0 {
            file.take(event);
        }
    }

    /// A sentence on each file that could not be written.
    pub(super) fn failures(&self) -> Vec<String> {
        let mut failures = Vec::new();
        for file in &self.0 {
            if let Some(error) = &file.failure
                && !is_closed_pipe(error)
            {
                let path = file.path.display();
                failures.push(format!("{path} was not written: {}", show_failure(error)));
            }
        }
        failures
    }

    /// A sentence on each file that is not what was written.
    fn changes(&self) -> Vec<String> {
        let mut changes = Vec::new();
        for file in &self.0 {
            if let Some(written) = &file.written
                && let Some(change) = written.change()
            {
                changes.push(show_change(&file.path, &change));
            }
        }
        changes
    }
}

/// Whether the reader of a pipe closed it, which is not a failure: it has read enough.
fn is_closed_pipe(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
}

fn not_whole(name: &str, error: &io::Error) -> String {
    format!("the report is incomplete: {name}: {}", show_failure(error))
}

impl OutputFile {
    /// Takes an event. With the last one the file gets its name.
    fn take(&mut self, event: &Event) {
        let Some(mut out) = self.out.take() else {
            return;
        };
        if let Err(error) = self.print(event, &mut out) {
            self.failure = Some(error);
            return;
        }
        if !matches!(event, Event::RunEnd(_)) {
            self.out = Some(out);
            return;
        }
        let file = out.into_inner().map_err(io::IntoInnerError::into_error);
        match file.and_then(NewFile::persist) {
            Ok(written) => self.written = Some(written),
            Err(error) => self.failure = Some(error),
        }
    }

    fn print(&mut self, event: &Event, out: &mut BufWriter<NewFile>) -> io::Result<()> {
        if self.format.is_styled {
            let mut plain = StripStream::new(out as &mut dyn Write);
            self.reporter.event(event, &mut plain)
        } else {
            self.reporter.event(event, out)
        }
    }
}
