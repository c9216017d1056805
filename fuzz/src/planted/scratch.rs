//! The scratch copy: the workspace, with the faults written into its codec crate.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use super::faults::{FAULTS, Fault};
use crate::campaign::{Programs, target_folder};
use crate::targets::TARGETS;

/// The programs built from the scratch copy.
#[derive(Clone, Debug)]
pub struct Scratch {
    pub(super) programs: Programs,
    /// `acegate-fuzz` with the faults, for minimising.
    pub(super) program: PathBuf,
    /// For artifacts and seeds.
    pub(super) work: PathBuf,
}

/// The folders and files that make the workspace.
const PARTS: [&str; 7] =
    ["Cargo.toml", "Cargo.lock", "codec", "vectors", "conformance", "fuzz", "benches"];

/// Folders that are made, not written.
const LEFT_OUT: [&str; 4] = ["fuzz/target", "fuzz/corpus", "fuzz/artifacts", "fuzz/findings"];

/// In the text of a fault: whether it is on.
const ON: &str = "{on}";

pub(super) fn plant(root: &Path, work: &Path) -> io::Result<Scratch> {
    let copy = work.join("scratch");
    fs::create_dir_all(&copy)?;
    for part in PARTS {
        copy_tree(&root.join(part), &copy.join(part))?;
    }
    let mut files: Vec<_> = FAULTS.iter().map(|fault| fault.file).collect();
    files.sort_unstable();
    files.dedup();
    for file in files {
        let path = copy.join("codec/src").join(file);
        let source = fs::read_to_string(root.join("codec/src").join(file))?;
        let faults: Vec<_> = FAULTS.iter().filter(|fault| fault.file == file).collect();
        write_if_changed(&path, &write_faults(&source, &faults).map_err(io::Error::other)?)?;
    }
    let lib = fs::read_to_string(root.join("codec/src/lib.rs"))?;
    write_if_changed(&copy.join("codec/src/lib.rs"), &format!("{lib}\nmod planted;\n"))?;
    write_if_changed(&copy.join("codec/src/planted.rs"), SWITCHES)?;
    build(root, &copy, work)
}

/// The module that says which fault is on.
const SWITCHES: &str = "//! Which fault is on.

use std::sync::OnceLock;

/// Whether the fault with this number is on.
pub(crate) fn is(number: u32) -> bool {
    static ON: OnceLock<u32> = OnceLock::new();
    let read = || std::env::var(\"ACEGATE_PLANTED\").ok()?.parse().ok();
    *ON.get_or_init(|| read().unwrap_or(u32::MAX)) == number
}
";

/// The source with the faults in it, or which of them does not fit.
pub(super) fn write_faults(source: &str, faults: &[&Fault]) -> Result<String, String> {
    let mut edits = Vec::new();
    for fault in faults {
        let places: Vec<_> = source.match_indices(fault.find).collect();
        let [(at, _)] = places.as_slice() else {
            return Err(format!(
                "the fault {} does not fit: its text occurs {} times in codec/src/{}",
                fault.id,
                places.len(),
                fault.file
            ));
        };
        if !fault.replace.contains(ON) {
            return Err(format!("the fault {} has no switch", fault.id));
        }
        let switch = format!("crate::planted::is({})", fault.number());
        edits.push((*at, fault.find.len(), fault.replace.replace(ON, &switch), fault.id));
    }
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.0));
    let mut out = source.to_owned();
    let mut end = usize::MAX;
    for (at, length, text, id) in edits {
        if at + length > end {
            return Err(format!("the fault {id} overlaps with another"));
        }
        out.replace_range(at..at + length, &text);
        end = at;
    }
    Ok(out)
}

fn build(root: &Path, copy: &Path, work: &Path) -> io::Result<Scratch> {
    // Crates that do not depend on the codecs are built once for the workspace and its copy.
    let target = target_folder(root);
    let programs = Programs::build_in(copy, &target)?;
    let kept = work.join("programs");
    fs::create_dir_all(&kept)?;
    for name in TARGETS.iter().map(|target| target.name) {
        fs::copy(programs.folder.join(name), kept.join(name))?;
    }
    let status = Command::new("cargo")
        .args(["build", "--release", "--locked", "--quiet", "-p", "acegate-fuzz"])
        .env("CARGO_TARGET_DIR", &target)
        // As cargo-fuzz builds it; for this crate alone, so that the others are not built anew.
        .args(["--config", "profile.release.package.acegate-codec.debug-assertions=true"])
        .current_dir(copy)
        .status()?;
    if !status.success() {
        return Err(io::Error::other("the scratch copy does not build"));
    }
    let program = kept.join("acegate-fuzz");
    fs::copy(target.join("release/acegate-fuzz"), &program)?;
    Ok(Scratch { programs: Programs { folder: kept }, program, work: work.to_owned() })
}

/// Copies what changed, so that a second build has less to do.
fn copy_tree(from: &Path, to: &Path) -> io::Result<()> {
    if from.is_dir() {
        fs::create_dir_all(to)?;
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            let path = entry.path();
            if !LEFT_OUT.iter().any(|left_out| path.ends_with(left_out)) {
                copy_tree(&path, &to.join(entry.file_name()))?;
            }
        }
        return Ok(());
    }
    let octets = fs::read(from)?;
    if fs::read(to).ok().as_ref() != Some(&octets) {
        fs::write(to, octets)?;
    }
    Ok(())
}

fn write_if_changed(path: &Path, text: &str) -> io::Result<()> {
    if fs::read_to_string(path).ok().as_deref() == Some(text) {
        return Ok(());
    }
    fs::write(path, text)
}

/// The folder for scratch copies where none is named.
#[must_use]
pub fn work_folder() -> PathBuf {
    env::temp_dir().join("acegate-planted")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_which_fault_does_not_fit() {
        let fault = Fault { find: "absent", replace: "{on}", ..FAULTS[0] };
        let message = write_faults("text", &[&fault]).expect_err("absent");
        assert!(message.contains("occurs 0 times"), "{message}");
        let fault = Fault { find: "t", replace: "{on}", ..FAULTS[0] };
        let message = write_faults("text", &[&fault]).expect_err("twice");
        assert!(message.contains("occurs 2 times"), "{message}");
    }
}
