//! Adapters: real implementations behind a manifest, bundled in acegate or in a file.
//!
//! In: the name of an adapter, or the path of a manifest. Out: a program to start, its files
//! unpacked.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::StartError;
use super::command_line::find_program;
use crate::supervisor::{Program, TemporaryFolder};

/// The way to run an implementation.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
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
    /// The programs that it needs on this machine.
    #[serde(default)]
    pub needs: Vec<String>,
    /// The command, word by word. `{folder}` stands for the folder of the manifest.
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
    /// A message with line, column and source line if the text is not a manifest.
    pub fn parse(text: &str) -> Result<Self, String> {
        let manifest = read(text)?;
        if manifest.run.is_empty() {
            return Err("the manifest's `run` is empty: expected a command".into());
        }
        Ok(manifest)
    }

    /// Reads the manifest in a file. Returns the folder of the file with it.
    ///
    /// # Errors
    ///
    /// [`StartError::Unknown`] with the file's name if it cannot be read or is not a manifest.
    pub fn read(path: &Path) -> Result<(Self, PathBuf), StartError> {
        let unknown = |what: String| StartError::Unknown(format!("{}: {what}", path.display()));
        let text = std::fs::read_to_string(path).map_err(|error| unknown(error.to_string()))?;
        let manifest = Self::parse(&text).map_err(unknown)?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        Ok((manifest, folder.unwrap_or(Path::new(".")).to_owned()))
    }

    /// The first needed program that is not on this machine; `None` if all are.
    #[must_use]
    pub fn missing(&self) -> Option<&str> {
        self.needs.iter().map(String::as_str).find(|name| find_program(name).is_none())
    }

    /// The command, with its files in `folder`.
    #[must_use]
    pub fn program(&self, folder: &Path) -> Program {
        let word = |word: &String| {
            let mut out = OsString::new();
            for (index, part) in word.split("{folder}").enumerate() {
                if index > 0 {
                    out.push(folder);
                }
                out.push(part);
            }
            out
        };
        let mut program = Program::new(self.run.iter().map(word));
        program.env.clone_from(&self.env);
        program
    }
}

#[cfg(feature = "yaml")]
fn read(text: &str) -> Result<Manifest, String> {
    serde_saphyr::from_str(text).map_err(|error| error.to_string())
}

#[cfg(not(feature = "yaml"))]
fn read(_: &str) -> Result<Manifest, String> {
    Err("a manifest is YAML, and the library was built without the feature `yaml`".into())
}

/// An adapter that is bundled in acegate.
#[derive(Debug)]
pub struct Adapter {
    /// The name by which it is called.
    pub name: &'static str,
    manifest: &'static str,
    files: &'static [(&'static str, &'static str)],
}

macro_rules! adapter {
    ($name:literal, $($file:literal),+) => {
        Adapter {
            name: $name,
            manifest: include_str!(concat!("../../adapters/", $name, "/manifest.yaml")),
            files: &[$(($file, include_str!(concat!("../../adapters/", $name, "/", $file)))),+],
        }
    };
}

/// The bundled adapters, in alphabetical order.
#[must_use]
pub fn adapters() -> &'static [Adapter] {
    &[
        adapter!("icu", "adapter.py"),
        adapter!("libidn", "adapter.py"),
        adapter!("libidn-host", "adapter.py"),
        adapter!("libidn2", "adapter.py"),
        adapter!("libidn2-host", "adapter.py"),
        adapter!("node-punycode", "adapter.js"),
        adapter!("perl-net-idn-punycode", "adapter.pl"),
        adapter!("perl-uri-punycode", "adapter.pl"),
        adapter!("python-bootstring", "adapter.py"),
        adapter!("python-codec", "adapter.py"),
        adapter!("python-idna", "adapter.py"),
        adapter!(
            "python-transcription",
            "adapter.py",
            "bootstring.py",
            "decode.py",
            "encode.py",
            "host.py"
        ),
        adapter!(
            "python-transcription-ace",
            "adapter.py",
            "base32.py",
            "host.py",
            "labels.py",
            "lace.py",
            "race.py",
            "utf16.py",
            "utf5.py",
            "utf6.py"
        ),
        adapter!(
            "python-transcription-uri2dec",
            "adapter.py",
            "escape.py",
            "key.py",
            "keypad.py",
            "number.py",
            "readings.py",
            "record.py",
            "unescape.py"
        ),
    ]
}

impl Adapter {
    /// Its manifest.
    ///
    /// # Errors
    ///
    /// [`StartError::Unknown`] if the bundled manifest is broken. A test rules that out.
    pub fn manifest(&self) -> Result<Manifest, StartError> {
        Manifest::parse(self.manifest)
            .map_err(|error| StartError::Unknown(format!("bundled adapter {}: {error}", self.name)))
    }

    /// Writes its files to a new folder, which is removed when the returned value is dropped.
    ///
    /// # Errors
    ///
    /// [`StartError::Unpack`] if the folder cannot be written.
    pub fn unpack(&self) -> Result<TemporaryFolder, StartError> {
        let write = || {
            let folder = TemporaryFolder::new()?;
            for (name, text) in self.files {
                std::fs::write(folder.path().join(name), text)?;
            }
            Ok(folder)
        };
        write().map_err(|error: std::io::Error| StartError::Unpack {
            name: self.name.to_owned(),
            reason: error.to_string(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bundled_manifests_are_valid_and_named_like_their_folders() {
        for adapter in adapters() {
            let manifest = adapter.manifest().expect("valid");
            assert_eq!(manifest.name, adapter.name);
            assert!(!manifest.needs.is_empty(), "{} names no needed program", adapter.name);
        }
    }

    #[test]
    fn every_adapter_fits_on_one_screen() {
        for adapter in adapters() {
            for (name, text) in adapter.files {
                let lines = text.lines().count();
                assert!(lines <= 50, "{}/{name} has {lines} lines", adapter.name);
            }
        }
    }

    #[test]
    fn unknown_fields_are_refused_with_their_line() {
        let error = Manifest::parse("name: \"x\"\nruns: [\"y\"]\n").expect_err("unknown field");
        assert!(error.contains("runs"), "{error}");
        assert!(error.contains('2'), "{error}");
    }
}
