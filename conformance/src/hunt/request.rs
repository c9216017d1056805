//! Requests of a hunt: how they are built from others, and the answers of acegate's codecs.

use std::sync::Arc;

use acegate_codec::{
    About, Codec, Failure, Family, Parameter, ParameterSpec, Text, Value, Verb, lace, punycode,
};
use acegate_vectors::Outcome as Right;

use crate::protocol::Request;
use crate::suite::vector_value;

impl Request {
    /// Another operation of the same codec on another input, with those parameters that it takes.
    #[must_use]
    pub fn derive(&self, op: &str, input: Value) -> Self {
        let mut request = Self {
            params: self.params.clone(),
            ..Self::new(&self.codec, op, input)
        };
        let specs = request.parameters();
        request
            .params
            .retain(|name, _| specs.iter().any(|spec| spec.name == name));
        request
    }

    /// The same with a parameter set, written as on a command line.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.params
            .insert(name.to_owned(), Parameter::from_word(value));
        self
    }

    /// Whether the parameter has this value, given or by default.
    #[must_use]
    pub fn is(&self, name: &str, value: &str) -> bool {
        if let Some(given) = self.params.get(name) {
            return given.to_string() == value;
        }
        self.parameters()
            .iter()
            .any(|spec| spec.name == name && spec.values.first() == Some(&value))
    }

    fn parameters(&self) -> &'static [ParameterSpec] {
        self.operation()
            .map_or(&[][..], |operation| operation.parameters)
    }

    /// Codec and operation, such as `punycode decode`.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{} {}", self.codec, self.op)
    }

    /// The input; `None` if it is not text.
    #[must_use]
    pub fn text(&self) -> Option<&Text> {
        self.input.as_text().ok()
    }

    /// The prefix of the encoded labels that it writes or reads; empty if they have none.
    #[must_use]
    pub fn prefix(&self) -> &'static str {
        let (Some(codec), Some(verb)) = (self.about(), self.verb()) else {
            return "";
        };
        match prefix_of(&codec, verb) {
            lace::PREFIX if self.is("draft", "0") => lace::PREFIX_DRAFT_00,
            prefix => prefix,
        }
    }

    /// The answer of the reference codec.
    ///
    /// # Errors
    ///
    /// The refusal, or that the codec is unknown or does not support the request.
    pub fn fast(&self) -> Result<Value, Failure> {
        self.put_to(acegate_codec::codec(&self.codec), "unknown codec")
    }

    /// The answer of the model, the plain transcription of the document.
    ///
    /// # Errors
    ///
    /// The errors of [`fast`](Self::fast).
    pub fn plain(&self) -> Result<Value, Failure> {
        self.put_to(acegate_codec::model(&self.codec), "no model of this codec")
    }

    fn put_to(&self, codec: Option<&dyn Codec>, unknown: &str) -> Result<Value, Failure> {
        let codec = codec.ok_or_else(|| Failure::unsupported(unknown))?;
        codec.apply(&self.op, &self.params, &self.input)
    }
}

/// The prefix of the encoded labels of an operation; empty if none. Punycode has one only in host names.
pub(super) fn prefix_of(codec: &About, verb: Verb) -> &'static str {
    let prefix = codec.prefix.unwrap_or_default();
    match codec.family {
        Family::Bootstring if verb.is_of_host_names() => prefix,
        Family::Idna | Family::Idna2008 => punycode::PREFIX,
        Family::Labels => prefix,
        Family::Bootstring | Family::Texts | Family::Addresses | Family::Telephone => "",
    }
}

/// The length of an input in code points or octets; for a list, the sum over its elements.
pub(super) fn length(value: &Value) -> usize {
    match value {
        Value::Text(text) => text.code_points.len(),
        Value::Octets(octets) => octets.len(),
        Value::List(values) => values.iter().map(|value| length(value) + 1).sum(),
    }
}

/// The outcome of the model; `None` if it does not support the request.
pub(super) fn model_outcome(model: &Result<Value, Failure>) -> Option<Right> {
    match model {
        Ok(value) => Some(Right::Ok(Arc::new(vector_value(value)))),
        Err(Failure::Refused(error)) => Some(Right::Error {
            kinds: vec![error.code().to_owned()],
            at: Some(error.position as u64),
        }),
        Err(Failure::Unsupported(_)) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_operation_takes_over_the_parameters_that_it_has() {
        let number = Request::new("uri2dec", "encode", "alice".into());
        let number = number.with("profile", "octal").with("style", "dialled");
        // `key` has no style.
        let key = Request::new("uri2dec", "key", "bob".into()).with("profile", "octal");
        assert_eq!(number.derive("key", "bob".into()), key);
    }
}
