//! `acegate hunt`.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use acegate_codec::codecs;
use acegate_vectors::{Level, Suite};
use clap::Args;

use super::check::parse_shard;
use super::output::{CliError, Ended, Output};
use super::outputs::{OutputArguments, Sinks};
use super::progress::HuntProgress;
use super::target::{self, TargetArguments};
use super::time::Time;
use super::vectors::level;
use super::words::whole;
use crate::baseline::Baseline;
use crate::event::{Recording, RunStart};
use crate::explain::catalogue::named;
use crate::files::ReportFile;
use crate::findings::{behaves_like, with_findings};
use crate::hunt::{
    FoundVectors, HuntDraft, HuntEvent, HuntOptions, Pulse, found_by, hunt, record_hunt,
};
use crate::implementation::{ImplementationSource, adapters};
use crate::interrupt;
use crate::judge::ExitStatus;
use crate::protocol::Request;
use crate::runner::{FaultBudget, RunOptions};
use crate::suite::{Shard, request_for};
use crate::supervisor::Limits;
use crate::temporary::{new_file, replace_in_folders};

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
    /// The longest time, such as `30s`, `10m` or `1h`. Left out, it is one minute, or five where another
    /// budget is given. The last tenth of it, a minute at most, is for the findings that came last.
    #[arg(long, value_name = "TIME", help_heading = "Budget")]
    time: Option<Time>,
    /// The most requests. The same seed and number of requests give the same findings.
    #[arg(long, value_name = "N", value_parser = whole(1..=u64::MAX), help_heading = "Budget")]
    requests: Option<u64>,
    /// End when nothing new was seen for this long.
    #[arg(long, value_name = "TIME", help_heading = "Budget")]
    until_quiet: Option<Time>,
    /// End after the first findings.
    #[arg(long, help_heading = "Budget")]
    fail_fast: bool,
    /// Give up after N faults that end the process, or after 1.2 N seconds lost to them; 0 for never.
    #[arg(long, default_value_t = 200, value_name = "N", value_parser = whole(0..=u32::MAX),
          help_heading = "Budget")]
    fault_budget: u32,
    /// The seed of the requests; if left out, any, which is printed first.
    #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX))]
    seed: Option<u64>,
    /// The number of instances of the implementation that run at the same time.
    #[arg(short, long, default_value_t = 1, value_name = "N",
          value_parser = whole(1..=256_u16))]
    jobs: u16,
    /// Only the requests of one of several shards, such as 2/7, under one seed. With `auto`, the
    /// variables of the build server say which.
    #[arg(long, value_name = "K/N", value_parser = parse_shard, requires = "seed")]
    shard: Option<Shard>,
    /// The weakest level whose findings count.
    #[arg(long, value_parser = level(), default_value_t = Level::Must, value_name = "LEVEL")]
    enforce: Level,
    /// Vector files or folders whose failures are known: what has their cause does not count.
    #[arg(long, value_name = "PATH", help_heading = "Known")]
    known: Vec<PathBuf>,
    /// A baseline of `acegate check`: what has the cause of its checks does not count.
    #[arg(long, value_name = "FILE", help_heading = "Known")]
    baseline: Option<PathBuf>,
    /// Write what was found as vectors, for `check --only-vectors`, `hunt --known` and `vectors add`. A path
    /// that does not end with `.yaml` is a folder with a file for each codec. Each finding is there as
    /// soon as it is settled.
    #[arg(long, value_name = "PATH", help_heading = "Report")]
    emit: Option<PathBuf>,
    /// Replace vector files that are there already.
    #[arg(long, requires = "emit", help_heading = "Report")]
    force: bool,
    /// Write the report file: the events of the hunt, one JSON object a line.
    #[arg(long, value_name = "FILE", help_heading = "Report")]
    report: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArguments,
}

