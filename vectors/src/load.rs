//! From the octets of vector files to a suite.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::digest::Digest;
use crate::document::RawFile;
use crate::error::LoadError;
use crate::files::{LARGEST_FILE, read, too_large, vector_files};
use crate::model::{Case, File, Origin, Suite};
use crate::parts::MOST_CODE_POINTS;
use crate::reader::Reader;
use crate::source::{Place, Source};

impl Suite {
    /// The vectors of these files, and of all `.yaml` files below these folders, sorted by path.
    ///
    /// Hidden entries and folders named `requirements` are left out. Links are followed, and a file
    /// or folder to which several paths lead counts once.
    ///
    /// # Errors
    ///
    /// The first error of the first file that has one; a path that cannot be read or is not UTF-8;
    /// a vector file that is not a regular file or is larger than 64 MiB; folders deeper than 32
    /// or with more than 100,000 entries; paths without a vector file.
    pub fn load<P: AsRef<Path>>(paths: &[P]) -> Result<Self, LoadError> {
        let paths = vector_files(paths)?;
        suite(&paths, |path| {
            let (name, octets) = read(Path::new(path))?;
            Ok((name, Cow::Owned(octets)))
        })
    }

    /// The vectors of these files, given as name and content.
    ///
    /// # Errors
    ///
    /// The first error of the first file that has one; no files at all.
    pub fn from_sources<'a>(
        sources: impl IntoIterator<Item = (&'a str, &'a [u8])>,
    ) -> Result<Self, LoadError> {
        let sources: Vec<_> = sources.into_iter().collect();
        suite(&sources, |(path, octets)| Ok((path, Cow::Borrowed(octets))))
    }
}

/// The suite of these files; `open` gives their paths and octets.
///
/// All processors read: the YAML of the suite takes more than a second on one.
fn suite<'a, F: Sync>(
    files: &'a [F],
    open: impl Fn(&'a F) -> Result<(&'a str, Cow<'a, [u8]>), LoadError> + Sync,
) -> Result<Suite, LoadError> {
    let next = AtomicUsize::new(0);
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let contents = thread::scope(|scope| {
        let mut helpers = Vec::new();
        for _ in 1..processors.min(files.len()) {
            let helper =
                thread::Builder::new().spawn_scoped(scope, || read_some(files, &next, &open));
            // If no other thread can be started, this one reads all files.
            helpers.extend(helper.ok());
        }
        let mut done = read_some(files, &next, &open);
        for helper in helpers {
            done.extend(helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        done
    });
    let mut suite = Suite {
        files: Vec::new(),
        cases: Vec::new(),
    };
    let mut ids = Ids::new();
    for contents in contents.into_values() {
        let (file, cases) = contents?.with_new_ids(&mut ids)?;
        suite.files.push(file);
        suite.cases.extend(cases.into_iter().map(Arc::new));
    }
    if suite.cases.is_empty() {
        return Err(LoadError::whole("vectors", "expected at least one file"));
    }
    Ok(suite)
}

/// Reads the files that no other thread has taken: `next` is the index of the first of them. The contents
/// are by the index of their file.
fn read_some<'a, F>(
    files: &'a [F],
    next: &AtomicUsize,
    open: &impl Fn(&'a F) -> Result<(&'a str, Cow<'a, [u8]>), LoadError>,
) -> BTreeMap<usize, Result<Contents<'a>, LoadError>> {
    let mut done = BTreeMap::new();
    loop {
        let at = next.fetch_add(1, Ordering::Relaxed);
        let Some(file) = files.get(at) else {
            return done;
        };
        let contents = open(file).and_then(|(path, octets)| Contents::read(path, octets));
        done.insert(at, contents);
    }
}

/// The first use of each id.
type Ids = BTreeMap<String, FirstUse>;

struct FirstUse {
    file: String,
    line: usize,
    /// The digest of the case if a hunt made it, whose id is made of the content.
    found: Option<Digest>,
}

/// The head and the cases of one file.
pub(crate) fn read_file(path: &str, octets: &[u8]) -> Result<(File, Vec<Case>), LoadError> {
    Contents::read(path, Cow::Borrowed(octets))?.with_new_ids(&mut Ids::new())
}

/// A file that is read by itself.
struct Contents<'a> {
    octets: Cow<'a, [u8]>,
    file: File,
    /// The cases, each with the position of its id.
    cases: Vec<(Case, Place)>,
}

impl<'a> Contents<'a> {
    fn read(path: &str, octets: Cow<'a, [u8]>) -> Result<Self, LoadError> {
        if octets.len() > LARGEST_FILE {
            return Err(too_large(path));
        }
        refuse_other_files(&Source::new(path, &octets)?)?;
        let source = Source::of_subset(path, &octets)?;
        let raw: RawFile = source.parse()?;
        let reader = Reader {
            source: &source,
            room: Cell::new(MOST_CODE_POINTS),
        };
        let file = reader.head(&raw)?;
        let mut cases = Vec::with_capacity(raw.cases.value.len());
        for case in &raw.cases.value {
            cases.push(reader.case(&file, &raw, case)?);
        }
        Ok(Self {
            octets,
            file,
            cases,
        })
    }

    /// The head and those cases that no file before this one has.
    fn with_new_ids(self, ids: &mut Ids) -> Result<(File, Vec<Case>), LoadError> {
        let mut cases = Vec::with_capacity(self.cases.len());
        for (case, at) in self.cases {
            let mut found = None;
            if case.origin == Origin::Found {
                found = Some(case.digest());
            }
            let this_use = FirstUse {
                file: case.file.clone(),
                line: case.line,
                found,
            };
            if let Some(first) = ids.insert(case.id.clone(), this_use) {
                // Two hunts may find the same.
                if found.is_some() && first.found == found && first.file != case.file {
                    continue;
                }
                let FirstUse { file, line, .. } = first;
                let message = format!("duplicate id {:?}, first used in {file}:{line}", case.id);
                let source = Source::of_subset(&self.file.path, &self.octets)?;
                return Err(source.error(at, message));
            }
            cases.push(case);
        }
        Ok((self.file, cases))
    }
}

/// An error for a file that is no vector file at all, before one of its lines is called wrong.
fn refuse_other_files(source: &Source<'_>) -> Result<(), LoadError> {
    let message = match source.first_field() {
        None => "the file is empty: expected a vector file, which begins with format: 1",
        Some("baseline") => "this is a baseline, not a vector file: --baseline takes it",
        Some(_) => return Ok(()),
    };
    Err(source.error(
        Place {
            line: 1,
            column: 1,
            octets: 0,
        },
        message,
    ))
}
