//! UTF-6: the examples that the draft prints, and our reading of its gaps.

use std::collections::BTreeSet;

use crate::label::support::{self, Outcome, assert_refused, run, run_value};
use acegate_codec::{Error, ErrorKind, Value, host, plain, utf6};

fn encode(label: &str) -> Outcome {
    run("utf6", "encode", label)
}

fn decode(label: &str) -> Outcome {
    run("utf6", "decode", label)
}

#[track_caller]
fn assert_pair(text: &str, label: &str) {
    support::assert_pair("utf6", ["encode", "decode"], text, label);
}

/// Section 3.1.
#[test]
fn the_printed_host_name_is_reproduced() {
    let name = "\u{645}\u{648}\u{642}\u{639}.\u{648}\u{644}\u{64A}\u{62F}.\
                \u{634}\u{631}\u{643}\u{629}";
    let printed = "wq--ymk5k8k2j9.wq--ymk8k4kaif.wq--ymj4j1k3i9";
    support::assert_pair("utf6", ["to-ascii", "to-unicode"], name, printed);
    assert_eq!(run("utf6", "to-unicode", &printed.to_uppercase()).as_deref(), Ok(name));
}

/// The set in section 2.4.1 lacks `n`; section 2.5.1 has it and computes N − 'g', so `n` is 7.
#[test]
fn there_are_sixteen_first_digits() {
    for (nibble, digit) in ('g'..='v').enumerate().skip(1) {
        let text = char::from_u32(0x1000 * nibble as u32).unwrap().to_string();
        assert_pair(&text, &format!("wq--{digit}000"));
    }
    assert_pair("p\u{E9}", "wq--ygn0u9");
}

#[test]
fn a_header_is_written_whenever_its_condition_holds() {
    // This holds also for row 0 and nibble 0, although they cost two characters.
    assert_pair("\u{E9}*", "wq--ygu9ia");
    assert_pair("\u{E9}\u{430}", "wq--zgu9k30");
    assert_pair("\u{645}\u{648}", "wq--ymk5k8");
    assert_pair("\u{FFFF}\u{FFEF}", "wq--yvfvfuf");
}

#[test]
fn hyphens_stand_for_themselves_and_do_not_count() {
    assert_pair("-\u{645}-\u{648}", "wq--ym-k5-k8");
    assert_pair("\u{645}-\u{3042}", "wq--m45-j042");
}

/// The masked unit may be zero, which is `g`. The other bits are in the header.
#[test]
fn masked_zeros_are_one_digit() {
    assert_pair("\u{100}\u{200}", "wq--zgh00i00");
    assert_pair("\u{3000}\u{3100}", "wq--zjgh00");
}

#[test]
fn refuses_payloads_that_stand_for_no_text() {
    let rows = [
        ("wq--", "empty", 4),
        ("wq--y", "truncated", 5),
        ("wq--z", "truncated", 5),
        ("wq--ym", "truncated", 6),
        ("wq--zg", "truncated", 6),
        ("wq--w1", "bad-digit", 4),
        ("wq--0", "bad-digit", 4),
        ("wq--uy9", "bad-digit", 5),
        ("wq--uz", "bad-digit", 5),
        ("wq--yyu9", "bad-digit", 5),
        ("wq--y5", "bad-digit", 5),
        ("wq--y-u9", "bad-digit", 5),
        ("wq--ym0", "truncated", 7),
        ("wq---0", "bad-digit", 5),
        ("wq--h0000", "value-too-large", 4),
        ("wq--h0000000000000000u9", "value-too-large", 4),
        ("wq--yh06k5k8", "value-too-large", 5),
        ("wq--zh0g00", "value-too-large", 5),
        ("wq--ymh45k8", "value-too-large", 6),
        ("wq--zgh000g", "value-too-large", 6),
        ("wq--t83d", "surrogate", 4),
        ("wq--te00u9", "surrogate", 4),
        ("wq--t83d-te00", "surrogate", 4),
        ("wq--t83dt83dte00", "surrogate", 4),
        ("wq--t83d-t83d-u9", "surrogate", 4),
        ("wq--t83dw", "bad-digit", 8),
        ("wq--t83dte00", "not-canonical", 12),
        ("wq--k1", "ldh-only", 6),
        ("wq--ygk1-k2", "ldh-only", 11),
        ("wq--id", "ldh-only", 6),
        ("wq--ie", "dot", 6),
        ("wq--u9-", "hyphen", 6),
        ("wq---", "hyphen", 4),
        ("wq--u_9", "not-ldh", 5),
        ("wq-u9", "bad-prefix", 0),
    ];
    assert_refused("utf6", "decode", &rows);
}