pub(super) fn run(arguments: &HuntArguments, output: &Output) -> Ended {
    let limits = target::limits(&arguments.target);
    let known = known_requests(arguments)?;
    arguments
        .codec
        .iter()
        .try_for_each(|codec| named(codec).map(drop))?;
    let seed = arguments
        .seed
        .unwrap_or_else(|| RandomState::new().build_hasher().finish() >> 32);
    if arguments.seed.is_none() {
        output.note(format!(
            "the seed is {seed}: --seed {seed} asks the same again"
        ));
    }
    let has_budget = arguments.until_quiet.is_some() || arguments.requests.is_some();
    let minutes = if has_budget { 5 } else { 1 };
    let options = HuntOptions {
        seed,
        requests: arguments.requests,
        time: arguments
            .time
            .map(|time| time.0)
            .or(Some(Duration::from_secs(60 * minutes))),
        quiet: arguments.until_quiet.map(|time| time.0),
        fail_fast: arguments.fail_fast,
        jobs: arguments.jobs.into(),
        codecs: arguments.codec.clone(),
        faults: target::fault_budget(arguments.fault_budget),
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
    let emitted = |path: &PathBuf| Emitted::new(path, seed, arguments.force);
    let emitted = arguments.emit.as_ref().map(emitted).transpose()?;
    let one = OneHunt {
        arguments,
        options: &options,
        limits,
        words,
    };
    one.run(&source, emitted, arguments.report.as_deref(), output)
}

fn run_all(
    arguments: &HuntArguments,
    options: &HuntOptions,
    limits: Limits,
    output: &Output,
) -> Ended {
    let mut worst = ExitStatus::NothingRan;
    // Each has files of its own.
    let beside =
        |path: &Option<PathBuf>, name: &str| path.as_ref().map(|path| named_after(path, name));
    let files = adapters().iter().map(|adapter| {
        let path = beside(&arguments.emit, adapter.name);
        path.map(|path| Emitted::new(&path, options.seed, arguments.force))
            .transpose()
    });
    let files: Vec<Option<Emitted>> = files.collect::<Result<_, _>>()?;
    for (adapter, emitted) in adapters().iter().zip(files) {
        if interrupt::requested() {
            return Ok(ExitStatus::Interrupted);
        }
        let source = match ImplementationSource::named(adapter.name) {
            Ok(source) => source,
            Err(error) => {
                output.note(error);
                continue;
            }
        };
        let report = beside(&arguments.report, adapter.name);
        let words = vec![adapter.name.to_owned()];
        let options = HuntOptions {
            pulse: Arc::default(),
            ..options.clone()
        };
        let one = OneHunt {
            arguments,
            options: &options,
            limits,
            words,
        };
        let status = output.status(one.run(&source, emitted, report.as_deref(), output));
        let rank = |status| FROM_BEST.iter().position(|it| *it == status);
        if rank(status) > rank(worst) {
            worst = status;
        }
    }
    Ok(worst)
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
fn known_requests(arguments: &HuntArguments) -> Result<Vec<Request>, String> {
    let mut requests = Vec::new();
    if !arguments.known.is_empty() {
        let suite = Suite::load(&arguments.known).map_err(|error| error.to_string())?;
        requests.extend(suite.checks().iter().map(request_for));
    }
    if let Some(path) = &arguments.baseline {
        let checks = Suite::embedded()
            .map_err(|error| error.to_string())?
            .checks();
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
            0,
            FaultBudget::UNLIMITED,
        )?;
        let options = RunOptions {
            enforce: self.arguments.enforce,
            ..RunOptions::default()
        };
        let facts = self.start(&BTreeMap::new());
        let mut draft = path.and_then(|path| HuntDraft::new(path, facts, options.clone()));
        let start = || source.start(self.limits);
        let pulse: &Arc<Pulse> = &self.options.pulse;
        let mut progress = HuntProgress::new(output, self.arguments.output.quiet, pulse);
        let hunted = hunt(&start, self.options, &mut |event| {
            emitted.iter_mut().for_each(|emitted| emitted.take(event));
            draft.iter_mut().for_each(|draft| draft.take(event));
            progress.take(event);
        });
        // Windows replaces no file that is open.
        drop(draft);
        let description = progress.finish();
        let summary = hunted.map_err(|error| match interrupt::requested() {
            true => target::interrupted(),
            false => {
                let advice = target::advise_doctor(&self.words);
                CliError::new(target::start_status(&error), format!("{error}{advice}"))
            }
        })?;
        let Some(description) = description else {
            return Err(CliError::new(ExitStatus::NotAlive, "it did not start"));
        };
        if summary.requests == 0 && !summary.interrupted && summary.given_up.is_none() {
            let what = "nothing was asked: the implementation has none of the codecs";
            return Err(CliError::new(ExitStatus::NothingRan, what));
        }
        let found_by = found_by(&description, self.options.seed);
        let mut vectors = FoundVectors::new(&summary.discoveries, &found_by);
        let written = emitted.map_or(Ok(BTreeMap::new()), |it| it.finish(&mut vectors));
        let is_failed = written.is_err();
        let places = written.unwrap_or_else(|what| {
            output.error(what);
            BTreeMap::new()
        });
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
        let is_failed = is_failed && status == ExitStatus::AsExpected;
        Ok(if is_failed { ExitStatus::Usage } else { status })
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

/// The vectors of a hunt, and their files: one for each codec. A path that ends with `.yaml` is the file of
/// the first codec, and another one has its name before the ending; another path is a folder.
#[derive(Debug)]
struct Emitted {
    path: PathBuf,
    seed: u64,
    vectors: FoundVectors,
    places: BTreeMap<String, PathBuf>,
    failure: Option<String>,
}

impl Emitted {
    /// The files at this path, still to be written; or a sentence, if nothing can be written there, or
    /// if one of the files is there already and may not be replaced.
    fn new(path: &Path, seed: u64, is_forced: bool) -> Result<Self, String> {
        let of_codecs = codecs().iter().map(|codec| place_of(path, codec.id()));
        let own = path.extension().map(|_| path.to_owned());
        let taken =
            own.into_iter()
                .chain(of_codecs)
                .find(|place| match fs::symlink_metadata(place) {
                    Ok(there) => !is_forced || !there.is_file(),
                    Err(_) => false,
                });
        if let Some(taken) = taken {
            let taken = taken.display();
            return Err(format!(
                "{taken} is there already; `--force` replaces a vector file"
            ));
        }
        // Folders that are not there are made with the first file.
        let above = path
            .ancestors()
            .skip(usize::from(path.extension().is_some()));
        let folder = above
            .filter(|folder| !folder.as_os_str().is_empty())
            .find(|it| it.exists());
        let folder = folder.unwrap_or(Path::new("."));
        new_file(folder, ".acegate-", None)
            .map_err(|error| format!("cannot write in {}: {error}", folder.display()))?;
        let (vectors, places) = (FoundVectors::default(), BTreeMap::new());
        Ok(Self {
            path: path.to_owned(),
            seed,
            vectors,
            places,
            failure: None,
        })
    }

    /// Takes an event of the hunt, and writes the vector that it has.
    fn take(&mut self, event: &HuntEvent<'_>) {
        match event {
            HuntEvent::Started(description) => {
                self.vectors = FoundVectors::new(&[], &found_by(description, self.seed));
            }
            HuntEvent::Found(found) => {
                self.vectors.push(found);
                self.write();
            }
        }
    }

    /// Writes all files with these vectors of the whole hunt, and gives them their places, which are returned.
    fn finish(mut self, vectors: &mut FoundVectors) -> Result<BTreeMap<String, PathBuf>, String> {
        std::mem::swap(&mut self.vectors, vectors);
        self.write();
        std::mem::swap(&mut self.vectors, vectors);
        if let Some(what) = self.failure {
            return Err(what);
        }
        vectors.place(&self.places);
        Ok(self.places)
    }

    /// Writes the file of each codec in one step.
    fn write(&mut self) {
        for (codec, text) in self.vectors.files() {
            let is_first = self.places.is_empty() && self.path.extension().is_some();
            let place = self
                .places
                .entry(codec)
                .or_insert_with_key(|codec| match is_first {
                    true => self.path.clone(),
                    false => place_of(&self.path, codec),
                });
            if let Err(error) = replace_in_folders(place, text.as_bytes()) {
                self.failure = Some(format!("cannot write {}: {error}", place.display()));
            }
        }
    }
}

/// The file of a codec that is not the first one.
fn place_of(path: &Path, codec: &str) -> PathBuf {
    match path.extension() {
        Some(_) => named_after(path, codec),
        None => path.join(format!("{codec}.yaml")),
    }
}

/// The path for one of several: `found.yaml` becomes `found.python-codec.yaml`, a folder one inside it.
fn named_after(path: &Path, name: &str) -> PathBuf {
    match path.extension() {
        Some(extension) => path.with_extension(format!("{name}.{}", extension.display())),
        None => path.join(name),
    }
}
