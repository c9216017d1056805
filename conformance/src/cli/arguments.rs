//! The arguments and options of the commands.

use std::path::PathBuf;

use acegate_vectors::Level;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand, ValueEnum};

use super::outputs::OutputArguments;
use super::part::PartArguments;
use super::words::{seconds, whole};
use crate::implementation::{InputForm, OutputForm};
use crate::protocol::Idna;

#[derive(Clone, Debug, Args)]
#[group(id = "target", required = true, multiple = false)]
pub(super) struct TargetChoice {
    /// `reference`, `plain`, a bundled adapter, or the path of a manifest.
    pub(super) implementation: Option<String>,
    /// A command that speaks the line protocol.
    #[arg(long, value_name = "COMMAND", display_order = 0)]
    pub(super) cmd: Option<String>,
    /// A command that is started once for each case, such as `tool {op} {in:text}`; or `OP=COMMAND`,
    /// given once for each operation.
    #[arg(long, value_name = "TEMPLATE", display_order = 0)]
    pub(super) one_shot: Vec<String>,
}

/// The implementation to check, and its limits.
#[derive(Clone, Debug, Args)]
pub(super) struct TargetArguments {
    #[command(flatten)]
    pub(super) choice: TargetChoice,
    /// With --one-shot: how the input is written to standard input, if the command has no `{in:…}`.
    #[arg(long, value_enum, default_value_t, requires = "one_shot", help_heading = "One-shot")]
    pub(super) stdin: InputForm,
    /// With --one-shot: how standard output is read.
    #[arg(long, value_enum, default_value_t, requires = "one_shot", help_heading = "One-shot")]
    pub(super) stdout: OutputForm,
    /// With --one-shot and `{op}`: the operations that the command has.
    #[arg(
        long,
        value_delimiter = ',',
        value_name = "OP",
        requires = "one_shot",
        help_heading = "One-shot"
    )]
    pub(super) ops: Vec<String>,
    /// With --one-shot: the width of the program's integers in bits; unbounded if left out.
    #[arg(long, value_name = "BITS", value_parser = whole(1..=u64::MAX), requires = "one_shot",
          help_heading = "One-shot")]
    pub(super) width: Option<u64>,
    /// With --one-shot: the longest input in code points; unbounded if left out.
    #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX), requires = "one_shot",
          help_heading = "One-shot")]
    pub(super) length: Option<u64>,
    /// The treatment of host names besides encoding, in place of the program's own word.
    #[arg(long, value_enum, value_name = "PROFILE", help_heading = "Program")]
    pub(super) idna: Option<Idna>,
    /// Set a variable for the program.
    #[arg(long, value_name = "NAME=VALUE", help_heading = "Program")]
    pub(super) env: Vec<String>,
    /// Give the program only PATH and the variables of --env.
    #[arg(long, help_heading = "Program")]
    pub(super) env_clear: bool,
    /// Seconds from a request to its reply: CPU time, or idle time. The load of the machine does not
    /// count.
    #[arg(long, default_value_t = 2.0, value_name = "SECONDS", value_parser = seconds,
          help_heading = "Limits")]
    pub(super) timeout: f64,
    /// Seconds from the start to the reply to hello, counted in the same way.
    #[arg(long, default_value_t = 10.0, value_name = "SECONDS", value_parser = seconds,
          help_heading = "Limits")]
    pub(super) start_timeout: f64,
    /// Bytes of one line of output, its newline included; of all output with --one-shot.
    #[arg(long, default_value_t = 1 << 20, value_name = "BYTES",
          value_parser = whole(1..=usize::MAX), help_heading = "Limits")]
    pub(super) output_limit: usize,
    /// Resident memory of the program and every process that it starts, in MiB.
    #[arg(long, default_value_t = 1024, value_name = "MIB",
          value_parser = whole(1..=u64::MAX), help_heading = "Limits")]
    pub(super) memory_limit: u64,
}

