//! `acegate check`.

use std::io::{self, Write};

use super::arguments::CheckArguments;
use super::baseline::KnownRun;
use super::output::Output;
use super::outputs::Outputs;
use super::progress::Progress;
use super::{target, vectors};
use crate::event::{Event, Evidence, Recording, RunStart, record};
use crate::findings::{behaves_like, with_findings};
use crate::implementation::ImplementationSource;
use crate::interrupt;
use crate::judge::ExitStatus;
use crate::observation::StartError;
use crate::report::{Format, ReportFile, Reporter};
use crate::runner::RunOptions;

pub(super) fn run(arguments: &CheckArguments, output: &Output) -> ExitStatus {
    let limits = match target::limits(&arguments.target) {
        Ok(limits) => limits,
        Err(what) => return output.error(ExitStatus::Usage, what),
    };
    let total_time = match target::total_time(arguments.total_timeout) {
        Ok(total_time) => total_time,
        Err(what) => return output.error(ExitStatus::Usage, what),
    };
    let suite = match vectors::load(&arguments.filter.vectors) {
        Ok(suite) => suite,
        Err(error) => return output.error(ExitStatus::Usage, error),
    };
    let all = suite.checks();
    let count = all.len();
    let mut known = match KnownRun::new(&arguments.known, &all) {
        Ok(known) => known,
        Err(error) => return output.error(ExitStatus::Usage, error),
    };
    let filter = vectors::filter(&arguments.filter);
    let checks = match filter.apply(all) {
        Ok(checks) => checks,
        Err(error) => return output.error(vectors::filter_status(&error), error),
    };
    let source = match target::source(&arguments.target, &arguments.filter.codec) {
        Ok(source) => source,
        Err(error) => return output.error(target::start_status(&error), error),
    };
    let mut sinks = match Sinks::new(arguments, output, checks.len()) {
        Ok(sinks) => sinks,
        Err(what) => return output.error(ExitStatus::Usage, what),
    };
    let options = RunOptions {
        jobs: arguments.jobs.into(),
        enforce: arguments.enforce.into(),
        strict_errors: arguments.strict_errors,
        fail_slow: arguments.fail_slow,
        faults: target::fault_budget(arguments.fault_budget),
        total_time,
    };
    let is_whole = sinks.evidence() == Evidence::OfAll;
    let recording = Recording {
        start: RunStart {
            // Only a whole report names the suite; the digest costs a third of a run.
            suite: if is_whole { suite.digest().to_string() } else { String::new() },
            filters: filter.conditions(),
            ..start_of(arguments, count - checks.len())
        },
        evidence: sinks.evidence(),
        diagnose: Some(behaves_like),
        known: known.as_ref().map(KnownRun::known),
    };
    interrupt::listen(crate::supervisor::ignored_signals());
    let start = || source.start(limits);
    let mut sink = with_findings(|event| {
        sinks.take(event);
        known.iter_mut().for_each(|known| known.take(event));
    });
    let end = record(&checks, &start, &options, &recording, &mut sink);
    drop(sink);
    match end {
        Ok(end) => {
            let status = sinks.finish(end.exit, output);
            known.map_or(status, |known| known.finish(&arguments.known, status, output))
        }
        Err(_) if interrupt::requested() => {
            drop(sinks);
            output.error(ExitStatus::Interrupted, "interrupted before the implementation started")
        }
        Err(error) => {
            drop(sinks);
            explain_start(&error, &source, arguments, output)
        }
    }
}

fn start_of(arguments: &CheckArguments, filtered: usize) -> RunStart {
    let mut words = target::words(&arguments.target);
    if !arguments.target.one_shot().is_empty() {
        words.extend(["--codec".to_owned(), arguments.filter.codec.join(",")]);
    }
    for path in &arguments.filter.vectors {
        words.extend(["--vectors".to_owned(), path.display().to_string()]);
    }
    let baseline = arguments.known.baseline.as_ref().map(|path| path.display().to_string());
    RunStart { arguments: words, filtered, baseline, ..RunStart::default() }
}

/// Prints why the implementation did not start, and the command that examines it.
fn explain_start(
    error: &StartError,
    source: &ImplementationSource,
    arguments: &CheckArguments,
    output: &Output,
) -> ExitStatus {
    let mut text = error.to_string();
    if let StartError::Hello { stderr, .. } = error {
        if !stderr.is_empty() {
            text += &format!("\nstandard error: {stderr}");
        }
        if matches!(source, ImplementationSource::Program { .. }) {
            let words = target::words(&arguments.target);
            let words = ["acegate", "doctor"].into_iter().chain(words.iter().map(String::as_str));
            text += &format!("\nexamine it with: {}", shell_words::join(words));
        }
    }
    output.error(target::start_status(error), text)
}

/// The receivers of the events.
struct Sinks {
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
    fn new(arguments: &CheckArguments, output: &Output, checks: usize) -> Result<Self, String> {
        let format = arguments.output.format;
        let options = arguments.output.options(arguments.report.is_some());
        let outputs = Outputs::open(&arguments.output, arguments.report.as_deref(), options)?;
        let is_watched = format.is_styled && !arguments.output.quiet && output.is_watched();
        let progress = is_watched.then(|| Progress::new(checks));
        let report = arguments.report.as_ref().map(ReportFile::new);
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

    /// Which events must be complete.
    fn evidence(&self) -> Evidence {
        match self.outputs.evidence() {
            Evidence::OfFailures if self.report.is_none() => self.format.evidence,
            _ => Evidence::OfAll,
        }
    }

    /// Hands the event to each of them. One that fails costs the others nothing.
    fn take(&mut self, event: &Event) {
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
    fn finish(self, status: ExitStatus, output: &Output) -> ExitStatus {
        let report = self.report.as_ref();
        let report = report.and_then(|report| {
            let name = report.path().display().to_string();
            report.failure().map(|error| (name, error))
        });
        let printed = self.failed.as_ref().map(|error| ("what is printed".to_owned(), error));
        let mut whole = true;
        for (name, error) in report.into_iter().chain(printed) {
            // Whoever closed the other end of a pipe has read enough.
            if error.kind() != io::ErrorKind::BrokenPipe {
                whole = false;
                output.error(status, format!("the report is not whole: {name}: {error}"));
            }
        }
        for what in self.outputs.failures() {
            whole = false;
            output.error(status, what);
        }
        if whole || status != ExitStatus::AsExpected { status } else { ExitStatus::Usage }
    }
}
