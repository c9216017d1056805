//! The names and labels on which IDNA 2008 leaves room: what a lookup may skip or check as well, and what a registry
//! may leave to others.

use acegate_codec::idna2008::model::has_ace_prefix;
use acegate_codec::idna2008::{Condition, Mapping, NameOptions, Process, Refusal, process};
use acegate_codec::{ErrorKind, Text, Verb};
use acegate_vectors::Outcome as Right;

use super::asked::Asked;
use super::choices::{ROW, SHOULD};
use super::names::right_text;
use super::uts46::rejection;
use super::{Applies, Interpretation};
use crate::suite::idna2008_options;

/// The rows, which are a part of the table.
pub(super) const OF_NAMES: &[Interpretation] = &[
    Interpretation {
        requirements: &["idna2008-17"],
        because: "A registry that gets only an A-label does not have to decode it.",
        applies: Applies::When(is_judged_by_its_text),
        also: unread,
        ..SHOULD
    },
    Interpretation {
        requirements: &["idna2008-16"],
        because: "A lookup may also decode an A-label and reject what it decodes to.",
        applies: Applies::When(is_passed_unread),
        also: |_| rejection(&["disallowed"]),
        ..ROW
    },
    Interpretation {
        requirements: &["idna2008-5"],
        because: "A lookup may pass an A-label unread, so that it does not see its Punycode.",
        applies: Applies::When(is_code_of_lookup),
        also: unread,
        ..SHOULD
    },
    Interpretation {
        requirements: &["idna2008-16"],
        because: "A lookup may also check the rules of CONTEXTO code points and the hyphens of the \
                  definition of U-labels.",
        applies: Applies::When(is_open_in_lookup),
        also: |_| rejection(&["context", "hyphen"]),
        ..ROW
    },
    Interpretation {
        requirements: &[
            "idna2008-1",
            "idna2008-2",
            "idna2008-3",
            "idna2008-6",
            "idna2008-30",
        ],
        because: "Section 5.4 of RFC 5891 does not list the rules for ASCII labels, nor that a \
                  decoded text is not all ASCII; the rules of CONTEXTO code points are optional, \
                  and the Bidi rule is a recommendation in a lookup.",
        applies: Applies::When(is_recommended_in_lookup),
        ..SHOULD
    },
    Interpretation {
        requirements: &["idna2008-14", "idna2008-20"],
        because: "RFC 5891 has U-labels rejected that are registered or looked up, and does not say \
                  what becomes of one that is only read.",
        applies: Applies::When(|asked| {
            Named::of(asked).is_some_and(|named| {
                named.verb == Verb::ToUnicode && !named.name.is_ascii() && named.broken().is_some()
            })
        }),
        ..SHOULD
    },
    Interpretation {
        requirements: &["idna2008-1"],
        because: "IDNA 2008 does not say what becomes of other labels of the DNS.",
        applies: Applies::When(|asked| Named::of(asked).is_some_and(|named| !named.options.ldh)),
        ..SHOULD
    },
    Interpretation {
        requirements: &["idna2008-30"],
        because: "RFC 5893 has the Bidi rule for all labels of a name, RFC 5891 only for labels \
                  with right-to-left characters.",
        applies: Applies::When(|asked| {
            let named = Named::of(asked);
            named.is_some_and(|named| named.breaks(Condition::Bidi) && named.name.contains('.'))
        }),
        ..SHOULD
    },
    Interpretation {
        requirements: &["idna2008-18", "idna2008-19"],
        because: "IDNA 2008 is about labels: it does not say what becomes of the full stop of the \
                  root, of an empty name, or of a long name that is only read.",
        applies: Applies::When(is_about_the_root),
        ..SHOULD
    },
    Interpretation {
        requirements: &["idna2008-1", "idna2008-4"],
        because: "The case of ASCII letters carries nothing, and a registry may reject capital \
                  letters in an A-label.",
        applies: Applies::When(has_capital_in_ascii_label),
        also: in_lower_case,
        ..SHOULD
    },
    Interpretation {
        requirements: &["idna2008-31"],
        because: "RFC 5895 does not say whether wide full stops separate labels.",
        applies: Applies::When(|asked| {
            Named::of(asked).is_some_and(|named| {
                named.options.mapping == Mapping::Rfc5895
                    && named.name.contains(['\u{FF0E}', '\u{FF61}'])
            })
        }),
        ..SHOULD
    },
];

/// A name or label with the options of a request, and the right answer.
struct Named {
    verb: Verb,
    name: String,
    options: NameOptions,
    answer: Result<String, Refusal>,
}

impl Named {
    fn of(asked: &Asked<'_>) -> Option<Self> {
        let request = asked.request;
        let options = idna2008_options(request)?;
        let verb = request.verb()?;
        let name = request.text().and_then(Text::to_scalar_string)?;
        let answer = process(verb, &name, &options);
        Some(Self {
            verb,
            name,
            options,
            answer,
        })
    }

