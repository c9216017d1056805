//! The entry through which the harness reaches an encoding of host labels: one for the fast paths
//! and the plain twins, which bring different [`LabelRules`] and nothing else.

use crate::codec::{Arguments, Codec, Failure, Operation, ParameterSpec, Parameters, Value};
use crate::host::{self, LabelRules};

/// An encoding of host labels with the operations `encode`, `decode`, `to-ascii`, `to-unicode`.
pub(crate) struct LabelCodec {
    pub(crate) id: &'static str,
    pub(crate) document: &'static str,
    pub(crate) operations: &'static [Operation],
    /// The rules for the parameters of a request.
    pub(crate) rules: fn(&Arguments<'_>) -> &'static LabelRules,
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
        match arguments.operation.name {
            "encode" if bare => host::apply_encoder(input, |text| host::encode_bare(text, rules)),
            "encode" => host::apply_encoder(input, |label| host::encode_label(label, rules)),
            "decode" if bare => host::apply_decoder(input, |text| host::decode_bare(text, rules)),
            "decode" => host::apply_decoder(input, |label| host::decode_label(label, rules)),
            "to-ascii" => host::apply_encoder(input, |name| host::to_ascii(name, rules)),
            _ => host::apply_decoder(input, |name| host::to_unicode(name, rules)),
        }
    }
}

/// The four operations, the first two with the parameters for labels, the last two with those for
/// host names.
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

/// The choice between a host label and the bare transformation.
pub(crate) const LAYER: ParameterSpec = ParameterSpec {
    name: "layer",
    values: &["host", "bare"],
    summary: "whether the rules for host labels hold, or any text is encoded, of any length",
};
