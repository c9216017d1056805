//! Bugs in the Bidi rule, and in the rules for joiners.

use core::ops::Range;

use acegate_codec::uts46::model::{
    Bidi, Criterion, Joining, Judged, bidi_classes, has_right_to_left, joins, never, virama_before,
};

use super::{ADA, CRITERIA, ERLANG, IDNA_OF_PYPI, LIBIDN2, NODE};
use crate::{Deviation, deviation, observed};

pub(crate) const BIDI: &[Deviation] = &[
    deviation(
        "uts46/bidi-not-checked",
        &[
            "uts46-24", "uts46-38", "uts46-39", "uts46-40", "uts46-41", "uts46-42", "uts46-43",
        ],
    )
    .summary("The Bidi rule is not checked.")
    .seen(&[ADA])
    .changes(|rules, _| rules.is_bidi = |_, _, _| false),
    deviation("uts46/bidi-by-label", &["uts46-37"])
        .summary(
            "The Bidi rule is checked only for labels that contain right-to-left characters, not \
             for every label of the name.",
        )
        .seen(&[IDNA_OF_PYPI, NODE, ADA, LIBIDN2, ERLANG])
        .changes(|rules, _| {
            rules.is_bidi = |run, labels, index| has_right_to_left(run, &labels[index..=index]);
        }),
    deviation("uts46/bidi-decided-before-decoding", &["uts46-37"])
        .summary(
            "Whether the Bidi rule applies to the name is decided before its labels are decoded.",
        )
        .changes(|rules, _| {
            rules.is_bidi = |run, labels, _| {
                let plain: Vec<_> = labels
                    .iter()
                    .filter(|label| !label.is_decoded)
                    .cloned()
                    .collect();
                has_right_to_left(run, &plain)
            }
        }),
    deviation("uts46/bidi-name-without-arabic-numbers", &["uts46-37"])
        .summary(
            "The Bidi rule is not applied to a name whose only right-to-left characters are \
             Arabic numbers (class AN).",
        )
        .changes(|rules, _| {
            rules.is_bidi = |run, labels, _| {
                let mut characters = labels.iter().flat_map(|label| label.text.chars());
                characters.any(|c| matches!(run.rules.tables.bidi(c), Bidi::R | Bidi::AL))
            }
        }),
    deviation("uts46/bidi-first-character-any", &["uts46-38"])
        .summary(
            "Bidi rule 1 is not checked: a label may begin with a number, a mark or a neutral \
             character.",
        )
        .seen(&[NODE])
        .changes(|rules, _| rules.criteria.b1 = never),
    deviation("uts46/bidi-empty-labels", &["uts46-25"])
        .summary("In a Bidi name, an empty label is rejected because it has no first character.")
        .seen(&[observed("tr46 3.0.0")])
        .changes(|rules, _| {
            rules.criteria.b1 = |judged| match judged.characters {
                [] => Some(0),
                _ => (CRITERIA.b1)(judged),
            }
        }),
    deviation("uts46/bidi-left-to-right-in-right-to-left", &["uts46-39"])
        .summary(
            "Bidi rule 2 is not checked: a right-to-left label may contain left-to-right \
             characters.",
        )
        .changes(|rules, _| rules.criteria.b2 = never),
    deviation("uts46/bidi-end-of-right-to-left-any", &["uts46-40"])
        .summary(
            "Bidi rule 3 is not checked: a right-to-left label may end with a neutral character.",
        )
        .changes(|rules, _| rules.criteria.b3 = never),
    deviation("uts46/bidi-marks-end-right-to-left", &["uts46-40"])
        .summary(
            "Bidi rule 3 accepts a mark as the last character of a right-to-left label, whatever \
             precedes it.",
        )
        .seen(&[LIBIDN2])
        .changes(|rules, _| {
            rules.criteria.b3 = |judged| {
                if ends_with_mark(judged) {
                    None
                } else {
                    (CRITERIA.b3)(judged)
                }
            }
        }),
    deviation("uts46/bidi-two-kinds-of-numbers", &["uts46-41"])
        .summary(
            "Bidi rule 4 is not checked: a right-to-left label may contain both European and \
             Arabic numbers.",
        )
        .seen(&[LIBIDN2])
        .changes(|rules, _| rules.criteria.b4 = never),
    deviation("uts46/bidi-right-to-left-in-left-to-right", &["uts46-42"])
        .summary(
            "Bidi rule 5 is not checked: a left-to-right label may contain right-to-left \
             characters before its end.",
        )
        .changes(|rules, _| rules.criteria.b5 = never),
    deviation("uts46/bidi-end-of-left-to-right-any", &["uts46-43"])
        .summary(
            "Bidi rule 6 is not checked: a left-to-right label may end with a neutral character.",
        )
        .changes(|rules, _| rules.criteria.b6 = never),
    deviation(
        "uts46/bidi-last-of-left-to-right-not-asked",
        &["uts46-42", "uts46-43"],
    )
    .summary(
        "The loop over a left-to-right label ends one character early, so that its last character \
         may be right-to-left or neutral.",
    )
    .seen(&[NODE])
    .changes(|rules, _| {
        rules.criteria.b5 = |judged| {
            let at = (CRITERIA.b5)(judged)?;
            (at + 1 < judged.characters.len()).then_some(at)
        };
        rules.criteria.b6 = never;
    }),
    deviation(
        "uts46/bidi-marks-at-the-end-not-passed",
        &["uts46-40", "uts46-43"],
    )
    .summary(
        "Bidi rules 3 and 6 look at the last character without skipping marks, so a label that \
         ends with a mark is rejected.",
    )
    .changes(|rules, _| {
        rules.criteria.b3 = |judged| {
            let runs_left = matches!(bidi_classes(judged).next()?, Bidi::R | Bidi::AL);
            (runs_left && ends_with_mark(judged))
                .then_some(0)
                .or_else(|| (CRITERIA.b3)(judged))
        };
        rules.criteria.b6 = |judged| {
            let runs_right = bidi_classes(judged).next()? == Bidi::L;
            (runs_right && ends_with_mark(judged))
                .then_some(0)
                .or_else(|| (CRITERIA.b6)(judged))
        };
    }),
];

