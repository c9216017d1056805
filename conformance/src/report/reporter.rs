//! The trait that every format implements.

use std::io::{self, BufRead, Write};

use super::address::Address;
use super::check::Kept;
use super::location::Location;
use super::run::{PAGE_FIELD, RenderError, Rendered, Run, for_each_event};
use super::value::Extent;
use crate::event::{Event, Evidence};

/// Renders the events of one run in some format.
pub trait Reporter {
    /// Takes the next event, and writes as much as possible.
    ///
    /// Text of an implementation is hostile: it must not control a terminal, hide or reorder text,
    /// or close an element of the document.
    ///
    /// # Errors
    ///
    /// The errors of `out`.
    fn event(&mut self, event: &Event, out: &mut dyn Write) -> io::Result<()>;
}

impl<F: FnMut(&Event, &mut dyn Write) -> io::Result<()>> Reporter for F {
    fn event(&mut self, event: &Event, out: &mut dyn Write) -> io::Result<()> {
        self(event, out)
    }
}

/// How much a report shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportOptions {
    /// How many of the failures that count are shown in full. The others get one line each.
    pub details: usize,
    /// How many of the advisory failures are shown in full. Ten more get one line each, and the
    /// rest is counted.
    pub advisory_details: usize,
    /// Whether a report file has the details that are left out here.
    pub has_file: bool,
    /// Whether the text report is one line for each finding that counts, and nothing if the run is as
    /// expected.
    pub is_quiet: bool,
    /// Whether the text report shows long values in full, up to some thousand octets, and not only
    /// their start.
    pub has_whole_values: bool,
    /// How many columns a line of the text report has. Names and commands are not broken.
    pub width: usize,
    /// Where SARIF and the annotations of GitHub show the findings, instead of at the file of the
    /// implementation.
    pub location: Option<Location>,
    /// The address of the live page, which the worked steps of HTML have a link to.
    pub live_page: Option<Address>,
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
            location: None,
            live_page: None,
        }
    }
}

/// A report format. Each is one file next to this one and one line in [`FORMATS`](super::FORMATS).
#[derive(Debug)]
pub struct Format {
    /// The name on the command line.
    pub name: &'static str,
    /// The usual ending of files of this format, without the dot.
    pub extension: &'static str,
    /// Its purpose in one line.
    pub help: &'static str,
    /// Which events it needs in full.
    pub evidence: Evidence,
    /// Whether it is coloured on a terminal.
    pub is_styled: bool,
    pub(super) kind: FormatKind,
}

#[derive(Debug)]
pub(super) enum FormatKind {
    /// An event at a time.
    Stream(fn() -> Box<dyn Reporter>),
    /// When the run has ended.
    Document(fn(&Run, &ReportOptions, &mut dyn Write) -> io::Result<()>),
}

impl Format {
    /// A document about the failures of a run, which is not coloured.
    pub(super) const fn document(
        name: &'static str,
        extension: &'static str,
        help: &'static str,
        write: fn(&Run, &ReportOptions, &mut dyn Write) -> io::Result<()>,
    ) -> Self {
        Self {
            name,
            extension,
            help,
            evidence: Evidence::OfFailures,
            is_styled: false,
            kind: FormatKind::Document(write),
        }
    }

    /// The events of a run as they are.
    pub(super) const fn stream(
        name: &'static str,
        help: &'static str,
        make: fn() -> Box<dyn Reporter>,
    ) -> Self {
        Self {
            name,
            extension: name,
            help,
            evidence: Evidence::OfAll,
            is_styled: false,
            kind: FormatKind::Stream(make),
        }
    }

    /// A reporter for one run.
    #[must_use]
    pub fn reporter(&self, options: ReportOptions) -> Box<dyn Reporter> {
        match self.kind {
            FormatKind::Stream(make) => make(),
            FormatKind::Document(write) => {
                let mut run = Run::new(self.kept(&options));
                run.live_page.clone_from(&options.live_page);
                Box::new(move |event: &Event, out: &mut dyn Write| {
                    run.add(event);
                    if let Event::RunEnd(_) = event {
                        write(&run, &options, out)?;
                    }
                    Ok(())
                })
            }
        }
    }

    /// How much a document keeps of a check until the run has ended.
    fn kept(&self, options: &ReportOptions) -> Kept {
        match self.evidence {
            Evidence::OfAll => Kept {
                extent: Extent::Whole(PAGE_FIELD),
                of_all: true,
                of_failures: true,
            },
            Evidence::OfFailures if self.is_styled && !options.has_whole_values => Kept::STARTS,
            Evidence::OfFailures => Kept::FAILURES,
        }
    }
}

/// Renders a report file.
///
/// A file of a run that was cut off gets an end: the counts so far, `interrupted`, and a remark.
///
/// # Errors
///
/// [`RenderError::Read`] if the file is not a report of a known format, [`RenderError::Write`] for the
/// errors of `out`. Events before the error have been rendered.
pub fn render(
    file: impl BufRead,
    reporter: &mut dyn Reporter,
    out: &mut dyn Write,
) -> Result<Rendered, RenderError> {
    for_each_event(file, |_, event| reporter.event(event, out))
}
