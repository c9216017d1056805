//! The codecs: what there is, results and worked steps.
//!
//! In: a request line of the protocol. Out: the value or the refusal, and the steps.

use acegate::encodings::markup_of;
use acegate::explain::catalogue::{self, Operator};
use acegate::explain::standards::side_by_side;
use acegate::explain::{Trace, explain_in_words, operations, refusal};
use acegate::protocol::{Request, ValueForm, value_to_json};
use acegate::report::html::steps_markup;
#[cfg(target_family = "wasm")]
use acegate_codec::Parameters;
use acegate_codec::{Codec, Failure, Input, Operation, Value};
use serde_json::{Value as Json, json};

/// Every codec with its operations and their parameters, in words.
pub(crate) fn all() -> Json {
    acegate_codec::codecs()
        .iter()
        .map(|codec| described(*codec))
        .collect()
}

fn described(codec: &dyn Codec) -> Json {
    let described = codec
        .operations()
        .iter()
        .map(|operation| described_operation(codec, operation));
    json!({
        "id": codec.id(),
        "title": codec.about().title,
        "document": codec.document(),
        "operations": described.collect::<Json>(),
    })
}

fn described_operation(codec: &dyn Codec, operation: &Operation) -> Json {
    let mut parameters = Vec::new();
    for spec in operation.parameters {
        parameters.push(json!({
            "name": spec.name,
            "values": spec.values,
            "summary": spec.summary,
            "default": catalogue::default(spec),
        }));
    }
    json!({
        "name": operation.name,
        "inverse": operation.inverse,
        "takes": operation.takes,
        "gives": operation.gives,
        "is_list": operation.input == Input::List,
        "has_steps": operations(codec).any(|name| name == operation.name),
        "parameters": parameters,
    })
}

/// The result of an operation.
pub(crate) fn apply(line: &str) -> Result<Json, String> {
    with_operator(line, |operator, input| match operator.apply(input) {
        Ok(value) => json!({ "ok": value_to_json(&value, &FORMS) }),
        Err(failure) => refused(&failure, operator, input),
    })
}

/// The steps of an operation. A refusal in the middle is the last step.
pub(crate) fn explain(line: &str) -> Result<Json, String> {
    with_operator(line, |operator, input| {
        match explain_in_words(operator, input) {
            Ok(trace) => steps(&trace),
            Err(failure) => refused(&failure, operator, input),
        }
    })
}

/// The result of an operation without parameters on a text, by the places of codec and operation; `None` if
/// it is no text.
#[cfg(target_family = "wasm")]
pub(crate) fn converted(codec: usize, operation: usize, text: &str) -> Option<String> {
    let codec = acegate_codec::codecs().get(codec)?;
    let operation = codec.operations().get(operation)?;
    let value = codec
        .apply(operation.name, &Parameters::new(), &Value::from(text))
        .ok()?;
    value.as_text().ok()?.to_scalar_string()
}

/// A text in every encoding.
pub(crate) fn encodings(text: &str) -> Json {
    json!({ "html": markup_of(text) })
}

/// A name by UTS #46 and by IDNA 2008, as `acegate explain NAME` has it.
pub(crate) fn standards(name: &str) -> Json {
    steps(&side_by_side(name))
}

/// The forms in which a host reads values.
pub(crate) const FORMS: [ValueForm; 3] = [ValueForm::T, ValueForm::U, ValueForm::B];

fn steps(trace: &Trace) -> Json {
    json!({ "steps": trace.steps(), "html": steps_markup(trace) })
}

fn refused(failure: &Failure, operator: &Operator<'_>, input: &Value) -> Json {
    let message = refusal::sentence(failure, operator, input);
    let document = operator.codec.document();
    match failure {
        Failure::Refused(error) => json!({ "error": {
            "kind": error.code(),
            "at": error.position,
            "message": message,
            "document": document,
        } }),
        Failure::Unsupported(_) => json!({ "error": { "message": message } }),
    }
}

fn with_operator(
    line: &str,
    answer: impl FnOnce(&Operator<'_>, &Value) -> Json,
) -> Result<Json, String> {
    let (_, request) = Request::from_line(line.as_bytes()).map_err(|error| error.to_string())?;
    match Operator::new(&request.codec, &request.op, &request.params) {
        Ok(operator) => Ok(answer(&operator, &request.input)),
        Err(error) => Err(error.to_string()),
    }
}
