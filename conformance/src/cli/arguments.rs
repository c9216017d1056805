//! What can be written on the command line.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::implementation::{InputForm, OutputForm};
use crate::report::{FORMATS, Format, format_named};

/// Tells whether an implementation of a text encoding is right.
#[derive(Debug, Parser)]
#[command(
    name = "acegate",
    version,
    max_term_width = 100,
    after_help = "Exit status: 0 as expected, 1 unexpected results, 2 usage or vectors wrong or \
                  report not written, 3 implementation not started or not kept alive, 4 nothing ran."
)]
pub(super) struct Cli {
    /// When to colour.
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto)]
    pub(super) color: Color,
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Check an implementation against the suite.
    Check(Box<CheckArguments>),
    /// Render a report file, whole or cut off, in any format.
    Report(ReportArguments),
    /// Examine how a program speaks the line protocol, or how a one-shot command is called, before
    /// any vector is run.
    Doctor(DoctorArguments),
    /// Serve the reference codecs, or a known fault, as a program that speaks the line protocol.
    Serve(ServeArguments),
    /// Encode with a reference codec.
    Encode(OperationArguments),
    /// Decode with a reference codec.
    Decode(OperationArguments),
    /// Carry out any operation of a reference codec.
    Apply(ApplyArguments),
    /// List the codecs, or describe one: its operations, parameters, prefix and document.
    Codecs(CodecsArguments),
    /// Show the worked steps of an encoding or decoding, as the documents print them.
    Explain(ExplainArguments),
    /// Look at test vectors, or check vector files.
    Vectors(VectorsArguments),
    /// Show how well the suite covers the documents; exit 1 where a MUST or a deviation is missed.
    Coverage(CoverageArguments),
    /// List the bundled adapters, and say which can run here.
    Implementations,
}

#[derive(Clone, Debug, Args)]
#[group(id = "target", required = true, multiple = false)]
struct TargetChoice {
    /// `reference`, `plain`, a bundled adapter, or the path of a manifest.
    implementation: Option<String>,
    /// A command that speaks the line protocol.
    #[arg(long, value_name = "COMMAND")]
    cmd: Option<String>,
    /// A command that is called once a case, such as `tool {op} {in:text}`; or `OP=COMMAND`, once
    /// for every operation.
    #[arg(long, value_name = "TEMPLATE")]
    one_shot: Vec<String>,
}

/// What is checked, and within which limits.
#[derive(Clone, Debug, Args)]
pub(super) struct TargetArguments {
    #[command(flatten)]
    choice: TargetChoice,
    /// With --one-shot: how the input stands on standard input, where no `{in:…}` takes it.
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
    /// With --one-shot: the width of the program's integers in bits. Left out, unbounded.
    #[arg(long, value_name = "BITS", requires = "one_shot", help_heading = "One-shot")]
    pub(super) width: Option<u64>,
    /// With --one-shot: the longest input in code points. Left out, unbounded.
    #[arg(long, value_name = "N", requires = "one_shot", help_heading = "One-shot")]
    pub(super) length: Option<u64>,
    /// Set a variable for the program.
    #[arg(long, value_name = "NAME=VALUE")]
    pub(super) env: Vec<String>,
    /// Give the program no other variables than PATH and those of --env.
    #[arg(long)]
    pub(super) env_clear: bool,
    /// Seconds from a request to its reply: of CPU time, or of doing nothing. A busy machine does
    /// not use them up.
    #[arg(long, default_value_t = 2.0, value_name = "SECONDS", help_heading = "Limits")]
    pub(super) timeout: f64,
    /// Seconds from the start to the reply to hello, counted the same way.
    #[arg(long, default_value_t = 10.0, value_name = "SECONDS", help_heading = "Limits")]
    pub(super) start_timeout: f64,
    /// Output without the end of a line, in bytes.
    #[arg(long, default_value_t = 1 << 20, value_name = "BYTES", help_heading = "Limits")]
    pub(super) output_limit: usize,
    /// Resident memory of the program and all that it starts, in MiB.
    #[arg(long, default_value_t = 1024, value_name = "MIB", help_heading = "Limits")]
    pub(super) memory_limit: u64,
}

