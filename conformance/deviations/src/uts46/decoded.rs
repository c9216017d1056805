//! Bugs in the checks of encoded labels, and of labels in general.

use acegate_codec::bootstring::ParameterSet;
use acegate_codec::bootstring::model::{self, Integers, Numbers, Steps};
use acegate_codec::uts46::Settings;
use acegate_codec::uts46::model::{
    Icu, Judged, Processing, Tables, decode_punycode, encode_punycode, is_empty_or_ascii, map_each,
    never,
};
use acegate_codec::{ErrorKind, Verb, punycode};

use super::{ADA, CRITERIA, ICU, IDNA_OF_RUST, NODE, unless_decoded};
use crate::punycode::{SURROGATES, below_zero, merged};
use crate::{Deviation, deviation, observed};

pub(crate) const DECODED: &[Deviation] = &[
    deviation("uts46/decoded-labels-not-judged", &["uts46-9"])
        .summary("A decoded label is not checked against the validity criteria.")
        .seen(&[ADA])
        .changes(|rules, _| rules.is_judged = |_, label| !label.is_decoded),
    deviation("uts46/encoded-labels-not-read", &["uts46-9", "uts46-6"])
        .summary("ToASCII neither decodes nor checks a label that already has the prefix.")
        .seen(&[ADA])
        .changes(|rules, call| {
            if call.writes() {
                rules.is_encoded = |_| false;
                rules.is_judged = |_, label| !label.source.starts_with("xn--");
            }
        }),
    deviation("uts46/statuses-of-decoded-labels-not-checked", &["uts46-9"])
        .summary(
            "The status of code points is not checked in a decoded label: it may contain mapped, \
             ignored and disallowed ones.",
        )
        .changes(|rules, _| rules.criteria.v7 = |judged| unless_decoded(judged, CRITERIA.v7)),
    deviation("uts46/nfc-of-decoded-labels-not-checked", &["uts46-13"])
        .summary("A decoded label is not checked to be in Normalization Form C.")
        .changes(|rules, _| rules.criteria.v1 = never),
    deviation("uts46/decoded-labels-mapped", &["uts46-9"])
        .summary(
            "A decoded label is mapped and normalised instead of rejected if that would change \
             it.",
        )
        .changes(|rules, _| {
            rules.decode = |run, code| {
                let text = decode_punycode(run, code)?;
                Ok(Icu.nfc(&map_each(run, &text)))
            }
        }),
    deviation("uts46/decoded-labels-normalised", &["uts46-13"])
        .summary("A decoded label is normalised instead of rejected if that would change it.")
        .changes(|rules, _| rules.decode = |run, code| Ok(Icu.nfc(&decode_punycode(run, code)?))),
    deviation("uts46/surrogate-pairs-merged", &["uts46-6"])
        .summary(
            "The decoder of labels writes UTF-16, so a pair of decoded surrogates becomes one \
             character. A lone surrogate is rejected.",
        )
        .seen(&[observed("tr46 6.0.0")])
        .changes(|rules, _| rules.decode = |_, code| with_pairs_merged(code)),
    deviation("uts46/encoded-ascii-accepted", &["uts46-8"])
        .summary(
            "A label with the prefix that decodes to only ASCII is accepted, such as `xn--abc-`.",
        )
        .seen(&[
            NODE,
            observed("golang.org/x/net 0.7"),
            observed("Symfony's polyfill"),
            observed("Net::IDN::UTS46 2.500"),
            observed("idna-uts46-hx 3.4.0"),
            observed("tr46 3.0.0"),
        ])
        .changes(|rules, _| {
            rules.decoded = |text| {
                if text.is_empty() {
                    is_empty_or_ascii(text)
                } else {
                    None
                }
            }
        }),
    deviation("uts46/encoded-empty-text-accepted", &["uts46-7"])
        .summary("The prefix without a code, `xn--`, is accepted as a label.")
        .seen(&[
            observed("golang.org/x/net 0.7, profile Lookup"),
            observed("idna-uts46-hx 3.4.0"),
        ])
        .changes(|rules, _| {
            rules.decoded = |text| {
                if text.is_empty() {
                    None
                } else {
                    is_empty_or_ascii(text)
                }
            }
        }),
    deviation("uts46/prefix-in-decoded-label", &["uts46-17"])
        .summary(
            "With CheckHyphens off, a decoded label may begin with the prefix, such as that of \
             `xn--xn---epa`.",
        )
        .seen(&[IDNA_OF_RUST])
        .changes(|rules, _| rules.criteria.v4 = never),
    deviation("uts46/delimiter-first-skipped", &["uts46-6"])
        .summary(
            "The decoder skips a hyphen at the start of a code: `xn---7ef` is read like \
             `xn--7ef`.",
        )
        .seen(&[
            observed("uts46 0.2.0 of PyPI"),
            observed("Net::IDN::UTS46 2.500"),
            observed("Erlang idna 6.1.1"),
        ])
        .changes(|rules, _| rules.decode = past_first_delimiter),
    deviation("uts46/delimiter-first-kept", &["uts46-6"])
        .summary(
            "The decoder skips a hyphen at the start of a code, and the label is then returned as \
             it was given: `xn---7ef` is accepted as well as `xn--7ef`.",
        )
        .seen(&[NODE])
        .changes(|rules, _| {
            rules.decode = past_first_delimiter;
            rules.encode = |label| {
                if label.is_decoded {
                    Ok(label.source.clone())
                } else {
                    encode_punycode(label)
                }
            };
        }),
    deviation("uts46/literal-beyond-ascii", &["uts46-5"])
        .summary("The decoder does not check that the part before the last hyphen is ASCII.")
        .seen(&[observed("golang.org/x/net 0.7")])
        .changes(|rules, _| {
            rules.decode = |_, code| {
                decoded_by(
                    code,
                    &Steps {
                        literal: |_, c| Some(c),
                        ..Steps::RFC
                    },
                )
            }
        }),
    deviation("uts46/codes-of-32-bits", &["uts46-6"])
        .summary(
            "The decoder calculates in 32-bit integers without overflow checks, so a number that \
             is too large wraps to a small one.",
        )
        .seen(&[observed("Net::IDN::UTS46 2.500")])
        .changes(|rules, _| {
            rules.decode = |_, code| {
                decoded_by(
                    code,
                    &Steps {
                        integers: Numbers::all(Integers::Wrapping(32)),
                        ..Steps::RFC
                    },
                )
            }
        }),
    deviation("uts46/digits-below-zero", &["uts46-6", "uts46-9"])
        .summary(
            "ToUnicode does not check labels, and its decoder reads a character just below `0`, \
             `A` or `a` as a negative digit.",
        )
        .seen(&[observed("SimpleIDN 0.1.1")])
        .changes(|rules, call| {
            if call.reads() {
                rules.decode = |_, code| {
                    let integers = Numbers::all(Integers::Unbounded);
                    decoded_by(
                        code,
                        &Steps {
                            digit: below_zero,
                            integers,
                            ..Steps::RFC
                        },
                    )
                };
                rules.decoded = |_| None;
                rules.is_judged = |_, _| false;
            }
        }),
    deviation(
        "uts46/mapped-and-encoded-only",
        &["uts46-5", "uts46-6", "uts46-9", "uts46-19", "uts46-20"],
    )
    .summary(
        "ToASCII only maps a name and encodes its labels: it does not decode labels with the \
         prefix, and does not check any label.",
    )
    .seen(&[observed("SimpleIDN 0.1.1")])
    .changes(|rules, call| {
        if call.writes() {
            rules.is_encoded = |_| false;
            rules.is_judged = |_, _| false;
        }
    }),
    deviation(
        "uts46/ascii-names-as-they-are",
        &["uts46-6", "uts46-9", "uts46-15"],
    )
    .summary(
        "If a name is all ASCII, ToASCII does not decode its labels with the prefix, and does not \
         check for hyphens in the third and fourth position.",
    )
    .seen(&[observed("Qt 6.11")])
    .changes(|rules, call| {
        let is_ascii = call.code_points().iter().all(|&c| c < 0x80);
        if call.does(Verb::ToAscii) && is_ascii {
            rules.is_encoded = |_| false;
            rules.criteria.v2 = never;
            rules.criteria.v4 = never;
        }
    }),
    deviation("uts46/prefix-before-other-than-ascii", &["uts46-5"])
        .summary(
            "A label with the prefix and characters beyond ASCII is treated as one that is not \
             encoded, instead of rejected.",
        )
        .changes(|rules, _| {
            rules.is_encoded = |label| label.starts_with("xn--") && label.is_ascii();
            rules.criteria.v2 = after_prefix;
            rules.criteria.v4 = never;
        }),
    deviation("uts46/ignored-punycode-beyond-ascii", &["uts46-11"])
        .summary(
            "With IgnoreInvalidPunycode, a label with the prefix and characters beyond ASCII is \
             kept unchanged instead of rejected.",
        )
        .changes(|rules, _| {
            rules.decode = |run, code| match decode_punycode(run, code) {
                Err(ErrorKind::NotBasic) => Err(ErrorKind::BadDigit),
                result => result,
            }
        }),
    deviation("uts46/undecodable-labels-kept", &["uts46-6"])
        .summary(
            "A label whose Punycode is invalid is kept unchanged, even if IgnoreInvalidPunycode \
             is off.",
        )
        .changes(|rules, _| {
            rules.settings = |settings| Settings {
                ignore_invalid_punycode: true,
                ..settings
            }
        }),
    deviation("uts46/code-in-capitals", &["uts46-26"])
        .summary("ToASCII writes Punycode in capital letters.")
        .changes(|rules, _| {
            rules.encode = |label| {
                let code = punycode::encode(&label.text)?;
                Ok(format!("xn--{}", code.to_ascii_uppercase()))
            }
        }),
    deviation("uts46/mark-first", &["uts46-19"])
        .summary("A label that begins with a combining mark is accepted.")
        .seen(&[ADA])
        .changes(|rules, _| rules.criteria.v6 = never),
    deviation("uts46/statuses-not-checked", &["uts46-20"])
        .summary(
            "The status of code points is not checked: disallowed and unassigned ones are \
             accepted.",
        )
        .seen(&[observed("SimpleIDN 0.1.1")])
        .changes(|rules, _| rules.criteria.v7 = never),
    deviation("uts46/hyphens-third-and-fourth", &["uts46-15"])
        .summary(
            "Hyphens in both the third and fourth position of a label are accepted although \
             CheckHyphens is on.",
        )
        .changes(|rules, _| rules.criteria.v2 = never),
    deviation("uts46/hyphens-by-octets", &["uts46-15"])
        .summary(
            "Hyphens in positions 3 and 4 are located by UTF-8 octet instead of by code point.",
        )
        .seen(&[observed("golang.org/x/net 0.7")])
        .changes(|rules, _| {
            rules.criteria.v2 =
                |judged| (judged.label.text.as_bytes().get(2..4) == Some(b"--")).then_some(0);
        }),
    deviation("uts46/hyphens-by-units", &["uts46-15"])
        .summary(
            "Hyphens in positions 3 and 4 are located by UTF-16 code unit instead of by code \
             point.",
        )
        .seen(&[ICU, observed("Qt 6.11"), observed("idna-uts46-hx 3.4.0")])
        .changes(|rules, _| {
            rules.criteria.v2 = |judged| {
                judged
                    .label
                    .text
                    .encode_utf16()
                    .skip(2)
                    .take(2)
                    .eq("--".encode_utf16())
                    .then_some(0)
            }
        }),
    deviation("uts46/hyphen-at-edge", &["uts46-16"])
        .summary("A hyphen at the start or end of a label is accepted although CheckHyphens is on.")
        .changes(|rules, _| rules.criteria.v3 = never),
    deviation("uts46/middle-dots-by-context", &["uts46-20"])
        .summary(
            "Code points that only IDNA 2008 restricts by context, such as U+00B7, are rejected.",
        )
        .changes(|rules, _| {
            rules.criteria.v7 = |judged| {
                let asked = |c: &char| {
                    matches!(c, '\u{B7}' | '\u{375}' | '\u{5F3}' | '\u{5F4}' | '\u{30FB}')
                };
                (CRITERIA.v7)(judged).or_else(|| judged.characters.iter().position(asked))
            }
        }),
];

