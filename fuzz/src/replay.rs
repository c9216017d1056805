//! Running a target so that a panic is a violation like any other.

use acegate::hunt::Violation;
use acegate::implementation::{CaughtPanic, catch_panic};

use crate::targets::{Target, judge};

/// Judges one input. A panic is identified by its place.
///
/// # Errors
///
/// The violation if the property does not hold or the code panicked.
pub fn replay(target: &Target, octets: &[u8]) -> Result<(), Violation> {
    let judged = catch_panic(|| judge(target.parts, octets));
    let judged = judged.unwrap_or_else(|CaughtPanic { place, message }| {
        let operation = target.request(octets).map_or_else(|| "-".to_owned(), |r| r.name());
        let violation = Violation::new(operation, "panic", "-", message);
        Err(Violation { place: place.map(|place| relative(&place).to_owned()), ..violation })
    });
    judged.map_err(|violation| Violation { property: target.name.to_owned(), ..violation })
}

/// The place from the package on, wherever the repository lies.
fn relative(place: &str) -> &str {
    let packages = ["codec/src/", "vectors/src/", "conformance/src/", "fuzz/src/"];
    packages.iter().find_map(|package| place.find(package)).map_or(place, |at| &place[at..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::targets::{Body, Part};

    #[test]
    fn a_panic_is_a_failure_with_its_place_and_a_broken_property_is_none() {
        const BODY: Body = Body::Reader(|octets| match octets {
            [] => Err(Violation::law("x", "y", "z")),
            octets => panic!("{}", octets.len()),
        });
        const PARTS: &[Part] = &[Part { name: "test", scopes: &[], body: BODY }];
        let target = Target { parts: PARTS, ..crate::TARGETS[0] };
        let violation = replay(&target, b"123").expect_err("it panics");
        assert_eq!(violation.detail, "3");
        let place = violation.place.expect("a panic has a place");
        assert!(place.starts_with("fuzz/src/replay.rs:"), "{place}");
        assert_eq!(replay(&target, b"").expect_err("broken").place, None);
    }
}