impl TargetArguments {
    pub(super) fn name(&self) -> Option<&str> {
        self.choice.implementation.as_deref()
    }

    pub(super) fn cmd(&self) -> Option<&str> {
        self.choice.cmd.as_deref()
    }

    pub(super) fn one_shot(&self) -> &[String] {
        &self.choice.one_shot
    }
}

#[derive(Debug, Args)]
pub(super) struct DoctorArguments {
    #[command(flatten)]
    pub(super) target: TargetArguments,
    /// With --one-shot: the codec that the command is of.
    #[arg(long, value_name = "CODEC", requires = "one_shot", help_heading = "One-shot")]
    pub(super) codec: Vec<String>,
}

#[derive(Debug, Args)]
pub(super) struct CheckArguments {
    #[command(flatten)]
    pub(super) target: TargetArguments,
    #[command(flatten)]
    pub(super) filter: FilterArguments,
    /// The weakest level whose failures count.
    #[arg(long, value_enum, default_value_t = LevelArgument::Must, value_name = "LEVEL")]
    pub(super) enforce: LevelArgument,
    /// Let a refusal for another reason than expected fail.
    #[arg(long)]
    pub(super) strict_errors: bool,
    /// Let a check fail that is right only when it is put alone and with three times the CPU time.
    #[arg(long)]
    pub(super) fail_slow: bool,
    /// Give the implementation up after N faults that end its process, or after 1.2 N seconds lost
    /// to them; 0 for never. The checks that are left are not run.
    #[arg(long, default_value_t = 50, value_name = "N", help_heading = "Limits")]
    pub(super) fault_budget: u32,
    /// Seconds for the whole run. The checks that are left are not run.
    #[arg(long, value_name = "SECONDS", help_heading = "Limits")]
    pub(super) total_timeout: Option<f64>,
    /// How many instances of the implementation work side by side.
    #[arg(short, long, default_value_t = 1, value_name = "N",
          value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(super) jobs: u16,
    /// Write the report file: the events of the run, one JSON object a line. The old file stays
    /// until the run has begun. `-` is standard output; what is printed then goes to standard error.
    #[arg(long, value_name = "FILE", help_heading = "Report")]
    pub(super) report: Option<PathBuf>,
    /// What is printed.
    #[arg(long, value_parser = formats(), default_value = "text", help_heading = "Report")]
    pub(super) format: &'static Format,
    #[command(flatten)]
    pub(super) shown: ShownArguments,
}

#[derive(Debug, Args)]
pub(super) struct ReportArguments {
    /// The report file that `acegate check --report FILE` wrote; `-` for standard input.
    pub(super) file: PathBuf,
    /// What is printed.
    #[arg(long, value_parser = formats(), default_value = "text", help_heading = "Report")]
    pub(super) format: &'static Format,
    #[command(flatten)]
    pub(super) shown: ShownArguments,
}

/// How much the text report shows.
#[derive(Debug, Args)]
pub(super) struct ShownArguments {
    /// How many failures are shown in full.
    #[arg(long, default_value_t = 20, value_name = "N", help_heading = "Report")]
    pub(super) details: usize,
    /// How many advisory failures are shown in full.
    #[arg(long, default_value_t = 0, value_name = "N", help_heading = "Report")]
    pub(super) details_advisory: usize,
}

/// The formats by name.
fn formats() -> impl TypedValueParser<Value = &'static Format> {
    let names = FORMATS.iter().map(|format| PossibleValue::new(format.name).help(format.help));
    PossibleValuesParser::new(names).try_map(|name| format_named(&name).ok_or("no such format"))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum LevelArgument {
    May,
    Should,
    Must,
}

impl From<LevelArgument> for acegate_vectors::Level {
    fn from(level: LevelArgument) -> Self {
        match level {
            LevelArgument::May => Self::May,
            LevelArgument::Should => Self::Should,
            LevelArgument::Must => Self::Must,
        }
    }
}

