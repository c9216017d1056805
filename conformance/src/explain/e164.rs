//! The steps of ENUM: the digits of a number as labels, the rule of each record with its groups, and
//! the URIs in the order in which they count.

use acegate_codec::e164::{RecordOutcome, RecordTrace, trace_rewrite};
use acegate_codec::{Arguments, Codec, Failure, Parameters, Value};

use super::label::write_result;
use super::trace::{Direction, Table, Trace, joined};
use super::{refused, scalar};

/// The steps from a number to its domain, or back. A refused input shows the digits before the first
/// one that is wrong.
pub(super) fn converting(
    codec: &dyn Codec,
    op: &str,
    parameters: &Parameters,
    input: &str,
) -> Trace {
    let mut trace = Trace::default();
    trace.fact("input", input);
    let answer = codec.apply(op, parameters, &Value::from(input));
    let read = match &answer {
        Err(Failure::Refused(error)) => input.get(..error.position).unwrap_or(input),
        _ => input,
    };
    let is_number = op == "to-domain";
    let digits: Vec<String> = if is_number {
        read.chars().filter(char::is_ascii_digit).map(String::from).collect()
    } else {
        // A label whose second character is wrong is not read.
        let whole = if answer.is_ok() { read } else { read.rsplit_once('.').map_or("", |it| it.0) };
        whole.split('.').take_while(|it| is_digit(it)).map(str::to_owned).collect()
    };
    if answer.is_err() {
        if !digits.is_empty() {
            trace.fact(if is_number { "digits" } else { "labels" }, digits.join(" "));
        }
    } else if is_number {
        trace.table(Table {
            caption: "The labels are the digits from the last one to the first",
            direction: Direction::Right,
            heads: &["digits", "labels"],
            entries: with_reversed(&digits),
            in_words: |entries| {
                vec![("digits", joined(entries, 0, " ")), ("labels", joined(entries, 1, "."))]
            },
        });
    } else {
        trace.table(Table {
            caption: "The digits are the labels before the tree from the last one to the first",
            direction: Direction::Right,
            heads: &["labels", "digits"],
            entries: with_reversed(&digits),
            in_words: |entries| {
                vec![("labels", joined(entries, 0, ".")), ("digits", joined(entries, 1, " "))]
            },
        });
    }
    write_result(if is_number { "domain" } else { "number" }, &answer, &mut trace);
    trace
}

fn is_digit(label: &str) -> bool {
    label.len() == 1 && label.bytes().all(|octet| octet.is_ascii_digit())
}

/// Each text beside the one that has its place in the reversed list.
fn with_reversed(texts: &[String]) -> Vec<Vec<String>> {
    texts
        .iter()
        .zip(texts.iter().rev())
        .map(|(one, other)| vec![one.clone(), other.clone()])
        .collect()
}

/// The steps from a number and its records to its URIs: each record in the order of the list, then
/// the URIs in the order in which they count.
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
    let answer = match codec.apply("rewrite", parameters, input) {
        Err(failure @ Failure::Unsupported(_)) => return Err(failure),
        answer => answer,
    };
    let texts = values.iter().map(|value| scalar(value.as_text()?));
    let texts = texts.collect::<Result<Vec<_>, _>>()?;
    let mut trace = Trace::default();
    if let Some((number, records)) = texts.split_first() {
        trace.fact("number", number);
        let service = arguments.word("service");
        if !service.is_empty() {
            trace.fact("service", service.as_str());
        }
        let steps = trace_rewrite(number, records, &service).unwrap_or_default();
        write_records(records, &steps, &mut trace);
        write_uris(&steps, &mut trace);
    }
    match answer {
        Ok(Value::List(uris)) => {
            for uri in &uris {
                trace.fact("uri", scalar(uri.as_text()?)?);
            }
        }
        Err(Failure::Refused(error)) => refused(error, &mut trace),
        answer => write_result("uri", &answer, &mut trace),
    }
    Ok(trace)
}

/// Writes the rule of each record, and its result for the number.
fn write_records(records: &[String], steps: &[RecordTrace], trace: &mut Trace) {
    let entry = |(at, (record, step)): (usize, (&String, &RecordTrace))| {
        let (expression, substitution) = step.rule.clone().unwrap_or_default();
        let groups = step.groups.as_deref().unwrap_or_default();
        vec![
            (at + 1).to_string(),
            record.clone(),
            expression,
            substitution,
            show_groups(groups),
            show_outcome(&step.outcome),
        ]
    };
    trace.table(Table {
        caption: "The records: the rule of each, its groups, and its result",
        direction: Direction::Down,
        heads: &["record", "text", "expression", "substitution", "groups", "gives"],
        entries: records.iter().zip(steps).enumerate().map(entry).collect(),
        in_words: |entries| {
            let names = ["record", "expression", "substitution", "groups", "gives"];
            let in_words = |entry: &Vec<String>| {
                let cells = names.into_iter().zip(entry[1..].iter().cloned());
                cells.filter(|(_, cell)| !cell.is_empty()).collect::<Vec<_>>()
            };
            entries.iter().flat_map(in_words).collect()
        },
    });
}

/// The groups as a substitution refers to them.
fn show_groups(groups: &[Option<String>]) -> String {
    let show = |(at, group): (usize, &Option<String>)| match group {
        Some(text) => format!("\\{} is {text:?}", at + 1),
        None => format!("\\{} has no match", at + 1),
    };
    groups.iter().enumerate().map(show).collect::<Vec<_>>().join(", ")
}

fn show_outcome(outcome: &RecordOutcome) -> String {
    match outcome {
        RecordOutcome::Uri { uri, .. } => uri.clone(),
        RecordOutcome::NoMatch => "no URI: the expression does not match the number".into(),
        RecordOutcome::OtherService => "no URI: none of its Enumservices is the wanted one".into(),
        RecordOutcome::NotTerminal => "no URI: it leads to another domain".into(),
        RecordOutcome::Broken(kind) => format!("no URI: {}: {}", kind.code(), kind.description()),
        _ => "no URI".into(),
    }
}

/// Writes the URIs by order and preference. Those of the lowest order count.
fn write_uris(steps: &[RecordTrace], trace: &mut Trace) {
    let uri = |(at, step): (usize, &RecordTrace)| match &step.outcome {
        RecordOutcome::Uri { order, preference, uri } => {
            Some((*order, *preference, at + 1, uri.clone()))
        }
        _ => None,
    };
    let mut uris: Vec<_> = steps.iter().enumerate().filter_map(uri).collect();
    uris.sort();
    let lowest = uris.first().map(|(order, ..)| *order);
    let entry = |(order, preference, record, uri): &(u16, u16, usize, String)| {
        let counts = if Some(*order) == lowest { "counts" } else { "does not count" };
        let numbers = [order.to_string(), preference.to_string(), record.to_string()];
        [&numbers[..], &[uri.clone(), counts.to_owned()]].concat()
    };
    trace.table(Table {
        caption: "The URIs by order, then by preference; those of the lowest order count",
        direction: Direction::Down,
        heads: &["order", "preference", "record", "URI", "result"],
        entries: uris.iter().map(entry).collect(),
        in_words: |entries| {
            let in_words = |entry: &Vec<String>| {
                let [order, preference, record, _, result] = entry.as_slice() else {
                    return Vec::new();
                };
                let text = format!("{order}, preference {preference}: record {record} {result}");
                vec![("order", text)]
            };
            entries.iter().flat_map(in_words).collect()
        },
    });
}
