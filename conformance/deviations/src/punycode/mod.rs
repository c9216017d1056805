//! Deviations of Punycode.

mod annotation;
mod arithmetic;
mod code;
mod encoding;
mod engine;
mod host;
mod text;

pub(super) use annotation::ANNOTATION;
pub(super) use arithmetic::ARITHMETIC;
pub(super) use code::CODE;
pub(super) use encoding::ENCODING;
pub(super) use host::HOST;
pub(super) use text::TEXT;

use acegate_codec::{Error, ErrorKind, Failure, Value};

use super::{Behaviour, Call, Deviation, Seen};
use engine::Rules;

/// A deviation that is told from the reference.
const fn deviation(
    id: &'static str,
    summary: &'static str,
    breaks: &'static [&'static str],
    seen: &'static [Seen],
    behaviour: Behaviour,
) -> Deviation {
    Deviation { id, codec: "punycode", summary, breaks, seen, equivalent: None, behaviour }
}

/// A library in which a deviation was observed by running it.
const fn observed(library: &'static str) -> Seen {
    Seen { library, source: "" }
}

/// A library of which a deviation was reported.
const fn reported(library: &'static str, source: &'static str) -> Seen {
    Seen { library, source }
}

/// The answer of these rules where the call decodes.
fn decodes(call: &Call<'_>, rules: &Rules) -> Option<Result<Value, Failure>> {
    (call.op == "decode").then(|| rules.answer(call))?
}

/// The answer of these rules where the call encodes.
fn encodes(call: &Call<'_>, rules: &Rules) -> Option<Result<Value, Failure>> {
    (call.op == "encode").then(|| rules.answer(call))?
}

/// The refusal of an input that is no input for the library.
fn empty() -> Failure {
    Error::new(ErrorKind::Empty, 0).into()
}
