//! Functions for Rust users: Punycode's, and the packing core of uri2dec in the caller's buffers.
//!
//! Those of Punycode for strings and for code points have separate instructions: they are judged by the
//! model, with all instructions. The `_into` forms append the same results to a buffer; an error leaves the
//! buffer as it was.

use acegate::fuzz::text_bytes;
use acegate::hunt::{Violation, compare_outcomes, compare_results};
use acegate::protocol::Request;
use acegate_codec::bootstring::Bootstring;
use acegate_codec::uri2dec::model::MODEL;
use acegate_codec::uri2dec::{Form, NumberScope, Options, key_room, pack_into, unpack_into};
use acegate_codec::{Error, Failure, Value, Verb, punycode};

use super::functions::counted_in_characters;
use super::laws::{arguments, at_every_level, law};
use crate::octets::Outcome;

/// Punycode for strings and Bootstring for code points.
pub(crate) fn punycode_directly(request: &Request) -> Result<(), Violation> {
    let (Some(arguments), Some(text)) = (arguments(request), request.text()) else {
        return Ok(());
    };
    let Ok(bootstring) = Bootstring::from_arguments(arguments) else {
        return Ok(());
    };
    let points = &text.code_points;
    let name = format!("{} directly", request.name());
    let bare = without_annotation(request);
    if request.does(Verb::Decode) {
        decoded_directly(&name, &bootstring, points)?;
    } else if text.flags.is_none() {
        // The request itself calls the function for flags with texts that have flags.
        let code = same_into(&name, bootstring.encode(points), |out| {
            bootstring.encode_into(points, out)
        })?;
        compare_outcomes(&name, &text_of_octets(code), &bare.fast())?;
    }
    let request = Request {
        params: Default::default(),
        ..bare
    };
    let plain = request.plain();
    at_every_level(|| {
        points_directly(&request, points, &plain)?;
        match text.to_scalar_string() {
            Some(string) => strings_directly(&request, &string, &plain),
            None => Ok(()),
        }
    })
}

fn decoded_directly(name: &str, bootstring: &Bootstring, code: &[u32]) -> Result<(), Violation> {
    let owned = same_into(name, bootstring.decode(code), |out| {
        bootstring.decode_into(code, out)
    })?;
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
    let direct = if request.does(Verb::Encode) {
        let code = same_into(&name, punycode::encode_points(points), |out| {
            punycode::encode_points_into(points, out)
        })?;
        text_of_octets(code)
    } else {
        let text = same_into(&name, punycode::decode_points(points), |out| {
            punycode::decode_points_into(points, out)
        })?;
        text.map_err(Failure::from).map(Value::from_code_points)
    };
    compare_outcomes(&name, &direct, plain)
}

/// `punycode::encode` and its like against the model. Their positions count octets, the model's positions code
/// points.
fn strings_directly(request: &Request, string: &str, plain: &Outcome) -> Result<(), Violation> {
    let is_encoder = request.does(Verb::Encode);
    let owned = if is_encoder {
        punycode::encode(string)
    } else {
        punycode::decode(string)
    };
    let octets = owned.clone().map(String::into_bytes);
    same_into(&request.name(), octets, |out| {
        let mut text = String::from_utf8_lossy(out).into_owned();
        let result = if is_encoder {
            punycode::encode_into(string, &mut text)
        } else {
            punycode::decode_into(string, &mut text)
        };
        *out = text.into_bytes();
        result
    })?
    .ok();
    let name = format!("{} directly", request.name());
    let direct = counted_in_characters(&name, string, owned.map(Value::from))?;
    compare_outcomes(&name, &direct, plain)
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
    law(is_kept, name, "into-keeps-the-buffer", || {
        format!("{out:?} after {into:?}")
    })?;
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

/// Hash and key equal the model's, whether the buffers are as long as they must be or
/// longer; so is the address that they mean, and what is wrong with them. The input is an address or a spaced
/// number.
pub(crate) fn packing_equals_plain(request: &Request) -> Result<(), Violation> {
    let (Some(arguments), Some(text)) = (arguments(request), request.text()) else {
        return Ok(());
    };
    let Some(text) = text.to_scalar_string() else {
        return Ok(());
    };
    let Options {
        profile,
        strictness,
        ..
    } = arguments.into();
    let scope = NumberScope::Local;
    let options = Options {
        profile,
        strictness,
        scope,
        ..Options::default()
    };
    let parts: Vec<_> = text.trim_end_matches('9').splitn(3, ' ').collect();
    for wider in [0, 64] {
        match parts[..] {
            [hash, _, key] => unpacked(hash, key, &options, wider)?,
            _ => packed(&text, &options, wider)?,
        }
    }
    Ok(())
}

/// The hash and the digits of the key, by the model.
fn packed_plainly(address: &str, options: &Options) -> Result<(Vec<u8>, Vec<u8>), Error> {
    let hash = MODEL.hash(address, Form::Direct)?;
    // A key follows its marker and a space.
    let key = MODEL.key(address, options)?;
    Ok((hash.into_bytes(), key.as_bytes()[2..].to_vec()))
}

fn packed(address: &str, options: &Options, wider: usize) -> Result<(), Violation> {
    let plain = packed_plainly(address, options);
    at_every_level(|| {
        let mut hash = vec![0xAA; address.len() + wider];
        let mut key = vec![0xAA; key_room(address.len()) + wider];
        let fast = pack_into(address.as_bytes(), options.profile, &mut hash, &mut key)
            .map(|length| (hash[..address.len()].to_vec(), key[..length].to_vec()));
        compare_results("uri2dec pack_into", &fast, &plain)?;
        let Ok((hash, key)) = fast else { return Ok(()) };
        let back = unpacked_into(&hash, &key, options, wider);
        compare_results(
            "uri2dec unpack_into",
            &back,
            &Ok(address.to_ascii_lowercase().into_bytes()),
        )
    })
}

fn unpacked(hash: &str, key: &str, options: &Options, wider: usize) -> Result<(), Violation> {
    // In a number it would be something else.
    if key.contains(' ') {
        return Ok(());
    }
    let marker = options.profile.marker(options.form);
    let before = hash.len() + 3;
    let plain = MODEL
        .decode(&format!("{hash} {marker} {key}"), options)
        .map(String::into_bytes)
        .map_err(|error| match error.position.checked_sub(before) {
            Some(position) => Error { position, ..error },
            None => error,
        });
    at_every_level(|| {
        let fast = unpacked_into(hash.as_bytes(), key.as_bytes(), options, wider);
        compare_results("uri2dec unpack_into", &fast, &plain)
    })
}

fn unpacked_into(
    hash: &[u8],
    key: &[u8],
    options: &Options,
    wider: usize,
) -> Result<Vec<u8>, Error> {
    let mut address = vec![0xAA; hash.len() + wider];
    unpack_into(hash, key, options.profile, options.strictness, &mut address)?;
    address.truncate(hash.len());
    Ok(address)
}
