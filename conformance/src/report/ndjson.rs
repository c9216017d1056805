//! The events as they are.

use std::io::{self, Write};

use super::reporter::{Format, Reporter};
use crate::event::{Event, Evidence, write_event};

pub(super) const FORMAT: Format = Format {
    name: "ndjson",
    extension: "ndjson",
    help: "The events of the run, one JSON object a line",
    evidence: Evidence::OfAll,
    is_styled: false,
    make: |_| Box::new(Ndjson),
};

/// Writes every event as it happens.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ndjson;

impl Reporter for Ndjson {
    fn event(&mut self, event: &Event, out: &mut dyn Write) -> io::Result<()> {
        write_event(event, out)
    }
}
