//! `acegate hunt`.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use acegate_vectors::Suite;
use clap::Args;

use super::check::parse_shard;
use super::emitted::{Emitted, named_after};
use super::options::{EmitArguments, EnforceArguments, JobsArguments};
use super::output::{CliError, Ended, Output};
use super::outputs::{OutputArguments, Sinks};
use super::progress::HuntProgress;
use super::target::{self, TargetArguments};
use super::time::Time;
use super::words::whole;
use crate::baseline::Baseline;
use crate::event::{Recording, RunStart};
use crate::explain::catalogue::named;
use crate::files::ReportFile;
use crate::findings::{behaves_like, with_findings};
use crate::hunt::{FoundVectors, HuntDraft, HuntOptions, Pulse, found_by, hunt, record_hunt};
use crate::implementation::{ImplementationSource, adapters};
use crate::interrupt;
use crate::judge::ExitStatus;
use crate::protocol::Request;
use crate::runner::{FaultBudget, RunOptions};
use crate::suite::{Shard, request_for};
use crate::supervisor::Limits;

#[derive(Debug, Args)]
pub(super) struct HuntArguments {
    #[command(flatten)]
    target: TargetArguments,
    /// Hunt every bundled adapter that can run here, one after the other.
    #[arg(long, group = "target")]
    all: bool,
    /// Only these codecs.
    #[arg(
        long,
        value_delimiter = ',',
        value_name = "CODEC",
        help_heading = "Choice"
    )]
    codec: Vec<String>,
    /// The longest time, such as `30s`, `10m` or `1h`. The default is one minute, or five if another budget is
    /// given. The last tenth of it, at most a minute, is for minimising the latest findings.
    #[arg(long, value_name = "TIME", help_heading = "Budget")]
    time: Option<Time>,
    /// The most requests. The same seed and number of requests give the same findings.
    #[arg(long, value_name = "N", value_parser = whole(1..=u64::MAX), help_heading = "Budget")]
    requests: Option<u64>,
    /// Stop when nothing new was found for this long.
    #[arg(long, value_name = "TIME", help_heading = "Budget")]
    until_quiet: Option<Time>,
    /// Stop after the first findings.
    #[arg(long, help_heading = "Budget")]
    fail_fast: bool,
    /// Stop after N crashes or hangs, or after 1.2 × N seconds lost to them; 0 for never.
    #[arg(long, default_value_t = FAULT_BUDGET, value_name = "N", value_parser = whole(0..=u32::MAX),
          help_heading = "Budget")]
    fault_budget: u32,
    /// The seed of the requests. The default is a random one, which is printed first.
    #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX))]
    seed: Option<u64>,
    #[command(flatten)]
    jobs: JobsArguments,
    /// Only the requests of one of several shards, such as 2/7, under one seed. With `auto`, the
    /// variables of the build server say which.
    #[arg(long, value_name = "K/N", value_parser = parse_shard, requires = "seed")]
    shard: Option<Shard>,
    #[command(flatten)]
    enforce: EnforceArguments,
    /// Vector files or folders with known failures: findings with the same cause do not count.
    #[arg(long, value_name = "PATH", help_heading = "Known")]
    known: Vec<PathBuf>,
    /// A baseline of `acegate check`: findings with the same cause as one of its checks do not count.
    #[arg(long, value_name = "FILE", help_heading = "Known")]
    baseline: Option<PathBuf>,
    #[command(flatten)]
    emit: EmitArguments,
    /// Write the report file: the events of the hunt, one JSON object per line.
    #[arg(long, value_name = "FILE", help_heading = "Report")]
    report: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArguments,
}

/// The default of `--fault-budget`. A hunt looks for faults, so it tolerates more of them than a
/// check.
const FAULT_BUDGET: u32 = 200;

/// How long a hunt runs if no budget is given.
const TIME: Duration = Duration::from_secs(60);

/// The time of a hunt that has another budget, which should end it.
const TIME_BESIDE_BUDGET: Duration = Duration::from_secs(300);

