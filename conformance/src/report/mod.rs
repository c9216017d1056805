//! Reports: the events of a run, and what is rendered from them.

mod event;
mod printable;
mod text;

pub use event::{BehavesLike, CaseEvent, Event, FORMAT, RunEnd, RunStart, Totals};
pub use printable::{printable, printable_lines, printable_value};
pub(crate) use text::show_observed;
pub use text::{TextOptions, TextReport};
