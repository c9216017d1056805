//! The deviations as the suite sees them: each is caught, and differs from every other.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use acegate::suite::request_for;
use acegate_codec::{Codec, Value};
use acegate_deviations::{Call, DeviantCodec, MODELS, deviations};
use acegate_vectors::{Check, Suite};

fn checks() -> Vec<Check> {
    Suite::embedded().expect("the suite is valid").checks()
}

/// The value that a codec gives for a check; `None` for a refusal or a crash.
fn value(codec: &dyn Codec, check: &Check) -> Option<Value> {
    let request = request_for(check);
    let answer = || codec.apply(&request.op, &request.params, &request.input);
    catch_unwind(AssertUnwindSafe(answer)).ok()?.ok()
}

#[test]
fn models_without_a_fault_answer_as_the_reference_does() {
    let checks = checks();
    for (codec, model) in MODELS {
        let reference = acegate_codec::codec(codec).expect("a codec");
        let mut answers = 0;
        for check in checks.iter().filter(|check| check.codec() == *codec) {
            let request = request_for(check);
            let (op, parameters, input) = (request.op.as_str(), &request.params, &request.input);
            let call = Call::new(reference, op, parameters, input);
            let Some(own) = model.answer(&call) else { continue };
            assert_eq!(own.ok(), call.answer().ok(), "{}", check.name);
            answers += 1;
        }
        assert!(answers > 50, "{codec}: {answers}");
    }
}

#[test]
fn no_two_deviations_of_uri2dec_answer_alike() {
    let checks = checks();
    let mut seen = BTreeMap::new();
    for deviation in deviations().filter(|deviation| deviation.codec() == "uri2dec") {
        let codec = DeviantCodec::new(deviation).expect("a codec");
        let own = checks.iter().filter(|check| check.codec() == "uri2dec");
        let answers: Vec<_> = own.map(|check| value(&codec, check)).collect();
        if let Some(other) = seen.insert(answers, deviation.id) {
            panic!("{} is {other}", deviation.id);
        }
    }
    assert!(!seen.is_empty());
}

#[test]
fn each_deviation_of_books_is_caught_by_a_case_of_each_requirement_that_it_breaks() {
    let checks: Vec<_> = checks().into_iter().filter(|check| check.op == "book").collect();
    let reference = acegate_codec::uri2dec::CODEC;
    let books = deviations().filter(|deviation| deviation.id.starts_with("uri2dec/book"));
    let mut count = 0;
    for deviation in books {
        let codec = DeviantCodec::new(deviation).expect("a codec");
        let catches = |check: &&Check| value(&codec, check) != value(&reference, check);
        let caught: Vec<_> = checks.iter().filter(catches).collect();
        for broken in deviation.breaks {
            let names = |check: &&Check| check.case.requirements.iter().any(|it| it == broken);
            assert!(caught.iter().any(names), "{}: {broken}", deviation.id);
        }
        count += 1;
    }
    assert!(count > 15, "{count}");
}
