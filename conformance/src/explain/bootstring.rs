//! The steps of Bootstring, as in RFC 3492, sections 7.2 and 7.3.

use acegate_codec::bootstring::{Bootstring, CodeTrace, Digit, InsertionTrace};
use acegate_codec::{Arguments, Failure};

use super::trace::Trace;
use super::{numbers, refused};

/// The steps of encoding a text.
pub(super) fn encoding(arguments: Arguments<'_>, text: &[u32]) -> Result<Trace, Failure> {
    let code = Bootstring::from_arguments(arguments)?.trace_encode(text);
    let mut trace = Trace::of(numbers(text.iter().copied()));
    begin(&code, &mut trace);
    let entry = |step: &InsertionTrace| {
        let (n, written) = (
            format!("U+{:04X}", step.code_point),
            characters(&step.digits),
        );
        let (i, delta, digits) = (step.index, step.delta, comparisons(&step.digits));
        let steps = vec![
            ("insert", format!("{n} at {i}")),
            (
                "delta",
                format!("{delta}, written {written:?} (digits {digits})"),
            ),
            ("bias", format!("{}, then {}", step.bias, step.next_bias)),
        ];
        let [i, delta] = [i.to_string(), delta.to_string()];
        let [bias, next] = [step.bias.to_string(), step.next_bias.to_string()];
        ([n, i, delta, written, digits, bias, next], steps)
    };
    trace.rows(
        "The state at each insertion",
        &[
            "n",
            "i",
            "delta",
            "written",
            "digits and thresholds",
            "bias",
            "next bias",
        ],
        code.steps.iter().map(entry),
    );
    end(&code, &mut trace);
    if code.error.is_none() {
        let mut output = String::from_utf8_lossy(&code.literal).into_owned();
        if code.delimiter.is_some() {
            output.push(
                Bootstring::from_arguments(arguments)?
                    .parameters()
                    .delimiter,
            );
        }
        output.extend(code.steps.iter().map(|step| characters(&step.digits)));
        trace.fact("output", format!("{output:?}"));
    }
    Ok(trace)
}

/// The steps of decoding a code.
pub(super) fn decoding(arguments: Arguments<'_>, input: &[u32]) -> Result<Trace, Failure> {
    let code = Bootstring::from_arguments(arguments)?.trace_decode(input);
    let input: String = input
        .iter()
        .map(|&c| char::from_u32(c).unwrap_or('\u{FFFD}'))
        .collect();
    let mut trace = Trace::of(format!("{input:?}"));
    begin(&code, &mut trace);
    let entry = |(place, step): (usize, &InsertionTrace)| {
        let (n, read) = (
            format!("U+{:04X}", step.code_point),
            characters(&step.digits),
        );
        let (i, delta, digits) = (step.index, step.delta, comparisons(&step.digits));
        let text = numbers(code.text_after(place + 1));
        let steps = vec![
            ("delta", format!("{read:?} (digits {digits}) is {delta}")),
            ("bias", format!("{}, then {}", step.bias, step.next_bias)),
            ("insert", format!("{n} at {i}")),
            ("text", text.clone()),
        ];
        let [i, delta] = [i.to_string(), delta.to_string()];
        let [bias, next] = [step.bias.to_string(), step.next_bias.to_string()];
        ([read, digits, delta, bias, next, n, i, text], steps)
    };
    trace.rows(
        "The state after each insertion",
        &[
            "read",
            "digits and thresholds",
            "delta",
            "bias",
            "next bias",
            "n",
            "i",
            "text",
        ],
        code.steps.iter().enumerate().map(entry),
    );
    if !code.pending.is_empty() {
        let (read, digits) = (characters(&code.pending), comparisons(&code.pending));
        trace.fact(
            "delta",
            format!("{read:?} (digits {digits}) and no further"),
        );
    }
    end(&code, &mut trace);
    Ok(trace)
}

fn begin(code: &CodeTrace, trace: &mut Trace) {
    trace.fact(
        "start",
        format!("n is {}, i is 0, bias is {}", code.n, code.bias),
    );
    let text = match code.delimiter {
        Some(at) => {
            format!(
                "{:?}, the delimiter at {at} after it",
                String::from_utf8_lossy(&code.literal)
            )
        }
        None => "empty, no delimiter".into(),
    };
    trace.fact("literal", text);
}

fn end(code: &CodeTrace, trace: &mut Trace) {
    code.error
        .into_iter()
        .for_each(|error| refused(error, trace));
}

fn characters(digits: &[Digit]) -> String {
    digits
        .iter()
        .map(|digit| char::from(digit.character))
        .collect()
}

/// The values of the digits, and the thresholds that they are compared with.
fn comparisons(digits: &[Digit]) -> String {
    let compared = |&Digit {
                        value, threshold, ..
                    }: &Digit| {
        let sign = if value < threshold { '<' } else { '≥' };
        format!("{value}{sign}{threshold}")
    };
    digits.iter().map(compared).collect::<Vec<_>>().join(" ")
}
