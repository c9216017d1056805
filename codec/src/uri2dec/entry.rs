//! uri2dec as a [`Codec`].

use alloc::format;
use alloc::vec::Vec;
use core::num::NonZeroUsize;

use super::book::BookRules;
use super::{
    EscapeMode, EscapeRules, Form, NumberScope, Options, Packing, Profile, Protocol, ProtocolRules,
    Record, Strictness, Style, book,
};
use crate::codec::{About, Arguments, Codec, Failure, Operation, ParameterSpec, Parameters, Value};
use crate::error::Error;
use crate::facts::{Family, Input, Verb};
use crate::text_request::{apply_decoder, apply_encoder, read_list};
use crate::uri2dec::model::KeypadRules;

/// The codec `uri2dec`.
///
/// Both directions of an operation take the same parameters. A reader ignores those that the number
/// itself shows: the form, and the profile of a spaced number.
///
/// - `escape` takes text or octets. It refuses surrogate code points (`surrogate`) and numbers above
///   10FFFF (`out-of-range`).
/// - `unescape` returns text, so it refuses the octets `%80` to `%ff` (`escape`).
/// - `parses` returns a list. It takes numbers of up to 4096 digits, because the list can grow with
///   the square of the length.
/// - `book` takes a list of steps and returns a list with one answer for each. It takes steps of up
///   to 4096 characters together, for the same reason.
#[derive(Clone, Copy)]
pub struct Uri2dec {
    /// The rules of hashes, keys, numbers and records; `None` for those of the document, with fast
    /// procedures for keys and numbers.
    pub numbers: Option<KeypadRules>,
    /// The rules of the text layer.
    pub escapes: EscapeRules,
    /// The rules of the protocols of addresses.
    pub protocols: ProtocolRules,
    /// The rules of address books.
    pub books: BookRules,
}

/// The reference codec.
pub const CODEC: Uri2dec = Uri2dec {
    numbers: None,
    escapes: EscapeRules::DOCUMENT,
    protocols: ProtocolRules::DOCUMENT,
    books: BookRules::DOCUMENT,
};

impl Codec for Uri2dec {
    fn about(&self) -> About {
        ABOUT
    }

    fn apply(&self, op: &str, parameters: &Parameters, input: &Value) -> Result<Value, Failure> {
        let arguments = Operation::select(OPERATIONS, op, parameters)?;
        let mode = arguments.choice("mode", [EscapeMode::Text, EscapeMode::Uri]);
        match (arguments.operation.verb, input) {
            (Verb::Escape, Value::Octets(octets)) => {
                Ok(self.escapes.escape_octets(octets, mode).into())
            }
            (Verb::Escape, _) => apply_encoder(input, |text| Ok(self.escapes.escape(text, mode))),
            (Verb::Parses, Value::Text(text)) if text.code_points.len() > LONGEST_LISTED => {
                let what = format!("parses of more than {LONGEST_LISTED} digits");
                Err(Failure::unsupported(what))
            }
            (Verb::Book, _) => {
                let steps = read_list(input, "a list of steps", "steps of ", LONGEST_SCENARIO)?;
                let capacity = capacity(&arguments)?;
                Ok(book::scenario(&self.books, &steps, &arguments.into(), capacity)?.into())
            }
            _ => apply_decoder(input, |text| self.answer(&arguments, text)),
        }
    }
}

