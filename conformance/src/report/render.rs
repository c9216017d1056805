//! A report file rendered later.

use std::fmt;
use std::io::{self, BufRead, Write};

use super::reporter::Reporter;
use crate::event::{Event, EventReader, ReadError, RunEnd, Totals};
use crate::findings::Grouping;
use crate::judge::ExitStatus;

/// Why a report file was not rendered to its end.
#[derive(Debug)]
pub enum RenderError {
    /// The file is not a report, or is broken.
    Read(ReadError),
    /// The result could not be written.
    Write(io::Error),
}

impl fmt::Display for RenderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => error.fmt(f),
            Self::Write(error) => write!(f, "cannot write: {error}"),
        }
    }
}

impl std::error::Error for RenderError {}

/// How a report file was rendered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rendered {
    /// Whether the file ends with the end of its run.
    pub is_complete: bool,
    /// How many events of unknown types were left out.
    pub left_out: usize,
}

/// Renders a report file.
///
/// A file of a run that was cut off is given an end: the counts so far, `interrupted`, and a remark.
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
    let mut reader = EventReader::new(file);
    let mut grouping = Grouping::default();
    let mut totals = Totals::default();
    let (mut chosen, mut done, mut is_hunt) = (0, 0, false);
    for event in reader.by_ref() {
        let event = event.map_err(RenderError::Read)?;
        match &event {
            Event::RunStart(start) => {
                (chosen, is_hunt) = (start.checks, start.seed.is_some());
            }
            Event::Case(case) => {
                totals.add(case);
                done += 1;
            }
            Event::Finding(_) | Event::RunEnd(_) => {}
        }
        for finding in grouping.findings_before(&event) {
            reporter.event(&finding, out).map_err(RenderError::Write)?;
        }
        reporter.event(&event, out).map_err(RenderError::Write)?;
    }
    let rendered = Rendered { is_complete: reader.is_complete(), left_out: reader.left_out() };
    if !rendered.is_complete {
        let remark = match is_hunt {
            true => format!("the report of the hunt was cut off: it holds {done} found so far"),
            false => format!("the report was cut off: it holds {done} of {chosen} checks"),
        };
        let end = RunEnd {
            remarks: vec![remark],
            interrupted: true,
            exit: ExitStatus::Interrupted,
            ..RunEnd::new(totals)
        };
        let end = Event::RunEnd(Box::new(end));
        for event in grouping.findings_before(&end).iter().chain([&end]) {
            reporter.event(event, out).map_err(RenderError::Write)?;
        }
    }
    Ok(rendered)
}
