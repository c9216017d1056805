//! The coverage of the documents by the suite: requirement × cases × deviations.

mod matrix;
mod render;

pub use matrix::{Coverage, CoverageTotals, DeviationRow, RequirementRow, State, coverage};
pub use render::{markdown, text};
