//! Manifests, which say how a real implementation is installed, built and run.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use acegate_vectors::{LoadError, Source, read_file};
use serde::Deserialize;

use super::command_line::find_program;
use crate::observation::StartError;
use crate::supervisor::Program;

/// The way to run an implementation.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The name by which it is called.
    pub name: String,
    /// A few words on what it is.
    #[serde(default)]
    pub summary: String,
    /// The language it is written in.
    #[serde(default)]
    pub language: String,
    /// The address of its home page.
    #[serde(default)]
    pub homepage: String,
    /// The programs that it needs on this machine.
    #[serde(default)]
    pub needs: Vec<String>,
    /// The packages that have the implementation and what it needs, by package manager.
    #[serde(default)]
    pub install: BTreeMap<PackageManager, Vec<String>>,
    /// Older releases of its package of PyPI or npm that are worth a check, the newest first.
    #[serde(default)]
    pub versions: Vec<String>,
    /// The command that builds it, word by word, run once before it is first started.
    #[serde(default)]
    pub build: Vec<String>,
    /// The command, word by word. `{folder}` is replaced by the folder of the manifest.
    pub run: Vec<String>,
    /// Variables for it.
    #[serde(default)]
    pub env: BTreeMap<String, String>,
}

impl Manifest {
    /// Reads a manifest.
    ///
    /// # Errors
    ///
    /// The place in the file and what was expected there, if it is not a manifest.
    pub fn parse(path: &str, octets: &[u8]) -> Result<Self, LoadError> {
        let source = Source::new(path, octets)?;
        if has_several_documents(source.text) {
            let what = "expected one manifest, found several: call a bundled adapter by its name";
            return Err(LoadError::whole(path, what));
        }
        let manifest: Self = source.parse()?;
        if manifest.run.is_empty() {
            return Err(LoadError::whole(path, "`run` is empty: expected a command"));
        }
        Ok(manifest)
    }

    /// Reads the manifest in a file. Returns the folder of the file with it.
    ///
    /// # Errors
    ///
    /// [`StartError::Unknown`] with the file's name if it cannot be read or is not a manifest.
    pub fn read(path: &Path) -> Result<(Self, PathBuf), StartError> {
        let manifest = read_file(path).and_then(|(name, octets)| Self::parse(name, &octets));
        let manifest = manifest.map_err(|error| StartError::Unknown(error.to_string()))?;
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        Ok((manifest, folder.unwrap_or(Path::new(".")).to_owned()))
    }

    /// The first needed program that is not on this machine; `None` if all are.
    #[must_use]
    pub fn missing(&self) -> Option<&str> {
        self.needs
            .iter()
            .map(String::as_str)
            .find(|name| find_program(name).is_none())
    }

    /// The command, with its files in `folder`.
    #[must_use]
    pub fn program(&self, folder: &Path) -> Program {
        let mut program = Program::new(Self::words(&self.run, folder));
        program.env.clone_from(&self.env);
        program
    }

    /// The words of a command of this manifest, with its files in `folder`.
    pub(super) fn words(words: &[String], folder: &Path) -> Vec<OsString> {
        words.iter().map(|word| with_folder(word, folder)).collect()
    }
}

/// Whether the text is several documents of YAML. A marker above the first field begins the document, and a
/// later one another.
fn has_several_documents(text: &str) -> bool {
    let mut lines = text
        .lines()
        .skip_while(|line| line.is_empty() || line.starts_with(['#', '%']));
    lines.next();
    lines.any(|line| line == "---")
}

/// The word with the folder in the place of `{folder}`.
fn with_folder(word: &str, folder: &Path) -> OsString {
    let mut out = OsString::new();
    for (index, part) in word.split("{folder}").enumerate() {
        if index > 0 {
            out.push(folder);
        }
        out.push(part);
    }
    out
}

/// A program that installs packages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PackageManager {
    /// Debian's.
    Apt,
    /// Rust's, from crates.io.
    Cargo,
    /// Ruby's.
    Gem,
    /// Java's, from Maven Central.
    Maven,
    /// Node.js's.
    Npm,
    /// Python's, from PyPI.
    Pip,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_of_the_fields_is_that_of_the_schema() {
        let schema = schemars::schema_for!(Manifest);
        let required = schema.get("required").expect("there are such").to_string();
        let fields = schema
            .get("properties")
            .and_then(|it| it.as_object())
            .expect("an object");
        let (_, page) = include_str!("../../../README.md")
            .split_once("## The manifest")
            .expect("it");
        let (page, _) = page.split_once("\n## ").expect("the section ends");
        assert_eq!(page.matches("\n| `").count(), fields.len());
        for (name, field) in fields {
            let must = if required.contains(&format!("{name:?}")) {
                "yes"
            } else {
                ""
            };
            let text = field["description"]
                .as_str()
                .expect("a sentence")
                .replace('\n', " ");
            let row = format!("\n| `{name}` | {must} | {text} |\n");
            assert!(page.contains(&row), "expected {row}");
        }
    }

    #[test]
    fn words_without_quotes_keep_their_text() {
        let text = b"name: 3.10\nrun: [0x10, -0, true, 1_000]\nenv: { A: 1e3 }\n";
        let manifest = Manifest::parse("x.yaml", text).expect("a manifest");
        assert_eq!(manifest.name, "3.10");
        assert_eq!(manifest.run, ["0x10", "-0", "true", "1_000"]);
        assert_eq!(manifest.env.get("A").map(String::as_str), Some("1e3"));
    }

    #[test]
    fn what_is_no_manifest_is_refused_with_its_place_or_with_what_to_write_instead() {
        let one = "name: \"x\"\nrun: [\"y\"]\n";
        let read = |text: &str| Manifest::parse("x.yaml", text.as_bytes());
        assert!(read(&format!("# mine\n\n---\n{one}")).is_ok());
        for (text, expected) in [
            (
                "name: \"x\"\nruns: [\"y\"]\n",
                "2:1: unknown field `runs`, expected one of ",
            ),
            (
                &*format!("{one}--- {{}}\n"),
                "3:1: expected one document of at most 16 levels",
            ),
            (
                &*format!("{one}---  \nname: y\n"),
                "3:1: expected one document of at most 16 levels",
            ),
            (
                "name: &a x\nrun: [*a]\n",
                "1:10: expected one document of at most 16 levels",
            ),
            (
                &*format!("{one}---\n{one}"),
                " expected one manifest, found several: call a bundled adapter by its name",
            ),
        ] {
            let error = read(text).expect_err("no manifest").to_string();
            assert!(error.starts_with(&format!("x.yaml:{expected}")), "{error}");
        }
    }
}
