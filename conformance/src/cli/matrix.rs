//! `acegate matrix`: implementations side by side.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufReader, Write};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
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
use crate::matrix::{
    Answers, Matrix, Site, SitePage, case_requirements, read_json, read_report, write_html,
    write_json, write_markdown,
};
use crate::observation::StartError;
use crate::report::Address;
use crate::report::wording::conclusion;
use crate::runner::RunOptions;
use crate::sorting::sort_by_key;
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
    /// Write the matrix as Markdown and JSON to this folder, with a page for each implementation and the
    /// answers to each check.
    #[arg(long, value_name = "FOLDER", help_heading = "Report")]
    out: Option<PathBuf>,
    /// Write the matrix as HTML to this folder: the implementations on one page, the findings, the
    /// requirements, each implementation, and every case with all answers.
    #[arg(long, value_name = "FOLDER", help_heading = "Report")]
    html: Option<PathBuf>,
    /// Take the runs from this folder, which an earlier `acegate matrix --out` wrote, and run nothing.
    #[arg(
        long,
        value_name = "FOLDER",
        requires = "html",
        conflicts_with_all = ["implementations", "reports", "out", "keep", "format"],
        help_heading = "Report"
    )]
    from: Option<PathBuf>,
    /// The address of a copy of live.html, to which the cases in HTML lead. It begins with http:, https:
    /// or file:, or is relative to the folder of the pages.
    #[arg(long, value_name = "URL", requires = "html", help_heading = "Report")]
    live_page: Option<Address>,
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
    /// Only cases whose id matches; `*` matches anything, `?` one character.
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
    if let Some(folder) = &arguments.from {
        let path = folder.join("matrix.json");
        let matrix = read_stored(&path, |text| read_json(text, &ledger))?;
        let path = folder.join("answers.json");
        let mut answers = Answers::default();
        // The folder of an older version has none.
        if path.exists() {
            answers = read_stored(&path, Answers::read_json)?;
        }
        write_pages(&matrix, &answers, &suite, arguments).map_err(CliError::unwritten)?;
        return Ok(ExitStatus::AsExpected);
    }
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
    for path in &arguments.reports {
        let name = path.file_stem().unwrap_or(path.as_os_str());
        entries.push(Entry {
            name: name.to_string_lossy().into_owned(),
            report: Ok(path.clone()),
        });
    }
    name_apart(&mut entries);
    let mut rows = Vec::new();
    let mut absent = BTreeMap::new();
    let mut answers = Answers::default();
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
        let is_withheld = &|finding: &str| is_withheld(&name, finding, arguments);
        let file = BufReader::new(file);
        let (row, page) = read_report(&name, file, &requirements, is_withheld, &mut answers)
            .map_err(|error| format!("{place}, {error}"))?;
        if let Some(folder) = &arguments.out {
            let path = folder.join(format!("{}.md", row.name));
            write_file(&path, |out| page.write_markdown(&row, out)).map_err(CliError::unwritten)?;
        }
        rows.push(row);
    }
    let matrix = Matrix::new(rows, absent, &ledger);
    write(&matrix, &answers, arguments, output).map_err(CliError::unwritten)?;
    write_pages(&matrix, &answers, &suite, arguments).map_err(CliError::unwritten)?;
    if interrupt::requested() {
        Ok(ExitStatus::Interrupted)
    } else if matrix.rows.iter().any(|row| row.run > 0) {
        Ok(ExitStatus::AsExpected)
    } else {
        Ok(ExitStatus::NothingRan)
    }
}

/// Whether the inputs of a finding of this implementation are not to be shown.
fn is_withheld(name: &str, finding: &str, arguments: &MatrixArguments) -> bool {
    let whole = format!("{name}/{finding}");
    let mut prefixes = arguments.withhold.iter();
    prefixes.any(|prefix| whole.starts_with(prefix))
}

