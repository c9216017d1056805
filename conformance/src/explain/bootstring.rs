//! The steps of Bootstring, as in RFC 3492, sections 7.2 and 7.3.

use acegate_codec::bootstring::{Bootstring, CodeTrace, Digit};
use acegate_codec::{Arguments, Failure};

use super::{Step, numbers};

/// The steps of encoding a text.
pub(super) fn encoding(arguments: Arguments<'_>, text: &[u32]) -> Result<Vec<Step>, Failure> {
    let trace = Bootstring::from_arguments(arguments)?.trace_encode(text);
    let mut steps = vec![("input", numbers(text.iter().copied()))];
    literal(&trace, &mut steps);
    for step in &trace.steps {
        steps.push(("insert", format!("U+{:04X} at {}", step.code_point, step.index)));
        steps.push(("delta", format!("{}, written {}", step.delta, digits(&step.digits))));
        steps.push(("bias", format!("{}, then {}", step.bias, step.next_bias)));
    }
    end(&trace, &mut steps);
    if trace.error.is_none() {
        let mut code = String::from_utf8_lossy(&trace.literal).into_owned();
        if trace.delimiter.is_some() {
            code.push(delimiter(arguments)?);
        }
        code.extend(
            trace.steps.iter().flat_map(|step| &step.digits).map(|d| char::from(d.character)),
        );
        steps.push(("output", format!("{code:?}")));
    }
    Ok(steps)
}

/// The steps of decoding a code.
pub(super) fn decoding(arguments: Arguments<'_>, code: &[u32]) -> Result<Vec<Step>, Failure> {
    let trace = Bootstring::from_arguments(arguments)?.trace_decode(code);
    let input: String = code.iter().map(|&c| char::from_u32(c).unwrap_or('\u{FFFD}')).collect();
    let mut steps = vec![("input", format!("{input:?}"))];
    literal(&trace, &mut steps);
    for (index, step) in trace.steps.iter().enumerate() {
        steps.push(("delta", format!("{} is {}", digits(&step.digits), step.delta)));
        steps.push(("bias", format!("{}, then {}", step.bias, step.next_bias)));
        steps.push(("insert", format!("U+{:04X} at {}", step.code_point, step.index)));
        steps.push(("text", numbers(trace.text_after(index + 1))));
    }
    if !trace.pending.is_empty() {
        steps.push(("delta", format!("{} and no further", digits(&trace.pending))));
    }
    end(&trace, &mut steps);
    Ok(steps)
}

fn literal(trace: &CodeTrace, steps: &mut Vec<Step>) {
    steps.push(("start", format!("n is {}, i is 0, bias is {}", trace.n, trace.bias)));
    let text = match trace.delimiter {
        Some(at) => {
            format!("{:?}, the delimiter at {at} after it", String::from_utf8_lossy(&trace.literal))
        }
        None => "empty, no delimiter".into(),
    };
    steps.push(("literal", text));
}

fn end(trace: &CodeTrace, steps: &mut Vec<Step>) {
    if let Some(error) = trace.error {
        steps.push(("refused", format!("{}: {error}", error.code())));
    }
}

/// The digits, their values, and the thresholds that they are compared with.
fn digits(digits: &[Digit]) -> String {
    let text: String = digits.iter().map(|digit| char::from(digit.character)).collect();
    let values: Vec<_> = digits
        .iter()
        .map(|digit| {
            let sign = if digit.value < digit.threshold { '<' } else { '≥' };
            format!("{}{sign}{}", digit.value, digit.threshold)
        })
        .collect();
    format!("{text:?} (digits {})", values.join(" "))
}

fn delimiter(arguments: Arguments<'_>) -> Result<char, Failure> {
    Ok(Bootstring::from_arguments(arguments)?.parameters().delimiter)
}
