//! The steps of Bootstring, as in RFC 3492, sections 7.2 and 7.3.

use acegate_codec::bootstring::{Bootstring, CodeTrace, Digit, InsertionTrace};
use acegate_codec::{Arguments, Failure};

use super::numbers;
use super::trace::{Direction, Table, Trace};

/// The steps of encoding a text.
pub(super) fn encoding(arguments: Arguments<'_>, text: &[u32]) -> Result<Trace, Failure> {
    let code = Bootstring::from_arguments(arguments)?.trace_encode(text);
    let mut trace = Trace::default();
    trace.fact("input", numbers(text.iter().copied()));
    begin(&code, &mut trace);
    let entry = |step: &InsertionTrace| {
        vec![
            format!("U+{:04X}", step.code_point),
            step.index.to_string(),
            step.delta.to_string(),
            characters(&step.digits),
            comparisons(&step.digits),
            step.bias.to_string(),
            step.next_bias.to_string(),
        ]
    };
    trace.table(Table {
        caption: "The state at each insertion",
        direction: Direction::Down,
        heads: &["n", "i", "delta", "written", "digits and thresholds", "bias", "next bias"],
        entries: code.steps.iter().map(entry).collect(),
        in_words: |entries| {
            let in_words = |entry: &Vec<String>| {
                let [n, i, delta, code, digits, bias, next] = entry.as_slice() else {
                    return Vec::new();
                };
                vec![
                    ("insert", format!("{n} at {i}")),
                    ("delta", format!("{delta}, written {code:?} (digits {digits})")),
                    ("bias", format!("{bias}, then {next}")),
                ]
            };
            entries.iter().flat_map(in_words).collect()
        },
    });
    end(&code, &mut trace);
    if code.error.is_none() {
        let mut output = String::from_utf8_lossy(&code.literal).into_owned();
        if code.delimiter.is_some() {
            output.push(delimiter(arguments)?);
        }
        output.extend(code.steps.iter().map(|step| characters(&step.digits)));
        trace.fact("output", format!("{output:?}"));
    }
    Ok(trace)
}

/// The steps of decoding a code.
pub(super) fn decoding(arguments: Arguments<'_>, input: &[u32]) -> Result<Trace, Failure> {
    let code = Bootstring::from_arguments(arguments)?.trace_decode(input);
    let input: String = input.iter().map(|&c| char::from_u32(c).unwrap_or('\u{FFFD}')).collect();
    let mut trace = Trace::default();
    trace.fact("input", format!("{input:?}"));
    begin(&code, &mut trace);
    let entries = code.steps.iter().enumerate().map(|(index, step)| {
        vec![
            characters(&step.digits),
            comparisons(&step.digits),
            step.delta.to_string(),
            step.bias.to_string(),
            step.next_bias.to_string(),
            format!("U+{:04X}", step.code_point),
            step.index.to_string(),
            numbers(code.text_after(index + 1)),
        ]
    });
    trace.table(Table {
        caption: "The state after each insertion",
        direction: Direction::Down,
        heads: &["read", "digits and thresholds", "delta", "bias", "next bias", "n", "i", "text"],
        entries: entries.collect(),
        in_words: |entries| {
            let in_words = |entry: &Vec<String>| {
                let [code, digits, delta, bias, next, n, i, text] = entry.as_slice() else {
                    return Vec::new();
                };
                vec![
                    ("delta", format!("{code:?} (digits {digits}) is {delta}")),
                    ("bias", format!("{bias}, then {next}")),
                    ("insert", format!("{n} at {i}")),
                    ("text", text.clone()),
                ]
            };
            entries.iter().flat_map(in_words).collect()
        },
    });
    if !code.pending.is_empty() {
        let (read, digits) = (characters(&code.pending), comparisons(&code.pending));
        trace.fact("delta", format!("{read:?} (digits {digits}) and no further"));
    }
    end(&code, &mut trace);
    Ok(trace)
}

fn begin(code: &CodeTrace, trace: &mut Trace) {
    trace.fact("start", format!("n is {}, i is 0, bias is {}", code.n, code.bias));
    let text = match code.delimiter {
        Some(at) => {
            format!("{:?}, the delimiter at {at} after it", String::from_utf8_lossy(&code.literal))
        }
        None => "empty, no delimiter".into(),
    };
    trace.fact("literal", text);
}

fn end(code: &CodeTrace, trace: &mut Trace) {
    if let Some(error) = code.error {
        trace.fact("refused", format!("{}: {error}", error.code()));
    }
}

fn characters(digits: &[Digit]) -> String {
    digits.iter().map(|digit| char::from(digit.character)).collect()
}

/// The values of the digits, and the thresholds that they are compared with.
fn comparisons(digits: &[Digit]) -> String {
    let values: Vec<_> = digits
        .iter()
        .map(|digit| {
            let sign = if digit.value < digit.threshold { '<' } else { '≥' };
            format!("{}{sign}{}", digit.value, digit.threshold)
        })
        .collect();
    values.join(" ")
}

fn delimiter(arguments: Arguments<'_>) -> Result<char, Failure> {
    Ok(Bootstring::from_arguments(arguments)?.parameters().delimiter)
}
