//! The requests of a corpus folder.

use crate::hunt::generator::{Layer, Space, Turn};
use crate::hunt::random::Random;
use crate::protocol::Request;

/// Requests that taught an earlier hunt something.
pub(super) const KEPT: Layer = Layer {
    name: "corpus",
    summary: "Requests of the folder of `--corpus`, which taught earlier hunts something.",
    turn: Turn::First(|space| space.kept.len() as u64),
    make,
};

fn make(space: &Space, index: u64, _: &mut Random) -> Option<Vec<Request>> {
    let request = space.kept.get(usize::try_from(index).ok()?)?;
    Some(vec![request.clone()])
}
