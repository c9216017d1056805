//! The requests that tell most known faults from the model, the most telling first.

use std::sync::LazyLock;

use crate::hunt::random::Random;
use crate::hunt::space::Space;
use crate::protocol::Request;

/// The requests, read from lines of the protocol. The example `splitting` writes the file, and a test shows
/// that each line is needed.
pub(super) static REQUESTS: LazyLock<Vec<Request>> = LazyLock::new(|| {
    let lines = include_str!("splitting.ndjson").lines();
    lines
        .filter_map(|line| Request::from_line(line.as_bytes()).ok())
        .map(|(_, it)| it)
        .collect()
});

pub(super) fn count(space: &Space) -> u64 {
    asked(space).count() as u64
}

/// Requests that tell known faults from the model.
pub(super) fn make(space: &Space, index: u64, _: &mut Random) -> Option<Vec<Request>> {
    asked(space)
        .nth(usize::try_from(index).ok()?)
        .map(|request| vec![request.clone()])
}

fn asked(space: &Space) -> impl Iterator<Item = &'static Request> {
    REQUESTS
        .iter()
        .filter(|request| space.operation_of(request).is_some())
}
