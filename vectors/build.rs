//! Reads the vector files and the requirement ledger, so that the library embeds what they say, and
//! reads no YAML when a program starts.
#![allow(
    dead_code,
    unreachable_pub,
    reason = "the library uses the rest of its modules"
)]

use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{env, fs};

#[path = "src"]
mod library {
    pub(crate) mod digest;
    pub(crate) mod document;
    pub(crate) mod error;
    pub(crate) mod expectation;
    pub(crate) mod files;
    pub(crate) mod integer;
    pub(crate) mod ledger;
    pub(crate) mod ledger_load;
    pub(crate) mod load;
    pub(crate) mod model;
    pub(crate) mod packed;
    pub(crate) mod parts;
    pub(crate) mod payload;
    pub(crate) mod reader;
    pub(crate) mod source;
    pub(crate) mod tree;
    pub(crate) mod value;
    pub(crate) mod word;
    pub(crate) mod yaml;
}

use library::*;
use packed::Packed;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=.");
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("no folder for the output")?);
    let suite = model::Suite::load(&["."])?;
    fs::write(out.join("digest"), suite.digest().0.to_le_bytes())?;
    let mut files = suite.files;
    let mut cases = suite.cases;
    for file in &mut files {
        file.path = in_repository(&file.path);
    }
    for case in &mut cases {
        let case = Arc::make_mut(case);
        case.file = in_repository(&case.file);
    }
    let later_files = files.split_off(files.len() / 2);
    let later_cases = cases.split_off(cases.len() / 2);
    pack(&(files, cases), &out.join("first"))?;
    pack(&(later_files, later_cases), &out.join("second"))?;
    let mut texts = Vec::new();
    for path in files::vector_files(&["requirements"])? {
        texts.push((in_repository(&path), fs::read(&path)?));
    }
    let texts = texts
        .iter()
        .map(|(path, text)| (path.as_str(), text.as_slice()));
    pack(&ledger::Ledger::from_sources(texts)?, &out.join("ledger"))
}

fn pack(value: &impl Packed, path: &Path) -> Result<(), Box<dyn Error>> {
    let mut packed = Vec::new();
    value.write(&mut packed);
    #[cfg(feature = "compressed")]
    let packed = miniz_oxide::deflate::compress_to_vec(&packed, 6);
    Ok(fs::write(path, packed)?)
}

/// The name of a file in the repository, with slashes on every system.
fn in_repository(path: &str) -> String {
    let parts = Path::new(path).iter().filter(|part| *part != ".");
    let parts: Vec<_> = parts.map(|part| part.to_string_lossy()).collect();
    format!("vectors/{}", parts.join("/"))
}
