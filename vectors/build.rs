//! Embeds the suite, loaded with every check of the loader, and the requirement ledger, so that
//! neither a folder nor time to read YAML is needed at run time.

// The loader is the library's own. What it does not need here is not used here.
#![expect(dead_code, unreachable_pub, reason = "these modules are of the library")]

#[path = "src/digest.rs"]
mod digest;
#[path = "src/document.rs"]
mod document;
#[path = "src/error.rs"]
mod error;
#[path = "src/expectation.rs"]
mod expectation;
#[path = "src/files.rs"]
mod files;
#[path = "src/integer.rs"]
mod integer;
#[path = "src/load.rs"]
mod load;
#[path = "src/model.rs"]
mod model;
#[path = "src/names.rs"]
mod names;
#[path = "src/packed.rs"]
mod packed;
#[path = "src/parts.rs"]
mod parts;
#[path = "src/payload.rs"]
mod payload;
#[path = "src/source.rs"]
mod source;
#[path = "src/value.rs"]
mod value;

use std::path::{Path, PathBuf};
use std::{env, fs, io, process};

/// Folders of the package that hold no vector files.
const NOT_VECTORS: &[&str] = &["src", "tests", "target", "requirements"];

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").ok_or(io::ErrorKind::NotFound)?);
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?);
    println!("cargo::rerun-if-changed={}", root.display());

    let mut vectors = Vec::new();
    collect(&root, &mut vectors)?;
    write_suite(&root, vectors, &out.join("suite.postcard"))?;
    let mut ledger = Vec::new();
    collect(&root.join("requirements"), &mut ledger)?;
    write_table(&root, ledger, &out.join("ledger.rs"))
}

/// Writes the files and cases as the library reads them.
#[expect(clippy::print_stderr, reason = "Cargo shows what a build script that fails has written")]
fn write_suite(root: &Path, mut files: Vec<PathBuf>, to: &Path) -> io::Result<()> {
    files.sort();
    let mut sources = Vec::with_capacity(files.len());
    for file in &files {
        sources.push((name(root, file)?, fs::read(file)?));
    }
    let sources = sources.iter().map(|(name, octets)| (name.as_str(), octets.as_slice()));
    let suite = match model::Suite::from_sources(sources) {
        Ok(suite) => suite,
        Err(error) => {
            eprintln!("{error}");
            process::exit(1);
        }
    };
    println!("cargo::rustc-env=ACEGATE_SUITE_DIGEST={}", suite.digest().0);
    fs::write(to, postcard::to_stdvec(&(suite.files, suite.cases)).map_err(io::Error::other)?)
}

/// Writes a table of the files, sorted, each with its name in the repository and its text.
fn write_table(root: &Path, mut files: Vec<PathBuf>, to: &Path) -> io::Result<()> {
    files.sort();
    let mut table = String::from("&[\n");
    for file in &files {
        table.push_str(&format!("    ({:?}, include_str!({file:?})),\n", name(root, file)?));
    }
    table.push_str("]\n");
    fs::write(to, table)
}

/// The name in the repository.
fn name(root: &Path, file: &Path) -> io::Result<String> {
    let below = file.strip_prefix(root).map_err(io::Error::other)?;
    let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
    Ok(format!("vectors/{}", parts.join("/")))
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
