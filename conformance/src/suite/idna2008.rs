//! The screening of names for IDNA 2008: an implementation is tested with its own options, and by its own version of
//! Unicode.

use acegate_codec::idna2008::{NameOptions, Process, process, versions};
use acegate_codec::{Operation, Parameter, Parameters};

use super::processing::name_of;
use super::uts46::{TableNames, older_table};
use crate::observation::SkipReason;
use crate::protocol::{CodecSupport, Request};

const TABLES: TableNames = TableNames {
    codec: acegate_codec::idna2008::ABOUT.id,
    mapping: "derived property",
};

/// The request in the form in which the implementation can answer it.
///
/// An option that the implementation does not have is replaced by one that it has, if the name has the same answer
/// under both. A rejection is only sent to the process that it belongs to, because lookup is bound by fewer rules.
///
/// # Errors
///
/// The reason, if the request is not sent.
pub(super) fn asked(
    request: Request,
    support: &CodecSupport,
) -> Result<Request, (SkipReason, String)> {
    let wanted = options(&request);
    let name = name_of(&request);
    let verb = request.verb();
    let request = with_own_options(request, support);
    // A number that is no character is refused under all options, or cannot be sent.
    let (Some(wanted), Some(own), Some(name), Some(verb)) = (wanted, options(&request), name, verb)
    else {
        return Ok(request);
    };
    let right = process(verb, &name, &wanted);
    let own_right = process(verb, &name, &own);
    let is_alike = match (&right, &own_right) {
        (Ok(right), Ok(own_right)) => right == own_right,
        (Err(right), Err(own_right)) => {
            right.code == own_right.code && wanted.process == own.process
        }
        _ => false,
    };
    if !is_alike {
        let names = different(&wanted, &own).join(", ");
        let why = format!("the answer depends on {names}");
        return Err((SkipReason::Unsupported, why));
    }
    let needed = versions(verb, &name, &own);
    match older_table(needed, support.limits.unicode, &TABLES) {
        Some(why) => Err((SkipReason::Limit, why)),
        None => Ok(request),
    }
}

/// The options that a request chooses; `None` if it is not one of the codec.
pub(crate) fn options(request: &Request) -> Option<NameOptions> {
    let operation = request.operation()?;
    let operations = std::slice::from_ref(operation);
    let arguments = Operation::select(operations, operation.name, &request.params).ok()?;
    Some(NameOptions::from_arguments(&arguments))
}

/// The request with the implementation's options where it lacks those of the request, whatever that does to the
/// answer.
pub(crate) fn with_own_options(request: Request, support: &CodecSupport) -> Request {
    let (Some(operation), Some(wanted)) = (request.operation(), options(&request)) else {
        return request;
    };
    let mut params = Parameters::new();
    for spec in operation.parameters {
        let Some(offered) = support.params.values(spec.name) else {
            continue;
        };
        let given = request.params.get(spec.name);
        let needed = given
            .cloned()
            .unwrap_or_else(|| default(spec.name, spec.values, &wanted));
        let own = match offered.first() {
            Some(first) if !offered.contains(&needed) => Some(first),
            _ => given,
        };
        if let Some(own) = own {
            params.insert(spec.name.to_owned(), own.clone());
        }
    }
    Request { params, ..request }
}

/// The value that a parameter has if a request leaves it out.
fn default(name: &str, values: &[&str], wanted: &NameOptions) -> Parameter {
    if name == "check-contexto" {
        return Parameter::Boolean(wanted.process == Process::Registration);
    }
    Parameter::from_word(values.first().copied().unwrap_or_default())
}

/// The options that differ.
fn different(wanted: &NameOptions, own: &NameOptions) -> Vec<&'static str> {
    let rows = [
        ("process", wanted.process != own.process),
        ("mapping", wanted.mapping != own.mapping),
        ("check-bidi", wanted.check_bidi != own.check_bidi),
        (
            "check-contexto",
            wanted.check_contexto != own.check_contexto,
        ),
        ("root", wanted.root != own.root),
        ("ldh", wanted.ldh != own.ldh),
    ];
    let mut names = Vec::new();
    for (name, is_different) in rows {
        if is_different {
            names.push(name);
        }
    }
    names
}
