//! The events of a run as they are, each written as it happens, so that none is kept but skipped checks: as the lines
//! of a report file, or all in one document.

use std::io::{self, Write};

use super::reporter::{Format, Reporter};
use crate::event::{Event, EventWriter, SkippedList, write_event, write_line};

pub(super) const NDJSON: Format = Format::stream(
    "ndjson",
    "The events of the run, one JSON object per line",
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
const PARTS: [&str; 5] = [
    "{\"start\":",
    ",\n\"cases\":[",
    "\n],\n\"skips\":[",
    "\n],\n\"findings\":[",
    "\n],\n\"end\":",
];

/// The place of the skipped checks among the parts.
const SKIPS: usize = 2;

/// Writes an object with the events of a run: `start`, the lists `cases`, `skips` and `findings`, and `end`. Skipped
/// checks are in `skips`, in the same groups as in a report file.
#[derive(Default)]
struct Document {
    skipped: SkippedList,
    begun: usize,
    /// Whether the list of the last one has an event.
    has_event: bool,
}

impl Reporter for Document {
    fn event(&mut self, event: &Event, out: &mut dyn Write) -> io::Result<()> {
        if let Event::Case(case) = event
            && self.skipped.take(case)
        {
            return Ok(());
        }
        let (part, is_listed) = match event {
            Event::RunStart(_) => (0, false),
            Event::Case(_) => (1, true),
            Event::Finding(_) => (3, true),
            Event::RunEnd(_) => (4, false),
        };
        self.begin(part, out)?;
        let mut line = Vec::new();
        write_event(event, &mut line)?;
        if is_listed {
            self.write_item(&line, out)?;
        } else {
            out.write_all(line.trim_ascii_end())?;
        }
        write!(out, "{}", if part == 4 { "}\n" } else { "" })
    }
}

impl Document {
    /// Begins the parts up to this one.
    fn begin(&mut self, part: usize, out: &mut dyn Write) -> io::Result<()> {
        while self.begun <= part {
            write!(out, "{}", PARTS[self.begun])?;
            self.begun += 1;
            self.has_event = false;
            if self.begun == SKIPS + 1 {
                let skipped = std::mem::take(&mut self.skipped);
                for group in skipped.groups() {
                    let mut line = Vec::new();
                    write_line(group, &mut line)?;
                    self.write_item(&line, out)?;
                }
            }
        }
        Ok(())
    }

    fn write_item(&mut self, line: &[u8], out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{}", if self.has_event { ",\n" } else { "\n" })?;
        self.has_event = true;
        out.write_all(line.trim_ascii_end())
    }
}
