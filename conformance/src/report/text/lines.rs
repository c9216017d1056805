//! Lines of the report for people that are no longer than its width.

use std::io::{self, Write};

use crate::report::label::Label;
use crate::report::style::{QUIET, Style};

/// The column at which the text of a field begins.
const FIELD_COLUMN: usize = 12;

/// How far the later lines of a paragraph are from the margin.
const HANGING: usize = 2;

/// Writes a field: its label, and its text in as many lines as it needs. A command is broken so that a
/// shell still reads it as one.
pub(super) fn write_field(
    out: &mut dyn Write,
    label: Label,
    text: &str,
    width: usize,
) -> io::Result<()> {
    let room = width.saturating_sub(FIELD_COLUMN);
    let lines = if text.starts_with("acegate ") {
        command_lines(text, room)
    } else {
        prose_lines(text, room, room)
    };
    for (number, line) in lines.iter().enumerate() {
        match number {
            0 => writeln!(out, "  {QUIET}{:<9}{QUIET:#} {line}", label.code())?,
            _ => writeln!(out, "{:FIELD_COLUMN$}{line}", "")?,
        }
    }
    Ok(())
}

/// Writes a paragraph: a word in this style, if there is one, what comes after it, and the text.
pub(super) fn write_paragraph(
    out: &mut dyn Write,
    (style, word, after): (Style, &str, &str),
    text: &str,
    width: usize,
) -> io::Result<()> {
    let (before, taken) = match word {
        "" => (String::new(), 0),
        word => (
            format!("{style}{word}{style:#}{after}"),
            word.len() + after.len(),
        ),
    };
    let lines = prose_lines(
        text,
        width.saturating_sub(taken),
        width.saturating_sub(HANGING),
    );
    let mut lines = lines.iter();
    writeln!(out, "{before}{}", lines.next().map_or("", String::as_str))?;
    for line in lines {
        writeln!(out, "{:HANGING$}{line}", "")?;
    }
    Ok(())
}

/// The beginning of a text that takes no more than so many columns.
pub(super) fn cut(text: &str, room: usize) -> String {
    if columns(text) <= room {
        return text.to_owned();
    }
    // The dots need a column.
    let mut left = room.saturating_sub(1);
    let mut start = String::new();
    for c in text.chars() {
        if columns_of(c) > left {
            break;
        }
        left -= columns_of(c);
        start.push(c);
    }
    format!("{}…", start.trim_end())
}

/// The text in lines of so many columns; the first line has another width. Words are not broken.
pub(crate) fn prose_lines(text: &str, first: usize, others: usize) -> Vec<String> {
    in_lines(text.split(' '), first, others, "")
}

/// A command in lines of so many columns, each but the last with a backslash at its end. A quoted word is
/// not broken.
fn command_lines(command: &str, room: usize) -> Vec<String> {
    let words = command_words(command);
    if columns(command) <= room {
        return in_lines(words.into_iter(), room, room, " \\");
    }
    // Two columns are for the backslash, and two for the indentation of the later lines.
    let room = room.saturating_sub(4);
    let mut lines = in_lines(words.into_iter(), room, room, " \\");
    for line in lines.iter_mut().skip(1) {
        line.insert_str(0, "  ");
    }
    lines
}

/// The parts between which a command may be broken. A quoted word is not broken, and an option and its value
/// stay together: `check`, `--cmd 'a b'` and `--id x` of `check --cmd 'a b' --id x`.
fn command_words(command: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut begin = 0;
    let mut is_quoted = false;
    let mut is_escaped = false;
    // Whether the word that begins at `begin` is an option, whose value comes next.
    let mut is_option = false;
    for (at, c) in command.char_indices() {
        is_quoted ^= c == '\'' && !is_escaped;
        is_escaped = c == '\\' && !is_quoted && !is_escaped;
        if c != ' ' || is_quoted {
            continue;
        }
        let is_option_next = command[at..].starts_with(" --");
        if is_option && !is_option_next {
            // The value of the option ends at the next blank.
            is_option = false;
            continue;
        }
        words.push(&command[begin..at]);
        begin = at + 1;
        is_option = is_option_next;
    }
    words.push(&command[begin..]);
    words
}