#[derive(Debug, Args)]
pub(super) struct DoctorArguments {
    #[command(flatten)]
    pub(super) target: TargetArguments,
    /// With --one-shot: the codec of the command.
    #[arg(long, value_name = "CODEC", requires = "one_shot", help_heading = "One-shot")]
    pub(super) codec: Vec<String>,
}

#[derive(Debug, Args)]
pub(super) struct CheckArguments {
    #[command(flatten)]
    pub(super) filter: FilterArguments,
    /// The weakest level whose failures count.
    #[arg(long, value_parser = level(), default_value_t = Level::Must, value_name = "LEVEL",
          help_heading = "Judgement")]
    pub(super) enforce: Level,
    /// Fail a check if the kind of its error is not an expected one.
    #[arg(long, help_heading = "Judgement")]
    pub(super) strict_errors: bool,
    #[command(flatten)]
    pub(super) known: BaselineArguments,
    #[command(flatten)]
    pub(super) part: PartArguments,
    /// Fail a check that is right only if it is sent alone, with three times the CPU time.
    #[arg(long, help_heading = "Judgement")]
    pub(super) strict_time: bool,
    /// The number of instances of the implementation that run at the same time.
    #[arg(short, long, default_value_t = 1, value_name = "N",
          value_parser = whole(1..=256_u16))]
    pub(super) jobs: u16,
    /// Write the report file: the events of the run, one JSON object a line. The old file stays
    /// until the run has begun. `-` is standard output; what is printed then goes to standard error.
    #[arg(long, value_name = "FILE", help_heading = "Report")]
    pub(super) report: Option<PathBuf>,
    #[command(flatten)]
    pub(super) output: OutputArguments,
    #[command(flatten)]
    pub(super) target: TargetArguments,
    /// Give up after N faults that end the process, or after 1.2 N seconds lost to them; 0 for never.
    /// The remaining checks are not run.
    #[arg(long, default_value_t = 50, value_name = "N", value_parser = whole(0..=u32::MAX),
          help_heading = "Limits")]
    pub(super) fault_budget: u32,
    /// Seconds for the whole run. The remaining checks are not run.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = "Limits")]
    pub(super) total_timeout: Option<f64>,
}

#[derive(Debug, Args)]
pub(super) struct ReportArguments {
    /// The report file that `acegate check --report FILE` wrote; `-` for standard input.
    #[arg(required_unless_present = "schema")]
    pub(super) file: Option<PathBuf>,
    /// Print the JSON Schema of report files, whose lines are events.
    #[arg(long, conflicts_with = "file")]
    pub(super) schema: bool,
    #[command(flatten)]
    pub(super) output: OutputArguments,
}

/// The failures that are known.
#[derive(Clone, Debug, Args)]
pub(super) struct BaselineArguments {
    /// A file of known failures, which do not count. Entries that no longer hold count.
    #[arg(long, value_name = "FILE", help_heading = "Baseline")]
    pub(super) baseline: Option<PathBuf>,
    /// Renew the baseline by this run: new failures are added, and failures that are gone are taken
    /// out. What did not run stays.
    #[arg(long, requires = "baseline", help_heading = "Baseline")]
    pub(super) update_baseline: bool,
    /// With --update-baseline: why the new failures may fail for now.
    #[arg(long, value_name = "TEXT", requires = "update_baseline", help_heading = "Baseline")]
    pub(super) reason: Option<String>,
}

#[derive(Debug, Args)]
pub(super) struct ServeArguments {
    /// `reference` or `plain`.
    #[arg(default_value = "reference", value_parser = ["reference", "plain"])]
    pub(super) implementation: String,
    /// Serve the reference codec with one known fault instead, such as
    /// `punycode/leading-delimiter-consumed`; with several, given more than once or joined with
    /// `+`, all of them together.
    #[arg(long = "deviation", value_name = "ID", conflicts_with = "implementation")]
    pub(super) deviations: Vec<String>,
}

