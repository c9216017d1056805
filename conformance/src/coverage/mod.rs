//! The coverage of the documents by the suite: requirement × cases × deviations.

mod matrix;
mod render;

pub(crate) use matrix::{Coverage, coverage};
pub(crate) use render::{markdown, text};
