//! Characters outside the table: addresses with them are refused, and texts with them are escaped.

use acegate_codec::uri2dec::{
    EscapeMode, Options, Strictness, encode, escape, escape_octets, hash, invert, key, unescape,
    unescape_octets,
};

use super::vectors::refusal;

#[test]
fn addresses_outside_the_table_are_refused_at_the_symbol() {
    let options = Options::default();
    assert_eq!(refusal(hash("")), ("address-empty", 0));
    assert_eq!(refusal(invert("")), ("address-empty", 0));
    assert_eq!(refusal(encode("", &options)), ("address-empty", 0));
    for outside in " =;+#,~!$'()*[]\"<>\\^`{|}\0\u{7f}é€😀".chars() {
        let address = format!("ab{outside}{outside}");
        for result in [hash(&address), invert(&address), key(&address, &options)] {
            assert_eq!(refusal(result), ("symbol-not-in-table", 2), "{outside:?}");
        }
    }
    assert_eq!(hash("ALICE").as_deref(), Ok("25423"));
}

#[test]
fn characters_outside_the_table_are_escaped() {
    for (text, address) in [
        ("a", "a"),
        ("A", "%41"),
        ("%", "%25"),
        ("%20", "%2520"),
        (",\n", "%2c%0a"),
        ("\u{7f}\u{80}\u{ff}", "%7f%u0080%u00ff"),
        ("€\u{ffff}", "%u20ac%uffff"),
        ("😀", "%ud83d%ude00"),
        ("", ""),
    ] {
        assert_eq!(escape(text, EscapeMode::Text), address);
        assert_eq!(unescape(address, Strictness::Strict).as_deref(), Ok(text));
    }
    for (text, address) in [
        ("Alice", "alice"),
        ("%20%2C%U20AC", "%20%2c%u20ac"),
        ("100% %", "100%25%20%25"),
        ("%2", "%252"),
        ("%zz", "%25zz"),
        ("%u20a", "%25u20a"),
        ("%61%u0041", "%61%u0041"),
        ("%uD83D%uDE00", "%ud83d%ude00"),
        ("%ud83d%u0041", "%25ud83d%u0041"),
        ("%uD83D%UDE00", "%ud83d%ude00"),
        ("%ude00", "%25ude00"),
        ("%é", "%25%u00e9"),
    ] {
        assert_eq!(escape(text, EscapeMode::Uri), address);
    }
    assert_eq!(escape_octets(b"aA%\x00\x80\xff", EscapeMode::Text), "a%41%25%00%80%ff");
    assert_eq!(escape_octets(b"aA%2C%\xff", EscapeMode::Uri), "aa%2c%25%ff");
    assert_eq!(
        unescape_octets("a%41%25%00%80%ff", Strictness::Strict).unwrap(),
        b"aA%\x00\x80\xff"
    );
}

#[test]
fn invalid_escapes_are_refused_at_the_percent_sign() {
    for (address, kind, position) in [
        ("a%", "escape", 1),
        ("a%2", "escape", 1),
        ("a%2g", "escape", 1),
        ("%u20a", "escape", 0),
        ("%u20ag", "escape", 0),
        ("%ud83d", "escape", 0),
        ("%ud83d%ud83d", "escape", 0),
        ("%ud83da", "escape", 0),
        ("%ude00%ud83d", "escape", 0),
        ("ab%80", "escape", 2),
        ("ab%ff", "escape", 2),
        ("ab%61", "not-canonical", 2),
        ("ab%u0041", "not-canonical", 2),
        ("a b", "symbol-not-in-table", 1),
        ("%20é", "symbol-not-in-table", 3),
    ] {
        assert_eq!(refusal(unescape(address, Strictness::Strict)), (kind, position), "{address}");
    }
    assert_eq!(unescape("%61%u0041B%2E", Strictness::Lenient).as_deref(), Ok("aAb."));
    assert_eq!(refusal(unescape("%80", Strictness::Lenient)), ("escape", 0));
    assert_eq!(refusal(unescape_octets("%u0080", Strictness::Strict)), ("escape", 0));
}
