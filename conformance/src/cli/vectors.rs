//! `acegate vectors`, and the choice of cases for every command.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::PathBuf;

use acegate_codec::{ErrorKind, codec};
use acegate_vectors::{
    Check, LoadError, Outcome, SCHEMA, Severity, Suite, format_file, lint, write_case,
};

use super::arguments::{CaseArguments, VectorsArguments, VectorsCommand};
use super::filters::FilterArguments;
use super::output::Output;
use crate::escape::printable;
use crate::judge::ExitStatus;
use crate::suite::{Filter, FilterError};

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
        .level(arguments.level.map(Into::into))
}

pub(super) fn run(arguments: &VectorsArguments, output: &Output) -> ExitStatus {
    match &arguments.command {
        VectorsCommand::Lint { paths } => match load(paths) {
            Ok(suite) => output.finish(print_lint(&suite, output)),
            Err(error) => output.error(ExitStatus::Usage, error),
        },
        VectorsCommand::Fmt { paths, check } => format(paths, *check, output),
        VectorsCommand::Add { from, to } => super::add::run(from, to, output),
        VectorsCommand::List(arguments) => with_checks(arguments, output, list),
        VectorsCommand::Show(arguments) => with_checks(arguments, output, show),
        VectorsCommand::Digest { paths } => match load(paths) {
            Ok(suite) => {
                let printed = writeln!(output.out(), "{}", suite.digest());
                output.finish(printed.map(|()| ExitStatus::AsExpected))
            }
            Err(error) => output.error(ExitStatus::Usage, error),
        },
        VectorsCommand::Schema => {
            output.finish(write!(output.out(), "{SCHEMA}").map(|()| ExitStatus::AsExpected))
        }
    }
}

fn with_checks(
    arguments: &CaseArguments,
    output: &Output,
    print: fn(&[Check], &mut dyn Write) -> io::Result<()>,
) -> ExitStatus {
    let suite = match chosen(&arguments.filter) {
        Ok(suite) => suite,
        Err(error) => return output.error(ExitStatus::Usage, error),
    };
    let mut options = arguments.filter.clone();
    for word in &arguments.words {
        match named(word, &suite) {
            Some(Named::Codec(codec)) => options.codec.push(codec),
            Some(Named::Id(id)) => options.id.push(id),
            // The filter's error names the nearest existing ones.
            None if word.contains(['/', ':', '.', '*', '?']) => options.id.push(word.clone()),
            None => options.codec.push(word.clone()),
        }
    }
    match filter(&options).apply(suite.checks()) {
        Err(error) => output.error(filter_status(&error), error),
        Ok(checks) => {
            output.finish(print(&checks, &mut output.out()).map(|()| ExitStatus::AsExpected))
        }
    }
}

/// The exit status for a fault of a filter.
pub(super) const fn filter_status(error: &FilterError) -> ExitStatus {
    if error.chooses_nothing() { ExitStatus::NothingRan } else { ExitStatus::Usage }
}

/// The cases that a word of a report names.
enum Named {
    Codec(String),
    Id(String),
}

/// The codec of this name, or the case at this place, such as `vectors/punycode/edge.yaml:29`.
fn named(word: &str, suite: &Suite) -> Option<Named> {
    if suite.files.iter().any(|file| file.codec == word) {
        return Some(Named::Codec(word.to_owned()));
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

fn list(checks: &[Check], out: &mut dyn Write) -> io::Result<()> {
    let width = checks.iter().map(|check| check.name.len()).max().unwrap_or_default();
    for check in checks {
        let case = &check.case;
        writeln!(
            out,
            "{:width$}  {:6}  {}, {}",
            check.name,
            case.level.to_string(),
            printable(&case.document),
            printable(&case.clause)
        )?;
    }
    Ok(())
}

fn show(checks: &[Check], out: &mut dyn Write) -> io::Result<()> {
    let mut shown = BTreeSet::new();
    for check in checks {
        if shown.insert(&check.case.id) {
            writeln!(out, "# {}:{}", printable(&check.case.file), check.case.line)?;
            write!(out, "{}", write_case(&check.case))?;
        }
    }
    Ok(())
}

fn format(paths: &[PathBuf], check: bool, output: &Output) -> ExitStatus {
    let suite = match Suite::load(paths) {
        Ok(suite) => suite,
        Err(error) => return output.error(ExitStatus::Usage, error),
    };
    let mut status = ExitStatus::AsExpected;
    for file in &suite.files {
        let rewritten = std::fs::read(&file.path)
            .map_err(|error| format!("{}: {error}", file.path))
            .and_then(|text| {
                let wanted = format_file(&file.path, &text).map_err(|error| error.to_string())?;
                Ok((text != wanted.as_bytes()).then_some(wanted))
            });
        match rewritten {
            Ok(None) => {}
            Ok(Some(_)) if check => {
                status = output.error(
                    ExitStatus::Unexpected,
                    format!("{} is not in canonical form: acegate vectors fmt", file.path),
                );
            }
            Ok(Some(wanted)) => {
                if let Err(error) = std::fs::write(&file.path, wanted) {
                    return output.error(ExitStatus::Usage, format!("{}: {error}", file.path));
                }
            }
            Err(what) => return output.error(ExitStatus::Usage, what),
        }
    }
    status
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
            writeln!(
                out,
                "{}:{}: error: {}: {what}",
                printable(&check.case.file),
                check.case.line,
                check.name
            )?;
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
    let kinds = check
        .expect
        .outcomes()
        .iter()
        .filter_map(|outcome| match outcome {
            Outcome::Ok(_) | Outcome::Integers(_) => None,
            Outcome::Error { kinds, .. } => Some(kinds),
        })
        .flatten()
        .filter(|kind| ErrorKind::from_code(kind).is_none())
        .map(|kind| format!("no error kind {kind:?}"));
    parameters.chain(kinds).collect()
}
