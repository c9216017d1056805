//! `acegate sweep`.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use acegate_codec::codecs;
use clap::{Args, ValueEnum};

use super::check::parse_shard;
use super::known::{BaselineArguments, KnownGroup, KnownGroups};
use super::options::{BudgetArguments, EmitArguments, EnforceArguments};
use super::output::{CliError, Ended, Output, printed};
use super::progress::SweepProgress;
use super::target::{self, TargetArguments};
use super::words::whole;
use crate::hunt::FoundVectors;
use crate::implementation::ImplementationSource;
use crate::interrupt;
use crate::judge::ExitStatus;
use crate::nearest::expected_one_of;
use crate::suite::Shard;
use crate::supervisor::Limits;
use crate::sweep::{
    Choice, CodePoints, FRAMES, LAST_PLANE, Sweep, SweepCommand, SweepEnd, SweepError, SweepFile,
    SweepFileError, SweepFinding, SweepOptions, SweepReport, sweep_into, write_json,
    write_markdown, write_text,
};

#[derive(Debug, Args)]
pub(super) struct SweepArguments {
    #[command(flatten)]
    target: TargetArguments,
    #[command(flatten)]
    choice: ChoiceArguments,
    #[command(flatten)]
    budget: BudgetArguments,
    #[command(flatten)]
    enforce: EnforceArguments,
    #[command(flatten)]
    baseline: BaselineArguments,
    #[command(flatten)]
    emit: EmitArguments,
    /// Write the report file: what was sent, a line after each batch, and the report at the end.
    #[arg(long, value_name = "FILE", help_heading = "Report")]
    report: Option<PathBuf>,
    /// Go on with this report file of a sweep that was cut off or interrupted. It is begun if it does not exist.
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with = "report",
        help_heading = "Report"
    )]
    resume: Option<PathBuf>,
    /// The format of what is printed.
    #[arg(long, value_enum, default_value_t, help_heading = "Report")]
    format: SweepFormat,
    /// Print one line for each finding that counts, and nothing if there is none. It shortens the text alone.
    #[arg(short, long, help_heading = "Report")]
    quiet: bool,
}

/// The choice of questions.
#[derive(Clone, Debug, Args)]
pub(super) struct ChoiceArguments {
    /// Only these codecs.
    #[arg(long, value_delimiter = ',', value_name = "CODEC", value_parser = parse_codec,
          help_heading = "Choice")]
    pub(super) codec: Vec<String>,
    /// Only these operations.
    #[arg(long, value_delimiter = ',', value_name = "OP", value_parser = parse_op,
          help_heading = "Choice")]
    op: Vec<String>,
    #[command(flatten)]
    frames: FrameArguments,
    /// Only the code points of one of several shards, such as 2/7. With `auto`, the variables of the service for
    /// continuous integration name it.
    #[arg(long, value_name = "K/N", value_parser = parse_shard, help_heading = "Choice")]
    shard: Option<Shard>,
}

/// The choice of frames.
#[derive(Clone, Debug, Args)]
pub(super) struct FrameArguments {
    /// Only these frames, such as `alone` or `between-letters`.
    #[arg(long, value_delimiter = ',', value_name = "FRAME", value_parser = parse_frame,
          help_heading = "Choice")]
    pub(super) frames: Vec<String>,
    /// Only these planes of Unicode, from 0 to 16. If left out, each frame has those in which it shows anything.
    #[arg(long, value_delimiter = ',', value_name = "PLANE", value_parser = whole(0..=LAST_PLANE),
          help_heading = "Choice")]
    planes: Vec<u32>,
    /// Only these code points, such as U+2135 or U+2135-2138.
    #[arg(
        long,
        value_name = "RANGE",
        conflicts_with = "planes",
        help_heading = "Choice"
    )]
    code_points: Option<CodePoints>,
}

impl ChoiceArguments {
    pub(super) fn choice(&self) -> Choice {
        Choice {
            frames: self.frames.frames.clone(),
            codecs: self.codec.clone(),
            ops: self.op.clone(),
            code_points: self.frames.code_points(),
            shard: self.shard,
        }
    }
}

impl FrameArguments {
    /// The chosen code points; `None` for those that each frame has by default.
    pub(super) fn code_points(&self) -> Option<CodePoints> {
        if self.planes.is_empty() {
            return self.code_points.clone();
        }
        Some(CodePoints::of_planes(&self.planes))
    }
}

/// The formats of the report of a sweep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum SweepFormat {
    /// For a terminal.
    #[default]
    Text,
    /// For a comment on a pull request.
    Markdown,
    /// One JSON object.
    Json,
}

