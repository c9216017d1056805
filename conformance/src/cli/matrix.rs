//! `acegate matrix`: implementations side by side.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, BufReader, Write};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread::ScopedJoinHandle;
use std::time::Duration;

use acegate_vectors::{Check, Ledger, Suite};
use clap::{Args, ValueEnum};

use super::output::{CliError, Ended, Output};
use super::target;
use super::time::Time;
use super::vectors::unfiltered;
use super::words::whole;
use crate::event::{Evidence, Recording, RunStart, record};
use crate::files::{ReportFile, show_change};
use crate::findings::{behaves_like, with_findings};
use crate::implementation::{ImplementationSource, Manifest, adapters};
use crate::interrupt;
use crate::judge::ExitStatus;
use crate::matrix::{Matrix, case_requirements, read_report, write_json, write_markdown};
use crate::observation::StartError;
use crate::report::wording::conclusion;
use crate::runner::RunOptions;
use crate::suite::{Filter, pattern};
use crate::supervisor::{Limits, TemporaryFolder};
use crate::temporary::replace_in_folders;

#[derive(Debug, Args)]
pub(super) struct MatrixArguments {
    /// The implementations to check: `reference`, `plain`, bundled adapters, manifests. If none is
    /// named, and no report either, these are all bundled adapters.
    implementations: Vec<String>,
    /// Report files of `acegate check --report`. Each is an implementation, named like its file.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    reports: Vec<PathBuf>,
    /// The format of the output.
    #[arg(
        long,
        value_enum,
        default_value_t,
        conflicts_with = "out",
        help_heading = "Report"
    )]
    format: MatrixFormat,
    /// Write the matrix in every format to this folder, with a page for each implementation.
    #[arg(long, value_name = "FOLDER", help_heading = "Report")]
    out: Option<PathBuf>,
    /// Keep the report files of the runs in this folder.
    #[arg(long, value_name = "FOLDER", help_heading = "Report")]
    keep: Option<PathBuf>,
    /// Show no inputs of the findings whose name begins like this, after that of their implementation,
    /// such as `icu/fault/`. Those of a process that died as if its memory was damaged are never shown.
    #[arg(long, value_name = "PREFIX", help_heading = "Report")]
    withhold: Vec<String>,
    /// Only cases of these codecs.
    #[arg(
        long,
        value_delimiter = ',',
        value_name = "CODEC",
        help_heading = "Choice"
    )]
    codec: Vec<String>,
    /// Only cases whose id matches; `*` stands for anything, `?` for one character.
    #[arg(long, value_name = "PATTERN", help_heading = "Choice")]
    id: Vec<String>,
    /// The number of implementations that run at the same time.
    #[arg(short, long, default_value_t = 1, value_name = "N",
          value_parser = whole(1..=256_u16))]
    jobs: u16,
    /// The longest time for each implementation. Its remaining checks are not run.
    #[arg(
        long,
        default_value = "15m",
        value_name = "TIME",
        help_heading = "Limits"
    )]
    total_timeout: Time,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum MatrixFormat {
    /// Tables of implementations, findings and requirements.
    #[default]
    Markdown,
    /// The same as JSON.
    Json,
}

struct Entry {
    name: String,
    /// The report of the run, or the reason why there is none.
    report: Result<PathBuf, String>,
}

