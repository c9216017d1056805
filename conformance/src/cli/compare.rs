//! `acegate compare`.

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, Parser, ValueEnum};

use super::known::{BaselineArguments, KnownGroup, KnownGroups};
use super::options::BudgetArguments;
use super::output::{CliError, Ended, Output, printed};
use super::progress::SweepProgress;
use super::sweep::FrameArguments;
use super::target::{self, TargetArguments};
use super::words::whole;
use crate::compare::{
    CompareError, CompareOptions, CompareReport, Comparison, FrameChoice, Generated, Labels,
    NameList, Questions, compare, write_html, write_json, write_markdown, write_text,
};
use crate::explain::catalogue::named;
use crate::implementation::ImplementationSource;
use crate::interrupt;
use crate::judge::ExitStatus;
use crate::supervisor::Limits;

#[derive(Debug, Args)]
pub(super) struct CompareArguments {
    /// Two implementations, each as `acegate check` takes it: `reference`, a bundled adapter, or the path of a
    /// manifest; or all of its arguments in quotes, such as `"python-idna --env NAME=VALUE"`.
    #[arg(value_name = "SIDE")]
    sides: Vec<String>,
    /// A command that speaks the line protocol. It is a side after those without an option, and may be given twice.
    #[arg(long, value_name = "COMMAND")]
    cmd: Vec<String>,
    /// The old version of a library, written as SIDE. The report then says what its users will see change.
    #[arg(long, value_name = "SIDE", allow_hyphen_values = true, requires = "new",
          conflicts_with_all = ["sides", "cmd"])]
    old: Option<String>,
    /// The new version of the same library.
    #[arg(
        long,
        value_name = "SIDE",
        allow_hyphen_values = true,
        requires = "old"
    )]
    new: Option<String>,
    /// Send the names of this file, one a line; `-` is standard input.
    #[arg(long, value_name = "FILE", help_heading = "Questions")]
    names: Option<PathBuf>,
    /// Send the inputs of the suite. This is the default, with --generate 20000, if no questions are chosen.
    #[arg(long, help_heading = "Questions")]
    suite: bool,
    /// Send N generated requests, as a hunt makes them.
    #[arg(long, value_name = "N", value_parser = whole(0..=usize::MAX), help_heading = "Questions")]
    generate: Option<usize>,
    /// The seed of the generated requests.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0..=u64::MAX),
          help_heading = "Questions")]
    seed: u64,
    #[command(flatten)]
    frames: FrameArguments,
    /// Only these codecs.
    #[arg(
        long,
        value_delimiter = ',',
        value_name = "CODEC",
        help_heading = "Choice"
    )]
    codec: Vec<String>,
    /// Only these operations.
    #[arg(
        long,
        value_delimiter = ',',
        value_name = "OP",
        help_heading = "Choice"
    )]
    op: Vec<String>,
    #[command(flatten)]
    baseline: BaselineArguments,
    #[command(flatten)]
    budget: BudgetArguments,
    /// The format of what is printed.
    #[arg(long, value_enum, default_value_t, help_heading = "Report")]
    format: CompareFormat,
    /// List so many questions of each group; JSON has them all.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole(0..=usize::MAX),
          help_heading = "Report")]
    details: usize,
}

/// The formats of the report of a comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum CompareFormat {
    /// For a terminal.
    #[default]
    Text,
    /// For a comment on a pull request.
    Markdown,
    /// One JSON object, with every question that is answered differently.
    Json,
    /// A page.
    Html,
}

/// The arguments of `acegate check` that name an implementation, in one argument.
#[derive(Debug, Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct SideArguments {
    #[command(flatten)]
    target: TargetArguments,
}

/// One of the implementations.
struct Target {
    source: ImplementationSource,
    limits: Limits,
}

/// How many requests are generated if no questions are chosen.
const GENERATED: usize = 20_000;

