//! The text of a YAML file: positions in it, and the subset of YAML that is allowed in vector files.

use crate::error::{LoadError, is_invisible};

/// The text of a YAML file that people write, with its name. [`parse`](Self::parse) reads it.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    pub(crate) path: &'a str,
    /// The text.
    pub text: &'a str,
    lines: Vec<&'a str>,
}

/// A line and a column in it, both from 1, and the octets of the file before them.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
    pub(crate) octets: usize,
}

impl<'a> Source<'a> {
    /// The text of these octets of the file `path`.
    ///
    /// # Errors
    ///
    /// The position of the first octet that is not UTF-8.
    pub fn new(path: &'a str, octets: &'a [u8]) -> Result<Self, LoadError> {
        let text = std::str::from_utf8(octets).map_err(|error| {
            let valid = String::from_utf8_lossy(&octets[..error.valid_up_to()]).into_owned();
            let line = valid.matches('\n').count() + 1;
            let before = valid.rsplit('\n').next().unwrap_or_default();
            LoadError {
                file: path.to_owned(),
                line,
                column: before.chars().count() + 1,
                source_line: format!("{before}\u{fffd}"),
                message: "expected UTF-8, found an octet that is not".to_owned(),
            }
        })?;
        let lines = text.split('\n').collect();
        Ok(Self { path, text, lines })
    }

    /// The same, checked to be of the subset for vector files.
    ///
    /// Allowed are block and flow collections, plain words, strings in double quotes that end on
    /// their line, and comments above the first field. Everything else of YAML is refused, since
    /// it means another thing to a quick reader, or to another reader of YAML.
    pub(crate) fn of_subset(path: &'a str, octets: &'a [u8]) -> Result<Self, LoadError> {
        let source = Self::new(path, octets)?;
        source.check_subset()?;
        Ok(source)
    }

    /// The name of the first field; `None` in a file that has nothing but comments.
    #[must_use]
    pub fn first_field(&self) -> Option<&'a str> {
        let mut lines = self.lines.iter().map(|line| line.trim());
        let first = lines.find(|line| !line.is_empty() && !line.starts_with('#'))?;
        Some(first.split(':').next().unwrap_or(first))
    }

    /// The comments above the first field, with the empty lines between them.
    pub(crate) fn head_comments(&self) -> Vec<String> {
        let mut comments: Vec<_> = self
            .lines
            .iter()
            .map(|line| line.trim())
            .take_while(|line| line.is_empty() || line.starts_with('#'))
            .skip_while(|line| line.is_empty())
            .map(str::to_owned)
            .collect();
        while comments.last().is_some_and(String::is_empty) {
            comments.pop();
        }
        comments
    }

    /// The error at this position.
    #[must_use]
    pub fn error(&self, at: Place, message: impl Into<String>) -> LoadError {
        LoadError {
            file: self.path.to_owned(),
            line: at.line.max(1),
            column: at.column.max(1),
            source_line: self.line(at.line).to_owned(),
            message: message.into(),
        }
    }

    /// The text of this line, from 1; empty if there is none.
    #[must_use]
    pub fn line(&self, line: usize) -> &'a str {
        self.lines
            .get(line.saturating_sub(1))
            .copied()
            .unwrap_or_default()
    }

    fn check_subset(&self) -> Result<(), LoadError> {
        let mut in_head = true;
        for (index, &line) in self.lines.iter().enumerate() {
            if let Some(column) = line.chars().position(is_invisible) {
                let at = Place::of_column(index, column);
                return Err(self.error(at, invisible(line, column)));
            }
            let comment_allowed = in_head;
            in_head = in_head && (line.trim().is_empty() || line.trim().starts_with('#'));
            if let Err((column, message)) = check_line(line, comment_allowed) {
                return Err(self.error(Place::of_column(index, column), message));
            }
        }
        Ok(())
    }
}

