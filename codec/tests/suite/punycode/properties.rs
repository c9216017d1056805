//! Properties of every input: the fast codec equals its model in values, errors and positions; a decoded
//! text encodes to its code; an encoded text decodes to itself.

use acegate_codec::ErrorKind;
use acegate_codec::bootstring::{Bootstring, CodeTrace, ParameterSet, Width, model};
use proptest::prelude::*;

use crate::share::holds_of;

#[test]
fn every_short_string_is_canonical_or_refused_the_same_way() {
    const CHARACTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789-";
    let raw = Bootstring::PUNYCODE.with_scalar_values_only(false);
    let (mut accepted, mut surrogates) = ([0; 5], 0);
    for length in 0..=4 {
        for number in 0..CHARACTERS.len().pow(length) {
            let places = (0..length).map(|place| number / CHARACTERS.len().pow(place));
            let string: Vec<u8> = places
                .map(|rest| CHARACTERS[rest % CHARACTERS.len()])
                .collect();
            let accepts = decodes_as_its_own_code(&string);
            accepted[length as usize] += usize::from(accepts);
            surrogates += usize::from(!accepts && raw.decode(&string).is_ok());
        }
    }
    // Of one character, only `a` ends a number, as the threshold there is 1.
    assert_eq!(accepted, [1, 1, 98, 35_100, 1_012_613]);
    // Each surrogate alone, from `ib9b` to `zy0c`; with anything beside it the code is longer.
    assert_eq!(surrogates, 2048);
}

/// Returns whether a string decodes. If it does, its text must encode to it, on every path.
fn decodes_as_its_own_code(string: &[u8]) -> bool {
    const PUNYCODE: Bootstring = Bootstring::PUNYCODE;
    let points: Vec<u32> = string.iter().copied().map(u32::from).collect();
    let decoded = PUNYCODE.decode(string);
    assert_eq!(decoded, model::decode(&PUNYCODE, &points), "{string:?}");
    let Ok(text) = decoded else { return false };
    assert_eq!(PUNYCODE.encode(&text).as_deref(), Ok(string));
    assert_eq!(model::encode(&PUNYCODE, &text).as_deref(), Ok(string));
    true
}

#[test]
fn texts_encode_like_the_model_and_come_back() {
    holds_of(30, 4000, (sets(), texts()), |(set, text)| {
        compare_on_text(&set, &text)
    });
    holds_of(20, 60, (sets(), long_texts()), |(set, text)| {
        compare_on_text(&set, &text)
    });
}

#[test]
fn codes_decode_like_the_model_and_are_canonical() {
    holds_of(5, 4000, (sets(), codes()), |(set, code)| {
        compare_on_code(&set, &code)
    });
}

/// Returns whether the text was encoded.
fn compare_on_text(set: &Bootstring, text: &[u32]) -> Result<bool, TestCaseError> {
    let code = set.encode(text);
    prop_assert_eq!(&code, &model::encode(set, text));
    let trace = set.trace_encode(text);
    prop_assert_eq!(trace.error, code.as_ref().err().copied());
    let Ok(code) = code else { return Ok(false) };
    prop_assert_eq!(trace.text_after(trace.steps.len()), text);
    let decoded = set.decode(&code);
    prop_assert_eq!(
        decoded.is_ok(),
        decoder_can_count(set, &trace),
        "{:?}",
        decoded
    );
    match decoded {
        Ok(decoded) => {
            prop_assert_eq!(decoded, text);
            prop_assert_eq!(trace, set.trace_decode(&code));
        }
        Err(error) => prop_assert_eq!(error.kind, ErrorKind::Overflow),
    }
    Ok(true)
}

/// Whether the integers of the decoder can hold the numbers that only section 6.2 computes: the sum of
/// a delta and the index after the last insertion, and the weight of every place.
fn decoder_can_count(set: &Bootstring, trace: &CodeTrace) -> bool {
    let max = u64::from(set.parameters().width.max());
    let mut index = 0;
    trace.steps.iter().all(|step| {
        let sum = u64::from(step.delta) + index;
        index = step.index as u64 + 1;
        sum <= max && step.digits.iter().all(|digit| digit.weight <= max)
    })
}

