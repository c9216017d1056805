//! Reports: what is rendered from the events of a run.

mod failure;
mod file;
mod parts;
mod style;
mod tally;
mod text;
pub(crate) mod wording;

pub use file::ReportFile;
pub use text::{TextOptions, TextReport};
