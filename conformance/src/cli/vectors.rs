//! `acegate vectors`, and the choice of cases for every command.

use std::collections::BTreeSet;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use acegate_codec::{ErrorKind, codec};
use acegate_vectors::{
    Case, Check, Digest, EXPORT_SCHEMA, Ledger, Level, LoadError, Outcome, SCHEMA, Severity, Suite,
    format_file, lint, write_case,
};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};

use super::corpus::{self, CorpusArguments, FromInputArguments};
use super::export;
use super::output::{CliError, Ended, Output, print_columns, printed};
use crate::baseline::Baseline;
use crate::escape::printable;
use crate::judge::ExitStatus;
use crate::nearest::did_you_mean;
use crate::plural::count;
use crate::suite::{Filter, FilterError, named_rule, pattern};

#[derive(Debug, Subcommand)]
pub(super) enum VectorsCommand {
    /// Check vector files: form, style, and that codecs, operations and error kinds exist.
    Lint {
        /// Files or folders; the embedded suite if left out.
        paths: Vec<PathBuf>,
    },
    /// Write vector files in their canonical form.
    Fmt {
        /// Files or folders.
        #[arg(required = true)]
        paths: Vec<PathBuf>,
        /// Change no file; exit 1 if one is not canonical.
        #[arg(long)]
        check: bool,
    },
    /// Add the cases of a vector file to the files of their theme, if the reference and its
    /// model pass them.
    Add {
        /// The file with the new cases.
        from: PathBuf,
        /// The folder of the vector files.
        #[arg(long, value_name = "FOLDER", default_value = "vectors")]
        to: PathBuf,
    },
    /// List cases, one a line.
    List(CaseArguments),
    /// Show cases as they are written.
    Show(CaseArguments),
    /// Write cases as JSON with all defaults filled in, for test runners of your own.
    Export {
        #[command(flatten)]
        cases: CaseArguments,
        /// Print the JSON Schema of what is written.
        #[arg(long, exclusive = true)]
        schema: bool,
        /// Print the known failures of this baseline as exceptions.json, which readers of the export take.
        #[arg(long, value_name = "BASELINE", exclusive = true)]
        exceptions: Option<PathBuf>,
        #[command(flatten)]
        corpus: CorpusArguments,
    },
    /// Print the vector of an input that a fuzzer found: with the right answer, and the rule that a wrong
    /// one breaks.
    FromInput(FromInputArguments),
    /// Print the digest of a suite, for `acegate check --require-suite`.
    Digest {
        /// Files or folders; the embedded suite if left out.
        paths: Vec<PathBuf>,
    },
    /// Print the JSON Schema of vector files.
    Schema,
}

/// The choice of cases, by the names that reports use.
#[derive(Debug, Args)]
pub(super) struct CaseArguments {
    /// Codecs, requirements, clauses, ids, ids with the operation of a check at the end, or places
    /// such as `vectors/punycode/texts.yaml:49`. If left out, all cases that the options choose.
    #[arg(value_name = "CASE")]
    words: Vec<String>,
    #[command(flatten)]
    filter: FilterArguments,
}

/// The choice of cases.
#[derive(Clone, Debug, Args)]
pub(super) struct FilterArguments {
    /// Only cases of these codecs.
    #[arg(
        long,
        value_delimiter = ',',
        value_name = "CODEC",
        help_heading = "Choice"
    )]
    pub(super) codec: Vec<String>,
    /// Only cases whose id matches; `*` matches anything, `?` one character.
    #[arg(long, value_name = "PATTERN", help_heading = "Choice")]
    id: Vec<String>,
    /// Only cases whose id does not match.
    #[arg(long, value_name = "PATTERN", help_heading = "Choice")]
    skip: Vec<String>,
    /// Only cases of this clause and of the clauses below it, such as `RFC 3492, 6.4`, or `6.4` if
    /// one document has it.
    #[arg(long, value_name = "CLAUSE", help_heading = "Choice")]
    clause: Vec<String>,
    /// Only cases that test this requirement, such as `punycode-27`.
    #[arg(long, value_name = "ID", help_heading = "Choice")]
    requirement: Vec<String>,
    /// Only cases that are at least this binding.
    #[arg(long, value_parser = level(), value_name = "LEVEL", help_heading = "Choice")]
    level: Option<Level>,
    /// Vector files or folders to use besides the embedded suite.
    #[arg(long, value_name = "PATH", help_heading = "Choice")]
    pub(super) vectors: Vec<PathBuf>,
    /// Vector files or folders to use instead of the embedded suite.
    #[arg(long, value_name = "PATH", help_heading = "Choice")]
    pub(super) only_vectors: Vec<PathBuf>,
}

/// The embedded suite with the files that are named besides it, or those that are named instead of it.
pub(super) fn chosen(arguments: &FilterArguments) -> Result<Suite, LoadError> {
    let suite = load(&arguments.only_vectors)?;
    if arguments.vectors.is_empty() {
        Ok(suite)
    } else {
        suite.with(Suite::load(&arguments.vectors)?)
    }
}

