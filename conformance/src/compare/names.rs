//! Lists of names: one a line, in UTF-8.

use std::collections::HashSet;
use std::fmt;
use std::io::{self, BufRead};

/// The names of a list, each once, with their lines.
#[derive(Clone, Debug, Default)]
pub struct NameList {
    /// The names in their order, each with the number of its line, from 1.
    pub names: Vec<(usize, String)>,
}

/// The longest name of a list in octets: no host name is so long.
const LONGEST: usize = 65_536;

/// Why a list of names cannot be read.
#[derive(Debug)]
pub enum NameListError {
    /// The file cannot be read.
    Read(io::Error),
    /// This line, from 1, is not UTF-8.
    NotUtf8(usize),
    /// This line, from 1, is too long.
    TooLong(usize),
    /// There is no name.
    Empty,
}

impl NameListError {
    /// The sentence about a file of this name.
    #[must_use]
    pub fn sentence(&self, file: &str) -> String {
        match self {
            Self::Read(_) | Self::Empty => format!("{file}: {self}"),
            Self::NotUtf8(line) | Self::TooLong(line) => format!("{file}:{line}: {self}"),
        }
    }
}

impl fmt::Display for NameListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => error.fmt(f),
            Self::NotUtf8(_) => f.write_str("the name is not UTF-8"),
            Self::TooLong(_) => write!(f, "the name has more than {LONGEST} octets"),
            Self::Empty => f.write_str("there is no name in it: expected one a line"),
        }
    }
}

impl std::error::Error for NameListError {}

impl NameList {
    /// Reads a list. Empty lines are left out, and a name that comes again.
    ///
    /// # Errors
    ///
    /// A [`NameListError`] for the first line that is no name.
    pub fn read(mut input: impl BufRead) -> Result<Self, NameListError> {
        let mut list = Self::default();
        let mut seen = HashSet::new();
        let mut line = Vec::new();
        let mut number = 0;
        while read_line(&mut input, &mut line).map_err(NameListError::Read)? {
            number += 1;
            let Ok(text) = std::str::from_utf8(&line) else {
                return Err(NameListError::NotUtf8(number));
            };
            let name = text.trim_end_matches(['\n', '\r']);
            // Editors of Windows begin a file with U+FEFF.
            let name = match name.strip_prefix('\u{FEFF}') {
                Some(rest) if number == 1 => rest,
                _ => name,
            };
            if name.len() > LONGEST {
                return Err(NameListError::TooLong(number));
            }
            if !name.is_empty() && seen.insert(name.to_owned()) {
                list.names.push((number, name.to_owned()));
            }
        }
        if list.names.is_empty() {
            return Err(NameListError::Empty);
        }
        Ok(list)
    }
}

/// Reads a line with its end, or the start of one that is too long. Returns whether there was one.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    const MOST: u64 = LONGEST as u64 + 2;
    line.clear();
    io::Read::take(input, MOST).read_until(b'\n', line)?;
    Ok(!line.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_once_with_their_lines() {
        let list = NameList::read("\u{FEFF}a.b\r\n\nbücher\na.b\n \n".as_bytes()).expect("names");
        let expected = [(1, "a.b"), (3, "bücher"), (5, " ")];
        let names: Vec<_> = list
            .names
            .iter()
            .map(|(line, name)| (*line, &**name))
            .collect();
        assert_eq!(names, expected);
    }

    /// U+FEFF is a mark of the encoding at the start of a file alone. In a name, UTS #46 ignores it, and other
    /// libraries do not.
    #[test]
    fn a_mark_of_the_encoding_is_kept_after_the_first_line() {
        let list = NameList::read("a\n\u{FEFF}b\nc\u{FEFF}\n".as_bytes()).expect("names");
        let names: Vec<&str> = list.names.iter().map(|(_, name)| &**name).collect();
        assert_eq!(names, ["a", "\u{FEFF}b", "c\u{FEFF}"]);
    }

    #[test]
    fn a_line_that_is_no_name_is_shown_with_its_place() {
        let long = format!("a\n{}\nb\n", "x".repeat(LONGEST + 1));
        let refused: [(&[u8], &str); 4] = [
            (b"a\nb\xFF\n", "list:2: the name is not UTF-8"),
            (
                long.as_bytes(),
                "list:2: the name has more than 65536 octets",
            ),
            (b"\n\n", "list: there is no name in it: expected one a line"),
            (b"", "list: there is no name in it: expected one a line"),
        ];
        for (octets, expected) in refused {
            let error = NameList::read(octets).expect_err(expected);
            assert_eq!(error.sentence("list"), expected);
        }
        let longest = "x".repeat(LONGEST);
        assert!(NameList::read(longest.as_bytes()).is_ok());
    }
}