pub(super) fn run(arguments: &CompareArguments, output: &Output) -> Ended {
    let words = side_words(arguments)?;
    let [first, second] = [target(arguments, &words[0])?, target(arguments, &words[1])?];
    let options = CompareOptions {
        questions: questions(arguments)?,
        time: arguments.budget.time(),
        faults: arguments.budget.faults(),
        pulse: Arc::default(),
    };
    target::listen_for_signals();
    let progress = SweepProgress::new(output, false, &options.pulse);
    let compared = compare(
        [&|| first.source.start(first.limits), &|| {
            second.source.start(second.limits)
        }],
        &options,
    );
    progress.finish();
    let comparison = compared.map_err(|error| not_compared(&error, &words))?;
    let [one, two] = &comparison.descriptions;
    let identities = [&one.implementation, &two.implementation];
    let is_upgrade = arguments.old.is_some();
    let labels = Labels::new(identities, is_upgrade, repeated_words(arguments, &words));
    let mut report = CompareReport::new(&comparison, &labels);
    if report.asked() == 0 && comparison.is_whole {
        let what = "nothing was sent: the sides have none of these codecs and operations in common";
        return Err(CliError::new(ExitStatus::NothingRan, what));
    }
    let mut groups = Vec::new();
    for group in report.groups() {
        groups.push(KnownGroup {
            name: group.id.clone(),
            summary: group.title.clone(),
            content: group.content.clone(),
        });
    }
    let known = KnownGroups::new(&arguments.baseline, "compare", &groups, output)?;
    report.set_verdicts(known.verdicts);
    for name in &known.stale {
        output.note(format!(
            "the baseline lists {name}, which is no longer a difference"
        ));
    }
    let is_new = report.has_new_differences() || !known.stale.is_empty();
    printed(print(&report, arguments, output))?;
    Ok(status(&comparison, is_new))
}

/// The words that name both sides.
fn side_words(arguments: &CompareArguments) -> Result<[String; 2], CliError> {
    let mut words = arguments.sides.clone();
    for command in &arguments.cmd {
        words.push(shell_words::join(["--cmd", command]));
    }
    words.extend(arguments.old.clone());
    words.extend(arguments.new.clone());
    let count = words.len();
    <[String; 2]>::try_from(words).map_err(|_| {
        let what = format!("expected two sides, found {count}");
        CliError::from(format!(
            "{what}: acegate compare A B, --cmd COMMAND for each, or --old A --new B"
        ))
    })
}

/// The arguments of `acegate compare` that name both sides again.
fn repeated_words(arguments: &CompareArguments, words: &[String; 2]) -> Vec<String> {
    let [one, two] = words.clone();
    if arguments.old.is_some() {
        return vec!["--old".to_owned(), one, "--new".to_owned(), two];
    }
    vec![one, two]
}

/// The implementation of a side.
fn target(arguments: &CompareArguments, words: &str) -> Result<Target, CliError> {
    let split = shell_words::split(words).map_err(|error| format!("{words:?}: {error}"))?;
    let side = SideArguments::try_parse_from(split).map_err(|error| {
        let text = error.to_string();
        let first = text.lines().next().unwrap_or_default();
        format!(
            "{words:?} is not a side: {}",
            first.trim_start_matches("error: ")
        )
    })?;
    Ok(Target {
        source: target::source(&side.target, &arguments.codec).map_err(target::not_started)?,
        limits: target::limits(&side.target),
    })
}

fn questions(arguments: &CompareArguments) -> Result<Questions, CliError> {
    for codec in &arguments.codec {
        named(codec)?;
    }
    let mut names = None;
    if let Some(path) = &arguments.names {
        names = Some(read_names(path)?);
    }
    let is_chosen = names.is_some()
        || arguments.suite
        || arguments.generate.is_some()
        || !arguments.frames.frames.is_empty();
    let mut generate = arguments.generate;
    if !is_chosen {
        generate = Some(GENERATED);
    }
    Ok(Questions {
        codecs: arguments.codec.clone(),
        ops: arguments.op.clone(),
        suite: arguments.suite || !is_chosen,
        frames: FrameChoice {
            frames: arguments.frames.frames.clone(),
            code_points: arguments.frames.code_points(),
        },
        generated: generate.map(|count| Generated {
            count,
            seed: arguments.seed,
        }),
        names,
    })
}

fn read_names(path: &Path) -> Result<NameList, CliError> {
    let list = if path == Path::new("-") {
        NameList::read(io::stdin().lock())
    } else {
        let file = File::open(path).map_err(|error| format!("{}: {error}", path.display()))?;
        NameList::read(BufReader::new(file))
    };
    list.map_err(|error| error.sentence(&path.display().to_string()).into())
}

