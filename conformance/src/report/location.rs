//! The place in the user's repository that a finding is shown at.

use std::error::Error;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::run::Run;
use crate::event::Finding;

/// How many octets of a file are looked through for a line.
const MOST: u64 = 16 << 20;

/// The options whose value, or for the last one the word after it, may name the adapter.
const BEFORE_ADAPTER: [&str; 3] = ["--cmd", "--one-shot", "--env-clear"];

/// A line of a text file that is there, in the user's repository: the closest folder around the working
/// folder that has `.git`, or else the working folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The path from the top of the repository, with slashes.
    pub(super) file: String,
    pub(super) line: usize,
}

/// Why a word names no [`Location`].
#[derive(Debug)]
pub enum LocationError {
    /// These are not the digits of a line.
    NoNumber(String),
    /// There is no such file.
    Missing(String),
    /// The file has an octet that no text has.
    NoText(String),
    /// The file ends before the line.
    NoLine {
        /// The path of the file.
        file: String,
        /// The line that it does not have.
        line: usize,
    },
    /// The file is not in the repository of the user.
    Outside {
        /// The path of the file.
        file: String,
        /// The folder of the repository.
        top: PathBuf,
    },
    /// The file could not be read.
    Read {
        /// The path of the file.
        file: String,
        /// The reason.
        error: io::Error,
    },
}

impl LocationError {
    fn new(file: &str, error: io::Error) -> Self {
        Self::Read {
            file: file.to_owned(),
            error,
        }
    }
}

impl fmt::Display for LocationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoNumber(digits) => write!(
                f,
                "expected FILE or FILE:LINE with a line from 1, found {digits:?}"
            ),
            Self::Missing(file) => write!(
                f,
                "expected a file such as src/lib.rs:40, and {file:?} is not there"
            ),
            Self::NoText(file) => write!(f, "expected a file of text, and {file} is not"),
            Self::NoLine { file, line } => write!(f, "{file} has no line {line}"),
            Self::Outside { file, top } => {
                write!(f, "expected a file in {}, and {file} is not", top.display())
            }
            Self::Read { file, error } => write!(f, "{file}: {error}"),
        }
    }
}

impl Error for LocationError {}

impl FromStr for Location {
    type Err = LocationError;

    /// Reads `FILE` or `FILE:LINE`, with the path from the working folder.
    fn from_str(word: &str) -> Result<Self, LocationError> {
        match word.rsplit_once(':') {
            Some((file, digits)) if !Path::new(word).exists() => match digits.parse() {
                Ok(line) if line > 0 => Self::find(file, line),
                _ => Err(LocationError::NoNumber(digits.to_owned())),
            },
            _ => Self::find(word, 1),
        }
    }
}

impl Location {
    fn find(file: &str, line: usize) -> Result<Self, LocationError> {
        let path = Path::new(file);
        if !path.is_file() {
            return Err(LocationError::Missing(file.to_owned()));
        }
        match line_of(path, line) {
            // Git also takes a file with this octet for a program or a picture.
            Ok(Some(text)) if text.contains(&0) => {
                return Err(LocationError::NoText(file.to_owned()));
            }
            Ok(Some(_)) => {}
            Ok(None) => {
                return Err(LocationError::NoLine {
                    file: file.to_owned(),
                    line,
                });
            }
            Err(error) => return Err(LocationError::new(file, error)),
        }
        let folder = std::env::current_dir().and_then(fs::canonicalize);
        let folder = folder.map_err(|error| LocationError::new(file, error))?;
        let mut around = folder.ancestors();
        let repository = around.find(|folder| folder.join(".git").exists());
        let top = repository.unwrap_or(&folder);
        let path = fs::canonicalize(path).map_err(|error| LocationError::new(file, error))?;
        match path_within(top, &path) {
            Some(file) => Ok(Self { file, line }),
            None => Err(LocationError::Outside {
                file: file.to_owned(),
                top: top.to_owned(),
            }),
        }
    }

    /// The first file that the words after `acegate check` name as the implementation.
    fn of_adapter(arguments: &[String]) -> Option<Self> {
        let mut before = None;
        for argument in arguments {
            let option = before.replace(argument.as_str());
            let is_value = option.is_some_and(|option| {
                option.starts_with("--") && !BEFORE_ADAPTER.contains(&option)
            });
            if argument.starts_with("--") || is_value {
                continue;
            }
            for word in shell_words::split(argument).unwrap_or_default() {
                if let Ok(location) = Self::find(&word, 1) {
                    return Some(location);
                }
            }
        }
        None
    }

    /// Where the findings of a run are shown: at this place, at the adapter, or at the vector of the example if
    /// the user wrote it. A link to the suite's own vectors, which are in acegate's repository, leads nowhere.
    pub(super) fn of_findings(
        run: &Run,
        wanted: Option<&Self>,
    ) -> impl Fn(&Finding) -> Option<Self> {
        let all = match wanted {
            Some(location) => Some(location.clone()),
            None => Self::of_adapter(&run.start.arguments),
        };
        move |finding| {
            if all.is_some() {
                return all.clone();
            }
            let example = run.example(finding)?;
            if !example.is_own_vector {
                return None;
            }
            Self::find(&example.case.file, example.case.line.max(1)).ok()
        }
    }
}

/// The octets of a line of a file, counted from 1; `None` if the file has no such line.
fn line_of(path: &Path, line: usize) -> io::Result<Option<Vec<u8>>> {
    let mut lines = BufReader::new(File::open(path)?.take(MOST)).split(b'\n');
    lines.nth(line - 1).transpose()
}

/// The path from this folder, with slashes; `None` if it is not in the folder, or is not Unicode.
fn path_within(folder: &Path, path: &Path) -> Option<String> {
    let mut names = Vec::new();
    for part in path.strip_prefix(folder).ok()?.components() {
        names.push(part.as_os_str().to_str()?);
    }
    Some(names.join("/"))
}
