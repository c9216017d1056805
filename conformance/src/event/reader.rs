//! Report files, read.
//!
//! A reader takes whatever a file contains: it may be cut off, from another version, or hostile.

use std::borrow::Cow;
use std::fmt;
use std::io::{BufRead, Read};

use serde::Deserialize;

use super::skips::SkippedChecks;
use super::{CaseEvent, Event, FORMAT, OLDEST_FORMAT};

/// The longest line that is read, in octets. A reply has at most a mebibyte, whose octets are written as
/// six at most, and the input, the expected results and the standard error are shorter.
pub const LONGEST_LINE: usize = 16 << 20;

/// The largest file that is read, in octets: ten times the report of the whole suite before skipped
/// checks were written in groups.
pub const LARGEST_FILE: u64 = 256 << 20;

/// How many lines of a file, and how many events, are read: ten times the checks of the suite.
pub const MOST_LINES: usize = 1 << 17;

/// How many values of JSON a line may contain. The reader takes up to some hundred octets for each. A
/// reply of a mebibyte has half as many, such as `[1,1,…`.
const MOST_VALUES: usize = 1 << 20;

/// How many of these may be objects, which take ten times the memory of a number. A reply of a
/// mebibyte has fewer, such as `[{"t":""},…`.
const MOST_OBJECTS: usize = 1 << 17;

