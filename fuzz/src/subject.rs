//! Who answers the requests of the targets: the codecs of the registry, or codecs with a fault.
//!
//! A deviation always has an answer, so it shows nothing about hangs, deaths and memory. The variable
//! [`FAULT`] puts such a fault into the codecs of this process: tests see that it is found.

use std::hint::{black_box, spin_loop};
use std::sync::OnceLock;

use acegate::protocol::Request;
use acegate_codec::{Value, Verb};

use crate::octets::Outcome;

/// The variable that names a fault: `panic`, `hang`, `memory` or `endless-memory`. It shows in requests whose
/// text has U+1F600.
pub const FAULT: &str = "ACEGATE_FAULT";

/// The answer of the codec of the registry, with the fault that [`FAULT`] names.
pub(crate) fn ask(request: &Request) -> Outcome {
    static NAMED: OnceLock<String> = OnceLock::new();
    let fault = NAMED.get_or_init(|| std::env::var(FAULT).unwrap_or_default());
    if !fault.is_empty()
        && let Some(text) = request.text()
        && text.code_points.contains(&0x1F600)
    {
        happen(fault);
    }
    request.fast()
}

/// The answer to the same request with another operation and input.
pub(crate) fn ask_next(request: &Request, verb: Verb, input: &Value) -> Outcome {
    ask(&request.derive(verb.name(), input.clone()))
}

/// The answer to the same request with another input.
pub(crate) fn ask_again(request: &Request, input: &Value) -> Outcome {
    ask(&request.derive(&request.op, input.clone()))
}

fn happen(fault: &str) {
    match fault {
        "panic" => panic!("the codec panics, as {FAULT} says"),
        "hang" => loop {
            spin_loop();
        },
        "memory" => drop(much_memory()),
        "endless-memory" => loop {
            much_memory().leak();
        },
        _ => panic!("{FAULT} names no fault: {fault}"),
    }
}

/// 64 mebibytes, more than the answer to any short request needs.
fn much_memory() -> Vec<u8> {
    black_box(Vec::with_capacity(64 << 20))
}
