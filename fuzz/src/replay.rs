//! Running a target so that a panic is a violation like any other.

use acegate::hunt::Violation;
use acegate::implementation::{CaughtPanic, catch_panic};

use crate::Target;

/// Judges one input. A panic is identified by its place.
///
/// # Errors
///
/// The violation if the property does not hold or the code panicked.
pub fn replay(target: &Target, octets: &[u8]) -> Result<(), Violation> {
    let judged = catch_panic(|| target.judge(octets));
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
