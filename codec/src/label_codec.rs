//! Encodings of host labels as a [`Codec`]. The fast codecs and the plain models both use it, with
//! their own [`LabelRules`] and [`HostLayer`].

use alloc::string::String;

use crate::codec::{Arguments, Codec, Failure, Operation, ParameterSpec, Parameters, Value};
use crate::error::Error;
use crate::host::{self, LabelRules};
use crate::text_request;

/// An encoding of host labels with the operations `encode`, `decode`, `to-ascii`, `to-unicode`.
pub(crate) struct LabelCodec {
    pub(crate) id: &'static str,
    pub(crate) document: &'static str,
    pub(crate) operations: &'static [Operation],
    /// Returns the rules that the parameters of a request choose.
    pub(crate) rules: fn(&Arguments<'_>) -> &'static LabelRules,
    /// The procedures that apply the rules.
    pub(crate) host: HostLayer,
}

/// The procedures of one implementation of the host layer.
pub(crate) struct HostLayer {
    pub(crate) encode_label: Procedure,
    pub(crate) decode_label: Procedure,
    pub(crate) encode_bare: Procedure,
    pub(crate) decode_bare: Procedure,
    pub(crate) to_ascii: Procedure,
    pub(crate) to_unicode: Procedure,
}

/// A function that converts a label or a name under the rules of an encoding.
type Procedure = fn(&str, &LabelRules) -> Result<String, Error>;

impl HostLayer {
    /// The procedures of [`crate::host`].
    pub(crate) const REFERENCE: Self = Self {
        encode_label: host::encode_label,
        decode_label: host::decode_label,
        encode_bare: host::encode_bare,
        decode_bare: host::decode_bare,
        to_ascii: host::to_ascii,
        to_unicode: host::to_unicode,
    };
}

impl Codec for LabelCodec {
    fn id(&self) -> &'static str {
        self.id
    }

    fn document(&self) -> &'static str {
        self.document
    }

    fn operations(&self) -> &'static [Operation] {
        self.operations
    }

    fn apply(&self, op: &str, parameters: &Parameters, input: &Value) -> Result<Value, Failure> {
        let arguments = Operation::select(self.operations, op, parameters)?;
        let rules = (self.rules)(&arguments);
        let bare = arguments.is("layer", "bare");
        let layer = &self.host;
        match arguments.operation.name {
            "encode" if bare => {
                text_request::apply_encoder(input, |text| (layer.encode_bare)(text, rules))
            }
            "encode" => {
                text_request::apply_encoder(input, |label| (layer.encode_label)(label, rules))
            }
            "decode" if bare => {
                text_request::apply_decoder(input, |text| (layer.decode_bare)(text, rules))
            }
            "decode" => {
                text_request::apply_decoder(input, |label| (layer.decode_label)(label, rules))
            }
            "to-ascii" => text_request::apply_encoder(input, |name| (layer.to_ascii)(name, rules)),
            _ => text_request::apply_decoder(input, |name| (layer.to_unicode)(name, rules)),
        }
    }
}

/// The four operations. The first two take the parameters for labels, the last two those for host
/// names.
pub(crate) const fn operations(
    for_labels: &'static [ParameterSpec],
    for_names: &'static [ParameterSpec],
) -> [Operation; 4] {
    [
        Operation { name: "encode", inverse: Some("decode"), parameters: for_labels },
        Operation { name: "decode", inverse: Some("encode"), parameters: for_labels },
        Operation { name: "to-ascii", inverse: Some("to-unicode"), parameters: for_names },
        Operation { name: "to-unicode", inverse: Some("to-ascii"), parameters: for_names },
    ]
}

/// The parameter that chooses between a host label and the bare transformation.
pub(crate) const LAYER: ParameterSpec = ParameterSpec {
    name: "layer",
    values: &["host", "bare"],
    summary: "Whether the input is a host label under the rules for host names (host), or any text of any length (bare).",
};
