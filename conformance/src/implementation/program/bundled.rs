//! The adapters that have a name: those that the program carries, and inside acegate's repository those in its
//! folder `conformance/adapters`.
//!
//! The program carries the adapters whose runtime many users have (Python, Node.js, Perl, PHP, Ruby, Java, Go).

use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::{env, fs, io};

use super::adapters::Manifest;
use crate::observation::StartError;
use crate::sorting::sort_by_key;
use crate::supervisor::TemporaryFolder;

/// The folder of the adapters in the repository, and the file by which it is recognised.
const FOLDER: &str = "conformance/adapters";
const MANIFESTS: &str = "conformance/adapters/manifests.yaml";

/// The name of the manifest in the folder of an adapter that the program does not carry.
const MANIFEST: &str = "manifest.yaml";

/// An adapter that is called by its name.
#[derive(Clone, Debug)]
pub struct Adapter {
    /// The name by which it is called.
    pub name: &'static str,
    files: Files,
}

#[derive(Clone, Debug)]
enum Files {
    /// The program carries them.
    Bundled(&'static Bundled),
    /// They are in this folder of the repository.
    Folder(PathBuf),
}

/// An adapter that the program carries: the entry that the build script writes for it.
#[derive(Debug)]
struct Bundled {
    name: &'static str,
    manifest: &'static str,
    /// The name and the text of each file.
    files: &'static [(&'static str, &'static str)],
}

/// The adapters of `adapters/manifests.yaml`.
const BUNDLED: &[Bundled] = include!(concat!(env!("OUT_DIR"), "/adapters.rs"));

/// The names of the adapters that the program does not carry.
const UNBUNDLED: &[&str] = include!(concat!(env!("OUT_DIR"), "/unbundled.rs"));

/// The adapters that can be called by their name here, in alphabetical order: those that the program carries, and all
/// others if the current folder is inside acegate's repository.
#[must_use]
pub fn adapters() -> &'static [Adapter] {
    static ADAPTERS: LazyLock<Vec<Adapter>> = LazyLock::new(|| {
        let repository = env::current_dir().ok().and_then(repository_of);
        adapters_with(repository.as_deref())
    });
    &ADAPTERS
}

/// The root of acegate's repository that this folder is in.
fn repository_of(folder: PathBuf) -> Option<PathBuf> {
    let mut root = folder;
    while !root.join(MANIFESTS).is_file() {
        if !root.pop() {
            return None;
        }
    }
    Some(root)
}

fn adapters_with(repository: Option<&Path>) -> Vec<Adapter> {
    let mut adapters = Vec::new();
    for bundled in BUNDLED {
        adapters.push(Adapter {
            name: bundled.name,
            files: Files::Bundled(bundled),
        });
    }
    if let Some(root) = repository {
        for name in UNBUNDLED {
            adapters.push(Adapter {
                name,
                files: Files::Folder(root.join(FOLDER).join(name)),
            });
        }
    }
    sort_by_key(&mut adapters, |adapter| adapter.name);
    adapters
}

/// A sentence on where the adapter of this name is, if it is one that the program does not carry.
#[must_use]
pub fn where_unbundled(name: &str) -> Option<String> {
    if !UNBUNDLED.contains(&name) {
        return None;
    }
    Some(format!(
        "the adapter {name:?} is in the repository of acegate, not in the program: run acegate inside a \
         clone of it, or give the path of {FOLDER}/{name}/{MANIFEST} there"
    ))
}

impl Adapter {
    /// Its manifest.
    ///
    /// # Errors
    ///
    /// [`StartError::Unknown`] if the manifest is broken, which a test rules out, or cannot be read.
    pub fn manifest(&self) -> Result<Manifest, StartError> {
        match &self.files {
            Files::Bundled(bundled) => Manifest::parse(self.name, bundled.manifest.as_bytes())
                .map_err(|error| StartError::Unknown(format!("bundled adapter {error}"))),
            Files::Folder(folder) => Ok(Manifest::read(&folder.join(MANIFEST))?.0),
        }
    }

    /// Writes its files into a new folder, which is removed with the returned value.
    ///
    /// # Errors
    ///
    /// [`StartError::Unpack`] if the folder cannot be written, or its files in the repository cannot be read.
    pub fn unpack(&self) -> Result<TemporaryFolder, StartError> {
        let unpacked = TemporaryFolder::new().and_then(|folder| {
            self.write_files(folder.path())?;
            Ok(folder)
        });
        unpacked.map_err(|error| StartError::Unpack {
            name: self.name.to_owned(),
            reason: error.to_string(),
        })
    }

