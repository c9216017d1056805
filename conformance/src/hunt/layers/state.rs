//! Requests of which one must not show in the answer to the next.

use acegate_codec::Value;

use super::material::valid_request;
use super::mutated::mutated;
use crate::hunt::generator::{Layer, Space, Turn};
use crate::hunt::random::Random;
use crate::protocol::Request;

/// Lists of requests: a long one before a short one, a refused one before a valid one, one twice.
pub(super) const STATE: Layer = Layer {
    name: "state",
    summary: "A long request before a short one, a refused one before a valid one, one twice.",
    turn: Turn::Share(2),
    make,
};

fn make(space: &Space, _: u64, random: &mut Random) -> Option<Vec<Request>> {
    let operation = random.choose(&space.operations)?;
    let last = valid_request(operation, random);
    let first = match random.below(4) {
        0 => longer(valid_request(operation, random)),
        1 => mutated(last.clone(), random),
        2 => last.clone(),
        _ => valid_request(random.choose(&space.operations)?, random),
    };
    Some(vec![last.clone(), first, last])
}

/// The request with its input sixteen times over.
fn longer(mut request: Request) -> Request {
    if let Ok(text) = request.input.as_text() {
        request.input = Value::from_code_points(text.code_points.repeat(16));
    }
    request
}
