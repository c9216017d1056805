//! The error of a vector file that was not loaded: the reason and the position.

use std::fmt;

/// The first thing that is wrong with a vector file.
///
/// Displayed as `file:line:column: message`, then the line of the source and a caret below the
/// place. Control and invisible characters are shown as U+FFFD, so that a file cannot forge the
/// report about itself; of a long line, name or message the beginning is shown.
///
/// The loader refuses: text that is not UTF-8; tabs, carriage returns and invisible characters;
/// comments below the head; anchors, aliases, merges, tags, directives, document markers, block
/// scalars and single quotes; unknown, repeated or missing fields; payloads that are not
/// double-quoted; code points, octets and flags that cannot be read; more or fewer than one of
/// `t`, `u`, `b`, of `op`, `ops` and of `steps`, `input` with `expect`; ids that are not the codec, a
/// theme and words, or were used before; files and groups without cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadError {
    /// The name of the file, as the caller wrote it.
    pub file: String,
    /// The line, from 1; 0 if the error is about the whole file, such as one that cannot be read.
    pub line: usize,
    /// The column in characters, from 1; 0 if the error is about the whole file.
    pub column: usize,
    /// The text of the line; empty if the error is about the whole file.
    pub source_line: String,
    /// The mistake, and the form that was expected.
    pub message: String,
}

/// How many characters of the source line are shown, with the position in the middle.
const SHOWN: usize = 96;

/// So many characters of the name of the file and of the message are shown.
const LONGEST: usize = 1000;

impl LoadError {
    /// The error that concerns a file as a whole.
    #[must_use]
    pub fn whole(file: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            file: file.into(),
            line: 0,
            column: 0,
            source_line: String::new(),
            message: message.into(),
        }
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = shortened(&self.file);
        let message = shortened(&self.message);
        if self.line == 0 {
            return write!(f, "{file}: {message}");
        }
        writeln!(f, "{file}:{}:{}: {message}", self.line, self.column)?;
        let before = self.column.saturating_sub(1);
        let first = before.saturating_sub(SHOWN / 2);
        let shown: String = self.source_line.chars().skip(first).take(SHOWN).collect();
        writeln!(f, "    {}", visible(&shown))?;
        write!(f, "    {:>width$}", '^', width = before - first + 1)
    }
}

impl std::error::Error for LoadError {}

/// The beginning of the text, made visible. A longer text is cut off, and its length is added.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}… ({} octets)", visible(&text[..end]), text.len()),
        None => visible(text),
    }
}

/// The text with a visible sign in place of every character that cannot be seen.
fn visible(text: &str) -> String {
    text.chars()
        .map(|c| if is_invisible(c) { '\u{fffd}' } else { c })
        .collect()
}

/// Whether a character cannot be seen, or changes how others are seen: controls, line and
/// paragraph separators, bidirectional controls, zero-width characters, the byte order mark.
pub(crate) fn is_invisible(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(source_line: &str, column: usize) -> LoadError {
        LoadError {
            file: "x.yaml".into(),
            line: 12,
            column,
            source_line: source_line.into(),
            message: "expected a string".into(),
        }
    }

    #[test]
    fn a_long_line_is_cut_around_the_place() {
        let shown = error(&format!("{}!{}", "a".repeat(500), "b".repeat(500)), 501).to_string();
        let lines: Vec<_> = shown.lines().collect();
        assert_eq!(lines[1].trim_start().len(), SHOWN);
        assert_eq!(lines[1].find('!'), lines[2].find('^'));
    }

    #[test]
    fn no_field_is_shown_without_a_bound() {
        let long = "ü\u{1b}".repeat(1 << 19);
        for line in [0, 12] {
            let [file, message] = [long.clone(), long.clone()];
            let error = LoadError {
                file,
                line,
                message,
                ..error(&long, line * 1000)
            };
            let shown = error.to_string();
            assert!(
                shown.chars().count() < 2 * LONGEST + 2 * SHOWN + 60,
                "{}",
                shown.len()
            );
            assert_eq!(shown.matches("\u{fffd}… (1572864 octets)").count(), 2);
            assert!(!shown.contains('\u{1b}'));
        }
    }
}
