//! The steps of ENUM: the digits of a number as labels, the rule of each record with its groups, and
//! the URIs in the order in which they count.

use acegate_codec::e164::{RecordOutcome, RecordTrace, trace_rewrite};
use acegate_codec::{Arguments, Codec, Failure, Parameters, Value, Verb};

use super::label::write_result;
use super::trace::{Entry, RowInWords, Trace};
use super::{refused, scalar};
use crate::sorting::sort_by;

/// The steps from a number to its domain, or back. A refused input shows the digits before the first
/// one that is wrong.
pub(super) fn converting(
    codec: &dyn Codec,
    verb: Verb,
    parameters: &Parameters,
    input: &str,
) -> Trace {
    let mut trace = Trace::of(input);
    let answer = codec.apply(verb.name(), parameters, &Value::from(input));
    let read = match &answer {
        Err(Failure::Refused(error)) => input.get(..error.position).unwrap_or(input),
        _ => input,
    };
    if verb == Verb::ToDomain {
        write_digits(read, answer.is_ok(), &mut trace);
        write_result("domain", &answer, &mut trace);
    } else {
        write_labels(read, answer.is_ok(), &mut trace);
        write_result("number", &answer, &mut trace);
    }
    trace
}

/// Writes the digits of a number, as labels if it was not refused.
fn write_digits(number: &str, is_whole: bool, trace: &mut Trace) {
    let digits = number.chars().filter(char::is_ascii_digit);
    let digits: Vec<_> = digits.map(String::from).collect();
    if !is_whole {
        if !digits.is_empty() {
            trace.fact("digits", digits.join(" "));
        }
        return;
    }
    trace.columns(
        "The labels are the digits from the last one to the first",
        &["digits", "labels"],
        with_reversed(&digits),
        &[
            RowInWords { head: 0, ..DIGITS },
            RowInWords { head: 1, ..LABELS },
        ],
    );
}

/// Writes the labels of a domain before its tree, as digits if it was not refused.
fn write_labels(domain: &str, is_whole: bool, trace: &mut Trace) {
    if !is_whole {
        // A label whose second character is wrong is not read.
        let whole_labels = domain.rsplit_once('.').map_or("", |(labels, _)| labels);
        let labels = digits_before_tree(whole_labels);
        if !labels.is_empty() {
            trace.fact("labels", labels.join(" "));
        }
        return;
    }
    trace.columns(
        "The digits are the labels before the tree from the last one to the first",
        &["labels", "digits"],
        with_reversed(&digits_before_tree(domain)),
        &[
            RowInWords { head: 0, ..LABELS },
            RowInWords { head: 1, ..DIGITS },
        ],
    );
}

const DIGITS: RowInWords = RowInWords {
    name: "digits",
    head: 0,
    before: "",
    between: " ",
};

const LABELS: RowInWords = RowInWords {
    name: "labels",
    head: 0,
    before: "",
    between: ".",
};

/// The labels of one digit at the start of a domain.
fn digits_before_tree(domain: &str) -> Vec<String> {
    let labels = domain.split('.').take_while(|label| is_digit(label));
    labels.map(str::to_owned).collect()
}

fn is_digit(label: &str) -> bool {
    label.len() == 1 && label.bytes().all(|octet| octet.is_ascii_digit())
}

/// Each of these with the one at the same place from the end.
fn with_reversed(all: &[String]) -> Vec<[String; 2]> {
    let mut pairs = Vec::new();
    for (one, other) in all.iter().zip(all.iter().rev()) {
        pairs.push([one.clone(), other.clone()]);
    }
    pairs
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
    let answer = match codec.apply(arguments.operation.name, parameters, input) {
        Err(failure @ Failure::Unsupported(_)) => return Err(failure),
        answer => answer,
    };
    let mut texts = Vec::new();
    for value in values {
        texts.push(scalar(value.as_text()?)?);
    }
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
    let mut entries = Vec::new();
    for (number, (record, step)) in (1..).zip(records.iter().zip(steps)) {
        entries.push(record_entry(number, record, step));
    }
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
        entries,
    );
}

/// A record of a list in cells and in words, which leave out the number and empty cells.
fn record_entry(number: usize, record: &str, step: &RecordTrace) -> Entry<6> {
    let (expression, substitution) = step.rule.clone().unwrap_or_default();
    let groups = show_groups(step.groups.as_deref().unwrap_or_default());
    let outcome = show_outcome(&step.outcome);
    let mut steps = vec![
        ("record", record.to_owned()),
        ("expression", expression.clone()),
        ("substitution", substitution.clone()),
        ("groups", groups.clone()),
        ("gives", outcome.clone()),
    ];
    steps.retain(|(_, cell)| !cell.is_empty());
    let number = number.to_string();
    let record = record.to_owned();
    Entry {
        cells: [number, record, expression, substitution, groups, outcome],
        steps,
    }
}

/// The groups as a substitution refers to them: `\1 is "44", \2 has no match`.
fn show_groups(groups: &[Option<String>]) -> String {
    let mut words = Vec::new();
    for (number, group) in (1..).zip(groups) {
        words.push(match group {
            Some(text) => format!("\\{number} is {text:?}"),
            None => format!("\\{number} has no match"),
        });
    }
    words.join(", ")
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
    let mut uris = Vec::new();
    for (record, step) in (1..).zip(steps) {
        if let RecordOutcome::Uri {
            order,
            preference,
            uri,
        } = &step.outcome
        {
            uris.push(Ranked {
                order: *order,
                preference: *preference,
                record,
                uri,
            });
        }
    }
    sort_by(&mut uris, Ord::cmp);
    let lowest = uris.first().map(|first| first.order);
    trace.rows(
        "The URIs by order, then by preference; those of the lowest order count",
        &["order", "preference", "record", "URI", "result"],
        uris.iter().map(|uri| uri.entry(Some(uri.order) == lowest)),
    );
}

/// A URI with its record, sorted by the fields in this order.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Ranked<'a> {
    order: u16,
    preference: u16,
    /// The number of the record in the list, from 1.
    record: usize,
    uri: &'a str,
}

impl Ranked<'_> {
    fn entry(&self, counts: bool) -> Entry<5> {
        let order = self.order.to_string();
        let preference = self.preference.to_string();
        let record = self.record.to_string();
        let result = if counts { "counts" } else { "does not count" };
        let words = format!("{order}, preference {preference}: record {record} {result}");
        let uri = self.uri.to_owned();
        Entry {
            cells: [order, preference, record, uri, result.to_owned()],
            steps: vec![("order", words)],
        }
    }
}
