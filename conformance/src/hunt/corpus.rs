//! A folder of requests that taught a hunt something, which several hunts and machines may share.
//!
//! Each file holds one request as a line of the protocol, and is named by the digest of its content. A
//! file is written under another name and then renamed, so that no reader sees a part of one. Folders are
//! merged by copying their files together.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::learning::model_feature;
use super::request::length;
use crate::protocol::{Request, ValueForm};
use crate::temporary::TemporaryFile;

/// The most requests of a folder that a hunt asks.
pub const MOST_ASKED: usize = 4096;

/// The most octets of a file.
const MOST_OCTETS: u64 = 64 << 10;

/// The requests of a corpus folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Corpus {
    /// The requests with their files, in the order of the names.
    pub requests: Vec<(PathBuf, Request)>,
    /// Sentences on the files that were not read. They stay as they are.
    pub warnings: Vec<String>,
}

impl Corpus {
    /// Reads the first `most` of the files of a folder whose names end with `.json`, in the order of their
    /// names. Folders and links in it are passed over. A file that is damaged gives a warning.
    ///
    /// # Errors
    ///
    /// The error of the system if the folder cannot be read.
    pub fn read(folder: &Path, most: usize) -> io::Result<Self> {
        let mut names = BTreeSet::new();
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let path = entry.path();
            let is_own = path.extension().is_some_and(|extension| extension == "json");
            if is_own && entry.file_type()?.is_file() {
                names.insert(path);
            }
        }
        let mut corpus = Self::default();
        if names.len() > most {
            corpus.warnings.push(format!(
                "{} has {} requests, of which the first {most} are asked: `acegate corpus minimise` \
                 leaves fewer",
                folder.display(),
                names.len()
            ));
        }
        for path in names.into_iter().take(most) {
            match read_request(&path) {
                Ok(request) => corpus.requests.push((path, request)),
                Err(what) => corpus.warnings.push(format!("{}: {what}", path.display())),
            }
        }
        Ok(corpus)
    }

    /// The files of the smallest requests that together have every feature of the model that the corpus
    /// has: codec, operation, parameters, kind of right answer and magnitude. The files are in the order
    /// of their names.
    #[must_use]
    pub fn minimised(&self) -> Vec<&Path> {
        let mut smallest: BTreeMap<u64, (usize, &PathBuf)> = BTreeMap::new();
        for (path, request) in &self.requests {
            // Each request has exactly one feature, so one request for each feature is the fewest.
            let size = (length(&request.input), path);
            let best = smallest.entry(model_feature(request)).or_insert(size);
            *best = size.min(*best);
        }
        let kept: BTreeSet<&Path> =
            smallest.into_values().map(|(_, path)| path.as_path()).collect();
        kept.into_iter().collect()
    }
}

/// Keeps a request in a folder, and returns its file; `None` if the folder has it, or if its line is longer
/// than [`Corpus::read`] reads.
///
/// # Errors
///
/// The error of the system if the file cannot be written.
pub fn keep_request(folder: &Path, request: &Request) -> io::Result<Option<PathBuf>> {
    let line = request.to_line(0, &[ValueForm::T, ValueForm::U, ValueForm::B]);
    let Some(line) = line.filter(|line| line.len() as u64 <= MOST_OCTETS) else { return Ok(None) };
    let path = folder.join(format!("{:016x}.json", digest_of(&line)));
    if path.symlink_metadata().is_ok() {
        return Ok(None);
    }
    let mut file = TemporaryFile::new_in(folder, ".acegate-corpus-", 0o644)?;
    file.file().write_all(&line)?;
    file.persist(&path)?;
    Ok(Some(path))
}

/// The 64-bit FNV-1a hash. The names stay the same in every version.
fn digest_of(octets: &[u8]) -> u64 {
    octets.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &octet| {
        (hash ^ u64::from(octet)).wrapping_mul(0x100_0000_01B3)
    })
}

