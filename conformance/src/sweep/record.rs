//! The report file of a sweep: what was answered so far, a batch a line, so that a sweep that was cut off goes on, and
//! the files of all shards are merged.
//!
//! The first line has the implementation and the choice of questions. Each batch has the question, its last code
//! point, the counts, and the answers that differ. The last line has the report.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use acegate_vectors::Level;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::counts::Counts;
use super::questions::{Choice, Difference, Question, QuestionId, Right, questions};
use crate::event::Observed;
use crate::protocol::Description;

/// A batch of a question that was answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SweepBatch {
    /// The index of the question.
    pub question: usize,
    /// The last code point that was sent.
    pub last: char,
    /// The counts of the requests.
    pub counts: Counts,
    /// The answers that differ from the reference.
    pub different: Vec<DifferentAnswer>,
}

/// An answer that differs from the reference's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DifferentAnswer {
    point: char,
    observed: Observed,
}

/// The subject of a sweep, and the words of its command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SweepStart {
    /// The description that the implementation gives of itself.
    pub description: Description,
    /// The choice of questions.
    pub choice: Choice,
    /// The questions, as `uts46 to-ascii alone`. Another version of acegate may have others.
    pub(super) questions: Vec<String>,
    /// How the sweep was started.
    pub command: SweepCommand,
}

/// How a sweep was started, which is no part of its subject.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SweepCommand {
    /// The words after `acegate sweep` that name the implementation.
    pub arguments: Vec<String>,
    /// The weakest level whose findings count.
    pub enforce: Level,
}

/// The last line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SweepEnd {
    pub(super) elapsed_us: u64,
    pub(super) remarks: Vec<String>,
    report: Json,
}

impl SweepEnd {
    /// The end of a sweep that took this time, with these remarks and its report.
    ///
    /// # Errors
    ///
    /// If the report is no JSON.
    pub fn new(
        elapsed: Duration,
        remarks: &[String],
        report: &impl Serialize,
    ) -> Result<Self, SweepFileError> {
        Ok(Self {
            elapsed_us: u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX),
            remarks: remarks.to_vec(),
            report: serde_json::to_value(report).map_err(io::Error::from)?,
        })
    }
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "type")]
enum Line {
    #[serde(rename = "sweep-start")]
    Start(Box<SweepStart>),
    #[serde(rename = "sweep-batch")]
    Batch(SweepBatch),
    #[serde(rename = "sweep-end")]
    End(SweepEnd),
}

/// Why the report file of a sweep is not read, or not gone on with.
#[derive(Debug)]
pub enum SweepFileError {
    /// It cannot be read or written.
    Io(io::Error),
    /// It does not begin as the report file of a sweep.
    NotASweep,
    /// It is the report file of another sweep.
    OtherSweep,
    /// Its questions differ from this version of acegate.
    OtherVersion,
}

impl fmt::Display for SweepFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::NotASweep => f.write_str("it is not the report file of a sweep"),
            Self::OtherSweep => f.write_str(
                "it is the report file of another sweep: its implementation or its choice differs",
            ),
            Self::OtherVersion => f.write_str(
                "it was written by another version of acegate, whose frames or tables differ",
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
    fn new(description: &Description, choice: &Choice, command: &SweepCommand) -> Self {
        Self {
            description: description.clone(),
            choice: choice.clone(),
            questions: names_of(&questions(description, choice)),
            command: command.clone(),
        }
    }

    fn has_subject_of(&self, other: &Self) -> bool {
        let is_same = self.description.implementation == other.description.implementation;
        is_same && self.choice == other.choice && self.questions == other.questions
    }
}

pub(super) fn names_of(questions: &[Question]) -> Vec<String> {
    let mut names = Vec::new();
    for question in questions {
        names.push(format!("{} {}", question.operation(), question.frame.name));
    }
    names
}

impl SweepBatch {
    pub(super) fn new(
        question: QuestionId,
        last: char,
        counts: Counts,
        differences: &[Difference],
    ) -> Self {
        let mut different = Vec::new();
        for difference in differences {
            different.push(DifferentAnswer {
                point: difference.point,
                observed: difference.observed.clone(),
            });
        }
        Self {
            question: question.0,
            last,
            counts,
            different,
        }
    }

