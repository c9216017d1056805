//! LACE: the fast path equals the plain one, and decoding takes back encoding and nothing else.

use crate::label_strategies::{changed, label};
use crate::label_support::{run, run_value};
use acegate_codec::{Value, base32};
use proptest::prelude::*;

const PARAMETERS: &[&str] = &["layer=host", "layer=bare", "draft=0"];

proptest! {
    #[test]
    fn whatever_is_encoded_comes_back(text in label()) {
        for parameters in PARAMETERS {
            if let Ok(encoded) = run("lace", &format!("encode {parameters}"), &text) {
                let decode = format!("decode {parameters}");
                prop_assert_eq!(run("lace", &decode, &encoded), Ok(text.clone()));
                prop_assert_eq!(run("lace", &decode, &encoded.to_uppercase()), Ok(text.clone()));
            }
        }
    }

    #[test]
    fn whatever_is_decoded_is_what_the_encoder_writes(
        encoded in label()
            .prop_filter_map("refused", |text| run("lace", "encode layer=bare", &text).ok())
            .prop_flat_map(changed),
    ) {
        for parameters in PARAMETERS {
            if let Ok(text) = run("lace", &format!("decode {parameters}"), &encoded) {
                let again = run("lace", &format!("encode {parameters}"), &text);
                prop_assert_eq!(again, Ok(encoded.to_ascii_lowercase()));
            }
        }
    }

    #[test]
    fn any_octets_are_judged_alike(octets in octets()) {
        let label = format!("lq--{}", base32::encode(&octets));
        match run("lace", "decode", &label) {
            Ok(text) => prop_assert_eq!(run("lace", "encode", &text), Ok(label)),
            Err((_, position)) => prop_assert!(position <= label.len()),
        }
    }

    #[test]
    fn host_names_come_back(labels in proptest::collection::vec(label(), 1..4)) {
        let name = labels.join(".");
        if let Ok(ascii) = run("lace", "to-ascii", &name) {
            prop_assert!(ascii.is_ascii());
            prop_assert_eq!(run("lace", "to-unicode", &ascii), Ok(name));
        }
    }

    #[test]
    fn any_numbers_are_judged_alike(
        numbers in proptest::collection::vec(
            prop_oneof![0x2D..0x7B_u32, 0..0x2_0000_u32, 0xD700..0xE000_u32, any::<u32>()],
            0..12,
        ),
        op in prop::sample::select(vec![
            "encode", "encode layer=bare", "decode", "decode layer=bare", "to-ascii", "to-unicode",
        ]),
    ) {
        let outcome = run_value("lace", op, &Value::from_code_points(numbers.clone()));
        if let Err((_, position)) = outcome {
            prop_assert!(position <= numbers.len());
        }
    }
}

/// Octets near what compression writes: short counts and few rows, or FF.
fn octets() -> impl Strategy<Value = Vec<u8>> {
    let octet = prop_oneof![3 => 0..4_u8, 1 => Just(0xD8), 1 => Just(0xDC), 2 => any::<u8>()];
    let first = prop_oneof![Just(0xFF), 0..4_u8];
    (first, proptest::collection::vec(octet, 0..12))
        .prop_map(|(first, octets)| std::iter::once(first).chain(octets).collect())
}