    fn broken(&self) -> Option<Condition> {
        self.answer.as_ref().err().map(|refusal| refusal.code)
    }

    fn breaks(&self, condition: Condition) -> bool {
        self.broken() == Some(condition)
    }

    fn is_lookup(&self) -> bool {
        let is_of_name = self.verb.is_of_host_names();
        is_of_name && self.options.process == Process::Lookup
    }

    /// Whether a label has the prefix, and the operation does not have to decode it.
    fn may_be_unread(&self) -> bool {
        let is_read = !matches!(self.verb, Verb::ToAscii | Verb::Check);
        !is_read && self.name.split('.').any(has_ace_prefix)
    }
}

/// Whether a registration rejects a name for what an A-label decodes to, which more than its Punycode shows.
fn is_judged_by_its_text(asked: &Asked<'_>) -> bool {
    let Some(named) = Named::of(asked) else {
        return false;
    };
    let Err(refusal) = &named.answer else {
        return false;
    };
    // RFC 3492, section 5, only restricts the numbers to be nonnegative.
    let kind = refusal.error.kind;
    let is_number = matches!(kind, ErrorKind::OutOfRange | ErrorKind::Surrogate);
    let is_shown_unread = matches!(
        refusal.code,
        Condition::Empty
            | Condition::Ldh
            | Condition::ReservedLdh
            | Condition::Punycode
            | Condition::Fake
    );
    named.may_be_unread() && !named.is_lookup() && (is_number || !is_shown_unread)
}

/// Whether a lookup accepts a name that has a wrong A-label.
fn is_passed_unread(asked: &Asked<'_>) -> bool {
    let Some(named) = Named::of(asked) else {
        return false;
    };
    let is_wrong = || process(Verb::ToUnicode, &named.name, &named.options).is_err();
    named.is_lookup() && named.may_be_unread() && named.answer.is_ok() && is_wrong()
}

fn is_code_of_lookup(asked: &Asked<'_>) -> bool {
    Named::of(asked)
        .is_some_and(|named| named.is_lookup() && named.may_be_unread() && named.broken().is_some())
}

/// Whether a lookup accepts a name that a registration rejects.
fn is_open_in_lookup(asked: &Asked<'_>) -> bool {
    let Some(named) = Named::of(asked) else {
        return false;
    };
    let registration = NameOptions {
        process: Process::Registration,
        check_contexto: true,
        ..named.options
    };
    let is_rejected = || process(named.verb, &named.name, &registration).is_err();
    named.is_lookup() && named.answer.is_ok() && is_rejected()
}

fn is_recommended_in_lookup(asked: &Asked<'_>) -> bool {
    let Some(named) = Named::of(asked) else {
        return false;
    };
    let is_recommended = matches!(
        named.broken(),
        Some(
            Condition::Ldh
                | Condition::EdgeHyphen
                | Condition::ReservedLdh
                | Condition::Fake
                | Condition::Context
                | Condition::Bidi
        )
    );
    named.is_lookup() && is_recommended
}

/// Whether a label that is all ASCII has a capital letter. In a U-label, it is DISALLOWED.
fn has_capital_in_ascii_label(asked: &Asked<'_>) -> bool {
    let Some(named) = Named::of(asked) else {
        return false;
    };
    let mut name = named.name;
    if named.options.mapping == Mapping::Nfc {
        // Normalisation makes the sign of kelvin a capital letter.
        name = name.replace('\u{212A}', "K");
    }
    let mut labels = name.split('.');
    labels.any(|label| label.is_ascii() && label.contains(|c: char| c.is_ascii_uppercase()))
}

fn is_about_the_root(asked: &Asked<'_>) -> bool {
    let Some(named) = Named::of(asked) else {
        return false;
    };
    let is_long = named.verb == Verb::ToUnicode && named.breaks(Condition::NameLength);
    is_long || named.name.is_empty() || named.name.ends_with('.')
}

/// The name with its A-labels as they are.
fn unread(asked: &Asked<'_>) -> Vec<Right> {
    let Some(named) = Named::of(asked) else {
        return Vec::new();
    };
    let lower = named.name.to_ascii_lowercase();
    vec![right_text(&named.name), right_text(&lower)]
}

/// The answer in lower case, or a rejection.
fn in_lower_case(asked: &Asked<'_>) -> Vec<Right> {
    let Some(named) = Named::of(asked) else {
        return Vec::new();
    };
    let mut right = rejection(&["disallowed", "not-ldh"]);
    if let Ok(value) = named.answer {
        right.push(right_text(&value.to_ascii_lowercase()));
    }
    right
}
