//! Every request has an answer, always the same, and the position of an error is a position of the input. The
//! function for Rust users that does the same gives it as well.

use acegate::fuzz::text_bytes;
use acegate::hunt::{Violation, code_of, compare_outcomes, show_outcome};
use acegate::protocol::Request;
use acegate_codec::{Codec, ErrorKind, Failure, Operation, Parameter, Parameters, Text, Value};
use arbitrary::{Result, Unstructured};

use super::functions::functions_agree;
use super::laws::{elements, law};

/// Every request has one answer, by the registry and by the function for Rust users. If it is an error, its
/// position is within the input. So it is for requests that follow from it by no rule.
pub(crate) fn any_request_has_one_answer(request: &Request) -> Result<(), Violation> {
    let requests = odd_requests(request).expect("choices are from lists that have an entry");
    requests.iter().try_for_each(has_one_answer)
}

fn has_one_answer(request: &Request) -> Result<(), Violation> {
    let name = request.name();
    let first = request.fast();
    let length = match &request.input {
        Value::List(values) => values.len(),
        value => elements(value),
    };
    let is_inside = !matches!(&first, Err(Failure::Refused(error)) if error.position > length);
    law(is_inside, &*name, "position-in-input", || {
        format!("{} of {length} elements", show_outcome(&first))
    })?;
    let is_clear = first.as_ref().err().is_none_or(speaks_for_itself);
    law(is_clear, &*name, "an-error-says-what-it-is", || {
        show_outcome(&first)
    })?;
    let known = request.operation().is_some();
    let is_right = known || code_of(&first) == "unsupported";
    law(is_right, &*name, "unknown-operation", || {
        show_outcome(&first)
    })?;
    compare_outcomes(&name, &first, &request.fast())?;
    functions_agree(request, &first)
}

/// The request itself; with another operation of the codec, or one that it does not have; with parameters of
/// any operations and any values; with its text in another form; and so with the other operation. The octets
/// of the text choose, so that a fuzzer steers the choices.
fn odd_requests(request: &Request) -> Result<[Request; 5]> {
    let octets = request
        .text()
        .map(|text| text_bytes::octets(&text.code_points));
    let mut choices = Unstructured::new(octets.as_deref().unwrap_or_default());
    let operations = acegate_codec::codec(&request.codec).map_or(&[][..], Codec::operations);
    let other = operations.get(choices.int_in_range(0..=operations.len())?);
    let op = other
        .map_or("no-such-operation", |other| other.name)
        .to_owned();
    let input = other_form(&request.input, choices.int_in_range(0..=2)?);
    let params = any_parameters(request, operations, &mut choices)?;
    Ok([
        request.clone(),
        Request {
            op: op.clone(),
            ..request.clone()
        },
        Request {
            params,
            ..request.clone()
        },
        Request {
            input: input.clone(),
            ..request.clone()
        },
        Request {
            op,
            input,
            ..request.clone()
        },
    ])
}

/// The parameters of the request and up to three of any operations, with any values.
fn any_parameters(
    request: &Request,
    operations: &[Operation],
    choices: &mut Unstructured<'_>,
) -> Result<Parameters> {
    let mut params = request.params.clone();
    let specs: Vec<_> = operations.iter().flat_map(|own| own.parameters).collect();
    let most = if specs.is_empty() { 0 } else { 3 };
    for _ in 0..choices.int_in_range(most.min(1)..=most)? {
        let spec = choices.choose(&specs)?;
        let value = match choices.int_in_range(0..=3)? {
            0 => Parameter::Boolean(choices.arbitrary()?),
            1 => Parameter::Integer(choices.arbitrary()?),
            2 => Parameter::Text(choices.arbitrary()?),
            _ if spec.values.is_empty() => Parameter::Integer(choices.int_in_range(0..=255)?),
            _ => Parameter::from_word(choices.choose(spec.values)?),
        };
        params.insert(spec.name.to_owned(), value);
    }
    Ok(params)
}

/// A text with flags, as octets, or as a list of words; another value as it is.
fn other_form(input: &Value, form: usize) -> Value {
    let Value::Text(text) = input else {
        return input.clone();
    };
    let code_points = &text.code_points;
    match form {
        0 => {
            let flags = Some(code_points.iter().map(|c| c & 1 == 1).collect());
            Value::Text(Text {
                flags,
                ..text.clone()
            })
        }
        1 => Value::Octets(text_bytes::octets(code_points)),
        _ => {
            let words = code_points
                .split(|&c| c == u32::from(' '))
                .map(Value::from_code_points);
            Value::List(words.collect())
        }
    }
}

/// Whether the message is one line, and the kind of error can be found by its code.
fn speaks_for_itself(failure: &Failure) -> bool {
    let coded = match failure {
        Failure::Refused(error) => {
            let code = error.code();
            ErrorKind::from_code(code) == Some(error.kind) && error.kind.to_string() == code
        }
        Failure::Unsupported(_) => true,
    };
    let message = failure.to_string();
    coded && !message.is_empty() && !message.contains('\n')
}