pub(crate) const JOINERS: &[Deviation] = &[
    deviation(
        "uts46/joiners-not-checked",
        &["uts46-23", "uts46-35", "uts46-36"],
    )
    .summary("The context of U+200C and U+200D is not checked.")
    .seen(&[ADA])
    .changes(|rules, _| {
        rules.criteria.c1 = never;
        rules.criteria.c2 = never;
    }),
    deviation("uts46/non-joiner-not-checked", &["uts46-35"])
        .summary("The context of U+200C is not checked.")
        .changes(|rules, _| rules.criteria.c1 = never),
    deviation("uts46/joiner-not-checked", &["uts46-36"])
        .summary("The context of U+200D is not checked.")
        .changes(|rules, _| rules.criteria.c2 = never),
    deviation("uts46/one-joiner-judged", &["uts46-35", "uts46-36"])
        .summary("Only the first U+200C or U+200D of a label is checked.")
        .seen(&[NODE, ADA])
        .changes(|rules, _| {
            rules.criteria.c1 =
                |judged| of_the_first(judged, &['\u{200C}', '\u{200D}'], CRITERIA.c1);
            rules.criteria.c2 =
                |judged| of_the_first(judged, &['\u{200C}', '\u{200D}'], CRITERIA.c2);
        }),
    deviation("uts46/one-joiner-of-each-judged", &["uts46-35", "uts46-36"])
        .summary("Only the first U+200C and the first U+200D of a label are checked.")
        .seen(&[observed("Net::IDN::UTS46 2.500")])
        .changes(|rules, _| {
            rules.criteria.c1 = |judged| of_the_first(judged, &['\u{200C}'], CRITERIA.c1);
            rules.criteria.c2 = |judged| of_the_first(judged, &['\u{200D}'], CRITERIA.c2);
        }),
    deviation("uts46/non-joiner-by-later-letters", &["uts46-35"])
        .summary(
            "The check of U+200C looks for a letter of joining type L or D anywhere after the \
             next character, instead of at the letters next to U+200C.",
        )
        .seen(&[ERLANG])
        .changes(|rules, _| {
            rules.criteria.c1 =
                |judged| non_joiner_unless(judged, |_, after| after.iter().skip(1).any(to_left));
        }),
    deviation("uts46/non-joiner-after-any-joining-letter", &["uts46-35"])
        .summary(
            "The check of U+200C looks for joining letters anywhere before and after it, instead \
             of next to it.",
        )
        .seen(&[NODE])
        .changes(|rules, _| {
            rules.criteria.c1 = |judged| {
                non_joiner_unless(judged, |before, after| {
                    before.iter().any(to_left) && after.iter().any(to_right)
                })
            }
        }),
    deviation("uts46/non-joiner-before-joined-one", &["uts46-35"])
        .summary(
            "The check of U+200C searches the whole label for a match instead of the position of \
             U+200C, so it accepts one that comes before a permitted one.",
        )
        .seen(&[observed("Symfony's polyfill")])
        .changes(|rules, _| rules.criteria.c1 = c1_by_search),
    deviation("uts46/transparent-letters-not-passed", &["uts46-35"])
        .summary(
            "The check of U+200C does not skip transparent characters between it and a joining \
             letter.",
        )
        .changes(|rules, _| {
            rules.criteria.c1 = |judged| {
                non_joiner_unless(judged, |before, after| {
                    before.last().is_some_and(to_left) && after.first().is_some_and(to_right)
                })
            }
        }),
    deviation("uts46/non-joiner-only-after-virama", &["uts46-35"])
        .summary("U+200C is accepted only after a virama: between joining letters it is rejected.")
        .changes(|rules, _| rules.criteria.c1 = |judged| non_joiner_unless(judged, |_, _| false)),
    deviation("uts46/non-joiner-without-virama-rule", &["uts46-35"])
        .summary("U+200C is accepted only between joining letters: after a virama it is rejected.")
        .changes(|rules, _| {
            rules.criteria.c1 =
                |judged| judged.positions('\u{200C}').find(|&at| !joins(judged, at));
        }),
    deviation("uts46/non-joiner-before-unjoined", &["uts46-35"])
        .summary(
            "The check of U+200C accepts a non-joining character after it, where a letter of \
             joining type R or D is required.",
        )
        .seen(&[observed("golang.org/x/net 0.7"), observed("Qt 6.11")])
        .changes(|rules, _| {
            rules.criteria.c1 = |judged| {
                non_joiner_unless(judged, |before, after| {
                    let is_right = |kind: &Joining| to_right(kind) || *kind == Joining::Other;
                    before.iter().rfind(passes).is_some_and(to_left)
                        && after.iter().find(passes).is_some_and(is_right)
                })
            }
        }),
    deviation("uts46/joiner-as-non-joiner", &["uts46-36"])
        .summary("U+200D is checked like U+200C: it is accepted between joining letters.")
        .changes(|rules, _| {
            rules.criteria.c2 = |judged| {
                let mut places = judged.positions('\u{200D}');
                places.find(|&at| !virama_before(judged, at) && !joins(judged, at))
            }
        }),
];

