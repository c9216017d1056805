//! Mixed-case annotation that is written or read wrongly.

use acegate_codec::{Failure, Parameter, Text, Value};

use super::engine::last_delimiter;
use crate::{Call, Deviation, deviation};

/// The deviations in annotation.
pub(crate) const ANNOTATION: &[Deviation] = &[
    deviation("punycode/annotation-of-first-digit", &["punycode-45"])
        .summary(
            "The flag of a code point is read from the first of its digits instead of the last.",
        )
        .how(|call| {
            // With the case of every number's last digit moved to it from its first.
            let read = flags_of_digits(call, true)?;
            Some(Ok(read))
        }),
    deviation("punycode/annotation-of-any-digit", &["punycode-45"])
        .summary("A code point is read as upper case if any of its digits is, not only the last.")
        .how(|call| Some(Ok(flags_of_digits(call, false)?))),
    deviation("punycode/annotation-not-read", &["punycode-45"])
        .summary("Code points beyond ASCII are always read as lower case.")
        .how(|call| changed(call, |c, flag| (c, flag && c < 0x80))),
    deviation("punycode/annotation-of-basic-not-read", &["punycode-48"])
        .summary("Basic code points are always read as lower case.")
        .how(|call| changed(call, |c, flag| (c, flag && c >= 0x80))),
    deviation("punycode/annotation-applied", &["punycode-46"])
        .summary(
            "A code point annotated as upper case is returned in upper case, even without \
             annotation.",
        )
        .how(|call| {
            let code = call.code_points();
            let annotated = Parameter::Boolean(true);
            let mut parameters = call.parameters.clone();
            parameters.insert("annotation".into(), annotated);
            let asked = call.parameters.contains_key("annotation");
            let input = Value::from_code_points(code);
            let read = (call.op == "decode")
                .then(|| call.reference.apply("decode", &parameters, &input).ok())??;
            let Value::Text(Text { code_points, flags: Some(flags) }) = read else { return None };
            let upper = |(&c, &flag): (&u32, &bool)| if flag { upper_case(c) } else { c };
            let raised = code_points.iter().zip(&flags).map(upper).collect();
            Some(Ok(Value::Text(Text { code_points: raised, flags: asked.then_some(flags) })))
        }),
    deviation("punycode/annotation-not-written", &["punycode-45"])
        .summary("Digits are written in lower case, even if a flag asks for upper case.")
        .how(|call| written(call, |c, flag| (c, flag && c < 0x80))),
    deviation("punycode/annotation-of-basic-not-written", &["punycode-48"])
        .summary("Basic letters are written in their own case, even if their flag differs.")
        .how(|call| written(call, |c, flag| (c, if c < 0x80 { is_upper(c) } else { flag }))),
    deviation("punycode/annotation-folds-code-points", &["punycode-47"])
        .summary("A code point annotated as upper case is encoded as its upper-case letter.")
        .how(|call| {
            written(call, |c, flag| (if flag && c >= 0x80 { upper_case(c) } else { c }, flag))
        }),
];

/// The answer with flags of the first digit of each number, or of any digit.
fn flags_of_digits(call: &Call<'_>, first: bool) -> Option<Value> {
    let read = match call.answer() {
        Ok(Value::Text(read)) if call.op == "decode" && read.flags.is_some() => read,
        _ => return None,
    };
    let code = call.code_points();
    let (_, start) = last_delimiter(code)?;
    let mut own = read.flags?;
    // A number can be told by its end: the code up to there is a whole one.
    let mut number = start;
    let mut places: Vec<(Vec<u32>, bool)> = Vec::new();
    for end in start + 1..=code.len() {
        let part = Value::from_code_points(&code[..end]);
        if let Ok(Value::Text(text)) = call.answer_to(&part) {
            let digits = &code[number..end];
            let looked_at = if first { &digits[..1] } else { digits };
            places.push((text.code_points, looked_at.iter().any(|&c| is_upper(c))));
            number = end;
        }
    }
    // The final place of each insertion: it shifts those after it.
    let literal = start.saturating_sub(1);
    let mut order: Vec<usize> = Vec::new();
    let mut before: Vec<u32> = code[..literal].to_vec();
    for (text, _) in &places {
        let at = before.iter().zip(text).position(|(a, b)| a != b).unwrap_or(before.len());
        for place in &mut order {
            *place += usize::from(*place >= at);
        }
        order.push(at);
        before.clone_from(text);
    }
    for (&place, &(_, upper)) in order.iter().zip(&places) {
        *own.get_mut(place)? = upper;
    }
    Some(Value::Text(Text { code_points: read.code_points, flags: Some(own) }))
}

/// The annotated text of a code, changed.
fn changed(
    call: &Call<'_>,
    change: fn(u32, bool) -> (u32, bool),
) -> Option<Result<Value, Failure>> {
    let Ok(Value::Text(text)) = call.answer() else { return None };
    (call.op == "decode").then(|| annotated(&text, change).map(Ok))?
}

/// The code of an annotated text, changed.
fn written(
    call: &Call<'_>,
    change: fn(u32, bool) -> (u32, bool),
) -> Option<Result<Value, Failure>> {
    let Value::Text(text) = call.input else { return None };
    let given = annotated(text, change).filter(|_| call.op == "encode")?;
    Some(call.answer_to(&given))
}

fn annotated(text: &Text, change: fn(u32, bool) -> (u32, bool)) -> Option<Value> {
    let flags = text.flags.as_ref()?;
    let changed = text.code_points.iter().zip(flags).map(|(&c, &flag)| change(c, flag));
    let (code_points, flags) = changed.unzip();
    Some(Value::Text(Text { code_points, flags: Some(flags) }))
}

fn is_upper(c: u32) -> bool {
    char::from_u32(c).is_some_and(|c| c.is_ascii_uppercase())
}

fn upper_case(c: u32) -> u32 {
    let mut upper = char::from_u32(c).into_iter().flat_map(char::to_uppercase);
    match (upper.next(), upper.next()) {
        (Some(upper), None) => u32::from(upper),
        _ => c,
    }
}
