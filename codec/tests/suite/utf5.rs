//! UTF-5: refusals whose position no vector states.

use crate::label::assert_refused;

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
