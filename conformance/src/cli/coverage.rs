//! `acegate coverage`.

use std::io::{self, Write};

use acegate_vectors::{Ledger, Suite};

use super::arguments::{CoverageArguments, CoverageFormat};
use super::output::{Ended, Output, printed};
use crate::coverage::{Coverage, coverage, markdown, text};
use crate::judge::ExitStatus;

pub(super) fn run(arguments: &CoverageArguments, output: &Output) -> Ended {
    let coverage = coverage(&Suite::embedded()?, &Ledger::embedded()?);
    let ended = printed(print(&coverage, arguments.format, output));
    match coverage.gaps().as_slice() {
        [] => ended,
        gaps => {
            output.error(format!("the suite has gaps:\n  {}", gaps.join("\n  ")));
            Ok(ExitStatus::Unexpected)
        }
    }
}

fn print(coverage: &Coverage, format: CoverageFormat, output: &Output) -> io::Result<()> {
    let text = match format {
        CoverageFormat::Text => text(coverage),
        CoverageFormat::Markdown => markdown(coverage),
        CoverageFormat::Json => serde_json::to_string_pretty(coverage)? + "\n",
    };
    output.out().write_all(text.as_bytes())
}
