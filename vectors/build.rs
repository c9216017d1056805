//! Lists the vector files and the requirement ledger, so that the library embeds them.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Folders of the package that hold no vector files.
const NOT_VECTORS: &[&str] = &["document", "src", "tests", "target", "requirements"];

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").ok_or(io::ErrorKind::NotFound)?);
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?);
    println!("cargo::rerun-if-changed={}", root.display());
    write_table(&root, &root, &out.join("vectors.rs"))?;
    write_table(&root, &root.join("requirements"), &out.join("ledger.rs"))
}

/// Writes a table of the `.yaml` files below `folder`, sorted, each with its name in the repository
/// and its text.
fn write_table(root: &Path, folder: &Path, to: &Path) -> io::Result<()> {
    let mut files = Vec::new();
    collect(folder, &mut files)?;
    files.sort();
    let mut table = String::from("&[\n");
    for file in &files {
        let below = file.strip_prefix(root).map_err(io::Error::other)?;
        let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
        table += &format!("    (\"vectors/{}\", include_str!({file:?})),\n", parts.join("/"));
    }
    fs::write(to, table + "]\n")
}

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
            files.push(path);
        }
    }
    Ok(())
}
