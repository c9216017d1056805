//! Reports: what is rendered from the events of a run.
//!
//! A new format is one file with its [`Format`] and one line in [`FORMATS`]. It takes the events as
//! they happen, or the finished run at once; its sentences are in `wording`, and its escaping is in
//! [`escape`](crate::escape).

mod address;
mod attribution;
mod badge;
mod check;
mod failure;
#[cfg(test)]
pub(crate) mod fixture;
mod github;
#[cfg(feature = "pages")]
pub mod html;
mod in_toto;
mod json;
mod junit;
mod label;
#[cfg(feature = "cli")]
pub(crate) mod ledger;
mod location;
mod markdown;
mod reporter;
mod run;
mod sarif;
pub(crate) mod style;
mod tap;
mod text;
mod value;
pub(crate) mod wording;
mod worked;

pub use address::{Address, AddressError};
#[cfg(feature = "cli")]
pub(crate) use attribution::Judged;
pub(crate) use attribution::{Attribution, judged_by, judged_checks};
pub(crate) use check::{CheckEntry, CheckState, Kept};
pub(crate) use failure::{repeat_command, show_question, show_right_answers};
pub(crate) use label::Label;
#[cfg(feature = "libtest")]
pub(crate) use label::labelled;
pub use location::{Location, LocationError};
pub(crate) use markdown::markdown_table;
pub use reporter::{Format, ReportOptions, Reporter, render};
pub use run::{RenderError, Rendered};
pub(crate) use run::{Run, for_each_event};
pub(crate) use text::prose_lines;
#[cfg(feature = "fuzz")]
pub(crate) use value::Extent;
pub(crate) use worked::{Worked, explain_command};

/// Every format, in the order in which they are listed.
pub const FORMATS: &[Format] = &[
    text::FORMAT,
    json::NDJSON,
    json::JSON,
    junit::FORMAT,
    tap::FORMAT,
    markdown::FORMAT,
    #[cfg(feature = "pages")]
    html::FORMAT,
    github::FORMAT,
    sarif::FORMAT,
    badge::SVG,
    badge::ENDPOINT,
    in_toto::FORMAT,
];

/// The format of this name.
#[must_use]
pub fn format_named(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_each_has_one_line_of_help() {
        for (at, format) in FORMATS.iter().enumerate() {
            let first = FORMATS.iter().position(|other| other.name == format.name);
            assert_eq!(first, Some(at), "{}", format.name);
            assert!(
                !format.help.contains('\n') && !format.help.ends_with('.'),
                "{}",
                format.name
            );
            assert!(!format.extension.starts_with('.') && !format.extension.is_empty());
        }
        assert!(format_named("text").is_some() && format_named("").is_none());
    }
}
