//! `acegate vectors add`: new cases for the vector files.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::Path;

use acegate_vectors::{Case, Check, Digest, File, Level, LoadError, Suite, write_file};

use super::output::{CliError, Ended, Output, printed};
use crate::event::Observed;
use crate::implementation::{Implementation, InProcess, Registry};
use crate::judge::{ExitStatus, Verdict, judge};
use crate::report::wording::{count, show_observed};
use crate::suite::request_for;
use crate::temporary::replace_in_folders;

/// Adds the cases of `from` to the vector files in `to`, each to the file that has its theme.
pub(super) fn run(from: &Path, to: &Path, output: &Output) -> Ended {
    let new = Suite::load(&[from])?;
    let old = there(to)?;
    let (new, there) = without_known(new, &old);
    confirm(&new)?;
    refuse_taken_ids(&old, &new)?;
    printed(print(&write(&old, &new, to)?, there, output))
}

/// The vectors of a folder, which may be empty.
fn there(folder: &Path) -> Result<Suite, LoadError> {
    let is_empty = folder
        .read_dir()
        .is_ok_and(|mut entries| entries.next().is_none());
    if is_empty {
        return Ok(Suite {
            files: Vec::new(),
            cases: Vec::new(),
        });
    }
    Suite::load(&[folder])
}

/// The new cases, without those that only repeat old ones, and how many were left out.
fn without_known(mut new: Suite, old: &Suite) -> (Suite, usize) {
    let known: BTreeSet<_> = old.checks().iter().map(Question::of).collect();
    let all = new.cases.len();
    new.cases.retain(|case| {
        let mut checks = case.checks().into_iter();
        checks.any(|check| !known.contains(&Question::of(&check)))
    });
    let there = all - new.cases.len();
    (new, there)
}

/// The question of a check. A question at *must* and one below it are two, as for `lint`.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Question {
    digest: Digest,
    is_must: bool,
}

impl Question {
    fn of(check: &Check) -> Self {
        Self {
            digest: check.question_digest(),
            is_must: check.case.level == Level::Must,
        }
    }
}

/// A case must pass the reference codec and the transcription, because the fast reference could
/// share a bug with the case.
fn confirm(new: &Suite) -> Result<(), CliError> {
    for registry in [Registry::Reference, Registry::Plain] {
        let mut implementation = InProcess::registry(registry);
        for check in new.checks() {
            let observation = implementation.answer(&request_for(&check));
            if judge(&check, &observation.outcome, true).verdict != Verdict::Pass {
                let name = &implementation.describe().implementation.name;
                let Case { file, line, .. } = &*check.case;
                let returned = show_observed(&Observed::of(&observation.outcome));
                let what = format!("{file}:{line}: {}: {name} returns {returned}", check.name);
                return Err(CliError::new(ExitStatus::Unexpected, what));
            }
        }
    }
    Ok(())
}

/// A new case with the id of an old one is refused.
fn refuse_taken_ids(old: &Suite, new: &Suite) -> Result<(), CliError> {
    for case in &new.cases {
        if old.case(&case.id).is_some() {
            let Case { file, line, id, .. } = &**case;
            let what = format!("{file}:{line}: {id} is the id of another case");
            return Err(CliError::new(ExitStatus::Unexpected, what));
        }
    }
    Ok(())
}

/// Writes the changed files, unless a case has no place, and returns how many cases went into each.
fn write(old: &Suite, new: &Suite, to: &Path) -> Result<BTreeMap<String, usize>, CliError> {
    let mut changed: BTreeMap<String, ChangedFile<'_>> = BTreeMap::new();
    for case in &new.cases {
        let Some(source) = new.files.iter().find(|file| file.path == case.file) else {
            continue;
        };
        let destination = destination(case, source, old, to);
        let target = changed
            .entry(destination.path.clone())
            .or_insert_with(|| ChangedFile {
                head: destination.head.clone(),
                added: Vec::new(),
            });
        if target.head.document != case.document {
            let what = format!(
                "{}:{}: {} is of {}, not of {}: name another theme in the head",
                case.file, case.line, destination.path, target.head.document, case.document
            );
            return Err(what.into());
        }
        if let Some(summary) = source.groups.get(case.theme()) {
            let groups = &mut target.head.groups;
            groups
                .entry(case.theme().to_owned())
                .or_insert_with(|| summary.clone());
        }
        target.added.push(case);
    }
    let mut written = BTreeMap::new();
    for (path, ChangedFile { head, added }) in changed {
        let mut cases: Vec<&Case> = Vec::new();
        for case in &old.cases {
            if case.file == path {
                cases.push(case);
            }
        }
        cases.extend(&added);
        let text = write_file(&head, cases);
        replace_in_folders(Path::new(&path), text.as_bytes())
            .map_err(|error| format!("{path}: {error}"))?;
        written.insert(path, added.len());
    }
    Ok(written)
}

/// A file that gets new cases.
struct ChangedFile<'a> {
    head: File,
    added: Vec<&'a Case>,
}

/// The file that a new case goes to: its head, and its path.
struct Destination<'a> {
    head: &'a File,
    path: String,
}

