//! Every example that the uri2dec document prints, and the correct value of each misprint.

use acegate_codec::uri2dec::{
    EscapeMode, Form, NumberScope, NumberTrace, Options, Packing, Profile, Protocol, Record,
    Strictness, Style, assign, decode, encode, escape, hash, invert, key, parses, read_record,
    trace, write_record,
};
use acegate_codec::{Parameter, Parameters, plain};

const ALICE: &str = "alice@commandus.com";
const BOB: &str = "bob@commandus.com";

const SHIFTED: Options = Options {
    profile: Profile::Shifted,
    form: Form::Direct,
    packing: Packing::NaturalLsb,
    style: Style::Spaced,
    scope: NumberScope::Service,
    strictness: Strictness::Strict,
};
const OCTAL: Options = Options { profile: Profile::Octal, ..SHIFTED };
const INVERTED: Options = Options { form: Form::PreInverted, ..SHIFTED };
/// The first revision of the design.
const REVISION_1: Options = Options { packing: Packing::InvertedMsb, ..OCTAL };
const LENIENT: Options = Options { strictness: Strictness::Lenient, ..SHIFTED };
const DIALLED: Options = Options { style: Style::Dialled, ..SHIFTED };

/// An example: its section, the printed value, the value from the codec, and the right value if the
/// printed one is a known misprint.
struct Row {
    section: &'static str,
    printed: &'static str,
    computed: String,
    right: Option<&'static str>,
}

fn same(section: &'static str, printed: &'static str, computed: impl Into<String>) -> Row {
    Row { section, printed, computed: computed.into(), right: None }
}

fn erratum(
    section: &'static str,
    printed: &'static str,
    right: &'static str,
    computed: impl Into<String>,
) -> Row {
    Row { section, printed, computed: computed.into(), right: Some(right) }
}

fn check(rows: &[Row], matching: usize, misprinted: usize) {
    let mut counts = (0, 0);
    for Row { section, printed, computed, right } in rows {
        assert_eq!(right.unwrap_or(printed), computed, "section {section}");
        assert_ne!(*right, Some(*printed), "section {section}: no misprint");
        if right.is_some() { counts.1 += 1 } else { counts.0 += 1 }
    }
    assert_eq!(counts, (matching, misprinted));
}

fn words(address: &str) -> String {
    trace(address, &SHIFTED).unwrap().words.join(" ")
}

fn steps(address: &str, options: &Options) -> NumberTrace {
    trace(address, options).unwrap()
}

