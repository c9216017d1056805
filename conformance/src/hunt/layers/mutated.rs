//! Valid requests with a few changes: most of a decoder is about input that is almost right.

use acegate_codec::Value;

use super::material::{flagged, mutate, valid_request};
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
    let request = valid_request(operation, random);
    Some(vec![mutated(request, random)])
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
