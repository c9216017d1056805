//! No operation gives more, or takes more memory, than its input explains.

use acegate::hunt::{SIZE, Subject, Violation, ViolationKind};
use acegate::protocol::Request;
use acegate_codec::Value;

use super::laws::{ask, keeps};
use crate::allocation::peak_during;
use crate::octets::length;

/// Output and memory are linear in the input; the list of readings also in their number, and the
/// answers of address books in that of their words.
pub(crate) fn size_is_bounded(
    request: &Request,
    subject: &mut dyn Subject,
) -> Result<(), Violation> {
    keeps(&SIZE, request, subject)?;
    let (outcome, peak) = peak_during(|| ask(subject, request));
    let readings = match &outcome {
        Ok(Value::List(values)) => values.iter().map(words).sum::<usize>().max(1),
        _ => 1,
    };
    let input = elements(&request.input);
    let bound = FIXED + PER_ELEMENT * (input + 1) * readings;
    if peak <= bound {
        return Ok(());
    }
    let detail = format!("memory of {peak} for {input} elements, at most {bound} expected");
    Err(Violation::new(request.name(), ViolationKind::Bound, "memory", "too-large", detail))
}

/// The number of elements of the input; of a list, of all its values and one for each.
fn elements(input: &Value) -> usize {
    match input {
        Value::List(values) => values.iter().map(|value| length(value) + 1).sum(),
        _ => length(input),
    }
}

/// The words of an answer: one, or an address each. Other values have no spaces.
fn words(value: &Value) -> usize {
    let is_space = |code_point: &&u32| **code_point == u32::from(' ');
    1 + value.as_text().map_or(0, |text| text.code_points.iter().filter(is_space).count())
}

/// The memory of an operation for its tables and for rounding up.
const FIXED: usize = 16 << 10;

/// The memory for each element of the input: a few copies of it, the longest number of a
/// Bootstring of base 3, and the parameters of the request.
const PER_ELEMENT: usize = 256;
