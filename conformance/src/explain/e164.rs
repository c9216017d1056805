//! The steps of ENUM: the digits of a number as labels, and what each record gives.

use acegate_codec::e164::{self, RecordOutcome};
use acegate_codec::{Arguments, Codec, Failure, Parameters, Value};

use super::label::write_result;
use super::scalar;
use super::trace::{Direction, Table, Trace, joined};

/// The steps from a number to its domain, or back.
pub(super) fn converting(
    codec: &dyn Codec,
    op: &str,
    parameters: &Parameters,
    input: &str,
) -> Trace {
    let mut trace = Trace::default();
    trace.fact("input", input);
    let answer = codec.apply(op, parameters, &Value::from(input));
    let is_number = op == "to-domain";
    if answer.is_ok() {
        let labels: Vec<String> = match is_number {
            true => input.chars().rev().filter(char::is_ascii_digit).map(String::from).collect(),
            false => input.split('.').take_while(|it| it.len() == 1).map(str::to_owned).collect(),
        };
        let digits = labels.iter().rev().cloned();
        trace.fact("digits", digits.collect::<Vec<_>>().join(" "));
        trace.table(Table {
            caption: "The labels: the digits from the last one to the first",
            direction: Direction::Right,
            heads: &["label"],
            entries: labels.into_iter().map(|label| vec![label]).collect(),
            in_words: |entries| vec![("labels", joined(entries, 0, "."))],
        });
    }
    write_result(if is_number { "domain" } else { "number" }, &answer, &mut trace);
    trace
}

/// The steps from a number and its records to its URIs.
///
/// # Errors
///
/// [`Failure::Unsupported`] for an input that is not a list of texts of Unicode scalar values.
pub(super) fn rewriting(
    codec: &dyn Codec,
    arguments: Arguments<'_>,
    parameters: &Parameters,
    input: &Value,
) -> Result<Trace, Failure> {
    let Value::List(values) = input else {
        return Err(Failure::unsupported("this operation takes a list: a number and its records"));
    };
    let texts = values.iter().map(|value| scalar(value.as_text()?));
    let texts = texts.collect::<Result<Vec<_>, _>>()?;
    let mut trace = Trace::default();
    if let Some((number, records)) = texts.split_first() {
        trace.fact("number", number);
        let outcomes = e164::outcomes(number, records, &arguments.word("service"));
        let outcomes = outcomes.unwrap_or_default().into_iter().map(shown);
        trace.table(Table {
            caption: "The records",
            direction: Direction::Down,
            heads: &["record", "gives"],
            entries: records
                .iter()
                .zip(outcomes)
                .map(|(it, gives)| vec![it.clone(), gives])
                .collect(),
            in_words: |entries| {
                let step = |entry: &Vec<String>| {
                    [("record", entry[0].clone()), ("gives", entry[1].clone())]
                };
                entries.iter().flat_map(step).collect()
            },
        });
    }
    match codec.apply("rewrite", parameters, input) {
        Ok(Value::List(uris)) => {
            for uri in &uris {
                trace.fact("uri", scalar(uri.as_text()?)?);
            }
        }
        Err(failure @ Failure::Unsupported(_)) => return Err(failure),
        answer => write_result("uri", &answer, &mut trace),
    }
    Ok(trace)
}

fn shown(outcome: RecordOutcome) -> String {
    match outcome {
        RecordOutcome::Uri { order, preference, uri } => {
            format!("{uri}, order {order}, preference {preference}")
        }
        RecordOutcome::NotTerminal => "no URI: it leads to another domain".into(),
        RecordOutcome::Broken(kind) => format!("no URI: {}: {}", kind.code(), kind.description()),
        _ => "no URI: it does not match the number, or is of another Enumservice".into(),
    }
}
