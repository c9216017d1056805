//! Values and parameters, from a vector to the codecs and back.

use acegate_codec::{Parameter, Text, Value};
use acegate_vectors::{Param, Value as VectorValue};

/// The value of a vector, as the codecs take it.
#[must_use]
pub fn codec_value(value: &VectorValue) -> Value {
    match value {
        VectorValue::Text { code_points, flags } => {
            Value::Text(Text { code_points: code_points.clone(), flags: flags.clone() })
        }
        VectorValue::Octets(octets) => Value::Octets(octets.clone()),
        VectorValue::List(values) => Value::List(values.iter().map(codec_value).collect()),
    }
}

/// The value of a codec, as a vector holds it.
#[must_use]
pub fn vector_value(value: &Value) -> VectorValue {
    match value {
        Value::Text(text) => {
            VectorValue::Text { code_points: text.code_points.clone(), flags: text.flags.clone() }
        }
        Value::Octets(octets) => VectorValue::Octets(octets.clone()),
        Value::List(values) => VectorValue::List(values.iter().map(vector_value).collect()),
    }
}

/// Whether a value of a vector and one of a codec are equal. Neither is copied.
#[must_use]
pub fn is_value(expected: &VectorValue, found: &Value) -> bool {
    match (expected, found) {
        (VectorValue::Text { code_points, flags }, Value::Text(text)) => {
            *code_points == text.code_points && *flags == text.flags
        }
        (VectorValue::Octets(expected), Value::Octets(found)) => expected == found,
        (VectorValue::List(expected), Value::List(found)) => {
            expected.len() == found.len()
                && expected.iter().zip(found).all(|(expected, found)| is_value(expected, found))
        }
        _ => false,
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

/// The parameter of a codec, as a vector holds it.
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

    fn text(code_points: &[u32], flags: Option<Vec<bool>>) -> VectorValue {
        VectorValue::Text { code_points: code_points.to_vec(), flags }
    }

    #[test]
    fn only_values_that_are_equal_in_every_part_are_the_same() {
        let values = [
            text(&[0x61], None),
            text(&[0x61, 0x62], None),
            text(&[0x61], Some(vec![true])),
            text(&[0x61], Some(vec![false])),
            VectorValue::Octets(vec![0x61]),
            VectorValue::Octets(vec![0x62]),
            VectorValue::Octets(vec![]),
            VectorValue::List(vec![]),
            VectorValue::List(vec![text(&[0x61], None)]),
            VectorValue::List(vec![text(&[0x61], None), text(&[], None)]),
        ];
        for (at, expected) in values.iter().enumerate() {
            assert_eq!(vector_value(&codec_value(expected)), *expected);
            for (other, found) in values.iter().enumerate() {
                let same = is_value(expected, &codec_value(found));
                assert_eq!(same, at == other, "{expected:?} and {found:?}");
            }
        }
    }

    #[test]
    fn a_parameter_comes_back() {
        for param in [Param::Boolean(true), Param::Integer(32), Param::Text("swift".into())] {
            let parameter = codec_parameter(&param);
            assert_eq!(parameter.to_string(), param.to_string());
            assert_eq!(vector_parameter(&parameter), param);
        }
    }
}
