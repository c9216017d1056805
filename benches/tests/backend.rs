//! The SIMD backend of a contestant. The limit is for a whole process, so this test runs in a separate one.

use std::cell::RefCell;
use std::rc::Rc;

use acegate_benches::contest::{Contestant, Origin};
use acegate_codec::simd::{self, Backend};

#[test]
fn a_contestant_runs_at_its_level() {
    let seen = Rc::new(RefCell::new(Vec::new()));
    let look = |backend: Backend| {
        let seen = seen.clone();
        Contestant::new(
            backend.name(),
            Origin::Fast,
            move |_: &u8, _: &mut String| {
                seen.borrow_mut().push(simd::current());
                true
            },
        )
        .at(backend)
    };
    let mut all = Backend::ALL.map(look);
    assert!(all.iter_mut().all(|one| one.pass(&[0])));
    let best = if Backend::V3.is_available() {
        Backend::V3
    } else {
        Backend::Portable
    };
    assert_eq!(*seen.borrow(), [Backend::Portable, best]);
}
