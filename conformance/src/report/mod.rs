//! Reports: what is rendered from the events of a run.

mod failure;
mod file;
mod parts;
mod tally;
mod text;

pub(crate) use failure::show_observed;
pub use file::ReportFile;
pub use text::{TextOptions, TextReport};
