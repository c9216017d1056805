//! `acegate coverage`.

use std::io::Write;

use acegate_vectors::{Ledger, Suite};

use super::arguments::{CoverageArguments, CoverageFormat};
use super::output::{Ended, Output, printed};
use super::vectors::{is_clause, is_requirement, unfiltered};
use crate::coverage::{coverage, markdown, text};
use crate::judge::ExitStatus;
use crate::suite::Filter;

pub(super) fn run(arguments: &CoverageArguments, output: &Output) -> Ended {
    let (suite, ledger) = (Suite::embedded()?, Ledger::embedded()?);
    let CoverageArguments { words, codec, clause, requirement, format } = arguments;
    let (ids, rest): (Vec<_>, Vec<_>) = words.iter().cloned().partition(|it| is_requirement(it));
    let (clauses, codecs): (Vec<_>, Vec<_>) = rest.into_iter().partition(|it| is_clause(it));
    let filter = Filter::default()
        .codecs(codec.iter().cloned().chain(codecs))
        .clauses(clause.iter().cloned().chain(clauses))
        .requirements(requirement.iter().cloned().chain(ids));
    let chosen = match filter.conditions().as_slice() {
        [] => None,
        _ => Some(filter.apply_to_requirements(&ledger.requirements).map_err(unfiltered)?),
    };
    let coverage = coverage(&suite, &ledger, chosen.as_deref());
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
