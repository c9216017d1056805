//! The part of a profile of IDNA, and of the flag `UseSTD3ASCIIRules`, in the answer to one label.
//!
//! In: a label. Out: the reason why its encoding alone does not decide the answer to it, if there is one.

use acegate_codec::host;
use acegate_codec::punycode::{self, PREFIX};

/// Whether the label has the prefix and no text.
pub(super) fn has_wrong_code(label: &str) -> bool {
    host::has_prefix(label, PREFIX) && punycode::decode(&label[PREFIX.len()..]).is_err()
}

pub(super) fn has_capital(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_uppercase())
}

/// Whether the standard of the WHATWG takes a name that ends with this label for an address.
pub(super) fn is_number(label: &str) -> bool {
    if let Some(hex) = label.strip_prefix("0x") {
        return hex.bytes().all(|c| c.is_ascii_hexdigit());
    }
    label.bytes().all(|c| c.is_ascii_digit())
}

/// The length of a label in ASCII.
pub(super) fn length(label: &str) -> usize {
    if label.is_ascii() {
        return label.len();
    }
    match punycode::encode(label) {
        Ok(code) => PREFIX.len() + code.len(),
        Err(_) => 0,
    }
}

/// The reason why a profile of IDNA may decide on a label that is not encoded.
pub(super) fn on_label(label: &str) -> Option<&'static str> {
    if has_capital(label) {
        return Some("capital letters are mapped");
    }
    if !label
        .chars()
        .all(|c| c.is_ascii() && c != '\0' || is_stable(c))
    {
        return Some("characters that are mapped, forbidden or under a rule");
    }
    if has_hyphens_after_two(label) {
        return Some(HYPHENS_AFTER_TWO);
    }
    None
}

const HYPHENS_AFTER_TWO: &str = "hyphens in the third and fourth place";

/// The reason why the rules of STD 3 decide on a label. If it has the prefix, its text counts: a code that
/// cannot be read, or whose text is ASCII, is also wrong without these rules.
pub(super) fn on_std3(label: &str) -> Option<&'static str> {
    let text = if host::has_prefix(label, PREFIX) {
        punycode::decode(&label[PREFIX.len()..]).ok()?
    } else {
        label.to_owned()
    };
    if text.starts_with('-') || text.ends_with('-') || !text.chars().all(is_ldh_or_beyond_ascii) {
        return Some("the rules of STD 3");
    }
    None
}

fn is_ldh_or_beyond_ascii(c: char) -> bool {
    c == '-' || c.is_ascii_alphanumeric() || !c.is_ascii()
}

/// Whether two hyphens are in the third and fourth place, which libraries count in code points, in units
/// of UTF-16 or in octets.
fn has_hyphens_after_two(label: &str) -> bool {
    label.chars().skip(2).take(2).eq("--".chars())
        || label.encode_utf16().skip(2).take(2).eq("--".encode_utf16())
        || label.as_bytes().get(2..4) == Some(b"--")
}

/// The reason why a profile of IDNA may decide on a label with the prefix.
pub(super) fn on_encoded(label: &str, is_strict: bool, is_to_ascii: bool) -> Option<&'static str> {
    let code = &label[PREFIX.len()..];
    let Ok(text) = punycode::decode(code) else {
        // A label that has no text cannot be mapped; its capital letters some put in lower case.
        return on_label(code);
    };
    if host::has_prefix(&text, PREFIX) {
        if is_strict && !has_capital(&text) {
            return None;
        }
        return Some(HYPHENS_AFTER_TWO);
    }
    if let Some(why) = on_label(&text) {
        return Some(why);
    }
    let is_canonical = punycode::encode(&text).is_ok_and(|c| c.eq_ignore_ascii_case(code));
    if has_capital(label) && (is_to_ascii || !is_canonical) {
        return Some("capital letters are mapped");
    }
    None
}

/// Whether IDNA2003, IDNA2008 and UTS 46 all map a character to itself and allow it, and it runs from
/// left to right and does not combine with another.
fn is_stable(c: char) -> bool {
    let after = STABLE.partition_point(|&(first, _)| first <= u32::from(c));
    after > 0 && u32::from(c) <= STABLE[after - 1].1
}

/// Letters in Unicode 3.2 of category Ll or Lo and direction L that Nameprep maps to themselves, that
/// are PVALID in RFC 5892 and valid in UTS 46: the longest runs of them.
const STABLE: [(u32, u32); 29] = [
    (0xe0, 0xf6),
    (0xf8, 0xff),
    (0x250, 0x2ad),
    (0x3ac, 0x3c1),
    (0x3c3, 0x3ce),
    (0x430, 0x45f),
    (0x561, 0x586),
    (0x905, 0x939),
    (0x993, 0x9a8),
    (0xa13, 0xa28),
    (0xa93, 0xaa8),
    (0xc12, 0xc28),
    (0xd12, 0xd28),
    (0xe01, 0xe30),
    (0x1000, 0x1021),
    (0x10d0, 0x10f8),
    (0x1208, 0x1246),
    (0x1401, 0x166c),
    (0x1780, 0x17b3),
    (0x1820, 0x1842),
    (0x3041, 0x3096),
    (0x30a1, 0x30fa),
    (0x3400, 0x4db5),
    (0x4e00, 0x9fa5),
    (0xa016, 0xa48c),
    (0xac00, 0xd7a3),
    (0x10300, 0x1031e),
    (0x10428, 0x1044d),
    (0x20000, 0x2a6d6),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ranges_are_in_order_and_apart() {
        assert!(STABLE.iter().all(|(first, last)| first <= last));
        assert!(STABLE.is_sorted_by(|one, next| one.1 < next.0));
        assert!("üσé例\u{20000}".chars().all(is_stable));
        assert!(!"ß÷ςÜא😀\u{200d}".chars().any(is_stable));
    }
}
