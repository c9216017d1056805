//! Hash and key on every SIMD backend, compared with the model.

use acegate_codec::plain::uri2dec::MODEL;
use acegate_codec::uri2dec::{
    Form, NumberScope, Options, Packing, Profile, SYMBOLS, Strictness, Style, decode, encode,
    key_room, pack_into, unpack_into,
};

use crate::{Numbers, on_every_backend};

const OPTIONS: Options = Options {
    profile: Profile::Shifted,
    form: Form::Direct,
    packing: Packing::NaturalLsb,
    style: Style::Spaced,
    scope: NumberScope::Local,
    strictness: Strictness::Strict,
};

/// Addresses of every length up to a few blocks, of all symbols and of those with few or many bits.
fn addresses() -> Vec<String> {
    let mut numbers = Numbers(0x0011_2233_4455_6677);
    let all: Vec<char> = SYMBOLS.iter().flat_map(|symbols| symbols.chars()).collect();
    let first: Vec<char> = SYMBOLS.iter().filter_map(|symbols| symbols.chars().next()).collect();
    let last: Vec<char> = SYMBOLS.iter().filter_map(|symbols| symbols.chars().last()).collect();
    let mut addresses = Vec::new();
    for length in (1..=140).chain([511, 512, 513, 700, 1030]) {
        for symbols in [&all, &all, &all, &first, &last] {
            let symbol = |_| symbols[numbers.below(symbols.len())];
            addresses.push((0..length).map(symbol).collect());
        }
    }
    addresses
}

fn split(number: &str) -> (&[u8], &[u8]) {
    let (hash, key) = number.split_once(" 1 ").expect("a spaced number of the shifted profile");
    (hash.as_bytes(), key.as_bytes())
}

#[test]
fn addresses_pack_like_the_model_and_come_back() {
    let addresses = addresses();
    let numbers: Vec<_> =
        addresses.iter().map(|address| MODEL.encode(address, &OPTIONS).unwrap()).collect();
    on_every_backend(|backend| {
        for (address, number) in addresses.iter().zip(&numbers) {
            assert_eq!(encode(address, &OPTIONS).as_ref(), Ok(number), "{backend:?} {address}");
            assert_eq!(decode(number, &OPTIONS).as_ref(), Ok(address), "{backend:?} {number}");
            let (expected_hash, expected_key) = split(number);
            // Buffers of just enough room, and of more.
            for more in [0, 64] {
                let mut hash = vec![b'x'; address.len() + more];
                let mut key = vec![b'x'; key_room(address.len()) + more];
                let digits =
                    pack_into(address.as_bytes(), Profile::Shifted, &mut hash, &mut key).unwrap();
                assert_eq!(&hash[..address.len()], expected_hash, "{backend:?} {address}");
                assert_eq!(&key[..digits], expected_key, "{backend:?} {address}");
                let (hash, key) = (expected_hash, expected_key);
                let mut back = vec![b'x'; address.len() + more];
                unpack_into(hash, key, Profile::Shifted, Strictness::Strict, &mut back).unwrap();
                assert_eq!(&back[..address.len()], address.as_bytes(), "{backend:?} {number}");
            }
        }
    });
}

#[test]
fn damaged_numbers_are_refused_like_the_model_refuses_them() {
    let mut numbers = Numbers(0x7766_5544_3322_1100);
    let mut damaged: Vec<String> = Vec::new();
    for address in addresses() {
        for _ in 0..3 {
            let mut number = MODEL.encode(&address, &OPTIONS).unwrap().into_bytes();
            // The hash, the key, and the marker between them.
            let at = match numbers.below(3) {
                0 => numbers.below(number.len()),
                1 => numbers.below(address.len()),
                _ => number.len() - 1 - numbers.below((number.len() - address.len()).min(40)),
            };
            let octet = b"0123456789 /:a"[numbers.below(14)];
            match numbers.below(4) {
                0 => number.truncate(at),
                1 => drop(number.remove(at)),
                2 => number.insert(at, octet),
                _ => number[at] = octet,
            }
            damaged.push(String::from_utf8(number).expect("ASCII"));
        }
    }
    let lenient = Options { strictness: Strictness::Lenient, ..OPTIONS };
    for options in [OPTIONS, lenient] {
        let expected: Vec<_> =
            damaged.iter().map(|number| MODEL.decode(number, &options)).collect();
        on_every_backend(|backend| {
            for (number, expected) in damaged.iter().zip(&expected) {
                assert_eq!(decode(number, &options), *expected, "{backend:?} {number}");
            }
        });
    }
}

#[test]
fn addresses_with_foreign_symbols_are_refused_like_the_model_refuses_them() {
    let mut numbers = Numbers(0x1357_9BDF_0246_8ACE);
    let foreign =
        ['\0', '\u{1F}', ' ', '`', '{', '~', '\u{7F}', '\u{80}', '\u{FC}', '\u{20AC}', '^'];
    let mut damaged = vec![String::new()];
    for address in addresses() {
        let at = numbers.below(address.len());
        let symbol = foreign[numbers.below(foreign.len())];
        damaged.push(format!("{}{symbol}{}", &address[..at], &address[at + 1..]));
    }
    on_every_backend(|backend| {
        for address in &damaged {
            let expected = MODEL.encode(address, &OPTIONS);
            assert_eq!(encode(address, &OPTIONS), expected, "{backend:?} {address:?}");
        }
    });
}