/// The request of a file, or a sentence that names the line.
fn read_request(path: &Path) -> Result<Request, String> {
    let mut text = Vec::new();
    let file = File::open(path).map_err(|error| error.to_string())?;
    let read = file.take(MOST_OCTETS + 1).read_to_end(&mut text);
    read.map_err(|error| error.to_string())?;
    if text.len() as u64 > MOST_OCTETS {
        return Err(format!("expected at most {MOST_OCTETS} octets, so it is not asked"));
    }
    let mut lines = text.strip_suffix(b"\n").unwrap_or(&text).split(|&octet| octet == b'\n');
    let first = lines.next().unwrap_or_default();
    let (_, request) = Request::from_line(first)
        .map_err(|what| format!("line 1: expected a request, so it is not asked: {what}"))?;
    if lines.next().is_some() {
        return Err("line 2: expected one request alone, so it is not asked".to_owned());
    }
    if request.operation().is_none() {
        let name = request.name();
        return Err(format!("line 1: acegate has no operation {name:?}, so it is not asked"));
    }
    Ok(request)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode(code: &str) -> Request {
        Request::new("punycode", "decode", code.into())
    }

    #[test]
    fn a_request_is_kept_once_under_the_digest_of_its_line() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = keep_request(folder.path(), &decode("tda")).expect("it is written");
        let path = path.expect("it is new");
        let line = fs::read(&path).expect("a file");
        assert_eq!(Request::from_line(&line), Ok((0, decode("tda"))));
        // The FNV-1a hash of `a` as its authors print it.
        assert_eq!(digest_of(b"a"), 0xAF63_DC4C_8601_EC8C);
        let name = format!("{:016x}.json", digest_of(&line));
        assert_eq!(path.file_name().and_then(|name| name.to_str()), Some(name.as_str()));
        assert_eq!(keep_request(folder.path(), &decode("tda")).expect("it is there"), None);
        let large = decode(&"a".repeat(70_000));
        assert_eq!(keep_request(folder.path(), &large).expect("it is left"), None);
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }

    #[test]
    fn a_folder_is_read_by_name_and_what_is_no_request_stays_with_a_warning() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        for (name, text) in [
            ("b.json", r#"{"id":0,"codec":"punycode","op":"decode","in":{"t":"b"}}"#),
            (
                "a.json",
                "{\"id\":0,\"codec\":\"punycode\",\"op\":\"decode\",\"in\":{\"t\":\"a\"}}\n",
            ),
            ("c.json", "{\"id\":0"),
            (
                "d.json",
                "{\"id\":0,\"codec\":\"punycode\",\"op\":\"decode\",\"in\":{\"t\":\"a\"}}\n{}\n",
            ),
            ("e.json", r#"{"id":0,"codec":"punycode","op":"shout","in":{"t":"b"}}"#),
            ("f.json", &" ".repeat(70_000)),
            ("g.txt", "not a request"),
        ] {
            fs::write(path(name), text).expect("a file");
        }
        fs::create_dir(path("h.json")).expect("a folder");
        std::os::unix::fs::symlink(path("a.json"), path("i.json")).expect("a link");
        let corpus = Corpus::read(folder.path(), 9).expect("it is read");
        let expected = [(path("a.json"), decode("a")), (path("b.json"), decode("b"))];
        assert_eq!(corpus.requests, expected);
        let begins = [
            "c.json: line 1: expected a request",
            "d.json: line 2: expected one request alone",
            "e.json: line 1: acegate has no operation \"punycode shout\"",
            "f.json: expected at most 65536 octets",
        ];
        assert_eq!(corpus.warnings.len(), begins.len(), "{:?}", corpus.warnings);
        for (warning, begin) in corpus.warnings.iter().zip(begins) {
            assert!(warning.contains(begin), "{warning}");
        }
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 9);
        assert!(Corpus::read(&path("none"), 9).is_err());
    }

    #[test]
    fn the_smallest_request_of_each_feature_of_the_model_is_kept() {
        let requests = ["bcher-kva", "tda", "vda", "td!", "bchr-kvaa", "mnchen-3ya"].map(decode);
        let requests = requests.into_iter().zip('a'..);
        let corpus = Corpus {
            requests: requests.map(|(it, name)| (PathBuf::from(name.to_string()), it)).collect(),
            ..Corpus::default()
        };
        // Two to three characters and eight to fifteen that are decoded, and one refusal.
        assert_eq!(corpus.minimised(), [Path::new("a"), Path::new("b"), Path::new("d")]);
    }
}
