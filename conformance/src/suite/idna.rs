//! Finds the host names whose answer depends on what is done besides encoding: on a profile of IDNA, or
//! on the flag `UseSTD3ASCIIRules` of RFC 3490, section 4.1, step 3.

use acegate_codec::punycode::{self, PREFIX};
use acegate_codec::unicode::Version;
use acegate_codec::{Value, Verb, host};

use super::label::{has_capital, has_wrong_code, is_number, length, on_encoded, on_label, on_std3};
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
    request.verb().is_some_and(Verb::is_of_host_names)
}

/// The first version of UTS #46 in which a label is an error if its code encodes an ASCII text (section 4, step 4).
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
    request.codec == punycode::ABOUT.id
        && is_of_hosts(request)
        && name.split(DOTS).any(has_code_of_ascii)
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
        meaning: "maps or rejects characters by a profile of IDNA",
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
/// alike: its characters, or the characters of its code, are mapped to themselves, allowed everywhere and under
/// no rule on direction or neighbours. The rules of STD 3 count where the flag is said to be set.
pub(super) fn decided_by_idna(request: &Request, idna: Option<Idna>) -> Option<&'static str> {
    let is_to_ascii = request.does(Verb::ToAscii);
    if request.codec != punycode::ABOUT.id || !is_of_hosts(request) || idna == Some(Idna::Std3) {
        return None;
    }
    let Value::Text(text) = &request.input else {
        return None;
    };
    if idna == Some(Idna::None) {
        // A surrogate counts as a character beyond ASCII, about which STD 3 says nothing.
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

/// Whether a profile of IDNA may refuse a name with these characters, or with the characters of its codes, though
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

#[cfg(test)]
mod tests {
    use super::*;
    use acegate_codec::unicode::Versions;

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
            // A profile decides them, and they are sent where nothing is mapped. The code of the last
            // one encodes `a`, U+026A and `--a`.
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
            // The rules of STD 3 are tested where the flag is declared.
            (&["-a", "ü-", "a_b", "xn----eha", "xn--_b-wka"], "", "sud"),
            // The prefix in a text is sent to all but the lenient, and lengths of those that verify them. 57 letters more than the
            // first make the code of one digit each: 4 + 2 + 57 are 63.
            (&[&long, &coded, "a..b"], "snd-", "nd"),
            (&["xn--xn---epa"], "", "sund-"),
            (&["ü."], "ulnd", ""),
            (&["xn--tda."], "", "sulnd-"),
            (&["ü.1"], "sund-", ""),
            // A profile may map the name next to a label that has no text.
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
