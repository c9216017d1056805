//! The functions for Rust users give the results of the registry. The `_into` forms append the same
//! results to a buffer; an error leaves the buffer as it was.
//!
//! Punycode for strings has instructions of its own. Its functions, and those for names, are judged
//! by the model, with all instructions.

use acegate::hunt::{Violation, compare_outcomes, compare_results};
use acegate::protocol::Request;
use acegate_codec::bootstring::{Bootstring, Width};
use acegate_codec::uri2dec::{self, EscapeMode, Options, Protocol, Strictness};
use acegate_codec::{
    Error, Failure, Operation, Text, Value, base32, lace, punycode, race, utf5, utf6,
};

use super::agreement::at_every_level;
use crate::octets::Outcome;
use crate::text_bytes;

/// Punycode for strings and Bootstring for code points.
pub(crate) fn punycode_directly(request: &Request) -> Result<(), Violation> {
    let Some(text) = request.text() else { return Ok(()) };
    let is_encoder = request.op == "encode";
    let width = request.params.get("width").and_then(|bits| bits.to_string().parse().ok());
    let bootstring =
        Bootstring::PUNYCODE.with_width(width.and_then(Width::from_bits).unwrap_or(Width::Bits32));
    let name = format!("{} directly", request.name());
    match (is_encoder, &text.flags) {
        (true, Some(flags)) => {
            let owned = bootstring.encode_annotated(&text.code_points, flags);
            let mut out = b"before".to_vec();
            let into = bootstring.encode_annotated_into(&text.code_points, flags, &mut out);
            same_into(&name, b"before", &owned, &into, &out)
        }
        (true, None) => {
            let owned = bootstring.encode(&text.code_points);
            let mut out = b"before".to_vec();
            let into = bootstring.encode_into(&text.code_points, &mut out);
            same_into(&name, b"before", &owned, &into, &out)?;
            let back = owned.map_err(Failure::from).map(|code| text_of_octets(&code));
            compare_outcomes(&name, &back, &without_annotation(request).fast())
        }
        (false, _) => decoded_directly(&name, &bootstring, &text.code_points),
    }?;
    points_directly(request, &text.code_points)?;
    match text.to_scalar_string() {
        Some(string) => strings_directly(request, &string),
        None => Ok(()),
    }
}

/// One label through the functions of its module.
pub(crate) fn labels_directly(request: &Request) -> Result<(), Violation> {
    let Some(string) = request.text().and_then(Text::to_scalar_string) else { return Ok(()) };
    let default = Request { params: Default::default(), ..request.clone() };
    let bare = default.clone().with("layer", "bare");
    let (request, direct) = match (request.codec.as_str(), request.op.as_str()) {
        ("utf5", "encode") => (default, Ok(utf5::encode(&string))),
        ("utf5", _) => (default, utf5::decode(&string)),
        ("utf6", "encode") if request.is("layer", "bare") => (bare, utf6::encode_bare(&string)),
        ("utf6", "decode") if request.is("layer", "bare") => (bare, utf6::decode_bare(&string)),
        ("utf6", "encode") => {
            let units: Vec<u16> = string.encode_utf16().collect();
            let from_units = utf6::encode_units(&units);
            if let Ok(code) = utf6::encode_bare(&string) {
                compare_results("utf6 encode_units", &from_units, &Ok(code))?;
            }
            (default, utf6::encode(&string))
        }
        ("utf6", _) => (default, utf6::decode(&string)),
        ("race", "encode") => {
            compression("race", &string, race::compress, race::decompress)?;
            (default, race::encode(&string))
        }
        ("race", _) => (default, race::decode(&string)),
        ("lace", "encode") => {
            compression("lace", &string, lace::compress, lace::decompress)?;
            (default, lace::encode(&string))
        }
        (_, _) => (default, lace::decode(&string)),
    };
    base32_directly(&string)?;
    same_as_registry(&request, &string, direct)
}

