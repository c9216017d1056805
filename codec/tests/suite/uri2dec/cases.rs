//! Numbers, records and escapes whose exact answer, or exact position of a refusal, no vector states, and
//! values that are not texts. The codec and its model give the same answers.

use acegate_codec::uri2dec::{
    NumberScope, Options, Packing, Profile, Strictness, Style, encode, parses,
};
use acegate_codec::{Failure, Value};

use crate::label::{apply, run, run_value};

/// An operation with its parameters, an input, and the answer.
type Case = (
    &'static str,
    &'static str,
    Result<&'static str, (&'static str, usize)>,
);

const CASES: &[Case] = &[
    // Addresses.
    ("hash", "ALICE", Ok("25423")),
    ("hash", "a€€", Err(("symbol-not-in-table", 1))),
    ("invert", "2542302666263870266", Ok("2660266626387025423")),
    // The key that section 5.9 prints.
    (
        "key profile=octal packing=inverted-msb",
        "bob@commandus.com",
        Ok("8 40126055421"),
    ),
    ("key form=pre-inverted", "alice", Ok("0 5622")),
    ("assign protocol=http", "a?b/c", Ok("http://a/?b/c")),
    ("assign protocol=http", "a/b?c", Ok("http://a/b?c")),
    // The first wrong character of a number is reported.
    ("decode scope=local", "", Err(("hash-empty", 0))),
    ("decode scope=local", " 1 5622", Err(("hash-empty", 0))),
    ("decode scope=local", "25423", Err(("marker", 5))),
    ("decode scope=local", "2542a 1 5622", Err(("hash-digit", 4))),
    (
        "decode scope=local",
        "254\u{661} 1 5622",
        Err(("hash-digit", 3)),
    ),
    ("decode scope=local", "25423 ", Err(("marker", 6))),
    ("decode scope=local", "25423 5 5622", Err(("marker", 6))),
    (
        "decode scope=local",
        "25423 \u{661} 5622",
        Err(("marker", 6)),
    ),
    ("decode scope=local", "25423 1", Err(("key-empty", 7))),
    ("decode scope=local", "25423 1 ", Err(("key-empty", 8))),
    ("decode scope=local", "25423 1 99", Err(("key-empty", 8))),
    ("decode scope=local", "25423 15622", Err(("syntax", 7))),
    ("decode scope=local", "25423 1  5622", Err(("syntax", 8))),
    ("decode scope=local", "25423 1 5622 ", Err(("syntax", 12))),
    (
        "decode scope=local",
        "25423 1 56\u{661}",
        Err(("key-digit", 10)),
    ),
    ("decode scope=local", "25423 1 5690", Err(("key-digit", 10))),
    ("decode scope=local", "25423 8 5682", Err(("key-digit", 10))),
    // The groups in which the document displays a hash: ` 0 ` reads as a marker, then the form breaks.
    ("decode", "267946 0 26237 0 78", Err(("syntax", 14))),
    // Each key breaks more than one rule. The first broken rule is reported.
    ("decode scope=local", "2 8 0138", Err(("key-digit", 7))),
    (
        "decode scope=local",
        "2 8 0133",
        Err(("key-leading-zero", 4)),
    ),
    (
        "decode scope=local",
        "2 8 1333",
        Err(("key-ll-reserved", 7)),
    ),
    ("decode scope=local", "2 8 1335", Err(("key-spare-bits", 7))),
    ("decode scope=local", "2 8 1330", Err(("key-misaligned", 4))),
    ("decode scope=local", "2 8 4330", Err(("key-too-long", 4))),
    ("decode scope=local", "1 8 4", Err(("key-too-long", 4))),
    // LL = 2 with the upper of its two bits in the last digit but one.
    (
        "decode scope=local",
        "25423 8 4512",
        Err(("key-spare-bits", 11)),
    ),
    (
        "decode scope=local",
        "25423 0 5623",
        Err(("key-spare-bits", 11)),
    ),
    // The lenient reader drops three rules only. The vector of alice is 100 101 001; with 00 below instead
    // of 001 it is 10 010 100 100.
    ("decode strictness=lenient", "25423 8 4511", Ok("alice")),
    ("decode strictness=lenient", "25423 8 004511", Ok("alice")),
    ("decode strictness=lenient", "25423 8 2244", Ok("alice")),
    ("decode strictness=lenient", "25423 8 4511999", Ok("alice")),
    (
        "decode strictness=lenient",
        "25423 8 45119999999999999999",
        Ok("alice"),
    ),
    ("decode strictness=lenient", "25423 8 00", Ok("cjgcd")),
    ("decode strictness=lenient", "25423 8 2", Ok("cjgcd")),
    (
        "decode strictness=lenient",
        "26602666263870262 0 1512622351721",
        Ok("bob@commandus.com"),
    ),
    // 1 000 is 10 above two bits of alignment: exactly the two bits of the hash 2.
    ("decode strictness=lenient", "2 8 10", Ok("b")),
    (
        "decode strictness=lenient",
        "2 8 20",
        Err(("key-too-long", 4)),
    ),
    (
        "decode strictness=lenient",
        "25423 8 ",
        Err(("key-empty", 8)),
    ),
    (
        "decode strictness=lenient",
        "25423 8 4518",
        Err(("key-digit", 11)),
    ),
    (
        "decode strictness=lenient",
        "25423 8 4513",
        Err(("key-ll-reserved", 11)),
    ),
    (
        "decode strictness=lenient",
        "25423 8 4515",
        Err(("key-spare-bits", 11)),
    ),
    (
        "decode strictness=lenient",
        "25423 8 44511",
        Err(("key-too-long", 8)),
    ),
    // Dialled numbers.
    ("parses scope=local", "", Err(("hash-empty", 0))),
    ("parses scope=local", "15622", Err(("hash-empty", 0))),
    ("parses scope=local", "05622", Err(("hash-empty", 0))),
    ("parses scope=local", "25423", Err(("marker", 5))),
    ("parses scope=local", "2542999", Err(("marker", 7))),
    ("parses scope=local", "999", Err(("marker", 3))),
    ("parses scope=local", "254231", Err(("key-empty", 6))),
    ("parses scope=local", "25423199", Err(("key-empty", 6))),
    ("parses scope=local", "25423 1 5622", Err(("syntax", 5))),
    ("parses scope=local", "2542315\u{661}", Err(("syntax", 7))),
    // The error is not about the empty hash before the first marker, because there is another marker.
    ("parses scope=local", "121", Err(("key-empty", 3))),
    // Two markers without a valid key: the error of the longer key.
    ("parses scope=local", "21212", Err(("key-misaligned", 2))),
    (
        "parses profile=octal scope=local",
        "84511",
        Err(("hash-empty", 0)),
    ),
    (
        "parses profile=octal scope=local",
        "254235622",
        Err(("marker", 9)),
    ),
    (
        "parses profile=octal scope=local",
        "254238",
        Err(("key-empty", 6)),
    ),
    (
        "parses profile=octal scope=local",
        "2542384513",
        Err(("key-ll-reserved", 9)),
    ),
    // 22705 1 1 has eight zero bits on top; 227 0 511 has the longer key.
    ("encode scope=local style=dialled", "ccp.j", Ok("2270511")),
    // 101 01 00 with 00 below is 520. The 8 and the 9 of the hash are to the left of the marker.
    (
        "encode profile=octal scope=local style=dialled",
        "th9",
        Ok("8498520"),
    ),
    (
        "decode profile=octal scope=local style=dialled",
        "8498520",
        Ok("th9"),
    ),
    // The misprint of section 3.3 without its spaces is the number of another address.
    (
        "encode style=dialled",
        "bob@commandus.com1",
        Ok("2620266626387026611512622351721"),
    ),
    // A number of 16 digits or more needs no nines, and none may follow.
    (
        "decode",
        "26202666263870266 1 5126223517219",
        Err(("extension-length", 32)),
    ),
    (
        "decode scope=local",
        "26202666263870266 1 5126223517219",
        Err(("extension-length", 32)),
    ),
    // Records. The first form is written as it is read aloud.
    (
        "write-record form=pre-inverted",
        "a.b",
        Ok("ics:a.b 1 522999999999"),
    ),
    (
        "write-record form=pre-inverted record=hash",
        "a.b",
        Ok("ics:202 0 522999999999"),
    ),
    // An address of digits only would be read as a hash.
    ("write-record", "000", Ok("ics:000 1 882999999999")),
    (
        "write-record form=pre-inverted",
        "102",
        Ok("ics:201 0 859999999999"),
    ),
    // With a pre-inverted marker, the address is inverted.
    (
        "read-record",
        "ics:com.commandus@bob 0 512622351721",
        Ok("bob@commandus.com"),
    ),
    (
        "read-record",
        "ICS:Bob@Commandus.COM 1 512622351721",
        Ok("bob@commandus.com"),
    ),
    (
        "read-record strictness=lenient",
        "ics:alice 1 15622",
        Ok("alice"),
    ),
    ("read-record", "", Err(("syntax", 0))),
    ("read-record", "ics", Err(("syntax", 3))),
    ("read-record", "\u{456}cs:", Err(("syntax", 0))),
    ("read-record", "ics:", Err(("hash-empty", 4))),
    ("read-record", "ics: 1 5622", Err(("hash-empty", 4))),
    ("read-record", "ics:alice", Err(("marker", 9))),
    (
        "read-record",
        "ics:ali=e 1 5622",
        Err(("symbol-not-in-table", 7)),
    ),
    ("read-record", "ics:alice 2 5622", Err(("marker", 10))),
    ("read-record", "ics:alice 1", Err(("key-empty", 11))),
    ("read-record", "ics:alice 15", Err(("syntax", 11))),
    (
        "read-record",
        "ics:alice 1 5622999999 ",
        Err(("syntax", 22)),
    ),
    ("read-record", "ics:alice 1 1", Err(("key-mismatch", 12))),
    (
        "read-record",
        "ics:alice 1 5624",
        Err(("key-ll-reserved", 15)),
    ),
    (
        "read-record",
        "ics:alice 1 5622",
        Err(("extension-length", 16)),
    ),
    (
        "read-record",
        "ics:alice 1 562299",
        Err(("extension-length", 16)),
    ),
    (
        "read-record",
        "ics:bob@commandus.com 0 512622351721",
        Err(("key-mismatch", 24)),
    ),
    // Escapes.
    ("escape", "%20A,\n", Ok("%2520%41%2c%0a")),
    (
        "escape",
        "\u{7f}\u{80}\u{ff}€\u{ffff}😀",
        Ok("%7f%u0080%u00ff%u20ac%uffff%ud83d%ude00"),
    ),
    (
        "escape mode=uri",
        "Alice%20%2C%U20AC%61%u0041",
        Ok("alice%20%2c%u20ac%61%u0041"),
    ),
    ("escape mode=uri", "100% %2", Ok("100%25%20%252")),
    ("escape mode=uri", "%zz%u20a", Ok("%25zz%25u20a")),
    (
        "escape mode=uri",
        "%uD83D%UDE00%ude00",
        Ok("%ud83d%ude00%25ude00"),
    ),
    (
        "escape mode=uri",
        "%ud83d%u0041%é",
        Ok("%25ud83d%u0041%25%u00e9"),
    ),
    ("unescape", "a%2", Err(("escape", 1))),
    ("unescape", "a%2g", Err(("escape", 1))),
    ("unescape", "%u20ag", Err(("escape", 0))),
    ("unescape", "ab%80", Err(("escape", 2))),
    ("unescape", "ab%ff", Err(("escape", 2))),
    ("unescape", "ab%61", Err(("not-canonical", 2))),
    ("unescape", "ab%u0041", Err(("not-canonical", 2))),
    ("unescape", "a b", Err(("symbol-not-in-table", 1))),
    ("unescape", "%20é", Err(("symbol-not-in-table", 3))),
    ("unescape strictness=lenient", "%61%u0041B%2E", Ok("aAb.")),
    ("unescape strictness=lenient", "%80", Err(("escape", 0))),
];