impl Uri2dec {
    fn answer(&self, arguments: &Arguments<'_>, text: &str) -> Result<Value, Error> {
        let options = Options::from(*arguments);
        let record = arguments.choice("record", [Record::Address, Record::Hash]);
        let rules = self.numbers.unwrap_or(KeypadRules::DOCUMENT);
        let answer = match (arguments.operation.verb, &self.numbers) {
            (Verb::Hash, _) => rules.hash(text, options.form),
            (Verb::Invert, _) => rules.invert(text),
            (Verb::Key, Some(rules)) => rules.key(text, &options),
            (Verb::Key, None) => super::key(text, &options),
            (Verb::Encode, Some(rules)) => rules.encode(text, &options),
            (Verb::Encode, None) => super::encode(text, &options),
            (Verb::Decode, Some(rules)) => rules.decode(text, &options),
            (Verb::Decode, None) => super::decode(text, &options),
            (Verb::Parses, Some(rules)) => return rules.parses(text, &options).map(Value::from),
            (Verb::Parses, None) => {
                return Ok(super::parses(text, &options)?.collect::<Vec<_>>().into());
            }
            (Verb::WriteRecord, _) => rules.write_record(text, record, &options),
            (Verb::ReadRecord, _) => rules.read_record(text, &options),
            (Verb::Unescape, _) => {
                let mut out = Vec::with_capacity(text.len());
                self.escapes
                    .unescape(text, options.strictness, |code| out.push(code))?;
                return Ok(Value::from_code_points(out));
            }
            (Verb::Assign, _) => self
                .protocols
                .assign(text, arguments.choice("protocol", Protocol::ALL)),
            _ => return self.protocols.choices(text).map(Value::from),
        };
        answer.map(Value::from)
    }
}

/// The largest length of a number whose readings are listed. Read strictly, it has at most 1024 of
/// them.
const LONGEST_LISTED: usize = 4096;

/// The largest length of all steps together. Answers to many searches among many addresses can have
/// the square of this length.
const LONGEST_SCENARIO: usize = 4096;

fn capacity(arguments: &Arguments<'_>) -> Result<NonZeroUsize, Failure> {
    match arguments.word("capacity").as_str() {
        "" => Ok(CAPACITY),
        word => word
            .parse::<u64>()
            .ok()
            .and_then(|number| NonZeroUsize::new(usize::try_from(number).unwrap_or(usize::MAX)))
            .ok_or_else(|| Failure::unsupported("capacity is a number from 1")),
    }
}

/// The number of learnt numbers that the device's own address book keeps if a request does not say it.
pub const CAPACITY: NonZeroUsize = NonZeroUsize::new(100).unwrap();

impl From<Arguments<'_>> for Options {
    /// The options from the parameters of a request.
    fn from(arguments: Arguments<'_>) -> Self {
        Self {
            profile: arguments.choice("profile", [Profile::Shifted, Profile::Octal]),
            form: arguments.choice("form", [Form::Direct, Form::PreInverted]),
            packing: arguments.choice("packing", [Packing::NaturalLsb, Packing::InvertedMsb]),
            style: arguments.choice("style", [Style::Spaced, Style::Dialled]),
            scope: arguments.choice("scope", [NumberScope::Service, NumberScope::Local]),
            strictness: arguments.choice("strictness", [Strictness::Strict, Strictness::Lenient]),
        }
    }
}

/// The facts about the codec.
pub const ABOUT: About = About {
    id: "uri2dec",
    title: "uri2dec",
    family: Family::Addresses,
    prefix: None,
    digits: "a digit of the set",
    document: "Encoding of URIs by decimal digits (ICS, 2007)",
    operations: OPERATIONS,
};

