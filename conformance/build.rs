//! Lists the adapters of `adapters/`: the manifests of `manifests.yaml` with the files that each of them needs, and the
//! names of the adapters that have a separate folder with a manifest, which stay in the repository.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=adapters");
    let root =
        PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("adapters");
    let text = fs::read_to_string(root.join("manifests.yaml"))?;
    // Each manifest is a document of YAML, and this line is between two of them.
    let manifests: Vec<&str> = text.split("\n---\n").collect();
    let mut folders = Vec::new();
    let mut unbundled = Vec::new();
    for folder in listed(&root)?.into_iter().filter(|path| path.is_dir()) {
        if folder.join("manifest.yaml").exists() {
            unbundled.push(name_of(&folder));
        } else {
            folders.push(listed(&folder)?);
        }
    }
    let mut adapters = String::new();
    for manifest in &manifests {
        adapters += &adapter(manifest, &manifests, &folders)?;
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("adapters.rs"), format!("&[{adapters}]"))?;
    fs::write(out.join("unbundled.rs"), format!("&{unbundled:?}"))
}

/// The expression in Rust of the adapter with this manifest.
///
/// Its folder is the one with a file that the manifest names. Of this folder it has the files that the manifest
/// names, and those that no manifest names: the frame of several adapters, or all parts of the only one.
fn adapter(manifest: &str, manifests: &[&str], folders: &[Vec<PathBuf>]) -> io::Result<String> {
    let name = manifest
        .strip_prefix("name: \"")
        .and_then(|rest| Some(rest.split_once('"')?.0));
    let name = name.ok_or_else(|| refusal(manifest, "does not begin with a name"))?;
    let mut its = folders
        .iter()
        .filter(|files| files.iter().any(|file| names(manifest, file)));
    let (Some(files), None) = (its.next(), its.next()) else {
        return Err(refusal(manifest, "names files of no folder, or of several"));
    };
    let mut source = format!("Bundled {{ name: {name:?}, manifest: {manifest:?}, files: &[");
    for file in files.iter().filter(|file| file.is_file()) {
        if names(manifest, file) || !manifests.iter().any(|other| names(other, file)) {
            let _ = write!(source, "({:?}, include_str!({file:?})),", name_of(file));
        }
    }
    source.push_str("] },\n");
    Ok(source)
}

/// Whether a command of the manifest has a word that ends with this file.
fn names(manifest: &str, file: &Path) -> bool {
    manifest.contains(&format!("{{folder}}/{}\"", name_of(file)))
}

/// The paths in a folder, in order. Python leaves a cache folder next to a program that was run there.
fn listed(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

fn name_of(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

fn refusal(manifest: &str, what: &str) -> io::Error {
    io::Error::other(format!(
        "a manifest of adapters/manifests.yaml {what}:\n{manifest}"
    ))
}