#[test]
fn refuses_labels_that_cannot_be_host_labels() {
    let rows = [
        ("a-b", "ldh-only", 3),
        ("\u{E9}.a", "dot", 1),
        ("wq--\u{E9}", "bad-prefix", 0),
        ("WQ--u9", "bad-prefix", 0),
        ("\u{645}-", "hyphen", 1),
    ];
    assert_refused("utf6", "encode", &rows);
    for numbers in [[0x645, 0xD800], [0x645, 0xDFFF], [0x645, 0x11_0000]] {
        let kind = if numbers[1] == 0x11_0000 { "out-of-range" } else { "surrogate" };
        let input = Value::from_code_points(numbers);
        assert_eq!(run_value("utf6", "encode", &input), Err((kind, 1)));
    }
}

/// Section 4 promises distinct names for distinct sequences. These labels decode to the same text as
/// the canonical form beside them.
#[test]
fn aliases_are_refused() {
    for (alias, canonical) in [
        // Leading zeros.
        ("g00e9", "u9"),
        ("yg6k5k8", "ymk5k8"),
        // The wrong mode.
        ("m45m48", "ymk5k8"),
        ("zgm45m48", "ymk5k8"),
        // A header on fewer than two units.
        ("ymk5", "m45"),
        ("ym-k5", "-m45"),
        // A hyphen written as a number, which then counts as a unit of row 0.
        ("m45idm48", "ymk5-k8"),
    ] {
        let text = decode(&format!("wq--{canonical}")).unwrap();
        let label = format!("wq--{alias}");
        let units = plain::utf6::Utf6::DRAFT.decompress(alias).unwrap();
        let literal: Vec<u16> = units.iter().map(|&(unit, _)| unit as u16).collect();
        assert_eq!(String::from_utf16(&literal).unwrap(), text, "{alias}");
        assert_eq!(decode(&label), Err(("not-canonical", label.len())), "{alias}");
    }
    // Aliases of only hyphens. Only the bare transformation can write those.
    for alias in ["yg-", "yk-", "zg-", "id", "ygid"] {
        let label = format!("wq--{alias}");
        assert_eq!(run("utf6", "decode layer=bare", &label), Err(("not-canonical", label.len())));
    }
}

/// Every payload of up to four characters from ten that cover all roles. The literal decoder of
/// section 2.5.2 accepts 2,871 of them, for 2,358 texts (two independent models counted the same).
#[test]
fn all_short_payloads_decode_to_distinct_texts() {
    let mut payloads = vec![String::new()];
    let mut all = Vec::new();
    for _ in 0..4 {
        payloads = payloads
            .iter()
            .flat_map(|payload| "ghkvyz0ef-".chars().map(move |digit| format!("{payload}{digit}")))
            .collect();
        all.extend(payloads.iter().cloned());
    }
    assert_eq!(all.len(), 10 + 100 + 1_000 + 10_000);
    let mut literal = Vec::new();
    let (mut bare, mut host) = (Vec::new(), Vec::new());
    for payload in &all {
        let label = format!("wq--{payload}");
        if let Ok(units) = plain::utf6::Utf6::DRAFT.decompress(payload) {
            let units: Vec<u16> = units.into_iter().map(|(unit, _)| unit as u16).collect();
            if let Ok(text) = String::from_utf16(&units) {
                literal.push(text);
            }
        }
        if let Ok(text) = run("utf6", "decode layer=bare", &label) {
            assert_eq!(run("utf6", "encode layer=bare", &text), Ok(label.clone()));
            bare.push(text);
        }
        if let Ok(text) = decode(&label) {
            host.push(text);
        }
    }
    let distinct = |texts: &[String]| texts.iter().collect::<BTreeSet<_>>().len();
    assert_eq!((literal.len(), distinct(&literal)), (2_871, 2_358));
    assert_eq!((bare.len(), distinct(&bare)), (324, 324));
    assert_eq!((host.len(), distinct(&host)), (236, 236));
}

