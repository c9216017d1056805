//! The vectors that `acegate hunt --emit` writes while the hunt goes on.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use acegate_codec::codecs;

use super::output::CliError;
use crate::hunt::{FoundVectors, HuntEvent, found_by};
use crate::temporary::{new_file, replace_in_folders};

/// The vectors of a hunt, and their files: one for each codec. A path that ends with `.yaml` is the file of
/// the first codec, and another one has its name before the ending; another path is a folder.
#[derive(Debug)]
pub(super) struct Emitted {
    path: PathBuf,
    seed: u64,
    vectors: FoundVectors,
    places: BTreeMap<String, PathBuf>,
    failure: Option<String>,
}

impl Emitted {
    /// The files at this path, still to be written; or a sentence, if nothing can be written there, or
    /// if one of the files is there already and may not be replaced.
    pub(super) fn new(path: &Path, seed: u64, is_forced: bool) -> Result<Self, CliError> {
        let mut places = Vec::new();
        if path.extension().is_some() {
            places.push(path.to_owned());
        }
        for codec in codecs() {
            places.push(place_of(path, codec.id()));
        }
        for place in places {
            let Ok(there) = fs::symlink_metadata(&place) else {
                continue;
            };
            if !is_forced || !there.is_file() {
                let place = place.display();
                let what = format!("{place} already exists; `--force` replaces a vector file");
                return Err(what.into());
            }
        }
        // Folders that are not there are made with the first file.
        let folder = existing_folder(path);
        new_file(folder, ".acegate-", None)
            .map_err(|error| format!("cannot write in {}: {error}", folder.display()))?;
        Ok(Self {
            path: path.to_owned(),
            seed,
            vectors: FoundVectors::default(),
            places: BTreeMap::new(),
            failure: None,
        })
    }

    /// Takes an event of the hunt, and writes the vector that it has.
    pub(super) fn take(&mut self, event: &HuntEvent<'_>) {
        match event {
            HuntEvent::Started(description) => {
                self.vectors = FoundVectors::new(&[], &found_by(description, self.seed));
            }
            HuntEvent::Found(found) => {
                self.vectors.push(found);
                self.write();
            }
        }
    }

    /// Writes all files with the vectors of the hunt, and returns their paths.
    pub(super) fn finish(
        mut self,
        vectors: &mut FoundVectors,
    ) -> Result<BTreeMap<String, PathBuf>, String> {
        std::mem::swap(&mut self.vectors, vectors);
        self.write();
        std::mem::swap(&mut self.vectors, vectors);
        if let Some(what) = self.failure {
            return Err(what);
        }
        vectors.place(&self.places);
        Ok(self.places)
    }

    /// Writes the file of each codec in one step.
    fn write(&mut self) {
        for (codec, text) in self.vectors.files() {
            let mut place = place_of(&self.path, &codec);
            if self.places.is_empty() && self.path.extension().is_some() {
                place.clone_from(&self.path);
            }
            let place = self.places.entry(codec).or_insert(place);
            if let Err(error) = replace_in_folders(place, text.as_bytes()) {
                self.failure = Some(format!("cannot write {}: {error}", place.display()));
            }
        }
    }
}

/// The nearest folder above the files at this path, or the path itself if it is a folder, that is there.
fn existing_folder(path: &Path) -> &Path {
    let mut folders = path.ancestors();
    if path.extension().is_some() {
        folders.next();
    }
    for folder in folders {
        if !folder.as_os_str().is_empty() && folder.exists() {
            return folder;
        }
    }
    Path::new(".")
}

/// The file of a codec that is not the first one.
fn place_of(path: &Path, codec: &str) -> PathBuf {
    match path.extension() {
        Some(_) => named_after(path, codec),
        None => path.join(format!("{codec}.yaml")),
    }
}

/// The path for one of several: `found.yaml` becomes `found.python-codec.yaml`, a folder one inside it.
pub(super) fn named_after(path: &Path, name: &str) -> PathBuf {
    match path.extension() {
        Some(extension) => path.with_extension(format!("{name}.{}", extension.display())),
        None => path.join(name),
    }
}
