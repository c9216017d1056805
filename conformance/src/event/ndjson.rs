//! Events as lines of JSON, in which no character steers a terminal or reorders text.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

use super::Event;
use crate::escape::is_hostile;

/// Writes an event as one line.
///
/// Control characters, bidirectional controls, separators and other invisible characters are
/// written as `\uXXXX`, which every reader of JSON takes for the same text.
///
/// # Errors
///
/// Those of `out`.
pub fn write_event(event: &Event, out: &mut dyn Write) -> io::Result<()> {
    let mut line = Vec::new();
    event.serialize(&mut Serializer::with_formatter(&mut line, Inert))?;
    line.push(b'\n');
    out.write_all(&line)
}

/// JSON without whitespace, in which hostile characters are escaped.
struct Inert;

impl Formatter for Inert {
    fn write_string_fragment<W>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()>
    where
        W: ?Sized + Write,
    {
        let mut rest = fragment;
        while let Some((at, c)) = rest.char_indices().find(|&(_, c)| is_hostile(c)) {
            writer.write_all(&rest.as_bytes()[..at])?;
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(writer, "\\u{unit:04x}")?;
            }
            rest = &rest[at + c.len_utf8()..];
        }
        writer.write_all(rest.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::CaseEvent;
    use crate::event::Observed;
    use crate::observation::AnyValue;

    fn line(case: CaseEvent) -> String {
        let mut out = Vec::new();
        write_event(&Event::Case(Box::new(case)), &mut out).expect("memory takes it");
        String::from_utf8(out).expect("UTF-8")
    }

    #[test]
    fn no_hostile_character_is_written_as_itself_and_all_are_read_back() {
        // DEL, a C1 control, both separators, a bidirectional control, a noncharacter, a tag.
        let hostile = "ü\u{7f}\u{9b}31m\u{2028}\u{2029}\u{202e}\u{ffff}\u{e0041}\u{1b}\"\\😀";
        let case = CaseEvent {
            name: hostile.to_owned(),
            observed: Some(Observed::Fault { code: hostile.into(), text: hostile.into() }),
            stderr: hostile.into(),
            ..CaseEvent::default()
        };
        let line = line(case.clone());
        let (text, end) = line.split_at(line.len() - 1);
        assert_eq!(end, "\n");
        assert!(!text.chars().any(is_hostile), "{text}");
        assert!(text.contains(r"ü\u007f\u009b31m\u2028\u2029\u202e\uffff\udb40\udc41\u001b"));
        assert_eq!(serde_json::from_str::<Event>(text).expect("JSON"), Event::Case(case.into()));
    }

    #[test]
    fn a_line_without_them_is_the_usual_json() {
        let case = CaseEvent {
            name: "bücher\n\"\\/".into(),
            observed: Some(Observed::Value(AnyValue::Ordinary("\u{1}ü".into()))),
            ..CaseEvent::default()
        };
        let usual = serde_json::to_string(&Event::Case(Box::new(case.clone()))).expect("JSON");
        assert_eq!(line(case), usual + "\n");
    }
}
