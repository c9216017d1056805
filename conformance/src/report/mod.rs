//! Reports: the events of a run, and what is rendered from them.

mod event;
mod failure;
mod file;
mod ndjson;
mod parts;
mod printable;
mod tally;
mod text;

pub use event::{BehavesLike, CaseEvent, Event, FORMAT, Growth, RunEnd, RunStart, Totals};
pub(crate) use failure::show_observed;
pub use file::ReportFile;
pub use ndjson::write_event;
pub use printable::{FIELD, printable, printable_lines, printable_start, printable_value};
pub use text::{TextOptions, TextReport};