#[test]
fn every_printed_example_is_reproduced_or_a_known_misprint() {
    let [hash, invert] = [hash, invert].map(|f| move |text: &str| f(text).unwrap());
    let key = |address: &str, options: &Options| key(address, options).unwrap();
    let encode = |address: &str, options: &Options| encode(address, options).unwrap();
    let [alice, bob] = [ALICE, BOB].map(|address| steps(address, &SHIFTED));
    let short = steps("alice", &SHIFTED);
    let octal_bob = steps(BOB, &OCTAL);
    let record = |form| write_record(BOB, form, &OCTAL).unwrap();
    let rows = [
        same("3.1", "25423", hash("alice")),
        same("3.2", "2542302666263870266", hash(ALICE)),
        same("3.3", "26202666263870266", hash(BOB)),
        erratum("3.3 E1", "1 1512622351721", "1 512622351721", key(BOB, &SHIFTED)),
        same("3.4", "26602666263870262", invert(&hash(BOB))),
        erratum("3.4 E1", "0 1512622351721", "0 512622351721", key(BOB, &INVERTED)),
        same("3.4", "2660266626387025423", invert(&hash(ALICE))),
        same("3.4", "0 51262235162333", key(ALICE, &INVERTED)),
        same("5.1", "2542302666263870266", hash(ALICE)),
        same("5.1", "25423", hash("alice")),
        same("5.3", "alice @ commandus . com", words(ALICE)),
        same("5.3", "com.commandus@alice", invert(ALICE)),
        same("5.4", "25423", &*short.hash),
        same("5.4", "e c i l a", short.vector_letters()),
        same("5.4", "01 00 10 10 01", short.vector_bits()),
        same("5.4", "8", (short.significant_bits - 1).to_string()),
        same("5.4", "001", &*short.alignment_bits),
        same("5.4", "100 101 001 001", short.triads.join(" ")),
        same("5.4", "5622", &*short.key),
        same("5.5", "2542302666263870266", &*alice.hash),
        same("5.5", "m o c . s u d n a m m o c @ e c i l a", alice.vector_letters()),
        same(
            "5.5",
            "01 00 00 00 011 01 00 10 01 01 01 00 00 01 01 00 10 10 01",
            alice.vector_bits(),
        ),
        same("5.5", "38", alice.significant_bits.to_string()),
        same("5.5", "0010", &*alice.alignment_bits),
        same(
            "5.5",
            "100 000 001 101 001 001 010 100 000 101 001 010 010 010",
            alice.triads.join(" "),
        ),
        same("5.5", "1 51262235162333", key(ALICE, &SHIFTED)),
        same("5.5", "2542302666263870266 1 51262235162333", encode(ALICE, &SHIFTED)),
        same("5.5", "26202666263870266", &*bob.hash),
        erratum(
            "5.5 E2",
            "c o m . s u d n a m m o c @ b o b",
            "m o c . s u d n a m m o c @ b o b",
            bob.vector_letters(),
        ),
        same("5.5", "01 00 00 00 011 01 00 10 01 01 01 00 00 01 10 00 10", bob.vector_bits()),
        same("5.5", "34", bob.significant_bits.to_string()),
        erratum("5.5 E3", "001", "00", &*bob.alignment_bits),
        erratum(
            "5.5 E4",
            "100 000 001 010 110 000 101 101 100 010 001",
            "100 000 001 101 001 001 010 100 000 110 001 000",
            bob.triads.join(" "),
        ),
        erratum("5.5 E1", "1 1512622351721", "1 512622351721", key(BOB, &SHIFTED)),
        erratum(
            "5.5 E1",
            "26202666263870266 1 1512622351721",
            "26202666263870266 1 512622351721",
            encode(BOB, &SHIFTED),
        ),
        erratum("5.5 E1", "1 1512622351721", "1 512622351721", key(BOB, &SHIFTED)),
        same("5.5", "1 51262235162333", key(ALICE, &SHIFTED)),
        same("5.6", "8 0", key("t.co", &OCTAL)),
        same("5.6", "9 0", key("t.co", &Options { form: Form::PreInverted, ..OCTAL })),
        erratum(
            "5.9 E5",
            "ics:bob@commandus.com 8 40126055421",
            "ics:bob@commandus.com 8 401511240610",
            record(Record::Address),
        ),
        erratum(
            "5.9 E5",
            "ics:26202666263870266 8 40126055421",
            "ics:26202666263870266 8 401511240610",
            record(Record::Hash),
        ),
        erratum("6 E6", "com.commandus@Alice", "com.commandus@alice", invert(ALICE)),
        same("6", "2660266626387025423", invert(&hash(ALICE))),
        same("6", "26602666263870262", invert(&hash(BOB))),
        erratum("6 E7", "2660 is .com", "2660 is com.", hash("com.") + " is com."),
        erratum(
            "6 E7",
            "2666263870 is commandus",
            "2666263870 is commandus@",
            hash("commandus@") + " is commandus@",
        ),
        same("7.3", "26202666263870266 8 401511240610", encode(BOB, &OCTAL)),
        same("7.3", "262 0 266626387 0 266", words("26202666263870266")),
        same("7.3", "266 0 266626387 0 262", words(&invert("26202666263870266"))),
        erratum("7.3 E8", "1", "0", (octal_bob.alignment_bits.len() - 2).to_string()),
        erratum("7.3 E8", "3", "2", octal_bob.alignment_bits.len().to_string()),
        same(
            "7.3",
            "com.commandus@bob",
            invert(&decode("26202666263870266 8 401511240610", &SHIFTED).unwrap()),
        ),
        same(
            "7.3",
            "bob@commandus.com",
            decode("26202666263870266 8 401511240610", &SHIFTED).unwrap(),
        ),
        same("8.3", "%20", escape(" ", EscapeMode::Text)),
        same("8.3", "%u20ac", escape("€", EscapeMode::Text)),
    ];
    check(&rows, 40, 15);
}

#[test]
fn appendix_hashes_are_reproduced() {
    let rows = [
        ("267946 0 26237 0 78", "corwin@amber.ru"),
        ("267946 0 73262 0 78", "corwin@rebma.ru"),
        ("267946 0 26237 0 266", "corwin@amber.com"),
        ("267946 0 73262 0 266", "corwin@rebma.com"),
    ];
    // The appendix separates the words by spaces, which are not part of the hash.
    check(
        &rows.map(|(printed, address)| same("appendix", printed, words(&hash(address).unwrap()))),
        4,
        0,
    );
}

