//! The commands for targets and their inputs: list, replay, minimise, export.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use acegate::hunt::{Effort, KnownSignatures};

use super::Ending;
use crate::findings::{SIGNATURES, investigate};
use crate::replay::replay;
use crate::seeds;
use crate::targets::{TARGETS, Target};

pub(super) fn targets(properties: bool, out: &mut impl Write) -> io::Result<Ending> {
    for target in TARGETS {
        if properties {
            writeln!(out, "{:34} {}", target.name, target.property)?;
        } else {
            writeln!(out, "{}", target.name)?;
        }
    }
    Ok(Ending::Clean)
}

pub(super) fn replay_files(
    target: &'static Target,
    files: &[PathBuf],
    out: &mut impl Write,
) -> io::Result<Ending> {
    let mut ending = Ending::Clean;
    for file in files {
        if let Err(violation) = replay(target, &read(file)?) {
            writeln!(out, "{}: {violation}", file.display())?;
            ending = Ending::Found;
        }
    }
    Ok(ending)
}

pub(super) fn artifact(
    target: &'static Target,
    file: &Path,
    folder: Option<PathBuf>,
    out: &mut impl Write,
) -> io::Result<Ending> {
    let root = seeds::package();
    let Some(finding) = investigate(target, &read(file)?, Effort::default())? else {
        writeln!(out, "the property holds for {}", file.display())?;
        return Ok(Ending::Clean);
    };
    writeln!(out, "{}", finding.violation)?;
    writeln!(
        out,
        "{} octets of {}: {}",
        finding.octets.len(),
        finding.from,
        seeds::pack([&finding.octets]).trim_end()
    )?;
    let mut known = KnownSignatures::read(&root.join(SIGNATURES))?;
    if let Some(why) = finding.known_as(&mut known)? {
        writeln!(out, "nothing new: {why}")?;
        return Ok(Ending::Found);
    }
    for path in finding.write(&folder.unwrap_or_else(|| root.join("findings")))? {
        writeln!(out, "wrote {}", path.display())?;
    }
    if finding.needs_raw_file() {
        let path = root.join("regressions").join(target.name).join(finding.name());
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(&path, &finding.octets)?;
        writeln!(out, "wrote {}", path.display())?;
    }
    known.write(&root.join(SIGNATURES))?;
    Ok(Ending::Found)
}

pub(super) fn export(folder: &Path, out: &mut impl Write) -> io::Result<Ending> {
    fs::create_dir_all(folder)?;
    for target in TARGETS {
        let file = |end: &str| folder.join(format!("{}{end}", target.name));
        seeds::export_dictionary(target, &file(".dict"))?;
        let options = format!("[libfuzzer]\nmax_len = {}\ntimeout = 5\n", target.longest);
        fs::write(file(".options"), options)?;
        seeds::export(target, &file("_seed_corpus"))?;
    }
    writeln!(out, "{} targets", TARGETS.len())?;
    Ok(Ending::Clean)
}

pub(super) fn guard(programs: &Path, out: &mut impl Write) -> io::Result<Ending> {
    let is_target = |name: &String| {
        ["impl_", "prop_", "harness_"].iter().any(|start| {
            name.starts_with(start) && !name.contains('.') && !name.ends_with("_seed_corpus")
        })
    };
    let built: BTreeSet<String> = names(programs)?.into_iter().filter(is_target).collect();
    let expected: BTreeSet<String> = TARGETS.iter().map(|target| target.name.to_owned()).collect();
    for name in expected.symmetric_difference(&built) {
        let end = if built.contains(name) { "is a program only" } else { "has no program" };
        writeln!(out, "{name} {end}")?;
    }
    Ok(if built == expected { Ending::Clean } else { Ending::Found })
}

/// The names of the files in a folder.
fn names(folder: &Path) -> io::Result<BTreeSet<String>> {
    let entries = fs::read_dir(folder)?;
    entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    fs::read(path)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
}
