//! How well the suite covers the documents: requirement × cases × deviations.

mod matrix;
mod render;

pub use matrix::{Coverage, DeviationRow, RequirementRow, State, Totals, coverage};
pub use render::{markdown, text};
