//! `acegate diff`.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::output::{Ended, Output, printed};
use super::words::whole;
use crate::diff::{Comparison, Snapshot, write_text};
use crate::event::write_line;
use crate::judge::ExitStatus;
use crate::report::{Kept, Run};

#[derive(Debug, Args)]
pub(super) struct DiffArguments {
    /// The report file of the old run.
    old: PathBuf,
    /// The report file of the new run.
    new: PathBuf,
    /// The format of the output.
    #[arg(long, value_enum, default_value_t)]
    format: DiffFormat,
    /// The number of checks, findings and requirements that are named in each group. JSON names all.
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = whole(0..=usize::MAX))]
    details: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum DiffFormat {
    /// For people.
    #[default]
    Text,
    /// For summaries and comments.
    Markdown,
    /// One object, for programs.
    Json,
}

pub(super) fn run(arguments: &DiffArguments, output: &Output) -> Ended {
    let [old, new] = [&arguments.old, &arguments.new].map(|path| read(path, output));
    let comparison = Comparison::new(&old?, &new?);
    let written = match arguments.format {
        DiffFormat::Text => write_text(&comparison, false, arguments.details, &mut output.out()),
        DiffFormat::Markdown => {
            write_text(&comparison, true, arguments.details, &mut output.data())
        }
        DiffFormat::Json => write_line(&comparison, &mut output.data()),
    };
    let status = match comparison.worse {
        0 => ExitStatus::AsExpected,
        _ => ExitStatus::Unexpected,
    };
    // Whoever reads no further still learns the status.
    match written {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(status),
        written => printed(written).map(|_| status),
    }
}

fn read(path: &Path, output: &Output) -> Result<Snapshot, String> {
    let name = path.display();
    let file = File::open(path).map_err(|error| format!("{name}: {error}"))?;
    let run = Run::read(BufReader::new(file), Kept::FAILURES);
    let run = run.map_err(|error| format!("{name}, {error}"))?;
    if !run.1.is_complete {
        output.note(format!("{name} has no \"run-end\": its run was cut off"));
    }
    Ok(run)
}
