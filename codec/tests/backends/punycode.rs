//! Labels on every SIMD backend, compared with the model.

use acegate_codec::bootstring::Bootstring;
use acegate_codec::{Error, ErrorKind, plain, punycode};

use crate::{Numbers, on_every_backend};

const PUNYCODE: Bootstring = Bootstring::PUNYCODE;

/// First and last of the characters of some scripts, and of the edges of UTF-8 and of planes.
const RANGES: [(u32, u32); 12] = [
    (0x61, 0x7A),
    (0x7E, 0x82),
    (0xE0, 0xFF),
    (0x3B1, 0x3C9),
    (0x430, 0x44F),
    (0x7FE, 0x802),
    (0xE01, 0xE30),
    (0x4E00, 0x9FA5),
    (0xD7F0, 0xD7FF),
    (0xE000, 0xE010),
    (0xFFFE, 0x1_0002),
    (0x1_F300, 0x10_FFFF),
];

/// Texts of up to 70 characters, most of them short, of one range or of several.
fn texts() -> Vec<String> {
    let mut numbers = Numbers(0x0123_4567_89AB_CDEF);
    let mut texts = vec![String::new()];
    for length in 0..4000_usize {
        let length = if length % 4 == 0 { length / 4 % 71 } else { length % 14 };
        let one = numbers.below(RANGES.len());
        let mixed = numbers.below(4) == 0;
        let characters = (0..length).map(|_| {
            let (first, last) = match numbers.below(4) {
                0 => RANGES[0],
                _ if mixed => RANGES[numbers.below(RANGES.len())],
                _ => RANGES[one],
            };
            char::from_u32(first + numbers.below((last - first + 1) as usize) as u32)
        });
        texts.push(characters.map(Option::unwrap_or_default).collect());
    }
    texts
}

fn points(text: &str) -> Vec<u32> {
    text.chars().map(u32::from).collect()
}

fn code_by_the_model(text: &str) -> String {
    let code = plain::bootstring::encode(&PUNYCODE, &points(text)).expect("32 bits are enough");
    String::from_utf8(code).expect("codes are ASCII")
}

#[test]
fn texts_encode_like_the_model_and_come_back() {
    let texts = texts();
    let codes: Vec<_> = texts.iter().map(|text| code_by_the_model(text)).collect();
    on_every_backend(|backend| {
        for (text, code) in texts.iter().zip(&codes) {
            assert_eq!(punycode::encode(text).as_ref(), Ok(code), "{backend:?} {text:?}");
            assert_eq!(punycode::encode_points(&points(text)).as_deref(), Ok(code.as_bytes()));
            assert_eq!(PUNYCODE.encode(&points(text)).as_deref(), Ok(code.as_bytes()));
            assert_eq!(punycode::decode(code).as_ref(), Ok(text), "{backend:?} {code:?}");
            assert_eq!(punycode::decode_points(code.as_bytes()), Ok(points(text)));
            assert_eq!(punycode::decode_points(&points(code)), Ok(points(text)));
            assert_eq!(PUNYCODE.decode(code.as_bytes()), Ok(points(text)));
            let upper = code.to_ascii_uppercase();
            let expected = plain::bootstring::decode(&PUNYCODE, &points(&upper));
            assert_eq!(
                punycode::decode_points(upper.as_bytes()),
                expected,
                "{backend:?} {upper:?}"
            );
            assert_eq!(PUNYCODE.decode(upper.as_bytes()), expected, "{upper:?}");
        }
    });
}

#[test]
fn damaged_codes_decode_like_the_model() {
    let mut numbers = Numbers(0x0F1E_2D3C_4B5A_6978);
    let mut damaged: Vec<Vec<u32>> = Vec::new();
    for text in texts() {
        let mut code = points(&code_by_the_model(&text));
        let at = numbers.below(code.len().max(1)).min(code.len());
        let element = match numbers.below(8) {
            0 => [0x80, 0xFF, 0x161, 0x10_FFFF, u32::MAX][numbers.below(5)],
            _ => u32::from(b"abcmz019A-_\x7F"[numbers.below(12)]),
        };
        match numbers.below(4) {
            0 => code.truncate(at),
            1 if at < code.len() => code[at] = element,
            2 if at < code.len() => drop(code.remove(at)),
            _ => code.insert(at, element),
        }
        damaged.push(code);
    }
    let expected: Vec<_> =
        damaged.iter().map(|code| plain::bootstring::decode(&PUNYCODE, code)).collect();
    assert!(expected.iter().filter(|decoded| decoded.is_err()).count() > 1000);
    on_every_backend(|backend| {
        for (code, expected) in damaged.iter().zip(&expected) {
            assert_eq!(punycode::decode_points(code), *expected, "{backend:?} {code:X?}");
            assert_eq!(PUNYCODE.decode(code), *expected, "{code:X?}");
            let Ok(octets) =
                code.iter().map(|&one| u8::try_from(one)).collect::<Result<Vec<_>, _>>()
            else {
                continue;
            };
            assert_eq!(punycode::decode_points(&octets), *expected, "{backend:?} {code:X?}");
        }
    });
}