/// A host name through the functions of its module.
pub(crate) fn names_directly(request: &Request) -> Result<(), Violation> {
    let Some(name) = request.text().and_then(Text::to_scalar_string) else { return Ok(()) };
    let request = Request { params: Default::default(), ..request.clone() };
    let direct: fn(&str) -> Result<String, Error> =
        match (request.codec.as_str(), request.op.as_str()) {
            ("punycode", "to-ascii") => punycode::to_ascii,
            ("punycode", _) => punycode::to_unicode,
            ("utf6", "to-ascii") => utf6::to_ascii,
            ("utf6", _) => utf6::to_unicode,
            ("race", "to-ascii") => race::to_ascii,
            ("race", _) => race::to_unicode,
            (_, "to-ascii") => lace::to_ascii,
            (_, _) => lace::to_unicode,
        };
    let plain = request.plain();
    at_every_level(|| same_in_octets(&request, &name, direct(&name), &plain))
}

/// Addresses and numbers through the functions of `uri2dec`, and its octets both ways.
pub(crate) fn uri2dec_directly(request: &Request) -> Result<(), Violation> {
    if let Value::Octets(octets) = &request.input {
        let escaped = uri2dec::escape_octets(octets, EscapeMode::Text);
        let back = uri2dec::unescape_octets(&escaped, Strictness::Strict);
        return compare_results("uri2dec unescape_octets", &back, &Ok(octets.clone()));
    }
    let Some(string) = request.text().and_then(Text::to_scalar_string) else { return Ok(()) };
    let operations = acegate_codec::uri2dec::CODEC;
    let operations = acegate_codec::Codec::operations(&operations);
    let Ok(arguments) = Operation::select(operations, &request.op, &request.params) else {
        return Ok(());
    };
    let options = Options::from(arguments);
    let direct = match request.op.as_str() {
        "key" => uri2dec::key(&string, &options),
        "encode" => uri2dec::encode(&string, &options),
        "decode" => uri2dec::decode(&string, &options),
        "read-record" => uri2dec::read_record(&string, &options),
        "assign" => {
            let named = arguments.word("protocol");
            let chosen = Protocol::ALL.iter().find(|protocol| protocol.name() == named);
            uri2dec::assign(&string, chosen.copied().unwrap_or_default())
        }
        "unescape" => {
            let text = uri2dec::unescape(&string, options.strictness);
            let octets = uri2dec::unescape_octets(&string, options.strictness);
            // If both readings exist, they are equal: no character is written as octets.
            if let (Ok(text), Ok(octets)) = (&text, octets) {
                compare_results(
                    "uri2dec unescape_octets",
                    &Ok(text.clone().into_bytes()),
                    &Ok(octets),
                )?;
            }
            text
        }
        _ => return Ok(()),
    };
    same_as_registry(request, &string, direct)
}

fn decoded_directly(name: &str, bootstring: &Bootstring, code: &[u32]) -> Result<(), Violation> {
    let owned = bootstring.decode(code);
    let mut out = vec![7, 8];
    let into = bootstring.decode_into(code, &mut out);
    same_into(name, &[7, 8], &owned, &into, &out)?;
    let annotated = bootstring.decode_annotated(code);
    compare_results(name, &annotated.clone().map(|(text, _)| text), &owned)?;
    let (mut text, mut upper) = (vec![7], vec![true]);
    let into = bootstring.decode_annotated_into(code, &mut text, &mut upper);
    let flags = annotated.map(|(_, flags)| flags);
    same_into(name, &[7], &owned, &into, &text)?;
    same_into(name, &[true], &flags, &into, &upper)?;
    let octets: Option<Vec<u8>> = code.iter().map(|&c| u8::try_from(c).ok()).collect();
    if let Some(octets) = octets.filter(|octets| octets.is_ascii()) {
        compare_results(name, &bootstring.decode(&octets), &owned)?;
    }
    let characters: Option<Vec<char>> = code.iter().map(|&c| char::from_u32(c)).collect();
    match characters {
        Some(characters) => compare_results(name, &bootstring.decode(&characters), &owned),
        None => Ok(()),
    }
}

