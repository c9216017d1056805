//! Properties of UTF-6, RACE and LACE: the decoder accepts only the outputs of the encoder, and positions of
//! errors are within the input.

use acegate_codec::{Value, base32};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::label::support::{changed, label, run, run_value};
use crate::share::holds_of;

/// The encodings, each with its parameters.
const CODECS: [(&str, &[&str]); 3] = [
    ("utf6", &["layer=host", "layer=bare"]),
    ("race", &["layer=host", "layer=bare"]),
    ("lace", &["layer=host", "layer=bare", "draft=0"]),
];

#[test]
fn encoded_texts_decode_to_themselves_also_from_uppercase() {
    for (codec, parameters) in each() {
        holds_of(10, 256, label(), |text| {
            let Ok(encoded) = run(codec, &format!("encode {parameters}"), &text) else {
                return Ok(false);
            };
            let decode = |encoded: &str| run(codec, &format!("decode {parameters}"), encoded);
            prop_assert_eq!(decode(&encoded), Ok(text.clone()));
            prop_assert_eq!(decode(&encoded.to_uppercase()), Ok(text));
            Ok(true)
        });
    }
}

#[test]
fn decoded_labels_are_encoded_to_the_same_label() {
    for (codec, parameters) in each() {
        let draft = if parameters.contains("draft") { parameters } else { "" };
        let encode = format!("encode layer=bare {draft}");
        let encoded =
            label().prop_filter_map("refused", move |text| run(codec, &encode, &text).ok());
        holds_of(10, 256, encoded.prop_flat_map(changed), |encoded| {
            is_canonical(codec, parameters, &encoded)
        });
    }
}

#[test]
fn any_payload_that_decodes_is_canonical() {
    for (codec, _) in CODECS {
        holds_of(1, 1024, payload(codec), |payload| is_canonical(codec, "", &payload));
    }
}

#[test]
fn encoded_host_names_are_ascii_and_decode_to_themselves() {
    for (codec, _) in CODECS {
        holds_of(5, 512, vec(label(), 1..4), |labels| {
            let name = labels.join(".");
            let Ok(ascii) = run(codec, "to-ascii", &name) else { return Ok(false) };
            prop_assert!(ascii.is_ascii());
            prop_assert_eq!(run(codec, "to-unicode", &ascii), Ok(name));
            Ok(true)
        });
    }
}

proptest! {
    /// Numbers near those of host names, surrogates, and any others.
    #[test]
    fn any_numbers_are_refused_within_them(
        numbers in vec(
            prop_oneof![0x2D..0x7B_u32, 0..0x2_0000_u32, 0xD700..0xE000_u32, any::<u32>()],
            0..12,
        ),
        operation in select(vec![
            "encode",
            "encode layer=bare",
            "decode",
            "decode layer=bare",
            "to-ascii",
            "to-unicode",
        ]),
    ) {
        for (codec, _) in CODECS {
            let input = Value::from_code_points(numbers.clone());
            if let Err((_, position)) = run_value(codec, operation, &input) {
                prop_assert!(position <= numbers.len());
            }
        }
    }
}

fn each() -> impl Iterator<Item = (&'static str, &'static str)> {
    CODECS.into_iter().flat_map(|(codec, all)| all.iter().map(move |&one| (codec, one)))
}

/// The encoder writes, letter case aside, a label that decodes. Returns whether it decoded.
fn is_canonical(codec: &str, parameters: &str, encoded: &str) -> Result<bool, TestCaseError> {
    match run(codec, &format!("decode {parameters}"), encoded) {
        Ok(text) => {
            let again = run(codec, &format!("encode {parameters}"), &text);
            prop_assert_eq!(again, Ok(encoded.to_ascii_lowercase()));
            Ok(true)
        }
        Err((_, position)) => {
            prop_assert!(position <= encoded.chars().count());
            Ok(false)
        }
    }
}

/// Labels with payloads similar to right ones.
fn payload(codec: &str) -> BoxedStrategy<String> {
    let label = |prefix: &'static str, octets: BoxedStrategy<(u8, Vec<u8>)>| {
        let label = move |(first, mut rest): (u8, Vec<u8>)| {
            rest.insert(0, first);
            format!("{prefix}{}", base32::encode(&rest))
        };
        octets.prop_map(label).boxed()
    };
    match codec {
        "utf6" => "wq--[g-vy-z0-9a-f-]{0,10}".boxed(),
        // Few rows, escapes, and sometimes two-octet mode.
        "race" => {
            let first = prop_oneof![Just(0x00), Just(0x04), 0xD7..=0xE0_u8, any::<u8>()];
            let octet =
                prop_oneof![5 => select(&[0xFF, 0x99, 0, 0xD8, 0xDC][..]), 1 => any::<u8>()];
            label("bq--", (first, vec(octet, 0..12)).boxed())
        }
        // Short counts and few rows, or FF.
        _ => {
            let first = prop_oneof![Just(0xFF), 0..4_u8];
            let octet = prop_oneof![3 => 0..4_u8, 2 => select(&[0xD8, 0xDC][..]), 2 => any::<u8>()];
            label("lq--", (first, vec(octet, 0..12)).boxed())
        }
    }
}
