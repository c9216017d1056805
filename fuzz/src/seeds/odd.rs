//! Requests that no vector has, or so few that thinning may drop them.

use std::collections::BTreeSet;

use acegate::protocol::Request;
use acegate_codec::{Text, Value, Verb, bootstring, e164, punycode, uri2dec, uts46};

use crate::octets::{Scope, octets};

/// The requests of this module that these operations take.
pub(super) fn seeds(scopes: &[Scope]) -> BTreeSet<Vec<u8>> {
    let requests = bootstrings()
        .chain(integers())
        .chain(addresses())
        .chain(lists())
        .chain(names());
    requests
        .filter_map(|request| octets(&request, scopes))
        .collect()
}

/// Parameters that are not a set of a Bootstring, each for another reason; plain ASCII that is longer than a
/// label, and the code of a longer one; large deltas of few digits; and fewer flags than code points.
fn bootstrings() -> impl Iterator<Item = Request> {
    const SETS: [&[(&str, &str)]; 12] = [
        &[("base", "2")],
        &[("base", "128")],
        &[("tmin", "30"), ("tmax", "20")],
        &[("skew", "0")],
        &[("damp", "1")],
        &[("initial-bias", "1153")],
        &[("initial-n", "256")],
        &[("delimiter", "\u{FC}")],
        &[("digits", "0123456789")],
        &[("digits", "\u{FC}bc")],
        &[
            ("base", "3"),
            ("tmin", "1"),
            ("tmax", "1"),
            ("digits", "aab"),
            ("initial-bias", "0"),
        ],
        &[
            ("base", "3"),
            ("tmin", "1"),
            ("tmax", "1"),
            ("digits", "abc"),
            ("initial-bias", "0"),
        ],
    ];
    let requests = [Verb::Encode, Verb::Decode].into_iter().flat_map(|verb| {
        SETS.map(|set| {
            let request = Request::of(&bootstring::ABOUT, verb, Value::from("b\u{FC}cher"));
            set.iter()
                .fold(request, |request, (name, word)| request.with(name, word))
        })
    });
    let long = Request::of(
        &punycode::ABOUT,
        Verb::Encode,
        Value::from("a".repeat(70).as_str()),
    );
    let code = format!("{}-", "a".repeat(600));
    let longer = Request::of(&punycode::ABOUT, Verb::Decode, Value::from(code.as_str()));
    let deltas = Request::of(
        &punycode::ABOUT,
        Verb::Decode,
        Value::from("99999z99999z99999z"),
    );
    let flags = Text {
        code_points: vec![0x62, 0xFC, 0x63],
        flags: Some(vec![true]),
    };
    let flagged = [bootstring::ABOUT, punycode::ABOUT].map(|codec| {
        Request::of(&codec, Verb::Encode, Value::Text(flags.clone())).with("annotation", "true")
    });
    requests.chain([long, longer, deltas]).chain(flagged)
}

/// Numbers that are not scalar values.
fn integers() -> impl Iterator<Item = Request> {
    const NUMBERS: [u32; 6] = [
        0xD800,
        0xDFFF,
        0x11_0000,
        0x03FF_FFFF,
        0x7FFF_FFFF,
        0xFFFF_FFFF,
    ];
    let texts = NUMBERS
        .into_iter()
        .flat_map(|number| [vec![number], vec![0x61, number, 0xFC]]);
    texts.chain([NUMBERS.to_vec()]).map(|text| {
        Request::of(
            &bootstring::ABOUT,
            Verb::Encode,
            Value::from_code_points(text),
        )
    })
}

/// Addresses at the lengths where the packing core takes another way. It works in blocks of 512 symbols and of 512
/// digits, so that the longest have second blocks. Numbers of the long ones are read back.
fn addresses() -> impl Iterator<Item = Request> {
    let mut requests = Vec::new();
    for length in [
        1, 15, 16, 31, 32, 63, 64, 65, 200, 400, 511, 512, 513, 700, 1030,
    ] {
        let address = Value::from(&"pq.n1z?a".repeat(140)[..length]);
        let encode = Request::of(&uri2dec::ABOUT, Verb::Encode, address.clone());
        if let Ok(number) = encode.fast() {
            requests.push(encode.derive(Verb::Decode.name(), number));
        }
        requests.push(Request::of(&uri2dec::ABOUT, Verb::Key, address));
        requests.push(encode);
    }
    requests.into_iter()
}

/// Records of a number that are wrong or rare; a number that is far too long; a tree that is no name; and steps of
/// address books: a record whose number has no digits, and a step of too many words.
fn lists() -> impl Iterator<Item = Request> {
    const RECORDS: [&str; 8] = [
        // An element of a bracket expression, and a class as the beginning and the end of a range.
        r#"0 0 "u" "E2U+sip" "!^[[.+.]][[=4=]]*.*$!sip:x@example.com!" ."#,
        r#"0 0 "u" "E2U+sip" "!^.[[:digit:]-9]*$!sip:x@example.com!" ."#,
        r#"0 0 "u" "E2U+sip" "!^.[4-[:digit:]]*$!sip:x@example.com!" ."#,
        // A backslash before what it need not escape, and after the last delimiter.
        r#"0 0 "u" "E2U+sip" "!^.*$!sip:\\x@example.com!" ."#,
        r#"0 0 "u" "E2U+sip" "!^.*$!sip:x@example.com!\\!" ."#,
        r#"0 0 a(b "E2U+sip" "!^.*$!sip:x@example.com!" ."#,
        r#"0 0 "" "" "" example"#,
        r#"0 0 "" "" "" ".""#,
    ];
    let rewrites = RECORDS.map(|record| rewrite(&["+441632960083", record]));
    let too_long = format!("+{}", "4".repeat(40));
    let tree = Request::of(&e164::ABOUT, Verb::ToDomain, Value::from("+441632960083"));
    let tree = tree.with("tree", "4..example");
    let book = Request::of(
        &uri2dec::ABOUT,
        Verb::Book,
        list(&["connect e164", "record e164 no-number -"]),
    );
    let words = Request::of(
        &uri2dec::ABOUT,
        Verb::Book,
        list(&["connect a", "include a 1 2"]),
    );
    rewrites.into_iter().chain([
        rewrite(&[]),
        rewrite(&[&too_long, RECORDS[3]]),
        tree,
        book,
        words,
    ])
}

fn rewrite(texts: &[&str]) -> Request {
    Request::of(&e164::ABOUT, Verb::Rewrite, list(texts))
}

fn list(texts: &[&str]) -> Value {
    Value::List(texts.iter().map(|&text| text.into()).collect())
}

/// Names of UTS #46 with unassigned code points of some Bidi classes, classes that versions changed, and what is
/// wrong in two ways.
fn names() -> impl Iterator<Item = Request> {
    let long = format!("xn--{}", "9".repeat(70));
    let names = [
        "\u{86C}",
        "\u{10EC0}",
        "\u{1ED3E}",
        "a\u{5D0}\u{E0002}",
        "a\u{1D6C1}",
        "\u{5D0}\u{1B3A}",
        &long,
    ];
    let mut requests = Vec::new();
    for verb in [Verb::ToAscii, Verb::ToUnicode] {
        for name in names {
            requests.push(Request::of(&uts46::ABOUT, verb, Value::from(name)));
        }
        let transitional = Request::of(&uts46::ABOUT, verb, Value::from("\u{DF}\u{E0002}"));
        requests.push(transitional.with("transitional", "true"));
    }
    requests.into_iter()
}
