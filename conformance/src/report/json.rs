//! The run as one JSON document.

use std::io::{self, Write};

use super::reporter::{Format, Reporter};
use crate::event::{Event, Evidence, write_event};

pub(super) const FORMAT: Format = Format {
    name: "json",
    extension: "json",
    help: "The run as one JSON document",
    evidence: Evidence::OfAll,
    is_styled: false,
    make: |_| Box::new(JsonReport::default()),
};

/// Writes an object with the events of a run: `start`, the lists `cases` and `findings`, and `end`.
/// Each event is written as it happens, on a line of its own, so that none is kept.
#[derive(Debug, Default)]
struct JsonReport {
    part: Part,
    /// Whether the list of this part has an event.
    has_event: bool,
}

/// The part of the document that is being written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    #[default]
    Start,
    Cases,
    Findings,
    End,
}

impl JsonReport {
    /// Ends the parts before this one, and begins it.
    fn begin(&mut self, part: Part, out: &mut dyn Write) -> io::Result<()> {
        while self.part < part {
            let (text, next) = match self.part {
                Part::Start => ("\"cases\":[", Part::Cases),
                Part::Cases => ("\n],\n\"findings\":[", Part::Findings),
                Part::Findings | Part::End => ("\n],\n\"end\":", Part::End),
            };
            out.write_all(text.as_bytes())?;
            (self.part, self.has_event) = (next, false);
        }
        Ok(())
    }

    /// Writes an event of the list of this part.
    fn push(&mut self, event: &Event, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(if self.has_event { b",\n" } else { b"\n" })?;
        self.has_event = true;
        write_object(event, out)
    }
}

impl Reporter for JsonReport {
    fn event(&mut self, event: &Event, out: &mut dyn Write) -> io::Result<()> {
        match event {
            Event::RunStart(_) => {
                out.write_all(b"{\"start\":")?;
                write_object(event, out)?;
                out.write_all(b",\n")
            }
            Event::Case(_) => {
                self.begin(Part::Cases, out)?;
                self.push(event, out)
            }
            Event::Finding(_) => {
                self.begin(Part::Findings, out)?;
                self.push(event, out)
            }
            Event::RunEnd(_) => {
                self.begin(Part::End, out)?;
                write_object(event, out)?;
                out.write_all(b"}\n")
            }
        }
    }
}

/// Writes an event without the newline after it.
fn write_object(event: &Event, out: &mut dyn Write) -> io::Result<()> {
    let mut line = Vec::new();
    write_event(event, &mut line)?;
    out.write_all(line.trim_ascii_end())
}
