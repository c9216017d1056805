//! Requests made of those that showed something new.

use acegate_codec::Value;

use super::mutated::mutated;
use crate::hunt::generator::{Layer, Space, Turn};
use crate::hunt::random::Random;
use crate::protocol::Request;

/// Requests of the corpus, changed or joined.
pub(super) const LEARNT: Layer = Layer {
    name: "learnt",
    summary: "Requests that showed something new, changed or joined with each other.",
    turn: Turn::Share(3),
    make,
};

fn make(space: &Space, _: u64, random: &mut Random) -> Option<Vec<Request>> {
    // The newest requests are asked most.
    let newest = space.learnt.corpus.len().saturating_sub(64);
    let corpus =
        if random.one_in(2) { &space.learnt.corpus[newest..] } else { &space.learnt.corpus };
    let request = random.choose(corpus)?.clone();
    if random.one_in(3) {
        let other = random.choose(&space.learnt.corpus)?;
        return Some(vec![spliced(request, other, random)]);
    }
    Some(vec![mutated(request, random)])
}

/// The beginning of one input and the end of another.
fn spliced(mut request: Request, other: &Request, random: &mut Random) -> Request {
    if let (Ok(one), Ok(two)) = (request.input.as_text(), other.input.as_text()) {
        let (head, tail) = (&one.code_points, &two.code_points);
        let (end, begin) = (random.below(head.len() + 1), random.below(tail.len() + 1));
        let joined = [&head[..end], &tail[begin..]].concat();
        request.input = Value::from_code_points(joined);
    }
    super::material::flagged(request, random)
}
