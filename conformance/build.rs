//! Lists the adapters of `adapters/`, so that one is found by being there.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=adapters");
    let root =
        PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("adapters");
    let mut adapters = Vec::new();
    for folder in listed(&root)?.iter().filter(|path| path.is_dir()) {
        for manifest in
            listed(folder)?.iter().filter(|path| path.extension().is_some_and(|end| end == "yaml"))
        {
            adapters.push(adapter(folder, manifest)?);
        }
    }
    adapters.sort();
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("adapters.rs");
    fs::write(
        out,
        format!("&[{}]", adapters.into_iter().map(|(_, source)| source).collect::<String>()),
    )
}

/// The name of an adapter, and its expression in Rust.
///
/// An adapter in a folder of its own has all files of it. One of several in a folder has those whose names
/// its manifest holds, and the frame of them all.
fn adapter(folder: &Path, manifest: &Path) -> io::Result<(String, String)> {
    let (text, is_alone) = (fs::read_to_string(manifest)?, manifest.ends_with("manifest.yaml"));
    let name = name_of(if is_alone { folder } else { manifest }.with_extension("").as_path());
    let mut source =
        format!("Adapter {{ name: {name:?}, manifest: include_str!({manifest:?}), files: &[");
    for file in listed(folder)?
        .iter()
        .filter(|file| file.is_file() && file.extension().is_none_or(|end| end != "yaml"))
    {
        let file_name = name_of(file);
        if is_alone || text.contains(&file_name) || file_name.to_lowercase().contains("frame") {
            let _ = write!(source, "({file_name:?}, include_str!({file:?})),");
        }
    }
    source.push_str("] },\n");
    Ok((name, source))
}

/// The paths in a folder, in order. Python leaves a folder of its own beside a program that was run there.
fn listed(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
