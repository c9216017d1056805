//! The codec `punycode`.

use alloc::vec::Vec;

use super::points::{decode_points, encode_points};
use super::text::RULES;
use crate::bootstring::{ANNOTATION, Bootstring, Engine, WIDTH, Width, width};
use crate::codec::{About, Codec, Failure, Operation, Parameters, Value};
use crate::error::Error;
use crate::host::LabelRules;
use crate::label_codec::{answer, operations};

/// The codec `punycode`.
pub(crate) const CODEC: PunycodeCodec = PunycodeCodec {
    engine: Engine {
        encode,
        decode,
        ..Engine::REFERENCE
    },
    rules: RULES,
};

/// Bootstring with the parameters of Punycode, and the host names written with it.
pub(crate) struct PunycodeCodec {
    pub(crate) engine: Engine,
    pub(crate) rules: LabelRules,
}

const OPERATIONS: [Operation; 4] = operations(&[WIDTH, ANNOTATION], &[]);

impl Codec for PunycodeCodec {
    fn about(&self) -> About {
        About {
            id: "punycode",
            document: "RFC 3492",
            operations: &OPERATIONS,
        }
    }

    fn apply(&self, op: &str, parameters: &Parameters, input: &Value) -> Result<Value, Failure> {
        let arguments = Operation::select(self.operations(), op, parameters)?;
        match arguments.operation.name {
            "to-ascii" | "to-unicode" => answer(&arguments, &self.rules, input),
            _ => {
                let bootstring = Bootstring::PUNYCODE.with_width(width(arguments)?);
                self.engine.apply(&bootstring, arguments, input)
            }
        }
    }
}

/// Encodes a text without flags. Only integers of 32 bits have a fast path.
fn encode(punycode: &Bootstring, text: &[u32]) -> Result<Vec<u8>, Error> {
    match punycode.parameters().width {
        Width::Bits32 => encode_points(text),
        Width::Bits26 | Width::Bits31 => punycode.encode(text),
    }
}

/// Decodes a code without flags. Only integers of 32 bits have a fast path.
fn decode(punycode: &Bootstring, code: &[u32]) -> Result<Vec<u32>, Error> {
    match punycode.parameters().width {
        Width::Bits32 => decode_points(code),
        Width::Bits26 | Width::Bits31 => punycode.decode(code),
    }
}