pub(super) fn run(arguments: &MatrixArguments, output: &Output) -> Ended {
    let suite = Suite::embedded()?;
    let ledger = Ledger::embedded()?;
    // The report files are removed with the folder, unless they are kept.
    let temporary;
    let folder = match &arguments.keep {
        Some(kept) => {
            fs::create_dir_all(kept).map_err(CliError::unwritten)?;
            kept.as_path()
        }
        None => {
            temporary = TemporaryFolder::new().map_err(CliError::unwritten)?;
            temporary.path()
        }
    };
    let mut entries = run_all(&suite, folder, arguments, output)?;
    entries.extend(arguments.reports.iter().map(|path| {
        let name = path
            .file_stem()
            .unwrap_or(path.as_os_str())
            .to_string_lossy()
            .into_owned();
        Entry {
            name,
            report: Ok(path.clone()),
        }
    }));
    name_apart(&mut entries);
    let (mut rows, mut absent) = (Vec::new(), BTreeMap::new());
    let requirements = case_requirements(&suite);
    for Entry { name, report } in entries {
        let path = match report {
            Ok(path) => path,
            Err(reason) => {
                absent.insert(name, reason);
                continue;
            }
        };
        let place = path.display();
        let file = File::open(&path).map_err(|error| format!("{place}: {error}"))?;
        let is_withheld = |finding: &str| {
            let whole = format!("{name}/{finding}");
            arguments
                .withhold
                .iter()
                .any(|prefix| whole.starts_with(prefix))
        };
        let (row, page) = read_report(&name, BufReader::new(file), &requirements, &is_withheld)
            .map_err(|error| format!("{place}, {error}"))?;
        if let Some(folder) = &arguments.out {
            let path = folder.join(format!("{}.md", row.name));
            write_file(&path, |out| page.write_markdown(&row, out)).map_err(CliError::unwritten)?;
        }
        rows.push(row);
    }
    let matrix = Matrix::new(rows, absent, &ledger);
    write(&matrix, arguments, output).map_err(CliError::unwritten)?;
    Ok(match matrix.rows.iter().any(|row| row.run > 0) {
        _ if interrupt::requested() => ExitStatus::Interrupted,
        true => ExitStatus::AsExpected,
        false => ExitStatus::NothingRan,
    })
}

/// Runs the implementations that are named, some at the same time.
fn run_all(
    suite: &Suite,
    folder: &Path,
    arguments: &MatrixArguments,
    output: &Output,
) -> Result<Vec<Entry>, CliError> {
    let mut seen = BTreeSet::new();
    let mut names = arguments.implementations.clone();
    names.retain(|name| seen.insert(name.clone()));
    if names.is_empty() && arguments.reports.is_empty() {
        names.extend(adapters().iter().map(|adapter| adapter.name.to_owned()));
    }
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let time = arguments.total_timeout.0;
    let all = suite.checks();
    let count = all.len();
    let ids = arguments.id.iter().map(pattern).collect();
    let filter = Filter {
        codecs: arguments.codec.clone(),
        ids,
        ..Filter::default()
    };
    let checks = filter.apply(all).map_err(unfiltered)?;
    let start = RunStart {
        suite: Suite::embedded_digest().to_string(),
        filtered: count - checks.len(),
        filters: filter.conditions(),
        ..RunStart::default()
    };
    target::listen_for_signals();
    // They are built one after the other, and before the first of them runs: the end of a program ends
    // every process that has lost its parent, and so may end a compiler's.
    let mut sources = Vec::new();
    for name in &names {
        let source = match interrupt::requested() {
            true => Err(StartError::Unknown("interrupted".into())),
            false => ImplementationSource::named(name),
        };
        sources.push((name, source));
    }
    let unknown = sources.iter().find_map(|(_, source)| match source {
        Err(error @ StartError::Unknown(_)) if !interrupt::requested() => Some(error),
        _ => None,
    });
    if let Some(error) = unknown {
        return Err(error.into());
    }
    let queue = Mutex::new(sources.iter().enumerate());
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || {
        let mut entries = Vec::new();
        while let Some((at, (name, source))) = next().filter(|_| !interrupt::requested()) {
            let title = title(name);
            let path = folder.join(format!("{}.ndjson", file_name(&title)));
            let result = run_one(name, source, &path, &checks, &start, time);
            let (Ok(said) | Err(said)) = &result;
            output.note(format!("{name}: {}", first_line(said)));
            let report = result
                .map(|_| path)
                .map_err(|reason| first_line(&reason).to_owned());
            entries.push((
                at,
                Entry {
                    name: title,
                    report,
                },
            ));
        }
        entries
    };
    let mut entries: Vec<_> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..arguments.jobs).map(|_| scope.spawn(work)).collect();
        let ended = workers.into_iter().map(ScopedJoinHandle::join);
        ended
            .flat_map(|entries| entries.unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    });
    entries.sort_by_key(|(at, _)| *at);
    Ok(entries.into_iter().map(|(_, entry)| entry).collect())
}

