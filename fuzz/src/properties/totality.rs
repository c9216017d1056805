//! Every request has an answer, always the same, and the place of an error is a place of the input. The
//! function for Rust users that does the same gives it as well.

use acegate::hunt::{Violation, code_of, compare_outcomes, show_outcome};
use acegate::protocol::Request;
use acegate_codec::{ErrorKind, Failure, Parameter, Parameters, Text, Value, codecs};
use arbitrary::{Result, Unstructured};

use super::functions::functions_agree;
use super::laws::{elements, law};
use crate::text_bytes;

/// Every request has one answer, by the registry and by the function for Rust users. If it is an error, its
/// position is within the input.
pub(crate) fn any_request_has_one_answer(octets: &[u8]) -> Result<(), Violation> {
    let Ok((request, _)) = any_request(octets) else { return Ok(()) };
    let (name, first) = (request.name(), request.fast());
    let shown = || show_outcome(&first);
    let length = match &request.input {
        Value::List(values) => values.len(),
        value => elements(value),
    };
    let is_inside = !matches!(&first, Err(Failure::Refused(error)) if error.position > length);
    law(is_inside, &*name, "position-in-input", || format!("{} of {length} elements", shown()))?;
    let is_clear = first.as_ref().err().is_none_or(speaks_for_itself);
    law(is_clear, &*name, "an-error-says-what-it-is", shown)?;
    let known = request.operation().is_some();
    law(known || code_of(&first) == "unsupported", &*name, "unknown-operation", shown)?;
    compare_outcomes(&name, &first, &request.fast())?;
    functions_agree(&request, &first)
}

/// The codec of a request, and how many of its octets are choices, after which the input begins.
#[cfg(feature = "harness")]
pub(crate) fn choices_of_any_request(octets: &[u8]) -> Option<(String, usize)> {
    let (request, choices) = any_request(octets).ok()?;
    Some((request.codec, choices))
}

/// The shape of a request: codec, operation, form of the input, and the answer without its values.
#[cfg(feature = "harness")]
pub(crate) fn shape_of_any_request(octets: &[u8]) -> Option<String> {
    let (request, _) = any_request(octets).ok()?;
    let form = match &request.input {
        Value::Text(text) if text.flags.is_some() => "flagged",
        Value::Text(_) => "text",
        Value::Octets(_) => "octets",
        Value::List(_) => "list",
    };
    let answer = request.fast();
    let more = match &answer {
        // The first word says what is not supported; the others repeat the request.
        Err(Failure::Unsupported(what)) => what.split(' ').next().unwrap_or_default(),
        _ if request.params.is_empty() => "",
        _ => "with parameters",
    };
    Some(format!("{} {form} {} {more}", request.name(), code_of(&answer)))
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

/// A request to any codec, by no rule: operations and parameters may not exist, values may be of
/// any form. With the number of octets that choose.
fn any_request(octets: &[u8]) -> Result<(Request, usize)> {
    let mut u = Unstructured::new(octets);
    let codec = *u.choose(codecs())?;
    let is_known = !u.ratio(1, 16)?;
    let op = if is_known { u.choose(codec.operations())?.name } else { "no-such-operation" };
    let mut params = Parameters::new();
    for _ in 0..u.int_in_range(0..=3)? {
        let specs: Vec<_> = codec.operations().iter().flat_map(|own| own.parameters).collect();
        if specs.is_empty() {
            continue;
        }
        let spec = u.choose(&specs)?;
        let value = match u.int_in_range(0..=3)? {
            0 => Parameter::Boolean(u.arbitrary()?),
            1 => Parameter::Integer(u.arbitrary()?),
            2 => Parameter::Text(u.arbitrary()?),
            _ if spec.values.is_empty() => Parameter::Integer(u.int_in_range(0..=255)?),
            _ => Parameter::from_word(u.choose(spec.values)?),
        };
        params.insert(spec.name.to_owned(), value);
    }
    let form = u.int_in_range(0..=15)?;
    let flags = u.int_in_range(0..=7)?;
    let choices = octets.len() - u.len();
    let rest = u.bytes(u.len())?;
    let text = |octets: &[u8]| {
        let code_points = text_bytes::code_points(octets);
        let flags = (flags == 0).then(|| code_points.iter().map(|c| c & 1 == 1).collect());
        Value::Text(Text { code_points, flags })
    };
    let input = match form {
        0 => Value::Octets(rest.to_vec()),
        1 => Value::List(rest.split(|&octet| octet == b' ').map(text).collect()),
        _ => text(rest),
    };
    Ok((Request { params, ..Request::new(codec.id(), op, input) }, choices))
}
