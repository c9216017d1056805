//! `acegate statement` and `acegate verify-statement`.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use acegate_vectors::{Ledger, Suite};
use clap::builder::NonEmptyStringValueParser;
use clap::{Args, ValueEnum};

use super::output::{Ended, Output, opened, printed};
use crate::judge::ExitStatus;
use crate::protocol::Identity;
use crate::statement::{Statement, differences, html, json, markdown, statement};

/// The largest file that is read, in octets.
const LARGEST: u64 = 2 << 30;

/// The product that the statement is about.
#[derive(Debug, Args)]
struct ProductArguments {
    /// The name of the product; the implementation's own if left out.
    #[arg(long, value_parser = NonEmptyStringValueParser::new())]
    name: Option<String>,
    /// The version of the product.
    #[arg(long, requires = "name", value_parser = NonEmptyStringValueParser::new())]
    version: Option<String>,
}

#[derive(Debug, Args)]
pub(super) struct StatementArguments {
    /// The report file that `acegate check --report FILE` wrote; `-` for standard input.
    report: PathBuf,
    /// The format of the output.
    #[arg(long, value_enum, default_value_t = StatementFormat::Markdown)]
    format: StatementFormat,
    #[command(flatten)]
    product: ProductArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum StatementFormat {
    /// Tables in Markdown.
    Markdown,
    /// One page that needs nothing but itself.
    Html,
    /// JSON, as STATEMENT.md describes it.
    Json,
}

#[derive(Debug, Args)]
pub(super) struct VerifyStatementArguments {
    /// The statement, in any of its formats; `-` for standard input.
    statement: PathBuf,
    /// The report file that it was made from.
    #[arg(long, value_name = "FILE")]
    report: PathBuf,
    #[command(flatten)]
    product: ProductArguments,
}

pub(super) fn run(arguments: &StatementArguments, output: &Output) -> Ended {
    let made = make(&arguments.report, &arguments.product)?;
    let text = match arguments.format {
        StatementFormat::Markdown => markdown(&made),
        StatementFormat::Html => html(&made),
        StatementFormat::Json => json(&made),
    };
    let written = output.data().write_all(text.as_bytes());
    printed(written)
}

pub(super) fn verify(arguments: &VerifyStatementArguments, output: &Output) -> Ended {
    let VerifyStatementArguments { statement: path, report, product } = arguments;
    let compared = make(report, product).and_then(|made| {
        let text = String::from_utf8(read(path)?).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            format!("{}: expected UTF-8, found another byte at {at}", path.display())
        })?;
        let differences = differences(&text, &made);
        differences.map_err(|error| format!("{}: {error}", path.display()))
    });
    let differences = compared?;
    let mut text: String = differences.iter().map(|it| format!("{it}\n")).collect();
    let status = match differences.len() {
        0 => {
            text += &format!("the statement is what {} and the suite make\n", report.display());
            ExitStatus::AsExpected
        }
        _ => ExitStatus::Unexpected,
    };
    printed(output.out().write_all(text.as_bytes())).map(|_| status)
}

/// The statement of a report on a product, by the embedded suite.
fn make(path: &Path, product: &ProductArguments) -> Result<Statement, String> {
    let report = read(path)?;
    let product = product.name.clone().map(|name| Identity {
        name,
        version: product.version.clone().unwrap_or_default(),
        ..Identity::default()
    });
    let embedded = Suite::embedded().and_then(|suite| Ok((suite, Ledger::embedded()?)));
    let (suite, ledger) = embedded.map_err(|error| error.to_string())?;
    statement(product.as_ref(), &report, &suite, &ledger)
        .map_err(|error| format!("{}: {error}", path.display()))
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    let mut octets = Vec::new();
    let read = opened(path)?.take(LARGEST + 1).read_to_end(&mut octets);
    read.map_err(|error| format!("{}: {error}", path.display()))?;
    match octets.len() as u64 > LARGEST {
        true => Err(format!("{}: expected at most {LARGEST} bytes", path.display())),
        false => Ok(octets),
    }
}
