//! The program `acegate-bench`: a run of one contestant alone, to count its instructions.

use std::hint::black_box;
use std::io::{self, Write};
use std::process::ExitCode;

use acegate_benches::contest::Contestant;
use acegate_benches::contestants::{
    Direction, Label, ascii_names_from, labels_from, names_from, punycodes, registration,
    unmapped_names_from, uts46,
};
use acegate_benches::corpus::{TextKind, labels, text};
use clap::Parser;

/// The number of labels or names in a counted run.
const COUNTED: usize = 2_000;

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
    /// The contestant to run: INTERFACE/NAME, such as encode-text/acegate-into-v3 or names-encode/idna
    #[arg(value_name = "CONTESTANT")]
    contestant: String,
    /// The number of passes over the inputs
    #[arg(long, value_name = "N")]
    passes: u32,
    /// A mixed text of this many code points, instead of the first 2,000 labels or names
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
        let Some(mut entrant) = all().into_iter().find(|entrant| entrant.name == *name) else {
            let names: Vec<_> = all().into_iter().map(|entrant| entrant.name).collect();
            return Err(format!(
                "no contestant {name:?}: one of {}",
                names.join(", ")
            ));
        };
        let inputs = match (self.text, entrant.inputs) {
            (Some(length), _) => labels_from(vec![text(TextKind::Mixed, length, 0)]),
            (None, Inputs::Labels) => labels_from(labels(COUNTED)),
            (None, Inputs::Names) => names_from(COUNTED),
            (None, Inputs::UnmappedNames) => unmapped_names_from(COUNTED),
            (None, Inputs::AsciiNames) => ascii_names_from(COUNTED),
        };
        for _ in 0..self.passes {
            if !black_box(entrant.contestant.pass(&inputs)) {
                return Err(format!("{name} refuses an input"));
            }
        }
        Ok(())
    }
}

/// The inputs of a counted run.
#[derive(Clone, Copy)]
enum Inputs {
    Labels,
    Names,
    UnmappedNames,
    AsciiNames,
}

/// A contestant with its name on the command line and its inputs.
struct Entrant {
    name: String,
    contestant: Contestant<Label>,
    inputs: Inputs,
}

/// Every contestant of Punycode and of names.
fn all() -> Vec<Entrant> {
    let mut interfaces = Vec::new();
    for (interface, contestants) in punycodes() {
        interfaces.push((interface.to_owned(), contestants, Inputs::Labels));
    }
    for direction in Direction::ALL {
        for (names, inputs) in [
            ("names", Inputs::Names),
            ("ascii-names", Inputs::AsciiNames),
        ] {
            let interface = format!("{names}-{}", direction.name());
            interfaces.push((interface, uts46(direction), inputs));
        }
        for (names, inputs) in [
            ("registered-names", Inputs::UnmappedNames),
            ("registered-ascii-names", Inputs::AsciiNames),
        ] {
            let interface = format!("{names}-{}", direction.name());
            interfaces.push((interface, registration(direction), inputs));
        }
    }
    let mut all = Vec::new();
    for (interface, contestants, inputs) in interfaces {
        for contestant in contestants {
            all.push(Entrant {
                name: format!("{interface}/{}", contestant.name),
                contestant,
                inputs,
            });
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contestant_runs_and_an_unknown_one_is_refused() {
        let run = |name: &str| Count::parse_from(["acegate-bench", name, "--passes", "1"]).run();
        assert!(all().len() > 20);
        for known in [
            "decode-text/acegate-into-portable",
            "ascii-names-encode/idna",
        ] {
            assert_eq!(run(known), Ok(()), "{known}");
        }
        let error = run("encode-text/nobody").unwrap_err();
        assert!(
            error.starts_with("no contestant \"encode-text/nobody\": one of "),
            "{error}"
        );
    }
}
