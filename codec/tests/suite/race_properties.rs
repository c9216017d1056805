//! RACE: the fast path equals the plain one, and decoding takes back encoding and nothing else.

use crate::label_strategies::{changed, label};
use crate::label_support::{run, run_value};
use acegate_codec::{Value, base32};
use proptest::prelude::*;

const PARAMETERS: &[&str] = &["layer=host", "layer=bare"];

proptest! {
    #[test]
    fn whatever_is_encoded_comes_back(text in label()) {
        for parameters in PARAMETERS {
            if let Ok(encoded) = run("race", &format!("encode {parameters}"), &text) {
                let decode = format!("decode {parameters}");
                prop_assert_eq!(run("race", &decode, &encoded), Ok(text.clone()));
                prop_assert_eq!(run("race", &decode, &encoded.to_uppercase()), Ok(text.clone()));
            }
        }
    }

    #[test]
    fn whatever_is_decoded_is_what_the_encoder_writes(
        encoded in label()
            .prop_filter_map("refused", |text| run("race", "encode layer=bare", &text).ok())
            .prop_flat_map(changed),
    ) {
        for parameters in PARAMETERS {
            if let Ok(text) = run("race", &format!("decode {parameters}"), &encoded) {
                let again = run("race", &format!("encode {parameters}"), &text);
                prop_assert_eq!(again, Ok(encoded.to_ascii_lowercase()));
            }
        }
    }

    #[test]
    fn any_octets_are_judged_alike(octets in octets()) {
        let label = format!("bq--{}", base32::encode(&octets));
        match run("race", "decode", &label) {
            Ok(text) => prop_assert_eq!(run("race", "encode", &text), Ok(label)),
            Err((_, position)) => prop_assert!(position <= label.len()),
        }
    }

    #[test]
    fn host_names_come_back(labels in proptest::collection::vec(label(), 1..4)) {
        let name = labels.join(".");
        if let Ok(ascii) = run("race", "to-ascii", &name) {
            prop_assert!(ascii.is_ascii());
            prop_assert_eq!(run("race", "to-unicode", &ascii), Ok(name));
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
        let outcome = run_value("race", op, &Value::from_code_points(numbers.clone()));
        if let Err((_, position)) = outcome {
            prop_assert!(position <= numbers.len());
        }
    }
}

/// Octets near what compression writes: few rows, escapes, and now and then two-octet mode.
fn octets() -> impl Strategy<Value = Vec<u8>> {
    let octet =
        prop_oneof![Just(0xFF), Just(0x99), Just(0x00), Just(0xD8), Just(0xDC), any::<u8>()];
    let header = prop_oneof![Just(0x00), Just(0x04), 0xD7..=0xE0_u8, any::<u8>()];
    (header, proptest::collection::vec(octet, 0..12))
        .prop_map(|(header, octets)| std::iter::once(header).chain(octets).collect())
}
