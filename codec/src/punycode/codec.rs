//! The codec `punycode`.

use alloc::vec::Vec;

use super::points::{decode_points, encode_points};
use super::text::{PREFIX, RULES};
use crate::bootstring::{ANNOTATION, Bootstring, Engine, WIDTH, Width, operations, width};
use crate::codec::{About, Codec, Failure, Operation, Parameters, Value};
use crate::error::Error;
use crate::facts::Family;
use crate::host::LabelRules;
use crate::label_codec::{answer, host_operations};

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

/// The facts about the codec.
pub const ABOUT: About = About {
    id: "punycode",
    title: "Punycode",
    family: Family::Bootstring,
    prefix: Some(PREFIX),
    digits: "a-z, A-Z or 0-9",
    document: "RFC 3492",
    operations: &OPERATIONS,
};

/// The digits of a code are read in either case.
const OPERATIONS: [Operation; 4] = {
    let [encode, decode] = operations(&[WIDTH, ANNOTATION]);
    let [to_ascii, to_unicode] = host_operations(&[]);
    [encode, decode.in_any_case(), to_ascii, to_unicode]
};

impl Codec for PunycodeCodec {
    fn about(&self) -> About {
        ABOUT
    }

    fn apply(&self, op: &str, parameters: &Parameters, input: &Value) -> Result<Value, Failure> {
        let arguments = Operation::select(self.operations(), op, parameters)?;
        if arguments.operation.verb.is_of_host_names() {
            return answer(&arguments, &self.rules, input);
        }
        let bootstring = Bootstring::PUNYCODE.with_width(width(arguments)?);
        self.engine.apply(&bootstring, arguments, input)
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