#[test]
fn code_points_that_are_not_scalar_values_are_refused_at_their_position() {
    on_every_backend(|backend| {
        for number in [0xD800, 0xDFFF, 0x11_0000, u32::MAX] {
            for length in [1, 2, 9, 33, 64] {
                for at in [0, length / 2, length - 1] {
                    let mut text = vec![0xFC; length];
                    text[at] = number;
                    let expected = plain::bootstring::encode(&PUNYCODE, &text);
                    let encoded = punycode::encode_points(&text);
                    assert_eq!(encoded, expected, "{backend:?} {number:X} at {at}");
                    assert_eq!(PUNYCODE.encode(&text), expected, "{number:X} at {at}");
                    assert!(matches!(expected, Err(Error { position, .. }) if position == at));
                }
            }
        }
    });
}

#[test]
fn strings_beyond_labels_encode_like_the_model() {
    let long = ["a".repeat(65), "a".repeat(300), "\u{FC}".repeat(65), "\u{10FFFF}".repeat(64)];
    let mixed = ["a".repeat(256) + "\u{FC}", "\u{4E00}".repeat(86), "x".repeat(63) + "\u{FC}"];
    on_every_backend(|_| {
        for text in long.iter().chain(&mixed) {
            let code = code_by_the_model(text);
            assert_eq!(punycode::encode(text).as_ref(), Ok(&code));
            assert_eq!(punycode::decode(&code).as_ref(), Ok(text));
        }
        // The delta of the last character is over 32 bits: (10FFFF - E9) * 4001 and more.
        let text = "\u{E9}".repeat(4000) + "\u{10FFFF}";
        let mut out = String::from("before");
        let error = punycode::encode_into(&text, &mut out).unwrap_err();
        assert_eq!((error.code(), error.position), ("overflow", 8000));
        assert_eq!(out, "before");
    });
}

#[test]
fn other_sets_append_the_results_of_the_model() {
    for set in [Bootstring::RUST_V0, Bootstring::SWIFT] {
        for text in texts().iter().step_by(7).map(|text| points(text)).chain([vec![0xFC; 700]]) {
            let code = plain::bootstring::encode(&set, &text).expect("32 bits are enough");
            let mut out = b"before".to_vec();
            set.encode_into(&text, &mut out).unwrap();
            assert_eq!(out, [b"before", code.as_slice()].concat(), "{text:X?}");
            let mut back = vec![0x78];
            set.decode_into(&code, &mut back).unwrap();
            assert_eq!(back, [&[0x78], text.as_slice()].concat());
        }
    }
}

#[test]
fn code_points_are_appended_after_the_old_contents() {
    on_every_backend(|backend| {
        for text in [vec![0x62], vec![0xFC; 3], vec![0xFC; 100]] {
            let expected = plain::bootstring::encode(&PUNYCODE, &text).expect("32 bits are enough");
            let mut out = b"before".to_vec();
            punycode::encode_points_into(&text, &mut out).unwrap();
            assert_eq!(out, [b"before", expected.as_slice()].concat(), "{backend:?} {text:X?}");
            let mut back = vec![0x78];
            punycode::decode_points_into(&expected, &mut back).unwrap();
            assert_eq!(back, [&[0x78], text.as_slice()].concat(), "{backend:?} {text:X?}");
        }
        let mut out = b"before".to_vec();
        let surrogate = punycode::encode_points_into(&[0xFC, 0xD800], &mut out);
        assert_eq!(surrogate, Err(Error::new(ErrorKind::Surrogate, 1)), "{backend:?}");
        assert_eq!(out, b"before", "{backend:?}");
        let mut back = vec![0x78];
        let truncated = punycode::decode_points_into(b"b-eh", &mut back);
        assert_eq!(truncated, Err(Error::new(ErrorKind::Truncated, 4)), "{backend:?}");
        assert_eq!(back, [0x78], "{backend:?}");
    });
}
