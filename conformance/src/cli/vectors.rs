//! `acegate vectors`, and the choice of cases for every command.

use std::collections::BTreeSet;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use acegate_codec::{ErrorKind, codec};
use acegate_vectors::{
    Check, Ledger, LoadError, Outcome, SCHEMA, Severity, Suite, format_file, lint, write_case,
};

use super::arguments::{CaseArguments, FilterArguments, VectorsCommand};
use super::export;
use super::output::{CliError, Ended, Output, print_columns, printed};
use crate::escape::printable;
use crate::judge::ExitStatus;
use crate::nearest::did_you_mean;
use crate::suite::{Filter, FilterError, named_rule};

/// The suite of a choice: the embedded one with the files that are named besides it, or the files that
/// are named instead of it.
pub(super) fn chosen(arguments: &FilterArguments) -> Result<Suite, LoadError> {
    let suite = load(&arguments.only_vectors)?;
    if arguments.vectors.is_empty() {
        Ok(suite)
    } else {
        suite.with(Suite::load(&arguments.vectors)?)
    }
}

/// The suite in these files and folders, or the embedded one if there are none.
pub(super) fn load(paths: &[PathBuf]) -> Result<Suite, LoadError> {
    if paths.is_empty() { Suite::embedded() } else { Suite::load(paths) }
}

/// The filter on the command line.
pub(super) fn filter(arguments: &FilterArguments) -> Filter {
    Filter::default()
        .codecs(arguments.codec.iter().cloned())
        .ids(arguments.id.iter().map(String::as_str))
        .skip(arguments.skip.iter().map(String::as_str))
        .clauses(arguments.clause.iter().cloned())
        .requirements(arguments.requirement.iter().cloned())
        .level(arguments.level)
}

pub(super) fn run(command: &VectorsCommand, output: &Output) -> Ended {
    match command {
        VectorsCommand::Lint { paths } => {
            print_lint(&load(paths)?, output).map_err(CliError::unwritten)
        }
        VectorsCommand::Fmt { paths, check } => format(paths, *check, output),
        VectorsCommand::Add { from, to } => super::add::run(from, to, output),
        VectorsCommand::List(arguments) => {
            let (_, checks) = checks_of(arguments)?;
            printed(list(&checks, &mut output.out()))
        }
        VectorsCommand::Show(arguments) => {
            let (_, checks) = checks_of(arguments)?;
            printed(show(&checks, &mut output.out()))
        }
        VectorsCommand::Export { schema: true, .. } => {
            printed(write!(output.out(), "{}", export::SCHEMA))
        }
        VectorsCommand::Export { cases, .. } => {
            let (suite, checks) = checks_of(cases)?;
            let mut out = BufWriter::new(output.data());
            let written = export::export(&suite, &Ledger::embedded()?, &checks, &mut out);
            printed(written.and_then(|()| out.flush()))
        }
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
        match named(word, &suite) {
            Some(Named::Codec(codec)) => options.codec.push(codec),
            Some(Named::Id(id)) => options.id.push(id),
            Some(Named::Requirement) => options.requirement.push(word.clone()),
            Some(Named::Clause) => options.clause.push(word.clone()),
            None if is_place(word) => {
                let file = word.rsplit_once(':').map_or("", |(file, _)| file);
                let files = suite.files.iter().map(|it| it.path.trim_start_matches("./"));
                let is_there = files.clone().any(|it| it == file.trim_start_matches("./"));
                let near = if is_there { String::new() } else { did_you_mean(file, files) };
                return Err(
                    format!("no case is at {word:?}: expected FILE:LINE of a case{near}").into()
                );
            }
            // The filter's error names the nearest existing ones.
            None if word.contains(['/', ':', '.', '*', '?']) => options.id.push(word.clone()),
            None => options.codec.push(word.clone()),
        }
    }
    let checks = filter(&options).apply(suite.checks()).map_err(unfiltered)?;
    Ok((suite, checks))
}