/// The levels by name, the weakest first.
pub(super) fn level() -> impl TypedValueParser<Value = Level> {
    let names = Level::ALL.into_iter().rev().map(Level::as_str);
    PossibleValuesParser::new(names).try_map(|name| {
        let mut levels = Level::ALL.into_iter();
        levels
            .find(|level| level.as_str() == name)
            .ok_or("no level")
    })
}

/// The digest of the suite that these options choose, which the build has counted for the embedded one.
pub(super) fn digest(arguments: &FilterArguments, chosen: &Suite) -> Digest {
    if arguments.vectors.is_empty() && arguments.only_vectors.is_empty() {
        Suite::embedded_digest()
    } else {
        chosen.digest()
    }
}

/// The suite in these files and folders, or the embedded one if there are none.
fn load(paths: &[PathBuf]) -> Result<Suite, LoadError> {
    if paths.is_empty() {
        Suite::embedded()
    } else {
        Suite::load(paths)
    }
}

pub(super) fn filter(arguments: &FilterArguments) -> Filter {
    let FilterArguments {
        codec,
        id,
        skip,
        clause,
        requirement,
        level,
        ..
    } = arguments.clone();
    Filter {
        codecs: codec,
        ids: id.into_iter().map(pattern).collect(),
        skipped: skip.into_iter().map(pattern).collect(),
        clauses: clause,
        requirements: requirement,
        level,
    }
}

pub(super) fn run(command: &VectorsCommand, output: &Output) -> Ended {
    match command {
        VectorsCommand::Lint { paths } => {
            print_lint(&load(paths)?, output).map_err(CliError::unwritten)
        }
        VectorsCommand::Fmt { paths, check } => format(paths, *check, output),
        VectorsCommand::Add { from, to } => super::add::run(from, to, output),
        VectorsCommand::List(cases) => printed(list(&checks_of(cases)?.1, &mut output.out())),
        VectorsCommand::Show(cases) => printed(show(&checks_of(cases)?.1, &mut output.out())),
        VectorsCommand::Export { schema: true, .. } => {
            printed(write!(output.out(), "{EXPORT_SCHEMA}"))
        }
        VectorsCommand::Export {
            exceptions: Some(path),
            ..
        } => {
            let suite = Suite::embedded()?;
            let baseline = Baseline::for_run(path, false, &suite.checks())
                .map_err(|error| error.to_string())?;
            printed(write!(output.out(), "{}", baseline.to_exceptions()))
        }
        VectorsCommand::Export { cases, corpus, .. } => {
            let (suite, checks) = checks_of(cases)?;
            if corpus.is_asked_for() {
                return corpus::export(corpus, &checks, output);
            }
            let mut out = BufWriter::new(output.data());
            let written = export::export(&suite, &Ledger::embedded()?, &checks, &mut out);
            printed(written.and_then(|()| out.flush()))
        }
        VectorsCommand::FromInput(arguments) => corpus::from_input(arguments, output),
        VectorsCommand::Digest { paths } => {
            printed(writeln!(output.out(), "{}", load(paths)?.digest()))
        }
        VectorsCommand::Schema => printed(write!(output.out(), "{SCHEMA}")),
    }
}

/// The suite that is chosen from, and the checks that are chosen.
fn checks_of(arguments: &CaseArguments) -> Result<(Suite, Vec<Check>), CliError> {
    let suite = chosen(&arguments.filter)?;
    let mut options = arguments.filter.clone();
    for word in &arguments.words {
        let place = word
            .rsplit_once(':')
            .and_then(|(path, line)| Some((path, line.parse().ok()?)));
        if suite.files.iter().any(|file| file.codec == *word) {
            options.codec.push(word.clone());
        } else if is_requirement(word) {
            options.requirement.push(word.clone());
        } else if is_clause(word) {
            options.clause.push(word.clone());
        } else if let Some((path, line)) = place {
            options.id.push(case_at(word, path, line, &suite)?);
        } else if word.contains(['/', ':', '.', '*', '?']) {
            options.id.push(word.clone());
        } else {
            // The filter's error names the nearest existing ones.
            options.codec.push(word.clone());
        }
    }
    let checks = filter(&options).apply(suite.checks()).map_err(unfiltered)?;
    Ok((suite, checks))
}

#[expect(clippy::needless_pass_by_value, reason = "`map_err` hands it on")]
pub(super) fn unfiltered(error: FilterError) -> CliError {
    let is_empty = error.chooses_nothing();
    CliError::new(
        if is_empty {
            ExitStatus::NothingRan
        } else {
            ExitStatus::Usage
        },
        error.to_string(),
    )
}

/// The id of the case at the place of a word, such as `vectors/punycode/texts.yaml:49`. A place inside a
/// case is the place of the case.
fn case_at(word: &str, path: &str, line: usize, suite: &Suite) -> Result<String, CliError> {
    let mut found: Option<&Case> = None;
    for case in &suite.cases {
        let begins_later = found.is_none_or(|found| case.line >= found.line);
        if is_same_file(&case.file, path) && case.line <= line && begins_later {
            found = Some(case);
        }
    }
    if let Some(case) = found {
        return Ok(case.id.clone());
    }
    let mut files = Vec::new();
    for file in &suite.files {
        files.push(file.path.trim_start_matches("./"));
    }
    let mut near = String::new();
    if !files.contains(&path.trim_start_matches("./")) {
        near = did_you_mean(path, files);
    }
    let what = format!("no case is at {word:?}: expected FILE:LINE of a case{near}");
    Err(what.into())
}

