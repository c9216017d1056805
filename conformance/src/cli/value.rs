//! Inputs from the command line or standard input, and results for standard output.

use std::fmt;
use std::io::{self, Read, Write};

use acegate_codec::{Text, Value};
use clap::{Args, ValueEnum};
use data_encoding::HEXLOWER;

use crate::escape::printable;
use crate::protocol::{
    ValueForm, code_point_from_word, code_point_words, octets_from_hex, shortened, value_to_json,
};

/// The input of an operation.
#[derive(Debug, Args)]
pub(super) struct InputArguments {
    /// The codec, such as `punycode`.
    pub(super) codec: String,
    /// The input. It may begin with one hyphen; if it begins with two, write `--` before it. If left
    /// out, it is standard input without its last newline.
    pub(super) input: Option<String>,
    /// The input is given as code points, such as `U+00FC U+D800`.
    #[arg(short, long)]
    pub(super) code_points: bool,
    /// The input is given as octets in hexadecimal digits.
    #[arg(long, conflicts_with = "code_points")]
    pub(super) hex: bool,
    /// The input is a list of texts, one a line, as it always is for `book`.
    #[arg(long, conflicts_with_all = ["code_points", "hex", "flags"])]
    pub(super) list: bool,
    /// One letter a code point: `u` for upper case, `l` for lower (with --annotation true).
    #[arg(long, value_name = "FLAGS")]
    pub(super) flags: Option<String>,
}

/// How the result of an operation is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum ResultForm {
    /// The octets of the value and a newline; a list has one value a line.
    #[default]
    Text,
    /// Code points as `U+` numbers, separated by spaces.
    Cps,
    /// The octets as hexadecimal digits. Text is encoded as UTF-8.
    Hex,
    /// A value of the line protocol.
    Json,
}

/// Reads the input from the command line or standard input, as a list if `list`.
pub(super) fn input(arguments: &InputArguments, list: bool) -> Result<Value, InputError> {
    let mut text = match &arguments.input {
        Some(text) => text.clone(),
        None => {
            let mut octets = Vec::new();
            let read = io::stdin().lock().read_to_end(&mut octets);
            read.map_err(InputError::Unread)?;
            as_text(octets)?
        }
    };
    if arguments.list || (list && !arguments.code_points && !arguments.hex) {
        let mut values = Vec::new();
        for line in text.split_inclusive('\n') {
            values.push(Value::from(line.strip_suffix('\n').unwrap_or(line)));
        }
        return Ok(Value::List(values));
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
pub(super) fn read_value(arguments: &InputArguments, text: &str) -> Result<Value, InputError> {
    if arguments.hex {
        octets_from_hex(text)
            .map(Value::Octets)
            .map_err(|_| InputError::NotOctets(shortened(text)))
    } else if arguments.code_points {
        Ok(Value::from_code_points(code_points(text)?))
    } else {
        Ok(Value::from(text))
    }
}

pub(super) fn as_text(octets: Vec<u8>) -> Result<String, InputError> {
    String::from_utf8(octets).map_err(|error| InputError::NotUtf8 {
        at: error.utf8_error().valid_up_to(),
    })
}

/// Reads code points, such as `U+00FC U+D800`.
fn code_points(text: &str) -> Result<Vec<u32>, InputError> {
    let mut code_points = Vec::new();
    for word in text.split_whitespace() {
        let code_point = code_point_from_word(word);
        code_points.push(code_point.ok_or_else(|| InputError::NotCodePoint(shortened(word)))?);
    }
    Ok(code_points)
}

/// Why an input cannot be read.
#[derive(Debug)]
pub(super) enum InputError {
    Unread(io::Error),
    NotUtf8 {
        /// The place of the first wrong byte.
        at: usize,
    },
    NotOctets(String),
    NotCodePoint(String),
    NotFlag(char),
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unread(error) => write!(f, "cannot read standard input: {error}"),
            Self::NotUtf8 { at } => write!(
                f,
                "standard input is not UTF-8 at byte {at}: give octets in hexadecimal digits \
                    with --hex"
            ),
            Self::NotOctets(text) => write!(
                f,
                "{text:?} is not a list of octets: expected \
            hexadecimal digits such as 62c3bc"
            ),
            Self::NotCodePoint(word) => {
                write!(
                    f,
                    "{word:?} is not a code point: expected one such as U+00FC"
                )
            }
            Self::NotFlag(letter) => write!(f, "{letter:?} is not a flag: expected u or l"),
        }
    }
}

/// The flags as they follow a text.
fn written_flags(text: &Text) -> String {
    let Some(flags) = &text.flags else {
        return String::new();
    };
    let letters = flags.iter().map(|&flag| if flag { 'u' } else { 'l' });
    "  ".chars().chain(letters).collect()
}

