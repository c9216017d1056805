//! Where the events of a run go: what is printed, the report file, and files in other formats.

use std::io::{self, Write};

use super::output::Output;
use super::outputs::{OutputArguments, Outputs};
use super::progress::Progress;
use crate::event::{Event, Evidence};
use crate::files::ReportFile;
use crate::judge::ExitStatus;
use crate::report::{Format, Reporter};
use crate::runner::FaultBudget;

/// The receivers of the events.
pub(super) struct Sinks {
    format: &'static Format,
    printed: Box<dyn Reporter>,
    report: Option<ReportFile>,
    outputs: Outputs,
    out: Box<dyn Write>,
    /// Why nothing more goes to `out`.
    failed: Option<io::Error>,
    /// `None` if nobody watches.
    progress: Option<Progress>,
}

impl Sinks {
    /// The receivers of a run of so many checks.
    pub(super) fn new(
        arguments: &OutputArguments,
        report: Option<ReportFile>,
        output: &Output,
        checks: usize,
    ) -> Result<Self, String> {
        let format = arguments.format;
        let options = arguments.options(report.is_some(), output);
        let outputs = Outputs::open(arguments, report.as_ref().map(ReportFile::path), &options)?;
        let is_watched = format.is_styled && !arguments.quiet && output.is_watched();
        let progress = is_watched.then(|| Progress::new(checks));
        let to_stdout = report.as_ref().is_some_and(ReportFile::is_stdout);
        // Events that are printed need no report file at the same place.
        let is_printed = to_stdout && format.name == "ndjson";
        Ok(Self {
            out: match (format.is_styled, to_stdout && !is_printed) {
                (true, false) => Box::new(output.out()),
                (false, false) => Box::new(output.data()),
                // One stream holds the events or what is printed, not both.
                (_, true) => Box::new(output.err()),
            },
            report: report.filter(|_| !is_printed),
            format,
            printed: format.reporter(options),
            outputs,
            failed: None,
            progress,
        })
    }

    /// Tells who watches how soon faults end the run.
    pub(super) fn limit_faults(&mut self, budget: FaultBudget) {
        self.progress.iter_mut().for_each(|progress| progress.limit_faults(budget));
    }

    /// Which events must be complete.
    pub(super) fn evidence(&self) -> Evidence {
        match self.outputs.evidence() {
            Evidence::OfFailures if self.report.is_none() => self.format.evidence,
            _ => Evidence::OfAll,
        }
    }

    /// Hands the event to each of them. One that fails costs the others nothing.
    pub(super) fn take(&mut self, event: &Event) {
        if let Some(report) = &mut self.report {
            report.take(event);
        }
        self.outputs.take(event);
        match event {
            Event::Case(case) => self.progress.iter_mut().for_each(|it| it.advance(case)),
            Event::RunEnd(_) => self.progress = None,
            Event::RunStart(_) | Event::Finding(_) => {}
        }
        if self.failed.is_none() {
            self.failed = self.print(event).err();
        }
    }

    fn print(&mut self, event: &Event) -> io::Result<()> {
        self.printed.event(event, &mut self.out)?;
        self.out.flush()
    }

    /// The exit status of the run. It is that of the verdicts, unless these are as expected and a
    /// report of them could not be written: what was asked for is not there then.
    pub(super) fn finish(self, status: ExitStatus, output: &Output) -> ExitStatus {
        let name = |report: &ReportFile| report.path().display().to_string();
        let report = self.report.as_ref().and_then(|it| Some((name(it), it.failure()?)));
        let printed = self.failed.as_ref().map(|error| ("what is printed".to_owned(), error));
        let mut whole = true;
        // Whoever closed the other end of a pipe has read enough.
        let is_fault =
            |(_, error): &(String, &io::Error)| error.kind() != io::ErrorKind::BrokenPipe;
        for (name, error) in report.into_iter().chain(printed).filter(is_fault) {
            whole = false;
            output.error(format!("the report is not whole: {name}: {error}"));
        }
        for what in self.outputs.failures() {
            whole = false;
            output.error(what);
        }
        if whole || status != ExitStatus::AsExpected { status } else { ExitStatus::Usage }
    }
}
