//! Inputs from the command line or standard input, and results for standard output.

use std::io::{self, Read, Write};

use acegate_codec::{Text, Value};

use super::arguments::{InputArguments, ResultForm};
use crate::escape::printable;
use crate::protocol::{
    ValueForm, code_point_from_word, code_point_words, hex, octets_from_hex, value_to_json,
};

/// Reads the input from the command line or standard input, as a list if `list`.
pub(super) fn input(arguments: &InputArguments, list: bool) -> Result<Value, String> {
    let mut text = match &arguments.input {
        Some(text) => text.clone(),
        None => read_text(&mut io::stdin().lock())?,
    };
    if arguments.list || (list && !arguments.code_points && !arguments.hex) {
        let lines = text.split_inclusive('\n');
        let lines = lines.map(|line| Value::from(line.strip_suffix('\n').unwrap_or(line)));
        return Ok(Value::List(lines.collect()));
    }
    if arguments.input.is_none() && text.ends_with('\n') {
        text.pop();
    }
    let mut value = read_value(arguments, &text)?;
    if let (Some(flags), Value::Text(text)) = (&arguments.flags, &mut value) {
        text.flags = Some(read_flags(flags)?);
    }
    Ok(value)
}

/// Reads a value from a text, in the form of the options.
pub(super) fn read_value(arguments: &InputArguments, text: &str) -> Result<Value, String> {
    if arguments.hex {
        octets_from_hex(text)
            .map(Value::Octets)
            .map_err(|_| format!("{:?} is not octets: expected such as 62c3bc", start(text)))
    } else if arguments.code_points {
        Ok(Value::from_code_points(code_points(text)?))
    } else {
        Ok(Value::from(text))
    }
}

/// Reads all of `input` as text.
fn read_text(input: &mut dyn Read) -> Result<String, String> {
    let mut octets = Vec::new();
    input
        .read_to_end(&mut octets)
        .map_err(|error| format!("cannot read standard input: {error}"))?;
    as_text(octets)
}

/// Reads the octets as UTF-8.
pub(super) fn as_text(octets: Vec<u8>) -> Result<String, String> {
    String::from_utf8(octets).map_err(|error| {
        format!(
            "standard input is not UTF-8 at byte {}: give octets in hexadecimal digits with --hex",
            error.utf8_error().valid_up_to()
        )
    })
}

/// Reads code points, such as `U+00FC U+D800`.
pub(super) fn code_points(text: &str) -> Result<Vec<u32>, String> {
    text.split_whitespace()
        .map(|word| {
            code_point_from_word(word).ok_or_else(|| {
                format!("{:?} is not a code point: expected such as U+00FC", start(word))
            })
        })
        .collect()
}

/// The flags as they follow a text.
fn written_flags(text: &Text) -> String {
    let Some(flags) = &text.flags else { return String::new() };
    let letters = flags.iter().map(|&flag| if flag { 'u' } else { 'l' });
    "  ".chars().chain(letters).collect()
}

fn read_flags(text: &str) -> Result<Vec<bool>, String> {
    text.chars()
        .map(|c| match c {
            'u' => Ok(true),
            'l' => Ok(false),
            other => Err(format!("{other:?} is not a flag: expected u or l")),
        })
        .collect()
}

