//! Finds the host names whose answer depends on what is done besides encoding: on a profile of IDNA, or
//! on the flag `UseSTD3ASCIIRules` of RFC 3490, section 4.1, step 3.

use acegate_codec::punycode::{self, PREFIX};
use acegate_codec::unicode::Version;
use acegate_codec::{Value, host};

use crate::protocol::{CodecSupport, DeclaredUnicode, Idna, Request};

/// The characters that separate labels (RFC 3490, section 3.1).
const DOTS: [char; 4] = ['.', '\u{3002}', '\u{FF0E}', '\u{FF61}'];

/// The number of labels of a host name; `None` if the operation is not about host names.
pub(super) fn label_count(request: &Request) -> Option<u64> {
    if !is_of_hosts(request) {
        return None;
    }
    let Value::Text(text) = &request.input else {
        return None;
    };
    let dots = text.code_points.iter().filter(|c| is_dot(**c)).count();
    Some(dots as u64 + 1)
}

fn is_dot(code_point: u32) -> bool {
    DOTS.iter().any(|dot| u32::from(*dot) == code_point)
}

fn is_of_hosts(request: &Request) -> bool {
    matches!(&*request.op, "to-ascii" | "to-unicode")
}

/// The first version of UTS #46 in which a label is an error if its code is that of an ASCII text (section 4, step 4).
/// RFC 3490, section 4.2, returns such a label unchanged, and an older UTS #46 decodes it.
const NO_CODE_OF_ASCII: Version = Version::V16;

/// The reason why a host name is not for an implementation of this version of UTS #46: a label has the code of an ASCII
/// text, such as `xn--0-`, and this version reads it.
pub(super) fn allowed_by_old_uts46(request: &Request, support: &CodecSupport) -> Option<String> {
    let DeclaredUnicode(versions) = support.limits.unicode?;
    let version = versions.mapping;
    let has_profile = support.idna.is_none_or(Idna::has_profile);
    if version >= NO_CODE_OF_ASCII || !has_profile || !is_read_by_old_uts46(request) {
        return None;
    }
    Some(format!(
        "UTS #46 refuses the code of an ASCII text since version {NO_CODE_OF_ASCII}, the \
         implementation has version {version}"
    ))
}

/// Whether the request is a host name of Punycode in which a label has the code of an ASCII text.
pub(super) fn is_read_by_old_uts46(request: &Request) -> bool {
    let Value::Text(text) = &request.input else {
        return false;
    };
    let Some(name) = text.to_scalar_string() else {
        return false;
    };
    request.codec == "punycode" && is_of_hosts(request) && name.split(DOTS).any(has_code_of_ascii)
}

fn has_code_of_ascii(label: &str) -> bool {
    if !host::has_prefix(label, PREFIX) {
        return false;
    }
    punycode::decode(&label[PREFIX.len()..]).is_ok_and(|text| text.is_ascii())
}

/// A word in `idna` that an implementation may declare, and how the advice describes such an implementation.
struct Word {
    idna: Idna,
    meaning: &'static str,
}

/// The words that the advice can suggest. Of two that leave out as many requests, the first leaves more to test.
const WORDS: [Word; 4] = [
    Word {
        idna: Idna::Strict,
        meaning: "maps or refuses characters by a profile of IDNA",
    },
    Word {
        idna: Idna::None,
        meaning: "maps nothing and does not set UseSTD3ASCIIRules",
    },
    Word {
        idna: Idna::Lookup,
        meaning: "has a profile of IDNA with UseSTD3ASCIIRules and without lengths",
    },
    Word {
        idna: Idna::Lenient,
        meaning: "has a profile of IDNA without UseSTD3ASCIIRules and lengths",
    },
];