/// `punycode::encode_points` and its like against the model.
fn points_directly(request: &Request, points: &[u32]) -> Result<(), Violation> {
    let request = Request { params: Default::default(), ..without_annotation(request) };
    let (name, plain) = (request.name(), request.plain());
    at_every_level(|| {
        if request.op == "encode" {
            let owned = punycode::encode_points(points);
            let mut out = b"before".to_vec();
            let into = punycode::encode_points_into(points, &mut out);
            same_into(&name, b"before", &owned, &into, &out)?;
            let code = owned.map_err(Failure::from).map(|code| text_of_octets(&code));
            return compare_outcomes(&name, &code, &plain);
        }
        let owned = punycode::decode_points(points);
        let mut out = vec![7, 8];
        let into = punycode::decode_points_into(points, &mut out);
        same_into(&name, &[7, 8], &owned, &into, &out)?;
        let text = owned.map_err(Failure::from).map(Value::from_code_points);
        compare_outcomes(&name, &text, &plain)
    })
}

/// `punycode::encode` and its like against the model, positions in octets.
fn strings_directly(request: &Request, string: &str) -> Result<(), Violation> {
    let request = Request { params: Default::default(), ..without_annotation(request) };
    let plain = request.plain();
    at_every_level(|| {
        let mut out = "before".to_owned();
        let (owned, into) = if request.op == "encode" {
            (punycode::encode(string), punycode::encode_into(string, &mut out))
        } else {
            (punycode::decode(string), punycode::decode_into(string, &mut out))
        };
        let owned_octets = owned.clone().map(String::into_bytes);
        same_into(&request.name(), b"before", &owned_octets, &into, out.as_bytes())?;
        same_in_octets(&request, string, owned, &plain)
    })
}

fn compression(
    codec: &str,
    text: &str,
    compress: fn(&str) -> Result<Vec<u8>, Error>,
    decompress: fn(&[u8]) -> Result<String, Error>,
) -> Result<(), Violation> {
    match compress(text) {
        Ok(octets) if !text.is_empty() => compare_results(
            &format!("{codec} decompress"),
            &decompress(&octets),
            &Ok(text.to_owned()),
        ),
        _ => Ok(()),
    }
}

fn base32_directly(text: &str) -> Result<(), Violation> {
    let back = base32::decode(&base32::encode(text.as_bytes()));
    compare_results("base32 decode", &back, &Ok(text.as_bytes().to_vec()))?;
    match base32::decode(text) {
        Ok(octets) => {
            let again = base32::encode(&octets);
            compare_results("base32 encode", &Ok(again), &Ok(text.to_ascii_lowercase()))
        }
        Err(_) => Ok(()),
    }
}

/// The result of a direct function is what the registry answers.
fn same_as_registry(
    request: &Request,
    input: &str,
    direct: Result<String, Error>,
) -> Result<(), Violation> {
    same_in_octets(request, input, direct, &request.fast())
}

/// The result of a direct function, its position in octets, is the outcome of the request, its
/// position in code points.
fn same_in_octets(
    request: &Request,
    input: &str,
    direct: Result<String, Error>,
    outcome: &Outcome,
) -> Result<(), Violation> {
    let name = format!("{} directly", request.name());
    if let Err(error) = &direct
        && !input.is_char_boundary(error.position)
    {
        let detail = format!("{error:?} in {input:?}");
        return Err(Violation::law(name, "position-is-a-boundary", detail));
    }
    let direct: Outcome = match direct {
        Ok(text) => Ok(Value::from(text.as_str())),
        Err(error) => {
            let position = input[..error.position].chars().count();
            Err(Error { position, ..error }.into())
        }
    };
    compare_outcomes(&name, &direct, outcome)
}

fn same_into<T: Clone + PartialEq + std::fmt::Debug>(
    name: &str,
    before: &[T],
    owned: &Result<Vec<T>, Error>,
    into: &Result<(), Error>,
    out: &[T],
) -> Result<(), Violation> {
    let (kept, appended) = out.split_at(before.len().min(out.len()));
    if kept != before || (into.is_err() && !appended.is_empty()) {
        let detail = format!("{out:?} after {into:?}");
        return Err(Violation::law(name, "into-keeps-the-buffer", detail));
    }
    compare_results(name, &into.map(|()| appended.to_vec()), owned)
}

fn without_annotation(request: &Request) -> Request {
    let mut request = request.clone();
    request.params.remove("annotation");
    if let Value::Text(text) = &mut request.input {
        text.flags = None;
    }
    request
}

fn text_of_octets(octets: &[u8]) -> Value {
    Value::from_code_points(text_bytes::code_points(octets))
}