fn not_compared(error: &CompareError, words: &[String; 2]) -> CliError {
    match error {
        CompareError::Suite(error) => error.to_string().into(),
        CompareError::Start(..) if interrupt::requested() => target::interrupted(),
        CompareError::Start(side, error) => {
            let words = shell_words::split(side.of::<String>(words)).unwrap_or_default();
            let advice = target::advise_doctor(&words);
            CliError::new(target::start_status(error), format!("{error}{advice}"))
        }
    }
}

fn print(report: &CompareReport, arguments: &CompareArguments, output: &Output) -> io::Result<()> {
    let most = arguments.details;
    match arguments.format {
        CompareFormat::Text => write_text(report, most, &mut output.out()),
        CompareFormat::Markdown => write_markdown(report, most, &mut output.data()),
        CompareFormat::Json => write_json(report, &mut output.data()),
        CompareFormat::Html => write_html(report, &mut output.data()),
    }?;
    output.out().flush()
}

fn status(comparison: &Comparison, is_new: bool) -> ExitStatus {
    if interrupt::requested() {
        ExitStatus::Interrupted
    } else if comparison.is_given_up {
        ExitStatus::NotAlive
    } else if is_new {
        ExitStatus::Unexpected
    } else {
        ExitStatus::AsExpected
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::Side;
    use crate::observation::StartError;

    #[derive(Debug, Parser)]
    #[command(no_binary_name = true)]
    struct Line {
        #[command(flatten)]
        arguments: CompareArguments,
    }

    fn arguments(words: &[&str]) -> CompareArguments {
        Line::try_parse_from(words).expect("arguments").arguments
    }

    #[test]
    fn the_suite_and_generated_requests_are_sent_if_no_questions_are_chosen() {
        let chosen = |words: &[&str]| {
            let questions = questions(&arguments(words)).expect("questions");
            (
                questions.suite,
                questions.generated.map(|generated| generated.count),
            )
        };
        assert_eq!(chosen(&["a", "b"]), (true, Some(20_000)));
        assert_eq!(chosen(&["a", "b", "--suite"]), (true, None));
        assert_eq!(chosen(&["a", "b", "--generate", "7"]), (false, Some(7)));
        assert_eq!(chosen(&["a", "b", "--frames", "alone"]), (false, None));
        let unknown = questions(&arguments(&["a", "b", "--codec", "rot13"]));
        let error = format!("{:?}", unknown.expect_err("no codec"));
        assert!(error.contains("rot13"), "{error}");
    }

    /// The words name both sides again, as they were given.
    #[test]
    fn a_command_is_repeated_with_the_words_of_its_sides() {
        for words in [&["a", "b"][..], &["--old", "a", "--new", "b"]] {
            let arguments = arguments(words);
            let sides = side_words(&arguments).expect("two sides");
            assert_eq!(sides, ["a", "b"]);
            assert_eq!(repeated_words(&arguments, &sides), words);
        }
        let arguments = arguments(&["a", "--cmd", "b c"]);
        assert_eq!(
            side_words(&arguments).expect("two sides"),
            ["a", "--cmd 'b c'"]
        );
    }

    #[test]
    fn the_advice_names_the_side_that_does_not_start() {
        let words = ["one".to_owned(), "--cmd 'two 2'".to_owned()];
        for (side, advice) in [
            (Side::First, "acegate doctor one"),
            (Side::Second, "acegate doctor --cmd 'two 2'"),
        ] {
            let error = StartError::Version {
                found: 7,
                spoken: 1,
            };
            let shown = format!(
                "{:?}",
                not_compared(&CompareError::Start(side, error), &words)
            );
            assert!(shown.contains(advice), "{shown}");
        }
    }

    #[test]
    fn the_status_is_that_of_the_worst_that_happened() {
        let reference = ImplementationSource::named("reference").expect("it is bundled");
        let start = || reference.start(Limits::default());
        let mut comparison =
            compare([&start, &start], &CompareOptions::default()).expect("both start");
        assert_eq!(status(&comparison, false), ExitStatus::AsExpected);
        assert_eq!(status(&comparison, true), ExitStatus::Unexpected);
        comparison.is_given_up = true;
        assert_eq!(status(&comparison, true), ExitStatus::NotAlive);
    }
}
