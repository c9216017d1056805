//! The libFuzzer programs: building them, running one, reading what it says.

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf, absolute};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use std::{fs, io};

use crate::targets::Target;

/// The only platform that is built for here.
pub const TRIPLE: &str = "x86_64-unknown-linux-gnu";

/// The seconds after which one input is a hang.
const TIMEOUT: u32 = 5;

/// The megabytes that a target may take.
const MEMORY: u32 = 1024;

/// The folder with the built programs.
#[derive(Clone, Debug)]
pub struct Programs {
    /// One program a target, named as it.
    pub folder: PathBuf,
}

/// One run of one target.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// The target.
    pub target: &'static Target,
    /// The corpus: inputs are read from it, and those that reach new code are added.
    pub corpus: Option<&'a Path>,
    /// Inputs that are only read.
    pub seeds: &'a Path,
    /// The dictionary.
    pub dictionary: &'a Path,
    /// The folder for inputs that break the property.
    pub artifacts: &'a Path,
    /// The folder in which the program runs. It is made anew.
    pub work: &'a Path,
    /// The seed of the random numbers.
    pub seed: u64,
    /// How long.
    pub share: Share,
    /// Whether comparisons steer, too.
    pub value_profile: bool,
}

/// How long one run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// In time.
    Seconds(u64),
    /// In executions, the seeds included.
    Executions(u64),
}

/// The result of a run, as the program reported it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunResult {
    /// How many inputs were judged.
    pub executions: u64,
    /// How long it took.
    pub elapsed: Duration,
    /// Coverage counters that were reached.
    pub edges: u64,
    /// Features: edges with their counts, and comparisons if they steer.
    pub features: u64,
    /// Inputs that were added to the corpus.
    pub new_seeds: u64,
    /// The most memory, in megabytes.
    pub memory: u64,
    /// Whether the property was broken.
    pub crashed: bool,
    /// The signature and detail of the violation, if the target wrote them.
    pub violation: Option<String>,
}

impl Programs {
    /// Builds the programs with `cargo fuzz` on the default toolchain, without a sanitizer.
    ///
    /// # Errors
    ///
    /// cargo-fuzz is missing, or the build fails.
    pub fn build(root: &Path) -> io::Result<Self> {
        let target_folder = target_folder(root);
        let status = Command::new("cargo")
            .args(["fuzz", "build", "-s", "none", "--features", "libfuzzer"])
            .env("CARGO_TARGET_DIR", &target_folder)
            .current_dir(root)
            .stdin(Stdio::null())
            .status()?;
        if !status.success() {
            let message = "cargo fuzz build failed; is cargo-fuzz installed? cargo install cargo-fuzz --locked";
            return Err(io::Error::other(message));
        }
        Ok(Self { folder: target_folder.join(TRIPLE).join("release") })
    }

    /// Runs a target.
    ///
    /// A run with a number of executions is the same each time, whatever the folders are called: libFuzzer
    /// learns from comparisons, also from those of addresses, and addresses depend on the length of
    /// every argument. So all folders are links of the same names in [`Run::work`], and addresses are
    /// not random if the system has `setarch`.
    ///
    /// # Errors
    ///
    /// If the program cannot be started, or its output is not that of libFuzzer.
    pub fn run(&self, run: &Run<'_>) -> io::Result<RunResult> {
        let folders = [("seeds", run.seeds), ("dictionary", run.dictionary)];
        let written = [("artifacts", Some(run.artifacts)), ("corpus", run.corpus)];
        let written = written.into_iter().filter_map(|(name, folder)| Some((name, folder?)));
        let mut command = self.command(run.target, run.work, folders.into_iter().chain(written))?;
        command
            .args(run.corpus.map(|_| "corpus"))
            .arg("seeds")
            .args(["-dict=dictionary", "-artifact_prefix=artifacts/"])
            .arg(format!("-seed={}", run.seed))
            .arg(format!("-max_len={}", run.target.longest))
            .arg(format!("-timeout={TIMEOUT}"))
            .arg(format!("-rss_limit_mb={MEMORY}"))
            // No other program adds to the corpus, and when to look for that depends on the time.
            .arg("-reload=0")
            .arg("-print_final_stats=1")
            .arg(format!("-use_value_profile={}", u8::from(run.value_profile)))
            .arg(match run.share {
                Share::Seconds(seconds) => format!("-max_total_time={seconds}"),
                Share::Executions(count) => format!("-runs={count}"),
            });
        let begun = Instant::now();
        let output = command.output()?;
        let text = String::from_utf8_lossy(&output.stderr);
        let mut outcome = read(&text);
        outcome.elapsed = begun.elapsed();
        outcome.crashed = !output.status.success();
        if outcome.crashed && !text.contains("ERROR: libFuzzer") {
            let last: Vec<_> = text.lines().rev().take(5).collect();
            return Err(io::Error::other(format!("{}: {}", run.target.name, last.join(" / "))));
        }
        Ok(outcome)
    }

