//! UTF-5: refusals whose position no vector states.

use acegate_codec::Value;

use crate::label::{assert_refused, run_value};

#[test]
fn refuses_inputs_that_no_encoder_writes() {
    let rows = [
        ("0", "bad-digit", 0),
        ("K1-K2", "bad-digit", 2),
        ("W", "bad-digit", 0),
        ("K1é", "bad-digit", 2),
        ("Ka", "bad-digit", 1),
        ("G00E9", "not-canonical", 0),
        ("K1TFFF", "surrogate", 2),
        ("H100000", "out-of-range", 0),
        ("H10FFFF", "out-of-range", 0),
        ("H00000!", "bad-digit", 6),
        ("H100000!", "out-of-range", 0),
    ];
    assert_refused("utf5", "decode", &rows);
}

#[test]
fn refuses_numbers_that_are_not_characters() {
    let encode = |numbers: &[u32]| run_value("utf5", "encode", &Value::from_code_points(numbers));
    assert_eq!(encode(&[0x61, 0xD83D, 0xDE00]), Err(("surrogate", 1)));
    assert_eq!(encode(&[0x61, 0x11_0000]), Err(("out-of-range", 1)));
}