/// How many characters of an error of the JSON library are quoted.
const TOLD: usize = 300;

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
    /// The checks of the last line that are still to be handed out.
    waiting: std::vec::IntoIter<CaseEvent>,
    /// How many checks were read.
    cases: usize,
    /// How many checks the findings name.
    named: usize,
    /// How many checks were in lines with others.
    grouped: usize,
    /// Whether the last line ended with a newline.
    pub(super) is_whole: bool,
    /// How many octets have been read.
    read: u64,
    /// The number of the line that was read last, from 1.
    pub(crate) line: usize,
    /// Where the line begins that was read last.
    pub(super) begin: u64,
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
    /// The field, with the fields around it: `observed.ok`. `None` if the line as a whole is wrong.
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
    pub fn new(input: R) -> Self {
        Self {
            input,
            waiting: Vec::new().into_iter(),
            cases: 0,
            named: 0,
            grouped: 0,
            is_whole: true,
            read: 0,
            line: 0,
            begin: 0,
            offset: 0,
            state: State::Begin,
            left_out: 0,
        }
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
            if let Some(case) = self.waiting.next() {
                self.grouped += 1;
                return Ok(Some(Event::Case(Box::new(case))));
            }
            if self.line + self.grouped >= MOST_LINES {
                return Err(self.wrong(format!("expected at most {MOST_LINES} lines and checks")));
            }
            self.line += 1;
            let mut line = Vec::new();
            let most = LONGEST_LINE as u64 + 1;
            let result = self.input.by_ref().take(most).read_until(b'\n', &mut line);
            result.map_err(|error| self.wrong(format!("cannot be read: {error}")))?;
            let is_whole = line.last() == Some(&b'\n');
            self.is_whole = is_whole;
            self.read += line.len() as u64;
            if line.len() > LONGEST_LINE {
                return Err(self.wrong(format!("longer than {LONGEST_LINE} octets")));
            }
            if self.read > LARGEST_FILE {
                return Err(self.wrong(format!("expected a file of at most {LARGEST_FILE} octets")));
            }
            // Between two values there is a comma, but for those in texts.
            if line.len() > MOST_VALUES && memchr::memchr_iter(b',', &line).count() > MOST_VALUES {
                return Err(self.wrong(format!("more than {MOST_VALUES} values")));
            }
            if line.len() > MOST_OBJECTS && memchr::memchr_iter(b'{', &line).count() > MOST_OBJECTS
            {
                return Err(self.wrong(format!("more than {MOST_OBJECTS} objects")));
            }
            if line.is_empty() {
                return match self.state {
                    State::Begin => Err(self.wrong("expected \"run-start\", found no event")),
                    _ => Ok(None),
                };
            }
            self.begin = self.offset;
            self.offset += if is_whole { line.len() as u64 } else { 0 };
            if line.trim_ascii().is_empty() {
                continue;
            }
            match self.event(&line) {
                Err(_) if !is_whole && self.state != State::Begin && ends_too_soon(&line) => {
                    return Ok(None);
                }
                Err(error) => return Err(error),
                Ok(Line::Event(event)) => {
                    self.state = match event {
                        Event::RunEnd(_) => State::Complete,
                        Event::RunStart(_) | Event::Case(_) | Event::Finding(_) => State::Inside,
                    };
                    return Ok(Some(event));
                }
                Ok(Line::Skips(group)) => {
                    self.state = State::Inside;
                    self.waiting = group.cases().into_iter();
                }
                Ok(Line::Unknown) => self.left_out += 1,
            }
        }
    }

    /// The content of a line.
    fn event(&self, line: &[u8]) -> Result<Line, ReadError> {
        let head: Head<'_> = match self.parse(line) {
            Ok(head) => head,
            Err(_) if self.state == State::Begin => {
                let what = "expected a report file, which has one JSON object per line";
                return Err(self.wrong(what));
            }
            Err(error) => return Err(error),
        };
        let expected = match (self.state, &*head.r#type) {
            (State::Begin, "run-start")
            | (State::Inside, "case" | "skips" | "finding" | "run-end") => None,
            (State::Begin, _) => Some("expected \"run-start\" as the first event"),
            (_, "run-start") => Some("expected one run in a file"),
            (State::Complete, "case" | "skips" | "finding" | "run-end") => {
                Some("expected no event after \"run-end\"")
            }
            _ => return Ok(Line::Unknown),
        };
        if let Some(expected) = expected {
            return Err(self.wrong(format!("{expected}, found {:?}", head.r#type)));
        }
        Ok(Line::Event(match &*head.r#type {
            "run-start" => {
                let Version { format } = self.parse(line)?;
                if !(OLDEST_FORMAT..=FORMAT).contains(&format) {
                    let what = format!(
                        "a report of format {format}; this version of acegate reads formats \
                         {OLDEST_FORMAT} to {FORMAT}"
                    );
                    return Err(self.wrong(what));
                }
                Event::RunStart(self.parse(line)?)
            }
            "case" => {
                let mut case: Box<CaseEvent> = self.parse(line)?;
                case.add_first_value();
                Event::Case(case)
            }
            "skips" => {
                let group: SkippedChecks = self.parse(line)?;
                return match group.excess() {
                    Some(what) => Err(self.wrong(what)),
                    None => Ok(Line::Skips(group)),
                };
            }
            "finding" => Event::Finding(self.parse(line)?),
            _ => Event::RunEnd(self.parse(line)?),
        }))
    }

    /// Counts the checks of an event. An error if it names more than there are: each failure is in one
    /// finding, and is explained by one deviation and one limit.
    fn count(&mut self, event: &Event) -> Result<(), ReadError> {
        let named = match event {
            Event::RunStart(_) => 0,
            Event::Case(_) => {
                self.cases += 1;
                0
            }
            Event::Finding(finding) => {
                self.named += finding.checks.len().max(1);
                self.named
            }
            Event::RunEnd(end) => {
                let mut explained = 0;
                for agreement in &end.behaves_like {
                    explained += agreement.checks.len();
                }
                let mut limited = 0;
                for limit in &end.length_limits {
                    limited += limit.checks.len();
                }
                explained.max(limited)
            }
        };
        if named > self.cases {
            let cases = self.cases;
            return Err(self.wrong(format!(
                "it names {named} checks, and the report has {cases}"
            )));
        }
        Ok(())
    }

    fn parse<'a, T: Deserialize<'a>>(&self, line: &'a [u8]) -> Result<T, ReadError> {
        serde_json::from_slice(line).map_err(|error| {
            let whole = error.to_string();
            let what = whole
                .rsplit_once(" at line ")
                .map_or(&*whole, |(what, _)| what);
            let field = if error.is_data() {
                field_at(line, error.column())
            } else {
                None
            };
            let what = what.chars().take(TOLD).collect();
            ReadError {
                line: self.line,
                field,
                what,
            }
        })
    }

    fn wrong(&self, what: impl Into<String>) -> ReadError {
        ReadError {
            line: self.line,
            field: None,
            what: what.into(),
        }
    }
}

impl<R: BufRead> Iterator for EventReader<R> {
    type Item = Result<Event, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.state == State::Over {
            return None;
        }
        let mut event = self.read();
        if let Ok(Some(found)) = &event
            && let Err(error) = self.count(found)
        {
            event = Err(error);
        }
        if event.is_err() {
            self.state = State::Over;
        }
        event.transpose()
    }
}

/// The content of a line of a report file.
enum Line {
    Event(Event),
    Skips(SkippedChecks),
    /// A type of a newer version.
    Unknown,
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

/// The field of an object in which this column of a line is, with the fields around it: in
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
    if names.is_empty() {
        return None;
    }
    Some(names.join(".").chars().take(TOLD).collect())
}

/// Whether the JSON of a line is cut off: the fields of [`Head`] are enough to see that.
fn ends_too_soon(line: &[u8]) -> bool {
    serde_json::from_slice::<Head<'_>>(line).is_err_and(|error| error.is_eof())
}
