//! UTF-6: our reading of the gaps of the draft, where no vector states it.

use std::collections::BTreeSet;

use crate::label::{assert_refused, run};
use acegate_codec::plain;

#[test]
fn refuses_payloads_that_stand_for_no_text() {
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
        if let Ok(text) = run("utf6", "decode", &label) {
            host.push(text);
        }
    }
    let distinct = |texts: &[String]| texts.iter().collect::<BTreeSet<_>>().len();
    assert_eq!((literal.len(), distinct(&literal)), (2_871, 2_358));
    assert_eq!((bare.len(), distinct(&bare)), (324, 324));
    assert_eq!((host.len(), distinct(&host)), (236, 236));
}
