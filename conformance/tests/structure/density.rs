//! The density of the code: habits that save lines and cost the reader time, counted per 1,000 lines of code.
//!
//! The number helps a reader who judges; it does not replace one. The bounds only fall: a change that makes
//! a room easier to read lowers them.

use std::collections::BTreeMap;
use std::path::Path;

use crate::{CRATES, files};

/// How many habits the whole code may have per 1,000 lines.
const BOUND: f64 = 2.0;
/// How many habits a room may have per 1,000 lines.
const ROOM_BOUND: f64 = 6.0;
/// How many named closures the whole code may have per 1,000 lines.
const CLOSURE_BOUND: f64 = 1.0;
/// How many functions of this crate may return an error that is only a text, which belongs to the command line.
const TEXT_ERROR_BOUND: usize = 10;
/// Rooms with fewer lines of code have no separate bound, because one habit would weigh too much.
const SMALLEST_ROOM: usize = 300;

/// A habit: its name, and whether a line of code has it.
type Habit = (&'static str, fn(&str) -> bool);

const HABITS: [Habit; 7] = [
    ("a named closure", is_named_closure),
    ("a name given again to a chain", is_rebinding),
    ("several names at once", is_tuple_let),
    ("`match` on a `bool`", is_match_on_bool),
    ("`.filter(|_| …)`", |line| line.contains(".filter(|_|")),
    ("a closure over `it`", |line| {
        line.contains("|it|") || line.contains("|&it|")
    }),
    ("`.then(…)`", |line| line.contains(".then(")),
];

/// The lines of code of a room, and how many of them have a habit.
#[derive(Default)]
struct Room {
    lines: usize,
    habits: usize,
}

impl Room {
    fn density(&self) -> f64 {
        per_thousand(self.habits, self.lines)
    }
}

#[test]
fn the_code_is_not_denser_than_its_bounds() {
    let mut rooms: BTreeMap<String, Room> = BTreeMap::new();
    let mut closures = 0;
    for folder in CRATES {
        for (path, text) in files(&Path::new("..").join(folder)) {
            if is_test(&path) {
                continue;
            }
            let room = rooms.entry(room_of(folder, &path)).or_default();
            for line in code_lines(&text) {
                room.lines += 1;
                room.habits += HABITS.iter().filter(|(_, has)| has(line)).count();
                closures += usize::from(is_named_closure(line));
            }
        }
    }

    for (name, room) in &rooms {
        let is_bounded = room.lines >= SMALLEST_ROOM;
        assert!(
            !is_bounded || room.density() <= ROOM_BOUND,
            "{name}: {:.1} habits of compression per 1,000 lines, at most {ROOM_BOUND}",
            room.density()
        );
    }
    let lines = rooms.values().map(|room| room.lines).sum();
    let habits = rooms.values().map(|room| room.habits).sum();
    let density = per_thousand(habits, lines);
    assert!(lines > 40_000, "only {lines} lines are seen");
    assert!(
        density <= BOUND,
        "{density:.1} per 1,000 lines, at most {BOUND}"
    );
    let density = per_thousand(closures, lines);
    assert!(
        density <= CLOSURE_BOUND,
        "{density:.1} named closures per 1,000 lines, at most {CLOSURE_BOUND}"
    );
}

#[test]
fn errors_have_types_but_at_the_command_line() {
    let mut functions = 0;
    for (path, text) in files(Path::new("src")) {
        if !is_test(&path) {
            functions += code_lines(&text)
                .filter(|line| has_text_error(line))
                .count();
        }
    }
    assert!(
        functions <= TEXT_ERROR_BOUND,
        "{functions} functions return `Result<_, String>`, at most {TEXT_ERROR_BOUND}"
    );
}

#[test]
fn each_habit_is_seen() {
    let lines = [
        "    let is_new = |path: &Path| !path.exists();",
        "let text = text.trim().map(String::from);",
        "let (mut a, b) = (1, 2);",
        "    true => 1,",
        "    let found = found.filter(|_| is_late);",
        "    .any(|it| it.is_new())",
        "    is_new.then(|| 1)",
    ];
    for ((name, has), line) in HABITS.iter().zip(lines) {
        assert!(has(line), "{name}: {line}");
        let others = HABITS
            .iter()
            .filter(|(other, has)| other != name && has(line));
        let is_rebound_too = line.contains("found = found");
        assert_eq!(others.count(), usize::from(is_rebound_too), "{line}");
    }
    assert!(!is_named_closure("let both = a | b;"));
    assert!(!is_rebinding("let text = texts.map(trim);"));
    assert!(!is_tuple_let("let (a, b) = pair();"));
    assert!(has_text_error(
        "fn read(path: &Path) -> Result<Vec<u8>, String> {"
    ));
}

/// The code of a file: its lines before the tests, without empty ones and comments.
pub(crate) fn code_lines(text: &str) -> impl Iterator<Item = &str> {
    let tested = text
        .lines()
        .take_while(|line| !line.starts_with("#[cfg(test)]"));
    tested.filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with("//"))
}

pub(crate) fn is_test(path: &Path) -> bool {
    let is_in_tests = path.iter().any(|part| part == "tests");
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    is_in_tests || name.starts_with("tests")
}

/// The room of a file: its crate, and in this crate the folder of `src`.
fn room_of(folder: &str, path: &Path) -> String {
    let Ok(inside) = path.strip_prefix("../conformance/src") else {
        return folder.to_owned();
    };
    let first = inside.iter().next().unwrap_or_default().to_string_lossy();
    first.trim_end_matches(".rs").to_owned()
}

/// `let name = |…|`, also with `mut`, a type or `move`.
fn is_named_closure(line: &str) -> bool {
    let Some((_, value)) = binding(line) else {
        return false;
    };
    value.trim_start_matches("move ").starts_with('|')
}

/// `let name = name.….map(…)`, and likewise with other adapters of an option or an iterator.
fn is_rebinding(line: &str) -> bool {
    const ADAPTERS: [&str; 6] = [
        ".map(",
        ".filter(",
        ".and_then(",
        ".or(",
        ".or_else(",
        ".then(",
    ];
    let Some((name, value)) = binding(line) else {
        return false;
    };
    let Some(rest) = value.strip_prefix(name) else {
        return false;
    };
    let is_same_name = !rest.starts_with(is_word);
    is_same_name && ADAPTERS.iter().any(|adapter| rest.contains(adapter))
}

/// `let (a, b) = (…)`.
fn is_tuple_let(line: &str) -> bool {
    let Some(names) = line.trim_start().strip_prefix("let (") else {
        return false;
    };
    names
        .split_once(')')
        .is_some_and(|(names, rest)| names.contains(", ") && rest.starts_with(" = ("))
}

fn is_match_on_bool(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("true => ") || line.starts_with("false => ")
}

fn has_text_error(line: &str) -> bool {
    line.contains("Result<") && line.contains(", String>")
}

/// The name and the value of `let name = value` or `let name: Type = value`.
fn binding(line: &str) -> Option<(&str, &str)> {
    let rest = line.trim_start().strip_prefix("let ")?;
    let rest = rest.strip_prefix("mut ").unwrap_or(rest);
    let (left, value) = rest.split_once(" = ")?;
    let name = left.split(':').next()?;
    name.chars().all(is_word).then_some((name, value))
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn per_thousand(count: usize, lines: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52 lines")]
    let ratio = count as f64 / lines as f64;
    1000.0 * ratio
}
