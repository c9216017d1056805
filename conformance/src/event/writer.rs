//! Report files, written: events as lines of JSON. No character of a line steers a terminal or reorders text.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

use super::skips::{SkipGroup, skipped};
use super::{CaseEvent, Event};
use crate::escape::{ends_with_mark, is_hostile};

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

/// Writes an event as one line, without an answer that repeats the first expected value.
fn write_shortened(event: &Event, out: &mut dyn Write) -> io::Result<()> {
    match event {
        Event::Case(case) if case.has_first_value() => {
            let mut case = case.clone();
            case.observed = None;
            write_event(&Event::Case(case), out)
        }
        _ => write_event(event, out),
    }
}

/// Writes the events of one run as the lines of a report file.
///
/// Skipped checks of one codec that were skipped for the same reason are one line of the type `skips`. It is
/// written with the first event that does not belong to it.
#[derive(Debug, Default)]
pub struct EventWriter {
    waiting: Option<SkipGroup>,
}

impl EventWriter {
    /// A writer for one run.
    #[must_use]
    pub const fn new() -> Self {
        Self { waiting: None }
    }

    /// Takes the next event, and writes the lines that are whole with it.
    ///
    /// # Errors
    ///
    /// The errors of `out`.
    pub fn write(&mut self, event: &Event, out: &mut dyn Write) -> io::Result<()> {
        let skip = match event {
            Event::Case(case) => skipped(case),
            Event::RunStart(_) | Event::Finding(_) | Event::RunEnd(_) => None,
        };
        let Some(mut skip) = skip else {
            self.finish(out)?;
            return write_shortened(event, out);
        };
        if let Some(waiting) = &mut self.waiting {
            let Some(other) = waiting.add(skip) else {
                return Ok(());
            };
            skip = other;
        }
        self.finish(out)?;
        self.waiting = Some(SkipGroup::new(skip));
        Ok(())
    }

    /// Writes the skipped checks that wait, if no event comes after them: the run has no end.
    ///
    /// # Errors
    ///
    /// The errors of `out`.
    pub fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        match self.waiting.take() {
            Some(done) => write_line(&done.line, out),
            None => Ok(()),
        }
    }
}

/// The skipped checks of a run, each codec and reason once, for a document that lists them after the other
/// checks.
#[derive(Debug, Default)]
pub(crate) struct SkippedList(Vec<SkipGroup>);

impl SkippedList {
    /// Takes a skipped check; `false` if the check is not of the kind that is grouped.
    pub(crate) fn take(&mut self, case: &CaseEvent) -> bool {
        let Some(mut skip) = skipped(case) else {
            return false;
        };
        // The groups of the last codecs are at the end.
        for group in self.0.iter_mut().rev() {
            let Some(other) = group.add(skip) else {
                return true;
            };
            skip = other;
        }
        self.0.push(SkipGroup::new(skip));
        true
    }

    /// The groups, as in the lines of a report file.
    pub(crate) fn groups(&self) -> impl Iterator<Item = &impl Serialize> {
        self.0.iter().map(|group| &group.line)
    }
}

/// Writes anything as one line of JSON, in the same way.
pub(crate) fn write_line(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    let mut line = Vec::new();
    value.serialize(&mut Serializer::with_formatter(&mut line, Inert))?;
    line.push(b'\n');
    out.write_all(&line)
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
            // Letters and digits are most characters, and never hostile.
            if matches!(c, '0'..='9' | 'A'..='Z' | 'a'..='z') {
                continue;
            }
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
    use crate::event::{EventReader, Expected, FORMAT, Observed, RunStart};
    use crate::judge::Verdict;
    use crate::observation::AnyValue;

    #[test]
    fn no_hostile_character_is_written_as_itself_and_all_are_read_back() {
        // DEL, a C1 control, both separators, a bidirectional control, a noncharacter, a tag; and a
        // command of GitHub's.
        let hostile = "ü\u{7f}\u{9b}31m\u{2028}\u{2029}\u{202e}\u{ffff}\u{e0041}\u{1b}##[x]\"\\😀";
        let case = CaseEvent {
            name: hostile.to_owned(),
            observed: Some(Observed::Fault {
                code: hostile.into(),
                text: hostile.into(),
            }),
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

    #[test]
    fn an_answer_that_repeats_the_expected_value_is_left_out_and_read_back() {
        let value = AnyValue::from_integers(&[0xFC]);
        let case = |verdict, observed| {
            Event::Case(Box::new(CaseEvent {
                verdict,
                expected: vec![Expected::Value(value.clone())],
                observed: Some(Observed::Value(observed)),
                ..CaseEvent::default()
            }))
        };
        let other = AnyValue::from_integers(&[0x61]);
        let events = [
            Event::RunStart(Box::new(RunStart {
                format: FORMAT,
                ..RunStart::default()
            })),
            case(Verdict::Pass, value.clone()),
            case(Verdict::Pass, other),
            case(Verdict::Fail, value.clone()),
        ];
        let (mut writer, mut file) = (EventWriter::new(), Vec::new());
        for event in &events {
            writer.write(event, &mut file).expect("memory takes it");
        }
        let text = String::from_utf8(file).expect("UTF-8");
        let mut has_answer = Vec::new();
        for line in text.lines().skip(1) {
            has_answer.push(line.contains("\"observed\""));
        }
        assert_eq!(has_answer, [false, true, true], "{text}");
        let read: Result<Vec<_>, _> = EventReader::new(text.as_bytes()).collect();
        assert_eq!(read.expect("a report file"), events);
    }
}
