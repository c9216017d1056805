//! Report files: events as lines of JSON, written and read.
//!
//! No character of a line that is written steers a terminal or reorders text. A reader takes whatever
//! a file holds: it may be cut off, from another version, or hostile.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, BufRead, Read, Write};

use serde::{Deserialize, Serialize};
use serde_json::Serializer;
use serde_json::ser::Formatter;

use super::{Event, FORMAT};
use crate::escape::{ends_with_mark, is_hostile};

/// The longest line that is read, in octets. Even an event with a reply of a mebibyte in the longest
/// form is shorter.
pub const LONGEST_LINE: usize = 64 << 20;

/// How many characters of an error of the JSON library are quoted.
const TOLD: usize = 300;

/// Writes an event as one line.
///
/// Control characters, bidirectional controls, separators and other invisible characters, and the
/// bracket of a build server's command such as `##[error]`, are written as `\uXXXX`, which every reader
/// of JSON takes for the same text.
///
/// # Errors
///
/// The errors of `out`.
pub fn write_event(event: &Event, out: &mut dyn Write) -> io::Result<()> {
    write_line(event, out)
}

/// Writes anything as one line of JSON, in the same way.
pub(crate) fn write_line(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    let mut line = Vec::new();
    value.serialize(&mut Serializer::with_formatter(&mut line, Inert))?;
    line.push(b'\n');
    out.write_all(&line)
}

/// Reads the events of a report file, one after the other.
///
/// Fields and types of events that this version does not know are left out, so that a report of a
/// newer version is read as far as it is understood. A last line that was cut off, as a killed run
/// leaves it, ends the file. After an error there are no more events.
///
/// # Examples
///
/// ```
/// use acegate::event::{Event, EventReader};
///
/// let file = r#"{"type":"run-start","format":1,"acegate":"0.1.0","suite":"","implementation":{"name":"x"},
/// "arguments":[],"checks":0,"filtered":0,"strict_errors":false}"#.replace('\n', "");
/// let mut events = EventReader::new(file.as_bytes());
/// assert!(matches!(events.next(), Some(Ok(Event::RunStart(start))) if start.checks == 0));
/// assert!(events.next().is_none());
/// assert!(!events.is_complete());
/// ```
#[derive(Debug)]
pub struct EventReader<R> {
    input: R,
    /// The number of the line that was read last, from 1.
    pub(crate) line: usize,
    /// How many octets of the file have been read, up to the end of the last line that is whole.
    pub(super) offset: u64,
    state: State,
    left_out: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// No event was read.
    Begin,
    /// The last event was not the last of the run.
    Inside,
    /// `run-end` was read.
    Complete,
    /// There is nothing more to read.
    Over,
}

/// Why a report file is not read further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The line, from 1.
    pub line: usize,
    /// The field, with those that hold it: `observed.ok`. `None` if the line as a whole is wrong.
    pub field: Option<String>,
    /// The error, and the expectation that it breaks.
    pub what: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.line)?;
        if let Some(field) = &self.field {
            write!(f, ", field {field:?}")?;
        }
        write!(f, ": {}", self.what)
    }
}

impl std::error::Error for ReadError {}

impl<R: BufRead> EventReader<R> {
    /// A reader of this file.
    pub const fn new(input: R) -> Self {
        Self { input, line: 0, offset: 0, state: State::Begin, left_out: 0 }
    }

    /// Whether the last event of the run was read. A file without it is of a run that was cut off.
    pub fn is_complete(&self) -> bool {
        self.state == State::Complete
    }

    /// How many events of unknown types were left out.
    pub const fn left_out(&self) -> usize {
        self.left_out
    }

    fn read(&mut self) -> Result<Option<Event>, ReadError> {
        loop {
            self.line += 1;
            let mut line = Vec::new();
            let most = LONGEST_LINE as u64 + 1;
            let taken = self.input.by_ref().take(most).read_until(b'\n', &mut line);
            taken.map_err(|error| self.wrong(format!("cannot be read: {error}")))?;
            let is_whole = line.last() == Some(&b'\n');
            if line.len() > LONGEST_LINE {
                return Err(self.wrong(format!("longer than {LONGEST_LINE} octets")));
            }
            if line.is_empty() {
                return match self.state {
                    State::Begin => Err(self.wrong("expected \"run-start\", found no event")),
                    _ => Ok(None),
                };
            }
            self.offset += if is_whole { line.len() as u64 } else { 0 };
            if line.trim_ascii().is_empty() {
                continue;
            }
            // A line without its newline is cut off if its JSON ends too soon: the fields of `Head` are enough
            // to see that.
            let is_cut_off =
                |line| serde_json::from_slice::<Head<'_>>(line).is_err_and(|it| it.is_eof());
            match self.event(&line) {
                Err(_) if !is_whole && self.state != State::Begin && is_cut_off(&line) => {
                    return Ok(None);
                }
                Err(error) => return Err(error),
                Ok(Some(event)) => {
                    self.state = match event {
                        Event::RunEnd(_) => State::Complete,
                        _ => State::Inside,
                    };
                    return Ok(Some(event));
                }
                Ok(None) => self.left_out += 1,
            }
        }
    }

