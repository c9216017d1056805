//! A file that acegate has written, and whether it still is what was written. A program under check runs with
//! the rights of the user, so it may cut, remove, replace or rewrite every file of the run.

use std::fmt;
use std::fs::{self, File};
use std::hash::{BuildHasher, DefaultHasher, Hasher, RandomState};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// How many octets are hashed at once: whole blocks, because a hash of two halves may be another one.
const BLOCK: usize = 8 << 10;

/// A change of a file after acegate wrote it.
#[derive(Debug)]
pub enum FileChange {
    /// No file has its name.
    Gone,
    /// Another file has its name.
    Replaced,
    /// It is shorter or longer.
    Length {
        /// How many octets it has.
        found: u64,
        /// How many octets were written.
        written: u64,
    },
    /// It has as many octets as were written, but others.
    Content,
    /// It cannot be read to be compared.
    Unreadable(io::Error),
}

impl fmt::Display for FileChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Gone => write!(f, "it was removed"),
            Self::Replaced => write!(f, "it was replaced by another file"),
            Self::Length { found, written } => {
                write!(f, "it has {found} bytes, and {written} were written")
            }
            Self::Content => write!(f, "its content was changed"),
            Self::Unreadable(error) => write!(f, "it cannot be read: {error}"),
        }
    }
}

/// The number and a hash of octets. The key of the hash is random, so no program can find other octets
/// with the same one.
#[derive(Clone, Debug)]
pub(super) struct Digest {
    hasher: DefaultHasher,
    /// The octets after the last whole block.
    rest: Vec<u8>,
    length: u64,
}

impl Digest {
    fn new(key: &RandomState) -> Self {
        Self {
            hasher: key.build_hasher(),
            rest: Vec::with_capacity(BLOCK),
            length: 0,
        }
    }

    fn add(&mut self, mut octets: &[u8]) {
        self.length += octets.len() as u64;
        while !octets.is_empty() {
            let room = BLOCK - self.rest.len();
            let (taken, others) = octets.split_at(octets.len().min(room));
            self.rest.extend_from_slice(taken);
            if self.rest.len() == BLOCK {
                self.hasher.write(&self.rest);
                self.rest.clear();
            }
            octets = others;
        }
    }

    fn finish(mut self) -> u64 {
        self.hasher.write(&self.rest);
        self.hasher.finish()
    }
}

/// The octets that were written to a file so far.
#[derive(Clone, Debug)]
pub(super) struct Writings {
    key: RandomState,
    digest: Digest,
}

impl Default for Writings {
    fn default() -> Self {
        let key = RandomState::new();
        let digest = Digest::new(&key);
        Self { key, digest }
    }
}

impl Writings {
    pub(super) fn add(&mut self, octets: &[u8]) {
        self.digest.add(octets);
    }

    pub(super) const fn length(&self) -> u64 {
        self.digest.length
    }

    /// The first octets of a file that already contains them.
    pub(super) fn of_file(path: &Path, length: u64) -> io::Result<Self> {
        let mut writings = Self::default();
        add_all(&mut writings.digest, File::open(path)?.take(length))?;
        Ok(writings)
    }
}

