//! UTF-5: the fast codec equals its model, and the decoder accepts the outputs of the encoder only.

use crate::label::strategies::{changed, label};
use crate::label::support::{run, run_value};
use crate::share::holds_of;
use acegate_codec::Value;
use proptest::prelude::*;

proptest! {
    #[test]
    fn encoded_texts_decode_to_themselves(text in any::<String>()) {
        let digits = run("utf5", "encode", &text).unwrap();
        prop_assert!(digits.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'A'..=b'V')));
        prop_assert_eq!(run("utf5", "decode", &digits), Ok(text));
    }

    #[test]
    fn any_numbers_have_the_same_outcome_in_the_model(
        numbers in proptest::collection::vec(prop_oneof![0x2D..0x7B_u32, any::<u32>()], 0..12),
        op in prop::sample::select(vec!["encode", "decode"]),
    ) {
        let outcome = run_value("utf5", op, &Value::from_code_points(numbers.clone()));
        if let Err((_, position)) = outcome {
            prop_assert!(position < numbers.len());
        }
    }
}

#[test]
fn decoded_codes_are_encoded_to_the_same_code() {
    let digits = prop_oneof![
        "[G-V0-9A-F]{0,12}",
        "[G-V][0-9A-F]{0,6}",
        label().prop_map(|text| run("utf5", "encode", &text).unwrap()).prop_flat_map(changed),
    ];
    holds_of(10, 512, digits, |digits| {
        let Ok(text) = run("utf5", "decode", &digits) else { return Ok(false) };
        prop_assert_eq!(run("utf5", "encode", &text), Ok(digits));
        Ok(true)
    });
}