/// The beginning of a text, as far as a message quotes it.
fn start(text: &str) -> String {
    const QUOTED: usize = 60;
    match text.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Writes the value for standard output, its last newline included.
fn written(value: &Value, form: ResultForm) -> Result<Vec<u8>, String> {
    let mut out = Vec::new();
    write_in(value, form, &mut out)?;
    Ok(out)
}

fn write_in(value: &Value, form: ResultForm, out: &mut Vec<u8>) -> Result<(), String> {
    if form == ResultForm::Json {
        let all = [ValueForm::T, ValueForm::U, ValueForm::B];
        let json = value_to_json(value, &all).ok_or("the result has no form in JSON")?;
        out.extend(json.to_string().into_bytes());
        out.push(b'\n');
        return Ok(());
    }
    match value {
        Value::List(values) => {
            for value in values {
                let begin = out.len();
                write_in(value, form, out)?;
                if out[begin..out.len() - 1].contains(&b'\n') {
                    return Err("a value of the list holds a newline: ask for --output json".into());
                }
            }
            return Ok(());
        }
        Value::Octets(octets) => match form {
            ResultForm::Cps => {
                return Err("the result is octets: ask for --output hex or json".into());
            }
            ResultForm::Hex => out.extend(hex(octets).into_bytes()),
            _ => out.extend(octets),
        },
        Value::Text(text) => {
            match form {
                ResultForm::Cps => out.extend(code_point_words(text).into_bytes()),
                ResultForm::Hex => out.extend(hex(scalar(text)?.as_bytes()).into_bytes()),
                _ => out.extend(scalar(text)?.into_bytes()),
            }
            out.extend(written_flags(text).into_bytes());
        }
    }
    out.push(b'\n');
    Ok(())
}

/// The value for a terminal: characters that could steer it are shown as numbers.
fn shown(value: &Value) -> String {
    match value {
        Value::List(values) => values.iter().map(shown).collect(),
        Value::Octets(octets) => {
            let mut line = String::new();
            for chunk in octets.utf8_chunks() {
                line += &printable(chunk.valid());
                line.extend(chunk.invalid().iter().map(|octet| format!("<{octet:02X}>")));
            }
            line + "\n"
        }
        Value::Text(text) => {
            let mut line = String::new();
            for &code_point in &text.code_points {
                match char::from_u32(code_point) {
                    Some(c) => line += &printable(c.encode_utf8(&mut [0; 4])),
                    None => line += &format!("<U+{code_point:04X}>"),
                }
            }
            line + &written_flags(text) + "\n"
        }
    }
}

/// Prints the result: as data, or readable if standard output is a terminal.
pub(super) fn print(
    value: &Value,
    form: ResultForm,
    terminal: bool,
    out: &mut dyn Write,
) -> Result<io::Result<()>, String> {
    if terminal && form == ResultForm::Text {
        return Ok(out.write_all(shown(value).as_bytes()));
    }
    Ok(out.write_all(&written(value, form)?))
}

fn scalar(text: &Text) -> Result<String, String> {
    text.to_scalar_string().ok_or_else(|| {
        "the result holds a surrogate or a number above 10FFFF, which text cannot: ask for \
         --output cps or json"
            .into()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: &Value, form: ResultForm) -> Result<String, String> {
        written(value, form).map(|octets| String::from_utf8(octets).expect("UTF-8"))
    }

    #[test]
    fn text_and_octets_go_out_as_they_are() {
        let hostile = Value::from("a\u{1b}[31m\u{0}\u{202e}\u{7f}");
        assert_eq!(text(&hostile, ResultForm::Text), Ok("a\u{1b}[31m\0\u{202e}\u{7f}\n".into()));
        let octets = Value::Octets(vec![0xFF, 0x1B, 0]);
        assert_eq!(written(&octets, ResultForm::Text), Ok(vec![0xFF, 0x1B, 0, b'\n']));
        assert_eq!(text(&octets, ResultForm::Hex), Ok("ff1b00\n".into()));
    }

    #[test]
    fn a_form_that_cannot_hold_the_value_is_an_error_and_json_holds_every_value() {
        let surrogate = Value::from_code_points([0x61, 0xD800]);
        assert!(text(&surrogate, ResultForm::Text).is_err());
        assert_eq!(text(&surrogate, ResultForm::Cps), Ok("U+0061 U+D800\n".into()));
        assert_eq!(text(&surrogate, ResultForm::Json), Ok("{\"u\":[97,55296]}\n".into()));
        assert!(text(&Value::Octets(vec![0]), ResultForm::Cps).is_err());
        let list = Value::List(vec![Value::from("a\nb"), Value::from("c")]);
        assert!(text(&list, ResultForm::Text).is_err());
        assert_eq!(text(&list, ResultForm::Json), Ok("[{\"t\":\"a\\nb\"},{\"t\":\"c\"}]\n".into()));
    }

    #[test]
    fn lists_have_a_line_for_every_value_and_flags_follow_two_spaces() {
        let list = Value::List(vec![Value::from("a"), Value::from(""), Value::from("c")]);
        assert_eq!(text(&list, ResultForm::Text), Ok("a\n\nc\n".into()));
        let flags = Some(vec![true, false]);
        let flagged = Value::Text(Text { code_points: vec![0x61, 0x62], flags });
        assert_eq!(text(&flagged, ResultForm::Text), Ok("ab  ul\n".into()));
    }

    #[test]
    fn characters_that_could_steer_a_terminal_are_shown_as_numbers() {
        assert_eq!(shown(&Value::from("a\u{1b}[31mü")), "a<U+001B>[31mü\n");
        assert_eq!(shown(&Value::from_code_points([0xD800])), "<U+D800>\n");
        assert_eq!(shown(&Value::Octets(vec![0x61, 0xFF, 0x1B])), "a<FF><U+001B>\n");
    }
}
