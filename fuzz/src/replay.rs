//! Running a target so that a panic is a violation like any other.

use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

use acegate::hunt::{Violation, ViolationKind};

use crate::targets::Target;

/// Judges one input. A panic is identified by its place.
///
/// The first call puts a panic hook in front of the one that is there; panics outside of a replay
/// go on to that one.
///
/// # Errors
///
/// The violation if the property does not hold or the code panicked.
pub fn replay(target: &Target, octets: &[u8]) -> Result<(), Violation> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let others = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let caught = PANIC.with_borrow_mut(|panic| {
                let Some(panic) = panic else { return false };
                let place = info.location().map(|at| format!("{}:{}", at.file(), at.line()));
                *panic = (place, panic_text(info.payload()));
                true
            });
            if !caught {
                others(info);
            }
        }));
    });
    PANIC.set(Some((None, String::new())));
    let result = panic::catch_unwind(AssertUnwindSafe(|| target.run(octets)));
    let panic = PANIC.take();
    result.unwrap_or_else(|_| {
        let (place, message) = panic.unwrap_or_default();
        let operation = target.request(octets).map_or_else(|| "-".to_owned(), |r| r.name());
        let mut violation = Violation::new(operation, ViolationKind::Panic, "panic", "-", message);
        violation.property = target.name.to_owned();
        violation.place = place.map(|place| relative(&place).to_owned());
        Err(violation)
    })
}

thread_local! {
    /// While a replay runs: the place and message of its panic.
    static PANIC: RefCell<Option<(Option<String>, String)>> = const { RefCell::new(None) };
}

/// The place from the package on, wherever the repository lies.
fn relative(place: &str) -> &str {
    let packages = ["codec/src/", "vectors/src/", "conformance/src/", "fuzz/src/"];
    packages.iter().find_map(|package| place.find(package)).map_or(place, |at| &place[at..])
}

/// The message of a panic; empty if it has none.
fn panic_text(payload: &dyn std::any::Any) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::targets::{Body, Part};

    const PART: Part = Part { name: "test", scopes: &[], body: Body::Reader(|_| Ok(())) };

    #[test]
    fn a_panic_is_a_failure_with_its_place() {
        const PARTS: &[Part] =
            &[Part { body: Body::Reader(|octets| panic!("{}", octets.len())), ..PART }];
        let target = Target { parts: PARTS, ..crate::TARGETS[0] };
        let violation = replay(&target, b"123").expect_err("it panics");
        assert_eq!(violation.kind, ViolationKind::Panic);
        assert_eq!(violation.detail, "3");
        let place = violation.place.expect("a panic has a place");
        assert!(place.starts_with("fuzz/src/replay.rs:"), "{place}");
    }

    #[test]
    fn a_broken_property_is_not_a_panic() {
        const PARTS: &[Part] =
            &[Part { body: Body::Reader(|_| Err(Violation::law("x", "y", "z"))), ..PART }];
        let target = Target { parts: PARTS, ..crate::TARGETS[0] };
        assert_eq!(replay(&target, b"").expect_err("broken").kind, ViolationKind::Law);
    }
}
