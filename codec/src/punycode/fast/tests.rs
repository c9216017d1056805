use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::iter;

use proptest::prelude::*;

use super::any::Any;
use super::{Decode, DecodeStr, Encode, MOST, Procedure, decode, decode_str, encode, encode_str};
use crate::bootstring::{Bootstring, model};
use crate::simd::Backend;

/// The contents of a buffer before a call, which must stay.
const BEFORE: &str = "before-\u{FC}";

/// The lanes on which this machine can run: lanes in arrays (`None`), and the lanes of each backend.
fn lanes() -> impl Iterator<Item = Option<Backend>> {
    let backends = Backend::ALL
        .into_iter()
        .filter(|backend| backend.is_available());
    iter::once(None).chain(backends.map(Some))
}

/// A string or code points: the two interfaces of each path.
#[derive(Clone, Copy, Debug)]
enum Interface {
    Str,
    Points,
}

use Interface::{Points, Str};

/// Appends the code of a text.
fn encode_on(lanes: Option<Backend>, interface: Interface, text: &str, out: &mut String) -> bool {
    let points: Vec<u32> = text.chars().map(u32::from).collect();
    let mut octets = out.clone().into_bytes();
    let done = match (interface, lanes) {
        (Str, Some(backend)) => return encode_str(text, out, backend),
        (Str, None) => {
            let is_small = text.len() <= 64;
            return Encode {
                text: text.chars().map(u32::from),
                is_small,
                out,
            }
            .run::<Any>();
        }
        (Points, Some(backend)) => encode(&points, &mut octets, backend),
        (Points, None) => {
            let (text, is_small) = (points.iter().copied(), points.len() <= 32);
            points.len() <= MOST
                && Encode {
                    text,
                    is_small,
                    out: &mut octets,
                }
                .run::<Any>()
        }
    };
    *out = String::from_utf8(octets).expect("codes are ASCII");
    done
}

/// Appends the text of a code.
fn decode_on(lanes: Option<Backend>, interface: Interface, code: &str, out: &mut String) -> bool {
    let points: Vec<u32> = code.chars().map(u32::from).collect();
    let mut text: Vec<u32> = out.chars().map(u32::from).collect();
    let done = match (interface, lanes) {
        (Str, Some(backend)) => return decode_str(code, out, backend),
        (Str, None) => return DecodeStr { code, out }.run::<Any>(),
        (Points, Some(backend)) => {
            let mut from_octets = text.clone();
            let octets = decode(code.as_bytes(), &mut from_octets, backend);
            let done = decode(&points, &mut text, backend);
            assert_eq!((octets, &from_octets), (done, &text), "{code:?}");
            done
        }
        (Points, None) => {
            let code: Vec<u8> = points.iter().map(|&point| point.min(0x80) as u8).collect();
            let out = &mut text;
            code.len() <= MOST && Decode { code: &code, out }.run::<Any>()
        }
    };
    *out = text
        .into_iter()
        .map(|point| char::from_u32(point).expect("scalar values"))
        .collect();
    done
}

/// The code of a text, from the model.
fn plain_code(text: &str) -> String {
    let text: Vec<u32> = text.chars().map(u32::from).collect();
    let code = model::encode(&Bootstring::PUNYCODE, &text).expect("32 bits are enough");
    code.into_iter().map(char::from).collect()
}

/// The text of a code, from the model.
fn plain_text(code: &str) -> Option<String> {
    let code: Vec<u32> = code.chars().map(u32::from).collect();
    let text = model::decode(&Bootstring::PUNYCODE, &code).ok()?;
    text.into_iter().map(char::from_u32).collect()
}

/// Runs a procedure that appends. Returns the appended text, or `None` if it gave up.
fn appended(run: impl FnOnce(&mut String) -> bool) -> Option<String> {
    let mut out = String::from(BEFORE);
    if run(&mut out) {
        Some(String::from(out.strip_prefix(BEFORE).expect("it appends")))
    } else {
        assert_eq!(out, BEFORE, "a path that gives up appends nothing");
        None
    }
}

/// Runs every path, and compares its answer with the transcription. Returns whether all paths gave
/// one.
fn compare(
    input: &str,
    model: Option<&str>,
    run: fn(Option<Backend>, Interface, &str, &mut String) -> bool,
) -> bool {
    let mut done = None;
    for (lanes, interface) in lanes().flat_map(|lanes| [Str, Points].map(|it| (lanes, it))) {
        let own = appended(|out| run(lanes, interface, input, out));
        let right = own.is_none() || own.as_deref() == model;
        assert!(
            right,
            "{lanes:?} {interface:?} {input:?}: {own:?}, not {model:?}"
        );
        assert_eq!(
            *done.get_or_insert(own.is_some()),
            own.is_some(),
            "{lanes:?} {input:?}"
        );
    }
    done == Some(true)
}

