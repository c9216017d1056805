//! The worked steps of an encoding or decoding, as the documents print them.

mod bootstring;
mod uri2dec;
mod utf6;

use acegate_codec::{Codec, Failure, Operation, Parameters, Value};

/// A step: what it is called, and what stands there.
pub type Step = (&'static str, String);

/// Explains how `codec` encodes the input, or decodes it.
///
/// # Errors
///
/// [`Failure::Refused`] where the codec refuses the input before there is a step to show,
/// [`Failure::Unsupported`] for a codec whose steps are not kept, and for parameters that it does
/// not take.
pub fn explain(
    codec: &dyn Codec,
    decode: bool,
    parameters: &Parameters,
    input: &Value,
) -> Result<Vec<Step>, Failure> {
    let op = if decode { "decode" } else { "encode" };
    let arguments = Operation::select(codec.operations(), op, parameters)?;
    let text = input.as_text()?;
    match (codec.id(), decode) {
        ("punycode" | "bootstring", true) => bootstring::decoding(arguments, &text.code_points),
        ("punycode" | "bootstring", false) => bootstring::encoding(arguments, &text.code_points),
        ("uri2dec", true) => uri2dec::decoding(arguments, &scalar(text)?),
        ("uri2dec", false) => uri2dec::encoding(arguments, &scalar(text)?),
        ("utf6", true) => utf6::decoding(codec, parameters, input),
        ("utf6", false) => utf6::encoding(&scalar(text)?),
        (id, _) => Err(Failure::unsupported(format!(
            "the steps of {id} are not kept; those of bootstring, punycode, uri2dec and utf6 are"
        ))),
    }
}

fn scalar(text: &acegate_codec::Text) -> Result<String, Failure> {
    text.to_scalar_string()
        .ok_or_else(|| Failure::unsupported("only text of Unicode scalar values has such steps"))
}
