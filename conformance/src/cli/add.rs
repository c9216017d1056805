//! `acegate vectors add`: new cases for the vector files.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use acegate_vectors::{Case, Check, File, Level, LoadError, Suite, write_file};

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
    confirm(&new)
        .and_then(|()| refuse_taken_ids(&old, &new))
        .map_err(|what| CliError::new(ExitStatus::Unexpected, what))?;
    printed(print(&write(&old, &new, to)?, there, output))
}

/// The vectors of a folder, which may be empty.
fn there(folder: &Path) -> Result<Suite, LoadError> {
    match folder
        .read_dir()
        .is_ok_and(|mut entries| entries.next().is_none())
    {
        true => Ok(Suite {
            files: Vec::new(),
            cases: Vec::new(),
        }),
        false => Suite::load(&[folder]),
    }
}

/// The new cases without those that ask only what the old ones ask, and the number of these. A question at
/// *must* and one below it are two, as for `lint`.
fn without_known(mut new: Suite, old: &Suite) -> (Suite, usize) {
    let question = |check: &Check| (check.question_digest(), check.case.level == Level::Must);
    let known: BTreeSet<_> = old.checks().iter().map(question).collect();
    let all = new.cases.len();
    new.cases.retain(|case| {
        !case
            .checks()
            .iter()
            .all(|check| known.contains(&question(check)))
    });
    let there = all - new.cases.len();
    (new, there)
}

/// A case must pass the reference and the model, which is a second opinion on what is also written for speed.
fn confirm(new: &Suite) -> Result<(), String> {
    for registry in [Registry::Reference, Registry::Plain] {
        let mut implementation = InProcess::registry(registry);
        for check in new.checks() {
            let observation = implementation.answer(&request_for(&check));
            if judge(&check, &observation.outcome, true).verdict != Verdict::Pass {
                let name = &implementation.describe().implementation.name;
                let Case { file, line, .. } = &*check.case;
                let given = show_observed(&Observed::of(&observation.outcome));
                return Err(format!(
                    "{file}:{line}: {}: {name} gives {given}",
                    check.name
                ));
            }
        }
    }
    Ok(())
}

/// A new case with the id of an old one is refused.
fn refuse_taken_ids(old: &Suite, new: &Suite) -> Result<(), String> {
    let taken = |case: &&Arc<Case>| old.case(&case.id).is_some();
    new.cases.iter().find(taken).map_or(Ok(()), |case| {
        Err(format!(
            "{}:{}: {} is the id of another case",
            case.file, case.line, case.id
        ))
    })
}

/// Writes the changed files, unless a case has no place, and returns how many cases went into each.
fn write(old: &Suite, new: &Suite, to: &Path) -> Result<BTreeMap<String, usize>, String> {
    let mut homes: BTreeMap<String, (File, Vec<&Case>)> = BTreeMap::new();
    for case in &new.cases {
        let Some(own) = new.files.iter().find(|it| it.path == case.file) else {
            continue;
        };
        let (head, path) = home(case, own, old, to);
        let (head, added) = homes
            .entry(path.clone())
            .or_insert_with(|| (head.clone(), Vec::new()));
        let other = &head.document;
        if *other != case.document {
            let Case {
                file,
                line,
                document,
                ..
            } = &**case;
            return Err(format!(
                "{file}:{line}: {path} is of {other}, not of {document}: name another theme in the head"
            ));
        }
        if let Some(summary) = own.groups.get(case.theme()) {
            head.groups
                .entry(case.theme().to_owned())
                .or_insert_with(|| summary.clone());
        }
        added.push(case);
    }
    let mut written = BTreeMap::new();
    for (path, (head, added)) in homes {
        let own = old
            .cases
            .iter()
            .map(Arc::as_ref)
            .filter(|case| case.file == path);
        let text = write_file(&head, own.chain(added.iter().copied()).collect::<Vec<_>>());
        replace_in_folders(Path::new(&path), text.as_bytes())
            .map_err(|error| format!("{path}: {error}"))?;
        written.insert(path, added.len());
    }
    Ok(written)
}

/// The head and the path of the file that a new case of the file `own` goes to: the old file with cases of
/// its theme, document and operations, or of its theme and document, or with the same head, or else the
/// file that has the name of the theme of `own`.
fn home<'a>(case: &Case, own: &'a File, old: &'a Suite, to: &Path) -> (&'a File, String) {
    let own_theme = (&case.codec, case.theme(), &case.document);
    let is_alike = |it: &&Arc<Case>| (&it.codec, it.theme(), &it.document) == own_theme;
    let has_its_ops = |it: &&Arc<Case>| is_alike(it) && it.ops == case.ops;
    let alike = old
        .cases
        .iter()
        .find(has_its_ops)
        .or_else(|| old.cases.iter().find(is_alike));
    let alike = alike.map(|it| &it.file);
    let path = to.join(&own.codec).join(&own.theme).with_extension("yaml");
    let find = |is_home: &dyn Fn(&File) -> bool| old.files.iter().find(|it| is_home(it));
    let head = |it: &File| [&it.codec, &it.theme, &it.document].map(String::clone);
    find(&|it| Some(&it.path) == alike)
        .or_else(|| find(&|it| head(it) == head(own)))
        .or_else(|| find(&|it| Path::new(&it.path) == path))
        .map_or_else(
            || (own, path.to_string_lossy().into_owned()),
            |home| (home, home.path.clone()),
        )
}

fn print(written: &BTreeMap<String, usize>, there: usize, output: &Output) -> io::Result<()> {
    let mut out = output.out();
    if there > 0 {
        let cases = count(there, "question is", "questions are");
        writeln!(out, "{cases} there already")?;
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
                "format: 1\ncodec: punycode\ndocument: \"{document}\"\ntheme: {theme}\nsummary: \"X.\"\n\
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
