//! The rules of host names, whatever the encoding.

use acegate::hunt::{HOST_NAME, PREFIX, Violation, show_outcome};
use acegate::protocol::Request;
use acegate_codec::host::{has_prefix, is_ldh};
use acegate_codec::{Error, ErrorKind, Failure, Family, Value, Verb, punycode};

use super::laws::{keeps, law, scalar};
use crate::octets::Outcome;
use crate::subject::{ask, ask_again, ask_next};

/// A written name consists of letters, digits, hyphens and dots, within the limits. Labels are treated
/// one by one; plain ones pass unchanged. A final dot changes nothing else. A name is refused with the
/// error of the first label that is refused.
pub(crate) fn names_keep_the_laws(request: &Request) -> Result<(), Violation> {
    keeps(&HOST_NAME, request)?;
    keeps(&PREFIX, request)?;
    let Some(name) = scalar(&request.input) else {
        return Ok(());
    };
    let output = match ask(request) {
        Ok(output) => output,
        Err(Failure::Refused(error)) => {
            return refusal_is_of_the_first_label(request, &name, error);
        }
        Err(Failure::Unsupported(_)) => return Ok(()),
    };
    let Some(output) = scalar(&output) else {
        return name_law(false, request, "", "result-is-text");
    };
    if let Some(bare) = name.strip_suffix('.') {
        let expected = output.strip_suffix('.').map(Value::from);
        let without_dot = ask_again(request, &Value::from(bare)).ok();
        let is_same = without_dot == expected;
        name_law(is_same, request, &output, "final-dot-changes-nothing-else")?;
    }
    let from: Vec<_> = name.split('.').collect();
    let to: Vec<_> = output.split('.').collect();
    let is_one_for_one = from.len() == to.len();
    name_law(is_one_for_one, request, &output, "one-label-for-one")?;
    for (from, to) in from.into_iter().zip(to) {
        if !from.is_empty() {
            label_keeps_the_laws(request, from, to, &output)?;
        }
    }
    Ok(())
}

/// A label of a name, and its label in the output.
fn label_keeps_the_laws(
    request: &Request,
    from: &str,
    to: &str,
    output: &str,
) -> Result<(), Violation> {
    let written = Ok(Value::from(to));
    let is_alone = ask_again(request, &Value::from(from)) == written;
    name_law(is_alone, request, output, "labels-are-treated-one-by-one")?;
    if is_ldh(from) && !has_prefix(from, request.prefix()) {
        name_law(from == to, request, output, "plain-labels-pass")
    } else if request.does(Verb::ToAscii) {
        let twice = ask_again(request, &Value::from(to));
        let is_refused = refused_as_prefixed(&twice);
        name_law(is_refused, request, output, "nothing-is-encoded-twice")?;
        let alone = label(request, ask_next(request, Verb::Encode, &Value::from(from)));
        let is_same = alone == written;
        name_law(is_same, request, output, "label-is-encoded-alone")
    } else {
        name_law(!is_ldh(to), request, output, "decoded-labels-needed-it")
    }
}

fn name_law(holds: bool, request: &Request, output: &str, name: &str) -> Result<(), Violation> {
    law(holds, request.name(), name, || {
        let input = show_outcome(&Ok(request.input.clone()));
        format!("{input} gives {output:?}")
    })
}

/// A name is refused with the error of the first label that is refused alone, at the position of that
/// label. If no label is refused alone, the name is too long as a whole.
fn refusal_is_of_the_first_label(
    request: &Request,
    name: &str,
    error: Error,
) -> Result<(), Violation> {
    let labels = match name.strip_suffix('.') {
        Some(rest) if !rest.is_empty() => rest,
        _ => name,
    };
    let mut start = 0;
    let mut expected = Error::new(ErrorKind::TooLong, name.chars().count());
    for label in labels.split('.') {
        let alone = ask_again(request, &Value::from(label));
        if let Err(Failure::Refused(error)) = alone {
            expected = error.shifted_by(start);
            break;
        }
        start += label.chars().count() + 1;
    }
    law(
        error == expected,
        request.name(),
        "refused-as-the-first-label",
        || format!("{error:?} for {name:?}, {expected:?} expected"),
    )
}

/// The label that the operation on labels gave. That of Punycode does not write the prefix.
fn label(request: &Request, encoded: Outcome) -> Outcome {
    let encoded = encoded?;
    if !request.is_of(Family::Bootstring) {
        return Ok(encoded);
    }
    let code = scalar(&encoded).unwrap_or_default();
    Ok(Value::from(format!("{}{code}", punycode::PREFIX).as_str()))
}

fn refused_as_prefixed(outcome: &Outcome) -> bool {
    matches!(outcome, Err(Failure::Refused(error)) if error.kind == ErrorKind::BadPrefix)
}
