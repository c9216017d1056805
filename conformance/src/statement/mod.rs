//! The implementation conformance statement: requirement by requirement, the claims of an
//! implementation and the results of a run.
//!
//! In: a report file and the embedded suite with its ledger. Out: a statement, as Markdown, HTML
//! or JSON. A statement is a pure function of the two, so the same two always make the same octets
//! again. `STATEMENT.md` next to the sources describes it.

mod document;
mod make;
mod model;
mod sentences;

pub(crate) use document::{html, markdown};
pub(crate) use make::statement;
pub(crate) use model::json;
