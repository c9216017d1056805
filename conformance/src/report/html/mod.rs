//! HTML: one page for a run, which needs nothing but itself.
//!
//! Findings and requirements are written out, so that they read without a script. The checks are
//! data, which `page.js` shows a part of at a time.
//!
//! [`page_of`] makes any other page of the same kind.

mod checks;
mod fields;
mod findings;
pub(crate) mod markup;
mod page;
mod requirements;
mod steps;
mod summary;
mod trace;

use std::io::{self, Write};

use self::markup::html;
pub(crate) use page::page;
pub use page::{PageExtras, page_of};
pub use steps::live_case;
pub(crate) use trace::trace;

use super::reporter::{Format, ReportOptions};
use super::run::Run;
use super::wording::{conclusion, show_identity};
use crate::event::Evidence;

/// The purpose of the format.
const HELP: &str =
    "A page for people: findings, requirements, and every check with search and filters";

/// Worked steps as HTML, which escapes all of their texts.
#[must_use]
pub fn steps_markup(steps: &crate::explain::Trace) -> String {
    trace(steps).into_string()
}

pub(super) const FORMAT: Format =
    Format { evidence: Evidence::OfAll, ..Format::document("html", "html", HELP, write) };

fn write(run: &Run, _: &ReportOptions, out: &mut dyn Write) -> io::Result<()> {
    let identity = show_identity(&run.start.implementation);
    let title = format!("{identity}: {}", conclusion(&run.end));
    let content = html!(
        "{}{}{}{}",
        summary::summary(run),
        findings::findings(run),
        requirements::requirements(run),
        checks::checks(run)?
    );
    let links = [("findings", "Findings"), ("requirements", "Requirements"), ("checks", "Checks")];
    out.write_all(page(PageExtras::default(), &title, &links, &content).as_bytes())
}
