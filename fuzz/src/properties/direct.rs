//! Punycode by its functions for Rust users. Those for strings and for code points have instructions of
//! their own: they are judged by the model, with all instructions. The `_into` forms append the same
//! results to a buffer; an error leaves the buffer as it was.

use acegate::hunt::{Violation, compare_outcomes, compare_results};
use acegate::protocol::Request;
use acegate_codec::bootstring::{Bootstring, Width};
use acegate_codec::{Error, Failure, Value, punycode};

use super::laws::{at_every_level, law};
use crate::octets::Outcome;
use crate::text_bytes;

/// Punycode for strings and Bootstring for code points.
pub(crate) fn punycode_directly(request: &Request) -> Result<(), Violation> {
    let Some(text) = request.text() else { return Ok(()) };
    let points = &text.code_points;
    let width = request.params.get("width").and_then(|bits| bits.to_string().parse().ok());
    let bootstring =
        Bootstring::PUNYCODE.with_width(width.and_then(Width::from_bits).unwrap_or(Width::Bits32));
    let name = format!("{} directly", request.name());
    let bare = without_annotation(request);
    if request.op == "decode" {
        decoded_directly(&name, &bootstring, points)?;
    } else if text.flags.is_none() {
        // The request itself puts texts with flags to the function for flags.
        let into = |out: &mut Vec<u8>| bootstring.encode_into(points, out);
        let code = same_into(&name, bootstring.encode(points), into)?;
        compare_outcomes(&name, &text_of_octets(code), &bare.fast())?;
    }
    let request = Request { params: Default::default(), ..bare };
    let plain = request.plain();
    at_every_level(|| {
        points_directly(&request, points, &plain)?;
        text.to_scalar_string().map_or(Ok(()), |it| strings_directly(&request, &it, &plain))
    })
}

fn decoded_directly(name: &str, bootstring: &Bootstring, code: &[u32]) -> Result<(), Violation> {
    let owned = same_into(name, bootstring.decode(code), |out| bootstring.decode_into(code, out))?;
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
fn points_directly(request: &Request, points: &[u32], plain: &Outcome) -> Result<(), Violation> {
    let name = request.name();
    let direct = if request.op == "encode" {
        let into = |out: &mut Vec<u8>| punycode::encode_points_into(points, out);
        text_of_octets(same_into(&name, punycode::encode_points(points), into)?)
    } else {
        let into = |out: &mut Vec<u32>| punycode::decode_points_into(points, out);
        let text = same_into(&name, punycode::decode_points(points), into)?;
        text.map_err(Failure::from).map(Value::from_code_points)
    };
    compare_outcomes(&name, &direct, plain)
}

/// `punycode::encode` and its like against the model, positions in octets.
fn strings_directly(request: &Request, string: &str, plain: &Outcome) -> Result<(), Violation> {
    let is_encoder = request.op == "encode";
    let owned = if is_encoder { punycode::encode(string) } else { punycode::decode(string) };
    let octets = owned.clone().map(String::into_bytes);
    let into = |out: &mut Vec<u8>| {
        let mut text = String::from_utf8_lossy(out).into_owned();
        let into = if is_encoder { punycode::encode_into } else { punycode::decode_into };
        let result = into(string, &mut text);
        *out = text.into_bytes();
        result
    };
    same_into(&request.name(), octets, into)?.ok();
    same_in_octets(request, string, owned, plain)
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
    if let Err(error) = &direct {
        let is_boundary = input.is_char_boundary(error.position);
        law(is_boundary, &*name, "position-is-a-boundary", || format!("{error:?} in {input:?}"))?;
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

/// The result of a function, if its `_into` form appends the same.
fn same_into<T: Clone + PartialEq + std::fmt::Debug + From<u8>>(
    name: &str,
    owned: Result<Vec<T>, Error>,
    append: impl FnOnce(&mut Vec<T>) -> Result<(), Error>,
) -> Result<Result<Vec<T>, Error>, Violation> {
    let before = [7, 8].map(T::from);
    let mut out = before.to_vec();
    let into = append(&mut out);
    let (kept, appended) = out.split_at(before.len().min(out.len()));
    let is_kept = kept == before && (into.is_ok() || appended.is_empty());
    law(is_kept, name, "into-keeps-the-buffer", || format!("{out:?} after {into:?}"))?;
    compare_results(name, &into.map(|()| appended.to_vec()), &owned)?;
    Ok(owned)
}

fn without_annotation(request: &Request) -> Request {
    let mut request = request.clone();
    request.params.remove("annotation");
    if let Value::Text(text) = &mut request.input {
        text.flags = None;
    }
    request
}

fn text_of_octets(octets: Result<Vec<u8>, Error>) -> Outcome {
    let octets = octets.map_err(Failure::from)?;
    Ok(Value::from_code_points(text_bytes::code_points(&octets)))
}
