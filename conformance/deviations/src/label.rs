//! Host labels under rules some of which are broken, for the deviations of RACE, LACE and UTF-6.

pub(super) use acegate_codec::plain::host::HostRules as Rules;

use acegate_codec::plain::host::Host;
use acegate_codec::{Error, ErrorKind, Failure, Parameter, Value};

use super::{Answer, Call, Model};

/// The encoding of a label, right or wrong. `None` is a refusal.
pub(super) trait Payload {
    /// Encodes a label of scalar values.
    fn encode(&self, label: &[u32]) -> Option<String>;

    /// Decodes a payload.
    fn decode(&self, payload: &[u32]) -> Option<Vec<u32>>;
}

/// An encoding under rules of its own.
impl<P: Payload + Sync> Model for (Rules, P) {
    fn answer(&self, call: &Call<'_>) -> Answer {
        answer_under(&self.0, &self.1, call)
    }
}

/// The answer of an encoding under rules. An input that the reference refuses too is refused with the
/// same error.
pub(super) fn answer_under(rules: &Rules, payload: &dyn Payload, call: &Call<'_>) -> Answer {
    let input = call.code_points();
    let bare = call.parameters.get("layer") == Some(&Parameter::Text("bare".to_owned()));
    let is_text = || input.iter().all(|&c| char::from_u32(c).is_some());
    let host = Host {
        rules: *rules,
        encode: &|label: &[u32], out| {
            out.extend(payload.encode(label).ok_or(REFUSED)?.chars().map(u32::from));
            Ok(())
        },
        decode: &|code: &[u32], out| {
            out.extend(payload.decode(code).ok_or(REFUSED)?);
            Ok(())
        },
    };
    let is_read = !call.writes() || !rules.scalars || is_text();
    let own = is_read.then(|| host.apply(call.op, bare, input).ok()).flatten();
    Some(answer_or_refusal(call, own))
}

const REFUSED: Error = Error::new(ErrorKind::NotCanonical, 0);

/// The value of a deviation or its refusal, with the error of the reference if that also
/// refuses.
pub(super) fn answer_or_refusal(call: &Call<'_>, own: Option<Vec<u32>>) -> Result<Value, Failure> {
    own.map(Value::from_code_points).ok_or_else(|| call.refusal(REFUSED.kind))
}

/// The answer to the input with the other dots of IDNA replaced with U+002E.
pub(super) fn answer_with_ideographic_dots(call: &Call<'_>) -> Answer {
    answer_to_mapped(call, |c| match c {
        '\u{3002}' | '\u{FF0E}' | '\u{FF61}' => vec!['.'],
        _ => vec![c],
    })
}

/// The answer to the input in lower case.
pub(super) fn answer_to_folded(call: &Call<'_>) -> Answer {
    answer_to_mapped(call, |c| c.to_lowercase().collect())
}

/// The answer to the input with every character mapped before it is encoded.
fn answer_to_mapped(call: &Call<'_>, map: impl Fn(char) -> Vec<char>) -> Answer {
    let mapped = call.code_points().iter().flat_map(|&c| match char::from_u32(c) {
        Some(c) => map(c).into_iter().map(u32::from).collect(),
        None => vec![c],
    });
    let mapped = Value::from_code_points(mapped.collect::<Vec<_>>());
    call.writes().then(|| call.answer_to(&mapped))
}

/// The answer in lower case if it is a decoded text.
pub(super) fn answer_folded(call: &Call<'_>) -> Answer {
    let folded = |value| match value {
        Value::Text(text) => {
            let characters = text.code_points.into_iter().filter_map(char::from_u32);
            let folded = characters.flat_map(char::to_lowercase).map(u32::from);
            Value::from_code_points(folded.collect::<Vec<_>>())
        }
        other => other,
    };
    call.reads().then(|| call.answer().map(folded))
}

/// The answer to an encoded text without its white space.
pub(super) fn answer_without_spaces(call: &Call<'_>) -> Answer {
    let is_space = |c: u32| char::from_u32(c).is_some_and(|c| c.is_ascii_whitespace());
    let rest: Vec<_> = call.code_points().iter().copied().filter(|&c| !is_space(c)).collect();
    call.reads().then(|| call.answer_to(&Value::from_code_points(rest)))
}

/// The characters of a code. One that is no scalar value is U+FFFD, which is no digit either.
pub(super) fn characters(code: &[u32]) -> String {
    code.iter().map(|&c| char::from_u32(c).unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

pub(super) const HYPHEN: u32 = '-' as u32;