/// The input of an operation.
#[derive(Debug, Args)]
pub(super) struct InputArguments {
    /// The codec, such as `punycode`.
    pub(super) codec: String,
    /// The input. It may begin with one hyphen; if it begins with two, write `--` before it. If left
    /// out, it is standard input without its last newline.
    pub(super) input: Option<String>,
    /// The input is given as code points, such as `U+00FC U+D800`.
    #[arg(short, long)]
    pub(super) code_points: bool,
    /// The input is given as octets in hexadecimal digits.
    #[arg(long, conflicts_with = "code_points")]
    pub(super) hex: bool,
    /// The input is a list of texts, one a line, as it always is for `book`.
    #[arg(long, conflicts_with_all = ["code_points", "hex", "flags"])]
    pub(super) list: bool,
    /// One letter a code point: `u` for upper case, `l` for lower (with --annotation true).
    #[arg(long, value_name = "FLAGS")]
    pub(super) flags: Option<String>,
}

/// An operation with an input, and how its result is written.
#[derive(Debug, Args)]
pub(super) struct OperationArguments {
    #[command(flatten)]
    pub(super) on: InputArguments,
    /// Take each line of standard input as one input, and write one line for each. If an input is
    /// refused, its line is empty, and standard error has its number and the reason.
    #[arg(long, conflicts_with_all = ["input", "list", "flags"])]
    pub(super) lines: bool,
    /// How the result is written.
    #[arg(long, value_name = "FORM", value_enum, default_value_t)]
    pub(super) output: ResultForm,
}

/// How the result of an operation is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum ResultForm {
    /// The octets of the value and a newline; a list has one value a line.
    #[default]
    Text,
    /// Code points as `U+` numbers, separated by spaces.
    Cps,
    /// The octets, those of UTF-8 for text, as hexadecimal digits.
    Hex,
    /// A value of the line protocol.
    Json,
}

/// The codec is the first word, as in the other commands, and the input is the last.
#[derive(Debug, Args)]
#[command(mut_arg("input", |input| input.index(3)))]
pub(super) struct ApplyArguments {
    /// The operation, such as `to-ascii`.
    #[arg(index = 2)]
    pub(super) op: String,
    #[command(flatten)]
    pub(super) operation: OperationArguments,
}

