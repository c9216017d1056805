//! uri2dec as a [`Codec`].

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::num::NonZeroUsize;

use super::book::BookRules;
use super::{
    EscapeMode, EscapeRules, Form, NumberScope, Options, Packing, Profile, Protocol, ProtocolRules,
    Record, Strictness, Style, book,
};
use crate::codec::{Arguments, Codec, Failure, Operation, ParameterSpec, Parameters, Text, Value};
use crate::error::{Error, ErrorKind};

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
    engine: &'static Engine,
    /// The rules of the text layer.
    pub escapes: EscapeRules,
    /// The rules of the protocols of addresses.
    pub protocols: ProtocolRules,
    /// The rules of address books.
    pub books: BookRules,
}

/// The reference codec.
pub const CODEC: Uri2dec = Uri2dec::with_engine(&Engine {
    hash: super::hash,
    invert: super::invert,
    key: super::key,
    encode: super::encode,
    decode: super::decode,
    parses: |number, options| Ok(super::parses(number, options)?.collect()),
    write_record: super::write_record,
    read_record: super::read_record,
});

/// The operations that have a fast form. The fast codec and the plain model share the rest.
pub(crate) struct Engine {
    pub(crate) hash: fn(&str) -> Result<String, Error>,
    pub(crate) invert: fn(&str) -> Result<String, Error>,
    pub(crate) key: fn(&str, &Options) -> Result<String, Error>,
    pub(crate) encode: fn(&str, &Options) -> Result<String, Error>,
    pub(crate) decode: fn(&str, &Options) -> Result<String, Error>,
    pub(crate) parses: fn(&str, &Options) -> Result<Vec<String>, Error>,
    pub(crate) write_record: fn(&str, Record, &Options) -> Result<String, Error>,
    pub(crate) read_record: fn(&str, &Options) -> Result<String, Error>,
}

impl Uri2dec {
    pub(crate) const fn with_engine(engine: &'static Engine) -> Self {
        let (escapes, protocols) = (EscapeRules::DOCUMENT, ProtocolRules::DOCUMENT);
        Self { engine, escapes, protocols, books: BookRules::DOCUMENT }
    }
}

impl Codec for Uri2dec {
    fn id(&self) -> &'static str {
        "uri2dec"
    }

    fn document(&self) -> &'static str {
        "Encoding of URIs by decimal digits (ICS, 2007)"
    }

    fn operations(&self) -> &'static [Operation] {
        OPERATIONS
    }

    fn apply(&self, op: &str, parameters: &Parameters, input: &Value) -> Result<Value, Failure> {
        let arguments = Operation::select(OPERATIONS, op, parameters)?;
        let options = options(&arguments);
        let engine = self.engine;
        if let ("escape", Value::Octets(octets)) = (op, input) {
            return Ok(text(self.escapes.escape_octets(octets, mode(&arguments))));
        }
        if op == "book" {
            return answers(&self.books, &arguments, input, &options);
        }
        let input = input.as_text()?;
        if op == "escape" {
            return Ok(text(self.escapes.escape(&characters(input)?, mode(&arguments))));
        }
        let input = symbols(input);
        let output = match op {
            "hash" if options.form == Form::PreInverted => {
                (engine.hash)(&input).and_then(|hash| (engine.invert)(&hash))
            }
            "hash" => (engine.hash)(&input),
            "invert" => (engine.invert)(&input),
            "key" => (engine.key)(&input, &options),
            "encode" => (engine.encode)(&input, &options),
            "decode" => (engine.decode)(&input, &options),
            "parses" => return list(engine, &input, &options),
            "write-record" => (engine.write_record)(&input, record(&arguments), &options),
            "read-record" => (engine.read_record)(&input, &options),
            "unescape" => {
                let mut out = Vec::with_capacity(input.len());
                self.escapes.unescape(&input, options.strictness, |code| out.push(code))?;
                return Ok(Value::from_code_points(out));
            }
            "assign" => self.protocols.assign(&input, protocol(&arguments)),
            "choices" => return Ok(texts(self.protocols.choices(&input)?)),
            _ => return Err(Failure::unsupported(format!("no operation {op:?}"))),
        };
        Ok(text(output?))
    }
}

/// The largest length of a number whose readings are listed. Read strictly, it has at most 1024 of
/// them.
const LONGEST_LISTED: usize = 4096;

fn list(engine: &Engine, number: &str, options: &Options) -> Result<Value, Failure> {
    if number.len() > LONGEST_LISTED {
        return Err(Failure::unsupported(format!("parses of more than {LONGEST_LISTED} digits")));
    }
    Ok(texts((engine.parses)(number, options)?))
}

