//! Every backend that this processor has, compared with the model.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use proptest::prelude::*;

use super::super::{Form, NumberScope, Options, SYMBOLS};
use super::*;
use crate::uri2dec::model::MODEL;

const PROFILES: [Profile; 2] = [Profile::Shifted, Profile::Octal];

fn backends() -> impl Iterator<Item = Backend> {
    Backend::ALL
        .into_iter()
        .filter(|backend| backend.is_available())
}

fn options(profile: Profile) -> Options {
    Options {
        profile,
        scope: NumberScope::Local,
        ..Options::default()
    }
}

/// Hash and key, in buffers with `more` octets than they need.
fn packed(
    backend: Backend,
    address: &str,
    profile: Profile,
    more: usize,
) -> Result<(String, String), Error> {
    let mut hash = vec![b'-'; address.len() + more];
    let mut key = vec![b'-'; key_room(address.len()) + more];
    let digits = pack_at(backend, address.as_bytes(), profile, &mut hash, &mut key)?;
    Ok((text(&hash[..address.len()]), text(&key[..digits])))
}

fn packed_plainly(address: &str, profile: Profile) -> Result<(String, String), Error> {
    let key = MODEL.key(address, &options(profile))?;
    Ok((MODEL.hash(address, Form::Direct)?, key[2..].to_string()))
}

fn unpacked(
    backend: Backend,
    hash: &str,
    key: &str,
    profile: Profile,
    strictness: Strictness,
    more: usize,
) -> Result<String, Error> {
    let mut address = vec![b'-'; hash.len() + more];
    unpack_at(
        backend,
        hash.as_bytes(),
        key.as_bytes(),
        profile,
        strictness,
        &mut address,
    )?;
    Ok(text(&address[..hash.len()]))
}

/// The address from the model, which reads whole numbers. Positions are converted to positions in
/// the hash or in the key.
fn unpacked_plainly(
    hash: &str,
    key: &str,
    profile: Profile,
    strictness: Strictness,
) -> Result<String, Error> {
    let number = format!("{hash} {} {key}", profile.marker(Form::Direct));
    let options = Options {
        strictness,
        ..options(profile)
    };
    MODEL
        .decode(&number, &options)
        .map_err(|error| match error.kind {
            ErrorKind::HashEmpty | ErrorKind::HashDigit => error,
            kind => Error::new(kind, error.position - hash.len() - 3),
        })
}

fn text(octets: &[u8]) -> String {
    String::from_utf8(octets.to_vec()).expect("symbols and digits")
}

/// Packs and unpacks on every backend, in buffers of the exact size and in larger ones.
fn check(address: &str) {
    for profile in PROFILES {
        let expected = packed_plainly(address, profile);
        for backend in backends() {
            for more in [0, 7, ROOM] {
                let found = packed(backend, address, profile, more);
                assert_eq!(found, expected, "{} {address:?}", backend.name());
                let Ok((hash, key)) = found else { continue };
                let strict = Strictness::Strict;
                let back = unpacked(backend, &hash, &key, profile, strict, more);
                assert_eq!(back, Ok(address.to_ascii_lowercase()), "{}", backend.name());
            }
        }
    }
}

fn check_key(hash: &str, key: &str) {
    for profile in PROFILES {
        for strictness in [Strictness::Strict, Strictness::Lenient] {
            let expected = unpacked_plainly(hash, key, profile, strictness);
            for backend in backends() {
                for more in [0, ROOM] {
                    let found = unpacked(backend, hash, key, profile, strictness, more);
                    assert_eq!(found, expected, "{} {hash:?} {key:?}", backend.name());
                }
            }
        }
    }
}

/// Symbols in an order that brings each of them to each place of a group.
fn mixed(length: usize) -> String {
    let symbols: Vec<char> = SYMBOLS.concat().chars().collect();
    (0..length)
        .map(|at| symbols[(at * 31 + at / 45) % symbols.len()])
        .collect()
}

#[test]
fn every_length_agrees_with_the_model() {
    // Symbols of two bits only, or of three, with all bits set or none; of no bits; a vector of zeros
    // with one other symbol last or first.
    for length in 0..=200 {
        check(&mixed(length));
        for symbol in ["c", "2", "w", "&", "1"] {
            check(&symbol.repeat(length));
        }
        check(&format!("{}/", ".".repeat(length)));
        check(&format!("/{}", "p".repeat(length)));
        // A register without bits before one with as many as there can be.
        check(&format!("{}{}", "1".repeat(32), "&".repeat(length)));
        check(&format!("{}{}", "1".repeat(32), mixed(length)));
    }
}

#[test]
fn borders_of_blocks_agree_with_the_model() {
    // Every number of bits modulo 24 at every border: symbols of three bits, then of two.
    for length in (BLOCK - 3..=BLOCK + 3).chain(2 * BLOCK - 3..=2 * BLOCK + 3) {
        for narrow in 0..24 {
            check(&("?".repeat(length - narrow) + &"b".repeat(narrow)));
            check(&("b".repeat(length - narrow) + &"?".repeat(narrow)));
        }
    }
    // Digits of blocks that end in the vector, in its alignment or with it: 3 BLOCK bits and some.
    for length in 760..=775 {
        check(&"n".repeat(length));
    }
    // Zeros that no key writes come back in later blocks.
    for written in [0, 1, 400, BLOCK, 700, 3 * BLOCK] {
        check(&("&".repeat(written) + &"c".repeat(3 * BLOCK)));
    }
}

