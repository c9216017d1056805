//! Free text of a reply: any JSON string, also with escapes of lone surrogates.
//!
//! In: `"bad \ud800"`. Out: `bad <U+D800>`. No Rust string can contain a lone surrogate. Languages with
//! strings of 16-bit units write one when they quote a refused input.

use std::fmt::{self, Write};

use serde::de::{Deserialize, Deserializer, Error, Visitor};

/// A string of free text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Loose(pub(super) String);

impl<'de> Deserialize<'de> for Loose {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // If octets are requested, serde_json does not refuse surrogates.
        deserializer.deserialize_bytes(LooseVisitor).map(Loose)
    }
}

pub(super) fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Loose::deserialize(deserializer).map(|Loose(text)| text)
}

struct LooseVisitor;

impl Visitor<'_> for LooseVisitor {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<String, E> {
        Ok(text.to_owned())
    }

    fn visit_bytes<E: Error>(self, octets: &[u8]) -> Result<String, E> {
        Ok(text_of(octets))
    }
}

/// Reads octets as UTF-8. A surrogate becomes `<U+D800>`, and an octet that is not UTF-8 U+FFFD.
fn text_of(mut octets: &[u8]) -> String {
    let mut text = String::with_capacity(octets.len());
    loop {
        let error = match str::from_utf8(octets) {
            Ok(rest) => return text + rest,
            Err(error) => error,
        };
        let (valid, rest) = octets.split_at(error.valid_up_to());
        text += str::from_utf8(valid).unwrap_or_default();
        // Three octets of a code point from D800 to DFFF: 1110_1101 101x_xxxx 10xx_xxxx.
        octets = match *rest {
            [
                0xED,
                second @ 0xA0..=0xBF,
                third @ 0x80..=0xBF,
                ref rest @ ..,
            ] => {
                let low = u32::from(second & 0x3F) << 6 | u32::from(third & 0x3F);
                let _ = write!(text, "<U+{:04X}>", 0xD000 | low);
                rest
            }
            _ => {
                text.push(char::REPLACEMENT_CHARACTER);
                rest.get(1..).unwrap_or_default()
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lone_surrogates_are_shown_and_pairs_are_one_character() {
        for (json, expected) in [
            (r#""\ud800""#, "<U+D800>"),
            (r#""a\udfffb\uDBFF""#, "a<U+DFFF>b<U+DBFF>"),
            (r#""\ude00\ud83d""#, "<U+DE00><U+D83D>"),
            (r#""\ud83d\ude00 \u00fc ü\n""#, "😀 ü ü\n"),
            (r#""\ud800\ud83d\ude00""#, "<U+D800>😀"),
            (r#""""#, ""),
        ] {
            let Loose(text) = serde_json::from_str(json).unwrap();
            assert_eq!(text, expected, "{json}");
        }
        for json in ["1", "null", "[97]", r#""\ud80""#, r#""a"#] {
            assert!(serde_json::from_str::<Loose>(json).is_err(), "{json}");
        }
    }

    #[test]
    fn octets_that_are_not_utf_8_are_replaced_one_by_one() {
        assert_eq!(text_of(b"a\xFFb\xED\xA0"), "a\u{FFFD}b\u{FFFD}\u{FFFD}");
        assert_eq!(text_of(b"\xED\xB0\x80\xED"), "<U+DC00>\u{FFFD}");
    }
}
