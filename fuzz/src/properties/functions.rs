//! Functions for Rust users that do the same as operations of the registry.
//!
//! The registry takes any integers as code points and counts them; the functions take strings and count octets.

use acegate::hunt::{Violation, compare_outcomes};
use acegate::protocol::Request;
use acegate_codec::host::{self, LabelRules};
use acegate_codec::uri2dec::{self, EscapeMode, Form, Options, Protocol, Record};
use acegate_codec::uts46::{self, Settings};
use acegate_codec::{Arguments, Error, Failure, Value, e164, lace, punycode, race, utf5, utf6};

use super::laws::{arguments, law};
use crate::octets::Outcome;

type Made<T> = Result<T, Error>;

/// The function for Rust users gives what the registry answered. It refuses a string at the beginning of a
/// character or at the end.
pub(super) fn functions_agree(request: &Request, answer: &Outcome) -> Result<(), Violation> {
    let (Some(arguments), Ok(_) | Err(Failure::Refused(_))) = (arguments(request), answer) else {
        return Ok(());
    };
    let name = format!("{} directly", request.name());
    let direct = match &request.input {
        Value::Octets(octets) => Ok(uri2dec::escape_octets(octets, mode(&arguments)).into()),
        // The registry itself calls the function for a list.
        Value::List(_) => return Ok(()),
        Value::Text(text) => {
            let Some(string) = text.to_scalar_string() else {
                return Ok(());
            };
            match of_string(&request.codec, &arguments, &string) {
                Some(result) => counted_in_characters(&name, &string, result)?,
                None => return Ok(()),
            }
        }
    };
    compare_outcomes(&name, &direct, answer)
}

/// The result with the position of its error in characters, if it is a boundary of the string.
pub(super) fn counted_in_characters(
    name: &str,
    string: &str,
    result: Made<Value>,
) -> Result<Outcome, Violation> {
    let Err(error) = result else {
        return Ok(result.map_err(Failure::from));
    };
    let start = string.get(..error.position);
    law(start.is_some(), name, "position-is-a-boundary", || {
        format!("{error:?} in {string:?}")
    })?;
    let position = start.unwrap_or_default().chars().count();
    Ok(Err(Error { position, ..error }.into()))
}

/// The result of the function that does the operation; `None` if no function does only this.
fn of_string(codec: &str, arguments: &Arguments<'_>, text: &str) -> Option<Made<Value>> {
    let op = arguments.operation.name;
    let result = match (codec, op) {
        ("enum", "to-domain") => e164::to_domain(text, &tree(arguments)),
        ("enum", "to-number") => e164::to_number(text, &tree(arguments)),
        ("lace", _) if arguments.is("draft", "0") => {
            of_labels(arguments, &lace::RULES_DRAFT_00, text)
        }
        ("lace", _) => of_labels(arguments, &lace::RULES, text),
        ("punycode", "to-ascii") => punycode::to_ascii(text),
        ("punycode", "to-unicode") => punycode::to_unicode(text),
        ("race", _) => of_labels(arguments, &race::RULES, text),
        ("uri2dec", _) => return of_addresses(arguments, text),
        ("utf5", "encode") => Ok(utf5::encode(text)),
        ("utf5", _) => utf5::decode(text),
        ("utf6", _) => of_labels(arguments, &utf6::RULES, text),
        ("uts46", "to-ascii") => uts46::to_ascii(text, &Settings::from_arguments(arguments)),
        ("uts46", _) => uts46::to_unicode(text, &Settings::from_arguments(arguments)),
        _ => return None,
    };
    Some(result.map(Value::from))
}

fn of_labels(arguments: &Arguments<'_>, rules: &LabelRules, text: &str) -> Made<String> {
    let function = match (arguments.operation.name, arguments.is("layer", "bare")) {
        ("encode", true) => host::encode_bare,
        ("encode", false) => host::encode_label,
        ("decode", true) => host::decode_bare,
        ("decode", false) => host::decode_label,
        ("to-ascii", _) => host::to_ascii,
        _ => host::to_unicode,
    };
    function(text, rules)
}

fn of_addresses(arguments: &Arguments<'_>, text: &str) -> Option<Made<Value>> {
    let options = Options::from(*arguments);
    let result = match arguments.operation.name {
        // The function spells the address itself.
        "hash" if options.form == Form::PreInverted => return None,
        "hash" => uri2dec::hash(text),
        "invert" => uri2dec::invert(text),
        "key" => uri2dec::key(text, &options),
        "encode" => uri2dec::encode(text, &options),
        "decode" => uri2dec::decode(text, &options),
        "write-record" => uri2dec::write_record(text, record(arguments), &options),
        "read-record" => uri2dec::read_record(text, &options),
        "escape" => Ok(uri2dec::escape(text, mode(arguments))),
        "unescape" => uri2dec::unescape(text, options.strictness),
        "assign" => uri2dec::assign(text, protocol(arguments)),
        "choices" => return Some(uri2dec::choices(text).map(Value::from)),
        _ => return None,
    };
    Some(result.map(Value::from))
}

/// The tree of a request, or that of the document.
fn tree(arguments: &Arguments<'_>) -> String {
    let tree = arguments.word("tree");
    if tree.is_empty() {
        e164::TREE.to_owned()
    } else {
        tree
    }
}

fn mode(arguments: &Arguments<'_>) -> EscapeMode {
    if arguments.is("mode", "uri") {
        EscapeMode::Uri
    } else {
        EscapeMode::Text
    }
}

fn record(arguments: &Arguments<'_>) -> Record {
    if arguments.is("record", "hash") {
        Record::Hash
    } else {
        Record::Address
    }
}

fn protocol(arguments: &Arguments<'_>) -> Protocol {
    for protocol in Protocol::ALL {
        if arguments.is("protocol", protocol.name()) {
            return protocol;
        }
    }
    Protocol::Sip
}
