//! The arguments of the program.

use std::path::PathBuf;

use acegate_codec::Codec;
use clap::{Args, Parser, Subcommand};

use crate::targets::Target;

/// Fuzz targets of acegate: list, replay, findings, campaigns.
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
    /// Compares the lists of targets: of this program, of a campaign's report, of a folder with built
    /// programs.
    Guard {
        /// The JSON report of a campaign.
        #[arg(long)]
        report: Option<PathBuf>,
        /// A folder with one program a target.
        #[arg(long)]
        programs: Option<PathBuf>,
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
    /// Measures every operation on inputs of many megabytes.
    Measure {
        /// The octets of each input.
        #[arg(long, default_value_t = 10_000_000)]
        octets: usize,
        /// The folder for the table, bounds.md; without it the table is only shown.
        #[arg(long)]
        out: Option<PathBuf>,
    },
    /// Runs all targets, round-robin, for a budget.
    Campaign(CampaignArguments),
    /// Puts every deviation to the laws of its codec, and counts those that each law finds.
    Planted(PlantedArguments),
}

#[derive(Debug, Args)]
pub(super) struct CampaignArguments {
    /// The seconds of the whole campaign.
    #[arg(long, default_value_t = 120, conflicts_with = "runs")]
    pub(super) budget: u64,
    /// The executions of each target and round, in place of a budget.
    #[arg(long)]
    pub(super) runs: Option<u64>,
    /// The seed of the random numbers.
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// How many targets run at once [default: one a processor].
    #[arg(long)]
    pub(super) jobs: Option<usize>,
    /// Only these targets.
    #[arg(long = "target", value_parser = target)]
    pub(super) targets: Vec<&'static Target>,
    /// The folder that keeps the corpus between campaigns [default: fuzz/corpus].
    #[arg(long)]
    pub(super) corpus: Option<PathBuf>,
    /// The folder for the summary, campaign.md and campaign.json [default: reports/fuzz].
    #[arg(long)]
    pub(super) out: Option<PathBuf>,
    /// The folder with the libFuzzer programs; without it `cargo fuzz` builds them.
    #[arg(long)]
    pub(super) programs: Option<PathBuf>,
}

#[derive(Args)]
pub(super) struct PlantedArguments {
    /// Only deviations of this codec.
    #[arg(long, value_parser = codec)]
    pub(super) codec: Option<&'static dyn Codec>,
    /// The random requests of each law and target to each deviation; the seeds follow.
    #[arg(long, default_value_t = 5_000)]
    pub(super) runs: usize,
    /// The seed of the random numbers.
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// The folder for the table, planted.md and planted.json; without it the table is only shown.
    #[arg(long)]
    pub(super) out: Option<PathBuf>,
}

fn target(name: &str) -> Result<&'static Target, String> {
    Target::named(name).ok_or_else(|| "no such target: acegate-fuzz targets lists them".into())
}

fn codec(id: &str) -> Result<&'static dyn Codec, String> {
    acegate_codec::codec(id).ok_or_else(|| "no such codec".into())
}
