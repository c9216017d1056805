//! Finds the host names whose answer depends on a profile of IDNA, and not on the encoding.

use acegate_codec::punycode::{self, PREFIX};
use acegate_codec::{Value, host};

use crate::protocol::{Idna, Request};

/// The reason why a profile decides the answer to this request; `None` if the encoding decides it.
///
/// A label passes if all profiles treat it alike: its characters, or those of its code,
/// are mapped to themselves, allowed everywhere and under no rule on direction or neighbours.
pub(super) fn decided_by_idna(request: &Request, idna: Idna) -> Option<&'static str> {
    let is_to_ascii = request.op == "to-ascii";
    if !is_to_ascii && request.op != "to-unicode" {
        return None;
    }
    let Value::Text(text) = &request.input else { return None };
    let Some(name) = text.to_scalar_string() else { return Some("surrogates are not characters") };
    let is_strict = idna == Idna::Strict;
    let labels = name.strip_suffix('.').unwrap_or(&name);
    // Decoding measures no lengths in UTS 46 and RFC 5891, and in RFC 3490 it does.
    if !(is_strict && is_to_ascii) {
        if labels.split('.').any(str::is_empty) {
            return Some("an empty label");
        }
        if labels.len() > 253 || labels.split('.').any(|label| length(label) > 63) {
            return Some("the length of a label or name");
        }
    }
    if is_strict && is_to_ascii && labels.len() < name.len() {
        return Some("the empty label of the root, on which releases of UTS 46 differ");
    }
    if !is_strict && labels.rsplit('.').next().is_some_and(is_number) {
        return Some("a number at the end, which makes the name an address");
    }
    labels.split('.').find_map(|label| match host::has_prefix(label, PREFIX) {
        false => on_label(label, is_strict),
        true => on_encoded(label, is_strict, is_to_ascii),
    })
}

/// Whether the standard of the WHATWG takes a name that ends with this label for an address.
fn is_number(label: &str) -> bool {
    label.bytes().all(|c| c.is_ascii_digit())
        || label.strip_prefix("0x").is_some_and(|hex| hex.bytes().all(|c| c.is_ascii_hexdigit()))
}

/// The length of a label in ASCII.
fn length(label: &str) -> usize {
    match label.is_ascii() {
        true => label.len(),
        false => punycode::encode(label).map_or(0, |code| PREFIX.len() + code.len()),
    }
}

/// The same of a label that is not encoded.
fn on_label(label: &str, is_strict: bool) -> Option<&'static str> {
    if label.contains(|c: char| c.is_ascii_uppercase()) {
        return Some("capital letters are mapped");
    }
    if !label.chars().all(|c| c.is_ascii() && c != '\0' || is_stable(c)) {
        return Some("characters that are mapped, forbidden or under a rule");
    }
    if has_hyphens_behind_two(label) {
        return Some("hyphens in the third and fourth place");
    }
    let has_hyphen_at_end = label.starts_with('-') || label.ends_with('-');
    let is_ldh = |c: char| c == '-' || c.is_ascii_alphanumeric() || !c.is_ascii();
    (!is_strict && (has_hyphen_at_end || !label.chars().all(is_ldh)))
        .then_some("the rules of STD 3")
}

/// Whether two hyphens are in the third and fourth place, which libraries count in code points, in units
/// of UTF-16 or in octets.
fn has_hyphens_behind_two(label: &str) -> bool {
    label.chars().skip(2).take(2).eq("--".chars())
        || label.encode_utf16().skip(2).take(2).eq("--".encode_utf16())
        || label.as_bytes().get(2..4) == Some(b"--")
}

/// The same of a label with the prefix.
fn on_encoded(label: &str, is_strict: bool, is_to_ascii: bool) -> Option<&'static str> {
    let code = &label[PREFIX.len()..];
    match punycode::decode(code) {
        Ok(text) if host::has_prefix(&text, PREFIX) => (!is_strict
            || text.contains(|c: char| c.is_ascii_uppercase()))
        .then_some("hyphens in the third and fourth place"),
        Ok(text) => on_label(&text, is_strict).or_else(|| {
            let is_canonical = punycode::encode(&text).is_ok_and(|c| c.eq_ignore_ascii_case(code));
            let is_capital = label.contains(|c: char| c.is_ascii_uppercase());
            (is_capital && (is_to_ascii || !is_canonical)).then_some("capital letters are mapped")
        }),
        // Nobody can map a label that has no text; its capital letters some put in lower case.
        Err(_) => on_label(code, true),
    }
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
        for (c, expected) in [
            ('ü', true),
            ('ß', false),
            ('÷', false),
            ('ς', false),
            ('σ', true),
            ('é', true),
            ('Ü', false),
            ('例', true),
            ('א', false),
            ('😀', false),
            ('\u{200d}', false),
            ('\u{20000}', true),
        ] {
            assert_eq!(is_stable(c), expected, "{c:?}");
        }
    }

    /// Whether a request is put to a strict and to a lenient implementation.
    fn put(op: &str, name: &str) -> (bool, bool) {
        let request = Request {
            codec: "punycode".into(),
            op: op.into(),
            params: Default::default(),
            input: Value::from(name),
        };
        let is_put = |idna| decided_by_idna(&request, idna).is_none();
        (is_put(Idna::Strict), is_put(Idna::Lenient))
    }

    #[test]
    fn names_that_only_the_encoding_decides_are_asked() {
        for name in
            ["bücher.example", "例え", "xn--tda", "xn--b", "xn--99999999", "xn--a-", "xn--が-"]
        {
            assert_eq!(put("to-ascii", name), (true, true), "{name}");
            assert_eq!(put("to-unicode", name), (true, true), "{name}");
        }
        assert_eq!(put("to-unicode", "XN--TDA"), (true, true));
        assert_eq!(put("encode", "ß"), (true, true));
    }

    #[test]
    fn names_that_a_profile_decides_are_not_asked() {
        // The code of the last one is that of `a`, U+026A and `--a`.
        for name in [
            "Bücher",
            "straße",
            "xn--strae-oqa",
            "א",
            "ab--c",
            "a。b",
            "xn--A",
            "\0",
            "üa--c",
            "𐐨--c",
            "ü--c",
            "xn--a--a-b9b",
        ] {
            assert_eq!(put("to-ascii", name), (false, false), "{name}");
            assert_eq!(put("to-unicode", name), (false, false), "{name}");
        }
    }

    #[test]
    fn std_3_and_lengths_are_asked_of_the_strict_alone() {
        for name in ["-a", "ü-", "a_b", "xn----eha", "xn--xn---epa"] {
            assert_eq!(put("to-unicode", name), (true, false), "{name}");
        }
        assert_eq!(put("to-ascii", "ü."), (false, true));
        assert_eq!(put("to-unicode", "xn--tda."), (true, true));
        assert_eq!(put("to-ascii", "ü.1"), (true, false));
        // 57 letters more than the first make the code of one digit each: 4 + 2 + 57 are 63.
        for (name, encodes) in [(&*"a".repeat(64), true), (&*"ü".repeat(58), true), ("a..b", true)]
        {
            assert_eq!(put("to-ascii", name), (encodes, false), "{name}");
            assert_eq!(put("to-unicode", name), (false, false), "{name}");
        }
    }
}