pub(super) fn run(arguments: &HuntArguments, output: &Output) -> Ended {
    let limits = target::limits(&arguments.target);
    let known = known_requests(arguments)?;
    for codec in &arguments.codec {
        named(codec)?;
    }
    let seed = seed(arguments, output);
    let has_budget = arguments.until_quiet.is_some() || arguments.requests.is_some();
    let time = match arguments.time {
        Some(time) => time.0,
        None if has_budget => TIME_BESIDE_BUDGET,
        None => TIME,
    };
    let options = HuntOptions {
        seed,
        requests: arguments.requests,
        time: Some(time),
        quiet: arguments.until_quiet.map(|time| time.0),
        fail_fast: arguments.fail_fast,
        jobs: arguments.jobs.jobs.into(),
        codecs: arguments.codec.clone(),
        faults: FaultBudget::of(arguments.fault_budget),
        known,
        shard: arguments.shard,
        pulse: Arc::default(),
    };
    target::listen_for_signals();
    if arguments.all {
        return run_all(arguments, &options, limits, output);
    }
    let source =
        target::source(&arguments.target, &arguments.codec).map_err(target::not_started)?;
    let words = target::words_with_codecs(&arguments.target, &arguments.codec);
    let emitted = arguments.emit.files_at(arguments.emit.path(), seed)?;
    let one = OneHunt {
        arguments,
        options: &options,
        limits,
        words,
    };
    one.run(&source, emitted, arguments.report.as_deref(), output)
}

/// The seed of the command line, or any one, which is printed.
fn seed(arguments: &HuntArguments, output: &Output) -> u64 {
    if let Some(seed) = arguments.seed {
        return seed;
    }
    // Half of the digits are enough, and easier to type again.
    let seed = RandomState::new().build_hasher().finish() >> 32;
    output.note(format!(
        "the seed is {seed}: --seed {seed} sends the same requests again"
    ));
    seed
}

/// Hunts with all adapters. Each writes its own files.
fn run_all(
    arguments: &HuntArguments,
    options: &HuntOptions,
    limits: Limits,
    output: &Output,
) -> Ended {
    let mut worst = ExitStatus::NothingRan;
    // A file that may not be replaced is named before anything runs.
    let mut hunts = Vec::new();
    for adapter in adapters() {
        let path = named_beside(arguments.emit.path(), adapter.name);
        let emitted = arguments.emit.files_at(path.as_deref(), options.seed)?;
        hunts.push((adapter.name, emitted));
    }
    for (name, emitted) in hunts {
        if interrupt::requested() {
            return Ok(ExitStatus::Interrupted);
        }
        let source = match ImplementationSource::named(name) {
            Ok(source) => source,
            Err(error) => {
                output.note(error);
                continue;
            }
        };
        let report = named_beside(arguments.report.as_deref(), name);
        let options = HuntOptions {
            pulse: Arc::default(),
            ..options.clone()
        };
        let one = OneHunt {
            arguments,
            options: &options,
            limits,
            words: vec![name.to_owned()],
        };
        let status = output.status(one.run(&source, emitted, report.as_deref(), output));
        if badness(status) > badness(worst) {
            worst = status;
        }
    }
    Ok(worst)
}

/// A path with this file name in the same folder.
fn named_beside(path: Option<&Path>, name: &str) -> Option<PathBuf> {
    Some(named_after(path?, name))
}

/// How bad the end of a hunt is.
fn badness(status: ExitStatus) -> Option<usize> {
    FROM_BEST.iter().position(|other| *other == status)
}

/// The ends of several hunts, the worst last.
const FROM_BEST: [ExitStatus; 6] = [
    ExitStatus::NothingRan,
    ExitStatus::AsExpected,
    ExitStatus::Unexpected,
    ExitStatus::NotAlive,
    ExitStatus::Usage,
    ExitStatus::Interrupted,
];

/// The requests that are known to be answered wrongly.
fn known_requests(arguments: &HuntArguments) -> Result<Vec<Request>, CliError> {
    let mut requests = Vec::new();
    if !arguments.known.is_empty() {
        let suite = Suite::load(&arguments.known)?;
        requests.extend(suite.checks().iter().map(request_for));
    }
    if let Some(path) = &arguments.baseline {
        let checks = Suite::embedded()?.checks();
        let baseline = Baseline::for_run(path, false, &checks)?;
        for name in baseline.names() {
            let check = checks.iter().find(|check| check.name == name);
            requests.extend(check.map(request_for));
        }
    }
    Ok(requests)
}

