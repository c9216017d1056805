//! Implementations side by side: what was tested, what each did, and what is wrong.
//!
//! In: the report files of runs. Out: a row for each implementation, a table of requirements, a table
//! of findings, and a page for each implementation. Equal verdicts give equal octets: nothing here
//! depends on a clock or on the order of the runs.

mod markdown;
mod model;
mod read;

pub(crate) use markdown::write_markdown;
pub(crate) use model::{Matrix, write_json};
pub(crate) use read::{case_requirements, read_report};