/// Addresses are of lower case (section 8.1), so case is free where one is read.
const OPERATIONS: &[Operation] = &[
    Operation::new(Verb::Hash, "an address", "its hash")
        .with(&[FORM])
        .in_any_case(),
    Operation::new(Verb::Invert, "an address or a hash", "the same inverted").in_any_case(),
    Operation::new(Verb::Key, "an address", "marker, space and key")
        .with(&[PROFILE, FORM, PACKING])
        .in_any_case(),
    Operation::new(Verb::Encode, "an address", "its number")
        .with(NUMBER)
        .in_any_case(),
    Operation::new(Verb::Decode, "a number", "its address").with(NUMBER),
    Operation::new(
        Verb::Parses,
        "a dialled number",
        "every address, the likeliest first",
    )
    .with(&[PROFILE, PACKING, SCOPE, STRICTNESS]),
    Operation::new(Verb::WriteRecord, "an address", "its record")
        .with(RECORD)
        .in_any_case(),
    Operation::new(Verb::ReadRecord, "a record of either form", "its address")
        .with(RECORD)
        .in_any_case(),
    Operation::new(
        Verb::Escape,
        "any text, or octets with --hex",
        "an address with escapes",
    )
    .taking(Input::TextOrOctets)
    .with(ESCAPE),
    Operation::new(Verb::Unescape, "an address with escapes", "the text")
        .with(ESCAPE)
        .in_any_case(),
    Operation::new(Verb::Assign, "an address", "the same with a protocol")
        .with(&[PROTOCOL])
        .in_any_case(),
    Operation::new(Verb::Choices, "an address", "the same with each protocol").in_any_case(),
    Operation::new(Verb::Book, "steps, one a line", "an answer to each")
        .taking(Input::List)
        .with(&[PROFILE, PACKING, CAPACITY_OF_OWN]),
];

const NUMBER: &[ParameterSpec] = &[PROFILE, FORM, PACKING, STYLE, SCOPE, STRICTNESS];

const RECORD: &[ParameterSpec] = &[PROFILE, FORM, PACKING, SCOPE, STRICTNESS, RECORD_FORM];

const ESCAPE: &[ParameterSpec] = &[MODE, STRICTNESS];

const PROFILE: ParameterSpec = ParameterSpec {
    name: "profile",
    values: &["shifted", "octal"],
    summary: "The markers and the key digits: 1 and 0 with digits 1 to 8 (shifted), or 8 and 9 with digits 0 to 7 (octal). The marker of a spaced number decides when it is read.",
};

const FORM: ParameterSpec = ParameterSpec {
    name: "form",
    values: &["direct", "pre-inverted"],
    summary: "Whether the hash spells the address (direct) or the inverted address (pre-inverted). The marker decides when a number is read.",
};

const PACKING: ParameterSpec = ParameterSpec {
    name: "packing",
    values: &["natural-lsb", "inverted-msb"],
    summary: "The order of the symbols in the key: the address with its first symbol in the low bits (natural-lsb), or the inverted address with its first symbol in the high bits (inverted-msb).",
};

const STYLE: ParameterSpec = ParameterSpec {
    name: "style",
    values: &["spaced", "dialled"],
    summary: "Whether the number has a space after the hash and after the marker (spaced), or none (dialled).",
};

const SCOPE: ParameterSpec = ParameterSpec {
    name: "scope",
    values: &["service", "local"],
    summary: "Whether numbers have at least 16 digits, filled up with nines (service), or may be shorter (local).",
};

const STRICTNESS: ParameterSpec = ParameterSpec {
    name: "strictness",
    values: &["strict", "lenient"],
    summary: "Whether only the number that the encoder writes is accepted (strict), or also leading zero digits of the key, unaligned keys, any count of nines and unnecessary escapes (lenient).",
};

const RECORD_FORM: ParameterSpec = ParameterSpec {
    name: "record",
    values: &["address", "hash"],
    summary: "Whether the record is written with the address or with its hash. A record that is read shows which it has.",
};

const MODE: ParameterSpec = ParameterSpec {
    name: "mode",
    values: &["text", "uri"],
    summary: "Whether every percent sign and uppercase letter is escaped (text), or valid escapes are kept and letters become lowercase (uri). The operation unescape reads both.",
};

const PROTOCOL: ParameterSpec = ParameterSpec {
    name: "protocol",
    values: &["sip", "mailto", "http", "ftp"],
    summary: "The protocol for an address that has none.",
};

const CAPACITY_OF_OWN: ParameterSpec = ParameterSpec {
    name: "capacity",
    values: &[],
    summary: "The number of learnt hashes and keys that the device's own address book keeps. The default is 100.",
};