/// Returns whether the code was decoded.
fn compare_on_code(set: &Bootstring, code: &[u32]) -> Result<bool, TestCaseError> {
    let decoded = set.decode(code);
    prop_assert_eq!(&decoded, &model::decode(set, code));
    let annotated = set.decode_annotated(code);
    prop_assert_eq!(&annotated, &model::decode_annotated(set, code));
    let trace = set.trace_decode(code);
    prop_assert_eq!(trace.error, decoded.as_ref().err().copied());
    match decoded {
        Ok(text) => {
            prop_assert_eq!(trace.text_after(trace.steps.len()), text.clone());
            prop_assert_eq!(annotated.map(|(text, _)| text), Ok(text.clone()));
            let again = set.encode(&text).expect("what decodes encodes");
            let again: Vec<u32> = again.into_iter().map(u32::from).collect();
            let literal = trace.delimiter.map_or(0, |delimiter| delimiter + 1);
            prop_assert_eq!(&again[..literal], &code[..literal]);
            let fold = set.parameters().fold_case;
            let same = |(&written, &read): (&u32, &u32)| {
                written == read || fold && (0x41..0x5B).contains(&read) && written == read + 0x20
            };
            prop_assert!(again.iter().zip(code).skip(literal).all(same));
            prop_assert_eq!(again.len(), code.len());
            Ok(true)
        }
        Err(error) => {
            prop_assert!(error.position <= code.len());
            Ok(false)
        }
    }
}

fn sets() -> impl Strategy<Value = Bootstring> {
    let base = ParameterSet::PUNYCODE;
    let odd = [
        base,
        base,
        ParameterSet::RUST_V0,
        ParameterSet::SWIFT,
        ParameterSet {
            initial_n: 0x7F,
            ..base
        },
        ParameterSet {
            initial_n: 0,
            ..base
        },
        ParameterSet {
            basic: 0x7B,
            initial_n: 0x7B,
            ..base
        },
        ParameterSet {
            base: 10,
            t_min: 2,
            t_max: 8,
            digits: "0123456789",
            initial_bias: 0,
            ..base
        },
        ParameterSet {
            base: 3,
            t_min: 1,
            t_max: 1,
            digits: "aBc",
            delimiter: '/',
            ..base
        },
        ParameterSet {
            t_min: 34,
            t_max: 34,
            skew: u32::MAX,
            damp: 2,
            initial_bias: 2,
            ..base
        },
        ParameterSet {
            skew: 1,
            damp: u32::MAX,
            initial_bias: 36 * 32,
            ..base
        },
    ];
    (
        prop::sample::select(odd.to_vec()),
        prop::sample::select(Width::ALL.to_vec()),
        any::<bool>(),
    )
        .prop_map(|(parameters, width, scalar_values_only)| {
            let set = Bootstring::new(&parameters).expect("the conditions hold");
            set.with_width(width)
                .with_scalar_values_only(scalar_values_only)
        })
}

/// Mostly scalar values of a few blocks, so that texts repeat and mix them, and some other numbers.
fn code_point() -> impl Strategy<Value = u32> {
    prop_oneof![
        8 => 0x20..0x80_u32,
        4 => 0x80..0x100_u32,
        4 => 0x430..0x450_u32,
        4 => 0x4E00..0x9FFF_u32,
        2 => 0x7A..0x84_u32,
        2 => 0x1_F600..0x1_F640_u32,
        1 => 0x10_FFF0..0x11_0000_u32,
        1 => prop_oneof![Just(0xD7FF), Just(0xE000), Just(0x10_FFFF), Just(0)],
    ]
}

fn texts() -> impl Strategy<Value = Vec<u32>> {
    let foreign = prop_oneof![
        12 => Just(None),
        1 => (0xD800..0xE000_u32).prop_map(Some),
        1 => (0x10_FFFE..=u32::MAX).prop_map(Some),
        1 => ((1 << 26) - 2..(1 << 26) + 2_u32).prop_map(Some),
    ];
    let lengths = prop_oneof![9 => 0..20_usize, 2 => 60..70_usize, 1 => 100..200_usize];
    let text = lengths.prop_flat_map(|length| prop::collection::vec(code_point(), length));
    (text, foreign, any::<prop::sample::Index>()).prop_map(|(mut text, foreign, place)| {
        if let Some(foreign) = foreign {
            text.insert(place.index(text.len() + 1), foreign);
        }
        text
    })
}

fn long_texts() -> impl Strategy<Value = Vec<u32>> {
    (400..1500_usize).prop_flat_map(|length| prop::collection::vec(code_point(), length))
}

/// A character of a code: mostly digits and delimiters, some others, few that are not basic.
fn character() -> impl Strategy<Value = u32> {
    prop_oneof![
        10 => 0x61..0x7B_u32,
        6 => 0x30..0x3A_u32,
        2 => 0x41..0x5B_u32,
        2 => prop_oneof![Just(0x2D_u32), Just(0x5F), Just(0x2F)],
        1 => 0..0x80_u32,
        1 => prop_oneof![0x80..0x100_u32, Just(0x130), Just(0x212A), Just(0xD800), any::<u32>()],
    ]
}

fn codes() -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(character(), 0..16)
}