    /// Copies to `smaller` what of `corpus` is needed for its coverage; says whether it could.
    ///
    /// # Errors
    ///
    /// If the program cannot be started, or the folder cannot be made.
    pub fn merge(
        &self,
        target: &Target,
        work: &Path,
        smaller: &Path,
        corpus: &Path,
    ) -> io::Result<bool> {
        let mut command =
            self.command(target, work, [("smaller", smaller), ("corpus", corpus)].into_iter())?;
        command
            .arg("-merge=1")
            .arg(format!("-max_len={}", target.longest))
            .args(["smaller", "corpus"]);
        Ok(command.output()?.status.success())
    }

    /// The program of a target in a folder that is made anew, with links to other folders.
    fn command<'a>(
        &self,
        target: &Target,
        work: &Path,
        links: impl Iterator<Item = (&'a str, &'a Path)>,
    ) -> io::Result<Command> {
        if work.exists() {
            fs::remove_dir_all(work)?;
        }
        fs::create_dir_all(work)?;
        symlink(absolute(self.folder.join(target.name))?, work.join("program"))?;
        for (name, to) in links {
            symlink(absolute(to)?, work.join(name))?;
        }
        let mut command = if addresses_can_be_fixed() {
            let mut command = Command::new("setarch");
            command.args(["-R", "./program"]);
            command
        } else {
            Command::new("./program")
        };
        command.stdin(Stdio::null()).current_dir(work);
        // A backtrace for every broken property would take longer than finding it.
        command.env("RUST_BACKTRACE", "0");
        Ok(command)
    }
}

/// Whether programs can be run without random addresses.
fn addresses_can_be_fixed() -> bool {
    static CAN: OnceLock<bool> = OnceLock::new();
    *CAN.get_or_init(|| {
        let mut command = Command::new("setarch");
        command.args(["-R", "true"]).stdin(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    })
}

/// The target folder of cargo for the workspace at `root`.
fn target_folder(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |path| root.join(path))
}

/// Reads what libFuzzer says on standard error.
fn read(output: &str) -> RunResult {
    let mut outcome = RunResult::default();
    for line in output.lines() {
        if let Some(rest) = line.strip_prefix("stat::") {
            let Some((name, value)) = rest.split_once(':') else { continue };
            let value = value.trim().parse().unwrap_or_default();
            match name {
                "number_of_executed_units" => outcome.executions = value,
                "new_units_added" => outcome.new_seeds = value,
                "peak_rss_mb" => outcome.memory = value,
                _ => {}
            }
        } else if line.starts_with('#') {
            let words: Vec<_> = line.split_whitespace().collect();
            let after = |name: &str| {
                let at = words.iter().position(|&word| word == name)?;
                words.get(at + 1)?.parse().ok()
            };
            outcome.edges = after("cov:").unwrap_or(outcome.edges);
            outcome.features = after("ft:").unwrap_or(outcome.features);
        } else if let Some((_, rest)) = line.split_once("property broken after ") {
            // libFuzzer does not count the executions of the seeds before it has read them all.
            if let Some((count, rest)) = rest.split_once(" executions: ") {
                outcome.executions = count.parse().unwrap_or(outcome.executions);
                outcome.violation = Some(rest.to_owned());
            }
        }
    }
    outcome
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_output_of_a_run() {
        let text = "INFO: Seed: 1\n#128 INITED cov: 92 ft: 100 corp: 4/9b exec/s: 0 rss: 29Mb\n\
            #5000\tDONE   cov: 123 ft: 456 corp: 7/90b lim: 4096 exec/s: 0 rss: 30Mb\n\
            stat::number_of_executed_units: 5000\nstat::new_units_added:          17\n\
            stat::peak_rss_mb:              31\n";
        let outcome = read(text);
        assert_eq!((outcome.executions, outcome.new_seeds, outcome.memory), (5000, 17, 31));
        assert_eq!((outcome.edges, outcome.features), (123, 456));
    }

    #[test]
    fn reads_a_broken_property() {
        let text = "thread panicked at x:1:2:\nproperty broken after 42 executions: t | a | b | c | -: d\n\
            ==1== ERROR: libFuzzer: deadly signal\nstat::number_of_executed_units: 40\n";
        let outcome = read(text);
        assert_eq!(outcome.violation.as_deref(), Some("t | a | b | c | -: d"));
    }
}
