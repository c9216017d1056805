//! The implementation conformance statement: requirement by requirement, the claims of an
//! implementation and the results of a run.
//!
//! In: a report file and the embedded suite with its ledger. Out: a [`Statement`], as Markdown, HTML
//! or JSON. A statement is a pure function of the two, so that [`differences`] can make it again and
//! name whatever somebody changed. `STATEMENT.md` beside the sources describes it.

mod audit;
mod difference;
mod document;
mod make;
mod model;
mod requirement;
mod sentences;

pub use audit::SourceError;
pub use difference::{Difference, NotAStatement, differences};
pub use document::{html, markdown};
pub use make::statement;
pub use model::{
    Conclusion, FORMAT, FailedCheck, FindingEntry, NotTested, Reason, ReportFacts,
    RequirementEntry, RequirementStatus, Reservation, StatedRun, Statement, StatementTotals, json,
};
