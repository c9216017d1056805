//! Deviations as a codec.

use std::cell::RefCell;

use acegate_codec::{About, Codec, Failure, Operation, Parameters, Value, codec};

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
        one_codec.then_some(Self::over(codec(id)?, deviations))
    }

    /// These deviations of a codec, which answers what they do not.
    #[must_use]
    pub const fn over(reference: &'static dyn Codec, deviations: Vec<&'static Deviation>) -> Self {
        Self { deviations, reference }
    }
}

/// The answer of a deviation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeviantValue {
    /// A value.
    Value(Value),
    /// A text with an integer of more than 32 bits, which no value holds.
    Integers(Vec<u128>),
}

impl DeviantCodec {
    /// The answer to a request, also one that no value holds.
    ///
    /// # Errors
    ///
    /// Those of [`Codec::apply`].
    pub fn answer(
        &self,
        op: &str,
        parameters: &Parameters,
        input: &Value,
    ) -> Result<DeviantValue, Failure> {
        // A deviation has the operations of its reference, and no others.
        Operation::select(self.reference.operations(), op, parameters)?;
        let large = RefCell::new(None);
        let call = Call::new(self.reference, op, parameters, input);
        let answer = combined::answer(&self.deviations, &Call { large: Some(&large), ..call });
        match (answer, large.into_inner()) {
            (Err(Failure::Refused(_)), Some(integers)) => Ok(DeviantValue::Integers(integers)),
            (answer, _) => answer.map(DeviantValue::Value),
        }
    }
}

impl Codec for DeviantCodec {
    fn about(&self) -> About {
        self.reference.about()
    }

    fn apply(&self, op: &str, parameters: &Parameters, input: &Value) -> Result<Value, Failure> {
        match self.answer(op, parameters, input)? {
            DeviantValue::Value(value) => Ok(value),
            DeviantValue::Integers(_) => Err(Failure::Unsupported(LARGE.into())),
        }
    }
}

const LARGE: &str = "the text has an integer of more than 32 bits";
