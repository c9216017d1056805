//! The choice of cases on the command line.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

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
    /// Only cases of this clause and of the clauses below it.
    #[arg(long, value_name = "CLAUSE", help_heading = "Choice")]
    pub(super) clause: Vec<String>,
    /// Only cases that are at least this binding.
    #[arg(long, value_enum, value_name = "LEVEL", help_heading = "Choice")]
    pub(super) level: Option<LevelArgument>,
    /// Vector files or folders to use besides the embedded suite.
    #[arg(long, value_name = "PATH", help_heading = "Choice")]
    pub(super) vectors: Vec<PathBuf>,
    /// Vector files or folders to use instead of the embedded suite.
    #[arg(long, value_name = "PATH", help_heading = "Choice")]
    pub(super) only_vectors: Vec<PathBuf>,
}
