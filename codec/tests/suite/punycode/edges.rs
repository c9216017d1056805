//! The bounds of the integer widths, and parameters that no vector has. Every row is checked on the fast
//! codec and on its model.

use acegate_codec::bootstring::{Bootstring, ParameterSet, Width, model};
use acegate_codec::{Error, ErrorKind, punycode};

use ErrorKind::{BasicInserted, FlagCount, Overflow};

const PUNYCODE: Bootstring = Bootstring::PUNYCODE;

#[test]
fn decodes_valid_codes() {
    let rows: &[(&str, &str)] = &[
        // The last delimiter is consumed if something precedes it, even if no digit follows.
        ("a--", "a-"),
        ("a-b-", "a-b"),
        ("xn--", "xn-"),
        // Digits are read in either case, the literal part keeps its case.
        ("NXASMQ6B", "βόλοσ"),
        ("A-1ga", "Aö"),
        // The first after the surrogates.
        ("1y0c", "\u{E001}"),
        // A code that is also a valid text.
        ("xn--dma", "xn-é"),
    ];
    for &(code, text) in rows {
        assert_eq!(punycode::decode(code).as_deref(), Ok(text), "{code:?}");
        assert_eq!(decode(&PUNYCODE, code), Ok(code_points(text)));
        assert!(punycode::encode(text).is_ok_and(|again| again.eq_ignore_ascii_case(code)));
    }
}

#[test]
fn flags_are_counted_first() {
    for (text, flags, position) in [
        (vec![0x61, 0xFC], vec![true], 1),
        (vec![0xFC], vec![true, false, true], 1),
        (vec![], vec![true], 0),
        (vec![0xD800, 0xD800], vec![], 0),
    ] {
        let error = Err(Error::new(FlagCount, position));
        assert_eq!(PUNYCODE.encode_annotated(&text, &flags), error);
        assert_eq!(model::encode_annotated(&PUNYCODE, &text, &flags), error);
    }
}

/// Of 99 `x` and a code point at `position` the delta is (A3DF0 − 80) × 100 + position, and
/// 671,088 × 100 + 63 is 2^26 − 1.
#[test]
fn the_largest_number_of_a_width_is_written_and_read() {
    let bootstring = PUNYCODE.with_width(Width::Bits26);
    let text = |position| {
        [
            vec![0x78; position],
            vec![0xA_3DF0],
            vec![0x78; 99 - position],
        ]
        .concat()
    };
    let code = encode(&bootstring, &text(63)).expect("the delta fits");
    assert_eq!(bootstring.decode(&code), Ok(text(63)));
    assert_eq!(
        encode(&bootstring, &text(64)),
        Err(Error::new(Overflow, 64))
    );
    let code = PUNYCODE.encode(&text(64)).expect("32 bits hold it");
    let error = bootstring.decode(&code).expect_err("26 bits do not");
    assert_eq!(error.kind, Overflow);
}

/// The decoder adds a delta to the index that the last insertion left, so a delta that fits can be
/// refused. Here 100 code points, the `ü` at the end, the larger code point at the beginning:
/// (A3E6D − FC) × 100 = 67,108,900 is over 2^26 − 1 = 67,108,863, and 99 less is not.
#[test]
fn a_delta_within_the_last_index_of_the_bound_is_written_and_refused() {
    let bootstring = PUNYCODE.with_width(Width::Bits26);
    let max = Width::Bits26.max();
    let text = [vec![0xA_3E6D], vec![0x78; 98], vec![0xFC]].concat();
    let states = (0xA_3E6D - 0xFC) * 100;
    assert!(states > max && states - 99 <= max);

    let code =
        String::from_utf8(encode(&bootstring, &text).expect("the delta fits")).expect("ASCII");
    let error = decode(&bootstring, &code).expect_err("the index does not fit");
    assert_eq!(error.kind, Overflow);
    assert_eq!(decode(&PUNYCODE, &code), Ok(text));
}

/// With a bias so high that every threshold is 1, seven digits before the last have a value of at
/// least 1 + 35 + … + 35^6 = 1,892,332,261, which fits 31 bits. The weight 35^7 of the zero that ends
/// the number does not fit.
#[test]
fn the_weight_of_a_last_zero_counts() {
    let parameters = ParameterSet {
        initial_bias: 32 * 36,
        ..ParameterSet::PUNYCODE
    };
    let bootstring = Bootstring::new(&parameters).expect("the conditions hold");
    let bootstring = bootstring
        .with_width(Width::Bits31)
        .with_scalar_values_only(false);
    let text = [128 + 1_892_332_261];
    assert_eq!(encode(&bootstring, &text).as_deref(), Ok(&b"bbbbbbba"[..]));
    assert_eq!(
        decode(&bootstring, "bbbbbbba"),
        Err(Error::new(Overflow, 6))
    );
}

#[test]
fn basic_code_points_are_not_inserted() {
    let parameters = ParameterSet {
        initial_n: 0x7F,
        ..ParameterSet::PUNYCODE
    };
    let bootstring = Bootstring::new(&parameters).expect("the conditions hold");
    // A delta of 0 inserts 7F, of 1 the first code point that is not basic.
    for (code, expected) in [
        ("a", Err(Error::new(BasicInserted, 0))),
        ("-a-a", Err(Error::new(BasicInserted, 3))),
        ("ba", Ok(vec![0x80])),
        // After 80, n has passed the basic code points.
        ("baa", Ok(vec![0x80, 0x80])),
    ] {
        assert_eq!(decode(&bootstring, code), expected, "{code}");
    }
    assert_eq!(bootstring.encode(&[0x80]).as_deref(), Ok(&b"ba"[..]));
    assert_eq!(bootstring.encode(&[0x7F]).as_deref(), Ok(&b"\x7F-"[..]));
}

#[test]
fn any_number_is_a_code_point_if_scalar_values_are_not_required() {
    let raw = PUNYCODE.with_scalar_values_only(false);
    for (code, text) in [
        ("ib9b", vec![0xD800]),
        ("ib9bk1k", vec![0xD800, 0xDEF7]),
        ("en32g", vec![0x11_0000]),
        ("ww902716a", vec![0xFFFF_FFFF]),
    ] {
        assert_eq!(decode(&raw, code), Ok(text.clone()), "{code}");
        assert_eq!(encode(&raw, &text), Ok(code.as_bytes().to_vec()), "{code}");
    }
    let narrow = raw.with_width(Width::Bits26);
    let text = [0xFC, 0x0400_0000, 0x0400_0001];
    assert_eq!(encode(&narrow, &text), Err(Error::new(Overflow, 1)));
}

/// The text of a code. The model gives the same text.
#[track_caller]
fn decode(bootstring: &Bootstring, code: &str) -> Result<Vec<u32>, Error> {
    let points = code_points(code);
    let text = bootstring.decode(&points);
    assert_eq!(text, model::decode(bootstring, &points), "{code:?}");
    text
}

/// The code of a text. The model gives the same code.
#[track_caller]
fn encode(bootstring: &Bootstring, text: &[u32]) -> Result<Vec<u8>, Error> {
    let code = bootstring.encode(text);
    assert_eq!(code, model::encode(bootstring, text), "{text:X?}");
    code
}

fn code_points(text: &str) -> Vec<u32> {
    text.chars().map(u32::from).collect()
}