impl Place {
    /// The position of a character, by the index of its line and its index in the line.
    const fn of_column(line: usize, column: usize) -> Self {
        Self {
            line: line + 1,
            column: column + 1,
            octets: 0,
        }
    }
}

/// The message about the invisible character at this column, from 0.
fn invisible(line: &str, column: usize) -> String {
    match line.chars().nth(column) {
        Some('\t') => "expected spaces, found a tab; in a string write \\t".to_owned(),
        Some('\r') => {
            "expected lines that end in a line feed alone, found a carriage return".into()
        }
        other => {
            let code_point = other.map_or(0, u32::from);
            format!("found the invisible character U+{code_point:04X}; write it with u: or \\u")
        }
    }
}

/// Refuses a line that leaves the allowed subset, with the column, from 0, and the reason.
fn check_line(line: &str, comment_allowed: bool) -> Result<(), (usize, String)> {
    if line.starts_with("---") || line.starts_with("...") {
        return refuse_column(
            0,
            "found a document marker; a vector file is one document without markers",
        );
    }
    if line.starts_with('%') {
        return refuse_column(0, "found a directive; a vector file has none");
    }
    // The column of the beginning of the string; `None` outside a string.
    let mut string = None;
    let mut escaped = false;
    let mut previous = ' ';
    let mut characters = line.chars().enumerate().peekable();
    while let Some((column, character)) = characters.next() {
        let next = characters.peek().map_or(' ', |&(_, next)| next);
        let starts_token = matches!(previous, ' ' | '[' | '{' | ',' | ':');
        let starts_comment = character == '#' && previous == ' ';
        previous = character;
        let found = match (string, character) {
            (Some(_), _) if escaped => {
                escaped = false;
                continue;
            }
            (Some(_), _) => {
                escaped = character == '\\';
                if character == '"' {
                    string = None;
                }
                continue;
            }
            (None, '"') if starts_token => {
                string = Some(column);
                continue;
            }
            (None, '"') => "found a quote inside a word",
            (None, _) if starts_comment && comment_allowed => return Ok(()),
            (None, _) if starts_comment => {
                "found a comment below the head, which formatting would lose; write a note"
            }
            (None, _) if !starts_token => continue,
            (None, '\'') => "found a single quote; strings are in double quotes",
            (None, '&') => "found an anchor; write the value out",
            (None, '*') => "found an alias; write the value out",
            (None, '!') => "found a tag; no field needs one",
            (None, '|' | '>') => "found a block scalar; strings are in double quotes",
            (None, '?') if next == ' ' => "found a complex key; keys are plain words",
            (None, '<') if next == '<' => "found a merge key; write the fields out",
            (None, _) => continue,
        };
        return refuse_column(column, found);
    }
    match string {
        Some(column) => refuse_column(column, "expected the string to end on its line"),
        None => Ok(()),
    }
}

fn refuse_column(column: usize, message: &str) -> Result<(), (usize, String)> {
    Err((column, message.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_mean_nothing_inside_a_string_are_allowed_there() {
        let line = r##"note: "a # b & c * d ! e | f > g ? h << i ' j \" k --- \t""##;
        assert_eq!(check_line(line, false), Ok(()));
    }

    #[test]
    fn a_word_may_hold_indicators_inside() {
        assert_eq!(check_line("a: b#c&d*e!f|g>h?i<<j'k", false), Ok(()));
    }

    #[test]
    fn the_head_ends_with_the_first_field() {
        let source = Source::of_subset("x", b"\n# a\n\n  # b\n\nformat: 1\n").unwrap();
        assert_eq!(source.head_comments(), ["# a", "", "# b"]);
    }

    #[test]
    fn positions_count_characters() {
        let source = Source::of_subset("x", "a: \"ü\"\nb: \"é\" \"".as_bytes());
        let error = source.unwrap_err();
        assert_eq!((error.line, error.column), (2, 8));
        assert_eq!(error.source_line, "b: \"é\" \"");
    }
}
