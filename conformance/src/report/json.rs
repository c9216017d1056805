//! The events of a run as they are, each written as it happens, so that none is kept but skipped checks: as the lines
//! of a report file, or all in one document with one object a check.

use std::io::{self, Write};

use super::reporter::{Format, Reporter};
use crate::event::{Event, EventWriter, write_event};

pub(super) const NDJSON: Format = Format::stream(
    "ndjson",
    "The events of the run, one JSON object a line",
    || Box::new(EventWriter::new()),
);

impl Reporter for EventWriter {
    fn event(&mut self, event: &Event, out: &mut dyn Write) -> io::Result<()> {
        self.write(event, out)
    }
}

pub(super) const JSON: Format = Format::stream("json", "The run as one JSON document", || {
    Box::new(Document::default())
});

/// The beginnings of the parts of a document.
const PARTS: [&str; 4] = [
    "{\"start\":",
    ",\n\"cases\":[",
    "\n],\n\"findings\":[",
    "\n],\n\"end\":",
];

/// Writes an object with the events of a run: `start`, the lists `cases` and `findings`, and `end`.
#[derive(Default)]
struct Document {
    begun: usize,
    /// Whether the list of the last one has an event.
    has_event: bool,
}

impl Reporter for Document {
    fn event(&mut self, event: &Event, out: &mut dyn Write) -> io::Result<()> {
        let (part, is_listed) = match event {
            Event::RunStart(_) => (0, false),
            Event::Case(_) => (1, true),
            Event::Finding(_) => (2, true),
            Event::RunEnd(_) => (3, false),
        };
        while self.begun <= part {
            write!(out, "{}", PARTS[self.begun])?;
            self.begun += 1;
            self.has_event = false;
        }
        if is_listed {
            write!(out, "{}", if self.has_event { ",\n" } else { "\n" })?;
        }
        self.has_event = true;
        let mut line = Vec::new();
        write_event(event, &mut line)?;
        out.write_all(line.trim_ascii_end())?;
        write!(out, "{}", if part == 3 { "}\n" } else { "" })
    }
}
