//! The program `acegate-bench`: a run of one contestant alone, to count its instructions.

use std::hint::black_box;
use std::io::{self, Write};
use std::process::ExitCode;

use acegate_benches::contest::Contestant;
use acegate_benches::contestants::{Label, labels_from, punycodes};
use acegate_benches::corpus::{TextKind, labels, text};
use clap::Parser;

/// The number of labels in a counted run.
const COUNTED_LABELS: usize = 2_000;

fn main() -> ExitCode {
    match Count::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // If this also fails, the error cannot be shown.
            let _ = writeln!(io::stderr(), "acegate-bench: {error}");
            ExitCode::from(2)
        }
    }
}

/// Runs one contestant over its inputs and nothing else, for callgrind
#[derive(Parser)]
#[command(name = "acegate-bench", version)]
struct Count {
    /// The contestant to run: INTERFACE/NAME, such as encode-text/acegate-into-v3 or decode-text/idna
    #[arg(value_name = "CONTESTANT")]
    contestant: String,
    /// The number of passes over the inputs
    #[arg(long, value_name = "N")]
    passes: u32,
    /// A mixed text of this many code points, instead of the first 2,000 labels
    #[arg(long, value_name = "LENGTH")]
    text: Option<usize>,
}

impl Count {
    /// Runs the contestant for the given number of passes.
    ///
    /// Answers are not compared, so that only the contestant is counted: the difference between two
    /// runs with different numbers of passes is the cost of the contestant alone.
    fn run(&self) -> Result<(), String> {
        let name = &self.contestant;
        let (_, mut contestant) = all().find(|(own, _)| own == name).ok_or_else(|| {
            let names: Vec<_> = all().map(|(name, _)| name).collect();
            format!("no contestant {name:?}: one of {}", names.join(", "))
        })?;
        let texts = match self.text {
            Some(length) => vec![text(TextKind::Mixed, length, 0)],
            None => labels(COUNTED_LABELS),
        };
        let inputs = labels_from(texts);
        for _ in 0..self.passes {
            if !black_box(contestant.pass(&inputs)) {
                return Err(format!("{name} refuses an input"));
            }
        }
        Ok(())
    }
}

/// Every contestant of Punycode with its name on the command line.
fn all() -> impl Iterator<Item = (String, Contestant<Label>)> {
    punycodes().into_iter().flat_map(|(interface, all)| {
        all.into_iter()
            .map(move |one| (format!("{interface}/{}", one.name), one))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contestant_runs_and_an_unknown_one_is_refused() {
        let run = |name: &str| Count::parse_from(["acegate-bench", name, "--passes", "1"]).run();
        assert!(all().count() > 20);
        assert_eq!(run("decode-text/acegate-into-portable"), Ok(()));
        let error = run("encode-text/nobody").unwrap_err();
        assert!(
            error.starts_with("no contestant \"encode-text/nobody\": one of "),
            "{error}"
        );
    }
}