/// 59 characters are left for the payload.
#[test]
fn labels_have_63_octets_at_most() {
    for (character, longest) in [
        // `ym` and two characters each: 2 + 28 × 2 = 58.
        ('\u{645}', 28),
        // `ym` and one each: 2 + 57 = 59.
        ('\u{600}', 57),
        // `yke` and one each: 3 + 56 = 59.
        ('\u{4E00}', 56),
        // `zt` and three for each half; the second half is masked to `e00`: 2 + 9 × 6 = 56.
        ('\u{1F600}', 9),
    ] {
        let text: String = std::iter::repeat_n(character, longest).collect();
        let label = encode(&text).unwrap();
        assert!(label.len() <= 63, "{label}");
        assert_eq!(decode(&label).as_ref(), Ok(&text));
        let longer = format!("{text}{character}");
        assert_eq!(encode(&longer), Err(("too-long", longest + 1)), "{character}");
        let label = run("utf6", "encode layer=bare", &longer).unwrap();
        assert_eq!(decode(&label), Err(("too-long", label.len())));
        assert_eq!(run("utf6", "decode layer=bare", &label), Ok(longer));
    }
}

#[test]
fn the_bare_transformation_encodes_everything() {
    for (text, label) in [
        ("A-B", "wq--ygk1-k2"),
        ("A", "wq--k1"),
        (".", "wq--ie"),
        ("-", "wq---"),
        ("\u{E9}-", "wq--u9-"),
        ("wq--u9", "wq--ygn7n1--n5j9"),
    ] {
        assert_eq!(run("utf6", "encode layer=bare", text).as_deref(), Ok(label));
        assert_eq!(run("utf6", "decode layer=bare", label).as_deref(), Ok(text));
    }
    assert_eq!(run("utf6", "decode layer=bare", "a"), Err(("bad-prefix", 0)));
}

#[test]
fn host_names_keep_labels_that_need_no_encoding() {
    let name = "www.\u{645}\u{648}.example.";
    let ascii = "www.wq--ymk5k8.example.";
    assert_eq!(run("utf6", "to-ascii", name).as_deref(), Ok(ascii));
    assert_eq!(run("utf6", "to-unicode", ascii).as_deref(), Ok(name));
    assert_eq!(run("utf6", "to-ascii", "\u{645}\u{648}.wq--u9"), Err(("bad-prefix", 3)));
    assert_eq!(run("utf6", "to-unicode", "a.wq--u9w"), Err(("bad-digit", 8)));
    assert_eq!(host::to_ascii("é.é-", &utf6::RULES), Err(Error::new(ErrorKind::Hyphen, 5)));
}

#[test]
fn units_of_utf16_are_encoded_where_they_are_paired() {
    assert_eq!(utf6::encode_units(&[0xD83D, 0xDE00, 0x61]).as_deref(), Ok("wq--t83dte00m1"));
    let surrogate = |index| Err(Error::new(ErrorKind::Surrogate, index));
    assert_eq!(utf6::encode_units(&[0x61, 0xD83D]), surrogate(1));
    assert_eq!(utf6::encode_units(&[0xDE00, 0xD83D]), surrogate(0));
    assert_eq!(utf6::encode_units(&[0xD83D, 0xD83D, 0xDE00]), surrogate(0));
    assert_eq!(utf6::encode_units(&[]), Err(Error::new(ErrorKind::Empty, 0)));
}
