//! `acegate sweep`.

use std::io::Write;
use std::sync::Arc;

use acegate_codec::codecs;
use acegate_vectors::Level;
use clap::{Args, ValueEnum};

use super::output::{CliError, Ended, Output, printed};
use super::progress::SweepProgress;
use super::target::{self, TargetArguments};
use super::time::Time;
use super::vectors::level;
use super::words::whole;
use crate::implementation::ImplementationSource;
use crate::interrupt;
use crate::judge::ExitStatus;
use crate::nearest::expected_one_of;
use crate::runner::FaultBudget;
use crate::supervisor::Limits;
use crate::sweep::{
    Choice, CodePoints, FRAMES, LAST_PLANE, Sweep, SweepFinding, SweepOptions, SweepReport, sweep,
    write_json, write_markdown, write_text,
};

#[derive(Debug, Args)]
pub(super) struct SweepArguments {
    #[command(flatten)]
    target: TargetArguments,
    #[command(flatten)]
    choice: ChoiceArguments,
    /// The longest time, such as `30s`, `10m` or `1h`; no limit if left out.
    #[arg(long, value_name = "TIME", help_heading = "Budget")]
    time: Option<Time>,
    /// Give up after N faults that end the process, or after 1.2 N seconds lost to them; 0 for never.
    #[arg(long, default_value_t = 200, value_name = "N", value_parser = whole(0..=u32::MAX),
          help_heading = "Budget")]
    fault_budget: u32,
    /// The weakest level whose findings count.
    #[arg(long, value_parser = level(), default_value_t = Level::Must, value_name = "LEVEL")]
    enforce: Level,
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
    /// Only these frames, such as `alone` or `between-letters`.
    #[arg(long, value_delimiter = ',', value_name = "FRAME", value_parser = parse_frame,
          help_heading = "Choice")]
    frames: Vec<String>,
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
        let of_planes = CodePoints::of_planes(&self.planes);
        let of_planes = (!of_planes.is_empty()).then_some(of_planes);
        Choice {
            frames: self.frames.clone(),
            codecs: self.codec.clone(),
            ops: self.op.clone(),
            code_points: self.code_points.clone().or(of_planes),
        }
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
    let options = SweepOptions {
        choice: arguments.choice.choice(),
        time: arguments.time.map(|time| time.0),
        faults: FaultBudget::of(arguments.fault_budget),
        pulse: Arc::default(),
    };
    let codecs = &arguments.choice.codec;
    target::listen_for_signals();
    let source = target::source(&arguments.target, codecs).map_err(target::not_started)?;
    let words = target::words_with_codecs(&arguments.target, codecs);
    let start = || source.start(limits);
    let progress = SweepProgress::new(output, arguments.quiet, &options.pulse);
    let swept = sweep(&start, &options);
    progress.finish();
    let swept = swept.map_err(|error| {
        if interrupt::requested() {
            return target::interrupted();
        }
        let advice = target::advise_doctor(&words);
        CliError::new(target::start_status(&error), format!("{error}{advice}"))
    })?;
    let mut findings = swept.findings();
    confirm(&source, limits, &swept, &mut findings);
    let report = SweepReport::new(&swept, &findings, &words, arguments.enforce);
    if report.names() == 0 && swept.is_whole {
        let what = "nothing was asked: the implementation has none of these codecs and operations";
        return Err(CliError::new(ExitStatus::NothingRan, what));
    }
    printed(print(&report, arguments, output))?;
    Ok(status(&swept, &report))
}

/// How many findings are asked for again.
const CONFIRMED: usize = 100;

/// Asks a fresh process for the examples of the findings that are wrong.
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

fn print(report: &SweepReport, arguments: &SweepArguments, output: &Output) -> std::io::Result<()> {
    match arguments.format {
        SweepFormat::Text => write_text(report, arguments.quiet, &mut output.out()),
        SweepFormat::Markdown => write_markdown(report, &mut output.data()),
        SweepFormat::Json => write_json(report, &mut output.data()),
    }?;
    output.out().flush()
}

fn status(sweep: &Sweep, report: &SweepReport) -> ExitStatus {
    if interrupt::requested() {
        ExitStatus::Interrupted
    } else if sweep.is_given_up {
        ExitStatus::NotAlive
    } else if report.is_failed() {
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
    let ops = FRAMES.iter().flat_map(|frame| frame.ops.iter().copied());
    parse_name(word, ops)
}

fn parse_codec(word: &str) -> Result<String, String> {
    let swept = FRAMES.iter().map(|frame| frame.codec);
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
