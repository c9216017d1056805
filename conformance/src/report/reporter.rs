//! The trait that every format implements.

use std::io::{self, Write};

use crate::event::{Event, Evidence};

/// Renders the events of one run in some format.
pub trait Reporter {
    /// Takes the next event, and writes what can be written by now.
    ///
    /// Text of an implementation is hostile: nothing of it may steer a terminal, hide or reorder text,
    /// or end the element of a document that holds it.
    ///
    /// # Errors
    ///
    /// The errors of `out`.
    fn event(&mut self, event: &Event, out: &mut dyn Write) -> io::Result<()>;
}

/// How much a report shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReportOptions {
    /// How many of the failures that count are shown in full. The others get one line each.
    pub details: usize,
    /// How many of the advisory failures are shown in full. Ten more get one line each, and the
    /// rest is counted.
    pub advisory_details: usize,
    /// Whether a report file holds what is left out here.
    pub has_file: bool,
    /// Whether the text report is one line for each finding that counts, and nothing if the run is as
    /// expected.
    pub is_quiet: bool,
    /// Whether the text report shows long values whole, up to some thousand octets, and not only
    /// their start.
    pub has_whole_values: bool,
    /// How many columns a line of the text report has. Names and commands are not broken.
    pub width: usize,
}

impl ReportOptions {
    /// The width of lines that go to no terminal.
    pub const WIDTH: usize = 80;
}

impl Default for ReportOptions {
    fn default() -> Self {
        Self {
            details: 20,
            advisory_details: 0,
            has_file: false,
            is_quiet: false,
            has_whole_values: false,
            width: Self::WIDTH,
        }
    }
}

/// A format of reports. Each is one file beside this one and one line in
/// [`FORMATS`](super::FORMATS).
#[derive(Debug)]
pub struct Format {
    /// The name on the command line.
    pub name: &'static str,
    /// The usual ending of files of this format, without the dot.
    pub extension: &'static str,
    /// One line that says what it is for.
    pub help: &'static str,
    /// Which events it needs whole.
    pub evidence: Evidence,
    /// Whether it is coloured on a terminal.
    pub is_styled: bool,
    /// Makes a reporter.
    pub(super) make: fn(ReportOptions) -> Box<dyn Reporter>,
}

impl Format {
    /// A reporter for one run.
    #[must_use]
    pub fn reporter(&self, options: ReportOptions) -> Box<dyn Reporter> {
        (self.make)(options)
    }
}