/// A block leaves to the next one only the place of a bit in its octet. The blocks of these two lengths leave
/// each of the eight places, so that longer addresses show nothing new.
#[test]
fn sixteen_blocks_agree_with_the_model() {
    for length in [16 * BLOCK, 16 * BLOCK + 7] {
        check(&mixed(length));
        check(&("&".repeat(length - 1) + "`"));
    }
}

#[test]
fn keys_with_one_bit_more_than_the_hash_uses_are_refused() {
    for digits in 3..=40 {
        // Sections 5.4 and 5.5: none, one and two extra zeros.
        for (extra, last) in [(0, "0"), (1, "1"), (2, "2")] {
            let significant = 3 * digits - 2 - extra;
            let key = "4".to_string() + &"0".repeat(digits - 2) + last;
            for capacity in significant - 2..significant + 2 {
                // Two bits for each digit; three for one of them if the number of bits is odd.
                let hash = "2".repeat(capacity / 2 - capacity % 2) + &"7".repeat(capacity % 2);
                let shifted: String = key.bytes().map(|digit| char::from(digit + 1)).collect();
                check_key(&hash, &key);
                check_key(&hash, &shifted);
            }
        }
    }
}

#[test]
fn every_character_at_every_place_is_a_symbol_or_refused_there() {
    for length in [1, 3, 4, 5, 8, 16, 31, 32, 33, 40, 64, 65, 70] {
        for character in ('\0'..='\u{ff}').chain(['\u{20ac}', '\u{10ffff}']) {
            let at = (character as usize * 7) % length;
            let mut address = mixed(length);
            address.replace_range(at..=at, character.encode_utf8(&mut [0; 4]));
            check(&address);
        }
    }
    for place in 0..70 {
        let mut address = mixed(70);
        address.replace_range(place..=place, "`");
        check(&address);
        check(&address[..=place]);
    }
}

#[test]
fn every_character_at_every_place_is_a_digit_or_refused_there() {
    for octet in 0..128_u8 {
        // A space would end the hash or the key of the plain number, and nines its key.
        if matches!(octet, b' ' | b'9') {
            continue;
        }
        let octet = char::from(octet);
        // Keys of fours are canonical, without extra zeros; so are fives, of the other profile.
        for digit in ["4", "5"] {
            for place in 0..34 {
                let mut hash = "7".repeat(34);
                hash.replace_range(place..=place, octet.encode_utf8(&mut [0]));
                check_key(&hash, &digit.repeat(4));
                check_key(&hash[..=place], &digit.repeat(4));
                let mut key = digit.repeat(34);
                key.replace_range(place..=place, octet.encode_utf8(&mut [0]));
                check_key(&"7".repeat(40), &key);
                check_key(&"7".repeat(40), &key[..=place]);
                check_key(&"7".repeat(40), &key[2..]);
            }
        }
    }
}

#[test]
fn every_key_of_up_to_four_digits_agrees_with_the_model() {
    for length in 0..=4 {
        for index in 0..9_usize.pow(length) {
            let digit = |place| char::from(b'0' + (index / 9_usize.pow(place) % 9) as u8);
            let key: String = (0..length).map(digit).collect();
            for hash in ["1", "2", "25423", "79", "222222"] {
                check_key(hash, &key);
            }
        }
    }
}

/// Only the time would show that the fast path gave up.
#[test]
#[cfg(all(feature = "simd", target_arch = "x86_64"))]
fn short_addresses_stay_in_registers() {
    if !Backend::V3.is_available() {
        return;
    }
    let symbols: Vec<char> = SYMBOLS.concat().chars().collect();
    let starts = (4..ROOM).flat_map(|length| (0..45).map(move |first| (length, first)));
    let regular = starts.flat_map(|(length, first)| {
        let address = |step| {
            (0..length)
                .map(|at| symbols[(first + at * step) % 45])
                .collect()
        };
        [0, 1, 2, 7, 31].map(address)
    });
    // The key has 32 digits, because the highest 1 is in the 31st symbol. The position codes of all
    // symbols have 128 bits, or 129.
    let borders = ["c", "p"].map(|last| "p".repeat(30) + ":" + &"p".repeat(11) + last);
    for address in regular.chain(borders) {
        let bits: u32 = address.bytes().filter_map(Place::of).map(Place::bits).sum();
        for profile in PROFILES {
            let (hash, key) = packed(Backend::Portable, &address, profile, 0).expect("symbols");
            let digits = (bits <= 128 && key.len() <= 32).then_some(key.len());
            let mut room = [[0; ROOM]; 2];
            let [hash_room, key_room] = &mut room;
            assert_eq!(
                v3::pack(address.as_bytes(), profile, hash_room, key_room),
                digits,
                "{address}"
            );
            let unpacked = v3::unpack(hash.as_bytes(), key.as_bytes(), profile, hash_room);
            assert!(
                unpacked.is_some() || digits.is_none_or(|digits| digits < 4),
                "{address}"
            );
        }
    }
}

proptest! {
    #[test]
    fn addresses_agree_with_the_model(address in "[a-zA-Z0-9.@%:/?&_-]{0,200}") {
        check(&address);
    }

    #[test]
    fn keys_of_any_hash_agree_with_the_model(
        hash in "[0-9]{1,70}",
        key in "[0-7]{0,60}",
        last in prop::sample::select(&["", "0", "4", "1", "02", "42", "01", "15", "06", "22", "3"][..]),
    ) {
        let octal = key + last;
        let shifted: String = octal.bytes().map(|digit| char::from(digit + 1)).collect();
        check_key(&hash, &octal);
        check_key(&hash, &shifted);
    }
}
