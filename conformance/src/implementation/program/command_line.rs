//! Commands as users write them: split by the shell's quoting rules, and run without a shell.
//!
//! In: `MODE=x tool`. Out: the words, or an error that says what to write instead: `--env MODE=x`. Syntax
//! that only a shell understands is refused, because the program would get it as a word. In quotes it
//! is a word.

use std::borrow::Cow;
use std::error::Error;
use std::fmt::{self, Display};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::observation::StartError;

/// Splits a command into words.
///
/// # Errors
///
/// [`CommandLineError::OpenQuote`], or [`CommandLineError::NeedsShell`] for a setting before the command,
/// `~`, variables, pipes, redirections and lists of commands.
pub(crate) fn split(text: &str) -> Result<Vec<String>, CommandLineError> {
    let words = match shell_words::split(&as_for_shell(text)) {
        Ok(words) => words,
        Err(error) => {
            return Err(CommandLineError::OpenQuote {
                text: text.to_owned(),
                error,
            });
        }
    };
    match needs_shell(text, &words) {
        None => Ok(words),
        Some(what) => Err(CommandLineError::NeedsShell {
            text: text.to_owned(),
            what,
        }),
    }
}

/// Why a command cannot be split into words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandLineError {
    /// A quote is not closed.
    OpenQuote {
        /// The command.
        text: String,
        /// The reader's error.
        error: shell_words::ParseError,
    },
    /// A part of it needs a shell.
    NeedsShell {
        /// The command.
        text: String,
        /// The part, and what to write instead.
        what: String,
    },
}

impl Display for CommandLineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OpenQuote { text, error } => write!(f, "{error}: {text}"),
            Self::NeedsShell { text, what } => {
                write!(f, "acegate runs no shell, so {what}\n  {text}")
            }
        }
    }
}

impl Error for CommandLineError {}

