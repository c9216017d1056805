//! Deviations as a codec.

use acegate_codec::{Codec, Failure, Operation, Parameters, Value, codec};

use super::{Call, Deviation, combined};

/// The reference codec with one deviation, or with several at once.
///
/// A deviation that ends a program ends this codec with a panic, which the caller catches.
pub struct DeviantCodec {
    deviations: Vec<&'static Deviation>,
    reference: &'static dyn Codec,
}

impl DeviantCodec {
    /// The reference codec with this deviation, or `None` if there is no such codec.
    #[must_use]
    pub fn new(deviation: &'static Deviation) -> Option<Self> {
        Self::combined(vec![deviation])
    }

    /// The reference codec with all of these deviations, or `None` if they are not of one codec.
    ///
    /// If only one of them differs from the reference, the answer is that of this one. Rules of one
    /// procedure hold together. A deviation that changes any answer changes the answers of the
    /// others. Otherwise changes in different parts of an answer are joined, and of changes in the
    /// same part the one of the first deviation is kept.
    #[must_use]
    pub fn combined(deviations: Vec<&'static Deviation>) -> Option<Self> {
        let id = deviations.first()?.codec();
        let one_codec = deviations.iter().all(|deviation| deviation.codec() == id);
        one_codec.then_some(Self { deviations, reference: codec(id)? })
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
        // A deviation has the operations of its reference, and no others.
        Operation::select(self.reference.operations(), op, parameters)?;
        combined::answer(&self.deviations, &Call::new(self.reference, op, parameters, input))
    }
}
