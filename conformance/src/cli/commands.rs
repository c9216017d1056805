//! The commands, each with the type of its arguments.

use clap::{ColorChoice, Parser, Subcommand};
use clap_complete::Shell;

use super::arguments::{
    ApplyArguments, CheckArguments, CoverageArguments, DoctorArguments, ExplainArguments,
    OperationArguments, ReportArguments, ServeArguments, VectorsCommand,
};
use super::diff::DiffArguments;
use super::encodings::EncodingsArguments;
use super::hunt::HuntArguments;
use super::implementations::ImplementationsArguments;
use super::init::InitArguments;
use super::matrix::MatrixArguments;
use super::merge::MergeArguments;
use super::statement::{StatementArguments, VerifyStatementArguments};

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
    /// When to use colour.
    #[arg(long, global = true, value_enum, default_value_t)]
    pub(super) color: ColorChoice,
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Check an implementation against the suite.
    Check(Box<CheckArguments>),
    /// Render a report file, whole or cut off, in any format.
    Report(ReportArguments),
    /// Join the report files of all shards of a run into the report of the run.
    Merge(MergeArguments),
    /// Compare two report files: what got better, what got worse, and why.
    Diff(DiffArguments),
    /// Make a conformance statement of a report file: each requirement, whether it is claimed, and its
    /// result.
    Statement(StatementArguments),
    /// Make the statement of a report again, and name every difference to the given one.
    VerifyStatement(VerifyStatementArguments),
    /// Examine whether a program keeps the line protocol, or a one-shot command its rules, before any
    /// case is run.
    Doctor(DoctorArguments),
    /// Serve the reference codecs, or one known fault, in the line protocol.
    Serve(ServeArguments),
    /// Encode with a reference codec.
    Encode(OperationArguments),
    /// Decode with a reference codec.
    Decode(OperationArguments),
    /// Carry out any operation of a reference codec.
    Apply(ApplyArguments),
    /// List the codecs, or describe one: its operations, parameters, prefix and document.
    Codecs {
        /// The codec to describe; all are listed if left out.
        name: Option<String>,
    },
    /// Show the worked steps of an encoding or decoding, as the documents print them; or, of a
    /// requirement such as `punycode-27`, what it asks.
    Explain(ExplainArguments),
    /// Show a text in every encoding, side by side.
    Encodings(EncodingsArguments),
    /// List, show, check, format or add test vectors.
    #[command(subcommand)]
    Vectors(VectorsCommand),
    /// Show how well the suite covers the documents.
    Coverage(CoverageArguments),
    /// List the bundled adapters, and which of them can run here; install what one of them needs.
    Implementations(ImplementationsArguments),
    /// Print the completions for a shell.
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Print the page of the manual on a command, or on all of them.
    Man {
        /// The command, such as `check` or `vectors show`; the program if left out.
        command: Vec<String>,
    },
    /// Write an adapter to start from in the language of your implementation, into this folder.
    Init(InitArguments),
    /// Check many implementations, and show them side by side.
    Matrix(Box<MatrixArguments>),
    /// Hunt for inputs that an implementation answers wrongly, and make each as small as it can be.
    Hunt(Box<HuntArguments>),
}