/// A command as a shell of Unix reads it: on Windows, a backslash is a part of a path.
fn as_for_shell(text: &str) -> Cow<'_, str> {
    if !cfg!(windows) {
        return text.into();
    }
    let mut is_quoted = false;
    let mut escaped = String::new();
    for c in text.chars() {
        is_quoted ^= c == '\'';
        if c == '\\' && !is_quoted {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped.into()
}

/// Checks that the program can be run under this name.
///
/// # Errors
///
/// [`StartError::Spawn`] for a file that the system would not run, with what to write instead. That
/// a program does not exist shows when it is started.
pub(crate) fn check_program(name: &str) -> Result<(), StartError> {
    let path = Path::new(name);
    let on_path = is_plain(name);
    if (on_path && find_program(name).is_some()) || !path.exists() {
        return Ok(());
    }
    let file = if on_path {
        format!("./{name}")
    } else {
        name.to_owned()
    };
    let interpreter = interpreter(path).unwrap_or("INTERPRETER");
    let call = format!("{interpreter} {}", shell_words::quote(name));
    let reason = if path.is_dir() {
        "it is a folder".to_owned()
    } else if !is_executable(path) {
        let other = if cfg!(unix) {
            format!(", or make it so with chmod +x {name}")
        } else {
            String::new()
        };
        format!("it is not executable: write \"{call}\"{other}")
    } else if cfg!(unix) && is_text_without_interpreter(path) {
        format!("it is text without a #! line: write \"{call}\", or add the line")
    } else if on_path {
        format!("it is in this folder, not on the path: write \"{file}\"")
    } else {
        return Ok(());
    };
    Err(StartError::Spawn {
        program: name.to_owned(),
        reason,
    })
}

/// The message for a file that is not a manifest and was named as one; `None` if there is nothing to
/// advise.
pub(crate) fn instead_of_manifest(path: &Path) -> Option<String> {
    let name = path.to_string_lossy();
    if path.is_dir() {
        let manifest = path.join("manifest.yaml");
        let hint = if manifest.is_file() {
            format!(": write {}", manifest.display())
        } else {
            ": expected the path of a manifest".to_owned()
        };
        return Some(format!("{name} is a folder{hint}"));
    }
    let interpreter = interpreter(path);
    let command = match interpreter {
        Some(interpreter) => format!("{interpreter} {}", shell_words::quote(&name)),
        None if is_executable(path) => shell_words::quote(&name).into_owned(),
        None => return None,
    };
    let option = shell_words::quote(&command).into_owned();
    Some(format!(
        "{name} is a program, not a manifest: write --cmd {option}"
    ))
}

/// The message for the first part of a command that needs a shell, with what to write instead; `None`
/// if no part does.
fn needs_shell(text: &str, words: &[String]) -> Option<String> {
    let first = words.first()?;
    let quoted = text.trim_start().starts_with(['\'', '"']);
    if !quoted
        && let Some((name, _)) = first.split_once('=')
        && is_name(name)
    {
        let setting = if first.chars().all(needs_no_quotes) {
            Cow::from(first)
        } else {
            shell_words::quote(first)
        };
        return Some(format!(
            "{name} is not set by the command: also write --env {setting}"
        ));
    }
    let (found, rest) = unquoted(text)?;
    Some(match found {
        '~' => {
            let home = std::env::var("HOME").unwrap_or_else(|_| "/home/…".to_owned());
            format!("~ is not your home folder: write {home}")
        }
        '`' => "` runs no command: write its output, or single quotes to pass it on".to_owned(),
        '$' => {
            let name: String = rest
                .chars()
                .skip(1)
                .take_while(|c| is_name_letter(*c))
                .collect();
            let value = match (name.as_str(), std::env::current_dir()) {
                ("PWD", Ok(folder)) => folder.display().to_string(),
                _ => "its value".to_owned(),
            };
            format!("${name} is not replaced: write {value}, or single quotes to pass it on")
        }
        _ => {
            let operator: String = rest.chars().take_while(|c| *c == found).take(2).collect();
            let what = match found {
                '<' | '>' => "redirects nothing",
                _ => "joins no commands",
            };
            let script = if text.contains('{') {
                "put the line into a script".to_owned()
            } else {
                format!("write {}", shell_words::join(["sh", "-c", text]))
            };
            format!("{operator} {what}: {script}, or quote it to pass it on")
        }
    })
}

/// The first character outside quotes that a shell acts on, and the text from there on; `None` if
/// there is none.
fn unquoted(text: &str) -> Option<(char, &str)> {
    let mut quote = None;
    let mut begins_word = true;
    let mut characters = text.char_indices();
    while let Some((at, c)) = characters.next() {
        let rest = &text[at..];
        match (quote, c) {
            (Some('\''), '\'') | (Some('"'), '"') => quote = None,
            (Some('\''), _) => {}
            (_, '\\') => {
                characters.next();
            }
            (_, '`') => return Some((c, rest)),
            (_, '$')
                if rest[1..].starts_with(|next| is_name_letter(next) || "{(".contains(next)) =>
            {
                return Some((c, rest));
            }
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(c),
            (None, '|' | '&' | ';' | '<' | '>') => return Some((c, rest)),
            (None, '~') if begins_word => return Some((c, rest)),
            (None, _) => {}
        }
        begins_word = quote.is_none() && c.is_whitespace();
    }
    None
}

fn is_name(text: &str) -> bool {
    !text.is_empty()
        && !text.starts_with(|c: char| c.is_ascii_digit())
        && text.chars().all(is_name_letter)
}

/// Whether a character is plain for a shell in any place of a setting.
fn needs_no_quotes(c: char) -> bool {
    is_name_letter(c) || "=./:,+-".contains(c)
}

const fn is_name_letter(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The program that runs files with this ending.
fn interpreter(path: &Path) -> Option<&'static str> {
    Some(match path.extension()?.to_str()? {
        "py" => "python3",
        "js" | "mjs" | "cjs" => "node",
        "pl" => "perl",
        "rb" => "ruby",
        "sh" => "sh",
        "php" => "php",
        "lua" => "lua",
        _ => return None,
    })
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata()
        .is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

/// Elsewhere it is the name that says so.
#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.is_file() && interpreter(path).is_none()
}

/// Whether the file is text without a `#!` line.
fn is_text_without_interpreter(path: &Path) -> bool {
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(256).read_to_end(&mut start));
    read.is_ok() && !start.starts_with(b"#!") && !start.contains(&0) && start.is_ascii()
}

/// The path of the program, found as the system would find it; `None` if it does not exist.
pub(crate) fn find_program(name: &str) -> Option<PathBuf> {
    if !is_plain(name) {
        let path = PathBuf::from(name);
        return if path.is_file() { Some(path) } else { None };
    }
    let paths = std::env::var_os("PATH")?;
    for folder in std::env::split_paths(&paths) {
        for end in ["", std::env::consts::EXE_SUFFIX] {
            let path = folder.join(name.to_owned() + end);
            if path.is_file() {
                return Some(path);
            }
        }
    }
    None
}

/// Whether it names a program without its folder.
fn is_plain(name: &str) -> bool {
    Path::new(name).components().count() == 1 && !name.contains('/')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_words_are_passed_on() {
        for (text, last) in [
            ("tool '|'", "|"),
            ("tool '$PWD'", "$PWD"),
            ("tool \\$PWD", "$PWD"),
            ("tool \"a & b\"", "a & b"),
            ("tool '~/x'", "~/x"),
            ("tool a~b", "a~b"),
            ("tool 5$", "5$"),
            ("tool --set=X=1", "--set=X=1"),
            ("tool {in:text}", "{in:text}"),
            ("'A=b' 'x'", "x"),
        ] {
            let words = split(text).expect("no shell is needed");
            assert_eq!(words.last().map(String::as_str), Some(last));
        }
    }
}
