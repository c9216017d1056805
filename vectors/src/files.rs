//! Which files contain vectors, and their octets.

use std::collections::BTreeSet;
use std::fs::{self, DirEntry, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::error::LoadError;

/// Far more than a file for people contains, and a bound on what a hostile one costs.
pub(crate) const LARGEST_FILE: usize = 64 << 20;

/// How deep folders may be nested.
const DEEPEST: usize = 32;

/// How many files and folders there may be below the paths that are named.
const MOST_ENTRIES: usize = 100_000;

/// The folder of the requirement ledger, which contains no vectors.
const LEDGER: &str = "requirements";

/// The vector files that these paths name: files, and all `.yaml` files below folders, each once,
/// sorted by path.
///
/// # Errors
///
/// A path that cannot be read or is not UTF-8; a vector file that is not a regular file; folders
/// that are too deep or contain too much; paths without a vector file.
pub(crate) fn vector_files<P: AsRef<Path>>(paths: &[P]) -> Result<Vec<String>, LoadError> {
    let mut walk = Walk::default();
    for path in paths {
        walk.path(path.as_ref(), 0)?;
    }
    if walk.files.is_empty() {
        let named: Vec<_> = paths
            .iter()
            .map(|path| path.as_ref().to_string_lossy())
            .collect();
        return Err(LoadError::whole(
            named.join(", "),
            "no vector file (.yaml) here",
        ));
    }
    walk.files.sort();
    Ok(walk.files)
}

/// The name and the octets of a regular file, of at most 64 MiB.
///
/// # Errors
///
/// A file that cannot be read, is not regular, or is too large; a name that is not UTF-8.
pub fn read(path: &Path) -> Result<(&str, Vec<u8>), LoadError> {
    let name = path.to_str().ok_or_else(|| not_utf8(path))?;
    let metadata = fs::metadata(path).map_err(|error| unreadable(path, &error))?;
    check(path, &metadata)?;
    let octets = start_of(path).map_err(|error| unreadable(path, &error))?;
    if octets.len() > LARGEST_FILE {
        return Err(too_large(name));
    }
    Ok((name, octets))
}

/// The octets of a file, at most one more than it may have: it may grow while it is read.
fn start_of(path: &Path) -> io::Result<Vec<u8>> {
    let mut octets = Vec::new();
    let most = LARGEST_FILE as u64 + 1;
    File::open(path)?.take(most).read_to_end(&mut octets)?;
    Ok(octets)
}

pub(crate) fn too_large(path: &str) -> LoadError {
    LoadError::whole(path, format!("larger than {LARGEST_FILE} octets"))
}

/// The files found so far.
#[derive(Debug, Default)]
struct Walk {
    files: Vec<String>,
    entries: usize,
    /// The files and folders that were met, whatever links led to them.
    met: BTreeSet<Identity>,
}

impl Walk {
    fn path(&mut self, path: &Path, depth: usize) -> Result<(), LoadError> {
        let metadata = fs::metadata(path).map_err(|error| unreadable(path, &error))?;
        let is_new = identity(path, &metadata).is_none_or(|identity| self.met.insert(identity));
        if !is_new {
            return Ok(());
        }
        if metadata.is_dir() {
            return self.folder(path, depth);
        }
        check(path, &metadata)?;
        let name = path.to_str().ok_or_else(|| not_utf8(path))?;
        self.files.push(name.to_owned());
        Ok(())
    }

    fn folder(&mut self, folder: &Path, depth: usize) -> Result<(), LoadError> {
        let name = folder.to_string_lossy();
        if depth > DEEPEST {
            let message = format!("more than {DEEPEST} folders in each other");
            return Err(LoadError::whole(name, message));
        }
        let mut below = Vec::new();
        for entry in fs::read_dir(folder).map_err(|error| unreadable(folder, &error))? {
            self.entries += 1;
            if self.entries > MOST_ENTRIES {
                let message = format!("more than {MOST_ENTRIES} files and folders");
                return Err(LoadError::whole(name, message));
            }
            let entry = entry.map_err(|error| unreadable(folder, &error))?;
            below.extend(wanted(&entry));
        }
        // Which of several links to a file names it does not depend on the file system.
        below.sort();
        for path in below {
            if path.to_str().is_none() {
                return Err(not_utf8(&path));
            }
            self.path(&path, depth + 1)?;
        }
        Ok(())
    }
}

/// The path of a folder or of a `.yaml` file that is not hidden.
fn wanted(entry: &DirEntry) -> Option<PathBuf> {
    let name = entry.file_name();
    let path = entry.path();
    let is_left_out = name == LEDGER || name.as_encoded_bytes().starts_with(b".");
    let is_wanted = path.extension().is_some_and(|end| end == "yaml") || path.is_dir();
    (is_wanted && !is_left_out).then_some(path)
}

/// Refuses what cannot be read as a file: a device or a pipe may never end, or never begin.
fn check(path: &Path, metadata: &Metadata) -> Result<(), LoadError> {
    let name = path.to_string_lossy();
    if !metadata.is_file() {
        return Err(LoadError::whole(name, "not a regular file"));
    }
    if metadata.len() > LARGEST_FILE as u64 {
        return Err(too_large(&name));
    }
    Ok(())
}

fn unreadable(path: &Path, error: &io::Error) -> LoadError {
    LoadError::whole(path.to_string_lossy(), format!("cannot be read: {error}"))
}

fn not_utf8(path: &Path) -> LoadError {
    LoadError::whole(path.to_string_lossy(), "the name is not UTF-8")
}

/// The device and the number of a file.
#[cfg(unix)]
type Identity = (u64, u64);

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere there may be none")]
fn identity(_: &Path, metadata: &Metadata) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    Some((metadata.dev(), metadata.ino()))
}

/// The path without links.
#[cfg(not(unix))]
type Identity = PathBuf;

#[cfg(not(unix))]
fn identity(path: &Path, _: &Metadata) -> Option<Identity> {
    fs::canonicalize(path).ok()
}