    /// The event of a line; `None` if its type is unknown.
    fn event(&self, line: &[u8]) -> Result<Option<Event>, ReadError> {
        let is_begin = self.state == State::Begin;
        let head: Head<'_> = self.parse(line).map_err(|error| match is_begin {
            true => self.wrong("expected a report file, which has one JSON object a line"),
            false => error,
        })?;
        let expected = match (self.state, &*head.r#type) {
            (State::Begin, "run-start") | (State::Inside, "case" | "finding" | "run-end") => None,
            (State::Begin, _) => Some("expected \"run-start\" as the first event"),
            (_, "run-start") => Some("expected one run in a file"),
            (State::Complete, "case" | "finding" | "run-end") => {
                Some("expected no event after \"run-end\"")
            }
            _ => return Ok(None),
        };
        if let Some(expected) = expected {
            return Err(self.wrong(format!("{expected}, found {:?}", head.r#type)));
        }
        Ok(Some(match &*head.r#type {
            "run-start" => {
                let Version { format } = self.parse(line)?;
                if format != FORMAT {
                    let what = format!(
                        "a report of format {format}; this version of acegate reads format {FORMAT}"
                    );
                    return Err(self.wrong(what));
                }
                Event::RunStart(self.parse(line)?)
            }
            "case" => Event::Case(self.parse(line)?),
            "finding" => Event::Finding(self.parse(line)?),
            _ => Event::RunEnd(self.parse(line)?),
        }))
    }

    fn parse<'a, T: Deserialize<'a>>(&self, line: &'a [u8]) -> Result<T, ReadError> {
        serde_json::from_slice(line).map_err(|error| {
            let whole = error.to_string();
            let what = whole.rsplit_once(" at line ").map_or(&*whole, |(what, _)| what);
            let field = if error.is_data() { field_at(line, error.column()) } else { None };
            let what = what.chars().take(TOLD).collect();
            ReadError { line: self.line, field, what }
        })
    }

    fn wrong(&self, what: impl Into<String>) -> ReadError {
        ReadError { line: self.line, field: None, what: what.into() }
    }
}

impl<R: BufRead> Iterator for EventReader<R> {
    type Item = Result<Event, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.state == State::Over {
            return None;
        }
        let event = self.read();
        if event.is_err() {
            self.state = State::Over;
        }
        event.transpose()
    }
}

/// The type of an event, which decides how the rest is read.
#[derive(Deserialize)]
struct Head<'a> {
    #[serde(borrow)]
    r#type: Cow<'a, str>,
}

/// The version of a report, which decides whether the rest is read.
#[derive(Deserialize)]
struct Version {
    format: u32,
}

/// The field of an object in which this column of a line is, with those that hold it: in
/// `{"a":{"b":1}}` column 11 is in `a.b`. `None` outside all fields.
fn field_at(line: &[u8], column: usize) -> Option<String> {
    // One name for each open object; an array has none.
    let mut open: Vec<Option<String>> = Vec::new();
    let mut string: Option<String> = None;
    let mut last = String::new();
    let mut is_escaped = false;
    for c in String::from_utf8_lossy(&line[..column.min(line.len())]).chars() {
        match (&mut string, c) {
            (Some(text), c) if is_escaped || c != '"' => {
                is_escaped = c == '\\' && !is_escaped;
                text.push(c);
            }
            (Some(text), _) => {
                last = std::mem::take(text);
                string = None;
            }
            (None, '"') => string = Some(String::new()),
            (None, ':') => {
                if let Some(name) = open.last_mut() {
                    *name = Some(std::mem::take(&mut last));
                }
            }
            (None, '{' | '[') => open.push(None),
            (None, '}' | ']') => drop(open.pop()),
            _ => {}
        }
    }
    let names: Vec<_> = open.into_iter().flatten().collect();
    (!names.is_empty()).then(|| names.join(".").chars().take(TOLD).collect())
}

/// JSON without whitespace, in which hostile characters and commands of build servers are escaped.
struct Inert;

impl Formatter for Inert {
    fn write_string_fragment<W>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()>
    where
        W: ?Sized + Write,
    {
        let mut written = 0;
        for (at, c) in fragment.char_indices() {
            if is_hostile(c) || c == '[' && ends_with_mark(&fragment[..at]) {
                writer.write_all(&fragment.as_bytes()[written..at])?;
                for unit in c.encode_utf16(&mut [0; 2]) {
                    write!(writer, "\\u{unit:04x}")?;
                }
                written = at + c.len_utf8();
            }
        }
        writer.write_all(&fragment.as_bytes()[written..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{CaseEvent, Observed};

    #[test]
    fn no_hostile_character_is_written_as_itself_and_all_are_read_back() {
        // DEL, a C1 control, both separators, a bidirectional control, a noncharacter, a tag; and a
        // command of GitHub's.
        let hostile = "ü\u{7f}\u{9b}31m\u{2028}\u{2029}\u{202e}\u{ffff}\u{e0041}\u{1b}##[x]\"\\😀";
        let case = CaseEvent {
            name: hostile.to_owned(),
            observed: Some(Observed::Fault { code: hostile.into(), text: hostile.into() }),
            stderr: hostile.into(),
            ..CaseEvent::default()
        };
        let (event, mut line) = (Event::Case(case.into()), Vec::new());
        write_event(&event, &mut line).expect("memory takes it");
        let line = String::from_utf8(line).expect("UTF-8");
        let (text, end) = line.split_at(line.len() - 1);
        assert_eq!(end, "\n");
        assert!(!text.chars().any(is_hostile), "{text}");
        assert!(
            text.contains(r"ü\u007f\u009b31m\u2028\u2029\u202e\uffff\udb40\udc41\u001b##\u005bx]")
        );
        assert_eq!(serde_json::from_str::<Event>(text).expect("JSON"), event);
    }
}
