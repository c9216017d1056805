//! `acegate vectors add`: new cases for the vector files.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use acegate_vectors::{Case, Check, Level, Suite, write_file};

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
    let is_empty = to.read_dir().is_ok_and(|mut entries| entries.next().is_none());
    let none = || Ok(Suite { files: Vec::new(), cases: Vec::new() });
    let old = if is_empty { none() } else { Suite::load(&[to]) }?;
    let (new, there) = without_known(new, &old);
    confirm(&new)
        .and_then(|()| refuse_taken_ids(&old, &new))
        .map_err(|what| CliError::new(ExitStatus::Unexpected, what))?;
    printed(print(&write(&old, &new, to)?, there, output))
}

/// The new cases without those that ask only what the old ones ask, and the number of these. A question at
/// *must* and one below it are two, as for `lint`.
fn without_known(mut new: Suite, old: &Suite) -> (Suite, usize) {
    let question = |check: &Check| (check.question_digest(), check.case.level == Level::Must);
    let known: BTreeSet<_> = old.checks().iter().map(question).collect();
    let all = new.cases.len();
    new.cases.retain(|case| !case.checks().iter().all(|check| known.contains(&question(check))));
    let there = all - new.cases.len();
    (new, there)
}

/// A case needs more than one opinion: the reference and its model must both pass it.
fn confirm(new: &Suite) -> Result<(), String> {
    for registry in [Registry::Reference, Registry::Plain] {
        let mut implementation = InProcess::registry(registry);
        for check in new.checks() {
            let observation = implementation.answer(&request_for(&check));
            if judge(&check, &observation.outcome, true).verdict != Verdict::Pass {
                let name = &implementation.describe().implementation.name;
                let Case { file, line, .. } = &*check.case;
                let given = show_observed(&Observed::of(&observation.outcome));
                return Err(format!("{file}:{line}: {}: {name} gives {given}", check.name));
            }
        }
    }
    Ok(())
}

/// A new case with the id of an old one is refused.
fn refuse_taken_ids(old: &Suite, new: &Suite) -> Result<(), String> {
    let taken = |case: &&Arc<Case>| old.case(&case.id).is_some();
    new.cases.iter().find(taken).map_or(Ok(()), |case| {
        Err(format!("{}:{}: {} is the id of another case", case.file, case.line, case.id))
    })
}

/// Writes the changed files, and prints how many cases went into each.
fn write(old: &Suite, new: &Suite, to: &Path) -> Result<BTreeMap<String, usize>, String> {
    let mut written = BTreeMap::new();
    for file in &new.files {
        let added: Vec<_> = new.cases.iter().filter(|case| case.file == file.path).collect();
        if added.is_empty() {
            continue;
        }
        let theme = format!("{}/{}/", file.codec, file.theme);
        let alike =
            |case: &&Arc<Case>| case.id.starts_with(&theme) && case.document == file.document;
        let alike = old.cases.iter().find(alike);
        let home = alike.and_then(|case| old.files.iter().find(|home| home.path == case.file));
        let (head, path) = match home {
            Some(home) => (home, home.path.clone()),
            None => {
                let path = to.join(&file.codec).join(&file.theme).with_extension("yaml");
                (file, path.to_string_lossy().into_owned())
            }
        };
        let own = old.cases.iter().filter(|case| home.is_some_and(|home| case.file == home.path));
        let cases = own.chain(added.iter().copied()).map(Arc::as_ref);
        let text = write_file(head, cases.collect::<Vec<&Case>>());
        replace_in_folders(Path::new(&path), text.as_bytes())
            .map_err(|error| format!("{path}: {error}"))?;
        written.insert(path, added.len());
    }
    Ok(written)
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
