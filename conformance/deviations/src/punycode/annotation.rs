//! Mixed-case annotation that is written or read wrongly.

use acegate_codec::{Parameter, Text, Value};

use crate::{Answer, Call, Deviation, deviation};

/// The deviations in annotation.
pub(crate) const ANNOTATION: &[Deviation] = &[
    deviation("punycode/annotation-not-read", &["punycode-45"])
        .summary("Code points beyond ASCII are always read as lower case.")
        .how(|call| keep_flags(call, |c| c < 0x80)),
    deviation("punycode/annotation-of-basic-not-read", &["punycode-48"])
        .summary("Basic code points are always read as lower case.")
        .how(|call| keep_flags(call, |c| c >= 0x80)),
    deviation("punycode/annotation-applied", &["punycode-46"])
        .summary(
            "A code point annotated as upper case is returned in upper case, even without \
             annotation.",
        )
        .how(|call| {
            let mut parameters = call.parameters.clone();
            parameters.insert("annotation".into(), Parameter::Boolean(true));
            let asked = call.parameters.contains_key("annotation");
            let read = (call.op == "decode")
                .then(|| call.reference.apply("decode", &parameters, call.input).ok())??;
            let Value::Text(Text { code_points, flags: Some(flags) }) = read else { return None };
            let upper = |(&c, &flag): (&u32, &bool)| if flag { upper_case(c) } else { c };
            let raised = code_points.iter().zip(&flags).map(upper).collect();
            Some(Ok(Value::Text(Text { code_points: raised, flags: asked.then_some(flags) })))
        }),
];

/// The decoded text. Only the wanted code points keep a flag.
fn keep_flags(call: &Call<'_>, is_wanted: fn(u32) -> bool) -> Answer {
    let Ok(Value::Text(mut text)) = call.answer() else { return None };
    for (&c, flag) in text.code_points.iter().zip(text.flags.as_mut()?) {
        *flag &= is_wanted(c);
    }
    (call.op == "decode").then_some(Ok(Value::Text(text)))
}

fn upper_case(c: u32) -> u32 {
    let mut upper = char::from_u32(c).into_iter().flat_map(char::to_uppercase);
    match (upper.next(), upper.next()) {
        (Some(upper), None) => u32::from(upper),
        _ => c,
    }
}
