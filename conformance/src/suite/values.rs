//! Values and parameters, from a vector to the codecs and back.

use acegate_codec::{Parameter, Text, Value};
use acegate_vectors::{Param, Value as VectorValue};

/// The value of a vector, as the codecs take it.
#[must_use]
pub fn codec_value(value: &VectorValue) -> Value {
    match value {
        VectorValue::Text { code_points, flags } => Value::Text(Text {
            code_points: code_points.clone(),
            flags: flags.clone(),
        }),
        VectorValue::Octets(octets) => Value::Octets(octets.clone()),
        VectorValue::List(values) => Value::List(values.iter().map(codec_value).collect()),
    }
}

/// The value of a codec, as a vector has it.
#[must_use]
pub fn vector_value(value: &Value) -> VectorValue {
    match value {
        Value::Text(text) => VectorValue::Text {
            code_points: text.code_points.clone(),
            flags: text.flags.clone(),
        },
        Value::Octets(octets) => VectorValue::Octets(octets.clone()),
        Value::List(values) => VectorValue::List(values.iter().map(vector_value).collect()),
    }
}

/// The parameter of a vector, as the codecs take it.
#[must_use]
pub fn codec_parameter(value: &Param) -> Parameter {
    match value {
        Param::Boolean(value) => Parameter::Boolean(*value),
        Param::Integer(value) => Parameter::Integer(*value),
        Param::Text(value) => Parameter::Text(value.clone()),
    }
}

/// The parameter of a codec, as a vector has it.
#[must_use]
pub fn vector_parameter(value: &Parameter) -> Param {
    match value {
        Parameter::Boolean(value) => Param::Boolean(*value),
        Parameter::Integer(value) => Param::Integer(*value),
        Parameter::Text(value) => Param::Text(value.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_comes_back() {
        let text = VectorValue::Text {
            code_points: vec![0x61],
            flags: Some(vec![true]),
        };
        let list = VectorValue::List(vec![text, VectorValue::Octets(vec![0x62]), "c".into()]);
        assert_eq!(vector_value(&codec_value(&list)), list);
    }

    #[test]
    fn a_parameter_comes_back() {
        for param in [
            Param::Boolean(true),
            Param::Integer(32),
            Param::Text("swift".into()),
        ] {
            let parameter = codec_parameter(&param);
            assert_eq!(parameter.to_string(), param.to_string());
            assert_eq!(vector_parameter(&parameter), param);
        }
    }
}
