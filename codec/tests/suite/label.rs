//! The encodings of labels: what they share, and our reading of the gaps of their drafts, where no vector
//! states it. An operation runs on the reference codec and on the plain one, which must agree where they are
//! two.

use std::collections::BTreeSet;

use acegate_codec::host::{self, LabelRules};
use acegate_codec::{
    Codec, Error, ErrorKind, Failure, Parameter, Parameters, Value, base32, codec, lace, race, utf6,
};

/// The result of an operation, or the code of the error and its position in code points.
pub(crate) type Outcome = Result<String, (&'static str, usize)>;

/// The outcome for a text and parameters such as `layer=bare`.
pub(crate) fn run(id: &str, operation: &str, input: &str) -> Outcome {
    run_value(id, operation, &input.into())
}

/// The outcome for any sequence of numbers. The values of a list have a space between them.
pub(crate) fn run_value(id: &str, operation: &str, input: &Value) -> Outcome {
    let (operation, parameters) = operation.split_once(' ').unwrap_or((operation, ""));
    let parameters: Vec<_> = parameters
        .split_whitespace()
        .filter_map(|pair| pair.split_once('='))
        .collect();
    let reference = apply(id, operation, &parameters, input);
    match reference {
        Ok(Value::List(values)) => Ok(values.iter().map(text).collect::<Vec<_>>().join(" ")),
        Ok(value) => Ok(text(&value)),
        Err(Failure::Refused(Error { kind, position })) => Err((kind.code(), position)),
        Err(Failure::Unsupported(what)) => panic!("{id} {operation}: {what}"),
    }
}

/// The result of an operation with these parameters.
pub(crate) fn apply(
    id: &str,
    operation: &str,
    parameters: &[(&str, &str)],
    input: &Value,
) -> Result<Value, Failure> {
    let word = |&(name, word): &(&str, &str)| (name.to_owned(), Parameter::from_word(word));
    let parameters: Parameters = parameters.iter().map(word).collect();
    let [reference, model] =
        [codec(id), acegate_codec::model(id)].map(|codec: Option<&dyn Codec>| {
            codec
                .expect("a registered codec")
                .apply(operation, &parameters, input)
        });
    assert_eq!(
        reference, model,
        "{id} {operation} {parameters:?} {input:?}"
    );
    reference
}

/// Asserts that the operation refuses each input with the error and the position next to it.
#[track_caller]
pub(crate) fn assert_refused(id: &str, operation: &str, rows: &[(&str, &str, usize)]) {
    for &(input, kind, position) in rows {
        assert_eq!(
            run(id, operation, input),
            Err((kind, position)),
            "{operation} {input:?}"
        );
    }
}

fn text(value: &Value) -> String {
    value.as_text().unwrap().to_scalar_string().unwrap()
}

/// The rules of each encoding but Punycode.
const RULES: [LabelRules; 4] = [utf6::RULES, race::RULES, lace::RULES, lace::RULES_DRAFT_00];

/// The drafts do not forbid a hyphen at the start of a label.
#[test]
fn the_other_encodings_take_a_hyphen_at_the_beginning() {
    for rules in &RULES {
        let encoded = host::encode_label("-ü", rules).unwrap();
        assert_eq!(host::to_unicode(&encoded, rules).as_deref(), Ok("-ü"));
    }
}

/// The outcome for a label with this prefix and these octets.
fn decoded(id: &str, prefix: &str, octets: &[u8]) -> Outcome {
    run(id, "decode", &format!("{prefix}{}", base32::encode(octets)))
}

#[test]
fn lace_writes_the_shorter_form_and_runs_where_both_are_of_one_length() {
    for (text, octets) in [
        // 4 octets in both forms.
        ("\u{E9}\u{EA}", &[0x02, 0x00, 0xE9, 0xEA][..]),
        // 7 octets as runs, 6 as UTF-16; 8 in both forms, with the row interrupted.
        (
            "\u{E9}\u{EA}\u{4E9}",
            &[0xFF, 0x00, 0xE9, 0x00, 0xEA, 0x04, 0xE9],
        ),
        (
            "\u{E9}\u{EA}\u{4E9}\u{4EA}",
            &[0x02, 0x00, 0xE9, 0xEA, 0x02, 0x04, 0xE9, 0xEA],
        ),
    ] {
        assert_eq!(lace::compress(text).as_deref(), Ok(octets), "{text:?}");
        assert_eq!(decoded("lace", "lq--", octets).as_deref(), Ok(text));
    }
}

/// A count of FF is possible after the first run, but no encoder writes it.
#[test]
fn a_run_of_255_units_of_lace_is_not_canonical() {
    let mut octets = vec![0x01, 0x00, 0xE9, 0xFF, 0x06];
    octets.extend([0x45; 255]);
    assert_eq!(
        lace::decompress(&octets).map(|text| text.chars().count()),
        Ok(256)
    );
    let label = format!("lq--{}", base32::encode(&octets));
    assert_eq!(
        run("lace", "decode layer=bare", &label),
        Err(("not-canonical", label.len()))
    );
}

#[test]
fn lace_refuses_inputs_that_no_encoder_writes() {
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
        assert_eq!(
            decoded("lace", "lq--", octets),
            Err((kind, position)),
            "{octets:X?}"
        );
    }
    assert_eq!(lace::decompress(&[]), Err(Error::new(ErrorKind::Empty, 0)));
    assert_eq!(lace::compress(""), Err(Error::new(ErrorKind::Empty, 0)));
}

