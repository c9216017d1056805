//! uri2dec numbers: the codec, its model and the yardstick of its packing core.

use acegate_codec::uri2dec::{self, Form, NumberScope, Options};

use super::label::{Direction, Label};
use crate::contest::{Contestant, Origin, backends};
use crate::yardstick;

/// The addresses with their numbers from the codec: natural order, shifted profile, spaced, local. Addresses
/// that it refuses are left out.
#[must_use]
pub fn addresses_from(texts: Vec<String>, form: Form) -> Vec<Label> {
    let options = Options {
        form,
        scope: NumberScope::Local,
        ..Options::default()
    };
    Label::all(texts, |text| uri2dec::encode(text, &options).ok())
}

/// The digits of the hash and of the key of an address.
pub(super) fn digits(address: &Label) -> (&[u8], &[u8]) {
    // Between them are a space, the marker and a space.
    let (hash, rest) = address.code.as_bytes().split_at(address.text.len());
    (hash, &rest[3..])
}

/// All contestants that pack and unpack keys, the codec first. The word of 128 bits has the direct form
/// only, and takes part if `longest`, the length of the longest address, fits it.
#[must_use]
pub fn numbers(direction: Direction, form: Form, longest: usize) -> Vec<Contestant<Label>> {
    let options = Options {
        form,
        scope: NumberScope::Local,
        ..Options::default()
    };
    let ours = backends().map(|backend| {
        let contestant = direction.contestant(
            format!("acegate-{}", backend.name()),
            Origin::Fast,
            move |address: &Label| uri2dec::encode(address.text, &options).ok(),
            move |address: &Label| uri2dec::decode(address.code, &options).ok(),
        );
        contestant.at(backend)
    });
    let mut all: Vec<_> = ours.collect();
    let model = uri2dec::model::MODEL;
    all.push(direction.contestant(
        "plain",
        Origin::Yardstick,
        move |address: &Label| model.encode(address.text, &options).ok(),
        move |address| model.decode(address.code, &options).ok(),
    ));
    if form == Form::Direct && longest <= yardstick::LONGEST {
        all.extend(words(direction));
    }
    all.push(copy(direction));
    all
}

/// The word of 128 bits with a table, into a buffer and returning a string as the codec does.
fn words(direction: Direction) -> [Contestant<Label>; 2] {
    let call: fn(&Label, &mut Vec<u8>) -> bool = match direction {
        Direction::Encode => |address, out| yardstick::encode_into(address.text.as_bytes(), out),
        Direction::Decode => |address, out| yardstick::decode_into(address.code.as_bytes(), out),
    };
    [
        Contestant::new("word-into", Origin::Yardstick, call),
        Contestant::owned("word-owned", Origin::Yardstick, move |address: &Label| {
            let mut octets = Vec::with_capacity(2 * yardstick::LONGEST + 8);
            if !call(address, &mut octets) {
                return None;
            }
            String::from_utf8(octets).ok()
        }),
    ]
}

fn copy(direction: Direction) -> Contestant<Label> {
    Contestant::new(
        "memcpy",
        Origin::Memory,
        move |address: &Label, out: &mut Vec<u8>| {
            out.extend_from_slice(match direction {
                Direction::Encode => address.text.as_bytes(),
                Direction::Decode => address.code.as_bytes(),
            });
            true
        },
    )
}
