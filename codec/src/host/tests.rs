//! Tests of the rules with an encoding that is made up for them.

use super::*;
use alloc::format;
use alloc::vec;

/// An encoding for tests. It writes two hexadecimal digits for each octet of UTF-8, but keeps
/// hyphens and underscores. The decoder skips `z`, so that a text has several payloads.
const HEX: LabelRules =
    LabelRules { prefix: "hx--", allows_edge_hyphens: true, encode: push_hex, decode: push_text };

const HEX_WITHOUT_EDGE_HYPHENS: LabelRules = LabelRules { allows_edge_hyphens: false, ..HEX };

#[test]
fn keeps_ascii_labels_and_encodes_the_others() {
    assert_eq!(to_ascii("www.é.example.", &HEX).as_deref(), Ok("www.hx--c3a9.example."));
    assert_eq!(to_unicode("www.HX--C3A9.example.", &HEX).as_deref(), Ok("www.é.example."));
    assert_eq!(to_ascii("A-1", &HEX).as_deref(), Ok("A-1"));
}

#[test]
fn refuses_a_label_that_decodes_to_one_with_the_prefix() {
    for label in ["hx--6878--c3a9", "hx--4858--c3a9"] {
        let prefix = Error::new(ErrorKind::BadPrefix, label.len());
        assert_eq!(decode_label(label, &HEX), Err(prefix), "{label}");
        assert_eq!(to_unicode(label, &HEX), Err(prefix), "{label}");
    }
    assert_eq!(to_ascii("hx--\u{e9}", &HEX), Err(Error::new(ErrorKind::BadPrefix, 0)));
}

#[test]
fn refuses_empty_labels_but_allows_a_final_dot() {
    for (name, position) in [("", 0), (".", 0), ("..", 0), (".a", 0), ("a..", 2), ("a..b", 2)] {
        let empty = Error::new(ErrorKind::Empty, position);
        assert_eq!(to_ascii(name, &HEX), Err(empty), "{name}");
        assert_eq!(to_unicode(name, &HEX), Err(empty), "{name}");
    }
}

#[test]
fn separates_labels_at_full_stops_only() {
    let name = "a\u{3002}b";
    assert_eq!(to_ascii(name, &HEX).as_deref(), Ok("hx--61e3808262"));
    assert_eq!(to_unicode("hx--61e3808262", &HEX).as_deref(), Ok(name));
}

#[test]
fn refuses_labels_that_cannot_be_encoded() {
    for (label, kind, position) in [
        ("", ErrorKind::Empty, 0),
        ("é.a", ErrorKind::Dot, 2),
        ("hx--é", ErrorKind::BadPrefix, 0),
        ("Hx--", ErrorKind::BadPrefix, 0),
        ("A-b", ErrorKind::LdhOnly, 3),
        ("-", ErrorKind::LdhOnly, 1),
        ("é_", ErrorKind::NotLdh, 2),
        ("é-", ErrorKind::Hyphen, 2),
    ] {
        assert_eq!(encode_label(label, &HEX), Err(Error::new(kind, position)), "{label}");
    }
    assert_eq!(encode_label("-é", &HEX).as_deref(), Ok("hx---c3a9"));
}

#[test]
fn refuses_labels_that_cannot_be_decoded() {
    for (label, kind, position) in [
        ("", ErrorKind::Empty, 0),
        ("hx--c3!", ErrorKind::NotLdh, 6),
        ("é", ErrorKind::NotLdh, 0),
        ("hx-c3a9", ErrorKind::BadPrefix, 0),
        ("hx--", ErrorKind::Empty, 4),
        ("hx--c3a9-", ErrorKind::Hyphen, 8),
        ("hx--c3g9", ErrorKind::BadDigit, 6),
        ("hx--41", ErrorKind::LdhOnly, 6),
        ("hx--c3a92e", ErrorKind::Dot, 10),
        ("hx--zc3a9", ErrorKind::NotCanonical, 9),
    ] {
        assert_eq!(decode_label(label, &HEX), Err(Error::new(kind, position)), "{label}");
    }
}

#[test]
fn refuses_edge_hyphens_in_both_directions_if_the_rules_forbid_them() {
    let rules = &HEX_WITHOUT_EDGE_HYPHENS;
    for (label, position) in [("-é", 0), ("é-", 2), ("-é-", 0), ("--é", 0)] {
        let hyphen = Err(Error::new(ErrorKind::Hyphen, position));
        assert_eq!(encode_label(label, rules), hyphen, "{label}");
        assert_eq!(to_ascii(label, rules), hyphen, "{label}");
    }
    for label in ["hx---c3a9", "hx--2dc3a9", "hx--c3a92d", "hx---c3a92d"] {
        let hyphen = Err(Error::new(ErrorKind::Hyphen, label.len()));
        assert_eq!(decode_label(label, rules), hyphen, "{label}");
        assert_eq!(to_unicode(label, rules), hyphen, "{label}");
    }
    assert_eq!(decode_label("hx---c3a9", &HEX).as_deref(), Ok("-é"));
    assert_eq!(encode_label("é-é", rules).as_deref(), Ok("hx--c3a9-c3a9"));
    assert_eq!(decode_label("hx--c3a9-c3a9", rules).as_deref(), Ok("é-é"));
}

