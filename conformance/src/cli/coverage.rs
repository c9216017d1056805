//! `acegate coverage`.

use std::io::Write;

use acegate_vectors::{Ledger, Suite};
use clap::{Args, ValueEnum};

use super::output::{Ended, Output, printed};
use super::vectors::{is_clause, is_requirement, unfiltered};
use crate::coverage::{coverage, markdown, text};
use crate::judge::ExitStatus;
use crate::suite::Filter;

/// The choice of requirements, by the names that reports use.
#[derive(Debug, Args)]
pub(super) struct CoverageArguments {
    /// Requirements such as `punycode-27`, clauses such as `RFC 3492, 6.4`, or codecs. If left out,
    /// all.
    #[arg(value_name = "REQUIREMENT")]
    words: Vec<String>,
    /// Only requirements of these codecs.
    #[arg(long, value_delimiter = ',', value_name = "CODEC")]
    codec: Vec<String>,
    /// Only requirements of this clause and of the clauses below it.
    #[arg(long, value_name = "CLAUSE")]
    clause: Vec<String>,
    /// Only this requirement.
    #[arg(long, value_name = "ID")]
    requirement: Vec<String>,
    /// The format of the output.
    #[arg(long, value_enum, default_value_t = CoverageFormat::Text)]
    format: CoverageFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CoverageFormat {
    /// The counts, and the requirements and deviations that are missed.
    Text,
    /// Tables of all requirements and deviations.
    Markdown,
    /// The same as JSON.
    Json,
}

pub(super) fn run(arguments: &CoverageArguments, output: &Output) -> Ended {
    let suite = Suite::embedded()?;
    let ledger = Ledger::embedded()?;
    let filter = coverage_filter(arguments);
    let mut chosen = None;
    if !filter.conditions().is_empty() {
        let requirements = filter.apply_to_requirements(&ledger.requirements);
        chosen = Some(requirements.map_err(unfiltered)?);
    }
    let coverage = coverage(&suite, &ledger, chosen.as_deref());
    let text = match arguments.format {
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

/// The selection by options and words. Each word is a codec, a requirement or a theme.
fn coverage_filter(arguments: &CoverageArguments) -> Filter {
    let mut filter = Filter {
        codecs: arguments.codec.clone(),
        clauses: arguments.clause.clone(),
        requirements: arguments.requirement.clone(),
        ..Filter::default()
    };
    for word in &arguments.words {
        let kind = if is_requirement(word) {
            &mut filter.requirements
        } else if is_clause(word) {
            &mut filter.clauses
        } else {
            &mut filter.codecs
        };
        kind.push(word.clone());
    }
    filter
}
