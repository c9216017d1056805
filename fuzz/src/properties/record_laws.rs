//! Laws of the records of a number that need no second implementation.

use acegate::hunt::{Subject, Violation, show_outcome};
use acegate::protocol::Request;
use acegate_codec::{Failure, Value};

use super::laws::ask;
use crate::octets::Outcome;

/// If there is a URI, a record that is wrong changes nothing, wherever it is. In
/// reverse order, the records give the same URIs, of which those of equal preference
/// may have changed places.
pub(crate) fn records_keep_the_laws(
    request: &Request,
    subject: &mut dyn Subject,
) -> Result<(), Violation> {
    let Value::List(values) = &request.input else { return Ok(()) };
    let Some((number, records)) = values.split_first() else { return Ok(()) };
    let outcome = ask(subject, request);
    let mut with = |records: Vec<Value>| {
        let values = [number.clone()].into_iter().chain(records).collect();
        ask(subject, &request.then("rewrite", Value::List(values)))
    };
    let mut reversed = records.to_vec();
    reversed.reverse();
    holds(request, "order-of-records-is-free", &sorted(&outcome), &sorted(&with(reversed)))?;
    if outcome.is_err() {
        return Ok(());
    }
    for extra in [
        "",
        r#"0 0 "u" "E2U+sip" "!^(.*$!sip:x!" ."#,
        r#"0 0 "z" "E2U+sip" "!^.*$!sip:x!" ."#,
        r#"0 0 "" "" "" example."#,
    ] {
        let mut more = records.to_vec();
        more.insert(records.len() / 2, extra.into());
        holds(request, "wrong-records-change-nothing", &outcome, &with(more))?;
    }
    Ok(())
}

/// The outcome without an order of its values, and without the place of a refusal.
fn sorted(outcome: &Outcome) -> Outcome {
    match outcome {
        Ok(Value::List(values)) => {
            let mut values = values.clone();
            values.sort();
            Ok(Value::List(values))
        }
        // Another record can be the first that is wrong.
        Err(Failure::Refused(_)) => Err(Failure::unsupported("refused")),
        other => other.clone(),
    }
}

fn holds(
    request: &Request,
    law: &str,
    expected: &Outcome,
    found: &Outcome,
) -> Result<(), Violation> {
    // One record more can be more than is taken.
    let too_long = matches!(found, Err(Failure::Unsupported(what)) if what != "refused");
    if too_long || found == expected {
        return Ok(());
    }
    let detail = format!("{} and {}", show_outcome(expected), show_outcome(found));
    Err(Violation::law(request.name(), law, detail))
}
