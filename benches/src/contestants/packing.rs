//! The packing core of uri2dec: hash and key digits into the caller's buffers, and back.

use acegate_codec::uri2dec::{Profile, Strictness, key_room, pack_into, unpack_into};

use super::label::{Direction, Label};
use super::number::digits;
use crate::contest::{Answer, Contestant, Origin, backends};
use crate::yardstick;

/// The size of buffers with which short addresses are packed and unpacked in registers.
const ROOM: usize = 64;

/// The hash digits, the key digits and the number of each; or an address in place of the hash.
///
/// They are aligned, so that no contestant has stores across cache lines by chance.
#[derive(Debug)]
#[repr(C, align(64))]
struct Buffers<B> {
    first: B,
    second: B,
    lengths: (usize, usize),
}

impl<B: Buffer> Buffers<B> {
    /// The buffers, with room for an address of `symbols` symbols.
    fn with_room(&mut self, symbols: usize) -> (&mut [u8], &mut [u8]) {
        (
            self.first.with_room(symbols),
            self.second.with_room(symbols),
        )
    }
}

impl<B: Buffer> Default for Buffers<B> {
    fn default() -> Self {
        Self {
            first: B::new(),
            second: B::new(),
            lengths: (0, 0),
        }
    }
}

impl<B: Buffer> Answer for Buffers<B> {
    fn code_points(&self) -> Vec<u32> {
        let (first_length, second_length) = self.lengths;
        let first = &self.first.as_ref()[..first_length];
        let second = &self.second.as_ref()[..second_length];
        let octets = first.iter().chain(b" ").chain(second);
        octets.copied().map(u32::from).collect()
    }

    fn clear(&mut self) {
        self.lengths = (0, 0);
    }
}

/// An array for addresses, a vector for strings of any length.
trait Buffer: AsRef<[u8]> + 'static {
    fn new() -> Self;
    fn with_room(&mut self, symbols: usize) -> &mut [u8];
}

impl Buffer for [u8; ROOM] {
    fn new() -> Self {
        [0; ROOM]
    }

    fn with_room(&mut self, _: usize) -> &mut [u8] {
        self
    }
}

impl Buffer for Vec<u8> {
    fn new() -> Self {
        Self::new()
    }

    fn with_room(&mut self, symbols: usize) -> &mut [u8] {
        let room = key_room(symbols).max(ROOM);
        if self.len() < room {
            self.resize(room, 0);
        }
        self
    }
}

/// All contestants that pack and unpack keys, the core first. The word of 128 bits takes part if
/// `longest`, the length of the longest address, fits the word.
#[must_use]
pub fn packers(direction: Direction, longest: usize) -> Vec<Contestant<Label>> {
    if longest > yardstick::LONGEST {
        return packers_into::<Vec<u8>>(direction);
    }
    let word = packer::<[u8; ROOM]>(
        direction,
        "word",
        Origin::Yardstick,
        yardstick::pack,
        yardstick::unpack,
    );
    let mut all = packers_into::<[u8; ROOM]>(direction);
    all.insert(all.len() - 1, word);
    all
}

/// The core on every backend, and a copy.
fn packers_into<B: Buffer>(direction: Direction) -> Vec<Contestant<Label>> {
    let core = backends().map(|backend| {
        packer::<B>(
            direction,
            &format!("acegate-{}", backend.name()),
            Origin::Fast,
            |address, hash, key| pack_into(address, Profile::Shifted, hash, key).ok(),
            |hash, key, symbols| {
                unpack_into(hash, key, Profile::Shifted, Strictness::Strict, symbols).is_ok()
            },
        )
        .at(backend)
    });
    core.chain([copy::<B>(direction)]).collect()
}

#[inline(always)]
fn packer<B: Buffer>(
    direction: Direction,
    name: &str,
    origin: Origin,
    pack: impl Fn(&[u8], &mut [u8], &mut [u8]) -> Option<usize> + 'static,
    unpack: impl Fn(&[u8], &[u8], &mut [u8]) -> bool + 'static,
) -> Contestant<Label> {
    match direction {
        Direction::Encode => Contestant::new(
            name,
            origin,
            move |address: &Label, out: &mut Buffers<B>| {
                let symbols = address.text.as_bytes();
                let (hash, key) = out.with_room(symbols.len());
                let Some(digits) = pack(symbols, hash, key) else {
                    return false;
                };
                out.lengths = (symbols.len(), digits);
                true
            },
        ),
        Direction::Decode => Contestant::new(
            name,
            origin,
            move |address: &Label, out: &mut Buffers<B>| {
                let (hash, key) = digits(address);
                out.lengths = (hash.len(), 0);
                unpack(hash, key, out.with_room(hash.len()).0)
            },
        ),
    }
}

/// Copies the main input into the first buffer, and the second input into the second.
fn copy<B: Buffer>(direction: Direction) -> Contestant<Label> {
    Contestant::new(
        "memcpy",
        Origin::Memory,
        move |address: &Label, out: &mut Buffers<B>| {
            let (first, second) = match direction {
                Direction::Encode => (address.text.as_bytes(), &[][..]),
                Direction::Decode => digits(address),
            };
            let (to, and_to) = out.with_room(address.text.len());
            to[..first.len()].copy_from_slice(first);
            and_to[..second.len()].copy_from_slice(second);
            true
        },
    )
}

#[cfg(test)]
mod tests {
    use acegate_codec::uri2dec::Form;

    use super::*;
    use crate::contestants::addresses_from;

    #[test]
    fn answers_are_those_of_the_number() {
        let addresses = addresses_from(vec!["alice".to_owned()], Form::Direct);
        let expected = [
            (Direction::Encode, "25423 5622"),
            (Direction::Decode, "alice "),
        ];
        for (direction, expected) in expected {
            let answer = packers(direction, 5)[0].answer(&addresses[0]).unwrap();
            assert!(answer.into_iter().eq(expected.chars().map(u32::from)));
        }
    }
}
