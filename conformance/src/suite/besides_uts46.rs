//! The names that something else than UTS #46 decides: a parser of URLs, or IDNA 2008.

use acegate_codec::idna2008::{self, Property};
use acegate_codec::uts46::{Code, Settings};
use acegate_codec::{ErrorKind, Verb};

use super::processing::process;
use crate::protocol::Idna;

/// The rule besides UTS #46 that decides the answer.
pub(super) fn besides_uts46(
    op: &str,
    name: &str,
    settings: &Settings,
    idna: Option<Idna>,
) -> Option<&'static str> {
    match idna? {
        Idna::Url => of_urls(name),
        Idna::Idna2008 => of_idna_2008(op, name, settings),
        Idna::Strict | Idna::Lookup | Idna::Lenient | Idna::None | Idna::Std3 => None,
    }
}

/// The part of a name that a parser of URLs reads itself: a delimiter, or a number, which makes an address.
fn of_urls(name: &str) -> Option<&'static str> {
    let mapped = process(Verb::ToUnicode.name(), name, &Settings::WHATWG).text;
    if name.contains(is_delimiter) || mapped.contains(is_delimiter) {
        return Some("a delimiter of URLs");
    }
    let without_root = mapped.strip_suffix('.').unwrap_or(&mapped);
    let last = without_root.rsplit('.').next()?;
    let is_number = match last.strip_prefix("0x") {
        Some(hex) => hex.bytes().all(|c| c.is_ascii_hexdigit()),
        None => !last.is_empty() && last.bytes().all(|c| c.is_ascii_digit()),
    };
    if is_number {
        return Some("a number at the end, which makes the name an address");
    }
    None
}

/// Whether the character ends a host in a URL, or is forbidden there.
fn is_delimiter(c: char) -> bool {
    matches!(c, '\0'..=' ' | '\u{7F}') || "#%/:<>?@[\\]^|".contains(c)
}

const BESIDE_2008: &str = "a code point that IDNA 2008 does not allow everywhere";

/// RFC 5890 to 5893 are about labels, and the root has none to convert: RFC 1034, section 3.1, writes a complete name
/// with the dot. So such a library takes the dot without a flag of UTS #46 that refuses it.
pub(super) const ROOT_IN_2008: &str = "the final dot, which IDNA 2008 leaves to the DNS";

/// The part of a name that IDNA 2008 refuses, or has context rules for (RFC 5892, section 2).
fn of_idna_2008(op: &str, name: &str, settings: &Settings) -> Option<&'static str> {
    let made = process(Verb::ToUnicode.name(), name, settings);
    let is_within = made.text.chars().all(is_in_idna_2008);
    let without_root = made.text.strip_suffix('.').unwrap_or(&made.text);
    if let Some(error) = made.error.or(process(op, name, settings).error) {
        if without_root.len() < made.text.len()
            && process(op, without_root, settings).error.is_none()
        {
            return Some(ROOT_IN_2008);
        }
        // IDNA 2008 rejects more. If it already rejects a code point, a Bidi error proves nothing.
        let says_nothing = error.kind == ErrorKind::Bidi && !is_within;
        return says_nothing.then_some(BESIDE_2008);
    }
    if !is_within {
        return Some(BESIDE_2008);
    }
    let measured = process(Verb::ToAscii.name(), without_root, &Settings::STRICT).codes;
    let is_long = measured.contains(Code::A4_1) || measured.contains(Code::A4_2);
    is_long.then_some("lengths, which IDNA 2008 verifies in both directions")
}

/// Whether IDNA 2008 allows the code point everywhere, or with the rule for joiners, which UTS #46 has as well (RFC 5892,
/// section 3).
fn is_in_idna_2008(c: char) -> bool {
    c == '.'
        || matches!(
            idna2008::property(c.into()),
            Property::Pvalid | Property::ContextJ
        )
}
