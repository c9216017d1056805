//! Deviations of Punycode.

mod annotation;
mod arithmetic;
mod characters;
mod code;
mod digits;
mod encoding;
mod engine;
mod host;
mod labels;
mod names;
mod results;
mod text;

pub(super) use annotation::ANNOTATION;
pub(super) use arithmetic::ARITHMETIC;
pub(super) use characters::CHARACTERS;
pub(super) use code::CODE;
pub(super) use digits::DIGITS;
pub(super) use encoding::ENCODING;
pub(super) use host::HOST;
pub(super) use labels::LABELS;
pub(super) use names::{NAMES, NAMES_MODEL, in_names};
pub(super) use results::RESULTS;
pub(super) use text::TEXT;

use acegate_codec::{Error, ErrorKind, Failure, Value};

use super::{Behaviour, Call};
pub(super) use engine::Rules;

/// The label transformation without a fault.
pub(super) const MODEL: Behaviour = |call| Rules::RFC.answer(call);

/// The answer of these rules if the call decodes.
fn decodes(call: &Call<'_>, rules: &Rules) -> Option<Result<Value, Failure>> {
    (call.op == "decode").then(|| rules.answer(call))?
}

/// The answer of these rules if the call encodes.
fn encodes(call: &Call<'_>, rules: &Rules) -> Option<Result<Value, Failure>> {
    (call.op == "encode").then(|| rules.answer(call))?
}

/// The refusal of an input that the library does not accept.
fn empty() -> Failure {
    Error::new(ErrorKind::Empty, 0).into()
}
