//! A deviation as a codec.

use acegate_codec::{Codec, Failure, Operation, Parameters, Value, codec};

use super::{Call, Deviation};

/// The reference codec with one deviation.
pub struct DeviantCodec {
    deviation: &'static Deviation,
    reference: &'static dyn Codec,
}

impl DeviantCodec {
    /// The reference codec with this deviation, or `None` if there is no such codec.
    #[must_use]
    pub fn new(deviation: &'static Deviation) -> Option<Self> {
        Some(Self { deviation, reference: codec(deviation.codec())? })
    }
}

impl Codec for DeviantCodec {
    fn id(&self) -> &'static str {
        self.reference.id()
    }

    fn document(&self) -> &'static str {
        self.reference.document()
    }

    fn operations(&self) -> &'static [Operation] {
        self.reference.operations()
    }

    fn apply(&self, op: &str, parameters: &Parameters, input: &Value) -> Result<Value, Failure> {
        // What the reference does not have, a deviation of it does not have either.
        Operation::select(self.reference.operations(), op, parameters)?;
        let call = Call { reference: self.reference, op, parameters, input };
        (self.deviation.behaviour)(&call).unwrap_or_else(|| call.answer())
    }
}
