//! The requests of an examination.

use acegate_codec::{Failure, Parameters, Value, codec};

use crate::protocol::Request;

/// The request with this input, in a list if the operation takes lists.
pub(super) fn request(id: &str, op: &str, input: Value) -> Request {
    let takes_text = |codec: &dyn acegate_codec::Codec| {
        let done = codec.apply(op, &Parameters::new(), &Value::from("a"));
        !matches!(done, Err(Failure::Unsupported(_)))
    };
    let is_list = codec(id).is_some_and(|codec| {
        codec.operations().iter().any(|operation| operation.name == op) && !takes_text(codec)
    });
    let input = if is_list { Value::List(vec![input]) } else { input };
    Request::new(id, op, input)
}
