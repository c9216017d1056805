//! The events of a run as they are, each written as it happens, so that none is kept: one a line, or
//! all in one document.

use std::io::{self, Write};

use super::reporter::{Format, Reporter};
use crate::event::{Event, write_event};

pub(super) const NDJSON: Format =
    Format::stream("ndjson", "The events of the run, one JSON object a line", || Box::new(Ndjson));

pub(super) const JSON: Format =
    Format::stream("json", "The run as one JSON document", || Box::new(Document::default()));

struct Ndjson;

impl Reporter for Ndjson {
    fn event(&mut self, event: &Event, out: &mut dyn Write) -> io::Result<()> {
        write_event(event, out)
    }
}

/// Writes an object with the events of a run: `start`, the lists `cases` and `findings`, and `end`.
#[derive(Default)]
struct Document {
    part: Part,
    /// Whether the list of this part has an event.
    has_event: bool,
}

/// The part of the document that is being written.
#[derive(Clone, Copy, Default, PartialEq, PartialOrd)]
enum Part {
    #[default]
    Start,
    Cases,
    Findings,
    End,
}

impl Document {
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
}

impl Reporter for Document {
    fn event(&mut self, event: &Event, out: &mut dyn Write) -> io::Result<()> {
        let (part, before, after) = match event {
            Event::RunStart(_) => (Part::Start, "{\"start\":", ",\n"),
            Event::Case(_) => (Part::Cases, "\n", ""),
            Event::Finding(_) => (Part::Findings, "\n", ""),
            Event::RunEnd(_) => (Part::End, "", "}\n"),
        };
        self.begin(part, out)?;
        let between = if self.has_event { "," } else { "" };
        self.has_event = true;
        let mut line = Vec::new();
        write_event(event, &mut line)?;
        write!(out, "{between}{before}")?;
        out.write_all(line.trim_ascii_end())?;
        out.write_all(after.as_bytes())
    }
}