/// Checks one implementation, and writes its report. Returns its result in a few words.
fn run_one(
    name: &str,
    source: &Result<ImplementationSource, StartError>,
    path: &Path,
    checks: &[Check],
    start: &RunStart,
    total_time: Duration,
) -> Result<String, String> {
    let source = source.as_ref().map_err(ToString::to_string)?;
    let begin = || source.start(Limits::default());
    let options = RunOptions {
        total_time: Some(total_time),
        ..RunOptions::default()
    };
    let recording = Recording {
        start: RunStart {
            arguments: vec![name.to_owned()],
            ..start.clone()
        },
        evidence: Evidence::OfAll,
        diagnose: Some(behaves_like),
        ..Recording::default()
    };
    let mut report = ReportFile::new(path);
    let mut sink = with_findings(|event| report.take(event));
    let end = record(checks, &begin, &options, &recording, &mut sink);
    drop(sink);
    let end = end.map_err(|error| error.to_string())?;
    if let Some(change) = report.change() {
        return Err(show_change(path, &change));
    }
    match report.failure() {
        Some(error) => Err(format!(
            "the report is not whole: {}: {error}",
            path.display()
        )),
        None => Ok(conclusion(&end)),
    }
}

/// The name of an implementation in the matrix: that of a manifest is in it.
fn title(name: &str) -> String {
    match Manifest::read(Path::new(name)) {
        Ok((manifest, _)) if !manifest.name.is_empty() => manifest.name,
        _ => name.to_owned(),
    }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// Gives every implementation a name of its own, which is also that of its files.
fn name_apart(entries: &mut [Entry]) {
    let mut names = BTreeSet::new();
    for entry in entries {
        let name = file_name(&entry.name);
        let free = (2..).map(|number| format!("{name}-{number}"));
        let free = std::iter::once(name.clone())
            .chain(free)
            .find(|name| !names.contains(name));
        entry.name = free.unwrap_or(name);
        names.insert(entry.name.clone());
    }
}

/// The name as that of a file in any system: of letters, digits, dots, underscores and hyphens.
fn file_name(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    let plain: String = name
        .chars()
        .map(|c| if is_plain(c) { c } else { '-' })
        .collect();
    match plain.trim_start_matches(['.', '-']) {
        "" => "implementation".to_owned(),
        name => name.chars().take(100).collect(),
    }
}

fn write(matrix: &Matrix, arguments: &MatrixArguments, output: &Output) -> io::Result<()> {
    let Some(folder) = &arguments.out else {
        let mut out = output.data();
        match arguments.format {
            MatrixFormat::Markdown => write_markdown(matrix, false, &mut out)?,
            MatrixFormat::Json => write_json(matrix, &mut out)?,
        }
        return out.flush();
    };
    write_file(&folder.join("matrix.md"), |out| {
        write_markdown(matrix, true, out)
    })?;
    write_file(&folder.join("matrix.json"), |out| write_json(matrix, out))
}

/// Writes a file. An older one is replaced when the new one is whole.
fn write_file(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut text = Vec::new();
    write(&mut text)?;
    replace_in_folders(path, &text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_implementation_has_a_name_of_its_own_that_a_file_can_have() {
        let names = ["a/b", "a-b", "../x", "", "A b\u{202e}", "a-b"];
        let mut entries: Vec<_> = names
            .iter()
            .map(|name| Entry {
                name: (*name).to_owned(),
                report: Err(String::new()),
            })
            .collect();
        name_apart(&mut entries);
        let names: Vec<_> = entries.iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!(
            names,
            ["a-b", "a-b-2", "x", "implementation", "A-b-", "a-b-3"]
        );
    }
}
