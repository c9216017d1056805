//! Properties of UTF-6, RACE and LACE: the fast codec equals its model, and the decoder accepts the
//! outputs of the encoder only.

use acegate_codec::Value;
use proptest::prelude::*;

use crate::label::strategies::label;
use crate::label::support::{run, run_value};

/// A text that encodes decodes to itself, also from uppercase. Returns whether it encoded.
pub(crate) fn comes_back(codec: &str, parameters: &str, text: &str) -> Result<bool, TestCaseError> {
    let Ok(encoded) = run(codec, &format!("encode {parameters}"), text) else { return Ok(false) };
    let decode = format!("decode {parameters}");
    prop_assert_eq!(run(codec, &decode, &encoded), Ok(text.to_owned()));
    prop_assert_eq!(run(codec, &decode, &encoded.to_uppercase()), Ok(text.to_owned()));
    Ok(true)
}

/// The encoder writes, letter case aside, a label that decodes. Returns whether it decoded.
pub(crate) fn is_canonical(
    codec: &str,
    parameters: &str,
    encoded: &str,
) -> Result<bool, TestCaseError> {
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

/// A host name that encodes is ASCII and decodes to itself. Returns whether it encoded.
pub(crate) fn name_comes_back(codec: &str, labels: &[String]) -> Result<bool, TestCaseError> {
    let name = labels.join(".");
    let Ok(ascii) = run(codec, "to-ascii", &name) else { return Ok(false) };
    prop_assert!(ascii.is_ascii());
    prop_assert_eq!(run(codec, "to-unicode", &ascii), Ok(name));
    Ok(true)
}

/// Any numbers have the same outcome in both implementations, with a position among them.
pub(crate) fn has_one_outcome(
    codec: &str,
    operation: &str,
    numbers: &[u32],
) -> Result<(), TestCaseError> {
    if let Err((_, position)) = run_value(codec, operation, &Value::from_code_points(numbers)) {
        prop_assert!(position <= numbers.len());
    }
    Ok(())
}

/// Labels encoded by the bare transformation, in the draft that the parameters name.
pub(crate) fn encoded(
    codec: &'static str,
    parameters: &'static str,
) -> impl Strategy<Value = String> {
    let draft = if parameters.contains("draft") { parameters } else { "" };
    let encode = format!("encode layer=bare {draft}");
    label().prop_filter_map("refused", move |text| run(codec, &encode, &text).ok())
}

/// Numbers near those of host names, surrogates, and any others.
pub(crate) fn numbers() -> impl Strategy<Value = Vec<u32>> {
    let number = prop_oneof![0x2D..0x7B_u32, 0..0x2_0000_u32, 0xD700..0xE000_u32, any::<u32>()];
    proptest::collection::vec(number, 0..12)
}

/// The operations of a label encoding, with and without the rules for host names.
pub(crate) fn operation() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "encode",
        "encode layer=bare",
        "decode",
        "decode layer=bare",
        "to-ascii",
        "to-unicode",
    ])
}

/// Declares the properties as tests of one codec, with its parameters and its kind of payloads.
macro_rules! label_properties {
    ($codec:literal, $parameters:expr, $payload:expr) => {
        #[test]
        fn encoded_texts_decode_to_themselves() {
            for parameters in $parameters {
                crate::share::holds_of(10, 256, crate::label::strategies::label(), |text| {
                    crate::label::properties::comes_back($codec, parameters, &text)
                });
            }
        }

        #[test]
        fn decoded_labels_are_encoded_to_the_same_label() {
            for parameters in $parameters {
                let encoded = proptest::prelude::Strategy::prop_flat_map(
                    crate::label::properties::encoded($codec, parameters),
                    crate::label::strategies::changed,
                );
                crate::share::holds_of(10, 256, encoded, |encoded| {
                    crate::label::properties::is_canonical($codec, parameters, &encoded)
                });
            }
        }

        #[test]
        fn any_payload_has_the_same_outcome_in_the_model() {
            crate::share::holds_of(1, 1024, $payload, |payload| {
                crate::label::properties::is_canonical($codec, "", &payload)
            });
        }

        #[test]
        fn encoded_host_names_decode_to_themselves() {
            let labels = proptest::collection::vec(crate::label::strategies::label(), 1..4);
            crate::share::holds_of(5, 512, labels, |labels| {
                crate::label::properties::name_comes_back($codec, &labels)
            });
        }

        proptest::prelude::proptest! {
            #[test]
            fn any_numbers_have_the_same_outcome_in_the_model(
                numbers in crate::label::properties::numbers(),
                operation in crate::label::properties::operation(),
            ) {
                crate::label::properties::has_one_outcome($codec, operation, &numbers)?;
            }
        }
    };
}
pub(crate) use label_properties;
