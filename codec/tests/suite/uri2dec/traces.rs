//! The steps of a number, which no operation shows: those that the document prints, with the right value
//! of each misprint, and of edge cases.

use acegate_codec::uri2dec::{Form, Options, Packing, Profile, TraceSymbol, trace};

const ALICE: &str = "alice@commandus.com";
const BOB: &str = "bob@commandus.com";

/// Asserts the letters and bits of the vector, its significant bits, the bits of the alignment and the
/// triads of the key.
fn vector_is(address: &str, options: &Options, expected: [&str; 5]) {
    let steps = trace(address, options).unwrap();
    let significant = steps.significant_bits.to_string();
    let joined = |of: fn(&TraceSymbol) -> String| {
        let all: Vec<_> = steps
            .vector
            .iter()
            .map(of)
            .filter(|it| !it.is_empty())
            .collect();
        all.join(" ")
    };
    let (letters, bits) = (joined(|it| it.symbol.into()), joined(|it| it.bits.clone()));
    let found = [
        &letters,
        &bits,
        &significant,
        &steps.alignment_bits,
        &steps.triads.join(" "),
    ];
    assert_eq!(found, expected, "{address} {options:?}");
}

#[test]
fn steps_are_those_of_sections_5_4_and_5_5() {
    let shifted = Options::default();
    let alice = ["e c i l a", "01 00 10 10 01", "9", "001", "100 101 001 001"];
    vector_is("alice", &shifted, alice);
    let letters = "m o c . s u d n a m m o c @ e c i l a";
    let bits = "01 00 00 00 011 01 00 10 01 01 01 00 00 01 01 00 10 10 01";
    let triads = "100 000 001 101 001 001 010 100 000 101 001 010 010 010";
    vector_is(ALICE, &shifted, [letters, bits, "38", "0010", triads]);
    // The document prints c o m . s u d n a m m o c @ b o b (E2), the alignment 001 (E3), and the triads
    // of the first revision (E4).
    let letters = "m o c . s u d n a m m o c @ b o b";
    let bits = "01 00 00 00 011 01 00 10 01 01 01 00 00 01 10 00 10";
    let triads = "100 000 001 101 001 001 010 100 000 110 001 000";
    vector_is(BOB, &shifted, [letters, bits, "34", "00", triads]);
    // The first revision, whose bits have the order of the letters.
    let letters = "c o m . c o m m a n d u s @ b o b";
    let bits = "00 00 01 00 00 00 01 01 01 10 00 01 011 01 10 00 10";
    let triads = "100 000 001 010 110 000 101 101 100 010 001";
    let first = Options {
        profile: Profile::Octal,
        packing: Packing::InvertedMsb,
        ..shifted
    };
    vector_is(BOB, &first, [letters, bits, "30", "001", triads]);
}

#[test]
fn words_are_those_of_the_document() {
    // Section 5.3, section 7.3, and the appendix.
    for (text, words) in [
        (ALICE, "alice @ commandus . com"),
        ("26202666263870266", "262 0 266626387 0 266"),
        ("26602666263870262", "266 0 266626387 0 262"),
        ("267946026237078", "267946 0 26237 0 78"),
        ("267946073262078", "267946 0 73262 0 78"),
        ("1a..b", "1a . . b"),
    ] {
        assert_eq!(
            trace(text, &Options::default()).unwrap().words.join(" "),
            words
        );
    }
}

#[test]
fn the_zero_vector_has_no_alignment() {
    let shifted = Options::default();
    let steps = trace(
        "T.co",
        &Options {
            form: Form::PreInverted,
            ..shifted
        },
    )
    .unwrap();
    assert_eq!((&*steps.address, &*steps.inverted), ("t.co", "co.t"));
    assert_eq!((&*steps.hash, &*steps.inverted_hash), ("8026", "2608"));
    assert_eq!(
        (steps.marker, &*steps.key, &*steps.extension),
        ('0', "1", "9999999999")
    );
    assert_eq!(steps.number, "2608 0 19999999999");
    vector_is("T.co", &shifted, ["o c . t", "00 00 00 00", "0", "", "000"]);
    // The symbol 1 has no bits.
    vector_is(
        "1a..b",
        &shifted,
        ["b . . a 1", "10 00 00 01", "8", "0010", "100 000 010 010"],
    );
}
