//! Ways of being wrong that have nothing to do with a codec: what is put around every answer, and
//! what is answered whatever was asked.

use acegate_codec::{Error, ErrorKind, Failure, Operation, Value};

use crate::{Answer, Call, Deviation, crash, deviation};

/// These deviations of one codec: its name, and a requirement on the answers.
macro_rules! wrappers {
    ($name:ident, $codec:literal, $breaks:expr) => {
        pub(super) const $name: &[Deviation] = &[
            deviation(concat!($codec, "/newline-behind"), $breaks)
                .summary("A line feed ends every answer.")
                .how(|call| edited(call, |text| text.push('\n'.into()))),
            deviation(concat!($codec, "/nul-behind"), $breaks)
                .summary("U+0000 ends every answer, the end of a string in C.")
                .how(|call| edited(call, |text| text.push(0))),
            deviation(concat!($codec, "/mark-before"), $breaks)
                .summary("A byte order mark begins every answer.")
                .how(|call| edited(call, |text| text.insert(0, 0xfeff))),
            deviation(concat!($codec, "/quoted"), $breaks)
                .summary("Every answer stands in quotation marks.")
                .how(|call| {
                    edited(call, |text| {
                        text.insert(0, '"'.into());
                        text.push('"'.into());
                    })
                }),
            deviation(concat!($codec, "/answers-in-capitals"), $breaks)
                .summary("The letters of ASCII are capitals in every answer.")
                .how(|call| edited(call, |text| map(text, |c| c.to_ascii_uppercase()))),
            deviation(concat!($codec, "/answers-in-small-letters"), $breaks)
                .summary("The letters of ASCII are small in every answer.")
                .how(|call| edited(call, |text| map(text, |c| c.to_ascii_lowercase()))),
            deviation(concat!($codec, "/nothing-answered"), $breaks)
                .summary("Every answer is the empty text.")
                .how(|_| Some(Ok(Value::from("")))),
            deviation(concat!($codec, "/input-answered"), $breaks)
                .summary("Every answer is the input.")
                .how(|call| Some(Ok(call.input.clone()))),
            deviation(concat!($codec, "/everything-refused"), $breaks)
                .summary("Every input is refused.")
                .how(|call| Some(Err(refusal(call)))),
            deviation(concat!($codec, "/refusals-are-empty"), $breaks)
                .summary("The answer to what is to be refused is the empty text.")
                .how(|call| instead_of_refusal(call, || Ok(Value::from("")))),
            deviation(concat!($codec, "/refusals-are-the-input"), $breaks)
                .summary("The answer to what is to be refused is the input.")
                .how(|call| instead_of_refusal(call, || Ok(call.input.clone()))),
            deviation(concat!($codec, "/refusals-crash"), $breaks)
                .summary("What is to be refused ends the program.")
                .how(|call| instead_of_refusal(call, || crash())),
            deviation(concat!($codec, "/operations-exchanged"), $breaks)
                .summary("Every operation is the one that takes it back.")
                .how(exchanged),
        ];
    };
}

wrappers!(ENUM, "enum", &["enum-1", "enum-13", "enum-17"]);
wrappers!(LACE, "lace", &["lace-40"]);
wrappers!(RACE, "race", &["race-42"]);
wrappers!(URI2DEC, "uri2dec", &["uri2dec-31"]);
wrappers!(UTF5, "utf5", &["utf5-18", "utf5-19"]);
wrappers!(UTF6, "utf6", &["utf6-41"]);

/// The answer where the reference refuses.
fn instead_of_refusal(call: &Call<'_>, answer: impl FnOnce() -> Result<Value, Failure>) -> Answer {
    if call.answer().is_err() {
        Some(answer())
    } else {
        None
    }
}

/// The right answer with its text edited, or each of its texts.
fn edited(call: &Call<'_>, edit: impl Fn(&mut Vec<u32>)) -> Answer {
    let mut value = call.answer().ok()?;
    edit_all(&mut value, &edit);
    Some(Ok(value))
}

fn edit_all(value: &mut Value, edit: &impl Fn(&mut Vec<u32>)) {
    match value {
        Value::Text(text) if text.flags.is_none() => edit(&mut text.code_points),
        Value::List(values) => values.iter_mut().for_each(|value| edit_all(value, edit)),
        Value::Text(_) | Value::Octets(_) => {}
    }
}

fn map(text: &mut [u32], map: fn(char) -> char) {
    for c in text {
        *c = char::from_u32(*c).map_or(*c, |c| map(c).into());
    }
}

fn exchanged(call: &Call<'_>) -> Answer {
    let inverse = operation(call, call.op)?.inverse?;
    // A parameter that the other operation does not have is left out.
    let known = operation(call, inverse)?.parameters;
    let mut parameters = call.parameters.clone();
    parameters.retain(|name, _| known.iter().any(|spec| spec.name == name));
    match call.reference.apply(inverse, &parameters, call.input) {
        Err(Failure::Unsupported(_)) => Some(Err(refusal(call))),
        answer => Some(answer),
    }
}

/// An operation of the codec by its name.
fn operation<'a>(call: &Call<'a>, name: &str) -> Option<&'a Operation> {
    let mut operations = call.reference.operations().iter();
    operations.find(|operation| operation.name == name)
}

fn refusal(call: &Call<'_>) -> Failure {
    match call.refusal(ErrorKind::Syntax) {
        Failure::Unsupported(_) => Error::new(ErrorKind::Syntax, 0).into(),
        refused => refused,
    }
}
