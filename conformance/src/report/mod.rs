//! Reports: what is rendered from the events of a run.
//!
//! A new format is one file with its [`Format`] and one line in [`FORMATS`]. It takes the events as
//! they happen, or the finished run at once; its sentences are those of `wording`, and what it must
//! escape is in [`escape`](crate::escape).

mod badge;
mod extent;
mod failure;
mod file;
mod formats;
mod github;
pub(crate) mod html;
mod json;
mod junit;
mod markdown;
mod ndjson;
mod new_file;
mod parts;
mod render;
mod reporter;
mod run;
mod sarif;
pub(crate) mod style;
mod tally;
mod tap;
mod text;
pub(crate) mod wording;

#[cfg(feature = "libtest")]
pub(crate) use failure::Failure;
pub use file::ReportFile;
pub use formats::{FORMATS, format_named};
pub use ndjson::Ndjson;
pub(crate) use new_file::{NewFile, is_stdout};
pub(crate) use parts::{Worked, explain_command};
pub use render::{RenderError, Rendered, render};
pub use reporter::{Format, ReportOptions, Reporter};
pub(crate) use run::{CheckEntry, Run};
pub use text::TextReport;