#[test]
fn packing_of_the_first_revision_reproduces_its_examples() {
    let bob = steps(BOB, &REVISION_1);
    let rows = [
        same("5.5", "c o m . c o m m a n d u s @ b o b", bob.vector_letters()),
        same("5.5", "001", &*bob.alignment_bits),
        same("5.5", "100 000 001 010 110 000 101 101 100 010 001", bob.triads.join(" ")),
        same("5.9", "8 40126055421", key(BOB, &REVISION_1).unwrap()),
        same("7.3", "1", (bob.alignment_bits.len() - 2).to_string()),
        same("7.3", BOB, decode("26202666263870266 8 40126055421", &REVISION_1).unwrap()),
    ];
    check(&rows, 6, 0);
    for record in ["ics:bob@commandus.com 8 40126055421", "ics:26202666263870266 8 40126055421"] {
        assert_eq!(read_record(record, &REVISION_1).as_deref(), Ok(BOB));
    }
}

#[test]
fn doubled_marker_is_a_leading_zero_and_waived_by_the_lenient_reader_only() {
    for printed in ["26202666263870266 1 1512622351721", "26602666263870262 0 1512622351721"] {
        let error = decode(printed, &SHIFTED).unwrap_err();
        assert_eq!((error.code(), error.position), ("key-leading-zero", 20));
        assert_eq!(decode(printed, &LENIENT).as_deref(), Ok(BOB));
    }
}

#[test]
fn doubled_marker_dialled_is_the_number_of_another_address() {
    let printed = "2620266626387026611512622351721";
    assert_eq!(encode("bob@commandus.com1", &DIALLED).as_deref(), Ok(printed));
    assert_eq!(decode(printed, &DIALLED).as_deref(), Ok("bob@commandus.com1"));
}

#[test]
fn both_worked_examples_have_rival_readings_when_dialled() {
    let number = encode(BOB, &DIALLED).unwrap();
    assert_eq!(number, "262026662638702661512622351721");
    let readings: Vec<_> = parses(&number, &DIALLED).unwrap().collect();
    let rival = decode("26202666263870266151262235 1 721", &SHIFTED).unwrap();
    assert_eq!(readings, [BOB.to_owned(), rival]);
    let number = encode(ALICE, &DIALLED).unwrap();
    let readings: Vec<_> = parses(&number, &DIALLED).unwrap().collect();
    assert_eq!(readings[0], ALICE);
    assert!(readings.len() > 1);
}

#[test]
fn displayed_groups_of_a_hash_are_not_a_number() {
    // ` 0 ` reads as the pre-inverted marker, and then the form breaks.
    let error = decode("267946 0 26237 0 78", &SHIFTED).unwrap_err();
    assert_eq!((error.code(), error.position), ("syntax", 14));
}

#[test]
fn pre_inverted_hash_can_be_a_number_by_itself() {
    // Section 6 prints it as a hash; hash 26602666263, marker 8, key 70262.
    let options = Options { style: Style::Dialled, ..OCTAL };
    assert_eq!(decode("26602666263870262", &options).as_deref(), Ok("2no.2moocod"));
}

/// Section 7.1. The path of a host begins before a question mark (RFC 2396, section 3).
#[test]
fn protocols_make_the_printed_uris() {
    for (protocol, printed) in [
        (Protocol::Sip, "sip:bob@commandus.com"),
        (Protocol::Mailto, "mailto:bob@commandus.com"),
        (Protocol::Http, "http://bob@commandus.com/"),
        (Protocol::Ftp, "ftp://bob@commandus.com/"),
    ] {
        assert_eq!(assign(BOB, protocol).as_deref(), Ok(printed));
    }
    for (address, uri) in [("a?b/c", "http://a/?b/c"), ("a/b?c", "http://a/b?c")] {
        assert_eq!(assign(address, Protocol::Http).as_deref(), Ok(uri));
        let parameters =
            Parameters::from([("protocol".to_owned(), Parameter::Text("http".to_owned()))]);
        let model = plain::codec("uri2dec").unwrap().apply("assign", &parameters, &address.into());
        assert_eq!(model, Ok(uri.into()));
    }
}