pub(super) fn run(arguments: &SweepArguments, output: &Output) -> Ended {
    let limits = target::limits(&arguments.target);
    let enforce = arguments.enforce.enforce;
    let options = SweepOptions {
        choice: arguments.choice.choice(),
        time: arguments.budget.time(),
        faults: arguments.budget.faults(),
        pulse: Arc::default(),
    };
    let codecs = &arguments.choice.codec;
    target::listen_for_signals();
    let source = target::source(&arguments.target, codecs).map_err(target::not_started)?;
    let words = target::words_with_codecs(&arguments.target, codecs);
    let emitted = arguments.emit.files_at(arguments.emit.path(), 0)?;
    let command = SweepCommand {
        arguments: words.clone(),
        enforce,
    };
    let mut file = report_file(arguments, command)?;
    let start = || source.start(limits);
    let progress = SweepProgress::new(output, arguments.quiet, &options.pulse);
    let swept = sweep_into(&start, &options, file.as_mut());
    progress.finish();
    let swept = swept.map_err(|error| not_swept(error, arguments, &words))?;
    let mut findings = swept.findings();
    confirm(&source, limits, &swept, &mut findings);
    let mut report = SweepReport::new(&swept, &findings, &words, enforce);
    if report.names() == 0 && swept.is_whole {
        let what = "nothing was sent: the implementation has none of these codecs and operations";
        return Err(CliError::new(ExitStatus::NothingRan, what));
    }
    let stale = take_baseline(&mut report, arguments, output)?;
    if let Some(emitted) = emitted {
        emitted.finish(&mut vectors(&swept, &findings))?;
    }
    if let Some(file) = file
        && swept.is_whole
    {
        SweepEnd::new(swept.elapsed, &swept.remarks, &report)
            .and_then(|end| file.finish(end))
            .map_err(|error| file_error(&error, arguments))?;
    }
    printed(print(&report, arguments.format, arguments.quiet, output))?;
    Ok(status(&swept, report.is_failed() || stale))
}

/// Marks each finding that the baseline lists. Returns whether the baseline lists findings that are
/// gone.
fn take_baseline(
    report: &mut SweepReport,
    arguments: &SweepArguments,
    output: &Output,
) -> Result<bool, CliError> {
    let mut groups = Vec::new();
    for finding in report.counting() {
        groups.push(KnownGroup {
            name: finding.id.clone(),
            summary: finding.title.clone(),
            content: finding.content(),
        });
    }
    let known = KnownGroups::new(&arguments.baseline, "sweep", &groups, output)?;
    report.set_verdicts(known.verdicts);
    for name in &known.stale {
        output.note(format!(
            "the baseline lists {name}, which is no longer a finding"
        ));
    }
    Ok(!known.stale.is_empty())
}

/// The examples of the findings that are wrong, as vectors.
fn vectors(sweep: &Sweep, findings: &[SweepFinding]) -> FoundVectors {
    let description = &sweep.description.implementation;
    let identity = format!("{} {}", description.name, description.version);
    let mut vectors = FoundVectors::new(
        &[],
        &format!("Found by acegate sweep in {}", identity.trim()),
    );
    for finding in findings {
        if finding.level.is_some()
            && let Some(request) = finding.request(&sweep.questions)
        {
            vectors.push_request(&request);
        }
    }
    vectors
}

fn report_file(
    arguments: &SweepArguments,
    command: SweepCommand,
) -> Result<Option<SweepFile>, CliError> {
    let file = match (&arguments.report, &arguments.resume) {
        (Some(path), _) => SweepFile::create(path, command),
        (None, Some(path)) => SweepFile::resume(path, command),
        (None, None) => return Ok(None),
    };
    match file {
        Ok(file) => Ok(Some(file)),
        Err(error) => Err(file_error(&error, arguments)),
    }
}

fn file_error(error: &SweepFileError, arguments: &SweepArguments) -> CliError {
    let path = arguments.report.as_ref().or(arguments.resume.as_ref());
    let path = path.map_or(String::new(), |path| path.display().to_string());
    format!("{path}: {error}").into()
}

fn not_swept(error: SweepError, arguments: &SweepArguments, words: &[String]) -> CliError {
    match error {
        SweepError::File(error) => file_error(&error, arguments),
        SweepError::Start(_) if interrupt::requested() => target::interrupted(),
        SweepError::Start(error) => {
            let advice = target::advise_doctor(words);
            CliError::new(target::start_status(&error), format!("{error}{advice}"))
        }
    }
}

/// How many findings are retried.
const CONFIRMED: usize = 100;

/// Sends the examples of the wrong findings to a fresh process.
fn confirm(
    source: &ImplementationSource,
    limits: Limits,
    sweep: &Sweep,
    findings: &mut [SweepFinding],
) {
    let Ok(mut implementation) = source.start(limits) else {
        return;
    };
    let wrong = findings
        .iter_mut()
        .filter(|finding| finding.level.is_some());
    for finding in wrong.take(CONFIRMED) {
        finding.confirm(&sweep.questions, implementation.as_mut());
    }
    implementation.finish();
}

