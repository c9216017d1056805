//! Requests that people send: texts of the scripts in use, and the codes of the model for them.

use super::material::valid_request;
use crate::hunt::generator::{Layer, Space, Turn};
use crate::hunt::random::Random;
use crate::protocol::Request;

/// Valid texts and codes.
pub(super) const VALID: Layer = Layer {
    name: "valid",
    summary: "Texts of the scripts in use, and their codes.",
    turn: Turn::Share(4),
    make,
};

fn make(space: &Space, _: u64, random: &mut Random) -> Option<Vec<Request>> {
    let operation = random.choose(&space.operations)?;
    Some(vec![valid_request(operation, random)])
}
