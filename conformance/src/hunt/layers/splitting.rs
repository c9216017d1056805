//! The requests that tell most known faults from the model, the most telling first.

use std::sync::LazyLock;

use crate::hunt::generator::Space;
use crate::hunt::random::Random;
use crate::protocol::Request;

/// The requests, read from lines of the protocol. The example `splitting` writes the file, and a test shows
/// that each line is needed.
static REQUESTS: LazyLock<Vec<Request>> = LazyLock::new(|| {
    let lines = include_str!("splitting.ndjson").lines();
    lines.filter_map(|line| Request::from_line(line.as_bytes()).ok()).map(|(_, it)| it).collect()
});

pub(super) fn count(space: &Space) -> u64 {
    asked(space).count() as u64
}

/// Requests that tell known faults from the model.
pub(super) fn make(space: &Space, index: u64, _: &mut Random) -> Option<Vec<Request>> {
    asked(space).nth(usize::try_from(index).ok()?).map(|request| vec![request.clone()])
}

fn asked(space: &Space) -> impl Iterator<Item = &'static Request> {
    REQUESTS.iter().filter(|request| space.operation_of(request).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use acegate_codec::Codec;
    use acegate_deviations::{DeviantCodec, Deviation, deviations};
    use std::collections::BTreeSet;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    fn shows(request: &Request, deviation: &'static Deviation) -> bool {
        let Some(codec) = DeviantCodec::new(deviation) else { return false };
        let answer = || codec.apply(&request.op, &request.params, &request.input).ok();
        let answer = catch_unwind(AssertUnwindSafe(answer));
        answer.map_or(true, |answer| answer != request.fast().ok())
    }

    #[test]
    fn each_request_shows_a_fault_that_those_before_it_do_not() {
        let mut shown: BTreeSet<&str> = BTreeSet::new();
        let mut needless = Vec::new();
        for (line, request) in (1..).zip(REQUESTS.iter()) {
            let own = deviations().filter(|deviation| deviation.codec() == request.codec);
            let left: Vec<_> = own.filter(|it| !shown.contains(it.id)).collect();
            let new = left.into_iter().filter(|deviation| shows(request, deviation));
            let count = shown.len();
            shown.extend(new.map(|deviation| deviation.id));
            needless.extend((shown.len() == count).then_some(line));
        }
        assert_eq!(needless, [0; 0], "these lines show nothing new");
        let lines = include_str!("splitting.ndjson").lines().count();
        assert_eq!(REQUESTS.len(), lines, "every line is a request");
        let hidden = deviations().map(|it| it.id).filter(|id| !shown.contains(id));
        let hidden: Vec<_> = hidden.collect();
        assert!(hidden.len() * 20 < deviations().count(), "{hidden:?} are not shown");
    }
}
