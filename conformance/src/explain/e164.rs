//! The steps of ENUM: the digits of a number as labels, the rule of each record with its groups, and
//! the URIs in the order in which they count.

use acegate_codec::e164::{RecordOutcome, RecordTrace, trace_rewrite};
use acegate_codec::{Arguments, Codec, Failure, Parameters, Value};

use super::label::write_result;
use super::trace::Trace;
use super::{refused, scalar};

/// The steps from a number to its domain, or back. A refused input shows the digits before the first
/// one that is wrong.
pub(super) fn converting(
    codec: &dyn Codec,
    op: &str,
    parameters: &Parameters,
    input: &str,
) -> Trace {
    let mut trace = Trace::of(input);
    let answer = codec.apply(op, parameters, &Value::from(input));
    let read = match &answer {
        Err(Failure::Refused(error)) => input.get(..error.position).unwrap_or(input),
        _ => input,
    };
    let is_number = op == "to-domain";
    let digits: Vec<String> = if is_number {
        read.chars()
            .filter(char::is_ascii_digit)
            .map(String::from)
            .collect()
    } else {
        // A label whose second character is wrong is not read.
        let whole = if answer.is_ok() {
            read
        } else {
            read.rsplit_once('.').map_or("", |it| it.0)
        };
        whole
            .split('.')
            .take_while(|it| is_digit(it))
            .map(str::to_owned)
            .collect()
    };
    if answer.is_err() {
        if !digits.is_empty() {
            trace.fact(
                if is_number { "digits" } else { "labels" },
                digits.join(" "),
            );
        }
    } else {
        let reversed = digits.iter().rev().cloned();
        let entries = digits
            .iter()
            .cloned()
            .zip(reversed)
            .map(<[String; 2]>::from);
        let (digits, labels) = (("digits", " "), ("labels", "."));
        let (caption, heads, [(one, between), (other, beside)]) = if is_number {
            let caption = "The labels are the digits from the last one to the first";
            (caption, &["digits", "labels"], [digits, labels])
        } else {
            let caption =
                "The digits are the labels before the tree from the last one to the first";
            (caption, &["labels", "digits"], [labels, digits])
        };
        let steps = [(one, 0, "", between), (other, 1, "", beside)];
        trace.columns(caption, heads, entries, &steps);
    }
    write_result(
        if is_number { "domain" } else { "number" },
        &answer,
        &mut trace,
    );
    trace
}

fn is_digit(label: &str) -> bool {
    label.len() == 1 && label.bytes().all(|octet| octet.is_ascii_digit())
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
        return Err(Failure::unsupported(
            "this operation takes a list: a number and its records",
        ));
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
        let groups = show_groups(step.groups.as_deref().unwrap_or_default());
        let number = (at + 1).to_string();
        let cells = [
            number,
            record.clone(),
            expression,
            substitution,
            groups,
            show_outcome(&step.outcome),
        ];
        let names = ["record", "expression", "substitution", "groups", "gives"];
        let steps = names.into_iter().zip(cells[1..].iter().cloned());
        let steps = steps.filter(|(_, cell)| !cell.is_empty()).collect();
        (cells, steps)
    };
    trace.rows(
        "The records: the rule of each, its groups, and its result",
        &[
            "record",
            "text",
            "expression",
            "substitution",
            "groups",
            "gives",
        ],
        records.iter().zip(steps).enumerate().map(entry),
    );
}

/// The groups as a substitution refers to them.
fn show_groups(groups: &[Option<String>]) -> String {
    let show = |(at, group): (usize, &Option<String>)| match group {
        Some(text) => format!("\\{} is {text:?}", at + 1),
        None => format!("\\{} has no match", at + 1),
    };
    groups
        .iter()
        .enumerate()
        .map(show)
        .collect::<Vec<_>>()
        .join(", ")
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
        RecordOutcome::Uri {
            order,
            preference,
            uri,
        } => Some((*order, *preference, at + 1, uri.clone())),
        _ => None,
    };
    let mut uris: Vec<_> = steps.iter().enumerate().filter_map(uri).collect();
    uris.sort();
    let lowest = uris.first().map(|(order, ..)| *order);
    let entry = |(order, preference, record, uri): (u16, u16, usize, String)| {
        let counts = if Some(order) == lowest {
            "counts"
        } else {
            "does not count"
        };
        let words = format!("{order}, preference {preference}: record {record} {counts}");
        let [order, preference] = [order, preference].map(|number| number.to_string());
        let cells = [
            order,
            preference,
            record.to_string(),
            uri,
            counts.to_owned(),
        ];
        (cells, vec![("order", words)])
    };
    trace.rows(
        "The URIs by order, then by preference; those of the lowest order count",
        &["order", "preference", "record", "URI", "result"],
        uris.into_iter().map(entry),
    );
}
