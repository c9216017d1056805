//! `acegate check`: the choice of checks, their run, and the failures that are known.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use acegate_vectors::{Check, Level, Suite};
use clap::Args;

use super::known::{BaselineArguments, KnownRun};
use super::options::JobsArguments;
use super::output::{CliError, Ended, Output};
use super::outputs::{OutputArguments, Sinks};
use super::target::{self, TargetArguments};
use super::time::Time;
use super::vectors::{self, FilterArguments, level};
use super::words::whole;
use crate::clock::Moment;
use crate::event::{CutOffRun, Evidence, Recording, RunStart, record};
use crate::files::ReportFile;
use crate::findings::{behaves_like, with_findings};
use crate::implementation::ImplementationSource;
use crate::interrupt;
use crate::observation::StartError;
use crate::plural;
use crate::runner::{FaultBudget, RunOptions};
use crate::suite::{Shard, ShardError};

#[derive(Debug, Args)]
pub(super) struct CheckArguments {
    #[command(flatten)]
    filter: FilterArguments,
    /// The weakest level whose failures count.
    #[arg(long, value_parser = level(), default_value_t = Level::Must, value_name = "LEVEL",
          help_heading = "Judgement")]
    enforce: Level,
    /// Fail a check if the kind of its error is not one of the expected kinds.
    #[arg(long, help_heading = "Judgement")]
    strict_errors: bool,
    #[command(flatten)]
    baseline: BaselineArguments,
    /// Run nothing unless the digest of the suite begins with these 8 to 16 hexadecimal digits.
    /// `acegate vectors digest` prints it.
    #[arg(long, value_name = "DIGEST", value_parser = parse_digest, help_heading = "Choice")]
    require_suite: Option<String>,
    /// Run only one of several shards, e.g. 2/7. `auto` takes the numbers from the environment of the
    /// CI service. `acegate merge` joins the reports.
    #[arg(long, value_name = "K/N", value_parser = parse_shard, help_heading = "Choice")]
    shard: Option<Shard>,
    /// Stop at the first result that is not as expected. Checks that are running by then still finish.
    #[arg(long)]
    fail_fast: bool,
    /// Continue the run of this report file, which was killed or interrupted. If the file does not
    /// exist, start the run.
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with = "report",
        help_heading = "Report"
    )]
    resume: Option<PathBuf>,
    /// Fail a check that passes only when it is run alone with three times the CPU time.
    #[arg(long, help_heading = "Judgement")]
    strict_time: bool,
    #[command(flatten)]
    jobs: JobsArguments,
    /// Write the report file: the events of the run, one JSON object per line. An old file is replaced
    /// as soon as the run starts. With `-` it goes to standard output, and the text report to standard
    /// error.
    #[arg(long, value_name = "FILE", help_heading = "Report")]
    report: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArguments,
    #[command(flatten)]
    target: TargetArguments,
    /// Stop after N crashes or hangs, or 1.2 × N seconds lost to them; 0 for never. The remaining
    /// checks are not run.
    #[arg(long, default_value_t = FaultBudget::FAULTS, value_name = "N", value_parser = whole(0..=u32::MAX),
          help_heading = "Limits")]
    fault_budget: u32,
    /// Stop the whole run after this time, e.g. `10m`. The remaining checks are not run.
    #[arg(long, value_name = "TIME", help_heading = "Limits")]
    total_timeout: Option<Time>,
}

pub(super) fn run(arguments: &CheckArguments, output: &Output) -> Ended {
    let begun = Some(Moment::now());
    let limits = target::limits(&arguments.target);
    let suite = vectors::chosen(&arguments.filter)?;
    let all = suite.checks();
    let count = all.len();
    let mut known = KnownRun::new(&arguments.baseline, &all)?;
    let digest = vectors::digest(&arguments.filter, &suite).to_string();
    refuse_other_suite(arguments, &digest)?;
    let filter = vectors::filter(&arguments.filter);
    let mut checks = filter.apply(all).map_err(vectors::unfiltered)?;
    let source =
        target::source(&arguments.target, &arguments.filter.codec).map_err(target::not_started)?;
    let filtered = count - checks.len();
    if let Some(shard) = arguments.shard {
        checks = in_shard(checks, shard);
    }
    let options = options(arguments);
    let mut recording = Recording {
        start: RunStart {
            suite: digest,
            arguments: words(arguments),
            filters: filter.conditions(),
            filtered,
            baseline: arguments
                .baseline
                .path()
                .map(|path| path.display().to_string()),
            options: changed_options(arguments),
            shard: arguments.shard,
            ..RunStart::default()
        },
        evidence: Evidence::OfAll,
        diagnose: Some(behaves_like),
        known: known.as_ref().map(KnownRun::known),
        begun,
        fail_fast: arguments.fail_fast,
    };
    let cut_off = cut_off_run(arguments, &checks, &options, &recording)?;
    let report = report_file(arguments, cut_off.as_ref());
    let mut sinks = Sinks::new(&arguments.output, report, output, &checks, options.faults)?;
    recording.evidence = sinks.evidence();
    if !arguments.filter.only_vectors.is_empty() {
        let others = not_asked(&suite);
        let others = plural::count(others, "check of the suite is", "checks of the suite are");
        output.note(format!("{others} not run (--only-vectors)"));
    }
    target::listen_for_signals();
    let mut sink = with_findings(|event| {
        sinks.take(event);
        if let Some(known) = &mut known {
            known.take(event);
        }
    });
    let ended = match &cut_off {
        Some(run) => run.resume(
            &checks,
            &|| source.start(limits),
            &options,
            &recording,
            &mut sink,
        ),
        None => record(
            &checks,
            &|| source.start(limits),
            &options,
            &recording,
            &mut sink,
        ),
    };
    drop(sink);
    let end = match ended {
        Ok(end) => end,
        Err(_) if interrupt::requested() => return Err(target::interrupted()),
        Err(error) => return Err(not_started(&error, &source, arguments)),
    };
    let status = sinks.finish(end.exit, output);
    match known {
        Some(known) => known.finish(status, output),
        None => Ok(status),
    }
}

