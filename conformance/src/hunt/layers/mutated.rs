//! Valid requests with a few changes: most of a decoder is about input that is almost right.

use acegate_codec::{Text, Value};

use super::material::{flagged, host_prefix_of, mutate, valid_request};
use crate::hunt::generator::{Layer, Space, Turn};
use crate::hunt::random::Random;
use crate::protocol::Request;

/// Valid requests with one to three changes. Operations that read codes come more often than others.
pub(super) const MUTATED: Layer = Layer {
    name: "mutated",
    summary: "Valid inputs with one to three changes.",
    turn: Turn::Share(8),
    make,
};

fn make(space: &Space, _: u64, random: &mut Random) -> Option<Vec<Request>> {
    let mut operation = random.choose(&space.operations)?;
    if !operation.reads_code() {
        operation = random.choose(&space.operations)?;
    }
    let mut request = mutated(valid_request(operation, random), random);
    // A text may begin like a label that is encoded already.
    if random.one_in(32)
        && let Value::Text(Text { code_points, flags: None }) = &mut request.input
    {
        code_points.splice(..0, host_prefix_of(operation.codec).chars().map(u32::from));
    }
    Some(vec![request])
}

/// The request with one to three changes of its input.
pub(super) fn mutated(mut request: Request, random: &mut Random) -> Request {
    if let Value::List(lines) = &mut request.input {
        let at = random.below(lines.len());
        if let Some(Value::Text(line)) = lines.get_mut(at) {
            mutate(&mut line.code_points, random);
        }
    } else if let Ok(text) = request.input.as_text() {
        let mut code_points = text.code_points.clone();
        mutate(&mut code_points, random);
        request.input = Value::from_code_points(code_points);
    }
    flagged(request, random)
}