#[test]
fn the_prefix_of_one_draft_of_lace_has_no_meaning_in_the_other() {
    assert_eq!(run("lace", "to-ascii", "bq--a").as_deref(), Ok("bq--a"));
    assert_eq!(
        run("lace", "to-ascii draft=0", "bq--a"),
        Err(("bad-prefix", 0))
    );
}

#[test]
fn octets_of_race_are_of_one_mode() {
    for (text, octets) in [
        // Row 0 alone, with the escape itself.
        ("\u{E9}\u{FF}", &[0x00, 0xE9, 0xFF, 0x99][..]),
        // The unit 00FF in another row is FF FF; the lower octet FF in its row is FF 99.
        ("\u{4E9}\u{FF}", &[0x04, 0xE9, 0xFF, 0xFF]),
        ("\u{4FF}a", &[0x04, 0xFF, 0x99, 0xFF, 0x61]),
    ] {
        assert_eq!(race::compress(text).as_deref(), Ok(octets), "{text:?}");
        assert_eq!(decoded("race", "bq--", octets).as_deref(), Ok(text));
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
    assert_eq!(
        decoded("race", "bq--", &[0x00, 0xE9, 0x99]),
        Err(("u0099", 4 + 3))
    );
}

#[test]
fn race_refuses_inputs_that_no_encoder_writes() {
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
        (
            &[0xD8, 0x06, 0x45, 0xD8, 0x3D, 0x06, 0x45],
            "surrogate",
            4 + 4,
        ),
        (&[0xD8, 0x06, 0x45, 0xDE, 0x00], "surrogate", 4 + 4),
    ] {
        assert_eq!(
            decoded("race", "bq--", octets),
            Err((kind, position)),
            "{octets:X?}"
        );
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
        assert_eq!(
            base32::decode(digits),
            Err(Error::new(ErrorKind::BadDigit, position))
        );
    }
}

#[test]
fn utf5_refuses_inputs_that_no_encoder_writes() {
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
fn utf6_refuses_payloads_that_stand_for_no_text() {
    let rows = [
        ("wq--zg", "truncated", 6),
        ("wq--0", "bad-digit", 4),
        ("wq--uz", "bad-digit", 5),
        ("wq--yyu9", "bad-digit", 5),
        ("wq--y5", "bad-digit", 5),
        ("wq--y-u9", "bad-digit", 5),
        ("wq--ym0", "truncated", 7),
        ("wq---0", "bad-digit", 5),
        ("wq--h0000", "value-too-large", 4),
        ("wq--zgh000g", "value-too-large", 6),
        ("wq--t83d-te00", "surrogate", 4),
        ("wq--t83dt83dte00", "surrogate", 4),
        ("wq--t83d-t83d-u9", "surrogate", 4),
        ("wq--t83dw", "bad-digit", 8),
    ];
    assert_refused("utf6", "decode", &rows);
}

/// Section 4 promises distinct names for distinct sequences, so of the payloads of one text only that of the
/// encoder is read.
///
/// Every payload of up to four characters from ten that cover all roles. The literal decoder of
/// section 2.5.2 accepts 2,871 of them, for 2,358 texts (two independent models counted the same).
#[test]
fn all_short_payloads_of_utf6_decode_to_distinct_texts() {
    let mut payloads = vec![String::new()];
    let mut all = Vec::new();
    for _ in 0..4 {
        payloads = payloads
            .iter()
            .flat_map(|payload| {
                "ghkvyz0ef-"
                    .chars()
                    .map(move |digit| format!("{payload}{digit}"))
            })
            .collect();
        all.extend(payloads.iter().cloned());
    }
    assert_eq!(all.len(), 10 + 100 + 1_000 + 10_000);
    let mut literal = Vec::new();
    let (mut bare, mut host) = (Vec::new(), Vec::new());
    for payload in &all {
        let label = format!("wq--{payload}");
        if let Ok(units) = utf6::model::Utf6::DRAFT.decompress(payload) {
            let units: Vec<u16> = units.into_iter().map(|(unit, _)| unit as u16).collect();
            if let Ok(text) = String::from_utf16(&units) {
                literal.push(text);
            }
        }
        if let Ok(text) = run("utf6", "decode layer=bare", &label) {
            assert_eq!(run("utf6", "encode layer=bare", &text), Ok(label.clone()));
            bare.push(text);
        }
        if let Ok(text) = run("utf6", "decode", &label) {
            host.push(text);
        }
    }
    let distinct = |texts: &[String]| texts.iter().collect::<BTreeSet<_>>().len();
    assert_eq!((literal.len(), distinct(&literal)), (2_871, 2_358));
    assert_eq!((bare.len(), distinct(&bare)), (324, 324));
    assert_eq!((host.len(), distinct(&host)), (236, 236));
}
