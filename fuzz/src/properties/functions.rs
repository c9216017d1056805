//! Functions for Rust users that do the same as operations of the registry.
//!
//! The registry takes any integers as code points and counts them; the functions take strings and count octets.

use acegate::hunt::{Violation, compare_outcomes};
use acegate::protocol::Request;
use acegate_codec::host::{self, LabelRules};
use acegate_codec::idna2008::{self, NameOptions};
use acegate_codec::uri2dec::{self, EscapeMode, Form, Options, Protocol, Record};
use acegate_codec::uts46::{self, Settings};
use acegate_codec::{
    About, Arguments, Error, Failure, Family, Value, Verb, e164, lace, punycode, race, utf5, utf6,
};

use super::laws::{arguments, law};
use crate::octets::Outcome;

type Made<T> = Result<T, Error>;

/// The function for Rust users gives what the registry answered. It refuses a string at the beginning of a
/// character or at the end.
pub(super) fn functions_agree(request: &Request, answer: &Outcome) -> Result<(), Violation> {
    let (Some(codec), Some(arguments)) = (request.about(), arguments(request)) else {
        return Ok(());
    };
    if matches!(answer, Err(Failure::Unsupported(_))) {
        return Ok(());
    }
    let name = format!("{} directly", request.name());
    let direct = match &request.input {
        Value::Octets(octets) => Ok(uri2dec::escape_octets(octets, mode(&arguments)).into()),
        // The registry itself calls the function for a list.
        Value::List(_) => return Ok(()),
        Value::Text(text) => {
            let Some(string) = text.to_scalar_string() else {
                return Ok(());
            };
            match of_string(&codec, &arguments, &string) {
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
fn of_string(codec: &About, arguments: &Arguments<'_>, text: &str) -> Option<Made<Value>> {
    let verb = arguments.operation.verb;
    let result = match (codec.family, verb) {
        (Family::Telephone, Verb::ToDomain) => e164::to_domain(text, &tree(arguments)),
        (Family::Telephone, Verb::ToNumber) => e164::to_number(text, &tree(arguments)),
        (Family::Labels, _) => of_labels(arguments, rules_of(codec, arguments)?, text),
        (Family::Bootstring, Verb::ToAscii) => punycode::to_ascii(text),
        (Family::Bootstring, Verb::ToUnicode) => punycode::to_unicode(text),
        (Family::Addresses, _) => return of_addresses(arguments, text),
        (Family::Texts, Verb::Encode) => Ok(utf5::encode(text)),
        (Family::Texts, _) => utf5::decode(text),
        (Family::Idna, Verb::ToAscii) => {
            uts46::to_ascii(text, &Settings::from_arguments(arguments))
        }
        (Family::Idna2008, Verb::ToAscii) => {
            idna2008::to_ascii(text, &NameOptions::from_arguments(arguments))
        }
        (Family::Idna2008, Verb::ToUnicode) => {
            idna2008::to_unicode(text, &NameOptions::from_arguments(arguments))
        }
        (Family::Idna, _) => uts46::to_unicode(text, &Settings::from_arguments(arguments)),
        _ => return None,
    };
    Some(result.map(Value::from))
}

/// The rules of an encoding of labels, of the draft that a request names; `None` for one without functions.
fn rules_of(codec: &About, arguments: &Arguments<'_>) -> Option<&'static LabelRules> {
    if *codec == lace::ABOUT && arguments.is("draft", "0") {
        return Some(&lace::RULES_DRAFT_00);
    }
    let all = [
        (lace::ABOUT, &lace::RULES),
        (race::ABOUT, &race::RULES),
        (utf6::ABOUT, &utf6::RULES),
    ];
    let mut all = all.into_iter();
    let (_, rules) = all.find(|(about, _)| about == codec)?;
    Some(rules)
}

fn of_labels(arguments: &Arguments<'_>, rules: &LabelRules, text: &str) -> Made<String> {
    let function = match (arguments.operation.verb, arguments.is("layer", "bare")) {
        (Verb::Encode, true) => host::encode_bare,
        (Verb::Encode, false) => host::encode_label,
        (Verb::Decode, true) => host::decode_bare,
        (Verb::Decode, false) => host::decode_label,
        (Verb::ToAscii, _) => host::to_ascii,
        _ => host::to_unicode,
    };
    function(text, rules)
}

fn of_addresses(arguments: &Arguments<'_>, text: &str) -> Option<Made<Value>> {
    let options = Options::from(*arguments);
    let result = match arguments.operation.verb {
        // The function spells the address itself.
        Verb::Hash if options.form == Form::PreInverted => return None,
        Verb::Hash => uri2dec::hash(text),
        Verb::Invert => uri2dec::invert(text),
        Verb::Key => uri2dec::key(text, &options),
        Verb::Encode => uri2dec::encode(text, &options),
        Verb::Decode => uri2dec::decode(text, &options),
        Verb::WriteRecord => uri2dec::write_record(text, record(arguments), &options),
        Verb::ReadRecord => uri2dec::read_record(text, &options),
        Verb::Escape => Ok(uri2dec::escape(text, mode(arguments))),
        Verb::Unescape => uri2dec::unescape(text, options.strictness),
        Verb::Assign => uri2dec::assign(text, protocol(arguments)),
        Verb::Choices => return Some(uri2dec::choices(text).map(Value::from)),
        _ => return None,
    };
    Some(result.map(Value::from))
}

/// The tree of a request, or the document's.
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
