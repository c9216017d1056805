//! The table of differences on the crate's front page is right.

use acegate_codec::bootstring::Bootstring;
use acegate_codec::{Error, ErrorKind, punycode};

#[test]
fn results_are_those_of_the_table_of_differences() {
    for (code, kind, position) in [
        ("-", ErrorKind::BadDigit, 0),
        ("-9uc", ErrorKind::BadDigit, 0),
        ("a!", ErrorKind::BadDigit, 1),
        ("b", ErrorKind::Truncated, 1),
        ("e-999", ErrorKind::Truncated, 5),
        ("ib9b", ErrorKind::Surrogate, 0),
        ("r49b", ErrorKind::Surrogate, 0),
        ("en32g", ErrorKind::OutOfRange, 0),
    ] {
        assert_eq!(punycode::decode(code), Err(Error::new(kind, position)), "{code}");
    }
    assert_eq!(punycode::decode("43902716a").map_err(|error| error.kind), Err(ErrorKind::Overflow));
    assert_eq!(punycode::decode("example-").as_deref(), Ok("example"));
    assert_eq!(punycode::encode("a").as_deref(), Ok("a-"));
    assert_eq!(punycode::encode("\u{FC}\u{4E00}").as_deref(), Ok("tda6450b"));
    let surrogate = Bootstring::PUNYCODE.encode(&[0xD800]);
    assert_eq!(surrogate, Err(Error::new(ErrorKind::Surrogate, 0)));
    let long = punycode::encode(&("x".repeat(1927) + "\u{10FFFF}"));
    assert!(long.is_ok_and(|code| code.ends_with("x-lo88346o")));
}
