//! A deviation always answers, so it cannot panic, hang or take memory. These tests plant such faults in
//! the codecs of a worker: the target finds each of them, and the process of the test survives.

use std::path::Path;
use std::time::Duration;

use acegate::hunt::{Effort, ViolationKind};
use acegate::protocol::Request;
use acegate_fuzz::findings::Worker;
use acegate_fuzz::{FAULT, Target};

/// A worker of a target whose codecs have this fault, and an input that shows it.
fn worker(target: &'static str, fault: &str) -> (&'static Target, Worker, Vec<u8>) {
    let target = Target::named(target).expect("a target");
    let program = Path::new(env!("CARGO_BIN_EXE_acegate-fuzz"));
    let environment = [(FAULT, fault.to_owned())];
    let worker = Worker::of(program, target, Duration::from_secs(2), &environment);
    let request = Request::new("punycode", "encode", "long \u{1F600} text".into());
    (target, worker, target.octets(b"", &request).expect("the target asks it"))
}

#[test]
fn every_fault_is_a_violation_of_its_kind() {
    for (fault, target, kind) in [
        ("panic", "impl_punycode", ViolationKind::Panic),
        ("hang", "impl_punycode", ViolationKind::Hang),
        ("memory", "prop_size_is_bounded", ViolationKind::Bound),
        ("endless-memory", "impl_punycode", ViolationKind::Death),
    ] {
        let (target, mut worker, octets) = worker(target, fault);
        let violation = worker.judge(&octets).expect("a verdict").expect("a violation");
        assert_eq!(violation.kind, kind, "{fault}: {violation}");
        let request = Request::new("punycode", "encode", "no such character".into());
        let other = target.octets(b"", &request).expect("the target asks it");
        assert_eq!(worker.judge(&other).expect("a verdict"), None, "{fault}");
    }
}

#[test]
fn a_fault_is_made_as_small_as_it_can_be() {
    for (fault, target) in [("panic", "impl_punycode"), ("memory", "prop_size_is_bounded")] {
        let (target, mut worker, octets) = worker(target, fault);
        let violation = worker.judge(&octets).expect("a verdict").expect("a violation");
        let smallest = worker.minimise(&octets, &violation.signature(), Effort::default());
        let request = target.request(&smallest.expect("a verdict")).expect("a request");
        assert_eq!(request, Request::new("punycode", "encode", "\u{1F600}".into()), "{fault}");
    }
}
