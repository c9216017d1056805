//! uri2dec numbers: the codec, its model and the yardstick of its packing core.

use acegate_codec::plain;
use acegate_codec::uri2dec::{self, Form, NumberScope, Options};

use super::label::{Direction, adjacent_texts};
use crate::contest::{Contestant, Origin, backends};
use crate::yardstick;

/// An address and its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address {
    /// The address.
    pub text: &'static str,
    /// Its number: natural order, shifted profile, spaced, local.
    pub number: &'static str,
}

impl Address {
    /// The digits of the hash and those of the key.
    #[must_use]
    pub fn digits(&self) -> (&[u8], &[u8]) {
        // Between them are a space, the marker and a space.
        let (hash, rest) = self.number.as_bytes().split_at(self.text.len());
        (hash, &rest[3..])
    }
}

/// The addresses with their numbers from the codec, side by side in memory. Addresses that it refuses
/// are left out.
#[must_use]
pub fn addresses_from(texts: Vec<String>, form: Form) -> Vec<Address> {
    let options = Options { form, scope: NumberScope::Local, ..Options::default() };
    let numbered = |text: String| {
        let number = uri2dec::encode(&text, &options).ok()?;
        Some((text, number))
    };
    let (texts, numbers): (Vec<_>, Vec<_>) = texts.into_iter().filter_map(numbered).unzip();
    let pairs = adjacent_texts(&texts).into_iter().zip(adjacent_texts(&numbers));
    pairs.map(|(text, number)| Address { text, number }).collect()
}

/// All contestants that pack and unpack keys, the codec first. The word of 128 bits has the direct form
/// only, and takes part if `longest`, the length of the longest address, fits it.
#[must_use]
pub fn numbers(direction: Direction, form: Form, longest: usize) -> Vec<Contestant<Address>> {
    let options = Options { form, scope: NumberScope::Local, ..Options::default() };
    let ours = backends().map(|backend| {
        let encode = move |address: &Address| uri2dec::encode(address.text, &options).ok();
        let decode = move |address: &Address| uri2dec::decode(address.number, &options).ok();
        let name = format!("acegate-{}", backend.name());
        direction.contestant(name, Origin::Fast, encode, decode).at(backend)
    });
    let mut all: Vec<_> = ours.collect();
    let model = plain::uri2dec::MODEL;
    all.push(direction.contestant(
        "plain",
        Origin::Yardstick,
        move |address: &Address| model.encode(address.text, &options).ok(),
        move |address| model.decode(address.number, &options).ok(),
    ));
    if form == Form::Direct && longest <= yardstick::LONGEST {
        all.extend(words(direction));
    }
    all.push(copy(direction));
    all
}

/// The word of 128 bits with a table, into a buffer and returning a string as the codec does.
fn words(direction: Direction) -> [Contestant<Address>; 2] {
    let call: fn(&Address, &mut Vec<u8>) -> bool = match direction {
        Direction::Encode => |address, out| yardstick::encode_into(address.text.as_bytes(), out),
        Direction::Decode => |address, out| yardstick::decode_into(address.number.as_bytes(), out),
    };
    let owned = move |address: &Address| {
        let mut octets = Vec::with_capacity(2 * yardstick::LONGEST + 8);
        call(address, &mut octets).then(|| String::from_utf8(octets).ok())?
    };
    [
        Contestant::new("word-into", Origin::Yardstick, call),
        Contestant::owned("word-owned", Origin::Yardstick, owned),
    ]
}

fn copy(direction: Direction) -> Contestant<Address> {
    Contestant::new("memcpy", Origin::Memory, move |address: &Address, out: &mut Vec<u8>| {
        out.extend_from_slice(match direction {
            Direction::Encode => address.text.as_bytes(),
            Direction::Decode => address.number.as_bytes(),
        });
        true
    })
}
