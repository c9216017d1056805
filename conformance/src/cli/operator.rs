//! The operation that a command line names.

use acegate_codec::{Codec, Failure, Parameters, Value, codec, codecs};

use crate::nearest::expected_one_of;

/// The codec that the command line names.
pub(super) fn named(name: &str) -> Result<&'static dyn Codec, String> {
    codec(name).ok_or_else(|| {
        let known = expected_one_of(name, codecs().iter().map(|codec| codec.id()));
        format!("no codec {name:?}: {known}")
    })
}

/// An operation with its parameters, ready for inputs.
pub(super) struct Operator<'a> {
    pub(super) codec: &'static dyn Codec,
    pub(super) op: &'a str,
    pub(super) parameters: &'a Parameters,
}

impl<'a> Operator<'a> {
    /// The operation; an error if the codec does not have it.
    pub(super) fn new(name: &str, op: &'a str, parameters: &'a Parameters) -> Result<Self, String> {
        let codec = named(name)?;
        if !codec.operations().iter().any(|operation| operation.name == op) {
            let known = codec.operations().iter().map(|operation| operation.name);
            return Err(format!(
                "{} has no operation {op:?}: {}",
                codec.id(),
                expected_one_of(op, known)
            ));
        }
        Ok(Self { codec, op, parameters })
    }

    pub(super) fn apply(&self, input: &Value) -> Result<Value, Failure> {
        self.codec.apply(self.op, self.parameters, input)
    }
}