fn compare_code(text: &str) -> bool {
    compare(text, Some(&plain_code(text)), encode_on)
}

fn compare_text(code: &str) -> bool {
    compare(code, plain_text(code).as_deref(), decode_on)
}

/// Letters of one script, of ASCII and of several at once.
fn character() -> impl Strategy<Value = char> {
    prop_oneof![
        4 => prop::char::range('a', 'z'),
        1 => prop::char::range('\0', '\u{7F}'),
        4 => prop::char::range('\u{80}', '\u{FF}'),
        4 => prop::char::range('\u{430}', '\u{44F}'),
        4 => prop::char::range('\u{4E00}', '\u{9FA5}'),
        2 => prop::char::range('\u{AC00}', '\u{D7A3}'),
        2 => prop::char::range('\u{1F300}', '\u{1FAFF}'),
        1 => any::<char>(),
    ]
}

fn text() -> impl Strategy<Value = String> {
    let one = prop_oneof![
        Just(('\u{E0}', '\u{FC}')),
        Just(('\u{3B1}', '\u{3C9}')),
        Just(('\u{E01}', '\u{E30}')),
        Just(('\u{3041}', '\u{30F3}')),
        Just(('\u{4E00}', '\u{9FA5}')),
        Just(('\u{D000}', '\u{D7FF}')),
        Just(('\u{E000}', '\u{E010}')),
        Just(('\u{1F300}', '\u{1F5FF}')),
        Just(('\u{10FFF0}', '\u{10FFFF}')),
        Just(('\u{7F}', '\u{81}')),
    ]
    .prop_flat_map(|(first, last)| {
        prop::collection::vec(
            prop_oneof![4 => prop::char::range(first, last), 1 => prop::char::range('a', 'e')],
            0..=70,
        )
    });
    let mixed = prop::collection::vec(character(), 0..=70);
    let basic = prop::collection::vec(prop::char::range('a', 'z'), 0..=16);
    let few = (
        basic,
        prop::collection::vec((any::<prop::sample::Index>(), character()), 1..=6),
    );
    let few = few.prop_map(|(mut text, inserted)| {
        for (at, character) in inserted {
            text.insert(at.index(text.len() + 1), character);
        }
        text
    });
    prop_oneof![one, mixed, few].prop_map(|characters| characters.into_iter().collect())
}

fn hostile() -> impl Strategy<Value = String> {
    let digits = prop::collection::vec(prop::sample::select(b"abkyz0189AZ-".to_vec()), 0..=66);
    let ascii = prop::collection::vec(0_u8..=0x7F, 0..=66);
    let octets = prop_oneof![3 => digits, 1 => ascii];
    octets.prop_map(|octets| octets.into_iter().map(char::from).collect())
}

