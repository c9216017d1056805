//! `acegate check`.

use std::collections::HashSet;
use std::time::Duration;

use acegate_vectors::Suite;

use super::arguments::CheckArguments;
use super::baseline::KnownRun;
use super::output::{CliError, Ended, Output};
use super::sinks::Sinks;
use super::{target, vectors};
use crate::clock::Moment;
use crate::event::{Evidence, Recording, RunStart, record};
use crate::findings::{behaves_like, with_findings};
use crate::implementation::ImplementationSource;
use crate::interrupt;
use crate::observation::StartError;
use crate::runner::RunOptions;

pub(super) fn run(arguments: &CheckArguments, output: &Output) -> Ended {
    let begun = Some(Moment::now());
    let limits = target::limits(&arguments.target);
    let total_time = arguments.total_timeout.map(Duration::from_secs_f64);
    let suite = vectors::chosen(&arguments.filter)?;
    let all = suite.checks();
    let count = all.len();
    let mut known = KnownRun::new(&arguments.known, &all)?;
    let digest = suite.digest();
    arguments.part.require(digest)?;
    let filter = vectors::filter(&arguments.filter);
    let checks = filter.apply(all).map_err(vectors::unfiltered)?;
    let source =
        target::source(&arguments.target, &arguments.filter.codec).map_err(target::not_started)?;
    let filtered = count - checks.len();
    let checks = arguments.part.choose(checks);
    let options = RunOptions {
        jobs: arguments.jobs.into(),
        enforce: arguments.enforce,
        strict_errors: arguments.strict_errors,
        strict_time: arguments.strict_time,
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
        known: known.as_ref().map(KnownRun::known),
        begun,
        fail_fast: arguments.part.fail_fast,
    };
    let cut_off = arguments.part.cut_off(&checks, &options, &recording)?;
    let report = arguments.part.report_file(arguments.report.as_deref(), cut_off.as_ref());
    let mut sinks = Sinks::new(&arguments.output, report, output, checks.len())?;
    recording.evidence = sinks.evidence();
    sinks.limit_faults(options.faults);
    if !arguments.filter.only_vectors.is_empty() {
        output.note(format!(
            "{} checks of the suite are not asked (--only-vectors)",
            not_asked(&suite)
        ));
    }
    target::listen_for_signals();
    let start = || source.start(limits);
    let mut sink = with_findings(|event| {
        sinks.take(event);
        known.iter_mut().for_each(|known| known.take(event));
    });
    let end = match &cut_off {
        Some(run) => run.resume(&checks, &start, &options, &recording, &mut sink),
        None => record(&checks, &start, &options, &recording, &mut sink),
    };
    drop(sink);
    let end = end.map_err(|error| match interrupt::requested() {
        true => target::interrupted(),
        false => not_started(&error, &source, arguments),
    })?;
    let status = sinks.finish(end.exit, output);
    known.map_or(Ok(status), |known| known.finish(status, output))
}

/// How many checks of the embedded suite are not among these.
fn not_asked(suite: &Suite) -> usize {
    let names: HashSet<_> = suite.checks().into_iter().map(|check| check.name).collect();
    let all = Suite::embedded().map(|suite| suite.checks()).unwrap_or_default();
    all.iter().filter(|check| !names.contains(&check.name)).count()
}

fn start_of(arguments: &CheckArguments, filtered: usize) -> RunStart {
    let filter = &arguments.filter;
    let mut words = target::words_with_codecs(&arguments.target, &filter.codec);
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
    words.chain(arguments.strict_time.then(|| "--strict-time".to_owned())).collect()
}

/// Why the implementation did not start, and the command that examines it.
fn not_started(
    error: &StartError,
    source: &ImplementationSource,
    arguments: &CheckArguments,
) -> CliError {
    let mut text = error.to_string();
    if let StartError::Hello { stderr, .. } = error {
        if !stderr.is_empty() {
            text += &format!("\nstandard error: {stderr}");
        }
        if matches!(source, ImplementationSource::Program { .. }) {
            text += &target::advise_doctor(&target::words(&arguments.target));
        }
    }
    CliError::new(target::start_status(error), text)
}
