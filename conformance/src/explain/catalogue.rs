//! The codecs and operations that a user names, and their parameters in words.

use std::error::Error;
use std::fmt;

use acegate_codec::bootstring::ParameterSet;
use acegate_codec::{
    Codec, Failure, Input, Operation, ParameterSpec, Parameters, Value, Verb, codec, codecs,
    punycode,
};

use crate::escape::printable;
use crate::nearest::{expected_one_of, nearest};

/// The parameters of the chosen operations, each once.
pub fn parameters(
    codec: &dyn Codec,
    chosen: impl Fn(&Operation) -> bool,
) -> Vec<&'static ParameterSpec> {
    let mut found: Vec<&ParameterSpec> = Vec::new();
    for operation in codec.operations() {
        if !chosen(operation) {
            continue;
        }
        for spec in operation.parameters {
            if !found.iter().any(|other| other.name == spec.name) {
                found.push(spec);
            }
        }
    }
    found
}

/// The default of a parameter, in words.
pub fn default(spec: &ParameterSpec) -> String {
    const PUNYCODE: ParameterSet<'_> = ParameterSet::PUNYCODE;
    if let Some(first) = spec.values.first() {
        return (*first).to_owned();
    }
    let of_set = match spec.name {
        "base" => PUNYCODE.base.to_string(),
        "tmin" => PUNYCODE.t_min.to_string(),
        "tmax" => PUNYCODE.t_max.to_string(),
        "skew" => PUNYCODE.skew.to_string(),
        "damp" => PUNYCODE.damp.to_string(),
        "initial-bias" => PUNYCODE.initial_bias.to_string(),
        "initial-n" => PUNYCODE.initial_n.to_string(),
        "delimiter" => PUNYCODE.delimiter.to_string(),
        "digits" => "a to z, 0 to 9".to_owned(),
        "capacity" => return "100".into(),
        "tree" => return acegate_codec::e164::TREE.into(),
        "service" => return "any".into(),
        _ => return String::new(),
    };
    format!("that of the set; {of_set} for punycode")
}

/// Why words name no codec or operation that there is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameError {
    /// There is no codec of this name.
    NoCodec(String),
    /// No codec has this name, but a later word is the name of a codec.
    CodecComesFirst {
        /// The word in the place of the codec.
        first: String,
        /// The codec.
        codec: &'static str,
    },
    /// There is no codec of this name, because none is named.
    CodecLeftOut {
        /// The word in the place of the codec.
        first: String,
        /// The command with the codec that is meant most often.
        meant: String,
    },
    /// The codec has no operation of this name.
    NoOperation {
        /// The codec.
        codec: &'static str,
        /// The word in the place of the operation.
        op: String,
    },
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCodec(name) => write!(f, "no codec {name:?}: {}", expected_codec(name)),
            Self::CodecComesFirst { first, codec } => write!(
                f,
                "no codec {first:?}: the codec comes first: {codec} {first}"
            ),
            Self::CodecLeftOut { first, meant } => {
                let expected = expected_codec(first);
                write!(f, "no codec {first:?}: {expected}; did you mean {meant}?")
            }
            Self::NoOperation { codec: id, op } => {
                let operations = codec(id).map_or(&[][..], Codec::operations);
                let known = operations.iter().map(|operation| operation.name);
                let expected = expected_one_of(op, known);
                write!(f, "{id} has no operation {op:?}: {expected}")?;
                if Verb::named(op).is_some_and(Verb::is_of_labels) {
                    write!(f, "; acegate apply {id} OP carries one out")?;
                }
                Ok(())
            }
        }
    }
}

impl Error for NameError {}

fn expected_codec(name: &str) -> String {
    expected_one_of(name, codecs().iter().map(|codec| codec.id()))
}

/// The codec of this name.
pub fn named(name: &str) -> Result<&'static dyn Codec, NameError> {
    codec(name).ok_or_else(|| NameError::NoCodec(name.to_owned()))
}

/// The error for a command line whose codec is a later word instead of the first.
pub fn codec_first(first: &str, later: &[&str]) -> Result<(), NameError> {
    if codec(first).is_some() {
        return Ok(());
    }
    match later.iter().find_map(|word| codec(word)) {
        Some(found) => Err(NameError::CodecComesFirst {
            first: first.to_owned(),
            codec: found.id(),
        }),
        None => Ok(()),
    }
}

/// The error of a command line that has one word too few, in which the codec was left out: the first of its
/// words is neither a codec nor like one.
pub fn codec_left_out(command: &str, words: &[&str]) -> Result<(), NameError> {
    let first = words.first().copied().unwrap_or_default();
    let Err(error) = named(first) else {
        return Ok(());
    };
    let is_misspelt = !nearest(first, codecs().iter().map(|codec| codec.id())).is_empty();
    let Some(likely) = codec(LIKELY) else {
        return Err(error);
    };
    // `acegate apply` takes an operation, which the codec must have.
    if is_misspelt || (command == "apply" && !has_operation(likely, first)) {
        return Err(error);
    }
    let words: Vec<_> = words.iter().map(|word| shell_words::quote(word)).collect();
    let meant = format!("acegate {command} {LIKELY} {}", words.join(" "));
    Err(NameError::CodecLeftOut {
        first: first.to_owned(),
        meant: printable(&meant),
    })
}

fn has_operation(codec: &dyn Codec, name: &str) -> bool {
    let mut operations = codec.operations().iter();
    operations.any(|operation| operation.name == name)
}

/// The codec that is meant most often where none is named.
const LIKELY: &str = punycode::ABOUT.id;

/// An operation with its parameters, ready for inputs.
pub struct Operator<'a> {
    /// The codec.
    pub codec: &'static dyn Codec,
    /// The operation.
    pub operation: &'static Operation,
    /// Its parameters.
    pub parameters: &'a Parameters,
}

impl<'a> Operator<'a> {
    /// The operation; an error if the codec does not have it.
    pub fn new(name: &str, op: &str, parameters: &'a Parameters) -> Result<Self, NameError> {
        let codec = named(name)?;
        let mut operations = codec.operations().iter();
        match operations.find(|operation| operation.name == op) {
            Some(operation) => Ok(Self {
                codec,
                operation,
                parameters,
            }),
            None => Err(NameError::NoOperation {
                codec: codec.id(),
                op: op.to_owned(),
            }),
        }
    }

    /// The value of a parameter as it is written; empty if it has its default.
    pub fn word(&self, name: &str) -> String {
        self.parameters
            .get(name)
            .map(ToString::to_string)
            .unwrap_or_default()
    }

    /// Whether the operation takes a list of texts.
    pub fn takes_list(&self) -> bool {
        self.operation.input == Input::List
    }

    /// The result of the operation.
    ///
    /// # Errors
    ///
    /// Those of [`Codec::apply`].
    pub fn apply(&self, input: &Value) -> Result<Value, Failure> {
        self.codec
            .apply(self.operation.name, self.parameters, input)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_free_parameter_has_a_default_in_words() {
        for codec in codecs() {
            for operation in codec.operations() {
                let id = codec.id();
                for spec in operation.parameters {
                    assert!(!default(spec).is_empty(), "{id} {}", spec.name);
                }
            }
        }
    }
}
