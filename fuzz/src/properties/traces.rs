//! The steps of a trace end in the result of the operation.

use acegate::hunt::{Violation, compare_results};
use acegate::protocol::Request;
use acegate_codec::bootstring::{Bootstring, CodeTrace};
use acegate_codec::e164::RecordOutcome;
use acegate_codec::uri2dec::{self, Form, Options};
use acegate_codec::{Family, Text, Value, Verb, e164};

use super::laws::{arguments, law, scalar};

/// Steps end in the result, or in the error, of the operation that they explain.
pub(crate) fn traces_tell_the_truth(request: &Request) -> Result<(), Violation> {
    let Some(arguments) = arguments(request) else {
        return Ok(());
    };
    if let Value::List(values) = &request.input {
        return records(request, values, &arguments.word("service"));
    }
    let Some(text) = request.text() else {
        return Ok(());
    };
    if request.is_of(Family::Addresses) {
        return number(request, text, &Options::from(arguments));
    }
    match Bootstring::from_arguments(arguments) {
        Ok(bootstring) if request.does(Verb::Encode) => encoding(request, &bootstring, text),
        Ok(bootstring) => decoding(request, &bootstring, text),
        Err(_) => Ok(()),
    }
}

fn encoding(request: &Request, bootstring: &Bootstring, text: &Text) -> Result<(), Violation> {
    let trace = bootstring.trace_encode(&text.code_points);
    let mut code = trace.literal.clone();
    code.extend(
        trace
            .delimiter
            .map(|_| bootstring.parameters().delimiter as u8),
    );
    for step in &trace.steps {
        let start = code.len();
        code.extend(step.digits.iter().map(|digit| digit.character));
        are_placed(step.span == (start..code.len()), request, &trace)?;
    }
    let traced = trace.error.map_or(Ok(code), Err);
    compare_results(
        &steps_of(request),
        &traced,
        &bootstring.encode(&text.code_points),
    )
}

fn decoding(request: &Request, bootstring: &Bootstring, code: &Text) -> Result<(), Violation> {
    let trace = bootstring.trace_decode(&code.code_points);
    for step in &trace.steps {
        let sum = step
            .digits
            .iter()
            .map(|digit| u64::from(digit.value) * digit.weight)
            .sum::<u64>();
        let is_sum = sum == u64::from(step.delta) && step.span.len() == step.digits.len();
        are_placed(is_sum, request, &trace)?;
    }
    let traced = trace
        .error
        .map_or_else(|| Ok(trace.text_after(trace.steps.len())), Err);
    compare_results(
        &steps_of(request),
        &traced,
        &bootstring.decode(&code.code_points),
    )
}

fn number(request: &Request, text: &Text, options: &Options) -> Result<(), Violation> {
    let Some(string) = text.to_scalar_string() else {
        return Ok(());
    };
    let traced = uri2dec::trace(&string, options);
    let name = steps_of(request);
    let numbers = traced.clone().map(|trace| trace.number);
    compare_results(&name, &numbers, &uri2dec::encode(&string, options))?;
    let Ok(trace) = traced else { return Ok(()) };
    let has_all = trace.vector.len() == trace.address.len();
    law(has_all, &*name, "the-vector-has-every-symbol", || {
        format!("{:?}", trace.vector)
    })?;
    let hash = if options.form == Form::Direct {
        &trace.hash
    } else {
        &trace.inverted_hash
    };
    let space = if trace.number.contains(' ') { " " } else { "" };
    let parts = [hash, space, &trace.marker.to_string(), space, &trace.key];
    let whole = parts.concat() + &trace.extension;
    compare_results(&name, &Ok(whole), &Ok(trace.number.clone()))?;
    let bits = trace
        .vector
        .iter()
        .map(|symbol| symbol.bits.as_str())
        .collect::<String>();
    let bits = bits + &trace.alignment_bits;
    let triads = trace.triads.concat();
    let significant = trace.significant_bits == 0 || bits.trim_start_matches('0') == triads;
    law(significant, name, "triads-are-the-vector", || triads)
}

/// The URIs of the records with the lowest order that gives any, by preference, are the URIs of the number.
fn records(request: &Request, values: &[Value], service: &str) -> Result<(), Violation> {
    let texts: Option<Vec<_>> = values.iter().map(scalar).collect();
    let Some(texts) = texts else { return Ok(()) };
    let Some((number, records)) = texts.split_first() else {
        return Ok(());
    };
    let rewritten = e164::rewrite(number, records, service);
    let steps = match e164::trace_rewrite(number, records, service) {
        Ok(steps) => steps,
        Err(error) => return compare_results(&steps_of(request), &Err(error), &rewritten),
    };
    let mut found = Vec::new();
    for step in &steps {
        if let RecordOutcome::Uri {
            order,
            preference,
            uri,
        } = &step.outcome
        {
            found.push((order, preference, uri));
        }
    }
    found.sort_by_key(|&(order, preference, _)| (order, preference));
    let lowest = found.first().map(|&(order, ..)| order);
    let chosen = found.iter().filter(|&&(order, ..)| Some(order) == lowest);
    let uris: Vec<_> = chosen.map(|&(.., uri)| uri.clone()).collect();
    let is_same = rewritten.clone().unwrap_or_default() == uris;
    law(
        is_same,
        steps_of(request),
        "the-steps-have-the-uris",
        || format!("{rewritten:?} and {steps:?}"),
    )
}

fn steps_of(request: &Request) -> String {
    format!("steps of {}", request.name())
}

fn are_placed(holds: bool, request: &Request, trace: &CodeTrace) -> Result<(), Violation> {
    law(
        holds,
        steps_of(request),
        "digits-are-where-they-are-said",
        || format!("{trace:?}"),
    )
}
