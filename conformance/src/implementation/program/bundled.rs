//! The adapters that the program carries.

use super::adapters::Manifest;
use crate::observation::StartError;
use crate::supervisor::TemporaryFolder;

/// An adapter that the program carries.
#[derive(Debug)]
pub struct Adapter {
    /// The name by which it is called.
    pub name: &'static str,
    manifest: &'static str,
    files: &'static [(&'static str, &'static str)],
}

/// The adapters that the program carries, in alphabetical order: those of `adapters/manifests.yaml`.
#[must_use]
pub fn adapters() -> &'static [Adapter] {
    include!(concat!(env!("OUT_DIR"), "/adapters.rs"))
}

impl Adapter {
    /// Its manifest.
    ///
    /// # Errors
    ///
    /// [`StartError::Unknown`] if the bundled manifest is broken, which a test rules out.
    pub fn manifest(&self) -> Result<Manifest, StartError> {
        Manifest::parse(self.name, self.manifest.as_bytes())
            .map_err(|error| StartError::Unknown(format!("bundled adapter {error}")))
    }

    /// Writes its files into a new folder, which is removed with the returned value.
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
    fn bundled_manifests_are_valid_and_in_the_order_of_their_names() {
        assert!(adapters().is_sorted_by(|one, next| one.name < next.name));
        for adapter in adapters() {
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
    fn every_adapter_has_its_program_and_no_other() {
        for adapter in adapters() {
            let manifest = adapter.manifest().expect("valid");
            let is_here = |file: &str| adapter.files.iter().any(|(name, _)| *name == file);
            let made_by_build = !manifest.build.is_empty();
            for file in manifest
                .run
                .iter()
                .filter_map(|word| word.strip_prefix("{folder}/"))
            {
                assert!(
                    made_by_build || is_here(file),
                    "{} has no {file}",
                    adapter.name
                );
            }
            let is_named = |file: &str| adapter.manifest.contains(&format!("{{folder}}/{file}\""));
            for (file, _) in adapter.files.iter().filter(|_| !has_parts(adapter)) {
                assert!(is_named(file) || is_frame(file), "no manifest names {file}");
            }
        }
        let files = |wanted: &str| {
            let adapter = adapters().iter().find(|adapter| adapter.name == wanted);
            adapter
                .expect("it is bundled")
                .files
                .iter()
                .map(|(name, _)| *name)
                .collect::<Vec<_>>()
        };
        assert_eq!(files("libidn"), ["frame.py", "libidn.py", "uts46_frame.py"]);
        assert_eq!(files("java-idn"), ["Frame.java", "JavaIdn.java"]);
        assert_eq!(files("kamailio"), ["kamailio.cfg", "kamailio.py"]);
    }

    #[test]
    fn every_adapter_fits_on_one_screen() {
        for adapter in adapters() {
            for (name, text) in adapter.files {
                let lines = text.lines().count();
                let screen = match has_parts(adapter) {
                    true => 110,
                    false if is_frame(name) => 65,
                    false => 50,
                };
                assert!(lines <= screen, "{}/{name} has {lines} lines", adapter.name);
            }
        }
    }

    /// A transcription is a codec of its own, and Kamailio's adapter brings a name server.
    fn has_parts(adapter: &Adapter) -> bool {
        adapter.name.starts_with("python-transcription") || adapter.name == "kamailio"
    }

    fn is_frame(file: &str) -> bool {
        file.to_lowercase().contains("frame")
    }
}
