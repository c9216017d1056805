//! RACE: the examples that the drafts print, with their misprints, and our reading of their gaps.

use crate::label::support::{self, Outcome, assert_aliases, assert_refused, run, run_value};
use acegate_codec::{Error, ErrorKind, Value, base32, host, race};

#[track_caller]
fn assert_pair(text: &str, label: &str) {
    support::assert_pair("race", ["encode", "decode"], text, label);
}

/// The outcome for a label with these octets.
fn decode_octets(octets: &[u8]) -> Outcome {
    run("race", "decode", &format!("bq--{}", base32::encode(octets)))
}

/// The misprints are valid labels of other texts: header E0, and row 0 with stray characters.
#[test]
fn the_misprints_mean_something_else() {
    assert_pair(
        "\u{E030}\u{E05D}\u{E0B0}\u{E08C}\u{E030}\u{E05E}\u{E030}\u{E08C}\u{E030}\u{E06E}\u{E058}\
         \u{E034}\u{E062}\u{E040}",
        "bq--4ayf3memgbpdbdbqnzmdiysa",
    );
    assert_pair("$O\u{F2}eBilpio\u{AE}Ds\u{8C}larw!", "bq--aase74tfijuwy4djn6xei44mnrqxe5zb");
}

#[test]
fn octets_are_of_one_mode() {
    for (text, octets) in [
        // Row 0 alone, with the escape itself.
        ("\u{E9}\u{FF}", &[0x00, 0xE9, 0xFF, 0x99][..]),
        // The unit 00FF in another row is FF FF; the lower octet FF in its row is FF 99.
        ("\u{4E9}\u{FF}", &[0x04, 0xE9, 0xFF, 0xFF]),
        ("\u{4FF}a", &[0x04, 0xFF, 0x99, 0xFF, 0x61]),
        ("\u{FFFF}", &[0xFF, 0xFF, 0x99]),
        // The two halves of a surrogate pair are of two rows.
        ("\u{1F600}", &[0xD8, 0xD8, 0x3D, 0xDE, 0x00]),
    ] {
        assert_eq!(race::compress(text).as_deref(), Ok(octets), "{text:?}");
        assert_eq!(decode_octets(octets).as_deref(), Ok(text));
    }
}

/// Section 1.2 names 35 characters of one row and 17 of several. With n characters of row 0 and m of
/// another row, 1 + 2n + m octets are at most 36: 18 characters for n = 17, 34 for n = 1.
#[test]
fn labels_have_63_octets_at_most() {
    for (one, times, other, more) in [
        ('\u{645}', 35, '\u{645}', 0),
        ('\u{645}', 16, '\u{4E00}', 1),
        ('\u{E9}', 17, '\u{645}', 1),
        ('\u{645}', 33, '\u{E9}', 1),
    ] {
        let mut text: String = std::iter::repeat_n(one, times).collect();
        text.extend(std::iter::repeat_n(other, more));
        let length = text.chars().count();
        let label = run("race", "encode", &text).unwrap();
        assert!((60..=62).contains(&label.len()), "{label}");
        assert_eq!(run("race", "decode", &label).as_ref(), Ok(&text));
        text.push(one);
        assert_eq!(run("race", "encode", &text), Err(("too-long", length + 1)));
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
fn aliases_are_refused() {
    let rows: &[(&[u8], &[u8])] = &[
        (&[0x00, 0xFF, 0xE9], &[0x00, 0xE9]),
        (&[0x00, 0xFF, 0xFF], &[0x00, 0xFF, 0x99]),
        (&[0x04, 0xFF, 0xE9], &[0x00, 0xE9]),
        (&[0xD8, 0x06, 0x45], &[0x06, 0x45]),
        (&[0xD8, 0x06, 0x45, 0x00, 0xE9], &[0x06, 0x45, 0xFF, 0xE9]),
    ];
    assert_aliases(decode_octets, race::decompress, rows);
}

#[test]
fn refuses_inputs_that_no_encoder_writes() {
    for (octets, kind, position) in [
        // A header alone has two digits, two octets have four, three have five.
        (&[0x04][..], "truncated", 6),
        (&[0xD8], "truncated", 6),
        (&[0xDF], "truncated", 6),
        (&[0x04, 0x30, 0xFF], "truncated", 9),
        (&[0xD8, 0x06, 0x45, 0x30], "odd", 11),
        (&[0xD9, 0x30], "surrogate", 4),
        (&[0xDF, 0x30], "surrogate", 4),
        // The second unit begins in octet 3, digit 3 × 8 / 5 = 4.
        (&[0xD8, 0x06, 0x45, 0xD8, 0x3D, 0x06, 0x45], "surrogate", 4 + 4),
        (&[0xD8, 0x06, 0x45, 0xDE, 0x00], "surrogate", 4 + 4),
        (&[0x00, 0x61, 0x62], "ldh-only", 9),
        (&[0x00, 0x2D], "ldh-only", 8),
        (&[0x00, 0xE9, 0x2E], "dot", 9),
    ] {
        assert_eq!(decode_octets(octets), Err((kind, position)), "{octets:X?}");
    }
    let rows = [
        ("bq--", "empty", 4),
        ("bq--a", "bad-length", 5),
        ("bq--abc", "bad-length", 7),
        ("bq--abcdef", "bad-length", 10),
        // Two digits have two bits more than an octet: `b` is 00001.
        ("bq--ab", "bad-padding", 5),
        ("bq--a0", "bad-digit", 5),
        ("bq--1", "bad-digit", 4),
        ("bq--ay2dc8zj", "bad-digit", 9),
        ("bq--ay-dcqzj", "bad-digit", 6),
        ("bq--ay2dcqz\u{E9}", "not-ldh", 11),
        ("lq--ay2dcqzj", "bad-prefix", 0),
    ];
    assert_refused("race", "decode", &rows);
    for digits in ["a\u{131}", "\u{212A}a"] {
        let position = digits.find(|c: char| !c.is_ascii()).unwrap();
        assert_eq!(base32::decode(digits), Err(Error::new(ErrorKind::BadDigit, position)));
    }
}

#[test]
fn refuses_labels_that_need_no_encoding() {
    for label in ["abc", "-a", "a-", "1"] {
        let outcome = run("race", "encode", label);
        assert_eq!(outcome, Err(("ldh-only", label.len())), "{label}");
    }
    assert_eq!(run("race", "encode", "Bq--\u{E9}"), Err(("bad-prefix", 0)));
    assert_eq!(run("race", "to-ascii", "www.bq--a.example"), Err(("bad-prefix", 4)));
    assert_eq!(run("race", "to-ascii", "www.example.").as_deref(), Ok("www.example."));
    let input = Value::from_code_points([0x645, 0xD800]);
    assert_eq!(run_value("race", "encode", &input), Err(("surrogate", 1)));
}