fn answers(
    rules: &BookRules,
    arguments: &Arguments<'_>,
    input: &Value,
    options: &Options,
) -> Result<Value, Failure> {
    let Value::List(steps) = input else {
        return Err(Failure::unsupported("this operation takes a list of steps"));
    };
    let mut read = Vec::with_capacity(steps.len());
    let mut length = 0;
    for step in steps {
        let step = step.as_text()?;
        length += step.code_points.len();
        if length > LONGEST_SCENARIO {
            let what = format!("steps of more than {LONGEST_SCENARIO} characters together");
            return Err(Failure::unsupported(what));
        }
        read.push(symbols(step));
    }
    Ok(texts(book::scenario(rules, &read, options, capacity(arguments)?)?))
}

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

/// The default number of learnt numbers that a book keeps.
const CAPACITY: NonZeroUsize = NonZeroUsize::new(100).unwrap();

fn text(text: impl AsRef<str>) -> Value {
    Value::from(text.as_ref())
}

fn texts(texts: Vec<String>) -> Value {
    Value::List(texts.into_iter().map(text).collect())
}

/// The text with one ASCII character for each code point, so that byte offsets are indices of code
/// points. A code point outside ASCII becomes NUL, because both are refused for the same reason: no
/// table has them.
fn symbols(text: &Text) -> String {
    let symbol = |&code_point: &u32| match u8::try_from(code_point) {
        Ok(octet) if octet.is_ascii() => char::from(octet),
        _ => '\0',
    };
    text.code_points.iter().map(symbol).collect()
}

fn characters(text: &Text) -> Result<String, Error> {
    let character = |(at, &code_point)| {
        char::from_u32(code_point).ok_or(match code_point {
            0xd800..=0xdfff => Error::new(ErrorKind::Surrogate, at),
            _ => Error::new(ErrorKind::OutOfRange, at),
        })
    };
    text.code_points.iter().enumerate().map(character).collect()
}

impl From<Arguments<'_>> for Options {
    /// The options from the parameters of a request.
    fn from(arguments: Arguments<'_>) -> Self {
        options(&arguments)
    }
}

fn options(arguments: &Arguments<'_>) -> Options {
    Options {
        profile: if arguments.is("profile", "octal") { Profile::Octal } else { Profile::Shifted },
        form: if arguments.is("form", "pre-inverted") { Form::PreInverted } else { Form::Direct },
        packing: if arguments.is("packing", "inverted-msb") {
            Packing::InvertedMsb
        } else {
            Packing::NaturalLsb
        },
        style: if arguments.is("style", "dialled") { Style::Dialled } else { Style::Spaced },
        scope: if arguments.is("scope", "local") {
            NumberScope::Local
        } else {
            NumberScope::Service
        },
        strictness: if arguments.is("strictness", "lenient") {
            Strictness::Lenient
        } else {
            Strictness::Strict
        },
    }
}

fn mode(arguments: &Arguments<'_>) -> EscapeMode {
    if arguments.is("mode", "uri") { EscapeMode::Uri } else { EscapeMode::Text }
}

fn protocol(arguments: &Arguments<'_>) -> Protocol {
    let named = |protocol: &&Protocol| arguments.is("protocol", protocol.name());
    Protocol::ALL.iter().find(named).copied().unwrap_or_default()
}

fn record(arguments: &Arguments<'_>) -> Record {
    if arguments.is("record", "hash") { Record::Hash } else { Record::Address }
}

const OPERATIONS: &[Operation] = &[
    Operation { name: "hash", inverse: None, parameters: &[FORM] },
    Operation { name: "invert", inverse: Some("invert"), parameters: &[] },
    Operation { name: "key", inverse: None, parameters: &[PROFILE, FORM, PACKING] },
    Operation { name: "encode", inverse: Some("decode"), parameters: NUMBER },
    Operation { name: "decode", inverse: Some("encode"), parameters: NUMBER },
    Operation { name: "parses", inverse: None, parameters: &[PROFILE, PACKING, SCOPE, STRICTNESS] },
    Operation { name: "write-record", inverse: Some("read-record"), parameters: RECORD },
    Operation { name: "read-record", inverse: Some("write-record"), parameters: RECORD },
    Operation { name: "escape", inverse: Some("unescape"), parameters: ESCAPE },
    Operation { name: "unescape", inverse: Some("escape"), parameters: ESCAPE },
    Operation { name: "assign", inverse: None, parameters: &[PROTOCOL] },
    Operation { name: "choices", inverse: None, parameters: &[] },
    Operation { name: "book", inverse: None, parameters: &[PROFILE, PACKING, CAPACITY_OF_OWN] },
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