#[test]
fn answers_and_positions_are_exact() {
    for &(op, input, expected) in CASES {
        assert_eq!(
            run("uri2dec", op, input),
            expected.map(str::to_owned),
            "{op} {input:?}"
        );
    }
}

#[test]
fn extension_ends_at_sixteen_digits() {
    // alice: 5 hash digits, marker, 4 key digits, so six nines fill up.
    for count in 0..12 {
        for (scope, is_right) in [("service", count == 6), ("local", count <= 6)] {
            for (style, number) in [("spaced", "25423 1 5622"), ("dialled", "2542315622")] {
                let op = format!("decode style={style} scope={scope}");
                let answer = run("uri2dec", &op, &(number.to_owned() + &"9".repeat(count)));
                let wrong = Err(("extension-length", number.len()));
                assert_eq!(
                    answer,
                    if is_right { Ok("alice".into()) } else { wrong },
                    "{op} {count}"
                );
            }
        }
    }
}

#[test]
fn long_addresses_take_linear_time() {
    // A million symbols: quadratic time would be too long.
    let address = "bob@commandus.com/".repeat(60_000);
    let dialled = Options {
        style: Style::Dialled,
        ..Options::default()
    };
    for packing in [Packing::NaturalLsb, Packing::InvertedMsb] {
        for profile in [Profile::Shifted, Profile::Octal] {
            let options = Options {
                packing,
                profile,
                ..dialled
            };
            let number = encode(&address, &options).unwrap();
            assert!(parses(&number, &options).unwrap().next() == Some(address.clone()));
        }
    }
    let (scope, strictness) = (NumberScope::Service, Strictness::Lenient);
    let lenient = Options {
        scope,
        strictness,
        ..dialled
    };
    assert_eq!(
        parses(&"1".repeat(1_000_000), &lenient).unwrap().len(),
        999_998
    );
}

