//! Reports: what is rendered from the events of a run.
//!
//! A new format is one file with its [`Format`] and one line in [`FORMATS`]. It takes the events as
//! they happen, or the finished run at once; its sentences are those of `wording`, and what it must
//! escape is in [`escape`](crate::escape).

mod badge;
mod failure;
mod file;
mod formats;
mod github;
#[cfg(feature = "cli")]
pub(crate) mod html;
mod json;
mod junit;
mod markdown;
mod new_file;
mod parts;
mod read;
mod reporter;
mod run;
mod sarif;
pub(crate) mod style;
mod tap;
mod text;
mod value;
pub(crate) mod wording;

#[cfg(feature = "libtest")]
pub(crate) use failure::Failure;
pub use file::ReportFile;
pub use formats::{FORMATS, format_named};
pub(crate) use new_file::{NewFile, is_stdout};
pub(crate) use parts::{Worked, explain_command};
pub(crate) use read::for_each_event;
pub use read::{RenderError, Rendered};
pub use reporter::{Format, ReportOptions, Reporter, render};
pub(crate) use run::{CheckEntry, CheckState, Kept, Run};
#[cfg(feature = "libtest")]
pub(crate) use value::Extent;
