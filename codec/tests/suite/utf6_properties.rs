//! UTF-6: the fast path equals the plain one, and decoding takes back encoding and nothing else.

use crate::label_strategies::{changed, label};
use crate::label_support::{run, run_value};
use acegate_codec::Value;
use proptest::prelude::*;

proptest! {
    #[test]
    fn whatever_is_encoded_comes_back(text in label()) {
        for layer in ["layer=host", "layer=bare"] {
            if let Ok(encoded) = run("utf6", &format!("encode {layer}"), &text) {
                prop_assert_eq!(run("utf6", &format!("decode {layer}"), &encoded), Ok(text.clone()));
                let upper = encoded.to_uppercase();
                prop_assert_eq!(run("utf6", &format!("decode {layer}"), &upper), Ok(text.clone()));
            }
        }
    }

    #[test]
    fn whatever_is_decoded_is_what_the_encoder_writes(
        encoded in label()
            .prop_filter_map("empty", |text| run("utf6", "encode layer=bare", &text).ok())
            .prop_flat_map(changed),
    ) {
        for layer in ["layer=host", "layer=bare"] {
            if let Ok(text) = run("utf6", &format!("decode {layer}"), &encoded) {
                let again = run("utf6", &format!("encode {layer}"), &text);
                prop_assert_eq!(again, Ok(encoded.to_ascii_lowercase()));
            }
        }
    }

    #[test]
    fn short_payloads_are_judged_alike(payload in "[g-vy-z0-9a-f-]{0,10}") {
        let label = format!("wq--{payload}");
        if let Ok(text) = run("utf6", "decode", &label) {
            prop_assert_eq!(run("utf6", "encode", &text), Ok(label));
        }
    }

    #[test]
    fn host_names_come_back(labels in proptest::collection::vec(label(), 1..4)) {
        let name = labels.join(".");
        if let Ok(ascii) = run("utf6", "to-ascii", &name) {
            prop_assert!(ascii.is_ascii());
            prop_assert_eq!(run("utf6", "to-unicode", &ascii), Ok(name));
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
        let outcome = run_value("utf6", op, &Value::from_code_points(numbers.clone()));
        if let Err((_, position)) = outcome {
            prop_assert!(position <= numbers.len());
        }
    }
}