#[test]
fn values_are_texts_and_octets_of_code_points() {
    let octets = |octets: &[u8]| Value::Octets(octets.to_vec());
    let text = octets(b"aA%\x00\x80\xff");
    assert_eq!(
        apply("uri2dec", "escape", &[], &text),
        Ok("a%41%25%00%80%ff".into())
    );
    let uri = octets(b"aA%2C%\xff");
    assert_eq!(
        apply("uri2dec", "escape", &[("mode", "uri")], &uri),
        Ok("aa%2c%25%ff".into())
    );
    for (op, code_points, kind) in [
        // Code points, not octets, are counted.
        ("hash", [0x61, 0xd800], "symbol-not-in-table"),
        ("unescape", [0x61, 0x11_0000], "symbol-not-in-table"),
        ("escape", [0x20ac, 0xd800], "surrogate"),
        ("escape", [0x20ac, 0x11_0000], "out-of-range"),
    ] {
        let answer = run_value("uri2dec", op, &Value::from_code_points(code_points));
        assert_eq!(answer, Err((kind, 1)), "{op} {code_points:x?}");
    }
    for (op, parameters, input) in [
        ("reverse", &[][..], "a".into()),
        ("hash", &[("profile", "octal")], "a".into()),
        ("key", &[("form", "odd")], "a".into()),
        ("hash", &[], text),
    ] {
        let answer = apply("uri2dec", op, parameters, &input);
        assert!(
            matches!(answer, Err(Failure::Unsupported(_))),
            "{op}: {answer:?}"
        );
    }
}
