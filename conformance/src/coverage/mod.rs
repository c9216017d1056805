//! How well the suite covers the documents: requirement × cases × deviations.

mod matrix;
mod render;

pub use matrix::{Coverage, CoverageTotals, DeviationRow, RequirementRow, State, coverage};
pub use render::{markdown, text};