fn ends_with_mark(judged: &Judged<'_>) -> bool {
    bidi_classes(judged).next_back() == Some(Bidi::NSM)
}

/// The first U+200C that does not follow a virama, and is not right for the joining types of the characters
/// before it and after it.
fn non_joiner_unless(
    judged: &Judged<'_>,
    is_right: impl Fn(&[Joining], &[Joining]) -> bool,
) -> Option<usize> {
    let joining = |&c: &char| judged.run.rules.tables.joining(c);
    let kinds: Vec<_> = judged.characters.iter().map(joining).collect();
    let is_allowed = |at| virama_before(judged, at) || is_right(&kinds[..at], &kinds[at + 1..]);
    judged.positions('\u{200C}').find(|&at| !is_allowed(at))
}

/// Whether a letter joins to its left.
fn to_left(kind: &Joining) -> bool {
    matches!(kind, Joining::L | Joining::D)
}

/// Whether a letter joins to its right.
fn to_right(kind: &Joining) -> bool {
    matches!(kind, Joining::R | Joining::D)
}

/// Whether a search for a letter that joins ends here.
fn passes(kind: &&Joining) -> bool {
    **kind != Joining::T
}

/// The position that breaks a criterion, if it is the first of one of these characters.
fn of_the_first(judged: &Judged<'_>, characters: &[char], criterion: Criterion) -> Option<usize> {
    let first = judged
        .characters
        .iter()
        .position(|c| characters.contains(c));
    criterion(judged).filter(|at| first == Some(*at))
}

/// The first U+200C for which a search finds no letters that join with U+200C between them. A search begins
/// as many octets into the label as those before it matched together, and finds nothing within a character.
fn c1_by_search(judged: &Judged<'_>) -> Option<usize> {
    let octets = |range: Range<usize>| -> usize {
        judged.characters[range].iter().map(|c| c.len_utf8()).sum()
    };
    let is_transparent =
        |at: &usize| judged.run.rules.tables.joining(judged.characters[*at]) == Joining::T;
    let mut matched = 0;
    judged.positions('\u{200C}').find(|&at| {
        if at == 0 || virama_before(judged, at) {
            return at == 0;
        }
        let from = (0..at).find(|&from| octets(0..from) == matched);
        let found = judged
            .positions('\u{200C}')
            .filter(|&place| joins(judged, place))
            .find_map(|place| {
                let first = (0..place).rev().find(|at| !is_transparent(at))?;
                let after = (place + 1..judged.characters.len()).find(|at| !is_transparent(at))?;
                (first >= from?).then(|| octets(first..after))
            });
        matched += found.unwrap_or(0);
        found.is_none()
    })
}
