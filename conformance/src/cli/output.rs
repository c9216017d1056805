//! The standard streams: with colour if that is wanted, and quiet if a pipe is closed.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;

use acegate_vectors::LoadError;
use anstream::{AutoStream, ColorChoice};

use super::value::{FormError, InputError};
use crate::baseline::BaselineError;
use crate::escape::{FIELD, printable_start};
use crate::event::MergeError;
use crate::explain::catalogue::NameError;
use crate::judge::ExitStatus;
use crate::observation::StartError;
use crate::report::style::{BAD, NOTE};

/// How many lines of an error are shown.
const LINES: usize = 100;

/// The end of a command: its status, or why it ended early.
pub(super) type Ended = Result<ExitStatus, CliError>;

/// Why a command ended early: its status, and the error that is printed, if any.
#[derive(Debug)]
pub(super) struct CliError {
    status: ExitStatus,
    what: Option<String>,
}

impl CliError {
    pub(super) fn new(status: ExitStatus, what: impl Into<String>) -> Self {
        Self {
            status,
            what: Some(what.into()),
        }
    }

    /// The error of a command that could not print. A closed pipe is not a failure.
    #[expect(clippy::needless_pass_by_value, reason = "`map_err` hands it on")]
    pub(super) fn unwritten(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self {
                status: ExitStatus::AsExpected,
                what: None,
            },
            _ => format!("cannot write: {error}").into(),
        }
    }
}

/// The command line, the vectors or a file are wrong.
macro_rules! usage_errors {
    ($($error:ty)*) => {$(
        impl From<$error> for CliError {
            fn from(error: $error) -> Self {
                Self::new(ExitStatus::Usage, error.to_string())
            }
        }
    )*};
}

usage_errors! {
    String &str LoadError NameError StartError InputError FormError BaselineError MergeError
    serde_json::Error
}

/// The end of a command that has printed, and ends as expected.
pub(super) fn printed(printed: io::Result<()>) -> Ended {
    printed
        .map(|()| ExitStatus::AsExpected)
        .map_err(CliError::unwritten)
}

/// A file to read; `-` is standard input.
pub(super) fn opened(path: &Path) -> Result<Box<dyn Read>, CliError> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(Box::new(file))
}

/// Prints names and their texts in two columns.
pub(super) fn print_columns<'a>(
    rows: impl IntoIterator<Item = (&'a str, String)>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let rows: Vec<_> = rows.into_iter().collect();
    let width = rows
        .iter()
        .map(|(name, _)| name.len())
        .max()
        .unwrap_or_default();
    for (name, text) in rows {
        writeln!(out, "{name:width$}  {text}")?;
    }
    Ok(())
}

/// The standard streams of the commands.
pub(super) struct Output {
    choice: ColorChoice,
}

impl Output {
    pub(super) const fn new(color: clap::ColorChoice) -> Self {
        let choice = match color {
            clap::ColorChoice::Auto => ColorChoice::Auto,
            clap::ColorChoice::Always => ColorChoice::Always,
            clap::ColorChoice::Never => ColorChoice::Never,
        };
        Self { choice }
    }

    pub(super) fn out(&self) -> AutoStream<io::Stdout> {
        AutoStream::new(io::stdout(), self.choice)
    }

    pub(super) fn err(&self) -> AutoStream<io::Stderr> {
        AutoStream::new(io::stderr(), self.choice)
    }

    /// Standard output for data: every octet is written.
    pub(super) fn data(&self) -> io::StdoutLock<'static> {
        io::stdout().lock()
    }

    /// Whether data is shown to a person on a terminal.
    pub(super) fn shows_data(&self) -> bool {
        io::stdout().is_terminal()
    }

    /// Prints a note on standard error. The status stays the same.
    pub(super) fn note(&self, what: impl Display) {
        let what = inert(&what.to_string());
        let _ = writeln!(self.err(), "{NOTE}note{NOTE:#}: {what}");
    }

    /// Prints an error, which may quote foreign names, paths and files, safe and bounded.
    pub(super) fn error(&self, what: impl Display) {
        let what = inert(&what.to_string());
        // If standard error is closed, there is no reader. The exit status still reports the error.
        let _ = writeln!(self.err(), "{BAD}error{BAD:#}: {what}");
    }

    /// The exit status of a command that has ended. Prints why it ended early.
    pub(super) fn status(&self, ended: Ended) -> ExitStatus {
        match ended {
            Ok(status) => status,
            Err(CliError { status, what }) => {
                if let Some(what) = what {
                    self.error(what);
                }
                status
            }
        }
    }

    /// Whether a person is likely to watch standard error.
    pub(super) fn is_watched(&self) -> bool {
        io::stderr().is_terminal()
    }
}

/// Lines that quote foreign names, paths and files, made safe and bounded.
fn inert(text: &str) -> String {
    let mut lines = text.split('\n');
    let mut safe: Vec<_> = lines
        .by_ref()
        .take(LINES)
        .map(|line| printable_start(line, FIELD))
        .collect();
    let others = lines.count();
    if others > 0 {
        safe.push(format!("… and {others} more lines"));
    }
    safe.join("\n")
}
