//! The operation whose worked steps show how the right answer to a check comes about, and the command that
//! shows them.

use acegate_codec::{Parameter, Parameters, Text, Value};

use crate::escape::{is_hostile, printable};
use crate::event::CaseEvent;
use crate::explain::operations;
use crate::observation::AnyValue;
use crate::protocol::code_point_words;

/// An operation whose worked steps show how the right answer to a check comes about.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Worked {
    pub(crate) codec: String,
    pub(crate) op: &'static str,
    pub(crate) parameters: Parameters,
    pub(crate) input: Value,
}

impl Worked {
    /// How many code points the input has, or the longest text of its list.
    pub(super) fn longest(&self) -> usize {
        self.texts()
            .map(|text| text.code_points.len())
            .max()
            .unwrap_or_default()
    }

    pub(super) fn texts(&self) -> impl Iterator<Item = &Text> {
        texts(&self.input)
    }
}

/// The operation of a check; `None` if it has no steps.
pub(super) fn worked(case: &CaseEvent) -> Option<Worked> {
    let input = case.input.as_ref()?;
    let (codec, op) = (case.codec.clone(), case.op.as_str());
    if codec != "uri2dec" || op == "assign" {
        let AnyValue::Ordinary(input) = input else {
            return None;
        };
        let op = operations(acegate_codec::codec(&codec)?).find(|name| *name == op)?;
        // The steps do not show which letters of a code are in upper case, and only Bootstring takes
        // surrogates.
        let is_bootstring = matches!(&*codec, "punycode" | "bootstring");
        let is_shown = |text: &Text| {
            text.flags.is_none() && (is_bootstring || text.to_scalar_string().is_some())
        };
        if !texts(input).all(is_shown) {
            return None;
        }
        let (parameters, input) = (case.params.clone(), input.clone());
        return Some(Worked {
            codec,
            op,
            parameters,
            input,
        });
    }
    let input = text(input)?;
    let record = input
        .get(4..)
        .filter(|_| input.to_ascii_lowercase().starts_with("ics:"));
    let (op, input) = match op {
        "encode" | "key" | "hash" | "invert" | "write-record" => ("encode", input.as_str()),
        "decode" | "parses" => ("decode", input.as_str()),
        "read-record" => {
            let number = record?;
            let address = number.split(' ').next()?;
            let is_hash = address.bytes().all(|octet| octet.is_ascii_digit());
            if is_hash {
                ("decode", number)
            } else {
                ("encode", address)
            }
        }
        _ => return None,
    };
    let mut parameters = Parameters::new();
    if case.op == "parses" {
        parameters.insert("style".to_owned(), Parameter::Text("dialled".to_owned()));
    }
    for name in ["profile", "form", "packing", "style", "scope", "strictness"] {
        if let Some(value @ Parameter::Text(_)) = case.params.get(name) {
            parameters.insert(name.to_owned(), value.clone());
        }
    }
    Some(Worked {
        codec,
        op,
        parameters,
        input: Value::from(input),
    })
}

/// The text of a value, or of the first of a list.
pub(super) fn text(value: &AnyValue) -> Option<String> {
    let AnyValue::Ordinary(value) = value else {
        return None;
    };
    texts(value).next()?.to_scalar_string()
}

/// The texts of a value: its own, or those of its list.
fn texts(value: &Value) -> impl Iterator<Item = &Text> {
    let values = match value {
        Value::List(values) => values.as_slice(),
        value => std::slice::from_ref(value),
    };
    values.iter().filter_map(|value| value.as_text().ok())
}

pub(crate) fn explain_command(worked: &Worked) -> Option<String> {
    let mut words = vec!["acegate".to_owned(), "explain".into(), worked.codec.clone()];
    match worked.op {
        "encode" => {}
        "decode" => words.push("--decode".into()),
        op => words.extend(["--op".into(), op.into()]),
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
    match text
        .to_scalar_string()
        .filter(|text| !text.is_empty() && !text.contains(is_hostile))
    {
        Some(text) => {
            words.extend(text.starts_with("--").then(|| "--".to_owned()));
            words.push(text);
        }
        None => words.extend(["--code-points".to_owned(), code_point_words(text)]),
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