/// Which cases.
#[derive(Clone, Debug, Args)]
pub(super) struct FilterArguments {
    /// Only cases of these codecs.
    #[arg(long, value_delimiter = ',', value_name = "CODEC", help_heading = "Choice")]
    pub(super) codec: Vec<String>,
    /// Only cases whose id matches; `*` stands for anything, `?` for one character.
    #[arg(long, value_name = "PATTERN", help_heading = "Choice")]
    pub(super) id: Vec<String>,
    /// No cases whose id matches.
    #[arg(long, value_name = "PATTERN", help_heading = "Choice")]
    pub(super) skip: Vec<String>,
    /// Only cases of this clause and of those below it.
    #[arg(long, value_name = "CLAUSE", help_heading = "Choice")]
    pub(super) clause: Vec<String>,
    /// Only cases that are at least this binding.
    #[arg(long, value_enum, value_name = "LEVEL", help_heading = "Choice")]
    pub(super) level: Option<LevelArgument>,
    /// Vector files or folders to use instead of the suite that acegate carries.
    #[arg(long, value_name = "PATH", help_heading = "Choice")]
    pub(super) vectors: Vec<PathBuf>,
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

/// What an operation is carried out on.
#[derive(Debug, Args)]
pub(super) struct InputArguments {
    /// The codec, such as `punycode`.
    pub(super) codec: String,
    /// The input, one leading hyphen included; where it begins with two, write `--` before it.
    /// Left out, standard input is read, and one newline at its end is not part of it.
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
    /// Every line of standard input is an input of its own, and gets one line of output: an empty
    /// one where it is refused, with the reason and its number on standard error.
    #[arg(long, conflicts_with_all = ["input", "list", "flags"])]
    pub(super) lines: bool,
    /// How the result is written.
    #[arg(long, value_name = "FORM", value_enum, default_value_t)]
    pub(super) output: ResultForm,
}

/// How the result of an operation is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum ResultForm {
    /// As it is, octet for octet, and a newline; a list has one value a line.
    #[default]
    Text,
    /// Code points as `U+` numbers, separated by spaces.
    Cps,
    /// The octets, those of UTF-8 for text, as hexadecimal digits.
    Hex,
    /// A value of the line protocol.
    Json,
}

#[derive(Debug, Args)]
pub(super) struct ApplyArguments {
    /// The operation, such as `to-ascii`.
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
}

#[derive(Debug, Args)]
pub(super) struct CodecsArguments {
    /// The codec to describe. Left out, all are listed.
    pub(super) name: Option<String>,
}

#[derive(Debug, Args)]
pub(super) struct VectorsArguments {
    #[command(subcommand)]
    pub(super) command: VectorsCommand,
}

#[derive(Debug, Subcommand)]
pub(super) enum VectorsCommand {
    /// Check vector files: form, style, and that codecs, operations and error kinds exist.
    Lint {
        /// Files or folders. Left out, the suite that acegate carries.
        paths: Vec<PathBuf>,
    },
    /// Write vector files in their one canonical form.
    Fmt {
        /// Files or folders.
        #[arg(required = true)]
        paths: Vec<PathBuf>,
        /// Change nothing; exit 1 where a file is not canonical.
        #[arg(long)]
        check: bool,
    },
    /// Add the cases of a vector file to the files of their codec and theme, once the reference
    /// and its plain twin pass them.
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
    /// Print the JSON Schema of vector files.
    Schema,
}

/// Which cases, named in any of the ways in which reports name them.
#[derive(Debug, Args)]
pub(super) struct CaseArguments {
    /// Codecs, ids, ids with the operation of a check at the end, or places such as
    /// `vectors/punycode/edge.yaml:29`. Left out, all cases that the options choose.
    #[arg(value_name = "CASE")]
    pub(super) words: Vec<String>,
    #[command(flatten)]
    pub(super) filter: FilterArguments,
}

#[derive(Debug, Args)]
pub(super) struct CoverageArguments {
    /// What is printed.
    #[arg(long, value_enum, default_value_t = CoverageFormat::Text)]
    pub(super) format: CoverageFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum CoverageFormat {
    /// The counts, and what is missing.
    Text,
    /// Tables of all requirements and deviations.
    Markdown,
    /// The same for programs.
    Json,
}
