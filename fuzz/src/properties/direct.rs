//! Punycode by its functions for Rust users. Those for strings and for code points have instructions of
//! their own: they are judged by the model, with all instructions. The `_into` forms append the same
//! results to a buffer; an error leaves the buffer as it was.

use acegate::hunt::{Violation, compare_outcomes, compare_results};
use acegate::protocol::Request;
use acegate_codec::bootstring::{Bootstring, Width};
use acegate_codec::{Error, Failure, Value, punycode};

use super::laws::at_every_level;
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
        // The request itself puts them to the function for flags.
        (true, Some(_)) => Ok(()),
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

fn decoded_directly(name: &str, bootstring: &Bootstring, code: &[u32]) -> Result<(), Violation> {
    let owned = bootstring.decode(code);
    let mut out = vec![7, 8];
    let into = bootstring.decode_into(code, &mut out);
    same_into(name, &[7, 8], &owned, &into, &out)?;
    let annotated = bootstring.decode_annotated(code);
    compare_results(name, &annotated.map(|(text, _)| text), &owned)?;
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
        let octets = owned.clone().map(String::into_bytes);
        same_into(&request.name(), b"before", &octets, &into, out.as_bytes())?;
        same_in_octets(&request, string, owned, &plain)
    })
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
