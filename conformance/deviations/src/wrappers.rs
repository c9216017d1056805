//! Bugs of an adapter rather than of a codec: a line feed after every answer, and what comes instead of an
//! error.

use acegate_codec::{Failure, Value};

use crate::{Answer, Call, Deviation, crash, deviation};

/// These deviations of one codec: its name, and a requirement on the answers.
macro_rules! wrappers {
    ($name:ident, $codec:literal, $breaks:expr) => {
        pub(super) const $name: &[Deviation] = &[
            deviation(concat!($codec, "/newline-behind"), $breaks)
                .summary("Every answer ends with a line feed.")
                .how(with_line_feed),
            deviation(concat!($codec, "/refusals-are-empty"), $breaks)
                .summary("The empty text is returned where an error is due.")
                .how(|call| instead_of_refusal(call, || Ok(Value::from("")))),
            deviation(concat!($codec, "/refusals-are-the-input"), $breaks)
                .summary("The input is returned where an error is due.")
                .how(|call| instead_of_refusal(call, || Ok(call.input.clone()))),
            deviation(concat!($codec, "/refusals-crash"), $breaks)
                .summary("The program crashes where an error is due.")
                .how(|call| instead_of_refusal(call, || crash())),
        ];
    };
}

wrappers!(ENUM, "enum", &["enum-1", "enum-13", "enum-17"]);
wrappers!(LACE, "lace", &["lace-40"]);
wrappers!(RACE, "race", &["race-42"]);
wrappers!(URI2DEC, "uri2dec", &["uri2dec-31"]);
wrappers!(UTF5, "utf5", &["utf5-18", "utf5-19"]);
wrappers!(UTF6, "utf6", &["utf6-41"]);

/// The answer where the reference rejects.
fn instead_of_refusal(call: &Call<'_>, answer: impl FnOnce() -> Result<Value, Failure>) -> Answer {
    if call.answer().is_err() {
        Some(answer())
    } else {
        None
    }
}

/// The right answer with a line feed after its text, or after each of its texts.
fn with_line_feed(call: &Call<'_>) -> Answer {
    let mut value = call.answer().ok()?;
    add_line_feed(&mut value);
    Some(Ok(value))
}

fn add_line_feed(value: &mut Value) {
    match value {
        Value::Text(text) if text.flags.is_none() => text.code_points.push('\n'.into()),
        Value::List(values) => {
            for value in values {
                add_line_feed(value);
            }
        }
        Value::Text(_) | Value::Octets(_) => {}
    }
}