/// The error of a filter.
#[expect(clippy::needless_pass_by_value, reason = "`map_err` hands it on")]
pub(super) fn unfiltered(error: FilterError) -> CliError {
    let is_empty = error.chooses_nothing();
    CliError::new(
        if is_empty { ExitStatus::NothingRan } else { ExitStatus::Usage },
        error.to_string(),
    )
}

/// The cases that a word of a report names.
enum Named {
    Codec(String),
    Id(String),
    Requirement,
    Clause,
}

/// The codec of this name, the requirement of this id, the clause, such as `RFC 3492, 6.4`, or the
/// case at this place, such as `vectors/punycode/texts.yaml:29`.
fn named(word: &str, suite: &Suite) -> Option<Named> {
    if suite.files.iter().any(|file| file.codec == word) {
        return Some(Named::Codec(word.to_owned()));
    }
    if is_requirement(word) {
        return Some(Named::Requirement);
    }
    if is_clause(word) {
        return Some(Named::Clause);
    }
    let (path, line) = word.rsplit_once(':')?;
    let line: usize = line.parse().ok()?;
    let path = path.trim_start_matches("./");
    let here = suite.cases.iter().filter(|case| {
        let own = case.file.trim_start_matches("./");
        own == path || own.ends_with(&format!("/{path}")) || path.ends_with(&format!("/{own}"))
    });
    // A place inside a case is the place of the case.
    let case = here.filter(|case| case.line <= line).max_by_key(|case| case.line)?;
    Some(Named::Id(case.id.to_string()))
}

/// Whether the word is a place: a file and a line.
fn is_place(word: &str) -> bool {
    word.rsplit_once(':').is_some_and(|(_, line)| line.parse::<usize>().is_ok())
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
    let row = |check: &Check| {
        let case = &check.case;
        let [document, clause] = [&case.document, &case.clause].map(|text| printable(text));
        format!("{:6}  {document}, {clause}", case.level.to_string())
    };
    print_columns(checks.iter().map(|check| (check.name.as_str(), row(check))), out)
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
        let named = |error: io::Error| format!("{}: {error}", file.path);
        let text = std::fs::read(&file.path).map_err(named)?;
        let wanted = format_file(&file.path, &text)?;
        if text == wanted.as_bytes() {
            continue;
        }
        if check {
            output.error(format!("{} is not in canonical form: acegate vectors fmt", file.path));
            status = ExitStatus::Unexpected;
        } else {
            std::fs::write(&file.path, wanted).map_err(named)?;
        }
    }
    Ok(status)
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
            let (file, line) = (printable(&check.case.file), check.case.line);
            writeln!(out, "{file}:{line}: error: {}: {what}", check.name)?;
        }
    }
    writeln!(out, "{} cases in {} files, {errors} errors", suite.cases.len(), suite.files.len())?;
    Ok(if errors == 0 { ExitStatus::AsExpected } else { ExitStatus::Usage })
}

/// The fault of a check that names something that the codecs do not have; `None` if it names none.
fn strangers(check: &Check) -> Vec<String> {
    let Some(codec) = codec(check.codec()) else {
        return vec![format!("no codec {:?}", check.codec())];
    };
    let operation = codec.operations().iter().find(|operation| operation.name == check.op);
    let Some(operation) = operation else {
        return vec![format!("{} has no operation {:?}", codec.id(), check.op)];
    };
    let parameters = check
        .params()
        .keys()
        .filter(|name| !operation.parameters.iter().any(|spec| spec.name == name.as_str()))
        .map(|name| format!("{} {} has no parameter {name:?}", codec.id(), check.op));
    let outcomes = check.expect.outcomes().iter();
    let kinds = outcomes.flat_map(|outcome| match outcome {
        Outcome::Ok(_) | Outcome::Integers(_) => &[],
        Outcome::Error { kinds, .. } => kinds.as_slice(),
    });
    let kinds = kinds.filter(|kind| ErrorKind::from_code(kind).is_none());
    let kinds = kinds.map(|kind| format!("no error kind {kind:?}"));
    parameters.chain(kinds).collect()
}
