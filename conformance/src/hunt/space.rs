//! The operations and parameters with which a hunt tests an implementation.

use std::collections::BTreeMap;

use acegate_codec::punycode::PREFIX;
use acegate_codec::{About, Codec, Effect, Family, Operation, ParameterSpec, Value, Verb, codec};

use super::random::Random;
use super::request::prefix_of;
use crate::protocol::{CodecSupport, Description, Request};
use crate::suite::with_offered_values;

#[derive(Clone, Debug, Default)]
pub(super) struct Space {
    /// The operations, in the order of the registry.
    pub(super) operations: Vec<AskedOperation>,
    /// The declared support of the implementation, by the name of the codec.
    codecs: BTreeMap<String, CodecSupport>,
}

#[derive(Clone, Debug)]
pub(super) struct AskedOperation {
    pub(super) codec: About,
    pub(super) operation: &'static Operation,
    /// The parameters that the implementation reads.
    pub(super) parameters: Vec<&'static ParameterSpec>,
    /// The operation on host names that is tested instead, with the input as a label; `None` if the
    /// implementation has the operation itself.
    pub(super) in_names: Option<&'static str>,
}

impl Space {
    /// The operations of acegate's codecs that a description lists; only of these codecs if any are named.
    pub(super) fn of(description: &Description, codecs: &[String]) -> Self {
        let mut operations = Vec::new();
        for (id, support) in &description.codecs {
            if !codecs.is_empty() && !codecs.contains(id) {
                continue;
            }
            let Some(known) = codec(id) else {
                continue;
            };
            for operation in known.operations() {
                if has_operation(support, operation.name) {
                    operations.push(AskedOperation::new(known.about(), operation, support));
                }
            }
            operations.extend(labels_of_names(known, support));
        }
        Self {
            operations,
            codecs: description.codecs.clone(),
        }
    }

    /// One of the operations for which this is true; `None` if there is none.
    pub(super) fn choose(
        &self,
        random: &mut Random,
        holds: impl Fn(&AskedOperation) -> bool,
    ) -> Option<&AskedOperation> {
        let operations = self.operations.iter().filter(|operation| holds(operation));
        random.choose(&operations.collect::<Vec<_>>()).copied()
    }

    #[cfg(test)]
    pub(super) fn of_reference() -> Self {
        use crate::implementation::{Implementation as _, InProcess, Registry};
        Self::of(InProcess::registry(Registry::Reference).describe(), &[])
    }

    /// The request as it can be sent: with values that the implementation offers, and as a host name if its label is
    /// only reached through one.
    pub(super) fn asked(&self, request: Request) -> Request {
        let request = match self.codecs.get(&request.codec) {
            Some(support) => with_offered_values(request, support),
            None => request,
        };
        if let Some(operation) = self.operation_of(&request)
            && let Some(op) = operation.in_names
            && let Some(label) = request.text()
        {
            let prefix = if request.does(Verb::Decode) {
                PREFIX
            } else {
                ""
            };
            let name = prefixed(prefix, label.code_points.iter().copied());
            return Request::new(&request.codec, op, name);
        }
        request
    }

    /// The operation of a request; `None` if the space does not have it.
    pub(super) fn operation_of(&self, request: &Request) -> Option<&AskedOperation> {
        self.operations
            .iter()
            .find(|own| own.codec.id == request.codec && own.operation.name == request.op)
    }
}

/// The text of these code points after a prefix.
pub(super) fn prefixed(prefix: &str, points: impl IntoIterator<Item = u32>) -> Value {
    Value::from_code_points(
        prefix
            .chars()
            .map(u32::from)
            .chain(points)
            .collect::<Vec<_>>(),
    )
}

/// Encoding and decoding a label of Punycode, for an implementation of these operations that has only
/// host names. So every generator of codes and texts reaches them.
fn labels_of_names(codec: &'static dyn Codec, support: &CodecSupport) -> Vec<AskedOperation> {
    let mut operations = Vec::new();
    let about = codec.about();
    // A label of the other encodings is itself a name.
    if about.family != Family::Bootstring {
        return operations;
    }
    for (of_label, of_name) in [
        (Verb::Encode, Verb::ToAscii),
        (Verb::Decode, Verb::ToUnicode),
    ] {
        let of_name = of_name.name();
        if has_operation(support, of_label.name()) || !has_operation(support, of_name) {
            continue;
        }
        if let Some(operation) = about.operation(of_label) {
            operations.push(AskedOperation {
                codec: about,
                operation,
                parameters: Vec::new(),
                in_names: Some(of_name),
            });
        }
    }
    operations
}

fn has_operation(support: &CodecSupport, name: &str) -> bool {
    support.ops.iter().any(|op| op == name)
}

