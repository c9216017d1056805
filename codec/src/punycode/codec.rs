//! The codec `punycode`.

use crate::bootstring::{ANNOTATION, Bootstring, Engine, WIDTH, width};
use crate::codec::{Codec, Failure, Operation, ParameterSpec, Parameters, Value};
use crate::host::LabelRules;
use crate::label_codec::HostLayer;
use crate::text_request;

/// Bootstring with the parameters of Punycode, and the host names written with it.
pub(crate) struct PunycodeCodec {
    pub(crate) engine: Engine,
    pub(crate) rules: LabelRules,
    pub(crate) host: HostLayer,
}

impl Codec for PunycodeCodec {
    fn id(&self) -> &'static str {
        "punycode"
    }

    fn document(&self) -> &'static str {
        "RFC 3492"
    }

    fn operations(&self) -> &'static [Operation] {
        const LABEL: &[ParameterSpec] = &[WIDTH, ANNOTATION];
        &[
            Operation { name: "encode", inverse: Some("decode"), parameters: LABEL },
            Operation { name: "decode", inverse: Some("encode"), parameters: LABEL },
            Operation { name: "to-ascii", inverse: Some("to-unicode"), parameters: &[] },
            Operation { name: "to-unicode", inverse: Some("to-ascii"), parameters: &[] },
        ]
    }

    fn apply(&self, op: &str, parameters: &Parameters, input: &Value) -> Result<Value, Failure> {
        let arguments = Operation::select(self.operations(), op, parameters)?;
        match arguments.operation.name {
            "to-ascii" => {
                text_request::apply_encoder(input, |name| (self.host.to_ascii)(name, &self.rules))
            }
            "to-unicode" => {
                text_request::apply_decoder(input, |name| (self.host.to_unicode)(name, &self.rules))
            }
            _ => {
                let bootstring = Bootstring::PUNYCODE.with_width(width(arguments)?);
                self.engine.apply(&bootstring, arguments, input)
            }
        }
    }
}
