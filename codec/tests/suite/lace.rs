//! LACE: the examples that the drafts print, with their misprints, and our reading of their gaps.

use crate::label::support::{self, Outcome, assert_aliases, assert_refused, run, run_value};
use acegate_codec::{Error, ErrorKind, Value, base32, lace};

#[track_caller]
fn assert_pair(text: &str, payload: &str) {
    for (parameters, prefix) in [("draft=0", "bq--"), ("draft=1", "lq--"), ("", "lq--")] {
        let [encode, decode] = ["encode", "decode"].map(|op| format!("{op} {parameters}"));
        support::assert_pair("lace", [&encode, &decode], text, &format!("{prefix}{payload}"));
    }
}

/// The outcome for a label with these octets.
fn decode_octets(octets: &[u8]) -> Outcome {
    run("lace", "decode", &format!("lq--{}", base32::encode(octets)))
}

/// draft-ietf-idn-utf6-00, section 3, with the prefix of draft -00. All three rows are misprinted
/// there: the digits of Base32 are too high by one.
#[test]
fn the_rows_beside_utf6_are_reproduced_as_corrected() {
    let name = "\u{645}\u{648}\u{642}\u{639}.\u{648}\u{644}\u{64A}\u{62F}.\
                \u{634}\u{631}\u{643}\u{629}";
    let corrected = "bq--aqdekscche.bq--aqdeqrckf4.bq--aqddimkdfe";
    support::assert_pair("lace", ["to-ascii draft=0", "to-unicode draft=0"], name, corrected);
    assert_pair(
        "\u{305D}\u{308C}\u{305E}\u{308C}\u{306E}\u{5834}\u{6240}",
        "auyf3dc6rrxacwbuafrea",
    );
    assert_pair("$OneBillionDollars!", "cmacit3omvbgs3dmnfxw4rdpnrwgc4ttee");
}

/// Only the first does not decode; the others are labels of other texts.
#[test]
fn the_misprints_are_refused_or_mean_something_else() {
    assert_eq!(run("lace", "decode draft=0", "bq--aqdeqrckf5"), Err(("bad-padding", 13)));
    let printed = "bq--aqdekscche.bq--aqdeqrckf5.bq--aqddimkdfe";
    assert_eq!(run("lace", "to-unicode draft=0", printed), Err(("bad-padding", 15 + 13)));
    assert_pair(
        "\u{305E}\u{300C}\u{305F}\u{308C}\u{306E}\u{5834}\u{6240}",
        "auyf4dc7rrxacwbuafrea",
    );
    assert_pair("$O\u{8E}eBiplion\u{C4}ollavs!", "cmacit4omvbgs4dmnfxw5rdpnrwgc5ttee");
    // draft-ietf-idn-amc-ace-m-00 prints `qm5` for `ws5`, and so the octet 06 for the 69 of "i".
    assert_pair(
        "\u{5B89}\u{5BA4}\u{5948}\u{7F8E}\u{6075}-w\u{6}th-super-monkeys",
        "ajnytjablfeac74oafqhkeyafv3qm5difvzxk4dfoiww233onnsxs4y",
    );
}

#[test]
fn the_shorter_form_is_written_and_the_runs_where_both_are_of_one_length() {
    for (text, octets) in [
        // 3 octets as a run, 2 as UTF-16: a single unit is never a run.
        ("\u{E9}", &[0xFF, 0x00, 0xE9][..]),
        // 4 octets in both forms.
        ("\u{E9}\u{EA}", &[0x02, 0x00, 0xE9, 0xEA]),
        // 6 octets as runs, 4 as UTF-16: the halves of a surrogate pair are of two rows.
        ("\u{1F600}", &[0xFF, 0xD8, 0x3D, 0xDE, 0x00]),
        // 7 octets as runs, 6 as UTF-16; 8 in both forms, with the row interrupted.
        ("\u{E9}\u{EA}\u{4E9}", &[0xFF, 0x00, 0xE9, 0x00, 0xEA, 0x04, 0xE9]),
        ("\u{E9}\u{EA}\u{4E9}\u{4EA}", &[0x02, 0x00, 0xE9, 0xEA, 0x02, 0x04, 0xE9, 0xEA]),
    ] {
        assert_eq!(lace::compress(text).as_deref(), Ok(octets), "{text:?}");
        assert_eq!(decode_octets(octets).as_deref(), Ok(text));
    }
}

/// 36 octets are 58 digits, and 62 with the prefix: a length and a row leave 34 for one row. FF
/// leaves 17 units, which are 35 octets and 56 digits.
#[test]
fn labels_have_63_octets_at_most() {
    let one_row = "\u{645}".repeat(34);
    let rows: String = "\u{645}\u{E9}".repeat(8) + "\u{645}";
    for text in [one_row, rows] {
        let length = text.chars().count();
        let label = run("lace", "encode", &text).unwrap();
        assert!((60..=62).contains(&label.len()), "{label}");
        assert_eq!(run("lace", "decode", &label).as_ref(), Ok(&text));
        let longer = text + "\u{E9}";
        assert_eq!(run("lace", "encode", &longer), Err(("too-long", length + 1)));
    }
}