fn options(arguments: &CheckArguments) -> RunOptions {
    RunOptions {
        jobs: arguments.jobs.jobs.into(),
        enforce: arguments.enforce,
        strict_errors: arguments.strict_errors,
        strict_time: arguments.strict_time,
        faults: FaultBudget::of(arguments.fault_budget),
        total_time: arguments.total_timeout.map(|time| time.0),
    }
}

fn refuse_other_suite(arguments: &CheckArguments, digest: &str) -> Result<(), CliError> {
    if let Some(required) = &arguments.require_suite
        && !digest.starts_with(required)
    {
        let what = format!("--require-suite expects suite {required}");
        return Err(format!("{what}, but this is suite {digest}").into());
    }
    Ok(())
}

/// The run that `--resume` goes on with; none if its report file is not there yet.
fn cut_off_run(
    arguments: &CheckArguments,
    checks: &[Check],
    options: &RunOptions,
    recording: &Recording,
) -> Result<Option<CutOffRun>, CliError> {
    let Some(path) = &arguments.resume else {
        return Ok(None);
    };
    if !path.exists() {
        return Ok(None);
    }
    match CutOffRun::read(path, checks, options, recording) {
        Ok(run) => Ok(Some(run)),
        Err(error) => Err(format!("{}: {error}", path.display()).into()),
    }
}

/// The report file, which begins with the events of the run that was cut off.
fn report_file(arguments: &CheckArguments, cut_off: Option<&CutOffRun>) -> Option<ReportFile> {
    let path = arguments.resume.as_ref().or(arguments.report.as_ref())?;
    Some(match cut_off {
        Some(run) => ReportFile::with_events(path, run.length(), run.events()),
        None => ReportFile::new(path),
    })
}

/// The checks of one shard: they are dealt like cards.
fn in_shard(checks: Vec<Check>, shard: Shard) -> Vec<Check> {
    let mut kept = Vec::new();
    for (place, check) in checks.into_iter().enumerate() {
        if shard.takes(place) {
            kept.push(check);
        }
    }
    kept
}

/// How many checks of the embedded suite are not among these.
fn not_asked(suite: &Suite) -> usize {
    let names: HashSet<_> = suite.checks().into_iter().map(|check| check.name).collect();
    let Ok(embedded) = Suite::embedded() else {
        return 0;
    };
    let checks = embedded.checks();
    checks
        .iter()
        .filter(|check| !names.contains(&check.name))
        .count()
}

/// The words after `acegate check` that name the implementation, its codecs and the vectors again.
fn words(arguments: &CheckArguments) -> Vec<String> {
    let filter = &arguments.filter;
    let mut words = target::words_with_codecs(&arguments.target, &filter.codec);
    let vectors = [
        ("--vectors", &filter.vectors),
        ("--only-vectors", &filter.only_vectors),
    ];
    for (option, paths) in vectors {
        for path in paths {
            words.extend([option.to_owned(), path.display().to_string()]);
        }
    }
    words
}

/// The options that change verdicts, as words, unless they have their defaults.
fn changed_options(arguments: &CheckArguments) -> Vec<String> {
    let target = &arguments.target;
    let mut changed = ChangedOptions::default();
    changed.add("--timeout", target.timeout, target::TIMEOUT);
    changed.add(
        "--start-timeout",
        target.start_timeout,
        target::START_TIMEOUT,
    );
    changed.add("--output-limit", target.output_limit, target::OUTPUT_LIMIT);
    changed.add("--memory-limit", target.memory_limit, target::MEMORY_LIMIT);
    changed.add(
        "--fault-budget",
        arguments.fault_budget,
        FaultBudget::FAULTS,
    );
    if arguments.strict_time {
        changed.words.push("--strict-time".to_owned());
    }
    changed.words
}

#[derive(Default)]
struct ChangedOptions {
    words: Vec<String>,
}

impl ChangedOptions {
    /// Adds the option with its value, unless that is the default.
    fn add<T: Copy + PartialEq + ToString>(&mut self, name: &str, value: T, default: T) {
        if value != default {
            self.words.push(name.to_owned());
            self.words.push(value.to_string());
        }
    }
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

pub(super) fn parse_shard(word: &str) -> Result<Shard, ShardError> {
    match word {
        "auto" => Shard::of_this_machine(|name| std::env::var(name).ok()),
        word => word.parse(),
    }
}

/// How many digits of a digest are enough, and how many there are.
const DIGEST_LENGTHS: RangeInclusive<usize> = 8..=16;

fn parse_digest(word: &str) -> Result<String, &'static str> {
    let is_hexadecimal = word.bytes().all(|octet| octet.is_ascii_hexdigit());
    if !is_hexadecimal || !DIGEST_LENGTHS.contains(&word.len()) {
        return Err("expected 8 to 16 hexadecimal digits");
    }
    Ok(word.to_ascii_lowercase())
}
