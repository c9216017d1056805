//! Reads the vector files and the requirement ledger, so that the library embeds what they say, and
//! reads no YAML when a program starts.
#![allow(dead_code, unreachable_pub, reason = "the library uses the rest of its modules")]

use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{env, fs};

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
#[path = "src/ledger.rs"]
mod ledger;
#[path = "src/ledger_load.rs"]
mod ledger_load;
#[path = "src/load.rs"]
mod load;
#[path = "src/model.rs"]
mod model;
#[path = "src/packed.rs"]
mod packed;
#[path = "src/parts.rs"]
mod parts;
#[path = "src/payload.rs"]
mod payload;
#[path = "src/source.rs"]
mod source;
#[path = "src/tree.rs"]
mod tree;
#[path = "src/value.rs"]
mod value;
#[path = "src/word.rs"]
mod word;
#[path = "src/yaml.rs"]
mod yaml;

use packed::Packed;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=.");
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("no folder for the output")?);
    let suite = model::Suite::load(&["."])?;
    fs::write(out.join("digest"), suite.digest().0.to_le_bytes())?;
    let (mut files, mut cases) = (suite.files, suite.cases);
    for file in &mut files {
        file.path = in_repository(&file.path);
    }
    for case in &mut cases {
        let case = Arc::make_mut(case);
        case.file = in_repository(&case.file);
    }
    let second = (files.split_off(files.len() / 2), cases.split_off(cases.len() / 2));
    pack(&(files, cases), &out.join("first"))?;
    pack(&second, &out.join("second"))?;
    let mut texts = Vec::new();
    for path in files::vector_files(&["requirements"])? {
        texts.push((in_repository(&path), fs::read(&path)?));
    }
    let texts = texts.iter().map(|(path, text)| (path.as_str(), text.as_slice()));
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