/// Whether two paths are of one file: they are equal, or one ends with the other, such as
/// `vectors/punycode/texts.yaml` and `punycode/texts.yaml`.
fn is_same_file(one: &str, other: &str) -> bool {
    let one = one.trim_start_matches("./");
    let other = other.trim_start_matches("./");
    one == other || one.ends_with(&format!("/{other}")) || other.ends_with(&format!("/{one}"))
}

/// Whether the word has the form of a requirement's id, a codec and a number.
pub(super) fn is_requirement(word: &str) -> bool {
    let parts = word.rsplit_once('-');
    parts.is_some_and(|(codec, number)| {
        acegate_codec::codec(codec).is_some() && number.parse::<u32>().is_ok()
    })
}

/// Whether the word has the form of a clause: it begins with a digit, or has a document before a comma.
pub(super) fn is_clause(word: &str) -> bool {
    !word.contains(['/', ':'])
        && (word.starts_with(|c: char| c.is_ascii_digit()) || word.contains(", "))
}

fn list(checks: &[Check], out: &mut dyn Write) -> io::Result<()> {
    let rows = checks
        .iter()
        .map(|check| (check.name.as_str(), level_and_clause(check)));
    print_columns(rows, out)
}

fn level_and_clause(check: &Check) -> String {
    let case = &check.case;
    let document = printable(&case.document);
    let clause = printable(&case.clause);
    format!("{:6}  {document}, {clause}", case.level.to_string())
}

fn show(checks: &[Check], out: &mut dyn Write) -> io::Result<()> {
    let mut shown = BTreeSet::new();
    for check in checks {
        if shown.insert(&check.case.id) {
            writeln!(out, "# {}:{}", printable(&check.case.file), check.case.line)?;
            for id in &check.case.requirements {
                writeln!(out, "# {}", printable(&named_rule(id)))?;
            }
            write!(out, "{}", write_case(&check.case))?;
        }
    }
    Ok(())
}

fn format(paths: &[PathBuf], check: bool, output: &Output) -> Ended {
    let suite = Suite::load(paths)?;
    let mut status = ExitStatus::AsExpected;
    for file in &suite.files {
        let text = std::fs::read(&file.path).map_err(|error| of_file(&file.path, &error))?;
        let wanted = format_file(&file.path, &text)?;
        if text == wanted.as_bytes() {
            continue;
        }
        if check {
            output.error(format!(
                "{} is not in canonical form: acegate vectors fmt",
                file.path
            ));
            status = ExitStatus::Unexpected;
        } else {
            std::fs::write(&file.path, wanted).map_err(|error| of_file(&file.path, &error))?;
        }
    }
    Ok(status)
}

fn of_file(path: &str, error: &io::Error) -> String {
    format!("{path}: {error}")
}

fn print_lint(suite: &Suite, output: &Output) -> io::Result<ExitStatus> {
    let mut out = output.out();
    let mut errors = 0;
    for finding in lint(suite) {
        errors += usize::from(finding.severity == Severity::Error);
        writeln!(out, "{}", printable(&finding.to_string()))?;
    }
    for check in suite.checks() {
        for what in strangers(&check) {
            errors += 1;
            let file = printable(&check.case.file);
            let line = check.case.line;
            writeln!(out, "{file}:{line}: error: {}: {what}", check.name)?;
        }
    }
    let cases = count(suite.cases.len(), "case", "cases");
    let files = count(suite.files.len(), "file", "files");
    writeln!(
        out,
        "{cases} in {files}, {}",
        count(errors, "error", "errors")
    )?;
    Ok(if errors == 0 {
        ExitStatus::AsExpected
    } else {
        ExitStatus::Usage
    })
}

/// A sentence on each thing that a check names and the codecs do not have.
fn strangers(check: &Check) -> Vec<String> {
    let Some(codec) = codec(check.codec()) else {
        return vec![format!("no codec {:?}", check.codec())];
    };
    let mut operations = codec.operations().iter();
    let Some(operation) = operations.find(|operation| operation.name == check.op) else {
        return vec![format!("{} has no operation {:?}", codec.id(), check.op)];
    };
    let mut strangers = Vec::new();
    for name in check.params().keys() {
        let mut parameters = operation.parameters.iter();
        if parameters.all(|parameter| parameter.name != name.as_str()) {
            let id = codec.id();
            strangers.push(format!("{id} {} has no parameter {name:?}", check.op));
        }
    }
    for outcome in check.expect.outcomes() {
        let kinds = match outcome {
            Outcome::Ok(_) | Outcome::Integers(_) => continue,
            Outcome::Error { kinds, .. } => kinds,
        };
        for kind in kinds {
            if ErrorKind::from_code(kind).is_none() {
                strangers.push(format!("no error kind {kind:?}"));
            }
        }
    }
    strangers
}
