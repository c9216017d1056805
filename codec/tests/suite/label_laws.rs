//! What holds for UTF-6, RACE and LACE alike: the fast path equals the plain one, and decoding
//! takes back encoding and nothing else.

use acegate_codec::Value;
use proptest::prelude::*;

use crate::label_strategies::label;
use crate::label_support::{run, run_value};

/// What is encoded decodes to the same, in upper case too.
pub(crate) fn comes_back(codec: &str, parameters: &str, text: &str) -> Result<(), TestCaseError> {
    if let Ok(encoded) = run(codec, &format!("encode {parameters}"), text) {
        let decode = format!("decode {parameters}");
        prop_assert_eq!(run(codec, &decode, &encoded), Ok(text.to_owned()));
        prop_assert_eq!(run(codec, &decode, &encoded.to_uppercase()), Ok(text.to_owned()));
    }
    Ok(())
}

/// What decodes is, letter case aside, what the encoder writes.
pub(crate) fn is_canonical(
    codec: &str,
    parameters: &str,
    encoded: &str,
) -> Result<(), TestCaseError> {
    match run(codec, &format!("decode {parameters}"), encoded) {
        Ok(text) => {
            let again = run(codec, &format!("encode {parameters}"), &text);
            prop_assert_eq!(again, Ok(encoded.to_ascii_lowercase()));
        }
        Err((_, position)) => prop_assert!(position <= encoded.chars().count()),
    }
    Ok(())
}

/// A host name that can be written is ASCII and reads as it was.
pub(crate) fn name_comes_back(codec: &str, labels: &[String]) -> Result<(), TestCaseError> {
    let name = labels.join(".");
    if let Ok(ascii) = run(codec, "to-ascii", &name) {
        prop_assert!(ascii.is_ascii());
        prop_assert_eq!(run(codec, "to-unicode", &ascii), Ok(name));
    }
    Ok(())
}

/// Any numbers have one outcome, whose position is one of theirs.
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

/// The bare encodings of labels.
pub(crate) fn encoded(codec: &'static str) -> impl Strategy<Value = String> {
    label().prop_filter_map("refused", move |text| run(codec, "encode layer=bare", &text).ok())
}

/// Numbers near those of host names, surrogates, and any others.
pub(crate) fn numbers() -> impl Strategy<Value = Vec<u32>> {
    let number = prop_oneof![0x2D..0x7B_u32, 0..0x2_0000_u32, 0xD700..0xE000_u32, any::<u32>()];
    proptest::collection::vec(number, 0..12)
}

/// The operations of a label encoding, with and without the rules of hosts.
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

/// Declares the laws as tests of one codec, with its parameters and payloads of its own kind.
macro_rules! label_laws {
    ($codec:literal, $parameters:expr, $payload:expr) => {
        proptest::prelude::proptest! {
            #[test]
            fn whatever_is_encoded_comes_back(text in crate::label_strategies::label()) {
                for parameters in $parameters {
                    crate::label_laws::comes_back($codec, parameters, &text)?;
                }
            }

            #[test]
            fn whatever_is_decoded_is_what_the_encoder_writes(
                encoded in proptest::prelude::Strategy::prop_flat_map(
                    crate::label_laws::encoded($codec),
                    crate::label_strategies::changed,
                ),
            ) {
                for parameters in $parameters {
                    crate::label_laws::is_canonical($codec, parameters, &encoded)?;
                }
            }

            #[test]
            fn any_payload_is_judged_alike(payload in $payload) {
                crate::label_laws::is_canonical($codec, "", &payload)?;
            }

            #[test]
            fn host_names_come_back(
                labels in proptest::collection::vec(crate::label_strategies::label(), 1..4),
            ) {
                crate::label_laws::name_comes_back($codec, &labels)?;
            }

            #[test]
            fn any_numbers_are_judged_alike(
                numbers in crate::label_laws::numbers(),
                operation in crate::label_laws::operation(),
            ) {
                crate::label_laws::has_one_outcome($codec, operation, &numbers)?;
            }
        }
    };
}
pub(crate) use label_laws;
