//! `acegate check`.

use std::fs::File;
use std::io::{self, BufWriter, Write};

use acegate_vectors::Suite;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::arguments::{CheckArguments, Format};
use super::output::Output;
use super::{target, vectors};
use crate::implementation::{Source, StartError};
use crate::interrupt;
use crate::judge::ExitStatus;
use crate::report::{Event, RunStart, TextOptions, TextReport};
use crate::runner::{Evidence, RunOptions, run as run_checks};

pub(super) fn run(arguments: &CheckArguments, output: &Output) -> ExitStatus {
    let limits = match target::limits(&arguments.target) {
        Ok(limits) => limits,
        Err(what) => return output.error(ExitStatus::Usage, what),
    };
    let suite = match vectors::load(&arguments.filter.vectors) {
        Ok(suite) => suite,
        Err(error) => return output.error(ExitStatus::Usage, error),
    };
    let all = suite.checks();
    let count = all.len();
    let checks = match vectors::filter(&arguments.filter).apply(all) {
        Ok(checks) => checks,
        Err(error) => return output.error(ExitStatus::Usage, error),
    };
    if checks.is_empty() {
        return output.error(ExitStatus::NothingRan, "no case of the suite is chosen");
    }
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
        diagnose: true,
        evidence: if sinks.keep_everything() { Evidence::OfAll } else { Evidence::OfFailures },
        start: start_of(arguments, &suite, count - checks.len()),
    };
    interrupt::listen();
    let end =
        run_checks(&checks, &|| source.start(limits), &options, &mut |event| sinks.take(event));
    // The process ends soon, and to free ten thousand small values one by one takes longer.
    std::mem::forget((suite, checks));
    match end {
        Ok(end) => sinks.finish(end.exit, output),
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

fn start_of(arguments: &CheckArguments, suite: &Suite, filtered: usize) -> RunStart {
    let mut words = target::words(&arguments.target);
    if !arguments.target.one_shot().is_empty() {
        words.extend(["--codec".to_owned(), arguments.filter.codec.join(",")]);
    }
    for path in &arguments.filter.vectors {
        words.extend(["--vectors".to_owned(), path.display().to_string()]);
    }
    let own = arguments.filter.vectors.is_empty();
    let digest = if own { Suite::embedded_digest() } else { suite.digest() };
    RunStart { suite: digest.to_string(), arguments: words, filtered, ..RunStart::default() }
}

/// Says why the implementation did not start, and how to find out more.
fn explain_start(
    error: &StartError,
    source: &Source,
    arguments: &CheckArguments,
    output: &Output,
) -> ExitStatus {
    let mut text = error.to_string();
    if let StartError::Hello { stderr, .. } = error {
        if !stderr.is_empty() {
            text += &format!("\nstandard error: {stderr}");
        }
        if matches!(source, Source::Program { .. }) {
            let words = target::words(&arguments.target);
            let words = ["acegate", "doctor"].into_iter().chain(words.iter().map(String::as_str));
            text += &format!("\nexamine it with: {}", shell_words::join(words));
        }
    }
    output.error(target::start_status(error), crate::report::printable_lines(&text))
}

/// Where the events go.
struct Sinks {
    text: Option<TextReport>,
    ndjson: Option<Box<dyn Write>>,
    out: Box<dyn Write>,
    progress: ProgressBar,
    failed: Option<io::Error>,
}

impl Sinks {
    fn new(arguments: &CheckArguments, output: &Output, checks: usize) -> Result<Self, String> {
        let file = arguments.report.as_ref().map(|path| {
            File::create(path).map_err(|error| format!("cannot write {}: {error}", path.display()))
        });
        let text = arguments.format == Format::Text;
        let progress = if text && output.is_watched() {
            let template = "{bar:40} {pos}/{len} {msg}";
            let style = ProgressStyle::with_template(template);
            let bar = ProgressBar::new(checks as u64);
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        } else {
            ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden())
        };
        Ok(Self {
            text: text.then(|| TextReport::new(TextOptions { details: arguments.details })),
            ndjson: file.transpose()?.map(|file| Box::new(BufWriter::new(file)) as _),
            out: if text { Box::new(output.out()) } else { Box::new(io::stdout()) },
            progress,
            failed: None,
        })
    }

    /// Whether any of them is a report file.
    const fn keep_everything(&self) -> bool {
        self.text.is_none() || self.ndjson.is_some()
    }

    fn take(&mut self, event: &Event) {
        let written = self.write(event);
        self.failed = self.failed.take().or(written.err());
    }

    fn write(&mut self, event: &Event) -> io::Result<()> {
        let line = |out: &mut dyn Write| {
            serde_json::to_writer(&mut *out, event)?;
            out.write_all(b"\n")?;
            out.flush()
        };
        if let Some(file) = &mut self.ndjson {
            line(file)?;
        }
        match event {
            Event::Case(_) => self.progress.inc(1),
            Event::RunEnd(_) => self.progress.finish_and_clear(),
            Event::RunStart(_) => {}
        }
        match &mut self.text {
            Some(text) => text.take(event, &mut self.out),
            None => line(&mut self.out),
        }
    }

    /// The exit status of the run, unless its report could not be written.
    fn finish(self, status: ExitStatus, output: &Output) -> ExitStatus {
        match self.failed {
            Some(error) if error.kind() == io::ErrorKind::BrokenPipe => status,
            Some(error) => {
                output.error(ExitStatus::Usage, format!("cannot write the report: {error}"))
            }
            None => status,
        }
    }
}
