//! The tests that the encodings of labels share. An operation runs on the reference codec and on the plain
//! one, which must agree where they are two.

use acegate_codec::host::{self, LabelRules};
use acegate_codec::{
    Codec, Error, Failure, Parameter, Parameters, Value, codec, lace, plain, race, utf6,
};

/// The result of an operation, or the code of the error and its position in code points.
pub(crate) type Outcome = Result<String, (&'static str, usize)>;

/// The outcome for a text and parameters such as `layer=bare`.
pub(crate) fn run(id: &str, operation: &str, input: &str) -> Outcome {
    run_value(id, operation, &input.into())
}

/// The outcome for any sequence of numbers. The values of a list have a space between them.
pub(crate) fn run_value(id: &str, operation: &str, input: &Value) -> Outcome {
    let (operation, parameters) = operation.split_once(' ').unwrap_or((operation, ""));
    let parameters: Vec<_> =
        parameters.split_whitespace().filter_map(|pair| pair.split_once('=')).collect();
    let reference = apply(id, operation, &parameters, input);
    match reference {
        Ok(Value::List(values)) => Ok(values.iter().map(text).collect::<Vec<_>>().join(" ")),
        Ok(value) => Ok(text(&value)),
        Err(Failure::Refused(Error { kind, position })) => Err((kind.code(), position)),
        Err(Failure::Unsupported(what)) => panic!("{id} {operation}: {what}"),
    }
}

/// The result of an operation with these parameters.
pub(crate) fn apply(
    id: &str,
    operation: &str,
    parameters: &[(&str, &str)],
    input: &Value,
) -> Result<Value, Failure> {
    let word = |&(name, word): &(&str, &str)| (name.to_owned(), Parameter::from_word(word));
    let parameters: Parameters = parameters.iter().map(word).collect();
    let [reference, model] = [codec(id), plain::codec(id)].map(|codec: Option<&dyn Codec>| {
        codec.expect("a registered codec").apply(operation, &parameters, input)
    });
    assert_eq!(reference, model, "{id} {operation} {parameters:?} {input:?}");
    reference
}

/// Asserts that the operation refuses each input with the error and the position beside it.
#[track_caller]
pub(crate) fn assert_refused(id: &str, operation: &str, rows: &[(&str, &str, usize)]) {
    for &(input, kind, position) in rows {
        assert_eq!(run(id, operation, input), Err((kind, position)), "{operation} {input:?}");
    }
}

fn text(value: &Value) -> String {
    value.as_text().unwrap().to_scalar_string().unwrap()
}

/// The rules of each encoding but Punycode.
const RULES: [LabelRules; 4] = [utf6::RULES, race::RULES, lace::RULES, lace::RULES_DRAFT_00];

/// The drafts do not forbid a hyphen at the start of a label.
#[test]
fn the_other_encodings_take_a_hyphen_at_the_beginning() {
    for rules in &RULES {
        let encoded = host::encode_label("-ü", rules).unwrap();
        assert_eq!(host::to_unicode(&encoded, rules).as_deref(), Ok("-ü"));
    }
}