impl AskedOperation {
    /// An operation with the parameters that the implementation reads.
    fn new(codec: About, operation: &'static Operation, support: &CodecSupport) -> Self {
        let mut parameters = Vec::new();
        for spec in operation.parameters {
            if support.params.values(spec.name).is_some() {
                parameters.push(spec);
            }
        }
        Self {
            codec,
            operation,
            parameters,
            in_names: None,
        }
    }

    /// Whether it makes text from a code or a number.
    pub(super) fn reads_code(&self) -> bool {
        self.operation.effect() == Effect::Reads && self.codec.family != Family::Telephone
    }

    /// The beginning of its inputs that are encoded labels; empty if they have none.
    pub(super) fn prefix(&self) -> &'static str {
        prefix_of(&self.codec, self.operation.verb)
    }

    /// The request with this input and no parameter given.
    pub(super) fn plain_request(&self, input: impl Into<Value>) -> Request {
        Request::of(&self.codec, self.operation.verb, input.into())
    }

    /// The request with this input, and with parameters at random: of four requests three have all at
    /// their defaults, except one parameter of a Bootstring and two of the
    /// standards for names.
    pub(super) fn request(&self, input: impl Into<Value>, random: &mut Random) -> Request {
        let mut request = self.plain_request(input);
        let is_default = match self.codec.family {
            Family::Bootstring if self.codec.prefix.is_none() => random.one_in(4),
            Family::Idna | Family::Idna2008 => random.one_in(2),
            Family::Bootstring
            | Family::Labels
            | Family::Texts
            | Family::Addresses
            | Family::Telephone => !random.one_in(4),
        };
        if is_default {
            return request;
        }
        // Each parameter that has a list of values is set in half of the cases.
        for spec in &self.parameters {
            if let Some(value) = random.choose(spec.values)
                && random.one_in(2)
            {
                request = request.with(spec.name, value);
            }
        }
        if self.parameters.iter().any(|spec| spec.name == "initial-n") && random.one_in(2) {
            request = with_numbers(request, random);
        }
        request
    }
}

/// The request of a Bootstring with custom numbers that keep the conditions of RFC 3492, section 4:
/// as many digits as the base, thresholds below it, and a bias that does not pass the lowest one.
fn with_numbers(mut request: Request, random: &mut Random) -> Request {
    const DIGITS: [&str; 3] = [
        "0123456789abcdefghijklmnopqrstuvwxyz",
        "abcdefghijklmnopqrstuvwxyz0123456789",
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
    ];
    let base = *random.choose(&[36, 36, 36, 32, 16, 10, 4]).unwrap_or(&36);
    if base != 36 || random.one_in(3) {
        let digits = &DIGITS[random.below(DIGITS.len())][..base];
        request = request
            .with("base", &base.to_string())
            .with("digits", digits);
    }
    let mut least = 1;
    if base != 36 || random.one_in(3) {
        let most = random.between(1, base - 2);
        least = random.below(most.min(3) + 1);
        request = request
            .with("tmax", &most.to_string())
            .with("tmin", &least.to_string());
    }
    if base != 36 || random.one_in(3) {
        let bias = random.below(4) * base + random.below(base - least + 1);
        request = request.with("initial-bias", &bias.to_string());
    }
    const OTHERS: [(&str, &[&str]); 4] = [
        ("skew", &["1", "19", "100"]),
        ("damp", &["2", "100", "38"]),
        ("initial-n", &["0", "65", "97", "127"]),
        ("delimiter", &["_", ".", "~"]),
    ];
    for (name, values) in OTHERS {
        if let Some(value) = random.choose(values)
            && random.one_in(3)
        {
            request = request.with(name, value);
        }
    }
    request
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::implementation::{Implementation as _, InProcess, Registry};

    #[test]
    fn a_space_has_what_the_description_lists() {
        let mut description = InProcess::registry(Registry::Reference).describe().clone();
        let only = Space::of(&description, &["utf5".to_owned()]);
        let names: Vec<_> = only
            .operations
            .iter()
            .map(|own| own.operation.name)
            .collect();
        assert_eq!(names, ["encode", "decode"]);
        if let Some(support) = description.codecs.get_mut("punycode") {
            support.ops = vec!["decode".into(), "unheard-of".into()];
            support.params = ["annotation"].into_iter().collect();
        }
        let one = Space::of(&description, &["punycode".to_owned()]);
        assert_eq!(one.operations.len(), 1);
        let read: Vec<_> = one.operations[0]
            .parameters
            .iter()
            .map(|spec| spec.name)
            .collect();
        assert_eq!(read, ["annotation"]);
    }
}
