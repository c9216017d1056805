//! The choices that documents leave: further right answers, and requests whose answers are no *must*.
#![expect(
    clippy::redundant_closure_for_method_calls,
    reason = "a method of a type with a lifetime is no pointer to a function of every lifetime"
)]

use acegate_codec::{Value, Verb};
use acegate_vectors::{Level, Outcome as Right};

use super::asked::{Asked, is_capital};
use super::integers::{as_utf16, is_wide};
use super::names::{
    answers_with_plain_dots, is_kept_by_to_ascii, is_left_by_to_unicode, is_rejected_for_a_label,
};
use super::numbers::{domain_of_the_root, is_decided_by_plain_records, is_plain_to_domain};
use super::{Applies, Interpretation};

/// A row that applies nowhere and changes nothing: each row overrides what it needs.
pub(super) const ROW: Interpretation = Interpretation {
    requirements: &[],
    because: "",
    applies: Applies::When(|_| false),
    also: |_| Vec::new(),
    level: Level::Must,
};

/// A row of answers that are at most a *should*.
pub(super) const SHOULD: Interpretation = Interpretation {
    level: Level::Should,
    ..ROW
};

/// A row of answers that are never required.
const MAY: Interpretation = Interpretation {
    level: Level::May,
    ..ROW
};

/// The rows. Further answers come in this order, after the transcription's.
pub(super) const CHOICES: &[Interpretation] = &[
    // Lengths and integers.
    Interpretation {
        requirements: &[
            "punycode-51",
            "bootstring-20",
            "utf5-8",
            "utf6-1",
            "race-2",
            "lace-2",
            "uri2dec-31",
            "uts46-31",
        ],
        because: "A very long input may also be rejected.",
        applies: Applies::When(|asked| asked.is_long_value()),
        also: too_long,
        ..ROW
    },
    Interpretation {
        requirements: &["punycode-39"],
        because: "Integers have at least 26 bits. A text whose deltas may need more than 24 may \
                  also be rejected.",
        applies: Applies::When(|asked| !asked.is_long_value() && is_wide(asked)),
        also: too_long,
        ..ROW
    },
    Interpretation {
        requirements: &[
            "punycode-23",
            "punycode-24",
            "punycode-40",
            "bootstring-19",
            "utf5-13",
            "utf5-14",
        ],
        because: "RFC 3492 leaves the width of integers to the implementation, and no step checks \
                  the range of code points. Where the width or the range is the only reason to \
                  reject an input, exactly these integers are right as well.",
        applies: Applies::When(|asked| asked.exact.is_some()),
        also: |asked| asked.exact.iter().cloned().collect(),
        ..ROW
    },
    Interpretation {
        requirements: &["utf5-15"],
        because: "A pair of surrogates may also be read as UTF-16.",
        applies: Applies::When(|asked| asked.exact.is_some()),
        also: as_utf16,
        ..ROW
    },
    // Host names.
    Interpretation {
        requirements: &["punycode-73"],
        because: "ToUnicode never fails: a label that cannot be decoded, or the whole name, may \
                  also be returned unchanged.",
        applies: Applies::When(is_left_by_to_unicode),
        also: |asked| asked.unchanged.clone(),
        ..ROW
    },
    Interpretation {
        requirements: &["punycode-66"],
        because: "ToASCII passes a label of ASCII unchanged, even one with the prefix.",
        applies: Applies::When(is_kept_by_to_ascii),
        also: |asked| asked.unchanged.clone(),
        ..ROW
    },
    #[cfg(feature = "uts46")]
    Interpretation {
        requirements: &["uts46-33"],
        because: "A name with an empty label may also be rejected by ToUnicode.",
        applies: Applies::When(super::uts46::has_empty_label),
        also: |_| super::uts46::rejection(&["empty"]),
        ..SHOULD
    },
    #[cfg(feature = "uts46")]
    Interpretation {
        requirements: &["uts46-12"],
        because: "A label whose Punycode fails stays under IgnoreInvalidPunycode, or is rejected \
                  because it violates the validity criteria.",
        applies: Applies::When(super::uts46::ignores_punycode),
        also: |_| super::uts46::rejection(&["hyphen", "bad-prefix"]),
        ..SHOULD
    },
    #[cfg(feature = "uts46")]
    Interpretation {
        requirements: &["uts46-47"],
        because: "A host of ASCII may also be kept whatever its labels decode to, as the URL \
                  Standard says since 2026.",
        applies: Applies::When(super::uts46::is_host_of_ascii),
        also: super::uts46::host_kept,
        ..SHOULD
    },
    Interpretation {
        requirements: &["punycode-63"],
        because: "Ideographic and other wide dots may also separate labels, because mapping them \
                  may be the task of this layer or of one above.",
        applies: Applies::When(|_| true),
        also: answers_with_plain_dots,
        ..ROW
    },
    Interpretation {
        requirements: &["punycode-74", "lace-38", "race-40", "utf6-38", "uts46-27"],
        because: "Profiles differ on the lengths of names.",
        applies: Applies::When(|asked| {
            asked.is_of_names() && asked.is_long(0) && !is_rejected_for_a_label(asked)
        }),
        ..SHOULD
    },
    Interpretation {
        requirements: &["punycode-74"],
        because: "Every profile limits the length of a label, and not every one that of the name.",
        applies: Applies::When(|asked| {
            asked.is_op(&[Verb::ToAscii])
                && asked.kind() == Some("too-long")
                && !is_rejected_for_a_label(asked)
        }),
        ..SHOULD
    },
    Interpretation {
        requirements: &["utf6-8", "utf6-23", "utf6-35"],
        because: "The draft describes names only in passing, and leaves open how they are split.",
        applies: Applies::When(|asked| asked.is_of_names()),
        ..SHOULD
    },
    // Characters that a document lets an encoder write in more than one way.
    Interpretation {
        requirements: &["utf6-18"],
        because: "A hyphen is written as a hyphen or as a number: the steps of the encoder and of \
                  the decoder contradict each other.",
        applies: Applies::When(|asked| asked.is_op(&[Verb::Encode]) && asked.has(|c| c == HYPHEN)),
        ..SHOULD
    },
    Interpretation {
        requirements: &["uri2dec-5", "uri2dec-88"],
        because: "A capital letter of an address counts as a small one, or is escaped.",
        applies: Applies::When(|asked| {
            asked.is_op(&[
                Verb::Hash,
                Verb::Key,
                Verb::Encode,
                Verb::Invert,
                Verb::WriteRecord,
            ]) && asked.has(is_capital)
        }),
        ..SHOULD
    },
    Interpretation {
        requirements: &["uri2dec-86"],
        because: "The document prints no escape of a character from U+0080 to U+00FF.",
        applies: Applies::When(|asked| {
            asked.is_op(&[Verb::Escape]) && asked.has(|c| (0x80..=0xFF).contains(&c))
        }),
        ..SHOULD
    },
    Interpretation {
        requirements: &["uri2dec-34"],
        because: "The document speaks of text. That octets are escaped is an extension.",
        applies: Applies::When(|asked| matches!(asked.request.input, Value::Octets(_))),
        ..MAY
    },
    // Operations that the documents describe only in words.
    Interpretation {
        requirements: &["uri2dec-65", "uri2dec-66"],
        because: "How an address gets a protocol is described only in words.",
        applies: Applies::When(|asked| asked.is_op(&[Verb::Assign, Verb::Choices])),
        ..SHOULD
    },
    Interpretation {
        requirements: &["uri2dec-57"],
        because: "How the readings of a dialled number are found is described only in words.",
        applies: Applies::When(|asked| asked.is_op(&[Verb::Parses])),
        ..SHOULD
    },
    Interpretation {
        requirements: &[
            "uri2dec-51",
            "uri2dec-59",
            "uri2dec-60",
            "uri2dec-61",
            "uri2dec-76",
            "uri2dec-77",
            "uri2dec-78",
            "uri2dec-79",
        ],
        because: "How address books are searched is described only in words.",
        applies: Applies::When(|asked| asked.is_op(&[Verb::Book])),
        ..SHOULD
    },
    Interpretation {
        requirements: &["uri2dec-24", "uri2dec-62"],
        because: "What a reader does with a record that contradicts itself is left open.",
        applies: Applies::When(|asked| asked.is_op(&[Verb::ReadRecord])),
        ..SHOULD
    },
    Interpretation {
        requirements: &["uri2dec-23"],
        because: "The form of a written record is only recommended.",
        applies: Applies::When(|asked| {
            asked.is_op(&[Verb::WriteRecord]) && asked.request.params.contains_key("form")
        }),
        ..SHOULD
    },
    // Parameters.
    Interpretation {
        requirements: &["bootstring-12"],
        because: "The document sets no upper limit for skew and damp, and an implementation may.",
        applies: Applies::When(|asked| asked.is_large("skew") || asked.is_large("damp")),
        ..SHOULD
    },
    Interpretation {
        requirements: &["bootstring-17"],
        because: "RFC 3492 lets the letter case of Punycode's digits be ignored, and does not \
                  speak of other digits.",
        applies: Applies::When(|asked| asked.depends_on_case()),
        ..SHOULD
    },
    Interpretation {
        requirements: &["punycode-45", "punycode-48", "punycode-50", "bootstring-20"],
        because: "Annotation is optional (RFC 3492, appendix A).",
        applies: Applies::When(|asked| asked.has_param("annotation") || asked.has_flags()),
        ..MAY
    },
    Interpretation {
        requirements: &["lace-10", "race-10", "utf6-5"],
        because: "Encoding without the rules for hosts is a layer that need not be offered.",
        applies: Applies::When(|asked| asked.has_param("layer")),
        ..MAY
    },
    Interpretation {
        requirements: &["uri2dec-9"],
        because: "Another packing than that of the document need not be offered.",
        applies: Applies::When(|asked| asked.has_param("packing")),
        ..MAY
    },
    Interpretation {
        requirements: &["uri2dec-58"],
        because: "What a lenient reader ignores is a choice.",
        applies: Applies::When(|asked| asked.has_param("strictness")),
        ..MAY
    },
    Interpretation {
        requirements: &["uri2dec-87"],
        because: "What becomes of a number outside of the expected scope is left open.",
        applies: Applies::When(|asked| asked.has_param("scope")),
        ..SHOULD
    },
    Interpretation {
        requirements: &["uri2dec-27"],
        because: "A dialled number has no spaces, so that its parts can be found in several ways.",
        applies: Applies::When(|asked| asked.has_param("style")),
        ..SHOULD
    },
    Interpretation {
        requirements: &["uri2dec-34"],
        because: "Which characters are escaped is clear only for text, not for URIs.",
        applies: Applies::When(|asked| asked.has_param("mode")),
        ..SHOULD
    },
    // ENUM. RFC 6116 fixes the domain of a number and the URI of a record, and leaves open much around them.
    Interpretation {
        requirements: &["enum-10"],
        because: "A domain may also end with the dot of the root.",
        applies: Applies::When(|asked| asked.is_op(&[Verb::ToDomain])),
        also: domain_of_the_root,
        ..ROW
    },
    Interpretation {
        requirements: &["enum-4", "enum-5", "enum-6"],
        because: "Only a plus sign and 1 to 14 digits, with hyphens between them, are a number by \
                  every reading of E.164.",
        applies: Applies::When(|asked| {
            asked.is_op(&[Verb::ToDomain]) && !is_plain_to_domain(asked)
        }),
        ..SHOULD
    },
    Interpretation {
        requirements: &["enum-9"],
        because: "The document defines no way from a domain back to its number.",
        applies: Applies::When(|asked| asked.is_op(&[Verb::ToNumber])),
        ..SHOULD
    },
    Interpretation {
        requirements: &[
            "enum-24", "enum-25", "enum-28", "enum-33", "enum-35", "enum-36", "enum-38", "enum-40",
            "enum-42", "enum-47", "enum-48", "enum-49", "enum-51",
        ],
        because: "How records that break a rule are passed over, and which of several with one \
                  order counts, is left to the client. Only records of the plainest form are \
                  decided, if no more than one of the lowest order with a match gives a URI.",
        applies: Applies::When(|asked| {
            asked.is_op(&[Verb::Rewrite]) && !is_decided_by_plain_records(asked)
        }),
        ..SHOULD
    },
    Interpretation {
        requirements: &["enum-8", "enum-20"],
        because: "Another tree and a choice of services need not be offered.",
        applies: Applies::When(|asked| !asked.request.params.is_empty()),
        ..SHOULD
    },
];