pub(super) fn print(
    report: &SweepReport,
    format: SweepFormat,
    is_quiet: bool,
    output: &Output,
) -> std::io::Result<()> {
    match format {
        SweepFormat::Text => write_text(report, is_quiet, &mut output.out()),
        SweepFormat::Markdown => write_markdown(report, &mut output.data()),
        SweepFormat::Json => write_json(report, &mut output.data()),
    }?;
    output.out().flush()
}

fn status(sweep: &Sweep, is_failed: bool) -> ExitStatus {
    if interrupt::requested() {
        ExitStatus::Interrupted
    } else if sweep.is_given_up {
        ExitStatus::NotAlive
    } else if is_failed {
        ExitStatus::Unexpected
    } else {
        ExitStatus::AsExpected
    }
}

fn parse_frame(word: &str) -> Result<String, String> {
    let names = FRAMES.iter().map(|frame| frame.name);
    parse_name(word, names)
}

fn parse_op(word: &str) -> Result<String, String> {
    let uses = FRAMES.iter().flat_map(|frame| frame.uses);
    let ops = uses.flat_map(|used| used.ops.iter().copied());
    parse_name(word, ops)
}

fn parse_codec(word: &str) -> Result<String, String> {
    let uses = FRAMES.iter().flat_map(|frame| frame.uses);
    let swept = uses.map(|used| used.codec);
    if swept.clone().all(|codec| codec != word) && codecs().iter().any(|it| it.id() == word) {
        return Err("no frame of a sweep is about this codec".to_owned());
    }
    parse_name(word, swept)
}

/// The word, if it is one of the names. Each name is offered once.
fn parse_name(word: &str, names: impl Iterator<Item = &'static str>) -> Result<String, String> {
    let mut once: Vec<&str> = Vec::new();
    for name in names {
        if name == word {
            return Ok(word.to_owned());
        }
        if !once.contains(&name) {
            once.push(name);
        }
    }
    Err(expected_one_of(word, once))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::implementation::{Implementation, InProcess};
    use crate::observation::StartError;
    use crate::sweep::sweep;

    /// The sweep of one code point, and the finding that the deviation of this id makes of it.
    fn swept() -> (Sweep, Vec<SweepFinding>) {
        let deviation = acegate_deviations::find("uts46/bidi-not-checked").expect("a deviation");
        let start = || {
            let codec = acegate_deviations::DeviantCodec::new(deviation).expect("it has a codec");
            let mine = InProcess::new("mine", "1", vec![Box::new(codec)]);
            Ok::<_, StartError>(Box::new(mine) as Box<dyn Implementation>)
        };
        let options = SweepOptions {
            choice: Choice {
                frames: vec!["between-letters".to_owned()],
                code_points: Some(['\u{5D0}'].into_iter().collect()),
                ..Choice::default()
            },
            ..SweepOptions::default()
        };
        let swept = sweep(&start, &options).expect("it starts");
        let findings = swept.findings();
        assert_eq!(findings.len(), 1);
        (swept, findings)
    }

    #[test]
    fn the_status_is_that_of_the_worst_that_happened() {
        let (mut swept, _) = swept();
        assert_eq!(status(&swept, false), ExitStatus::AsExpected);
        assert_eq!(status(&swept, true), ExitStatus::Unexpected);
        swept.is_given_up = true;
        assert_eq!(status(&swept, true), ExitStatus::NotAlive);
    }

    /// A finding that the version or the declaration explains is no vector, and is not retried.
    #[test]
    fn only_wrong_answers_are_vectors_and_repeated() {
        let reference = ImplementationSource::named("reference").expect("it is bundled");
        let (swept, mut findings) = swept();
        assert_eq!(vectors(&swept, &findings).files().len(), 1);
        confirm(&reference, Limits::default(), &swept, &mut findings);
        // The reference answers it otherwise.
        assert_eq!(findings[0].is_confirmed, Some(false));
        let mut allowed = findings;
        allowed[0].level = None;
        allowed[0].is_confirmed = None;
        assert!(vectors(&swept, &allowed).files().is_empty());
        confirm(&reference, Limits::default(), &swept, &mut allowed);
        assert_eq!(allowed[0].is_confirmed, None);
    }

    #[test]
    fn each_name_that_is_expected_is_offered_once() {
        let error = parse_op("x").expect_err("no operation");
        assert_eq!(
            error,
            "expected one of to-ascii, to-unicode, check, encode, decode"
        );
        assert_eq!(parse_op("encode").as_deref(), Ok("encode"));
    }
}
