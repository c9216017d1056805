//! `acegate coverage`.

use std::io::{self, Write};

use acegate_vectors::{Ledger, Suite};

use super::arguments::{CoverageArguments, CoverageFormat};
use super::output::Output;
use crate::coverage::{Coverage, coverage, markdown, text};
use crate::judge::ExitStatus;

pub(super) fn run(arguments: &CoverageArguments, output: &Output) -> ExitStatus {
    let loaded = Suite::embedded().and_then(|suite| Ok((suite, Ledger::embedded()?)));
    let (suite, ledger) = match loaded {
        Ok(loaded) => loaded,
        Err(error) => return output.error(ExitStatus::Usage, error),
    };
    let coverage = coverage(&suite, &ledger);
    let status = output.finish(print(&coverage, arguments.format, output));
    match coverage.gaps().as_slice() {
        [] => status,
        gaps => output
            .error(ExitStatus::Unexpected, format!("the suite has gaps:\n  {}", gaps.join("\n  "))),
    }
}

fn print(coverage: &Coverage, format: CoverageFormat, output: &Output) -> io::Result<ExitStatus> {
    let text = match format {
        CoverageFormat::Text => text(coverage),
        CoverageFormat::Markdown => markdown(coverage),
        CoverageFormat::Json => serde_json::to_string_pretty(coverage)? + "\n",
    };
    output.out().write_all(text.as_bytes())?;
    Ok(ExitStatus::AsExpected)
}