/// The advice on what to declare, if another word on host names than `declared` would leave out most of the failed
/// requests; `None` if none would.
#[must_use]
pub fn better_idna(declared: Option<Idna>, failed: &[Request]) -> Option<String> {
    let has_profile = declared.is_some_and(Idna::has_profile);
    let mut best = None;
    let mut count = 0;
    for word in &WORDS {
        // An implementation that declares a profile is not told to declare that it has none.
        if declared == Some(word.idna) || has_profile && word.idna == Idna::None {
            continue;
        }
        let left_out = count_decided_by(word.idna, failed);
        if left_out > count {
            best = Some(word);
            count = left_out;
        }
    }
    let Word { idna, meaning } = best?;
    let all = failed.len();
    if 2 * count <= all {
        return None;
    }
    let name = idna.word();
    Some(format!(
        "{count} of {all} failures are on host names whose answer depends on more than the \
         encoding: if the implementation {meaning}, declare \"idna\":\"{name}\" in \
         codecs.punycode, or --idna {name}"
    ))
}

/// The number of requests that are skipped if an implementation declares this word.
fn count_decided_by(idna: Idna, requests: &[Request]) -> usize {
    requests
        .iter()
        .filter(|request| decided_by_idna(request, Some(idna)).is_some())
        .count()
}

/// The reason why the encoding alone does not decide the answer to this request; `None` if it does.
///
/// Where a profile maps or refuses characters, or may do so, a label passes if all profiles treat it
/// alike: its characters, or those of its code, are mapped to themselves, allowed everywhere and under
/// no rule on direction or neighbours. The rules of STD 3 count where the flag is said to be set.
pub(super) fn decided_by_idna(request: &Request, idna: Option<Idna>) -> Option<&'static str> {
    let is_to_ascii = request.op == "to-ascii";
    if request.codec != "punycode" || !is_of_hosts(request) || idna == Some(Idna::Std3) {
        return None;
    }
    let Value::Text(text) = &request.input else {
        return None;
    };
    if idna == Some(Idna::None) {
        // A surrogate counts as a character beyond ASCII, of which STD 3 says nothing.
        let mut name = String::new();
        for &code_point in &text.code_points {
            name.push(char::from_u32(code_point).unwrap_or('\u{fffd}'));
        }
        return name.split('.').find_map(on_std3);
    }
    let Some(name) = text.to_scalar_string() else {
        return Some("surrogates are not characters");
    };
    // Without a declaration, lengths are verified as in RFC 3490, and the flag of STD 3 may be set or not.
    let has_lengths = idna.is_none_or(Idna::has_lengths);
    let is_strict = idna != Some(Idna::Lenient);
    let labels = name.strip_suffix('.').unwrap_or(&name);
    if !idna.is_some_and(Idna::has_std3)
        && let Some(why) = labels.split('.').find_map(on_std3)
    {
        return Some(why);
    }
    // Decoding measures no lengths in UTS 46 and RFC 5891, and in RFC 3490 it does.
    if !(has_lengths && is_to_ascii) {
        if labels.split('.').any(str::is_empty) {
            return Some("an empty label");
        }
        if labels.len() > 253 || labels.split('.').any(|label| length(label) > 63) {
            return Some("the length of a label or name");
        }
    }
    if has_lengths && is_to_ascii && labels.len() < name.len() {
        return Some("the empty label of the root, on which releases of UTS 46 differ");
    }
    if !is_strict && labels.rsplit('.').next().is_some_and(is_number) {
        return Some("a number at the end, which makes the name an address");
    }
    // With a label that has no text, a name is left as it is, or as a profile has mapped it.
    if has_capital(&name) && labels.split('.').any(has_wrong_code) {
        return Some("capital letters are mapped");
    }
    for label in labels.split('.') {
        let why = if host::has_prefix(label, PREFIX) {
            on_encoded(label, is_strict, is_to_ascii)
        } else {
            on_label(label)
        };
        if why.is_some() {
            return why;
        }
    }
    None
}

/// Whether the label has the prefix and no text.
fn has_wrong_code(label: &str) -> bool {
    host::has_prefix(label, PREFIX) && punycode::decode(&label[PREFIX.len()..]).is_err()
}

fn has_capital(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_uppercase())
}