struct OneHunt<'a> {
    arguments: &'a HuntArguments,
    options: &'a HuntOptions,
    limits: Limits,
    words: Vec<String>,
}

impl OneHunt<'_> {
    fn run(
        &self,
        source: &ImplementationSource,
        mut emitted: Option<Emitted>,
        path: Option<&Path>,
        output: &Output,
    ) -> Ended {
        let report = path.map(ReportFile::new);
        let mut sinks = Sinks::new(
            &self.arguments.output,
            report,
            output,
            &[],
            FaultBudget::UNLIMITED,
        )?;
        let options = RunOptions {
            enforce: self.arguments.enforce.enforce,
            ..RunOptions::default()
        };
        let facts = self.start(&BTreeMap::new());
        let mut draft = path.and_then(|path| HuntDraft::new(path, facts, options.clone()));
        let pulse: &Arc<Pulse> = &self.options.pulse;
        let mut progress = HuntProgress::new(output, self.arguments.output.quiet, pulse);
        let hunted = hunt(&|| source.start(self.limits), self.options, &mut |event| {
            if let Some(emitted) = &mut emitted {
                emitted.take(event);
            }
            if let Some(draft) = &mut draft {
                draft.take(event);
            }
            progress.take(event);
        });
        // Windows replaces no file that is open.
        drop(draft);
        let description = progress.finish();
        let summary = match hunted {
            Ok(summary) => summary,
            Err(_) if interrupt::requested() => return Err(target::interrupted()),
            Err(error) => {
                let advice = target::advise_doctor(&self.words);
                let what = format!("{error}{advice}");
                return Err(CliError::new(target::start_status(&error), what));
            }
        };
        let Some(description) = description else {
            return Err(CliError::new(ExitStatus::NotAlive, "it did not start"));
        };
        if summary.requests == 0 && !summary.interrupted && summary.given_up.is_none() {
            let what = "nothing was sent: the implementation offers none of the codecs";
            return Err(CliError::new(ExitStatus::NothingRan, what));
        }
        let found_by = found_by(&description, self.options.seed);
        let mut vectors = FoundVectors::new(&summary.discoveries, &found_by);
        let mut places = BTreeMap::new();
        let mut is_failed = false;
        if let Some(emitted) = emitted {
            match emitted.finish(&mut vectors) {
                Ok(written) => places = written,
                Err(what) => {
                    output.error(what);
                    is_failed = true;
                }
            }
        }
        let recording = Recording {
            start: self.start(&places),
            evidence: sinks.evidence(),
            diagnose: Some(behaves_like),
            ..Recording::default()
        };
        let mut sink = with_findings(|event| sinks.take(event));
        let end = record_hunt(
            &description,
            &summary,
            &vectors,
            &options,
            &recording,
            &mut sink,
        );
        drop(sink);
        let status = sinks.finish(end.exit, output);
        if is_failed && status == ExitStatus::AsExpected {
            return Ok(ExitStatus::Usage);
        }
        Ok(status)
    }

    /// The facts from before the hunt. With vectors, a finding is repeated by `check`.
    fn start(&self, places: &BTreeMap<String, PathBuf>) -> RunStart {
        let mut words = self.words.clone();
        for path in places.values() {
            words.extend(["--vectors".to_owned(), path.display().to_string()]);
        }
        if places.is_empty() {
            words.extend(["--seed".to_owned(), self.options.seed.to_string()]);
            if let Some(requests) = self.options.requests {
                words.extend(["--requests".to_owned(), requests.to_string()]);
            }
        }
        let filters = self
            .arguments
            .codec
            .iter()
            .map(|codec| format!("--codec {codec}"));
        RunStart {
            arguments: words,
            filters: filters.collect(),
            shard: self.options.shard,
            seed: Some(self.options.seed),
            ..RunStart::default()
        }
    }
}
