//! The codec `uts46`.

use super::process::{Processed, process};
use super::settings::{OPERATIONS, Settings};
use crate::codec::{About, Codec, Failure, Operation, Parameters, Value};
use crate::text_request::apply_encoder;

/// The codec `uts46`.
pub(crate) const CODEC: Uts46Codec = Uts46Codec { process };

/// UTS #46 as a [`Codec`], by any procedure: the reference, the model or a known fault.
pub struct Uts46Codec {
    /// Processes a name by the operation and the settings.
    pub process: fn(&str, &str, &Settings) -> Processed,
}

impl Codec for Uts46Codec {
    fn about(&self) -> About {
        About { id: "uts46", document: "UTS #46", operations: &OPERATIONS }
    }

    fn apply(&self, op: &str, parameters: &Parameters, input: &Value) -> Result<Value, Failure> {
        let arguments = Operation::select(&OPERATIONS, op, parameters)?;
        let settings = Settings::from_arguments(&arguments);
        let name = arguments.operation.name;
        apply_encoder(input, |text| (self.process)(name, text, &settings).into_result())
    }
}
