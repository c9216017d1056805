//! UTF-5: the examples that the drafts print, and refusals.

use acegate_codec::Value;

use crate::label::support::{self, assert_refused, run, run_value};

#[track_caller]
fn assert_pair(text: &str, digits: &str) {
    support::assert_pair("utf5", ["encode", "decode"], text, digits);
}

/// draft-ietf-idn-utf6-00, section 3, printed in lowercase. Sections 3.2 and 3.3 print no value, and
/// their digits are those of UTF-6 without its header.
#[test]
fn the_rows_beside_utf6_are_reproduced() {
    for (text, printed) in [
        ("\u{645}\u{648}\u{642}\u{639}", "m45m48m42m39"),
        ("\u{648}\u{644}\u{64A}\u{62F}", "m48m44m4am2f"),
        ("\u{634}\u{631}\u{643}\u{629}", "m34m31m43m29"),
        (
            "\u{305D}\u{308C}\u{305E}\u{308C}\u{306E}\u{5834}\u{6240}",
            "j05dj08cj05ej08cj06el834m240",
        ),
        ("$OneBillionDollars!", "i4kfmem5k2m9mcmcm9mfmek4mfmcmcm1n2n3i1"),
    ] {
        assert_pair(text, &printed.to_uppercase());
        assert_eq!(run("utf5", "decode", printed), Err(("bad-digit", 0)));
    }
}

#[test]
fn zero_has_one_digit_and_the_first_of_the_second_plane_five() {
    assert_pair("\0\0A", "GGK1");
    assert_pair("\u{F}\u{10}\u{FFFF}\u{10000}", "VH0VFFFH0000");
}

#[test]
fn refuses_inputs_that_no_encoder_writes() {
    let rows = [
        ("0", "bad-digit", 0),
        ("K1-K2", "bad-digit", 2),
        ("W", "bad-digit", 0),
        ("K1é", "bad-digit", 2),
        ("Ka", "bad-digit", 1),
        ("G0", "not-canonical", 0),
        ("G00E9", "not-canonical", 0),
        ("T83DTE00", "surrogate", 0),
        ("K1TFFF", "surrogate", 2),
        ("T800", "surrogate", 0),
        ("H100000", "out-of-range", 0),
        ("H10FFFF", "out-of-range", 0),
        ("H00000000000000000", "out-of-range", 0),
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
