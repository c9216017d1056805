//! The operation whose worked steps show how the right answer to a check comes about, and the command that
//! shows them.

use acegate_codec::{Family, Parameter, Parameters, Text, Value, Verb, family};

use crate::escape::{is_hostile, printable};
use crate::event::CaseEvent;
use crate::explain::operations;
use crate::observation::AnyValue;
use crate::protocol::code_point_words;

/// How many code points an input, or a text of a list, may have for its steps to be drawn. A longer
/// table would not be readable.
const LONGEST: usize = 100;

/// An operation whose worked steps show how the right answer to a check comes about.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Worked {
    pub(crate) codec: String,
    pub(crate) verb: Verb,
    pub(crate) parameters: Parameters,
    pub(crate) input: Value,
}

impl Worked {
    /// How many code points the input has, or the longest text of its list.
    fn longest(&self) -> usize {
        self.texts()
            .map(|text| text.code_points.len())
            .max()
            .unwrap_or_default()
    }

    pub(super) fn texts(&self) -> impl Iterator<Item = &Text> {
        texts(&self.input)
    }
}

/// The operation of a check whose steps are drawn; `None` if it has no steps, or too many.
pub(super) fn short_worked(case: &CaseEvent) -> Option<Worked> {
    let worked = worked(case)?;
    if worked.longest() > LONGEST {
        return None;
    }
    Some(worked)
}

/// The operation of a check; `None` if it has no steps.
pub(super) fn worked(case: &CaseEvent) -> Option<Worked> {
    let input = case.input.as_ref()?;
    let verb = Verb::named(&case.op)?;
    if family(&case.codec) == Some(Family::Addresses) && verb != Verb::Assign {
        worked_number(case, verb, &text(input)?)
    } else {
        worked_as_asked(case, verb, input)
    }
}

/// The operation of a check itself, with its own input.
fn worked_as_asked(case: &CaseEvent, verb: Verb, input: &AnyValue) -> Option<Worked> {
    let AnyValue::Ordinary(input) = input else {
        return None;
    };
    let codec = acegate_codec::codec(&case.codec)?;
    if !operations(codec).any(|name| name == case.op) {
        return None;
    }
    // The steps do not show which letters of a code are in upper case, and only Bootstring takes
    // surrogates.
    let takes_surrogates = codec.about().family == Family::Bootstring;
    for text in texts(input) {
        let is_encodable = takes_surrogates || text.to_scalar_string().is_some();
        if text.flags.is_some() || !is_encodable {
            return None;
        }
    }
    Some(Worked {
        codec: case.codec.clone(),
        verb,
        parameters: case.params.clone(),
        input: input.clone(),
    })
}

/// The operation of uri2dec that writes or reads the number of a check, whichever operation it has.
fn worked_number(case: &CaseEvent, asked: Verb, input: &str) -> Option<Worked> {
    let (verb, input) = match asked {
        Verb::Encode | Verb::Key | Verb::Hash | Verb::Invert | Verb::WriteRecord => {
            (Verb::Encode, input)
        }
        Verb::Decode | Verb::Parses => (Verb::Decode, input),
        Verb::ReadRecord => {
            let content = record_content(input)?;
            let first = content.split(' ').next()?;
            // The content begins with the digits of a hash, or it is an address.
            if first.bytes().all(|octet| octet.is_ascii_digit()) {
                (Verb::Decode, content)
            } else {
                (Verb::Encode, first)
            }
        }
        _ => return None,
    };
    let mut parameters = Parameters::new();
    if asked == Verb::Parses {
        parameters.insert("style".to_owned(), Parameter::Text("dialled".to_owned()));
    }
    for name in ["profile", "form", "packing", "style", "scope", "strictness"] {
        if let Some(value @ Parameter::Text(_)) = case.params.get(name) {
            parameters.insert(name.to_owned(), value.clone());
        }
    }
    Some(Worked {
        codec: case.codec.clone(),
        verb,
        parameters,
        input: Value::from(input),
    })
}

/// The content of a TXT record of uri2dec: the text after `ics:`, in any case of letters.
fn record_content(record: &str) -> Option<&str> {
    let (scheme, content) = record.split_at_checked("ics:".len())?;
    if !scheme.eq_ignore_ascii_case("ics:") {
        return None;
    }
    Some(content)
}

/// The text of a value, or of the first of a list.
pub(super) fn text(value: &AnyValue) -> Option<String> {
    let AnyValue::Ordinary(value) = value else {
        return None;
    };
    texts(value).next()?.to_scalar_string()
}

/// The text of a value, or the texts of its list.
fn texts(value: &Value) -> impl Iterator<Item = &Text> {
    let values = match value {
        Value::List(values) => values.as_slice(),
        value => std::slice::from_ref(value),
    };
    values.iter().filter_map(|value| value.as_text().ok())
}

pub(crate) fn explain_command(worked: &Worked) -> Option<String> {
    let mut words = vec!["acegate".to_owned(), "explain".into(), worked.codec.clone()];
    match worked.verb {
        Verb::Encode => {}
        Verb::Decode => words.push("--decode".into()),
        verb => words.extend(["--op".into(), verb.name().into()]),
    }
    for (name, value) in &worked.parameters {
        words.extend([format!("--{name}"), value.to_string()]);
    }
    if matches!(worked.input, Value::List(_)) {
        // A list is read from standard input, a text a line.
        let lines = worked.texts().map(Text::to_scalar_string);
        let lines: Vec<_> = lines.collect::<Option<_>>()?;
        if lines.iter().any(|line| line.contains(is_hostile)) {
            return None;
        }
        let lines = shell_words::join(lines);
        let command = format!("printf '%s\\n' {lines} | {}", shell_words::join(words));
        return Some(printable(&command));
    }
    let text = worked.input.as_text().ok()?;
    match text.to_scalar_string() {
        Some(text) if !text.is_empty() && !text.contains(is_hostile) => {
            if text.starts_with("--") {
                words.push("--".to_owned());
            }
            words.push(text);
        }
        _ => words.extend(["--code-points".to_owned(), code_point_words(text)]),
    }
    Some(printable(&shell_words::join(words)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_steps_of_a_list_are_asked_for_on_standard_input() {
        let texts = ["+4412", "100 1 \"u\" \"E2U+sip\" \"!'!sip:x!\" ."];
        let list = Value::List(texts.iter().map(|text| Value::from(*text)).collect());
        let rewrite = |input: Value| CaseEvent {
            codec: "enum".into(),
            op: "rewrite".into(),
            input: Some(AnyValue::Ordinary(input)),
            ..CaseEvent::default()
        };
        let steps = worked(&rewrite(list)).expect("it has steps");
        assert_eq!(steps.longest(), 33);
        let command = r#"printf '%s\n' +4412 '100 1 "u" "E2U+sip" "!'\''!sip:x!" .' | acegate explain enum --op rewrite"#;
        assert_eq!(explain_command(&steps).as_deref(), Some(command));
        let hostile = Value::List(vec![Value::from("+4412\u{202e}")]);
        let steps = worked(&rewrite(hostile)).expect("it has steps");
        assert_eq!(explain_command(&steps), None);
    }
}