/// Decodes a code without the delimiter at its start, if it is the only one.
fn past_first_delimiter(run: &Processing<'_>, code: &str) -> Result<String, ErrorKind> {
    let rest = code.strip_prefix('-').filter(|rest| !rest.contains('-'));
    decode_punycode(run, rest.unwrap_or(code))
}

/// The text of a code, decoded with other steps than RFC 3492 has.
fn decoded_by(code: &str, steps: &Steps) -> Result<String, ErrorKind> {
    let numbers = numbers_of(code, steps)?;
    let characters = numbers.into_iter().map(char::from_u32);
    characters
        .collect::<Option<_>>()
        .ok_or(ErrorKind::OutOfRange)
}

/// The text of a code, decoded into UTF-16.
fn with_pairs_merged(code: &str) -> Result<String, ErrorKind> {
    let numbers = merged(&numbers_of(code, &SURROGATES)?);
    let characters = numbers.into_iter().map(char::from_u32);
    characters
        .collect::<Option<_>>()
        .ok_or(ErrorKind::Surrogate)
}

fn numbers_of(code: &str, steps: &Steps) -> Result<Vec<u32>, ErrorKind> {
    let model = model::Model {
        set: &ParameterSet::PUNYCODE,
        changed: &[],
        right: steps,
    };
    let code: Vec<_> = code.chars().map(u32::from).collect();
    let (text, _) = model.decode(&code).map_err(|error| error.kind)?;
    let numbers = text.into_iter().map(|c| u32::try_from(c).ok());
    numbers.collect::<Option<_>>().ok_or(ErrorKind::OutOfRange)
}

/// A label with the prefix is not rejected for its hyphens.
fn after_prefix(judged: &Judged<'_>) -> Option<usize> {
    if judged.label.text.starts_with("xn--") {
        None
    } else {
        (CRITERIA.v2)(judged)
    }
}
