//! Implementations side by side: what was tested, what each did, and what is wrong.
//!
//! In: the report files of runs. Out: a row for each implementation, a table of requirements, a table
//! of findings, a page for each implementation, and the answers to each check. Equal verdicts give equal
//! octets: nothing here depends on a clock or on the order of the runs. The pages in HTML are made of what was
//! written before, so they need no run.

mod answers;
mod cases;
mod html;
mod implementation;
mod markdown;
mod model;
mod read;
mod site;

pub(crate) use answers::Answers;
pub(crate) use html::write_html;
pub(crate) use markdown::write_markdown;
pub(crate) use model::{Matrix, read_json, write_json};
pub(crate) use read::{case_requirements, read_report};
pub(crate) use site::{Site, SitePage};
