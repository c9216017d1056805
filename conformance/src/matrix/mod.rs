//! Implementations side by side: what each was asked, what it did, and what is wrong.
//!
//! In: the report files of runs. Out: a row for each implementation, a table of requirements, a table
//! of findings, and a page for each implementation. Equal verdicts give equal octets: nothing here
//! depends on a clock or on the order of the runs.

mod html;
mod json;
mod markdown;
mod model;
mod page;
mod read;
mod row;
mod words;

pub use html::{write_html, write_html_page};
pub use json::write_json;
pub use markdown::write_markdown;
pub use model::{MATRIX_FORMAT, Matrix, MatrixRequirement, SharedFinding};
pub use page::Page;
pub use read::{CaseRequirements, case_requirements, read_report};
pub use row::{Cell, MatrixFinding, MatrixRow, RowState};
