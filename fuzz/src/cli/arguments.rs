//! The arguments of the program.

use std::path::PathBuf;

use acegate_codec::Codec;
use clap::{Parser, Subcommand};

use crate::targets::Target;

/// Fuzz targets of acegate: list, replay, findings.
#[derive(Parser)]
#[command(name = "acegate-fuzz", version)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Subcommand)]
pub(super) enum Command {
    /// Lists the targets, one a line.
    Targets {
        /// With the property of each.
        #[arg(long, alias = "claims")]
        properties: bool,
    },
    /// Judges files by a target and says what is wrong.
    Replay {
        /// The target.
        #[arg(value_parser = target)]
        target: &'static Target,
        /// The inputs.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Judges packed inputs on standard input: the other side of minimising.
    #[command(hide = true)]
    Judge {
        /// The target.
        #[arg(value_parser = target)]
        target: &'static Target,
    },
    /// Turns an artifact of libFuzzer into a minimal finding and a vector.
    Artifact {
        /// The target.
        #[arg(value_parser = target)]
        target: &'static Target,
        /// The artifact.
        file: PathBuf,
        /// The folder for the vector and, if it is needed, the raw input [default: fuzz/findings].
        #[arg(long)]
        out: Option<PathBuf>,
    },
    /// Writes for each target seeds, dictionary and options, made from the vectors, as libFuzzer and
    /// OSS-Fuzz want them.
    Export {
        /// The folder for `TARGET.dict`, `TARGET.options` and the folders `TARGET_seed_corpus`.
        folder: PathBuf,
    },
    /// Compares the list of targets with that of the built programs in a folder.
    Guard {
        /// The folder.
        programs: PathBuf,
    },
    /// Sends random requests to every codec and to its model.
    Compare {
        /// The requests of each codec.
        #[arg(long, default_value_t = 1_000_000)]
        requests: u64,
        /// The seed of the random numbers.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Only this codec.
        #[arg(long, value_parser = codec)]
        codec: Option<&'static dyn Codec>,
    },
}

fn target(name: &str) -> Result<&'static Target, String> {
    Target::named(name).ok_or_else(|| "no such target: acegate-fuzz targets lists them".into())
}

fn codec(id: &str) -> Result<&'static dyn Codec, String> {
    acegate_codec::codec(id).ok_or_else(|| "no such codec".into())
}