/// Whether an input of this length was rightly converted or left. Only characters from U+3000 on can need
/// too large numbers.
fn is_right(converted: bool, length: usize, text: &str) -> bool {
    if converted {
        length <= MOST
    } else {
        length > MOST || text.chars().any(|c| c >= '\u{3000}')
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn writes_the_codes_of_the_model(text in text()) {
        let written = compare_code(&text);
        prop_assert!(is_right(written, text.chars().count(), &text));
    }

    #[test]
    fn reads_the_texts_of_the_model(text in text()) {
        let code = plain_code(&text);
        let read = compare_text(&code);
        prop_assert!(is_right(read, code.len(), &text));
        let upper = code.to_ascii_uppercase();
        compare_text(&upper);
    }

    #[test]
    fn refuses_codes_like_the_model(code in hostile()) {
        compare_text(&code);
    }

    #[test]
    fn reads_broken_codes_like_the_model(
        text in text(),
        at in any::<prop::sample::Index>(),
        other in prop_oneof![3 => prop::char::range('\0', '\u{7F}'), 1 => character()],
        kind in 0..4,
    ) {
        let mut code: Vec<char> = plain_code(&text).chars().collect();
        if !code.is_empty() {
            let at = at.index(code.len());
            match kind {
                0 => code[at] = other,
                1 => code.insert(at, other),
                2 => code.truncate(at),
                _ => drop(code.remove(at)),
            }
        }
        compare_text(&code.into_iter().collect::<String>());
    }
}

/// All texts of up to five characters of an alphabet.
fn short_texts(alphabet: &str) -> impl Iterator<Item = String> {
    let alphabet: Vec<char> = alphabet.chars().collect();
    (0..=5).flat_map(move |length| {
        let alphabet = alphabet.clone();
        (0..alphabet.len().pow(length)).map(move |number| {
            let rest = |place| number / alphabet.len().pow(place);
            (0..length)
                .map(|place| alphabet[rest(place) % alphabet.len()])
                .collect()
        })
    })
}

#[test]
fn all_short_codes_and_texts_are_converted_like_the_model() {
    for code in short_texts("abz09A-!") {
        compare_text(&code);
    }
    for text in short_texts("a-\u{80}\u{7FF}\u{4E00}\u{1F600}") {
        // After a small number, a distant character takes more than five digits.
        assert!(
            compare_code(&text) || text.contains('\u{1F600}'),
            "{text:?}"
        );
        assert!(compare_text(&plain_code(&text)), "{text:?}");
    }
}

#[test]
fn numbers_at_the_limits_of_the_lanes_are_written_or_left() {
    // With the initial bias, 72, the thresholds are 1, 1, 26, 26, 26. Five digits reach up to
    // 1 + 35 * 1 + 1225 * 26 + 12250 * 26 + 122500 * 26 = 3535386 = 70707 * 50 + 36.
    let first = char::from_u32(0x80 + 70707).expect("it is in the second plane");
    for (index, written) in [(35, true), (36, false)] {
        // The numbers after the first one are zeros.
        for count in [1, 2, 3, 4, 5, 9] {
            let mut text: Vec<char> = vec!['x'; 49];
            text.splice(index..index, iter::repeat_n(first, count));
            let text: String = text.into_iter().collect();
            assert_eq!(compare_code(&text), written, "{count} at {index}");
        }
    }
    // The last delta is 699050 times the number of code points, six, and the places to the right
    // of the insertion before, three or four of them: 4194303 or 1 << 22.
    assert!(compare_code("\u{9C00}\u{80}\u{80}\u{80}\u{B46AA}x"));
    assert!(!compare_code("\u{9C00}\u{80}\u{80}\u{80}x\u{B46AA}"));
    // Integers have no such limit: 0xFFFFF times four or five code points, and two or three more.
    assert!(compare_code("\u{10000}x\u{80}\u{10FFFF}"));
    assert!(compare_code("\u{10000}xx\u{80}\u{10FFFF}"));
}

#[test]
fn a_number_that_the_code_does_not_end_is_left() {
    // Each `a` is the number 0. After `9`, which is above every threshold, the number goes on; what is in
    // memory after the code must not end it.
    for length in 1..=MOST {
        let whole = "a".repeat(length);
        assert!(compare_text(&whole), "{length}");
        let truncated = format!("{}9", &whole[1..]);
        assert!(!compare_text(&truncated), "{length}");
    }
}

#[test]
fn surrogates_and_too_large_numbers_are_left_to_the_general_decoder() {
    let integers = Bootstring::PUNYCODE.with_scalar_values_only(false);
    for number in [
        0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0x10_FFFF, 0x11_0000,
    ] {
        for text in [
            vec![number],
            vec![0x78, number, 0x79],
            vec![number, 0xFC, 0x78],
        ] {
            let code = model::encode(&integers, &text).expect("32 bits are enough");
            let code = String::from_utf8(code).expect("it is ASCII");
            let read = compare_text(&code);
            assert!(read || !matches!(number, 0xD7FF | 0xE000), "{code:?}");
        }
    }
}

#[test]
fn numbers_that_are_not_scalar_values_are_left_to_the_general_encoder() {
    for backend in lanes().flatten() {
        let encodes = |text: &[u32]| encode(text, &mut Vec::new(), backend);
        for number in [0xD800, 0xDFFF, 0x11_0000, u32::MAX] {
            for mut text in [vec![], vec![0x78, 0xFC], vec![0xFC; 40]] {
                text.push(number);
                assert!(!encodes(&text), "{text:X?}");
            }
        }
        assert!(encodes(&[0xD7FF, 0xE000]) && encodes(&[0x10_FFFF]));
        for foreign in [0x80, 0xFF, 0x100, 0x161, u32::MAX] {
            for length in [1, 2, 5, 9, 40] {
                for at in 0..length {
                    let mut code = vec![0x61_u32; length];
                    code[at] = foreign;
                    assert!(
                        !decode(&code, &mut Vec::new(), backend),
                        "{foreign:X} at {at}"
                    );
                }
            }
        }
    }
}