#[test]
fn moves_errors_of_labels_to_their_place_in_the_name() {
    for (name, kind, position) in [
        ("é.-a", ErrorKind::Hyphen, 3),
        ("é.a-", ErrorKind::Hyphen, 4),
        ("a.hx--41", ErrorKind::BadPrefix, 2),
        ("a.é_", ErrorKind::NotLdh, 4),
    ] {
        assert_eq!(to_ascii(name, &HEX), Err(Error::new(kind, position)), "{name}");
    }
    for (name, kind, position) in [
        ("hx--c3a9.a b", ErrorKind::NotLdh, 10),
        ("a.-a", ErrorKind::Hyphen, 2),
        ("a.a-.b", ErrorKind::Hyphen, 3),
        ("a.hx--41.b", ErrorKind::LdhOnly, 8),
    ] {
        assert_eq!(to_unicode(name, &HEX), Err(Error::new(kind, position)), "{name}");
    }
}

#[test]
fn refuses_labels_of_more_than_63_octets() {
    let (longest, longer) = ("a".repeat(63), "a".repeat(64));
    let too_long = Err(Error::new(ErrorKind::TooLong, 64));
    assert_eq!(to_ascii(&longest, &HEX).as_deref(), Ok(longest.as_str()));
    assert_eq!(to_unicode(&longest, &HEX).as_deref(), Ok(longest.as_str()));
    assert_eq!(to_ascii(&longer, &HEX), too_long);
    assert_eq!(to_unicode(&longer, &HEX), too_long);
    // Four octets of prefix and 2 × 2 of "é" leave 63 − 8 = 55 for hyphens.
    let longest = format!("{}é", "-".repeat(55));
    let encoded = encode_label(&longest, &HEX).unwrap();
    assert_eq!(encoded.len(), 63);
    assert_eq!(decode_label(&encoded, &HEX), Ok(longest));
    let longer = format!("{}é", "-".repeat(56));
    assert_eq!(encode_label(&longer, &HEX), Err(Error::new(ErrorKind::TooLong, 58)));
    let longer = format!("hx--{}c3a9", "-".repeat(56));
    assert_eq!(decode_label(&longer, &HEX), too_long);
}

#[test]
fn refuses_names_of_more_than_253_characters_and_a_final_dot() {
    let label = "a".repeat(63);
    let longest = format!("{label}.{label}.{label}.{}", "a".repeat(253 - 3 * 64));
    for name in [longest.clone(), format!("{longest}.")] {
        assert_eq!(to_ascii(&name, &HEX).as_ref(), Ok(&name));
        assert_eq!(to_unicode(&name, &HEX).as_ref(), Ok(&name));
    }
    let longer = format!("{longest}a");
    let too_long = Err(Error::new(ErrorKind::TooLong, 254));
    assert_eq!(to_ascii(&longer, &HEX), too_long);
    assert_eq!(to_unicode(&longer, &HEX), too_long);
}

#[test]
fn applies_no_host_rules_in_the_bare_transformation() {
    let long = "-".repeat(80);
    for text in ["A", ".", "hx--", "é-", "a.b", long.as_str()] {
        let encoded = encode_bare(text, &HEX).unwrap();
        assert_eq!(decode_bare(&encoded, &HEX).as_deref(), Ok(text));
    }
    assert_eq!(encode_bare("", &HEX), Err(Error::new(ErrorKind::Empty, 0)));
    for (encoded, kind, position) in [
        ("", ErrorKind::Empty, 0),
        ("41", ErrorKind::BadPrefix, 0),
        ("hx--", ErrorKind::Empty, 4),
        ("hx--4é", ErrorKind::BadDigit, 5),
        ("hx--z41", ErrorKind::NotCanonical, 7),
    ] {
        assert_eq!(decode_bare(encoded, &HEX), Err(Error::new(kind, position)), "{encoded}");
    }
}

fn push_hex(label: &str, payload: &mut String) -> Result<(), Error> {
    for octet in label.bytes() {
        match octet {
            b'-' | b'_' => payload.push(char::from(octet)),
            _ => payload.push_str(&format!("{octet:02x}")),
        }
    }
    Ok(())
}

fn push_text(payload: &str, text: &mut String) -> Result<(), Error> {
    let mut octets = vec![];
    let mut rest = payload.char_indices().filter(|&(_, c)| c != 'z');
    while let Some((position, c)) = rest.next() {
        if c == '-' {
            octets.push(b'-');
            continue;
        }
        let mut value = 0;
        for (position, c) in [Some((position, c)), rest.next()].into_iter().flatten() {
            let digit = c.to_digit(16).ok_or(Error::new(ErrorKind::BadDigit, position))?;
            value = value * 16 + digit as u8;
        }
        octets.push(value);
    }
    text.push_str(&String::from_utf8_lossy(&octets));
    Ok(())
}
