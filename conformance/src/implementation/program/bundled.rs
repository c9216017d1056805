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

/// The adapters that the program carries, in alphabetical order: those of the folder `adapters`.
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
    fn bundled_manifests_are_valid_and_named_like_their_folders() {
        for adapter in adapters() {
            let manifest = adapter.manifest().expect("valid");
            assert_eq!(manifest.name, adapter.name);
            assert!(!manifest.needs.is_empty(), "{} says what it needs", adapter.name);
            assert!(!manifest.install.is_empty(), "{} says how it is installed", adapter.name);
        }
    }

    #[test]
    fn every_adapter_fits_on_one_screen() {
        for adapter in adapters() {
            // A transcription is a codec of its own, and Kamailio's adapter brings a name server.
            let is_more =
                adapter.name.starts_with("python-transcription") || adapter.name == "kamailio";
            for (name, text) in adapter.files {
                let lines = text.lines().count();
                let screen = match is_more {
                    true => 110,
                    false if name.to_lowercase().contains("frame") => 65,
                    false => 50,
                };
                assert!(lines <= screen, "{}/{name} has {lines} lines", adapter.name);
            }
        }
    }
}
