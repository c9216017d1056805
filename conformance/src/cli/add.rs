//! `acegate vectors add`: new cases for the vector files.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use acegate_vectors::{Case, Suite, write_file};

use super::output::Output;
use crate::event::Observed;
use crate::implementation::{Implementation, InProcess, Registry};
use crate::judge::{ExitStatus, Verdict, judge};
use crate::report::wording::show_observed;
use crate::suite::request_for;
use crate::temporary::replace;

/// Adds the cases of `from` to the vector files in `to`, each to the file of its codec and theme.
pub(super) fn run(from: &Path, to: &Path, output: &Output) -> ExitStatus {
    let new = match Suite::load(&[from]) {
        Ok(new) => new,
        Err(error) => return output.error(ExitStatus::Usage, error),
    };
    // Loading both together finds every id that is taken already.
    let both = match Suite::load(&[to, from]) {
        Ok(both) => both,
        Err(error) => return output.error(ExitStatus::Usage, error),
    };
    if let Err(what) = confirm(&new).and_then(|()| refuse_repeated(&both, &new)) {
        return output.error(ExitStatus::Unexpected, what);
    }
    match write(&both, &new, to) {
        Ok(written) => output.finish(print(&written, output)),
        Err(what) => output.error(ExitStatus::Usage, what),
    }
}

/// A case needs more than one opinion: the reference and its model must both pass it.
fn confirm(new: &Suite) -> Result<(), String> {
    for registry in [Registry::Reference, Registry::Plain] {
        let mut implementation = InProcess::registry(registry);
        for check in new.checks() {
            let observation = implementation.answer(&request_for(&check));
            if judge(&check, &observation.outcome, true).verdict != Verdict::Pass {
                let name = &implementation.describe().implementation.name;
                return Err(format!(
                    "{}:{}: {}: {name} gives {}",
                    check.case.file,
                    check.case.line,
                    check.name,
                    show_observed(&Observed::of(&observation.outcome))
                ));
            }
        }
    }
    Ok(())
}

/// A case with the request of an existing one is refused.
fn refuse_repeated(both: &Suite, new: &Suite) -> Result<(), String> {
    for case in &new.cases {
        let existing =
            both.cases.iter().find(|it| it.id != case.id && it.digest() == case.digest());
        if let Some(existing) = existing {
            return Err(format!(
                "{}:{}: {} is {} once more",
                case.file, case.line, case.id, existing.id
            ));
        }
    }
    Ok(())
}

/// Writes the changed files, and prints how many cases went into each.
fn write(both: &Suite, new: &Suite, to: &Path) -> Result<BTreeMap<String, usize>, String> {
    let mut written = BTreeMap::new();
    for file in &new.files {
        let added: Vec<_> = new.cases.iter().filter(|case| case.file == file.path).collect();
        let home = both.files.iter().find(|it| {
            it.path != file.path && (&it.codec, &it.theme) == (&file.codec, &file.theme)
        });
        let (head, path) = match home {
            Some(home) => (home, home.path.clone()),
            None => {
                let path = to.join(&file.codec).join(&file.theme).with_extension("yaml");
                (file, path.to_string_lossy().into_owned())
            }
        };
        let old = both.cases.iter().filter(|case| home.is_some_and(|home| case.file == home.path));
        let cases = old.chain(added.iter().copied()).map(Arc::as_ref);
        let text = write_file(head, cases.collect::<Vec<&Case>>());
        make_room(Path::new(&path))
            .and_then(|()| replace(Path::new(&path), text.as_bytes()))
            .map_err(|error| format!("{path}: {error}"))?;
        written.insert(path, added.len());
    }
    Ok(written)
}

/// Makes the folder that the file will be in.
fn make_room(file: &Path) -> io::Result<()> {
    file.parent().map_or(Ok(()), std::fs::create_dir_all)
}

fn print(written: &BTreeMap<String, usize>, output: &Output) -> io::Result<ExitStatus> {
    let mut out = output.out();
    for (path, count) in written {
        writeln!(out, "{path}: {count} added")?;
    }
    Ok(ExitStatus::AsExpected)
}
