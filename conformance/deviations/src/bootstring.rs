//! Deviations of Bootstring with other parameters than Punycode's.

use acegate_codec::{ErrorKind, Failure, Parameter, Value, Verb};

use crate::{Answer, Call, Deviation, crash, deviation, observed};

pub(super) const DEVIATIONS: &[Deviation] = &[
    deviation("bootstring/hyphen-always", &["bootstring-8"])
        .summary("The delimiter is always the hyphen, whatever the parameters say.")
        .how(|call| with(call, "delimiter", "-")),
    deviation(
        "bootstring/digits-of-punycode",
        &["bootstring-9", "bootstring-17"],
    )
    .summary("The digits are always those of Punycode, whatever the parameters say.")
    .how(|call| {
        let base = call
            .parameters
            .get("base")
            .is_none_or(|base| base.to_string() == "36");
        if !base {
            return None;
        }
        with(call, "digits", "abcdefghijklmnopqrstuvwxyz0123456789")
    }),
    deviation("bootstring/adaptation-of-punycode", &["bootstring-12"])
        .summary(
            "Skew and damp are always those of Punycode (38 and 700), whatever the parameters \
             say.",
        )
        .how(|call| without(call, &["skew", "damp"])),
    deviation("bootstring/thresholds-of-punycode", &["bootstring-11"])
        .summary("The limits of the thresholds are always 1 and 26, whatever tmin and tmax say.")
        .how(|call| {
            if call.parameters.contains_key("base") {
                return None;
            }
            without(call, &["tmin", "tmax"])
        }),
    deviation("bootstring/initial-bias-of-punycode", &["bootstring-13"])
        .summary("The initial bias is always 72, whatever the parameters say.")
        .how(|call| without(call, &["initial-bias"])),
    deviation(
        "bootstring/initial-n-of-punycode",
        &["bootstring-14", "bootstring-16"],
    )
    .summary("The initial n is always 80 (hexadecimal), whatever the parameters say.")
    .how(|call| without(call, &["initial-n"])),
    deviation("bootstring/basic-inserted", &["bootstring-15"])
        .summary("The decoder inserts basic code points instead of rejecting the code.")
        .how(|call| {
            let n = call
                .parameters
                .get("initial-n")?
                .to_string()
                .parse::<u32>()
                .ok()?;
            let (literal, digits) = split(call.code_points(), delimiter(call)?);
            let [digit] = digits else { return None };
            let value = char::from_u32(*digit)?.to_digit(36)?.checked_sub(10)?;
            let points = u32::try_from(literal.len()).ok()? + 1;
            let inserted = n + value / points;
            let at = (value % points) as usize;
            // One digit is a complete number up to here.
            if !call.does(Verb::Decode) || inserted >= 0x80 || value != 0 {
                return None;
            }
            let mut text = literal.to_vec();
            text.insert(at, inserted);
            Some(Ok(Value::from_code_points(text)))
        }),
    deviation("bootstring/leading-delimiter-consumed", &["bootstring-18"])
        .summary(
            "The decoder skips a delimiter at the start of a code instead of rejecting it as a \
             bad digit.",
        )
        .how(|call| {
            let own = u32::from(delimiter(call)?);
            let (first, rest) = call.code_points().split_first()?;
            let alone = call.does(Verb::Decode) && *first == own && !rest.contains(&own);
            if !alone {
                return None;
            }
            Some(call.answer_to(&Value::from_code_points(rest)))
        }),
    deviation("bootstring/truncation-crashes", &["bootstring-10"])
        .summary("A code that ends in the middle of a number crashes the decoder.")
        .seen(&[observed("bootstring 1.0.1 of PyPI")])
        .how(|call| crash_if(refused(call, ErrorKind::Truncated))),
    deviation("bootstring/overflow-crashes", &["bootstring-19"])
        .summary("A number that overflows crashes the decoder.")
        .seen(&[observed("bootstring 1.0.1 of PyPI")])
        .how(|call| crash_if(refused(call, ErrorKind::Overflow))),
];

/// Ends the program if this is true.
fn crash_if(condition: bool) -> Answer {
    if condition {
        crash();
    }
    None
}

/// Whether a code is rejected with this error.
fn refused(call: &Call<'_>, kind: ErrorKind) -> bool {
    call.does(Verb::Decode) && is_refusal(&call.answer(), kind)
}

fn is_refusal(answer: &Result<Value, Failure>, kind: ErrorKind) -> bool {
    matches!(answer, Err(Failure::Refused(error)) if error.kind == kind)
}

/// The answer to a code without the number that is cut off at its end.
pub(super) fn answer_without_truncated(call: &Call<'_>) -> Answer {
    if !refused(call, ErrorKind::Truncated) {
        return None;
    }
    let mut code = call.code_points();
    let mut answer = call.answer();
    while is_refusal(&answer, ErrorKind::Truncated) {
        code = code.split_last()?.1;
        answer = call.answer_to(&Value::from_code_points(code));
    }
    Some(answer)
}

/// The answer with one parameter set to a name.
fn with(call: &Call<'_>, name: &str, value: &str) -> Answer {
    let mut parameters = call.parameters.clone();
    parameters.insert(name.to_owned(), Parameter::Text(value.to_owned()));
    let own = Call {
        parameters: &parameters,
        ..*call
    }
    .answer();
    (!matches!(own, Err(Failure::Unsupported(_)))).then_some(own)
}

/// The answer without some parameters; `None` if the call has none of them.
fn without(call: &Call<'_>, names: &[&str]) -> Answer {
    let mut parameters = call.parameters.clone();
    parameters.retain(|name, _| !names.contains(&name.as_str()));
    if parameters.len() == call.parameters.len() {
        return None;
    }
    let own = Call {
        parameters: &parameters,
        ..*call
    };
    Some(own.answer())
}

fn delimiter(call: &Call<'_>) -> Option<char> {
    let set = word(call, "set");
    match (word(call, "delimiter"), set.as_deref()) {
        (Some(own), _) => own.chars().next(),
        (None, Some("rust-v0" | "swift")) => Some('_'),
        (None, _) => Some('-'),
    }
}

/// The value of a parameter.
fn word(call: &Call<'_>, name: &str) -> Option<String> {
    let value = call.parameters.get(name)?;
    Some(value.to_string())
}

/// The literal part and the digits.
fn split(code: &[u32], delimiter: char) -> (&[u32], &[u32]) {
    match code
        .iter()
        .rposition(|&c| c == u32::from(delimiter))
        .filter(|&last| last > 0)
    {
        Some(last) => (&code[..last], &code[last + 1..]),
        None => (&[], code),
    }
}
