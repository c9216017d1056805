//! `acegate check`.

use std::collections::HashSet;
use std::time::Instant;

use acegate_vectors::Suite;

use super::arguments::CheckArguments;
use super::baseline::KnownRun;
use super::output::Output;
use super::sinks::Sinks;
use super::{target, vectors};
use crate::event::{Evidence, Recording, ResumeError, RunStart, record};
use crate::findings::{behaves_like, with_findings};
use crate::implementation::ImplementationSource;
use crate::interrupt;
use crate::judge::ExitStatus;
use crate::observation::StartError;
use crate::runner::RunOptions;

pub(super) fn run(arguments: &CheckArguments, output: &Output) -> ExitStatus {
    let begun = Some(Instant::now());
    let limits = match target::limits(&arguments.target) {
        Ok(limits) => limits,
        Err(what) => return output.error(ExitStatus::Usage, what),
    };
    let total_time = match target::total_time(arguments.total_timeout) {
        Ok(total_time) => total_time,
        Err(what) => return output.error(ExitStatus::Usage, what),
    };
    let suite = match vectors::chosen(&arguments.filter) {
        Ok(suite) => suite,
        Err(error) => return output.error(ExitStatus::Usage, error),
    };
    let all = suite.checks();
    let count = all.len();
    let mut known = match KnownRun::new(&arguments.known, &all) {
        Ok(known) => known,
        Err(error) => return output.error(ExitStatus::Usage, error),
    };
    let digest = suite.digest();
    if let Err(what) = arguments.part.require(digest) {
        return output.error(ExitStatus::Usage, what);
    }
    let filter = vectors::filter(&arguments.filter);
    let checks = match filter.apply(all) {
        Ok(checks) => checks,
        Err(error) => return output.error(vectors::filter_status(&error), error),
    };
    let source = match target::source(&arguments.target, &arguments.filter.codec) {
        Ok(source) => source,
        Err(error) => return output.error(target::start_status(&error), error),
    };
    let filtered = count - checks.len();
    let checks = arguments.part.choose(checks);
    let options = RunOptions {
        jobs: arguments.jobs.into(),
        enforce: arguments.enforce.into(),
        strict_errors: arguments.strict_errors,
        fail_slow: arguments.fail_slow,
        faults: target::fault_budget(arguments.fault_budget),
        total_time,
    };
    let mut recording = Recording {
        start: RunStart {
            suite: digest.to_string(),
            filters: filter.conditions(),
            ..start_of(arguments, filtered)
        },
        evidence: Evidence::OfAll,
        diagnose: Some(behaves_like),
        known: known.as_ref().map(|known| known.known(&arguments.known)),
        begun,
        fail_fast: arguments.part.fail_fast,
    };
    let cut_off = match arguments.part.cut_off(&checks, &options, &recording) {
        Ok(cut_off) => cut_off,
        Err(what) => return output.error(ExitStatus::Usage, what),
    };
    let report = arguments.part.report_file(arguments.report.as_deref(), cut_off.as_ref());
    let mut sinks = match Sinks::new(&arguments.output, report, output, checks.len()) {
        Ok(sinks) => sinks,
        Err(what) => return output.error(ExitStatus::Usage, what),
    };
    recording.evidence = sinks.evidence();
    sinks.limit_faults(options.faults);
    if !arguments.filter.only_vectors.is_empty() {
        output.note(format!(
            "{} checks of the suite are not asked (--only-vectors)",
            not_asked(&suite)
        ));
    }
    interrupt::listen(crate::supervisor::ignored_signals());
    let start = || source.start(limits);
    let mut sink = with_findings(|event| {
        sinks.take(event);
        known.iter_mut().for_each(|known| known.take(event));
    });
    let end = match &cut_off {
        Some(run) => run.resume(&checks, &start, &options, &recording, &mut sink),
        None => {
            record(&checks, &start, &options, &recording, &mut sink).map_err(ResumeError::Start)
        }
    };
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
        Err(ResumeError::Start(error)) => {
            drop(sinks);
            explain_start(&error, &source, arguments, output)
        }
        Err(error) => {
            drop(sinks);
            output.error(ExitStatus::Usage, arguments.part.wrong(&error))
        }
    }
}

/// How many checks of the embedded suite are not among these.
fn not_asked(suite: &Suite) -> usize {
    let names: HashSet<_> = suite.checks().into_iter().map(|check| check.name).collect();
    let all = Suite::embedded().map(|suite| suite.checks()).unwrap_or_default();
    all.iter().filter(|check| !names.contains(&check.name)).count()
}

fn start_of(arguments: &CheckArguments, filtered: usize) -> RunStart {
    let mut words = target::words(&arguments.target);
    if !arguments.target.one_shot().is_empty() {
        words.extend(["--codec".to_owned(), arguments.filter.codec.join(",")]);
    }
    let filter = &arguments.filter;
    for (option, paths) in
        [("--vectors", &filter.vectors), ("--only-vectors", &filter.only_vectors)]
    {
        let pairs = paths.iter().flat_map(|path| [option.to_owned(), path.display().to_string()]);
        words.extend(pairs);
    }
    let baseline = arguments.known.baseline.as_ref().map(|path| path.display().to_string());
    RunStart {
        arguments: words,
        filtered,
        baseline,
        options: options(arguments),
        shard: arguments.part.shard,
        ..RunStart::default()
    }
}

/// The options that change verdicts, as words, unless they have their defaults.
fn options(arguments: &CheckArguments) -> Vec<String> {
    let CheckArguments { target, fault_budget, .. } = arguments;
    let options = [
        ("--timeout", target.timeout.to_string(), "2"),
        ("--start-timeout", target.start_timeout.to_string(), "10"),
        ("--output-limit", target.output_limit.to_string(), "1048576"),
        ("--memory-limit", target.memory_limit.to_string(), "1024"),
        ("--fault-budget", fault_budget.to_string(), "50"),
    ];
    let changed = options.into_iter().filter(|(_, value, default)| value != default);
    let words = changed.flat_map(|(name, value, _)| [name.to_owned(), value]);
    words.chain(arguments.fail_slow.then(|| "--fail-slow".to_owned())).collect()
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