#[test]
fn a_run_has_254_units_at_most() {
    let longest = "\u{645}".repeat(254);
    let label = run("lace", "encode layer=bare", &longest).unwrap();
    assert_eq!(run("lace", "decode layer=bare", &label), Ok(longest.clone()));
    let longer = longest + "\u{645}";
    assert_eq!(run("lace", "encode layer=bare", &longer), Err(("too-long", 255)));
    // A count of FF is possible after the first run, but no encoder writes it.
    let mut octets = vec![0x01, 0x00, 0xE9, 0xFF, 0x06];
    octets.extend([0x45; 255]);
    assert_eq!(lace::decompress(&octets).map(|text| text.chars().count()), Ok(256));
    let label = format!("lq--{}", base32::encode(&octets));
    assert_eq!(run("lace", "decode layer=bare", &label), Err(("not-canonical", label.len())));
}

#[test]
fn aliases_are_refused() {
    let rows: &[(&[u8], &[u8])] = &[
        // Runs although FF is shorter, and FF although runs are not longer.
        (&[0x01, 0x00, 0xE9], &[0xFF, 0x00, 0xE9]),
        (&[0xFF, 0x00, 0xE9, 0x00, 0xEA], &[0x02, 0x00, 0xE9, 0xEA]),
        // A run in two parts, as long as the UTF-16 and longer.
        (&[0x02, 0x00, 0xE9, 0xEA, 0x02, 0x00, 0xEB, 0xEC], &[0x04, 0x00, 0xE9, 0xEA, 0xEB, 0xEC]),
        (&[0x01, 0x00, 0xE9, 0x01, 0x00, 0xEA], &[0x02, 0x00, 0xE9, 0xEA]),
    ];
    assert_aliases(decode_octets, lace::decompress, rows);
}

#[test]
fn refuses_inputs_that_no_encoder_writes() {
    for (octets, kind, position) in [
        // One octet has two digits, two have four, three five, four seven.
        (&[0xFF][..], "truncated", 6),
        (&[0x02], "truncated", 6),
        (&[0x02, 0x06], "truncated", 8),
        (&[0x01, 0x06, 0x45, 0x01], "truncated", 11),
        (&[0x00], "bad-count", 4),
        (&[0x00, 0x06, 0x45], "bad-count", 4),
        (&[0x02, 0x06, 0x45], "bad-count", 4),
        // The second count is octet 3, digit 3 × 8 / 5 = 4.
        (&[0x01, 0x06, 0x45, 0x00], "bad-count", 4 + 4),
        (&[0x01, 0x06, 0x45, 0x02, 0x00, 0xE9], "bad-count", 4 + 4),
        (&[0xFF, 0x06, 0x45, 0x30], "odd", 11),
        (&[0xFF, 0x06], "odd", 8),
        // After FF a unit begins with its upper octet, in a run with its lower: octets 3 and 2.
        (&[0xFF, 0x06, 0x45, 0xD8, 0x3D], "surrogate", 4 + 4),
        (&[0xFF, 0xDE, 0x00, 0xD8, 0x3D], "surrogate", 4 + 1),
        (&[0x02, 0xD8, 0x3D, 0x3D], "surrogate", 4 + 3),
        // The form is checked first.
        (&[0x02, 0xD8, 0x3D, 0x3D, 0x00], "bad-count", 4 + 6),
        (&[0xFF, 0x00, 0x61], "ldh-only", 9),
        (&[0x02, 0x00, 0x61, 0x2D], "ldh-only", 11),
        (&[0x02, 0x00, 0xE9, 0x2E], "dot", 11),
    ] {
        assert_eq!(decode_octets(octets), Err((kind, position)), "{octets:X?}");
    }
    let rows = [
        ("lq--", "empty", 4),
        ("lq--a1", "bad-digit", 5),
        ("lq--aqddimkdff", "bad-padding", 13),
        ("bq--aqddimkdfe", "bad-prefix", 0),
    ];
    assert_refused("lace", "decode", &rows);
    assert_eq!(lace::decompress(&[]), Err(Error::new(ErrorKind::Empty, 0)));
    assert_eq!(lace::compress(""), Err(Error::new(ErrorKind::Empty, 0)));
}

#[test]
fn refuses_labels_that_need_no_encoding() {
    assert_eq!(run("lace", "encode", "lq--\u{E9}"), Err(("bad-prefix", 0)));
    // The prefix of one draft has no meaning in the other.
    assert_eq!(run("lace", "to-ascii", "bq--a").as_deref(), Ok("bq--a"));
    assert_eq!(run("lace", "to-ascii draft=0", "bq--a"), Err(("bad-prefix", 0)));
    let input = Value::from_code_points([0x645, 0xDFFF]);
    assert_eq!(run_value("lace", "encode", &input), Err(("surrogate", 1)));
}
