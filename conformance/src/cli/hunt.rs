//! `acegate hunt`.

use std::fs;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::{Path, PathBuf};
use std::time::Duration;

use acegate_vectors::Suite;
use clap::Args;

use super::arguments::TargetArguments;
use super::filters::LevelArgument;
use super::output::Output;
use super::outputs::OutputArguments;
use super::part::parse_shard;
use super::sinks::Sinks;
use super::target;
use super::told::Told;
use crate::baseline::Baseline;
use crate::event::{Recording, RunStart};
use crate::findings::{behaves_like, with_findings};
use crate::hunt::{FoundVectors, HuntDraft, HuntOptions, HuntSummary, found_by, hunt, record_hunt};
use crate::implementation::{ImplementationSource, adapters};
use crate::interrupt;
use crate::judge::ExitStatus;
use crate::observation::StartError;
use crate::protocol::{Description, Request};
use crate::report::ReportFile;
use crate::runner::RunOptions;
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
    #[arg(long, value_delimiter = ',', value_name = "CODEC", help_heading = "Choice")]
    codec: Vec<String>,
    /// The longest time, such as `30s`, `10m` or `1h`. If no budget is given, it is one minute. The last
    /// tenth of it, a minute at most, is for the findings that came last.
    #[arg(long, value_name = "TIME", value_parser = parse_time, help_heading = "Budget")]
    time: Option<Duration>,
    /// The most requests. The same seed and number of requests give the same findings.
    #[arg(long, value_name = "N", help_heading = "Budget")]
    requests: Option<u64>,
    /// End when nothing new was seen for this long.
    #[arg(long, value_name = "TIME", value_parser = parse_time, help_heading = "Budget")]
    until_quiet: Option<Duration>,
    /// End after the first findings.
    #[arg(long, help_heading = "Budget")]
    fail_fast: bool,
    /// Leave out these layers, to measure what they gain.
    #[arg(long, value_delimiter = ',', value_name = "LAYER", hide = true)]
    without: Vec<String>,
    /// Give up after N faults that end the process, or after 1.2 N seconds lost to them; 0 for never.
    #[arg(long, default_value_t = 200, value_name = "N", help_heading = "Budget")]
    fault_budget: u32,
    /// The seed of the requests; if left out, any, which is printed first.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The number of instances of the implementation that run at the same time.
    #[arg(short, long, default_value_t = 1, value_name = "N",
          value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// Only the requests of one of several shards, such as 2/7, under one seed. With `auto`, the
    /// variables of the build server say which.
    #[arg(long, value_name = "K/N", value_parser = parse_shard, requires = "seed")]
    shard: Option<Shard>,
    /// The weakest level whose findings count.
    #[arg(long, value_enum, default_value_t = LevelArgument::Must, value_name = "LEVEL")]
    enforce: LevelArgument,
    /// Vector files or folders whose failures are known: what has their cause does not count.
    #[arg(long, value_name = "PATH", help_heading = "Known")]
    known: Vec<PathBuf>,
    /// A baseline of `acegate check`: what has the cause of its checks does not count.
    #[arg(long, value_name = "FILE", help_heading = "Known")]
    baseline: Option<PathBuf>,
    /// Write what was found as vectors, for `check --vectors`, `hunt --known` and `vectors add`. A path
    /// that does not end with `.yaml` is a folder with a file for each codec.
    #[arg(long, value_name = "PATH", help_heading = "Report")]
    emit: Option<PathBuf>,
    /// Write the report file: the events of the hunt, one JSON object a line.
    #[arg(long, value_name = "FILE", help_heading = "Report")]
    report: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArguments,
}

/// A time with its unit: `90`, `90s`, `1.5m`, `2h`.
fn parse_time(text: &str) -> Result<Duration, String> {
    let (number, factor) = match text.as_bytes().last() {
        Some(b's') => (&text[..text.len() - 1], 1.0),
        Some(b'm') => (&text[..text.len() - 1], 60.0),
        Some(b'h') => (&text[..text.len() - 1], 3600.0),
        _ => (text, 1.0),
    };
    let seconds = number.parse::<f64>().ok().map(|number| number * factor);
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .filter(|time| !time.is_zero())
        .ok_or_else(|| "expected a positive time, such as 90, 90s, 1.5m or 2h".to_owned())
}