/// Whether a profile of IDNA may refuse a name with these characters, or with those of its codes, though
/// nothing is wrong with the codes: a control character, a capital letter, a character under a rule on
/// direction or neighbours, a hyphen at an end.
#[must_use]
pub(crate) fn a_profile_may_refuse(name: &Value) -> bool {
    let Value::Text(text) = name else {
        return false;
    };
    let Some(name) = text.to_scalar_string() else {
        return true;
    };
    for label in name.split('.') {
        let by_profile = if host::has_prefix(label, PREFIX) {
            on_encoded(label, true, false)
        } else {
            on_label(label)
        };
        if by_profile.is_some() || on_std3(label).is_some() {
            return true;
        }
    }
    false
}

/// Whether the standard of the WHATWG takes a name that ends with this label for an address.
fn is_number(label: &str) -> bool {
    if let Some(hex) = label.strip_prefix("0x") {
        return hex.bytes().all(|c| c.is_ascii_hexdigit());
    }
    label.bytes().all(|c| c.is_ascii_digit())
}

/// The length of a label in ASCII.
fn length(label: &str) -> usize {
    if label.is_ascii() {
        return label.len();
    }
    match punycode::encode(label) {
        Ok(code) => PREFIX.len() + code.len(),
        Err(_) => 0,
    }
}

