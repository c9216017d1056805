//! The answers of every implementation in every check, as one file.
//!
//! The pages of the cases are made of it. An answer belongs to a check with the same digest. A
//! check may change later, and no implementation is blamed for its answer to the older one.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::error::Error;
use std::fmt;
use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use super::model::write_list;
use crate::escape::printable_start;
use crate::event::write_line;
use crate::judge::Verdict;
use crate::report::{Label, Run};

const ANSWERS_FORMAT: u32 = 1;

/// How many octets of an answer are kept.
const SHOWN: usize = 300;

/// The answers of the implementations of a matrix, by the name of the check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Answers {
    checks: BTreeMap<String, CheckAnswers>,
}

/// The answers to one check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CheckAnswers {
    digest: String,
    /// The names of the implementations that pass.
    pub(crate) passed: BTreeSet<String>,
    /// The wrong answers, each with the names of the implementations that give it.
    pub(crate) failed: BTreeMap<String, BTreeSet<String>>,
}

impl Answers {
    /// Adds the answers of an implementation, without those to the checks of findings that are withheld.
    pub(super) fn add(&mut self, name: &str, run: &Run, withheld: &BTreeSet<String>) {
        let findings = run.findings_by_check();
        for check in &run.checks {
            let finding = findings.get(check.case.name.as_str());
            let is_withheld = finding.is_some_and(|finding| withheld.contains(&finding.id));
            if is_withheld || !check.is_sent() {
                continue;
            }
            let case = &check.case;
            let answers = self.checks.entry(case.name.clone());
            let answers = answers.or_insert_with(|| CheckAnswers {
                digest: case.digest.clone(),
                ..CheckAnswers::default()
            });
            // The report of another suite may have another request under this name.
            if answers.digest != case.digest {
                continue;
            }
            if case.verdict == Verdict::Pass {
                answers.passed.insert(name.to_owned());
            } else {
                let got = printable_start(check.line(Label::Got), SHOWN);
                answers
                    .failed
                    .entry(got)
                    .or_default()
                    .insert(name.to_owned());
            }
        }
    }

    /// The answers to the check with this name and digest.
    pub(crate) fn of(&self, check: &str, digest: &str) -> Option<&CheckAnswers> {
        let answers = self.checks.get(check)?;
        if answers.digest != digest {
            return None;
        }
        Some(answers)
    }

    /// Reads the JSON that [`Answers::write_json`] wrote.
    pub(crate) fn read_json(text: &str) -> Result<Self, ReadAnswersError> {
        let stored: StoredAnswers = serde_json::from_str(text).map_err(ReadAnswersError::Json)?;
        if stored.format != ANSWERS_FORMAT {
            return Err(ReadAnswersError::Format(stored.format));
        }
        let mut checks = BTreeMap::new();
        for StoredCheck(name, digest, set, failed) in stored.checks {
            let passed = stored.sets.get(set).ok_or(ReadAnswersError::Index)?;
            let mut answers = CheckAnswers {
                digest,
                passed: names_of(passed, &stored.rows)?,
                ..CheckAnswers::default()
            };
            for (got, rows) in failed {
                answers.failed.insert(got, names_of(&rows, &stored.rows)?);
            }
            checks.insert(name, answers);
        }
        Ok(Self { checks })
    }

    /// Writes the answers as one JSON object, with a line for each check.
    pub(crate) fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut rows = BTreeSet::new();
        for answers in self.checks.values() {
            rows.extend(&answers.passed);
            rows.extend(answers.failed.values().flatten());
        }
        let rows: Vec<_> = rows.into_iter().cloned().collect();
        let mut sets: Vec<Vec<RowIndex>> = Vec::new();
        let mut places: HashMap<Vec<RowIndex>, usize> = HashMap::new();
        let mut checks = Vec::new();
        for (name, answers) in &self.checks {
            let passed = indices_of(&answers.passed, &rows);
            let set = *places.entry(passed.clone()).or_insert(sets.len());
            if set == sets.len() {
                sets.push(passed);
            }
            let mut failed = BTreeMap::new();
            for (got, names) in &answers.failed {
                failed.insert(got.clone(), indices_of(names, &rows));
            }
            checks.push(StoredCheck(
                name.clone(),
                answers.digest.clone(),
                set,
                failed,
            ));
        }
        writeln!(out, "{{\"format\":{ANSWERS_FORMAT},\"rows\":")?;
        write_line(&rows, out)?;
        write_list("sets", &sets, out)?;
        write_list("checks", &checks, out)?;
        writeln!(out, "}}")
    }
}

/// The place of an implementation among the names.
type RowIndex = usize;

/// The answers as their file has them: an implementation is its place among the rows, and the many checks that the
/// same implementations pass share their set.
#[derive(Debug, Deserialize)]
struct StoredAnswers {
    format: u32,
    rows: Vec<String>,
    sets: Vec<Vec<RowIndex>>,
    checks: Vec<StoredCheck>,
}

/// A check: its name and digest, the place of the set of those that pass, and the wrong answers.
#[derive(Debug, Serialize, Deserialize)]
struct StoredCheck(String, String, usize, BTreeMap<String, Vec<RowIndex>>);

fn names_of(indices: &[RowIndex], rows: &[String]) -> Result<BTreeSet<String>, ReadAnswersError> {
    let mut names = BTreeSet::new();
    for index in indices {
        let name = rows.get(*index).ok_or(ReadAnswersError::Index)?;
        names.insert(name.clone());
    }
    Ok(names)
}

/// The places of the names among the rows, which are in order and have each of them.
fn indices_of(names: &BTreeSet<String>, rows: &[String]) -> Vec<RowIndex> {
    names
        .iter()
        .filter_map(|name| rows.binary_search(name).ok())
        .collect()
}

/// Why a file does not contain the answers of a matrix.
#[derive(Debug)]
pub(crate) enum ReadAnswersError {
    Json(serde_json::Error),
    /// It names a row or a set that it does not have.
    Index,
    /// It has this format, which this version cannot read.
    Format(u32),
}

impl fmt::Display for ReadAnswersError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(error) => error.fmt(f),
            Self::Index => f.write_str("it names an implementation that it does not have"),
            Self::Format(format) => write!(
                f,
                "answers of format {format}; this version of acegate reads format {ANSWERS_FORMAT}"
            ),
        }
    }
}

impl Error for ReadAnswersError {}
