//! RACE: our reading of the gaps of the drafts, where no vector states it, and the digits of Base32.

use crate::label::{Outcome, assert_refused, run};
use acegate_codec::{Error, ErrorKind, base32, host, race};

/// The outcome for a label with these octets.
fn decode_octets(octets: &[u8]) -> Outcome {
    run("race", "decode", &format!("bq--{}", base32::encode(octets)))
}

#[test]
fn octets_are_of_one_mode() {
    for (text, octets) in [
        // Row 0 alone, with the escape itself.
        ("\u{E9}\u{FF}", &[0x00, 0xE9, 0xFF, 0x99][..]),
        // The unit 00FF in another row is FF FF; the lower octet FF in its row is FF 99.
        ("\u{4E9}\u{FF}", &[0x04, 0xE9, 0xFF, 0xFF]),
        ("\u{4FF}a", &[0x04, 0xFF, 0x99, 0xFF, 0x61]),
    ] {
        assert_eq!(race::compress(text).as_deref(), Ok(octets), "{text:?}");
        assert_eq!(decode_octets(octets).as_deref(), Ok(text));
    }
}

#[test]
fn u0099_is_refused_in_one_octet_mode_only() {
    assert_eq!(run("race", "encode", "\u{99}"), Err(("u0099", 0)));
    assert_eq!(run("race", "encode", "\u{645}\u{99}"), Err(("u0099", 1)));
    assert_eq!(
        host::encode_label("\u{645}\u{99}", &race::RULES),
        Err(Error::new(ErrorKind::U0099, 2))
    );
    // Digits of octet 2 begin at 2 × 8 / 5 = 3.
    assert_eq!(decode_octets(&[0x00, 0xE9, 0x99]), Err(("u0099", 4 + 3)));
}

#[test]
fn refuses_inputs_that_no_encoder_writes() {
    assert_eq!(race::decompress(&[]), Err(Error::new(ErrorKind::Empty, 0)));
    for (octets, kind, position) in [
        // A header alone has two digits, two octets have four, three have five.
        (&[0x04][..], "truncated", 6),
        (&[0xDF], "truncated", 6),
        (&[0x04, 0x30, 0xFF], "truncated", 9),
        (&[0xD8, 0x06, 0x45, 0x30], "odd", 11),
        (&[0xD9, 0x30], "surrogate", 4),
        (&[0xDF, 0x30], "surrogate", 4),
        // The second unit begins in octet 3, digit 3 × 8 / 5 = 4.
        (&[0xD8, 0x06, 0x45, 0xD8, 0x3D, 0x06, 0x45], "surrogate", 4 + 4),
        (&[0xD8, 0x06, 0x45, 0xDE, 0x00], "surrogate", 4 + 4),
    ] {
        assert_eq!(decode_octets(octets), Err((kind, position)), "{octets:X?}");
    }
    let rows = [
        ("bq--a", "bad-length", 5),
        ("bq--abc", "bad-length", 7),
        ("bq--abcdef", "bad-length", 10),
        // Two digits have two bits more than an octet: `b` is 00001.
        ("bq--ab", "bad-padding", 5),
        ("bq--a0", "bad-digit", 5),
        ("bq--1", "bad-digit", 4),
        ("bq--ay2dc8zj", "bad-digit", 9),
        ("bq--ay-dcqzj", "bad-digit", 6),
    ];
    assert_refused("race", "decode", &rows);
    for digits in ["a\u{131}", "\u{212A}a"] {
        let position = digits.find(|c: char| !c.is_ascii()).unwrap();
        assert_eq!(base32::decode(digits), Err(Error::new(ErrorKind::BadDigit, position)));
    }
}