    /// The differences, with what the reference answers; `None` if it answers some of them in the same way.
    pub(super) fn differences(&self, question: &Question) -> Option<Vec<Difference>> {
        let mut differences = Vec::new();
        for different in &self.different {
            let right = Right::of(&question.request(different.point)?);
            differences.push(Difference {
                question: QuestionId(self.question),
                point: different.point,
                way: right.difference(&different.observed.outcome())?,
                expected: right.code(),
                observed: different.observed.clone(),
            });
        }
        Some(differences)
    }
}

/// The content of a report file, up to the line that was cut off.
#[derive(Clone, Debug)]
pub struct SweepRecord {
    /// The subject of the sweep.
    pub start: SweepStart,
    pub(super) batches: Vec<SweepBatch>,
    /// The end; `None` if the sweep was cut off.
    pub(super) end: Option<SweepEnd>,
    /// How many octets the start and the batches take.
    length: usize,
}

impl SweepRecord {
    /// Whether a file begins as the report file of a sweep.
    #[must_use]
    pub fn is_begun_by(line: &[u8]) -> bool {
        line.starts_with(br#"{"type":"sweep-start""#)
    }

    /// Reads a report file.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is not the report file of a sweep.
    pub fn read(path: &Path) -> Result<Self, SweepFileError> {
        let text = std::fs::read_to_string(path)?;
        let mut lines = text.split_inclusive('\n');
        let first = lines.next().unwrap_or_default();
        let Ok(Line::Start(start)) = serde_json::from_str(first) else {
            return Err(SweepFileError::NotASweep);
        };
        let mut record = Self {
            start: *start,
            batches: Vec::new(),
            end: None,
            length: first.len(),
        };
        for line in lines {
            match serde_json::from_str(line) {
                Ok(Line::Batch(batch)) if line.ends_with('\n') => record.batches.push(batch),
                Ok(Line::End(end)) => {
                    record.end = Some(end);
                    break;
                }
                _ => break,
            }
            record.length += line.len();
        }
        Ok(record)
    }

    /// Whether the sweep came to its end.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        self.end.is_some()
    }
}

/// The report file of a sweep that is written, a line after each batch.
#[derive(Debug)]
pub struct SweepFile {
    file: File,
    command: SweepCommand,
    /// The sweep that was cut off; `None` for a new file.
    pub(super) record: Option<SweepRecord>,
}

impl SweepFile {
    /// A new report file. An old one is replaced.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn create(path: &Path, command: SweepCommand) -> Result<Self, SweepFileError> {
        Ok(Self {
            file: File::create(path)?,
            command,
            record: None,
        })
    }

    /// The report file of a sweep that was cut off. A file that does not exist, or is empty, is begun. A line that is
    /// not whole is removed.
    ///
    /// # Errors
    ///
    /// If it cannot be read or written, or is not the report file of a sweep.
    pub fn resume(path: &Path, command: SweepCommand) -> Result<Self, SweepFileError> {
        if !path.exists() || path.metadata()?.len() == 0 {
            return Self::create(path, command);
        }
        let record = SweepRecord::read(path)?;
        let file = OpenOptions::new().append(true).open(path)?;
        file.set_len(record.length as u64)?;
        Ok(Self {
            file,
            command,
            record: Some(record),
        })
    }

    /// Begins the file, or goes on with it.
    pub(super) fn begin(
        &mut self,
        description: &Description,
        choice: &Choice,
    ) -> Result<(), SweepFileError> {
        let start = SweepStart::new(description, choice, &self.command);
        match &self.record {
            Some(record) if !record.start.has_subject_of(&start) => Err(SweepFileError::OtherSweep),
            Some(_) => Ok(()),
            None => Ok(self.write(&Line::Start(Box::new(start)))?),
        }
    }

    /// Begins the file of a sweep that was recorded in others.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn copy(&mut self, record: &SweepRecord) -> Result<(), SweepFileError> {
        self.write(&Line::Start(Box::new(record.start.clone())))?;
        for batch in &record.batches {
            self.add(batch.clone())?;
        }
        Ok(())
    }

    pub(super) fn add(&mut self, batch: SweepBatch) -> Result<(), SweepFileError> {
        Ok(self.write(&Line::Batch(batch))?)
    }

    /// Writes the report, which ends the file.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn finish(mut self, end: SweepEnd) -> Result<(), SweepFileError> {
        Ok(self.write(&Line::End(end))?)
    }

    /// Writes a line in one piece.
    fn write(&mut self, line: &Line) -> io::Result<()> {
        let mut text = serde_json::to_string(line)?;
        text.push('\n');
        self.file.write_all(text.as_bytes())
    }
}