/// The words in lines. None of them begins with a word that a build server takes for a command there.
fn in_lines<'a>(
    words: impl Iterator<Item = &'a str>,
    first: usize,
    others: usize,
    end: &str,
) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in words {
        let room = if lines.is_empty() { first } else { others };
        let stays = word.is_empty() || word.trim_start().starts_with("::");
        if !line.is_empty() && !stays && columns(&line) + 1 + columns(word) > room {
            lines.push(format!("{}{end}", line.trim_end()));
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines
}

fn columns(text: &str) -> usize {
    text.chars().map(columns_of).sum()
}

/// How many columns a character takes on a terminal: two for East Asian characters and emoji.
fn columns_of(c: char) -> usize {
    match u32::from(c) {
        0x1100..=0x115F | 0x2E80..=0xA4CF | 0xAC00..=0xD7A3 | 0xF900..=0xFAFF => 2,
        0xFE30..=0xFE6F | 0xFF00..=0xFF60 | 0xFFE0..=0xFFE6 | 0x1_F300.. => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_is_broken_at_blanks_and_loses_no_word() {
        let text = "A delimiter at the start: \"ü\"  U+00FC and a-word-that-fits-in-no-line.";
        let words = |text: &str| {
            text.split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        for width in 0..100 {
            let lines = prose_lines(text, width.min(10), width);
            assert_eq!(
                lines
                    .iter()
                    .flat_map(|line| words(line))
                    .collect::<Vec<_>>(),
                words(text)
            );
            let fits = |line: &String| line.chars().count() <= width || !line.contains(' ');
            assert!(lines.iter().skip(1).all(fits), "{width}: {lines:?}");
        }
        // Two blanks stay two within a line.
        assert_eq!(prose_lines("a  b", 4, 4), ["a  b"]);
        assert_eq!(prose_lines("a  b", 3, 3), ["a", "b"]);
        assert_eq!(prose_lines("", 3, 3), [""]);
    }

    #[test]
    fn no_line_begins_with_a_command_of_a_build_server() {
        let text = "a  ::error::b \u{a0}::stop-commands::c ##<U+005B>group]d";
        for width in 0..60 {
            let lines = prose_lines(text, width, width);
            assert!(
                lines
                    .iter()
                    .all(|line| !line.trim_start().starts_with("::")),
                "{lines:?}"
            );
        }
    }

    #[test]
    fn a_shell_reads_a_broken_command_as_the_whole_one() {
        let command =
            r"acegate check --cmd 'python3 my own.py '\''x y'\''' --vectors a.yaml --id a/b";
        let words = |text: &str| shell_words::split(text).expect("quotes are closed");
        for width in 0..100 {
            let joined = command_lines(command, width).join("\n").replace("\\\n", "");
            assert_eq!(words(&joined), words(command), "{width}");
        }
        let lines = command_lines("acegate check x --id a", 21);
        assert_eq!(lines, [r"acegate check x \", "  --id a"]);
        let lines = command_lines("acegate check x -q --cmd 'a b' --id a", 26);
        assert_eq!(lines, [r"acegate check x -q \", r"  --cmd 'a b' --id a"]);
        assert_eq!(command_lines("acegate check x", 15), ["acegate check x"]);
    }

    #[test]
    fn a_text_that_is_cut_takes_no_more_columns_than_there_are() {
        assert_eq!(cut("a delimiter", 11), "a delimiter");
        assert_eq!(cut("a delimiter", 10), "a delimit…");
        assert_eq!(cut("a delimiter", 3), "a…");
        assert_eq!(cut("漢字漢字", 6), "漢字…");
    }
}
