//! The steps of Bootstring, as in RFC 3492, sections 7.2 and 7.3.

use acegate_codec::bootstring::{Bootstring, CodeTrace, Digit, InsertionTrace};
use acegate_codec::{Arguments, Failure};

use super::trace::{Entry, Trace};
use super::{numbers, refused};

/// The steps of encoding a text.
pub(super) fn encoding(arguments: Arguments<'_>, text: &[u32]) -> Result<Trace, Failure> {
    let code = Bootstring::from_arguments(arguments)?.trace_encode(text);
    let mut trace = Trace::of(numbers(text.iter().copied()));
    begin(&code, &mut trace);
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
        code.steps.iter().map(written_entry),
    );
    end(&code, &mut trace);
    if code.error.is_none() {
        let mut output = String::from_utf8_lossy(&code.literal).into_owned();
        if code.delimiter.is_some() {
            let bootstring = Bootstring::from_arguments(arguments)?;
            output.push(bootstring.parameters().delimiter);
        }
        for step in &code.steps {
            output += &characters(&step.digits);
        }
        trace.fact("output", format!("{output:?}"));
    }
    Ok(trace)
}

/// The state when a code point is inserted, in the order in which the encoder comes to it.
fn written_entry(step: &InsertionTrace) -> Entry<7> {
    let n = format!("U+{:04X}", step.code_point);
    let i = step.index.to_string();
    let delta = step.delta.to_string();
    let written = characters(&step.digits);
    let digits = comparisons(&step.digits);
    let bias = step.bias.to_string();
    let next = step.next_bias.to_string();
    Entry {
        steps: vec![
            ("insert", format!("{n} at {i}")),
            (
                "delta",
                format!("{delta}, written {written:?} (digits {digits})"),
            ),
            ("bias", format!("{bias}, then {next}")),
        ],
        cells: [n, i, delta, written, digits, bias, next],
    }
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
    let mut entries = Vec::new();
    for (place, step) in code.steps.iter().enumerate() {
        let text = numbers(code.text_after(place + 1));
        entries.push(read_entry(step, text));
    }
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
        entries,
    );
    if !code.pending.is_empty() {
        let read = characters(&code.pending);
        let digits = comparisons(&code.pending);
        trace.fact(
            "delta",
            format!("{read:?} (digits {digits}) and no further"),
        );
    }
    end(&code, &mut trace);
    Ok(trace)
}

/// The state after an insertion, in the order in which the decoder comes to it. This is the text by then.
fn read_entry(step: &InsertionTrace, text: String) -> Entry<8> {
    let read = characters(&step.digits);
    let digits = comparisons(&step.digits);
    let delta = step.delta.to_string();
    let bias = step.bias.to_string();
    let next = step.next_bias.to_string();
    let n = format!("U+{:04X}", step.code_point);
    let i = step.index.to_string();
    Entry {
        steps: vec![
            ("delta", format!("{read:?} (digits {digits}) is {delta}")),
            ("bias", format!("{bias}, then {next}")),
            ("insert", format!("{n} at {i}")),
            ("text", text.clone()),
        ],
        cells: [read, digits, delta, bias, next, n, i, text],
    }
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
    if let Some(error) = code.error {
        refused(error, trace);
    }
}

fn characters(digits: &[Digit]) -> String {
    digits
        .iter()
        .map(|digit| char::from(digit.character))
        .collect()
}

/// The values of the digits, and the thresholds that they are compared with.
fn comparisons(digits: &[Digit]) -> String {
    let mut words = Vec::new();
    for Digit {
        value, threshold, ..
    } in digits
    {
        let sign = if value < threshold { '<' } else { '≥' };
        words.push(format!("{value}{sign}{threshold}"));
    }
    words.join(" ")
}