    fn write_files(&self, into: &Path) -> io::Result<()> {
        match &self.files {
            Files::Bundled(bundled) => {
                for (name, text) in bundled.files {
                    fs::write(into.join(name), text)?;
                }
            }
            Files::Folder(folder) => {
                for entry in fs::read_dir(folder)? {
                    let entry = entry?;
                    if entry.file_type()?.is_file() {
                        fs::copy(entry.path(), into.join(entry.file_name()))?;
                    }
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every adapter of the repository, which the tests are run in.
    fn all() -> Vec<Adapter> {
        let package = Path::new(env!("CARGO_MANIFEST_DIR"));
        adapters_with(package.parent())
    }

    /// The names and texts of the files of an adapter.
    fn files_of(adapter: &Adapter) -> Vec<(String, String)> {
        let folder = adapter.unpack().expect("unpacked");
        let mut files = Vec::new();
        for entry in fs::read_dir(folder.path()).expect("a folder") {
            let entry = entry.expect("an entry");
            let name = entry.file_name().into_string().expect("a name");
            // The path of a manifest may have been checked, which builds the adapter in its folder.
            if name != MANIFEST && !name.starts_with("adapter") {
                files.push((name, fs::read_to_string(entry.path()).expect("text")));
            }
        }
        files.sort();
        files
    }

    #[test]
    fn manifests_are_valid_and_in_the_order_of_their_names() {
        assert!(BUNDLED.is_sorted_by(|one, next| one.name < next.name));
        let all = all();
        assert!(all.is_sorted_by(|one, next| one.name < next.name));
        assert_eq!(all.len(), BUNDLED.len() + UNBUNDLED.len());
        for adapter in all {
            let manifest = adapter.manifest().expect("valid");
            assert_eq!(manifest.name, adapter.name);
            assert!(
                !manifest.needs.is_empty(),
                "{} says what it needs",
                adapter.name
            );
            assert!(
                !manifest.install.is_empty(),
                "{} says how it is installed",
                adapter.name
            );
        }
    }

    #[test]
    fn the_program_carries_the_adapters_of_runtimes_that_users_have_and_no_others() {
        const RUNTIMES: [&str; 8] = [
            "python3", "node", "perl", "php", "ruby", "java", "javac", "go",
        ];
        let outside = adapters_with(None);
        for adapter in all() {
            let needs = adapter.manifest().expect("valid").needs;
            let has_runtime = needs.iter().all(|need| RUNTIMES.contains(&need.as_str()));
            let is_carried = outside.iter().any(|other| other.name == adapter.name);
            assert_eq!(is_carried, has_runtime, "{}: {needs:?}", adapter.name);
            assert_eq!(
                is_carried,
                where_unbundled(adapter.name).is_none(),
                "{}",
                adapter.name
            );
        }
    }

    #[test]
    fn the_repository_is_found_from_any_folder_inside_it() {
        let package = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = package.parent().expect("the repository");
        for folder in [root, package, &package.join("src/cli")] {
            assert_eq!(repository_of(folder.to_owned()).as_deref(), Some(root));
        }
        let elsewhere = TemporaryFolder::new().expect("a folder");
        assert_eq!(repository_of(elsewhere.path().to_owned()), None);
    }

    #[test]
    fn every_adapter_has_its_program_and_no_other() {
        for adapter in all() {
            let manifest = adapter.manifest().expect("valid");
            let files = files_of(&adapter);
            let is_built = !manifest.build.is_empty();
            for word in &manifest.run {
                let Some(file) = word.strip_prefix("{folder}/") else {
                    continue;
                };
                let is_here = files.iter().any(|(name, _)| name == file);
                assert!(is_built || is_here, "{} has no {file}", adapter.name);
            }
            let words = [manifest.run.as_slice(), &manifest.build].concat();
            for (file, _) in &files {
                let is_named = words.contains(&format!("{{folder}}/{file}"));
                assert!(
                    has_parts(&adapter) || is_named || is_frame(file),
                    "no manifest names {file}"
                );
            }
        }
        for (wanted, expected) in [
            ("libidn", &["frame.py", "libidn.py", "uts46_frame.py"][..]),
            ("java-idn", &["Frame.java", "JavaIdn.java"]),
            ("kamailio", &["kamailio.cfg", "kamailio.py"]),
        ] {
            let adapter = all().into_iter().find(|adapter| adapter.name == wanted);
            let files = files_of(&adapter.expect("it is there"));
            let names: Vec<_> = files.iter().map(|(name, _)| name.as_str()).collect();
            assert_eq!(names, expected, "{wanted}");
        }
    }

    #[test]
    fn every_adapter_fits_on_one_screen() {
        for adapter in all() {
            for (name, text) in files_of(&adapter) {
                let lines = text.lines().count();
                let screen = if has_parts(&adapter) {
                    110
                } else if is_frame(&name) {
                    // Shared by all adapters of a language, for three codecs.
                    70
                } else if text.contains("idna2008=") {
                    // Names of one library in three codecs.
                    60
                } else {
                    50
                };
                assert!(lines <= screen, "{}/{name} has {lines} lines", adapter.name);
            }
        }
    }

    /// A transcription is a separate codec, and Kamailio's adapter brings a name server.
    fn has_parts(adapter: &Adapter) -> bool {
        adapter.name.starts_with("python-transcription") || adapter.name == "kamailio"
    }

    fn is_frame(file: &str) -> bool {
        file.to_lowercase().contains("frame")
    }
}
