//! `acegate coverage`.

use std::io::Write;

use acegate_vectors::{Ledger, Suite};

use super::arguments::CoverageFormat;
use super::output::{Ended, Output, printed};
use crate::coverage::{coverage, markdown, text};
use crate::judge::ExitStatus;

pub(super) fn run(format: CoverageFormat, output: &Output) -> Ended {
    let coverage = coverage(&Suite::embedded()?, &Ledger::embedded()?);
    let text = match format {
        CoverageFormat::Text => text(&coverage),
        CoverageFormat::Markdown => markdown(&coverage),
        CoverageFormat::Json => serde_json::to_string_pretty(&coverage)? + "\n",
    };
    let ended = printed(output.out().write_all(text.as_bytes()));
    match coverage.gaps().as_slice() {
        [] => ended,
        gaps => {
            output.error(format!("the suite has gaps:\n  {}", gaps.join("\n  ")));
            Ok(ExitStatus::Unexpected)
        }
    }
}