#[derive(Debug, Args)]
pub(super) struct ExplainArguments {
    #[command(flatten)]
    pub(super) on: InputArguments,
    /// Explain the decoding of the input instead of its encoding.
    #[arg(short, long)]
    pub(super) decode: bool,
    /// Explain another operation than `encode` or `decode`, such as `to-ascii`.
    #[arg(long, conflicts_with = "decode")]
    pub(super) op: Option<String>,
    /// The format of the output.
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: ExplainFormat,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum ExplainFormat {
    /// A step a line.
    #[default]
    Text,
    /// A page with the steps as the document draws them.
    Html,
}

#[derive(Debug, Subcommand)]
pub(super) enum VectorsCommand {
    /// Check vector files: form, style, and that codecs, operations and error kinds exist.
    Lint {
        /// Files or folders; the embedded suite if left out.
        paths: Vec<PathBuf>,
    },
    /// Write vector files in their canonical form.
    Fmt {
        /// Files or folders.
        #[arg(required = true)]
        paths: Vec<PathBuf>,
        /// Change no file; exit 1 if one is not canonical.
        #[arg(long)]
        check: bool,
    },
    /// Add the cases of a vector file to the files of their theme, if the reference and its
    /// model pass them.
    Add {
        /// The file with the new cases.
        from: PathBuf,
        /// The folder of the vector files.
        #[arg(long, value_name = "FOLDER", default_value = "vectors")]
        to: PathBuf,
    },
    /// List cases, one a line.
    List(CaseArguments),
    /// Show cases as they are written.
    Show(CaseArguments),
    /// Write cases as JSON with all defaults filled in, for test runners of your own.
    Export {
        #[command(flatten)]
        cases: CaseArguments,
        /// Print the JSON Schema of what is written.
        #[arg(long, exclusive = true)]
        schema: bool,
    },
    /// Print the digest of a suite, which `acegate check --require-suite` asks for.
    Digest {
        /// Files or folders; the embedded suite if left out.
        paths: Vec<PathBuf>,
    },
    /// Print the JSON Schema of vector files.
    Schema,
}

/// The choice of cases, by the names that reports use.
#[derive(Debug, Args)]
pub(super) struct CaseArguments {
    /// Codecs, requirements, clauses, ids, ids with the operation of a check at the end, or places
    /// such as `vectors/punycode/texts.yaml:29`. If left out, all cases that the options choose.
    #[arg(value_name = "CASE")]
    pub(super) words: Vec<String>,
    #[command(flatten)]
    pub(super) filter: FilterArguments,
}

/// The choice of requirements, by the names that reports use.
#[derive(Debug, Args)]
pub(super) struct CoverageArguments {
    /// Requirements such as `punycode-27`, clauses such as `RFC 3492, 6.4`, or codecs. If left out,
    /// all.
    #[arg(value_name = "REQUIREMENT")]
    pub(super) words: Vec<String>,
    /// Only requirements of these codecs.
    #[arg(long, value_delimiter = ',', value_name = "CODEC")]
    pub(super) codec: Vec<String>,
    /// Only requirements of this clause and of the clauses below it.
    #[arg(long, value_name = "CLAUSE")]
    pub(super) clause: Vec<String>,
    /// Only this requirement.
    #[arg(long, value_name = "ID")]
    pub(super) requirement: Vec<String>,
    /// The format of the output.
    #[arg(long, value_enum, default_value_t = CoverageFormat::Text)]
    pub(super) format: CoverageFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum CoverageFormat {
    /// The counts, and the requirements and deviations that are missed.
    Text,
    /// Tables of all requirements and deviations.
    Markdown,
    /// The same as JSON.
    Json,
}

/// The levels by name, the weakest first.
pub(super) fn level() -> impl TypedValueParser<Value = Level> {
    let names = Level::ALL.into_iter().rev().map(Level::as_str);
    PossibleValuesParser::new(names)
        .try_map(|name| Level::ALL.into_iter().find(|it| it.as_str() == name).ok_or("no level"))
}

/// The choice of cases.
#[derive(Clone, Debug, Args)]
pub(super) struct FilterArguments {
    /// Only cases of these codecs.
    #[arg(long, value_delimiter = ',', value_name = "CODEC", help_heading = "Choice")]
    pub(super) codec: Vec<String>,
    /// Only cases whose id matches; `*` stands for anything, `?` for one character.
    #[arg(long, value_name = "PATTERN", help_heading = "Choice")]
    pub(super) id: Vec<String>,
    /// Only cases whose id does not match.
    #[arg(long, value_name = "PATTERN", help_heading = "Choice")]
    pub(super) skip: Vec<String>,
    /// Only cases of this clause and of the clauses below it, such as `RFC 3492, 6.4`, or `6.4` if
    /// one document has it.
    #[arg(long, value_name = "CLAUSE", help_heading = "Choice")]
    pub(super) clause: Vec<String>,
    /// Only cases that test this requirement, such as `punycode-27`.
    #[arg(long, value_name = "ID", help_heading = "Choice")]
    pub(super) requirement: Vec<String>,
    /// Only cases that are at least this binding.
    #[arg(long, value_parser = level(), value_name = "LEVEL", help_heading = "Choice")]
    pub(super) level: Option<Level>,
    /// Vector files or folders to use besides the embedded suite.
    #[arg(long, value_name = "PATH", help_heading = "Choice")]
    pub(super) vectors: Vec<PathBuf>,
    /// Vector files or folders to use instead of the embedded suite.
    #[arg(long, value_name = "PATH", help_heading = "Choice")]
    pub(super) only_vectors: Vec<PathBuf>,
}