/// The reason why a profile of IDNA may decide on a label that is not encoded.
fn on_label(label: &str) -> Option<&'static str> {
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
fn on_std3(label: &str) -> Option<&'static str> {
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
fn on_encoded(label: &str, is_strict: bool, is_to_ascii: bool) -> Option<&'static str> {
    let code = &label[PREFIX.len()..];
    let Ok(text) = punycode::decode(code) else {
        // Nobody can map a label that has no text; its capital letters some put in lower case.
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
    use acegate_codec::unicode::Versions;

    #[test]
    fn the_ranges_are_in_order_and_apart() {
        assert!(STABLE.iter().all(|(first, last)| first <= last));
        assert!(STABLE.is_sorted_by(|one, next| one.1 < next.0));
        assert!("üσé例\u{20000}".chars().all(is_stable));
        assert!(!"ß÷ςÜא😀\u{200d}".chars().any(is_stable));
    }

    /// All that can be declared, nothing included.
    const DECLARED: [Option<Idna>; 6] = [
        Some(Idna::Strict),
        Some(Idna::Lookup),
        Some(Idna::Lenient),
        Some(Idna::None),
        Some(Idna::Std3),
        None,
    ];

    /// A letter for each of [`DECLARED`] with which the request is sent: `sulnd-` are all of them.
    fn put(op: &str, name: &str) -> String {
        let request = Request::new("punycode", op, Value::from(name));
        let is_put = |idna: &Option<Idna>| decided_by_idna(&request, *idna).is_none();
        let letters = DECLARED.iter().zip("sulnd-".chars());
        letters
            .filter(|(idna, _)| is_put(idna))
            .map(|(_, letter)| letter)
            .collect()
    }

    #[test]
    fn names_are_asked_where_the_encoding_alone_decides_them() {
        let (long, coded) = ("a".repeat(64), "ü".repeat(58));
        for (names, to_ascii, to_unicode) in [
            (
                &[
                    "bücher.example",
                    "例え",
                    "xn--tda",
                    "xn--b",
                    "xn--99999999",
                    "xn--a-",
                    "xn--が-",
                ][..],
                "sulnd-",
                "sulnd-",
            ),
            // A profile decides them, and they are asked where nothing is mapped. The code of the last
            // one is that of `a`, U+026A and `--a`.
            (
                &[
                    "Bücher",
                    "straße",
                    "xn--strae-oqa",
                    "א",
                    "ab--c",
                    "a。b",
                    "xn--A",
                ],
                "nd",
                "nd",
            ),
            (&["üa--c", "𐐨--c", "ü--c", "xn--a--a-b9b"], "nd", "nd"),
            (&["\0"], "d", ""),
            // The rules of STD 3 are asked where the flag is said to be set.
            (&["-a", "ü-", "a_b", "xn----eha", "xn--_b-wka"], "", "sud"),
            // The prefix in a text is asked of all but the lenient, and lengths of those that verify them. 57 letters more than the
            // first make the code of one digit each: 4 + 2 + 57 are 63.
            (&[&long, &coded, "a..b"], "snd-", "nd"),
            (&["xn--xn---epa"], "", "sund-"),
            (&["ü."], "ulnd", ""),
            (&["xn--tda."], "", "sulnd-"),
            (&["ü.1"], "sund-", ""),
            // A profile may map the name beside a label that has no text.
            (&["XN--TDA"], "", "sulnd-"),
            (&["XN--tda.xn--b", "xN--b"], "", "nd"),
        ] {
            for name in names {
                for (op, expected) in [("to-ascii", to_ascii), ("to-unicode", to_unicode)] {
                    assert!(
                        expected.is_empty() || put(op, name) == expected,
                        "{op} {name}"
                    );
                }
            }
        }
        assert_eq!(put("encode", "ß"), "sulnd-");
        let draft = Request::new("race", "to-ascii", Value::from("-Ü"));
        assert_eq!(
            decided_by_idna(&draft, None),
            None,
            "IDNA is not about other encodings"
        );
        let lone = Request::new(
            "punycode",
            "to-ascii",
            Value::from_code_points([0x2D, 0xD800]),
        );
        assert_eq!(decided_by_idna(&lone, Some(Idna::Std3)), None);
        assert_eq!(
            decided_by_idna(&lone, Some(Idna::None)),
            Some("the rules of STD 3")
        );
    }

    #[test]
    fn a_word_that_would_leave_out_most_failures_is_named() {
        let long = "a".repeat(64);
        let name = [&long[1..]; 4].join(".");
        for (declared, names, expected) in [
            (Some(Idna::Std3), &["ß", "Ü", "é"][..], Some("strict")),
            (Some(Idna::Std3), &["a_b", "ü-"], Some("none")),
            (Some(Idna::Std3), &["Ü", "-ü"], Some("lenient")),
            (Some(Idna::Strict), &["a_b"], Some("lenient")),
            // Go's profile Lookup verifies no lengths.
            (Some(Idna::Strict), &[&long, &name], Some("lookup")),
            (Some(Idna::Lookup), &["a_b"], Some("lenient")),
            (None, &[&long], Some("lookup")),
            // Most failures are the encoding's.
            (None, &["é", "ü", &long], None),
            (Some(Idna::Lenient), &["é"], None),
            (None, &[], None),
        ] {
            let request = |name: &&str| Request::new("punycode", "to-ascii", Value::from(*name));
            let failed: Vec<_> = names.iter().map(request).collect();
            let text = better_idna(declared, &failed);
            let word = text.as_deref().and_then(|text| text.rsplit_once("--idna "));
            assert_eq!(word.map(|(_, word)| word), expected, "{names:?}");
        }
    }

    #[test]
    fn the_code_of_an_ascii_text_is_for_those_that_refuse_it() {
        let sent = |version, idna, op: &str, name: &str| {
            let mut support = CodecSupport {
                idna,
                ..CodecSupport::default()
            };
            support.limits.unicode = Some(DeclaredUnicode(Versions::all(version)));
            let request = Request::new("punycode", op, Value::from(name));
            allowed_by_old_uts46(&request, &support).is_none()
        };
        for name in ["xn--0-", "XN--a-b-", "ü.xn--abc-", "a。xn--0-"] {
            for op in ["to-ascii", "to-unicode"] {
                assert!(!sent(Version::V15_0, None, op, name), "{op} {name}");
                assert!(
                    !sent(Version::V15_1, Some(Idna::Strict), op, name),
                    "{op} {name}"
                );
                assert!(
                    sent(Version::V16, Some(Idna::Strict), op, name),
                    "{op} {name}"
                );
                // Without mapping it is no UTS #46.
                assert!(
                    sent(Version::V15_0, Some(Idna::Std3), op, name),
                    "{op} {name}"
                );
            }
        }
        for name in ["xn--tda", "abc", "xn--b", "xn---"] {
            assert!(sent(Version::V13, None, "to-unicode", name), "{name}");
        }
    }
}
