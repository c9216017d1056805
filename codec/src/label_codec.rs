//! Encodings of host labels as a [`Codec`].

use crate::codec::{About, Arguments, Codec, Failure, Operation, ParameterSpec, Parameters, Value};
use crate::facts::{Effect, Verb};
use crate::host::LabelRules;
use crate::host::model::Host;
use crate::text_request;

/// An encoding of host labels with the operations `encode`, `decode`, `to-ascii`, `to-unicode`.
pub(crate) struct LabelCodec {
    pub(crate) about: About,
    /// Returns the rules that the parameters of a request choose.
    pub(crate) rules: fn(&Arguments<'_>) -> &'static LabelRules,
}

/// The answer of an encoding of host labels to a request.
pub(crate) fn answer(
    arguments: &Arguments<'_>,
    rules: &LabelRules,
    input: &Value,
) -> Result<Value, Failure> {
    let op = arguments.operation.name;
    let bare = arguments.is("layer", "bare");
    match arguments.operation.effect() {
        Effect::Writes => {
            text_request::apply_encoder(input, |text| Host::of(rules).apply(op, bare, text))
        }
        Effect::Reads | Effect::Changes => {
            text_request::apply_decoder(input, |text| Host::of(rules).apply(op, bare, text))
        }
    }
}

impl Codec for LabelCodec {
    fn about(&self) -> About {
        self.about
    }

    fn apply(&self, op: &str, parameters: &Parameters, input: &Value) -> Result<Value, Failure> {
        let arguments = Operation::select(self.about.operations, op, parameters)?;
        answer(&arguments, (self.rules)(&arguments), input)
    }
}

/// The four operations of an encoding of labels. The first two take the parameters for labels, the last two
/// those for host names.
pub(crate) const fn operations(
    for_labels: &'static [ParameterSpec],
    for_names: &'static [ParameterSpec],
) -> [Operation; 4] {
    let [to_ascii, to_unicode] = host_operations(for_names);
    [
        Operation::new(Verb::Encode, "one label", "the same with the prefix").with(for_labels),
        Operation::new(Verb::Decode, "one label with the prefix", "the label")
            .with(for_labels)
            .in_any_case(),
        to_ascii,
        to_unicode,
    ]
}

/// The two operations on host names.
pub(crate) const fn host_operations(parameters: &'static [ParameterSpec]) -> [Operation; 2] {
    [
        Operation::new(
            Verb::ToAscii,
            "a host name",
            "the same in ASCII, label by label",
        )
        .with(parameters),
        Operation::new(
            Verb::ToUnicode,
            "a host name in ASCII",
            "the same in Unicode, label by label",
        )
        .with(parameters)
        .in_any_case(),
    ]
}

/// The parameter that chooses between a host label and the bare transformation.
pub(crate) const LAYER: ParameterSpec = ParameterSpec {
    name: "layer",
    values: &["host", "bare"],
    summary: "Whether the input is a host label under the rules for host names (host), or any text of any length (bare).",
};