const HYPHEN: u32 = 0x2D;

/// A rejection because of the length or the integers.
fn too_long(_: &Asked<'_>) -> Vec<Right> {
    let kinds = vec!["too-long".to_owned(), "overflow".to_owned()];
    vec![Right::Error { kinds, at: None }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hunt::interpretations::right_answers;
    use crate::protocol::Request;

    #[test]
    fn only_punycode_has_a_must_for_the_letter_case_of_digits() {
        struct Row {
            op: &'static str,
            input: &'static str,
            digits: Option<&'static str>,
            level: Level,
        }
        let (small, capital) = (Some("abcdefghij"), Some("ABCDEFGHIJ"));
        let rows = [
            Row {
                op: "punycode decode",
                input: "TDA",
                digits: None,
                level: Level::Must,
            },
            Row {
                op: "bootstring decode",
                input: "b",
                digits: small,
                level: Level::Must,
            },
            Row {
                op: "bootstring decode",
                input: "B",
                digits: small,
                level: Level::Should,
            },
            Row {
                op: "bootstring encode",
                input: "\u{80}",
                digits: small,
                level: Level::Must,
            },
            Row {
                op: "bootstring encode",
                input: "\u{80}",
                digits: capital,
                level: Level::Should,
            },
        ];
        for row in rows {
            let (codec, op) = row.op.split_once(' ').expect("a codec and an operation");
            let mut request = Request::new(codec, op, row.input.into());
            if let Some(digits) = row.digits {
                request = request
                    .with("base", "10")
                    .with("tmax", "1")
                    .with("digits", digits);
            }
            let right = right_answers(&request).expect("the operation is supported");
            assert_eq!(right.level, row.level, "{} {}", row.op, row.input);
        }
    }
}
