//! Embeds every vector file of the package and the requirement ledger, so that the suite needs no
//! folder at run time.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Folders of the package that hold no vector files.
const NOT_VECTORS: &[&str] = &["src", "tests", "target", "requirements"];

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").ok_or(io::ErrorKind::NotFound)?);
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?);
    println!("cargo::rerun-if-changed={}", root.display());

    let mut vectors = Vec::new();
    collect(&root, &mut vectors)?;
    write_table(&root, vectors, &out.join("embedded.rs"))?;
    let mut ledger = Vec::new();
    collect(&root.join("requirements"), &mut ledger)?;
    write_table(&root, ledger, &out.join("ledger.rs"))
}

/// Writes a table of the files, sorted, each with its name in the repository and its text.
fn write_table(root: &Path, mut files: Vec<PathBuf>, to: &Path) -> io::Result<()> {
    files.sort();
    let mut table = String::from("&[\n");
    for file in &files {
        let below = file.strip_prefix(root).map_err(io::Error::other)?;
        let name: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
        let name = name.join("/");
        table.push_str(&format!("    (\"vectors/{name}\", include_str!({file:?})),\n"));
    }
    table.push_str("]\n");
    fs::write(to, table)
}

/// Adds the vector files below `folder`.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = entry.path();
        if name.starts_with('.') || NOT_VECTORS.contains(&name.as_str()) {
            continue;
        }
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "yaml") {
            println!("cargo::rerun-if-changed={}", path.display());
            files.push(path);
        }
    }
    Ok(())
}