pub(super) fn run(arguments: &HuntArguments, output: &Output) -> ExitStatus {
    let limits = match target::limits(&arguments.target) {
        Ok(limits) => limits,
        Err(what) => return output.error(ExitStatus::Usage, what),
    };
    let known = match known_requests(arguments) {
        Ok(known) => known,
        Err(what) => return output.error(ExitStatus::Usage, what),
    };
    let seed = arguments.seed.unwrap_or_else(|| RandomState::new().build_hasher().finish() >> 32);
    if arguments.seed.is_none() {
        output.note(format!("the seed is {seed}: --seed {seed} asks the same again"));
    }
    let has_budget =
        arguments.time.or(arguments.until_quiet).is_some() || arguments.requests.is_some();
    let options = HuntOptions {
        seed,
        requests: arguments.requests,
        time: if has_budget { arguments.time } else { Some(Duration::from_secs(60)) },
        quiet: arguments.until_quiet,
        fail_fast: arguments.fail_fast,
        without: arguments.without.clone(),
        jobs: arguments.jobs.into(),
        codecs: arguments.codec.clone(),
        faults: target::fault_budget(arguments.fault_budget),
        known,
        shard: arguments.shard,
    };
    interrupt::listen(crate::supervisor::ignored_signals());
    if arguments.all {
        return run_all(arguments, &options, limits, output);
    }
    let source = match target::source(&arguments.target, &arguments.codec) {
        Ok(source) => source,
        Err(error) => return output.error(target::start_status(&error), error),
    };
    let mut words = target::words(&arguments.target);
    if !arguments.target.one_shot().is_empty() {
        words.extend(["--codec".to_owned(), arguments.codec.join(",")]);
    }
    let one = OneHunt { arguments, options: &options, limits, words, emit: arguments.emit.clone() };
    one.run(&source, arguments.report.as_deref(), output)
}

/// Hunts every bundled adapter that can run here.
fn run_all(
    arguments: &HuntArguments,
    options: &HuntOptions,
    limits: Limits,
    output: &Output,
) -> ExitStatus {
    let mut worst = ExitStatus::NothingRan;
    for adapter in adapters() {
        if interrupt::requested() {
            return ExitStatus::Interrupted;
        }
        let source = match ImplementationSource::named(adapter.name) {
            Ok(source) => source,
            Err(error) => {
                output.note(error);
                continue;
            }
        };
        // Each has files of its own.
        let beside = |path: &PathBuf| named_after(path, adapter.name);
        let emit = arguments.emit.as_ref().map(beside);
        let report = arguments.report.as_ref().map(beside);
        let words = vec![adapter.name.to_owned()];
        let one = OneHunt { arguments, options, limits, words, emit };
        let status = one.run(&source, report.as_deref(), output);
        let rank = |status: ExitStatus| match status {
            ExitStatus::NothingRan => 0,
            ExitStatus::AsExpected => 1,
            ExitStatus::Unexpected => 2,
            ExitStatus::NotAlive => 3,
            ExitStatus::Usage => 4,
            ExitStatus::Interrupted => 5,
        };
        if rank(status) > rank(worst) {
            worst = status;
        }
    }
    worst
}

/// The path for one implementation of several: `found.yaml` becomes `found.python-codec.yaml`, and a
/// folder gets a folder inside.
fn named_after(path: &Path, name: &str) -> PathBuf {
    match path.extension() {
        Some(extension) => path.with_extension(format!("{name}.{}", extension.display())),
        None => path.join(name),
    }
}

/// The requests that are known to be answered wrongly.
fn known_requests(arguments: &HuntArguments) -> Result<Vec<Request>, String> {
    let mut requests = Vec::new();
    if !arguments.known.is_empty() {
        let suite = Suite::load(&arguments.known).map_err(|error| error.to_string())?;
        requests.extend(suite.checks().iter().map(request_for));
    }
    if let Some(path) = &arguments.baseline {
        let baseline = Baseline::read(path).map_err(|error| error.to_string())?;
        let checks = Suite::embedded().map_err(|error| error.to_string())?.checks();
        for name in baseline.names() {
            let check = checks.iter().find(|check| check.name == name);
            requests.extend(check.map(request_for));
        }
    }
    Ok(requests)
}

/// The hunt of one implementation.
struct OneHunt<'a> {
    arguments: &'a HuntArguments,
    options: &'a HuntOptions,
    limits: Limits,
    /// The words that name the implementation.
    words: Vec<String>,
    emit: Option<PathBuf>,
}

