//! Runs an operation on the reference codec and on its plain model, which must agree.

use acegate_codec::{Codec, Error, Failure, Parameter, Parameters, Value, codec, plain};

/// The result of an operation, or the code of the error and its position in code points.
pub(crate) type Outcome = Result<String, (&'static str, usize)>;

/// The outcome for a text and parameters such as `layer=bare`.
pub(crate) fn run(id: &str, operation: &str, input: &str) -> Outcome {
    run_value(id, operation, &input.into())
}

/// The outcome for any sequence of numbers. The values of a list have a space between them.
pub(crate) fn run_value(id: &str, operation: &str, input: &Value) -> Outcome {
    let (operation, parameters) = operation.split_once(' ').unwrap_or((operation, ""));
    let parameters: Parameters = parameters
        .split_whitespace()
        .filter_map(|pair| pair.split_once('='))
        .map(|(name, word)| (name.to_owned(), Parameter::from_word(word)))
        .collect();
    let apply = |codec: Option<&dyn Codec>| codec.unwrap().apply(operation, &parameters, input);
    let reference = apply(codec(id));
    assert_eq!(reference, apply(plain::codec(id)), "{id} {operation} {input:?}");
    match reference {
        Ok(Value::List(values)) => Ok(values.iter().map(text).collect::<Vec<_>>().join(" ")),
        Ok(value) => Ok(text(&value)),
        Err(Failure::Refused(Error { kind, position })) => Err((kind.code(), position)),
        Err(Failure::Unsupported(what)) => panic!("{id} {operation}: {what}"),
    }
}

fn text(value: &Value) -> String {
    value.as_text().unwrap().to_scalar_string().unwrap()
}
