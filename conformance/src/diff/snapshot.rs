//! A report as a comparison asks of it.

use std::collections::BTreeMap;
use std::io::BufRead;

use crate::report::{CheckEntry, Kept, RenderError, Run};

/// A report that was read: some kilobytes a check.
#[derive(Debug)]
pub(crate) struct Snapshot {
    pub(super) run: Run,
    pub(super) is_complete: bool,
}

impl Snapshot {
    /// Reads a report file, whole or cut off.
    pub(crate) fn read(file: impl BufRead) -> Result<Self, RenderError> {
        let (run, rendered) = Run::read(file, Kept::FAILURES)?;
        Ok(Self { run, is_complete: rendered.is_complete })
    }

    /// Whether the run came to its end.
    pub(crate) const fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// The results by the name of the check.
    pub(super) fn results(&self) -> BTreeMap<&str, &CheckEntry> {
        self.run.checks.iter().map(|check| (check.case.name.as_str(), check)).collect()
    }
}