fn add_all(digest: &mut Digest, mut from: impl Read) -> io::Result<()> {
    let mut block = vec![0; BLOCK];
    loop {
        match from.read(&mut block) {
            Ok(0) => return Ok(()),
            Ok(count) => digest.add(&block[..count]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// An open file, and what was written to it.
#[derive(Debug)]
pub(crate) struct WrittenFile {
    file: File,
    /// `None` for a pipe or a device, which keeps nothing.
    kept: Option<KeptFile>,
}

#[derive(Debug)]
struct KeptFile {
    path: PathBuf,
    writings: Writings,
    identity: Option<FileIdentity>,
}

impl WrittenFile {
    /// A file at this path with the content that was written.
    pub(super) fn new(file: File, path: PathBuf, writings: Writings) -> Self {
        let identity = FileIdentity::of_open(&file, &path).ok();
        let kept = KeptFile {
            path,
            writings,
            identity,
        };
        Self {
            file,
            kept: Some(kept),
        }
    }

    pub(super) const fn stream(file: File) -> Self {
        Self { file, kept: None }
    }

    /// Writes whole lines. If that fails, the file keeps the lines from before, unless it cannot be cut.
    pub(super) fn append(&mut self, lines: &[u8]) -> io::Result<()> {
        let written = self.file.write_all(lines);
        if let Some(kept) = &mut self.kept {
            if written.is_ok() {
                kept.writings.add(lines);
            } else {
                // A file without half a line is more useful. If it cannot be cut, the half line stays.
                let _ = self.file.set_len(kept.writings.length());
            }
        }
        written
    }

    /// The change of the file since it was written; `None` if it is what was written.
    pub(crate) fn change(&self) -> Option<FileChange> {
        compare(self.kept.as_ref()?).err()
    }
}

fn compare(kept: &KeptFile) -> Result<(), FileChange> {
    let KeptFile {
        path,
        writings,
        identity,
    } = kept;
    let found = match fs::metadata(path) {
        Ok(found) => found,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(FileChange::Gone),
        Err(error) => return Err(FileChange::Unreadable(error)),
    };
    // A pipe in its place is not opened, which might take for ever.
    if !found.is_file() {
        return Err(FileChange::Replaced);
    }
    let now = FileIdentity::of(path).map_err(FileChange::Unreadable)?;
    if identity.as_ref() != Some(&now) {
        return Err(FileChange::Replaced);
    }
    let written = writings.length();
    if found.len() != written {
        let found = found.len();
        return Err(FileChange::Length { found, written });
    }
    let mut digest = Digest::new(&writings.key);
    let opened = File::open(path).map_err(FileChange::Unreadable)?;
    // If it grows meanwhile, one octet more is enough to see it.
    add_all(&mut digest, opened.take(written + 1)).map_err(FileChange::Unreadable)?;
    if digest.length != written || digest.finish() != writings.digest.clone().finish() {
        return Err(FileChange::Content);
    }
    Ok(())
}

/// A file, whatever its names are.
#[cfg(unix)]
#[derive(Debug, PartialEq, Eq)]
struct FileIdentity {
    device: u64,
    number: u64,
}

#[cfg(unix)]
impl FileIdentity {
    fn of_open(file: &File, _: &Path) -> io::Result<Self> {
        Ok(Self::found(&file.metadata()?))
    }

    fn of(path: &Path) -> io::Result<Self> {
        Ok(Self::found(&fs::metadata(path)?))
    }

    fn found(metadata: &fs::Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        Self {
            device: metadata.dev(),
            number: metadata.ino(),
        }
    }
}

/// A file, which stays open so that no other one gets its number.
#[cfg(windows)]
#[derive(Debug, PartialEq, Eq)]
struct FileIdentity(same_file::Handle);

#[cfg(windows)]
impl FileIdentity {
    /// The file is opened again: under Wine, one that took another name while it was open belongs to no volume.
    fn of_open(_: &File, path: &Path) -> io::Result<Self> {
        Self::of(path)
    }

    fn of(path: &Path) -> io::Result<Self> {
        Ok(Self(same_file::Handle::from_path(path)?))
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// A deed to the file, and its description.
    struct Row {
        change: fn(&Path),
        told: &'static str,
    }

    #[test]
    fn each_way_to_change_a_file_is_told() {
        let rows = [
            Row {
                change: |_| {},
                told: "",
            },
            Row {
                change: |path| fs::remove_file(path).expect("removed"),
                told: "it was removed",
            },
            Row {
                change: |path| {
                    let text = fs::read(path).expect("a file");
                    fs::remove_file(path).expect("removed");
                    fs::write(path, text).expect("written");
                },
                told: "it was replaced by another file",
            },
            Row {
                change: |path| {
                    fs::remove_file(path).expect("removed");
                    fs::create_dir(path).expect("a folder");
                },
                told: "it was replaced by another file",
            },
            Row {
                change: |path| {
                    let file = File::options().write(true).open(path).expect("a file");
                    file.set_len(7).expect("cut");
                },
                told: "it has 7 bytes, and 30000 were written",
            },
            Row {
                change: |path| {
                    let mut text = fs::read(path).expect("a file");
                    text[20_000] = b'y';
                    fs::write(path, text).expect("written over");
                },
                told: "its content was changed",
            },
        ];
        for Row { change, told } in rows {
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join("file");
            let file = File::create(&path).expect("a file");
            let mut file = WrittenFile::new(file, path.clone(), Writings::default());
            for length in [1, BLOCK, 30_000 - BLOCK - 1] {
                file.append(&vec![b'x'; length]).expect("written");
            }
            change(&path);
            let found = file.change().map(|change| change.to_string());
            assert_eq!(found.unwrap_or_default(), told);
        }
    }
}