/// Runs the implementations that are named, some at the same time.
fn run_all(
    suite: &Suite,
    folder: &Path,
    arguments: &MatrixArguments,
    output: &Output,
) -> Result<Vec<Entry>, CliError> {
    let names = names(arguments);
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let all = suite.checks();
    let count = all.len();
    let filter = Filter {
        codecs: arguments.codec.clone(),
        ids: arguments.id.iter().map(pattern).collect(),
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
    let worker = Worker {
        tasks: Mutex::new(tasks(names)?),
        folder,
        checks: &checks,
        start,
        total_time: arguments.total_timeout.0,
        output,
    };
    let mut done = Vec::new();
    std::thread::scope(|scope| {
        let mut workers = Vec::new();
        for _ in 0..arguments.jobs {
            workers.push(scope.spawn(|| worker.run()));
        }
        for worker in workers {
            done.extend(worker.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
    });
    sort_by_key(&mut done, |done| done.place);
    Ok(done.into_iter().map(|done| done.entry).collect())
}

/// The implementations that are named, each once; all adapters if neither one nor a report is.
fn names(arguments: &MatrixArguments) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in &arguments.implementations {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    if names.is_empty() && arguments.reports.is_empty() {
        names.extend(adapters().iter().map(|adapter| adapter.name.to_owned()));
    }
    names
}

/// An implementation that is to be run.
struct Task {
    /// Its place among those that are named.
    place: usize,
    name: String,
    source: Result<ImplementationSource, StartError>,
}

/// Builds the implementations. An unknown one is an error before any of them runs.
///
/// They are built one after the other, and before the first of them runs: the end of a program ends every process
/// that has lost its parent, and so may end a compiler's.
fn tasks(names: Vec<String>) -> Result<VecDeque<Task>, StartError> {
    let mut tasks = VecDeque::new();
    for (place, name) in names.into_iter().enumerate() {
        let source = if interrupt::requested() {
            Err(StartError::Unknown("interrupted".into()))
        } else {
            ImplementationSource::named(&name)
        };
        tasks.push_back(Task {
            place,
            name,
            source,
        });
    }
    if !interrupt::requested() {
        for task in &tasks {
            if let Err(error @ StartError::Unknown(_)) = &task.source {
                return Err(error.clone());
            }
        }
    }
    Ok(tasks)
}

/// An implementation that was run, or could not be.
struct Done {
    place: usize,
    entry: Entry,
}

/// The data that the threads share which run the implementations.
struct Worker<'a> {
    tasks: Mutex<VecDeque<Task>>,
    /// The folder for the report files.
    folder: &'a Path,
    checks: &'a [Check],
    start: RunStart,
    total_time: Duration,
    output: &'a Output,
}

impl Worker<'_> {
    /// Takes one task after the other, until none is left or the user interrupts.
    fn run(&self) -> Vec<Done> {
        let mut done = Vec::new();
        while !interrupt::requested() {
            let Some(task) = self.next() else {
                break;
            };
            let title = title(&task.name);
            let path = self.folder.join(format!("{}.ndjson", file_name(&title)));
            let result = self.run_one(&task, &path);
            let (Ok(said) | Err(said)) = &result;
            self.output
                .note(format!("{}: {}", task.name, first_line(said)));
            let report = match result {
                Ok(_) => Ok(path),
                Err(reason) => Err(first_line(&reason).to_owned()),
            };
            done.push(Done {
                place: task.place,
                entry: Entry {
                    name: title,
                    report,
                },
            });
        }
        done
    }

    fn next(&self) -> Option<Task> {
        let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        tasks.pop_front()
    }

    /// Checks one implementation, and writes its report. Returns its result in a few words.
    fn run_one(&self, task: &Task, path: &Path) -> Result<String, String> {
        let source = task.source.as_ref().map_err(ToString::to_string)?;
        let options = RunOptions {
            total_time: Some(self.total_time),
            ..RunOptions::default()
        };
        let recording = Recording {
            start: RunStart {
                arguments: vec![task.name.clone()],
                ..self.start.clone()
            },
            evidence: Evidence::OfAll,
            diagnose: Some(behaves_like),
            ..Recording::default()
        };
        let mut report = ReportFile::new(path);
        let mut sink = with_findings(|event| report.take(event));
        let end = record(
            self.checks,
            &|| source.start(Limits::default()),
            &options,
            &recording,
            &mut sink,
        );
        drop(sink);
        let end = end.map_err(|error| error.to_string())?;
        if let Some(change) = report.change() {
            return Err(show_change(path, &change));
        }
        match report.failure() {
            Some(error) => Err(format!(
                "the report is incomplete: {}: {error}",
                path.display()
            )),
            None => Ok(conclusion(&end)),
        }
    }
}

/// The name of an implementation in the matrix, with the name of its manifest.
fn title(name: &str) -> String {
    match Manifest::read(Path::new(name)) {
        Ok((manifest, _)) if !manifest.name.is_empty() => manifest.name,
        _ => name.to_owned(),
    }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// Gives every implementation a unique name, which its files also have.
fn name_apart(entries: &mut [Entry]) {
    let mut names = BTreeSet::new();
    for entry in entries {
        let name = file_name(&entry.name);
        let mut free = name.clone();
        let mut number = 1;
        while !names.insert(free.clone()) {
            number += 1;
            free = format!("{name}-{number}");
        }
        entry.name = free;
    }
}

/// The name as a file name that every system allows: letters, digits, dots, underscores and
/// hyphens.
fn file_name(name: &str) -> String {
    let mut plain = String::new();
    for c in name.chars() {
        let is_plain = c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
        plain.push(if is_plain { c } else { '-' });
    }
    match plain.trim_start_matches(['.', '-']) {
        "" => "implementation".to_owned(),
        name => name.chars().take(100).collect(),
    }
}

/// Reads a file of an earlier matrix.
fn read_stored<T, E: fmt::Display>(
    path: &Path,
    read: impl FnOnce(&str) -> Result<T, E>,
) -> Result<T, CliError> {
    let place = path.display();
    let text = fs::read_to_string(path).map_err(|error| format!("{place}: {error}"))?;
    let stored = read(&text).map_err(|error| format!("{place}: {error}"))?;
    Ok(stored)
}

/// Writes the matrix as pages, if they are wanted.
fn write_pages(
    matrix: &Matrix,
    answers: &Answers,
    suite: &Suite,
    arguments: &MatrixArguments,
) -> io::Result<()> {
    let Some(folder) = &arguments.html else {
        return Ok(());
    };
    let site = Site::new(matrix, answers, suite, arguments.live_page.as_ref());
    write_html(&site, &mut |SitePage { path, text }| {
        replace_in_folders(&folder.join(path), text.as_bytes())
    })
}

fn write(
    matrix: &Matrix,
    answers: &Answers,
    arguments: &MatrixArguments,
    output: &Output,
) -> io::Result<()> {
    let Some(folder) = &arguments.out else {
        if arguments.html.is_some() {
            return Ok(());
        }
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
    write_file(&folder.join("matrix.json"), |out| write_json(matrix, out))?;
    write_file(&folder.join("answers.json"), |out| answers.write_json(out))
}

/// Writes a file atomically: an older one is replaced once the new one is complete.
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