impl OneHunt<'_> {
    fn run(
        &self,
        source: &ImplementationSource,
        path: Option<&Path>,
        output: &Output,
    ) -> ExitStatus {
        let report = path.map(ReportFile::new);
        let mut sinks = match Sinks::new(&self.arguments.output, report, output, 0) {
            Ok(sinks) => sinks,
            Err(what) => return output.error(ExitStatus::Usage, what),
        };
        let options =
            RunOptions { enforce: self.arguments.enforce.into(), ..RunOptions::default() };
        let facts = self.start(&FoundVectors::default(), false);
        let mut draft = path.and_then(|path| HuntDraft::new(path, facts, options.clone()));
        let start = || source.start(self.limits);
        let mut told = Told::new(output, self.arguments.output.quiet);
        let hunted = hunt(&start, self.options, &mut |event| {
            told.take(event);
            draft.iter_mut().for_each(|draft| draft.take(event));
        });
        let description = told.finish();
        let (summary, description) = match (hunted, description) {
            (Ok(summary), Some(description)) => (summary, description),
            (Err(error), _) => return self.explain_start(&error, output),
            (Ok(_), None) => return output.error(ExitStatus::NotAlive, "it did not start"),
        };
        if summary.requests == 0 && !summary.interrupted && summary.given_up.is_none() {
            let what = "nothing was asked: the implementation has none of the codecs";
            return output.error(ExitStatus::NothingRan, what);
        }
        let (vectors, is_written) = self.vectors(&summary, &description, output);
        let recording = Recording {
            start: self.start(&vectors, is_written),
            evidence: sinks.evidence(),
            diagnose: Some(behaves_like),
            ..Recording::default()
        };
        let mut sink = with_findings(|event| sinks.take(event));
        let end = record_hunt(description, &summary, &vectors, &options, &recording, &mut sink);
        drop(sink);
        let status = sinks.finish(end.exit, output);
        let failed = self.emit.is_some() && !is_written && !vectors.files().is_empty();
        if failed && status == ExitStatus::AsExpected { ExitStatus::Usage } else { status }
    }

    /// The vectors of the discoveries, and whether they were written.
    fn vectors(
        &self,
        summary: &HuntSummary,
        description: &Description,
        output: &Output,
    ) -> (FoundVectors, bool) {
        let who = found_by(description, self.options.seed);
        let vectors = FoundVectors::new(&summary.discoveries, &who);
        let Some(path) = self.emit.as_ref().filter(|_| !vectors.files().is_empty()) else {
            return (vectors, false);
        };
        let place = |codec: &str| place_of(path, codec, vectors.files().len());
        for (codec, text) in vectors.files() {
            let path = place(codec);
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let made = folder.map_or(Ok(()), fs::create_dir_all);
            if let Err(error) = made.and_then(|()| fs::write(&path, text)) {
                output
                    .error(ExitStatus::Usage, format!("cannot write {}: {error}", path.display()));
                return (vectors, false);
            }
        }
        let count = vectors.files().len();
        let place = |codec: &str| place_of(path, codec, count).display().to_string();
        (vectors.placed(&place), true)
    }

    /// The facts from before the hunt. With vectors, a finding is repeated by `check`.
    fn start(&self, vectors: &FoundVectors, is_written: bool) -> RunStart {
        let mut words = self.words.clone();
        if let (true, Some(path)) = (is_written, &self.emit) {
            let files = vectors.files();
            for (codec, _) in &files {
                let path = place_of(path, codec, files.len());
                words.extend(["--vectors".to_owned(), path.display().to_string()]);
            }
        } else {
            words.extend(["--seed".to_owned(), self.options.seed.to_string()]);
            if let Some(requests) = self.options.requests {
                words.extend(["--requests".to_owned(), requests.to_string()]);
            }
        }
        let filters = self.arguments.codec.iter().map(|codec| format!("--codec {codec}"));
        RunStart {
            arguments: words,
            filters: filters.collect(),
            shard: self.options.shard,
            seed: Some(self.options.seed),
            ..RunStart::default()
        }
    }

    fn explain_start(&self, error: &StartError, output: &Output) -> ExitStatus {
        if interrupt::requested() {
            let what = "interrupted before the implementation started";
            return output.error(ExitStatus::Interrupted, what);
        }
        let words = ["acegate", "doctor"].into_iter().chain(self.words.iter().map(String::as_str));
        let words = shell_words::join(words);
        output.error(target::start_status(error), format!("{error}\nexamine it with: {words}"))
    }
}

/// The vector file of a codec. One of several codecs has its name before the ending.
fn place_of(path: &Path, codec: &str, codecs: usize) -> PathBuf {
    match path.extension() {
        Some(_) if codecs == 1 => path.to_owned(),
        Some(_) => named_after(path, codec),
        None => path.join(format!("{codec}.yaml")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        for (text, seconds) in [("90", 90.0), ("90s", 90.0), ("1.5m", 90.0), ("2h", 7200.0)] {
            assert_eq!(parse_time(text), Ok(Duration::from_secs_f64(seconds)), "{text}");
        }
        for text in ["", "s", "-1", "0", "1d", "NaN", "1e400"] {
            assert!(parse_time(text).is_err(), "{text}");
        }
    }

    #[test]
    fn files_of_several_codecs_and_implementations_have_names_of_their_own() {
        let place = |path: &str, codecs| place_of(Path::new(path), "utf5", codecs);
        assert_eq!(place("found.yaml", 1), Path::new("found.yaml"));
        assert_eq!(place("found.yaml", 2), Path::new("found.utf5.yaml"));
        assert_eq!(place("found", 1), Path::new("found/utf5.yaml"));
        assert_eq!(named_after(Path::new("a/f.yaml"), "icu"), Path::new("a/f.icu.yaml"));
        assert_eq!(named_after(Path::new("a"), "icu"), Path::new("a/icu"));
    }
}
