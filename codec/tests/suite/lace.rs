//! LACE: our reading of the gaps of the drafts, where no vector states it.

use crate::label::{Outcome, run};
use acegate_codec::{Error, ErrorKind, base32, lace};

/// The outcome for a label with these octets.
fn decode_octets(octets: &[u8]) -> Outcome {
    run("lace", "decode", &format!("lq--{}", base32::encode(octets)))
}

#[test]
fn the_shorter_form_is_written_and_the_runs_where_both_are_of_one_length() {
    for (text, octets) in [
        // 4 octets in both forms.
        ("\u{E9}\u{EA}", &[0x02, 0x00, 0xE9, 0xEA][..]),
        // 7 octets as runs, 6 as UTF-16; 8 in both forms, with the row interrupted.
        ("\u{E9}\u{EA}\u{4E9}", &[0xFF, 0x00, 0xE9, 0x00, 0xEA, 0x04, 0xE9]),
        ("\u{E9}\u{EA}\u{4E9}\u{4EA}", &[0x02, 0x00, 0xE9, 0xEA, 0x02, 0x04, 0xE9, 0xEA]),
    ] {
        assert_eq!(lace::compress(text).as_deref(), Ok(octets), "{text:?}");
        assert_eq!(decode_octets(octets).as_deref(), Ok(text));
    }
}

/// A count of FF is possible after the first run, but no encoder writes it.
#[test]
fn a_run_of_255_units_is_not_canonical() {
    let mut octets = vec![0x01, 0x00, 0xE9, 0xFF, 0x06];
    octets.extend([0x45; 255]);
    assert_eq!(lace::decompress(&octets).map(|text| text.chars().count()), Ok(256));
    let label = format!("lq--{}", base32::encode(&octets));
    assert_eq!(run("lace", "decode layer=bare", &label), Err(("not-canonical", label.len())));
}

#[test]
fn refuses_inputs_that_no_encoder_writes() {
    for (octets, kind, position) in [
        // One octet has two digits, four have seven.
        (&[0x02][..], "truncated", 6),
        (&[0x01, 0x06, 0x45, 0x01], "truncated", 11),
        // The second count is octet 3, digit 3 × 8 / 5 = 4.
        (&[0x01, 0x06, 0x45, 0x00], "bad-count", 4 + 4),
        (&[0x01, 0x06, 0x45, 0x02, 0x00, 0xE9], "bad-count", 4 + 4),
        (&[0xFF, 0x06, 0x45, 0x30], "odd", 11),
        // The form is checked first.
        (&[0x02, 0xD8, 0x3D, 0x3D, 0x00], "bad-count", 4 + 6),
    ] {
        assert_eq!(decode_octets(octets), Err((kind, position)), "{octets:X?}");
    }
    assert_eq!(lace::decompress(&[]), Err(Error::new(ErrorKind::Empty, 0)));
    assert_eq!(lace::compress(""), Err(Error::new(ErrorKind::Empty, 0)));
}

#[test]
fn the_prefix_of_one_draft_has_no_meaning_in_the_other() {
    assert_eq!(run("lace", "to-ascii", "bq--a").as_deref(), Ok("bq--a"));
    assert_eq!(run("lace", "to-ascii draft=0", "bq--a"), Err(("bad-prefix", 0)));
}
