//! The standard streams: coloured where that is wanted, and quiet where a pipe is closed.

use std::io::{self, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};

use super::arguments::Color;
use crate::escape::{FIELD, printable_start};
use crate::judge::ExitStatus;
use crate::report::style::{BAD, NOTE};

/// How many lines of an error are shown.
const LINES: usize = 100;

/// Where the commands print.
pub(super) struct Output {
    choice: ColorChoice,
}

impl Output {
    pub(super) const fn new(color: Color) -> Self {
        let choice = match color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        };
        Self { choice }
    }

    /// Standard output.
    pub(super) fn out(&self) -> AutoStream<io::Stdout> {
        AutoStream::new(io::stdout(), self.choice)
    }

    /// Standard error.
    pub(super) fn err(&self) -> AutoStream<io::Stderr> {
        AutoStream::new(io::stderr(), self.choice)
    }

    /// Standard output for data: nothing of it is taken out, whatever it holds.
    pub(super) fn data(&self) -> io::StdoutLock<'static> {
        io::stdout().lock()
    }

    /// Whether data is shown to a person on a terminal.
    pub(super) fn shows_data(&self) -> bool {
        io::stdout().is_terminal()
    }

    /// Says on standard error what may help; the status stays as it is.
    pub(super) fn note(&self, what: impl std::fmt::Display) {
        let what = inert(&what.to_string());
        let _ = writeln!(self.err(), "{NOTE}note{NOTE:#}: {what}");
    }

    /// Says what is wrong on standard error, and gives the status back.
    ///
    /// What is said may quote names, paths and files of others: it is made safe and is bounded.
    pub(super) fn error(&self, status: ExitStatus, what: impl std::fmt::Display) -> ExitStatus {
        let what = inert(&what.to_string());
        // Nobody reads where standard error is closed; the status still tells.
        let _ = writeln!(self.err(), "{BAD}error{BAD:#}: {what}");
        status
    }

    /// The status of a command that printed: its own, unless printing failed. A closed pipe is no
    /// failure.
    pub(super) fn finish(&self, printed: io::Result<ExitStatus>) -> ExitStatus {
        match printed {
            Ok(status) => status,
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitStatus::AsExpected,
            Err(error) => self.error(ExitStatus::Usage, format!("cannot write: {error}")),
        }
    }

    /// Whether a person is likely to watch standard error.
    pub(super) fn is_watched(&self) -> bool {
        io::stderr().is_terminal()
    }
}

/// Lines that quote names, paths and files of others, made safe and bounded.
fn inert(text: &str) -> String {
    let mut lines = text.split('\n');
    let mut safe: Vec<_> =
        lines.by_ref().take(LINES).map(|line| printable_start(line, FIELD)).collect();
    let others = lines.count();
    if others > 0 {
        safe.push(format!("… and {others} more lines"));
    }
    safe.join("\n")
}
