//! The report file of a sweep: one line for each batch that was sent, so that a sweep that was cut
//! off can be continued.
//!
//! The first line has the implementation and the questions. Each batch has the question, its last
//! code point, the counts of the answers that do not differ, and the code points of those that do,
//! which are repeated when the sweep is continued. The last line has the report.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::counts::Counts;
use super::questions::Question;
use crate::protocol::Identity;

/// A batch of a question that was sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SweepBatch {
    /// The index of the question.
    pub question: usize,
    /// The last code point that was sent.
    pub last: char,
    /// The counts of the requests whose answers do not differ.
    pub alike: Counts,
    /// The code points whose answers differ.
    pub different: Vec<char>,
}

/// The subject of a sweep. A sweep goes on only with one of the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SweepStart {
    /// The implementation.
    pub implementation: Identity,
    /// The questions, in words.
    pub questions: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "type")]
enum Line {
    #[serde(rename = "sweep-start")]
    Start(SweepStart),
    #[serde(rename = "sweep-batch")]
    Batch(SweepBatch),
    #[serde(rename = "sweep-end")]
    End { report: Json },
}

/// Why the report file of a sweep is not gone on with.
#[derive(Debug)]
pub enum SweepFileError {
    /// It cannot be read or written.
    Io(io::Error),
    /// It does not begin as the report file of a sweep.
    NotASweep,
    /// It is the report file of another sweep.
    OtherSweep,
}

impl fmt::Display for SweepFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::NotASweep => f.write_str("it is not the report file of a sweep"),
            Self::OtherSweep => f.write_str(
                "it is the report file of another sweep: its implementation or its choice differs",
            ),
        }
    }
}

impl std::error::Error for SweepFileError {}

impl From<io::Error> for SweepFileError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl SweepStart {
    /// The start of a sweep of these questions.
    pub(super) fn new(implementation: &Identity, questions: &[Question]) -> Self {
        let mut words = Vec::new();
        for question in questions {
            words.push(format!(
                "{} {}: {}",
                question.operation(),
                question.frame.name,
                question.code_points.digest()
            ));
        }
        Self {
            implementation: implementation.clone(),
            questions: words,
        }
    }
}

/// The report file of a sweep that is written, a line after each batch.
#[derive(Debug)]
pub struct SweepFile {
    file: File,
    /// The batches of the sweep that was cut off.
    pub(super) done: Vec<SweepBatch>,
    /// The subject of that sweep; `None` for a new file.
    start: Option<SweepStart>,
}

impl SweepFile {
    /// A new report file. An old one is replaced.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn create(path: &Path) -> Result<Self, SweepFileError> {
        Ok(Self {
            file: File::create(path)?,
            done: Vec::new(),
            start: None,
        })
    }

    /// The report file of a sweep that was cut off. A missing file is created. An incomplete line
    /// is removed.
    ///
    /// # Errors
    ///
    /// If it cannot be read or written, or is not the report file of a sweep.
    pub fn resume(path: &Path) -> Result<Self, SweepFileError> {
        if !path.exists() {
            return Self::create(path);
        }
        let text = std::fs::read_to_string(path)?;
        let mut length = 0;
        let mut start = None;
        let mut done = Vec::new();
        for line in text.split_inclusive('\n') {
            match serde_json::from_str(line) {
                Ok(Line::Start(own)) if start.is_none() => start = Some(own),
                Ok(Line::Batch(batch)) if line.ends_with('\n') => done.push(batch),
                _ => break,
            }
            length += line.len() as u64;
        }
        if start.is_none() && !text.is_empty() {
            return Err(SweepFileError::NotASweep);
        }
        let file = OpenOptions::new().append(true).open(path)?;
        file.set_len(length)?;
        Ok(Self { file, done, start })
    }

    /// Begins the file, or goes on with it.
    pub(super) fn begin(&mut self, start: SweepStart) -> Result<(), SweepFileError> {
        match &self.start {
            Some(own) if *own != start => Err(SweepFileError::OtherSweep),
            Some(_) => Ok(()),
            None => Ok(self.write(&Line::Start(start))?),
        }
    }

    pub(super) fn add(&mut self, batch: SweepBatch) -> Result<(), SweepFileError> {
        Ok(self.write(&Line::Batch(batch))?)
    }

    /// Writes the report, which ends the file.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn finish(mut self, report: &impl Serialize) -> Result<(), SweepFileError> {
        let report = serde_json::to_value(report).map_err(io::Error::from)?;
        Ok(self.write(&Line::End { report })?)
    }

    /// Writes a line in one piece.
    fn write(&mut self, line: &Line) -> io::Result<()> {
        let mut text = serde_json::to_string(line)?;
        text.push('\n');
        self.file.write_all(text.as_bytes())
    }
}
