//! A report file read event by event.

use std::fmt;
use std::io::{self, BufRead};

use crate::event::{Event, EventReader, ReadError, RunEnd, RunStart, Totals};
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

/// Hands every event to `receive` with the number of its line, findings and an end included that the
/// file lacks.
///
/// A file of a run that was cut off is given an end: the counts so far, `interrupted`, and a remark.
pub(crate) fn for_each_event(
    file: impl BufRead,
    mut receive: impl FnMut(usize, &Event) -> io::Result<()>,
) -> Result<Rendered, RenderError> {
    let mut reader = EventReader::new(file);
    let mut grouping = Grouping::default();
    let (mut start, mut totals, mut done) = (RunStart::default(), Totals::default(), 0);
    let mut hand_on = |line: usize, event: &Event| {
        let findings = grouping.findings_before(event);
        let mut events = findings.iter().chain([event]);
        events.try_for_each(|event| receive(line, event)).map_err(RenderError::Write)
    };
    while let Some(event) = reader.next() {
        let event = event.map_err(RenderError::Read)?;
        match &event {
            Event::RunStart(first) => start = (**first).clone(),
            Event::Case(case) => {
                totals.add(case);
                done += 1;
            }
            Event::Finding(_) | Event::RunEnd(_) => {}
        }
        hand_on(reader.line(), &event)?;
    }
    let rendered = Rendered { is_complete: reader.is_complete(), left_out: reader.left_out() };
    if !rendered.is_complete {
        let remark = match start.seed {
            Some(_) => {
                format!("the report of the hunt was cut off: it holds {done} found so far")
            }
            None => format!("the report was cut off: it holds {done} of {} checks", start.checks),
        };
        let end = RunEnd {
            remarks: vec![remark],
            interrupted: true,
            exit: ExitStatus::Interrupted,
            totals,
            ..RunEnd::default()
        };
        hand_on(reader.line(), &Event::RunEnd(Box::new(end)))?;
    }
    Ok(rendered)
}
