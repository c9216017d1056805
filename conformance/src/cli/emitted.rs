//! The vector files of a hunt, which hold each finding as soon as it is settled.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use acegate_codec::codecs;

use crate::hunt::{FoundVectors, HuntEvent, found_by};
use crate::temporary::{TemporaryFile, replace_in_folders};

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
    /// The files at this path. None of them is written yet.
    ///
    /// # Errors
    ///
    /// A sentence if nothing can be written there, or if one of the files is there already and may not be
    /// replaced.
    pub(super) fn new(path: &Path, seed: u64, is_forced: bool) -> Result<Self, String> {
        let of_codecs = codecs().iter().map(|codec| place_of(path, codec.id()));
        let own = path.extension().map(|_| path.to_owned());
        let taken =
            own.into_iter().chain(of_codecs).find(|place| match fs::symlink_metadata(place) {
                Ok(there) => !is_forced || !there.is_file(),
                Err(_) => false,
            });
        if let Some(taken) = taken {
            let taken = taken.display();
            return Err(format!("{taken} is there already; `--force` replaces a vector file"));
        }
        // Folders that are not there are made with the first file.
        let above = path.ancestors().skip(usize::from(path.extension().is_some()));
        let folder = above.filter(|folder| !folder.as_os_str().is_empty()).find(|it| it.exists());
        let folder = folder.unwrap_or(Path::new("."));
        TemporaryFile::new_in(folder, ".acegate-", None)
            .map_err(|error| format!("cannot write in {}: {error}", folder.display()))?;
        let (vectors, places) = (FoundVectors::default(), BTreeMap::new());
        Ok(Self { path: path.to_owned(), seed, vectors, places, failure: None })
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

    /// Writes all files with these vectors of the whole hunt, and gives the vectors their places. Returns the
    /// places of the files.
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
            let is_first = self.places.is_empty() && self.path.extension().is_some();
            let place = self.places.entry(codec).or_insert_with_key(|codec| match is_first {
                true => self.path.clone(),
                false => place_of(&self.path, codec),
            });
            if let Err(error) = replace_in_folders(place, text.as_bytes()) {
                self.failure = Some(format!("cannot write {}: {error}", place.display()));
            }
        }
    }
}

/// The file of a codec that is not the first one.
fn place_of(path: &Path, codec: &str) -> PathBuf {
    match path.extension() {
        Some(_) => named_after(path, codec),
        None => path.join(format!("{codec}.yaml")),
    }
}

/// The path for one of several: `found.yaml` becomes `found.python-codec.yaml`, and a folder gets a folder
/// inside.
pub(super) fn named_after(path: &Path, name: &str) -> PathBuf {
    match path.extension() {
        Some(extension) => path.with_extension(format!("{name}.{}", extension.display())),
        None => path.join(name),
    }
}
