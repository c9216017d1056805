//! The packing core of uri2dec in the caller's buffers.

use acegate::hunt::{Violation, compare_results};
use acegate_codec::Error;
use acegate_codec::plain::uri2dec::MODEL;
use acegate_codec::uri2dec::{
    Form, NumberScope, Options, Profile, Strictness, key_room, pack_into, unpack_into,
};

use super::laws::at_every_level;

/// Hash and key are those of the model, whether the buffers are as long as they must be or
/// longer; so is the address that they mean, and what is wrong with them.
///
/// The first octet chooses profile, strictness and buffers. The rest is an address, or hash and
/// key with a space between them.
pub(crate) fn packing_equals_plain(octets: &[u8]) -> Result<(), Violation> {
    let Some((&choice, rest)) = octets.split_first() else { return Ok(()) };
    let Ok(text) = str::from_utf8(rest) else { return Ok(()) };
    let options = Options {
        profile: if choice & 1 == 0 { Profile::Shifted } else { Profile::Octal },
        strictness: if choice & 2 == 0 { Strictness::Strict } else { Strictness::Lenient },
        scope: NumberScope::Local,
        ..Options::default()
    };
    let wider = if choice & 4 == 0 { 0 } else { 64 };
    match text.split_once(' ') {
        None => packed(text, &options, wider),
        Some((hash, key)) => unpacked(hash, key, &options, wider),
    }
}

fn packed(address: &str, options: &Options, wider: usize) -> Result<(), Violation> {
    // A key follows its marker and a space.
    let digits = |key: String| key.as_bytes()[2..].to_vec();
    let plain = MODEL
        .hash(address, Form::Direct)
        .and_then(|hash| Ok((hash.into_bytes(), MODEL.key(address, options).map(digits)?)));
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
    // In a number these would be something else.
    if key.ends_with('9') || key.contains(' ') {
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
