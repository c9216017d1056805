//! Gathers the declarations of the targets from the files of `fuzz_targets/`, so that the library has
//! every target that is there.

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=fuzz_targets");
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("no folder for the output")?);
    let files = fs::read_dir("fuzz_targets")?.map(|entry| Ok(entry?.path()));
    let mut files = files.collect::<Result<Vec<_>, std::io::Error>>()?;
    files.sort();
    let mut declarations = String::new();
    for path in files {
        let text = fs::read_to_string(&path)?;
        let declaration = text
            .split_once("\nacegate_fuzz::program! {\n")
            .and_then(|(_, rest)| rest.trim_end().strip_suffix('}'))
            .ok_or_else(|| {
                format!("{}: expected `acegate_fuzz::program! {{ … }}` at its end", path.display())
            })?;
        declarations += declaration;
    }
    fs::write(out.join("targets.rs"), format!("targets! {{\n{declarations}}}\n"))?;
    Ok(())
}
