//! The place in the user's repository that a finding is shown at.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::path::{Component, Path};
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

impl FromStr for Location {
    type Err = String;

    /// Reads `FILE` or `FILE:LINE`, with the path from the working folder.
    fn from_str(word: &str) -> Result<Self, String> {
        match word.rsplit_once(':') {
            Some((file, digits)) if !Path::new(word).exists() => match digits.parse() {
                Ok(line) if line > 0 => Self::find(file, line),
                _ => Err(format!(
                    "expected FILE or FILE:LINE with a line from 1, found {digits:?}"
                )),
            },
            _ => Self::find(word, 1),
        }
    }
}

impl Location {
    fn find(file: &str, line: usize) -> Result<Self, String> {
        let path = Path::new(file);
        if !path.is_file() {
            return Err(format!(
                "expected a file such as src/lib.rs:40, and {file:?} is not there"
            ));
        }
        let failed = |error: std::io::Error| format!("{file}: {error}");
        let mut lines = BufReader::new(File::open(path).map_err(failed)?.take(MOST)).split(b'\n');
        // Git also takes a file with this octet for a program or a picture.
        let is_text = |line: Vec<u8>| !line.contains(&0);
        match lines
            .nth(line - 1)
            .transpose()
            .map_err(failed)?
            .map(is_text)
        {
            Some(true) => {}
            Some(false) => return Err(format!("expected a file of text, and {file} is not")),
            None => return Err(format!("{file} has no line {line}")),
        }
        let folder = std::env::current_dir()
            .and_then(fs::canonicalize)
            .map_err(failed)?;
        let top = folder
            .ancestors()
            .find(|it| it.join(".git").exists())
            .unwrap_or(&folder);
        let path = fs::canonicalize(path).map_err(failed)?;
        let name = |part: Component<'_>| part.as_os_str().to_str().map(str::to_owned);
        let inner = path.strip_prefix(top).ok();
        match inner.and_then(|inner| inner.components().map(name).collect::<Option<Vec<_>>>()) {
            Some(names) => Ok(Self {
                file: names.join("/"),
                line,
            }),
            None => Err(format!(
                "expected a file in {}, and {file} is not",
                top.display()
            )),
        }
    }

    /// The first file that the words after `acegate check` name as the implementation.
    fn of_adapter(arguments: &[String]) -> Option<Self> {
        let before = |at: usize| arguments.get(at.checked_sub(1)?).map(String::as_str);
        let named = arguments.iter().enumerate().filter(|(at, word)| {
            !word.starts_with("--")
                && before(*at)
                    .is_none_or(|it| !it.starts_with("--") || BEFORE_ADAPTER.contains(&it))
        });
        let words = named
            .filter_map(|(_, command)| shell_words::split(command).ok())
            .flatten();
        words.filter_map(|word| Self::find(&word, 1).ok()).next()
    }

    /// Where the findings of a run are shown: at this place, at the adapter, or at the vector of the example if
    /// the user wrote it. A link to the suite's own vectors, which are in acegate's repository, leads nowhere.
    pub(super) fn of_findings(
        run: &Run,
        wanted: Option<&Self>,
    ) -> impl Fn(&Finding) -> Option<Self> {
        let all = wanted
            .cloned()
            .or_else(|| Self::of_adapter(&run.start.arguments));
        move |finding| {
            all.clone().or_else(|| {
                let example = run.example(finding).filter(|check| check.is_own_vector)?;
                Self::find(&example.case.file, example.case.line.max(1)).ok()
            })
        }
    }
}
