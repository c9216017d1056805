//! The report file of a hunt that still goes on.

use std::fs;
use std::path::Path;

use super::discovery::Discovery;
use super::engine::{HuntEvent, HuntSummary};
use super::record::{FoundVectors, record_hunt};
use crate::event::{Event, Recording, RunStart};
use crate::protocol::Description;
use crate::report::{ReportFile, is_stdout};
use crate::runner::RunOptions;

/// A report file that has every discovery as soon as it is settled, so that a hunt that is killed leaves
/// one that can be read. It has no end: the report of the whole hunt replaces it.
#[derive(Debug)]
pub struct HuntDraft {
    file: ReportFile,
    start: RunStart,
    options: RunOptions,
    description: Option<Description>,
    has_start: bool,
}

impl HuntDraft {
    /// A draft at this path; `None` for a pipe or a device, where nothing can be replaced. Nothing is
    /// written before the implementation has started.
    #[must_use]
    pub fn new(path: &Path, start: RunStart, options: RunOptions) -> Option<Self> {
        if is_stdout(path) || fs::metadata(path).is_ok_and(|there| !there.is_file()) {
            return None;
        }
        Some(Self {
            file: ReportFile::new(path),
            start,
            options,
            description: None,
            has_start: false,
        })
    }

    /// Takes an event of the hunt, and writes the discoveries that are new.
    ///
    /// A draft that cannot be written is left: the report of the whole hunt says so.
    pub fn take(&mut self, event: &HuntEvent<'_>) {
        match event {
            HuntEvent::Started(description) => {
                self.description = Some((*description).clone());
                self.write(&[]);
            }
            HuntEvent::Found(found) => self.write(std::slice::from_ref(found)),
        }
    }

    fn write(&mut self, found: &[Discovery]) {
        let Some(description) = &self.description else { return };
        let vectors = FoundVectors::new(found, "");
        let summary = HuntSummary { discoveries: found.to_vec(), ..HuntSummary::default() };
        let recording = Recording { start: self.start.clone(), ..Recording::default() };
        let (file, has_start) = (&mut self.file, &mut self.has_start);
        let mut sink = |event: &Event| match event {
            Event::RunStart(_) if std::mem::replace(has_start, true) => {}
            Event::RunStart(_) | Event::Case(_) => file.take(event),
            Event::Finding(_) | Event::RunEnd(_) => {}
        };
        let description = description.clone();
        record_hunt(description, &summary, &vectors, &self.options, &recording, &mut sink);
    }
}