fn read_flags(text: &str) -> Result<Vec<bool>, InputError> {
    text.chars()
        .map(|c| match c {
            'u' => Ok(true),
            'l' => Ok(false),
            other => Err(InputError::NotFlag(other)),
        })
        .collect()
}

/// Writes the value for standard output, its last newline included.
fn written(value: &Value, form: ResultForm) -> Result<Vec<u8>, FormError> {
    let mut out = match (value, form) {
        (_, ResultForm::Json) => {
            let json = value_to_json(value, ValueForm::ALL);
            let json = json.ok_or(FormError::NoJson)?;
            json.to_string().into_bytes()
        }
        (Value::List(values), _) => {
            let mut out = Vec::new();
            for value in values {
                let line = written(value, form)?;
                if line
                    .strip_suffix(b"\n")
                    .is_some_and(|line| line.contains(&b'\n'))
                {
                    return Err(FormError::NewlineInList);
                }
                out.extend(line);
            }
            return Ok(out);
        }
        (Value::Octets(_), ResultForm::Cps) => {
            return Err(FormError::Octets);
        }
        (Value::Octets(octets), ResultForm::Hex) => HEXLOWER.encode(octets).into_bytes(),
        (Value::Octets(octets), ResultForm::Text) => octets.clone(),
        (Value::Text(text), _) => {
            let written = match form {
                ResultForm::Cps => code_point_words(text),
                ResultForm::Hex => HEXLOWER.encode(scalar(text)?.as_bytes()),
                _ => scalar(text)?,
            };
            (written + &written_flags(text)).into_bytes()
        }
    };
    out.push(b'\n');
    Ok(out)
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
) -> Result<io::Result<()>, FormError> {
    if terminal && form == ResultForm::Text {
        return Ok(out.write_all(shown(value).as_bytes()));
    }
    Ok(out.write_all(&written(value, form)?))
}

fn scalar(text: &Text) -> Result<String, FormError> {
    text.to_scalar_string().ok_or(FormError::NotScalar)
}

/// Why a result cannot be written in a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FormError {
    NoJson,
    NewlineInList,
    Octets,
    NotScalar,
}

impl fmt::Display for FormError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoJson => "the result has no form in JSON",
            Self::NewlineInList => "a value in the list contains a newline: use --output json",
            Self::Octets => "the result is octets: use --output hex or json",
            Self::NotScalar => {
                "the result has a surrogate or a number above 10FFFF, which text cannot contain: \
                    use \
                 --output cps or json"
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_the_forms_that_hold_it() {
        let list = |values: &[&str]| Value::List(values.iter().map(|&it| it.into()).collect());
        let flags = Some(vec![true, false]);
        let flagged = Value::Text(Text {
            code_points: vec![0x61, 0x62],
            flags,
        });
        let surrogate = Value::from_code_points([0x61, 0xD800]);
        for (value, form, expected) in [
            (
                &Value::from("a\u{1b}[31m\0\u{202e}\u{7f}"),
                ResultForm::Text,
                "a\u{1b}[31m\0\u{202e}\u{7f}\n",
            ),
            (
                &Value::Octets(vec![0xFF, 0x1B, 0]),
                ResultForm::Hex,
                "ff1b00\n",
            ),
            (&surrogate, ResultForm::Cps, "U+0061 U+D800\n"),
            (&surrogate, ResultForm::Json, "{\"u\":[97,55296]}\n"),
            (
                &list(&["a\nb", "c"]),
                ResultForm::Json,
                "[{\"t\":\"a\\nb\"},{\"t\":\"c\"}]\n",
            ),
            (&list(&["a", "", "c"]), ResultForm::Text, "a\n\nc\n"),
            (&flagged, ResultForm::Text, "ab  ul\n"),
        ] {
            assert_eq!(
                written(value, form),
                Ok(expected.as_bytes().to_vec()),
                "{value:?}"
            );
        }
        let octets = Value::Octets(vec![0xFF, 0x1B, 0]);
        assert_eq!(
            written(&octets, ResultForm::Text),
            Ok(vec![0xFF, 0x1B, 0, b'\n'])
        );
        for (value, form) in [
            (&surrogate, ResultForm::Text),
            (&octets, ResultForm::Cps),
            (&list(&["a\nb", "c"]), ResultForm::Text),
        ] {
            assert!(written(value, form).is_err(), "{value:?}");
        }
    }

    #[test]
    fn characters_that_could_steer_a_terminal_are_shown_as_numbers() {
        assert_eq!(shown(&Value::from("a\u{1b}[31mü")), "a<U+001B>[31mü\n");
        assert_eq!(shown(&Value::from_code_points([0xD800])), "<U+D800>\n");
        assert_eq!(
            shown(&Value::Octets(vec![0x61, 0xFF, 0x1B])),
            "a<FF><U+001B>\n"
        );
    }
}
