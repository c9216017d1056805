//! The rules of host names, whatever the encoding.

use acegate::hunt::{HOST_NAME, PREFIX, Violation, show_outcome};
use acegate::protocol::Request;
use acegate_codec::host::{has_prefix, is_ldh};
use acegate_codec::{Error, ErrorKind, Failure, Value, punycode};

use super::laws::{keeps, law, scalar};
use crate::octets::Outcome;
use crate::subject::ask;

/// A written name consists of letters, digits, hyphens and dots, within the limits. Labels are treated
/// one by one; plain ones pass unchanged. A final dot changes nothing else. A name is refused with the
/// error of the first label that is refused.
pub(crate) fn names_keep_the_laws(request: &Request) -> Result<(), Violation> {
    keeps(&HOST_NAME, request)?;
    keeps(&PREFIX, request)?;
    let prefix = request.prefix();
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
    let output = scalar(&output);
    let law = |holds, name: &str| {
        let shown = || show_outcome(&Ok(request.input.clone()));
        let output = output.as_deref().unwrap_or_default();
        law(holds, request.name(), name, || {
            format!("{} gives {output:?}", shown())
        })
    };
    law(output.is_some(), "result-is-text")?;
    let output = output.as_deref().unwrap_or_default();
    let op = request.op.as_str();
    let also = |op: &str, name: &str| ask(&request.derive(op, Value::from(name)));
    if let Some(bare) = name.strip_suffix('.') {
        let expected = output.strip_suffix('.').map(Value::from);
        law(
            also(op, bare).ok() == expected,
            "final-dot-changes-nothing-else",
        )?;
    }
    let (from, to): (Vec<_>, Vec<_>) = (name.split('.').collect(), output.split('.').collect());
    law(from.len() == to.len(), "one-label-for-one")?;
    for (from, to) in from.iter().zip(&to).filter(|(from, _)| !from.is_empty()) {
        law(
            also(op, from) == Ok(Value::from(*to)),
            "labels-are-treated-one-by-one",
        )?;
        if is_ldh(from) && !has_prefix(from, prefix) {
            law(from == to, "plain-labels-pass")?;
        } else if op == "to-ascii" {
            law(
                refused_as_prefixed(&also(op, to)),
                "nothing-is-encoded-twice",
            )?;
            let alone = label(request, also("encode", from));
            law(alone == Ok(Value::from(*to)), "label-is-encoded-alone")?;
        } else {
            law(!is_ldh(to), "decoded-labels-needed-it")?;
        }
    }
    Ok(())
}

/// A name is refused with the error of the first label that is refused alone, at the place of that
/// label. If no label is refused alone, the name is too long as a whole.
fn refusal_is_of_the_first_label(
    request: &Request,
    name: &str,
    error: Error,
) -> Result<(), Violation> {
    let labels = name
        .strip_suffix('.')
        .filter(|rest| !rest.is_empty())
        .unwrap_or(name);
    let mut start = 0;
    let mut expected = Error::new(ErrorKind::TooLong, name.chars().count());
    for label in labels.split('.') {
        let alone = ask(&request.derive(&request.op, Value::from(label)));
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
    if request.codec != "punycode" {
        return Ok(encoded);
    }
    let code = scalar(&encoded).unwrap_or_default();
    Ok(Value::from(format!("{}{code}", punycode::PREFIX).as_str()))
}

fn refused_as_prefixed(outcome: &Outcome) -> bool {
    matches!(outcome, Err(Failure::Refused(error)) if error.kind == ErrorKind::BadPrefix)
}
