//! The sweep that report files record: of one file, or of the files of all shards.

use std::path::PathBuf;
use std::time::Duration;

use super::counts::Counts;
use super::engine::Sweep;
use super::questions::questions;
use super::record::{SweepEnd, SweepFileError, SweepRecord, SweepStart, names_of};
use crate::event::{MergeError, RunStart, SeenShards};
use crate::sorting::sort_by_key;
use crate::suite::Shard;

/// Reads the report files of all shards of a sweep, in any order.
///
/// # Errors
///
/// A [`MergeError`], unless each file is of a complete shard, all of them are of one sweep, and each shard is there
/// once.
pub fn merge(paths: &[PathBuf]) -> Result<SweepRecord, MergeError> {
    let mut records = Vec::new();
    let mut starts = Vec::new();
    for path in paths {
        let record = SweepRecord::read(path).map_err(|error| MergeError::unread(path, &error))?;
        starts.push(record.start.as_run());
        records.push(record);
    }
    let mut seen = SeenShards::default();
    for ((path, record), start) in paths.iter().zip(&records).zip(&starts) {
        seen.add(path, start)?;
        if !record.is_whole() {
            return Err(MergeError::sweep_cut_off(path));
        }
    }
    seen.all()?;
    Ok(joined(records))
}

/// The records of all shards as one. There is at least one.
fn joined(records: Vec<SweepRecord>) -> SweepRecord {
    let mut records = records.into_iter();
    let mut whole = records.next().expect("a record");
    let mut end = whole.end_of_shard();
    for mut record in records {
        end.add(record.end_of_shard());
        whole.batches.append(&mut record.batches);
    }
    sort_by_key(&mut whole.batches, |batch| (batch.question, batch.last));
    whole.start.choice.shard = None;
    whole.end = Some(end);
    whole
}

impl SweepRecord {
    /// The sweep that the file records.
    ///
    /// # Errors
    ///
    /// If another version of acegate wrote it.
    pub fn sweep(self) -> Result<Sweep, SweepFileError> {
        let is_whole = self.is_whole();
        let SweepRecord {
            start:
                SweepStart {
                    description,
                    choice,
                    questions: names,
                    ..
                },
            batches,
            end,
            ..
        } = self;
        let questions = questions(&description, &choice);
        if names_of(&questions) != names {
            return Err(SweepFileError::OtherVersion);
        }
        let mut counts = vec![Counts::default(); questions.len()];
        let mut answered = vec![None; questions.len()];
        let mut differences = Vec::new();
        for batch in &batches {
            let question = questions.get(batch.question);
            let found = question.and_then(|question| batch.differences(question));
            differences.extend(found.ok_or(SweepFileError::OtherVersion)?);
            counts[batch.question].add(&batch.counts);
            answered[batch.question] = answered[batch.question].max(Some(batch.last));
        }
        sort_by_key(&mut differences, |difference| {
            (difference.question, difference.point)
        });
        let SweepEnd {
            elapsed_us,
            remarks,
            ..
        } = end.unwrap_or_default();
        Ok(Sweep {
            description,
            questions,
            counts,
            answered,
            differences,
            remarks,
            is_whole,
            is_given_up: false,
            elapsed: Duration::from_micros(elapsed_us),
        })
    }

    /// The end of the record, whose remarks name the shard.
    fn end_of_shard(&self) -> SweepEnd {
        let mut end = self.end.clone().unwrap_or_default();
        let number = self.start.choice.shard.map_or(0, Shard::number);
        for remark in &mut end.remarks {
            *remark = format!("shard {number}: {remark}");
        }
        end
    }
}

impl SweepEnd {
    fn add(&mut self, other: Self) {
        self.elapsed_us = self.elapsed_us.saturating_add(other.elapsed_us);
        self.remarks.extend(other.remarks);
    }
}

impl SweepStart {
    /// The same facts as the start of a run, by which the shards of a run are compared.
    fn as_run(&self) -> RunStart {
        let mut choice = self.choice.clone();
        choice.shard = None;
        let mut filters = vec![serde_json::to_string(&choice).unwrap_or_default()];
        filters.extend(self.questions.iter().cloned());
        RunStart {
            implementation: self.description.implementation.clone(),
            codecs: self.description.codecs.clone(),
            arguments: self.command.arguments.clone(),
            filters,
            enforce: Some(self.command.enforce),
            shard: self.choice.shard,
            ..RunStart::default()
        }
    }
}