impl<'a> From<&'a File> for Destination<'a> {
    fn from(head: &'a File) -> Self {
        Self {
            head,
            path: head.path.clone(),
        }
    }
}

/// The file that a new case of the file `source` goes to.
fn destination<'a>(case: &Case, source: &'a File, old: &'a Suite, to: &Path) -> Destination<'a> {
    if let Some(file) = file_of_theme(case, old) {
        return file.into();
    }
    for file in &old.files {
        if file.codec == source.codec
            && file.theme == source.theme
            && file.document == source.document
        {
            return file.into();
        }
    }
    let path = to
        .join(&source.codec)
        .join(&source.theme)
        .with_extension("yaml");
    for file in &old.files {
        if Path::new(&file.path) == path {
            return file.into();
        }
    }
    Destination {
        head: source,
        path: path.to_string_lossy().into_owned(),
    }
}

/// The file that has cases of this theme and document; one with cases of the same operations comes before others.
fn file_of_theme<'a>(case: &Case, old: &'a Suite) -> Option<&'a File> {
    let mut path = None;
    for other in &old.cases {
        let is_alike = other.codec == case.codec
            && other.theme() == case.theme()
            && other.document == case.document;
        if is_alike && other.ops == case.ops {
            path = Some(&other.file);
            break;
        }
        if is_alike && path.is_none() {
            path = Some(&other.file);
        }
    }
    let path = path?;
    old.files.iter().find(|file| file.path == *path)
}

fn print(written: &BTreeMap<String, usize>, there: usize, output: &Output) -> io::Result<()> {
    let mut out = output.out();
    if there > 0 {
        let cases = count(there, "case", "cases");
        writeln!(out, "{cases} already in the suite")?;
    }
    for (path, count) in written {
        writeln!(out, "{path}: {count} added")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_and_its_group_go_to_the_file_that_has_its_theme_and_no_other_case_is_lost() {
        let folder = tempfile::tempdir().expect("a folder");
        let (from, to) = (folder.path().join("new.yaml"), folder.path().join("suite"));
        std::fs::create_dir_all(to.join("punycode")).expect("a folder");
        let text = |document, theme, group, name, op| {
            format!(
                "format: 1\ncodec: punycode\ndocument: \"{document}\"\ntheme: {theme}\nsummary: \
                    \"X.\"\n\
                 groups:\n  {group}:\n    summary: \"About {group}.\"\n\
                 cases:\n  - id: \"punycode/{group}/{name}\"\n    clause: \"1\"\n    requirements: []\n    \
                 level: may\n    op: {op}\n    input: {{ t: \"{group} {name}\" }}\n    \
                 expect: {{ ok: {{ t: \"x\" }} }}\n    origin: derived\n"
            )
        };
        let written = text("RFC 3492", "writing", "digits", "written", "encode");
        std::fs::write(to.join("writing.yaml"), written).expect("a file");
        let read = text("RFC 3492", "codes", "digits", "read", "decode");
        std::fs::write(to.join("punycode/codes.yaml"), read).expect("a file");
        for (document, theme, group, name, op, file) in [
            (
                "RFC 3492",
                "codes",
                "digits",
                "one",
                "decode",
                Some("punycode/codes"),
            ),
            (
                "RFC 3492",
                "found",
                "digits",
                "two",
                "encode",
                Some("writing"),
            ),
            (
                "RFC 3492",
                "codes",
                "codes",
                "one",
                "decode",
                Some("punycode/codes"),
            ),
            (
                "RFC 3492",
                "codes",
                "errors",
                "one",
                "decode",
                Some("punycode/codes"),
            ),
            (
                "RFC 3492",
                "found",
                "errors",
                "two",
                "encode",
                Some("punycode/codes"),
            ),
            (
                "RFC 3492",
                "found",
                "found",
                "one",
                "decode",
                Some("punycode/found"),
            ),
            (
                "RFC 3490",
                "digits",
                "digits",
                "of-names",
                "decode",
                Some("punycode/digits"),
            ),
            ("RFC 3490", "codes", "codes", "of-names", "decode", None),
        ] {
            std::fs::write(&from, text(document, theme, group, name, op)).expect("a file");
            let old = there(&to).expect("vectors");
            let new = Suite::load(&[&from]).expect("vectors");
            let written = write(&old, &new, &to).map(|written| written.into_keys().collect());
            let expected = file.map(|file| {
                vec![
                    to.join(format!("{file}.yaml"))
                        .to_string_lossy()
                        .into_owned(),
                ]
            });
            assert_eq!(
                written.as_ref().ok(),
                expected.as_ref(),
                "{group}/{name}: {written:?}"
            );
            let there = there(&to).expect("vectors");
            let added = usize::from(expected.is_some());
            assert_eq!(there.cases.len(), old.cases.len() + added, "{group}/{name}");
            let is_home = |file: &&File| expected.as_ref().is_some_and(|it| *it == [&*file.path]);
            let summary = there
                .files
                .iter()
                .find(is_home)
                .and_then(|file| file.groups.get(group));
            assert_eq!(
                summary.cloned(),
                expected.map(|_| format!("About {group}."))
            );
        }
    }
}
