//! Every request has an answer, always the same, and the place of an error is a place of the input.

use acegate::hunt::{Violation, code_of, compare_outcomes, show_outcome};
use acegate_codec::{Codec, ErrorKind, Failure, Parameter, Parameters, Text, Value, codecs};
use arbitrary::{Arbitrary, Result, Unstructured};

use super::laws::{elements, law};
use crate::text_bytes;

/// A request to any codec, by no rule: operations and parameters may not exist, values may be of
/// any form.
struct AnyRequest {
    codec: &'static dyn Codec,
    op: &'static str,
    parameters: Parameters,
    input: Value,
}

/// Every request has one answer. If it is an error, its position is within the input.
pub(crate) fn any_request_has_one_answer(octets: &[u8]) -> Result<(), Violation> {
    let Ok(AnyRequest { codec, op, parameters, input }) =
        AnyRequest::arbitrary_take_rest(Unstructured::new(octets))
    else {
        return Ok(());
    };
    let name = format!("{} {op}", codec.id());
    let first = codec.apply(op, &parameters, &input);
    let shown = || show_outcome(&first);
    let length = match &input {
        Value::List(values) => values.len(),
        value => elements(value),
    };
    let is_inside = !matches!(&first, Err(Failure::Refused(error)) if error.position > length);
    law(is_inside, &*name, "position-in-input", || format!("{} of {length} elements", shown()))?;
    let is_clear = first.as_ref().err().is_none_or(speaks_for_itself);
    law(is_clear && !codec.document().is_empty(), &*name, "an-error-says-what-it-is", shown)?;
    let known = codec.operations().iter().any(|operation| operation.name == op);
    law(known || code_of(&first) == "unsupported", &*name, "unknown-operation", shown)?;
    compare_outcomes(&name, &first, &codec.apply(op, &parameters, &input))
}

/// The shape of a request: codec, operation, form of the input, and the answer without its values.
#[cfg(feature = "harness")]
pub(crate) fn shape_of_any_request(octets: &[u8]) -> Option<String> {
    let request = AnyRequest::arbitrary_take_rest(Unstructured::new(octets)).ok()?;
    let AnyRequest { codec, op, parameters, input } = request;
    let form = match &input {
        Value::Text(text) if text.flags.is_some() => "flagged",
        Value::Text(_) => "text",
        Value::Octets(_) => "octets",
        Value::List(_) => "list",
    };
    let answer = code_of(&codec.apply(op, &parameters, &input));
    Some(format!("{} {op} {} {form} {answer}", codec.id(), parameters.len().min(1)))
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

impl<'a> Arbitrary<'a> for AnyRequest {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let codec = *u.choose(codecs())?;
        let operations: Vec<_> = codec.operations().iter().map(|o| o.name).collect();
        let op = if u.ratio(1, 16)? { "no-such-operation" } else { u.choose(&operations)? };
        let mut parameters = Parameters::new();
        for _ in 0..u.int_in_range(0..=3)? {
            let specs: Vec<_> =
                codec.operations().iter().flat_map(|operation| operation.parameters).collect();
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
            parameters.insert(spec.name.to_owned(), value);
        }
        let form = u.int_in_range(0..=15)?;
        let flags = u.int_in_range(0..=7)?;
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
        Ok(Self { codec, op, parameters, input })
    }
}
