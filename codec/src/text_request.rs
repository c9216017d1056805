//! Requests that take and return text, answered by functions on Rust strings.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::codec::{Failure, Text, Value};
use crate::error::{Error, ErrorKind};

/// Reads the text of a request as a string and applies an encoder. Positions of errors become
/// indices of code points. The first number that is not a scalar value is refused before that.
pub(crate) fn apply_encoder<T: Into<Value>>(
    input: &Value,
    encode: impl FnOnce(&str) -> Result<T, Error>,
) -> Result<Value, Failure> {
    let text = scalar_text(input.as_text()?)?;
    finish(&text, encode(&text))
}

/// Reads the text of a request as a string and applies a decoder. Positions of errors become
/// indices of code points.
///
/// Every decoder refuses characters outside ASCII, and in the same way numbers that are not scalar
/// values. So the decoder gets U+FFFD for each of those.
pub(crate) fn apply_decoder<T: Into<Value>>(
    input: &Value,
    decode: impl FnOnce(&str) -> Result<T, Error>,
) -> Result<Value, Failure> {
    let text = replaced(input.as_text()?);
    finish(&text, decode(&text))
}

/// The texts of a list, as a decoder gets them, at most `longest` characters together. In the messages,
/// `list` is the input that the operation takes, and `parts` comes before the number of characters.
pub(crate) fn read_list(
    input: &Value,
    list: &str,
    parts: &str,
    longest: usize,
) -> Result<Vec<String>, Failure> {
    let Value::List(values) = input else {
        return Err(Failure::unsupported(format!("this operation takes {list}")));
    };
    let texts = values
        .iter()
        .map(Value::as_text)
        .collect::<Result<Vec<_>, _>>()?;
    if texts
        .iter()
        .map(|text| text.code_points.len())
        .sum::<usize>()
        > longest
    {
        let what = format!("{parts}more than {longest} characters together");
        return Err(Failure::unsupported(what));
    }
    Ok(texts.into_iter().map(replaced).collect())
}

/// The text with U+FFFD for each number that is not a scalar value.
fn replaced(text: &Text) -> String {
    let characters = text.code_points.iter().map(|&c| char::from_u32(c));
    characters
        .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}

fn scalar_text(text: &Text) -> Result<String, Error> {
    let mut scalars = String::with_capacity(text.code_points.len());
    for (index, &c) in text.code_points.iter().enumerate() {
        match char::from_u32(c) {
            Some(scalar) => scalars.push(scalar),
            None if matches!(c, 0xD800..=0xDFFF) => {
                return Err(Error::new(ErrorKind::Surrogate, index));
            }
            None => return Err(Error::new(ErrorKind::OutOfRange, index)),
        }
    }
    Ok(scalars)
}

fn finish<T: Into<Value>>(text: &str, result: Result<T, Error>) -> Result<Value, Failure> {
    result.map(T::into).map_err(|error| {
        let read = text
            .char_indices()
            .take_while(|&(offset, _)| offset < error.position);
        Error::new(error.kind, read.count()).into()
    })
}
